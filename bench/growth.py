"""How cost grows: a ruleset made from summer with several times as many cells, pieces and powers, against summer."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path
from statistics import median

import solenia_rules as sr
from solenia_rules.tools.measuring.figures import Figure, figure, interleaved
from solenia_rules.tools.measuring.playing import games_of

TIMES = 10
MOST_COST = 12.0
RULESETS = Path(__file__).parent.parent / "rulesets"
GROWING = {"solenia": ("strips", "cards", "tiles"), "summer": ("slots",)}
"""Ruleset -> its tables of records; a copy of a record has effects and faces of its own."""
HEAD = """ruleset  = "grown"
language = 1
extends  = "summer"
source   = "ours"
title    = {{ en = "Summer, {times} times", fr = "Été, {times} fois", pl = "Lato, {times} razy" }}
"""


def speeds_grown(rounds: int) -> list[Figure]:
    """A decision of the grown ruleset against one of summer."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "grown.toml"
        path.write_text(grown(TIMES), "utf-8")
        rulesets = {"grown": sr.load(str(path)), "summer": sr.load("summer")}
        played = {name: games_of(rules) for name, rules in rulesets.items()}
        for series in played.values():
            series.round()
        interleaved({name: series.round for name, series in played.items()}, rounds)
    each, base = (played[name].a_decision()[1:] for name in ("grown", "summer"))
    inventories = [rules.executor(2).program.inventory for rules in rulesets.values()]
    sizes = [f"{len(inventory.cells)} cells, {len(inventory.pieces)} pieces" for inventory in inventories]
    return [
        figure(
            f"summer {TIMES} times as large: a decision against summer",
            [own / other for own, other in zip(each, base, strict=True)],
            "x",
            at_most=MOST_COST,
            detail=f"{median(each) * 1e6:.1f} µs a decision; {sizes[0]} against {sizes[1]}",
        )
    ]


def grown(times: int) -> str:
    """A ruleset that adds copies of every record of summer."""
    lines = [HEAD.format(times=times)]
    for ruleset, tables in GROWING.items():
        document = tomllib.loads((RULESETS / f"{ruleset}.toml").read_text("utf-8"))
        for table in tables:
            lines.append(f"[{table}]")
            for name, record in document[table].items():
                own = {key: value for key, value in record.items() if key not in ("starts", "note")}
                lines += [f"{name}_{number} = {_inline(own)}" for number in range(2, times + 1)]
            lines.append("")
    return "\n".join(lines)


def _inline(value: object) -> str:
    match value:
        case dict():
            return "{ " + ", ".join(f"{key} = {_inline(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_inline, value)) + "]"
        case str():
            return f"'{value}'"
        case _:
            return str(value)
