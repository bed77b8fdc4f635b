"""Day & Night in the engine against a naive model written from the rules alone, question by question."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator

import pytest

import solenia_rules as sr
from tests.rulesets.naive.compare import Difference, Full, Json, items, records, table
from tests.rulesets.naive.day_and_night import (
    DAY,
    DAY_SPELLS,
    MYSTIFYING,
    NIGHT,
    NIGHT_SPELLS,
    Cell,
    Course,
    DayAndNight,
    adjacent,
    cell_called,
)

SIDES = ("day", "night")
Policy = Callable[[random.Random, DayAndNight], str]


@pytest.fixture(scope="module")
def rules() -> sr.Ruleset:
    return sr.load("day_and_night")


# ---- reading the engine ----------------------------------------------------------------------------


def spaces(full: Full) -> dict[Cell, dict[str, Json]]:
    """Cell -> its fields and the seats whose pawns stand there."""
    found = {}
    for cell in items(table(table(full["boards"])["valley"])["cells"]):
        found[cell_called(str(cell["id"]))] = {
            **table(cell["fields"]),
            "pawns": [piece["owner"] for piece in items(cell["pieces"])],
        }
    return found


def hands(full: Full) -> list[list[str]]:
    return [records(hand) for hand in items(table(full["zones"])["hand"])]


def comparisons(game: sr.Game, model: DayAndNight) -> Iterator[tuple[str, object, object]]:
    """What is compared, in the engine and in the model."""
    full = game.full_view()
    yield "over", game.decision is None, model.pending is None
    if game.decision is not None and model.pending is not None:
        yield "seat", game.decision.seat, model.pending[0]
        yield "options", sorted(option.id for option in game.decision.options), sorted(model.pending[1])
    found = spaces(full)
    colours = {cell: SIDES[colour] for cell, colour in model.tiles.items()}
    yield "tiles", {cell: field["tile"] for cell, field in found.items() if field["tile"]}, colours
    mystic = {cell: field["mystic"] for cell, field in found.items() if field["mystic"]}
    yield "mystify markers", mystic, dict(model.mystic)
    yield "crystals", {cell: field["crystal"] for cell, field in found.items() if field["crystal"]}, model.crystals
    yield "temples", {cell for cell, field in found.items() if field["in_temple"]}, model.in_temples()
    yield "lone tiles", {cell for cell, field in found.items() if field["lone"]}, model.lone
    if game.decision is not None:
        yield "visited", {cell for cell, field in found.items() if field["trod"]}, model.visited
    pawns = {(seat, cell) for cell, field in found.items() for seat in _list(field["pawns"])}
    yield "pawns", pawns, set(enumerate(model.pawns))
    counters = table(full["counters"])
    yield "hours", counters["hour"], [player.hours for player in model.players]
    yield "number of temples", counters["temple"], [player.built for player in model.players]
    zones = table(full["zones"])
    yield "hands", [sorted(hand) for hand in hands(full)], [sorted(player.hand) for player in model.players]
    for side, player in zip(SIDES, model.players, strict=True):
        yield f"discards of {side}", sorted(records(table(zones["discards"])[side])), sorted(player.discards)
    for side, study, player in zip(SIDES, items(zones["study"]), model.players, strict=True):
        book = records(table(zones["book"])[side]) + records(study)
        yield f"book of {side}", Counter(book), +player.book
    yield "aside", records(zones["aside"]), model.aside
    if game.decision is None:
        yield "winners", list(game.winners), model.winners


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


# ---- side by side ----------------------------------------------------------------------------------


class Drawn:
    """Tells the model which cards the engine drew, in the order in which it drew them."""

    def __init__(self) -> None:
        self.cards: deque[tuple[int, str]] = deque()

    def hear(self, game: sr.Game) -> None:
        for event in game.news:
            if event.kind == "drawn":
                self.cards.append((int(str(event.details["new"])[-1]), str(event.details["piece"])))

    def __call__(self, seat: int) -> str:
        if not self.cards or self.cards[0][0] != seat:
            raise Difference("only the model draws a card")
        return self.cards.popleft()[1]


def play_both(game: sr.Game, rng: random.Random, policy: Policy, kind: type[DayAndNight] = DayAndNight) -> Counter[str]:
    """Plays to the end and counts what was met on the way; raises at the first difference."""
    drawn = Drawn()
    model = kind(hands(game.full_view()), drawn)
    compare(game, model)
    while model.pending is not None:
        answer = policy(rng, model)
        game = game.choose(answer)
        drawn.hear(game)
        model.answer(answer)
        if drawn.cards:
            raise Difference(f"only the engine draws {list(drawn.cards)}")
        compare(game, model)
    return model.met


def compare(game: sr.Game, model: DayAndNight) -> None:
    for what, engine, naive in comparisons(game, model):
        if engine != naive:
            raise Difference(f"{what}: the engine has {engine}, the model {naive}\nafter {list(game.answers)[-8:]}")


# ---- ways of choosing ------------------------------------------------------------------------------


def any_option(rng: random.Random, model: DayAndNight) -> str:
    assert model.pending is not None
    return rng.choice(sorted(model.pending[1]))


def building(rng: random.Random, model: DayAndNight) -> str:
    """Casts all it can; gathers own tiles, leaves own tiles alone, crosses what the other side gathers."""
    assert model.pending is not None
    me, options = model.pending
    liked = sorted(option for option in options if option in ("cast_one", "cast_free", "step_on"))
    cells = {option: cell_called(option) for option in options if "=valley." in option}
    if cells:
        worth = {option: gathering(model, me, cell) for option, cell in cells.items()}
        liked = sorted(option for option in options if worth[option] == max(worth.values()))
    return rng.choice(liked) if liked and rng.random() < 0.9 else any_option(rng, model)


def gathering(model: DayAndNight, me: int, cell: Cell) -> int:
    near = [model.tiles.get(other) for other in adjacent(cell)]
    return near.count(me) - (6 if model.tiles.get(cell) == me else 0) + (2 if model.tiles.get(cell) == 1 - me else 0)


def mystifying(rng: random.Random, model: DayAndNight) -> str:
    """As `building`, but a spell that mystifies or steals comes first."""
    assert model.pending is not None
    liked = sorted(o for o in model.pending[1] if o.removeprefix("spell=") in {*MYSTIFYING, "steal_passion"})
    return rng.choice(liked) if liked and rng.random() < 0.9 else building(rng, model)


POLICIES: dict[str, Policy] = {"any": any_option, "building": building, "mystifying": mystifying}


def side_by_side(rules: sr.Ruleset, seed: int, policy: str, kind: type[DayAndNight] = DayAndNight) -> Counter[str]:
    game = sr.new_game(rules, seats=2, seed=seed)
    try:
        return play_both(game, random.Random(seed), POLICIES[policy], kind)
    except Difference as difference:
        raise Difference(f"seed {seed}, policy {policy}: {difference}") from None


@pytest.mark.parametrize("policy", POLICIES)
def test_the_engine_plays_as_the_model_does(rules: sr.Ruleset, policy: str) -> None:
    side_by_side(rules, 1, policy)


@pytest.mark.thorough
@pytest.mark.parametrize("policy", POLICIES)
def test_the_engine_plays_as_the_model_does_hundreds_of_times(rules: sr.Ruleset, policy: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(100, 200):
        met += side_by_side(rules, seed, policy)
    assert not {*DAY_SPELLS, *NIGHT_SPELLS} - met.keys()
    assert not RARE - met.keys()


RARE = {
    "book reshuffled",
    "hand cut",
    "held by a crystal",
    "lone tile",
    "lone tile in a temple",
    "mystified tile flipped",
    "second temple",
    "stolen spell cast",
    "temple of more than nine",
    "win by default",
}


# ---- a comparison that cannot fail would prove nothing: models with one rule wrong -----------------


class ForgetsCrystals(DayAndNight):
    """Crystals do not hold Day back."""

    def can_change(self, me: int, cell: Cell) -> bool:
        return super().can_change(NIGHT, cell)


class LoneTilesTurn(DayAndNight):
    """A lone temple tile can be changed."""

    def can_change(self, me: int, cell: Cell) -> bool:
        return cell not in self.in_temples() and (me == NIGHT or cell not in self.crystals)


class KeepsMarkers(DayAndNight):
    """A mystified tile keeps its markers when it is flipped."""

    def flip(self, me: int, cell: Cell) -> None:
        markers = self.mystic[cell]
        super().flip(me, cell)
        if markers:
            self.mystic[cell] = markers
        else:
            del self.mystic[cell]


class SquareDistance(DayAndNight):
    """Instability goes through the centre."""

    def price(self, spell: str) -> int:
        if "instability" in spell:
            (row, column), (other_row, other_column) = self.pawns
            return abs(row - other_row) + abs(column - other_column)
        return super().price(spell)


class LargeTemples(DayAndNight):
    """All tiles connected are marked, not nine of them."""

    def mark_temple(self, me: int, site: set[Cell], temple: set[Cell]) -> Course:
        temple |= site
        yield from ()


class ForgetsTheTurn(DayAndNight):
    """Tiles flipped in earlier turns count as flipped in this one."""

    def awaken(self, me: int) -> Course:
        self.flipped = getattr(self, "earlier", set())
        yield from super().awaken(me)
        self.earlier = self.flipped


class NoWinByDefault(DayAndNight):
    """Night without room plays on."""

    def room(self, side: int) -> bool:
        return super().room(DAY)


class ShortCrystals(DayAndNight):
    """No crystal outlasts an awakening."""

    def crystallize(self, cell: Cell, awakenings: int) -> None:
        super().crystallize(cell, 1)


WRONG = [
    ForgetsCrystals,
    LoneTilesTurn,
    KeepsMarkers,
    SquareDistance,
    LargeTemples,
    ForgetsTheTurn,
    NoWinByDefault,
    ShortCrystals,
]


@pytest.mark.thorough
@pytest.mark.parametrize("model", WRONG)
def test_a_model_with_one_rule_wrong_is_caught(rules: sr.Ruleset, model: type[DayAndNight]) -> None:
    for seed in range(12):
        try:
            side_by_side(rules, seed, "building" if seed % 2 else "any", model)
        except Difference:
            return
    raise AssertionError(f"{model.__doc__} Nobody noticed.")
