"""Every limit of the manual holds exactly: what is at the limit is accepted, one more is refused with its code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.tools import limits
from solenia_rules.tools.limits import LIMITS
from tests.small_rulesets import small_ruleset

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"E\d{3}")


def made(play: str = "gain 1 point", more: str = "", seats: tuple[int, int] = (2, 2)) -> str:
    return small_ruleset("made", seats, play, more=more)


def words(number: int) -> str:
    return ", ".join(f'"w{index}"' for index in range(number))


def filled(size: int, text: str) -> str:
    """A text with a comment at its end, so many bytes long."""
    return text + "#" * (size - len(text.encode()))


def sized(number: int) -> str:
    """A text of so many words and signs, on one line: calls of a verb, and for an even number one of four words."""
    calls = (number - 3) // 2 if number % 2 == 0 else (number + 1) // 2
    last = ["gain 1 of points"] if number % 2 == 0 else []
    return ";".join(["hop"] * calls + last)


CASES: dict[str, Callable[[int], str]] = {
    "file_bytes": lambda n: filled(n, made()),
    "text_bytes": lambda n: made(more=f"[queries]\nq = {{ source = 'ours', value = '{'1' + ' ' * (n - 1)}' }}\n"),
    "text_words": lambda n: made(
        more="[verbs]\nhop = { effect = 'gain 1 point', source = 'ours' }\n"
        f"long = {{ effect = '{sized(n)}', source = 'ours' }}"
    ),
    "string_bytes": lambda n: made(more=f"[allow.W601]\n\"counters.point\" = '{'x' * n}'\n"),
    "integer": lambda n: made(more=f"big = {{ starts = {n}, source = 'ours' }}"),
    "copies": lambda n: made(
        more="[pieces]\nchip = { plural = 'chips', source = 'ours' }\n"
        f"[chips]\none = {{ copies = {n}, source = 'ours' }}"
    ),
    "sides": lambda n: made(more=f"[pieces]\ndie = {{ sides = {n}, source = 'ours' }}"),
    "positions": lambda n: made(
        more=f"[boards]\nfield = {{ columns = 1, rows = 1, fields = {{ lit = 'yes_no' }}, source = 'ours' }}\n"
        f"[history]\nstood = {{ keeps = ['field'], most = {n}, source = 'ours' }}"
    ),
    "seats": lambda n: made(seats=(2, n)),
    "pieces": lambda n: made(
        more="[pieces]\nchip = { plural = 'chips', source = 'ours' }\n[chips]\n"
        + "".join(f"c{index} = {{ copies = 200, source = 'ours' }}\n" for index in range(n // 200))
        + (f"rest = {{ copies = {n % 200}, source = 'ours' }}\n" if n % 200 else "")
    ),
    "cells": lambda n: made(
        more=f"[boards]\nfield = {{ columns = 5000, rows = 1, source = 'ours' }}\n"
        f"lane = {{ columns = {n - 5000}, rows = 1, source = 'ours' }}"
    ),
    "zones": lambda n: made(
        more=f"[kinds]\ngood = {{ plural = 'goods', words = [{words(100)}], source = 'ours' }}\n"
        "[pieces]\nchip = { source = 'ours' }\n[zones]\n"
        + "".join(f"z{index} = {{ of = 'chip', per = 'good', source = 'ours' }}\n" for index in range(n // 100))
        + "".join(f"y{index} = {{ of = 'chip', source = 'ours' }}\n" for index in range(n % 100))
    ),
    "options": lambda n: made(
        "choose c in field; gain 1 point", more=f"[boards]\nfield = {{ columns = {n}, rows = 1, source = 'ours' }}"
    ),
    "repeat": lambda n: made(f"repeat {n} {{ gain 1 point }}"),
    "pattern": lambda n: made(
        more="[pieces]\nchip = { plural = 'chips', fields = { rank = '0..2000' }, source = 'ours' }\n[chips]\n"
        f'"c_{{rank}}" = {{ for = {{ rank = "1..{n}" }}, rank = "{{rank}}", source = "ours" }}'
    ),
    "calls": lambda n: made(
        more="[queries]\n"
        + "".join(f"q{at} = {{ value = 'q{at + 1}', source = 'ours' }}\n" for at in range(1, n // 2))
        + f"q0 = {{ value = 'q1{' + 1' * (n % 2)}', source = 'ours' }}\nq{n // 2} = {{ value = '1', source = 'ours' }}"
    ),
    "text_levels": lambda n: made(f"gain {'max(1, ' * (n - 4)}1{')' * (n - 4)} of points"),
}
"""Name of a limit -> the ruleset that has exactly so much."""
ELSEWHERE = {
    "file_values": "tests/rules/test_toml_spans.py test_caps_hold_exactly",
    "file_effects": "tests/rules/test_hardening.py test_effects_text_of_a_file_is_capped",
    "all_bytes": "tests/rules/test_hardening.py test_a_text_above_the_resolved_cap_is_refused",
    "all_effects": "tests/rules/test_hardening.py test_effects_text_of_all_files_is_capped",
    "files": "tests/rules/test_hardening.py test_too_many_files_are_refused",
    "extends": "tests/rules/test_hardening.py test_a_chain_may_be_eight_deep",
    "numbers": "tests/rules/test_hardening.py test_a_game_holds_only_so_much",
    "steps": "tests/check/test_cases.py test_problems_are_found_where_they_are_marked",
    "range": "tests/fast/test_sizes.py test_a_size",
    "held": "tests/fast/test_bounded.py test_effects_that_name_each_other_past_the_limit_are_refused",
    "one_by_one": "tests/fast/test_bounded.py test_an_amount_up_to_a_hundred_is_chosen_one_by_one",
    "search": "tests/play/test_longest.py test_a_search_in_a_dense_set_stops_after_the_stated_number_of_steps",
    "combinations": "tests/fast/test_bounded.py test_nested_choices_before_something_impossible_are_soon_asked",
    "tried": "tests/fast/test_bounded.py test_rules_that_take_many_steps_try_fewer_positions",
    "decisions": "tests/fast/test_told_events.py test_a_cap_is_told",
    "phases": "tests/fast/test_told_events.py test_a_cap_is_told",
}


def problems(text: str, folder: Path) -> set[str]:
    """The codes of the errors of a ruleset in a file."""
    (folder / "made.toml").write_text(text, "utf-8")
    try:
        sr.load(str(folder / "made.toml"))
    except sr.RulesetError as error:
        return {one.code for one in error.diagnostics if one.severity == "error"}
    return set()


@pytest.mark.parametrize("name", CASES)
def test_a_limit_holds_exactly(name: str, tmp_path: Path) -> None:
    limit = LIMITS[name]
    code = CODE.search(limit.past)
    assert code is not None
    most = limit.most * 1024 if limit.unit.startswith("KiB") else limit.most
    assert problems(CASES[name](most), tmp_path) == set()
    assert problems(CASES[name](most + 1), tmp_path) == {code[0]}


def test_every_limit_has_a_test() -> None:
    assert {*CASES, *ELSEWHERE} == set(LIMITS)
    for place in ELSEWHERE.values():
        file, name = place.split()
        assert f"def {name}(" in (ROOT / file).read_text("utf-8"), place


def test_the_table_of_the_manual_is_that_of_the_engine() -> None:
    page = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert "<!-- limits -->" in page
    assert limits.fill(page) == page, "run: python -m solenia_rules.tools.limits docs/language.md"


@pytest.mark.parametrize(
    ("limit", "code", "told"),
    [
        (sr.Limits(steps=999_999), "E505", "1000000 steps in one action; at most 999999"),
        (sr.Limits(seats=3), "E024", "4 seats; at most 3"),
        (sr.Limits(pieces=1), "E024", "2 pieces; at most 1"),
        (sr.Limits(cells=5), "E024", "6 cells; at most 5"),
        (sr.Limits(zones=4), "E024", "5 zones, counted for each seat and word; at most 4"),
        (sr.Limits(numbers=8), "E024", "9 numbers to store in a game; at most 8"),
    ],
)
def test_an_embedder_lowers_a_limit(limit: sr.Limits, code: str, told: str) -> None:
    text = made(seats=(2, 4), more=LITTLE)
    sr.load_text(text, "made", limits=sr.Limits(1_000_000, 4, 2, 6, 5, 9))
    with pytest.raises(sr.RulesetError) as caught:
        sr.load_text(text, "made", limits=limit)
    (one,) = caught.value.diagnostics
    assert (one.code, told in one.message) == (code, True)


LITTLE = """
[pieces]
chip = { plural = "chips", source = "ours" }

[chips]
red = { copies = 2, source = "ours" }

[zones]
bag  = { of = "chip", source = "ours" }
hand = { of = "chip", per = "seat", source = "ours" }

[boards]
field = { columns = 3, rows = 2, source = "ours" }
"""


def test_limits_that_are_none_are_refused() -> None:
    with pytest.raises(sr.RulesetError, match=r"sr\.Limits"):
        sr.load_text(made(), "made", limits={"steps": 3})  # type: ignore[arg-type]
