"""Puts reasons into words, in each language. The explainer tells the condition that failed, from the text that runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from solenia_rules.api.events import Teller
from solenia_rules.api.reason import Another, Become, Change, Fact, FactSort, Lane, Reason, Remedy, Shift, Without
from solenia_rules.api.requests import check_lang
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.inquiry import Asked
from solenia_rules.play.physics import BITS
from solenia_rules.sentences.places import Places
from solenia_rules.text.frozen import evolve
from solenia_rules.text.places import NOWHERE, Span
from solenia_rules.words.by_language import play_words
from solenia_rules.words.tables.play import PartKey

MOST_CHANGES = 3
"""The most changes of the same size that are listed."""


class Saying:
    """Puts the reasons of one program into words."""

    def __init__(self, teller: Teller, places: Callable[[str], Places]) -> None:
        self.teller = teller
        self.places = places
        self.asker = teller.asker
        self.words = teller.words
        self.names = teller.program.names

    def text(self, reason: Reason, lang: str) -> str:
        """A reason as one sentence."""
        check_lang(lang)
        gaps = {"what": reason.what, "near": reason.near, "text": reason.rule, "place": reason.place}
        if reason.span is not None:
            gaps["said"] = self._said(reason, reason.span, lang)
        made = play_words(lang).REASONS[reason.key].format(**gaps)
        found, changes = self.found(reason.facts, lang), self.changes(reason.remedies, lang)
        if found:
            made += play_words(lang).PARTS["found"].format(parts=", ".join(found))
        if changes:
            made += play_words(lang).PARTS["enough"].format(parts=play_words(lang).PARTS["or"].join(changes))
        return made

    def _said(self, reason: Reason, span: Span, lang: str) -> str:
        if reason.key in ("undone", "nested", "no choice"):
            return self.places(lang).at(span.source.name, span.start) or f"`{reason.rule}`"
        return self.label(span, lang)

    def label(self, span: Span, lang: str) -> str:
        """A value or test in words; the text itself if it cannot be told."""
        start = span.start + sum(len(verb) for verb in ("pay ", "need ") if span.text.startswith(verb))
        return self.places(lang).value(span.source.name, start, span.end) or f"`{' '.join(span.text.split())}`"

    # ---- values ----------------------------------------------------------------------------------------------

    def found(self, facts: tuple[Fact, ...], lang: str) -> tuple[str, ...]:
        """Each value that was found."""
        check_lang(lang)
        return tuple(dict.fromkeys(self.fact(fact, lang) for fact in facts))

    def fact(self, fact: Fact, lang: str) -> str:
        if fact.whose is not None:
            whose = self.value(fact.whose[0], fact.whose[1], lang)
            return play_words(lang).PARTS["of"].format(x=whose, value=self.fact(evolve(fact, whose=None), lang))
        span, value = fact.span, self.value(fact.kind, fact.value, lang)
        if fact.sort == "fails":
            denied = self.places(lang).value(span.source.name, span.start, span.end, negated=True)
            if denied is not None:
                return denied
        label = "" if span == NOWHERE else self.label(span, lang)
        return play_words(lang).PARTS[_sort(fact.sort, fact.kind)].format(x=label, value=value)

    def value(self, kind: Kind, value: int | Asked, lang: str) -> str:
        if isinstance(value, Asked):
            return self.amounts(value, lang)
        match kind.base:
            case "number":
                return str(value)
            case "test":
                return play_words(lang).WORDS["yes" if value else "no"]
            case "set":
                member = kind.member
                assert member is not None
                return ", ".join(self.value(member, x, lang) for x in BITS[value]) or play_words(lang).WORDS["nothing"]
            case "place":
                return self.teller.naming.place(value, lang)
        if value < 0:
            return play_words(lang).WORDS["nothing"]
        match kind.base:
            case "seat":
                return self.teller.naming.seat(value, lang)
            case "cell":
                return self.teller.naming.place(self.teller.inventory.place_of_cell(value), lang)
            case "piece":
                return self.teller.naming.piece(value, lang)
            case "face":
                return play_words(lang).WORDS["back" if value else "front"]
            case "resource":
                return self.words.word(self._thing(self.teller.program.resources[value]), lang)
            case _:
                said = self.teller.viewer.value(kind, value, None)
                return self.words.word(said, lang) if isinstance(said, str) else str(said)

    def amounts(self, asked: Asked, lang: str) -> str:
        made = [self._amount(n, self._thing((counter, word)), lang) for counter, word, n in asked.exact]
        made += [self._amount(n, self._kind(counter), lang) for counter, n in asked.free]
        text = " + ".join(made)
        for counter, n in asked.spared:
            text += f" − {self._amount(n, self._kind(counter), lang)}"
        return text or play_words(lang).WORDS["nothing"]

    def _amount(self, number: int, thing: str, lang: str) -> str:
        return f"{number} {self.words.word(thing, lang, number)}"

    def _thing(self, lane: Lane) -> str:
        return self.teller.details.resource_word(*lane) or lane[0]

    def _kind(self, counter: str) -> str:
        """What the words of a counter are."""
        return next((kind for kind in self.names.counters[counter].per if kind != "seat"), counter)

    # ---- changes ---------------------------------------------------------------------------------------------

    def changes(self, remedies: tuple[Remedy, ...], lang: str) -> tuple[str, ...]:
        """Each change that would be enough."""
        check_lang(lang)
        amounts = [x for x in remedies if isinstance(x, Change)][:MOST_CHANGES]
        rest = [x for x in remedies if not isinstance(x, Change)]
        return tuple(dict.fromkeys(self._change(x, lang) for x in (*amounts, *rest)))

    def _change(self, remedy: Remedy, lang: str) -> str:
        parts = play_words(lang).PARTS
        match remedy:
            case Change(amounts, kind, number):
                pairs = [(kind, number)] if kind else [(self._thing(lane), n) for lane, n in amounts]
                return " + ".join(self._more(thing, n, lang) for thing, n in pairs)
            case Shift(span, by):
                said = parts["by more" if by > 0 else "by less"]
                return said.format(x=self.label(span, lang), n=abs(by))
            case Become(span, kind, value):
                said = self.label(span, lang)
                return parts[_sort("value", kind)].format(x=said, value=self.value(kind, value, lang))
            case Without(kind, value):
                return parts["without"].format(value=self.value(kind, value, lang))
            case Another(spec, values, span, cheaper):
                thing, said = self.asker.thing(spec, values, lang), self.label(span, lang)
                return parts["cheaper" if cheaper else "another"].format(thing=thing, x=said)
            case _:
                assert_never(remedy)

    def _more(self, thing: str, number: int, lang: str) -> str:
        said = self.words.word(thing, lang, abs(number))
        return play_words(lang).PARTS["more" if number > 0 else "less"].format(n=abs(number), thing=said)


def _sort(sort: FactSort, kind: Kind) -> PartKey:
    """The pattern for a value: yes or no for a test, an equation for anything else."""
    return "of" if sort == "value" and kind.base == "test" else sort
