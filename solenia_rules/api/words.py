"""The words of a ruleset for things with an id, in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solenia_rules.rules.records import World
from solenia_rules.words.by_language import play_words, plural_form
from solenia_rules.words.languages import IDS

LONGEST = 140
"""The most characters of a sentence in a question."""


MOST_SAID = 10_000
"""Words for options that are kept; a full store is emptied."""


class Words:
    """Texts of one ruleset. An id without words is shown as it is, with spaces."""

    def __init__(
        self,
        world: World,
        told: Callable[[str, int, int, str], str | None] | None = None,
        told_may: Callable[[str, int, str], str | None] | None = None,
        named: Callable[[str, int], tuple[str, ...]] | None = None,
        seat_names: tuple[str, ...] = (),
    ) -> None:
        """`told`: the effect of a branch without a name, by its file, place and number, in a language; `told_may`: the
        effect of a `may`, by its file and place; `named`: the ids of what a place is about, the narrowest first;
        `seat_names`: how people call the seats, empty where they do not."""
        self.world = world
        self.seat_names = seat_names
        self._told = told
        self._told_may = told_may
        self._named = named
        self._said: dict[tuple[tuple[str, str], str], str] = {}
        declared = [(x.id, x.plural) for x in world.counters]
        declared += [(x.id, x.plural) for x in world.kinds] + [(x.id, x.plural) for x in world.pieces]
        self.declared = {
            x.id
            for part in (
                world.params, world.kinds, world.counters, world.state, world.pieces, world.zones, world.cells,
                world.boards, world.histories, world.records, world.queries, world.verbs, world.steps,
            )
            for x in part
        }  # fmt: skip
        """Ids whose words are about what the ruleset declares, not about an option of the engine."""
        self.plurals = {ident: plural for ident, plural in declared if plural is not None}

    def said(self, what: tuple[str, str], lang: str) -> str:
        """The words for an option, given the sort of its text and an id; put together once."""
        found = self._said.get((what, lang))
        if found is None:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            found = self._said[what, lang] = self._say(*what, lang)
        return found

    def _say(self, sort: str, ident: str, lang: str) -> str:
        match sort:
            case "plain":
                return ident
            case "engine":
                if ident not in self.declared and self.forms(ident, lang):
                    return self.word(ident, lang)
                own = play_words(lang).WORDS
                return own[own.key(ident)] if ident in own else ident
            case "seat":
                return self.seat(int(ident), lang)
            case "way":
                return self.way(ident, lang)
            case "bundle":
                return self.amounts(ident, lang) or play_words(lang).WORDS["nothing"]
            case _:
                return " ".join(self.word(part, lang) for part in ident.split("|"))

    def seat(self, seat: int, lang: str) -> str:
        """The name of a seat, or the words for it if it has none."""
        name = self.seat_names[seat] if self.seat_names else ""
        return name or play_words(lang).WORDS["seat"].format(n=seat + 1)

    def way(self, place: str, lang: str) -> str:
        """A branch without a name as a sentence, or its number."""
        source, start, number = place.rsplit("|", 2)
        said = None if self._told is None else self._told(source, int(start), int(number) - 1, lang)
        return number if said is None else said

    def may(self, source: str, start: int, lang: str) -> str | None:
        """The effect of a `may` in a short sentence."""
        said = None if self._told_may is None else self._told_may(source, start, lang)
        if said is None or len(said) <= LONGEST:
            return said
        return said[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:(") + " …"

    def purpose(self, source: str, start: int, lang: str) -> str | None:
        """What a statement is about, in words: a query, a named branch, a verb, a record. None if the ruleset has no
        words for any of them."""
        idents = () if self._named is None else self._named(source, start)
        return next((self.word(one, lang) for one in idents if self.has(one, lang) or self.has(one, IDS)), None)

    def has(self, ident: str, lang: str) -> bool:
        """Whether there are words for an id in this language."""
        return ident in self.world.words.get(lang, {})

    def amounts(self, said: str, lang: str) -> str:
        """`2 ore|1 clay` with the words of a language, joined by commas."""
        parts = [part.partition(" ") for part in said.split("|") if part]
        return ", ".join(f"{number} {self.word(ident, lang, int(number))}" for number, _, ident in parts)

    def forms(self, ident: str, lang: str) -> Mapping[str, str]:
        """The forms of the words for an id."""
        return self.world.words.get(lang, {}).get(ident) or self.world.words.get(IDS, {}).get(ident) or {}

    def counts(self, ident: str, lang: str) -> bool:
        """Whether the words of a counter have a plural, so that it counts things."""
        forms = self.forms(ident, lang)
        return ident in self.plurals if not forms else bool(forms.keys() & {"few", "many", "other"})

    def word(self, ident: str, lang: str, number: int = 1) -> str:
        forms = self.forms(ident, lang)
        if not forms:
            return (ident if number == 1 else self.plurals.get(ident, ident)).replace("_", " ")
        form = plural_form(lang, number)
        for key in (form, "one" if number == 1 else "few", "few", "other", "one"):
            if key in forms:
                return forms[key]
        return ident.replace("_", " ")
