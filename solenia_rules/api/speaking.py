"""Conditions and values in the words of a ruleset, in each language.

Words stand side by side, joined by signs and brackets: no word is bent, so that the sentence is right whatever the
grammar of the language asks of a word that the ruleset gives in a single form.
"""

from __future__ import annotations

from solenia_rules.api.words import Words
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.parser import SyntaxProblem, shared_parser
from solenia_rules.text.places import Source, Span

SAID = {
    "en": {
        "me": "you", "this": "this", "here": "here", "it": "the value so far", "actor": "the one who acts",
        "seats": "all seats", "others": "the other seats", "none": "nothing", "true": "yes", "false": "no",
        "front": "front", "back": "back", "my": "your {x}", "of": "{x} of {y}", "is": "{x} is {y}",
        "is not": "{x} is not {y}", "in": "{x} in “{y}”", "not in": "{x} not in “{y}”", "not": "not: {x}",
        "and": " and ", "or": " or ", "where": "{x}, {y}", "if": "if {x}: {y}, else: {z}",
        "count": "number", "some": "at least one", "no": "none", "all": "all", "first": "first", "last": "last",
        "sum": "total", "min": "least", "max": "most", "distance": "distance", "neighbours": "neighbouring",
        "surroundings": "around", "group": "connected", "straight": "straight line",
        "can_pay": "can be paid", "seats_from": "seats from",
        "reverse": "reversed", "other": "other", "next": "next", "previous": "previous", "range": "from … to",
        "remainder": "remainder",
        "cell": "space", "owner": "owner", "row": "row", "column": "column", "face": "side", "shows": "shown",
        "place": "place in turn order", "active": "in force",
    },
    "fr": {
        "me": "vous", "this": "ceci", "here": "ici", "it": "la valeur actuelle", "actor": "celui qui agit",
        "seats": "tous les joueurs", "others": "les autres joueurs", "none": "rien", "true": "oui", "false": "non",
        "front": "recto", "back": "verso", "my": "{x} (vous)", "of": "{x} ({y})", "is": "{x} = {y}",
        "is not": "{x} ≠ {y}", "in": "{x} dans « {y} »", "not in": "{x} hors de « {y} »", "not": "non : {x}",
        "and": " et ", "or": " ou ", "where": "{x}, {y}", "if": "si {x} : {y}, sinon : {z}",
        "count": "nombre", "some": "au moins un", "no": "aucun", "all": "tous", "first": "premier", "last": "dernier",
        "sum": "total", "min": "minimum", "max": "maximum", "distance": "distance", "neighbours": "voisinage",
        "surroundings": "alentours", "group": "groupe relié", "straight": "ligne droite",
        "can_pay": "paiement possible",
        "seats_from": "joueurs à partir de", "reverse": "ordre inverse", "other": "l'autre", "next": "suivant",
        "previous": "précédent", "range": "de … à", "remainder": "reste", "cell": "emplacement",
        "owner": "propriétaire", "row": "ligne",
        "column": "colonne", "face": "face", "shows": "résultat", "place": "rang", "active": "en vigueur",
    },
    "pl": {
        "me": "ty", "this": "to", "here": "tutaj", "it": "obecna wartość", "actor": "wykonujący",
        "seats": "wszyscy gracze", "others": "pozostali gracze", "none": "nic", "true": "tak", "false": "nie",
        "front": "przód", "back": "tył", "my": "{x} (ty)", "of": "{x} ({y})", "is": "{x} = {y}",
        "is not": "{x} ≠ {y}", "in": "{x} w zbiorze „{y}”", "not in": "{x} poza zbiorem „{y}”", "not": "nie: {x}",
        "and": " i ", "or": " lub ", "where": "{x}, {y}", "if": "jeśli {x}: {y}, inaczej: {z}",
        "count": "liczba", "some": "co najmniej jeden", "no": "żaden", "all": "wszystkie", "first": "pierwszy",
        "last": "ostatni", "sum": "suma", "min": "najmniej", "max": "najwięcej", "distance": "odległość",
        "neighbours": "sąsiedztwo", "surroundings": "otoczenie", "group": "połączona grupa", "straight": "linia prosta",
        "can_pay": "zapłata możliwa", "seats_from": "gracze od", "reverse": "odwrotna kolejność", "other": "inny",
        "next": "następny", "previous": "poprzedni", "range": "od … do", "remainder": "reszta",
        "cell": "pole", "owner": "właściciel",
        "row": "wiersz", "column": "kolumna", "face": "strona", "shows": "wynik", "place": "kolejność",
        "active": "działa",
    },
}  # fmt: skip
COLON = {"en": ": ", "fr": " : ", "pl": ": "}
SEVERAL = 2
"""A number that takes the plural as it stands by itself."""
SIGNS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "+": "+", "-": "−", "*": "×", "/": "÷"}


