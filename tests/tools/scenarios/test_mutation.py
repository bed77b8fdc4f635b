"""What is changed in a ruleset, what counts as a mutant, and that a change is noticed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from bench.mutation import RULESETS, scenarios_of
from solenia_rules.cli.main import main
from solenia_rules.tools.scenarios.mutants import Mutant, evenly
from solenia_rules.tools.scenarios.mutation import Court, Verdict
from tests.docs.test_tools import prepare


@cache
def court() -> Court:
    return Court(scenarios_of(RULESETS))


def mutants(part: str) -> list[Mutant]:
    return court().mutants(["powers"], part)


def test_numbers_words_and_counterparts_are_changed() -> None:
    found = {(m.old, m.new[0]) for m in mutants("slots.day_2a.lasting")}
    assert {("1", "2"), ("1", "0"), ("wood", "wheat"), ("and", "or"), (">=", ">"), ("me", "anyone")} <= found


def test_a_thing_that_a_record_names_is_changed_to_another_of_its_kind() -> None:
    found = Court(scenarios_of(("branch_lines",))).mutants(["pieces"], "waybills.express.")
    assert ("arrives", "gorse", "arden_bruma") in {(m.path[-1], m.old, m.new[0]) for m in found}


def test_a_text_that_several_rulesets_hold_is_changed_once() -> None:
    (up, down) = [m for m in mutants("cards.one_wood.expelled") if m.old == "1"]
    assert (up.new, down.new) == (("2",), ("0",))
    assert up.rulesets == ("summer", "winter", "improvements", "solo")


def test_only_one_token_is_changed() -> None:
    (mutant,) = [m for m in mutants("slots.day_4.bonus") if m.old == "wheat"]
    summer = court().subjects["summer"]
    slots = summer.mutated(mutant, "stone")["slots"]
    assert isinstance(slots, dict)
    assert slots["day_4"]["bonus"] == "gain 1 wood + 1 stone"
    assert summer.value(("slots", "day_4", "bonus")) == "gain 1 wood + 1 wheat"
    file, line, column = mutant.place.split(":")
    text = (Path(__file__).parents[3] / file).read_text("utf-8").splitlines()[int(line) - 1]
    assert text[int(column) - 1 :].startswith("wheat")


def test_a_change_is_noticed_and_what_does_not_load_is_no_mutant() -> None:
    number, word = mutants("slots.day_5.bonus")[1:3]
    assert (number.old, number.new) == ("5", ("6",))
    verdict = court().judge(number)
    assert (verdict.new, verdict.killer) == ("6", "summer: day slot 5: 5 stars")
    broken = evolve(word, new=("nothing_like_that",))
    assert court().judge(broken) == Verdict(broken, None, None)


def test_some_are_spread_over_all() -> None:
    found = court().mutants(["pieces"])
    some = evenly(found, 7)
    assert len(some) == 7
    assert some[0] == found[0]
    assert len({mutant.path for mutant in some}) == 7
    assert evenly(found, None) == evenly(found, 10_000) == found


# ---- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "code"), [("100", 1), ("0", 0)])
def test_the_command_lists_what_nothing_notices(
    tmp_path: Path, share: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(tmp_path)
    asked = ["test", "--mutate", str(tmp_path / "stall.toml"), "--only", "tiles.kiln", "--at-least", share]
    assert main([*asked, "--format", "json"]) == code
    found = json.loads(capsys.readouterr().out)
    assert found["killed"] + len(found["alive"]) == found["mutants"]
    assert all(mutant["path"][:2] == ["tiles", "kiln"] for mutant in found["alive"])
    assert main(asked) == code
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{found['killed']} of {found['mutants']} ")


def test_the_command_needs_scenarios_and_passing_ones(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert main(["test", "--mutate", "no_such_thing"]) == 2
    scenarios = tmp_path / "stall.scenarios.toml"
    scenarios.write_text(
        scenarios.read_text("utf-8").replace("point = { 1 = 2 }", "point = { 1 = 7 }"), encoding="utf-8"
    )
    assert main(["test", "--mutate", str(tmp_path / "stall.toml")]) == 1
