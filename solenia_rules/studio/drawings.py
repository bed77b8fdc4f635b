"""The picture beside the text: the beginning of a game by the rules as they are now, or the position of the scenario in
which the cursor stands, after the answers that are written before the cursor."""

from __future__ import annotations

from attrs import evolve

import solenia_rules as sr
from solenia_rules.rules.files import SCENARIOS
from solenia_rules.serve import positions
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, number_in, text_in
from solenia_rules.studio.trials import Trials
from solenia_rules.tools.scenarios.records import Answer, Scenario
from solenia_rules.tools.scenarios.runner import ANSWER


class Drawings:
    """Pictures of positions of one draft."""

    def __init__(self, draft: Draft, trials: Trials) -> None:
        self.draft = draft
        self.trials = trials

    def draw(self, asked: Asked) -> Json:
        """The picture as a seat sees it (`seat`; None is a spectator), and what it shows. Without `picture` the text
        has mistakes, and the page keeps the picture that it has."""
        rules = self.draft.rules()
        if not self.draft.is_current():
            return {"current": False}
        file, at = text_in(asked, "file"), number_in(asked, "at", 0)
        scenario = self._scenario(file, at) if file.endswith(SCENARIOS) and file in self.draft.texts else None
        told: dict[str, Json] = {"current": True, "seats": list(rules.seats), "scenario": None}
        if scenario is None:
            count = number_in(asked, "seats", rules.seats[0])
            game = self._begun(count if count in rules.seats else rules.seats[0], number_in(asked, "seed", 0))
        else:
            game, shown = self._reached(scenario, at)
            told["scenario"] = shown
        viewer = asked.get("seat")
        seat = viewer if isinstance(viewer, int) and 0 <= viewer < game.seats else None
        width = positions.width_of(number_in(asked, "width", 960))
        told |= {"count": game.seats, "seat": seat, "seed": game.seed}
        told["picture"] = game.svg(seat, text_in(asked, "lang", "en"), text_in(asked, "theme", "light"), width=width)
        return told

    def _begun(self, seats: int, seed: int) -> sr.Game:
        try:
            return sr.new_game(self.draft.playable(), seats, seed)
        except sr.Error as problem:
            raise Refusal(str(problem)) from None

    def _scenario(self, file: str, at: int) -> Scenario | None:
        """The scenario in which an offset of the page lies; None before the first one."""
        decoded = self.trials.decoded(file, self.draft.texts[file])
        if decoded.diagnostics:
            raise Refusal(decoded.diagnostics[0].told)
        begun = [one for one in decoded.scenarios if self.draft.range(one.spans.value(one.path))[0] <= at]
        return begun[-1] if begun else None

    def _reached(self, scenario: Scenario, at: int) -> tuple[sr.Game, Json]:
        """The position after the answers before the cursor, and what is said about it."""
        answers = [step for step in scenario.steps if isinstance(step, Answer)]
        given = [one for one in answers if self.draft.range(scenario.spans.value(one.path))[1] <= at]
        outcome = self.trials.runner().run(evolve(scenario, steps=tuple(given)))
        if outcome.game is None:
            raise Refusal(outcome.diagnostics[0].told)
        refused = next((one for one in outcome.failures if one.what == ANSWER), None)
        return outcome.game, {
            "name": scenario.name, "given": len(given), "answers": len(answers),
            "refused": "" if refused is None else refused.expected.split("`")[1],
        }  # fmt: skip
