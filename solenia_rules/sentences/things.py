"""Explains what a ruleset declares without a text of its own, by name: counters, state, zones, boards, cells of grids,
fields, words and parameters, with the rules that use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from solenia_rules.checked.checked import Checked
from solenia_rules.rules import records as r
from solenia_rules.rules.grid_ids import read_grid_id, read_part_id
from solenia_rules.sentences.choices import Choices
from solenia_rules.sentences.declared import Declared
from solenia_rules.sentences.explainer import Explainer
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.uses import FIELD, uses

ALONE = 3
"""The most records of a kind that are named as users of a thing; if there are more, their kind is named."""

NAMED = 8
"""The most records with the same value of a field that are named; of more, the number is told."""


class Things:
    """Declared things in the words of one language."""

    def __init__(
        self, checked: Checked, explainer: Explainer, declared: Declared, choices: Choices,
        counter: Callable[[r.Counter], Iterator[Said]],
        field: Callable[[r.Record, str, r.FieldValue], tuple[Said, ...]],
    ) -> None:  # fmt: skip
        """`counter` and `field` tell the first value and limit of a counter, and what a field of a record says."""
        self.checked, self.names, self.world = checked, checked.names, checked.names.world
        self.explainer, self.g, self.d, self.choices = explainer, explainer.g, declared, choices
        self.counter, self.field = counter, field

    @cached_property
    def _users(self) -> dict[str, tuple[str, ...]]:
        return uses(self.checked)

    def sorts(self, ident: str) -> list[str]:
        """The sort of what no overview lists by itself: a word, a branch of a choice, or a cell of a grid."""
        if any(ident in kind.words for kind in self.world.kinds):
            return ["word"]
        if ident in self.choices.branches:
            return ["branch"]
        return ["cell"] if self._spot(ident) is not None else []

    def each_of(self, ident: str) -> tuple[str, ...]:
        """What a counter, state, zone or board exists once for: each seat, or each word of a kind."""
        if (counter := self.names.counters.get(ident)) is not None:
            return counter.per
        one = self.names.state.get(ident) or self.names.zones.get(ident) or self.names.boards.get(ident)
        return () if one is None or one.per is None else (one.per,)

    def told(self, ident: str, sort: str) -> Iterator[Said]:
        """The facts about a thing."""
        match sort:
            case "counter":
                counter = self.names.counters[ident]
                begins = Said(self.d.beginnings.first(str(counter.starts), None))
                yield from tuple(self.counter(counter)) or (begins,)
                yield from map(Said, self.d.counter(counter))
            case "state":
                yield from map(Said, self.d.state(self.names.state[ident]))
            case "zone":
                lying, *facts = self.d.zone(self.names.zones[ident])
                yield Said(self.g.say("lies here", x=lying))
                yield from map(Said, facts)
            case "board":
                yield from self._board(self.names.boards[ident])
            case "cell":
                board, row, column = self._spot(ident) or ("", 0, 0)
                yield from map(Said, self.d.grid_cell(self.names.boards[board], row, column))
            case "field":
                yield from self._field(ident)
            case "words":
                yield Said(self.d.words(self.names.word_kinds[ident]))
            case "word":
                yield Said(self.d.words(next(kind for kind in self.world.kinds if ident in kind.words)))
            case "param":
                yield Said(self.d.param(self.names.params[ident]))
            case _:
                raise AssertionError(f"nothing tells a {sort}")

    def users(self, ident: str, sort: str) -> Iterator[Said]:
        """The rules that use a thing that has no text of its own. Many records of a kind are named together."""
        if sort not in ("counter", "state", "zone", "board", "field", "word", "words", "param"):
            return
        users = dict.fromkeys(self._users.get(FIELD + ident if sort == "field" else ident, ()))
        told: dict[str, None] = {}
        for user in users:
            record = self.names.records.get(user)
            several = record is not None and sum(x.id in users for x in self.names.by_kind[record.kind]) > ALONE
            told[self.d.several(record.kind) if record is not None and several else self.g.title(user)] = None
        if told:
            yield Said(self.g.finish(self.g.say("used by", x=", ".join(told))))

    # ---- boards and cells ---------------------------------------------------------------------------

    def _board(self, board: r.Board) -> Iterator[Said]:
        yield from map(Said, self.d.board(board))
        if fields := self.names.fields_of(board.id):
            holder = self.names.cells[board.cells] if board.cells is not None else board
            told = [self.g.say("entry", x=self.g.title(field.id), y=self.d.kind(field.kind)) for field in fields]
            head = self.g.finish(self.g.say("each has", x=self.d.each(holder)))
            yield Said(head, tuple(map(Said, told)))
        yield from map(Said, self.d.map(board))
        linked = tuple(
            Said(self.g.say("entry", x=cell, y=", ".join(near) or "–")) for cell, near in self.d.links(board)
        )
        if linked:
            yield Said(self.g.patterns["links"], linked)

    def _spot(self, ident: str) -> tuple[str, int, int] | None:
        """The board, row and column of a cell, corner or side of a grid."""
        if (spot := read_grid_id(ident)) is not None:
            board = self.names.boards.get(spot[0])
            inside = (
                board is not None
                and board.columns is not None
                and board.part is None
                and isinstance(board.rows, int)
                and spot[1] <= board.rows
                and spot[2] <= board.columns
                and spot[1:] not in board.impassable
            )
            return spot if inside else None
        part = read_part_id(ident)
        whole = self.names.boards.get(part[0]) if part is not None else None
        if part is None or whole is None or whole.part is None:
            return None
        found = (joint for joint in whole.part.joints if part[1] in joint.names)
        return next(((whole.id, joint.row, joint.column) for joint in found), None)

    # ---- fields -------------------------------------------------------------------------------------

    def _field(self, field: str) -> Iterator[Said]:
        """Which things have a field, what it can be, and what the records give it. Equal values are told once."""
        if field in self.names.seat_fields:
            yield Said(self.d.seat_field(field))
        for holder in self.d.holders(field):
            decl = next(one for one in holder.fields if one.id == field)
            yield Said(self.d.field(holder, decl))
            values: dict[str, list[str]] = {}
            for record in self.names.by_kind.get(holder.id, ()):
                for name, value, _span in record.fields:
                    if name == field:
                        told = self.explainer.line(self.field(record, name, value))
                        values.setdefault(told, []).append(self.g.title(record.id))
            steps = (
                Said(self.g.finish(self.g.say("entry", x=self._together(holder.id, titles), y=told)))
                for told, titles in values.items()
            )
            if values:
                yield Said(self.g.patterns["values"], tuple(steps))

    def _together(self, kind: str, titles: list[str]) -> str:
        """Records with the same value: their names, or how many there are."""
        if len(titles) > NAMED:
            return self.g.count(len(titles), self.g.lexicon.noun(kind)).text
        return ", ".join(dict.fromkeys(titles))
