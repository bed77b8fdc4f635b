"""Finds the first decision at which games of two rulesets differ, and the rule that causes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from solenia_rules.api.errors import Error
from solenia_rules.api.events import Event
from solenia_rules.api.game import Game, new_game
from solenia_rules.api.questions import asked_since
from solenia_rules.api.random_games import random_answer
from solenia_rules.api.ruleset import Ruleset

MOST_NAMED = 6
"""The most answers that are named."""


@frozen
class Script:
    """A game to play with both rulesets; a script with only a seed uses random answers."""

    name: str
    seats: int
    seed: int
    answers: tuple[str, ...] | None = None


@frozen
class Parting:
    """The point where two games diverge. `rules`: the text that caused it, in either ruleset, with its place."""

    script: Script
    answers: int
    """The number of answers given to both."""
    what: str
    before: str
    after: str
    rules: tuple[str, ...]


def first_partings(before: Ruleset, after: Ruleset, scripts: Iterable[Script]) -> list[tuple[Script, Parting | None]]:
    """Each script with the point where its games diverge; None if they do not."""
    return [(script, parting(before, after, script)) for script in scripts]


def parting(before: Ruleset, after: Ruleset, script: Script) -> Parting | None:
    try:
        one = new_game(before, script.seats, script.seed)
        other = new_game(after, script.seats, script.seed)
    except Error as problem:
        return Parting(script, 0, "the game cannot be played with both", "", str(problem), ())
    number = 0
    while True:
        found = _apart(script, number, one, other)
        if found is not None:
            return found
        if one.decision is None or (script.answers is not None and number >= len(script.answers)):
            return None
        answer = random_answer(one).id if script.answers is None else script.answers[number]
        if one.decision.find(answer) is None or other.decision is None:
            return Parting(script, number, f"`{answer}` is on offer with neither", "", "", ())
        one, other, number = one.choose(answer), other.choose(answer), number + 1


def _apart(script: Script, number: int, one: Game, other: Game) -> Parting | None:
    """Compare the events since the last answer, then the decision and its options."""
    for mine, theirs in _zipped(one.news, other.news):
        if mine is not None and theirs is not None and (mine.kind, mine.details) == (theirs.kind, theirs.details):
            continue
        unasked = None
        if mine is None and _by_itself(theirs):
            unasked = _unasked(script, number, one, other, True)
        elif theirs is None and _by_itself(mine):
            unasked = _unasked(script, number, other, one, False)
        return unasked or _happened(script, number, (one, mine), (other, theirs))
    first, second = one.decision, other.decision
    if (first is None) != (second is None):
        return Parting(script, number, "whether the game goes on", _asked(one), _asked(other), ())
    if first is None or second is None:
        return None
    if (first.seat, first.name, first.kind) != (second.seat, second.name, second.kind):
        return Parting(script, number, "what is asked", _asked(one), _asked(other), (first.place, second.place))
    ids, others = [o.id for o in first.options], [o.id for o in second.options]
    if ids == others:
        return None
    gone, fresh = [x for x in ids if x not in others], [x for x in others if x not in ids]
    reasons = [other.reason(ident) for ident in gone[:1]] + [one.reason(ident) for ident in fresh[:1]]
    rules = [f"{reason.rule} ({reason.place})" for reason in reasons if reason.place]
    return Parting(script, number, f"what is offered at {first.place}", _listed(gone), _listed(fresh), tuple(rules))


def _happened(
    script: Script, number: int, mine: tuple[Game, Event | None], theirs: tuple[Game, Event | None]
) -> Parting:
    rules = dict.fromkeys((*_rule(*theirs), *_rule(*mine)))
    return Parting(script, number, "what happens", _told(*mine), _told(*theirs), tuple(rules))


def _by_itself(event: Event | None) -> bool:
    return event is not None and event.kind == "answered" and bool(event.details.get("single"))


def _unasked(script: Script, number: int, asking: Game, going: Game, first: bool) -> Parting | None:
    """One ruleset asks a decision for which the other has a single option: explain why the other options are
    missing."""
    there = asked_since(going)
    if asking.decision is None or there.decision is None or asking.decision.name != there.decision.name:
        return None
    offered = [option.id for option in there.decision.options]
    gone = [option.id for option in asking.decision.options if option.id not in offered]
    reasons = [there.reason(ident) for ident in gone[:1]]
    rules = tuple(f"{reason.rule} ({reason.place})" for reason in reasons if reason.place)
    sides = (_listed(gone), _listed([])) if first else (_listed([]), _listed(gone))
    return Parting(script, number, f"what is offered at {asking.decision.place}", *sides, rules)


def _zipped(one: Sequence[Event], other: Sequence[Event]) -> Iterable[tuple[Event | None, Event | None]]:
    for index in range(max(len(one), len(other))):
        yield one[index] if index < len(one) else None, other[index] if index < len(other) else None


def _told(game: Game, event: Event | None) -> str:
    return _asked(game) if event is None else event.text()


def _rule(game: Game, event: Event | None) -> tuple[str, ...]:
    """The rule behind an event; without an event, the rule that asks the decision."""
    if event is not None:
        return (f"{event.rule} ({event.place})",) if event.place else ()
    return () if game.decision is None else (f"{game.decision.rule} ({game.decision.place})",)


def _asked(game: Game) -> str:
    return "the game is over" if game.decision is None else f"seat {game.decision.seat + 1}: {game.decision.prompt}"


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return (", ".join(ids[:MOST_NAMED]) + more) or "nothing more"
