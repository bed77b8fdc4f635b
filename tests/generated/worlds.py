"""The declarations of a generated ruleset: which things there are, in TOML.

A world is a set of features; each feature declares something that texts can use. Sizes, kinds of boards and who sees
what are drawn, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from solenia_rules.text.frozen import frozen
from tests.generated.chance import Chance

Feature: TypeAlias = Literal[
    "stock", "coin", "price", "pot", "cards", "hand", "grid", "pawn", "die", "leader", "flag", "total", "target",
    "path", "limit", "corners", "sides", "strips", "history", "cup", "purse", "tally", "offer", "takes", "edges",
    "works", "table", "spell", "power", "piles",
]  # fmt: skip
FEATURES: tuple[Feature, ...] = get_args(Feature)
NEEDS: dict[Feature, tuple[Feature, ...]] = {
    "hand": ("cards",), "pawn": ("grid",), "target": ("cards",), "limit": ("stock",), "corners": ("grid",),
    "sides": ("grid",), "history": ("grid",), "offer": ("stock",), "takes": ("cards",), "edges": ("cards",),
    "spell": ("cards",), "power": ("cards",), "piles": ("cards",), "purse": ("stock",),
}  # fmt: skip
"""What a feature is built on."""
GOODS = ("ore", "clay", "grain", "salt")
OURS = 'source = "ours"'


@frozen
class World:
    """What a generated ruleset declares."""

    seats: tuple[int, int]
    has: frozenset[Feature]
    goods: tuple[str, ...]
    cards: tuple[tuple[int, int], ...]
    """Value and copies of each record; there is one copy of the first."""
    columns: int
    rows: int
    board: str
    """More keys of the grid: its shape, how it wraps, which cells are missing."""
    order: str
    """More keys of the market of cards: its order and capacity."""
    purse: str
    """Who sees the counters with words."""
    past: str
    """What happens past a limit."""

    def hides(self) -> bool:
        """Whether a seat may not know everything."""
        return bool(self.has & {"hand", "cards", "cup", "tally"}) or "seen" in self.purse


def world(chance: Chance) -> World:
    """A world by chance."""
    drawn = [feature for feature in FEATURES if chance.yes(70 if feature in NEEDS else 50)]
    has: set[Feature] = set()
    for feature in drawn:
        if all(need in has for need in NEEDS.get(feature, ())):
            has.add(feature)
    low = chance.between(1, 3)
    columns, rows = chance.between(2, 5), chance.between(1, 4)
    shape = chance.pick(("", 'grid = "hex"'))
    wraps = chance.pick(("", "", 'wraps = "rows"', 'wraps = "columns"', 'wraps = "both"')) if not shape else ""
    missing = f"impassable = [[1, {columns}]]" if chance.yes(25) else ""
    return World(
        seats=(low, chance.between(low, 4)),
        has=frozenset(has),
        goods=GOODS[: chance.between(2, 4)],
        cards=(
            (chance.between(0, 5), 1),
            *((chance.between(0, 5), chance.between(1, 3)) for _ in range(chance.below(4))),
        ),
        columns=columns,
        rows=rows,
        board="\n".join(part for part in (shape, wraps, missing) if part),
        order=chance.pick(('order = "line", ', "", 'order = "stack", ', 'order = "line", capacity = 3, ')),
        purse=chance.pick(("", 'seen = "owner", size_seen = "all", ', 'seen = "owner", '))
        if "purse" in has and "limit" not in has
        else "",
        past=chance.pick(("", 'past_limit = "lost", ')),
    )


def declarations(made: World, held: dict[str, str]) -> Iterator[str]:
    """The sections of TOML, one by one. `held`: texts that records hold, by field and record."""
    has, low, high = made.has, *made.seats
    teams = ", ".join(('"red"', '"blue"')[seat % 2] for seat in range(high))
    yield f"""ruleset  = "made"
language = 1
{OURS}
seats    = {{ range = [{low}, {high}], fields = {{ team = [{teams}] }} }}
title    = {{ en = "Made", fr = "Fait", pl = "Gra" }}
"""
    words = ", ".join(f'"{good}"' for good in made.goods)
    yield f"""[params]
rounds = {{ default = 2, range = [1, 3], {OURS} }}

