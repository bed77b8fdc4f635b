"""What goes wrong only with some number of seats is found by `check`, together with everything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import solenia_rules as sr
from solenia_rules.api.looking import look
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.seatings import may_fail_at_setup, try_seats
from solenia_rules.text.codes import TRYING

ROOT = Path(__file__).parents[2]
CAMP = """
ruleset = "camp"
language = 1
source = "ours"
seats = { range = [1, 5] }
title = { en = "Camp", fr = "Camp", pl = "Obóz" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[pieces]
pawn = { plural = "pawns", per = "seat", starts = "tent", source = "ours" }
card = { plural = "cards", starts = "deck", source = "ours" }

[cards]
one = { copies = 7, source = "ours" }

[zones]
tent = { of = "pawn", seen = "all", capacity = 5, source = "ours" }
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }

[setup.deal]
source = "ours"
effect = 'as seats { draw 2 from deck to my hand }'

[play.once]
source = "ours"
effect = 'as seats { phase turn { choose c in my hand; gain 1 point } }'

[result.all]
source = "ours"
effect = 'win seats'
"""


def test_whether_a_setup_may_fail_is_known_from_an_earlier_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    texts = (CAMP.replace("capacity = 5, ", ""), CAMP)
    found = [
        sr.load_text(text, "camp").known("may fail at setup", may_fail_at_setup) for text in texts for _run in range(2)
    ]
    assert found == [False, False, True, True]


def camp(*changes: tuple[str, str]) -> Ruleset:
    text = CAMP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return sr.load_text(text, "camp")


def test_every_bundled_ruleset_can_be_set_up_by_all(ruleset_name: str) -> None:
    assert not try_seats(sr.load(ruleset_name))


def test_a_setup_that_is_fine_for_all_is_fine() -> None:
    assert not try_seats(camp())


def test_a_setup_that_gets_stuck_with_many_is_found() -> None:
    (found,) = try_seats(camp(("draw 2 from deck", "need count(deck) > 1; draw 2 from deck")))
    assert (found.code, found.span.text) == ("E601", "need count(deck) > 1")
    assert found.message == "with 4 and 5 seats this cannot be done when the game is set up"


def test_a_zone_too_small_for_some_is_found() -> None:
    (found,) = try_seats(camp(("capacity = 5", "capacity = 4")))
    assert (found.code, found.span.source.name) == ("E602", "camp")
    assert found.message == "with 5 seats `tent` has no room for 1 of the pieces that start there"


def test_a_rehearsal_ends_at_the_first_phase_however_long_the_play_is() -> None:
    long = "repeat 1000 { repeat 1000 { phase turn { repeat 500 { gain 1 point } } } }"
    assert not try_seats(camp(("as seats { phase turn { choose c in my hand; gain 1 point } }", long)))


@pytest.mark.parametrize("code", TRYING)
def test_every_code_has_a_page(code: str) -> None:
    page = (ROOT / "docs" / "diagnostics" / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}: {TRYING[code]}\n")
    assert all(f"\n## {part}\n" in page for part in ("Wrong", "Right", "Why"))


def test_check_tells_of_other_seats_and_of_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from solenia_rules.cli.check import check

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "camp.toml"
    idle = '[verbs]\nidle = { effect = "", source = "ours" }\n'.replace('""', "'gain 1 point'")
    file.write_text(CAMP.replace("capacity = 5", "capacity = 4") + idle, "utf-8")
    done = CliRunner().invoke(check, [str(file)], standalone_mode=False)
    assert done.return_value == 1
    assert "error[E602]" in done.output
    assert "warning[W201]" in done.output


def test_errors_and_warnings_are_told_together(tmp_path: Path) -> None:
    file = tmp_path / "camp.toml"
    idle = "[verbs]\nidle = { effect = 'gain 1 point', source = \"ours\" }\n"
    file.write_text(CAMP.replace("choose c in my hand", "choose c in deck") + idle, "utf-8")
    found = look(str(file)).diagnostics
    assert sorted(d.code for d in found) == ["E401", "W201"]
