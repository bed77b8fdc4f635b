"""Draws the table of any game from a scene: boards, numbers, zones, the answers on offer and the final scores. Nothing
here knows a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen
from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.answers import Offer, keys_of
from solenia_rules.cli.cropping import cropped
from solenia_rules.cli.grid import MARK, Form, draw_grid
from solenia_rules.cli.looks import Looks
from solenia_rules.cli.maps import draw_map
from solenia_rules.cli.places import draw_places, keys_in_short, name_place, packed
from solenia_rules.cli.signs import legend, with_signs
from solenia_rules.cli.texts import text
from solenia_rules.pictures.scene import Board, Scene, State, Tally

if TYPE_CHECKING:
    from solenia_rules import Option
    from solenia_rules.pictures.scene import Offered

MOST_ROWS = 5
"""On a low terminal, each row of a board with more rows than this takes one line."""


def draw_tabletop(
    scene: Scene, looks: Looks, players: Sequence[str], width: int, form: Form = "tall", around: str | None = None
) -> RenderableType:
    """Draw everything that the viewer may see. `around`: a cell that must be in sight on a board that is too large."""
    boards = [board for board in scene.boards if board.cells]
    looks = with_signs(looks, boards)
    grids = [board for board in boards if board.id not in looks.lists]
    drawn = [_board(board, boards, looks, width, form, around) for board in grids]
    on_maps = {
        part.id
        for board, maps in zip(grids, drawn, strict=True)
        if maps.is_map
        for part in boards
        if part.of == board.id
    }
    lists = [board for board in boards if board.id in looks.lists and board.id not in on_maps]
    parts: list[RenderableType] = []
    if drawn:
        if form == "compact" and len(drawn) == 1:
            for one in drawn[0].forms:
                one.title = None
        parts.append(_beside(drawn[0].forms, scene, looks, players, width, form))
        parts.extend(one.forms[0] for one in drawn[1:])
    elif scene.tallies:
        parts.append(_numbers(scene, looks, players, width, form))
    zones = [zone for zone in scene.zones if zone.id not in looks.rows]
    state = [_state(state, looks) for state in scene.state]
    if lists or zones or state:
        parts.append(draw_places(zones, lists, looks, width, form, state))
    return Group(*parts)


@frozen
class Drawn:
    """A board in one or two forms, the roomiest first."""

    forms: tuple[Table, ...]
    is_map: bool = False
    """Whether its corners and sides are drawn with it."""


def _board(board: Board, boards: Sequence[Board], looks: Looks, width: int, form: Form, around: str | None) -> Drawn:
    """A board, with its corners and sides if they fit."""
    parts = [part for part in boards if part.of == board.id]
    for columns in range(max(cell.column or 0 for cell in board.cells) if parts else 0, 0, -1):
        shown, note = cropped(board, columns, MOST_MAP_ROWS[form], looks, around)
        drawn = draw_map(shown, parts, looks, width, form != "tall")
        if drawn is not None:
            if note is not None:
                drawn.caption, drawn.caption_justify, drawn.caption_style = Text(note, style="dim"), "left", ""
            return Drawn((drawn,), is_map=True)
    one_line = form if form == "tall" or _is_high(board) or form == "compact" else "tall"
    roomy = draw_grid(board, looks, width, form=one_line, around=around)
    tight = draw_grid(board, looks, width, roomy=False, form=one_line, around=around)
    return Drawn((roomy, tight))


def _is_high(board: Board) -> bool:
    return max(cell.row or 0 for cell in board.cells) > MOST_ROWS


MOST_MAP_ROWS: dict[Form, int] = {"tall": 20, "low": 9, "compact": 5}
"""The most rows of a grid that is drawn with its corners and sides."""


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


def _beside(
    boards: Sequence[Table], scene: Scene, looks: Looks, players: Sequence[str], width: int, form: Form
) -> RenderableType:
    """A board with the numbers beside it. The board is drawn tighter if the numbers fit then; otherwise they stand
    under it."""
    numbers = draw_numbers(scene, looks, players, form)
    if numbers is None:
        return boards[0]
    console = Console(width=width)
    for board in boards:
        if console.measure(board).maximum + console.measure(numbers).maximum + 3 <= width:
            both = Table.grid(padding=(0, 3))
            both.add_row(board, numbers)
            return both
    return Group(boards[0], _numbers(scene, looks, players, width, form))


def _numbers(scene: Scene, looks: Looks, players: Sequence[str], width: int, form: Form) -> RenderableType:
    """The counters by themselves; in the compact form one line for each seat, if that takes fewer lines."""
    numbers = draw_numbers(scene, looks, players, form)
    assert numbers is not None
    if form != "compact" or len(scene.tallies) <= scene.seats:
        return numbers
    several = len({tally.counter for tally in scene.tallies if tally.word}) > 1
    lines = [_numbers_of_seat(scene, seat, looks, players, several) for seat in range(scene.seats)]
    shared = [_labelled(tally, tally.shared, looks, several) for tally in scene.tallies if not tally.by_seat]
    if shared:
        lines.append(Text(f"{text('all_seats', looks.lang)}: ").append_text(Text("  ").join(shared)))
    return Group(*lines)


def _numbers_of_seat(scene: Scene, seat: int, looks: Looks, players: Sequence[str], several: bool) -> Text:
    """All numbers of a seat on one line."""
    told = [_labelled(tally, tally.by_seat[seat], looks, several) for tally in scene.tallies if tally.by_seat]
    return looks.seat_mark(seat).append(f" {players[seat]}: ").append_text(Text("  ").join(told))


def _labelled(tally: Tally, number: int | None, looks: Looks, several: bool) -> Text:
    """A number with its name: the glyph of the word or counter, or else its word. `several`: whether more than one
    counter has words, so that a word alone does not say which number it is."""
    id_ = tally.word or tally.counter
    if tally.more:
        return _named(tally, looks).append(f" {_shown(number)}")
    if tally.word and several:
        named = Text(f"{looks.name(tally.counter)} ")
        return named.append_text(_labelled(tally, number, looks, several=False))
    label = looks.sign(id_) if looks.glyph(id_) else Text(looks.plural(id_)).append(" ")
    return label.append(_shown(number))


def _shown(number: int | None) -> str:
    """A number, or a sign for one that the viewer does not know."""
    return "?" if number is None else str(number)


def _named(tally: Tally, looks: Looks) -> Text:
    """The name of a number that has more than a word: the counter, and each of its things."""
    named = Text(looks.name(tally.counter))
    for one in (*tally.more, *([tally.word] if tally.word else ())):
        named.append(" ").append_text(looks.seat_mark(one) if isinstance(one, int) else looks.badge(one))
    return named


def draw_numbers(scene: Scene, looks: Looks, players: Sequence[str], form: Form = "tall") -> Table | None:
    """The counters, one line each, one column a seat."""
    if not scene.tallies:
        return None
    numbers = Table(box=None if form == "compact" else box.SIMPLE_HEAD, pad_edge=False, header_style="")
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
        if not lines[0].by_seat and (lines[0].more or any(tally.word and looks.is_cut(tally.word) for tally in lines)):
            for tally in lines:
                numbers.add_row(_named(tally, looks), *[Text("")] * scene.seats, Text(_shown(tally.shared)))
            continue
        if not lines[0].by_seat:
            counts = Text(" ").join([_count(tally, looks) for tally in lines])
            numbers.add_row(looks.badge(counter, several=True), *[Text("")] * scene.seats, counts)
            continue
        for tally in lines:
            label = looks.badge(tally.word) if tally.word else looks.badge(counter, several=True)
            if tally.more:
                label = _named(tally, looks)
            elif tally.word and several:
                label = Text(f"{looks.name(counter)} ").append_text(label)
            numbers.add_row(label, *_by_seat(tally), *([Text("")] if shared else []))
    return numbers


def _by_seat(tally: Tally) -> list[Text]:
    return [Text("?", "dim") if n is None else Text(str(n), "" if n else "dim") for n in tally.by_seat]


def _count(tally: Tally, looks: Looks) -> Text:
    """A number that all seats share, after the glyph of its word if the counter has several words."""
    number = _shown(tally.shared)
    if tally.word is None:
        return Text(number)
    sign = looks.sign(tally.word)
    return sign.append(number if looks.glyph(tally.word) else f" {number}")


def draw_scores(
    scores: Mapping[int, int], winners: Sequence[int], players: Sequence[str], looks: Looks, nobody: str, note: str
) -> RenderableType:
    """One line for each seat; the last column names the winners. `nobody` is said if there are none."""
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
        parts.append(Text(nobody))
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


def draw_legend(scene: Scene, looks: Looks, width: int) -> RenderableType:
    """What the signs on the boards mean."""
    signs = legend(with_signs(looks, scene.boards), scene.boards)
    return packed(signs, width, 3) if signs else Text(text("no_signs", looks.lang))


def keys_on_boards(scene: Scene, looks: Looks) -> frozenset[str]:
    """The keys that are drawn on grids and maps."""
    boards = [board for board in scene.boards if board.id not in looks.lists or board.parts]
    return frozenset(cell.mark for board in boards for cell in board.cells if cell.mark)


def _indented(line: Text, indent: int, width: int) -> list[Text]:
    """A text in as many lines as it needs; all lines but the first are indented."""
    if line.cell_len <= width:
        return [line]
    head, rest = line.divide([indent])
    parts = rest.wrap(Console(width=width), max(1, width - indent))
    return [(head if number == 0 else Text(" " * indent)) + part for number, part in enumerate(parts)]


def draw_offers(
    offers: Sequence[Offer],
    facts: Sequence[Text],
    looks: Looks,
    width: int,
    form: Form = "tall",
    on_boards: frozenset[str] = frozenset(),
) -> RenderableType:
    """The options in one column with their facts; in several columns if there are many, or if they are bare numbers.
    Many options that all stand on a board are not listed again. In the compact form, options share lines."""
    if len(offers) > (1 if form == "compact" else LISTED) and all(offer.key in on_boards for offer in offers):
        keys = keys_in_short([offer.key for offer in offers])
        return Text(text("on_board", looks.lang, keys=keys, name=offers[0].label), style="dim")
    longest = max(len(offer.key) for offer in offers)
    lines = []
    for offer, fact in zip(offers, facts, strict=True):
        key = Text(f"[{offer.key:>{longest}}]", style=MARK)
        line = Text.assemble(key, "" if offer.key == offer.label else f" {offer.label}")
        if fact:
            line.append("  ").append_text(fact)
        if form == "compact":
            line.truncate(width - 1, overflow="ellipsis")
        lines.extend(_indented(line, longest + 3, width - 1) if fact else [line])
    numbers = sum(offer.key == offer.label for offer in offers)
    if form == "compact" and not any(facts):
        return packed(lines, width, 2)
    if numbers == len(lines) or (len(lines) > LISTED and not any(facts)):
        return Columns(lines, column_first=not numbers, padding=(0, 1 if numbers else 3))
    return Group(*lines)
