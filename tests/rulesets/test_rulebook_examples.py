"""The rulebook's worked examples of summer: a position, the answers, and exactly what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import solenia_rules as sr
from tests.rulesets.naive.compare import compare, goods_in, laid_in, made_up_setup_of, rows_in, spaces_in, stars_in
from tests.rulesets.naive.positions import Position
from tests.rulesets.naive.summer import Laid, Strip, Summer

STRIPS = [Strip("strip_a", 1), Strip("strip_b", 1), Strip("twilight", 0), Strip("strip_c", 0), Strip("strip_d", 0)]
SPACES = """
stone water night wood water
night stone water stone wheat
night water wheat stone day
day wheat wood water wood
stone wood wheat wood day
""".split()
SPACES_AFTER_AN_ADVANCE = [*SPACES[5:], "wood", "day", "wheat", "stone", "wheat"]


class Scene:
    """A game from a position made up for it; the naive model plays along."""

    def __init__(self, position: Position, folder: Path) -> None:
        rules = sr.load(str(position.write(folder)), refined=False)
        self.game = sr.new_game(rules, seats=len(position.hands), seed=1)
        self.model = Summer(made_up_setup_of(self.game))
        self.begun = len(self.game.log)
        assert spaces_in(self.game.full_view()) == SPACES

    def answer(self, *answers: str) -> None:
        for answer in answers:
            compare(self.game, self.model)
            self.game = self.game.choose(answer)
            self.model.answer(answer)
        compare(self.game, self.model)

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        assert self.game.decision is not None
        return self.game.decision.seat

    @property
    def offered(self) -> set[str]:
        assert self.game.decision is not None
        return {option.id for option in self.game.decision.options}

    @property
    def goods(self) -> list[dict[str, int]]:
        return goods_in(self.game.full_view())

    @property
    def stars(self) -> list[int]:
        return stars_in(self.game.full_view())

    @property
    def events(self) -> list[str]:
        """What happened in the first turn, as short lines, without answers and cards drawn."""
        lines = []
        for event in self.game.log[self.begun :]:
            of = event.details
            if event.kind in ("gained", "paid", "lost"):
                lines.append(f"seat {of['seat']} {event.kind} {of['number']} {of['word'] or of['counter']}")
            elif event.kind == "moved":
                lines.append(f"{of['piece']}: {of['old']} to {of['new']}")
            elif event.kind == "turned":
                lines.append(f"{of['piece']}: {of['face']}")
            elif event.kind == "left":
                break
        return lines


@pytest.fixture
def scene(tmp_path: Path) -> Callable[[Position], Scene]:
    return lambda position: Scene(position, tmp_path)


def goods(wood: int = 0, wheat: int = 0, stone: int = 0, water: int = 0) -> dict[str, int]:
    return {"wood": wood, "wheat": wheat, "stone": stone, "water": water}


def test_1_a_card_of_value_2_on_a_wood_island(scene: Callable[[Position], Scene]) -> None:
    anaelle = scene(Position(STRIPS, [["two_stone", "zero_yield", "one_water"], []]))
    anaelle.answer("card=two_stone", "cell=sky.c4")
    assert anaelle.events == ["two_stone: hand@0 to sky.c4", "seat 0 gained 2 wood"]
    assert anaelle.goods == [goods(wood=2), goods()]
    assert laid_in(anaelle.game.full_view()) == [Laid("two_stone", 0, (4, 3))]
    assert anaelle.asked == 1


def test_2_a_voyage_lengthened_by_two_spaces_is_paid_with_a_stone_and_a_wood(
    scene: Callable[[Position], Scene],
) -> None:
    noelie = scene(
        Position(
            STRIPS,
            [["one_wood", "one_wheat", "zero_yield"], []],
            laid=[Laid("one_stone", 0, (2, 1)), Laid("two_wood", 1, (2, 2))],
            goods=[goods(wood=1, wheat=1, stone=2)],
        )
    )
    noelie.answer("card=one_wheat")
    assert {"cell=sky.b1", "cell=sky.c5", "cell=sky.a5", "cell=sky.e1"} <= noelie.offered  # e1 would cost 3 goods
    assert "cell=sky.b2" not in noelie.offered  # another's card lies there
    noelie.answer("cell=sky.a5")  # three steps from her card at a2, four from the airship
    assert noelie.offered == {"good=wood", "good=wheat", "good=stone"}
    noelie.answer("good=stone")
    assert noelie.offered == {"good=wood", "good=wheat", "good=stone"}
    noelie.answer("good=wood")
    assert noelie.events == [
        "seat 0 paid 1 stone",
        "seat 0 paid 1 wood",
        "one_wheat: hand@0 to sky.a5",
        "seat 0 gained 1 stone",
    ]
    assert noelie.goods[0] == goods(wheat=1, stone=2)
    assert noelie.asked == 1


def test_3_a_night_city_and_the_second_night_slot(scene: Callable[[Position], Scene]) -> None:
    madeline = scene(
        Position(
            STRIPS,
            [["one_stone", "zero_yield", "two_wood"], []],
            laid=[Laid("one_yield", 0, (4, 1))],
            goods=[goods(wood=1, wheat=2)],
            displays={"night": ["night_whh", "night_www", "night_hhss"]},
            delivered=[["night_wws"]],
        )
    )
    madeline.answer("card=one_stone", "cell=sky.a3")
    assert madeline.events == [
        "one_stone: hand@0 to sky.a3",
        "seat 0 gained 1 star",
        "seat 0 paid 1 wood",
        "seat 0 paid 2 wheat",
        "night_whh: shown@night to pile@0",
        "night_whh: pile@0 to night_2@0",
        "seat 0 gained 1 water",
    ]
    assert madeline.goods[0] == goods(water=1)
    assert madeline.stars[0] == 1
    assert rows_in(madeline.game.full_view())[0] == {"day": [], "night": ["night_wws", "night_whh"]}
    kinds = [event.kind for event in madeline.game.log[madeline.begun :]]
    assert kinds.index("drawn") < len(kinds) - 1 - kinds[::-1].index("gained")  # refilled before the bonus


def test_4_a_card_of_value_0_on_a_night_city(scene: Callable[[Position], Scene]) -> None:
    noelie = scene(
        Position(
            STRIPS,
            [["zero_water_wood", "one_wood", "one_stone"], []],
            laid=[Laid("zero_stone_wheat", 0, (1, 4)), Laid("one_water", 1, (1, 2)), Laid("two_wood", 0, (3, 2))],
            goods=[goods(wood=1, wheat=2, stone=1)],
            displays={"night": ["night_whhs", "night_www", "night_hhh"]},
        )
    )
    noelie.answer("card=zero_water_wood", "cell=sky.a3")
    assert noelie.events == [
        "zero_water_wood: hand@0 to sky.a3",
        "airship: sky.c3 to sky.c4",
        "seat 0 paid 1 wood",
        "seat 0 paid 2 wheat",
        "seat 0 paid 1 stone",
        "night_whhs: shown@night to pile@0",
        "night_whhs: pile@0 to night_1@0",
        "seat 0 gained 1 stone",
        "seat 0 gained 1 stone",
        "seat 0 gained 1 wheat",
        "seat 1 gained 1 water",
        "one_water: sky.b1 to gone",
        "zero_stone_wheat: sky.d1 to gone",
        "strip_a: front",
        "strip_a: track to track",
    ]
    full = noelie.game.full_view()
    assert noelie.goods == [goods(stone=2, wheat=1), goods(water=1)]
    assert noelie.stars == [0, 0]
    assert spaces_in(full) == SPACES_AFTER_AN_ADVANCE
    assert laid_in(full) == [Laid("zero_water_wood", 0, (2, 1)), Laid("two_wood", 0, (2, 2))]
    assert noelie.model.airship == (3, 3)


def test_5_four_cards_expelled_together(scene: Callable[[Position], Scene]) -> None:
    anaelle, noelie, madeline = range(3)
    together = scene(
        Position(
            STRIPS,
            [["zero_water_wood", "one_wood", "one_wheat"], [], []],
            laid=[
                Laid("two_wood", anaelle, (1, 4)),
                Laid("zero_yield", anaelle, (1, 2)),
                Laid("zero_yield", noelie, (1, 3)),
                Laid("one_water", madeline, (1, 1)),
            ],
        )
    )
    together.answer("card=zero_water_wood", "cell=sky.c3")
    powers = [line for line in together.events if "gained" in line]
    assert powers == ["seat 0 gained 2 water", "seat 0 gained 1 star", "seat 1 gained 2 star", "seat 2 gained 1 water"]
    assert together.goods == [goods(water=2), goods(), goods(water=1)]
    assert together.stars == [1, 2, 0]
    full = together.game.full_view()
    assert spaces_in(full) == SPACES_AFTER_AN_ADVANCE
    assert laid_in(full) == [Laid("zero_water_wood", anaelle, (2, 3))]
    assert together.asked == noelie


# ---- rulings the examples leave open -------------------------------------------------------


def test_who_is_stuck_may_lengthen_or_discard_and_whoever_is_not_may_not(scene: Callable[[Position], Scene]) -> None:
    around = [Laid(card, 1, cell) for card, cell in zip(
        ["one_wood", "one_wheat", "one_stone", "one_water", "two_wood"],
        [(3, 3), (2, 3), (4, 3), (3, 2), (3, 4)],
        strict=True,
    )]  # fmt: skip
    stuck = scene(Position(STRIPS, [["one_wood", "one_wheat", "two_wood"], []], laid=around, goods=[goods(wheat=1)]))
    assert stuck.asked == 0
    assert stuck.offered == {"play", "discard"}
    stuck.answer("discard", "card=two_wood")
    assert stuck.events == [
        "two_wood: hand@0 to gone",
        "airship: sky.c3 to sky.c4",
        "strip_a: front",
        "strip_a: track to track",
    ]
    assert spaces_in(stuck.game.full_view()) == SPACES_AFTER_AN_ADVANCE
    assert stuck.goods[0] == goods(wheat=1)


def test_who_is_stuck_without_goods_can_only_discard(scene: Callable[[Position], Scene]) -> None:
    around = [Laid(card, 1, cell) for card, cell in zip(
        ["one_wood", "one_wheat", "one_stone", "one_water", "two_wood"],
        [(3, 3), (2, 3), (4, 3), (3, 2), (3, 4)],
        strict=True,
    )]  # fmt: skip
    stuck = scene(Position(STRIPS, [["one_wood", "one_wheat", "two_wood"], []], laid=around))
    assert stuck.offered == {"card=one_wood", "card=one_wheat", "card=two_wood"}
    assert "discard" in [event.details["option"] for event in stuck.game.log if event.kind == "answered"]


def test_a_free_city_that_cannot_be_served_does_not_keep_one_from_discarding(
    scene: Callable[[Position], Scene],
) -> None:
    # the only space free of charge is the night city at a3, beside seat 0's own card in the corner of the others' cards
    taken = [(3, 3), (2, 3), (4, 3), (3, 2), (3, 4), (4, 1)]
    cards = ["one_wood", "one_wheat", "one_stone", "one_water", "two_wood", "two_wheat"]
    position = Position(
        STRIPS,
        [["one_wood", "one_wheat", "two_wood"], []],
        laid=[Laid("zero_yield", 0, (2, 1)), Laid("two_stone", 1, (1, 1)), Laid("two_water", 1, (2, 2))]
        + [Laid(card, 1, cell) for card, cell in zip(cards, taken, strict=True)],
        goods=[goods(wheat=2)],
        displays={"night": ["night_hhh", "night_www", "night_wws"]},
    )
    assert scene(position).offered == {"play", "discard"}
    position.goods = [goods(wheat=3)]
    servable = scene(position)
    assert servable.offered == {"card=one_wood", "card=one_wheat", "card=two_wood"}
    servable.answer("card=one_wood")
    assert "cell=sky.a3" in servable.offered


def test_a_voyage_to_a_city_must_leave_a_tile_that_can_be_paid(scene: Callable[[Position], Scene]) -> None:
    position = Position(
        STRIPS,
        [["one_wood", "one_wheat", "two_wood"], []],
        goods=[goods(wood=1, wheat=3)],
        displays={"night": ["night_hhh", "night_www", "night_wws"]},
    )
    held = scene(position)
    held.answer("card=one_wood")
    assert "cell=sky.a3" in held.offered  # two steps from the airship: the wood pays the voyage, nothing else can
    held.answer("cell=sky.a3")
    assert held.events[:4] == [
        "seat 0 paid 1 wood",
        "one_wood: hand@0 to sky.a3",
        "seat 0 gained 1 star",
        "seat 0 paid 3 wheat",
    ]
    position.goods = [goods(wheat=3)]
    short = scene(position)
    short.answer("card=one_wood")
    assert "cell=sky.a3" not in short.offered
