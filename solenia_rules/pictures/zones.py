"""Draws zones by their roles: a deck as a pile of backs, a hand as a row of cards, a display, a pile of discards."""

from __future__ import annotations

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.cards import draw_back, draw_card, paper_size
from solenia_rules.pictures.figures import die, figure
from solenia_rules.pictures.ink import cut, group, rect, text
from solenia_rules.pictures.layout import flow, stacked
from solenia_rules.pictures.lying import ring
from solenia_rules.pictures.palette import mix
from solenia_rules.pictures.scene import Piece, Zone
from solenia_rules.text.frozen import evolve
from solenia_rules.text.widths import text_width
from solenia_rules.words.looks import CAPTION_SIZE, CAPTION_WIDTH

CAPTION = 17.0
OPEN = 0.5
"""How much of a card in a large hand is seen at least."""
EDGE, BACK_EDGE, MOST_BACKS = 0.36, 0.3, 5
"""How much is seen of a covered card in a pile of discards, and of a back; the most backs that are drawn of a hand."""
SHRUNK, ENLARGED = 0.8, 1.35
"""How much smaller or larger the cards of a hand are at most, if they have long texts, to fill a line."""
MAT, MOST_SLOTS, RIM = 0.86, 12, 8.0
"""The size of a card on a mat, the most places that are drawn, and the border of a mat."""
FULL = 9
"""With more pieces than this, the cards of a zone are drawn smaller."""


def role_of(brush: Brush, zone: Zone) -> str:
    """What a zone is at the table: as its look says, else by its order and by who sees it."""
    declared = brush.album.zones[zone.id]
    said = brush.album.look(zone.id, "role")
    if said is not None:
        return said
    if declared.order == "stack" and declared.seen == "all":
        return "discard"
    if declared.order == "stack" or declared.seen == "nobody":
        return "deck"
    return "hand" if declared.seen == "owner" else "display"


def is_drawn(brush: Brush, zone: Zone) -> bool:
    """Rows of a board are drawn there; of empty zones only decks and mats are drawn."""
    if zone.id in brush.album.row_zones:
        return False
    return bool(zone.size or zone.pieces) or zone.size is None or role_of(brush, zone) in ("deck", "mat")


def draw_zone(brush: Brush, zone: Zone, width: float, caption: str | None = None) -> Drawn:
    """A zone below its caption."""
    drawn = _below_caption(brush, zone, width, caption)
    name = brush.album.heading(zone.id)
    return evolve(
        drawn, body=brush.topic(drawn.body, zone.id, name if zone.size is None else f"{name}: {zone.size}", "group")
    )


def _below_caption(brush: Brush, zone: Zone, width: float, caption: str | None) -> Drawn:
    role = role_of(brush, zone)
    if role == "deck":
        inner = _deck(brush, zone)
    elif role == "discard" and zone.pieces:
        inner = _discards(brush, zone)
    elif zone.pieces is None:
        inner = _backs(brush, zone, width)
    elif role == "mat":
        inner = _mat(brush, zone, width)
    else:
        inner = _row(brush, zone, width)
    said = brush.album.heading(zone.id) if caption is None else caption
    if not said:
        return inner
    wide = max(inner.width, min(text_width(said, CAPTION_SIZE), CAPTION_WIDTH, width))
    label = text(0, 6, cut(said, CAPTION_SIZE, wide), CAPTION_SIZE, fill=brush.theme.muted)
    return Drawn(wide, inner.height + CAPTION, label + group(inner.body, 0, CAPTION))


def _kind(brush: Brush, zone: Zone) -> str:
    return brush.album.zones[zone.id].of[0] if brush.album.zones[zone.id].of else ""


def _back_colour(brush: Brush, zone: Zone) -> str:
    """The colour of a back: that of the seat, of the word of the zone, or of the kind."""
    album = brush.album
    kind = album.piece_kinds.get(_kind(brush, zone))
    if zone.owner is not None and kind is not None and kind.per == "seat":
        return album.seat_colour(zone.owner)
    if zone.word is not None and album.look(zone.word, "colour"):
        return album.colour(zone.word)
    shade = album.colour(_kind(brush, zone), "#5d7186")
    return mix(shade, "#4a5468", 0.7) if shade in ("#f5f1e6", "#8b8f98") else mix(shade, "#2c2a35", 0.25)


def _is_paper(brush: Brush, zone: Zone) -> bool:
    return brush.album.is_paper(_kind(brush, zone))


def _small(brush: Brush, zone: Zone) -> tuple[float, float]:
    wide, high = paper_size(brush, _kind(brush, zone)) if _is_paper(brush, zone) else (60.0, 60.0)
    return wide * 0.66, high * 0.66


