"""Draws equal views once, for long runs that compare what two games send.

A picture depends on a view, an album and a few settings, and on nothing else. Two games that look the same to a seat
have equal views, so half of the pictures of such a run were drawn a moment ago. A game whose view differs in one byte
is drawn anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from attrs import define

from solenia_rules.pictures import drawing
from solenia_rules.pictures.album import Album

Asked = tuple[str, Album, str, bool, int, tuple[str, ...]]


@define
class DrawnOnce:
    """`draw_view`, which gives the last picture again if it is asked for with the same inputs."""

    last: Asked | None = None
    picture: str = ""
    drawn: int = 0
    """How many pictures were drawn."""

    def __call__(
        self, view: Mapping[str, object], album: Album, theme: str = "light", interactive: bool = False,
        width: int = 960, names: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        asked = json.dumps(view), album, theme, interactive, width, names
        if asked != self.last:
            self.picture = DRAW_VIEW(view, album, theme, interactive, width, names)
            self.last, self.drawn = asked, self.drawn + 1
        return self.picture


DRAW_VIEW = drawing.draw_view


@contextmanager
def drawing_once() -> Iterator[DrawnOnce]:
    """Inside, pictures of games are drawn once for equal inputs."""
    once = DrawnOnce()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "draw_view", once)
        yield once
