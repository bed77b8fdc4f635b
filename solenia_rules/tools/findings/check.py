"""Runs all checks that play a ruleset, and drops the static warnings that play has disproved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solenia_rules.api.loading import load, load_base
from solenia_rules.api.looking import TRIED, sifted
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.checked.acts import Choose, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.rules.resolver import Resolved, resolve
from solenia_rules.text.codes import TRYING
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.tools.findings.evidence import Evidence, Trouble
from solenia_rules.tools.findings.modifiers import Modifiers
from solenia_rules.tools.findings.never import Never
from solenia_rules.tools.findings.own import Own
from solenia_rules.tools.findings.passed_over import PassedOver
from solenia_rules.tools.findings.players import RandomPlayer
from solenia_rules.tools.findings.ranges import find_out_of_range
from solenia_rules.tools.findings.referee import Progress, Referee, play_games
from solenia_rules.tools.findings.sameness import find_sameness
from solenia_rules.tools.findings.secrets import find_told_secrets
from solenia_rules.tools.findings.ways import find_in_ways

MANY = 100
"""The number of games after which an allowance without a finding is reported as unnecessary."""
CONFIRMING = 60
"""The number of games that confirm that something never happened."""
UNSETTLED = "W607"
"""This code needs enough offers of an option. Without them no finding is made, so its allowance is never reported as
unnecessary."""
UNCHANGED = "W032"
"""The warning about a variant that changes no rule: that it plays like its base needs no second finding."""
WARNINGS = frozenset(code for code in TRYING if code.startswith("W") and code not in (UNSETTLED, TRIED))


def find_by_play(
    spec: str,
    games: int,
    seed: int = 0,
    seats: tuple[int, ...] | None = None,
    doubts: tuple[Diagnostic, ...] = (),
    evidence: Evidence | None = None,
    progress: Progress = lambda _done: None,
    resolved: Resolved | None = None,
) -> tuple[Diagnostic, ...]:
    """The findings in a ruleset without errors, those that break games first, without those that the ruleset allows.
    They follow the `doubts` of the static check, without those that play has settled. After an interrupt they are
    those that were found until then; the evidence says so. `resolved`: the files of the ruleset, if they have been
    read."""
    resolved = resolve(spec) if resolved is None else resolved
    rules = load(spec)
    evidence = Evidence() if evidence is None else evidence
    found = list(_find(rules, resolved, spec, games, seed, seats or tuple(rules.seats), evidence, progress))
    judged = WARNINGS if games >= MANY and seats is None and not evidence.stopped else ()
    own = Own.of(resolved)
    for span in [span for span in evidence.tried if not own.holds(span)]:
        del evidence.tried[span]
    made = tuple(sifted(resolved, found, judged))
    return (*unsettled(doubts, Calls(rules.checked), evidence), *made)


def _find(
    rules: Ruleset,
    resolved: Resolved,
    spec: str,
    games: int,
    seed: int,
    seats: tuple[int, ...],
    evidence: Evidence,
    progress: Progress,
) -> Iterator[Diagnostic]:
    referees = play_games(rules, games, seed, seats, evidence, progress=progress)
    yield from _stuck(evidence)
    yield from _endless(evidence, rules)
    if evidence.capped or evidence.stopped:
        return
    try:
        yield from _find_more(rules, resolved, spec, games, seed, seats, evidence, referees)
    except KeyboardInterrupt:
        evidence.stopped = True


def _find_more(
    rules: Ruleset,
    resolved: Resolved,
    spec: str,
    games: int,
    seed: int,
    seats: tuple[int, ...],
    evidence: Evidence,
    referees: list[Referee],
) -> Iterator[Diagnostic]:
    """What is found where all games came to an end."""
    own = Own.of(resolved)
    calls = Calls(rules.checked)
    if any(Never(calls, evidence, own).find()):
        # Optimizing may remove statements, so the unoptimized program confirms that a statement never ran.
        played = evidence.total
        play_games(rules, min(games, CONFIRMING), seed + games, seats, evidence, refined=False)
        evidence.confirming = evidence.total - played
        if evidence.stopped:
            return
        yield from Never(calls, evidence, own).find()
    yield from find_told_secrets(rules, seats, seed)
    beaten: set[tuple[Span, str]] = set()
    yield from find_in_ways(rules.checked, referees, own, beaten)
    yield from PassedOver(rules, {referee.seats: referee.judge for referee in referees}, own).find(games, seed, beaten)
    yield from Modifiers(rules, seats[-1], own).find()
    yield from find_out_of_range(rules, spec, own, seed, stuck=bool(evidence.stuck))
    if not any(warning.code == UNCHANGED for warning in resolved.warnings):
        yield from find_sameness(rules, load_base(spec), evidence, own, games, seed)


def _stuck(evidence: Evidence) -> Iterator[Diagnostic]:
    by_games = {span: {(t.seats, t.seed, t.player) for t in troubles} for span, troubles in evidence.stuck.items()}
    for span, games in sorted(by_games.items(), key=lambda found: -len(found[1])):
        troubles = sorted(evidence.stuck[span], key=lambda trouble: trouble.player != RandomPlayer.name)
        message = f"a seat got stuck here in {len(games)} of {evidence.total} games ({_first(troubles)})"
        hint = "give the seat another option, or test first: `if some(...) { }`, `may`, `try`, or a branch of `choose`"
        yield Diagnostic("E603", message, span, hint)


def _endless(evidence: Evidence, rules: Ruleset) -> Iterator[Diagnostic]:
    steps = [step for step in rules.world.steps if step.section == "play"]
    span = steps[0].effect.span if steps else rules.world.span
    for cap, troubles in evidence.capped.items():
        message = (
            f"{len(troubles)} of {evidence.total} games did not end before the limit on {cap} ({_first(troubles)})"
        )
        yield Diagnostic(
            "E604", message, span, "make sure that games end: count rounds, or test for a goal that players reach"
        )


def _first(troubles: list[Trouble]) -> str:
    one = troubles[0]
    if one.player == RandomPlayer.name:
        return f"see `solenia play NAME --seats {','.join([one.player] * one.seats)} --seed {one.seed}`"
    return f"the first: {one.seats} seats, seed {one.seed}, {one.player} answers"


EMPTY = "W503"
OFTEN = 40
"""How often a choice must have been reached."""


def unsettled(doubts: Iterable[Diagnostic], calls: Calls, evidence: Evidence) -> Iterator[Diagnostic]:
    """The doubts that play has not settled."""
    full = {
        act.source.span
        for text in calls.texts.values()
        for act in all_acts(text.acts)
        if isinstance(act, Choose) and evidence.asked[act.span] >= OFTEN and act.span not in evidence.stuck
    }
    return (doubt for doubt in doubts if doubt.code != EMPTY or doubt.span not in full)
