"""The `draw` primitive: it moves pieces from the front of one zone to another zone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK
from solenia_rules.core.layout import Layout
from solenia_rules.play import sequences
from solenia_rules.play.moving import PutLast
from solenia_rules.play.rows import Rows

_ROW, _NOT_DEALT = -2, -3
"""No owners: of the rows of a board, and of a zone without order, whose pieces are not taken from the front."""
Draw = Callable[[list[int], int, int, int], int]
"""Arguments: state, number of pieces, source zone, target zone. Result: the mask of the pieces that moved."""


def drawer(
    layout: Layout, rows: Rows, shows: bool, puts: tuple[PutLast, ...], members: Mapping[int, tuple[int, ...]]
) -> Draw:
    """Build the draw function of a layout. `shows`: whether the rules ever show pieces to single seats."""
    masks, orders, locations = layout.zone_masks, layout.zone_orders, layout.locations
    ordered = tuple(zone.ordered for zone in layout.zones)
    owners = _owners(layout, rows)
    givers = [owner if ordered[zone] and owner != _ROW else _NOT_DEALT for zone, owner in enumerate(owners)]
    """If the owner of the target is this one, a draw changes only the two zones."""
    room = [layout.names.zones[zone.zone].capacity or 0 for zone in layout.zones]
    takers = [_ROW if shows or ordered[zone] or room[zone] else owner for zone, owner in enumerate(owners)]
    """If the giver of the source is this one, a draw updates only locations, masks and the order of the source."""
    bits = tuple(1 << index for index in range(len(layout.pieces)))
    known = range(layout.known, layout.known + layout.seats)

    def draw(s: list[int], number: int, source: int, target: int) -> int:
        if number == 1 and givers[source] == takers[target] and source != target:
            order = s[orders + source]
            if not order:
                return 0
            piece = (order & DIGIT_MASK) - 1
            bit = bits[piece]
            s[locations + piece] = target + 1
            s[orders + source] = order >> DIGIT
            s[masks + source] ^= bit
            s[masks + target] |= bit
            return bit
        if number <= 0:
            return 0
        if givers[source] == owners[target] and source != target:
            if room[target] and number > room[target] - s[masks + target].bit_count():
                number = max(0, room[target] - s[masks + target].bit_count())
            order, place, taken = s[orders + source], target + 1, 0
            if ordered[target]:
                front = order & (1 << DIGIT * min(number, s[masks + source].bit_count())) - 1
                s[orders + target] |= front << -(-s[orders + target].bit_length() // DIGIT) * DIGIT
            while order and number:
                piece = (order & DIGIT_MASK) - 1
                order >>= DIGIT
                number -= 1
                taken |= 1 << piece
                s[locations + piece] = place
            s[orders + source] = order
            s[masks + source] ^= taken
            s[masks + target] |= taken
            if shows:
                for slot in known:
                    s[slot] &= ~taken
            return taken
        if ordered[source]:
            first: list[int] | tuple[int, ...] = sequences.front(s[orders + source], number)
        else:
            first = members[s[masks + source]][:number]
        taken = 0
        for piece in first:
            puts[piece](s, piece, target + 1)
            if s[locations + piece] == target + 1:
                taken |= 1 << piece
        return taken

    return draw


def _owners(layout: Layout, rows: Rows) -> list[int]:
    """The owner of each zone; `_ROW` for zones whose pieces are the rows of a board."""
    owners = layout.place_owner()
    places = [layout.place_of_zone(zone.index) for zone in layout.zones]
    return [_ROW if rows.board_of(place) is not None else owners[place] for place in places]
