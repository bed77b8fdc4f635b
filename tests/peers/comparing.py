"""Plays a ruleset and the same game of another engine side by side.

At every decision of a random game the complete moves of both sides are listed and matched one to one: `Ours` walks
through the answers of one move, `Peer` translates each legal move of the other engine to our answers. Then one move is
drawn and played on both sides. At the end the returns are compared. Our side plays in machine code, so that hundreds of
games can be compared.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Protocol, TypeAlias

import pytest
from attrs import define, field, frozen

import solenia_rules as sr
from solenia_rules.api.decision import Asker
from solenia_rules.fast.accelerated import Accelerated, Position
from solenia_rules.play import reading
from solenia_rules.play.physics import BITS

Answers: TypeAlias = Mapping[str, str]
"""The answers of one move: the name of each decision, and what is chosen, without the name of the board."""


class Peer(Protocol):
    """A game of another engine, before a move or at its end."""

    def over(self) -> bool: ...

    def moves(self) -> Mapping[str, Answers]:
        """Every legal move by its name, as our players would answer it."""

    def play(self, move: str) -> None: ...

    def returns(self) -> tuple[float, ...]:
        """Seats with a positive number win, seats with a negative number lose; all 0 is a draw."""


class PeerMissing(UserWarning):
    """A comparison did not run, because the other engine is not installed."""


def required(module: str) -> object:
    """The module of another engine. Where it is missing the test is skipped, and a warning says what to install."""
    try:
        return import_module(module)
    except ImportError:
        text = f"`{module}` is not installed, so nothing was compared with it: pip install -e '.[peers]'"
        warnings.warn(text, PeerMissing, stacklevel=2)
        pytest.skip(text)


@frozen
class Move:
    """A complete move of ours: the answers that somebody had to give, and the position after it."""

    answers: Answers
    after: Position


@define(eq=False)
class Ours:
    """A ruleset in machine code, with names for its answers."""

    name: str
    code: Accelerated
    asker: Asker
    begins: frozenset[str]
    """Decisions that begin a move of the other engine inside a turn of ours."""
    _spoken: dict[tuple[int, int], tuple[str, str]] = field(factory=dict)

    @classmethod
    def of(cls, name: str, begins: frozenset[str], params: Mapping[str, int], seats: int = 2) -> Ours:
        rules = sr.load(name, params)
        return cls(name, rules.accelerated(seats), rules.services(seats).asker, begins)

    def moves(self, position: Position) -> Iterator[Move]:
        """All moves from a position. A move goes on until a phase begins or a decision that begins another move."""
        yield from self._on(position, {}, position.phases)

    def _on(self, position: Position, given: Answers, phases: int) -> Iterator[Move]:
        for value in BITS[self.code.options(position)]:
            name, chosen = self.say(position, value)
            answers = {**given, name: chosen}
            after = self.code.answer(position, value)
            if after.over or after.phases != phases or self._name(after) in self.begins:
                yield Move(answers, after)
            else:
                yield from self._on(after, answers, phases)

    def _name(self, position: Position) -> str:
        return self.code.executor.program.outline.specs[position.spec].name

    def say(self, position: Position, value: int) -> tuple[str, str]:
        """The name of a decision and of one of its options: `frame.d3` is `d3`, a branch is itself."""
        key = (position.spec, value)
        if key not in self._spoken:
            spec = self.code.executor.program.outline.specs[position.spec]
            option = self.asker.option(spec, value, position.asked)
            self._spoken[key] = (spec.name, option.id.rpartition("=")[2].rpartition(".")[2])
        return self._spoken[key]

    def pieces(self, position: Position, zone: str, key: int = -1) -> list[int]:
        """The pieces in a zone of a seat or word, or in a shared one, by their number in the order of declaration."""
        program = self.code.executor.program
        places = [(found.zone, found.key) for found in program.layout.zones]
        return reading.pieces_in(program, self.code.state(position), 1 + places.index((zone, key)))

    def scores(self, position: Position) -> tuple[int, ...]:
        return reading.scores(self.code.executor.program, self.code.state(position))

    def returns(self, position: Position) -> tuple[int, ...]:
        """1 for the winners and -1 for the others; 0 for all in a draw, which is a win of nobody or of all."""
        winners = reading.winners(self.code.state(position))
        seats = range(self.code.seats)
        decided = 0 < len(winners) < len(seats)
        return tuple((1 if seat in winners else -1) if decided else 0 for seat in seats)


def compare(ours: Ours, peer: Peer, seed: int) -> int:
    """Play one random game on both sides and compare every decision; returns the number of moves.

    A move that is the only one is not asked for on our side: it is played on the other side alone.
    """
    chance, position, played = random.Random(seed), ours.code.start(seed), 0
    while not peer.over():
        moves = peer.moves()
        if len(moves) == 1:
            peer.play(*moves)
            continue
        where = f"{ours.name}, seed {seed}, move {played}"
        assert not position.over, f"{where}: our game is over, the other side has {sorted(moves)}"
        matched = match(list(ours.moves(position)), moves, where)
        drawn = chance.choice(sorted(matched))
        position, played = matched[drawn].after, played + 1
        peer.play(drawn)
    assert position.over, f"{ours.name}, seed {seed}: the other side is over after {played} moves"
    assert [(x > 0) - (x < 0) for x in peer.returns()] == list(ours.returns(position)), f"{ours.name}, seed {seed}"
    return played


def match(found: list[Move], moves: Mapping[str, Answers], where: str) -> dict[str, Move]:
    """Each of our moves fits exactly one move of the other side, and no two fit the same one.

    What had only one option was not asked, so that a move of ours may leave out answers.
    """
    matched: dict[str, Move] = {}
    complete = {frozenset(answers.items()): name for name, answers in moves.items()}
    for move in found:
        name = complete.get(frozenset(move.answers.items()))
        fitting = [name] if name is not None else _fitting(move, moves)
        assert len(fitting) == 1, f"{where}: {dict(move.answers)} fits {fitting} of {sorted(moves)}"
        assert fitting[0] not in matched, f"{where}: {fitting[0]} is offered twice"
        matched[fitting[0]] = move
    assert matched.keys() == moves.keys(), f"{where}: not offered: {sorted(moves.keys() - matched.keys())}"
    return matched


def _fitting(move: Move, moves: Mapping[str, Answers]) -> list[str]:
    return [name for name, answers in moves.items() if move.answers.items() <= answers.items()]
