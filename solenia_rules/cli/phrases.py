"""Reads several answers from one line, such as `play red_4 on c4`, by the things that the words name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from solenia_rules.api.questions import asked_since
from solenia_rules.play.events import CHANCE_EVENTS
from solenia_rules.words.by_language import command_words
from solenia_rules.words.languages import LANGUAGES

if TYPE_CHECKING:
    from solenia_rules import Decision, Game, Option

MOST_WORDS = 40
MOST_TRIED = 8


@frozen
class Reading:
    """How far a line could be read: the answers, the position after them, and the text that is not offered there."""

    game: Game
    taken: tuple[str, ...]
    refused: str | None
    """The text to pass to `game.reason`; None if everything was on offer."""
    words: int
    """How many words were read."""


def read_phrase(game: Game, line: str, lang: str) -> Reading:
    words = re.findall(r"[^\s,;]+", line)[:MOST_WORDS]
    decision = game.decision
    return _read(asked_since(game), words, 0, (), None if decision is None else decision.seat, lang)


@cache
def _fillers() -> frozenset[str]:
    """Words that join answers, in any language. A word that names one of the options is read as this option."""
    return frozenset().union(*(command_words(lang).FILLERS for lang in LANGUAGES))


def _read(game: Game, words: list[str], start: int, taken: tuple[str, ...], seat: int | None, lang: str) -> Reading:
    """The reading that uses the most words."""
    while start < len(words) and words[start].casefold() in _fillers() and not _named(game, words[start], lang):
        start += 1
    decision = game.decision
    if start >= len(words):
        return Reading(game, taken, None, start)
    if decision is None or decision.seat != seat:
        return Reading(game, taken, " ".join(words[start:]), start)
    best: Reading | None = None
    for length in range(len(words) - start, 0, -1):
        part = " ".join(words[start : start + length])
        for option in _fitting(decision, part, lang)[:MOST_TRIED]:
            found = _after(game, option, words, start + length, (*taken, option.id), seat, lang)
            if best is None or found.words > best.words or (found.refused is None and best.refused is not None):
                best = found
        if best is not None:
            return best
        if length > 1 and (whole := _called(decision, part, lang)) is not None:
            # `line 2` is not `line 1` with something after it
            return Reading(game, taken, whole, start)
    for length in range(len(words) - start, 0, -1):
        refused = _refused(decision, " ".join(words[start : start + length]), lang)
        if refused is not None:
            return Reading(game, taken, refused, start)
    if len(decision.options) == 1:
        return _after(game, decision.options[0], words, start, taken, seat, lang)
    return Reading(game, taken, words[start], start)


def _after(
    game: Game, option: Option, words: list[str], start: int, taken: tuple[str, ...], seat: int | None, lang: str
) -> Reading:
    """Readings of the rest of the line after an answer; none if the answer led to chance."""
    after = game.choose(option)
    if start < len(words) and any(event.kind in CHANCE_EVENTS for event in after.news):
        return Reading(game, taken[:-1], " ".join(words[start:]), start)
    return _read(after, words, start, taken, seat, lang)


def _fitting(decision: Decision, part: str, lang: str) -> list[Option]:
    """Options that a text names: by their full name, a piece by its cell, or else by the beginning of the name."""
    folded = part.casefold()
    exact = [option for option in decision.options if folded in _names(option, lang)]
    exact = exact or [
        one for one, cells in zip(decision.options, decision.cells, strict=True) if folded in map(str.casefold, cells)
    ]
    if exact:
        return exact
    return [o for o in decision.options if re.match(rf"{re.escape(folded)}\b", o.text(lang).casefold())]


def _names(option: Option, lang: str) -> set[str]:
    plain = option.id.partition("=")[2] or option.id
    found = {option.id, plain, plain.partition("#")[0], plain.rpartition(".")[2], option.text(lang), option.label}
    return {name.casefold() for name in found}


def _named(game: Game, word: str, lang: str) -> bool:
    return game.decision is not None and bool(_fitting(game.decision, word, lang))


def _called(decision: Decision, part: str, lang: str) -> str | None:
    """The id of a thing that has a text as its full name, on offer or not."""
    folded = part.casefold()
    return next((option.id for option in decision.imaginable() if folded in _names(option, lang)), None)


def _refused(decision: Decision, part: str, lang: str) -> str | None:
    """The id of a thing that a text names and that is not on offer, though things of its kind are chosen here."""
    named = _called(decision, part, lang)
    if named is not None:
        return named
    folded = part.casefold()
    for option in decision.imaginable():
        if re.match(rf"{re.escape(folded)}\b", option.text(lang).casefold()):
            return option.id
    return None
