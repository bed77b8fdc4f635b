"""What holds in every position of every ruleset: pieces are neither lost nor doubled, random play ends."""

from __future__ import annotations

from collections import Counter

import pytest

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.play import sequences
from solenia_rules.play.physics import BITS
from tests.playing import Seated, last, positions, services_of, state_of

MOST_DECISIONS = 20_000
"""Answers of a random game; the longest seen has some 2,000."""


def assert_pieces_kept(game: Game) -> None:
    """Every piece lies in one place, and every table of the state says the same of it."""
    s, layout = state_of(game), services_of(game).executor.program.layout
    found: Counter[int] = Counter()
    for zone in layout.zones:
        mask = s[layout.zone_masks + zone.index]
        found.update(BITS[mask])
        for piece in BITS[mask]:
            assert s[layout.locations + piece] == layout.place_of_zone(zone.index)
        if zone.ordered:
            assert sorted(sequences.unpack(s[layout.zone_orders + zone.index])) == list(BITS[mask])
    for cell in layout.cells:
        mask = s[layout.at + cell.index]
        found.update(BITS[mask])
        for piece in BITS[mask]:
            assert s[layout.locations + piece] == layout.place_of_cell(cell.index)
    for number in range(len(layout.pieces)):
        assert found[number] == (0 if s[layout.locations + number] == 0 else 1)
    owners = layout.place_owner()
    for seat in range(layout.seats):
        roaming = [p.index for p in layout.pieces if layout.roams(p)]
        assert list(BITS[s[layout.owned + seat]]) == [p for p in roaming if owners[s[layout.locations + p]] == seat]
    for kept in layout.kept_masks:
        holding = [i for i in range(kept.count) if s[kept.base + i] == kept.value]
        assert list(BITS[s[kept.slot]]) == holding
    for (kind, owner), slot in layout.occupied.items():
        cells = {
            s[layout.locations + p.index] - layout.first_cell
            for p in layout.pieces
            if p.kind == kind and owner in (-1, p.owner)
        }
        assert set(BITS[s[slot]]) == {cell for cell in cells if cell >= 0}


def assert_within_ranges(game: Game) -> None:
    s, layout = state_of(game), services_of(game).executor.program.layout
    for counter in game.rules.world.counters:
        base = layout.counters[counter.id]
        for slot in range(base, base + layout.width(counter) * (layout.seats if "seat" in counter.per else 1)):
            assert counter.low <= s[slot] <= counter.high


def assert_ends(game: Game, most: int) -> Game:
    for _ in range(most):
        if game.decision is None:
            return game
        game = game.choose(sr.random_answer(game))
    raise AssertionError(f"not over after {most} answers")


def test_pieces_are_neither_lost_nor_doubled(seated: Seated) -> None:
    for number, game in enumerate(positions(seated.new(21))):
        if number % 20 == 0 or game.decision is None:
            assert_pieces_kept(game)
            assert_within_ranges(game)


def test_random_play_ends(seated: Seated) -> None:
    for seed in range(30, 33):
        made = sr.playout(seated.rules, seats=seated.seats, seed=seed)
        assert made.decisions < MOST_DECISIONS


@pytest.mark.thorough
def test_random_play_ends_by_the_hundred(seated: Seated) -> None:
    for seed in range(100):
        assert sr.playout(seated.rules, seats=seated.seats, seed=seed).decisions < MOST_DECISIONS
    assert_pieces_kept(assert_ends(seated.new(1), MOST_DECISIONS))


@pytest.mark.thorough
def test_pieces_are_kept_in_many_games(seated: Seated) -> None:
    for seed in range(5):
        for game in positions(seated.new(seed)):
            assert_pieces_kept(game)


def test_the_end_has_scores_and_winners(seated: Seated) -> None:
    end = last(seated.new(5))
    assert end.decision is None
    assert set(end.scores) in (set(), set(range(seated.seats)))
    assert set(end.winners) <= set(range(seated.seats))
    assert end.log[-1].kind == "won"


# ---- summer ----------------------------------------------------------------------------------------


def turns_of(game: Game) -> Counter[object]:
    begun = (event.details for event in game.log if event.kind == "entered")
    return Counter(details["seat"] for details in begun if details["phase"] == "turn")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_summer_has_sixteen_turns_a_seat(seats: int) -> None:
    for seed in range(3):
        assert turns_of(last(Seated("summer", seats).new(seed))) == dict.fromkeys(range(seats), 16)


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_summer_has_sixteen_turns_a_seat_in_many_games(seats: int) -> None:
    for seed in range(300):
        assert turns_of(last(Seated("summer", seats).new(seed))) == dict.fromkeys(range(seats), 16)


# ---- planted faults --------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["lost", "doubled", "order", "place"])
def test_a_piece_lost_or_doubled_is_caught(fault: str) -> None:
    game = Seated("summer", 2).new(1)
    s, layout = state_of(game), services_of(game).executor.program.layout
    zones = {zone.zone: zone.index for zone in reversed(layout.zones)}
    deck, hand, gone = (layout.zone_masks + zones[name] for name in ("deck", "hand", "gone"))
    bit = s[deck] & -s[deck]
    assert_pieces_kept(game)
    if fault == "lost":
        s[deck] ^= bit
    elif fault == "doubled":
        s[gone] |= bit
    elif fault == "order":
        s[layout.zone_orders + zones["deck"]] >>= 14
    else:
        s[layout.locations + bit.bit_length() - 1] = layout.place_of_zone(hand - layout.zone_masks)
    with pytest.raises(AssertionError):
        assert_pieces_kept(game)


def test_a_counter_out_of_range_is_caught() -> None:
    game = Seated("summer", 2).new(1)
    state_of(game)[services_of(game).executor.program.slots.counter("star", 0, 0)] = -1
    with pytest.raises(AssertionError):
        assert_within_ranges(game)


def test_a_game_that_goes_on_is_caught() -> None:
    with pytest.raises(AssertionError, match="not over"):
        assert_ends(Seated("summer", 2).new(1), 20)


def test_a_missing_turn_is_caught() -> None:
    rules = sr.load("summer", params={"rounds": 15})
    assert turns_of(last(sr.new_game(rules, seats=2, seed=1))) != {0: 16, 1: 16}
