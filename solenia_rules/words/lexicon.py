"""The words of a ruleset in one language, and what is missing there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from solenia_rules.words.languages import IDS, Language
from solenia_rules.words.phrases import Noun, name_in
from solenia_rules.words.tables.sentences import NounKey, Nouns

_SEVERAL = re.compile(r"[a-z]{2}[^ius]s$")
"""Ids that look like plurals: `demands`."""
_PREPOSITIONS = ("at", "by", "for", "from", "in", "of", "on", "to", "with")

RENAMED: frozenset[NounKey] = frozenset({
    "seat", "others", "next", "previous", "cell", "owner", "row", "column", "face", "shows", "place", "front", "back",
    "none", "distance", "straight", "group", "remainder",
})  # fmt: skip
"""Words of the engine that a ruleset may replace: they are names of the language. Other words of the engine are no
names, so an id that is spelled like one of them is something else."""


@frozen
class Vocabulary:
    """The words that a ruleset gives its ids in one language."""

    words: Mapping[str, Mapping[str, str]]
    """Id -> its forms."""
    plurals: Mapping[str, str]
    """Id -> the id of several, in the language of ids."""


class Lexicon:
    """Words by id. An id without words is shown as it is, with spaces; `missing` lists the ids and forms that were not
    found."""

    def __init__(self, lang: Language, own: Nouns, several: str, vocabulary: Vocabulary) -> None:
        """`own`: the words of the engine; `several`: the form that stands for several without a number."""
        self.own, self.several = own, several
        self.table, self.plurals = vocabulary.words, vocabulary.plurals
        self.ids_are_words = lang == IDS
        self.missing: dict[tuple[str, str], None] = {}

    def has(self, ident: str) -> bool:
        return ident in self.table

    def takes_object(self, ident: str) -> bool:
        """Whether an object can follow the words of a verb's id: one word, or several that end in a preposition."""
        return "_" not in ident or ident.rpartition("_")[2] in _PREPOSITIONS

    def miss(self, ident: str, form: str) -> None:
        self.missing[ident, form] = None

    def noun(self, ident: str) -> Noun:
        """The words of an id of the ruleset."""
        forms = self.table.get(ident)
        if forms is None:
            plural = self.plurals.get(ident)
            if not self.ids_are_words or "_" in ident:
                self.miss(ident, "one")
            # A query is told with "of" before what it is about, so that `worth_of` would get two.
            forms = {"one": ident.removesuffix("_of").replace("_", " ")} | (
                {self.several: plural.replace("_", " ")} if plural else {}
            )
            if self.ids_are_words and not plural and _SEVERAL.search(forms["one"]):
                forms = {"other": forms["one"]}
        elif name_in(forms) is None and "is" in forms:
            forms = {"one": ident.replace("_", " ")} | dict(forms)
        return Noun(ident, forms, forms.get("gender", "m"), self.several)

    def engine(self, key: NounKey) -> Noun:
        """A word that the engine brings along; a ruleset may have another one for a name of the language."""
        forms = (self.table.get(key) if key in RENAMED else None) or self.own[key]
        return Noun(key, forms, forms.get("gender", "m"), self.several)
