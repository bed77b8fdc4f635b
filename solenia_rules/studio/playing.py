"""A game at the table of the page, against bots or by several people at one device.

The table judges answers with the code of the server, and the page draws it with the page of the server. When the rules
change in the middle of a game, the same answers are given again as far as they hold.
"""

from __future__ import annotations

import solenia_rules as sr
from solenia_rules.serve import positions
from solenia_rules.serve.errors import Refused
from solenia_rules.serve.facts import PERSON, Created
from solenia_rules.serve.table import Seat, Table
from solenia_rules.serve.telling import all_rules, other_answers
from solenia_rules.serve.texts import refusal
from solenia_rules.studio.drafts import Draft, shown_alike
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, list_in, number_in, text_in
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.players import answer_of
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.versions.games import Script, parting

TABLE = "studio"


class Playing:
    """The table of one draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.table: Table | None = None
        self.position: dict[str, object] | None = None
        """The position of a scenario with which the game began."""

    def begin(self, asked: Asked) -> Json:
        """A new game. `seats` says who plays: `person`, or the word for a bot."""
        rules, seats, seed = self.draft.playable(), list_in(asked, "seats"), number_in(asked, "seed")
        for word in seats:
            _check_player(word)
        position = asked.get("position")
        self.position = {str(key): value for key, value in position.items()} if isinstance(position, dict) else None
        try:
            game = sr.new_game(rules, len(seats), seed, self.position)
        except sr.Error as problem:
            raise Refusal(str(problem)) from None
        self.table = _table(rules, game, tuple(seats), seed, [])
        return {"seats": len(seats), "digest": rules.digest}

    def state(self, asked: Asked) -> Json:
        """The table as a seat sees it; the message that the server would send."""
        table = self._table()
        viewer, lang = _viewer(asked), text_in(asked, "lang", "en")
        width = positions.width_of(number_in(asked, "width", 960))
        shown = positions.shown_position(table.game, viewer, lang, text_in(asked, "theme", "light"), width)
        people = set(range(len(table.seats)))
        return {
            "type": "state",
            "version": table.version,
            **shown,
            "log": positions.shown_log(table.game, viewer, lang, 0),
            "log_from": 0,
            "people": positions.shown_people(table, people, {}),
            "wish": None,
            "undoes": table.authors[::-1].index(viewer) + 1 if viewer in table.authors else 0,
            "end": positions.shown_end(table, table.game),
        }

    def act(self, asked: Asked) -> Json:
        """A request of a seat: an answer, taking one back, a reason, an explanation, a position of a finished game."""
        message = asked.get("message")
        if not isinstance(message, dict):
            raise Refusal("the request lacks its message")
        lang, seat = text_in(asked, "lang", "en"), _viewer(asked)
        try:
            return self._act(message, seat, lang, asked)
        except Refused as problem:
            return refusal(problem, lang, str(message.get("request", "")))

    def _act(self, message: Asked, seat: int | None, lang: str, asked: Asked) -> Json:
        table, request = self._table(), text_in(message, "request", "studio")
        done: dict[str, Json] = {"type": "done", "request": request}
        match message.get("type"):
            case "answer" if seat is not None:
                step = table.answer(seat, text_in(message, "option"), number_in(message, "version"), request, lang)
                if step is not None:
                    table.accept(step)
                return done
            case "undo" if seat in table.authors:
                if number_in(message, "version") != table.version:
                    raise Refused("stale", 409)
                self._keep(len(table.authors) - 1 - table.authors[::-1].index(seat))
                return done
            case "why":
                return {**done, "text": table.game.why_not(text_in(message, "option"), lang)}
            case "others":
                return {**done, "options": other_answers(table.game, lang)}
            case "rules":
                return {**done, "topics": all_rules(table.rules, lang)}
            case "explain":
                topic = sr.explain(table.rules, text_in(message, "id"), lang)
                if topic is None:
                    raise Refused("nothing_to_explain", 404)
                return {**done, "text": topic.line()}
            case "replay":
                return {**done, **self._replayed(number_in(message, "step"), seat, lang, asked)}
            case _:
                return done

    def rewind(self, asked: Asked) -> Json:
        """Go back to the position after some answers of the game."""
        answers = number_in(asked, "answers")
        if not 0 <= answers <= len(self._table().authors):
            raise Refusal(f"the game has no position after {answers} answers")
        self._keep(answers)
        return None

    def _keep(self, answers: int) -> None:
        """Keep the first answers of the game only. Whoever designs a game may also take back what showed something
        hidden, or was decided by chance; both happen again in the same way."""
        old = self._table()
        game = self._after(answers)
        self.table = _table(old.rules, game, old.created.seats, game.seed, old.authors[:answers])
        self.table.version = old.version + 1

    def _after(self, answers: int) -> sr.Game:
        """The position after the first answers of the game."""
        table = self._table()
        game = sr.new_game(table.rules, len(table.seats), table.game.seed, self.position)
        for option in table.game.answers[:answers]:
            game = game.choose(option)
        return game

    def _replayed(self, step: int, seat: int | None, lang: str, asked: Asked) -> dict[str, Json]:
        game = self._after(step)
        width = positions.width_of(number_in(asked, "width", 960))
        return {**positions.shown_position(game, seat, lang, text_in(asked, "theme", "light"), width)}

    def bot(self, asked: Asked) -> Json:
        """Let the bot answer whose turn it is; false if a person is asked or the game is over."""
        table = self._table()
        word, decision = table.bot_to_answer(), table.game.decision
        if not word or decision is None:
            return False
        table.accept(table.bot_answer(decision.seat, answer_of(table.game, word).id, word))
        return bool(table.bot_to_answer())

    def carry_on(self, asked: Asked) -> Json:
        """After a change of the rules: the same answers again, as far as they hold, and where the games part. A
        change of words or looks is shown, too."""
        table, rules = self._table(), self.draft.playable()
        if shown_alike(rules, table.rules):
            return {"changed": False}
        count, seed, old = len(table.seats), table.game.seed, table
        try:
            game = sr.new_game(rules, count, seed, self.position)
        except sr.Error as problem:
            raise Refusal(str(problem)) from None
        authors: list[int] = []
        for answer in old.game.answers:
            if game.decision is None or game.decision.find(answer) is None:
                break
            authors.append(game.decision.seat)
            game = game.choose(answer)
        told: Json = None
        if self.position is None and rules.digest != old.rules.digest:
            found = parting(old.rules, rules, Script(TABLE, count, seed, old.game.answers))
            if found is not None:
                told = {"answers": found.answers, "what": found.what, "before": found.before, "after": found.after,
                        "rules": [rule.replace(f"{self.draft.folder}/", "") for rule in found.rules]}  # fmt: skip
        self.table = _table(rules, game, old.created.seats, seed, authors)
        self.table.version = old.version + 1
        return {"changed": True, "kept": len(authors), "given": len(old.game.answers), "parting": told,
                "looks_only": rules.digest == old.rules.digest}  # fmt: skip

    def save(self, asked: Asked) -> Json:
        return self._table().game.dump()

    def _table(self) -> Table:
        if self.table is None:
            raise Refusal("no game was begun")
        return self.table


def _viewer(asked: Asked) -> int | None:
    seat = asked.get("seat")
    return seat if isinstance(seat, int) else None


def _check_player(word: str) -> None:
    if word == PERSON:
        return
    try:
        bot_maker(word)
    except LabError as problem:
        raise Refusal(str(problem)) from None


def _table(rules: sr.Ruleset, game: sr.Game, seats: tuple[str, ...], seed: int, authors: list[int]) -> Table:
    """A table at which everybody sits already."""
    created = Created("", "", rules.digest, str(seed), seats, ("",) * len(seats), "", 0, False)
    return Table(TABLE, created, rules, game, [Seat(plays, token=TABLE) for plays in seats], authors=authors)
