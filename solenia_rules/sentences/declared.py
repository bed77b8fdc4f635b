"""Tells what a ruleset declares without a text: zones, boards, cells, fields, state, words, parameters.

The rulebook lists these facts in its tables, and `explain` and `what` tell them about one thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.checked import Checked
from solenia_rules.dsl.kinds import SEAT, Kind, cell, piece
from solenia_rules.rules import caps
from solenia_rules.rules import records as r
from solenia_rules.rules.grid_ids import letters
from solenia_rules.rules.kind_texts import BUNDLE_KIND, TEXT_KINDS
from solenia_rules.sentences.beginnings import Beginnings
from solenia_rules.sentences.speaker import Speaker
from solenia_rules.words.phrases import NP

FieldHolder = r.PieceKind | r.CellKind | r.Board


class Declared:
    """Facts about declarations in the words of one language."""

    def __init__(self, checked: Checked, speaker: Speaker, beginnings: Beginnings) -> None:
        self.names, self.world = checked.names, checked.names.world
        self.v, self.g, self.beginnings = speaker, speaker.g, beginnings

    # ---- zones ----------------------------------------------------------------------------------

    def zone(self, zone: r.Zone) -> Iterator[str]:
        """What lies there, who sees it, in which order, and what begins there."""
        patterns = self.g.patterns
        yield ", ".join(self.several(kind) for kind in zone.of)
        yield patterns[patterns.key(f"seen {zone.seen}")]
        if zone.size_seen != "all":
            yield patterns[patterns.key(f"size {zone.size_seen}")]
        if zone.order != "none":
            yield patterns[patterns.key(f"order {zone.order}")]
        if zone.capacity is not None:
            yield self.g.say("limit", n=str(zone.capacity))
        start = ", ".join(self._starting(zone.id))
        if start:
            yield self.g.say("at first", x=start)

    def _starting(self, zone: str) -> Iterator[str]:
        """What is in a zone at the start: whole kinds, or records with their own `starts`."""
        for kind in self.world.pieces:
            records = [x for x in self.world.records if x.kind == kind.id]
            own = [x for x in records if x.starts == zone]
            if zone in (kind.starts, kind.also) and not any(x.starts for x in records):
                yield self.several(kind.id)
            elif own and len(own) == len(records):
                yield self.several(kind.id)
            elif zone == kind.starts:
                yield from (self.g.title(x.id) for x in records if x.starts in (None, zone))
            else:
                yield from (self.g.title(x.id) for x in own)

    def several(self, kind: str) -> str:
        noun = self.g.lexicon.noun(kind)
        return self.g.np(noun, "bare", noun.countable).text

    # ---- boards and their cells -------------------------------------------------------------------

    def board(self, board: r.Board) -> Iterator[str]:
        """Its size and shape."""
        patterns = self.g.patterns
        if board.cells is not None:
            number = sum(record.kind == board.cells for record in self.world.records)
            yield self.g.count(number, self.g.lexicon.noun(board.cells)).text
        elif board.part is not None:
            yield self.g.say(
                "corners of" if board.part.sort == "corners" else "sides of",
                count=str(len(board.part.joints)),
                board=self.g.title(board.part.board),
            )
        elif isinstance(board.rows, int) and board.columns is not None:
            cells = self.g.count(board.columns, self.g.lexicon.engine("cell"))
            yield self.g.say("grid size", rows=str(board.rows), cells=cells)
        else:
            zone = self.g.title(str(board.rows))
            yield self.g.say("grid of pieces", zone=zone, columns=str(board.columns))
        if board.cells is None and board.part is None and board.grid == "hex":
            yield patterns["hexagons"]
        if board.wraps != "none":
            yield patterns[patterns.key(f"wraps {board.wraps}")]
        if board.impassable:
            closed = ", ".join(f"{letters(column)}{row}" for row, column in board.impassable)
            yield self.g.say("impassable", cells=closed)

    def links(self, board: r.Board) -> Iterator[tuple[str, list[str]]]:
        """The cells of a list whose links are given, each with those next to it."""
        near: dict[str, list[str]] = {x.id: [] for x in self.world.records if x.kind == board.cells and board.links}
        for a, b in board.links:
            near[a].append(b)
            near[b].append(a)
        for ident, others in near.items():
            yield self.g.title(ident), [self.g.title(other) for other in dict.fromkeys(others)]

    def map(self, board: r.Board) -> Iterator[str]:
        """What the fields of its cells begin with by the map of the board, and on how many cells."""
        counted: dict[tuple[str, r.Scalar], int] = {}
        for content in board.contents:
            key = content.field, content.value
            counted[key] = counted.get(key, 0) + 1
        for field in dict.fromkeys(content.field for content in board.contents):
            values = ", ".join(
                self.beginnings.plain(value) + (f" (×{n})" if n > 1 else "")
                for (name, value), n in counted.items()
                if name == field
            )
            yield self.g.say("at first", x=self.g.say("entry", x=self.g.title(field), y=values))

    def grid_cell(self, board: r.Board, row: int, column: int) -> Iterator[str]:
        """Where a cell lies, and what its fields begin with."""
        yield self.g.say("cell at", row=str(row), column=str(column))
        given = {x.field: x.value for x in board.contents if (x.row, x.column) == (row, column)}
        for field in board.fields:
            first = self.beginnings.value(given.get(field.id, field.starts), field.kind)
            yield self.g.say("entry", x=self.g.title(field.id), y=self.beginnings.first(first, field.resets))

    # ---- fields, state, words, parameters -----------------------------------------------------------

    def holders(self, field: str) -> list[FieldHolder]:
        """The kinds and boards whose pieces or cells have the field."""
        groups: tuple[FieldHolder, ...] = (*self.world.pieces, *self.world.cells, *self.world.boards)
        return [holder for holder in groups if any(decl.id == field for decl in holder.fields)]

    def field(self, holder: FieldHolder, decl: r.FieldDecl) -> str:
        """`for each token: from 0 to 9; 0 at the start`"""
        facts = [self.kind(decl.kind)]
        begins = decl.starts is not None or decl.resets is not None
        if begins or (isinstance(holder, r.Board) and not holder.contents):
            facts.append(self.beginnings.first(self.beginnings.value(decl.starts, decl.kind), decl.resets))
        return self.g.finish(
            self.g.say("entry", x=self.g.say("for", x=self.each(holder)), y=self.g.patterns["semicolon"].join(facts))
        )

    def each(self, holder: FieldHolder) -> NP:
        """`each token`, `each space of the field`"""
        if not isinstance(holder, r.Board):
            kind = piece(holder.id) if isinstance(holder, r.PieceKind) else cell(holder.id)
            return self.g.np(self.v.noun_of_kind(kind), "each")
        whole = self.g.np(self.g.lexicon.noun(holder.id), "the")
        return self.g.of(self.g.np(self.v.noun_of_kind(cell(holder.id)), "each"), whole)

    def seat_field(self, field: str) -> str:
        """`for each player: red, blue, red`"""
        decl, values = self.names.seat_fields[field]
        x = self.g.say("for", x=self.g.np(self.v.noun_of_kind(SEAT), "each"))
        told = ", ".join(map(self.beginnings.plain, values)) or self.kind(decl.kind)
        return self.g.finish(self.g.say("entry", x=x, y=told))

    def state(self, variable: r.StateVariable) -> Iterator[str]:
        """What it can be, its first value, and who knows it."""
        yield self.kind(variable.kind)
        yield self.beginnings.first(self.beginnings.value(variable.starts, variable.kind), variable.resets)
        yield from self.known(variable.seen)

    def known(self, seen: str) -> Iterator[str]:
        if seen != "all":
            yield self.g.patterns[self.g.patterns.key(f"known {seen}")]

    def counter(self, counter: r.Counter) -> Iterator[str]:
        """Who knows a counter, and who knows its total."""
        yield from self.known(counter.seen)
        if counter.size_seen != counter.seen:
            yield self.g.patterns[self.g.patterns.key(f"total {counter.size_seen}")]

    def words(self, kind: r.WordKind) -> str:
        """`kind: first word, second word`"""
        noun = self.g.lexicon.noun(kind.id)
        listed = ", ".join(self.g.title(word) for word in kind.words)
        return self.g.say("entry", x=self.g.np(noun, "bare", noun.countable).text, y=listed)

    def param(self, param: r.Parameter) -> str:
        """`6 (from 3 to 12)`"""
        span = self.g.say("range", low=str(param.low), high=str(param.high))
        return f"{param.value} {self.g.say('limited', limit=span)}"

    def kind(self, text: str) -> str:
        """The values that something of a kind can have: `from 0 to 9`, `ore, clay or grain`, `a player`."""
        bare = text.removesuffix("?")
        if bare in TEXT_KINDS or bare == "name":
            return self.g.patterns[self.g.patterns.key(f"kind {bare}")]
        bundle = BUNDLE_KIND.fullmatch(bare)
        if bundle is not None:
            meaning = self.names.meanings.get(bundle[2])
            noun = self.g.lexicon.noun(bundle[2] if meaning is None else meaning.id)
            return self.g.say("at most", x=self.g.count(int(bundle[1]), noun))
        kind = self.names.kind(bare)
        said = [bare] if kind is None else self._values(kind)
        if text != bare and kind is not None and kind.base not in ("number", "test", "set", "list"):
            said.append(self.g.lexicon.engine("none").forms["one"])
        return self.g.finish(self.g.listed(said, "either"))

    def _values(self, kind: Kind) -> list[str]:
        match kind.base:
            case "number":
                low, high = kind.low, kind.high
                if low is None or high is None or high >= caps.INTEGER:
                    return [self.g.patterns["kind number"]]
                return [self.g.say("range", low=str(low), high=str(high))]
            case "test":
                return [self.g.patterns["yes"], self.g.patterns["no"]]
            case "word" if kind.of in self.names.word_kinds:
                return [self.g.title(word) for word in self.names.word_kinds[kind.of].words]
            case "list":
                assert kind.of is not None
                assert kind.high is not None
                return [self.g.count(kind.high, self.g.lexicon.noun(kind.of)).text]
            case "set":
                noun = self.v.noun_of_kind(kind)
                return [self.g.np(noun, "bare", True).text]
            case _:
                return [self.g.np(self.v.noun_of_kind(kind), "a").text]
