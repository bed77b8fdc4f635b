"""Small drawings of 24 by 24 units for the shapes that looks name. `[c]` is the colour of the thing, `[d]` a dark and
`[l]` a light shade of it. All drawings are made for this project."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType

from solenia_rules.pictures.ink import escape, group, text
from solenia_rules.pictures.palette import ink_on, shades

_STYLES = {
    "[B]": 'fill="[c]" stroke="[d]" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"',
    "[L]": 'fill="none" stroke="[d]" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"',
    "[T]": 'fill="none" stroke="[d]" stroke-linejoin="round" stroke-linecap="round"',
    "[H]": 'fill="[l]"',
    "[D]": 'fill="[d]"',
}
"""Signs in the drawings: a body with its outline, a line, a line with a width of its own, a light part, a dark part."""

DRAWINGS = MappingProxyType(
    {
        "arrow": '<path d="M3 9.5h10V5l8 7-8 7v-4.5H3z" [B]/>',
        "badge": (
            '<path d="M12 2l2.4 2 3.1-.3.8 3 2.7 1.6-1.2 2.9 1.2 2.9-2.7 1.6-.8 3-3.1-.3L12 '
            '20.4l-2.4-2-3.1.3-.8-3L3 14.1l1.2-2.9L3 8.3l2.7-1.6.8-3 3.1.3z" [B]/>'
            '<circle cx="12" cy="11.2" r="4.2" [H]/>'
        ),
        "band": (
            '<rect x="1.5" y="7.5" width="21" height="9" rx="2" [B]/><path d="M7 8v8M12 8v8M17 8v8" [L] opacity=".5"/>'
        ),
        "bay": (
            '<path d="M2.5 4.5h5.2c-1 7 1.2 10.4 4.3 10.4s5.3-3.4 4.3-10.4h5.2v15.5h-19z" [B]/>'
            '<path d="M8.2 8.6c1.3 1 2.5 1 3.8 0s2.5-1 3.8 0" [L]/>'
        ),
        "bishop": (
            '<path d="M8.4 18.5c.4-1.6 1-2.5 1-3.8C7.3 13.3 6.6 11.5 7.4 9.4 8.2 7.2 10 5.7 12 4c2 1.7 3.8 3.2 '
            '4.6 5.4.8 2.1.1 3.9-2 5.3 0 1.3.6 2.2 1 3.8z" [B]/><circle cx="12" cy="3" r="1.4" [B]/>'
            '<path d="M6 21.3c0-1.6.9-2.4 2-2.8h8c1.1.4 2 1.2 2 2.8z" [B]/>'
            '<path d="M12.3 10.9l2.6-3.2M8.9 15h6.2" [L]/>'
        ),
        "boat": (
            '<path d="M2.5 13.5h19c-.6 4-3 6.5-6 6.5h-7c-3 0-5.4-2.5-6-6.5z" [B]/>'
            '<path d="M11.2 12V3.2L4.8 12z" [B]/>'
            '<path d="M12.8 12V5.6l5 6.4z" [H] stroke="[d]" stroke-width="1"/>'
        ),
        "bolt": '<path d="M13.5 2L5 13.5h5.5L9 22l9.5-12.5H13z" [B]/>',
        "bottle": (
            '<path d="M9.8 2.5h4.4v5l3.6 6.2c1.6 3.6-.4 7.8-3.4 7.8H9.6c-3 0-5-4.2-3.4-7.8l3.6-6.2z" [B]/>'
            '<path d="M7.2 14.4c2.6-1.2 4.6 1 9.6-.2.9 2.7-.2 6-2.6 6H9.8c-2.4 0-3.5-3-2.6-5.8z" [H] '
            'opacity=".75"/><path d="M8.9 4.4h6.2" [L]/>'
        ),
        "box": (
            '<path d="M3 8.2L12 4l9 4.2v9L12 21l-9-3.8z" [B]/><path d="M3 8.2l9 4 9-4M12 12.2V21" [L]/>'
            '<path d="M12 4l9 4.2-9 4-9-4z" [H] opacity=".6"/>'
        ),
        "card": (
            '<rect x="5" y="2.5" width="14" height="19" rx="2" [B]/>'
            '<rect x="7.4" y="5" width="9.2" height="14" rx="1" [H] opacity=".7"/>'
        ),
        "circle": '<circle cx="12" cy="12" r="9" [B]/>',
        "clock": (
            '<circle cx="12" cy="12.4" r="9" [B]/><circle cx="12" cy="12.4" r="6.8" [H]/>'
            '<path d="M12 8v4.6l3.2 2M9.5 2.4h5" [T] stroke-width="1.6"/>'
        ),
        "club": (
            '<path d="M12 2.2a4.3 4.3 0 0 1 3.6 6.6 4.4 4.4 0 1 1-2.5 7.1c.1 2 .9 3.6 2.3 5.4H8.6'
            'c1.4-1.8 2.2-3.4 2.3-5.4a4.4 4.4 0 1 1-2.5-7.1A4.3 4.3 0 0 1 12 2.2z" [B]/>'
        ),
        "coin": (
            '<circle cx="12" cy="12" r="9.2" [B]/>'
            '<circle cx="12" cy="12" r="6.6" fill="none" stroke="[l]" stroke-width="1.3"/>'
            '<path d="M12 8v8M9.8 10h4.4M9.8 14h4.4" [L]/>'
        ),
        "crab": (
            '<ellipse cx="12" cy="14" rx="7" ry="5" [B]/>'
            '<path d="M6 10.5C3 10 2 7 3.2 4.4 4.4 5.6 5.6 5.4 6.6 4.6c.6 2.2-.1 4-1.2 5.4M18 10.5c3-.5 4-3.5 '
            '2.8-6.1-1.2 1.2-2.4 1-3.4.2-.6 2.2.1 4 1.2 5.4" [B]/>'
            '<path d="M5.4 16l-3 1.6M6.6 18l-2.4 3M18.6 16l3 1.6M17.4 18l2.4 3" [T] stroke-width="1.5"/>'
            '<circle cx="10" cy="11.6" r="1" [D]/><circle cx="14" cy="11.6" r="1" [D]/>'
        ),
        "crate": (
            '<rect x="3.5" y="4.5" width="17" height="15" rx="1.2" [B]/><path d="M3.5 9h17M3.5 15h17M8 9.2l8 5.6" [L]/>'
        ),
        "crown": (
            '<path d="M3.5 18.5L2.6 7.8l5 4L12 4.6l4.4 7.2 5-4-.9 10.7z" [B]/><path d="M4.4 16h15.2" [L]/>'
            '<circle cx="12" cy="4.2" r="1.5" [B]/><circle cx="2.9" cy="7.4" r="1.2" [B]/>'
            '<circle cx="21.1" cy="7.4" r="1.2" [B]/>'
        ),
        "cube": (
            '<path d="M12 2.6l8.6 4.6v9.6L12 21.4l-8.6-4.6V7.2z" [B]/>'
            '<path d="M12 2.6l8.6 4.6L12 12 3.4 7.2z" [H] opacity=".75"/>'
            '<path d="M3.4 7.2L12 12l8.6-4.8M12 12v9.4" [L]/>'
        ),
        "dial": (
            '<circle cx="12" cy="12" r="9.4" [B]/><path d="M12 2.6a9.4 9.4 0 0 1 0 18.8z" [D] opacity=".75"/>'
            '<path d="M12 12L16.8 6.6" stroke="[l]" stroke-width="1.8" stroke-linecap="round"/>'
            '<circle cx="12" cy="12" r="1.8" [H]/>'
        ),
        "diamond": (
            '<path d="M12 1.8c2.2 3.8 4.6 7 7.6 10.2-3 3.2-5.4 6.4-7.6 10.2-2.2-3.8-4.6-7-7.6-10.2'
            ' 3-3.2 5.4-6.4 7.6-10.2z" [B]/>'
        ),
        "die": (
            '<rect x="3.5" y="3.5" width="17" height="17" rx="3.6" [B]/><circle cx="8" cy="8" r="1.6" [D]/>'
            '<circle cx="16" cy="8" r="1.6" [D]/><circle cx="12" cy="12" r="1.6" [D]/>'
            '<circle cx="8" cy="16" r="1.6" [D]/><circle cx="16" cy="16" r="1.6" [D]/>'
        ),
        "disc": (
            '<ellipse cx="12" cy="13.4" rx="9.4" ry="8.4" [D]/><ellipse cx="12" cy="11.4" rx="9.4" ry="8.4" [B]/>'
            '<ellipse cx="12" cy="11.4" rx="6.6" ry="5.8" fill="none" stroke="[l]" stroke-width="1.2" '
            'opacity=".8"/>'
        ),
        "drop": (
            '<path d="M12 2c4 5.2 7 8.8 7 12.6a7 7 0 0 1-14 0C5 10.8 8 7.2 12 2z" [B]/>'
            '<path d="M8 14.6c0 2.4 1.5 4.2 3.6 4.7" fill="none" stroke="[l]" stroke-width="1.5" '
            'stroke-linecap="round"/>'
        ),
        "face": (
            '<circle cx="12" cy="12" r="9.4" [B]/><circle cx="8.8" cy="10" r="1.2" [D]/>'
            '<circle cx="15.2" cy="10" r="1.2" [D]/>'
            '<path d="M7.6 14.4c2 2.6 6.8 2.6 8.8 0" [T] stroke-width="1.5"/>'
        ),
        "figure": (
            '<path d="M12 2.6a3.2 3.2 0 0 1 2.8 4.8c3 .8 5.8 2.6 6.4 4.4.4 1.6-1.8 2-4.2 1.8.6 2.4 2 4.6 2.6 '
            "7.6h-5.8L12 16.8l-1.8 4.4H4.4c.6-3 2-5.2 2.6-7.6-2.4.2-4.6-.2-4.2-1.8.6-1.8 3.4-3.6 6.4-4.4A3.2 3.2 "
            '0 0 1 12 2.6z" [B]/>'
        ),
        "flag": (
            '<path d="M5.5 21.5v-19" [T] stroke-width="1.8"/>'
            '<path d="M6 3.5c4-2 7 2 13 .5l-2.5 4L19 12c-6 1.5-9-2.5-13-.5z" [B]/>'
        ),
        "flame": (
            '<path d="M12.5 2c.6 4 5.5 6 5.5 12a6 6.8 0 0 1-12 0c0-3 1.6-4.5 2.6-6.5.7 1 1 2 1.3 3C11.5 8.5 12.8 '
            '5.5 12.5 2z" [B]/>'
            '<path d="M12 12.5c.6 2 2.6 2.8 2.6 5a2.7 2.7 0 0 1-5.3 0c0-1.6 1.7-2.6 2.7-5z" [H]/>'
        ),
        "gem": (
            '<path d="M7 4h10l4.5 5.5L12 21.5 2.5 9.5z" [B]/>'
            '<path d="M2.5 9.5h19M7 4l2 5.5L12 21M17 4l-2 5.5L12 21M9 9.5L12 4l3 5.5" [L] opacity=".7"/>'
            '<path d="M7 4L2.5 9.5H9z" [H] opacity=".8"/>'
        ),
        "heart": (
            '<path d="M12 20.5C4 15 2.5 11 2.5 8.5a4.8 4.8 0 0 1 9.5-1.5 4.8 4.8 0 0 1 9.5 1.5c0 2.5-1.5 6.5-9.5 '
            '12z" [B]/>'
        ),
        "hexagon": '<path d="M12 2l8.7 5v10L12 22l-8.7-5V7z" [B]/>',
        "house": (
            '<path d="M3 11.5L12 4l9 7.5v2h-2V21H5v-7.5H3z" [B]/>'
            '<path d="M12 4l9 7.5v2L12 6.5 3 13.5v-2z" [D] opacity=".8"/><path d="M10 21v-5.5h4V21z" [D]/>'
        ),
        "idol": (
            '<path d="M6 21V9.5C6 5.5 8.5 2.5 12 2.5s6 3 6 7V21z" [B]/>'
            '<path d="M8.5 9.5h2.5M13 9.5h2.5M12 9.5v4M9 17h6M9 15v4M12 15v4M15 15v4" [T] stroke-width="1.4"/>'
        ),
        "key": (
            '<circle cx="7.5" cy="12" r="4.5" [B]/>'
            '<path d="M11.5 10.7H21.5V16h-2.6v-2.6h-2V15.5h-2.4v-2.1h-3z" [B]/>'
            '<circle cx="7.5" cy="12" r="1.7" [H]/>'
        ),
        "king": (
            '<path d="M12 1.5v5.5M9.7 3.6h4.6" [T] stroke-width="2.4"/>'
            '<path d="M12 1.5v5.5M9.7 3.6h4.6" fill="none" stroke="[c]" stroke-width="1.1" '
            'stroke-linecap="round"/>'
            '<path d="M7.6 18.5C5.6 15.5 3.3 13 4.3 10.3c1-2.5 5.5-2.3 7.7.7 2.2-3 6.7-3.2 7.7-.7 1 2.7-1.3 '
            '5.2-3.3 8.2z" [B]/>'
            '<path d="M12 11c-1.6-2-1.3-4 0-4.8 1.3.8 1.6 2.8 0 4.8zM12 11v4.5M7.2 15.8c3-1 6.6-1 9.6 0" [L]/>'
            '<path d="M6 21.3c0-1.6.9-2.4 2-2.8h8c1.1.4 2 1.2 2 2.8z" [B]/>'
        ),
        "knight": (
            '<path d="M7.2 18.5c.3-2.6 3.7-4 4.3-6.7-1.2 1.4-2.6 2-4.2 2.2l-1.9 1c-1.5.3-2.5-1.1-2-2.5C4.6 9.4 6 '
            '7 8.6 5.5L9 2.8l2.5 1.8c5.6 1.1 8.1 6.5 6.7 13.9z" [B]/><circle cx="8.9" cy="8.6" r=".95" [D]/>'
            '<path d="M12.8 6.2c2.7 1.7 3.8 5.5 3.2 10.3" [L] opacity=".6"/>'
            '<path d="M6 21.3c0-1.6.9-2.4 2-2.8h8c1.1.4 2 1.2 2 2.8z" [B]/>'
        ),
        "leaf": (
            '<path d="M20.5 3.5C9.5 3 3.5 8 4 17l-.5 3.5 2-2.2c9 1.7 15.5-4 15-14.8z" [B]/>'
            '<path d="M5.5 18.2C9 12.5 12.5 9 17 6.8M9.5 13.4V9.5M12.6 10.6h4" [L]/>'
        ),
        "moon": (
            '<path d="M15.5 2.6a9.6 9.6 0 1 0 6 13.6A8.2 8.2 0 0 1 15.5 2.6z" [B]/>'
            '<path d="M8.2 7.6a6.5 6.5 0 0 0-1.5 7" fill="none" stroke="[l]" stroke-width="1.3" '
            'stroke-linecap="round"/>'
        ),
        "mountain": '<path d="M1.5 20.5L9 6l4 6 2.5-3.5 7 12z" [B]/><path d="M9 6l3 4.5-2 1.5-1.7-1.2L6.6 12z" [H]/>',
        "notch": '<path d="M3.5 5.5h5v5h7v-5h5v13h-17z" [B]/>',
        "pawn": (
            '<path d="M8.3 18.5c1.6-2 2-4.4 2.1-7.3h3.2c.1 2.9.5 5.3 2.1 7.3z" [B]/>'
            '<circle cx="12" cy="7.2" r="3.7" [B]/><path d="M8.6 11.3h6.8" [T] stroke-width="2"/>'
            '<path d="M6 21.3c0-1.6.9-2.4 2-2.8h8c1.1.4 2 1.2 2 2.8z" [B]/>'
        ),
        "person": (
            '<circle cx="12" cy="7.5" r="4.3" [B]/><path d="M3.8 21.5c0-5.5 3.4-8.2 8.2-8.2s8.2 2.7 8.2 8.2z" [B]/>'
        ),
        "porthole": (
            '<circle cx="12" cy="12" r="9.6" [B]/>'
            '<circle cx="12" cy="12" r="6" fill="#bfe0ef" stroke="[d]" stroke-width="1.1"/>'
            '<path d="M12 3.6v1M12 19.4v1M3.6 12h1M19.4 12h1" [T] stroke-width="1.8"/>'
            '<path d="M8.6 12.5a3.6 3.6 0 0 1 3-3.8" fill="none" stroke="#fff" stroke-width="1.4" '
            'stroke-linecap="round"/>'
        ),
        "queen": (
            '<path d="M7.3 18.5L3.2 8l4.6 4.4L9 5l3 6.6L15 5l1.2 7.4L20.8 8l-4.1 10.5z" [B]/>'
            '<circle cx="3" cy="6.9" r="1.4" [B]/><circle cx="9" cy="4" r="1.4" [B]/>'
            '<circle cx="15" cy="4" r="1.4" [B]/><circle cx="21" cy="6.9" r="1.4" [B]/>'
            '<path d="M7 15.7c3.2-.9 6.8-.9 10 0" [L]/>'
            '<path d="M6 21.3c0-1.6.9-2.4 2-2.8h8c1.1.4 2 1.2 2 2.8z" [B]/>'
        ),
        "river": (
            '<path d="M4 2.5h7c-1 4 5 5 5 9s-4 5-2.5 10h-8C4 16 8 15 8 11.5S3 7 4 2.5z" [B]/>'
            '<path d="M8 5.5c1 2.6 4.5 3.6 4.5 6.5s-3 4-3 7" fill="none" stroke="[l]" stroke-width="1.2"/>'
        ),
        "rock": (
            '<path d="M2.5 19L5 10l5.5-5.5 6.5 2 4.5 7L20 19z" [B]/>'
            '<path d="M10.5 4.5l-2 7 5.5 1 3-6zM8.5 11.5L5 19M14 12.5l1.5 6.5" [L] opacity=".65"/>'
            '<path d="M10.5 4.5l-2 7L5 10z" [H] opacity=".8"/>'
        ),
        "rook": (
            '<path d="M8 18.5l.8-9h6.4l.8 9z" [B]/>'
            '<path d="M6.3 3.5h2.6v2.2h1.8V3.5h2.6v2.2h1.8V3.5h2.6v4.2l-1.9 1.9H8.2L6.3 7.7z" [B]/>'
            '<path d="M6 21.3c0-1.6.9-2.4 2-2.8h8c1.1.4 2 1.2 2 2.8z" [B]/>'
        ),
        "scroll": (
            '<path d="M5.5 4.5h11v13.5h-11z" [B]/>'
            '<path d="M16.5 4.5c3 0 3 4 0 4M5.5 18c-3 0-3 3.5 0 3.5h11c-2 0-2-3.5 0-3.5z" [B]/>'
            '<path d="M8 8h6M8 11h6M8 14h4" [L]/>'
        ),
        "sheaf": (
            '<path d="M12 21.5V8M12 14c-3 0-5-1.5-5.5-4.5M12 14c3 0 5-1.5 5.5-4.5" [T] stroke-width="1.5"/>'
            '<path d="M12 7.6c-2-1.6-2-4 0-5.8 2 1.8 2 4.2 0 5.8z" [B] transform="rotate(0 12 7.6)"/>'
            '<path d="M12 11.5c-2-1.6-2-4 0-5.8 2 1.8 2 4.2 0 5.8z" [B] transform="rotate(-48 12 11.5)"/>'
            '<path d="M12 11.5c-2-1.6-2-4 0-5.8 2 1.8 2 4.2 0 5.8z" [B] transform="rotate(48 12 11.5)"/>'
            '<path d="M12 15.5c-2-1.6-2-4 0-5.8 2 1.8 2 4.2 0 5.8z" [B] transform="rotate(-52 12 15.5)"/>'
            '<path d="M12 15.5c-2-1.6-2-4 0-5.8 2 1.8 2 4.2 0 5.8z" [B] transform="rotate(52 12 15.5)"/>'
        ),
        "shell": (
            '<path d="M12 21c-6-1-9.5-5-9.5-9.5C2.5 6.5 7 3 12 3s9.5 3.5 9.5 8.5C21.5 16 18 20 12 21z" [B]/>'
            '<path d="M12 20.5V4M12 20.5L6.5 5.5M12 20.5L17.5 5.5M12 20.5L3 10M12 20.5L21 10" [L] opacity=".6"/>'
        ),
        "shield": '<path d="M3.5 3.5h17v9c0 5-4 7.5-8.5 9.5-4.5-2-8.5-4.5-8.5-9.5z" [B]/>',
        "ship": (
            '<path d="M18 6.5l4.5-2.5v10L18 11.5z" [B]/><ellipse cx="11" cy="9" rx="9.5" ry="5.4" [B]/>'
            '<path d="M2.5 7.2c5-1.6 12-1.6 17 0" fill="none" stroke="[l]" stroke-width="1.4"/>'
            '<path d="M2.5 10.8c5 1.6 12 1.6 17 0" [L] opacity=".6"/>'
            '<path d="M6.5 17h9l-1.3 3.5H7.8z" fill="#8a5f3c" stroke="[d]" stroke-width="1.1"/>'
            '<path d="M7.5 14l.5 3M14.5 14l-.5 3" [L]/>'
        ),
        "spade": (
            '<path d="M12 1.8c3 4 8.6 6.8 8.6 11.4a4.3 4.3 0 0 1-7.4 2.9c.1 2 .8 3.5 2.2 5.2H8.6'
            'c1.4-1.7 2.1-3.2 2.2-5.2a4.3 4.3 0 0 1-7.4-2.9C3.4 8.6 9 5.8 12 1.8z" [B]/>'
        ),
        "spool": (
            '<path d="M5 3h14v3.5H5zM5 17.5h14V21H5z" [B]/>'
            '<path d="M7 6.5h10v11H7z" [H] stroke="[d]" stroke-width="1.1"/>'
            '<path d="M7 9.5l10-1.5M7 12.5l10-1.5M7 15.5l10-1.5" stroke="[c]" stroke-width="1.4"/>'
        ),
        "sprig": (
            '<path d="M12 21.5C11 14 12 8 14 3" [T] stroke-width="1.5"/>'
            '<path d="M11.6 17c-3 -3.2 -6 -2.6 -7 -.6 1 2.4 4 3 7 .6z" [B]/>'
            '<path d="M12.1 13.5c3 -3.2 6 -2.6 7 -.6 -1 2.4 -4 3 -7 .6z" [B]/>'
            '<path d="M12 10c-3 -3.2 -6 -2.6 -7 -.6 1 2.4 4 3 7 .6z" [B]/>'
            '<path d="M13 7.5c3 -3.2 6 -2.6 7 -.6 -1 2.4 -4 3 -7 .6z" [B]/>'
        ),
        "square": '<rect x="4" y="4" width="16" height="16" rx="2.5" [B]/>',
        "star": '<path d="M12 2.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.4l-6.1 3.4 1.4-6.8L2.2 9.3l6.9-.8z" [B]/>',
        "strip": '<rect x="1.5" y="7.5" width="21" height="9" rx="2" [B]/>',
        "sun": (
            '<path d="M19.2 12.0L22.6 12.0 M4.8 12.0L1.4 12.0 M12.0 19.2L12.0 22.6 M12.0 4.8L12.0 1.4 M17.0 '
            '17.0L19.4 19.4 M7.0 17.0L4.6 19.4 M17.0 7.0L19.4 4.6 M7.0 7.0L4.6 4.6" fill="none" stroke="[c]" '
            'stroke-width="2.2" stroke-linecap="round"/><circle cx="12" cy="12" r="5.6" [B]/>'
            '<path d="M9 11.5a3.2 3.2 0 0 1 2.6-2.7" fill="none" stroke="[l]" stroke-width="1.3" '
            'stroke-linecap="round"/>'
        ),
        "sword": (
            '<path d="M20.5 3.5l-1 4.5-9 9-3-3 9-9z" [B]/>'
            '<path d="M5.5 12l6.5 6.5M7 17l-3.5 3.5" [T] stroke-width="2.2"/>'
        ),
        "tag": '<path d="M2.5 5h12l7 7-7 7h-12z" [B]/><circle cx="16" cy="12" r="1.6" [H]/>',
        "target": (
            '<circle cx="12" cy="12" r="9.6" [B]/><circle cx="12" cy="12" r="6.4" [H]/>'
            '<circle cx="12" cy="12" r="3.2" [B]/>'
        ),
        "ticket": (
            '<path d="M2.5 6h19v4a2 2 0 0 0 0 4v4h-19v-4a2 2 0 0 0 0-4z" [B]/>'
            '<path d="M15.5 6.5v11" [L] stroke-dasharray="1.5 1.5"/>'
        ),
        "tile": (
            '<rect x="3" y="3" width="18" height="18" rx="2.5" [B]/>'
            '<rect x="5.8" y="5.8" width="12.4" height="12.4" rx="1.5" [H] opacity=".6"/>'
        ),
        "tower": (
            '<path d="M6.5 21.5l1-11.5h9l1 11.5z" [B]/><path d="M5.5 10V4h3v2.5h2V4h3v2.5h2V4h3v6z" [B]/>'
            '<path d="M10.5 21.5V17a1.5 1.5 0 0 1 3 0v4.5z" [D]/>'
        ),
        "tree": (
            '<path d="M10.6 14h2.8l.8 7.5H9.8z" fill="#8a5f3c" stroke="[d]" stroke-width="1"/>'
            '<path d="M12 2.5c3 0 4.8 1.8 4.9 4.2 2.6.4 3.9 2.3 3.6 4.6-.3 2.6-2.6 4.2-5.4 3.8-1.8 1.4-4.5 '
            '1.4-6.2 0-2.8.4-5.1-1.2-5.4-3.8-.3-2.3 1-4.2 3.6-4.6.1-2.4 1.9-4.2 4.9-4.2z" [B]/>'
            '<path d="M8.2 8.4c.4-1.9 1.6-2.9 3.3-3.1" fill="none" stroke="[l]" stroke-width="1.4" '
            'stroke-linecap="round"/>'
        ),
        "veil": (
            '<path d="M3 5.5c3-2.5 6 2.5 9 0s6-2.5 9 0v4c-3-2.5-6 2.5-9 0s-6 2.5-9 0z" [B]/>'
            '<path d="M3 13.5c3-2.5 6 2.5 9 0s6-2.5 9 0v4c-3-2.5-6 2.5-9 0s-6 2.5-9 0z" [B] opacity=".7"/>'
        ),
        "wave": '<path d="M2 18.5c0-8 4-13 9.5-13 4.5 0 7.5 3 7.5 6.5-2-2-5.5-2-6 .8-.4 2.6 2.5 4 9 3.7v4H2z" [B]/>',
    }
)
"""Shape -> its drawing."""

_FALLBACKS = ("disc", "square", "hexagon", "shield", "tag", "badge")


def _named(shape: str) -> str:
    """The drawing of a shape; of an unknown one, a plain outline that depends only on its name."""
    return shape if shape in DRAWINGS else _FALLBACKS[sha256(shape.encode()).digest()[0] % len(_FALLBACKS)]


@lru_cache(maxsize=2048)
def drawing(shape: str, colour: str) -> str:
    """A shape of 24 by 24 in a colour; two shapes joined with `_` side by side."""
    parts = shape.split("_")
    if shape not in DRAWINGS and len(parts) == 2 and all(part in DRAWINGS for part in parts):
        return group(drawing(parts[0], colour), 0, 0, 0.62) + group(drawing(parts[1], colour), 9, 9, 0.62)
    dark, light = shades(colour)
    made = DRAWINGS[_named(shape)]
    for sign, meant in (*_STYLES.items(), ("[c]", colour), ("[d]", dark), ("[l]", light)):
        made = made.replace(sign, meant)
    return made


@lru_cache(maxsize=2048)
def token(colour: str, said: str) -> str:
    """A coloured disc of 24 by 24 with up to three characters, for things without a shape."""
    dark, _light = shades(colour)
    size = {0: 12, 1: 13, 2: 10}.get(len(said), 8)
    letters = text(12, 12, said, size, text_anchor="middle", font_weight="700", fill=ink_on(colour)) if said else ""
    return f'<circle cx="12" cy="12" r="9.5" fill="{escape(colour)}" stroke="{dark}" stroke-width="1.1"/>{letters}'
