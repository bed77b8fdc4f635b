"""Lasting rules of pieces that nobody owns, and rules that could never apply."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from tests.semantics.cases import world

EVENT = """
[play.case]
source = "ours"
effect = 'as seats { phase turn { earn 1 } }'

[pieces.event]
plural = "events"
starts = "aside_events"
fields = { lasting = "rules" }
while  = 'this is in now'
source = "ours"

[events]
feast = { lasting = 'after earn by anyone { gain 1 coin }', source = "ours" }
fast  = { lasting = 'after earn by anyone { gain 5 coins }', source = "ours" }

[zones.aside_events]
of     = "event"
source = "ours"

[zones.now]
of     = "event"
seen   = "all"
source = "ours"

[setup.event]
source = "ours"
effect = 'move feast to now'
"""


def test_a_piece_that_nobody_owns_holds_for_whoever_acts() -> None:
    game = sr.new_game(sr.load_text(world() + EVENT, "bench"), seats=2)
    counters = game.full_view()["counters"]
    assert isinstance(counters, dict)
    assert counters["coin"] == [5, 5]


def test_state_that_begins_as_none_is_of_an_optional_kind() -> None:
    state = '[state]\nleader = { kind = "seat", source = "ours" }\n'
    with pytest.raises(sr.RulesetError) as caught:
        sr.load_text(f"{world()}\n{state}", "bench")
    assert [(d.code, d.hint) for d in caught.value.diagnostics] == [("E301", "write `seat?`")]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("after earn by others { gain 1 coin }", "E211"),
        ("after earn by me once per round { gain 1 coin }", "E212"),
    ],
)
def test_a_rule_of_the_table_that_could_never_apply_is_refused(rules: str, code: str) -> None:
    play = "[play.case]\nsource = \"ours\"\neffect = 'phase turn { earn 1 }'\n"
    text = f"{world()}\n{play}\n[rules.table]\nsource = \"ours\"\nrules = '{rules}'\n"
    with pytest.raises(sr.RulesetError) as caught:
        sr.load_text(text, "bench")
    assert [d.code for d in caught.value.diagnostics if d.severity == "error"] == [code]


def test_a_rule_that_does_not_apply_says_so() -> None:
    cards = """
press = { lasting = 'after earn by me { note 1 }', source = "ours" }
guard = { lasting = 'after earn by me { note 2 }', source = "ours" }
vault = { lasting = 'after earn by me where my coins > 9 { note 3 }', source = "ours" }
"""
    play = (
        "[play.case]\nsource = \"ours\"\neffect = 'as first(seats) { phase turn { move cards to my held; earn 1 } }'\n"
    )
    rules = sr.load_text(world().replace("[cards]", "[cards]" + cards) + play, "bench")
    game = sr.new_game(rules, seats=2)
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["press", "guard"]
    assert game.decision.prompt == "which rule goes first: earn (press)"
    assert game.why_not("vault") == "its rule does not apply now"
    assert game.why_not("press") == "`press` is on offer"
    assert "no answer here" in game.why_not("vualt")


@pytest.mark.parametrize(
    ("place", "text", "code", "marked", "hint"),
    [
        ("rules", "after earn by me once per trun { gain 1 coin }", "E212", "trun", "did you mean `turn`?"),
        ("effect", "others earn", "E202", "others", "to say who acts, write `as others { ... }`"),
        (
            "effect",
            "gain if trace > 1 then 2 else 1 of coins",
            "E304",
            "if trace > 1 then 2 else 1 of coins",
            "put the number in brackets: `(if ... then ... else ...) of coins`",
        ),
    ],
)
def test_a_slip_is_marked_where_it_stands_with_what_to_write(
    place: str, text: str, code: str, marked: str, hint: str
) -> None:
    play = "[play.case]\nsource = \"ours\"\neffect = 'phase turn { earn 1 }'\n"
    part = f"[rules.r]\nsource = \"ours\"\nrules = '{text}'" if place == "rules" else ""
    step = f"[setup.slip]\nsource = \"ours\"\neffect = '{text}'" if place == "effect" else ""
    with pytest.raises(sr.RulesetError) as caught:
        sr.load_text("\n".join((world(), play, part, step, "")), "bench")
    found = [(d.code, d.span.text, d.hint) for d in caught.value.diagnostics if d.severity == "error"]
    assert found == [(code, marked, hint)]
