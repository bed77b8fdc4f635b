"""Summer in the engine against a naive model written from the rules alone, question by question."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

import solenia_rules as sr
from tests.rulesets.naive.compare import POLICIES, Difference, made_up_setup_of, play_both, setup_of
from tests.rulesets.naive.positions import Position
from tests.rulesets.naive.summer import CARD_COPIES, GOODS, TILES, Cell, Course, Laid, Player, Strip, Summer, tile_kind
from tests.sampling import sampled

THOROUGH_SEEDS = range(100, 400)
FAULT_SEEDS = 40


@pytest.fixture(scope="module")
def summer() -> sr.Ruleset:
    return sr.load("summer")


def side_by_side(rules: sr.Ruleset, seats: int, seed: int, policy: str, model: type[Summer] = Summer) -> Counter[str]:
    game = sr.new_game(rules, seats=seats, seed=seed)
    try:
        return play_both(game, model(setup_of(game)), random.Random(seed), POLICIES[policy])
    except Difference as difference:
        raise Difference(f"{seats} seats, seed {seed}, policy {policy}: {difference}") from None


@pytest.mark.parametrize(
    ("seats", "policy", "seed"),
    sampled(product([2, 3, 4], POLICIES, range(2)), 6),
)
def test_the_engine_plays_as_the_model_does(summer: sr.Ruleset, seats: int, policy: str, seed: int) -> None:
    side_by_side(summer, seats, seed, policy)


@pytest.mark.thorough
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_engine_plays_as_the_model_does_thousands_of_times(summer: sr.Ruleset, seats: int, policy: str) -> None:
    met: Counter[str] = Counter()
    for seed in THOROUGH_SEEDS:
        met += side_by_side(summer, seats, seed, policy)
    assert met["shared win"]
    assert policy != "any" or seats == 2 or met["forced discard"]


def test_the_games_compared_meet_what_is_rare(summer: sr.Ruleset) -> None:
    met: Counter[str] = Counter()
    for seed in range(10, 12):
        met += side_by_side(summer, 4, seed, "crowding") + side_by_side(summer, 3, seed, "eager")
    assert met.keys() >= {
        "way",
        "bonus",
        "tile",
        "forced discard",
        "give up in another's turn",
        "equal cards in hand",
        "voyage that must leave enough to deliver",
    }


# ---- what hardly ever happens by chance, from positions made up for it -----------------

NIGHT_FIRST = [Strip("strip_a", 1), Strip("strip_b", 1), Strip("twilight", 0), Strip("strip_c", 0), Strip("strip_d", 0)]
DAY_FIRST = [Strip("strip_d", 0), Strip("strip_b", 0), Strip("twilight", 1), Strip("strip_a", 1), Strip("strip_c", 1)]
FIRST_FEW = [tile for kind in ("day", "night") for tile in [t for t in TILES if tile_kind(t) == kind][:5]]

MADE_UP = {
    "row past its end": Position(
        NIGHT_FIRST,
        [[], []],
        goods=[{"wood": 3, "wheat": 3, "stone": 2}, {"stone": 4, "water": 3}],
        delivered=[
            ["night_www", "night_wws", "night_wwwh", "night_wwhh", "night_wwhs", "night_hha"],
            ["day_sss", "day_wss", "day_aaa", "day_ssa", "day_saa"],
        ],
    ),
    "empty stack": Position(
        DAY_FIRST,
        [[], [], []],
        goods=[{"wood": 3, "wheat": 3, "stone": 2}, {"wood": 2, "wheat": 2, "stone": 2, "water": 2}, {"water": 5}],
        without=[tile for tile in TILES if tile not in FIRST_FEW],
    ),
    "four pairs": Position(
        NIGHT_FIRST,
        [[], []],
        goods=[{"wood": 3, "wheat": 3, "stone": 2}, {"wood": 2, "wheat": 2, "stone": 2, "water": 2}],
        delivered=[
            ["night_www", "night_wws", "night_wwwh", "day_sss", "day_wss", "day_aaa", "day_ssa"],
            ["night_hhh", "night_hha", "night_hhs", "night_wha", "day_haa", "day_hss", "day_hsa"],
        ],
    ),
}


@pytest.mark.parametrize("rare", MADE_UP)
def test_the_engine_plays_as_the_model_does_from_a_position_made_up(rare: str, tmp_path: Path) -> None:
    position = MADE_UP[rare]
    rules = sr.load(str(position.write(tmp_path)))
    met: Counter[str] = Counter()
    for seed in range(4):
        game = sr.new_game(rules, seats=len(position.hands), seed=seed)
        met += play_both(game, Summer(made_up_setup_of(game)), random.Random(seed), POLICIES["eager"])
    assert met[rare]


# ---- a comparison that cannot fail would prove nothing: models with one rule wrong ------


class MoreStorage(Summer):
    """Gives up nothing before the tenth good."""

    def gain(self, seat: int, goods: dict[str, int]) -> Course:
        player = self.players[seat]
        if sum(player.goods.values()) + sum(goods.values()) > 9:
            yield from super().gain(seat, goods)
        else:
            for good, amount in goods.items():
                player.goods[good] += amount


class NoFlip(Summer):
    """The first strip becomes the last one without being turned over."""

    def expel(self, on_turn: int) -> Course:
        yield from super().expel(on_turn)
        self.strips[-1].face = 1 - self.strips[-1].face


class ExpelledFromTheFirstSeat(Summer):
    """Powers in seat order, whoever is on turn."""

    def expelled_in_order(self, on_turn: int) -> list[Laid]:
        return super().expelled_in_order(self.first)


class ExpelledFromTheRight(Summer):
    """Powers of a seat's cards right to left."""

    def expelled_in_order(self, on_turn: int) -> list[Laid]:
        cards = super().expelled_in_order(on_turn)
        return [laid for seat in self.seats_from(on_turn) for laid in reversed(cards) if laid.owner == seat]


