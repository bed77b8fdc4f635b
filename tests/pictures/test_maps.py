"""Maps: roads between two cells, their segments, colours and holders, and the names of towns."""

from __future__ import annotations

import math
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.api.game import Game

RULES = """
ruleset   = "ferries"
language  = 1
languages = ["en"]
source    = "ours"
seats     = { range = [2, 2] }
title     = { en = "Ferries" }

[kinds]
paint = { plural = "paints", words = ["rust", "moss"], source = "ours" }

[cells.spot]
plural = "spots"
source = "ours"
[cells.spot.fields]
port   = "yes_no?"
paint  = "paint?"
miles  = "0..9?"
keeper = "seat?"

[spots]
SPOTS

[boards.coast]
cells  = "spot"
links  = [LINKS]
source = "ours"

[setup.begin]
source = "ours"
effect = 'SETUP'

[play.turns]
source = "ours"
effect = 'choose spot in coast'

[result.all]
source = "ours"
effect = 'win seats'

[look]
rust  = { colour = "#a1b2c3" }
moss  = { colour = "#112233" }
coast = { layout = "map", ground = "road"LOOK }
port  = { ground = "town" }
"""
TOWNS = {"east": (30, 0), "west": (0, 0), "north": (0, 40)}
RUST, MOSS, ORANGE = "#a1b2c3", "#112233", "#d5671d"


def game(
    roads: dict[str, tuple[str, str, str]],
    setup: str = "",
    look: str = "",
    towns: dict[str, tuple[int, int]] = TOWNS,
    placed: bool = True,
) -> Game:
    """`roads`: the two ends of each road, and the other fields of its record; without `at`, the road is straight.
    `placed`: whether the records say where the cells stand."""
    rows = [f"{id_} = {{ port = true, at = [{x}, {y}] }}" for id_, (x, y) in towns.items()]
    for id_, (one, other, fields) in roads.items():
        x, y = ((towns[one][axis] + towns[other][axis]) // 2 for axis in (0, 1))
        rows.append(f"{id_} = {{ {fields}{'' if 'at =' in fields else f', at = [{x}, {y}]'} }}")
    spots = "\n".join(rows) if placed else re.sub(r", at = \[.*?\]", "", "\n".join(rows))
    links = ", ".join(f'["{id_}", "{end}"]' for id_, ends in roads.items() for end in ends[:2])
    return begun(spots, links, setup, look)


def begun(spots: str, links: str, setup: str = "", look: str = "") -> Game:
    text = RULES.replace("SPOTS", spots.replace(" }", ', source = "ours" }')).replace("LINKS", links)
    text = text.replace("LOOK", look).replace("SETUP", setup)
    return sr.new_game(
        sr.load_text(text if setup else re.sub(r"\[setup\.begin\]\n.*\n.*\n", "", text), "ferries"), 2, 1
    )


def element(game: Game, id_: str, width: int = 960) -> ElementTree.Element:
    root = ElementTree.fromstring(game.svg(0, interactive=True, width=width))
    return next(one for one in root.iter() if one.get("data-ref") == f"cell:{id_}")


def lines(game: Game, id_: str, colour: str, width: int = 960) -> list[list[tuple[float, float]]]:
    """The points of each line of a road that has this colour."""
    drawn = [one for one in element(game, id_, width).iter() if one.get("stroke") == colour]
    return [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[0-9.]+) (-?[0-9.]+)", one.get("d") or "")] for one in drawn
    ]


def town(game: Game, id_: str, width: int = 960) -> tuple[float, float]:
    disc = next(one for one in element(game, id_, width).iter() if one.tag.endswith("circle"))
    return float(disc.get("cx") or 0), float(disc.get("cy") or 0)


def texts(game: Game, id_: str, width: int = 960) -> list[str]:
    return [one.text or "" for one in element(game, id_, width).iter() if one.tag.endswith("text")]


def test_a_road_has_the_colour_of_its_word_before_and_after_a_seat_holds_it() -> None:
    roads = {"line": ("east", "west", 'paint = "rust", miles = 3')}
    free, held = game(roads), game(roads, "set keeper of line to last(seats)")
    assert lines(free, "line", RUST)
    assert lines(held, "line", RUST)
    assert not lines(free, "line", ORANGE)
    assert lines(held, "line", ORANGE)
    assert texts(free, "line") == ["3"]
    assert texts(held, "line") == ["2", "3"], "the mark of the seat and the number of the road"


def test_a_road_goes_through_its_own_place() -> None:
    straight = game({"line": ("east", "west", 'paint = "rust"')})
    bent = game({"line": ("east", "west", 'paint = "rust", at = [15, 20]')})
    (level,), (curve,) = lines(straight, "line", RUST), lines(bent, "line", RUST)
    assert max(y for _x, y in level) == min(y for _x, y in level)
    north, west, east = town(bent, "north"), town(bent, "west"), town(bent, "east")
    wanted = (west[0] + east[0]) / 2, (west[1] + north[1]) / 2
    assert min(math.dist(point, wanted) for point in curve) < 3


