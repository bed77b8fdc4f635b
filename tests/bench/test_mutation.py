"""What is changed in a ruleset, what counts as a mutant, and that a change is noticed."""

from __future__ import annotations

from bench.mutation import Mutant, Verdict, game, judge, mutants, table


def test_numbers_words_and_counterparts_are_changed() -> None:
    found = {(m.old, m.new[0]) for m in mutants(["powers"], "slots.day_2a.lasting")}
    assert {("1", "2"), ("1", "0"), ("wood", "wheat"), ("and", "or"), (">=", ">"), ("me", "anyone")} <= found


def test_a_text_that_several_rulesets_hold_is_changed_once() -> None:
    (up, down) = [m for m in mutants(["powers"], "cards.one_wood.expelled") if m.old == "1"]
    assert (up.new, down.new) == (("2",), ("0",))
    assert up.rulesets == ("summer", "winter", "improvements", "solo")


def test_only_one_token_is_changed() -> None:
    (mutant,) = [m for m in mutants(["powers"], "slots.day_4.bonus") if m.old == "wheat"]
    document = game("summer").mutated(mutant, "stone")
    slots = document["slots"]
    assert isinstance(slots, dict)
    assert slots["day_4"]["bonus"] == "gain 1 wood + 1 stone"
    assert game("summer").value(("slots", "day_4", "bonus")) == "gain 1 wood + 1 wheat"


def test_a_change_is_noticed_and_what_does_not_load_is_no_mutant() -> None:
    number, word = mutants(["powers"], "slots.day_5.bonus")[1:3]
    assert (number.old, number.new) == ("5", ("6",))
    verdict = judge(number)
    assert (verdict.new, verdict.killer) == ("6", "summer: day slot 5: 5 stars")
    broken = Mutant("powers", word.path, word.start, word.old, ("nothing_like_that",), word.rulesets)
    assert judge(broken) == Verdict(broken, None, None)


def test_the_table_counts() -> None:
    mutant = mutants(["powers"], "slots.day_5.bonus")[0]
    rows = table([Verdict(mutant, "6", "it"), Verdict(mutant, "4", None)]).splitlines()
    assert rows[2:] == ["| powers | summer | 2 | 1 | 50.0 % |", "| **powers** | all | 2 | 1 | 50.0 % |"]
