"""A small table of no game in particular, as `game.view` would give it, and its looks."""

from __future__ import annotations

from io import StringIO

from rich.console import Console, RenderableType

from solenia_rules.cli.looks import Looks

FLAG: dict[str, object] = {"id": "flag", "kind": "flag", "owner": None}

VIEW: dict[str, object] = {
    "ruleset": "mine",
    "seats": 2,
    "seat": 0,
    "over": False,
    "phase": "shift",
    "counters": {
        "coins": [3, 12],
        "store": [{"ore": 1, "salt": 0}, {"ore": 2, "salt": 5}],
        "secret": [4, None],
        "bank": {"ore": 9, "salt": 8},
        "day": 3,
    },
    "dice": {"cube": 4},
    "state": {"wind": "salt", "nothing": None, "open": True, "bids": [1, None]},
    "boards": {
        "pit": {
            "rows": 2,
            "columns": 3,
            "cells": [
                {
                    "id": f"pit.{'abc'[column - 1]}{row}",
                    "row": row,
                    "column": column,
                    "fields": {"makes": "ore" if row == 1 else "salt", "depth": row * column % 3, "dug": column == 3},
                    "pieces": [{"id": "big_cart", "kind": "cart", "owner": 1}] if (row, column) == (2, 2) else [],
                }
                for row in (1, 2)
                for column in (1, 2, 3)
            ],
        },
        "shelf": [
            {
                "rows": 1,
                "columns": 2,
                "cells": [
                    {"id": "top", "row": 1, "column": 1, "fields": {"holds": "ore"}, "pieces": []},
                    {
                        "id": "low",
                        "row": 1,
                        "column": 2,
                        "fields": {"holds": "salt"},
                        "pieces": [{"id": "flag", "kind": "flag"}],
                    },
                ],
            }
            for _ in range(2)
        ],
    },
    "zones": {
        "hand": [
            {
                "size": 2,
                "pieces": [{"id": "big_cart", "kind": "cart", "owner": 0}, {"id": "tiny", "kind": "cart", "owner": 0}],
            },
            {"size": 3, "pieces": None},
        ],
        "heap": {"ore": {"size": 10, "pieces": None}, "salt": {"size": 0, "pieces": []}},
        "vault": {"size": None, "pieces": None},
        "yard": {"size": 9, "pieces": [{"id": "tiny", "kind": "cart", "owner": n % 2} for n in range(9)]},
        "lanes": {"size": 1, "pieces": [{"id": "lane_one", "kind": "lane", "owner": None}]},
    },
    "decision": None,
    "scores": {},
    "winners": [],
    "log": ["seat 1 gained 2 ore", "seat 2 moved"],
}

SENTENCES = {("tiny", "power"): "gain 1 ore and 2 salt", ("vast", "power"): "gain 1 ore; " * 9}

LOOKS = Looks(
    words={
        "en": {"ore": {"one": "ore", "other": "ores"}, "big_cart": {"one": "Big cart"}, "hand": {"one": "hand"}},
        "fr": {"ore": {"one": "minerai", "other": "minerais"}, "hand": {"one": "main"}},
    },
    looks={
        "ore": {"glyph": "♣", "colour": "green"},
        "salt": {"glyph": "◆", "colour": "no such colour"},
        "cart": {"glyph": "□", "colour": "brown"},
        "big_cart": {"glyph": "7", "colour": "red"},
        "flag": {"glyph": "▲"},
        "dug": {"glyph": "x"},
    },
    lang="en",
    records={"tiny": (("load", 1), ("power", "gain 1 ore + 2 salt"))},
    rows=frozenset({"lanes"}),
    lists=frozenset({"shelf"}),
    told=lambda record, field: SENTENCES.get((record, field)),
)


def drawn(what: RenderableType, width: int = 100, colour: bool = False) -> str:
    """What a terminal of that width shows, without spaces at the ends of lines."""
    out = StringIO()
    Console(
        file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None, legacy_windows=False
    ).print(what)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
