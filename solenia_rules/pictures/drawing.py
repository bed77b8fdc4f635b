"""Draws a position: a view and an album go in, an SVG document comes out.

The view is what one seat may know, and the album is the same for everybody. The picture depends on nothing else, so it
cannot show a secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.pictures.album import Album
from solenia_rules.pictures.arranging import placed, stacked, without
from solenia_rules.pictures.brush import Brush
from solenia_rules.pictures.marks import mark_scene
from solenia_rules.pictures.page import draw_cover, draw_page
from solenia_rules.pictures.palette import THEMES
from solenia_rules.pictures.scene import Scene, read_view


def draw_view(
    view: Mapping[str, object],
    album: Album,
    theme: str = "light",
    interactive: bool = False,
    width: int = 960,
    names: tuple[str, ...] = (),
) -> str:
    """The picture of a view; `names` are the names of the seats, if they have any."""
    scene = _scene(view, album)
    if interactive:
        scene = mark_scene(scene, [offered.id for offered in scene.offered])
    return draw_page(Brush(album, THEMES[theme], scene, interactive, names), width)


def draw_view_as_cover(view: Mapping[str, object], album: Album, theme: str = "light", width: int = 480) -> str:
    """The picture of a view by which a game is chosen: without its title and the panels of the seats."""
    return draw_cover(Brush(album, THEMES[theme], _scene(view, album), False), width)


def _scene(view: Mapping[str, object], album: Album) -> Scene:
    scene = stacked(read_view(view), lambda kind: album.look(kind, "stack"))
    return placed(without(scene, album.world.unshown), album.place)
