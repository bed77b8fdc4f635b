"""Values of generated texts: expressions of every sort, built from what the world declares and from the table of
built-in queries.

A query of the table is used by what it gives and what its slots take, so a new query is drawn as soon as it stands
there. Secrets are left out unless a writer is bold: then most of its texts are refused, but some are not.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias, assert_never

from solenia_rules.dsl.builtins import QUERIES, BuiltInQuery, Gives
from tests.generated.chance import Chance
from tests.generated.worlds import Feature, World

Sort: TypeAlias = Literal[
    "number", "test", "good", "goods", "team", "seat", "seats", "card", "cards", "strip", "strips", "pawn", "pawns",
    "cell", "cells", "halt", "halts", "wave", "waves", "crossing", "crossings", "wall", "walls", "numbers", "bundle",
    "cube",
]  # fmt: skip
"""What an expression gives: one thing, or a set of things (plural). Cells have a sort for each board."""
SETS: dict[Sort, Sort] = {
    "good": "goods", "seat": "seats", "card": "cards", "strip": "strips", "pawn": "pawns", "cell": "cells",
    "number": "numbers", "halt": "halts", "wave": "waves", "crossing": "crossings", "wall": "walls",
}  # fmt: skip
"""Sort of an element -> sort of its sets."""
ELEMENTS: dict[Sort, Sort] = {many: one for one, many in SETS.items()}
PLACES: tuple[Sort, ...] = ("cells", "halts", "waves", "crossings", "walls")
"""Sets of cells, one sort for each board."""
JOINTS: dict[str, dict[Sort, tuple[Sort, ...]]] = {
    "corners_of": {"crossings": ("cells", "walls")},
    "sides_of": {"walls": ("cells", "crossings")},
    "cells_of": {"cells": ("crossings", "walls")},
    "side_at": {"walls": ("cells",)},
}
"""Queries that lead from one board to another: what they give, and what they are asked about."""
ONE_OF = ("first", "last", "nth")
"""Queries that give one member of their set; others that give members give a set."""
AFTER_LET = ("random",)
"""Queries that stand only after `let NAME =`, and give one member of their set."""
Form: TypeAlias = tuple[Feature | None, str]
"""A text with gaps (`#number`), and the feature that it needs."""

LEAVES: dict[Sort, tuple[Form, ...]] = {
    "number": (
        (None, "1"), (None, "0"), (None, "2"), (None, "3"), (None, "my points"), (None, "place of me"),
        (None, "rounds"), (None, "count(seats)"), ("coin", "my coins"), ("pot", "pot"), ("price", "price of ore"),
        ("total", "total"), ("die", "shows of die"), ("cards", "count(market)"), ("cards", "count(deck)"),
        ("hand", "count(my hand)"), ("history", "stood"), ("tally", "verdict"), ("limit", "room"),
    ),
    "test": (
        (None, "true"), (None, "me is first(seats)"), ("flag", "my flag"), ("cards", "some(market)"),
        ("cards", "no(my used)"), ("leader", "leader is none"), ("leader", "leader is me"),
        ("hand", "some(my hand)"), ("die", "shows of die is 2"),
    ),
    "good": ((None, "ore"), (None, "clay"), (None, "first(goods)")),
    "goods": ((None, "goods"), (None, "(ore, clay)")),
    "team": ((None, "red"), (None, "my team")),
    "seat": ((None, "me"), (None, "first(seats)"), (None, "next(me)"), ("leader", "leader")),
    "seats": ((None, "seats"), (None, "others"), (None, "me")),
    "card": (("cards", "first(market)"), ("target", "my aim"), ("cards", "card_0"), ("cards", "last(my used)")),
    "cards": (("cards", "market"), ("cards", "my used"), ("piles", "pile of ore")),
    "strip": (("strips", "first(river)"), ("strips", "upper")),
    "strips": (("strips", "river"), ("strips", "strips")),
    "pawn": (("pawn", "my pawn"), ("pawn", "first(pawns)")),
    "pawns": (("pawn", "pawns"),),
    "cube": (),
    "cell": (("grid", "field(1, 1)"), ("pawn", "cell of my pawn"), ("grid", "first(field)")),
    "cells": (("grid", "field"), ("pawn", "cell of pawns")),
    "halt": (("path", "my middle"), ("path", "goal of next(me)")),
    "halts": (("path", "my road"), ("path", "halts")),
    "wave": (("strips", "water(1, 1)"), ("strips", "first(water)")),
    "waves": (("strips", "water"),),
    "crossing": (("corners", "first(crossings)"), ("corners", "crossings(1, 1)")),
    "crossings": (("corners", "crossings"),),
    "wall": (("sides", "last(walls)"),),
    "walls": (("sides", "walls"),),
    "numbers": ((None, "range(1, 3)"), (None, "range(0, 9)")),
    "bundle": (
        (None, "1 point"), ("coin", "1 coin"), ("stock", "1 ore"), ("stock", "1 good"), ("coin", "2 coins + 1 point"),
        ("stock", "2 goods"), ("stock", "1 clay + 1 good"), ("offer", "offer"), ("pot", "1 pot"),
    ),
}  # fmt: skip
BRANCHES: dict[Sort, tuple[Form, ...]] = {
    "number": (
        (None, "#number + #number"), (None, "#number - #number"), (None, "#number * #number"),
        (None, "#number / max(1, #number)"), (None, "-#number"), (None, "min(#number, #number)"),
        (None, "if #test then #number else #number"), (None, "points of #seat"), (None, "place of #good"),
        (None, "worked(#number)"), ("table", "bonus(#number)"), ("coin", "coins of #seat"), ("price", "price of #good"),
        ("cards", "worth of #card"), ("cards", "mark of #card"), ("cards", "place of #card"),
        ("grid", "height of #cell"),
        ("grid", "row of #cell"), ("grid", "column of #cell"), ("stock", "count(stock of #seat)"),
        ("path", "size of #halt"), ("sides", "thick of #wall"), ("path", "column of #halt"),
        ("strips", "row of #wave"), ("stock", "ore of #bundle"), (None, "count(#bundle)"),
        ("works", "works of #card"), ("stock", "stock(#seat, #good)"), ("grid", "count(#cells)"),
        ("grid", "count(#cells)"), ("corners", "count(#crossings)"), ("sides", "count(#walls)"),
        ("path", "count(#halts)"),
        ("edges", "count(#numbers)"), ("edges", "place of #good"), ("strips", "count(#waves)"),
    ),
    "test": (
        (None, "#number > #number"), (None, "#number <= #number"), (None, "#number is #number"), (None, "not #test"),
        (None, "#test and #test"), (None, "#test or #test"), (None, "#good is #good"), (None, "#good is in #goods"),
        (None, "#seat is not #seat"), (None, "#seat is in #seats"), (None, "#team is #team"),
        ("cards", "#card is in #cards"), ("cards", "sort of #card is #good"), ("cards", "#card is none"),
        ("grid", "grows of #cell is #good"), ("grid", "#cell is open_to"), ("grid", "held_by of #cell is me"),
        ("strips", "deep of #wave"), ("corners", "guard of #crossing is none"), ("strips", "#wave is in #waves"),
        ("power", "#card is active"), ("works", "apt of #card"),
        ("edges", "edges of #card is edges of #card"), ("cards", "owner of #card is #seat"),
        ("strips", "face of #strip is front"), ("flag", "flag of #seat"), ("takes", "#good is in takes of #card"),
        ("grid", "#cell is in #cells"),
        ("corners", "#crossing is in #crossings"), ("corners", "some(#crossings)"), ("sides", "some(#walls)"),
        ("sides", "#wall is in #walls"), ("edges", "#good is #good"), (None, "#team is not #team"),
    ),
    "good": (
        ("cards", "sort of #card"), ("grid", "grows of #cell"), ("strips", "makes of #wave"),
        (None, "if #test then #good else #good"),
    ),
    "goods": (
        (None, "#goods + #good"), (None, "#goods - #good"), ("takes", "takes of #card"), (None, "(#good, #good)"),
    ),
    "team": ((None, "team of #seat"), (None, "if #test then #team else #team")),
    "seat": (("cards", "owner of #card"), ("grid", "held_by of #cell"), (None, "if #test then #seat else #seat")),
    "seats": ((None, "#seats - #seat"), (None, "#seat"), ("cards", "owner of #cards")),
    "card": ((None, "if #test then #card else #card"),),
    "cards": (
        ("cards", "used of #seat"), (None, "#cards + #cards"), (None, "#cards - #card"), ("piles", "pile of #good"),
    ),
    "strip": ((None, "if #test then #strip else #strip"),),
    "strips": ((None, "#strips - #strip"),),
    "pawn": (("pawn", "pawn of #seat"),),
    "pawns": ((None, "#pawns - #pawn"),),
    "cube": (),
    "cell": (
        ("grid", "field(#number, #number)"), ("pawn", "cell of #pawn"), (None, "if #test then #cell else #cell"),
    ),
    "cells": (
        (None, "#cells + #cells"), (None, "#cells - #cell"), (None, "(#cell, #cell)"),
        ("corners", "cells_of(#crossing)"),
        ("sides", "cells_of(#walls)"),
    ),
    "halt": (("path", "road(#seat, #number)"), ("path", "middle of #seat")),
    "halts": (("path", "road of #seat"), ("path", "halts of #seat"), ("path", "#halts - #halt")),
    "wave": (("strips", "water(#number, #number)"),),
    "waves": ((None, "#waves - #wave"),),
    "crossing": ((None, "if #test then #crossing else #crossing"),),
    "crossings": (("corners", "corners_of(#cells)"), (None, "#crossings - #crossing")),
    "wall": ((None, "if #test then #wall else #wall"),),
    "walls": (("sides", "sides_of(#cells)"), (None, "#walls - #wall")),
    "numbers": ((None, "range(#number, #number)"), (None, "#numbers - #numbers")),
    "bundle": (
        (None, "#number of points"), ("coin", "#number of coins"), ("stock", "#number of #good"),
        (None, "#bundle + #bundle"),
        (None, "#bundle - #bundle"), (None, "#number * #bundle"), (None, "if #test then #bundle else #bundle"),
        ("stock", "stock of #seat"), ("works", "asks of #card"), ("stock", "#number of goods"),
        (None, "priced(#number)"),
    ),
}  # fmt: skip
HIDDEN: dict[Sort, tuple[Form, ...]] = {
    "number": (
        ("hand", "worth of first(my hand)"), ("hand", "worth of first(hand of #seat)"), ("tally", "my tally"),
        ("tally", "tally of #seat"), ("cup", "shows of my cube"), ("cup", "sum(shows of d for d in cup of #seat)"),
        ("cards", "worth of first(deck)"),
    ),
    "test": (("hand", "some(c in my hand where worth of c > 2)"), ("purse", "can_pay(1 ore)")),
    "card": (("hand", "first(my hand)"), ("cards", "first(deck)")),
    "cards": (
        ("hand", "my hand"), ("hand", "hand of #seat"), ("cards", "deck"), ("cards", "cards"), ("cards", "my cards"),
    ),
}  # fmt: skip
"""What a seat may not know, or may not use openly."""


class Values:
    """Writes values for one text."""

    def __init__(self, chance: Chance, world: World, bold: bool, own: bool = True) -> None:
        """`own`: whether queries of the ruleset can be used."""
        self.chance = chance
        self.world = world
        self.bold = bold
        self.own = own
        self.names: list[tuple[str, Sort]] = []
        """Names in scope with what they stand for."""
        self.made = 0
        self.board: Sort | None = None
        """The board that a query is asked about."""

    # ---- expressions -----------------------------------------------------------------------------

    def of(self, sort: Sort, depth: int) -> str:
        """An expression of a sort."""
        known = [name for name, found in self.names if found == sort]
        if known and self.chance.yes(45):
            return self.chance.pick(known)
        hidden = self._usable(HIDDEN.get(sort, ())) if self.bold and self.chance.yes(30) else []
        if hidden:
            return self.filled(self.chance.pick(hidden), depth - 1)
        leaves = self._usable(LEAVES[sort])
        if depth > 0 and (not leaves or self.chance.yes(65)):
            queries = [query for query in QUERIES.values() if self._gives(query, sort)]
            shapes = self._usable(BRANCHES[sort])
            for _try in range(3 if queries and self.chance.yes(60) else 0):
                asked = self._query(self.chance.pick(queries), sort, depth - 1)
                if asked is not None:
                    return asked
            if shapes:
                return self.filled(self.chance.pick(shapes), depth - 1)
        return self.filled(self.chance.pick(leaves), depth - 1) if leaves else "none"

    def can(self, sort: Sort) -> bool:
        """Whether the world has anything of a sort."""
        return bool(self._usable(LEAVES[sort])) or any(found == sort for _name, found in self.names)

    def _usable(self, forms: tuple[Form, ...]) -> list[str]:
        texts = [text for feature, text in forms if feature is None or feature in self.world.has]
        if not self.own:
            texts = [text for text in texts if not any(name in text for name in OWN)]
        if "seen" in self.world.purse and not self.bold:
            texts = [text for text in texts if "stock(" not in text and "stock of" not in text]
        return [text for text in texts if all(self.can(sort) for sort in gaps(text))]

    def filled(self, text: str, depth: int) -> str:
        """A text with its gaps filled."""
        head, *parts = text.split("#")
        for part in parts:
            sort = sort_at(part)
            head += bracketed(self.of(sort, depth)) + part[len(sort) :]
        return head

    def name(self, sort: Sort) -> str:
        """A new name in scope."""
        self.made += 1
        name = f"v{self.made}"
        self.names.append((name, sort))
        return name

    # ---- queries of the table ----------------------------------------------------------------------

    def _gives(self, query: BuiltInQuery, sort: Sort) -> bool:
        if query.name in AFTER_LET:
            return False
        if query.name == "can_pay" and "seen" in self.world.purse and not self.bold:
            return False
        if query.name in JOINTS:
            return any(self.can(asked) for asked in JOINTS[query.name].get(sort, ()))
        return sort in given_sorts(query.gives, query.name in ONE_OF)

    def _query(self, query: BuiltInQuery, sort: Sort, depth: int) -> str | None:
        """A call of a query, or nothing if the world has nothing to ask it about."""
        parts: list[str] = []
        kept = list(self.names)
        if sort not in PLACES:
            boards = [board for board in PLACES if self.can(board)]
            self.board = self.chance.pick(boards) if boards else None
        elif query.name in JOINTS:
            self.board = self.chance.pick([asked for asked in JOINTS[query.name][sort] if self.can(asked)])
        else:
            self.board = sort
        try:
            for slot in query.slots:
                if slot.optional and not self.chance.yes(40):
                    continue
                made = self._slot(query, slot.wanted, sort, depth)
                if made is None:
                    return None
                if query.name == "longest_path" and not parts and self.chance.yes(50):
                    made = self._weighed(made, depth)
                parts.append(f"max(1, {made})" if slot.name == "divisor" else made)
        finally:
            self.names[:] = kept
        return f"{query.name}({', '.join(parts)})"

    def _weighed(self, cells: str, depth: int) -> str:
        """Cells of a longest path, each with what it counts."""
        board, kept = self.board, list(self.names)
        assert board is not None
        name = self.name(ELEMENTS[board])
        counted = self.of("number", depth)
        self.board, self.names[:] = board, kept
        return f"max(0, {counted}) for {name} in {bracketed(cells)}"

    def _slot(self, query: BuiltInQuery, wanted: str, sort: Sort, depth: int) -> str | None:
        """What a slot of a query takes."""
        match wanted:
            case "number":
                return self.of("number", depth)
            case "bundle":
                return self.of("bundle", min(depth, 0))
            case "seat":
                return self.of("seat", depth)
            case "cells" | "cell":
                board = self.board
                if board is None:
                    return None
                made = self.of(board if wanted == "cells" else ELEMENTS[board], depth)
                self.board = board
                return made
            case "word":
                return self.of("team", depth) if sort == "team" else None
            case "list":
                return f"edges of {bracketed(self.of('card', depth))}" if "edges" in self.world.has else None
            case "set":
                return self._members(sort, depth)
            case "phrase":
                return self._asked(query, sort, depth)
            case "each":
                return self._each(query, sort, depth)
            case _:
                raise AssertionError(f"no expressions for a slot that takes {wanted}")

    def _members(self, sort: Sort, depth: int) -> str | None:
        many = SETS.get(sort, sort)
        return self.of(many, depth) if many in ELEMENTS and self.can(many) else None

    def _asked(self, query: BuiltInQuery, sort: Sort, depth: int) -> str | None:
        """A set or a phrase."""
        if query.gives != "members":
            sort = self.any_set()
        found = self._members(sort, depth)
        if found is None or self.chance.yes(30):
            return found
        return self.phrase(ELEMENTS[SETS.get(sort, sort)], depth, found)

    def _each(self, query: BuiltInQuery, sort: Sort, depth: int) -> str | None:
        """`value for phrase`; `min` and `max` also of two numbers."""
        if query.gives == "members":
            found = self._members(sort, depth)
            if found is None or sort not in ELEMENTS:
                return None
            phrase = self.phrase(ELEMENTS[sort], depth, found)
            return f"{self.of(sort, depth)} for {phrase}"
        many = self.any_set()
        phrases = [self.phrase(ELEMENTS[many], depth, self.of(many, depth))]
        if self.chance.yes(20):
            other = self.any_set()
            phrases.append(self.phrase(ELEMENTS[other], 0, self.of(other, 0)))
        return " for ".join((self.of("number", depth), *phrases))

    def any_set(self) -> Sort:
        """A sort of sets that the world has."""
        return self.chance.pick([many for many in ELEMENTS if self.can(many)])

    def phrase(self, sort: Sort, depth: int, source: str, name: str | None = None) -> str:
        """`x in SET where TEST by KEY`; the name is in scope afterwards."""
        name = name or self.name(sort)
        text = f"{name} in {bracketed(source)}"
        if self.chance.yes(60):
            text += f" where {self.of('test', depth)}"
        if self.chance.yes(20):
            text += f" by {bracketed(self.of('number', depth))}"
        return text


OWN = ("worked(", "bonus(", "priced(", "open_to", "room")
"""Queries of the ruleset."""


def given_sorts(gives: Gives, one: bool) -> tuple[Sort, ...]:
    """The sorts of what a query gives."""
    match gives:
        case "number":
            return ("number",)
        case "test":
            return ("test",)
        case "members":
            return tuple(sort for sort in SETS if sort != "number") if one else tuple(ELEMENTS)
        case "cells":
            return PLACES
        case "seat":
            return ("seat",)
        case "seats":
            return ("seats",)
        case "numbers":
            return ("numbers",)
        case "word":
            return ("team", "good")
        case "bundles":
            return ()
        case _:
            assert_never(gives)


def sort_at(text: str) -> Sort:
    """The sort of a gap: the longest name with which a text begins."""
    return max((sort for sort in LEAVES if text.startswith(sort)), key=len)


@cache
def gaps(text: str) -> tuple[Sort, ...]:
    return tuple(sort_at(part) for part in text.split("#")[1:])


def bracketed(text: str) -> str:
    """In brackets, unless it is one word, a number or a call."""
    if text.replace("_", "").isalnum():
        return text
    level = 0
    for place, sign in enumerate(text):
        level += (sign == "(") - (sign == ")")
        if level == 0 and sign == ")" and place < len(text) - 1:
            return f"({text})"
        if level == 0 and not (sign.isalnum() or sign in "_)"):
            return f"({text})"
    return text
