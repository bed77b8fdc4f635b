"""Draws the table of any game from a scene: boards, numbers, zones, the answers on offer and the final scores. Nothing
here knows a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.answers import Offer, keys_of
from solenia_rules.cli.grid import MARK, draw_grid
from solenia_rules.cli.looks import Looks
from solenia_rules.cli.places import draw_places, name_place
from solenia_rules.cli.texts import text
from solenia_rules.pictures.scene import Board, Scene, State, Tally

if TYPE_CHECKING:
    from solenia_rules import Option
    from solenia_rules.pictures.scene import Offered

MOST_ROWS = 5
"""On a low terminal, each row of a board with more rows than this takes one line."""


def draw_tabletop(scene: Scene, looks: Looks, players: Sequence[str], width: int, tall: bool = True) -> RenderableType:
    """Draw everything that the viewer may see, with fewer lines on a low terminal."""
    boards = [board for board in scene.boards if board.cells]
    grids = [board for board in boards if board.id not in looks.lists]
    lists = [board for board in boards if board.id in looks.lists]
    numbers = draw_numbers(scene, looks, players)
    parts: list[RenderableType] = []
    if grids:
        parts.append(_first_board(grids[0], numbers, looks, width, tall))
        parts.extend(draw_grid(board, looks, width, low=_is_low(board, tall)) for board in grids[1:])
    elif numbers is not None:
        parts.append(numbers)
    zones = [zone for zone in scene.zones if zone.id not in looks.rows]
    if lists or zones:
        parts.append(draw_places(zones, lists, looks, width, tall))
    if scene.state:
        parts.append(Text("  ").join([_state(state, looks) for state in scene.state]))
    return Group(*parts)


def _state(state: State, looks: Looks) -> Text:
    """A state variable, shared or by seat."""
    told = [_value(state.id, value, looks) for value in state.values]
    if state.by_seat:
        apart = "=" if looks.ascii_only else " "
        told = [looks.seat_mark(seat).append(apart).append_text(value) for seat, value in enumerate(told)]
    return Text(f"{looks.name(state.id)}: ").append_text(Text(" ").join(told))


def _value(id_: str, value: bool | int | str | None, looks: Looks) -> Text:
    if value is None:
        return Text("." if looks.ascii_only else "·")
    if isinstance(value, str):
        return Text(looks.name(value))
    return looks.fact(id_, id_, value)


def _is_low(board: Board, tall: bool) -> bool:
    return not tall and max(cell.row or 0 for cell in board.cells) > MOST_ROWS


def _first_board(board: Board, numbers: Table | None, looks: Looks, width: int, tall: bool) -> RenderableType:
    """The board with the numbers beside it. The board is drawn tighter if the numbers fit then; otherwise they stand
    under it."""
    low = _is_low(board, tall)
    roomy = draw_grid(board, looks, width, low=low)
    if numbers is None:
        return roomy
    console = Console(width=width)
    for grid in (roomy, draw_grid(board, looks, width, roomy=False, low=low)):
        if console.measure(grid).maximum + console.measure(numbers).maximum + 3 <= width:
            both = Table.grid(padding=(0, 3))
            both.add_row(grid, numbers)
            return both
    return Group(roomy, numbers)


def draw_numbers(scene: Scene, looks: Looks, players: Sequence[str]) -> Table | None:
    """The counters, one line each, one column a seat."""
    if not scene.tallies:
        return None
    numbers = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="")
    numbers.add_column("")
    for seat in range(scene.seats):
        head = looks.seat_mark(seat).append(f" {players[seat]}")
        if words := looks.seat_words(seat):
            head.append("\n").append_text(words)
        if seat == scene.seat:
            head.stylize("bold underline")
        numbers.add_column(head, justify="right")
    shared = any(not tally.by_seat for tally in scene.tallies)
    if shared:
        numbers.add_column(text("all_seats", looks.lang), justify="right")
    several = len({tally.counter for tally in scene.tallies if tally.word}) > 1
    for counter in dict.fromkeys(tally.counter for tally in scene.tallies):
        lines = [tally for tally in scene.tallies if tally.counter == counter]
        if not lines[0].by_seat:
            counts = Text(" ").join([_count(tally, looks) for tally in lines])
            numbers.add_row(looks.badge(counter, several=True), *[Text("")] * scene.seats, counts)
            continue
        for tally in lines:
            label = looks.badge(tally.word) if tally.word else looks.badge(counter, several=True)
            if tally.word and several:
                label = Text(f"{looks.name(counter)} ").append_text(label)
            numbers.add_row(label, *_by_seat(tally), *([Text("")] if shared else []))
    return numbers


def _by_seat(tally: Tally) -> list[Text]:
    return [Text("?", "dim") if n is None else Text(str(n), "" if n else "dim") for n in tally.by_seat]


def _count(tally: Tally, looks: Looks) -> Text:
    """A number that all seats share, after the glyph of its word if the counter has several words."""
    number = "?" if tally.shared is None else str(tally.shared)
    if tally.word is None:
        return Text(number)
    sign = looks.sign(tally.word)
    return sign.append(number if looks.glyph(tally.word) else f" {number}")


def draw_scores(
    scores: Mapping[int, int], winners: Sequence[int], players: Sequence[str], looks: Looks, note: str
) -> RenderableType:
    """One line for each seat; the last column names the winners."""
    sheet = Table(title=text("score_sheet", looks.lang), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    sheet.add_column("")
    sheet.add_column(text("player", looks.lang))
    if scores:
        sheet.add_column(text("score", looks.lang), justify="right")
    sheet.add_column("")
    for seat, player in enumerate(players):
        row = [Text(text("seat", looks.lang, n=seat + 1), style=looks.seat_style(seat)), Text(player)]
        if scores:
            row.append(Text(str(scores[seat])))
        won = text("shares" if len(winners) > 1 else "wins", looks.lang) if seat in winners else ""
        sheet.add_row(*row, Text(won, style="bold"))
    parts: list[RenderableType] = [sheet]
    if not winners:
        parts.append(Text(text("draw", looks.lang)))
    parts.append(Text(note, style="dim"))
    return Group(*parts)


LISTED = 10
"""How many options are listed one below the other; more stand in columns."""


def offers_of(options: Sequence[Option], offered: Sequence[Offered], looks: Looks) -> list[Offer]:
    """Options with their keys. Options with equal texts also get the place that they mean."""
    told = zip(options, offered, strict=True)
    labels = [option.text(looks.lang) + ("" if lies.shows is None else f" {lies.shows}") for option, lies in told]
    made = []
    for option, label, key, lies in zip(options, labels, keys_of(labels), offered, strict=True):
        shared = lies.at is not None and labels.count(label) > 1
        made.append(Offer(option.id, f"{label} ({name_place(lies.at, looks)})" if lies.at and shared else label, key))
    return made


def draw_offers(offers: Sequence[Offer], facts: Sequence[Text], width: int) -> RenderableType:
    """The options in one column with their facts; in several columns if there are many, or if they are bare numbers."""
    longest = max(len(offer.key) for offer in offers)
    lines = []
    for offer, fact in zip(offers, facts, strict=True):
        key = Text(f"[{offer.key:>{longest}}]", style=MARK)
        line = Text.assemble(key, "" if offer.key == offer.label else f" {offer.label}")
        if fact:
            line.append("  ").append_text(fact)
            line.truncate(width - 1, overflow="ellipsis")
        lines.append(line)
    numbers = sum(offer.key == offer.label for offer in offers)
    if numbers == len(lines) or (len(lines) > LISTED and not any(facts)):
        return Columns(lines, column_first=not numbers, padding=(0, 1 if numbers else 3))
    return Group(*lines)
