"""`python -m bench.mutation`: changes one number or word of the rulesets after the other; counts what scenarios notice.

A mutant is a ruleset that still loads with one token changed: a number one more or one less, a word of a kind or a
name of a declaration by another of the same sort, a word of the language by its counterpart. It is killed if a
scenario of a ruleset that holds the text fails. Rulesets without scenarios take no part.
"""

from __future__ import annotations

import argparse
import copy
import re
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path

from attrs import evolve, frozen

import solenia_rules as sr
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.records import CellKind, PieceKind
from solenia_rules.rules.resolver import resolve
from solenia_rules.rules.writer import document_text
from solenia_rules.scenarios.decoder import decode_file
from solenia_rules.scenarios.files import files_of
from solenia_rules.scenarios.records import Scenario
from solenia_rules.scenarios.runner import Runner

RULESETS = ("summer", "winter", "improvements", "solo")
"""In the order in which they are asked whether they notice."""
GROUPS = ("powers", "pieces", "texts", "params")
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
"""Names tried in the place of one until the ruleset loads."""


@frozen
class Mutant:
    group: str
    path: tuple[str, ...]
    start: int
    """Where in the text; -1: the whole value."""
    old: str
    new: tuple[str, ...]
    """What it becomes, the first of these that loads."""
    rulesets: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{'.'.join(self.path)}{'' if self.start < 0 else f' at {self.start}'}: {self.old}"


@frozen
class Verdict:
    mutant: Mutant
    new: str | None
    """None: nothing in its place loads, so it is no mutant."""
    killer: str | None


