"""The one table of the keys of a ruleset file: where each may stand, and what it means.

The decoder takes no other keys; the JSON Schema and the language server tell what stands here.
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
        "extends": "the ruleset that this one changes; what is not said here is as there",
        "abstract": "true: a base for others that cannot be played by itself",
        "languages": 'the languages that it has texts in, as ["en"]; default: all',
        "title": "its name for people, in each language",
        "about": "one line for people on what it is for, in each language",
        **ORIGIN,
        "seats": "how many play, and fields of the seats",
        "remove": 'what of the base is taken away: ["section.id", "section.id.key"]',
        "estimate": "text, a number: how good the position is for `me`, for bots; default: the score",
    }
)
SECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "params": "numbers that whoever loads the game may set",
        "kinds": "kinds of words: sorts that things are of",
        "counters": "numbers that change: per seat, per word, or shared",
        "state": "single values that change: a word, a seat, a piece, a cell, yes or no",
        "pieces": "kinds of pieces: all that lies somewhere and can be moved",
        "zones": "where pieces lie, in which order, and who sees them there",
        "cells": "kinds of cells, for boards that are lists",
        "boards": "grids or lists of cells",
        "setup": "steps before the first turn, in order",
        "play": "steps of the game itself, in order",
        "scoring": "steps after the last turn, in order",
        "result": "steps that say who wins, in order",
        "verbs": "effects with a name of their own",
        "queries": "values with a name of their own",
        "rules": "lasting rules that no piece holds",
        "words": "words for people, by language and id",
        "look": "how things are drawn, by id",
        "allow": "findings that are meant to be so, by code: what each is about, and why",
    }
)
_STEP = {"effect": "text: what happens", **ORIGIN}
_WHILE = "text, a test: when the lasting rules hold"
ENTRIES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "params": {"default": "its value unless another is set", "range": "[lowest, highest]", **ORIGIN},
        "kinds": {"plural": "the name for all its words", "words": "its words, in order", **ORIGIN},
        "counters": {
            "plural": "a second name, for more than one",
            "per": '["seat"], ["seat", KIND], [KIND]; without it there is one for all',
            "limit": "text, a number: the most that all its words together may reach",
            "past_limit": '"owner gives up" (default) or "lost": what happens above the limit',
            "range": "[lowest, highest]; default: [0, 1000000000]",
            "starts": "its first value; default: 0",
            "resets": "the phase that puts it back to its first value",
            "score": "true: this is the score that players see",
            "seen": 'who sees it: "all" (default), "owner" or "nobody"',
            **ORIGIN,
        },
        "state": {
            "kind": "kind of its value; with a `?` it may be none",
            "per": '"seat": one for each seat; without it there is one for all',
            "starts": "its first value",
            "resets": "the phase that puts it back to its first value",
            "seen": 'who sees it: "all" (default), "owner" or "nobody"',
            "judged": "true: it may tell those who see it of what lies hidden",
            **ORIGIN,
        },
        "pieces": {
            "plural": "the name for all of them, and of the section of their records",
            "per": '"seat" or a kind of words: a full set for each',
            "starts": "the zone where they start",
            "also": "a zone where one more set without owner starts",
            "sides": "number of faces: makes it a die",
            "faces": "the board whose rows these pieces are",
            "fields": "what each of them has: field = kind",
            "while": _WHILE,
            **ORIGIN,
        },
        "zones": {
            "per": '"seat" or a kind of words: one zone for each',
            "of": "the kind of pieces it holds, or a list of kinds",
            "order": '"stack" or "line"; default: "none"',
            "seen": 'who sees what lies there: "nobody" (default), "owner" or "all"',
            "capacity": "how many pieces it holds",
            "size_seen": 'who sees how many lie there: "all" (default), "owner" or "nobody"',
            **ORIGIN,
        },
        "cells": {
            "plural": "the name for all of them, and of the section of their records",
            "fields": "what each of them has: field = kind",
            "while": _WHILE,
            **ORIGIN,
        },
        "boards": {
            "columns": "of a grid: how many columns",
            "rows": "of a grid: how many rows, or the zone whose pieces are the rows",
            "impassable": "of a grid: cells that are no part of it, [[row, column]]",
            "grid": '"square" (default) or "hex": six neighbours, even rows half a cell to the right',
            "wraps": 'of a grid: edges that meet: "rows", "columns" or "both"; default: "none"',
            "fields": "of a grid: what each cell has: field = kind",
            "cells": "of a list: the kind of cells it consists of",
            "links": "of a list: which cells are neighbours, [[a, b]]",
            "per": '"seat": one board for each seat',
            **ORIGIN,
        },
        "setup": _STEP,
        "play": _STEP,
        "scoring": _STEP,
        "result": _STEP,
        "verbs": {
            "params": 'what it takes: name = kind, after a preposition if any, as in "to cell"',
            "effect": "text: what it does",
            **ORIGIN,
        },
        "queries": {
            "params": "what it takes: name = kind",
            "value": "text: what it stands for",
            "table": "numbers, one for each value of its one range parameter",
            **ORIGIN,
        },
        "rules": {
            "rules": "text: the lasting rules",
            "order": "lower goes first where several rules meet; default: 0",
            "while": _WHILE,
            **ORIGIN,
        },
    }
)
RECORD: Mapping[str, str] = MappingProxyType(
    {
        "copies": "how many there are of it; default: 1",
        "order": "lower goes first where its rules meet others; default: 0",
        "starts": 'the zone where it starts, or "none"',
        "front": "the cells of its front, column by column",
        "back": "the cells of its back, column by column",
        **ORIGIN,
    }
)
"""Keys of a record besides the fields that its kind declares; `starts` for pieces, faces where the kind has them."""
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
        "one": "of one; the name of a verb is its infinitive",
        "few": "of 2 to 4, in Polish; the plural by itself",
        "many": "of 5 and more, in Polish; the genitive plural",
        "other": "of several; in Polish the genitive singular",
        "gender": "m, f or n; ma: masculine and alive, mp: a person, which Polish bends otherwise",
        "dat": "dative (Polish)",
        "acc": "accusative (Polish), where it does not follow from the rest",
        "ins": "instrumental (Polish)",
        "loc": "locative (Polish): where something is",
        "dat_pl": "dative plural (Polish)",
        "ins_pl": "instrumental plural (Polish)",
        "loc_pl": "locative plural (Polish)",
        "in": "the preposition for what is there",
        "to": "the preposition for what comes there",
        "from": "the preposition for what is taken from there",
        "with": "what follows it, with the parameters of a query, or the holder of a field as {it}",
        "is": "what a yes/no query or field says of a thing: the whole verb",
        "not": "the same, denied",
        "m": "said of something masculine",
        "f": "said of something feminine",
        "n": "said of something neuter",
        "pl": "said of several",
        "mp": "said of several masculine things (French) or persons (Polish)",
        "fp": "said of several feminine things (French)",
        "you": "a verb as it is told to do, with its parameters in braces",
        "third": "a verb as somebody does it, with its parameters in braces",
        "inf": "its infinitive with its parameters in braces",
        "does": "a verb as somebody does it, without parameters (Polish)",
    }
)
"""Forms of a word in `[words]`."""

LOOK: Mapping[str, str] = MappingProxyType(
    {
        "glyph": "a sign for it",
        "colour": "its colour",
        "shape": "what it looks like",
        "tells": "fields that stand beside its name, separated by blanks",
        "shown": "false: the table and the log leave it out",
    }
)


def keys_of(section: str) -> tuple[str, ...]:
    """The keys that an entry of a section may have."""
    return tuple(ENTRIES[section])
