"""Every marked finding is made where it is marked, and no other one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from solenia_rules.api.looking import look
from tests.check.cases import HEAD, MARK
from tests.planted.planting import check_all
from tests.sampling import sampled

HERE = Path(__file__).parent
GROUND = HERE / "ground.toml"
GAMES, MANY = 50, 100
"""Allowances are judged only after many games."""


def cases() -> Iterator[list[str]]:
    for case in (HERE / "cases.txt").read_text("utf-8").split("---\n"):
        yield case.splitlines()


def marked(lines: list[str]) -> list[tuple[int, str, str]]:
    """Line (0: any), code and beginning of the message."""
    found = []
    for number, line in enumerate(lines, HEAD.count("\n") + 1):
        match = MARK.search(line)
        if match:
            found.append((number if line[: match.start()].strip() else 0, match[1], match[2]))
    return found


@pytest.mark.parametrize("lines", sampled(cases(), 4, ids=lambda lines: marked(lines)[0][1]))
def test_findings_are_made_where_they_are_marked(lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "ground.toml").write_text(GROUND.read_text("utf-8"), "utf-8")
    path = tmp_path / "sample.toml"
    path.write_text(HEAD + "\n".join(MARK.sub("", line) for line in lines) + "\n", "utf-8")
    expected = marked(lines)
    for found in check_all(str(path), MANY if any(code == "W611" for _line, code, _text in expected) else GAMES):
        own = found.span.source.name.endswith("sample.toml")
        fits = [
            row
            for row in expected
            if row[0] in (0, found.span.line if own else -1)
            and row[1] == found.code
            and found.message.startswith(row[2])
        ]
        assert fits, (found.span.line if own else -1, found.code, found.message)
        expected.remove(fits[0])
    assert not expected


def test_nothing_is_found_in_the_game_the_cases_stand_on() -> None:
    assert not [d.message for d in check_all(str(GROUND), GAMES)]


NEVER_EMPTY = """
[verbs.take_turn]
source = "ours"
effect = '''
choose kept in my hidden
gain (size of kept) of points
choose pick { gain 1 fruit }
or take { choose crate in market where can_pay(asks of crate); pay asks of crate; stow crate; refill }
'''
"""


def test_a_choice_that_is_never_empty_in_play_is_not_told(tmp_path: Path) -> None:
    """Everybody has one hidden crate for the whole game, which no text around the choice says."""
    (tmp_path / "ground.toml").write_text(GROUND.read_text("utf-8"), "utf-8")
    path = tmp_path / "sample.toml"
    path.write_text(HEAD + NEVER_EMPTY, "utf-8")
    assert [d.code for d in look(str(path)).diagnostics] == ["W503"]
    assert not [d for d in check_all(str(path), GAMES) if d.code == "W503"]
    assert [d.code for d in check_all(str(path), 1)].count("W503") == 1


def test_nobody_owns_what_lies_in_a_shared_zone_and_the_hint_says_so(tmp_path: Path) -> None:
    (tmp_path / "ground.toml").write_text(GROUND.read_text("utf-8"), "utf-8")
    path = tmp_path / "sample.toml"
    rule = "rules = 'after stow by me { as owner of first(market) { gain 1 point } }'"
    path.write_text(f'{HEAD}[rules.rent]\nsource = "ours"\n{rule}\n', "utf-8")
    hints = [d.hint for d in check_all(str(path), GAMES) if d.code == "W602"]
    assert hints == [
        "there was never anything in `owner of first(market)`: nobody owns what lies in a shared zone or on a shared "
        'board, unless it is `per = "seat"`'
    ]
