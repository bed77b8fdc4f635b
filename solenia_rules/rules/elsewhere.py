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
        case _:
            return None


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
        case _:
            return None
