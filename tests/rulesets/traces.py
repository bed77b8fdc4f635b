"""Games of Solenia written down: every position at which something was asked, and everything that happened."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import solenia_rules as sr
from tests.rulesets.naive.compare import Full, items, records, table
from tests.rulesets.naive.summer import STRIPS


@dataclass
class Happened:
    kind: str
    details: dict[str, object]

    def text(self, key: str) -> str:
        return str(self.details[key])

    def number(self, key: str) -> int:
        value = self.details[key]
        assert isinstance(value, int)
        return value

    def moves(self, kind: str, old: str, new: str) -> bool:
        """Whether a piece of that kind left such a place for such a place; places by how they begin."""
        return (
            self.kind in ("moved", "drawn")
            and self.details["kind"] == kind
            and self.text("old").startswith(old)
            and self.text("new").startswith(new)
        )


@dataclass
class Trace:
    """All positions at which something was asked, the last position, and everything that happened."""

    seats: int
    views: list[Full]
    asked: list[tuple[int, list[str]]]
    events: list[Happened]
    scores: list[int]
    winners: list[int]

    def until_each_view(self) -> Iterator[tuple[Full, list[Happened]]]:
        """Every view, with what had happened by then."""
        cuts = [
            place for place, event in enumerate(self.events) if event.kind == "answered" and not event.details["single"]
        ]
        for view, cut in zip(self.views, [*cuts, len(self.events)], strict=True):
            yield view, self.events[:cut]


def write_down(game: sr.Game, rng: random.Random, eager: bool) -> Trace:
    views, asked = [], []
    while game.decision is not None:
        view = game.full_view()
        views.append(view)
        ids = [option.id for option in game.decision.options]
        asked.append((game.decision.seat, ids))
        cities = [name for name in ids if is_city(view, name)]
        game = game.choose(rng.choice(cities if cities and eager else ids))
    views.append(game.full_view())
    return Trace(
        game.seats,
        views,
        asked,
        [Happened(event.kind, dict(event.details)) for event in game.log],
        [game.scores[seat] for seat in range(game.seats)],
        list(game.winners),
    )


def is_city(view: Full, option: str) -> bool:
    cells = items(table(table(view["boards"])["sky"])["cells"])
    return any(option == f"cell={cell['id']}" and table(cell["fields"])["city"] for cell in cells)


def trace_of(rules: sr.Ruleset, seats: int, seed: int) -> Trace:
    return write_down(sr.new_game(rules, seats=seats, seed=seed), random.Random(seed), eager=seed % 2 == 1)


def zone(view: Full, name: str, key: int | str) -> list[str]:
    zones = table(view["zones"])[name]
    return records(zones[key] if isinstance(zones, list) and isinstance(key, int) else table(zones)[str(key)])


def airship_in(view: Full) -> list[str]:
    cells = items(table(table(view["boards"])["sky"])["cells"])
    return [str(cell["id"]) for cell in cells for piece in items(cell["pieces"]) if piece["kind"] == "airship"]


def cell_at(name: str) -> tuple[int, int]:
    """Row and column of `sky.c4`."""
    return int(name[-1]), "abcde".index(name[-2]) + 1


def advances_in(events: list[Happened]) -> int:
    return sum(event.moves("strip", "track", "track") for event in events)


def spaces_after(trace: Trace, advances: int) -> list[str]:
    """The spaces of the board after so many advances, from how it was laid out: the strip at rear + k of the start
    is at the rear then, and was turned over once for every time it was first."""
    laid = [
        (str(strip["id"]), ("front", "back").index(str(strip["face"])))
        for strip in items(table(table(trace.views[0]["zones"])["track"])["pieces"])
    ]
    spaces: list[str] = []
    for row in range(advances, advances + 5):
        record, face = laid[row % 5]
        spaces += STRIPS[record][(face + row // 5) % 2]
    return spaces
