"""Noun phrases in any language: a text with its cases, gender and number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen

PluralForm: TypeAlias = Literal["one", "few", "many", "other"]
"""Plural categories of whole numbers, as the Unicode CLDR gives them."""
CASES = ("nom", "gen", "dat", "acc", "ins", "loc")
NAMING = ("one", "few", "other", "many")
"""Forms that name a thing by themselves; `is`, `with` and others are parts of sentences."""


def name_in(forms: Mapping[str, str]) -> str | None:
    """What a thing is called by the forms of its words; None if they only say something about it."""
    return next((forms[key] for key in NAMING if forms.get(key)), None)


@frozen
class Noun:
    """The words of one id: its forms as the ruleset gives them."""

    id: str
    forms: Mapping[str, str]
    gender: str = "n"
    several: str = "other"
    """The form that stands for several, by itself."""

    def form(self, *keys: str) -> str | None:
        """The first form that the ruleset gives."""
        return next((self.forms[key] for key in keys if key in self.forms), None)

    @property
    def plural_only(self) -> bool:
        """`discards`: words that are given in the plural alone."""
        return "one" not in self.forms

    @property
    def countable(self) -> bool:
        """Whether there can be two of it: it has a plural."""
        return "one" in self.forms and self.several in self.forms


@frozen
class NP:
    """What stands for something in a sentence; `format` takes a case: `{what:acc}`."""

    text: str
    cases: Mapping[str, str] = field(factory=dict)
    gender: str = "n"
    plural: bool = False
    second: bool = False
    """Whether it is the reader: `you`."""
    noun: Noun | None = None
    """The word it is about, for prepositions that belong to it."""
    listing: bool = False
    """Whether it lists several things, so that an apposition after it would be unclear."""

    def case(self, case: str) -> str:
        return self.cases.get(case, self.text)

    def __format__(self, case: str) -> str:
        return self.case(case) if case else self.text

    def mapped(self, change: Callable[[str], str]) -> NP:
        """The same with every form changed."""
        return evolve(self, text=change(self.text), cases={case: change(x) for case, x in self.cases.items()})

    def then(self, text: str) -> NP:
        """The same with words after it; a comma follows directly."""
        gap = "" if text.startswith(",") else " "
        return self.mapped(lambda form: f"{form}{gap}{text}") if text else self


def gender_among(things: NP, noun: Noun) -> str:
    """The gender of one of several things: that of their own words, if they have some."""
    return things.noun.gender if things.plural and things.noun is not None else noun.gender


def invariable(text: str, gender: str = "m", plural: bool = False) -> NP:
    """Something that does not change: a number, a name."""
    return NP(text, {}, gender, plural)
