"""Draws numbers and state: counters with their icons, state by name, dice on the table."""

from __future__ import annotations

import re

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.figures import die
from solenia_rules.pictures.ink import cut, group, rect, text
from solenia_rules.pictures.scene import State, Tally
from solenia_rules.text.widths import text_width

HIGH = 26.0
AMOUNT = re.compile(r"([0-9]+)([a-z][a-z0-9_]*)")
AMOUNTS = re.compile(r"[0-9]+[a-z][a-z0-9_]*(\+[0-9]+[a-z][a-z0-9_]*)*")
"""A bundle as views write it: `2ore+1clay`."""


def chip(brush: Brush, id_: str, said: str, room: float, strong: bool = False, name: str | None = None) -> Drawn:
    """A value on a small sheet, with the icon of its counter or word, or with its name. `room`: the widest sheet."""
    theme = brush.theme
    x = 8.0
    body = ""
    if brush.album.has_icon(id_) and name is None:
        body += group(brush.album.icon(id_), x - 3, 3, 20 / 24)
        x += 21
    else:
        several = id_ in brush.album.counters
        label = cut(name or brush.album.heading(id_, several), 11.5, room - 22 - text_width(said, 15, bold=True))
        body += text(x, HIGH / 2, label, 11.5, fill=theme.muted)
        x += text_width(label, 11.5) + 6
    size = 15 if strong else 13.5
    body += text(x, HIGH / 2, said, size, font_weight="700", fill=theme.ink)
    x += text_width(said, size, bold=True) + 8
    label = f"{name or brush.album.heading(id_)}: {said}"
    return Drawn(x, HIGH, brush.topic(rect(0, 0, x, HIGH, 13, fill=theme.raised) + body, id_, label))


def tally_chips(brush: Brush, tallies: list[Tally], seat: int | None, room: float) -> list[Drawn]:
    """The counters of a seat, or those that all seats share. If several counters count the same words, each stands on
    a sheet of its own, with its name. `room`: the widest sheet."""
    worded = {tally.counter for tally in brush.scene.tallies if tally.word}
    made = []
    for id_ in dict.fromkeys(tally.counter for tally in tallies):
        own = [tally for tally in tallies if tally.counter == id_]
        counter = brush.album.counters.get(id_)
        strong = counter is not None and counter.score
        parts = [
            chip(brush, tally.word or id_, _number(tally, seat), room, strong, _name_with_more(brush, tally))
            for tally in own
        ]
        if own[0].more or (own[0].word is not None and len(worded) > 1):
            made.append(_together(brush, id_, parts))
        else:
            made += parts
    return made


def _name_with_more(brush: Brush, tally: Tally) -> str | None:
    """The name of a number that has more than a word; None if its icon or its own name is enough."""
    if not tally.more:
        return None
    parts = [brush.seat_name(one) if isinstance(one, int) else brush.album.name(one) for one in tally.more]
    return " ".join([*parts, *([brush.album.name(tally.word)] if tally.word else [])])


def _number(tally: Tally, seat: int | None) -> str:
    value = tally.shared if seat is None else tally.by_seat[seat]
    return "?" if value is None else str(value)


def _together(brush: Brush, id_: str, parts: list[Drawn]) -> Drawn:
    """The values of a counter of words on one sheet, after its name."""
    label = cut(brush.album.heading(id_), 11.5, 120)
    x = text_width(label, 11.5) + 14
    body = text(10, HIGH / 2, label, 11.5, fill=brush.theme.muted)
    for part in parts:
        body += part.at(x, 0)
        x += part.width - 4
    x += 4
    return Drawn(x, HIGH, rect(0, 0, x, HIGH, 13, fill=brush.theme.raised) + body)


def state_chips(brush: Brush, states: list[State], seat: int | None, room: float) -> list[Drawn]:
    """State of a seat or of all; what is not set is left out. Dice on the table are drawn as dice."""
    made = []
    for state in states:
        values = [state.values[seat]] if seat is not None else list(state.values)
        record = brush.album.records.get(state.id)
        if (state.id if record is None else record.kind) in brush.album.piece_kinds:
            made.append(_dice(brush, state, [value for value in values if isinstance(value, int)]))
            continue
        said = [_said(brush, state.id, value) for value in values if value is not None]
        if said:
            made.append(chip(brush, state.id, ", ".join(said), room, name=brush.album.heading(state.id)))
    return made


def _said(brush: Brush, id_: str, value: int | bool | str) -> str:
    if isinstance(value, bool):
        return brush.said("yes" if value else "no")
    if isinstance(value, int):
        return brush.seat_name(value) if brush.album.kind_of_field.get(id_) == "seat" else str(value)
    if AMOUNTS.fullmatch(value):
        return " + ".join(f"{number} {brush.album.name(what)}" for number, what in AMOUNT.findall(value))
    return brush.album.name(value)


def _dice(brush: Brush, state: State, shown: list[int]) -> Drawn:
    label = cut(brush.album.heading(state.id), 11.5, 120)
    wide = text_width(label, 11.5) + 8
    body = text(0, 17, label, 11.5, fill=brush.theme.muted)
    for number, value in enumerate(shown):
        body += group(die(value, 34), wide + 40 * number)
    told = f"{brush.album.heading(state.id)}: {', '.join(map(str, shown))}"
    return Drawn(wide + 40 * len(shown), 36, brush.topic(body, state.id, told))
