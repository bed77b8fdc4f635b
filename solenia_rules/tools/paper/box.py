"""Lists the components of a ruleset: pieces, counters, state, zones and who sees them, maps.

What the looks hide from players (`shown = false`) is bookkeeping: such counters, state and boards are left out, but not
a counter with a limit, which is a rule, nor a zone, whose order and sight are rules.
"""

from __future__ import annotations

from solenia_rules.rules import records as r
from solenia_rules.tools.paper.setting import Setting


class Box:
    """Tables of the declarations of a ruleset."""

    def __init__(self, setting: Setting) -> None:
        self.s, self.g, self.world = setting, setting.g, setting.world

    def components(self) -> str:
        rows = [self._piece(kind) for kind in self.world.pieces]
        hidden = self.world.unshown
        rows += [self._counter(counter) for counter in self.world.counters if self.s.tells_counter(counter)]
        noted = "".join(self._noted(one) for one in self.world.declared_state if one.id not in hidden)
        boards = (board for board in self.world.boards if board.id not in hidden)
        places = "".join([*map(self._zone, self.world.zones), *map(self._board, boards)])
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
        facts = [*(said.text for said in self.s.topics.counter(counter)), *self.s.topics.declared.counter(counter)]
        return f"<tr><td class='count'>{self.s.icon(counter.id)}</td><td>{named}{extra}{self._facts(facts)}</td></tr>"

    def _noted(self, variable: r.StateVariable) -> str:
        _kind, *facts = self.s.topics.declared.state(variable)
        return self._place(variable.id, variable.per, facts)

    # ---- places ------------------------------------------------------------------------------

    def _zone(self, zone: r.Zone) -> str:
        return self._place(zone.id, zone.per, list(self.s.topics.declared.zone(zone)))

    def _board(self, board: r.Board) -> str:
        return self._place(board.id, board.per, list(self.s.topics.declared.board(board)))

    def _place(self, ident: str, per: str | None, facts: list[str]) -> str:
        name = self.g.finish(self.s.topics.beginnings.named(ident, (per,) if per else ()))
        return f"<tr><td class='count'></td><td>{self.s.capital(name)}{self._facts(facts)}</td></tr>"

    def _facts(self, facts: list[str]) -> str:
        told = self.s.text(self.g.patterns["semicolon"].join(facts))
        return f' <span class="meta">({told})</span>' if facts else ""

    # ---- maps --------------------------------------------------------------------------------

    def maps(self) -> str:
        """Maps of boards whose cells are linked one by one: which cells are adjacent."""
        return "".join(
            self._map(board) for board in self.world.boards if board.links and board.id not in self.world.unshown
        )

    def _map(self, board: r.Board) -> str:
        rows = "".join(
            f"<tr><td class='count'>{self.s.capital(cell)}</td><td>{self.s.text(', '.join(near)) or '–'}</td></tr>"
            for cell, near in self.s.topics.declared.links(board)
        )
        head = f"<tr><th></th><th>{self.s.text(self.g.patterns['linked'])}</th></tr>"
        return f"<h3>{self.s.capital(self.g.title(board.id))}</h3><table class='map'>{head}{rows}</table>"
