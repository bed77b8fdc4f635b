"""Removes one power from a ruleset: its texts do nothing, or it is left out."""

from __future__ import annotations

import tomllib

import tomli_w

from solenia_rules.api.errors import RulesetError
from solenia_rules.api.ruleset import Ruleset, load_text
from solenia_rules.rules.records import Text
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.tools.lab.errors import LabError

NOTHING = "repeat 1 { stop }"
"""An effect that does nothing."""


def split_power(text: str) -> tuple[str, str]:
    """Split `summer+mine:tithe` into the ruleset and the id of the power."""
    spec, colon, power = text.rpartition(":")
    if not colon or not spec or not power:
        raise LabError(f"`{text}`: write RULESET:ID, such as summer:day_5")
    return spec, power


def without(rules: Ruleset, power: str) -> tuple[Ruleset, str]:
    """The rules without a power, and a description of how it was removed."""
    world = rules.world
    records = {record.id: record for record in world.records}
    entries = {rule.id for rule in world.rules}
    text = tomllib.loads(rules.text())
    if power in entries:
        del text["rules"][power]
        return _loaded(text, rules), "the rule is left out"
    if power not in records:
        hint = did_you_mean(power, [*records, *entries])
        raise LabError(f"{rules.id} has no record and no rule `{power}`" + (f"; {hint}" if hint else ""))
    section = next(name for name, table in text.items() if name not in ("words", "look", "rules") and _in(power, table))
    entry = text[section][power]
    kinds = _kinds(rules, records[power].kind)
    powers = [
        key for key, value, _span in records[power].fields
        if isinstance(value, Text) and kinds.get(key) in ("effect", "rules")
    ]  # fmt: skip
    if powers:
        for key in powers:
            if kinds[key] == "effect":
                entry[key] = NOTHING
            else:
                del entry[key]
        return _loaded(text, rules), f"{' and '.join(powers)} of it does nothing" if len(powers) == 1 else (
            f"{' and '.join(powers)} of it do nothing"
        )
    del text[section][power]
    for table in (*text.get("words", {}).values(), text.get("look", {})):
        table.pop(power, None)
    return _loaded(text, rules), "it is left out"


def _in(power: str, table: object) -> bool:
    return isinstance(table, dict) and power in table and isinstance(table[power], dict)


def _kinds(rules: Ruleset, kind: str) -> dict[str, str]:
    """The kinds of the fields of a kind of record, optional fields included."""
    fields = {piece.id: piece.fields for piece in rules.world.pieces} | {c.id: c.fields for c in rules.world.cells}
    return {decl.id: decl.kind.rstrip("?") for decl in fields.get(kind, ())}


def _loaded(text: dict[str, object], rules: Ruleset) -> Ruleset:
    try:
        return load_text(tomli_w.dumps(text), rules.id)
    except RulesetError as problem:
        first = problem.diagnostics[0]
        raise LabError(f"the rules do not hold together without it: {first.message}") from None
