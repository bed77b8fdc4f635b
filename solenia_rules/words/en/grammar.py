"""English: articles, plurals, the third person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from solenia_rules.words.en.plurals import plural_form
from solenia_rules.words.grammar import Clause, Grammar, How, Mood, Which
from solenia_rules.words.phrases import NP, Noun, PluralForm

_BEFORE: dict[str, str] = {
    "a": "a", "the": "the", "this": "this", "each": "each", "no": "", "other": "another", "bare": "",
    "your": "your", "their": "their", "first": "the first", "given": "the given", "last": "the last",
}  # fmt: skip
_AN = re.compile(
    r"\b([Aa]) (?=[“\"]?(?:[aeio8]|u(?!n[aeiou]|s[aeiou])|hou|honest|honour|heir))(?!one\b|once\b|eu)"
    r"(?!(?:and|are|as|at|if|in|instead|into|is|it|its|of|on|or|otherwise|out)\b)"
)
_AGREEING = {
    "is": "[is|are|are]", "has": "[has|have|have]", "does": "[does|do|do]", "was": "[was|were|were]",
    "isn't": "[isn't|aren't|aren't]", "hasn't": "[hasn't|haven't|haven't]", "doesn't": "[doesn't|don't|don't]",
}  # fmt: skip
"""Verbs that begin a predicate, with their forms for one, for several and for the reader."""
_HELPING = ("is", "are", "may", "can", "must", "will", "has", "have")
_PREPOSITIONS = (
    "above", "against", "at", "before", "behind", "below", "beside", "by", "for", "from", "in", "into", "near", "of",
    "on", "over", "than", "to", "under", "with",
)  # fmt: skip
_YOUR = re.compile(r"\byour\b")
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "be": "is"}


class English(Grammar):
    after_whose = "bare"
    first_of = "in"

    def plural_form(self, number: int) -> PluralForm:
        return plural_form(number)

    def np(self, noun: Noun, how: How, plural: bool = False) -> NP:
        plural = plural or noun.plural_only
        word = noun.form("other", "one") if plural else noun.form("one", "other")
        before = _BEFORE[how] if not (plural and how in ("a", "each")) else ""
        if plural and how == "this":
            before = "these"
        return NP(f"{before} {word}".strip(), {}, noun.gender, plural, noun=noun)

    def count(self, number: int, noun: Noun) -> NP:
        if number == 1 and (once := noun.form("once")):
            return NP(once, noun=noun)
        word = noun.form("one", "other") if number == 1 else noun.form("other", "one")
        return NP(f"{number} {word}", {}, noun.gender, number != 1, noun=noun)

    def of(self, head: NP, owner: NP) -> NP:
        if owner.second and head.noun is not None:
            return self.np(head.noun, "your", head.plural)
        ident = head.noun.id if head.noun is not None and not self.lexicon.has(head.noun.id) else ""
        first, _, last = ident.rpartition("_")
        joined = first and last in _PREPOSITIONS and last != "of"
        return head.then(owner.text if joined else f"of {owner.text}")

    def among(self, how: Which, things: NP, noun: Noun) -> NP:
        if how == "no":
            return self.np(noun, "no").then(f"among {things.text}")
        word = {
            "a": "one",
            "each": "each",
            "first": "the first",
            "given": "the given",
            "last": "the last",
            "that": "the one",
            "those": "those",
        }[how]
        return NP(f"{word} of {things.text}", {}, noun.gender, how == "those", noun=noun)

    def place(self, np: NP, way: Literal["in", "to", "from"]) -> str:
        word = (np.noun.form(way) if np.noun else None) or way
        return f"{word} {np.text}"

    def attach(self, np: NP, said: str) -> NP:
        return np.then(said)

    def relative(self, np: NP, clause: Clause) -> str:
        if clause.head is not None:
            return f"whose {clause.head.text} {self.agree(clause.said, clause.head)}"
        return f"{'who' if np.gender == 'mp' else 'that'} {self.agree(clause.said, np)}"

    def agreed(self, options: Sequence[str], np: NP) -> str:
        return options[0]

    def finish(self, text: str) -> str:
        return _AN.sub(r"\1n ", text).replace("an other ", "another ")

    def verb(self, noun: Noun, mood: Mood) -> str:
        base = noun.form("you", "one", "other") or noun.id
        return (noun.form("third") or third(base)) if mood == "third" else base

    def title_verb(self, noun: Noun, mood: Mood) -> str:
        base = noun.form("one", "other") or noun.id
        return (noun.form("third") or third(base)) if mood == "third" else base

    def predicate(self, noun: Noun, negated: bool) -> str:
        said = noun.form("is")
        if said is None:
            return _said_of(str(noun.form("one", "other")), negated)
        said = noun.form("not") or said if negated else said
        first, _, rest = said.partition(" ")
        return f"{_AGREEING[first]} {rest}" if first in _AGREEING else said

    def related(self, noun: Noun, said: str, others: Sequence[NP]) -> str | None:
        first, last = noun.id.partition("_")[0], noun.id.rpartition("_")[2]
        if not self.lexicon.has(noun.id) and last in _PREPOSITIONS and len(others) == 1:
            return f"{said.removesuffix(f' {last}')} {last} {others[0].text}"
        if first in _HELPING:
            return f"{said} ({', '.join(np.text for np in others)})"
        return super().related(noun, said, others)

    def it_is(self, noun: Noun, negated: bool) -> Clause | None:
        word = str(noun.form("one", "other"))
        return Clause(f"it {self.agree(_said_of(word, negated), None)}") if word.startswith("is ") else None


def _said_of(word: str, negated: bool) -> str:
    """`is free` for an adjective; words that begin with an auxiliary verb keep this verb."""
    first, _, rest = word.partition(" ")
    if not rest or first not in _HELPING:
        return f"[is|are|are]{' not' if negated else ''} {word}"
    if first in ("has", "have"):
        return f"[does|do|do] not have {rest}" if negated else f"[has|have|have] {rest}"
    verb = "[is|are|are]" if first in ("is", "are") else first
    return f"{'cannot' if first == 'can' and negated else f'{verb} not' if negated else verb} {rest}"


def third(base: str) -> str:
    """`carry it` -> `carries it`, `take your turn` -> `takes their turn`"""
    first, _, rest = _YOUR.sub("their", base).partition(" ")
    if first in _IRREGULAR:
        word = _IRREGULAR[first]
    elif first.endswith(("s", "x", "z", "ch", "sh")):
        word = f"{first}es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        word = f"{first[:-1]}ies"
    else:
        word = f"{first}s"
    return f"{word} {rest}".strip()
