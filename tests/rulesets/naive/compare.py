"""The engine and the naive model side by side: the same questions, options, goods and stars all the way to the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

import solenia_rules as sr
from tests.rulesets.naive.summer import GOODS, Cell, Laid, Setup, Strip, Summer, cell_name

Json: TypeAlias = object
Full: TypeAlias = "dict[str, Json]"
"""`game.full_view()`: the whole position by name."""

Policy = Callable[[random.Random, Summer], str]
"""Picks one of the options the model offers."""


class Difference(AssertionError):
    """The engine and the model disagree."""


# ---- reading the engine --------------------------------------------------------------


def table(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def items(value: Json) -> list[dict[str, Json]]:
    assert isinstance(value, list)
    return [table(item) for item in value]


def number(value: Json) -> int:
    assert isinstance(value, int)
    return value


def records(zone: Json) -> list[str]:
    """Records of a zone's pieces, in the zone's order."""
    return [str(piece["id"]) for piece in items(table(zone)["pieces"])]


def setup_of(game: sr.Game) -> Setup:
    """What the model needs to begin where the engine begins, goods and tiles as the rules give them."""
    zones = table(game.full_view()["zones"])
    return Setup(
        strips=[
            Strip(str(strip["id"]), ("front", "back").index(str(strip["face"])))
            for strip in items(table(zones["track"])["pieces"])
        ],
        stacks={kind: records(zone) for kind, zone in table(zones["stack"]).items()},
        displays={kind: records(zone) for kind, zone in table(zones["shown"]).items()},
        decks=[records(deck) for deck in items(zones["deck"])],
        hands=[records(hand) for hand in items(zones["hand"])],
    )


def made_up_setup_of(game: sr.Game) -> Setup:
    """As `setup_of`, for a position made up for a test: goods, delivered tiles and laid cards are the engine's."""
    setup = setup_of(game)
    full = game.full_view()
    setup.goods = goods_in(full)
    setup.rows = rows_in(full)
    setup.laid = laid_in(full)
    return setup


def goods_in(full: Full) -> list[dict[str, int]]:
    stock = items(table(full["counters"])["stock"])
    return [{good: number(amount) for good, amount in goods.items()} for goods in stock]


def stars_in(full: Full) -> list[int]:
    stars = table(full["counters"])["star"]
    assert isinstance(stars, list)
    return [number(amount) for amount in stars]


def rows_in(full: Full) -> list[dict[str, list[str]]]:
    """Delivered tiles of each seat and kind: those in slots from the left, then the others, which have no order."""
    rows = []
    for mat, pile in zip(items(table(full["boards"])["mat"]), items(table(full["zones"])["pile"]), strict=True):
        row: dict[str, list[str]] = {"day": [], "night": []}
        for slot in items(mat["cells"]):
            row[str(slot["id"]).split("_")[0]] += [str(tile["id"]) for tile in items(slot["pieces"])]
        for tile in sorted(records(pile)):
            row[tile.split("_")[0]].append(tile)
        rows.append(row)
    return rows


def laid_in(full: Full) -> list[Laid]:
    cells = items(table(table(full["boards"])["sky"])["cells"])
    return [
        Laid(str(piece["id"]), number(piece["owner"]), (number(cell["row"]), number(cell["column"])))
        for cell in cells
        for piece in items(cell["pieces"])
        if piece["kind"] == "card"
    ]


def spaces_in(full: Full) -> list[str]:
    """What each space of the sky is, row by row."""
    cells = items(table(table(full["boards"])["sky"])["cells"])
    return [str(table(cell["fields"])["makes"] or table(cell["fields"])["city"]) for cell in cells]


# ---- side by side --------------------------------------------------------------------


def play_both(game: sr.Game, model: Summer, rng: random.Random, policy: Policy) -> Counter[str]:
    """Plays to the end and counts what was met on the way; raises at the first difference."""
    met: Counter[str] = Counter()
    compare(game, model)
    while model.decision() is not None:
        met.update(situations(model))
        answer = policy(rng, model)
        game = game.choose(answer)
        model.answer(answer)
        compare(game, model)
    met.update(outcomes(model))
    return met


def compare(game: sr.Game, model: Summer) -> None:
    """Raises unless both ask the same and hold the same goods, stars, cards and tiles; at the end, score the same."""
    for what, engine, naive in comparisons(game, model):
        if engine != naive:
            raise Difference(f"{what}: the engine has {engine}, the model {naive}\nafter {list(game.answers)}")


