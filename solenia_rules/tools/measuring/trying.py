"""Counts how often options are tried on copies of the game because what follows could not be tested beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import field, frozen

import solenia_rules as sr
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const
from solenia_rules.core.flatten import DecideEnd
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.tools.measuring.figures import columns


def seats_of(rules: sr.Ruleset) -> int:
    return 2 if 2 in rules.seats else rules.seats[0]


@frozen
class Fallback:
    """How often decisions of a ruleset needed looking ahead to find their options."""

    ruleset: str
    games: int
    decisions: int
    """The number of answers of seats."""
    tried: int
    """The number of decisions for which some options were tried on a copy."""
    options: int
    """The number of options tried."""
    written: int
    """The number of decisions in the text that may need trying."""
    in_all: int
    """The number of decisions in the text."""
    places: dict[str, int] = field(factory=dict)
    """Place in the text -> how often options were tried there."""
    options_at: dict[str, int] = field(factory=dict)
    """Place in the text -> the number of options tried there."""


def asking(program: Program) -> dict[int, int]:
    """The block that runs after each decision -> the decision."""
    return {block.end.next: block.end.spec for block in program.flat.blocks if isinstance(block.end, DecideEnd)}


class Counting(Executor):
    """An executor that counts decisions for which options are tried."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.tried: Counter[int] = Counter()
        self.options: Counter[int] = Counter()
        self.specs = asking(program)

    def viable(self, s: list[int], dest: int, follow: int, mask: int, seat: int) -> int:
        self.tried[self.specs[follow]] += 1
        self.options[self.specs[follow]] += mask.bit_count()
        return super().viable(s, dest, follow, mask, seat)


def fallbacks(rulesets: Mapping[str, sr.Ruleset], games: int) -> list[Fallback]:
    """Play rulesets with an executor that counts."""
    return [_fallback(name, rules, games) for name, rules in rulesets.items()]


def fallback_table(tried: list[Fallback]) -> str:
    rows = [
        (
            one.ruleset,
            str(one.decisions),
            f"{one.tried} ({100 * one.tried / max(1, one.decisions):.1f} for 100 answers)",
            str(one.options),
            f"{one.written} of {one.in_all}",
            ", ".join(f"{place} ({times})" for place, times in one.places.items()) or "none",
        )
        for one in tried
    ]
    head = ("ruleset", "answers", "decisions that tried options", "options tried", "in the text", "where (how often)")
    return columns(head, rows)


def _fallback(name: str, rules: sr.Ruleset, games: int) -> Fallback:
    program = rules.executor(seats_of(rules)).program
    executor = Counting(program)
    decisions = sum(reading.decisions(executor.playout(seed)) for seed in range(1, games + 1))
    specs = program.flat.core.specs
    ends = [block.end for block in program.flat.blocks if isinstance(block.end, DecideEnd)]
    unsure = {end.spec for end in ends if specs[end.spec].look or end.unsure not in (None, Const(0))}
    places: Counter[str] = Counter({_place(program, spec): 0 for spec in unsure})
    options: Counter[str] = Counter()
    for spec, times in executor.tried.items():
        places[_place(program, spec)] += times
        options[_place(program, spec)] += executor.options[spec]
    return Fallback(
        name, games, decisions, executor.tried.total(), executor.options.total(), len(unsure),
        len({end.spec for end in ends}), dict(sorted(places.items(), key=lambda item: (-item[1], item[0]))),
        dict(options),
    )  # fmt: skip


def _place(program: Program, spec: int) -> str:
    span = program.flat.core.specs[spec].span
    return f"{span.source.name}:{span.line}:{span.column}"
