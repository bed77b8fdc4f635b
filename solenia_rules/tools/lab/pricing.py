"""Removes one power from a ruleset, or restricts it to some seats: its texts do nothing for the others."""

from __future__ import annotations

import tomllib
from typing import Literal

import tomli_w
from attrs import evolve, frozen

from solenia_rules.api.errors import RulesetError
from solenia_rules.api.loading import load_text
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.formatter import format_rules
from solenia_rules.dsl.parser import parse
from solenia_rules.rules.records import Text
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.words.by_language import result_words

NOTHING = "repeat 1 { stop }"
"""An effect that does nothing."""


def split_power(text: str) -> tuple[str, str]:
    """Split `summer+mine:tithe` into the ruleset and the id of the power."""
    spec, colon, power = text.rpartition(":")
    if not colon or not spec or not power:
        raise LabError(f"`{text}`: write RULESET:ID, such as summer:day_5")
    return spec, power


@frozen
class Removal:
    """How a power was removed from the rules: it is left out, or some of its texts do nothing."""

    key: Literal["rule_left_out", "left_out", "does_nothing", "do_nothing"]
    texts: tuple[str, ...] = ()

    def told(self, lang: str) -> str:
        words = result_words(lang).RESULTS
        return words[self.key].format(texts=words["and"].join(self.texts))


def without(rules: Ruleset, power: str) -> tuple[Ruleset, Removal]:
    """The rules without a power, and how it was removed."""
    text = tomllib.loads(rules.text())
    if power in {rule.id for rule in rules.world.rules}:
        del text["rules"][power]
        return _loaded(text, rules), Removal("rule_left_out")
    section, powers = _powers(rules, power, text)
    entry = text[section][power]
    if powers:
        for key, kind in powers.items():
            if kind == "effect":
                entry[key] = NOTHING
            else:
                del entry[key]
        return _loaded(text, rules), Removal("does_nothing" if len(powers) == 1 else "do_nothing", tuple(powers))
    del text[section][power]
    for table in (*text.get("words", {}).values(), text.get("look", {})):
        table.pop(power, None)
    return _loaded(text, rules), Removal("left_out")


def for_one(rules: Ruleset, power: str, seat: int, shunned: bool) -> Ruleset | None:
    """The rules with a power that acts for one seat only, or if `shunned` for all but this seat; None if the power has
    no text that can be restricted."""
    text = tomllib.loads(rules.text())
    word = "is not" if shunned else "is"
    if power in {rule.id for rule in rules.world.rules}:
        entry = text["rules"][power]
        entry["rules"] = _restricted(entry["rules"], f"place of actor {word} {seat + 1}")
        return _loaded(text, rules)
    section, powers = _powers(rules, power, text)
    entry = text[section][power]
    for key, kind in powers.items():
        if kind == "effect":
            entry[key] = f"if place of me {word} {seat + 1} {{ {entry[key]} }}"
        else:
            entry[key] = _restricted(entry[key], f"place of actor {word} {seat + 1}")
    return _loaded(text, rules) if powers else None


def _restricted(text: str, test: str) -> str:
    """Lasting rules that hold only if a test is true."""
    tree, guard = parse(text, "rules"), parse(test, "value")
    assert isinstance(tree, n.Rules)
    assert not isinstance(guard, (n.Rules, n.Block))
    made = [
        evolve(one, where=guard if one.where is None else n.And((one.where, guard), span=tree.span))
        for one in tree.rules
    ]
    return format_rules(n.Rules(tuple(made), span=tree.span))


def _powers(rules: Ruleset, power: str, text: dict[str, object]) -> tuple[str, dict[str, str]]:
    """The section of a record, and its fields with effects or rules and their kinds."""
    world = rules.world
    records = {record.id: record for record in world.records}
    if power not in records:
        hint = did_you_mean(power, [*records, *(rule.id for rule in world.rules)])
        raise LabError(f"{rules.id} has no record and no rule `{power}`" + (f"; {hint}" if hint else ""))
    section = next(name for name, table in text.items() if name not in ("words", "look", "rules") and _in(power, table))
    kinds = _kinds(rules, records[power].kind)
    return section, {
        key: kinds[key] for key, value, _span in records[power].fields
        if isinstance(value, Text) and kinds.get(key) in ("effect", "rules")
    }  # fmt: skip


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