def comparisons(game: sr.Game, model: Summer) -> Iterator[tuple[str, object, object]]:
    """What is compared, in the engine and in the model."""
    asked = model.decision()
    full = game.full_view()
    yield "over", game.decision is None, asked is None
    if game.decision is not None and asked is not None:
        yield "seat", game.decision.seat, asked[0]
        ids = [option.id for option in game.decision.options]
        yield "options", sorted(ids), sorted(asked[2])
    yield "goods", goods_in(full), [player.goods for player in model.players]
    yield "stars", stars_in(full), model.scores() if model.over else [player.stars for player in model.players]
    yield "board", spaces_in(full), [model.space_at(cell) for cell in model.all_cells()]
    yield "cards", in_order(laid_in(full)), in_order(model.laid)
    rows = [{kind: tiles[:6] + sorted(tiles[6:]) for kind, tiles in player.rows.items()} for player in model.players]
    yield "tiles", rows_in(full), rows
    shown = table(table(full["zones"])["shown"])
    yield "displays", {kind: records(zone) for kind, zone in shown.items()}, model.displays
    if model.over:
        yield "scores", [game.scores[seat] for seat in range(game.seats)], model.scores()
        yield "winners", list(game.winners), model.winners()


def in_order(laid: list[Laid]) -> list[tuple[Cell, str, int]]:
    return sorted((one.cell, one.card, one.owner) for one in laid)


# ---- ways of choosing ----------------------------------------------------------------


def any_option(rng: random.Random, model: Summer) -> str:
    asked = model.decision()
    assert asked is not None
    return rng.choice(sorted(asked[2]))


def eager_to_deliver(rng: random.Random, model: Summer) -> str:
    """Cities first, then spaces free of charge whose good is scarce; mostly cards that yield much."""
    asked = model.decision()
    assert asked is not None
    seat, what, options = asked
    liked: list[str] = []
    if what == "cell":
        cells = {f"cell={cell_name(cell)}": cell for cell in model.all_cells()}
        prices = model.voyage_prices(seat)
        cities = [option for option in options if model.space_at(cells[option]) not in GOODS]
        free = [option for option in options if prices[cells[option]] == 0]
        held = model.players[seat].goods
        scarce = [option for option in free if held.get(model.space_at(cells[option]), 0) < 3]
        liked = cities or scarce or free
    elif what == "card":
        liked = [option for option in options if "two" in option]
    return rng.choice(sorted(liked)) if liked and rng.random() < 0.9 else any_option(rng, model)


def crowding(rng: random.Random, model: Summer) -> str:
    """As near to the airship as can be, and rather no card of value 0, so that somebody gets stuck."""
    asked = model.decision()
    assert asked is not None
    _seat, what, options = asked
    liked: list[str] = []
    if what == "cell":
        near = model.distances([model.airship])
        cells = {f"cell={cell_name(cell)}": near[cell] for cell in model.all_cells()}
        nearest = min(cells[option] for option in options)
        liked = [option for option in options if cells[option] == nearest]
    elif what == "card":
        liked = [option for option in options if "zero" not in option]
    return rng.choice(sorted(liked)) if liked and rng.random() < 0.9 else any_option(rng, model)


POLICIES: dict[str, Policy] = {"any": any_option, "eager": eager_to_deliver, "crowding": crowding}


# ---- what was met --------------------------------------------------------------------


def situations(model: Summer) -> Iterator[str]:
    """Names of what is special about the pending question."""
    asked = model.decision()
    assert asked is not None
    seat, what, options = asked
    yield what
    goods = model.players[seat].goods
    if what == "give up" and seat != model.on_turn:
        yield "give up in another's turn"
    if what == "card" and len(options) < len(model.players[seat].hand):
        yield "equal cards in hand"
    if what == "voyage" and len(options) < sum(1 for good in GOODS if goods[good]):
        yield "voyage that must leave enough to deliver"


def outcomes(model: Summer) -> Iterator[str]:
    """Names of what happened in a finished game."""
    rows = [row for player in model.players for row in player.rows.values()]
    if model.forced_discards:
        yield "forced discard"
    if any(len(row) > 6 for row in rows):
        yield "row past its end"
    if any(len(row) >= 5 for row in rows):
        yield "slot of stars"
    if not all(model.stacks.values()):
        yield "empty stack"
    if len(model.winners()) > 1:
        yield "shared win"
    if any(min(len(row) for row in player.rows.values()) >= 4 for player in model.players):
        yield "four pairs"