@pytest.mark.parametrize(("placed", "at"), [(True, "14, 2"), (True, "14, -9"), (False, "")])
def test_two_roads_between_the_same_towns_do_not_lie_on_each_other(placed: bool, at: str) -> None:
    roads = {"one": ("east", "west", 'paint = "rust"'), "third": ("north", "west", "miles = 1")}
    roads["two"] = ("west", "east", f'paint = "moss", at = [{at}]')
    both = game(roads, placed=placed)
    for width in (360, 960):
        (one,), (two,) = lines(both, "one", RUST, width), lines(both, "two", MOSS, width)
        middle = [points[len(points) // 2] for points in (one, two)]
        assert math.dist(*middle) > 11, "wider than a road"


def test_a_road_is_drawn_in_segments_that_can_be_counted() -> None:
    roads = {"line": ("east", "west", 'paint = "rust", miles = 4')}
    plain, parted = game(roads), game(roads, look=', segments = "miles"')
    assert len(lines(plain, "line", RUST)) == 1
    assert len(lines(parted, "line", RUST)) == 4
    assert texts(plain, "line") == ["4"]
    assert texts(parted, "line") == []
    held = game(roads, "set keeper of line to last(seats)", ', segments = "miles"')
    assert len(lines(held, "line", ORANGE)) == 4
    assert texts(held, "line") == ["2"]


def test_a_short_road_says_its_number_of_segments() -> None:
    near = {"east": (2, 0), "west": (0, 0), "north": (0, 40)}
    short = game({"line": ("east", "west", 'paint = "rust", miles = 4')}, look=', segments = "miles"', towns=near)
    assert texts(short, "line", 360) == ["4"]


def test_a_road_has_its_name_as_a_tooltip_in_every_picture() -> None:
    picture = game({"line": ("east", "west", 'paint = "rust", miles = 3')}).svg(0)
    assert "<title>line, rust, miles 3</title>" in picture


@pytest.mark.parametrize("places", [True, False])
def test_cells_in_a_chain_of_roads_are_one_line(places: bool) -> None:
    spots = """
spring = { port = true, at = [0, 40] }
mouth  = { port = true, at = [30, 0] }
upper  = { paint = "rust", at = [2, 25] }
lower  = { paint = "moss", at = [15, 6] }
"""
    links = '["spring", "upper"], ["upper", "lower"], ["lower", "mouth"]'
    drawn = begun(spots if places else re.sub(r", at = \[.*?\]", "", spots), links)
    (upper,), (lower,) = lines(drawn, "upper", RUST), lines(drawn, "lower", MOSS)
    assert min(math.dist(a, b) for a in upper for b in lower) < 1, "where one ends the other begins"


def test_a_closed_ring_of_roads_is_drawn() -> None:
    spots = "\n".join(f'{id_} = {{ paint = "rust" }}' for id_ in ("one", "two", "three"))
    drawn = begun(spots, '["one", "two"], ["two", "three"], ["three", "one"]')
    assert all(lines(drawn, id_, RUST) for id_ in ("one", "two", "three"))


def test_a_map_with_places_is_not_turned() -> None:
    tall = game({"line": ("north", "west", 'paint = "rust"')}, towns={"west": (0, 0), "north": (0, 40), "east": (9, 0)})
    assert town(tall, "north")[1] < town(tall, "west")[1]
    assert town(tall, "west")[0] < town(tall, "east")[0]


@pytest.mark.parametrize("width", [360, 960])
def test_names_of_towns_that_are_near_each_other_do_not_cover_each_other(width: int) -> None:
    near = {"copperhaven": (0, 0), "maltbridge": (6, -1), "northfield": (1, 8), "westwater": (-30, 30)}
    drawn = game({"line": ("copperhaven", "westwater", 'paint = "rust"')}, towns=near)
    plates = []
    for id_ in near:
        plate = next(one for one in element(drawn, id_, width).iter() if one.tag.endswith("rect"))
        x, y, wide, high = (float(plate.get(key) or 0) for key in ("x", "y", "width", "height"))
        assert 0 <= x <= x + wide <= width
        plates.append((x, y, x + wide, y + high))
    for one, other in combinations(plates, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("width", [360, 960])
def test_the_ring_of_a_road_goes_around_this_road_only(width: int) -> None:
    roads = {"one": ("east", "west", 'paint = "rust"'), "two": ("east", "west", 'paint = "moss", at = [15, 9]')}
    both = game(roads)
    for id_, colour in (("one", RUST), ("two", MOSS)):
        (ring,) = [one for one in element(both, id_, width).iter() if one.get("class") == "ring"]
        around = [tuple(map(float, pair)) for pair in re.findall(r"(-?[0-9.]+) (-?[0-9.]+)", ring.get("d") or "")]
        (road,) = lines(both, id_, colour, width)
        assert all(min(math.dist(point, spot) for spot in road) < 16 for point in around)
        assert all(min(math.dist(point, spot) for spot in around) < 16 for point in road)
