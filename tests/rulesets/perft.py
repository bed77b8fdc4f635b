"""Counts of positions: how many sequences of n moves there are from a position, as published tables count them.

A move is a whole turn, whatever it asks. A move that is the only one is not asked for and counts all the same. The
tables are facts about the games that engines of all kinds agree on, so a row can only change if a rule is wrong.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from attrs import field, frozen

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.fast.accelerated import Position
from solenia_rules.play import reading
from solenia_rules.play.physics import BITS
from tests.playing import loaded
from tests.rulesets.branches import Machine, Plain

P = TypeVar("P")


@frozen
class Table:
    """A position of a ruleset; `counts[n]` is the number of sequences of n + 1 moves."""

    name: str
    title: str
    counts: tuple[int, ...]
    position: dict[str, object] = field(factory=dict, repr=False)

    def state(self) -> list[int]:
        return Course.of(sr.new_game(loaded(self.name), 2, 1, self.position or None)).state


def from_fen(text: str) -> dict[str, object]:
    """The board of a chess position, as a sketch: the placement and the castling rights of a FEN; white is to move."""
    rows, _turn, rights = text.split(" ")
    cells: dict[str, object] = {}
    for row, line in zip("87654321", rows.split("/"), strict=True):
        men = "".join(" " * int(sign) if sign.isdigit() else sign for sign in line)
        for column, sign in zip("abcdefgh", men, strict=True):
            man = {"man": MEN[sign.lower()], "side": 1 if sign.isupper() else 2} if sign != " " else EMPTY
            cells[f"{column}{row}"] = dict(man)
    sides = {"long": {"1": "Q" in rights, "2": "q" in rights}, "short": {"1": "K" in rights, "2": "k" in rights}}
    return {"board": cells, **sides}


MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
EMPTY = {"man": "none", "side": "none"}
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq"
"""A position that many engines are tested with: castling, en passant, promotion and pins come soon."""

TABLES = (
    Table("chess", "start", (20, 400, 8902, 197_281)),
    Table("chess", "kiwipete", (48, 2039, 97_862), from_fen(KIWIPETE)),
    Table("othello", "start", (4, 12, 56, 244, 1396, 8200, 55_092)),
    Table("draughts", "start", (7, 49, 302, 1469, 7361, 36_768, 179_740)),
)


class Mover(Protocol[P]):
    """Something that answers questions and knows how many turns have begun."""

    def options(self, position: P) -> int: ...

    def answer(self, position: P, value: int) -> P: ...

    def phases(self, position: P) -> int: ...


@frozen
class PlainMover(Plain):
    def phases(self, position: list[int]) -> int:
        return reading.phases(position)


@frozen
class MachineMover(Machine):
    def phases(self, position: Position) -> int:
        return position.phases


def perft(mover: Mover[P], start: P, depth: int) -> int:
    """The number of sequences of `depth` turns; games that are over have none."""
    last = mover.phases(start) + depth

    def count(position: P) -> int:
        if mover.phases(position) >= last:
            return 1
        return sum(count(mover.answer(position, value)) for value in BITS[mover.options(position)])

    return count(start)
