"""Games that begin from a sketch: what is laid, what is refused, and that everything else still holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.api.positions import begin
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.core.layout import Layout
from solenia_rules.play import sequences
from tests.play.test_properties import assert_pieces_kept
from tests.playing import Seated, loaded, positions, state_of

STRIPS = ["strip_a back", "strip_b back", "twilight front", "strip_c front", "strip_d front"]


def sketch_of(game: Game) -> dict[str, object]:
    """The whole position as a sketch, written from the full view."""
    full, rules = game.full_view(), game.rules
    per = {p.id: p.per for p in rules.world.pieces}
    assert isinstance(full["counters"], dict)
    made: dict[str, object] = {}

    def name(piece: object) -> str:
        assert isinstance(piece, dict)
        text = str(piece["id"])
        if per[str(piece["kind"])] == "seat":
            owners = [p.owner for p in layout.pieces if p.record == text or p.kind == text]
            owner = piece["owner"]
            text += " of nobody" if owner is None or owner not in owners else f" of seat {int(str(owner)) + 1}"
        return text + (f" {piece['face']}" if "face" in piece else "")

    def by_seat(value: object) -> object:
        return {str(i + 1): item for i, item in enumerate(value)} if isinstance(value, list) else value

    layout = rules.executor(game.seats).program.layout
    for counter, value in full["counters"].items():
        made[counter] = by_seat(value)
    zones, boards = full["zones"], full["boards"]
    assert isinstance(zones, dict)
    assert isinstance(boards, dict)
    for zone in rules.world.zones:
        value = zones[zone.id]
        if zone.per is None:
            made[zone.id] = [name(p) for p in value["pieces"]]
        elif zone.per == "seat":
            made[zone.id] = {str(i + 1): [name(p) for p in x["pieces"]] for i, x in enumerate(value)}
        else:
            made[zone.id] = {w: [name(p) for p in x["pieces"]] for w, x in value.items()}
    for board in rules.world.boards:
        shown = boards[board.id]
        grids = shown if isinstance(shown, list) else [shown]
        tables = [
            {str(c["id"]).split(".")[-1]: [name(p) for p in c["pieces"]] for c in grid["cells"]} for grid in grids
        ]
        made[board.id] = {str(i + 1): table for i, table in enumerate(tables)} if board.per == "seat" else tables[0]
    return made


def assert_consistent(layout: Layout, s: list[int]) -> None:
    """Masks, orders and owners say what the locations say."""
    owners = layout.place_owner()
    for zone in layout.zones:
        place = layout.place_of_zone(zone.index)
        there = {p.index for p in layout.pieces if s[layout.locations + p.index] == place}
        mask = s[layout.zone_masks + zone.index]
        assert there == {i for i in range(mask.bit_length()) if mask >> i & 1}
        if zone.ordered:
            order = sequences.unpack(s[layout.zone_orders + zone.index])
            assert sorted(order) == sorted(there)
    for cell in layout.cells:
        place = layout.place_of_cell(cell.index)
        there_mask = sum(1 << p.index for p in layout.pieces if s[layout.locations + p.index] == place)
        assert s[layout.at + cell.index] == there_mask
    for (kind, owner), slot in layout.occupied.items():
        cells = {
            s[layout.locations + p.index] - layout.first_cell
            for p in layout.pieces
            if p.kind == kind and owner in (-1, p.owner) and s[layout.locations + p.index] >= layout.first_cell
        }
        assert s[slot] == sum(1 << cell for cell in cells)
    roaming = [p.index for p in layout.pieces if layout.roams(p)]
    for seat in range(layout.seats):
        owned = sum(1 << p for p in roaming if owners[s[layout.locations + p]] == seat)
        assert s[layout.owned + seat] == owned
    for watch in layout.kept_masks:
        holding = (i for i in range(watch.count) if s[watch.base + i] == watch.value)
        assert s[watch.slot] == sum(1 << i for i in holding)


def last_step(rules: Ruleset) -> str:
    """A step that moves no pieces: positions in the middle of anything can be laid before it."""
    step = rules.world.steps[-1]
    return f"{step.section}.{step.id}"


def laid_state(seated: Seated, seed: int, sketch: dict[str, object]) -> list[int]:
    services = seated.rules.services(seated.seats)
    state, _news = begin(services.executor, services.asker, services.spelling, seed, sketch)
    return state


def test_any_position_of_a_game_can_be_sketched(seated: Seated) -> None:
    layout = seated.rules.executor(seated.seats).program.layout
    scores = [c.id for c in seated.rules.world.counters if c.score]
    for seed in range(2):
        played = list(positions(seated.new(seed), 300))
        for game in played[:: max(1, len(played) // 3)]:
            if game.decision is not None and game.decision.kind == "give_up":
                continue  # past a limit for a moment, which no sketch may be
            sketch = {**sketch_of(game), "phase": last_step(seated.rules)}
            assert_consistent(layout, laid_state(seated, seed + 9, sketch))
            made = sr.new_game(seated.rules, seated.seats, seed + 9, sketch)
            assert_pieces_kept(made)
            world = {key: value for key, value in sketch.items() if key not in (*scores, "phase")}
            assert made.differences(world) == ()


def test_cells_are_places_when_rows_are_laid_anew() -> None:
    game = sr.new_game(loaded("summer"), 2, 3, {"track": STRIPS, "sky": {"a1": "two_wood of seat 2"}})
    assert game.differences({"track": STRIPS, "sky": {"c3": "airship", "a1": "two_wood of seat 2", "b1": []}}) == ()
    again = sr.new_game(loaded("summer"), 2, 3, {"track": STRIPS[::-1]})
    assert again.differences({"track": STRIPS[::-1], "sky": {"c3": "airship"}}) == ()
    short = sr.new_game(loaded("summer"), 2, 3, {"phase": "result.winner", "track": STRIPS[:2]})
    assert short.differences({"track": STRIPS[:2]}) == ()


def test_what_is_displaced_goes_home_or_out_of_play() -> None:
    rules = loaded("summer")
    some = sr.new_game(rules, 2, 3, {"hand": {"1": ["two_wood"]}, "phase": "result.winner"})
    zones = some.full_view()["zones"]
    assert isinstance(zones, dict)
    assert zones["deck"][0]["size"] == 15
    whole = sr.new_game(
        rules, 2, 3, {"hand": {"1": ["two_wood"]}, "deck": {"1": ["one_wood"]}, "phase": "result.winner"}
    )
    zones = whole.full_view()["zones"]
    assert isinstance(zones, dict)
    assert zones["deck"][0]["size"] == 1


def test_a_sketched_game_is_saved_and_restored_and_played_again() -> None:
    sketch = {"track": STRIPS, "hand": {1: ["two_stone", "zero_yield", "one_water"]}, "stock": {1: {"wood": 2}}}
    game = sr.new_game(loaded("summer"), 2, 7, sketch).choose("card=two_stone").choose("cell=sky.c4")
    restored = sr.restore(game.dump())
    assert restored.full_view() == game.full_view()
    assert restored.position == game.position
    assert [g.answers for g in sr.replay(game.dump())] == [(), ("card=two_stone",), ("card=two_stone", "cell=sky.c4")]
    plain = sr.new_game(loaded("summer"), 2, 7)
    assert plain.position is None
    assert '"sketch"' not in plain.dump()


def test_a_save_whose_sketch_was_changed_is_refused() -> None:
    game = sr.new_game(loaded("summer"), 2, 7, {"star": {1: 5}})
    with pytest.raises(sr.SaveError):
        sr.restore(game.dump().replace('"1": 5', '"1": 6'))


def test_the_sketch_of_a_game_is_its_own() -> None:
    sketch: dict[str, object] = {"star": {"1": 5}}
    game = sr.new_game(loaded("summer"), 2, 7, sketch)
    sketch["star"] = {"1": 6}
    assert game.position == {"star": {"1": 5}}


def test_others_learn_nothing_of_a_sketched_hand() -> None:
    game = sr.new_game(loaded("summer"), 2, 7, {"hand": {1: ["two_stone", "zero_yield", "one_water"]}})
    seen = str(game.view(1))
    assert "two_stone" not in seen
    assert "two_stone" in str(game.view(0))
    mine = game.resample(1, 4)
    assert mine.view(1)["zones"] == game.view(1)["zones"]
    hands = {str(game.resample(1, seed).view(0)["zones"]["hand"][0]) for seed in range(8)}  # type: ignore[index, literal-required]
    assert len(hands) > 1, "a hand that another seat cannot see is drawn anew"


def test_where_play_begins() -> None:
    rules = loaded("improvements")
    first = sr.new_game(rules, 2, 7, {})
    began = [e.line for e in first.news if e.kind in ("sketched", "entered")]
    draft = [f"drafting of seat {seat} begins" for seat in (2, 1, 2, 1)]  # in setup
    assert began == [*draft, "sketched", "turn of seat 1 begins"]
    second = sr.new_game(rules, 2, 7, {"phase": "turn", "me": 2})
    assert second.decision is not None
    assert second.decision.seat == 1
    end = sr.new_game(rules, 2, 7, {"phase": "scoring.score_goods", "stock": {1: {"wood": 4}}})
    assert end.decision is None
    assert end.scores == {0: 2, 1: 0}
    setup = sr.new_game(rules, 2, 7, {"before": ["level_three", "summit.day", "level_one"]})
    answered = [e.details["option"] for e in setup.news if e.kind == "answered"]
    assert answered[0] == "level_three"
    assert "level_one" in answered


def test_rolls_come_as_asked_for() -> None:
    rules = loaded("solo")
    for rolls in ([6, 6, 1], [2, 3, 4], [5]):
        game = sr.new_game(rules, 1, 7, {"roll": {"die": rolls}})
        shown: list[object] = []
        while game.decision is not None and len(shown) < len(rolls):
            game = game.choose(sr.random_answer(game))
            shown += [e.details["value"] for e in game.news if e.kind == "rolled"]
        assert shown[: len(rolls)] == rolls


REFUSED = [
    ("summer", {"hnd": {}}, "E701", "there is no thing of the ruleset `hnd`", "did you mean `hand`?"),
    ("summer", {"hand": {"1": ["two_wod"]}}, "E701", "there is no piece `two_wod`", "did you mean `two_wood`?"),
    ("summer", {"hand": {"3": []}}, "E701", "there is no seat `3`", "seats are numbered 1 to 2 here"),
    ("summer", {"hand": {"two_wood": []}}, "E701", "there is no seat `two_wood`", "seats are numbered 1 to 2 here"),
    ("summer", {"stock": {"1": {"wod": 1}}}, "E701", "there is no good `wod`", "did you mean `wood`?"),
    ("summer", {"sky": {"f1": []}}, "E701", "there is no cell of `sky` `f1`", "did you mean `a1`?"),
    ("summer", {"two_wood of seat 3": {}}, "E701", "there is no piece `two_wood of seat 3`", None),
    ("summer", {"two_wood of seat 1": {"value": 3}}, "E701", "nothing ever changes `value` of a card", None),
    ("summer", {"two_wood of seat 1": {"size": 3}}, "E701", "there is no field of a card `size`", None),
    ("summer", {"track": ["strip_a"], "sky": {"a3": []}}, "E701", "the board has no such row now", None),
    ("summer", {"hand": {"1": ["two_wood"] * 2}}, "E702", "`two_wood of seat 1` lies somewhere else already", None),
    (
        "summer",
        {"hand": {"1": ["one_yield"] * 3}},
        "E702",
        "`one_yield of seat 1` is listed more often than the 2 there are",
        None,
    ),
    ("summer", {"hand": {"1": ["day_sss"]}}, "E702", "`hand` holds no tile", None),
    ("summer", {"stock": {"1": {"wood": 9}}}, "E703", "9 of `stock` are more than the limit of 8", None),
    ("winter", {"stock": {"1": {"wood": 7}}}, "E703", "7 of `stock` are more than the limit of 6", None),
    ("summer", {"star": {"1": -1}}, "E703", "-1 is not within 0 and 1000000000", None),
    ("summer", {"coin": 3}, "E703", "3 is not within 1 and 2", None),
    ("summer", {"me": 3}, "E703", "3 is not within 1 and 2", None),
    ("summer", {"hand": ["two_wood"]}, "E704", "expected a table by seats, as in { 1 = ... }, found a list", None),
    ("summer", {"hand": {"1": "two_wood"}}, "E704", "expected a list of pieces, found the text `two_wood`", None),
    ("summer", {"star": {"1": True}}, "E704", "expected a number, found true", None),
    ("summer", {"me": "seat 2"}, "E704", "expected a seat, found the text `seat 2`", "write the number of the seat: 2"),
    ("go", {"stood": 171}, "E703", "171 is not within 0 and 170", None),
    ("go", {"stood": "twice"}, "E704", None, None),
    ("go", {"stood": [{"board": {"z1": {}}}]}, "E701", None, "did you mean `a1`?"),
    ("go", {"stood": [{"phase": "turn"}]}, "E701", None, None),
    ("summer", {"roll": {"airship": [1]}}, "E704", "`airship` is no die", None),
    ("summer", {"hand": {"1": ["two_wood back"]}}, "E704", "`two_wood` has no faces", None),
    ("solo", {"grade": "admiral"}, "E701", "there is no rank or none `admiral`", None),
    (
        "summer",
        {"gone": ["two_wood"]},
        "E705",
        "`two_wood` can be several pieces",
        "say which: `two_wood of seat 1`, `two_wood of seat 2`",
    ),
    (
        "improvements",
        {"fitted": {"1": ["hoard"]}},
        "E705",
        "`hoard` can be several pieces",
        "say which: `hoard.day`, `hoard.night`",
    ),
    (
        "liars_dice",
        {"roll": {"bone of seat 1": [1, 3]}},
        "E704",
        "expected a list of 5 numbers, one for each die `bone of seat 1`, found a list of 2",
        "for one of these dice: `bone#1 of seat 1`",
    ),
    (
        "liars_dice",
        {"roll": {"bone of seat 1#2": [1]}},
        "E701",
        "`bone of seat 1#2` is not the name of a piece",
        "did you mean `bone#2 of seat 1`?",
    ),
    (
        "tests/games/couriers.toml",
        {"stand": {"1": "b1"}},
        "E701",
        None,
        "write `mat.b1 of seat 1` or `mat.b1 of seat 2`",
    ),
    (
        "tests/games/couriers.toml",
        {"stand": {"1": "mat.c1"}},
        "E701",
        "there is no cell `mat.c1`",
        "write `mat.c1 of seat 1` or `mat.c1 of seat 2`",
    ),
    ("tests/games/couriers.toml", {"stand": {"1": "mat.c1@1"}}, "E701", None, "write `mat.c1 of seat 2`"),
    (
        "tests/games/couriers.toml",
        {"mat": {"c1": {}}},
        "E701",
        "there is no seat `c1`",
        "every seat has this board: `mat = { 1 = { a1 = ... } }` is a cell of seat 1",
    ),
    (
        "tests/games/couriers.toml",
        {"mat.c1 of seat 2": {}},
        "E701",
        None,
        "a cell stands in the table of its board: `mat = { 2 = { c1 = ... } }`",
    ),
    ("summer", {"phase": "trun"}, "E706", "nothing is played that is called `trun`", "did you mean `turn`?"),
    ("summer", {"before": ["play"]}, "E706", "`play` answers nothing that is asked before play begins", None),
    ("improvements", {"before": ["level_two"]}, "E706", None, "on offer: `level_one`, `level_three`"),
    ("solo", {"roll": {"die": [1] * 8}}, "E707", "so many rolls in a row do not come up", "ask for fewer"),
]


@pytest.mark.parametrize(("ruleset", "sketch", "code", "message", "hint"), REFUSED)
def test_a_sketch_that_cannot_be_is_refused(
    ruleset: str, sketch: dict[str, object], code: str, message: str | None, hint: str | None
) -> None:
    with pytest.raises(sr.PositionError) as caught:
        sr.new_game(loaded(ruleset), None, 3, sketch)
    (flaw,) = caught.value.flaws
    assert (flaw.code, flaw.hint) == (code, hint)
    assert message is None or flaw.message == message
    assert flaw.path[: 1 if flaw.path else 0] == (next(iter(sketch)),) or flaw.path[0] in sketch


@pytest.mark.parametrize("sketch", [5, "x", [1], {"hand": {1, 2}}, {"star": {"1": 1.5}}])
def test_what_is_no_plain_table_is_refused(sketch: object) -> None:
    with pytest.raises(sr.PositionError) as caught:
        sr.new_game(loaded("summer"), 2, 3, sketch)  # type: ignore[arg-type]
    assert {flaw.code for flaw in caught.value.flaws} == {"E704"}


TEXTS = [
    "",
    "...",
    "two_wood",
    "two_wood of seat 2",
    "strip_a back",
    "airship",
    "none",
    "turn",
    "play",
    "hoard.day",
    "#",
]
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.sampled_from(TEXTS) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["1", "2", "day", "c3", "wood"]), inner)
    ),
    max_leaves=6,
)
KEYS = ["hand", "deck", "sky", "track", "mat", "stock", "star", "shown", "phase", "me", "before", "roll", "coin",
        "strip_a", "two_wood of seat 1", "gone", "x"]  # fmt: skip


@given(st.dictionaries(st.sampled_from(KEYS), PLAIN, max_size=4))
@settings(max_examples=50, deadline=None)
def test_whatever_is_sketched_is_laid_or_refused(sketch: dict[str, object]) -> None:
    rules = loaded("summer")
    try:
        game = sr.new_game(rules, 2, 3, sketch)
    except sr.PositionError:
        return
    assert_pieces_kept(game)
    assert_consistent(rules.executor(2).program.layout, state_of(game))


def test_all_flaws_are_told_at_once() -> None:
    with pytest.raises(sr.PositionError) as caught:
        sr.new_game(loaded("summer"), 2, 3, {"hnd": {}, "star": {"1": -1}, "hand": {"1": ["two_wod", "one_wod"]}})
    assert [flaw.path for flaw in caught.value.flaws] == [("hnd",), ("star", "1"), ("hand", "1", 0), ("hand", "1", 1)]
    assert "[E703] star.1: -1 is not within" in str(caught.value)


def test_a_difference_names_the_rule_that_made_it() -> None:
    sketch = {"track": STRIPS, "hand": {1: ["two_stone", "zero_yield", "one_water"]}}
    game = sr.new_game(loaded("summer"), 2, 7, sketch).choose("card=two_stone").choose("cell=sky.c4")
    stock, sky = game.differences({"stock": {"1": {"wood": 1}}, "sky": {"c4": []}, "star": {"1": 0}})
    assert (stock.what, stock.expected, stock.found) == ("wood of stock of seat 1", "1", "2")
    assert stock.event is not None
    assert stock.event.rule == "gain harvest(card, cell) of yield(cell)"
    assert stock.event.place.startswith("rulesets/solenia.toml:")
    assert (sky.what, sky.expected, sky.found) == ("sky.c4", "nothing", "two_stone of seat 1")
    assert sky.event is not None
    assert sky.event.rule == "move card to cell"


def test_equal_dice_of_a_seat_are_sketched_with_one_list() -> None:
    rules = loaded("liars_dice")
    shown = [1, 3, 3, 2, 6]
    game = sr.new_game(rules, 2, 3, {"phase": "play.rounds", "roll": {"bone of seat 1": shown}})
    assert game.differences({"bone of seat 1": shown}) == ()
    assert game.differences({f"bone#{copy} of seat 1": number for copy, number in enumerate(shown, 1)}) == ()
    assert sr.new_game(rules, 2, 3, {"bone of seat 1": shown}).differences({"bone of seat 1": shown}) == ()
    (wrong,) = game.differences({"bone of seat 1": [1, 3, 3, 2, 5]})
    assert (wrong.expected, wrong.found) == ("5", "6")
