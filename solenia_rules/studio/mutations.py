"""Changes of the rules that no scenario notices, shown at their places in the text. Changes are tried one after the
other; the page asks for a little at a time and can stop."""

from __future__ import annotations

from time import monotonic

from attrs import define, field

from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, number_in
from solenia_rules.studio.trials import Trials
from solenia_rules.tools.scenarios.mutants import GROUPS, Mutant, evenly
from solenia_rules.tools.scenarios.mutation import Court, Verdict

Place = tuple[str, int]
"""A file of the draft and a line."""


@define
class Hearing:
    """The mutants that are tried, and what was found so far."""

    court: Court
    mutants: list[tuple[Mutant, Place]]
    all: int
    tried: int = 0
    noticed: int = 0
    unreadable: int = 0
    """Changes with which the rules cannot be loaded: they are no mutants."""
    unnoticed: list[Json] = field(factory=list)


class Mutations:
    """The mutants of one draft."""

    def __init__(self, draft: Draft, trials: Trials) -> None:
        self.draft = draft
        self.trials = trials
        self.hearing: Hearing | None = None

    def begin(self, asked: Asked) -> Json:
        """Choose the changes: at most `most` of those in the files of the draft, spread evenly over the text."""
        rules, main = self.draft.playable(), str(self.draft.path(self.draft.main))
        runner, scenarios = self.trials.runner(), []
        for name in self.draft.scenarios:
            scenarios += [
                one for one in self.trials.decoded(name, self.draft.texts[name]).scenarios if one.ruleset == main
            ]
        if not scenarios:
            raise Refusal("there are no scenarios of this ruleset, so nothing can notice a change")
        failing = next((one.name for one in scenarios if not runner.run(one).passed), None)
        if failing is not None:
            raise Refusal(f"the scenario `{failing}` fails: mend it first, so that only changes make scenarios fail")
        court = Court(scenarios)
        placed = [(one, self._place(one)) for one in court.mutants(GROUPS)]
        own = [(one, place) for one, place in placed if place is not None]
        places = dict(own)
        chosen = evenly([one for one, _place in own], number_in(asked, "most", len(own)))
        self.hearing = Hearing(court, [(one, places[one]) for one in chosen], len(own))
        return {"digest": rules.digest, "wanted": len(chosen), "all": len(own)}

    def more(self, asked: Asked) -> Json:
        """Try changes for about `milliseconds`, and tell all that no scenario noticed."""
        hearing = self.hearing
        if hearing is None:
            raise Refusal("no changes were chosen")
        until = monotonic() + number_in(asked, "milliseconds", 50) / 1000
        while hearing.tried < len(hearing.mutants):
            mutant, place = hearing.mutants[hearing.tried]
            self._judged(hearing, hearing.court.judge(mutant), place)
            hearing.tried += 1
            if monotonic() >= until:
                break
        return {"tried": hearing.tried, "wanted": len(hearing.mutants), "all": hearing.all, "noticed": hearing.noticed,
                "unreadable": hearing.unreadable, "unnoticed": hearing.unnoticed}  # fmt: skip

    def _judged(self, hearing: Hearing, verdict: Verdict, place: Place) -> None:
        if verdict.new is None:
            hearing.unreadable += 1
        elif verdict.killer is not None:
            hearing.noticed += 1
        else:
            file, line = place
            mutant = verdict.mutant
            hearing.unnoticed.append({"file": file, "line": line, "path": ".".join(mutant.path), "old": mutant.old,
                                      "new": verdict.new})  # fmt: skip

    def _place(self, mutant: Mutant) -> Place | None:
        """Where a change stands in the draft; None for a change in a file of its base."""
        name, _colon, rest = mutant.place.rpartition(":")[0].rpartition(":")
        path = self.draft.look(self.draft.main).paths.get(name)
        file = self.draft.name(path) if path is not None else ""
        return (file, int(rest)) if file in self.draft.texts else None
