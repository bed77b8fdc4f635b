"""A game to play in a notebook: a picture in which the answers can be clicked (extra `notebook`).

    from solenia_rules.notebook import Board
    board = Board(sr.new_game(sr.load("summer"), seed=7), seat=0, bots={1: "greedy"})
    board                # shows the picture; click an option
    board.game           # the game as it is now

The widget shows what one seat may know, and sends the id of the option that was clicked. Everything else happens here.
"""

from __future__ import annotations

from collections.abc import Mapping

import solenia_rules as sr
from solenia_rules.api.errors import AnswerError, SetupError, UndoError
from solenia_rules.api.requests import check_lang, check_seat
from solenia_rules.tools.lab.errors import MissingExtra
from solenia_rules.tools.lab.players import answer_of
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.words.by_language import play_words

try:
    import anywidget
    import traitlets
except ImportError:
    raise MissingExtra("the widget for notebooks", "notebook") from None

ESM = """
function render({ model, el }) {
  const prompt = document.createElement("p");
  const options = document.createElement("div");
  const picture = document.createElement("div");
  prompt.setAttribute("role", "status");
  el.classList.add("solenia");
  el.append(prompt, options, picture);
  const answer = (id) => { model.set("clicked", { id, number: model.get("number") }); model.save_changes(); };
  const draw = () => {
    prompt.textContent = model.get("prompt");
    picture.innerHTML = model.get("picture");
    options.replaceChildren(...model.get("options").map(({ id, label }) => {
      const button = document.createElement("button");
      button.textContent = label;
      button.dataset.answer = id;
      button.onclick = () => answer(id);
      return button;
    }));
  };
  picture.onclick = ({ target }) => {
    const chosen = target.closest("[data-option]");
    if (chosen) answer(chosen.dataset.option);
  };
  model.on("change:number", draw);
  draw();
}
export default { render };
"""
CSS = """
.solenia [data-option] { cursor: pointer; }
.solenia [data-option]:hover { outline: 3px solid #c60; outline-offset: 2px; }
.solenia button { margin: 0.15rem; }
.solenia svg { max-width: 100%; height: auto; }
"""


class Board(anywidget.AnyWidget):  # type: ignore[misc]
    """A game of which one seat is played by clicking. `bots`: who plays other seats; a seat without a bot is also
    played by clicking, with the view of the seat that is asked."""

    _esm = ESM
    _css = CSS
    picture = traitlets.Unicode("").tag(sync=True)
    prompt = traitlets.Unicode("").tag(sync=True)
    options: traitlets.List[dict[str, str]] = traitlets.List([]).tag(sync=True)
    number = traitlets.Int(0).tag(sync=True)
    """Grows with every change, so that a click on an old picture is not taken for an answer to a new question."""
    clicked = traitlets.Dict({}).tag(sync=True)

    def __init__(
        self, game: sr.Game, seat: int | None = 0, bots: Mapping[int, str] | None = None, lang: str = "en"
    ) -> None:
        super().__init__()
        if not isinstance(game, sr.Game):
            raise SetupError("a board needs a game: use new_game() first")
        check_seat(seat, game.seats)
        check_lang(lang)
        for word in (bots or {}).values():
            bot_maker(word)
        self.seat, self.bots, self.lang = seat, dict(bots or {}), lang
        self.game = game
        self._go_on()
        self.observe(self._on_click, "clicked")

    def answer(self, option: str) -> None:
        """Answer the open decision, as a click does. A refusal is shown with its reason."""
        try:
            self.game = self.game.choose(option)
        except AnswerError as problem:
            self.prompt = problem.text(self.lang)
            self.number += 1
            return
        self._go_on()

    def undo(self) -> None:
        """Take back the last answer that was clicked, with those of bots after it, if that reveals nothing."""
        try:
            game = self.game.undo(agreed=True)
            while game.decision is not None and game.decision.seat in self.bots:
                game = game.undo(agreed=True)
            self.game = game
        except UndoError as problem:
            self.prompt = problem.text(self.lang)
            self.number += 1
            return
        self._show()

    def _on_click(self, change: dict[str, object]) -> None:
        given = change["new"]
        if isinstance(given, dict) and given.get("number") == self.number and isinstance(given.get("id"), str):
            self.answer(str(given["id"]))

    def _go_on(self) -> None:
        """Let bots answer, and show whose turn it is."""
        while self.game.decision is not None and self.game.decision.seat in self.bots:
            self.game = self.game.choose(answer_of(self.game, self.bots[self.game.decision.seat]))
        self._show()

    def _show(self) -> None:
        decision = self.game.decision
        viewer = self.seat if decision is None or self.seat is None else decision.seat
        self.picture = self.game.svg(viewer, self.lang, interactive=True)
        self.options = [{"id": one["id"], "label": one["label"]} for one in self.game.offered(self.lang)]
        if decision is None:
            lines = self.game.events_since(0, viewer, self.lang)
            self.prompt = next((line["text"] for line in reversed(lines) if line["kind"] == "won"), "")
        else:
            seat, asked = self._name(decision.seat), decision.text(self.lang)
            self.prompt = play_words(self.lang).EVENTS["answered"].format(seat=seat, option=asked)
        self.number += 1

    def _name(self, seat: int) -> str:
        """What people call a seat."""
        named = self.game.names[seat] if self.game.names else ""
        return named or play_words(self.lang).WORDS["seat"].format(n=seat + 1)
