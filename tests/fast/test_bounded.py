"""Huge amounts and long searches end soon, and every executor plays them alike."""

from __future__ import annotations

import time

import pytest

import solenia_rules as sr
from solenia_rules.checked.calls import HELD_LEVELS
from solenia_rules.checked.numbers import FEWEST_TRIED, MOST_TRIED, ONE_BY_ONE
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference, step_through
from tests.play.test_executors import play_both

RULESET = """
ruleset   = "bounded"
language  = 1
source    = "ours"
seats     = {{ range = [2, 2] }}
languages = ["en"]
title     = {{ en = "Bounded" }}

[kinds]
good = {{ plural = "goods", words = ["ore", "clay", "grain"], source = "ours" }}

[counters]
stock = {{ per = ["seat", "good"], {limit} source = "ours" }}
point = {{ plural = "points", per = ["seat"], score = true, source = "ours" }}

[boards]
field = {{ columns = 2, rows = 1, impassable = [[1, 1]], source = "ours" }}

[play.turns]
source = "ours"
effect = '''
as seats {{ phase turn {{ {effect} }} }}
choose s in seats; gain 1 point
'''
{more}
"""
LIMIT = "limit = '5',"
LOST = "limit = '5', past_limit = \"lost\","
RULE = """
[rules.thanks]
source = "ours"
rules  = 'after give_up by anyone { as actor { gain 1 point } }'
"""
FAR = "gain distance(field(1, 1), field(2, 1)) of ore"


def rules(effect: str, limit: str = "", more: str = "") -> sr.Ruleset:
    return sr.load_text(RULESET.format(effect=effect, limit=limit, more=more), "bounded")


@pytest.mark.parametrize(
    ("effect", "limit", "more", "most"),
    [
        ("gain 1000000000 ore", LIMIT, "", 1),
        ("gain 1000000000 ore", LOST, "", 1),
        ("gain 1000000000 ore", LIMIT, RULE, 1),
        ("gain 1000000000 ore", LOST, RULE, 1),
        (FAR, LIMIT, "", 1),
        ("gain 1000000000 ore + 1000000000 clay", LIMIT, "", 2 * ONE_BY_ONE + 20),
        ("gain 1000000000 ore + 1000000000 clay", LIMIT, RULE, 2 * ONE_BY_ONE + 20),
        ("gain 1000000000 goods", "", "", 2 * ONE_BY_ONE + 20),
        ("gain 1000000000 ore; lose 500000000 goods", "", "", 1),
        ("gain 300 ore + 300 clay + 300 grain; pay 800 goods", "", "", 2 * ONE_BY_ONE + 20),
        ("gain 300 ore + 300 clay; pay 400 goods; need stock(me, ore) < 50", "", "", 2 * ONE_BY_ONE + 20),
        ("gain 500 ore + 700 clay; pay 1000 ore + 800 clay - 700 goods", "", "", 2 * ONE_BY_ONE + 20),
    ],
)
def test_a_huge_amount_is_soon_chosen(effect: str, limit: str, more: str, most: int) -> None:
    plain = rules(effect, limit, more).executor(2)
    assert 0 < play_both(plain, Machine(plain.program), seed=1) <= most
    made = compiled(plain)
    assert first_difference(made, range(3)) is None
    assert step_through(made, seed=1) > 0


def test_a_huge_surplus_is_given_up_to_the_limit() -> None:
    game = sr.new_game(rules("gain 1000000000 ore + 3 clay", LOST), seats=2, seed=1)
    lost = [event for event in game.log if event.kind == "lost"]
    assert len(lost) == 4


def test_an_amount_up_to_a_hundred_is_chosen_one_by_one() -> None:
    game = sr.new_game(rules(f"gain {ONE_BY_ONE} goods"), seats=2, seed=1)
    for _ in range(ONE_BY_ONE):
        game = game.choose(sr.random_answer(game))
    gained = [event for event in game.log if event.kind == "gained"]
    assert len(gained) == ONE_BY_ONE


@pytest.mark.parametrize(
    ("where", "fewest", "most"),
    [
        ("n > -1", MOST_TRIED, MOST_TRIED),
        ("sum(x * n for x in range(0, 30)) > -1", FEWEST_TRIED + 1, MOST_TRIED - 1),
        ("sum(x * n for x in range(0, 900)) > -1", FEWEST_TRIED, FEWEST_TRIED),
    ],
)
def test_rules_that_take_many_steps_try_fewer_positions(where: str, fewest: int, most: int) -> None:
    search = f"repeat 4 {{ choose n in range(0, 100) where {where}; gain n of points }}; need my points > 999"
    effect = f"choose {{ {search} }} or {{ gain 1 point }}"
    plain = rules(effect).executor(2)
    assert fewest <= plain.program.positions_tried <= most
    made = compiled(plain)
    assert first_difference(made, range(2)) is None


@pytest.mark.parametrize(
    "effect",
    [
        "choose n in range(0, 999); choose m in range(0, 999); choose o in range(0, 999); need n + m + o is 9999",
        "choose go { choose n in range(0, 999); choose m in range(0, 999); need n * m is 7 * 999 * 999 } or stay { }",
        pytest.param(
            "choose 30 n in range(0, 59) { gain n of points }; need my points > 1500", marks=pytest.mark.thorough
        ),
    ],
)
def test_nested_choices_before_something_impossible_are_soon_asked(effect: str) -> None:
    plain = rules(effect).executor(2)
    started = time.process_time()
    plain.start(1)
    assert time.process_time() - started < 2
    assert first_difference(compiled(plain), range(1)) is None


