"""Checks that one name means one thing: no two declarations have it, and it is not a word of the language."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.vocabulary import RESERVED, SPECIAL_NAMES
from solenia_rules.rules.declared import HEAD, SECTIONS
from solenia_rules.rules.reading import Reading
from solenia_rules.rules.records import World
from solenia_rules.rules.toml_spans import KeyPath

TAKEN = frozenset((*SPECIAL_NAMES, *VERBS, *QUERIES))
"""Words with a fixed meaning where values and verbs stand; a field may still have such a name."""


def check_names(world: World, record_sections: dict[str, str], reading: Reading) -> None:
    """`record_sections`: kind -> section of its records."""
    first: dict[str, tuple[str, KeyPath]] = {}
    for name, what, path in _names(world, record_sections):
        if name in RESERVED or name in TAKEN:
            reading.at_key("E015", f"`{name}` is a word of the language", path, "choose another name")
        if name not in first:
            first[name] = (what, path)
            continue
        other, place = first[name]
        if {what, other} == {"kind", "state"}:
            continue  # a kind is read where kinds stand, a state variable where values stand
        also = ((reading.spans.key(place), f"{_article(other)} {other}"),)
        message = f"`{name}` is {_article(other)} {other} already, it cannot be {_article(what)} {what} too"
        reading.problems.add("E016", message, reading.spans.key(path), also=also)
    for name, path in _inner_names(world, record_sections):
        if name in RESERVED:
            reading.at_key("E015", f"`{name}` is a word of the language", path, "choose another name")
    for section in ("kinds", "counters", "pieces", "cells"):
        for name, plural in _plurals(world, section):
            if plural in SECTIONS or plural in HEAD:
                message = f"the plural `{plural}` is the name of a section or key of every ruleset"
                reading.at_value("E016", message, (section, name, "plural"))


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _names(world: World, record_sections: dict[str, str]) -> Iterator[tuple[str, str, KeyPath]]:
    """Every name that the effects language can mean, what it is, and where it stands."""
    for section, what, entries in (
        ("params", "parameter", [e.id for e in world.params]),
        ("kinds", "kind", [e.id for e in world.kinds]),
        ("counters", "counter", [e.id for e in world.counters]),
        ("state", "state", [e.id for e in world.state]),
        ("pieces", "piece", [e.id for e in world.pieces]),
        ("zones", "zone", [e.id for e in world.zones]),
        ("cells", "cell kind", [e.id for e in world.cells]),
        ("boards", "board", [e.id for e in world.boards]),
        ("history", "history", [e.id for e in world.histories]),
        ("verbs", "verb", [e.id for e in world.verbs]),
        ("queries", "query", [e.id for e in world.queries]),
    ):
        for name in entries:
            yield name, what, (section, name)
        for name, plural in _plurals(world, section):
            yield plural, "plural", (section, name, "plural")
    for kind in world.kinds:
        first: dict[str, int] = {}
        for index, word in enumerate(kind.words):
            first.setdefault(word, index)
        for word, index in first.items():
            yield word, "word", ("kinds", kind.id, "words", index)
    for record in world.records:
        yield record.id, "record", (record_sections[record.kind], record.id)


def _plurals(world: World, section: str) -> list[tuple[str, str]]:
    match section:
        case "kinds":
            return [(e.id, e.plural) for e in world.kinds if e.plural]
        case "counters":
            return [(e.id, e.plural) for e in world.counters if e.plural]
        case "pieces":
            return [(e.id, e.plural) for e in world.pieces if e.plural]
        case "cells":
            return [(e.id, e.plural) for e in world.cells if e.plural]
        case _:
            return []


def _inner_names(world: World, record_sections: dict[str, str]) -> Iterator[tuple[str, KeyPath]]:
    """Names of fields and parameters. They may repeat other names, but not words of the language."""
    for section, holders in (("pieces", world.pieces), ("cells", world.cells), ("boards", world.boards)):
        for holder in holders:
            for decl in holder.fields:
                yield decl.id, (section, holder.id, "fields", decl.id)
    for decl, _ in world.seats.fields:
        yield decl.id, ("seats", "fields", decl.id)
    for section, callables in (("verbs", world.verbs), ("queries", world.queries)):
        for entry in callables:
            for param in entry.params:
                yield param.id, (section, entry.id, "params", param.id)
