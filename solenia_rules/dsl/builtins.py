"""The one table of built-in verbs and queries: what they take, what they mean, how they are said."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Wanted = Literal[
    "bundle",
    "number",
    "place",
    "value",
    "pieces",
    "target",
    "zone",
    "die",
    "piece",
    "seats",
    "effect",
    "test",
    "rules",
    "phase",
    "cells",
    "cell",
    "set",
    "phrase",
    "each",
    "word",
    "seat",
    "shown",
]
"""What a slot takes, in the words of the manual; `checker` gives each its kinds."""


@frozen
class Slot:
    """A parameter: its name for triggers and manuals, what it takes, and the preposition before it in a verb."""

    name: str
    wanted: Wanted
    preposition: str | None = None
    optional: bool = False


@frozen
class BuiltInVerb:
    name: str
    slots: tuple[Slot, ...]
    meaning: str
    phrases: dict[str, str]
    """Language -> pattern; {slot} is replaced by the explained argument."""
    horizon: bool = False
    """Looking ahead ends here: its outcome is not known to the seat that is asked."""


@frozen
class BuiltInQuery:
    name: str
    slots: tuple[Slot, ...]
    meaning: str
    phrases: dict[str, str]


def _verb(
    name: str, slots: tuple[Slot, ...], meaning: str, en: str, fr: str, pl: str, horizon: bool = False
) -> BuiltInVerb:
    return BuiltInVerb(name, slots, meaning, {"en": en, "fr": fr, "pl": pl}, horizon)


VERBS: dict[str, BuiltInVerb] = {
    v.name: v
    for v in (
        _verb(
            "gain",
            (Slot("what", "bundle"),),
            "add to my counters; a kind stands for any of its words, I choose; past a limit the owner gives up",
            "gain {what}",
            "gagnez {what}",
            "zyskujesz {what}",
        ),
        _verb(
            "pay",
            (Slot("what", "bundle"),),
            "take from my counters; a kind stands for any of its words, I choose; impossible if I cannot",
            "pay {what}",
            "payez {what}",
            "płacisz {what}",
        ),
        _verb(
            "lose",
            (Slot("what", "bundle"),),
            "take from my counters as far as they reach; a kind stands for any of its words, I choose",
            "lose {what}",
            "perdez {what}",
            "tracisz {what}",
        ),
        _verb(
            "set",
            (Slot("place", "place"), Slot("value", "value", "to")),
            "give a field, counter or state a value, kept within its range",
            "set {place} to {value}",
            "{place} devient {value}",
            "{place} przyjmuje wartość {value}",
        ),
        _verb(
            "add",
            (Slot("number", "number"), Slot("place", "place", "to")),
            "raise (or lower) a field, counter or state, kept within its range",
            "add {number} to {place}",
            "ajoutez {number} à {place}",
            "dodaj {number} do {place}",
        ),
        _verb(
            "move",
            (Slot("pieces", "pieces"), Slot("target", "target", "to"), Slot("position", "number", "at", True)),
            "put pieces on a cell or in a zone; in an ordered zone last, or at a position from 1; to none: out of play",
            "move {pieces} to {target}",
            "déplacez {pieces} vers {target}",
            "przenieś {pieces} do {target}",
        ),
        _verb(
            "draw",
            (Slot("number", "number"), Slot("source", "zone", "from"), Slot("target", "zone", "to")),
            "move that many pieces from the front of a zone, or as many as there are",
            "draw {number} from {source} to {target}",
            "piochez {number} de {source} vers {target}",
            "dobierz {number} z {source} do {target}",
            True,
        ),
        _verb(
            "shuffle",
            (Slot("zone", "zone"),),
            "put a zone in random order; nobody knows its order any more",
            "shuffle {zone}",
            "mélangez {zone}",
            "potasuj {zone}",
            True,
        ),
        _verb(
            "turn_over",
            (Slot("piece", "piece"),),
            "show the other face of a two-faced piece",
            "turn over {piece}",
            "retournez {piece}",
            "odwróć {piece}",
        ),
        _verb(
            "roll",
            (Slot("die", "die"),),
            "give a die a random face, read with `shows of`",
            "roll {die}",
            "lancez {die}",
            "rzuć {die}",
            True,
        ),
        _verb(
            "show",
            (Slot("pieces", "shown"), Slot("seats", "seats", "to")),
            "let these seats see the pieces from now on, until they are shuffled or move",
            "show {pieces} to {seats}",
            "montrez {pieces} à {seats}",
            "pokaż {pieces} graczowi {seats}",
            True,
        ),
        _verb(
            "do",
            (Slot("effect", "effect"),),
            "run an effect held by a piece or cell; `this` is its holder; an absent one does nothing",
            "apply {effect}",
            "appliquez {effect}",
            "wykonaj {effect}",
        ),
        _verb(
            "need",
            (Slot("test", "test"),),
            "go on only if it holds; otherwise what asks for it cannot be completed",
            "only if {test}",
            "seulement si {test}",
            "tylko jeśli {test}",
        ),
        _verb("stop", (), "leave the innermost repeat", "stop", "arrêtez", "przerwij"),
        _verb(
            "win",
            (Slot("seats", "seats"),),
            "end the game; these seats share the win, none is a draw",
            "{seats} wins",
            "{seats} gagne",
            "{seats} wygrywa",
        ),
        _verb(
            "start",
            (Slot("rules", "rules"), Slot("phase", "phase", "until", True)),
            "the lasting rules of a piece or cell hold for me from now on, until that phase, or for good",
            "{rules} holds until {phase}",
            "{rules} vaut jusqu'à {phase}",
            "{rules} obowiązuje do {phase}",
        ),
    )
}


def _query(name: str, slots: tuple[Slot, ...], meaning: str, en: str, fr: str, pl: str) -> BuiltInQuery:
    return BuiltInQuery(name, slots, meaning, {"en": en, "fr": fr, "pl": pl})


_PHRASE = (Slot("things", "phrase"),)

QUERIES: dict[str, BuiltInQuery] = {
    q.name: q
    for q in (
        _query(
            "count",
            _PHRASE,
            "how many; of a bundle, how much in all",
            "the number of {things}",
            "le nombre de {things}",
            "liczba {things}",
        ),
        _query(
            "some", _PHRASE, "whether there is at least one", "there is {things}", "il y a {things}", "jest {things}"
        ),
        _query(
            "no",
            _PHRASE,
            "whether there is none",
            "there is no {things}",
            "il n'y a pas de {things}",
            "nie ma {things}",
        ),
        _query("all", _PHRASE, "the set of those", "all {things}", "tous les {things}", "wszystkie {things}"),
        _query(
            "first",
            _PHRASE,
            "the first one in the stated order, or none",
            "the first of {things}",
            "le premier de {things}",
            "pierwszy z {things}",
        ),
        _query(
            "last",
            _PHRASE,
            "the last one in the stated order, or none",
            "the last of {things}",
            "le dernier de {things}",
            "ostatni z {things}",
        ),
        _query(
            "sum",
            (Slot("value", "each"),),
            "total of a number over a set",
            "the total of {value}",
            "le total de {value}",
            "suma {value}",
        ),
        _query(
            "min",
            (Slot("value", "each"),),
            "smallest, of numbers or of a number over a set (0 over an empty one)",
            "the smallest of {value}",
            "le plus petit de {value}",
            "najmniejsza z {value}",
        ),
        _query(
            "max",
            (Slot("value", "each"),),
            "largest, of numbers or of a number over a set (0 over an empty one)",
            "the largest of {value}",
            "le plus grand de {value}",
            "największa z {value}",
        ),
        _query(
            "distance",
            (Slot("cell", "cell"), Slot("cells", "cells")),
            "fewest steps over passable cells to the nearest of them; 1000000000 if there is no way",
            "the distance from {cell} to {cells}",
            "la distance de {cell} à {cells}",
            "odległość od {cell} do {cells}",
        ),
        _query(
            "neighbours",
            (Slot("cells", "cells"),),
            "passable cells sharing an edge with one of them",
            "the neighbours of {cells}",
            "les voisins de {cells}",
            "sąsiedzi {cells}",
        ),
        _query(
            "surroundings",
            (Slot("cells", "cells"),),
            "passable cells sharing an edge or a corner with one of them",
            "the surroundings of {cells}",
            "les alentours de {cells}",
            "otoczenie {cells}",
        ),
        _query(
            "group",
            (Slot("cell", "cell"), Slot("cells", "cells")),
            "the connected part of the set that holds the cell",
            "the group of {cell} in {cells}",
            "le groupe de {cell} dans {cells}",
            "grupa {cell} w {cells}",
        ),
        _query(
            "straight",
            (Slot("cell", "cell"), Slot("other", "cell")),
            "cells of a grid from one to the other along a row, column or diagonal, both included; empty if there is "
            "no such line or a hole in it",
            "the straight line from {cell} to {other}",
            "la ligne droite de {cell} à {other}",
            "linia prosta od {cell} do {other}",
        ),
        _query(
            "can_pay",
            (Slot("what", "bundle"),),
            "whether I could pay it now",
            "{what} can be paid",
            "{what} peut être payé",
            "można zapłacić {what}",
        ),
        _query(
            "seats_from",
            (Slot("seat", "seat"),),
            "all seats in turn order, this one first",
            "all seats from {seat}",
            "tous les joueurs à partir de {seat}",
            "wszyscy gracze od {seat}",
        ),
        _query(
            "reverse",
            (Slot("things", "set"),),
            "the same, last first",
            "{things} in reverse order",
            "{things} en ordre inverse",
            "{things} w odwrotnej kolejności",
        ),
        _query(
            "other",
            (Slot("word", "word"),),
            "the other word of a kind of two; the other face",
            "the other of {word}",
            "l'autre que {word}",
            "inny niż {word}",
        ),
        _query(
            "next",
            (Slot("seat", "seat"),),
            "the seat after this one",
            "the seat after {seat}",
            "le joueur après {seat}",
            "gracz po {seat}",
        ),
        _query(
            "previous",
            (Slot("seat", "seat"),),
            "the seat before this one",
            "the seat before {seat}",
            "le joueur avant {seat}",
            "gracz przed {seat}",
        ),
        _query(
            "range",
            (Slot("low", "number"), Slot("high", "number")),
            "the numbers from low to high, both included, between 0 and 999",
            "the numbers from {low} to {high}",
            "les nombres de {low} à {high}",
            "liczby od {low} do {high}",
        ),
        _query(
            "remainder",
            (Slot("number", "number"), Slot("divisor", "number")),
            "what is left of a number after dividing by another, never below 0",
            "the remainder of {number} divided by {divisor}",
            "le reste de {number} divisé par {divisor}",
            "reszta z dzielenia {number} przez {divisor}",
        ),
    )
}
