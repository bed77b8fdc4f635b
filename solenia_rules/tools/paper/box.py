"""Lists the components of a ruleset: pieces, counters, state, zones and who sees them, maps."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.rules import records as r
from solenia_rules.rules.grid_ids import letters
from solenia_rules.tools.paper.setting import Setting
from solenia_rules.words.tables.paper import LabelKey


class Box:
    """Tables of the declarations of a ruleset."""

    def __init__(self, setting: Setting) -> None:
        self.s, self.g, self.world = setting, setting.g, setting.world

    def components(self) -> str:
        rows = [self._piece(kind) for kind in self.world.pieces]
        rows += [self._counter(counter) for counter in self.world.counters]
        noted = "".join(self._noted(variable) for variable in self.world.declared_state)
        places = "".join([*map(self._zone, self.world.zones), *map(self._board, self.world.boards)])
        return (
            f"<table>{''.join(rows)}</table>"
            + (f"<h3>{self.s.label('noted')}</h3><table>{noted}</table>" if noted else "")
            + (f"<h3>{self.s.label('places')}</h3><table>{places}</table>" if places else "")
        )

    # ---- pieces and numbers ------------------------------------------------------------------

    def _piece(self, kind: r.PieceKind) -> str:
        number = sum(record.copies for record in self.world.records if record.kind == kind.id) or 1
        words = next((len(words.words) for words in self.world.kinds if words.id == kind.per), 1)
        count = f"{number} {self.s.label('each_player')}" if kind.per == "seat" else str(number * words)
        noun = self.g.lexicon.noun(kind.id)
        name = self.g.np(noun, "bare", number > 1 and noun.countable).text
        facts = [told] if (told := self.s.topics.for_each_word(kind.id)) else []
        return (
            f"<tr><td class='count'>{count}</td><td>{self.s.icon(kind.id)} {self.s.capital(name)}"
            f"{self._facts(facts)}</td></tr>"
        )

    def _counter(self, counter: r.Counter) -> str:
        words = [w for kind in self.world.kinds if kind.id in counter.per for w in kind.words]
        shown = [self.s.sign(word) for word in words] if words and "seat" in counter.per else []
        noun = self.g.lexicon.noun(counter.id)
        named = self.s.capital(self.g.np(noun, "bare", noun.countable).text)
        extra = f"<br><span class='signs'>{' '.join(shown)}</span>" if shown else ""
        facts = [*(said.text for said in self.s.topics.counter(counter)), *self._known(counter.seen)]
        if counter.size_seen != counter.seen:
            facts.append(self._fact("total", counter.size_seen))
        return f"<tr><td class='count'>{self.s.icon(counter.id)}</td><td>{named}{extra}{self._facts(facts)}</td></tr>"

    def _noted(self, variable: r.StateVariable) -> str:
        begins = self.s.topics.beginnings
        name = self.s.capital(self.g.finish(begins.named(variable.id, (variable.per,) if variable.per else ())))
        first = begins.value(variable.starts, variable.kind)
        facts = [begins.first(first, variable.resets), *self._known(variable.seen)]
        return f"<tr><td class='count'></td><td>{name}{self._facts(facts)}</td></tr>"

    def _known(self, seen: str) -> Iterator[str]:
        if seen != "all":
            yield self._fact("known", seen)

    # ---- places ------------------------------------------------------------------------------

    def _zone(self, zone: r.Zone) -> str:
        things = ", ".join(self._several(kind) for kind in zone.of)
        facts = [things, self._fact("seen", zone.seen)]
        if zone.size_seen != "all":
            facts.append(self._fact("size", zone.size_seen))
        if zone.order != "none":
            facts.append(self._fact("order", zone.order))
        if zone.capacity is not None:
            facts.append(self.g.say("limit", n=str(zone.capacity)))
        start = ", ".join(self._starting(zone.id))
        if start:
            facts.append(self.g.say("at first", x=start))
        return self._place(zone.id, zone.per, facts)

    def _starting(self, zone: str) -> Iterator[str]:
        """What is in a zone at the start: whole kinds, or records with their own `starts`."""
        for kind in self.world.pieces:
            records = [x for x in self.world.records if x.kind == kind.id]
            own = [x for x in records if x.starts == zone]
            if zone in (kind.starts, kind.also) and not any(x.starts for x in records):
                yield self._several(kind.id)
            elif own and len(own) == len(records):
                yield self._several(kind.id)
            elif zone == kind.starts:
                yield from (self.g.title(x.id) for x in records if x.starts in (None, zone))
            else:
                yield from (self.g.title(x.id) for x in own)

    def _board(self, board: r.Board) -> str:
        if board.cells is not None:
            number = sum(record.kind == board.cells for record in self.world.records)
            facts = [self.g.count(number, self.g.lexicon.noun(board.cells)).text]
        elif board.part is not None:
            whole = self.g.title(board.part.board)
            facts = [
                self._label(
                    "corners_of" if board.part.sort == "corners" else "sides_of",
                    count=len(board.part.joints),
                    board=whole,
                )
            ]
        elif isinstance(board.rows, int):
            facts = [self._label("grid", rows=board.rows, columns=board.columns)]
        else:
            facts = [self._label("grid_of_pieces", zone=self.g.title(str(board.rows)), columns=board.columns)]
        if board.cells is None and board.part is None and board.grid == "hex":
            facts.append(self._label("hexagons"))
        if board.wraps != "none":
            facts.append(self._fact("wraps", board.wraps))
        if board.impassable:
            closed = ", ".join(f"{letters(column)}{row}" for row, column in board.impassable)
            facts.append(self._label("impassable", cells=closed))
        return self._place(board.id, board.per, facts)

    def _place(self, ident: str, per: str | None, facts: list[str]) -> str:
        name = self.g.finish(self.s.topics.beginnings.named(ident, (per,) if per else ()))
        return f"<tr><td class='count'></td><td>{self.s.capital(name)}{self._facts(facts)}</td></tr>"

    def _several(self, kind: str) -> str:
        noun = self.g.lexicon.noun(kind)
        return self.g.np(noun, "bare", noun.countable).text

    def _facts(self, facts: list[str]) -> str:
        told = self.s.text(self.g.patterns["semicolon"].join(facts))
        return f' <span class="meta">({told})</span>' if facts else ""

    def _fact(self, what: str, value: str) -> str:
        """A declared property whose value is one of several words: `seen = "owner"`."""
        return self._label(self.s.paper.LABELS.key(f"{what}_{value}"))

    def _label(self, key: LabelKey, **values: object) -> str:
        return self.s.plain_label(key, **values)

    # ---- maps --------------------------------------------------------------------------------

    def maps(self) -> str:
        """Maps of boards whose cells are linked one by one: which cells are adjacent."""
        return "".join(self._map(board) for board in self.world.boards if board.links)

    def _map(self, board: r.Board) -> str:
        near: dict[str, list[str]] = {x.id: [] for x in self.world.records if x.kind == board.cells}
        for a, b in board.links:
            near[a].append(b)
            near[b].append(a)
        rows = "".join(
            f"<tr><td class='count'>{self.s.capital(self.g.title(cell))}</td><td>{self._cells(cells)}</td></tr>"
            for cell, cells in near.items()
        )
        head = f"<tr><th></th><th>{self.s.label('linked')}</th></tr>"
        return f"<h3>{self.s.capital(self.g.title(board.id))}</h3><table class='map'>{head}{rows}</table>"

    def _cells(self, cells: list[str]) -> str:
        return self.s.text(", ".join(self.g.title(cell) for cell in dict.fromkeys(cells))) or "–"
