"""What statements may do, with everything that they call: one case for every field of `Effects`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from solenia_rules.check.checking import check_world
from solenia_rules.checked import terms as t
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.footprint import ANYWHERE
from solenia_rules.checked.summaries import MOVED, OTHERS, Effects, Summaries
from solenia_rules.rules.resolver import resolve_text

GROUND = Path(__file__).parent.parent / "check" / "ground.toml"
MORE = """
[verbs]
hide  = { effect = 'draw 1 from bag to my pouch', source = "ours" }
again = { params = { token = "token" }, effect = 'do deed of token', source = "ours" }
ask   = { effect = 'choose seat in seats', source = "ours" }

[state]
secret = { kind = "number", per = "seat", seen = "owner", source = "ours" }
buried = { kind = "number", seen = "nobody", source = "ours" }

[counters]
coin = { per = ["seat"], plural = "coins", seen = "owner", resets = "turn", source = "ours" }

[tokens]
twice  = { worth = 1, deed = 'add 1 to pace; do deed of first(heap)', source = "ours" }
paying = { worth = 1, lasting = 'after roll by me { pay 1 point }', source = "ours" }
"""
AT, TOKENS = ("at", "token"), frozenset({("at", "token")})
EVERYBODY, ME = frozenset({OTHERS}), frozenset({t.ME})

WRITES = {
    "let x = 1": frozenset(),
    "set pace to 1": {("counter", "pace")},
    "set leader to me": {("state", "leader")},
    "add 1 to level of plain(1, 1)": {("field", "level")},
    "pay 1 tin": {("counter", "store")},
    "lose 1 point": {("counter", "point")},
    "gain 1 point": frozenset(),
    "move red_one to heap": {AT},
    "move my pawn to plain(1, 1)": {("at", "pawn")},
    "draw 1 from bag to heap": {AT},
    "shuffle bag": frozenset(),
    "show red_one to me": frozenset(),
    "start lasting of finish_line": {ANYWHERE},
    "if pace > 1 { set pace to 1 } else { lose 1 point }": {("counter", "pace"), ("counter", "point")},
    "phase turn { }": {("counter", "coin")},
    "rest": frozenset(),
    "dig 1 at plain(1, 1)": {("field", "level")},
    "again red_one": {("counter", "pace")},
    "do deed of red_one": {("counter", "pace")},
    "roll cube": {("field", "shows"), ("counter", "point")},
}
READS = {
    "gain 1 point": frozenset(),
    "gain pace of points": {("counter", "pace")},
    "need plain(1, 1) is clear": TOKENS,
    "need can_pay(1 tin)": {("counter", "store")},
    "rest": frozenset(),
    "set pace to room": {("counter", "pace"), AT},
}
RAISES = {"gain 1 point": {("counter", "point")}, "rest": {("counter", "point")}, "lose 1 point": frozenset()}
REORDERS = {
    "shuffle bag": TOKENS,
    "win me": {ANYWHERE},
    "phase turn { }": {ANYWHERE},
    "draw 1 from bag to heap": frozenset(),
}
ARRIVALS = {
    "gain 1 point": frozenset(),
    "move red_one to my pouch": {MOVED, ("pouch", t.ME)},
    "move red_one to pouch of next(me)": {MOVED, ("pouch", OTHERS)},
    "move red_one to plain(1, 1)": {MOVED},
    "shuffle my pouch": {MOVED, ("pouch", OTHERS)},
    "hide": {MOVED, ("pouch", t.ME)},
    "as others { hide }": {MOVED, ("pouch", OTHERS)},
}
SEEN = {
    "let x = 1": frozenset(),
    "need true": frozenset(),
    "win me": frozenset(),
    "gain 1 point": EVERYBODY,
    "gain 1 coin": ME,
    "as others { gain 1 coin }": frozenset(),
    "set my secret to 1": ME,
    "set secret of next(me) to 1": EVERYBODY,
    "as others { set my secret to 1 }": frozenset(),
    "set buried to 1": frozenset(),
    "show red_one to me": ME,
    "show red_one to seats": EVERYBODY,
    "as others { show red_one to me }": frozenset(),
    "move red_one to my pouch": EVERYBODY,
    "phase turn { }": EVERYBODY,
}
ASKS = {
    "gain 1 point": frozenset(),
    "gain 1 metal": {"words"},
    "set pace to 1": frozenset(),
    "choose seat in seats": {"choice"},
    "may { set pace to 1 }": {"choice"},
    "for s in seats by choice { set pace to 1 }": {"choice"},
    "for s in seats { set pace to 1 }": frozenset(),
    "ask": {"choice"},
    "if pace > 1 { ask }": {"choice"},
}
FAILS = {
    "set pace to 1": False,
    "need pace > 1": True,
    "may { pay 1 point }": True,
    "choose seat in seats": True,
    "hide": False,
    "roll cube": True,
}


@cache
def effects(effect: str) -> Effects:
    text = GROUND.read_text(encoding="utf-8")
    for section in MORE.strip().split("\n\n"):
        name, entries = section.split("\n", 1)
        assert f"\n{name}\n" in text
        text = text.replace(f"\n{name}\n", f"\n{name}\n{entries}\n")
    text += f"\n[verbs.probe]\nsource = 'ours'\neffect = '{effect}'\n"
    checked = check_world(resolve_text(text, "ground").world)
    assert [d.message for d in checked.diagnostics if d.severity == "error"] == []
    return Summaries(Calls(checked)).of(checked.verbs["probe"].acts)


@pytest.mark.parametrize("effect", WRITES)
def test_what_may_have_another_value_afterwards(effect: str) -> None:
    assert effects(effect).writes == WRITES[effect]


@pytest.mark.parametrize("effect", READS)
def test_what_is_read(effect: str) -> None:
    assert effects(effect).reads == READS[effect]


@pytest.mark.parametrize("effect", RAISES)
def test_what_only_rises(effect: str) -> None:
    assert effects(effect).raises == RAISES[effect]


@pytest.mark.parametrize("effect", REORDERS)
def test_where_only_the_order_changes(effect: str) -> None:
    assert effects(effect).reorders == REORDERS[effect]


@pytest.mark.parametrize("effect", ARRIVALS)
def test_which_zones_get_pieces_or_another_order(effect: str) -> None:
    assert effects(effect).arrivals == ARRIVALS[effect]


@pytest.mark.parametrize("effect", SEEN)
def test_who_notices(effect: str) -> None:
    assert effects(effect).seen == SEEN[effect]
    assert effects(effect).noticed(frozenset()) == (SEEN[effect] == EVERYBODY)


@pytest.mark.parametrize("effect", ASKS)
def test_what_is_asked(effect: str) -> None:
    assert effects(effect).asks == ASKS[effect]


@pytest.mark.parametrize("effect", FAILS)
def test_what_may_be_impossible(effect: str) -> None:
    assert effects(effect).fails == FAILS[effect]
