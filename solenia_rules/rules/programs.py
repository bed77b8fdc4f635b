"""Decodes what holds effects: verbs, queries, lasting rules."""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.dsl.builtins import PREPOSITIONS
from solenia_rules.rules.declarations import Declarations
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.reading import Entry, Reading
from solenia_rules.rules.records import ParamDecl, Query, RuleDecl, Verb
from solenia_rules.rules.shapes import Id, QueryShape, RuleShape, VerbShape
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

SHOWN_PARAMS = 2
"""The most parameters of a query that is shown: rows and columns."""
SHOWN_NUMBERS = 20
"""The most numbers that such a parameter may be."""


def decode_verb(declarations: Declarations, name: str, entry: Entry[VerbShape]) -> Verb | None:
    params = _params(declarations, entry.shape.params, entry.at("params"), prepositions=True)
    objects = [param for param in params if param.preposition is None]
    if objects and (len(objects) > 1 or params[0] is not objects[0]):
        late = objects[0] if params[0] is not objects[0] else objects[1]
        message = f"only the first parameter stands without a preposition, not {quoted(late.id)}"
        hint = "one of " + ", ".join(f'`"{word} {late.kind}"`' for word in PREPOSITIONS[:3])
        entry.reading.at_value("E025", message, (*entry.at("params"), late.id), hint)
    effect = entry.text(entry.shape.effect, "effect")
    return Verb(name, params, effect, span=entry.span) if effect else None


def decode_query(declarations: Declarations, name: str, entry: Entry[QueryShape]) -> Query | None:
    shape, reading = entry.shape, entry.reading
    params = _params(declarations, shape.params, entry.at("params"), prepositions=False)
    if shape.value is not None and shape.table is not None:
        hint = "remove the one of the base with `remove`"
        reading.at_key("E025", "a query has a `value` or a `table`, not both", entry.path, hint)
        return None
    if shape.table is None:
        if shape.value is None:
            reading.missing("value", entry.path)
        value = entry.text(shape.value, "value")
        _check_shown(declarations, params, entry)
        return Query(name, params, value, None, shape.shown, span=entry.span) if value else None
    numbers = tuple(number for i, number in enumerate(shape.table) if reading.within(number, (*entry.at("table"), i)))
    kind = parse_kind(params[0].kind) if len(params) == 1 else None
    if kind is None or not kind.is_range:
        reading.at_key("E025", "a `table` needs exactly one parameter, a range such as `0..4`", entry.path)
    elif len(numbers) != kind.high - kind.low + 1:
        size = kind.high - kind.low + 1
        message = f"{len(numbers)} numbers for the {size} values of `{params[0].kind}`"
        reading.at_value("E025", message, entry.at("table"))
    _check_shown(declarations, params, entry)
    return Query(name, params, None, numbers, shape.shown, span=entry.span)


def _check_shown(declarations: Declarations, params: tuple[ParamDecl, ...], entry: Entry[QueryShape]) -> None:
    """A query that is shown at the table is one number, or one for each value of its one or two parameters."""
    if not entry.shape.shown:
        return
    known = ("seat", *declarations.names.words)
    if len(params) > SHOWN_PARAMS or any(x.kind not in known and shown_range(x.kind) is None for x in params):
        message = f"a query that is shown has at most two parameters: seats, words, or up to {SHOWN_NUMBERS} numbers"
        hint = "write a second query for what is shown; a parameter of numbers has a range, as `1..4`"
        entry.reading.at_value("E025", message, entry.at("shown"), hint)


def shown_range(kind: str) -> range | None:
    """The numbers of a parameter of a shown query; None if it is no small range."""
    parsed = parse_kind(kind)
    if parsed is None or not parsed.is_range or parsed.optional or parsed.high - parsed.low >= SHOWN_NUMBERS:
        return None
    return range(parsed.low, parsed.high + 1)


def decode_rule(name: str, entry: Entry[RuleShape]) -> RuleDecl | None:
    shape = entry.shape
    rules = entry.text(shape.rules, "rules")
    order = entry.number(shape.order, "order")
    return RuleDecl(name, rules, order, entry.text(shape.while_, "while"), span=entry.span) if rules else None


def _params(
    declarations: Declarations, given: Mapping[Id, object], at: KeyPath, prepositions: bool
) -> tuple[ParamDecl, ...]:
    reading = declarations.reading
    found: list[ParamDecl] = []
    for name, value in given.items():
        path = (*at, name)
        preposition, kind = _split(reading, value, path, prepositions)
        kind = declarations.kind_text(kind, path, seats=None)
        if kind is None or not isinstance(kind, str):
            continue
        if preposition and any(other.preposition == preposition for other in found):
            reading.at_value("E025", f"two parameters with `{preposition}`", path)
        found.append(ParamDecl(name, kind, preposition, span=reading.spans.key(path)))
    return tuple(found)


def _split(reading: Reading, value: object, path: KeyPath, prepositions: bool) -> tuple[str | None, object]:
    """The preposition, if there is one, and the rest, which is the kind."""
    if not isinstance(value, str) or " " not in value:
        return None, value
    preposition, kind = value.split(" ", 1)
    if not prepositions:
        reading.at_value("E025", "a parameter of a query has no preposition", path)
    elif preposition not in PREPOSITIONS:
        hint = did_you_mean(preposition, PREPOSITIONS) or "one of " + ", ".join(f"`{p}`" for p in PREPOSITIONS)
        reading.at_value("E013", f"{quoted(preposition)} is not a preposition", path, hint)
    return preposition, kind