def _deck(brush: Brush, zone: Zone) -> Drawn:
    """A pile with its number; what the viewer knows of it lies beside it."""
    wide, high = _small(brush, zone)
    size = zone.size
    if size == 0:
        body = rect(1, 1, wide - 2, high - 2, 7, fill="none", stroke=brush.theme.rule, stroke_width=1.5,
                    stroke_dasharray="4 4")  # fmt: skip
        pile = Drawn(wide + 4, high, body)
    else:
        colour = _back_colour(brush, zone)
        layers = 3 if size is None or size > 5 else 2 if size > 1 else 1
        kind = _kind(brush, zone)
        body = "".join(group(draw_back(brush, kind, colour, wide, high), i * 2, -i * 2) for i in range(layers))
        said = "?" if size is None else str(size)
        body += brush.badge(wide / 2 + 2 * (layers - 1), high - 12, said, 10, brush.theme.paper)
        pile = Drawn(wide + 6, high + 4, group(body, 0, 4))
    if not zone.pieces:
        return pile
    known = [_piece(brush, zone, piece, 1, 0.66) for piece in zone.pieces[-3:]]
    return flow([pile, *known], 9999, 5)


def _discards(brush: Brush, zone: Zone) -> Drawn:
    """The last pieces of a pile, one over the other, and how many there are."""
    pieces = zone.pieces or ()
    last = _piece(brush, zone, pieces[-1], 1, 0.66)
    shown = [*(_piece(brush, zone, piece, 1, 0.66, covered=True) for piece in pieces[-4:-1]), last]
    x = 0.0
    body = ""
    for drawn in shown:
        body += drawn.at(x, 0)
        x += drawn.width * EDGE
    x += last.width * (1 - EDGE)
    high = max(drawn.height for drawn in shown)
    body += brush.badge(x - 8, high - 11, str(len(pieces)), 10)
    return Drawn(x + 4, high, body)


def _backs(brush: Brush, zone: Zone, width: float) -> Drawn:
    """Pieces that the viewer does not see: as many backs as there are, if their number is known."""
    count = zone.size
    wide, high = _small(brush, zone)
    colour = _back_colour(brush, zone)
    kind = _kind(brush, zone)
    if _is_paper(brush, zone):
        shown = min(count or 1, MOST_BACKS)
        step, back = wide * BACK_EDGE, draw_back(brush, kind, colour, wide, high)
    else:
        shown = min(count or 1, 8)
        # Nothing is printed on these pieces; a question mark says that the viewer does not know which they are.
        step, back = wide * 1.1, die(None, wide, colour)
    body = "".join(group(back, i * step, 0) for i in range(shown))
    total = step * (shown - 1) + wide
    if count is None or (count > 1 and (_is_paper(brush, zone) or count > shown)):
        body += brush.badge(total - 11, high - 11, "?" if count is None else str(count), 10, brush.theme.paper)
    return Drawn(total + 2, high + 2, body)


def _row(brush: Brush, zone: Zone, width: float) -> Drawn:
    """Pieces side by side; equal ones lie together unless each can be told by its key."""
    pieces = zone.pieces or ()
    if not pieces:
        wide, high = _small(brush, zone)
        body = rect(1, 1, wide - 2, high - 2, 7, fill="none", stroke=brush.theme.rule, stroke_width=1.5,
                    stroke_dasharray="4 4")  # fmt: skip
        return Drawn(wide, high, body)
    groups: dict[object, list[Piece]] = {}
    ordered = brush.album.zones[zone.id].order != "none"
    for number, piece in enumerate(pieces):
        alone = number if ordered or piece.shows is not None else None
        groups.setdefault((piece.id, piece.owner, piece.fields, piece.mark, alone), []).append(piece)
    scale = 1.0 if len(groups) <= FULL and role_of(brush, zone) == "hand" else 0.86 if len(groups) <= FULL else 0.66
    kind = _kind(brush, zone)
    if scale == 1.0 and _is_paper(brush, zone) and brush.album.is_wordy(kind):
        fitting = min(ENLARGED, width / (len(groups) * (paper_size(brush, kind)[0] + 8) + 8))
        scale = fitting if fitting >= SHRUNK else scale
    made = [_piece(brush, zone, alike[0], len(alike), scale, alike) for alike in groups.values()]
    return _fan(made, width) if len(made) > FULL and role_of(brush, zone) == "hand" else flow(made, width, 6)


