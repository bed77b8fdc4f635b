"""Searches values with which a game reaches its goals. Optuna proposes values; each proposal plays few games first, and
only the best ones play more (successive halving). All proposals play the same seeds, so that luck hardly decides
between them. A study in a file can be continued."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from solenia_rules.api.errors import RulesetError
from solenia_rules.tools.lab.chunk import rules_of
from solenia_rules.tools.lab.errors import LabError, MissingExtra
from solenia_rules.tools.lab.tune.gathering import Gatherer
from solenia_rules.tools.lab.tune.goals import Goal
from solenia_rules.tools.lab.tune.measures import Evidence, measured
from solenia_rules.tools.lab.tune.settings import Setting, space, with_values
from solenia_rules.tools.lab.wire import Job

if TYPE_CHECKING:
    from optuna import Study
    from optuna.trial import FrozenTrial, Trial

HALVING = 4
"""One of this many proposals goes on to the next round, which plays this many times as many games."""
RUNGS = 3
UNKNOWN = 10.0
"""The loss for a goal of which the games say nothing."""
WORST = 1000.0
"""The loss of values with which the rules do not hold together."""
SIMPLER = 0.05
"""Setting a number back to its old value may cost this much, because a smaller change is better."""
NEARBY = 2
"""How far a neighbour of the best proposal is away in one number."""
MOST_AGAIN = 100
"""So many proposals in a row that were played before end the search."""


@frozen
class Question:
    """What is asked: the rules, the numbers that may change, the goals, and who plays."""

    job: Job
    settings: tuple[Setting, ...]
    goals: tuple[Goal, ...]
    games: int
    """The most games of one proposal."""

    @property
    def now(self) -> tuple[int, ...]:
        """The values as they are."""
        return tuple(one.value for one in self.settings)

    @property
    def rungs(self) -> tuple[int, ...]:
        """How many games a proposal has played when it is judged."""
        return tuple(sorted({max(2, self.games // HALVING**step) for step in range(RUNGS)}))

    def name(self) -> str:
        """Equal for equal questions: a file holds a study for each."""
        job = self.job
        asked = [job.rules, str(job.seats), *job.bots, str(job.seed), *(repr(one) for one in self.settings)]
        asked += [f"{goal.about} {goal.low} {goal.high}" for goal in self.goals]
        return sha256("\n".join([*asked, str(self.rungs)]).encode()).hexdigest()[:16]


@frozen
class Proposal:
    """Values that were tried: what they gave, and in how many games."""

    values: tuple[int, ...]
    games: int
    found: tuple[float | None, ...]
    """The measure of each goal; None if the games do not tell."""
    loss: float
    refused: str = ""
    """Why the rules do not hold together with these values."""
    shortfalls: tuple[float, ...] = field(kw_only=True)

    @property
    def reached(self) -> bool:
        """Whether all goals are reached in the games that were played."""
        return not any(self.shortfalls)


def check_installed() -> None:
    if find_spec("optuna") is None:
        raise MissingExtra("`tune`", "tune")


class Search:
    """A study of one question."""

    def __init__(self, question: Question, gatherer: Gatherer, file: Path | None) -> None:
        check_installed()
        self.question, self.gatherer = question, gatherer
        self.study = _opened(question, file)
        self.known: dict[tuple[int, ...], Proposal] = {}
        """All proposals by their values, with the most games that they played."""
        for trial in self.study.get_trials(deepcopy=False):
            if not trial.state.is_finished():
                self._drop(trial)
            elif (read := _recalled(trial, question)) is not None:
                self.known[read.values] = read

    def _drop(self, trial: FrozenTrial) -> None:
        """A trial that an interrupt or a crash left unfinished."""
        from optuna.trial import TrialState

        if trial.state == TrialState.RUNNING:
            self.study.tell(trial.number, state=TrialState.FAIL)

    def run(self, trials: int, each: Callable[[Proposal], None]) -> None:
        """Try proposals until so many were tried: first the values as they are; all values if there are so few, else
        what Optuna proposes. Raises `KeyboardInterrupt` if the user stops it."""
        for values in self._first(trials):
            if len(self.known) < trials and values not in self.known:
                self.study.enqueue_trial(self._named(values), skip_if_exists=True)
        again = 0
        while len(self.known) < min(trials, space(self.question.settings)) and again < MOST_AGAIN:
            trial = self._asked()
            values = tuple(trial.suggest_int(one.name, one.low, one.high) for one in self.question.settings)
            if values in self.known:
                again += 1
                self.study.tell(trial, self.known[values].loss)
                continue
            again = 0
            found = self._tried(trial, values)
            self.known[values] = found
            each(found)

    def _first(self, trials: int) -> Iterator[tuple[int, ...]]:
        settings, now = self.question.settings, self.question.now
        if all(one.low <= one.value <= one.high for one in settings):
            yield now
        if space(settings) <= trials:
            every = product(*(range(one.low, one.high + 1) for one in settings))
            yield from sorted(every, key=lambda values: sum(abs(a - b) for a, b in zip(values, now, strict=True)))

    def _named(self, values: Sequence[int]) -> dict[str, int]:
        return {one.name: value for one, value in zip(self.question.settings, values, strict=True)}

    def _asked(self) -> Trial:
        """A proposal depends only on the seed, its number and what was found before: a study that was interrupted goes
        on as if it had not been."""
        from optuna.samplers import TPESampler

        number = len(self.study.get_trials(deepcopy=False))
        if number % 2 and (near := self._neighbours()):
            self.study.enqueue_trial(self._named(Random(self.question.job.seed + number).choice(near)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Optuna calls `multivariate` experimental
            self.study.sampler = TPESampler(seed=(self.question.job.seed + number) % 2**32, multivariate=True)
            return self.study.ask()

    def _neighbours(self) -> list[tuple[int, ...]]:
        """What was not tried yet and differs from the best proposal by a few in one number. Every second proposal is
        one of them: most measures rise or fall steadily with a number."""
        if not self.known:
            return []
        best = min(self.known.values(), key=lambda one: (one.loss, one.values)).values
        found = []
        for place, setting in enumerate(self.question.settings):
            for step in (*range(-NEARBY, 0), *range(1, NEARBY + 1)):
                values = (*best[:place], best[place] + step, *best[place + 1 :])
                if setting.low <= values[place] <= setting.high and values not in self.known:
                    found.append(values)
        return found

    def _tried(self, trial: Trial, values: tuple[int, ...]) -> Proposal:
        from optuna.trial import TrialState

        job, evidence, found = self._job(values), Evidence(), self._refused(values)
        if found is None:
            for games in self.question.rungs:
                self.gatherer.gather(job, evidence, games)
                found = self._judged(values, evidence)
                trial.report(found.loss, games)
                if games < self.question.games and trial.should_prune():
                    break
        assert found is not None
        for key, value in _stored(found).items():
            trial.set_user_attr(key, value)
        pruned = found.games < self.question.games and not found.refused
        self.study.tell(trial, None if pruned else found.loss, TrialState.PRUNED if pruned else TrialState.COMPLETE)
        return found

    def _job(self, values: Sequence[int]) -> Job:
        plain = self.gatherer.job(self.question.job)
        if tuple(values) == self.question.now:
            return plain
        return evolve(plain, rules=with_values(plain.rules, self.question.settings, values))

    def _refused(self, values: tuple[int, ...]) -> Proposal | None:
        """The proposal if the rules do not hold together with these values."""
        try:
            rules_of(self._job(values))
        except RulesetError as problem:
            if values == self.question.now:
                raise
            first = problem.diagnostics[0]
            none = (None,) * len(self.question.goals)
            return Proposal(values, 0, none, WORST, f"{first.code} {first.message}", shortfalls=(WORST,) * len(none))
        return None

    def _judged(self, values: tuple[int, ...], evidence: Evidence) -> Proposal:
        made = [measured(goal.measure, evidence) for goal in self.question.goals]
        found = tuple(None if one is None or not one.count else one.value for one in made)
        return _proposal(self.question, values, len(evidence.games), found)

    def played(self, values: tuple[int, ...]) -> Proposal:
        """A proposal with all games, without the study."""
        found = self.known.get(values)
        if found is None or (found.games < self.question.games and not found.refused):
            evidence, found = Evidence(), self._refused(values)
            if found is None:
                self.gatherer.gather(self._job(values), evidence, self.question.games)
                found = self._judged(values, evidence)
        return found

    def best(self, count: int) -> list[Proposal]:
        """The best proposals that played all games; first the one with the smallest loss."""
        full = [one for one in self.known.values() if one.games >= self.question.games]
        return sorted(full, key=lambda one: (one.loss, self._distance(one), one.values))[:count]

    def _distance(self, one: Proposal) -> int:
        return sum(value != now for value, now in zip(one.values, self.question.now, strict=True))

    def simpler(self, found: Proposal) -> Proposal:
        """The proposal with numbers set back to their old values, one after the other, as long as it costs nothing."""
        for place, setting in enumerate(self.question.settings):
            now = setting.value
            if found.values[place] == now or not setting.low <= now <= setting.high:
                continue
            values = (*found.values[:place], now, *found.values[place + 1 :])
            other = self.known[values] = self.played(values)
            if other.loss <= found.loss + SIMPLER and (other.reached or not found.reached):
                found = other
        return found

    def front(self) -> list[Proposal]:
        """The trade-offs: proposals that played all games and to which none is better in one goal without being worse
        in another."""
        full = [one for one in self.known.values() if one.games >= self.question.games]
        kept: dict[tuple[float, ...], Proposal] = {}
        for one in sorted(full, key=lambda one: (one.loss, one.values)):
            if not any(_better(other.shortfalls, one.shortfalls) for other in full):
                kept.setdefault(one.shortfalls, one)
        return list(kept.values())


def _better(a: Sequence[float], b: Sequence[float]) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True)) and tuple(a) != tuple(b)


def _proposal(question: Question, values: tuple[int, ...], games: int, found: tuple[float | None, ...]) -> Proposal:
    pairs = list(zip(question.goals, found, strict=True))
    loss = sum(UNKNOWN if value is None else goal.loss(value) for goal, value in pairs)
    shortfalls = tuple(UNKNOWN if value is None else goal.shortfall(value) for goal, value in pairs)
    return Proposal(values, games, found, loss, shortfalls=shortfalls)


def _stored(found: Proposal) -> dict[str, object]:
    """What the file keeps of a proposal besides its values."""
    return {"games": found.games, "found": list(found.found), "refused": found.refused}


def _recalled(trial: FrozenTrial, question: Question) -> Proposal | None:
    """A proposal from the file; None for a trial that failed."""
    kept = trial.user_attrs
    if "found" not in kept:
        return None
    values = tuple(trial.params[one.name] for one in question.settings)
    if kept["refused"]:
        none = (None,) * len(question.goals)
        return Proposal(values, 0, none, WORST, kept["refused"], shortfalls=(WORST,) * len(none))
    return _proposal(question, values, kept["games"], tuple(kept["found"]))


def _opened(question: Question, file: Path | None) -> Study:
    """The study of a question, in memory or in a file."""
    import optuna
    from sqlalchemy.exc import SQLAlchemyError

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    pruner = optuna.pruners.SuccessiveHalvingPruner(min_resource=question.rungs[0], reduction_factor=HALVING)
    storage = None if file is None else f"sqlite:///{file}"
    try:
        return optuna.create_study(
            storage=storage, study_name=question.name(), load_if_exists=True, direction="minimize", pruner=pruner
        )
    except (SQLAlchemyError, RuntimeError, OSError) as problem:
        reason = str(problem).splitlines()[0]
        raise LabError(f"--study {file}: no study can be kept in this file: {reason}") from None
