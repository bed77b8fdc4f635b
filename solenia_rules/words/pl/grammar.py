"""Polish: cases, gender, numerals, commas around relative clauses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import evolve

from solenia_rules.words.grammar import Clause, Grammar, How, Mood, Which
from solenia_rules.words.phrases import CASES, NP, Noun, PluralForm, gender_among
from solenia_rules.words.pl.plurals import plural_form

CLOSE = "\x01"
"""Where a relative clause ends: a comma, unless the sentence ends there."""
LACKS = "\x02"
"""Marks around a form that a word lacks, so that only forms that are really used are reported as missing."""
_PREPOSITIONS = {"w": "loc", "na": "loc", "do": "gen", "z": "gen", "przy": "loc", "pod": "ins", "wśród": "gen"}
_TOWARDS = {"na": "acc", "w": "acc", "do": "gen", "pod": "acc", "przed": "acc"}
_Z = re.compile(r"\b([Zz]) (?=(?:(?:s(?!z)|sz|ś|z|ź|ż)[bcćdfghjklłmnńprstwźż]|ws))")
_YOUR = re.compile(r"\bt(w(?:ój|ojego|ojemu|oim|oja|ojej|oją|oje|oich|oimi|oi))\b")
"""The forms of `twój`."""
_W = re.compile(r"\b([Ww]) (?=[wf][bcćdfghjklłmnńprsśtwzźż])")


_RELATIVE = re.compile(r"(?:\w{1,5} )?któr")
"""How a clause begins that says which one: `której`, `do której`."""


class Polish(Grammar):
    reflexive = True
    names_you = False
    other_of_two = "other"
    as_many_is_plural = False
    pause = ""

    def plural_form(self, number: int) -> PluralForm:
        return plural_form(number)

    def attached(self, text: str) -> str:
        return f", {text}" if _RELATIVE.match(text) else text

    # ---- declension ------------------------------------------------------------------------

    def declined(self, noun: Noun, plural: bool) -> dict[str, str]:
        """The noun in every case; a case that the words lack has the base form and is reported as missing."""
        f = noun.forms
        if plural:
            several = f.get("few") or f.get("one", noun.id)
            many = self._form(noun, "many", several)
            personal = noun.gender == "mp"
            found = {"nom": several, "gen": many, "acc": many if personal else several}
            for case in ("dat", "ins", "loc"):
                found[case] = f.get(f"{case}_pl") or f"{many}{LACKS}{noun.id}:{case}_pl{LACKS}"
            return found
        one = f["one"]
        genitive = self._form(noun, "other", one)
        found = {"nom": one, "gen": genitive, "acc": f.get("acc") or self._accusative(noun, one, genitive)}
        for case in ("dat", "ins", "loc"):
            found[case] = f.get(case) or f"{one}{LACKS}{noun.id}:{case}{LACKS}"
        return found

    def _form(self, noun: Noun, key: str, default: str) -> str:
        if key not in noun.forms:
            self.lexicon.miss(noun.id, key)
        return noun.forms.get(key, default)

    def _accusative(self, noun: Noun, one: str, genitive: str) -> str:
        match noun.gender:
            case "f":
                first, _, rest = one.partition(" ")
                return f"{first[:-1]}ę {rest}".strip() if first.endswith("a") else one
            case "mp" | "ma":
                return genitive
            case _:
                return one

    @property
    def you(self) -> NP:
        cases = {"nom": "ty", "gen": "ciebie", "dat": "tobie", "acc": "ciebie", "ins": "tobą", "loc": "tobie"}
        return NP("ty", cases, "mp", False, True)

    # ---- noun phrases ------------------------------------------------------------------------

    def np(self, noun: Noun, how: How, plural: bool = False) -> NP:
        plural = plural or noun.plural_only
        cases = self.declined(noun, plural)
        before = _BEFORE.get(how)
        if before is not None and not (plural and how in ("each", "no")):
            told = pronoun(before, noun.gender, plural)
            cases = {case: f"{told[case]} {word}" for case, word in cases.items()}
        if how == "their":
            cases = {case: f"jego {word}" for case, word in cases.items()}
        return NP(cases["nom"], cases, noun.gender, plural, noun=noun)

    def belonging(self, noun: Noun, how: How) -> Noun:
        """What is the subject's own is `swój`; what is somebody else's is `jego`."""
        if how not in ("own", "their"):
            return noun
        told = r"s\1" if how == "own" else "jego"
        return evolve(noun, forms={key: _YOUR.sub(told, form) for key, form in noun.forms.items()})

    def count(self, number: int, noun: Noun) -> NP:
        if number == 1 and (once := noun.form("once")):
            return NP(once, noun=noun)
        form = self.plural_form(number)
        if form == "one":
            cases = self.declined(noun, False)
        else:
            cases = self.declined(noun, True)
            if form == "many" or noun.gender == "mp":
                cases = {**cases, "nom": cases["gen"], "acc": cases["gen"]}
        told = {case: f"{number} {word}" for case, word in cases.items()}
        return NP(told["nom"], told, noun.gender if form == "one" else "n", form == "few", noun=noun)

    def of(self, head: NP, owner: NP) -> NP:
        if owner.second and head.noun is not None:
            return self.np(head.noun, "your", head.plural)
        return head.then(owner.case("gen"))

    def among(self, how: Which, things: NP, noun: Noun) -> NP:
        several = how == "those"
        gender = gender_among(things, noun)
        told = pronoun(_WHICH[how], gender, several)
        cases = {case: f"{word} z {things.case('gen')}" for case, word in told.items()}
        return NP(cases["nom"], cases, gender, several, noun=noun)

    def place(self, np: NP, way: Literal["in", "to", "from"]) -> str:
        word = np.noun.form(way) if np.noun else None
        if way == "in":
            word = word or ("wśród" if np.plural else "w")
            return f"{word} {np.case(_PREPOSITIONS[word])}"
        if way == "to":
            word = word or "do"
            return f"{word} {np.case(_TOWARDS[word])}"
        return f"{word or 'z'} {np.case('gen')}"

    def attach(self, np: NP, said: str) -> NP:
        return np.mapped(lambda form: f"{form}, {said}{CLOSE}")

    def relative(self, np: NP, clause: Clause) -> str:
        who = pronoun("któr", np.gender, np.plural)
        if clause.head is not None:
            return f"{who['gen']} {clause.head.text} {self.agree(clause.said, clause.head)}"
        return f"{who['nom']} {self.agree(clause.said, np)}"

    def agreed(self, options: Sequence[str], np: NP) -> str:
        """Masculine, feminine, neuter, plural, and plural of persons."""
        if np.plural:
            place = 4 if np.gender == "mp" else 3
        else:
            place = {"f": 1, "n": 2}.get(np.gender, 0)
        return options[min(place, len(options) - 1)]

    def sentence(self, clause: Clause) -> str:
        """The reader is not named, because the form of the verb is enough."""
        if clause.subject is not None and clause.subject.second:
            return self.agree(clause.said, clause.subject)
        return super().sentence(clause)

    def finish(self, text: str) -> str:
        for ident, case in re.findall(rf"{LACKS}([^{LACKS}]*):(\w+){LACKS}", text):
            self.lexicon.miss(ident, case)
        text = re.sub(rf"{LACKS}[^{LACKS}]*{LACKS}", "", text)
        text = re.sub(rf"{CLOSE}+( \([^()]*\))", rf"\1{CLOSE}", text)
        text = re.sub(rf"{CLOSE}+(?=\s*(?:[,.;:)]|$))", "", text)
        text = re.sub(rf"{CLOSE}+(?=[”{CLOSE}])", "", text)
        text = text.replace(CLOSE, ",")
        text = re.sub(r",,+", ",", text)
        return _W.sub(r"\1e ", _Z.sub(r"\1e ", text))

    def verb(self, noun: Noun, mood: Mood) -> str:
        if mood == "inf":
            return noun.form("inf") or self.title_verb(noun, mood)
        if (form := noun.form(mood)) is not None:
            return form
        self.lexicon.miss(noun.id, mood)
        return f"{'trzeba' if mood == 'you' else 'ma'} {noun.form('inf', 'one')}"

    def title_verb(self, noun: Noun, mood: Mood) -> str:
        """The title is an infinitive; the form `does`, without slots, says what somebody does."""
        if mood == "inf":
            return noun.form("one", "inf") or noun.id
        form = noun.form("does", "third")
        if form is None or "{" in form:
            self.lexicon.miss(noun.id, "does")
            return f"{'masz' if mood == 'you' else 'ma'} {noun.form('one', 'inf')}"
        return second(form) if mood == "you" else form

    def predicate(self, noun: Noun, negated: bool) -> str:
        said = noun.form("is")
        if said is None:
            word = self.adjective(noun)
            options = [noun.form(key) or word for key in ("m", "f", "n", "pl", "mp")]
            shown = f"<{'/'.join(options)}>" if len(set(options)) > 1 else word
            return f"{'nie ' if negated else ''}[jest|są|jesteś] {shown}"
        return noun.form("not") or said if negated else said


_BEFORE = {
    "this": "t",
    "each": "każd",
    "no": "żad",
    "other": "inn",
    "your": "tw",
    "own": "sw",
    "first": "pierwsz",
    "last": "ostatn",
    "given": "dan",
}
_WHICH: dict[str, str] = {
    "a": "jed",
    "each": "każd",
    "no": "żad",
    "first": "pierwsz",
    "last": "ostatn",
    "that": "t",
    "those": "t",
}
_ADJECTIVE = {
    "m": ("y", "ego", "emu", "y", "ym", "ym"),
    "f": ("a", "ej", "ej", "ą", "ą", "ej"),
    "n": ("e", "ego", "emu", "e", "ym", "ym"),
    "pl": ("e", "ych", "ym", "e", "ymi", "ych"),
}
_SOFT = {
    "m": ("i", "iego", "iemu", "i", "im", "im"),
    "f": ("ia", "iej", "iej", "ią", "ią", "iej"),
    "n": ("ie", "iego", "iemu", "ie", "im", "im"),
    "pl": ("ie", "ich", "im", "ie", "imi", "ich"),
}
_POSSESSIVE = {
    "m": ("ój", "ojego", "ojemu", "ój", "oim", "oim"),
    "f": ("oja", "ojej", "ojej", "oją", "oją", "ojej"),
    "n": ("oje", "ojego", "ojemu", "oje", "oim", "oim"),
    "pl": ("oje", "oich", "oim", "oje", "oimi", "oich"),
}
_THIS = {
    "m": ("en", "ego", "emu", "en", "ym", "ym"),
    "f": ("a", "ej", "ej", "ę", "ą", "ej"),
    "n": ("o", "ego", "emu", "o", "ym", "ym"),
    "pl": ("e", "ych", "ym", "e", "ymi", "ych"),
}
_STEMS: Mapping[str, tuple[str, Mapping[str, tuple[str, ...]]]] = {
    "tw": ("tw", _POSSESSIVE), "sw": ("sw", _POSSESSIVE), "t": ("t", _THIS), "ostatn": ("ostatn", _SOFT),
    "jed": ("jedn", _ADJECTIVE), "żad": ("żadn", _ADJECTIVE),
}  # fmt: skip
_ODD = {("jed", "m"): "jeden", ("żad", "m"): "żaden", ("jed", "n"): "jedno", ("żad", "n"): "żadne"}
"""Nominatives that do not follow their stem."""
_PERSONS = {"tw": "twoi", "sw": "swoi", "t": "ci", "któr": "którzy", "inn": "inni"}
"""Plural of persons."""


def pronoun(stem: str, gender: str, plural: bool) -> dict[str, str]:
    """`ten`, `każdy`, `twój`, `który` in every case."""
    base, endings = _STEMS.get(stem, (stem, _ADJECTIVE))
    sort = "pl" if plural else gender[0]
    cases = {case: base + ending for case, ending in zip(CASES, endings[sort], strict=True)}
    if (stem, sort) in _ODD:
        cases["nom"] = cases["acc"] = _ODD[stem, sort]
    if gender in ("mp", "ma") and not plural:
        cases["acc"] = cases["gen"]
    if gender == "mp" and plural:
        cases["nom"], cases["acc"] = _PERSONS.get(stem, cases["nom"]), cases["gen"]
    return cases


def second(third: str) -> str:
    """`niesie je` -> `niesiesz je`"""
    first, _, rest = third.partition(" ")
    return f"{first}sz {rest}".strip()
