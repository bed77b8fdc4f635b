"""What holds in every game of summer, checked from views and the log by code that shares nothing with the engine."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import solenia_rules as sr
from tests.rulesets.naive.compare import goods_in, items, laid_in, rows_in, spaces_in, stars_in, table
from tests.rulesets.naive.summer import CARD_COPIES, GOODS, PAIR_STARS, TILES, tile_goods, tile_kind, tile_stars
from tests.rulesets.traces import Happened, Trace, advances_in, airship_in, cell_at, spaces_after, trace_of, zone
from tests.sampling import sampled

STORAGE = 8


@cache
def summer_trace(seats: int, seed: int) -> Trace:
    return trace_of(sr.load("summer"), seats, seed)


# ---- the invariants ----------------------------------------------------------------------


def cards_are_conserved(trace: Trace) -> None:
    for view in trace.views:
        gone = items(table(table(view["zones"])["gone"])["pieces"])
        for seat in range(trace.seats):
            laid = [one.card for one in laid_in(view) if one.owner == seat]
            discards = [str(card["id"]) for card in gone if card["owner"] == seat]
            assert Counter(zone(view, "deck", seat) + zone(view, "hand", seat) + laid + discards) == CARD_COPIES


def hands_are_refilled(trace: Trace) -> None:
    hands, decks = Counter[int](), Counter(dict.fromkeys(range(trace.seats), 16))
    for event in trace.events:
        if event.moves("card", "deck@", "hand@"):
            decks[event.number("owner")] -= 1
            hands[event.number("owner")] += 1
        elif event.moves("card", "hand@", ""):
            hands[event.number("owner")] -= 1
        elif event.kind == "entered":
            seat = event.number("seat")
            assert hands[seat] == min(3, hands[seat] + decks[seat])
    for view, events in trace.until_each_view():
        on_turn = [event.number("seat") for event in events if event.kind == "entered"][-1]
        for seat in set(range(trace.seats)) - {on_turn}:
            hand, deck = zone(view, "hand", seat), zone(view, "deck", seat)
            assert len(hand) == min(3, len(hand) + len(deck))


def tiles_are_conserved(trace: Trace) -> None:
    for view in trace.views:
        delivered = [tile for rows in rows_in(view) for row in rows.values() for tile in row]
        lying = [tile for kind in ("day", "night") for tile in zone(view, "stack", kind) + zone(view, "shown", kind)]
        assert sorted(delivered + lying) == sorted(TILES)


def displays_are_full(trace: Trace) -> None:
    for view in trace.views:
        for kind in ("day", "night"):
            shown = zone(view, "shown", kind)
            assert all(tile_kind(tile) == kind for tile in shown)
            assert len(shown) == (4 if trace.seats == 4 else 3) or not zone(view, "stack", kind)


def board_follows_from_the_advances(trace: Trace) -> None:
    seen: dict[int, list[str]] = {}
    for view, events in trace.until_each_view():
        advances = advances_in(events)
        assert spaces_in(view) == spaces_after(trace, advances)
        assert seen.setdefault(advances % 10, spaces_in(view)) == spaces_in(view)


def airship_is_central(trace: Trace) -> None:
    for view, events in trace.until_each_view():
        steps = sum(event.moves("airship", "sky", "sky") for event in events)
        pending = steps - advances_in(events)
        assert pending in (0, 1)
        assert airship_in(view) == [f"sky.c{3 + pending}"]
        if pending:
            turn = last_turn(events)
            assert any(spends_a_zero(event) or event.moves("card", "hand@", "gone") for event in turn)


def spends_a_zero(event: Happened) -> bool:
    return event.moves("card", "hand@", "sky") and event.text("piece").startswith("zero")


def last_turn(events: list[Happened]) -> list[Happened]:
    begins = max(place for place, event in enumerate(events) if event.kind == "entered")
    return events[begins:]


def advances_are_zeros_and_forced_discards(trace: Trace) -> None:
    advances = zeros = forced = turned = 0
    for event in trace.events:
        zeros += spends_a_zero(event)
        forced += event.moves("card", "hand@", "gone")
        advances += event.moves("strip", "track", "track")
        turned += event.kind == "turned"
        if event.kind == "left":
            assert advances == turned - 5 == zeros + forced  # five strips were given a face at setup


def voyages_cost_the_spaces_in_between(trace: Trace) -> None:
    cards: list[tuple[int, int, int]] = []
    airship = (3, 3)
    spent = 0
    for event in trace.events:
        if event.kind == "entered":
            spent = 0
        elif event.kind == "paid":
            spent += event.number("number")
        elif event.moves("card", "hand@", "sky"):
            row, column = cell_at(event.text("new"))
            owner = event.number("owner")
            starts = [airship, *((r, c) for r, c, whose in cards if whose == owner)]
            assert spent == max(0, min(abs(row - r) + abs(column - c) for r, c in starts) - 1)
            assert all((row, column) != (r, c) for r, c, _ in cards)
            cards.append((row, column, owner))
        elif event.moves("airship", "", "sky"):
            airship = cell_at(event.text("new"))
        elif event.moves("strip", "track", "track"):
            cards = [(row - 1, column, owner) for row, column, owner in cards if row > 1]
            airship = (airship[0] - 1, airship[1])


def deliveries_cost_what_tiles_ask(trace: Trace) -> None:
    paid: Counter[str] = Counter()
    for event in trace.events:
        if event.moves("card", "hand@", "sky"):
            paid.clear()
        elif event.kind == "paid":
            paid[event.text("word")] += event.number("number")
        elif event.moves("tile", "shown@", "pile@"):
            assert paid == Counter(tile_goods(event.text("piece")))
            paid.clear()


def storage_holds(trace: Trace) -> None:
    for view, asked in zip(trace.views, [*trace.asked, None], strict=True):
        for seat, goods in enumerate(goods_in(view)):
            assert min(goods.values()) >= 0
            if sum(goods.values()) > STORAGE:
                assert asked is not None
                assert asked[0] == seat
                assert sorted(asked[1]) == sorted(f"good={good}" for good in GOODS if goods[good])


def goods_follow_from_the_log(trace: Trace) -> None:
    for view, events in trace.until_each_view():
        counted: list[dict[str, int]] = [dict.fromkeys(GOODS, 0) for _ in range(trace.seats)]
        for event in events:
            if event.kind in ("gained", "paid", "lost") and event.details["counter"] == "stock":
                sign = 1 if event.kind == "gained" else -1
                counted[event.number("seat")][event.text("word")] += sign * event.number("number")
        assert goods_in(view) == counted


def score_follows_from_the_log(trace: Trace) -> None:
    stars, goods = Counter[int](), Counter[int]()
    tiles: list[list[str]] = [[] for _ in range(trace.seats)]
    last = max(place for place, event in enumerate(trace.events) if event.kind == "left")
    for event in trace.events[:last]:
        if event.kind == "gained" and event.details["counter"] == "star":
            stars[event.number("seat")] += event.number("number")
        elif event.kind in ("gained", "paid", "lost"):
            goods[event.number("seat")] += event.number("number") * (1 if event.kind == "gained" else -1)
        elif event.moves("tile", "shown@", "pile@"):
            tiles[int(event.text("new").removeprefix("pile@"))].append(event.text("piece"))
    scores = []
    for seat in range(trace.seats):
        kinds = [tile_kind(tile) for tile in tiles[seat]]
        pairs = PAIR_STARS.get(min(kinds.count("day"), kinds.count("night")), 10)
        scores.append(stars[seat] + sum(map(tile_stars, tiles[seat])) + pairs + goods[seat] // 2)
    assert trace.scores == scores == stars_in(trace.views[-1])
    assert trace.winners == [seat for seat in range(trace.seats) if scores[seat] == max(scores)]


def everybody_has_sixteen_turns(trace: Trace) -> None:
    turns = [event.number("seat") for event in trace.events if event.kind == "entered"]
    assert turns == list(range(trace.seats)) * 16
    owners = [event.number("owner") for event in trace.events if event.moves("card", "hand@", "")]
    assert owners == turns


Check = Callable[[Trace], None]

CHECKS: list[Check] = [
    cards_are_conserved,
    hands_are_refilled,
    tiles_are_conserved,
    displays_are_full,
    board_follows_from_the_advances,
    airship_is_central,
    advances_are_zeros_and_forced_discards,
    voyages_cost_the_spaces_in_between,
    deliveries_cost_what_tiles_ask,
    storage_holds,
    goods_follow_from_the_log,
    score_follows_from_the_log,
    everybody_has_sixteen_turns,
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_holds_in_every_game(seats: int, check: Check) -> None:
    for seed in (0, 1):
        check(summer_trace(seats, seed))


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_holds_in_hundreds_of_games(seats: int) -> None:
    rules = sr.load("summer")
    for seed in range(1000, 1100):
        trace = trace_of(rules, seats, seed)
        for check in CHECKS:
            check(trace)


# ---- each of them can fail: another rule, or a trace that was tampered with -----------------

OTHER_NUMBERS: list[tuple[Check, dict[str, int]]] = [
    (hands_are_refilled, {"hand_size": 4}),
    (displays_are_full, {"display_size": 2}),
    (airship_is_central, {"airship_row": 2}),
    (voyages_cost_the_spaces_in_between, {"lengthening": 2}),
    (storage_holds, {"storage": 9}),
    (score_follows_from_the_log, {"goods_per_star": 3}),
    (everybody_has_sixteen_turns, {"rounds": 15}),
]

VARIANT = """
ruleset  = "other"
language = 1
extends  = "summer"
source   = "ours"

