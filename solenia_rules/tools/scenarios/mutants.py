"""Lists the single-token changes of a ruleset: a number, word or name is replaced by another of the same sort, a
keyword by its counterpart."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from solenia_rules.api.loading import load
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.records import CellKind, PieceKind, Text
from solenia_rules.rules.resolver import resolve
from solenia_rules.text.places import NOWHERE, Span
from solenia_rules.tools.scenarios.records import Scenario

GROUPS = ("powers", "pieces", "texts", "params")
"""The groups: effects and rules of pieces, cells and `[rules]`; their other fields; verbs, queries and steps;
parameters."""
COUNTERPARTS = {
    "gain": ("lose",), "lose": ("gain",), "pay": ("gain",), "min": ("max",), "max": ("min",), "first": ("last",),
    "last": ("first",), "before": ("after",), "after": ("before",), "and": ("or",), "or": ("and",), "some": ("no",),
    "no": ("some",), "front": ("back",), "back": ("front",), "me": ("anyone",), "anyone": ("me",), "sum": ("max",),
    "neighbours": ("surroundings",), "surroundings": ("neighbours",), "row": ("column",), "column": ("row",),
    ">=": (">", "<"), ">": (">=", "<"), "<=": ("<", ">"), "<": ("<=", ">"), "+": ("-",), "-": ("+",), "*": ("+",),
    "/": ("*",), "true": ("false",), "false": ("true",), "next": ("previous",), "seats_from": ("seats",),
}  # fmt: skip
_TOKEN = re.compile(r"#[^\n]*|[a-z][a-z0-9_]*|\d+|>=|<=|[<>+*/-]")
MOST_TRIED = 8
"""The most replacements tried for one name until the ruleset loads."""


@frozen
class Mutant:
    group: str
    path: tuple[str, ...]
    start: int
    """The offset in the text; -1: the whole value."""
    old: str
    new: tuple[str, ...]
    """The candidates for the replacement; the first that loads is used."""
    rulesets: tuple[str, ...]
    place: str = ""

    @property
    def name(self) -> str:
        return f"{'.'.join(self.path)}{'' if self.start < 0 else f' at {self.start}'}: {self.old}"


class Subject:
    """One unchanged ruleset, and its scenarios."""

    def __init__(self, spec: str, scenarios: Sequence[Scenario]) -> None:
        self.name = spec
        self.document = resolve(spec).document
        self.rules: Ruleset = load(spec)
        self.scenarios = list(scenarios)

    def value(self, path: tuple[str, ...]) -> object:
        found: object = self.document
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    # ---- what can be changed ------------------------------------------------------------------------

    def sites(self) -> Iterator[tuple[str, tuple[str, ...], Span]]:
        """The group, path and place of every text or value that can be changed."""
        world = self.rules.world
        holders: tuple[PieceKind | CellKind, ...] = (*world.pieces, *world.cells)
        sections = {kind.id: kind.plural or kind.id + "s" for kind in holders}
        kinds = {kind.id: {f.id: f.kind.rstrip("?") for f in kind.fields} for kind in holders}
        for record in world.records:
            for field, value, span in record.fields:
                group = "powers" if kinds[record.kind].get(field) in ("effect", "rules") else "pieces"
                if kinds[record.kind].get(field) != "name":
                    where = value.span if isinstance(value, Text) else span
                    yield group, (sections[record.kind], record.id, field), where
        for rule in world.rules:
            yield "powers", ("rules", rule.id, "rules"), rule.rules.span
        for verb in world.verbs:
            yield "texts", ("verbs", verb.id, "effect"), verb.effect.span
        for query in world.queries:
            where = query.span if query.value is None else query.value.span
            yield "texts", ("queries", query.id, "value"), where
        for step in world.steps:
            yield "texts", (step.section, step.id, "effect"), step.effect.span
        for kind in holders:
            section = "pieces" if isinstance(kind, PieceKind) else "cells"
            yield "texts", (section, kind.id, "while"), kind.span
        for param in world.params:
            yield "params", ("params", param.id, "default"), param.span

    def changes(self, path: tuple[str, ...]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        value = self.value(path)
        if isinstance(value, int) and not isinstance(value, bool):
            yield -1, str(value), (str(value + 1),)
            yield -1, str(value), (str(value - 1),)
        elif isinstance(value, str) and " " not in value and value in self._words():
            yield -1, value, self._others(value)
        elif isinstance(value, str) and (alike := self._alike(value)):
            yield -1, value, alike
        elif isinstance(value, str):
            for match in _TOKEN.finditer(value):
                token = match[0]
                if token.isdigit():
                    yield match.start(), token, (str(int(token) + 1),)
                    if int(token):
                        yield match.start(), token, (str(int(token) - 1),)
                elif not token.startswith("#") and (others := self._others(token)):
                    yield match.start(), token, others

    def _words(self) -> set[str]:
        return {word for kind in self.rules.world.kinds for word in kind.words}

    def _others(self, word: str) -> tuple[str, ...]:
        """The replacements for a word: others of its sort, the next one first."""
        if word in COUNTERPARTS:
            return COUNTERPARTS[word]
        for group in self._groups():
            if word in group:
                at = group.index(word)
                return tuple((group[at + 1 :] + group[:at])[:MOST_TRIED])
        return ()

    def _alike(self, ident: str) -> tuple[str, ...]:
        """Other records of the same kind that could be named instead, the next one first."""
        records = self.rules.world.records
        kind = next((record.kind for record in records if record.id == ident), None)
        group = [record.id for record in records if record.kind == kind and record.copies == 1]
        at = group.index(ident) if ident in group else len(group)
        return tuple((group[at + 1 :] + group[:at])[:MOST_TRIED]) if kind is not None else ()

    def _groups(self) -> Iterator[list[str]]:
        world = self.rules.world
        words = [list(kind.words) for kind in world.kinds]
        yield from words
        yield [kind.plural for kind in world.kinds if kind.plural] + [kind.id for kind in world.kinds]
        plurals = [c.plural for c in world.counters if c.plural]
        # An amount of a counter may be replaced by a word of another counter.
        yield plurals + [w for group in words for w in group]
        yield [c.id for c in world.counters if c.plural] + [w for group in words for w in group]
        declared = [k.fields for k in world.pieces] + [k.fields for k in world.cells] + [b.fields for b in world.boards]
        yield list(dict.fromkeys(f.id for fields in declared for f in fields))
        yield [q.id for q in world.queries]
        yield [v.id for v in world.verbs]
        yield [z.id for z in world.zones]
        yield [p.id for p in world.params]
        yield [p.plural for p in world.pieces if p.plural]

    def mutated(self, mutant: Mutant, new: str) -> dict[str, object]:
        """The rules with one token changed."""
        document = copy.deepcopy(self.document)
        table: object = document
        for key in mutant.path[:-1]:
            assert isinstance(table, dict)
            table = table[key]
        assert isinstance(table, dict)
        value = table[mutant.path[-1]]
        if mutant.start < 0:
            table[mutant.path[-1]] = int(new) if isinstance(value, int) else new
        else:
            table[mutant.path[-1]] = value[: mutant.start] + new + value[mutant.start + len(mutant.old) :]
        return document


def find_mutants(subjects: Iterable[Subject], groups: Sequence[str], part: str | None = None) -> list[Mutant]:
    """Each change once, with all rulesets that contain the same text at the same place, in the order of the
    rulesets."""
    found: dict[tuple[object, ...], Mutant] = {}
    for subject in subjects:
        for group, path, span in subject.sites():
            if group not in groups or (part is not None and part not in ".".join(path)):
                continue
            for start, old, new in subject.changes(path):
                key = (path, start, str(subject.value(path)), new[0] if old.isdigit() else "")
                if key in found:
                    found[key] = evolve(found[key], rulesets=(*found[key].rulesets, subject.name))
                else:
                    found[key] = Mutant(group, path, start, old, new, (subject.name,), _place(span, start, old))
    return list(found.values())


def evenly(mutants: Sequence[Mutant], most: int | None) -> list[Mutant]:
    """At most `most` mutants, spread evenly over all; the selection is always the same."""
    if most is None or most >= len(mutants):
        return list(mutants)
    return [mutants[index * len(mutants) // most] for index in range(most)]


def _place(span: Span, start: int, old: str) -> str:
    """The place of the token, if the text is written in the file as it is read."""
    if span == NOWHERE:
        return ""
    at = span.start + max(0, start)
    exact = span.source.text[at : at + len(old)] == old
    found = Span(span.source, at, at + len(old)) if exact else span
    return f"{found.source.name}:{found.line}:{found.column}"
