"""Histories that keep what not all seats see (E405), and histories whose positions are too large (E510)."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.checked import Checked
from solenia_rules.checked.histories import PIECE_BITS, POSITION_BITS, PositionSizes, kept_kinds
from solenia_rules.checked.names import Names
from solenia_rules.checked.sizes import Sizes
from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic


def check_histories(checked: Checked, sizes: Sizes) -> Iterator[Diagnostic]:
    """Problems with the histories of a ruleset."""
    names = checked.names
    found = PositionSizes(checked, sizes.pieces, sizes.cells) if names.histories else None
    for history in names.histories.values():
        for name in history.keeps:
            yield from _hidden(names, history, name)
        if found is not None:
            yield from _too_large(names, history, found)


def _hidden(names: Names, history: r.History, name: str) -> Iterator[Diagnostic]:
    """Something that a history keeps, but that not all seats see."""
    zone = names.zones.get(name)
    if name in names.boards and isinstance(names.boards[name].rows, str):
        zone = names.zones.get(str(names.boards[name].rows))
    stored = names.counters.get(name) or names.state.get(name)
    if (zone is not None and zone.seen != "all") or (stored is not None and stored.seen != "all"):
        message = f"`{history.id}` keeps `{name}`, which not all seats see: how often a position stood would tell it"
        yield Diagnostic("E405", message, history.span, 'leave it out, or declare it with `seen = "all"`')


def _too_large(names: Names, history: r.History, sizes: PositionSizes) -> Iterator[Diagnostic]:
    bits = sizes.of(history)
    if bits > POSITION_BITS:
        message = f"a position of `{history.id}` takes {bits} bits; at most {POSITION_BITS} are allowed"
        yield Diagnostic("E510", message, history.span, "keep less, or give numbers a smaller range")
    for kind in kept_kinds(names, history):
        own = sizes.of_piece(kind, history)
        if own > PIECE_BITS:
            message = f"`{history.id}` keeps {own} bits of each `{kind}`; at most {PIECE_BITS} are allowed"
            yield Diagnostic("E510", message, history.span, "give the fields that change a smaller range")
            return
