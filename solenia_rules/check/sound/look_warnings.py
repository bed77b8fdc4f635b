"""Looks that people could not read in a picture: colours and shapes that do not exist (W205), words that look the same
(W206), colours of seats that are too similar (W207), names that do not fit (W208)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.text.widths import text_width
from solenia_rules.words.looks import (
    CAPTION_SIZE,
    CAPTION_WIDTH,
    COLOURS,
    SEATS,
    SHAPES,
    TITLE_SIZE,
    TITLE_WIDTH,
    colour_value,
    is_shape,
)

SIMILAR = 90
"""Colours that are less far apart than this look alike at a glance."""


def find_unreadable_looks(world: r.World) -> Iterator[Diagnostic]:
    """All warnings about the looks of a ruleset."""
    yield from _unknown(world)
    yield from _same_words(world)
    yield from _similar_seats(world)
    yield from _long_names(world)


def _unknown(world: r.World) -> Iterator[Diagnostic]:
    for name, look in world.looks.items():
        colour, shape = look.get("colour"), look.get("shape")
        if colour is not None and colour_value(colour) is None:
            hint = did_you_mean(colour, COLOURS) or 'write the name of a colour, or "#rrggbb"; docs/looks.md lists them'
            message = f"`{name}` in [look] has the colour `{colour}`, which pictures do not know"
            yield Diagnostic("W205", message, world.at("look", name, "colour"), hint, "warning")
        if shape is not None and not is_shape(shape):
            hint = did_you_mean(shape, SHAPES) or "docs/looks.md lists the shapes"
            message = f"`{name}` in [look] has the shape `{shape}`, which pictures do not know"
            yield Diagnostic("W205", message, world.at("look", name, "shape"), hint, "warning")


def _same_words(world: r.World) -> Iterator[Diagnostic]:
    """Words of one kind whose drawings can be taken for each other."""
    for kind in world.kinds:
        drawn = [(word, look) for word in kind.words if (look := world.looks.get(word)) and _drawing(look)]
        for (one, first), (other, second) in combinations(drawn, 2):
            if _drawing(first) == _drawing(second) and _alike(first.get("colour"), second.get("colour")):
                message = f"`{other}` looks like `{one}` in pictures: both are words of `{kind.id}`"
                hint = "give one of them another shape or another colour"
                yield Diagnostic("W206", message, world.at("look", other), hint, "warning")


def _drawing(look: dict[str, str]) -> str:
    """What a thing is drawn as, apart from its colour."""
    shape = look.get("shape", "")
    return shape if shape and (is_shape(shape) or not look.get("glyph")) else look.get("glyph", "")


def _similar_seats(world: r.World) -> Iterator[Diagnostic]:
    given = [(seat, world.looks[seat]["colour"]) for seat in SEATS[: world.seats.high] if _has_colour(world, seat)]
    for (one, first), (other, second) in combinations(given, 2):
        if _alike(first, second):
            message = f"the colours of `{one}` and `{other}` cannot be told apart: `{first}` and `{second}`"
            hint = "choose colours that differ in lightness, too"
            yield Diagnostic("W207", message, world.at("look", other, "colour"), hint, "warning")


def _has_colour(world: r.World, seat: str) -> bool:
    return "colour" in world.looks.get(seat, {})


def _alike(one: str | None, other: str | None) -> bool:
    """Whether two colours can be taken for each other; an unknown colour is like the one for things without colour."""
    first, second = ((None if name is None else colour_value(name)) or COLOURS["grey"] for name in (one, other))
    red, green, blue = (int(first[i : i + 2], 16) - int(second[i : i + 2], 16) for i in (1, 3, 5))
    return 2 * red * red + 4 * green * green + 3 * blue * blue < SIMILAR * SIMILAR


def _long_names(world: r.World) -> Iterator[Diagnostic]:
    """Names of records of pieces and of places that a picture has to cut."""
    pieces = {kind.id for kind in world.pieces}
    for lang in world.languages:
        words = world.words.get(lang, {})
        for record in world.records:
            if record.kind in pieces:
                yield from _too_long(world, lang, record.id, words, TITLE_SIZE, TITLE_WIDTH)
        for place in (*(zone.id for zone in world.zones), *(board.id for board in world.boards)):
            yield from _too_long(world, lang, place, words, CAPTION_SIZE, CAPTION_WIDTH)


def _too_long(
    world: r.World, lang: str, ident: str, words: dict[str, dict[str, str]], size: float, most: float
) -> Iterator[Diagnostic]:
    forms = words.get(ident)
    name = None if forms is None else forms.get("one") or forms.get("few") or forms.get("other")
    if name is None:
        return
    wide = text_width(name, size, bold=size == TITLE_SIZE)
    if wide > most:
        fits = int(len(name) * most / wide)
        message = f"the name of `{ident}` in [words.{lang}] does not fit in a picture: it has {len(name)} characters"
        hint = f"about {fits} characters fit; a longer text belongs in a field or in the rules"
        yield Diagnostic("W208", message, world.at("words", lang, ident), hint, "warning")