CARDS = """
[pieces]
card = {{ plural = "cards", starts = "deck", fields = {{ value = "number" }}, source = "ours" }}

[zones]
deck = {{ of = "card", order = "stack", seen = "nobody", source = "ours" }}
hand = {{ of = "card", per = "seat", seen = "owner", source = "ours" }}

[cards]
one = {{ value = 1, copies = {ones}, source = "ours" }}
two = {{ value = 2, copies = 4, source = "ours" }}

[setup.deal]
source = "ours"
effect = 'shuffle deck; as seats {{ draw {dealt} from deck to my hand }}'
"""
SUM = "choose c in my hand; choose n in range(0, 200); need value of c * n > {least}; gain 1 point"


def tried(plain: Executor, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of options that are tried on copies of the state, in the order of the decisions."""
    counts: list[int] = []
    viable = plain.viable

    def counted(s: list[int], dest: int, follow: int, mask: int, seat: int) -> int:
        counts.append(mask.bit_count())
        return viable(s, dest, follow, mask, seat)

    monkeypatch.setattr(plain, "viable", counted)
    return counts


@pytest.mark.parametrize(("ones", "dealt", "copied"), [(4, 3, False), (200, 3, False), (200, 101, True)])
def test_options_are_tried_by_the_size_that_sets_have(
    ones: int, dealt: int, copied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = rules(SUM.format(least=190), more=CARDS.format(ones=ones, dealt=dealt)).executor(2)
    counts = tried(plain, monkeypatch)
    s = plain.start(1)
    assert Machine(plain.program).start(1) == s
    assert bool(sum(counts)) == copied
    assert first_difference(compiled(plain), range(3)) is None


def test_an_imagined_game_offers_the_same_where_looking_ahead_runs_out_of_positions() -> None:
    heavy = "where sum(x * n for x in range(0, 900)) > -1"
    effect = f"choose n in range(0, 400) {heavy}; choose m in range(0, 3); need n + m > 390"
    made = rules(effect, more=CARDS.format(ones=9, dealt=3))
    assert made.executor(2).program.positions_tried == FEWEST_TRIED
    game = sr.new_game(made, seats=2, seed=1)
    assert game.decision is not None
    assert len(game.decision.options) == 13
    for seat in (0, 1, None):
        imagined = game.resample(seat, 5)
        assert imagined.decision is not None
        assert [option.id for option in imagined.decision.options] == [option.id for option in game.decision.options]


def test_a_game_with_as_many_zones_as_are_allowed_is_soon_set_up() -> None:
    words = ", ".join(f'"w{index}"' for index in range(900))
    piles = "\n".join(f'z{index} = {{ of = "chip", per = "word", source = "ours" }}' for index in range(11))
    more = f"""
[kinds.word]
words  = [{words}]
source = "ours"

[pieces]
chip = {{ source = "ours" }}

[zones]
{piles}
"""
    started = time.process_time()
    game = sr.new_game(rules("choose g in goods; gain 1 of g", more=more), seats=2, seed=1)
    assert game.decision is not None
    assert time.process_time() - started < 5


def chain(length: int) -> str:
    """Cards whose effects run each other, one after the other."""
    cards = [f"c{n} = {{ spell = 'gain 1 point; do spell of c{n + 1}', source = 'ours' }}" for n in range(length - 1)]
    return f"""
[pieces]
card = {{ plural = "cards", fields = {{ spell = "effect?" }}, source = "ours" }}

[cards]
{chr(10).join(cards)}
c{length - 1} = {{ spell = 'gain 1 point', source = "ours" }}
"""


def test_effects_that_name_each_other_all_run_up_to_the_limit() -> None:
    made = rules("if me is first(seats) { do spell of c0 }", more=chain(HELD_LEVELS + 1)).executor(2)
    one, other = made.start(1), Machine(made.program).start(1)
    assert one == other
    assert reading.scores(made.program, one)[0] == HELD_LEVELS + 1
    assert first_difference(compiled(made), range(2)) is None


def test_effects_that_name_each_other_past_the_limit_are_refused() -> None:
    with pytest.raises(sr.RulesetError, match="E509"):
        rules("do spell of c0", more=chain(HELD_LEVELS + 2))


@pytest.mark.parametrize("body", ["do spell of first(pile)", "phase deep { do spell of first(pile) }"])
def test_an_effect_past_the_limit_of_levels_is_not_offered_and_never_skipped(body: str) -> None:
    more = f"""
[pieces]
card = {{ plural = "cards", starts = "pile", fields = {{ spell = "effect?" }}, source = "ours" }}

[zones]
pile = {{ of = "card", order = "stack", seen = "all", source = "ours" }}

[cards]
echo = {{ spell = 'gain 1 point; choose again {{ {body} }} or halt {{ }}', source = "ours" }}
"""
    made = rules("if me is first(seats) { do spell of echo }", more=more)
    game = sr.new_game(made, seats=2, seed=1)
    answers = 0
    while game.decision is not None and "again" in [option.id for option in game.decision.options]:
        game, answers = game.choose("again"), answers + 1
    in_a_phase = "phase" in body
    assert (game.scores[0], answers) == (HELD_LEVELS + 1, HELD_LEVELS + in_a_phase)
    assert any("cannot be done" in event.text("en") for event in game.log) == in_a_phase
    executor = made.executor(2)
    assert Machine(executor.program).start(1) == executor.start(1)
    assert first_difference(compiled(executor), range(4)) is None


def test_many_effects_that_run_each_other_are_soon_checked() -> None:
    started = time.process_time()
    with pytest.raises(sr.RulesetError, match="E509"):
        rules("do spell of c0", more=chain(100))
    assert time.process_time() - started < 5
