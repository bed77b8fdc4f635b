"""Hints for keys and values that stand in the wrong place of a file: where the format wants them."""

from __future__ import annotations

from solenia_rules.rules.toml_spans import KeyPath

_SEEN = "who sees a thing sees all its fields"


def of_key(key: str, path: KeyPath) -> str | None:
    """Where an unknown key of a table belongs."""
    match path, key:
        case ("pieces", _), "copies":
            return "each record says how many there are of it, as `NAME = { copies = 5 }` in the section of its plural"
        case ("pieces", _, "fields", _), "seen":
            return f"{_SEEN}: a secret is a piece in a zone with `seen`, or [state] with `seen`"
        case ("boards" | "cells", _, "fields", _), "seen":
            return (
                f'{_SEEN}, and all see a board: a secret is a piece in a zone with `seen = "owner"` that names its cell'
            )
        case ("params", _), "min" | "max" | "from" | "to":
            return "both ends stand in one list: `range = [1, 9]`"
        case ("state", _), "type":
            return "`kind` says what it holds"
        case ("queries", _), "effect":
            return "a query has a `value`; what is done is a verb, with an `effect`"
        case ("verbs", _), "value":
            return "a verb has an `effect`; what is computed is a query, with a `value`"
        case ("boards", _), "width" | "height" | "size":
            return "a grid has `columns` and `rows`"
        case ("boards", _), "shape" | "hex" | "type":
            return 'six-sided cells are `grid = "hex"`'
        case ("zones", _), "visible" | "hidden" | "public" | "private":
            return '`seen` says who sees the pieces: "all", "owner" or "nobody"'
        case (), _:
            return _SECTIONS.get(key)
        case _:
            return None


_SECTIONS = {
    "players": "write `seats = { range = [2, 4] }`",
    "query": "did you mean `queries`?",
    "rule": "did you mean `rules`?",
    "lang": "did you mean `languages`?",
    "name": "`ruleset` is the name of the file, and `title` is what people read",
    "types": "words are declared in [kinds]",
    "variables": "what changes in play is [state] or [counters]",
}
"""Keys at the top of a file that people expect, and what is written instead."""


def of_value(found: object, path: KeyPath) -> str | None:
    """What to declare instead of a value of the wrong sort."""
    match path, found:
        case ("zones", name, "per"), list():
            return (
                'a zone is per "seat" or per one kind: have one zone for each seat, and ask for a part of it: '
                f"`all(p in my {name} where FIELD of p is WORD)`"
            )
        case ("state", _, "per"), list():
            return (
                'state is shared or per "seat": numbers for each seat and word are a counter, '
                '`per = ["seat", KIND]` in [counters]'
            )
        case ("seats",), _:
            return "write `seats = { range = [2, 4] }`"
        case ("queries" | "verbs", _, "params"), _:
            return 'name each of them with its kind: `params = { cell = "cell", seat = "to seat" }`'
        case ("pieces", _, "sides"), _:
            return "a die shows the numbers from 1: `sides = 6`"
        case ("allow", _), str():
            return 'name what is allowed, and say why: `"verbs.NAME" = "..."` under `[allow.CODE]`'
        case ("boards", _, "map"), list():
            return "write the rows of the map between two lines '''"
        case _:
            return None
