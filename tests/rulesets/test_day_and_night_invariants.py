"""What holds in every game of Day & Night, read from its positions; and that a rule broken on purpose is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

import pytest
from attrs import frozen

import solenia_rules as sr
from tests.playing import positions
from tests.rulesets.naive.compare import Full, Json, items, number, records, table
from tests.rulesets.naive.day_and_night import CELLS, Cell, cell_called, connected, full_book

SIDES = ("day", "night")
Invariant: TypeAlias = "Callable[[Played], None]"
NAME = "day_and_night"


@frozen
class Position:
    """One position and who is on turn in it; `asked` is None at the end."""

    view: Full
    cells: dict[Cell, dict[str, Json]]
    """Fields of every space."""
    asked: int | None
    options: tuple[str, ...]
    turn: int
    """How many turns have begun."""

    def counter(self, name: str) -> list[int]:
        found = table(self.view["counters"])[name]
        assert isinstance(found, list)
        return [number(value) for value in found]

    def zone(self, name: str, key: int | str | None = None) -> list[str]:
        zones = table(self.view["zones"])[name]
        if isinstance(zones, list):
            assert isinstance(key, int)
            return records(zones[key])
        return records(zones if key is None else table(zones)[str(key)])

    def temple_tiles(self) -> dict[Cell, Json]:
        return {cell: field["tile"] for cell, field in self.cells.items() if field["in_temple"]}

    def fixed_tiles(self) -> dict[Cell, Json]:
        return {cell: field["tile"] for cell, field in self.cells.items() if field["in_temple"] or field["lone"]}

    def room(self, side: str) -> bool:
        cells = self.cells
        closed = {c for c, field in cells.items() if field["in_temple"] or (field["lone"] and field["tile"] != side)}
        free = set(CELLS) - closed
        return any(len(connected(free, cell)) >= 9 for cell in free)


@frozen
class Played:
    """Some games written down: positions, and what a finished game came to."""

    positions: tuple[Position, ...]
    events: tuple[sr.Event, ...]
    winners: tuple[int, ...]


def played(rules: sr.Ruleset, seed: int) -> Played:
    found: list[Position] = []
    events: list[sr.Event] = []
    turn = 0
    game = sr.new_game(rules, seats=2, seed=seed)
    for at in positions(game, most=4000):
        game = at
        events += game.news
        turn += sum(event.kind == "entered" for event in game.news)
        view, decision = game.full_view(), game.decision
        board = table(table(view["boards"])["valley"])
        cells = {cell_called(str(cell["id"])): table(cell["fields"]) for cell in items(board["cells"])}
        ids = tuple(option.id for option in decision.options) if decision is not None else ()
        found.append(Position(view, cells, None if decision is None else decision.seat, ids, turn))
    assert game.decision is None, "no end in sight"
    return Played(tuple(found), tuple(events), game.winners)


@cache
def games() -> list[Played]:
    return [played(sr.load(NAME), seed) for seed in (3,)]


# ---- the invariants --------------------------------------------------------------------------------


def cards_are_conserved(game: Played) -> None:
    for position in game.positions:
        for seat, side in enumerate(SIDES):
            aside = [spell for spell in position.zone("aside") if spell in full_book(seat)]
            own = position.zone("book", side) + position.zone("discards", side)
            assert sorted([*own, *position.zone("hand", seat), *position.zone("study", seat), *aside]) == sorted(
                full_book(seat).elements()
            )


def temple_tiles_never_flip(game: Played) -> None:
    for before, after in pairs(game):
        for cell, colour in before.fixed_tiles().items():
            assert after.fixed_tiles().get(cell) == colour


def temples_are_nine_connected_own_tiles(game: Played) -> None:
    for position in game.positions:
        if any(option.startswith("more=") for option in position.options):
            continue
        for seat, side in enumerate(SIDES):
            tiles = {cell for cell, colour in position.temple_tiles().items() if colour == side}
            built = position.counter("temple")[seat]
            assert len(tiles) == 9 * min(1, built) or (built and position.asked is not None), "one is being marked"
            if len(tiles) == 9:
                assert connected(tiles, next(iter(tiles))) == tiles


def hours_stay_within_the_day(game: Played) -> None:
    for position in game.positions:
        assert all(0 <= hours <= 12 for hours in position.counter("hour"))


def no_space_is_entered_twice(game: Played) -> None:
    stood: list[object] = []
    stepping = False
    for event in game.events:
        if event.kind == "entered":
            stood = []
        elif event.kind == "answered":
            stepping = event.details["option"] == "step_on" or (stepping and "c=" in str(event.details["option"]))
        elif event.kind == "moved" and event.details["kind"] == "pawn" and stepping:
            stood = stood or [event.details["old"]]
            assert event.details["new"] not in stood
            stood.append(event.details["new"])


def hands_are_cut_to_five(game: Played) -> None:
    for before, after in pairs(game):
        if after.turn > before.turn and before.asked is not None:
            assert len(after.zone("hand", before.asked)) <= 5


def crystals_do_not_add_up(game: Played) -> None:
    for before, after in pairs(game):
        for cell, field in before.cells.items():
            left, now = number(field["crystal"]), number(after.cells[cell]["crystal"])
            assert 0 <= now <= (left or 2)


def only_day_tiles_are_mystified(game: Played) -> None:
    for position in game.positions:
        for field in position.cells.values():
            assert not number(field["mystic"]) or (field["tile"] == "day" and not field["lone"])


def it_ends_as_the_rules_say(game: Played) -> None:
    end = game.positions[-1]
    temples, room = end.counter("temple"), [end.room(side) for side in SIDES]
    if 2 in temples:
        assert game.winners == (temples.index(2),)
        assert temples.count(2) == 1
    elif game.winners:
        assert game.winners == (0,)
        assert room == [True, False]
    else:
        assert room == [False, False] or end.turn == 500


def pairs(game: Played) -> Iterator[tuple[Position, Position]]:
    return zip(game.positions, game.positions[1:], strict=False)


INVARIANTS = [
    cards_are_conserved,
    temple_tiles_never_flip,
    temples_are_nine_connected_own_tiles,
    hours_stay_within_the_day,
    no_space_is_entered_twice,
    hands_are_cut_to_five,
    crystals_do_not_add_up,
    only_day_tiles_are_mystified,
    it_ends_as_the_rules_say,
]


@pytest.mark.parametrize("invariant", INVARIANTS)
def test_it_holds_in_random_games(invariant: Invariant) -> None:
    for game in games():
        invariant(game)


@pytest.mark.thorough
def test_all_of_it_holds_in_a_thousand_games() -> None:
    rules = sr.load(NAME)
    for seed in range(1000, 2000):
        game = played(rules, seed)
        for invariant in INVARIANTS:
            invariant(game)


# ---- rules broken on purpose -----------------------------------------------------------------------

BROKEN: list[tuple[Invariant, str, str]] = [
    (cards_are_conserved, "shuffle my_book; draw", "move first(my_book) to none; shuffle my_book; draw"),
    (temple_tiles_never_flip, "not in_temple of c and not lone of c and (crystal", "(crystal"),
    (temples_are_nine_connected_own_tiles, "repeat temple_size - 1", "repeat temple_size - 2"),
    (temples_are_nine_connected_own_tiles, "choose more in edge",
     "choose more in valley"),
    (hours_stay_within_the_day, "set my hours to day_hours", "set my hours to day_hours + 1"),
    (no_space_is_entered_twice, "not trod of c and enters(c)", "enters(c)"),
    (hands_are_cut_to_five, "count(my hand) - hand_size)", "count(my hand) - hand_size - 1)"),
    (crystals_do_not_add_up, "if crystal of c is 0 { set crystal of c to awakenings }",
     "add awakenings to crystal of c"),
    (only_day_tiles_are_mystified, "set mystic of c to 0", "set mystic of c to mystic of c"),
    (it_ends_as_the_rules_say, "if my temples >= temples_to_win { win me }",
     "if my temples >= temples_to_win { win foe }"),
    (it_ends_as_the_rules_say, "if some(ripe) and not room(foe) and room(me) { win me }",
     "if some(ripe) and room(foe) { win me }"),
    (it_ends_as_the_rules_say, "if no(s in seats where room(s)) { win none }", "if my temples >= 1 { win none }"),
]  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(("invariant", "right", "wrong"), BROKEN)
def test_a_broken_rule_is_noticed(invariant: Invariant, right: str, wrong: str) -> None:
    text = sr.load(NAME).text()
    assert right in text
    rules = sr.load_text(text.replace(right, wrong), NAME)
    for seed in range(8):
        try:
            invariant(played(rules, seed))
        except AssertionError:
            return
    raise AssertionError("nobody noticed")