[kinds]
good = {{ plural = "goods", words = [{words}], {OURS} }}
team = {{ plural = "teams", words = ["red", "blue"], {OURS} }}
"""
    yield "[counters]\n" + "\n".join(_counters(made)) + "\n"
    if states := list(_states(made)):
        yield "[state]\n" + "\n".join(states) + "\n"
    yield from _pieces(made, held)
    yield from _boards(made, held)
    if "history" in has:
        yield f'[history.stood]\nkeeps = ["field", "me"]\nmost = 20\nwhen_full = "forget oldest"\n{OURS}\n'


def _counters(made: World) -> Iterator[str]:
    yield f'point = {{ plural = "points", per = ["seat"], score = true, {OURS} }}'
    if "stock" in made.has:
        limit = f"limit = 'room', {made.past}" if "limit" in made.has else ""
        yield f'stock = {{ per = ["seat", "good"], starts = 1, {limit}{made.purse}{OURS} }}'
    if "coin" in made.has:
        yield f'coin = {{ plural = "coins", per = ["seat"], range = [0, 9], starts = 3, {OURS} }}'
    if "price" in made.has:
        yield f'price = {{ per = ["good"], starts = 2, range = [1, 5], resets = "turn", {OURS} }}'
    if "pot" in made.has:
        yield f"pot = {{ starts = 4, {OURS} }}"


def _states(made: World) -> Iterator[str]:
    if "leader" in made.has:
        yield f'leader = {{ kind = "seat?", {OURS} }}'
    if "flag" in made.has:
        yield f'flag = {{ kind = "yes_no", per = "seat", resets = "turn", {OURS} }}'
    if "total" in made.has:
        yield f'total = {{ kind = "-5..20", {OURS} }}'
    if "target" in made.has:
        yield f'aim = {{ kind = "card?", per = "seat", {OURS} }}'
    if "tally" in made.has:
        yield f'tally = {{ kind = "0..9", per = "seat", seen = "owner", {OURS} }}'
        yield f'verdict = {{ kind = "0..9", judged = true, {OURS} }}'
    if "offer" in made.has:
        yield f'offer = {{ kind = "2 goods", {OURS} }}'


def _pieces(made: World, held: dict[str, str]) -> Iterator[str]:
    has = made.has
    if "die" in has:
        yield f"[pieces.die]\nsides = 4\n{OURS}\n"
    if "cup" in has:
        yield f'[pieces.cube]\nplural = "cubes"\nper = "seat"\nsides = 3\nstarts = "cup"\n{OURS}\n'
    if "pawn" in has:
        yield f'[pieces.pawn]\nplural = "pawns"\nper = "seat"\n{OURS}\n'
    if "cards" in has:
        fields = ['worth = "0..9"', 'mark = { kind = "0..3", starts = 0 }', 'sort = "good?"']
        if "takes" in has:
            fields.append('takes = "goods?"')
        if "edges" in has:
            fields.append('edges = "list of 3 goods"')
        if "spell" in has:
            fields.append('spell = "effect?"')
        if "works" in has:
            fields.extend(('works = "value?"', 'apt = "test?"', 'asks = "bundle?"'))
        if "power" in has:
            fields.append('power = "rules?"')
        lasts = "while = 'this is in my used'\n" if "power" in has else ""
        yield (
            f'[pieces.card]\nplural = "cards"\nstarts = "deck"\n{lasts}{OURS}\n\n[pieces.card.fields]\n'
            + "\n".join(fields)
            + "\n"
        )
        yield "[cards]\n" + "\n".join(_records(made, held)) + "\n"
    if "strips" in has:
        yield f'[pieces.strip]\nplural = "strips"\nstarts = "river"\nfaces = "water"\n{OURS}\n'
        good = made.goods[-1]
        yield (
            f'[strips]\nupper = {{ front = ["{good}", "ore"], back = ["ore", {{ deep = true }}], {OURS} }}\n'
            f'lower = {{ front = ["clay", {{ deep = true }}], back = ["ore", "{good}"], {OURS} }}\n'
        )
    yield from _zones(made)


def _records(made: World, held: dict[str, str]) -> Iterator[str]:
    for number, (worth, copies) in enumerate(made.cards):
        good = made.goods[number % len(made.goods)]
        parts = [f"worth = {worth}", f"copies = {copies}", OURS]
        if number % 2 == 0:
            parts.append(f'sort = "{good}"')
        if "takes" in made.has and number != 1:
            parts.append(f'takes = ["{good}"]')
        if "edges" in made.has:
            parts.append(f'edges = ["ore", "{good}", "clay"]')
        for field in ("spell", "works", "apt", "asks", "power"):
            if text := held.get(f"{field} {number}"):
                parts.append(f"{field} = '''{text}'''")
        yield f"card_{number} = {{ {', '.join(parts)} }}"


def _zones(made: World) -> Iterator[str]:
    lines = []
    if "cards" in made.has:
        lines.append(f'deck = {{ of = "card", order = "stack", {OURS} }}')
        lines.append(f'market = {{ of = "card", {made.order}seen = "all", {OURS} }}')
        lines.append(f'used = {{ per = "seat", of = "card", seen = "all", {OURS} }}')
    if "hand" in made.has:
        lines.append(f'hand = {{ per = "seat", of = "card", seen = "owner", {OURS} }}')
    if "piles" in made.has:
        lines.append(f'pile = {{ per = "good", of = "card", order = "stack", seen = "all", {OURS} }}')
    if "cup" in made.has:
        lines.append(f'cup = {{ per = "seat", of = "cube", seen = "owner", {OURS} }}')
    if "strips" in made.has:
        lines.append(f'river = {{ of = "strip", order = "line", seen = "all", {OURS} }}')
    if lines:
        yield "[zones]\n" + "\n".join(lines) + "\n"


def _boards(made: World, held: dict[str, str]) -> Iterator[str]:
    has = made.has
    if "grid" in has:
        yield (
            f"[boards.field]\ncolumns = {made.columns}\nrows = {made.rows}\n{made.board}\n"
            f'fields = {{ grows = "good?", height = "0..3", held_by = "seat?" }}\n{OURS}\n'
        )
    if "corners" in has:
        yield f'[boards.crossings]\ncorners = "field"\nfields = {{ guard = "seat?" }}\n{OURS}\n'
    if "sides" in has:
        yield f'[boards.walls]\nsides = "field"\nfields = {{ thick = "0..2" }}\n{OURS}\n'
    if "path" in has:
        rent = f", rent = '''{held['rent']}'''" if "rent" in held else ""
        yield (
            f'[cells.halt]\nplural = "halts"\nfields = {{ size = "1..3", rent = "effect?" }}\n{OURS}\n\n'
            '[boards.road]\nper = "seat"\ncells = "halt"\nlinks = [["outset", "middle"], ["middle", "goal"]]\n'
            f"{OURS}\n\n"
            f"[halts]\noutset = {{ size = 1, {OURS} }}\nmiddle = {{ size = 2{rent}, {OURS} }}\n"
            f"goal = {{ size = 3, {OURS} }}\n"
        )
    if "strips" in has:
        yield f'[boards.water]\ncolumns = 2\nrows = "river"\nfields = {{ makes = "good?", deep = "yes_no" }}\n{OURS}\n'
