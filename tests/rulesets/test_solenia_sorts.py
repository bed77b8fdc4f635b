"""What holds in every game of winter, improvements and solo, recomputed from the log by code of its own."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import pytest

import solenia_rules as sr
from tests.rulesets.naive.compare import goods_in, spaces_in, stars_in
from tests.rulesets.naive.summer import (
    CARD_COPIES,
    CARD_VALUES,
    GOODS,
    PAIR_STARS,
    STRIPS,
    TILES,
    tile_goods,
    tile_kind,
)
from tests.rulesets.naive.summer import tile_stars as worth
from tests.rulesets.traces import Happened, Trace, advances_in, airship_in, cell_at, spaces_after, trace_of, zone
from tests.sampling import sampled

SORTS = [("winter", 2), ("winter", 3), ("winter", 4), ("improvements", 2), ("improvements", 4), ("solo", 1)]
SORTS += [("winter+solo", 1), ("improvements+solo", 1)]
RICH = """
ruleset  = "rich"
language = 1
source   = "ours"
abstract = true

[title]
en = "Rich"
fr = "Riche"
pl = "Bogata"

[params]
storage = { default = 12, source = "ours" }

[setup.gift]
source = "ours"
effect = 'as seats { gain 3 wood + 3 wheat + 3 stone + 3 water }'
"""


# ---- the log played again ----------------------------------------------------------------


@dataclass
class Mat:
    """What one seat has."""

    goods: Counter[str] = field(default_factory=Counter)
    stars: int = 0
    from_cities: int = 0
    tiles: list[str] = field(default_factory=list)
    slots: dict[str, str] = field(default_factory=dict)
    plans: list[str] = field(default_factory=list)
    halves: list[str] = field(default_factory=list)

    def filled(self, side: str, level: int) -> int:
        return sum(slot.startswith(f"{side}_{level}") for slot in self.slots)

    def active(self, plan: str) -> bool:
        return plan in self.plans and {"day_1a", "night_1a"} <= set(self.slots)

    def storage(self, base: int) -> int:
        return base + sum(slot in self.slots for slot in ("day_1a", "night_1a")) + self.active("loft")

    def row(self, side: str) -> int:
        return sum(tile_kind(tile) == side for tile in self.tiles)

    def pairs(self) -> int:
        return min(self.row("day"), self.row("night"))


class Ledger:
    """Follows the log event by event and says what must be so."""

    def __init__(self, trace: Trace, game: str) -> None:
        self.levels = "winter" in game or "improvements" in game
        self.half_tiles = "improvements" in game
        self.seats = [Mat() for _ in range(trace.seats)]
        self.cards: dict[tuple[int, int], tuple[str, int | None]] = {}
        self.airship = (3, 3)
        self.track: list[tuple[str, int]] = []
        self.faces: dict[str, int] = {}
        self.paid: Counter[str] = Counter()
        self.expected: list[Happened] = []
        """Events that must come next."""

    def follow(self, event: Happened) -> None:
        if self.expected and event.kind not in ("answered", "moved"):
            wanted = self.expected.pop(0)
            assert (event.kind, event.details) == (wanted.kind, wanted.details)
        match event.kind:
            case "entered" | "left":
                assert not self.expected
                self.paid.clear()
            case "turned":
                record = event.text("piece")
                self.faces[record] = ("front", "back").index(event.text("face"))
            case "gained" | "paid" | "lost":
                self._count(event)
            case "moved" | "drawn":
                self._move(event)

    def _count(self, event: Happened) -> None:
        mat, number = self.seats[event.number("seat")], event.number("number")
        match event.details["counter"]:
            case "star":
                mat.stars += number
            case "city_star":
                mat.from_cities += number
            case _:
                word = event.text("word")
                mat.goods[word] += number if event.kind == "gained" else -number
                assert mat.goods[word] >= 0
                if event.kind == "paid":
                    self.paid[word] += number

    def _move(self, event: Happened) -> None:
        old, new, piece = event.text("old"), event.text("new"), event.text("piece")
        match event.details["kind"]:
            case "card" if new.startswith("sky"):
                self._lay(piece, event.details["owner"], cell_at(new), old.startswith("hand"))
            case "card" if old.startswith("sky"):
                assert self.cards.pop(cell_at(old))[0] == piece
            case "airship":
                self.airship = cell_at(new)
            case "strip":
                self._shift(piece, old == "track")
            case "tile" if new.startswith("pile@"):
                self._deliver(piece, self.seats[int(new.removeprefix("pile@"))])
            case "tile" if old.startswith("pile@"):
                slot, _, seat = new.partition("@")
                self._stow(piece, slot, self.seats[int(seat)])
            case "plan" if new.startswith("fitted@"):
                self.seats[int(new.removeprefix("fitted@"))].plans.append(piece)
            case "half" if new.startswith("fitted@"):
                self.seats[int(new.removeprefix("fitted@"))].halves.append(piece)

    def _shift(self, piece: str, again: bool) -> None:
        """The first strip becomes the last one; what lies on the others comes one row nearer."""
        if again:
            assert self.track.pop(0)[0] == piece
            assert all(row > 1 for row, _ in self.cards)
            self.cards = {(row - 1, column): card for (row, column), card in self.cards.items()}
            self.airship = (self.airship[0] - 1, self.airship[1])
        self.track.append((piece, self.faces[piece]))

    def _space(self, cell: tuple[int, int]) -> str:
        record, face = self.track[cell[0] - 1]
        return STRIPS[record][face][cell[1] - 1]

    def _lay(self, card: str, owner: object, cell: tuple[int, int], own: bool) -> None:
        assert cell not in self.cards
        if own:
            assert isinstance(owner, int)
            mat = self.seats[owner]
            assert self.paid.total() == self._voyage(mat, owner, cell)
            self.paid.clear()
            value, space = CARD_VALUES[card], self._space(cell)
            amount = value + self._more(mat, value, space)
            word = None if space in ("day", "night") else space
            counter = "star" if word is None else "stock"
            if amount:
                details = {"seat": owner, "counter": counter, "word": word, "number": amount}
                self.expected = [Happened("gained", details)]
        self.cards[cell] = (card, owner if isinstance(owner, int) else None)

    def _more(self, mat: Mat, value: int, space: str) -> int:
        if space in ("day", "night"):
            return 0
        richer = self.levels and "day_2a" in mat.slots and value >= 1 and space in ("wood", "wheat")
        return richer + (mat.active("gleaning") and value == 0)

    def _voyage(self, mat: Mat, owner: int, cell: tuple[int, int]) -> int:
        mine = [at for at, (_, whose) in self.cards.items() if whose == owner]
        far = min(abs(cell[0] - row) + abs(cell[1] - column) for row, column in [self.airship, *mine])
        price = max(0, far - 1)
        if self.levels:
            price = max(0, price - ("night_2a" in mat.slots))
        price = max(0, price - mat.active("tailwind"))
        beside = any(max(abs(cell[0] - row), abs(cell[1] - column)) <= 1 for row, column in mine)
        return 0 if mat.active("corners") and beside else price

    def _deliver(self, tile: str, mat: Mat) -> None:
        asked = Counter(tile_goods(tile))
        assert self.paid <= asked
        assert (asked - self.paid).total() == (1 if mat.active("haggling") else 0)
        mat.tiles.append(tile)
        self.paid.clear()

    def _stow(self, tile: str, slot: str, mat: Mat) -> None:
        side, place = slot.split("_")
        assert side == tile_kind(tile)
        assert slot not in mat.slots
        if self.levels:
            level = int(place[0])
            assert level == 1 or mat.filled(side, level - 1) > mat.filled(side, level)
        else:
            assert int(place) == 1 + sum(other.startswith(side) for other in mat.slots)
        mat.slots[slot] = tile

    def score(self, mat: Mat) -> int:
        """Stars at the end of a game, from what the seat has when the last phase is over."""
        total = mat.stars + sum(map(worth, mat.tiles))
        left = mat.goods.total()
        if not self.levels:
            return total + left // 2 + PAIR_STARS.get(mat.pairs(), 10)
        if not self.half_tiles:
            total += len(mat.tiles) if "day_3b" in mat.slots else 0
            return total + left // 2 + (2 * mat.pairs() if "night_3b" in mat.slots else 0)
        powers = {side: power for power, side in (half.split(".") for half in mat.halves) if f"{side}_3b" in mat.slots}
        total += left if "hoard" in powers.values() else left // 2
        return total + sum(self._half(mat, power, side) for side, power in powers.items())

    def _half(self, mat: Mat, power: str, side: str) -> int:
        scores = {
            "hoard": 0,
            "summit": 2 * (mat.filled("day", 3) + mat.filled("night", 3)),
            "devotion": mat.row(side),
            "couples": 2 * mat.pairs(),
            "quartets": 3 * min(mat.goods[good] for good in GOODS),
            "prestige": sum(worth(tile) >= 6 for tile in mat.tiles),
            "balance": 6 if mat.row("day") == mat.row("night") else 0,
            "patronage": mat.from_cities // 3,
        }
        return scores[power]


# ---- the invariants ----------------------------------------------------------------------


def all_pieces(view: dict[str, object], kind: str) -> list[dict[str, object]]:
    """Every piece of a kind that a position holds, wherever it lies."""
    found: list[dict[str, object]] = []

    def look(value: object) -> None:
        if isinstance(value, dict):
            if value.get("kind") == kind and "id" in value:
                found.append(value)
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(view["zones"])
    look(view["boards"])
    return found


def pieces_are_conserved(trace: Trace, game: str) -> None:
    for view in trace.views:
        plain: dict[str, object] = dict(view)
        assert sorted(str(tile["id"]) for tile in all_pieces(plain, "tile")) == sorted(TILES)
        cards = all_pieces(plain, "card")
        owners = [*range(trace.seats), *([None] if "solo" in game else [])]
        for owner in owners:
            assert Counter(str(card["id"]) for card in cards if card["owner"] == owner) == CARD_COPIES
        assert len(cards) == 16 * len(owners)
        if "improvements" in game:
            assert len(all_pieces(plain, "plan")) == 8
            halves = Counter(str(half["id"]) for half in all_pieces(plain, "half"))
            assert len(halves) == 16
            assert set(halves.values()) == {1}


def displays_are_full(trace: Trace, _game: str) -> None:
    full = 4 if trace.seats == 4 else 3
    for view, (_, options) in zip(trace.views, [*trace.asked, (0, [""])], strict=True):
        for kind in ("day", "night"):
            # A tile is placed before the display is refilled.
            missing = options[0].startswith(f"slot={kind}")
            assert len(zone(view, "shown", kind)) == full - missing or not zone(view, "stack", kind)


def board_and_airship_follow_from_the_advances(trace: Trace, _game: str) -> None:
    for view, events in trace.until_each_view():
        advances = advances_in(events)
        assert spaces_in(view) == spaces_after(trace, advances)
        steps = sum(event.moves("airship", "sky", "sky") for event in events)
        assert steps - advances in (0, 1)
        assert airship_in(view) == [f"sky.c{3 + steps - advances}"]


def advances_are_light_cards_and_forced_discards(trace: Trace, _game: str) -> None:
    advances = due = 0
    for event in trace.events:
        light = event.details.get("kind") == "card" and event.text("piece").startswith("zero")
        placed = event.moves("card", "hand@", "sky") or event.moves("card", "turned_up", "sky")
        due += (light and placed) or event.moves("card", "hand@", "gone")
        advances += event.moves("strip", "track", "track")
        if event.kind == "left":
            assert advances == due


def everything_follows_from_the_log(trace: Trace, game: str) -> None:
    """Prices, yields, the rules of slots, goods and stars at every position, the score at the end."""
    ledger = Ledger(trace, game)
    at = 0
    ends = max(place for place, event in enumerate(trace.events) if event.kind == "left")
    for view, events in trace.until_each_view():
        while at < len(events) and at <= ends:
            ledger.follow(events[at])
            at += 1
        if at <= ends:
            assert [dict(mat.goods) for mat in ledger.seats] == [
                {word: n for word, n in goods.items() if n or word in mat.goods}
                for goods, mat in zip(goods_in(view), ledger.seats, strict=True)
            ]
            assert [mat.stars for mat in ledger.seats] == stars_in(view)
    scores = [ledger.score(mat) for mat in ledger.seats]
    assert trace.scores == scores
    if "solo" not in game:
        assert trace.winners == [seat for seat, score in enumerate(scores) if score == max(scores)]


def storage_holds(trace: Trace, game: str, base: int | None = None) -> None:
    levels = "winter" in game or "improvements" in game
    base = base if base is not None else 6 if levels else 8
    ledger = Ledger(trace, game)
    at = 0
    for (view, events), asked in zip(trace.until_each_view(), [*trace.asked, None], strict=True):
        while at < len(events):
            ledger.follow(events[at])
            at += 1
        for seat, goods in enumerate(goods_in(view)):
            room = ledger.seats[seat].storage(base) if levels else base
            if sum(goods.values()) > room:
                assert asked is not None
                assert asked[0] == seat
                assert sorted(asked[1]) == sorted(f"good={good}" for good in GOODS if goods[good])


def everybody_has_sixteen_turns(trace: Trace, game: str) -> None:
    entered = [(event.details["phase"], event.number("seat")) for event in trace.events if event.kind == "entered"]
    each = [("turn", seat) for seat in range(trace.seats)]
    drafts = [("drafting", seat) for seat in reversed(range(trace.seats))] * 2 if "improvements" in game else []
    turns = [phase for _ in range(16) for phase in ([*each, ("neutral", 0)] if "solo" in game else each)]
    assert entered == drafts + turns
    owners = [event.number("owner") for event in trace.events if event.moves("card", "hand@", "")]
    assert owners == [seat for phase, seat in entered if phase == "turn"]


Check = Callable[[Trace, str], None]
CHECKS: list[Check] = [
    pieces_are_conserved,
    displays_are_full,
    board_and_airship_follow_from_the_advances,
    advances_are_light_cards_and_forced_discards,
    everything_follows_from_the_log,
    storage_holds,
    everybody_has_sixteen_turns,
]


@cache
def plain_trace(game: str, seats: int, seed: int) -> Trace:
    return trace_of(sr.load(game), seats, seed)


@pytest.fixture(scope="session")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int, int], Trace]:
    """Games in which everybody begins with a full store of twelve, so that many tiles are delivered."""
    path = tmp_path_factory.mktemp("rich") / "rich.toml"
    path.write_text(RICH, "utf-8")

    @lru_cache(maxsize=32)
    def trace(game: str, seats: int, seed: int) -> Trace:
        return trace_of(sr.load(f"{game}+{path}"), seats, seed)

    return trace


@pytest.mark.parametrize(("game", "seats"), sampled(SORTS, 4))
def test_it_holds_in_every_game(game: str, seats: int) -> None:
    for check in CHECKS:
        check(plain_trace(game, seats, 1), game)


@pytest.mark.parametrize(("game", "seats"), sampled(SORTS, 3))
def test_it_holds_where_much_is_delivered(game: str, seats: int, rich: Callable[[str, int, int], Trace]) -> None:
    trace = rich(game, seats, 3)
    for check in CHECKS:
        if check is not storage_holds:
            check(trace, game)
    storage_holds(trace, game, 12)


def test_slots_of_every_level_are_filled_and_powers_used(rich: Callable[[str, int, int], Trace]) -> None:
    """The games above meet what they check."""
    met = Counter[str]()
    for seed in (1, 3, 5, 7):
        trace = rich("improvements", 4, seed)
        ledger = Ledger(trace, "improvements")
        for event in trace.events[: max(i for i, e in enumerate(trace.events) if e.kind == "left")]:
            ledger.follow(event)
        for mat in ledger.seats:
            met.update(slot.split("_")[1] for slot in mat.slots)
            met.update(plan for plan in mat.plans if mat.active(plan))
    assert all(met[slot] for slot in ("1a", "1b", "2a", "2b"))
    assert sum(met[plan] for plan in ("loft", "tip", "gleaning", "corners", "tailwind", "haggling", "farewell")) > 1


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "seats"), SORTS)
def test_it_holds_in_hundreds_of_games(game: str, seats: int, rich: Callable[[str, int, int], Trace]) -> None:
    rules = sr.load(game)
    for seed in range(1000, 1200):
        trace = trace_of(rules, seats, seed)
        for check in CHECKS:
            check(trace, game)
        everything_follows_from_the_log(rich(game, seats, seed), game)


# ---- each of them can fail ---------------------------------------------------------------

NEW = "source = 'ours'"
OTHER_RULES: list[tuple[Check, str, str]] = [
    (everything_follows_from_the_log, "winter", f"[queries.fits]\n{NEW}\nvalue = 'side of slot is side of tile'"),
    (everything_follows_from_the_log, "winter", f"[params.goods_per_star]\n{NEW}\ndefault = 3"),
    (everything_follows_from_the_log, "winter", f"[params.lengthening]\n{NEW}\ndefault = 2"),
    (everything_follows_from_the_log, "winter", f"[queries.harvest]\n{NEW}\nvalue = 'value of card + 1'"),
    (everything_follows_from_the_log, "improvements", f"[queries.price]\n{NEW}\nvalue = 'asks of tile - 1 good'"),
    (everything_follows_from_the_log, "improvements", f"[scoring.more]\n{NEW}\neffect = 'as seats {{ gain 1 star }}'"),
    (everything_follows_from_the_log, "solo", f"[queries.pair_stars]\n{NEW}\ntable = [1, 2, 4, 7, 11]"),
    (storage_holds, "winter", f"[params.storage]\n{NEW}\ndefault = 9"),
    (storage_holds, "winter", f"[params.storage_growth]\n{NEW}\ndefault = 4"),
    (pieces_are_conserved, "improvements", f"[tiles.night_www]\n{NEW}\ncopies = 2"),
    (pieces_are_conserved, "solo", f"[cards.two_wood]\n{NEW}\ncopies = 2"),
    (displays_are_full, "solo", f"[verbs.sweep]\n{NEW}\neffect = 'move first(shown of side) to rejected'"),
    (
        board_and_airship_follow_from_the_advances,
        "solo",
        f"[verbs.expel]\n{NEW}\neffect = 'move first(track) to track'",
    ),
    (advances_are_light_cards_and_forced_discards, "solo", f"[params.light_value]\n{NEW}\ndefault = 1"),
    (
        everybody_has_sixteen_turns,
        "solo",
        f"[verbs.play_round]\n{NEW}\neffect = 'as seats {{ phase turn {{ take_turn }} }}'",
    ),
    (everybody_has_sixteen_turns, "improvements", f"[params.rounds]\n{NEW}\ndefault = 15"),
]


def named(case: tuple[Check, str, str]) -> str:
    check, game, change = case
    return f"{check.__name__}-{game}-{change.partition(']')[0]}]"


def fails(check: Check, trace: Trace, game: str) -> bool:
    try:
        check(trace, game)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(("check", "game", "change"), sampled(OTHER_RULES, 6, ids=named))
def test_it_fails_where_a_rule_is_another(check: Check, game: str, change: str, tmp_path: Path) -> None:
    head, _, _ = RICH.partition("[params]")
    (tmp_path / "other.toml").write_text(head.replace('"rich"', '"other"') + change + "\n", "utf-8")
    rules = sr.load(f"{game}+{tmp_path / 'other.toml'}", refined=False)
    assert any(fails(check, trace_of(rules, rules.seats[0], seed), game) for seed in range(1, 16, 2))


def test_it_fails_where_the_log_was_tampered_with() -> None:
    trace = copy.deepcopy(plain_trace("winter", 2, 1))
    everything_follows_from_the_log(trace, "winter")
    trace.events.remove(next(event for event in trace.events if event.kind == "gained"))
    assert fails(everything_follows_from_the_log, trace, "winter")
