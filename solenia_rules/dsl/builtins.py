"""The table of built-in verbs and queries: what each takes and means, and the facts that passes decide by.

Every fact is a required field, so that a verb or query without its facts cannot be constructed. Passes read the facts
here and keep no lists of verbs of their own. A new verb goes into `VerbName` and `VERBS`, and gets a class in
`checked/acts.py`; mypy then names the passes that must learn the new class.
"""

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
    "list",
    "history",
]
"""What a slot takes, in the words of the manual; `checker` gives each its kinds."""


VerbName: TypeAlias = Literal[
    "gain", "pay", "lose", "give_up", "set", "add", "move", "draw", "shuffle", "turn_over", "roll", "show", "do",
    "need", "stop", "win", "start", "record", "forget",
]  # fmt: skip
PhraseName: TypeAlias = Literal[
    "count", "some", "no", "all", "first", "last", "sum", "min", "max", "closure", "longest_path",
]  # fmt: skip
"""Queries that can be asked of a phrase: `count(x in set where test)`."""
QueryName: TypeAlias = Literal[
    "count", "some", "no", "all", "first", "last", "min", "max", "distance", "neighbours", "surroundings", "group",
    "longest_path", "straight", "corners_of", "sides_of", "cells_of", "beside", "side_at", "word_at", "turns_of",
    "can_pay", "seats_from", "reverse", "nth", "other", "next", "previous", "range", "remainder", "bundles",
    "random",
]  # fmt: skip
"""Queries that can be asked of values."""


EventName: TypeAlias = Literal[
    "gained", "paid", "lost", "set", "added", "moved", "drawn", "shuffled", "rolled", "shown", "turned", "won",
]  # fmt: skip
"""The event that the log shows when a verb was done."""

Asks: TypeAlias = Literal["nothing", "words"]
"""What the acting seat may be asked: nothing, or which words of a kind an open amount is made of (`gain 2 colours`)."""
Moves: TypeAlias = Literal["nothing", "pieces", "order"]
"""Pieces go to another place, or a zone gets another order."""
Writes: TypeAlias = Literal["nothing", "more", "less", "place", "face", "shows", "rules", "history"]
"""What changes besides the places of pieces: counters rise (`more`) or fall (`less`), the place that is named gets a
value, a piece turns over, a die shows another number, lasting rules begin to hold, positions are recorded or
forgotten."""
Reveals: TypeAlias = Literal["nothing", "target", "seats"]
"""Who may see a piece that was hidden before: whoever sees the place where it goes, or the seats that are named."""
SeenBy: TypeAlias = Literal["nobody", "everybody", "counters", "place", "seats"]
"""Who notices that the verb was done: everybody; whoever sees the counters or the place that changes; the seats that
are named. `nobody`: a verb that only says what is possible, or who has won in the end."""
Leaves: TypeAlias = Literal["nothing", "repeat", "game"]
"""What the verb leaves for good, so that no statement after it is run: the repeat around it, or the game."""


@frozen(eq=False)
class Slot:
    """A parameter: its name for triggers and manuals, what it takes, and the preposition before it in a verb."""

    name: str
    wanted: Wanted
    preposition: str | None = None
    optional: bool = False


@frozen
class BuiltInVerb:
    """A verb and the facts about it. `do` has, besides, all effects of the text that it runs."""

    name: VerbName
    slots: tuple[Slot, ...]
    meaning: str
    asks: Asks
    fails: bool
    """Whether it may be impossible."""
    moves: Moves
    writes: Writes
    reveals: Reveals
    seen_by: SeenBy
    horizon: bool
    """Whether looking ahead ends here, because the seat that is asked does not know the outcome."""
    leaves: Leaves
    triggers: bool
    """Whether lasting rules may hang on it. A field or state is set in many ways: a ruleset gives the one that it means
    a verb of its own."""
    written: bool
    """Whether effects may say it; else it happens by itself, and only rules name it."""
    told: EventName | None
    """The event in the log; None: the log says nothing."""


Gives: TypeAlias = Literal["number", "test", "members", "cells", "seat", "seats", "numbers", "word", "bundles"]
"""What the answer to a query is. `members`: one or several members of the set that the query is asked of."""
Reads: TypeAlias = Literal["nothing", "counters"]
"""What a query looks up besides the values that it is given: nothing, or the counters of the seat that asks."""


@frozen(eq=False)
class BuiltInQuery:
    """A query and the facts about it."""

    name: QueryName | PhraseName
    slots: tuple[Slot, ...]
    meaning: str
    gives: Gives
    reads: Reads