[title]
en = "Another"
fr = "Autre"
pl = "Inna"

"""

OTHER_RULES: list[tuple[Check, str]] = [
    (board_follows_from_the_advances, "[verbs.expel]\nsource = 'ours'\neffect = 'move first(track) to track'"),
    (
        board_follows_from_the_advances,
        "[strips]\nstrip_a = { front = ['wood', 'day', 'wheat', 'stone', 'wood'], source = 'ours' }",
    ),
    (airship_is_central, "[verbs.step]\nsource = 'ours'\neffect = 'move airship to sky(4, 4)'"),
    (
        advances_are_zeros_and_forced_discards,
        """[verbs.fly]
source = 'ours'
effect = '''
move card to cell
if value of card is 1 { step }
gain harvest(card, cell) of yield(cell)
if city of cell is not none { deliver city of cell }
'''""",
    ),
    (
        voyages_cost_the_spaces_in_between,
        "[queries.bases]\nsource = 'ours'\nvalue = 'cell of airship + cell of cards'",
    ),
    (deliveries_cost_what_tiles_ask, "[queries.price]\nsource = 'ours'\nvalue = 'asks of tile - 1 good'"),
    (displays_are_full, "[verbs.refill]\nsource = 'ours'\neffect = 'draw 3 from stack of side to shown of side'"),
    (tiles_are_conserved, "[tiles]\nnight_www = { copies = 2, source = 'ours' }"),
    (cards_are_conserved, "[cards]\ntwo_wood = { copies = 2, source = 'ours' }"),
    (score_follows_from_the_log, "[queries.pair_stars]\nsource = 'ours'\ntable = [0, 2, 3, 6, 10]"),
    (
        score_follows_from_the_log,
        "[result.winner]\nsource = 'ours'\neffect = 'win all(s in seats where place of s is 9)'",
    ),
]


def fails(check: Check, trace: Trace) -> bool:
    try:
        check(trace)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(("check", "params"), sampled(OTHER_NUMBERS, 3, ids=lambda x: f"{x[0].__name__}-{x[1]}"))
def test_it_fails_where_a_number_of_the_rules_is_another(check: Check, params: dict[str, int]) -> None:
    rules = sr.load("summer", params, refined=False)
    assert any(fails(check, trace_of(rules, 3, seed)) for seed in range(3))


@pytest.mark.parametrize(
    ("check", "change"), sampled(OTHER_RULES, 5, ids=lambda x: f"{x[0].__name__}-{x[1].partition(']')[0]}]")
)
def test_it_fails_where_a_rule_is_another(check: Check, change: str, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(VARIANT + change + "\n", "utf-8")
    rules = sr.load(str(tmp_path / "other.toml"), refined=False)
    assert any(fails(check, trace_of(rules, 2, seed)) for seed in range(1, 9, 2))


def lose_a_discard(trace: Trace) -> None:
    table(table(trace.views[-1]["zones"])["gone"])["pieces"] = []


def swap_owners_of_discards(trace: Trace) -> None:
    for card in items(table(table(trace.views[-1]["zones"])["gone"])["pieces"]):
        card["owner"] = 1 - int(str(card["owner"]))


def lose_a_shown_tile(trace: Trace) -> None:
    table(table(table(trace.views[5]["zones"])["shown"])["day"])["pieces"] = []


def forget_a_gain(trace: Trace) -> None:
    trace.events.remove(next(event for event in trace.events if event.kind == "gained"))


def forget_a_payment(trace: Trace) -> None:
    trace.events.remove(next(event for event in trace.events if event.kind == "paid"))


def forget_a_delivery(trace: Trace) -> None:
    trace.events.remove(next(event for event in trace.events if event.moves("tile", "shown@", "pile@")))


def forget_a_turn(trace: Trace) -> None:
    trace.events.remove([event for event in trace.events if event.kind == "entered"][7])


def forget_an_advance(trace: Trace) -> None:
    trace.events.remove(next(event for event in trace.events if event.moves("strip", "track", "track")))


def hoard(trace: Trace) -> None:
    stock = items(table(trace.views[9]["counters"])["stock"])
    stock[1 - trace.asked[9][0]]["wood"] = 9


TAMPERED: list[tuple[Check, Callable[[Trace], None]]] = [
    (cards_are_conserved, lose_a_discard),
    (cards_are_conserved, swap_owners_of_discards),
    (tiles_are_conserved, lose_a_shown_tile),
    (displays_are_full, lose_a_shown_tile),
    (goods_follow_from_the_log, forget_a_gain),
    (goods_follow_from_the_log, forget_a_payment),
    (goods_follow_from_the_log, hoard),
    (storage_holds, hoard),
    (score_follows_from_the_log, forget_a_delivery),
    (voyages_cost_the_spaces_in_between, forget_a_payment),
    (everybody_has_sixteen_turns, forget_a_turn),
    (board_follows_from_the_advances, forget_an_advance),
    (advances_are_zeros_and_forced_discards, forget_an_advance),
    (airship_is_central, forget_an_advance),
]


@pytest.mark.parametrize(("check", "tamper"), TAMPERED)
def test_it_fails_where_the_trace_was_tampered_with(check: Check, tamper: Callable[[Trace], None]) -> None:
    trace = copy.deepcopy(summer_trace(2, 1))
    check(trace)
    tamper(trace)
    assert fails(check, trace)
