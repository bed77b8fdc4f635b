"""Puts a whole picture together: the title, the boards and zones that all share, and a panel for each seat.

A wide picture has a board on the left and the rest beside and below it; a narrow one, as on a telephone, has one
column.
"""

from __future__ import annotations

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.grids import draw_grid
from solenia_rules.pictures.icons import drawing
from solenia_rules.pictures.ink import SANS, SERIF, attributes, cut, escape, group, num, rect, text
from solenia_rules.pictures.layout import columns, flow, panel, stacked
from solenia_rules.pictures.lists import draw_list
from solenia_rules.pictures.numbers import state_chips, tally_chips
from solenia_rules.pictures.scene import Board
from solenia_rules.pictures.zones import FULL, draw_by_word, draw_zone, is_drawn, role_of
from solenia_rules.text.widths import text_width

MARGIN = 16.0
GAP = 14.0
WIDEST = 1120.0
"""A wider picture has the same layout, enlarged."""
WIDE = 700.0
"""From this width on, things stand beside the board."""
COLUMN = 340.0
"""The least width of a panel of a seat in a wide picture."""
PAD = 14.0
LEAST = 24 + 2 * PAD
"""The height of a panel with nothing but a name."""
FIT = 0.72
"""The greatest height of a picture without a board, as a share of its width. The picture is enlarged until it reaches
this height, so that it still fits a screen."""
ENLARGED = (1.5, 1.3, 1.15)
SHARES = (0.64, 0.6)
"""How much of the width the board of a wide picture takes: the larger share if all the rest fits beside it."""
COVER = 0.8
"""How high a cover without a board is at most, compared with its width."""
TALL = 1.15
"""A board that is so much higher than wide takes less of the width, so that the picture does not become too high."""
BESIDE = 250.0
"""The least width of what stands beside a board."""
SIGN = 32.0
"""The room for the sign of the seat in turn, or of the winner, at the right of a panel."""
NAME_SIZES = (15.0, 13.5, 12.0)
"""The sizes of the name of a seat: the first one that fits."""
SLIM = 280.0
"""The least width of a panel of another seat below the panel of the viewer."""


def draw_page(brush: Brush, width: int) -> str:
    """The picture as an SVG document."""
    across = min(width, WIDEST)
    head, body = _laid_out(brush, across)
    if not _shared_boards(brush):
        # Less width leaves the height about the same, so one attempt is enough.
        most = min(FIT * across / _height(head, body), across / WIDE)
        times = next((times for times in ENLARGED if times <= most), 1.0)
        if times > 1.0:
            across /= times
            head, body = _laid_out(brush, across)
    height = _height(head, body)
    return _document(brush, across, height, width, head.at(MARGIN, MARGIN) + body.at(MARGIN, MARGIN + head.height + 10))


def draw_cover(brush: Brush, width: int) -> str:
    """The picture by which a game is chosen: the board alone; without a board, what all share and what the viewer
    has, as far as there is room."""
    shared = _shared_boards(brush)
    if shared:
        drawn = _board(brush, shared[0], width)
        return _document(brush, drawn.width, drawn.height, width, drawn.body)
    common = _common(brush, [], width)
    parts = [common] if common is not None else []
    drawn = stacked([*parts, _seat(brush, _order(brush)[0], width)], GAP)
    return _document(brush, width, min(drawn.height, width * COVER), width, drawn.body)


def _document(brush: Brush, across: float, height: float, width: int, body: str) -> str:
    """An SVG document of this width with what is drawn."""
    theme = brush.theme
    told = escape(f"{brush.album.title}: {_turn(brush)}")
    given = attributes(
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {num(across)} {num(height)}", width=width,
        height=height * width / across, role="group" if brush.interactive else "img",
        aria_label=f"{brush.album.title}: {_turn(brush)}", font_family=SANS, lang=brush.album.lang,
    )  # fmt: skip
    return f"<svg{given}><title>{told}</title>" + rect(0, 0, across, height, 0, fill=theme.page) + body + "</svg>\n"


def _laid_out(brush: Brush, across: float) -> tuple[Drawn, Drawn]:
    """The title and the table of a picture of this width."""
    inner = across - 2 * MARGIN
    return _head(brush, inner), _table(brush, inner)


def _height(head: Drawn, body: Drawn) -> float:
    return head.height + body.height + 2 * MARGIN + 10


