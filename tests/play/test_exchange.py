"""Exchanging the identities of pieces reaches every place of a state that holds pieces, and leaves marks alone."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.core import layout as at
from solenia_rules.play import sequences
from solenia_rules.play.exchange import Exchange, renamed

HANDS = """
ruleset = "hands"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Hands" }

[pieces]
card = { plural = "cards", starts = "deck", fields = { rank = "1..9" }, source = "ours" }

[zones]
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
used = { of = "card", seen = "all", source = "ours" }

[cards]
"card_{rank}" = { for = { rank = "1..9" }, rank = "{rank}", source = "ours" }

[setup.deal]
source = "ours"
effect = 'as seats { draw 4 from deck to my hand }'

[play.turns]
source = "ours"
effect = 'as seats { phase turn { choose 3 c in my hand { move c to used } } }'
"""


@pytest.mark.parametrize(
    ("mask", "made"),
    [(0b101, 0b011), (0b1000, 0b1000), (0b1001, 0b1010), (0, 0), (-1, -1)],
)
def test_bits_after_the_pieces_and_the_mark_of_a_set_that_is_not_computed_stay(mask: int, made: int) -> None:
    """Without the guard, -1 would be read as a mask with a bit for every number, which never ends."""
    assert renamed(mask, [1, 2, 0]) == made


def test_locals_of_a_pending_choice_are_exchanged_and_marks_in_them_stay() -> None:
    game = sr.new_game(sr.load_text(HANDS, "hands"), seed=1)
    assert game.decision is not None
    game = game.choose(game.decision.options[1])
    course = Course.of(game)
    program, s = course.services.executor.program, course.state
    exchange = Exchange(program)
    sorts = exchange.held.locals[s[s[at.FRAME]]]
    places = program.outline.frames[s[s[at.FRAME]]]
    first = s[at.FRAME] + at.FRAME_HEAD
    masks = [first + places[local] for local, sort in sorts.items() if sort == "mask" and local in places]
    picked = [first + places[local] for local, sort in sorts.items() if sort == "sequence" and local in places]
    assert masks
    assert picked
    who = list(range(len(program.inventory.pieces)))
    chosen = sequences.unpack(s[picked[0]])[0]
    other = next(piece for piece in who if piece != chosen)
    who[chosen], who[other] = other, chosen
    made = exchange.permuted(s, who)
    assert sequences.unpack(made[picked[0]]) == [other]
    assert [made[slot] for slot in masks] == [renamed(s[slot], who) for slot in masks]
    marked = s[:]
    for slot in (*masks, *picked):
        marked[slot] = -1
    assert [exchange.permuted(marked, who)[slot] for slot in (*masks, *picked)] == [-1] * (len(masks) + len(picked))