class Speaker:
    """Speaks for one ruleset."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.adjectives = {query.id for query in words.world.queries if len(query.params) == 1} | {"active"}

    def condition(self, text: str, lang: str) -> str:
        """A value or test text in words; one that cannot be read stays as it stands."""
        try:
            tree = shared_parser().parse(text, "value", Span(Source("", text), 0, len(text)))
        except SyntaxProblem:
            return f"`{' '.join(text.split())}`"
        return self.said(tree, lang) if not isinstance(tree, n.Block | n.Rules) else f"`{text}`"

    def name(self, ident: str, lang: str) -> str:
        """The word for an id; for a plural the form that goes with several."""
        single = self.words.singular(ident)
        if single != ident:
            return self.words.word(single, lang, SEVERAL)
        if self.words.has(ident, lang):
            return self.words.word(ident, lang)
        return SAID[lang].get(ident) or self.words.word(ident, lang)

    def said(self, expr: n.Expr, lang: str) -> str:
        table = SAID[lang]
        match expr:
            case n.Number(value):
                return str(value)
            case n.Amount(number, what):
                return f"{number} {self.words.word(self.words.singular(what.text), lang, number)}"
            case n.Ref(name):
                return self.name(name.text, lang)
            case n.My(name):
                return table["my"].format(x=self.name(name.text, lang))
            case n.Of(left, n.Ref(name)) if self.words.singular(name.text) != name.text:
                return f"{self.name(name.text, lang)}{COLON[lang]}{self.said(left, lang)}"
            case n.Of(left, right):
                return table["of"].format(x=self.said(left, lang), y=self.said(right, lang))
            case n.Call():
                return self._call(expr, lang)
            case n.Listed(items):
                return ", ".join(self.said(item, lang) for item in items)
            case n.Minus(value):
                return f"−{self.said(value, lang)}"
            case n.Arithmetic(op, left, right) | n.Compare(op, left, right):
                return f"{self.said(left, lang)} {SIGNS[op]} {self.said(right, lang)}"
            case n.Is():
                return self._is(expr, lang)
            case n.IsIn(left, right, negated):
                pattern = table["not in" if negated else "in"]
                return pattern.format(x=self.said(left, lang), y=self.said(right, lang))
            case n.Not(value):
                return table["not"].format(x=self.said(value, lang))
            case n.And(parts):
                return table["and"].join(self.said(part, lang) for part in parts)
            case n.Or(parts):
                return table["or"].join(self.said(part, lang) for part in parts)
            case n.IfValue(test, then, otherwise):
                x, y, z = (self.said(part, lang) for part in (test, then, otherwise))
                return table["if"].format(x=x, y=y, z=z)

    def _is(self, expr: n.Is, lang: str) -> str:
        """`cell is free`: a query said of a thing stands behind a colon; anything else is compared."""
        table, left, right = SAID[lang], self.said(expr.left, lang), self.said(expr.right, lang)
        if isinstance(expr.right, n.Ref) and expr.right.name.text in self.adjectives:
            said = f"{left}{COLON[lang]}{right}"
            return table["not"].format(x=said) if expr.negated else said
        return table["is not" if expr.negated else "is"].format(x=left, y=right)

    def _call(self, call: n.Call, lang: str) -> str:
        name = self.name(call.name.text, lang)
        match call.args:
            case n.Phrase() as phrase:
                inside = self._phrase(phrase, lang)
            case n.Each(value, phrase):
                inside = f"{self.said(value, lang)}; {self._phrase(phrase, lang)}"
            case args:
                inside = ", ".join(self.said(arg, lang) for arg in args)
        return f"{name} ({inside})"

    def _phrase(self, phrase: n.Phrase, lang: str) -> str:
        source = self.said(phrase.source, lang)
        if phrase.where is None:
            return source
        return SAID[lang]["where"].format(x=source, y=self.said(phrase.where, lang))
