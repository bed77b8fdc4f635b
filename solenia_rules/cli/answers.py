"""What somebody typed: one of the answers on offer, a word to the program, or the name of something to explain."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import frozen

from solenia_rules.rules.grid_ids import letters

if TYPE_CHECKING:
    from solenia_rules import Decision, Game, Option

Word: TypeAlias = Literal["undo", "save", "help", "quit", "why", "what", "log", "table", "rules", "legend"]
WORDS: tuple[Word, ...] = ("undo", "save", "help", "quit", "why", "what", "log", "table", "rules", "legend")
SHORT: dict[str, Word] = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}

NUMBER = re.compile(r"-?[0-9]+")
LONGEST = 10
"""The most characters of a number."""


@frozen
class Said:
    """A command to the program, and the text after it."""

    word: Word
    rest: str


@frozen
class Chosen:
    index: int


@frozen
class Unclear:
    """No answer fits, or several do."""

    fits: tuple[int, ...]
    typed: str


@frozen
class Offer:
    """One answer on offer: its id, its text, and the key in brackets before it."""

    id: str
    label: str
    key: str
    cells: tuple[str, ...] = ()
    """The names of the cell on which it stands, if it is a piece on a board."""


def keys_of(labels: Sequence[str]) -> tuple[str, ...]:
    """The key of each answer: its number in the list. An answer that is a number has that number as its key; then the
    other answers have letters, so that no number means two things."""
    numbers = [label for label in labels if NUMBER.fullmatch(label)]
    if not numbers:
        return tuple(str(number) for number in range(1, len(labels) + 1))
    taken = {*SHORT, *(label.casefold() for label in labels)}
    free = (key for key in map(letters, count(1)) if key not in taken)
    clear = len(set(numbers)) == len(numbers)
    return tuple(label if clear and NUMBER.fullmatch(label) else next(free) for label in labels)


def read_answer(typed: str, offers: Sequence[Offer]) -> Chosen | Said | Unclear:
    """Read a key, an id, a label or the beginning of one; otherwise a command to the program."""
    typed = " ".join(typed.split())
    keyed = key_index(typed, [offer.key for offer in offers])
    if keyed is not None:
        return Chosen(keyed)
    if NUMBER.fullmatch(typed):
        called = _fitting(offers, lambda offer: typed == offer.label)
        return Chosen(called[0]) if len(called) == 1 else Unclear(called, typed)
    exact = _fitting(offers, lambda offer: typed in (offer.id, offer.label))
    if len(exact) == 1:
        return Chosen(exact[0])
    first, _, rest = typed.partition(" ")
    word = SHORT.get(first.lower(), first.lower())
    for known in WORDS:
        if word == known:
            return Said(known, rest)
    folded = typed.casefold()
    if not folded:
        return Unclear((), typed)
    for fits in (
        _fitting(offers, lambda o: folded in (o.id.casefold(), o.label.casefold(), o.id.casefold().rpartition(".")[2])),
        _fitting(offers, lambda o: folded in map(str.casefold, o.cells)),
        _fitting(offers, lambda o: o.label.casefold().startswith(folded) or o.id.casefold().startswith(folded)),
        _fitting(offers, lambda o: folded in o.label.casefold() or folded in o.id.casefold()),
    ):
        if fits:
            return Chosen(fits[0]) if len(fits) == 1 else Unclear(fits, typed)
    return Unclear((), typed)


def key_index(typed: str, keys: Sequence[str]) -> int | None:
    """Which answer a key means; zeros before a number do not matter."""
    plain = str(int(typed)) if NUMBER.fullmatch(typed) and len(typed) < LONGEST else typed
    return next((keys.index(key) for key in (typed, plain) if key in keys), None)


def _fitting(offers: Sequence[Offer], test: Callable[[Offer], bool]) -> tuple[int, ...]:
    return tuple(index for index, offer in enumerate(offers) if test(offer))


def numbered(decision: Decision | None, typed: str, lang: str) -> Option | None:
    """The option with this key."""
    if decision is None:
        return None
    index = key_index(typed, keys_of([option.text(lang) for option in decision.options]))
    return None if index is None else decision.options[index]


def meant(game: Game, typed: str, name: Callable[[str], str], lang: str) -> list[str]:
    """The ids that a typed text may mean: those of an option by its key, or things whose name is this text, begins with
    it, or contains it."""
    world, topics = game.rules.world, game.rules.topics(lang)
    records = [record.id for record in world.records]
    told = [id_ for id_, _sort in topics.ids() if id_ not in world.unshown]
    words = [word for kind in world.kinds for word in kind.words]
    found = dict.fromkeys((*records, *told, *topics.choices.branches, *words))
    known = {id_: name(id_).casefold() for id_ in found}
    option = numbered(game.decision, typed, lang)
    if option is not None:
        refs = [id_.partition("#")[0].partition("@")[0] for _sort, id_ in option.refs]
        return [id_ for id_ in refs or [option.id] if id_ in known]
    folded = typed.casefold()
    for fits in (
        [id_ for id_, called in known.items() if folded in (id_, called)],
        [id_ for id_, called in known.items() if called.startswith(folded)],
        [id_ for id_, called in known.items() if folded in called],
    ):
        if fits:
            return fits
    return []
