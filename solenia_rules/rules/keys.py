"""The table of the keys of a ruleset file: where each key may occur, and what it means.

The decoder accepts no other keys; the JSON Schema and the language server show these descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ORIGIN = {
    "source": 'where it comes from: "seed" (the rulebook), "public" or "ours"',
    "note": "a remark on where it comes from",
}
HEAD: Mapping[str, str] = MappingProxyType(
    {
        "ruleset": "its id, equal to the name of the file or folder",
        "language": "version of the effects language: 1",
        "extends": "the ruleset that this one changes; everything not given here comes from it",
        "abstract": "true: a base for others that cannot be played by itself",
        "languages": 'the languages that it has texts in, as ["en"]; default: all',
        "title": "its name for people, in each language",
        "about": "one line that says what it is for, in each language",
        **ORIGIN,
        "seats": "the number of seats, and fields of the seats",
        "remove": 'entries and keys of the base to remove: ["section.id", "section.id.key"]',
        "budget": "the most steps of one action, as `check` estimates them; default: 1000000",
        "estimate": "text, a number: how good the position is for `me`, for bots; default: the score",
    }
)
SECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "params": "numbers that can be set when the game is loaded",
        "kinds": "kinds of words, by which things are classified",
        "counters": "numbers that change: per seat, per word, or shared",
        "state": "single values that change: a word, a seat, a piece, a cell, yes or no",
        "pieces": "kinds of pieces: everything that has a place and can be moved",
        "zones": "places for pieces: their order, and who sees the pieces there",
        "cells": "kinds of cells, for boards that are lists",
        "boards": "grids or lists of cells",
        "history": "positions that are recorded, to find out whether the same position stood before",
        "setup": "steps before the first turn, in order",
        "play": "steps of the game itself, in order",
        "scoring": "steps after the last turn, in order",
        "result": "steps that say who wins, in order",
        "verbs": "named effects",
        "queries": "named values",
        "rules": "lasting rules that no piece holds",
        "words": "words for people, by language and id",
        "look": "how things are drawn, by id",
        "allow": "findings that are intended, by code: the thing concerned, and the reason",
    }
)
_STEP = {"effect": "text: what happens", **ORIGIN}
_WHILE = "text, a test: when the lasting rules hold"
ENTRIES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "params": {"default": "its value if no other is set", "range": "[lowest, highest]", **ORIGIN},
        "kinds": {"plural": "the name for all its words", "words": "its words, in order", **ORIGIN},
        "counters": {
            "plural": "a second name, for more than one",
            "per": '["seat"], ["seat", KIND], [KIND]; default: one shared by all',
            "limit": "text, a number: the most that all its words together may reach",
            "past_limit": '"owner gives up" (default) or "lost": what happens above the limit',
            "range": "[lowest, highest]; default: [0, 1000000000]",
            "starts": "its first value; default: 0",
            "resets": "the phase that puts it back to its first value",
            "score": "true: this is the score that players see",
            "seen": 'who sees it: "all" (default), "owner" or "nobody"',
            "size_seen": 'who sees the total of its words: "all", "owner" or "nobody"; default: who sees the words',
            **ORIGIN,
        },
        "state": {
            "kind": "kind of its value; with a `?` it may be none",
            "per": '"seat": one for each seat; default: one shared by all',
            "starts": "its first value",
            "resets": "the phase that puts it back to its first value",
            "seen": 'who sees it: "all" (default), "owner" or "nobody"',
            "judged": "true: it may reveal hidden things to the seats that see it",
            **ORIGIN,
        },
        "pieces": {
            "plural": "the name for all of them, and of the section of their records",
            "per": '"seat" or a kind of words: a full set for each',
            "starts": "the zone where they start",
            "also": "the zone where an additional set without an owner starts",
            "sides": "number of faces: makes it a die",
            "faces": "the board whose rows these pieces are",
            "fields": "the fields of each piece: field = kind",
            "while": _WHILE,
            **ORIGIN,
        },
        "zones": {
            "per": '"seat" or a kind of words: one zone for each',
            "of": "the kind of pieces it holds, or a list of kinds",
            "order": '"stack" or "line"; default: "none"',
            "seen": 'who sees the pieces there: "nobody" (default), "owner" or "all"',
            "capacity": "the most pieces it holds",
            "size_seen": 'who sees the number of pieces there: "all" (default), "owner" or "nobody"',
            **ORIGIN,
        },
        "cells": {
            "plural": "the name for all of them, and of the section of their records",
            "fields": "the fields of each cell: field = kind",
            "while": _WHILE,
            **ORIGIN,
        },
        "boards": {
            "columns": "of a grid: the number of columns",
            "rows": "of a grid: the number of rows, or the zone whose pieces are the rows",
            "impassable": "of a grid: cells that are not part of it, [[row, column]]",
            "grid": '"square" (default) or "hex": six neighbours, even rows half a cell to the right',
            "wraps": 'of a grid: opposite edges that are joined: "rows", "columns" or "both"; default: "none"',
            "fields": "of a grid, corners or sides: the fields of each cell: field = kind",
            "map": "of a grid: what its cells hold at first, row by row from the top, or a table of maps by field",
            "corners": "the grid whose corners are the cells of this board",
            "sides": "the grid whose sides are the cells of this board",
            "cells": "of a list: the kind of cells it consists of",
            "links": "of a list: which cells are neighbours, [[a, b]]",
            "per": '"seat": one board for each seat',
            **ORIGIN,
        },
        "history": {
            "keeps": 'what makes two positions equal: boards, zones, counters and state; "me": the seat that acts',
            "most": "the most positions that it holds",
            "when_full": '"draw" (default) or "forget oldest": what happens if one more is recorded',
            **ORIGIN,
        },
        "setup": _STEP,
        "play": _STEP,
        "scoring": _STEP,
        "result": _STEP,
        "verbs": {
            "params": 'its parameters: name = kind, after a preposition if there is one, as in "to cell"',
            "effect": "text: what it does",
            **ORIGIN,
        },
        "queries": {
            "params": "its parameters: name = kind",
            "value": "text: its value",
            "table": "numbers, one for each value of its one range parameter",
            "shown": "true: all seats see this number at the table; a table of them if it has one or two parameters",
            **ORIGIN,
        },
        "rules": {
            "rules": "text: the lasting rules",
            "order": "among rules that apply at once, the lower order goes first; default: 0",
            "while": _WHILE,
            **ORIGIN,
        },
    }
)
RECORD: Mapping[str, str] = MappingProxyType(
    {
        "copies": "the number of copies; default: 1",
        "order": "among rules that apply at once, the lower order goes first; default: 0",
        "starts": 'the zone where it starts, or "none"',
        "at": "of a cell: where it is drawn, [x, y], x to the right and y upwards",
        "links": "of a cell of a list: cells that are its neighbours, besides those in the `links` of the board",
        "front": "the cells of its front, column by column",
        "back": "the cells of its back, column by column",
        **ORIGIN,
    }
)
"""The keys of a record besides the fields of its kind; `starts` only for pieces, `at` and `links` only for cells,
`front` and `back` only for kinds with faces."""
PATTERN = "the variables of the pattern, and what each of them runs over"
"""What the key `for` of a pattern of records means."""
RUNS_OVER = (
    'a kind of words ("suits"), some of them ("ace..ten"), numbers ("1..13"), or "from x" or "after x" of a variable '
    "before"
)
FIELD: Mapping[str, str] = MappingProxyType(
    {
        "kind": "kind of its value; with a `?` it may be absent",
        "starts": "its first value",
        "resets": "the phase that puts it back to its first value",
    }
)
SEATS: Mapping[str, str] = MappingProxyType(
    {"range": "[fewest, most]", "fields": "field = [value of the first seat, of the second, ...]"}
)
FORMS: Mapping[str, str] = MappingProxyType(
    {
        "one": "the singular; for a verb, the infinitive",
        "few": "the form for 2 to 4 (Polish), and the plural without a number",
        "many": "the form for 5 and more (Polish): the genitive plural",
        "other": "the plural; in Polish the genitive singular",
        "gender": "m, f or n; in Polish also ma (masculine animate) and mp (masculine personal)",
        "dat": "dative (Polish)",
        "acc": "accusative (Polish), if it does not follow from the other forms",
        "ins": "instrumental (Polish)",
        "loc": "locative (Polish): where something is",
        "dat_pl": "dative plural (Polish)",
        "ins_pl": "instrumental plural (Polish)",
        "loc_pl": "locative plural (Polish)",
        "in": "the preposition for being there",
        "to": "the preposition for moving there",
        "from": "the preposition for taking something from there",
        "with": "the text after the name, with the parameters of a query, or the holder of a field as {it}",
        "is": "the whole verb phrase of a yes/no query or field",
        "not": "the negated verb phrase",
        "m": "the form for something masculine",
        "f": "the form for something feminine",
        "n": "the form for something neuter",
        "pl": "the form for several things",
        "mp": "the form for several masculine things (French) or persons (Polish)",
        "fp": "the form for several feminine things (French)",
        "you": "the imperative of a verb, with its parameters in braces",
        "third": "the third person of a verb, with its parameters in braces",
        "inf": "the infinitive of a verb, with its parameters in braces",
        "does": "the third person of a verb, without parameters (Polish)",
    }
)
"""The forms of a word in `[words]`."""

LOOK: Mapping[str, str] = MappingProxyType(
    {
        "glyph": "a character that represents it",
        "colour": "its colour",
        "shape": "what it looks like",
        "tells": "fields that are shown beside its name, separated by spaces",
        "role": "what a zone is at the table",
        "background": "what is behind the cells of a board, or behind a cell that holds the word",
        "ground": "how the cells of a board are drawn, or a cell that holds the word",
        "layout": "how the cells of a list are laid out",
        "rows": "the field whose values are the rows of a list",
        "top": "the row of a grid that is at the top",
        "frame": "what is in the middle of a printed piece",
        "title": "the field that is the title of a printed piece, instead of its name",
        "corner": "the field in the corner of a printed piece",
        "icons": "fields of a printed piece that are drawn as icons, separated by spaces",
        "text": "fields of a printed piece that are told in sentences, separated by spaces",
        "place": "the field with the cell beside which a piece of a zone is drawn",
        "edges": "the field with the words of the four edges of a printed piece, clockwise from the top",
        "segments": "the field with the number of segments of the roads of a map",
        "stack": "the field with the height of a piece among the pieces that lie on top of each other on a cell",
        "shown": "false: the table and the log leave it out",
        "told": "false: the log leaves it out; the table shows it",
    }
)


def keys_of(section: str) -> tuple[str, ...]:
    """The keys that an entry of a section may have."""
    return tuple(ENTRIES[section])
