"""Finds the single-token changes of a ruleset that no scenario notices.

A mutant is a ruleset that still loads with one token changed. It is killed if a scenario of a ruleset that contains the
text fails. Rulesets without scenarios are left out.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import frozen

from solenia_rules.api.loading import load_text
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.writer import document_text
from solenia_rules.tools.scenarios.mutants import Mutant, Subject, find_mutants
from solenia_rules.tools.scenarios.records import Scenario
from solenia_rules.tools.scenarios.runner import Runner


@frozen
class Verdict:
    mutant: Mutant
    new: str | None
    """None: no replacement loads, so this is not a mutant."""
    killer: str | None
    """The scenario that failed."""

    @property
    def line(self) -> str:
        where = self.mutant.place or self.mutant.rulesets[0]
        return f"{where}: {'.'.join(self.mutant.path)}: `{self.mutant.old}` -> `{self.new}`"


class Court:
    """Tests mutants of some rulesets. `scenarios` are tried in the given order."""

    def __init__(self, scenarios: Iterable[Scenario]) -> None:
        by_ruleset: dict[str, list[Scenario]] = {}
        for scenario in scenarios:
            by_ruleset.setdefault(scenario.ruleset, []).append(scenario)
        self.subjects = {spec: Subject(spec, found) for spec, found in by_ruleset.items()}

    def mutants(self, groups: Sequence[str], part: str | None = None) -> list[Mutant]:
        return find_mutants(self.subjects.values(), groups, part)

    def judge(self, mutant: Mutant) -> Verdict:
        """Test whether a scenario fails."""
        first = self.subjects[mutant.rulesets[0]]
        for new in mutant.new:
            if not _loads(first.mutated(mutant, new), first.rules.id):
                continue
            for name in mutant.rulesets:
                subject = self.subjects[name]
                killer = _killer(subject, subject.mutated(mutant, new), mutant)
                if killer is not None:
                    return Verdict(mutant, new, killer)
            return Verdict(mutant, new, None)
        return Verdict(mutant, None, None)


def _killer(subject: Subject, document: dict[str, object], mutant: Mutant) -> str | None:
    """The name of a scenario that fails with these rules; scenarios that name the changed thing are played first."""

    def load(_spec: str, params: dict[str, int]) -> Ruleset:
        changed = copy.deepcopy(document)
        declared = changed.get("params")
        for param, value in params.items():
            assert isinstance(declared, dict)
            declared[param]["default"] = value
        return load_text(document_text(changed), subject.rules.id)

    runner = Runner(load)
    for scenario in sorted(subject.scenarios, key=lambda s: mutant.path[1] not in f"{s.name} {s.given} {s.steps}"):
        if not runner.run(scenario).passed:
            return f"{subject.name}: {scenario.name}"
    return None


def _loads(document: dict[str, object], name: str) -> bool:
    try:
        load_text(document_text(document), name)
    except RulesetError:
        return False
    return True


# ---- several at a time -------------------------------------------------------------------------------------------

Open = Callable[[], Sequence[Scenario]]
"""Reads the scenarios; each process calls it for itself."""
_COURTS: list[Court] = []


def _begin(scenarios: Open) -> None:
    _COURTS[:] = [Court(scenarios())]


def _judged(mutant: Mutant) -> Verdict:
    return _COURTS[0].judge(mutant)


def verdicts(court: Court, mutants: Sequence[Mutant], scenarios: Open, jobs: int = 1) -> Iterator[Verdict]:
    """The verdicts in the order of the mutants; changes that do not load are left out."""
    if jobs <= 1:
        found: Iterable[Verdict] = map(court.judge, mutants)
        yield from (verdict for verdict in found if verdict.new is not None)
        return
    from multiprocessing import get_context

    with get_context("spawn").Pool(jobs, _begin, (scenarios,)) as pool:
        yield from (verdict for verdict in pool.imap(_judged, mutants, chunksize=4) if verdict.new is not None)