class YieldOfTheOtherFace(Summer):
    """The strip is turned over before the powers are gained."""

    def expulsion_power(self, laid: Laid) -> Course:
        self.strips[0].face = 1 - self.strips[0].face
        yield from super().expulsion_power(laid)
        self.strips[0].face = 1 - self.strips[0].face


class CornersTouch(Summer):
    """Spaces sharing a corner are next to each other."""

    def distances(self, starts: list[Cell]) -> dict[Cell, int]:
        return {
            (row, column): min(max(abs(row - r), abs(column - c)) for r, c in starts)
            for row, column in self.all_cells()
        }


class CitiesAlwaysOpen(Summer):
    """A voyage to a city may spend what the delivery needs, as long as a tile could be paid before."""

    def can_finish(self, goods: dict[str, int], due: int, cell: Cell) -> bool:
        if due > 0:
            return super().can_finish(goods, due, cell)
        space = self.space_at(cell)
        return space in GOODS or any(self.can_pay(self.players[self.on_turn].goods, t) for t in self.displays[space])

    def deliver(self, seat: int, kind: str) -> Course:
        if any(self.can_pay(self.players[seat].goods, tile) for tile in self.displays[kind]):
            yield from super().deliver(seat, kind)


class AlwaysMayDiscard(Summer):
    """Discarding is allowed also with a space free of charge."""

    def free_of_charge_cells(self, seat: int) -> list[Cell]:
        return []


class NeverMayDiscard(Summer):
    """Whoever can lengthen the voyage has to."""

    def free_of_charge_cells(self, seat: int) -> list[Cell]:
        return self.playable_cells(seat)


class PairsWorthMore(Summer):
    """Pairs score one star too many."""

    def score(self, player: Player) -> int:
        return super().score(player) + (1 if all(player.rows.values()) else 0)


class RoundsUp(Summer):
    """An odd good left over makes a star, too."""

    def score(self, player: Player) -> int:
        return super().score(player) + sum(player.goods.values()) % 2


class OneWinner(Summer):
    """The first of equals wins alone."""

    def winners(self) -> list[int]:
        return super().winners()[:1]


class NoWoodForTheThird(Summer):
    """Everybody begins with nothing."""

    def whole_game(self) -> Course:
        for player in self.players:
            player.goods = dict.fromkeys(GOODS, 0)
        return super().whole_game()


class BonusOfTheOtherKind(Summer):
    """Day slots give what night slots give."""

    def slot_bonus(self, seat: int, kind: str, slot: int) -> Course:
        yield from super().slot_bonus(seat, "night", slot)


class RefilledFromTheBottom(Summer):
    """Displays are refilled from the wrong end of the stack."""

    def deliver(self, seat: int, kind: str) -> Course:
        self.stacks[kind].reverse()
        yield from super().deliver(seat, kind)
        self.stacks[kind].reverse()


FAULTS: dict[type[Summer], tuple[int, str, int]] = {
    MoreStorage: (2, "any", 0),
    NoFlip: (2, "any", 0),
    ExpelledFromTheFirstSeat: (4, "any", 0),
    ExpelledFromTheRight: (2, "any", 2),
    YieldOfTheOtherFace: (2, "any", 0),
    CornersTouch: (2, "any", 0),
    CitiesAlwaysOpen: (2, "any", 0),
    AlwaysMayDiscard: (2, "any", 0),
    NeverMayDiscard: (4, "crowding", 0),
    PairsWorthMore: (3, "eager", 0),
    RoundsUp: (2, "any", 0),
    OneWinner: (2, "eager", 3),
    NoWoodForTheThird: (3, "any", 0),
    BonusOfTheOtherKind: (2, "eager", 0),
    RefilledFromTheBottom: (2, "eager", 0),
}
"""Each with seats, a policy, and the first seed at which it is looked for."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_model_with_one_rule_wrong_is_told_from_the_engine(summer: sr.Ruleset, fault: type[Summer]) -> None:
    seats, policy, first = FAULTS[fault]
    assert any(differs(summer, seats, seed, policy, fault) for seed in range(first, first + FAULT_SEEDS))


def differs(rules: sr.Ruleset, seats: int, seed: int, policy: str, fault: type[Summer]) -> bool:
    try:
        side_by_side(rules, seats, seed, policy, fault)
    except Difference:
        return True
    return False


def test_the_models_lists_are_those_of_the_ruleset(summer: sr.Ruleset) -> None:
    setup = setup_of(sr.new_game(summer, seats=2, seed=1))
    for kind in ("day", "night"):
        tiles = [tile for tile in TILES if tile_kind(tile) == kind]
        assert sorted(setup.stacks[kind] + setup.displays[kind]) == sorted(tiles)
    for deck, hand in zip(setup.decks, setup.hands, strict=True):
        assert Counter(deck + hand) == CARD_COPIES
