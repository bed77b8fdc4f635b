"""The words of a ruleset in one language, and what is missing there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from solenia_rules.rules.records import World
from solenia_rules.sentences.phrases import Noun

SEVERAL = {"en": "other", "fr": "other", "pl": "few"}


_SEVERAL_ENGLISH = re.compile(r"[a-z]{2}[^ius]s$")
"""Ids that look like several: `demands`."""


class Lexicon:
    """Words by id. An id without words is shown as it is, with spaces; `missing` tells what was looked for in vain."""

    def __init__(self, world: World, lang: str, own: Mapping[str, dict[str, str]]) -> None:
        self.world, self.lang, self.own = world, lang, own
        self.table = world.words.get(lang, {})
        self.missing: dict[tuple[str, str], None] = {}
        declared = [(x.id, x.plural) for x in world.counters] + [(x.id, x.plural) for x in world.kinds]
        declared += [(x.id, x.plural) for x in world.pieces] + [(x.id, x.plural) for x in world.cells]
        self.plurals = {ident: plural for ident, plural in declared if plural is not None}

    def has(self, ident: str) -> bool:
        return ident in self.table

    def miss(self, ident: str, form: str) -> None:
        self.missing[ident, form] = None

    def noun(self, ident: str) -> Noun:
        """The words of an id of the ruleset."""
        forms = self.table.get(ident)
        if forms is None:
            plural = self.plurals.get(ident)
            if self.lang != "en" or "_" in ident:
                self.miss(ident, "one")
            forms = {"one": ident.replace("_", " ")} | (
                {SEVERAL[self.lang]: plural.replace("_", " ")} if plural else {}
            )
            if self.lang == "en" and not plural and _SEVERAL_ENGLISH.search(ident):
                forms = {"other": forms["one"]}
        return Noun(ident, forms, forms.get("gender", "m"), SEVERAL[self.lang])

    def engine(self, key: str) -> Noun:
        """A word that the engine brings along, unless the ruleset has one for it."""
        forms = self.table.get(key) or self.own[key]
        return Noun(key, forms, forms.get("gender", "m"), SEVERAL[self.lang])
