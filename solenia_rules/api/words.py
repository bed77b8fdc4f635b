"""Texts for people from a ruleset's words, and the few sentences of the engine, in each language."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.rules.records import World
from solenia_rules.sentences.plurals import plural_form

LANGUAGES = ("en", "fr", "pl")

LONGEST = 140
"""Characters of a sentence in a question; the rules have the rest."""

PROMPTS = {
    "en": {
        "choose": "choose: {name}",
        "pick": "pick: {name}",
        "order": "which comes next: {name}",
        "rule": "which rule goes first: {name}",
        "branch": "choose what to do",
        "may": "do it?",
        "may do": "{what}: do it?",
        "pay": "pay with: {name}",
        "gain": "gain which: {name}",
        "lose": "lose which: {name}",
        "give_up": "too many: give up which {name}",
        "spare": "asked for less: which {name} not",
    },
    "fr": {
        "choose": "choisissez : {name}",
        "pick": "prenez : {name}",
        "order": "lequel ensuite : {name}",
        "rule": "quelle règle d'abord : {name}",
        "branch": "choisissez que faire",
        "may": "le faire ?",
        "may do": "{what} : le faire ?",
        "pay": "payez avec : {name}",
        "gain": "gagnez lequel : {name}",
        "lose": "perdez lequel : {name}",
        "give_up": "trop : rendez lequel ({name})",
        "spare": "un de moins : lequel ({name})",
    },
    "pl": {
        "choose": "wybierz: {name}",
        "pick": "weź: {name}",
        "order": "co następne: {name}",
        "rule": "która zasada pierwsza: {name}",
        "branch": "wybierz działanie",
        "may": "wykonać?",
        "may do": "{what}: wykonać?",
        "pay": "zapłać: {name}",
        "gain": "zyskaj: {name}",
        "lose": "strać: {name}",
        "give_up": "za dużo: oddaj ({name})",
        "spare": "o jeden mniej: {name}",
    },
}

WORDS = {
    "en": {
        "yes": "yes",
        "no": "no",
        "done": "done",
        "none": "nowhere",
        "nothing": "nothing",
        "seat": "seat {n}",
        "front": "front",
        "back": "back",
        "a cell": "space",
        "a seat": "seat",
        "a number": "number",
        "a face": "side",
        "a name": "name",
    },
    "fr": {
        "yes": "oui",
        "no": "non",
        "done": "assez",
        "none": "nulle part",
        "nothing": "rien",
        "seat": "joueur {n}",
        "front": "recto",
        "back": "verso",
        "a cell": "emplacement",
        "a seat": "joueur",
        "a number": "nombre",
        "a face": "face",
        "a name": "nom",
    },
    "pl": {
        "yes": "tak",
        "no": "nie",
        "done": "dość",
        "none": "nigdzie",
        "nothing": "nic",
        "seat": "gracz {n}",
        "front": "przód",
        "back": "tył",
        "a cell": "pole",
        "a seat": "gracz",
        "a number": "liczba",
        "a face": "strona",
        "a name": "nazwa",
    },
}

EVENT_TEXTS = {
    "en": {
        "gained": "{seat} gains {n} {thing}",
        "paid": "{seat} pays {n} {thing}",
        "lost": "{seat} loses {n} {thing}",
        "given up": "{seat} gives up {n} {thing}: no room for more",
        "set": "{what} is now {value}",
        "added": "{what} is now {value}",
        "moved": "{piece}: {old} to {new}",
        "moved first": "{piece}: to the front of {new}",
        "moved last": "{piece}: to the end of {new}",
        "moved within": "{piece}: to place {n} in {new}",
        "moved somewhere": "{piece}: put back into {new}",
        "moved nowhere": "{piece}: stays in {new}",
        "drawn": "{piece}: drawn from {old} to {new}",
        "shuffled": "{zone} is shuffled",
        "rolled": "{piece} shows {value}",
        "shown": "{piece} shown to {seats}",
        "turned": "{piece} is turned to its {face}",
        "entered": "{seat}: {phase} begins",
        "left": "{seat}: {phase} ends",
        "won": "the game is over; won by {seats}",
        "ended by decisions": "the game is over after {n} decisions, the most there may be; won by {seats}",
        "ended by phases": "the game is over after {n} phases, the most there may be; won by {seats}",
        "sketched": "the sketched position begins",
        "answered": "{seat}: {option}",
        "stuck": "`{text}` cannot be done ({place}); the rest of this phase is skipped",
        "hidden": "{kind}",
        "nobody": "nobody",
        "of": "{what} of {whose}",
        "caused": "{text} [{cause}]",
    },
    "fr": {
        "gained": "{seat} gagne {n} {thing}",
        "paid": "{seat} paie {n} {thing}",
        "lost": "{seat} perd {n} {thing}",
        "given up": "{seat} rend {n} {thing} : pas de place pour plus",
        "set": "{what} vaut maintenant {value}",
        "added": "{what} vaut maintenant {value}",
        "moved": "{piece} : {old} vers {new}",
        "moved first": "{piece} : en première position, {new}",
        "moved last": "{piece} : en dernière position, {new}",
        "moved within": "{piece} : en position {n}, {new}",
        "moved somewhere": "{piece} : de nouveau dans {new}",
        "moved nowhere": "{piece} : toujours dans {new}",
        "drawn": "{piece} : pioche, {old} vers {new}",
        "shuffled": "{zone} : mélange",
        "rolled": "{piece} montre {value}",
        "shown": "{piece} : montré à {seats}",
        "turned": "{piece} : côté {face}",
        "entered": "{seat} : début de {phase}",
        "left": "{seat} : fin de {phase}",
        "won": "la partie est finie ; gagnée par {seats}",
        "ended by decisions": "la partie est finie après {n} décisions, le maximum ; gagnée par {seats}",
        "ended by phases": "la partie est finie après {n} phases, le maximum ; gagnée par {seats}",
        "sketched": "la position esquissée commence",
        "answered": "{seat} : {option}",
        "stuck": "`{text}` est impossible ({place}) ; le reste de cette phase est sauté",
        "hidden": "{kind}",
        "nobody": "personne",
        "of": "{what} ({whose})",
        "caused": "{text} [{cause}]",
    },
    "pl": {
        "gained": "{seat} zyskuje: {n} {thing}",
        "paid": "{seat} płaci: {n} {thing}",
        "lost": "{seat} traci: {n} {thing}",
        "given up": "{seat} oddaje z braku miejsca: {n} {thing}",
        "set": "{what}: teraz {value}",
        "added": "{what}: teraz {value}",
        "moved": "{piece}: {old} → {new}",
        "moved first": "{piece}: na początek, {new}",
        "moved last": "{piece}: na koniec, {new}",
        "moved within": "{piece}: na miejsce {n}, {new}",
        "moved somewhere": "{piece}: z powrotem, {new}",
        "moved nowhere": "{piece}: bez zmiany, {new}",
        "drawn": "{piece}: dobranie, {old} → {new}",
        "shuffled": "{zone}: tasowanie",
        "rolled": "{piece} pokazuje {value}",
        "shown": "{piece}: pokazano, widzi {seats}",
        "turned": "{piece}: strona {face}",
        "entered": "{seat}: początek, {phase}",
        "left": "{seat}: koniec, {phase}",
        "won": "koniec gry; zwycięstwo: {seats}",
        "ended by decisions": "koniec gry po {n} decyzjach, więcej być nie może; zwycięstwo: {seats}",
        "ended by phases": "koniec gry po {n} fazach, więcej być nie może; zwycięstwo: {seats}",
        "sketched": "początek od naszkicowanej pozycji",
        "answered": "{seat}: {option}",
        "stuck": "`{text}` nie da się wykonać ({place}); reszta tej fazy przepada",
        "hidden": "{kind}",
        "nobody": "nikt",
        "of": "{what} ({whose})",
        "caused": "{text} [{cause}]",
    },
}


class Words:
    """Texts of one ruleset. An id without words is shown as it is, with spaces."""

    def __init__(
        self,
        world: World,
        told: Callable[[str, int, int, str], str | None] | None = None,
        told_may: Callable[[str, int, str], str | None] | None = None,
    ) -> None:
        """`told`: what a way to choose does that has no name, by its file, place and number, in a language;
        `told_may`: what a `may` offers, by its file and place."""
        self.world = world
        self._told = told
        self._told_may = told_may
        declared = [(x.id, x.plural) for x in world.counters]
        declared += [(x.id, x.plural) for x in world.kinds] + [(x.id, x.plural) for x in world.pieces]
        self.plurals = {ident: plural for ident, plural in declared if plural is not None}

        self.singulars = {plural: ident for ident, plural in self.plurals.items()}

    def way(self, place: str, lang: str) -> str:
        """A way without a name in a sentence, or its number."""
        source, start, number = place.rsplit("|", 2)
        said = None if self._told is None else self._told(source, int(start), int(number) - 1, lang)
        return number if said is None else said

    def may(self, source: str, start: int, lang: str) -> str | None:
        """What one may do there, in a sentence of some length."""
        said = None if self._told_may is None else self._told_may(source, start, lang)
        if said is None or len(said) <= LONGEST:
            return said
        return said[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:(") + " …"

    def has(self, ident: str, lang: str) -> bool:
        """Whether there are words for it in this language."""
        return ident in self.world.words.get(lang, {})

    def singular(self, ident: str) -> str:
        """The id of what is called by its plural."""
        return self.singulars.get(ident, ident)

    def word(self, ident: str, lang: str, number: int = 1) -> str:
        forms = self.world.words.get(lang, {}).get(ident) or self.world.words.get("en", {}).get(ident)
        if forms is None:
            return (ident if number == 1 else self.plurals.get(ident, ident)).replace("_", " ")
        form = plural_form(lang, number)
        for key in (form, "one" if number == 1 else "few", "few", "other", "one"):
            if key in forms:
                return forms[key]
        return ident.replace("_", " ")
