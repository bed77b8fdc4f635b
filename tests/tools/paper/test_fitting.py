"""The size of letters of an aid: the more there is to read, the smaller, and never past what can be printed."""

from __future__ import annotations

from itertools import pairwise

from solenia_rules.tools.paper.aid import LARGEST, SMALLEST, largest

ROW = "<div class='row'><svg><text>x</text></svg><div><b>Ore.</b> Gain 1 ore.</div></div>"


def test_more_text_is_set_smaller() -> None:
    sizes = [largest("<h2>Play</h2>" + "<p>Take a token and gain an ore for each cell beside it.</p>" * count)
             for count in (1, 60, 120, 200, 2000)]  # fmt: skip
    assert sizes[0] == LARGEST
    assert sizes[-1] == SMALLEST
    assert all(smaller < larger for larger, smaller in pairwise(sizes))


def test_what_is_drawn_takes_room_and_what_it_is_drawn_with_does_not() -> None:
    plain = "<p><b>Ore.</b> Gain 1 ore.</p>"
    assert largest(ROW * 130) < largest(plain * 130)
    assert largest(ROW * 130) == largest(ROW.replace("<text>x", "<text>" + "x" * 500) * 130)
