"""Decoding of what holds effects: steps, verbs, queries, lasting rules."""

from __future__ import annotations

from solenia_rules.rules.declarations import Declarations
from solenia_rules.rules.keys import keys_of
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.records import ParamDecl, Query, RuleDecl, Verb
from solenia_rules.rules.tables import Reading, Table, number
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

PREPOSITIONS = ("to", "from", "on", "with", "at", "until")
STEP_KEYS = keys_of("play")
VERB_KEYS = keys_of("verbs")
QUERY_KEYS = keys_of("queries")
RULE_KEYS = keys_of("rules")


def decode_verb(declarations: Declarations, name: str, table: Table) -> Verb | None:
    params = _params(declarations, table, prepositions=True)
    objects = [param for param in params if param.preposition is None]
    if objects and (len(objects) > 1 or params[0] is not objects[0]):
        late = objects[0] if params[0] is not objects[0] else objects[1]
        message = f"only the first parameter stands without a preposition, not {quoted(late.id)}"
        hint = "one of " + ", ".join(f'`"{word} {late.kind}"`' for word in PREPOSITIONS[:3])
        table.reading.at_value("E025", message, (*table.at("params"), late.id), hint)
    effect = table.text("effect") if table.require("effect") else None
    return Verb(name, params, effect, span=table.span) if effect else None


def decode_query(declarations: Declarations, name: str, table: Table) -> Query | None:
    params = _params(declarations, table, prepositions=False)
    if table.has("value") == table.has("table"):
        if table.has("value"):
            hint = "take the one of the base away with `remove`"
            table.reading.at_key("E025", "a query has a `value` or a `table`, not both", table.path, hint)
        else:
            table.reading.at_key("E011", "the key `value` is missing", table.path)
        return None
    if table.has("value"):
        value = table.text("value")
        return Query(name, params, value, None, span=table.span) if value else None
    numbers = table.listed("table", number)
    kind = parse_kind(params[0].kind) if len(params) == 1 else None
    if kind is None or not kind.is_range:
        table.reading.at_key("E025", "a `table` needs exactly one parameter, a range such as `0..4`", table.path)
    elif len(numbers) != kind.high - kind.low + 1:
        size = kind.high - kind.low + 1
        message = f"{len(numbers)} numbers for the {size} values of `{params[0].kind}`"
        table.reading.at_value("E025", message, table.at("table"))
    return Query(name, params, None, numbers, span=table.span)


def decode_rule(name: str, table: Table) -> RuleDecl | None:
    rules = table.text("rules") if table.require("rules") else None
    order = table.number("order")
    return RuleDecl(name, rules, order, table.text("while"), span=table.span) if rules else None


def _params(declarations: Declarations, table: Table, prepositions: bool) -> tuple[ParamDecl, ...]:
    reading = table.reading
    inner = Table.open(reading, table.content.get("params", {}), table.at("params"), None)
    found: list[ParamDecl] = []
    for name, value, path in inner.items() if inner else ():
        preposition, kind = _split(reading, value, path, prepositions)
        kind = declarations.kind_text(kind, path, seats=None)
        if kind is None or not isinstance(kind, str):
            continue
        if preposition and any(other.preposition == preposition for other in found):
            reading.at_value("E025", f"two parameters with `{preposition}`", path)
        found.append(ParamDecl(name, kind, preposition, span=reading.spans.key(path)))
    return tuple(found)


def _split(reading: Reading, value: object, path: KeyPath, prepositions: bool) -> tuple[str | None, object]:
    """A preposition, if there is one, and what is left for the kind."""
    if not isinstance(value, str) or " " not in value:
        return None, value
    preposition, kind = value.split(" ", 1)
    if not prepositions:
        reading.at_value("E025", "a parameter of a query has no preposition", path)
    elif preposition not in PREPOSITIONS:
        hint = did_you_mean(preposition, PREPOSITIONS) or "one of " + ", ".join(f"`{p}`" for p in PREPOSITIONS)
        reading.at_value("E013", f"{quoted(preposition)} is not a preposition", path, hint)
    return preposition, kind