def _turn(brush: Brush) -> str:
    """Whose turn it is, or who wins."""
    scene = brush.scene
    if scene.over:
        if not scene.winners:
            return brush.said("draw")
        won = ", ".join(map(brush.seat_name, scene.winners))
        return brush.said("shared", names=won) if len(scene.winners) > 1 else f"{won}: {brush.said('wins')}"
    parts = [] if scene.asked is None else [brush.seat_name(scene.asked)]
    if scene.phase is not None and scene.phase not in brush.album.world.unshown:
        parts.append(brush.album.name(scene.phase))
    return " · ".join(parts)


def _head(brush: Brush, width: float) -> Drawn:
    theme = brush.theme
    turn = cut(_turn(brush), 13, width - 30)
    right = text_width(turn, 13) + 30
    size = 25.0 if width > 500 else 19.0
    room = width - right
    below = room < text_width(brush.album.title, size * 0.92, bold=True)
    title = cut(brush.album.title, size * 0.92, width if below else room, bold=True)
    body = text(0, size * 0.6, title, size, font_family=SERIF, font_weight="700", fill=theme.ink)
    y = size * 0.6 + (26 if below else 0)
    x = 0.0 if below else width - right + 6
    seat = brush.scene.asked if not brush.scene.over else next(iter(brush.scene.winners), None)
    if seat is not None:
        body += brush.seat_mark(seat, x + 10, y, 18)
        x += 24
    body += text(x, y, turn, 13, fill=theme.muted)
    return Drawn(width, y + size * 0.6, body)


def _shared_boards(brush: Brush) -> list[Board]:
    """The boards that all share, grids first."""
    boards = [board for board in brush.scene.boards if board.owner is None and board.cells and not board.parts]
    return sorted(boards, key=lambda board: brush.album.boards[board.id].cells is not None)


def _table(brush: Brush, width: float) -> Drawn:
    shared = _shared_boards(brush)
    seats = _order(brush)
    if not shared or width < WIDE:
        main = [_board(brush, board, width) for board in shared[:1]]
        return _single(brush, main, _common(brush, shared[1:], width), seats, width, width >= WIDE)
    for share in SHARES:
        drawn = _board(brush, shared[0], width * share)
        if drawn.height > drawn.width * TALL:
            drawn = _board(brush, shared[0], width * 0.48)
        beside = width - drawn.width - GAP
        if beside < BESIDE:
            continue
        common = _common(brush, shared[1:], beside)
        upper, below = _two(brush, drawn, common, seats, width, beside)
        if not below:
            return upper
        if drawn.width <= width * SHARES[-1]:
            break  # A smaller share would not change the board.
    if beside < BESIDE:
        return _single(brush, [drawn], _common(brush, shared[1:], width), seats, width, True)
    count = _columns(len(below), width)
    each = (width - GAP * (count - 1)) / count
    return stacked([upper, columns([_seat(brush, seat, each) for seat in below], count, width, GAP)], GAP)


def _order(brush: Brush) -> list[int]:
    """The viewer's seat first, then the others in turn order."""
    seats = brush.scene.seats
    first = brush.scene.seat or 0
    return [(first + i) % seats for i in range(seats)]


