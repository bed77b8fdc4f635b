"""A secret that the texts' checker would refuse is found by play alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from solenia_rules.api.loading import load
from solenia_rules.rules.errors import RulesetError
from solenia_rules.text.codes import SECRETS
from solenia_rules.tools.findings.secrets import find_told_secrets
from tests.interference import unchecked
from tests.tools.findings.test_cases import GROUND

PICK = "choose pick { gain 1 fruit }"
PEEK = "choose pick { gain 1 fruit } or peek { need size of first(pile) > 2; gain 1 point }"


def test_an_option_that_depends_on_hidden_pieces_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ground.toml"
    path.write_text(GROUND.read_text("utf-8").replace(PICK, PEEK), "utf-8")
    (found,) = find_told_secrets(unchecked(path), (2,), 1)
    assert found.code == "E605"
    assert "under `decision`" in found.message


def test_nothing_is_told_of_a_game_without_such_options() -> None:
    assert not list(find_told_secrets(load(str(GROUND)), (2,), 1))


# ---- planted leaks in a game of hidden roles ---------------------------------------------------------

ROLES = """
ruleset  = "roles"
language = 1
source   = "ours"
seats    = { range = [4, 4] }
title    = { en = "Roles", fr = "Rôles", pl = "Role" }
[kinds]
side = { words = ["good", "evil"], source = "ours" }
[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[state]
thief = { kind = "seat?", seen = "nobody", source = "ours" }
known = { kind = "seat?", judged = true, source = "ours" }
[pieces]
role = { plural = "roles", starts = "deck", fields = { side = "side" }, source = "ours" }
die  = { plural = "dice", sides = 6, starts = "tray", source = "ours" }
[roles]
king = { side = "good", copies = 2, source = "ours" }
wolf = { side = "evil", copies = 2, source = "ours" }
[zones]
deck = { of = "role", order = "stack", source = "ours" }
card = { per = "seat", of = "role", seen = "owner", source = "ours" }
tray = { of = "die", seen = "all", source = "ours" }
open = { per = "seat", of = "role", seen = "all", source = "ours" }
[queries]
bad = { params = { s = "seat" }, value = 'some(r in card of s where side of r is evil)', source = "ours" }
[setup.deal]
source = "ours"
effect = 'shuffle deck; as seats { draw 1 from deck to my card }; EARLY'
[play.turns]
source = "ours"
effect = '''
repeat 3 { as seats { phase turn { choose one { gain 1 point } or two { gain 2 points } } }
LATE }
'''
[result.best]
source = "ours"
effect = 'win seats'
[look]
die = { shown = false }
"""
LEAKS = {
    "those who act": "as all(s in seats where bad(s)) { gain 1 point }",
    "the one who acts": "as first(s in seats where bad(s)) { gain 1 point }",
    "the one whom a state names": "set thief to first(s in seats where bad(s)); as thief { gain 1 point }",
    "a rule on one's own card": "as seats { if bad(me) { gain 1 point } }",
    "how often": "as seats { repeat 1 + count(r in my card where side of r is evil) { gain 1 point } }",
    "how much": "as seats { gain (1 + count(r in my card where side of r is evil)) of points }",
    "the order": "as seats_from(first(s in seats where bad(s))) { gain 1 point }",
    "who is asked": "as first(s in seats where bad(s)) { choose s in others; as s { gain 1 point } }",
    "who is asked by a card": "as seats { if bad(me) { choose s in others; as s { gain 1 point } } }",
    "who is shown it, too": "show all(r in roles where side of r is evil) to all(s in seats where bad(s))",
    "when it stops": "as seats { repeat 2 { if bad(me) { stop }; gain 1 point } }",
    "what is tried": "as seats { try { need bad(me); gain 1 point } }",
    "how many are moved": "as seats { move all(r in my card where side of r is evil) to deck }",
    "which phase begins": "as seats { if bad(me) { phase night { show my card to me } } }",
}
BESIDE_LOTS = {
    "a lot among the seats": f"let t = random(seats); as t {{ gain 1 point }}; {LEAKS['those who act']}",
    "a lot among many": f"let n = random(range(1, 500)); {LEAKS['those who act']}; gain n of points",
    "a lot that decides nothing": f"let n = random(range(1, 500)); {LEAKS['how often']}",
    "after a lot that is told": f"let n = random(range(1, 500)); gain n of points; {LEAKS['how often']}",
}
HONEST = {
    "each sees by itself": "as seats { if bad(me) { show all(r in roles where side of r is evil) to me } }",
    "judged": "set known to first(s in seats where bad(s)); as known { gain 1 point }",
    "laid open": "as seats { move my card to my open; if some(r in my open where side of r is evil) { gain 1 point } }",
    "a choice": "as seats { if bad(me) { may { choose r in my card; move r to my open; gain 1 point } } }",
    "nobody's eyes": "set thief to first(s in seats where bad(s))",
    "a lot": "let s = random(seats); as s { gain 1 point }",
    "a lot that decides later": "let n = random(range(1, 500)); if n > 250 { as first(seats) { gain 1 point } }",
    "a die": "roll die; if shows of die > 2 { as first(seats) { gain 1 point } }",
}


def roles(folder: Path, when: str, effect: str) -> Path:
    gaps = {"EARLY": "", "LATE": "", when: effect}
    text = ROLES
    for gap, filling in gaps.items():
        text = text.replace(gap, filling)
    path = folder / "roles.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("when", ["EARLY", "LATE"])
@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_refused_and_found_by_play_alone(name: str, when: str, tmp_path: Path) -> None:
    path = roles(tmp_path, when, LEAKS[name])
    with pytest.raises(RulesetError, match=r"E40[23]"):
        load(str(path))
    (found,) = find_told_secrets(unchecked(path), (4,), 1)
    assert found.code == "E605"
    assert found.span.source.name.endswith("roles.toml")


@pytest.mark.parametrize("name", BESIDE_LOTS)
def test_a_lot_excuses_no_leak_beside_it(name: str, tmp_path: Path) -> None:
    (found,) = find_told_secrets(unchecked(roles(tmp_path, "LATE", BESIDE_LOTS[name])), (4,), 1)
    assert found.code == "E605"


@pytest.mark.parametrize("when", ["EARLY", "LATE"])
@pytest.mark.parametrize("name", HONEST)
def test_what_tells_nothing_is_neither_refused_nor_found(name: str, when: str, tmp_path: Path) -> None:
    rules = load(str(roles(tmp_path, when, HONEST[name])))
    assert not [warning for warning in rules.warnings if warning.code in SECRETS]
    assert not list(find_told_secrets(rules, (4,), 1))


SOIL = """
ruleset = "soil"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Soil" }
[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[pieces]
sod = { plural = "sods", starts = "ground", fields = { worth = "0..9" }, source = "ours" }
[sods]
"sod_{worth}" = { for = { worth = "1..9" }, worth = "{worth}", source = "ours" }
[zones]
ground = { of = "sod", order = "stack", seen = "SEEN", source = "ours" }
[boards]
land = { columns = 2, rows = 2, fields = { makes = "0..9" }, source = "ours" }
[setup.lay]
source = "ours"
effect = 'shuffle ground; for c in land { set makes of c to worth of first(ground); move first(ground) to none }'
[play.turns]
source = "ours"
effect = 'repeat 3 { as seats { phase turn { choose c in land; gain (makes of c) of points } } }'
"""


def test_the_order_of_a_zone_that_is_shuffled_openly_is_no_secret(tmp_path: Path) -> None:
    for seen, leaks in (("all", False), ("nobody", True)):
        path = tmp_path / "soil.toml"
        path.write_text(SOIL.replace("SEEN", seen), "utf-8")
        assert bool(list(find_told_secrets(unchecked(path), (2,), 1))) == leaks, seen
