"""Where the cells of lists and grids are drawn: tracks, rings, maps, which row is at the top."""

from __future__ import annotations

import math
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.pictures.graphs import Point, positions, ring_points, winding
from tests.playing import loaded
from tests.small_rulesets import small_ruleset

TRACK = """
ruleset  = "track"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Track", fr = "Piste", pl = "Tor" }

[cells]
step = { plural = "steps", fields = { toll = "0..3" }, source = "ours" }

[pieces]
runner = { plural = "runners", per = "seat", source = "ours" }

[boards]
lane  = { cells = "step", source = "ours" }
field = { columns = 2, rows = 3, fields = { depth = "0..9" }, source = "ours" }

[counters]
point = { per = ["seat"], plural = "points", score = true, source = "ours" }

[steps]
STEPS

[setup.place]
source = "ours"
effect = 'as seats { move my runner to s3 }; for c in field { set depth of c to row of c }'

[play.go]
source = "ours"
effect = 'as seats { phase turn { choose cell in lane; move my runner to cell; gain (toll of cell) of points } }'

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'

[look]
lane  = { layout = "LAYOUT" }
field = { top = "TOP" }
"""
COUNT = 13


def game(layout: str, top: str = "last") -> Game:
    steps = "\n".join(f's{i} = {{ toll = {i % 4}, source = "ours" }}' for i in range(1, COUNT + 1))
    text = TRACK.replace("STEPS", steps).replace("LAYOUT", layout).replace("TOP", top)
    return sr.new_game(sr.load_text(text, "track"))


def places(game: Game, width: int = 960, seat: int | None = 0) -> dict[str, Point]:
    """What an interactive picture shows where: `cell:s1` -> its place, with all groups around it."""
    found: dict[str, Point] = {}

    def visit(element: ElementTree.Element, x: float, y: float) -> None:
        moved = re.match(r"translate\(([-.0-9]+) ([-.0-9]+)\)", element.get("transform") or "")
        if moved is not None:
            x, y = x + float(moved[1]), y + float(moved[2])
        ref = element.get("data-ref")
        if ref is not None:
            found[ref] = (x, y)
        for inner in element:
            visit(inner, x, y)

    visit(ElementTree.fromstring(game.svg(seat, interactive=True, width=width)), 0, 0)
    return found


def lane(game: Game, width: int = 960) -> list[Point]:
    found = places(game, width)
    return [found[f"cell:s{i}"] for i in range(1, COUNT + 1)]


def far(one: Point, other: Point) -> float:
    return math.dist(one, other)


@pytest.mark.parametrize("layout", ["winding", "ring", "column"])
def test_cells_of_a_track_lie_one_after_the_other(layout: str) -> None:
    spots = lane(game(layout))
    steps = [far(one, other) for one, other in pairwise(spots)]
    assert max(steps) - min(steps) < 1
    assert min(far(one, other) for one, other in combinations(spots, 2)) > min(steps) - 1
    if layout == "ring":
        assert far(spots[0], spots[-1]) < 2.1 * steps[0]


def test_cells_of_a_row_that_is_too_long_go_on_below() -> None:
    spots = lane(game("row"), 360)
    assert len({y for _x, y in spots}) > 1
    assert len(set(spots)) == COUNT


def test_a_look_says_which_row_of_a_grid_is_at_the_top() -> None:
    last, first = places(game("row")), places(game("row", "first"))
    assert last["cell:field.a3"][1] < last["cell:field.a1"][1]
    assert first["cell:field.a1"][1] < first["cell:field.a3"][1]
    assert last["cell:field.a1"][0] < last["cell:field.b1"][0]


def test_the_second_of_two_seats_sees_a_facing_grid_turned_round() -> None:
    game = sr.new_game(loaded("chess"), 2, 1)
    mine, theirs, watched = (
        {ref: spot for ref, spot in places(game, seat=seat).items() if ref.startswith("cell:")} for seat in (0, 1, None)
    )
    left, high = (min(spot[axis] for spot in mine.values()) for axis in (0, 1))
    right, low = (max(spot[axis] for spot in mine.values()) for axis in (0, 1))
    assert len(mine) == 64
    for ref, (x, y) in mine.items():
        assert theirs[ref] == pytest.approx((left + right - x, low + high - y), abs=0.2)
    assert watched == mine


@pytest.mark.parametrize("count", [3, 4, 7, 12, 17, 40])
def test_a_ring_and_a_winding_track_have_a_place_for_every_cell(count: int) -> None:
    assert len(set(ring_points(count))) == count
    ids = [str(i) for i in range(count)]
    for columns in (1, 2, 5):
        spots = winding(ids, columns)
        assert all(far(spots[a], spots[b]) == 1 for a, b in pairwise(ids))


def test_linked_cells_of_a_map_come_near_each_other() -> None:
    world = loaded("branch_lines").world
    board = world.boards[0]
    cells = [record.id for record in world.records if record.kind == board.cells]
    spots = positions(board, cells, {record.id: record for record in world.records})
    near = [far(spots[a], spots[b]) for a, b in board.links]
    every = [far(spots[a], spots[b]) for a, b in combinations(cells, 2)]
    assert max(near) < sum(every) / len(every)
    assert min(every) > 0.5
    assert spots == positions(board, cells, {record.id: record for record in world.records})


