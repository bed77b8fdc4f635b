"""Worked examples: scenarios of a ruleset, played and described in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from solenia_rules.api.events import Event, lines_of
from solenia_rules.api.game import Game, new_game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.files import open_bundle
from solenia_rules.sentences.topics import Topics
from solenia_rules.text.counted import counted
from solenia_rules.tools.scenarios.decoder import decode_file
from solenia_rules.tools.scenarios.files import files_of
from solenia_rules.tools.scenarios.records import Answer, Scenario
from solenia_rules.words.by_language import paper_words, play_words
from solenia_rules.words.tables.paper import Labels

LOOKED_AT = 30
"""The most scenarios that are tried."""
ANSWERS = 4
"""The most answers of an example."""
SILENT = ("entered", "left", "answered", "sketched")
_SEAT = re.compile(r"(.*?) of seat (\d+)")
_COPY = re.compile(r"#\d+")
"""Which of several equal pieces a sketch means; a reader of the example need not know."""


@frozen
class Story:
    """An example: the position, the answers and the events."""

    given: tuple[tuple[str, str], ...]
    answers: tuple[str, ...]
    events: tuple[str, ...]


def stories(rules: Ruleset, spec: str, topics: Topics, lang: str, most: int) -> list[Story]:
    """The `most` scenarios that show the most rules, each in words."""
    return [_tell(played, scenario, topics, lang) for played, scenario in _chosen(rules, spec, most)]


@lru_cache(maxsize=8)
def _chosen(rules: Ruleset, spec: str, most: int) -> tuple[tuple[_Played, Scenario], ...]:
    bundle = open_bundle()
    files = files_of(spec, bundle) or []
    found = [s for file in files for s in decode_file(file, bundle).scenarios]
    found = [s for s in found if not s.params and _short(s) and not _hidden(s)][:LOOKED_AT]
    told = [(played, scenario) for scenario in found if (played := _play(rules, scenario)) is not None]
    chosen: list[tuple[_Played, Scenario]] = []
    seen: set[str] = set()
    while told and len(chosen) < most:
        best = max(told, key=lambda one: (len(one[0].shown - seen), -len(one[1].steps)))
        told.remove(best)
        if not best[0].shown - seen:
            break
        seen |= best[0].shown
        chosen.append(best)
    return tuple(chosen)


@frozen
class _Played:
    answers: tuple[tuple[Game, str], ...]
    events: tuple[Event, ...]
    """What happened by the answers and is told."""
    shown: frozenset[str]
    """The rules that the example shows: the kinds and places of its events."""


def _short(scenario: Scenario) -> bool:
    return 1 <= sum(isinstance(step, Answer) for step in scenario.steps) <= ANSWERS


def _hidden(scenario: Scenario) -> bool:
    """Whether a scenario tests a refusal, which is not an example of play."""
    return any(getattr(step, "refused", ()) for step in scenario.steps)


def _play(rules: Ruleset, scenario: Scenario) -> _Played | None:
    """The scenario played with these rules; None if it is about other rules."""
    if scenario.ruleset.split("/")[-1] not in (rules.id, f"{rules.id}.toml"):
        return None
    before = game = new_game(rules, scenario.seats, scenario.seed, scenario.given)
    answers = []
    for step in scenario.steps:
        if not isinstance(step, Answer):
            continue
        option = game.decision.find(step.text) if game.decision is not None else None
        if option is None:
            return None
        answers.append((game, option.id))
        game = game.choose(option)
    events = tuple(event for event in game.log[len(before.log) :] if event.kind not in SILENT)
    return _Played(tuple(answers), events, frozenset(f"{event.kind} {event.place}" for event in events))


def _tell(played: _Played, scenario: Scenario, topics: Topics, lang: str) -> Story:
    answers = []
    for game, ident in played.answers:
        assert game.decision is not None
        option = game.decision.find(ident)
        assert option is not None
        answers.append(f"{seat_name(topics, game.decision.seat)}{topics.g.patterns['colon']}{option.text(lang)}")
    events = tuple(counted(_players(text, topics, lang) for text in lines_of(played.events, lang)))
    given = tuple(_given(scenario.given, topics, paper_words(lang).LABELS))
    return Story(given, tuple(answers), events)


def _players(text: str, topics: Topics, lang: str) -> str:
    """Replace seats by the word that the sentences of the rulebook use."""
    for seat in range(topics.world.seats.high):
        text = text.replace(play_words(lang).WORDS["seat"].format(n=seat + 1), seat_name(topics, seat))
    return text


def seat_name(topics: Topics, seat: int) -> str:
    return f"{topics.g.lexicon.engine('seat').forms['one']} {seat + 1}"


def _given(sketch: Mapping[str, object], topics: Topics, labels: Labels) -> Iterator[tuple[str, str]]:
    """The parts of a sketch: what each is about, and what it says."""
    for key, value in sketch.items():
        if key == "me":
            yield labels["on_turn"], seat_name(topics, int(str(value)) - 1)
        else:
            yield topics.g.title(key), _words(value, topics, labels)


def _words(value: object, topics: Topics, labels: Labels) -> str:
    """A part of a sketch in words."""
    if isinstance(value, Mapping):
        entries = (f"{_name(key, topics)} – {_words(x, topics, labels)}" for key, x in value.items())
        return topics.g.patterns["semicolon"].join(entries) or labels["empty"]
    if isinstance(value, (list, tuple)):
        return " · ".join(_words(x, topics, labels) for x in value) or labels["empty"]
    if isinstance(value, bool):
        return topics.g.patterns["yes" if value else "no"]
    return _name(value, topics)


def _name(value: object, topics: Topics) -> str:
    if isinstance(value, int):
        return str(value)
    text = _COPY.sub("", str(value))
    if text.isdigit():
        return seat_name(topics, int(text) - 1)
    if match := _SEAT.fullmatch(text):
        return f"{_name(match[1], topics)} ({seat_name(topics, int(match[2]) - 1)})"
    first, _, side = text.partition(" ")
    if side in ("front", "back"):
        words = topics.g.lexicon.engine(topics.g.lexicon.own.key(side))
        return f"{_name(first, topics)} ({words.forms['one']})"
    return topics.g.title(text) if topics.g.lexicon.has(text) else text