class Game:
    """One ruleset as it is, and its scenarios."""

    def __init__(self, name: str) -> None:
        resolved = resolve(name)
        self.name = name
        self.document = resolved.document
        self.rules = sr.load(name)
        bundle = open_bundle()
        files = files_of(name, bundle) or []
        self.scenarios = [s for file in files for s in decode_file(file, bundle).scenarios]

    def value(self, path: tuple[str, ...]) -> object:
        found: object = self.document
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    # ---- what can be changed ------------------------------------------------------------------------

    def sites(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Group and path of everything that is changed."""
        world = self.rules.world
        holders: tuple[PieceKind | CellKind, ...] = (*world.pieces, *world.cells)
        sections = {kind.id: kind.plural or kind.id + "s" for kind in holders}
        kinds = {kind.id: {f.id: f.kind.rstrip("?") for f in kind.fields} for kind in holders}
        for record in world.records:
            for field, _value, _span in record.fields:
                group = "powers" if kinds[record.kind].get(field) in ("effect", "rules") else "pieces"
                if kinds[record.kind].get(field) != "name":
                    yield group, (sections[record.kind], record.id, field)
        for rule in world.rules:
            yield "powers", ("rules", rule.id, "rules")
        for verb in world.verbs:
            yield "texts", ("verbs", verb.id, "effect")
        for query in world.queries:
            yield "texts", ("queries", query.id, "value")
        for step in world.steps:
            yield "texts", (step.section, step.id, "effect")
        for kind in holders:
            section = "pieces" if kind in world.pieces else "cells"
            yield "texts", (section, kind.id, "while")
        for param in world.params:
            yield "params", ("params", param.id, "default")

    def changes(self, path: tuple[str, ...]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        value = self.value(path)
        if isinstance(value, int) and not isinstance(value, bool):
            yield -1, str(value), (str(value + 1),)
            yield -1, str(value), (str(value - 1),)
        elif isinstance(value, str) and " " not in value and value in self._words():
            yield -1, value, self._others(value)
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
        """What can stand in the place of a word: others of its sort, the next one first."""
        if word in COUNTERPARTS:
            return COUNTERPARTS[word]
        for group in self._groups():
            if word in group:
                at = group.index(word)
                return tuple((group[at + 1 :] + group[:at])[:MOST_TRIED])
        return ()

    def _groups(self) -> Iterator[list[str]]:
        world = self.rules.world
        words = [list(kind.words) for kind in world.kinds]
        yield from words
        yield [kind.plural for kind in world.kinds if kind.plural] + [kind.id for kind in world.kinds]
        plurals = [c.plural for c in world.counters if c.plural]
        # An amount of a counter may as well be one of the words of another.
        yield plurals + [w for group in words for w in group]
        yield [c.id for c in world.counters if c.plural] + [w for group in words for w in group]
        declared = [k.fields for k in world.pieces] + [k.fields for k in world.cells] + [b.fields for b in world.boards]
        yield list(dict.fromkeys(f.id for fields in declared for f in fields))
        yield [q.id for q in world.queries]
        yield [v.id for v in world.verbs]
        yield [z.id for z in world.zones]
        yield [p.id for p in world.params]
        yield [p.plural for p in world.pieces if p.plural]

    # ---- a mutant ------------------------------------------------------------------------------------

    def mutated(self, mutant: Mutant, new: str) -> dict[str, object]:
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

    def killer(self, document: dict[str, object], mutant: Mutant) -> str | None:
        """The name of a scenario that fails with these rules; those that name what was changed are played first."""

        def load(_spec: str, params: dict[str, int]) -> Ruleset:
            changed = copy.deepcopy(document)
            declared = changed.get("params")
            for param, value in params.items():
                assert isinstance(declared, dict)
                declared[param]["default"] = value
            return sr.load_text(document_text(changed), self.name)

        runner = Runner(load)
        about = mutant.path[1]
        for scenario in sorted(self.scenarios, key=lambda s: _about(s, about)):
            if not runner.run(scenario).passed:
                return f"{self.name}: {scenario.name}"
        return None


def _about(scenario: Scenario, record: str) -> bool:
    return record not in f"{scenario.name} {scenario.given} {scenario.steps}"


_GAMES: dict[str, Game] = {}


def game(name: str) -> Game:
    if name not in _GAMES:
        _GAMES[name] = Game(name)
    return _GAMES[name]


def mutants(groups: Sequence[str], part: str | None) -> list[Mutant]:
    """Each change once, with all rulesets that hold the same text in the same place."""
    found: dict[tuple[object, ...], Mutant] = {}
    for name in RULESETS:
        for group, path in game(name).sites():
            if group not in groups or (part is not None and part not in ".".join(path)):
                continue
            for start, old, new in game(name).changes(path):
                key = (path, start, str(game(name).value(path)), new[0] if old.isdigit() else "")
                if key in found:
                    found[key] = evolve(found[key], rulesets=(*found[key].rulesets, name))
                else:
                    found[key] = Mutant(group, path, start, old, new, (name,))
    return list(found.values())


def judge(mutant: Mutant) -> Verdict:
    """Whether some scenario notices."""
    first = game(mutant.rulesets[0])
    for new in mutant.new:
        if not _loads(first.mutated(mutant, new), first.name):
            continue
        for name in mutant.rulesets:
            killer = game(name).killer(game(name).mutated(mutant, new), mutant)
            if killer is not None:
                return Verdict(mutant, new, killer)
        return Verdict(mutant, new, None)
    return Verdict(mutant, None, None)


def _loads(document: dict[str, object], name: str) -> bool:
    try:
        sr.load_text(document_text(document), name)
    except sr.RulesetError:
        return False
    return True


def table(verdicts: Sequence[Verdict]) -> str:
    """Killed and total by group and by the ruleset that was asked first."""
    rows = ["| what | ruleset | mutants | killed | |", "|---|---|---|---|---|"]
    for group in GROUPS:
        of_group = [v for v in verdicts if v.mutant.group == group]
        if not of_group:
            continue
        for name in RULESETS:
            ours = [v for v in of_group if v.mutant.rulesets[0] == name]
            rows += [_row(group, name, ours)] if ours else []
        rows.append(_row(f"**{group}**", "all", of_group))
    return "\n".join(rows)


def _row(group: str, name: str, verdicts: Sequence[Verdict]) -> str:
    killed = sum(v.killer is not None for v in verdicts)
    return f"| {group} | {name} | {len(verdicts)} | {killed} | {100 * killed / len(verdicts):.1f} % |"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.mutation", description=__doc__)
    parser.add_argument("--group", choices=GROUPS, action="append", help="what is changed (default: powers)")
    parser.add_argument("--only", help="only texts whose path holds this")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--at-least", type=float, default=95.0, help="per cent of powers that must be killed")
    parser.add_argument("--survivors", type=Path, help="where to write those that nothing noticed")
    options = parser.parse_args()
    chosen = mutants(options.group or ["powers"], options.only)
    _say(f"{len(chosen)} changes ...")
    with Pool(options.jobs) as pool:
        verdicts = [v for v in pool.imap(judge, chosen, chunksize=4) if v.new is not None]
    alive = [f"{v.mutant.group} {v.mutant.name} -> {v.new} ({v.mutant.rulesets[0]})" for v in verdicts if not v.killer]
    for line in alive:
        _say(f"alive: {line}")
    if options.survivors is not None:
        options.survivors.write_text("\n".join(alive) + "\n", "utf-8")
    print(table(verdicts))
    powers = [v for v in verdicts if v.mutant.group == "powers"]
    killed = sum(v.killer is not None for v in powers)
    return 1 if powers and 100 * killed / len(powers) < options.at_least else 0


def _say(line: str) -> None:
    """Progress, beside the table."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