def _mat(brush: Brush, zone: Zone, width: float) -> Drawn:
    """A mat with a place for each piece, also for those that can still come if their number is limited."""
    theme = brush.theme
    declared = brush.album.zones[zone.id].capacity
    pieces = zone.pieces or ()
    wide, high = paper_size(brush, _kind(brush, zone)) if _is_paper(brush, zone) else (46.0, 46.0)
    wide, high = wide * MAT, high * MAT
    made = [_piece(brush, zone, piece, 1, MAT) for piece in pieces]
    slot = rect(1, 1, wide - 2, high - 2, 7, fill=mix(theme.raised, theme.ink, 0.05), stroke=theme.rule,
                stroke_width=1.5, stroke_dasharray="4 4")  # fmt: skip
    free = min(declared or len(pieces) or 1, MOST_SLOTS) - len(pieces)
    made += [Drawn(wide, high, slot)] * max(0, free)
    inner = flow(made, width - 2 * RIM, 8, 8)
    edge = rect(0, 0, inner.width + 2 * RIM, inner.height + 2 * RIM, 10, fill=theme.raised, stroke=theme.rule,
                stroke_width=1.5)  # fmt: skip
    return Drawn(inner.width + 2 * RIM, inner.height + 2 * RIM, edge + inner.at(RIM, RIM))


def _fan(cards: list[Drawn], width: float) -> Drawn:
    """The cards of a large hand, each over the one before it, so that their left edges are seen. If too little of a
    card would be seen, there are several lines."""
    wide = cards[0].width
    most = max(1, int((width - wide) / (wide * OPEN)) + 1)
    lines = -(-len(cards) // most)
    each = -(-len(cards) // lines)
    step = min(wide + 6, (width - wide) / max(1, each - 1))
    body = "".join(
        card.at(number % each * step, number // each * (cards[0].height + 8)) for number, card in enumerate(cards)
    )
    return Drawn(step * (each - 1) + wide, lines * (cards[0].height + 8) - 8, body)


def _piece(
    brush: Brush, zone: Zone, piece: Piece, count: int, scale: float, alike: list[Piece] | None = None,
    covered: bool = False,
) -> Drawn:  # fmt: skip
    album = brush.album
    where = album.name(zone.id)
    if not album.is_paper(piece.kind):
        size = 46 * scale
        body = figure(brush, piece, size)
        wide, high = size, size
        hints = _hints(brush, piece)
        if hints:
            said = cut(hints[0], 10, 90)
            body += text(size / 2, size + 7, said, 10, text_anchor="middle", fill=brush.theme.ink)
            high += 14
            wide = max(wide, 50)
        wide += 16 if count > 1 else 0
    else:
        wide, high = paper_size(brush, piece.kind)
        # Equal cards lie a little shifted behind the first, each with a key of its own.
        behind = min(count - 1, 3)
        body = ""
        for number, other in enumerate((alike or [piece])[1 : behind + 1]):
            shifted = rect(0.8, 0.8, wide - 1.6, high - 1.6, 8, fill=brush.theme.paper, stroke=brush.theme.outline)
            edge = brush.live_piece(shifted, evolve(other, mark=None), where)
            body += group(edge, 4.0 * (behind - number), 4.0 * (behind - number))
        body += draw_card(brush, piece, wide, high, _hints(brush, piece), covered)
        wide, high = wide + 4 * behind, high + 4 * behind
    if count > 1:
        body += brush.badge(wide - 10, high - 12, f"×{count}", 10)
    body = brush.live_piece(body, piece, where, ring(wide, high, brush.theme.accent))
    if scale != 1.0 and album.is_paper(piece.kind):
        return Drawn(wide * scale + 2, high * scale + 2, group(body, 0, 0, scale))
    return Drawn(wide + 2, high + 2, body)


def _hints(brush: Brush, piece: Piece) -> tuple[str, ...]:
    """The current values of the fields of a piece, but for what is not set."""
    album = brush.album
    found = []
    for name, value in piece.fields:
        if value is False or value is None:
            continue
        if value is True:
            found.append(album.name(name))
        elif album.kind_of_field.get(name) == "seat" and isinstance(value, int):
            found.append(f"{album.name(name)}: {brush.seat_name(value)}")
        elif value or value == 0:
            found.append(f"{album.name(name)}: {album.name(value) if isinstance(value, str) else value}")
    return tuple(found)


def draw_by_word(brush: Brush, zones: list[Zone], width: float) -> list[Drawn]:
    """Zones that exist once for each word: the zones of a word in one row, decks first."""
    words = list(dict.fromkeys(zone.word for zone in zones if zone.word is not None))
    made = []
    for word in words:
        own = [zone for zone in zones if zone.word == word and is_drawn(brush, zone)]
        own.sort(key=lambda zone: role_of(brush, zone) != "deck")
        if not own:
            continue
        parts = [draw_zone(brush, zone, width) for zone in own]
        row = flow(parts, width, 14)
        icon = group(brush.album.icon(word), 0, 0, 16 / 24) if brush.album.has_icon(word) else ""
        left = 22 if icon else 0
        head = text(left, 8, brush.album.heading(word), 13, font_weight="700", fill=brush.theme.ink)
        made.append(stacked([Drawn(width, 20, icon + head), row], 4))
    return made
