"""The one table of built-in verbs and queries: what they take and what they mean."""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.text.frozen import frozen

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


VerbName: TypeAlias = Literal[
    "gain", "pay", "lose", "set", "add", "move", "draw", "shuffle", "turn_over", "roll", "show", "do", "need", "stop",
    "win", "start",
]  # fmt: skip
PhraseName: TypeAlias = Literal["count", "some", "no", "all", "first", "last", "sum", "min", "max"]
"""Queries that can be asked of a phrase: `count(x in set where test)`."""
QueryName: TypeAlias = Literal[
    "count", "some", "no", "all", "first", "last", "min", "max", "distance", "neighbours", "surroundings", "group",
    "straight", "can_pay", "seats_from", "reverse", "other", "next", "previous", "range", "remainder",
]  # fmt: skip
"""Queries that can be asked of values."""


@frozen
class Slot:
    """A parameter: its name for triggers and manuals, what it takes, and the preposition before it in a verb."""

    name: str
    wanted: Wanted
    preposition: str | None = None
    optional: bool = False


@frozen
class BuiltInVerb:
    name: VerbName
    slots: tuple[Slot, ...]
    meaning: str
    horizon: bool = False
    """Looking ahead ends here: its outcome is not known to the seat that is asked."""


@frozen
class BuiltInQuery:
    name: QueryName | PhraseName
    slots: tuple[Slot, ...]
    meaning: str


VERBS: dict[str, BuiltInVerb] = {
    v.name: v
    for v in (
        BuiltInVerb(
            "gain",
            (Slot("what", "bundle"),),
            "add to my counters; a kind stands for any of its words, I choose; past a limit the owner gives up",
        ),
        BuiltInVerb(
            "pay",
            (Slot("what", "bundle"),),
            "take from my counters; a kind stands for any of its words, I choose; impossible if I cannot",
        ),
        BuiltInVerb(
            "lose",
            (Slot("what", "bundle"),),
            "take from my counters as far as they reach; a kind stands for any of its words, I choose",
        ),
        BuiltInVerb(
            "set",
            (Slot("place", "place"), Slot("value", "value", "to")),
            "give a field, counter or state a value, kept within its range",
        ),
        BuiltInVerb(
            "add",
            (Slot("number", "number"), Slot("place", "place", "to")),
            "raise (or lower) a field, counter or state, kept within its range",
        ),
        BuiltInVerb(
            "move",
            (Slot("pieces", "pieces"), Slot("target", "target", "to"), Slot("position", "number", "at", True)),
            "put pieces on a cell or in a zone; in an ordered zone last, or at a position from 1; to none: out of play",
        ),
        BuiltInVerb(
            "draw",
            (Slot("number", "number"), Slot("source", "zone", "from"), Slot("target", "zone", "to")),
            "move that many pieces from the front of a zone, or as many as there are",
            True,
        ),
        BuiltInVerb(
            "shuffle", (Slot("zone", "zone"),), "put a zone in random order; nobody knows its order any more", True
        ),
        BuiltInVerb("turn_over", (Slot("piece", "piece"),), "show the other face of a two-faced piece"),
        BuiltInVerb("roll", (Slot("die", "die"),), "give a die a random face, read with `shows of`", True),
        BuiltInVerb(
            "show",
            (Slot("pieces", "shown"), Slot("seats", "seats", "to")),
            "let these seats see the pieces from now on, until they are shuffled or move",
            True,
        ),
        BuiltInVerb(
            "do",
            (Slot("effect", "effect"),),
            "run an effect held by a piece or cell; `this` is its holder; an absent one does nothing",
        ),
        BuiltInVerb(
            "need", (Slot("test", "test"),), "go on only if it holds; otherwise what asks for it cannot be completed"
        ),
        BuiltInVerb("stop", (), "leave the innermost repeat"),
        BuiltInVerb("win", (Slot("seats", "seats"),), "end the game; these seats share the win, none is a draw"),
        BuiltInVerb(
            "start",
            (Slot("rules", "rules"), Slot("phase", "phase", "until", True)),
            "the lasting rules of a piece or cell hold for me from now on, until that phase, or for good",
        ),
    )
}

QUERIES: dict[str, BuiltInQuery] = {
    q.name: q
    for q in (
        BuiltInQuery("count", (Slot("things", "phrase"),), "how many; of a bundle, how much in all"),
        BuiltInQuery("some", (Slot("things", "phrase"),), "whether there is at least one"),
        BuiltInQuery("no", (Slot("things", "phrase"),), "whether there is none"),
        BuiltInQuery("all", (Slot("things", "phrase"),), "the set of those"),
        BuiltInQuery("first", (Slot("things", "phrase"),), "the first one in the stated order, or none"),
        BuiltInQuery("last", (Slot("things", "phrase"),), "the last one in the stated order, or none"),
        BuiltInQuery("sum", (Slot("value", "each"),), "total of a number over a set"),
        BuiltInQuery(
            "min", (Slot("value", "each"),), "smallest, of numbers or of a number over a set (0 over an empty one)"
        ),
        BuiltInQuery(
            "max", (Slot("value", "each"),), "largest, of numbers or of a number over a set (0 over an empty one)"
        ),
        BuiltInQuery(
            "distance",
            (Slot("cell", "cell"), Slot("cells", "cells"), Slot("within", "cells", optional=True)),
            "fewest steps over passable cells to the nearest of them; with a third value only over cells of that set, "
            "both ends included; 1000000000 if there is no way",
        ),
        BuiltInQuery("neighbours", (Slot("cells", "cells"),), "passable cells sharing an edge with one of them"),
        BuiltInQuery(
            "surroundings", (Slot("cells", "cells"),), "passable cells sharing an edge or a corner with one of them"
        ),
        BuiltInQuery(
            "group", (Slot("cell", "cell"), Slot("cells", "cells")), "the connected part of the set that holds the cell"
        ),
        BuiltInQuery(
            "straight",
            (Slot("cell", "cell"), Slot("other", "cell")),
            "cells of a grid from one to the other along a row, column or diagonal, both included; empty if there is "
            "no such line or a hole in it",
        ),
        BuiltInQuery("can_pay", (Slot("what", "bundle"),), "whether I could pay it now"),
        BuiltInQuery("seats_from", (Slot("seat", "seat"),), "all seats in turn order, this one first"),
        BuiltInQuery("reverse", (Slot("things", "set"),), "the same, last first"),
        BuiltInQuery("other", (Slot("word", "word"),), "the other word of a kind of two; the other face"),
        BuiltInQuery("next", (Slot("seat", "seat"),), "the seat after this one"),
        BuiltInQuery("previous", (Slot("seat", "seat"),), "the seat before this one"),
        BuiltInQuery(
            "range",
            (Slot("low", "number"), Slot("high", "number")),
            "the numbers from low to high, both included, between 0 and 999",
        ),
        BuiltInQuery(
            "remainder",
            (Slot("number", "number"), Slot("divisor", "number")),
            "what is left of a number after dividing by another, never below 0",
        ),
    )
}