PREPOSITIONS = ("to", "from", "on", "with", "at", "until")
"""The words that can stand before a parameter of a verb."""

# fmt: off
VERBS: dict[str, BuiltInVerb] = {
    v.name: v
    for v in (
        BuiltInVerb("gain", (Slot("what", "bundle"),),
                    "add to my counters; a kind stands for any of its words, I choose; past a limit the owner gives up",
                    asks="words", fails=False, moves="nothing", writes="more", reveals="nothing",
                    seen_by="counters", horizon=False, leaves="nothing", triggers=True, written=True, told="gained"),
        BuiltInVerb("pay", (Slot("what", "bundle"),),
                    "take from my counters; a kind stands for any of its words, I choose; impossible if I cannot",
                    asks="words", fails=True, moves="nothing", writes="less", reveals="nothing",
                    seen_by="counters", horizon=False, leaves="nothing", triggers=True, written=True, told="paid"),
        BuiltInVerb("lose", (Slot("what", "bundle"),),
                    "take from my counters as far as they reach; a kind stands for any of its words, I choose",
                    asks="words", fails=False, moves="nothing", writes="less", reveals="nothing",
                    seen_by="counters", horizon=False, leaves="nothing", triggers=True, written=True, told="lost"),
        BuiltInVerb("give_up", (Slot("what", "bundle"),),
                    "happens by itself if a gain takes me past a limit: what is too much leaves my counters, I choose "
                    "what; only rules name it",
                    asks="words", fails=False, moves="nothing", writes="less", reveals="nothing",
                    seen_by="counters", horizon=False, leaves="nothing", triggers=True, written=False, told="lost"),
        BuiltInVerb("set", (Slot("place", "place"), Slot("value", "value", "to")),
                    "give a field, counter or state a value, kept within its range",
                    asks="nothing", fails=False, moves="nothing", writes="place", reveals="nothing",
                    seen_by="place", horizon=False, leaves="nothing", triggers=False, written=True, told="set"),
        BuiltInVerb("add", (Slot("number", "number"), Slot("place", "place", "to")),
                    "raise (or lower) a field, counter or state, kept within its range",
                    asks="nothing", fails=False, moves="nothing", writes="place", reveals="nothing",
                    seen_by="place", horizon=False, leaves="nothing", triggers=False, written=True, told="added"),
        BuiltInVerb("move",
                    (Slot("pieces", "pieces"), Slot("target", "target", "to"), Slot("position", "number", "at", True)),
                    "put pieces on a cell or in a zone; in an ordered zone last, or at a position from 1; to none: "
                    "out of play",
                    asks="nothing", fails=False, moves="pieces", writes="nothing", reveals="target",
                    seen_by="everybody", horizon=False, leaves="nothing", triggers=True, written=True, told="moved"),
        BuiltInVerb("draw", (Slot("number", "number"), Slot("source", "zone", "from"), Slot("target", "zone", "to")),
                    "move that many pieces from the front of a zone, or as many as there are; from a counter with "
                    "words of a seat to that of another seat, or to none: that many at random",
                    asks="nothing", fails=False, moves="pieces", writes="nothing", reveals="target",
                    seen_by="everybody", horizon=True, leaves="nothing", triggers=True, written=True, told="drawn"),
        BuiltInVerb("shuffle", (Slot("zone", "zone"),),
                    "put a zone in random order; nobody knows its order any more",
                    asks="nothing", fails=False, moves="order", writes="nothing", reveals="nothing",
                    seen_by="everybody", horizon=True, leaves="nothing", triggers=True, written=True, told="shuffled"),
        BuiltInVerb("turn_over", (Slot("piece", "piece"),),
                    "show the other face of a two-faced piece",
                    asks="nothing", fails=False, moves="nothing", writes="face", reveals="nothing",
                    seen_by="everybody", horizon=False, leaves="nothing", triggers=True, written=True, told="turned"),
        BuiltInVerb("roll", (Slot("die", "die"),),
                    "give a die a random number, read with `shows of`; only who sees the die sees the number",
                    asks="nothing", fails=False, moves="nothing", writes="shows", reveals="nothing",
                    seen_by="everybody", horizon=True, leaves="nothing", triggers=True, written=True, told="rolled"),
        BuiltInVerb("show", (Slot("pieces", "shown"), Slot("seats", "seats", "to")),
                    "let these seats see the pieces from now on, until they are shuffled, rolled or move",
                    asks="nothing", fails=False, moves="nothing", writes="nothing", reveals="seats",
                    seen_by="seats", horizon=True, leaves="nothing", triggers=True, written=True, told="shown"),
        BuiltInVerb("do", (Slot("effect", "effect"),),
                    "run an effect held by a piece or cell; `this` is its holder; an absent one does nothing",
                    asks="nothing", fails=False, moves="nothing", writes="nothing", reveals="nothing",
                    seen_by="nobody", horizon=False, leaves="nothing", triggers=False, written=True, told=None),
        BuiltInVerb("need", (Slot("test", "test"),),
                    "go on only if it holds; otherwise what asks for it cannot be completed",
                    asks="nothing", fails=True, moves="nothing", writes="nothing", reveals="nothing",
                    seen_by="nobody", horizon=False, leaves="nothing", triggers=False, written=True, told=None),
        BuiltInVerb("stop", (Slot("phase", "phase", None, True),),
                    "leave the innermost repeat of this text; with the name of a phase, end this phase",
                    asks="nothing", fails=False, moves="nothing", writes="nothing", reveals="nothing",
                    seen_by="everybody", horizon=False, leaves="repeat", triggers=False, written=True, told=None),
        BuiltInVerb("win", (Slot("seats", "seats"),),
                    "end the game; these seats share the win, none is a draw",
                    asks="nothing", fails=False, moves="nothing", writes="nothing", reveals="nothing",
                    seen_by="nobody", horizon=False, leaves="game", triggers=False, written=True, told="won"),
        BuiltInVerb("start", (Slot("rules", "rules"), Slot("phase", "phase", "until", True)),
                    "the lasting rules of a piece or cell hold for me from now on, until that phase, or for good",
                    asks="nothing", fails=False, moves="nothing", writes="rules", reveals="nothing",
                    seen_by="everybody", horizon=False, leaves="nothing", triggers=False, written=True, told=None),
        BuiltInVerb("record", (Slot("history", "history"),),
                    "note the present position in a history, which then counts it once more",
                    asks="nothing", fails=False, moves="nothing", writes="history", reveals="nothing",
                    seen_by="everybody", horizon=False, leaves="nothing", triggers=False, written=True, told=None),
        BuiltInVerb("forget", (Slot("history", "history"),),
                    "forget all positions of a history",
                    asks="nothing", fails=False, moves="nothing", writes="history", reveals="nothing",
                    seen_by="everybody", horizon=False, leaves="nothing", triggers=False, written=True, told=None),
    )
}

