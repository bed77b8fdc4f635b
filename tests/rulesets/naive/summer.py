"""Solenia summer played straight from the rulebook: slow, obvious, and sharing nothing with the engine."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

GOODS = ("wood", "wheat", "stone", "water")
LETTERS = {"w": "wood", "h": "wheat", "s": "stone", "a": "water"}
STORAGE = 8
HAND = 3
ROUNDS = 16
MIDDLE = (3, 3)
PAIR_STARS = {0: 0, 1: 1, 2: 3, 3: 6}

# (a day or dawn face, a night or dusk face); `day` and `night` are cities
STRIPS = {
    "strip_a": (("wood", "day", "wheat", "stone", "wheat"), ("stone", "water", "night", "wood", "water")),
    "strip_b": (("wheat", "wood", "day", "wheat", "wood"), ("night", "stone", "water", "stone", "wheat")),
    "strip_c": (("day", "wheat", "wood", "water", "wood"), ("water", "stone", "wood", "night", "stone")),
    "strip_d": (("stone", "wood", "wheat", "wood", "day"), ("water", "night", "stone", "water", "wood")),
    "twilight": (("night", "water", "wheat", "stone", "day"), ("day", "wood", "stone", "wheat", "night")),
}

# what a card is worth when played, and how many of it a seat owns
CARD_VALUES = {
    "zero_stone_wheat": 0,
    "zero_stone_wood": 0,
    "zero_water_wheat": 0,
    "zero_water_wood": 0,
    "zero_yield": 0,
    "one_wood": 1,
    "one_wheat": 1,
    "one_stone": 1,
    "one_water": 1,
    "one_yield": 1,
    "two_wood": 2,
    "two_wheat": 2,
    "two_stone": 2,
    "two_water": 2,
}
CARD_COPIES = {record: 2 if record.endswith("_yield") else 1 for record in CARD_VALUES}

NIGHT_LETTERS = (
    "www hhh wwh whh wws wwa hhs hha whs wha wwhh wwwh whhh whhs whha wwhs wwha hhss wwaa whsa wwhhs wwhha wwwhh wwhhh"
).split()
TILE_STARS = {3: 4, 4: 6, 5: 8}


def swapped_letters(letters: str) -> str:
    """A day tile asks for what a night tile asks for, with wood and stone, wheat and water exchanged."""
    exchanged = ["sawh"["whsa".index(letter)] for letter in letters]
    return "".join(sorted(exchanged, key="whsa".index))


DAY_LETTERS = [swapped_letters(letters) for letters in NIGHT_LETTERS]
TILES = [f"night_{letters}" for letters in NIGHT_LETTERS] + [f"day_{letters}" for letters in DAY_LETTERS]


def tile_kind(tile: str) -> str:
    return tile.split("_")[0]


def tile_goods(tile: str) -> dict[str, int]:
    """How many of each good a tile asks for."""
    asked = dict.fromkeys(GOODS, 0)
    for letter in tile.split("_")[1]:
        asked[LETTERS[letter]] += 1
    return asked


def tile_stars(tile: str) -> int:
    return TILE_STARS[len(tile.split("_")[1])]


Cell = tuple[int, int]
"""Row and column, both from 1; row 1 is the first strip."""


def cell_name(cell: Cell) -> str:
    row, column = cell
    return f"sky.{'abcde'[column - 1]}{row}"


@dataclass
class Strip:
    record: str
    face: int
    """0: day or dawn, 1: night or dusk."""

    def spaces(self) -> tuple[str, ...]:
        return STRIPS[self.record][self.face]


@dataclass
class Laid:
    """A card on the board."""

    card: str
    owner: int
    cell: Cell


@dataclass
class Setup:
    """Everything that chance decided before the first turn, and what a position made up for a test adds."""

    strips: list[Strip]
    """Rear to front."""
    stacks: dict[str, list[str]]
    """Tiles of each kind, the next one first."""
    displays: dict[str, list[str]]
    decks: list[list[str]]
    """Cards of each seat, the next one first."""
    hands: list[list[str]]
    first: int = 0
    goods: list[dict[str, int]] | None = None
    """None: what the rules give."""
    rows: list[dict[str, list[str]]] | None = None
    """Tiles delivered before."""
    laid: list[Laid] = field(default_factory=list)


@dataclass
class Player:
    hand: list[str]
    deck: list[str]
    goods: dict[str, int]
    stars: int = 0
    rows: dict[str, list[str]] = field(default_factory=lambda: {"day": [], "night": []})
    """Delivered tiles of each kind, leftmost slot first; tiles past the sixth lie in no slot."""
    discards: list[str] = field(default_factory=list)
    turns: int = 0


Asked = tuple[int, str, frozenset[str]]
"""The seat, what it decides, and the ids of its options."""

Course = Generator[tuple[int, str, set[str]], str, None]
"""A part of the game that asks questions and is sent option ids."""


class Summer:
    """One game. `decision()` says what is asked, `answer()` goes on."""

    def __init__(self, setup: Setup) -> None:
        self.seats = len(setup.hands)
        self.first = setup.first
        self.strips = [Strip(strip.record, strip.face) for strip in setup.strips]
        self.stacks = {kind: list(tiles) for kind, tiles in setup.stacks.items()}
        self.displays = {kind: list(tiles) for kind, tiles in setup.displays.items()}
        self.players = [
            Player(list(hand), list(deck), dict.fromkeys(GOODS, 0))
            for hand, deck in zip(setup.hands, setup.decks, strict=True)
        ]
        if self.seats >= 3:
            self.players[self.seat_after(self.first, 2)].goods["wood"] = 1
        if self.seats >= 4:
            self.players[self.seat_after(self.first, 3)].goods["stone"] = 1
        for seat, player in enumerate(self.players):
            if setup.goods is not None:
                player.goods = dict(setup.goods[seat])
            if setup.rows is not None:
                player.rows = {kind: list(tiles) for kind, tiles in setup.rows[seat].items()}
        self.airship = MIDDLE
        self.laid = [Laid(laid.card, laid.owner, laid.cell) for laid in setup.laid]
        self.zeros_played = 0
        self.forced_discards = 0
        self.advances = 0
        self.over = False
        self.on_turn = self.first
        self.pending: tuple[int, str, set[str]] | None = None
        self.course = self.whole_game()
        self.go_on(None)

    # ---- asking and answering

    def decision(self) -> Asked | None:
        if self.pending is None:
            return None
        seat, what, options = self.pending
        return seat, what, frozenset(options)

    def answer(self, option: str) -> None:
        assert self.pending is not None, "the game is over"
        assert option in self.pending[2], f"{option} is not on offer"
        self.go_on(option)

    def go_on(self, option: str | None) -> None:
        """Runs to the next question with more than one option, or to the end."""
        while True:
            try:
                question = next(self.course) if option is None else self.course.send(option)
            except StopIteration:
                self.pending = None
                self.over = True
                return
            assert question[2], f"seat {question[0]} is asked for a {question[1]} and has none"
            if len(question[2]) > 1:
                self.pending = question
                return
            option = next(iter(question[2]))

    # ---- the course of the game

    def whole_game(self) -> Course:
        for _ in range(ROUNDS):
            for seat in self.seats_from(self.first):
                yield from self.turn(seat)

    def turn(self, seat: int) -> Course:
        self.on_turn = seat
        player = self.players[seat]
        ways = set()
        if self.playable_cells(seat):
            ways.add("play")
        if not self.free_of_charge_cells(seat):
            ways.add("discard")
        way = yield seat, "way", ways
        advance = False
        if way == "play":
            answer = yield seat, "card", {f"card={card}" for card in player.hand}
            card = answer.removeprefix("card=")
            advance = CARD_VALUES[card] == 0
            yield from self.play(seat, card)
        else:
            answer = yield seat, "card", {f"card={card}" for card in player.hand}
            card = answer.removeprefix("card=")
            player.hand.remove(card)
            player.discards.append(card)
            self.forced_discards += 1
            self.step_airship()
            advance = True
        if advance:
            yield from self.expel(seat)
        while len(player.hand) < HAND and player.deck:
            player.hand.append(player.deck.pop(0))
        player.turns += 1

    def play(self, seat: int, card: str) -> Course:
        player = self.players[seat]
        answer = yield seat, "cell", {f"cell={cell_name(cell)}" for cell in self.playable_cells(seat)}
        cell = next(cell for cell in self.all_cells() if f"cell={cell_name(cell)}" == answer)
        due = self.voyage_prices(seat)[cell]
        while due > 0:
            choices = set()
            for good in GOODS:
                if self.can_part_with(player.goods, good, due, cell):
                    choices.add(f"good={good}")
            answer = yield seat, "voyage", choices
            player.goods[answer.removeprefix("good=")] -= 1
            due -= 1
        player.hand.remove(card)
        self.laid.append(Laid(card, seat, cell))
        value = CARD_VALUES[card]
        if value == 0:
            self.zeros_played += 1
            self.step_airship()
        space = self.space_at(cell)
        if space in GOODS:
            yield from self.gain(seat, {space: value})
        else:
            player.stars += value
            yield from self.deliver(seat, space)

    def deliver(self, seat: int, kind: str) -> Course:
        player = self.players[seat]
        payable = [tile for tile in self.displays[kind] if self.can_pay(player.goods, tile)]
        answer = yield seat, "tile", {f"tile={tile}" for tile in payable}
        tile = answer.removeprefix("tile=")
        for good, amount in tile_goods(tile).items():
            player.goods[good] -= amount
        self.displays[kind].remove(tile)
        player.rows[kind].append(tile)
        if self.stacks[kind]:
            self.displays[kind].append(self.stacks[kind].pop(0))
        yield from self.slot_bonus(seat, kind, len(player.rows[kind]))

    def slot_bonus(self, seat: int, kind: str, slot: int) -> Course:
        one, other = ("wood", "wheat") if kind == "day" else ("stone", "water")
        if slot == 1:
            yield from self.gain(seat, {one: 1})
        elif slot == 2:
            yield from self.gain(seat, {other: 1})
        elif slot == 3:
            answer = yield seat, "bonus", {one, other}
            yield from self.gain(seat, {answer: 1})
        elif slot == 4:
            yield from self.gain(seat, {one: 1, other: 1})
        elif slot in (5, 6):
            self.players[seat].stars += 5

    def gain(self, seat: int, goods: dict[str, int]) -> Course:
        """Takes goods; whoever then has more than the storage holds gives up goods of their choice at once."""
        player = self.players[seat]
        for good, amount in goods.items():
            player.goods[good] += amount
        while sum(player.goods.values()) > STORAGE:
            answer = yield seat, "give up", {f"good={good}" for good in GOODS if player.goods[good] > 0}
            player.goods[answer.removeprefix("good=")] -= 1

    def step_airship(self) -> None:
        row, column = self.airship
        self.airship = (row + 1, column)

    def expel(self, on_turn: int) -> Course:
        """Powers of the first strip's cards, then the strip is turned over and becomes the last one."""
        for laid in self.expelled_in_order(on_turn):
            yield from self.expulsion_power(laid)
        for laid in list(self.laid):
            if laid.cell[0] == 1:
                self.laid.remove(laid)
                self.players[laid.owner].discards.append(laid.card)
        rear = self.strips.pop(0)
        rear.face = 1 - rear.face
        self.strips.append(rear)
        for laid in self.laid:
            laid.cell = (laid.cell[0] - 1, laid.cell[1])
        self.airship = (self.airship[0] - 1, self.airship[1])
        self.advances += 1

    def expelled_in_order(self, on_turn: int) -> list[Laid]:
        """Cards of the first strip: from the seat on turn clockwise, each one's cards left to right."""
        ordered = []
        for seat in self.seats_from(on_turn):
            for column in range(1, 6):
                for laid in self.laid:
                    if laid.owner == seat and laid.cell == (1, column):
                        ordered.append(laid)
        return ordered

    def expulsion_power(self, laid: Laid) -> Course:
        owner = self.players[laid.owner]
        space = self.space_at(laid.cell)
        words = laid.card.split("_")
        if words[0] == "two":
            if space == words[1]:
                owner.stars += 1
        elif words[1] == "yield":
            amount = 2 if words[0] == "zero" else 1
            if space in GOODS:
                yield from self.gain(laid.owner, {space: amount})
            else:
                owner.stars += amount
        else:
            yield from self.gain(laid.owner, dict.fromkeys(words[1:], 1))

    # ---- what is where

    def seat_after(self, seat: int, places: int) -> int:
        return (seat + places) % self.seats

    def seats_from(self, seat: int) -> list[int]:
        return [self.seat_after(seat, places) for places in range(self.seats)]

    def all_cells(self) -> list[Cell]:
        return [(row, column) for row in range(1, 6) for column in range(1, 6)]

    def space_at(self, cell: Cell) -> str:
        row, column = cell
        return self.strips[row - 1].spaces()[column - 1]

    def is_free(self, cell: Cell) -> bool:
        return all(laid.cell != cell for laid in self.laid)

    # ---- what is allowed

    def distances(self, starts: list[Cell]) -> dict[Cell, int]:
        """Steps over edges from the nearest start, by going one step farther until every cell is reached."""
        found = dict.fromkeys(starts, 0)
        steps = 0
        while len(found) < 25:
            steps += 1
            for row, column in list(found):
                for neighbour in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    if 1 <= neighbour[0] <= 5 and 1 <= neighbour[1] <= 5 and neighbour not in found:
                        found[neighbour] = steps
        return found

    def voyage_prices(self, seat: int) -> dict[Cell, int]:
        """The number of spaces in between, from the airship or the nearest own card."""
        starts = [self.airship] + [laid.cell for laid in self.laid if laid.owner == seat]
        return {cell: max(0, steps - 1) for cell, steps in self.distances(starts).items()}

    def can_pay(self, goods: dict[str, int], tile: str) -> bool:
        return all(goods[good] >= amount for good, amount in tile_goods(tile).items())

    def can_finish(self, goods: dict[str, int], due: int, cell: Cell) -> bool:
        """Whether some way of paying what is due leaves an island, or a city with a tile that can be paid."""
        if due > 0:
            return any(self.can_part_with(goods, good, due, cell) for good in GOODS)
        space = self.space_at(cell)
        return space in GOODS or any(self.can_pay(goods, tile) for tile in self.displays[space])

    def can_part_with(self, goods: dict[str, int], good: str, due: int, cell: Cell) -> bool:
        if goods[good] == 0:
            return False
        left = dict(goods)
        left[good] -= 1
        return self.can_finish(left, due - 1, cell)

    def playable_cells(self, seat: int) -> list[Cell]:
        goods = self.players[seat].goods
        prices = self.voyage_prices(seat)
        return [
            cell
            for cell in self.all_cells()
            if self.is_free(cell) and prices[cell] <= sum(goods.values()) and self.can_finish(goods, prices[cell], cell)
        ]

    def free_of_charge_cells(self, seat: int) -> list[Cell]:
        prices = self.voyage_prices(seat)
        return [cell for cell in self.playable_cells(seat) if prices[cell] == 0]

    # ---- the end

    def scores(self) -> list[int]:
        return [self.score(player) for player in self.players]

    def score(self, player: Player) -> int:
        tiles = player.rows["day"] + player.rows["night"]
        pairs = min(len(player.rows["day"]), len(player.rows["night"]))
        return (
            player.stars
            + sum(tile_stars(tile) for tile in tiles)
            + PAIR_STARS.get(pairs, 10)
            + sum(player.goods.values()) // 2
        )

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]
