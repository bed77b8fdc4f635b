"""What happened since one's last answer is told in few lines, and what the others did goes first."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.api.events import Told
from solenia_rules.cli.recent import tell_recent


def turn(seat: int, *lines: Told) -> list[Told]:
    return [Told("entered", seat, f"{seat} begins"), *lines, Told("left", seat, f"{seat} ends")]


def moved(text: str) -> Told:
    return Told("moved", None, text)


def gained(seat: int, text: str) -> Told:
    return Told("gained", seat, text)


MINE = [Told("answered", 0, "0: buy"), moved("cart: yard to 0"), gained(0, "0 gains 1")]


def test_what_is_short_is_told_as_it_was() -> None:
    told = [*MINE, *turn(1, moved("wagon: yard to 1"))]
    recent = tell_recent(told, 0, 10)
    assert recent.lines == tuple((None, line.text) for line in told)
    assert recent.left_out == 0


def test_equal_lines_of_a_turn_are_told_once_with_their_number() -> None:
    told = [*MINE, *turn(1, *[moved("cart: hand to table"), gained(1, "1 gains 1")] * 4)]
    recent = tell_recent(told, 0, 5)
    assert recent.lines[-2:] == ((1, "cart: hand to table ×4"), (1, "1 gains 1 ×4"))
    assert recent.left_out == 0


@pytest.mark.parametrize("most", [3, 4, 5, 6, 8])
def test_of_every_other_seat_something_that_it_did_is_told(most: int) -> None:
    told = [*MINE * 5]
    for seat in (1, 2, 3):
        came_of_it = [gained(seat, f"{seat} gains {n}") for n in range(9)]
        told += turn(seat, *came_of_it, moved(f"wagon: yard to {seat}"), *came_of_it)
    recent = tell_recent([*told, Told("entered", 0, "0 begins")], 0, most)
    assert len(recent.lines) == most
    assert {(seat, f"wagon: yard to {seat}") for seat in (1, 2, 3)} <= set(recent.lines)
    assert [seat for seat, _ in recent.lines] == sorted(seat or 0 for seat, _ in recent.lines), "in their order"


def test_every_event_is_told_or_counted() -> None:
    told = [*MINE, *turn(1, *[gained(1, f"1 gains {n % 4}") for n in range(30)])]
    recent = tell_recent(told, 0, 2)
    shown = [line for seat, line in recent.lines]
    assert shown == ["1 gains 0 ×8", "1 gains 1 ×8"]
    assert recent.left_out == 30 - 16 + len(MINE)


def test_a_turn_in_which_nothing_was_seen_is_told_by_its_end() -> None:
    told = [*MINE * 4, *turn(1), *turn(2, moved("wagon: yard to 2"))]
    assert tell_recent(told, 0, 2).lines == ((1, "1 ends"), (2, "wagon: yard to 2"))
    nested = [*MINE * 4, Told("entered", 1, "1 begins"), *turn(1), moved("wagon: yard to 1")]
    assert tell_recent(nested, 0, 1).lines == ((1, "wagon: yard to 1"),)


def test_who_has_won_is_always_told() -> None:
    told = [Told("entered", 0, "0 begins"), *MINE, Told("won", None, "won by 0"), *turn(1, *map(moved, "abcdef"))]
    assert (0, "won by 0") in tell_recent(told, 0, 2).lines


def test_what_comes_between_turns_is_laid_to_nobody() -> None:
    told = [*MINE, *turn(1, moved("wagon: yard to 1"), *turn(1), moved("cart: yard to 1")), moved("all: to yard")]
    assert tell_recent(told, 0, 6).lines[-3:] == (
        (1, "wagon: yard to 1"),
        (1, "cart: yard to 1"),
        (None, "all: to yard"),
    )
    assert tell_recent(told, 0, 2).lines == ((1, "wagon: yard to 1"), (1, "cart: yard to 1"))


def dice(kind: str, seat: int, *numbers: int) -> list[Told]:
    form = f"die ({seat}) shows {{}}"
    return [Told(kind, None, form.format(number), (form, number)) for number in numbers]


@pytest.mark.parametrize("most", [5, 6, 10])
def test_all_dice_that_are_revealed_are_told(most: int) -> None:
    """Nobody can look them up later: the next roll hides them."""
    told = [*MINE, *turn(1, moved("stake: yard to 1"))]
    for seat in range(4):
        told += [Told("shown", None, f"5 dice ({seat}) shown"), *dice("seen", seat, seat + 1, 6, 3, 6, 2)]
    told += [*(Told("set", None, f"{name} is now 0") for name in "abcdefgh"), *dice("rolled", 0, 4, 5)]
    lines = [line for _seat, line in tell_recent(told, 0, most).lines]
    assert len(lines) == most
    assert {f"die ({seat}) shows {seat + 1}, 6, 3, 6, 2" for seat in range(4)} <= set(lines)


def test_the_dice_of_a_lifted_cup_are_on_the_screen() -> None:
    game = sr.new_game(sr.load("liars_dice"), 2, 3)
    for answer in ("n=1", "p=1"):
        game = game.choose(answer)
    before = len(game.told_to(0))
    game = game.choose("doubt")
    told = game.told_to(0)[before:]
    assert any(line.text == "5 dice (seat 2) shown to seat 1, seat 2" for line in told)
    lines = [line for _seat, line in tell_recent(told, 0, 6).lines]
    assert sum(line.startswith("die (seat 2) shows ") and line.count(",") == 4 for line in lines) == 1
    assert sum(line.startswith("die (seat 1) shows ") and line.count(",") == 4 for line in lines) == 1