def _single(brush: Brush, main: list[Drawn], common: Drawn | None, seats: list[int], width: float, wide: bool) -> Drawn:
    """Everything in one column, the seats side by side where there is room."""
    parts = [Drawn(width, one.height, one.at(max(0, (width - one.width) / 2), 0)) for one in main]
    parts += [common] if common else []
    if wide and brush.scene.seat is not None and (len(seats) > 2 or _large_hand(brush)):
        # The viewer has the whole width for a hand; the others share the next line.
        parts.append(_seat(brush, seats[0], width))
        seats = seats[1:]
    count = min(len(seats), max(1, int((width + GAP) // (SLIM + GAP)))) if wide else 1
    each = (width - GAP * (count - 1)) / count
    parts.append(columns([_seat(brush, seat, each) for seat in seats], count, width, GAP))
    return stacked(parts, GAP)


def _large_hand(brush: Brush) -> bool:
    """Whether the viewer holds so many cards that they need the whole width."""
    hands = (zone for zone in brush.scene.zones if zone.owner == brush.scene.seat and role_of(brush, zone) == "hand")
    return any(len(zone.pieces or ()) > FULL for zone in hands)


def _two(
    brush: Brush, board: Drawn, common: Drawn | None, seats: list[int], width: float, beside: float
) -> tuple[Drawn, list[int]]:
    """The board on the left; beside it what all share, and as many seats as fit. The second result is the list of the
    other seats, which stand below."""
    right: list[Drawn] = [common] if common is not None else []
    used = sum(part.height + GAP for part in right)
    rest = list(seats)
    while rest:
        # The last seats may stand a little lower than the board, so that no panel is alone below it.
        room = board.height * (1.12 if len(rest) > 1 else 1.35) - used
        if room < LEAST:
            break
        drawn = _seat(brush, rest[0], beside)
        if drawn.height > room:
            break
        right.append(drawn)
        used += drawn.height + GAP
        rest.pop(0)
    if len(rest) == 1 and len(seats) > 1 and len(right) > (common is not None):
        # Seats stay together: none beside the board while another is below it alone.
        taken = len(seats) - len(rest)
        right = right[: len(right) - taken]
        rest = list(seats)
    side = stacked(right, GAP)
    upper = Drawn(width, max(board.height, side.height), board.body + side.at(board.width + GAP, 0))
    return upper, rest


def _columns(seats: int, width: float) -> int:
    """In how many columns the panels of seats stand; none stands alone below the others if that can be avoided."""
    most = max(1, int((width + GAP) // (COLUMN + GAP)))
    return 2 if seats == 4 and most == 3 else min(seats, most)


def _board(brush: Brush, board: Board, width: float) -> Drawn:
    if brush.album.boards[board.id].cells is not None:
        return draw_list(brush, board, width)
    parts = tuple(part for part in brush.scene.boards if part.parts and part.of == board.id)
    return draw_grid(brush, board, parts, width)


def _common(brush: Brush, boards: list[Board], width: float) -> Drawn | None:
    """What all seats share besides the first board."""
    scene = brush.scene
    inner = width - 2 * PAD
    parts: list[Drawn] = []
    for board in boards:
        parts.append(_titled(brush, board.id, _board(brush, board, inner)))
    shared = [zone for zone in scene.zones if zone.owner is None]
    parts += draw_by_word(brush, [zone for zone in shared if zone.word is not None], inner)
    plain = [draw_zone(brush, zone, inner) for zone in shared if zone.word is None and is_drawn(brush, zone)]
    if plain:
        parts.append(flow(plain, inner, 18))
    chips = tally_chips(brush, [tally for tally in scene.tallies if not tally.by_seat], None, inner)
    chips += state_chips(brush, [state for state in scene.state if not state.by_seat], None, inner)
    if chips:
        parts.append(flow(chips, inner, 8, 8))
    return panel(stacked(parts, 14), brush.theme, width) if parts else None


def _titled(brush: Brush, id_: str, drawn: Drawn) -> Drawn:
    label = text(0, 6, brush.album.heading(id_), 11, fill=brush.theme.muted)
    return Drawn(drawn.width, drawn.height + 17, label + group(drawn.body, 0, 17))


def _seat(brush: Brush, seat: int, width: float) -> Drawn:
    """The panel of a seat: who it is, its numbers, its boards and its zones."""
    scene, theme, album = brush.scene, brush.theme, brush.album
    inner = width - 2 * PAD
    name = brush.seat_name(seat)
    words = album.seat_words(seat)
    you = f"({brush.said('you')})" if seat == scene.seat else ""
    room = inner - 29 - SIGN - (text_width(you, 12) + 8 if you else 0)
    whole = f"{name} · {words}" if words else name
    size = next((size for size in NAME_SIZES if text_width(whole, size, bold=True) <= room), NAME_SIZES[-1])
    said = cut(whole, size, room, bold=True)
    body = brush.seat_mark(seat, 11, 12, 22)
    body += text(29, 12, said, size, font_weight="700", fill=theme.ink)
    if you:
        body += text(29 + text_width(said, size, bold=True) + 8, 12.5, you, 12, fill=theme.muted)
    if scene.over and seat in scene.winners:
        body += group(drawing("crown", "#e6b534"), inner - 24, 0)
    elif not scene.over and seat == scene.asked:
        body += group(drawing("arrow", theme.accent), inner - 22, 2, 20 / 24)
    parts = [Drawn(inner, 24, body)]
    chips = tally_chips(brush, [tally for tally in scene.tallies if tally.by_seat], seat, inner)
    chips += state_chips(brush, [state for state in scene.state if state.by_seat], seat, inner)
    if chips:
        parts.append(flow(chips, inner, 7, 7))
    for board in scene.boards:
        if board.owner == seat and not board.parts and board.cells:
            parts.append(_board(brush, board, inner))
    zones = [zone for zone in scene.zones if zone.owner == seat and is_drawn(brush, zone)]
    if zones:
        parts.append(flow([draw_zone(brush, zone, inner) for zone in zones], inner, 16))
    asked = not scene.over and seat == scene.asked
    return panel(stacked(parts, 12), theme, width, album.seat_colour(seat), PAD, asked)
