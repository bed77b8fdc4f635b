"""Day & Night played straight from the rules: slow, obvious, and sharing nothing with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import cache

ROWS, COLUMNS = 8, 6
CENTRE = {(4, 3), (4, 4), (5, 3), (5, 4)}
HOURS, STEP_HOURS, HAND, NINE, ROUNDS = 12, 3, 5, 9, 250
DAY, NIGHT = 0, 1

Cell = tuple[int, int]
"""Row and column, both from 1."""

Question = tuple[int, set[str]]
"""The seat asked and the ids of its options."""

Course = Generator[Question, str, None]
"""A part of the game that asks questions and is sent option ids."""

CELLS = [(r, c) for r in range(1, ROWS + 1) for c in range(1, COLUMNS + 1) if (r, c) not in CENTRE]

# hours and copies; X is the distance between the pawns
DAY_SPELLS = {
    "day_instability": ("X", 4),
    "day_meditation": (0, 4),
    "wishing_pond": (0, 4),
    "day_chant": (2, 4),
    "entrap": (2, 4),
    "warp": (3, 4),
    "day_advantage": (3, 4),
    "mystify_spell": (3, 4),
    "achievement": (3, 4),
    "day_blossom": (4, 4),
    "wishing_well": (4, 3),
    "day_ritual": (4, 3),
    "wonder": (4, 3),
    "deviate": (5, 3),
    "day_wish": (6, 3),
    "steal_passion": (6, 3),
    "fate": (7, 3),
    "wishing_mist": (7, 3),
    "flourish": (8, 3),
    "misdirect": (8, 3),
}
NIGHT_SPELLS = {
    "night_instability": ("X", 4),
    "night_meditation": (0, 4),
    "deter": (0, 4),
    "epiphany": (0, 4),
    "night_chant": (2, 4),
    "night_advantage": (3, 4),
    "alter_soil": (3, 4),
    "obtain": (3, 4),
    "night_rapture": (4, 4),
    "night_ritual": (4, 4),
    "crystal_burst": (4, 4),
    "crystal_breeze": (4, 4),
    "night_wish": (6, 4),
    "crystal_sky": (6, 3),
    "crystallize_spell": (6, 3),
    "shift": (8, 3),
    "excitement": (8, 3),
    "mimic": (8, 3),
    "mislead": (8, 3),
}
MYSTIFYING = {"wishing_pond", "mystify_spell", "wishing_well", "wishing_mist"}
CRYSTALLIZING = {"crystal_burst", "crystal_breeze", "crystal_sky", "crystallize_spell"}
BOOKS = (DAY_SPELLS, NIGHT_SPELLS)


def full_book(side: int) -> Counter[str]:
    return Counter({spell: copies for spell, (_hours, copies) in BOOKS[side].items()})


def side_of(spell: str) -> int:
    return DAY if spell in DAY_SPELLS else NIGHT


def cell_name(cell: Cell) -> str:
    return f"valley.{'abcdef'[cell[1] - 1]}{cell[0]}"


def cell_called(name: str) -> Cell:
    return int(name[-1]), "abcdef".index(name[-2]) + 1


@cache
def adjacent(cell: Cell) -> list[Cell]:
    row, column = cell
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [other for other in near if other in CELLS]


@cache
def surrounding(cell: Cell) -> list[Cell]:
    return [other for other in CELLS if other != cell and max(abs(other[0] - cell[0]), abs(other[1] - cell[1])) == 1]


@cache
def steps_from(start: Cell) -> dict[Cell, int]:
    found = {start: 0}
    for steps in range(1, len(CELLS)):
        for cell in [cell for cell, far in found.items() if far == steps - 1]:
            for other in adjacent(cell):
                found.setdefault(other, steps)
    return found


def connected(cells: set[Cell], start: Cell) -> set[Cell]:
    reached = {start}
    while True:
        more = {other for cell in reached for other in adjacent(cell) if other in cells} - reached
        if not more:
            return reached
        reached |= more


class Over(Exception):
    """The game has ended."""


@dataclass
class Player:
    hand: list[str]
    book: Counter[str]
    discards: list[str] = field(default_factory=list)
    temples: list[set[Cell]] = field(default_factory=list)
    """Those whose nine tiles are marked."""
    built: int = 0
    hours: int = 0


class DayAndNight:
    """One game. `pending` is what is asked, `answer()` goes on. Which card is drawn is told by `draw`."""

    def __init__(self, hands: list[list[str]], draw: Callable[[int], str]) -> None:
        self.draw = draw
        self.players = [
            Player(list(hand), full_book(side) - Counter(hand)) for side, hand in zip((DAY, NIGHT), hands, strict=True)
        ]
        self.tiles: dict[Cell, int] = {}
        self.mystic: Counter[Cell] = Counter()
        self.crystals: dict[Cell, int] = {}
        """Crystallized spaces -> awakenings of Night until the marker goes."""
        self.lone: set[Cell] = set()
        self.pawns: list[Cell] = [(1, 1), (8, 6)]
        self.flipped: set[int] = set()
        """Colours of tiles flipped this turn."""
        self.visited: set[Cell] = set()
        self.aside: list[str] = []
        self.met: Counter[str] = Counter()
        self.winners: list[int] = []
        self.pending: Question | None = None
        self.course = self.whole_game()
        self.go_on(None)

    def answer(self, option: str) -> None:
        assert self.pending is not None, "the game is over"
        assert option in self.pending[1], f"{option} is not on offer"
        self.go_on(option)

    def go_on(self, option: str | None) -> None:
        """Runs to the next question with more than one option, or to the end."""
        while True:
            try:
                question = next(self.course) if option is None else self.course.send(option)
            except (StopIteration, Over):
                self.pending = None
                return
            assert question[1], "nothing to choose from"
            if len(question[1]) > 1:
                self.pending = question
                return
            option = next(iter(question[1]))

    # ---- a turn

    def whole_game(self) -> Course:
        for _ in range(ROUNDS):
            for me in (DAY, NIGHT):
                self.flipped, self.visited = set(), set()
                yield from self.awaken(me)
                yield from self.cast_spells(me)
                yield from self.walk(me)
                yield from self.retreat(me)
        self.met["turn cap"] += 1

    def awaken(self, me: int) -> Course:
        self.players[me].hours = HOURS
        new_lone = set()
        if me == DAY:
            for cell in list(self.mystic):
                self.mystic[cell] -= 1
                if self.mystic[cell] == 0:
                    del self.mystic[cell]
                    if cell not in self.in_temples():
                        new_lone.add(cell)
        else:
            self.crystals = {cell: left - 1 for cell, left in self.crystals.items() if left > 1}
        self.lone |= new_lone
        self.met["lone tile"] += len(new_lone)
        yield from self.look_for_temples(me)
        if new_lone and self.room(DAY) and not self.room(NIGHT):
            self.met["win by default"] += 1
            self.end([DAY])

    def cast_spells(self, me: int) -> Course:
        player = self.players[me]
        while True:
            castable = {s for s in player.hand if self.may_cast(me, s) and self.price(s) <= player.hours}
            answer = yield me, {"cast_no_more"} | ({"cast_one"} if castable else set())
            if answer == "cast_no_more":
                return
            answer = yield me, {f"spell={spell}" for spell in castable}
            spell = answer.removeprefix("spell=")
            player.hours -= self.price(spell)
            player.hand.remove(spell)
            self.aside.append(spell)
            yield from self.cast(me, spell)
            yield from self.look_for_temples(me)

    def cast(self, me: int, spell: str) -> Course:
        """A spell that was laid aside works; then it is discarded."""
        self.met[spell] += 1
        yield from self.text_of(me, spell)
        self.discard_aside(spell)

    def discard_aside(self, spell: str) -> None:
        self.aside.remove(spell)
        self.players[side_of(spell)].discards.append(spell)

    def walk(self, me: int) -> Course:
        player = self.players[me]
        self.visited = {self.pawns[me]}
        while True:
            here = self.pawns[me]
            ways = {cell for cell in adjacent(here) if cell not in self.visited}
            if me == DAY:
                if here in self.crystals and player.hours >= STEP_HOURS and ways:
                    self.met["held by a crystal"] += 1
                ways = set() if here in self.crystals else ways - self.crystals.keys()
            if player.hours < STEP_HOURS:
                ways = set()
            answer = yield me, {"stay"} | ({"step_on"} if ways else set())
            if answer == "stay":
                return
            answer = yield me, {f"c={cell_name(cell)}" for cell in ways}
            player.hours -= STEP_HOURS
            self.pawns[me] = cell_called(answer)
            self.visited.add(self.pawns[me])
            self.take(me, 1)

    def retreat(self, me: int) -> Course:
        player = self.players[me]
        kept, thrown = list(player.hand), []
        while len(kept) > HAND:
            answer = yield me, {f"spell={spell}" for spell in kept}
            thrown.append(answer.removeprefix("spell="))
            kept.remove(thrown[-1])
            self.met["hand cut"] += 1
        player.hand = kept
        player.discards += thrown

    # ---- actions

    def take(self, me: int, cards: int) -> None:
        player = self.players[me]
        for _ in range(cards):
            self.refill(me)
            if player.book.total():
                spell = self.draw(me)
                assert player.book[spell] > 0, f"{spell} is not in the book"
                player.book[spell] -= 1
                player.hand.append(spell)

    def refill(self, me: int) -> None:
        player = self.players[me]
        if not player.book.total():
            self.met["book reshuffled"] += 1
            player.book, player.discards = Counter(player.discards), []

    def can_change(self, me: int, cell: Cell) -> bool:
        if cell in self.lone or cell in self.in_temples():
            return False
        return me == NIGHT or cell not in self.crystals

    def flip(self, me: int, cell: Cell) -> None:
        if cell in self.tiles and self.can_change(me, cell):
            self.flipped.add(self.tiles[cell])
            self.tiles[cell] = 1 - self.tiles[cell]
            if self.mystic.pop(cell, 0):
                self.met["mystified tile flipped"] += 1

    def change(self, me: int, cell: Cell) -> None:
        if cell in self.tiles:
            self.flip(me, cell)
        elif self.can_change(me, cell):
            self.tiles[cell] = me

    def can_mystify(self, cell: Cell) -> bool:
        return self.tiles.get(cell) == DAY and cell not in self.lone and cell not in self.in_temples()

    def crystallize(self, cell: Cell, awakenings: int) -> None:
        self.crystals.setdefault(cell, awakenings)

    # ---- temples and the end

    def in_temples(self) -> set[Cell]:
        return {cell for player in self.players for temple in player.temples for cell in temple}

    def look_for_temples(self, on_turn: int) -> Course:
        for me in (on_turn, 1 - on_turn):
            while True:
                own = {cell for cell, colour in self.tiles.items() if colour == me} - self.in_temples()
                site = {cell for cell in own if len(connected(own, cell)) >= NINE}
                if not site:
                    break
                player = self.players[me]
                player.built += 1
                self.met["temple"] += 1
                if player.built == 2:
                    self.met["second temple"] += 1
                    self.end([me])
                player.temples.append(set())
                yield from self.mark_temple(me, site, player.temples[-1])
                self.met["lone tile in a temple"] += bool(self.lone & player.temples[-1])
        if not self.room(DAY) and not self.room(NIGHT):
            self.met["no room"] += 1
            self.end([])

    def mark_temple(self, me: int, site: set[Cell], temple: set[Cell]) -> Course:
        if len(site) == NINE:
            temple |= site
            return
        self.met["temple of more than nine"] += 1
        answer = yield me, {f"c={cell_name(cell)}" for cell in site}
        temple.add(cell_called(answer))
        while len(temple) < NINE:
            near = {other for cell in temple for other in adjacent(cell) if other in site} - temple
            answer = yield me, {f"more={cell_name(cell)}" for cell in near}
            temple.add(cell_called(answer))

    def room(self, side: int) -> bool:
        closed = self.in_temples() | {cell for cell in self.lone if self.tiles[cell] != side}
        free = set(CELLS) - closed
        while free:
            area = connected(free, next(iter(free)))
            if len(area) >= NINE:
                return True
            free -= area
        return False

    def end(self, winners: list[int]) -> None:
        self.winners = winners
        raise Over

    # ---- spells: `me` casts; in a stolen spell Day and Night are exchanged

    def price(self, spell: str) -> int:
        hours = BOOKS[side_of(spell)][spell][0]
        return hours if isinstance(hours, int) else steps_from(self.pawns[DAY])[self.pawns[NIGHT]]

    def may_cast(self, me: int, spell: str) -> bool:
        if spell in (MYSTIFYING if me == NIGHT else CRYSTALLIZING):
            return False
        foe = 1 - me
        if spell in ("day_meditation", "day_advantage", "fate", "flourish", "misdirect"):
            return self.tiles.get(self.pawns[foe]) == me
        if spell in ("night_meditation", "night_advantage"):
            return foe in self.flipped
        if spell == "epiphany":
            return self.players[me].hand in ([], [spell])
        if spell in ("excitement", "mislead"):
            return self.players[me].built > 0
        if spell == "mimic":
            return self.tiles.get(self.pawns[me]) == me
        return True

    def some(self, me: int, number: int, cells: list[Cell]) -> Generator[Question, str, list[Cell]]:
        """Asks for so many of the cells; if all that are left must be taken, their order does not matter."""
        chosen: list[Cell] = []
        left = list(cells)
        while len(left) > number - len(chosen) > 0:
            chosen.append(cell_called((yield me, {f"c={cell_name(cell)}" for cell in left})))
            left.remove(chosen[-1])
        return chosen + left[: number - len(chosen)]

    def change_some(self, me: int, number: int, cells: list[Cell]) -> Course:
        for cell in (yield from self.some(me, number, [cell for cell in cells if self.can_change(me, cell)])):
            self.change(me, cell)

    def mystify_some(self, me: int, number: int, cells: list[Cell], markers: int) -> Course:
        for cell in (yield from self.some(me, number, [cell for cell in cells if self.can_mystify(cell)])):
            self.mystic[cell] += markers

    def crystallize_some(self, me: int, number: int, cells: list[Cell], awakenings: int) -> Course:
        for cell in (yield from self.some(me, number, [cell for cell in cells if cell not in self.crystals])):
            self.crystallize(cell, awakenings)

    def text_of(self, me: int, spell: str) -> Course:
        foe = 1 - me
        here, there = self.pawns[me], self.pawns[foe]
        neutral = [cell for cell in CELLS if cell not in self.tiles]
        match spell:
            case "day_instability" | "night_instability":
                far = self.price(spell)
                yield from self.change_some(me, 1, [cell for cell, steps in steps_from(here).items() if steps <= far])
            case "day_meditation" | "day_chant" | "night_meditation" | "night_chant":
                self.change(me, here)
            case "wishing_pond":
                yield from self.mystify_some(me, 1, [here], 2)
            case "entrap":
                self.change(me, there)
            case "warp":
                self.pawns[me] = (yield from self.some(me, 1, CELLS))[0]
            case "day_advantage" | "night_advantage":
                self.take(me, 3)
            case "mystify_spell":
                yield from self.mystify_some(me, 1, CELLS, 2)
            case "achievement":
                yield from self.change_some(me, 1, list({here, there}))
            case "day_blossom" | "night_rapture":
                yield from self.change_some(me, 1, neutral)
            case "wishing_well":
                yield from self.mystify_some(me, 1, CELLS, 1)
            case "day_ritual" | "night_ritual":
                yield from self.change_some(me, 1, adjacent(here))
            case "wonder":
                yield from self.wonder(me)
            case "deviate":
                self.flip(me, here)
                self.change(me, there)
            case "day_wish":
                yield from self.change_some(me, 1, [cell for cell in CELLS if cell not in self.crystals])
            case "steal_passion":
                yield from self.steal(me)
            case "fate":
                for cell in [here, *surrounding(here)]:
                    self.flip(me, cell)
            case "wishing_mist":
                yield from self.mystify_some(me, 2, CELLS, 2)
            case "flourish":
                yield from self.change_some(me, 2, surrounding(here))
            case "misdirect":
                for cell in (yield from self.some(me, 1, [c for c in CELLS if self.tiles.get(c) == me])):
                    self.pawns[foe] = cell
            case "deter":
                self.flip(me, here)
            case "epiphany":
                self.take(me, 5)
            case "alter_soil":
                yield from self.change_some(me, 1, [cell for cell in adjacent(here) if cell in neutral])
            case "obtain":
                self.take(me, 2)
            case "crystal_burst":
                for cell in surrounding(here):
                    self.crystallize(cell, 1)
            case "crystal_breeze":
                yield from self.crystallize_some(me, 2, [cell for cell in CELLS if cell != there], 1)
            case "night_wish":
                yield from self.change_some(me, 1, CELLS)
            case "crystal_sky":
                yield from self.crystallize_some(me, 3, [cell for cell in CELLS if cell != there], 2)
            case "crystallize_spell":
                yield from self.crystallize_some(me, 1, list({here, there}), 1)
            case "shift":
                for cell in surrounding(here):
                    self.flip(me, cell)
            case "excitement":
                yield from self.change_some(me, 2, [cell for cell in surrounding(here) if cell in neutral])
            case "mimic":
                yield from self.change_some(me, 2, adjacent(here))
            case "mislead":
                fixed = self.in_temples() | self.lone
                own = [cell for cell in CELLS if self.tiles.get(cell) == me and cell not in fixed]
                for cell in (yield from self.some(me, 1, own)):
                    self.pawns[foe] = cell
            case _:
                raise AssertionError(spell)

    def wonder(self, me: int) -> Course:
        self.refill(me)
        player = self.players[me]
        if player.book.total():
            answer = yield me, {f"spell={spell}" for spell in player.book.elements()}
            spell = answer.removeprefix("spell=")
            player.book[spell] -= 1
            player.hand.append(spell)

    def steal(self, me: int) -> Course:
        theirs = self.players[1 - me]
        if theirs.hand:
            answer = yield me, {f"spell={spell}" for spell in theirs.hand}
            spell = answer.removeprefix("spell=")
            theirs.hand.remove(spell)
            self.aside.append(spell)
            answer = yield me, {"throw_away"} | ({"cast_free"} if self.may_cast(me, spell) else set())
            if answer == "cast_free":
                self.met["stolen spell cast"] += 1
                yield from self.cast(me, spell)
            else:
                self.discard_aside(spell)
