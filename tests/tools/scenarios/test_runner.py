"""What scenarios say of a game: what passes, what fails and why, and how it is told."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from solenia_rules.rules.files import open_bundle
from solenia_rules.tools.scenarios.decoder import decode_file
from solenia_rules.tools.scenarios.files import ScenarioFile
from solenia_rules.tools.scenarios.reports import report
from solenia_rules.tools.scenarios.runner import Outcome, Runner
from tests.tools.scenarios.page import blocks, let_reset, write

HEAD = """
seats = 2
seed = 1
[given]
hand = { 1 = ["salt_3", "wool_2"], 2 = ["salt_1"] }
deck = { 1 = ["salt_1", "..."] }
roll = { die = [5] }
"""


def run(text: str, folder: Path, *changes: tuple[str, str]) -> list[Outcome]:
    """`changes`: what stands in the text of the game, and what it becomes."""
    path = write(folder, text)
    game = folder / "harbour.toml"
    for old, new in changes:
        assert old in game.read_text("utf-8")
        game.write_text(game.read_text("utf-8").replace(old, new), "utf-8")
    decoded = decode_file(ScenarioFile(path.name, path), open_bundle())
    assert decoded.diagnostics == ()
    runner = Runner()
    return [runner.run(scenario) for scenario in decoded.scenarios]


def only(body: str, folder: Path, *changes: tuple[str, str]) -> Outcome:
    (outcome,) = run(f'{HEAD}\n[[scenario]]\nname = "it"\n{body}\n', folder, *changes)
    return outcome


@pytest.mark.parametrize("example", blocks("scenarios"))
def test_every_example_of_the_page_passes(example: str, tmp_path: Path) -> None:
    outcomes = run(example, tmp_path)
    assert outcomes
    assert all(outcome.passed for outcome in outcomes), report(outcomes, (), "human")


def test_the_failure_on_the_page_is_told_like_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    changed = blocks("scenarios")[0].replace("load = { 1 = { salt = 3 } }, coin", "load = { 1 = { salt = 4 } }, coin")
    assert report(run(changed, Path()), (), "human") + "\n" == blocks("text")[0]


PLAYED = 'when = ["play", "salt_3", "b1"]'
RIGHT = [
    "then = { load = { 1 = { salt = 3 } } }",
    'then = { hand = { 1 = ["wool_2", "salt_1"] }, quay = { b1 = "salt_3 of seat 1", a1 = [] } }',
    'then = { hand = { 1 = ["salt_1", "..."] }, asked = 2, over = false, winners = [], scores = { 1 = 0 } }',
    'then = { offered = ["rest", "play"] }',
    'then = { offered = ["rest", "..."], refused = ["sleep"] }',
    'then = { events = ["seat 1 gains 3 salt", "turn of seat 1 ends"] }',
    'then = { weather = "none", old_crane = { tired = false }, store = ["old_crane", "new_crane"] }',
]
WRONG = [
    ("then = { load = { 1 = { salt = 2 } } }", "salt of load of seat 1", "2", "3"),
    ("then = { load = { 1 = {} } }", "salt of load of seat 1", "0", "3"),
    (
        'then = { hand = { 1 = ["wool_2"] } }',
        "hand of seat 1",
        "wool_2 of seat 1",
        "salt_1 of seat 1, wool_2 of seat 1",
    ),
    ('then = { hand = { 1 = ["salt_3", "..."] } }', "hand of seat 1", "salt_3 of seat 1, ...", None),
    ('then = { store = ["new_crane", "old_crane"] }', "store", "new_crane, old_crane", "old_crane, new_crane"),
    ("then = { quay = { b1 = [] } }", "quay.b1", "nothing", "salt_3 of seat 1"),
    ("then = { old_crane = { tired = true } }", "tired of old_crane", "true", "false"),
    ('then = { weather = "salt" }', "weather", "salt", "none"),
    ("then = { asked = 1 }", "asked", "seat 1", "seat 2"),
    ("then = { over = true }", "over", "the game is over", "it goes on"),
    ("then = { winners = [1] }", "winners", "seat 1", "nobody"),
    ("then = { scores = { 1 = 1 } }", "score of seat 1", "1", "0"),
    ('then = { offered = ["rest"] }', "offered", "rest", "play, rest"),
    ('then = { offered = ["sleep", "..."] }', "offered", "sleep, ...", "play, rest"),
    ('then = { refused = ["rest"] }', "refused", "`rest` not on offer", "play, rest"),
    ('then = { refused = { sleep = "tired" } }', "reason against `sleep`", "tired", "no answer here is called `sleep`"),
    ('then = { events = ["seat 1 gains 2 salt"] }', "event", "seat 1 gains 2 salt", None),
    ('then = { events = ["turn of seat 1 ends", "seat 1 gains 3 salt"] }', "event", "seat 1 gains 3 salt", None),
]


@pytest.mark.parametrize("then", RIGHT)
def test_what_is_so_passes(then: str, tmp_path: Path) -> None:
    outcome = only(f"{PLAYED}\n{then}", tmp_path)
    assert outcome.passed, report([outcome], (), "human")


@pytest.mark.parametrize(("then", "what", "expected", "found"), WRONG)
def test_what_is_not_so_fails(then: str, what: str, expected: str, found: str | None, tmp_path: Path) -> None:
    outcome = only(f"{PLAYED}\n{then}", tmp_path)
    (failure,) = outcome.failures
    assert (failure.what, failure.expected) == (what, expected)
    assert found is None or failure.found == found
    assert failure.span.source.name == "harbour.scenarios.toml"
    assert failure.span.line == 12


def test_a_score_is_laid_to_the_rule_that_changed_it_not_to_the_one_that_ends_the_game(tmp_path: Path) -> None:
    ended = 'given = { phase = "scoring.sell", load = { 1 = { salt = 2 } } }'
    (failure,) = only(f"{ended}\nthen = {{ scores = {{ 1 = 3 }} }}", tmp_path).failures
    assert (failure.found, failure.rule) == ("2", "gain count(my load) of coins")
    (failure,) = only(f"{ended}\nthen = {{ scores = {{ 2 = 3 }} }}", tmp_path).failures
    assert (failure.found, failure.rule) == ("0", "")
    (failure,) = only(f"{ended}\nthen = {{ scores = {{ 1 = -3 }} }}", tmp_path).failures
    assert (failure.found, failure.rule) == ("2", "")


@pytest.mark.parametrize(
    ("given", "then", "what", "rule"),
    [
        ("", 'weather = "wool"', "weather", 'resets = "turn"'),
        ("", "old_crane = { tired = true }", "tired of old_crane", 'resets = "turn"'),
        ('phase = "turn", coin = { 1 = 2 }', "coin = { 1 = 3 }", "coin of seat 1", ""),
        ('phase = "turn", coin = { 1 = 2 }, weather = "salt"', "coin = { 1 = 3 }", "coin of seat 1", ""),
    ],
)
def test_what_a_phase_put_back_is_laid_to_the_declaration_that_says_so(
    given: str, then: str, what: str, rule: str, tmp_path: Path
) -> None:
    when = "" if given else '"rest"'
    text = f'{HEAD}\n[[scenario]]\nname = "it"\ngiven = {{ {given} }}\nwhen = [{when}]\nthen = {{ {then} }}\n'
    path = write(tmp_path, text)
    let_reset(tmp_path)
    (scenario,) = decode_file(ScenarioFile(path.name, path), open_bundle()).scenarios
    (failure,) = Runner().run(scenario).failures
    assert (failure.what, failure.rule) == (what, rule)
    if rule:
        file, line, _column = failure.place.rsplit(":", 2)
        assert rule in Path(file).read_text("utf-8").split("\n")[int(line) - 1]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('phase = "turn", weather = "wool"', "`turn` begins after this is laid, and resets weather"),
        (
            'phase = "turn", old_crane = { tired = true }',
            "`turn` begins after this is laid, and resets tired of old_crane",
        ),
        ("coin = { 2 = 4 }", "`round` begins after this is laid, and resets coin of seat 2"),
        ('phase = "turn", weather = "salt", coin = { 2 = 4 }', None),
        ("coin = { 2 = 0 }", None),
        ('weather = "wool"', None),
    ],
)
def test_what_the_phase_that_it_begins_in_puts_back_cannot_be_given(
    given: str, told: str | None, tmp_path: Path
) -> None:
    path = write(tmp_path, f'[[scenario]]\nname = "it"\ngiven = {{ {given} }}\nthen = {{ asked = 1 }}\n')
    let_reset(tmp_path)
    (scenario,) = decode_file(ScenarioFile(path.name, path), open_bundle()).scenarios
    outcome = Runner().run(scenario)
    assert [(d.code, d.message) for d in outcome.diagnostics] == ([] if told is None else [("E710", told)])
    assert outcome.passed == (told is None)
    if told is not None and told.startswith("`round`"):
        hint = 'begin in a phase that does not: `phase = "turn"`; or reach it by answers in `when`'
        assert outcome.diagnostics[0].hint == hint


def test_answers_that_end_in_the_middle_of_a_move_fail_unless_the_scenario_says_so(tmp_path: Path) -> None:
    begun = only('when = ["play", "salt_3"]\nthen = { load = { 1 = { salt = 0 } } }', tmp_path)
    assert [failure.what for failure in begun.failures] == ["the end"]
    assert "seat 1 is asked: choose: pier; on offer: pier=quay.a1" in report([begun], (), "human")
    for said in ("asked = 1", 'offered = ["a1", "..."]', 'refused = ["rest"]'):
        assert only(f'when = ["play", "salt_3"]\nthen = {{ load = {{ 1 = {{ salt = 0 }} }}, {said} }}', tmp_path).passed
    in_between = only('when = ["play", { asked = 1 }, "salt_3"]\nthen = { load = { 1 = { salt = 0 } } }', tmp_path)
    assert [failure.what for failure in in_between.failures] == ["the end"]
    assert only('when = ["rest"]\nthen = { load = { 1 = { salt = 0 } } }', tmp_path).passed
    refused = only('when = ["play", "nothing"]\nthen = { asked = 2 }', tmp_path)
    assert [failure.what for failure in refused.failures] == ["the answer"]


def test_a_seat_that_gets_stuck_fails_unless_the_scenario_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, f'{HEAD}\n[[scenario]]\nname = "it"\nwhen = ["rest"]\nthen = {{ asked = 1%s }}\n')
    game = tmp_path / "harbour.toml"
    needy = "phase turn { need place of me is 1; take_turn }"
    game.write_text(game.read_text("utf-8").replace("phase turn { take_turn }", needy), "utf-8")
    text = path.read_text("utf-8")

    def failures(said: str) -> list[str]:
        path.write_text(text.replace("%s", said), "utf-8")
        (scenario,) = decode_file(ScenarioFile(path.name, path), open_bundle()).scenarios
        return [failure.what for failure in Runner().run(scenario).failures]

    assert failures("") == ["stuck"]
    assert failures(', events = ["stuck"]') == []
    assert failures(', events = ["turn of seat 2 begins"]') == ["stuck"]


@pytest.mark.parametrize(
    ("line", "passes"),
    [
        ("seat 1 gains 1 salt", True),
        ("seat 1 gains 3 salt", False),
        ("seat 2 answers ...", True),
        ("seat 1 answers ...", False),
        ("die shows ...", True),
    ],
)
def test_what_never_happened_can_be_said(line: str, passes: bool, tmp_path: Path) -> None:
    outcome = only(f'{PLAYED}\nthen = {{ never = ["{line}"] }}', tmp_path)
    assert outcome.passed == passes
    assert all(failure.expected == f"never `{line}`" for failure in outcome.failures)


def test_the_rule_that_set_the_value_is_named(tmp_path: Path) -> None:
    (failure,) = only('when = ["rest"]\nthen = { coin = { 1 = 4 } }', tmp_path).failures
    assert failure.rule == "gain (shows of die) of coins"
    assert failure.place.endswith("harbour.toml:63:3")
    (given,) = only("then = { hand = { 1 = [] } }", tmp_path).failures
    assert (given.rule, given.place) == ("", "")


def test_an_answer_that_gave_itself_may_be_listed_or_left_out(tmp_path: Path) -> None:
    body = 'given = { hand = { 1 = ["salt_3"] } }\nwhen = [%s]\nthen = { load = { 1 = { salt = 3 } } }'
    for answers in ('"play", "b1"', '"play", "salt_3", "b1"', '"play", "card=salt_3", "pier=quay.b1"'):
        assert only(body % answers, tmp_path).passed
    (failure,) = only(body % '"play", "wool_2", "b1"', tmp_path).failures
    assert (failure.what, failure.expected) == ("the answer", "`wool_2` on offer")


def test_an_answer_is_not_used_twice(tmp_path: Path) -> None:
    body = 'given = { hand = { 1 = ["salt_3"] } }\nwhen = ["play", "salt_3", "salt_3", "b1"]\nthen = { asked = 2 }'
    (failure,) = only(body, tmp_path).failures
    assert failure.expected == "`salt_3` on offer"


def test_nothing_after_an_impossible_answer_is_looked_at(tmp_path: Path) -> None:
    outcome = only('when = ["sleep", "play"]\nthen = { asked = 2, coin = { 1 = 99 } }', tmp_path)
    (failure,) = outcome.failures
    assert failure.expected == "`sleep` on offer"
    assert "on offer: play, rest" in failure.found


def test_checks_in_between_are_made_in_between(tmp_path: Path) -> None:
    body = (
        'when = ["play", { load = { 1 = {} } }, "salt_3", "b1", { load = { 1 = { salt = 3 } } }]\nthen = { asked = 2 }'
    )
    assert only(body, tmp_path).passed
    (failure,) = only(body.replace("salt = 3 }", "salt = 1 }"), tmp_path).failures
    assert failure.expected == "1"


def test_an_answer_after_the_end(tmp_path: Path) -> None:
    body = 'given = { phase = "scoring.sell" }\nwhen = ["rest"]\nthen = { over = true }'
    (failure,) = only(body, tmp_path).failures
    assert failure.found == "the game is over"


MIXED = f"""{HEAD}
[[scenario]]
name = "right & <proper>"
then = {{ asked = 1 }}
[[scenario]]
name = "wrong"
when = ["rest"]
then = {{ coin = {{ 1 = 4 }} }}
[[scenario]]
name = "cannot be"
given = {{ coin = {{ 1 = -4 }} }}
then = {{ asked = 1 }}
"""


def test_reports_for_programs(tmp_path: Path) -> None:
    outcomes = run(MIXED, tmp_path)
    assert [outcome.passed for outcome in outcomes] == [True, False, False]
    made = json.loads(report(outcomes, (), "json"))
    assert (made["passed"], made["failed"]) == (1, 2)
    right, wrong, flawed = made["scenarios"]
    assert right["failures"] == right["diagnostics"] == []
    assert wrong["failures"][0]["expected"] == "4"
    assert wrong["failures"][0]["rule"] == "gain (shows of die) of coins"
    assert flawed["diagnostics"][0]["code"] == "E703"
    tree = ElementTree.fromstring(report(outcomes, (), "junit").encode())
    assert (tree.get("tests"), tree.get("failures"), tree.get("errors")) == ("3", "1", "1")
    assert [case.get("name") for case in tree.iter("testcase")] == ["right & <proper>", "wrong", "cannot be"]
    (failure,), (error,) = tree.iter("failure"), tree.iter("error")
    assert failure.get("message") == "coin of seat 1: expected 4, found 5"
    assert (error.get("message") or "").startswith("E703")
    lines = report(outcomes, (), "github").splitlines()
    assert lines[0].startswith(
        "::error file=harbour.scenarios.toml,line=15,col=23,title=scenario::wrong: coin of seat 1"
    )
    assert lines[1].startswith("::error file=harbour.scenarios.toml,line=18,")
    assert lines[2] == "::notice::1 of 3 scenarios passed"


def test_a_mistake_in_the_rules_is_told_once(tmp_path: Path) -> None:
    path = write(tmp_path, MIXED)
    rules = tmp_path / "harbour.toml"
    rules.write_text(rules.read_text("utf-8").replace("roll die", "rol die"), "utf-8")
    decoded = decode_file(ScenarioFile(path.name, path), open_bundle())
    runner = Runner()
    told = report([runner.run(scenario) for scenario in decoded.scenarios], (), "human")
    assert told.count("error[E202]") == 1
    assert told.count("cannot be played, as above") == 2
    assert told.endswith("0 passed, 3 failed")


@pytest.mark.parametrize(
    ("there", "failed"),
    [
        ('at = "turn of seat 1 ends", coin = { 1 = 5 }', None),
        ('at = "turn of seat 1 ends", coin = { 1 = 4 }', "coin of seat 1"),
        ('at = "die shows 5", coin = { 1 = 0 }', None),
        ('at = "die shows 6", coin = { 1 = 0 }', "at"),
        ('at = "turn of seat 3 ends"', "at"),
    ],
)
def test_a_position_is_looked_at_right_after_an_event(there: str, failed: str | None, tmp_path: Path) -> None:
    given = 'given = { roll = { die = [5] }, hand = { 1 = ["salt_3"] } }\nwhen = ["rest"]'
    outcome = only(f"{given}\nthen = {{ {there} }}", tmp_path)
    assert [failure.what for failure in outcome.failures] == ([] if failed is None else [failed]), outcome


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ('at = "turn of seat 1 begins", coin = { 1 = 0 }', None),
        ('at = "turn of seat 1 begins", coin = { 1 = 4 }', "0"),
        ('at = "deck of seat 1 is shuffled"', "since the beginning: turn of seat 1 begins"),
    ],
)
def test_a_position_is_looked_at_before_the_first_answer(there: str, found: str | None, tmp_path: Path) -> None:
    """What the setup did is not part of the scenario."""
    outcome = only(f'given = {{ phase = "turn" }}\nthen = {{ {there}, asked = 1 }}', tmp_path)
    assert [failure.found for failure in outcome.failures] == ([] if found is None else [found]), outcome


@pytest.mark.parametrize(
    ("event", "values"),
    [
        ("seat 1 gains 5 coin", 'coin = { 1 = 5, 2 = 0 }, weather = "none"'),
        ("weather is now wool", 'coin = { 1 = 5, 2 = 0 }, weather = "wool"'),
        ("seat 1 loses 4 coin", 'coin = { 1 = 1, 2 = 0 }, weather = "wool"'),
        ("coin of seat 2 is now 9", 'coin = { 1 = 1, 2 = 9 }, weather = "wool"'),
        ("weather is now salt", 'coin = { 1 = 1, 2 = 9 }, weather = "salt", old_crane = { tired = false }'),
        ("tired of old_crane is now true", "old_crane = { tired = true }, new_crane = { tired = false }"),
        ("old_crane: store to nowhere", 'store = ["new_crane"], new_crane = { tired = false }'),
        ("seat 1 answers rest", "coin = { 1 = 0 }"),
        ("turn of seat 1 ends", "coin = { 1 = 5 }"),
    ],
)
def test_what_the_same_stretch_of_rules_does_after_an_event_is_not_looked_at(
    event: str, values: str, tmp_path: Path
) -> None:
    steps = "gain 5 coins; set weather to wool; lose 4 coins; set coins of next(me) to 9; set weather to salt"
    more = ("roll die", f"{steps}; set tired of old_crane to true; move old_crane to none; roll die; lose 2 coins")
    given = 'given = { roll = { die = [5] }, hand = { 1 = ["salt_3"] } }\nwhen = ["rest"]'
    outcome = only(f'{given}\nthen = {{ at = "{event}", {values} }}', tmp_path, more)
    assert outcome.passed, report([outcome], (), "human")


TWO_CRANES = ("old_crane = {", "old_crane = { copies = 2,")


def test_values_that_are_set_are_events_with_a_name(tmp_path: Path) -> None:
    """Of several equal pieces, each has its number; a list of events says how many more there are."""
    often = ("roll die", "repeat 12 { set weather to salt; set weather to none }; roll die")
    events = ["weather is now none", "tired of old_crane#2 is now true", "turn of seat 1 ends"]
    assert only(f'when = ["rest"]\nthen = {{ events = {json.dumps(events)} }}', tmp_path, often, TWO_CRANES).passed
    (failure,) = only('when = ["rest"]\nthen = { events = ["rain"] }', tmp_path, often).failures
    assert failure.found.startswith("then: turn of seat 1 begins; weather is now salt; weather is now none; ")
    assert failure.found.endswith("; weather is now salt and 12 more")


def test_equal_pieces_that_differ_are_told_apart(tmp_path: Path) -> None:
    """A name without a number means all of them."""
    tired = "given = { old_crane = { tired = true } }\nthen = { old_crane = { tired = false }, asked = 1 }"
    failures = only(tired, tmp_path, TWO_CRANES).failures
    assert [failure.what for failure in failures] == ["tired of old_crane#1", "tired of old_crane#2"]


@pytest.mark.parametrize(("text", "reason", "found"), [
    ("b1", "pier is free", None),
    ("b1", "rain", "this condition is not met: the space is free"),
    ("a1", "rain", "`a1` is on offer"),
    ("c9", "rain", "the game is over"),
])  # fmt: skip
def test_a_question_with_a_single_answer_says_why_it_refused_others(
    text: str, reason: str, found: str | None, tmp_path: Path
) -> None:
    """The engine answers it by itself, and the next question is another one."""
    full = ", ".join(f'{pier} = "{card} of seat 2"' for pier, card in zip(("b1", "c1", "a2", "b2", "c2"),
                     ("salt_1", "salt_1", "salt_3", "wool_2", "wool_2"), strict=True))  # fmt: skip
    given = f"given = {{ quay = {{ {full} }}, hand = {{ 2 = [] }} }}"
    outcome = only(f'{given}\nwhen = ["play", "wool_2"]\nthen = {{ refused = {{ {text} = "{reason}" }} }}', tmp_path)
    assert [failure.found.partition(" (")[0] for failure in outcome.failures] == ([] if found is None else [found])


SEAS = ("[result.richest]", '[boards.sea]\nper = "seat"\ncolumns = 3\nrows = 1\nfields = { aim = "yes_no" }\n'
        'source = "ours"\n\n[result.richest]')  # fmt: skip
AIMING = ("roll die", "choose spot in sea of next(me); set aim of spot to true; roll die")


@pytest.mark.parametrize("answer", ["sea.b1@1", "spot=sea.b1@1", "sea.b1 of seat 2"])
def test_a_cell_of_a_seat_has_one_name_in_values_and_answers(answer: str, tmp_path: Path) -> None:
    seen = "sea = { 1 = { b1 = { aim = false } }, 2 = { b1 = { aim = true } } }"
    outcome = only(f'when = ["rest", "{answer}"]\nthen = {{ {seen}, asked = 2 }}', tmp_path, SEAS, AIMING)
    assert outcome.passed, outcome
    other = only('when = ["rest", "sea.b1 of seat 1"]\nthen = { asked = 2 }', tmp_path, SEAS, AIMING)
    assert [failure.what for failure in other.failures] == ["the answer"]


@pytest.mark.parametrize(
    ("before", "questions"),
    [("[]", "2 questions"), ('["rest"]', "1 question"), ('["rest", "b1"]', None)],
)
def test_a_failure_says_how_many_answers_before_the_sketch_were_random(
    before: str, questions: str | None, tmp_path: Path
) -> None:
    given = f'given = {{ phase = "turn", me = 2, before = {before} }}'
    outcome = only(f"{given}\nthen = {{ coin = {{ 1 = 99 }}, asked = 2 }}", tmp_path, SEAS, AIMING)
    told = [line for line in report([outcome], (), "human").splitlines() if "random" in line]
    said = [f"     {questions} before the sketch had random answers; `before` in `given` gives them"]
    assert told == ([] if questions is None else said)


def test_an_answer_with_more_than_a_name_that_several_options_have_is_told_their_ids(tmp_path: Path) -> None:
    picking = ("roll die", "choose crane in store; set tired of crane to true; roll die")
    given = 'given = { "old_crane#2" = { tired = true } }\nwhen = ["rest", "old crane 2"]\nthen = { asked = 2 }'
    (failure,) = only(given, tmp_path, TWO_CRANES, picking).failures
    assert failure.found.endswith("say which: crane=old_crane#1, crane=old_crane#2"), failure.found


def test_a_wrong_scenario_does_not_stop_the_others_of_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, f"{HEAD}\n{''.join(f'[[scenario]]{chr(10)}{x}{chr(10)}' for x in THREE)}")
    decoded = decode_file(ScenarioFile(path.name, path), open_bundle())
    assert [scenario.name for scenario in decoded.scenarios] == ["first", "third"]
    assert [found.message for found in decoded.diagnostics] == ["unknown key `whn`"]
    path = write(tmp_path, f"nmae = 1\n{HEAD}\n[[scenario]]\n{THREE[0]}\n")
    assert decode_file(ScenarioFile(path.name, path), open_bundle()).scenarios == (), "the head is about all of them"


THREE = [
    'name = "first"\nthen = { asked = 1 }',
    'name = "second"\nwhn = 1\nthen = { asked = 1 }',
    'name = "third"\nthen = { asked = 1 }',
]


def test_an_empty_cell_is_not_written_as_none(tmp_path: Path) -> None:
    (found,) = only('then = { quay = { a1 = "none" } }', tmp_path).diagnostics
    assert (found.message, found.hint) == ("there is no piece `none`", "nothing lies there: write `[]`")


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("stuck", 'a seat that gets stuck is an event: `events = ["stuck"]`'),
        ("winner", "write `winners = [1]`"),
    ],
)
def test_an_expectation_with_a_name_of_its_own_is_written_otherwise(key: str, hint: str, tmp_path: Path) -> None:
    (outcome,) = run(f"[[scenario]]\nname = 'odd'\n[scenario.then]\n{key} = 1", tmp_path)
    (found,) = outcome.diagnostics
    assert (found.code, found.hint) == ("E701", hint)