QUERIES: dict[str, BuiltInQuery] = {
    q.name: q
    for q in (
        BuiltInQuery("count", (Slot("things", "phrase"),), "how many; of a bundle, how much in all",
                     gives="number", reads="nothing"),
        BuiltInQuery("some", (Slot("things", "phrase"),), "whether there is at least one",
                     gives="test", reads="nothing"),
        BuiltInQuery("no", (Slot("things", "phrase"),), "whether there is none",
                     gives="test", reads="nothing"),
        BuiltInQuery("all", (Slot("things", "phrase"),), "the set of those",
                     gives="members", reads="nothing"),
        BuiltInQuery("first", (Slot("things", "phrase"),), "the first one in the stated order, or none",
                     gives="members", reads="nothing"),
        BuiltInQuery("last", (Slot("things", "phrase"),), "the last one in the stated order, or none",
                     gives="members", reads="nothing"),
        BuiltInQuery("sum", (Slot("value", "each"),), "total of a number over a set",
                     gives="number", reads="nothing"),
        BuiltInQuery("min", (Slot("value", "each"),),
                     "smallest, of numbers or of a number over a set (0 over an empty one)",
                     gives="number", reads="nothing"),
        BuiltInQuery("max", (Slot("value", "each"),),
                     "largest, of numbers or of a number over a set (0 over an empty one)",
                     gives="number", reads="nothing"),
        BuiltInQuery("closure", (Slot("value", "each"),),
                     "the smallest set that holds these members and, with each of its members, everything in the value "
                     "of that member",
                     gives="members", reads="nothing"),
        BuiltInQuery("distance", (Slot("cell", "cell"), Slot("cells", "cells"), Slot("within", "cells", optional=True)),
                     "fewest steps over passable cells to the nearest of them; with a third value only over cells of "
                     "that set, both ends included; 1000000000 if there is no way",
                     gives="number", reads="nothing"),
        BuiltInQuery("neighbours", (Slot("cells", "cells"),), "passable cells sharing an edge with one of them",
                     gives="cells", reads="nothing"),
        BuiltInQuery("surroundings", (Slot("cells", "cells"),),
                     "passable cells sharing an edge or a corner with one of them",
                     gives="cells", reads="nothing"),
        BuiltInQuery("group", (Slot("cell", "cell"), Slot("cells", "cells")),
                     "the connected part of the set that holds the cell",
                     gives="cells", reads="nothing"),
        BuiltInQuery("longest_path", (Slot("cells", "cells"), Slot("over", "cells", optional=True)),
                     "the number of cells of the longest path from neighbour to neighbour, no cell twice; with a "
                     "second set each step leads over one cell of that set, which is not counted and may be used "
                     "again, but a path does not go back over the cell by which it came; with `value for phrase` "
                     "in place of the first set each cell counts its value, else 1",
                     gives="number", reads="nothing"),
        BuiltInQuery("straight", (Slot("cell", "cell"), Slot("other", "cell")),
                     "cells of a grid from one to the other along a row, column or diagonal, on hexes along one of the "
                     "three directions of neighbours, both included; empty if there is no such line or a hole in it; "
                     "the line does not cross joined edges (`wraps`)",
                     gives="cells", reads="nothing"),
        BuiltInQuery("corners_of", (Slot("cells", "cells"),),
                     "the corners of cells of a grid, or the two ends of a side; the board of corners must be declared",
                     gives="cells", reads="nothing"),
        BuiltInQuery("sides_of", (Slot("cells", "cells"),),
                     "the sides of cells of a grid, or those that end at a corner; the board of sides must be declared",
                     gives="cells", reads="nothing"),
        BuiltInQuery("cells_of", (Slot("cells", "cells"),),
                     "the cells of the grid that have these corners or sides",
                     gives="cells", reads="nothing"),
        BuiltInQuery("beside", (Slot("cell", "cell"), Slot("side", "number")),
                     "the neighbour of a cell of a grid on a side, or none; sides count clockwise from the top: "
                     "1 to 4, on hexes 1 to 6, then round again",
                     gives="cells", reads="nothing"),
        BuiltInQuery("side_at", (Slot("cell", "cell"), Slot("side", "number")),
                     "the side of a cell of a grid with this number, counted as for `beside`; the board of sides must "
                     "be declared",
                     gives="cells", reads="nothing"),
        BuiltInQuery("word_at", (Slot("list", "list"), Slot("number", "number")),
                     "the word of a list at a place; places count from 1, and round: after the last comes the first",
                     gives="word", reads="nothing"),
        BuiltInQuery("turns_of", (Slot("list", "list"),),
                     "the numbers from 0 by which a list can be turned round and looks different each time",
                     gives="numbers", reads="nothing"),
        BuiltInQuery("can_pay", (Slot("what", "bundle"),), "whether I could pay it now",
                     gives="test", reads="counters"),
        BuiltInQuery("seats_from", (Slot("seat", "seat"),), "all seats in turn order, this one first",
                     gives="seats", reads="nothing"),
        BuiltInQuery("reverse", (Slot("things", "set"),), "the same, last first",
                     gives="members", reads="nothing"),
        BuiltInQuery("nth", (Slot("things", "set"), Slot("number", "number")),
                     "the one with this number in the order of the set, from 1, or none",
                     gives="members", reads="nothing"),
        BuiltInQuery("other", (Slot("word", "word"),), "the other word of a kind of two; the other face",
                     gives="word", reads="nothing"),
        BuiltInQuery("next", (Slot("seat", "seat"),), "the seat after this one",
                     gives="seat", reads="nothing"),
        BuiltInQuery("previous", (Slot("seat", "seat"),), "the seat before this one",
                     gives="seat", reads="nothing"),
        BuiltInQuery("range", (Slot("low", "number"), Slot("high", "number")),
                     "the numbers from low to high, both included, between 0 and 999",
                     gives="numbers", reads="nothing"),
        BuiltInQuery("remainder", (Slot("number", "number"), Slot("divisor", "number")),
                     "what is left of a number after dividing by another, never below 0",
                     gives="number", reads="nothing"),
        BuiltInQuery("bundles", (Slot("what", "bundle"),),
                     "the bundles that are a part of this fixed amount, the empty one included; only after `in`",
                     gives="bundles", reads="nothing"),
        BuiltInQuery("random", (Slot("things", "set"),),
                     "a random member of a set, each as likely as the others, or none; only after `let NAME =`",
                     gives="members", reads="nothing"),
    )
}
# fmt: on


def has_triggers(name: str) -> bool:
    """Whether a name is that of a built-in verb that lasting rules may hang on."""
    return name in VERBS and VERBS[name].triggers


def takes_amount(word: str) -> bool:
    """Whether a word is a built-in verb that is followed by an amount."""
    return word in VERBS and VERBS[word].written and any(slot.wanted == "bundle" for slot in VERBS[word].slots[:1])