def test_a_map_stands_where_its_records_say() -> None:
    text = (
        TRACK.replace("[look]", "")
        .replace("LAYOUT", "map")
        .replace("TOP", "last")
        .replace('lane  = { layout = "map" }', "")
    )
    text = text.replace('field = { top = "last" }', "")
    steps = "\n".join(
        f's{i} = {{ toll = 1, at = [{i % 5 * 2}, {i // 5 * 3}], source = "ours" }}' for i in range(1, COUNT + 1)
    )
    found = places(sr.new_game(sr.load_text(text.replace("STEPS", steps), "track")))
    assert len([ref for ref in found if ref.startswith("cell:s")]) == COUNT


def test_a_map_that_is_higher_than_wide_is_not_turned() -> None:
    text = """
    ruleset = "climb"
    language = 1
    source = "ours"
    seats = { range = [1, 1] }
    languages = ["en"]
    title = { en = "Climb" }
    cells.spot = { plural = "spots", source = "ours" }
    boards.hill = { cells = "spot", source = "ours" }
    spots.low_left = { at = [1, 1], source = "ours" }
    spots.low_right = { at = [2, 1], source = "ours" }
    spots.top_left = { at = [1, 5], source = "ours" }
    spots.top_right = { at = [2, 5], source = "ours" }
    play.rest = { effect = 'phase turn { choose c in hill; win me }', source = "ours" }
    """
    world = sr.load_text(text, "climb").world
    spots = positions(world.boards[0], [spot.id for spot in world.records], {spot.id: spot for spot in world.records})
    assert spots["low_left"][0] == spots["top_left"][0] < spots["low_right"][0] == spots["top_right"][0]
    assert spots["top_left"][1] == spots["top_right"][1] < spots["low_left"][1] == spots["low_right"][1]


def boxes(picture: str, ref: str) -> list[tuple[float, float]]:
    """Where the elements of things whose ref begins so stand, relative to their groups, in the order of drawing."""
    root = ElementTree.fromstring(picture)
    found: list[tuple[float, float]] = []

    def walk(element: ElementTree.Element, x: float, y: float) -> None:
        moved = re.search(r"translate\(([-\d.]+)[ ,]?([-\d.]*)\)", element.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2] or 0)
        if element.get("data-ref", "").startswith(ref):
            found.append((x, y))
        for child in element:
            walk(child, x, y)

    walk(root, 0, 0)
    return found


def test_a_piece_whose_look_says_its_place_is_drawn_on_the_board_and_not_in_its_zone() -> None:
    game = sr.new_game(loaded("homesteads"), 2, 1)
    picture = game.svg(0, interactive=True)
    for quay in game.rules.world.records:
        if quay.kind == "quay":
            assert picture.count(f'data-ref="piece:{quay.id}"') == 1
    assert game.rules.album("en").heading("coast") not in picture


def test_a_tile_is_drawn_with_the_edges_that_the_sides_of_its_cell_hold() -> None:
    game = sr.new_game(loaded("hedgerows"), 2, 1)
    roads = [line for line in re.findall(r"<line [^>]*stroke-linecap=\"butt\"[^>]*>", game.svg(None)) if "x1" in line]
    # The tile that lies at the beginning has two lanes, the tile to lay perhaps more. A lane is drawn with two lines.
    assert len(roads) >= 4
    assert len(roads) % 2 == 0


def test_a_board_with_little_beside_it_takes_most_of_the_width() -> None:
    found = places(sr.new_game(loaded("chess"), 2, 1))
    assert found["cell:board.h1"][0] - found["cell:board.a1"][0] > 0.5 * 960


def test_a_large_hand_is_one_line_and_every_card_can_be_seen() -> None:
    game = sr.new_game(loaded("hearts"), 4, 1)
    assert game.decision is not None
    seat = game.decision.seat
    cards = boxes(game.svg(seat, interactive=True, width=960), "piece:")
    assert len(cards) == 13
    assert len({y for _x, y in cards}) == 1
    xs = sorted(x for x, _y in cards)
    assert min(after - before for before, after in pairwise(xs)) > 25


def test_what_stands_on_corners_covers_the_sides() -> None:
    """The order of the declarations does not matter: homesteads declares corners first."""
    game = sr.new_game(loaded("homesteads"), 2, 1)
    for _ in range(40):
        assert game.decision is not None
        game = game.choose(game.decision.options[0])
    refs = re.findall(r'data-ref="cell:(corners|sides)\.', game.svg(0, interactive=True))
    assert {"corners", "sides"} == set(refs)
    assert refs == sorted(refs, reverse=True)


@pytest.mark.parametrize("background", ["felt", "meadow", "parchment", "planks"])
def test_the_cells_of_a_grid_can_be_told_apart_on_every_background(background: str) -> None:
    def lines(look: str) -> int:
        more = f'[boards]\nyard = {{ columns = 4, rows = 3, source = "ours" }}\n[look]\nyard = {{ {look} }}\n'
        text = small_ruleset("yards", (1, 1), "phase turn { choose c in yard; gain 1 point }", more=more)
        return sr.new_game(sr.load_text(text, "yards")).svg(0).count("<line ")

    assert lines(f'background = "{background}"') - lines('background = "plain"') == 4 + 5
    assert lines('background = "planks", ground = "slot"') == lines('background = "plain"')
