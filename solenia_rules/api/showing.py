"""A game as it is shown: to a seat as a view and as a picture, to a notebook, and whole to a program that tests it."""

from __future__ import annotations

from solenia_rules.api.errors import PositionError
from solenia_rules.api.history import History
from solenia_rules.api.requests import check_lang, check_picture, check_seat
from solenia_rules.words.languages import IDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    # Imported where they are first needed: a game starts without them.
    from solenia_rules.api.comparison import Difference
    from solenia_rules.api.keys import Keyring
    from solenia_rules.text.views import DecisionView, OptionView, View


class Shown(History):
    """A game that can be looked at; see `History`."""

    if TYPE_CHECKING:

        @property
        def _origin(self) -> tuple[Self, int | None, int, bool] | None: ...

        @property
        def _keyrings(self) -> dict[int | None, Keyring]: ...

    def view(self, seat: int | None, lang: str = "en", log: bool = True, keys: bool = False) -> View:
        """What a seat may know; None is a spectator. Without the log, a view stays small: see `log_since`. With `keys`,
        each visible piece has a key that it keeps while it stays in sight."""
        check_seat(seat, self.seats)
        check_lang(lang)
        given = self._keyring(seat).texts if keys else None
        made = self._services.viewer.view(self._state, seat, keys=given)
        self._show_queries(made)
        decision: DecisionView | None = None
        if self.decision is not None:
            mine = seat == self.decision.seat
            decision = {"seat": self.decision.seat, "prompt": self.decision.text(lang) if mine else None}
            if mine:
                decision["options"] = self.offered(lang)
        made["decision"] = decision
        made["scores"] = {str(k): v for k, v in self.scores.items()} if self._services.scores_seen else {}
        made["winners"] = list(self.winners)
        if log:
            made["log"] = [*self.log_for(seat, lang)]
        return made

    def offered(self, lang: str = "en") -> list[OptionView]:
        """The options of the open decision as data, for the seat that is asked; none if the game is over."""
        check_lang(lang)
        if self.decision is None:
            return []
        asker, seat = self._services.asker, self.decision.seat
        made: list[OptionView] = []
        for named in asker.offer(self._state).named:
            refs = dict(named.refs)
            option: OptionView = {"id": named.id, "label": asker.words.said(named.said, lang), "refs": refs}
            if "piece" in refs:
                self._services.viewer.add_place(option, self._state, named.value, seat)
            if "cell" in refs and (holds := self._holds(named.value, seat, lang)):
                option["holds"] = holds
            made.append(option)
        return made

    def _holds(self, cell: int, seat: int, lang: str) -> str:
        return self._services.contents.of(self._state, cell, seat, lang)

    def _keyring(self, seat: int | None) -> Keyring:
        """The keys of the pieces that a seat sees; worked out once for each position."""
        if seat not in self._keyrings:
            from solenia_rules.api.keys import Keyholder

            holder = Keyholder(self._services.executor.program, self._services.viewer, seat)
            for game in self._line():
                if seat in game._keyrings:
                    continue
                if game._before is not None:
                    made = holder.after(game._before._keyrings[seat], game._before._state, game._news, game._state)
                elif game._origin is not None and game._origin[1] == seat:
                    made = holder.as_before(game._origin[0]._keyring(seat), game._origin[0]._state, game._state)
                else:
                    made = holder.first(game._state)
                game._keyrings[seat] = made
        return self._keyrings[seat]

    def svg(
        self,
        seat: int | None = None,
        lang: str = "en",
        theme: str = "light",
        interactive: bool = False,
        width: int = 960,
    ) -> str:
        """A picture of what a seat may know, as an SVG document; None is a spectator. `interactive` adds the ids of
        options and the keys of pieces, for a table in a browser. The layout follows the width."""
        from solenia_rules.pictures.drawing import draw_view

        check_picture(theme, width)
        view = self.view(seat, lang, log=False, keys=interactive)
        return draw_view(view, self.rules.album(lang), theme, interactive, width, self.names)

    def _repr_svg_(self) -> str:
        """The picture for a spectator; notebooks ask for it."""
        return self.svg()

    def _repr_html_(self) -> str:
        """The picture for a spectator, with the title and what is asked of whom."""
        from solenia_rules.text.html import html_block, html_line

        view, seat = self.view(None, log=False), self._services.asker.words.seat
        scores = {int(one): score for one, score in view["scores"].items()}
        told = [f"{seat(one, IDS)}: {score}" for one, score in scores.items()]
        if self.decision is not None:
            told.append(f"{seat(self.decision.seat, IDS)} is asked")
        elif self.winners:
            told.append(f"won by {', '.join(seat(one, IDS) for one in self.winners)}")
        title = html_line(f"{self.rules.title}, {self.decisions} answers")
        return html_block(title, self.svg(), html_line("; ".join(told)))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook may choose from."""
        return {"image/svg+xml": self.svg(), "text/html": self._repr_html_(), "text/plain": repr(self)}

    def _show_queries(self, made: View) -> None:
        """Add the queries that are shown at the table to a view; a ruleset without any has no such part."""
        if self._services.executor.program.shown:
            made["queries"] = self._services.shown_queries.values(self._state)

    def full_view(self) -> dict[str, object]:
        """The whole position by name, including hidden things and the pending decision."""
        made = self._services.viewer.view(self._state, None, full=True)
        self._show_queries(made)
        asked, decision = self.decision, None
        if asked is not None:
            options = [option.id for option in asked.options]
            decision = {"seat": asked.seat, "kind": asked.kind, "name": asked.name, "options": options}
        return {**made, "decisions": self.decisions, "decision": decision}

    def differences(self, expected: Mapping[str, object]) -> tuple[Difference, ...]:
        """The differences between the position and a sketch; raises `PositionError` for a sketch that is wrong."""
        from solenia_rules.api.comparison import Comparison
        from solenia_rules.api.positions import sketch_data
        from solenia_rules.api.sketches import read_sketch

        program, spelling = self._services.executor.program, self._services.spelling
        read = read_sketch(program, spelling, sketch_data(expected), expected=True)
        if read.flaws:
            raise PositionError(read.flaws)
        query, viewer = self._services.shown_queries.value, self._services.viewer
        found = Comparison(program, spelling, viewer, query, self._state).differences(read.sketch)
        if not found:
            return ()
        raws = [raw for game in self._line() for raw in game._news]
        return tuple(difference.blame(raws, self._services.teller) for difference in found)
