"""French: gender, articles, elision and contraction, conjugated verbs of the ruleset."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from solenia_rules.words.fr.plurals import plural_form
from solenia_rules.words.grammar import Clause, Grammar, How, Mood, Which
from solenia_rules.words.phrases import NP, Noun, PluralForm, gender_among
from solenia_rules.words.tables.sentences import PatternKey

_BEFORE: dict[str, tuple[str, str, str]] = {
    "a": ("un", "une", "des"), "the": ("le", "la", "les"), "this": ("ce", "cette", "ces"),
    "each": ("chaque", "chaque", "chaque"), "other": ("un autre", "une autre", "d'autres"), "bare": ("", "", ""),
    "no": ("aucun", "aucune", "pas de"), "your": ("votre", "votre", "vos"), "their": ("son", "sa", "ses"),
    "first": ("le premier", "la première", "les premiers"), "last": ("le dernier", "la dernière", "les derniers"),
}  # fmt: skip
"""Masculine, feminine, plural."""
_VOWEL = "aeiouàâäéèêëîïôöùûüœæhAEIOUÀÂÉÈÊËÎÏÔÙÛŒH"
_HARD = "(?:onz|oui|hauteur|haut|hasard|héros|hache|halle|hangar|hutte|huit|hibou|homard|harpe|haricot|hérisson)"
_ELIDED = re.compile(
    rf"(?<!-)\b([Dd]|[Ll]|[Nn]|[Ss]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)(?:e|a(?<=[Ll]a)) (?!{_HARD})(?=[{_VOWEL}])"
)
_SHORTER = (
    (re.compile(r"\b([Dd])e (\(*)les\b "), r"\1es \2"),
    (re.compile(rf"\b([Dd])e (\(*)le (?!([{_VOWEL}]))"), r"\1u \2"),
    (re.compile(r"\b([Dd])e des\b"), r"\1e"),
    (re.compile(r"([àÀ]) (\(*)les\b "), lambda m: f"{'A' if m[1] == 'À' else 'a'}ux {m[2]}"),
    (re.compile(rf"([àÀ]) (\(*)le (?!([{_VOWEL}]))"), lambda m: f"{'A' if m[1] == 'À' else 'a'}u {m[2]}"),
    (re.compile(r"\b([Ss])i (?=ils?\b)"), r"\1'"),
)
_BEFORE_VOWEL = re.compile(rf"\b(ce|sa|ma|ta) (?!{_HARD})(?=[{_VOWEL}])")
_BEFORE_VOWEL_FORMS = {"ce": "cet", "sa": "son", "ma": "mon", "ta": "ton"}


_WHICH: dict[str, tuple[str, str]] = {
    "a": ("un", "une"), "each": ("chacun", "chacune"), "no": ("aucun", "aucune"),
    "first": ("le premier", "la première"), "last": ("le dernier", "la dernière"), "that": ("celui", "celle"),
    "those": ("ceux", "celles"),
}  # fmt: skip


AGAIN = "\x03"
"""Before a clause beside another one: the conjunction before them both is said again."""
_CONJUNCTION = re.compile(r"\b(si|quand|que) \{test\}")


class French(Grammar):
    def plural_form(self, number: int) -> PluralForm:
        return plural_form(number)

    def np(self, noun: Noun, how: How, plural: bool = False) -> NP:
        plural = plural or noun.plural_only
        word = noun.form("other", "one") if plural else noun.form("one", "other")
        after = ""
        if how == "given":
            how, after = "the", " donné" + ("e" if noun.gender == "f" else "") + ("s" if plural else "")
        before = _BEFORE[how][2 if plural else 1 if noun.gender == "f" else 0]
        return NP(_before_vowel(f"{before} {word}{after}".strip()), {}, noun.gender, plural, noun=noun)

    def word(self, noun: Noun) -> NP:
        """Words have an article, but not names, which are written with a capital letter."""
        is_name = (noun.form("one", "other") or "")[:1].isupper()
        return self.np(noun, "bare" if is_name else "the")

    def count(self, number: int, noun: Noun) -> NP:
        if number == 1 and (once := noun.form("once")):
            return NP(once, noun=noun)
        one = self.plural_form(number) == "one"
        word = noun.form("one", "other") if one else noun.form("other", "one")
        return NP(f"{number} {word}", {}, noun.gender, not one, noun=noun)

    def of(self, head: NP, owner: NP) -> NP:
        if owner.second and head.noun is not None:
            return self.np(head.noun, "your", head.plural)
        return head.then(f"de {owner.text}")

    def among(self, how: Which, things: NP, noun: Noun) -> NP:
        gender = gender_among(things, noun)
        word = _WHICH[how][1 if gender == "f" else 0]
        return NP(f"{word} de {things.text}", {}, gender, how == "those", noun=noun)

    def place(self, np: NP, way: Literal["in", "to", "from"]) -> str:
        default = {"in": "dans", "to": "dans", "from": "de"}[way]
        word = (np.noun.form(way) if np.noun else None) or (
            (np.noun.form("in") if np.noun and way == "to" else None) or default
        )
        return f"{word} {np.text}"

    def drawn(self, np: NP) -> str:
        return f"{(np.noun.form('from') if np.noun else None) or 'dans'} {np.text}"

    def again(self, clause: str) -> str:
        return f"{AGAIN}{clause}"

    def say(self, key: PatternKey, **slots: NP | str) -> str:
        """`si a et si b`, `quand a et que b`"""
        found = _CONJUNCTION.search(self.patterns[key])
        if found is not None and isinstance(test := slots["test"], str):
            slots["test"] = test.replace(AGAIN, "si " if found[1] == "si" else "que ")
        return super().say(key, **slots)

    def attach(self, np: NP, said: str) -> NP:
        return np.then(said)

    def relative(self, np: NP, clause: Clause) -> str:
        if clause.head is not None:
            return f"dont {clause.head.text} {self.agree(clause.said, clause.head)}"
        return f"qui {self.agree(clause.said, np)}"

    def agreed(self, options: Sequence[str], np: NP) -> str:
        """Masculine, feminine, and the same in the plural."""
        return options[(2 if np.plural else 0) + (1 if np.gender == "f" else 0)]

    def finish(self, text: str) -> str:
        text = text.replace(AGAIN, "")
        for pattern, shorter in _SHORTER:
            text = pattern.sub(shorter, text)
        return _ELIDED.sub(r"\1'", _before_vowel(text))

    def verb(self, noun: Noun, mood: Mood) -> str:
        """The form of the mood; without it the infinitive does, as something that is to be done."""
        if mood == "inf":
            pattern = noun.form("inf")
            return pattern or self.title_verb(noun, mood)
        if (form := noun.form(mood)) is not None:
            return form
        self.lexicon.miss(noun.id, mood)
        return f"{'il faut' if mood == 'you' else 'doit'} {noun.form('inf', 'one')}"

    def title_verb(self, noun: Noun, mood: Mood) -> str:
        return noun.form("one", "inf") or noun.id

    def predicate(self, noun: Noun, negated: bool) -> str:
        said = noun.form("is")
        if said is None:
            word = self.adjective(noun)
            options = [noun.form(key) or str(word) for key in ("m", "f", "mp", "fp")]
            shown = f"<{'/'.join(options)}>" if len(set(options)) > 1 else str(word)
            return f"[n'est pas|ne sont pas|n'êtes pas] {shown}" if negated else f"[est|sont|êtes] {shown}"
        return noun.form("not") or said if negated else said


def _before_vowel(text: str) -> str:
    return _BEFORE_VOWEL.sub(lambda m: f"{_BEFORE_VOWEL_FORMS[m[1]]} ", text)
