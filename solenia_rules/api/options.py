"""The options of a decision: what they are called, and the position that offers them."""

from __future__ import annotations

from collections import Counter

from solenia_rules.api.requests import check_lang
from solenia_rules.api.words import Words
from solenia_rules.text.frozen import evolve, field, sealed


@sealed
class Position:
    """The position that an option belongs to. Options of equal positions with the same rules and seed are equal."""

    digest: str
    seed: int
    state: list[int] = field(repr=False)

    def __hash__(self) -> int:
        return hash((self.digest, self.seed, tuple(self.state)))


@sealed
class Named:
    """What is the same for an option in every position that offers it: its id, the things that the id names, and its
    texts."""

    id: str
    refs: tuple[tuple[str, str], ...]
    value: int
    said: tuple[str, str]
    also: tuple[str, ...] = ()
    """Other names of the same thing. A corner or side is also named after the other cells that it belongs to: `b3n` for
    `b2nw`. A cell of a board that every seat has is also named with its seat: `sea.c1 of seat 2`."""


@sealed
class Option:
    """One option. `id` is a stable text; `refs` lists the things that it names."""

    _named: Named
    key: Position | None
    """The position that offers the option; None if the option is only imagined."""
    _words: Words = field(eq=False)

    @property
    def id(self) -> str:
        return self._named.id

    @property
    def refs(self) -> tuple[tuple[str, str], ...]:
        return self._named.refs

    @property
    def value(self) -> int:
        return self._named.value

    @property
    def label(self) -> str:
        return self.text("en")

    @property
    def names(self) -> tuple[str, ...]:
        """Texts that mean this option: its id, the names in the id, the texts that people read, and other
        names of a corner or side."""
        return (self.id, self.id.partition("=")[2] or self.id, self.label, *self._named.also)

    def text(self, lang: str = "en") -> str:
        check_lang(lang)
        return self._words.said(self._named.said, lang)

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"Option(id={self.id!r}, refs={self.refs!r})"


@sealed
class Offer:
    """The options of a question, whatever the position: worked out once for each set of options."""

    named: tuple[Named, ...]
    ids: tuple[str, ...]
    by_id: dict[str, Named]


def offered(found: list[Named]) -> Offer:
    """An offer of these options; those with the same id get a number."""
    by_id = {named.id: named for named in found}
    if len(by_id) < len(found):
        same = Counter(named.id for named in found)
        seen: Counter[str] = Counter()
        for index, named in enumerate(found):
            if same[named.id] > 1:
                seen[named.id] += 1
                found[index] = evolve(named, id=f"{named.id}#{seen[named.id]}")
        by_id = {named.id: named for named in found}
    return Offer(tuple(found), tuple(by_id), by_id)
