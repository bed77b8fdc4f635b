"""Reasons in words, in each language: what stands in the way is told by the explainer, from the text that runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from solenia_rules.api.events import Teller
from solenia_rules.api.reason import Another, Become, Change, Fact, Lane, Reason, Remedy, Shift, Without
from solenia_rules.api.requests import check_lang
from solenia_rules.api.words import WORDS
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.inquiry import Asked
from solenia_rules.play.physics import BITS
from solenia_rules.sentences.places import Places
from solenia_rules.text.places import NOWHERE, Span

SENTENCES = {
    "en": {
        "over": "the game is over",
        "offered": "`{what}` is on offer",
        "unknown": "no answer here is called `{what}`",
        "near": "no answer here is called `{what}`; did you mean `{near}`?",
        "unasked": "`{what}` is not asked for here",
        "unseen": "it is not among those to choose from",
        "elsewhere": "it is not among those to choose from: {said} ({place})",
        "condition": "this condition is not met: {said} ({place})",
        "unpaid": "then this could not be paid: {said} ({place})",
        "needed": "then this condition would not be met: {said} ({place})",
        "undone": "then this could not be done: {said} ({place})",
        "no choice": "then nothing could be chosen: “{said}” ({place})",
        "short": "you have none of it to spare",
        "idle": "its rule does not apply now",
        "picked": "it was picked already",
        "several": "there are several of them; say which: {near}",
        "not now": "it cannot be chosen now",
    },
    "fr": {
        "over": "la partie est finie",
        "offered": "« {what} » est proposé",
        "unknown": "aucune réponse ne s'appelle « {what} » ici",
        "near": "aucune réponse ne s'appelle « {what} » ici ; vouliez-vous dire « {near} » ?",
        "unasked": "« {what} » n'est pas demandé ici",
        "unseen": "cela ne fait pas partie du choix",
        "elsewhere": "cela ne fait pas partie du choix : {said} ({place})",
        "condition": "condition non remplie : {said} ({place})",
        "unpaid": "ensuite, le paiement serait impossible : {said} ({place})",
        "needed": "ensuite, la condition ne serait pas remplie : {said} ({place})",
        "undone": "ensuite, ceci serait impossible : {said} ({place})",
        "no choice": "ensuite, il n'y aurait rien à choisir : « {said} » ({place})",
        "short": "vous n'en avez pas assez pour cela",
        "idle": "sa règle ne s'applique pas maintenant",
        "picked": "cela a déjà été pris",
        "several": "il y en a plusieurs ; dites lequel : {near}",
        "not now": "ce choix n'est pas possible maintenant",
    },
    "pl": {
        "over": "gra jest skończona",
        "offered": "„{what}” jest do wyboru",
        "unknown": "żadna odpowiedź nie nazywa się tu „{what}”",
        "near": "żadna odpowiedź nie nazywa się tu „{what}”; może chodzi o „{near}”?",
        "unasked": "o „{what}” nie ma tu pytania",
        "unseen": "tego nie ma do wyboru",
        "elsewhere": "tego nie ma do wyboru: {said} ({place})",
        "condition": "niespełniony warunek: {said} ({place})",
        "unpaid": "potem nie dałoby się zapłacić: {said} ({place})",
        "needed": "potem nie byłby spełniony warunek: {said} ({place})",
        "undone": "potem nie dałoby się wykonać: {said} ({place})",
        "no choice": "potem nie byłoby z czego wybrać: „{said}” ({place})",
        "short": "masz tego za mało",
        "idle": "ta zasada teraz nie działa",
        "picked": "to już zostało wybrane",
        "several": "jest ich kilka; podaj, o który chodzi: {near}",
        "not now": "tego nie można teraz wybrać",
    },
}

PARTS = {
    "en": {
        "found": "; found: {parts}",
        "enough": "; enough would be: {parts}",
        "or": " or ",
        "value": "{x} = {value}",
        "of": "{x}: {value}",
        "there": "{value}",
        "have": "you have {value}",
        "then": "you then have {value}",
        "lies": "it lies in: {value}",
        "fails": "it is not so that {x}",
        "more": "{n} more {thing}",
        "less": "{n} fewer {thing}",
        "by more": "{x}: {n} more",
        "by less": "{x}: {n} less",
        "without": "without {value}",
        "cheaper": "another {thing} that costs less",
        "another": "another {thing}, such that {x}",
    },
    "fr": {
        "found": " ; constaté : {parts}",
        "enough": " ; il suffirait de : {parts}",
        "or": " ou ",
        "value": "{x} = {value}",
        "of": "{x} : {value}",
        "there": "{value}",
        "have": "vous avez {value}",
        "then": "vous avez alors {value}",
        "lies": "cela se trouve dans : {value}",
        "fails": "ceci n'est pas le cas : {x}",
        "more": "{n} {thing} de plus",
        "less": "{n} {thing} de moins",
        "by more": "{x} : {n} de plus",
        "by less": "{x} : {n} de moins",
        "without": "sans {value}",
        "cheaper": "un autre choix, moins cher ({thing})",
        "another": "un autre choix ({thing}) : {x}",
    },
    "pl": {
        "found": "; jest: {parts}",
        "enough": "; wystarczyłoby: {parts}",
        "or": " albo ",
        "value": "{x} = {value}",
        "of": "{x}: {value}",
        "there": "{value}",
        "have": "masz: {value}",
        "then": "wtedy masz: {value}",
        "lies": "leży w: {value}",
        "fails": "nie jest tak, że {x}",
        "more": "o {n} więcej ({thing})",
        "less": "o {n} mniej ({thing})",
        "by more": "{x}: o {n} więcej",
        "by less": "{x}: o {n} mniej",
        "without": "bez: {value}",
        "cheaper": "coś tańszego ({thing})",
        "another": "inny wybór ({thing}): {x}",
    },
}
MOST_CHANGES = 3
"""Changes of the same size that are told."""


class Saying:
    """Speaks for one program."""

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
        made = SENTENCES[lang][reason.key].format(**gaps)
        found, changes = self.found(reason.facts, lang), self.changes(reason.remedies, lang)
        if found:
            made += PARTS[lang]["found"].format(parts=", ".join(found))
        if changes:
            made += PARTS[lang]["enough"].format(parts=PARTS[lang]["or"].join(changes))
        return made

    def _said(self, reason: Reason, span: Span, lang: str) -> str:
        if reason.key in ("undone", "no choice"):
            return self.places(lang).at(span.source.name, span.start) or f"`{reason.rule}`"
        return self.label(span, lang)

    def label(self, span: Span, lang: str) -> str:
        """A value or test in words; one that cannot be told stands as it is written."""
        start = span.start + sum(len(verb) for verb in ("pay ", "need ") if span.text.startswith(verb))
        return self.places(lang).value(span.source.name, start, span.end) or f"`{' '.join(span.text.split())}`"

    # ---- values ----------------------------------------------------------------------------------------------

    def found(self, facts: tuple[Fact, ...], lang: str) -> tuple[str, ...]:
        """Each value that was found."""
        check_lang(lang)
        return tuple(dict.fromkeys(self.fact(fact, lang) for fact in facts))

    def fact(self, fact: Fact, lang: str) -> str:
        value = self.value(fact.kind, fact.value, lang)
        if fact.whose is not None:
            whose = self.value(fact.whose[0], fact.whose[1], lang)
            return PARTS[lang]["of"].format(x=whose, value=value)
        label = "" if fact.span == NOWHERE else self.label(fact.span, lang)
        return PARTS[lang][_sort(fact.sort, fact.kind)].format(x=label, value=value)

    def value(self, kind: Kind, value: int | Asked, lang: str) -> str:
        if isinstance(value, Asked):
            return self.amounts(value, lang)
        match kind.base:
            case "number":
                return str(value)
            case "test":
                return WORDS[lang]["yes" if value else "no"]
            case "set":
                member = kind.member
                assert member is not None
                return ", ".join(self.value(member, x, lang) for x in BITS[value]) or WORDS[lang]["nothing"]
            case "place":
                return self.teller.place(value, lang)
        if value < 0:
            return WORDS[lang]["nothing"]
        match kind.base:
            case "seat":
                return self.teller.seat(value, lang)
            case "cell":
                return self.teller.place(self.teller.layout.first_cell + value, lang)
            case "piece":
                return self.teller.piece(value, lang)
            case "face":
                return WORDS[lang][("front", "back")[value]]
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
        return text or WORDS[lang]["nothing"]

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
        parts = PARTS[lang]
        match remedy:
            case Change(amounts, kind, number):
                pairs = [(kind, number)] if kind else [(self._thing(lane), n) for lane, n in amounts]
                return " + ".join(self._more(thing, n, lang) for thing, n in pairs)
            case Shift(span, by):
                key = "by more" if by > 0 else "by less"
                return parts[key].format(x=self.label(span, lang), n=abs(by))
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
        return PARTS[lang]["more" if number > 0 else "less"].format(n=abs(number), thing=said)


def _sort(sort: str, kind: Kind) -> str:
    """How a value is put: a test is answered, anything else is equal to something."""
    return "of" if sort == "value" and kind.base == "test" else sort
