"""Every mistake in a scenario file is found where it is marked, and nothing else is; every code has a row and a page.

Cases stand between `---` lines; `#! CODE message` marks a mistake of its line, alone on a line one of the file.
`## resetting` plays the game of the page with phases that put something back.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solenia_rules.rules.files import open_bundle
from solenia_rules.text.codes import SCENARIOS
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.tools.scenarios.decoder import decode_file
from solenia_rules.tools.scenarios.files import ScenarioFile
from solenia_rules.tools.scenarios.runner import Runner
from tests.tools.scenarios.page import let_reset, write

ROOT = Path(__file__).parents[3]
CASES = (Path(__file__).parent / "cases" / "files.txt").read_text("utf-8").split("\n---\n")
MARK = re.compile(r"#! (E\d\d\d) (.*)$")


def problems(path: Path) -> list[Diagnostic]:
    """As `solenia check` finds them."""
    decoded = decode_file(ScenarioFile(path.name, path), open_bundle())
    runner = Runner()
    return [*decoded.diagnostics, *(d for scenario in decoded.scenarios for d in runner.look(scenario))]


@pytest.mark.parametrize("case", CASES, ids=range(1, len(CASES) + 1))
def test_mistakes_are_found_where_they_are_marked(case: str, tmp_path: Path) -> None:
    name = re.search(r"## file (\S+)", case)
    path = write(tmp_path, case, name[1] if name else "harbour.scenarios.toml")
    if "## resetting" in case:
        let_reset(tmp_path)
    expected = []
    for number, line in enumerate(case.split("\n"), 1):
        if mark := MARK.search(line):
            expected.append((number if mark.start() else None, mark[1], mark[2]))
    found = [(d.span.line, d.code, d.message) for d in problems(path)]
    loose = [(code, message) for line, code, message in expected if line is None]
    assert sorted(f for f in found if f[1:] not in loose) == sorted(e for e in expected if e[0] is not None)
    assert sorted({f[1:] for f in found if f[1:] in loose}) == sorted(loose)


@pytest.mark.parametrize(
    "given", ["roll = { DICE = [3] }", "DICE = { tired = true }", "quay = { DICE = [] }", "DICE = 3"]
)
def test_a_wrong_name_is_marked_and_not_its_value(given: str, tmp_path: Path) -> None:
    line = "given = { " + given.replace("DICE", "dice") + " }"
    path = write(tmp_path, f'[[scenario]]\nname = "it"\n{line}\nthen = {{ asked = 1 }}\n')
    (found,) = problems(path)
    assert (found.code, found.span.column) == ("E701", line.index("dice") + 1)


def used() -> set[str]:
    folders = ("tools/scenarios", "api", "play")
    files = (file for folder in folders for file in (ROOT / "solenia_rules" / folder).glob("*.py"))
    return {code for file in files for code in re.findall(r'"(E7\d\d)"', file.read_text("utf-8"))}


def test_every_code_used_has_a_row_and_every_row_is_used() -> None:
    assert used() == set(SCENARIOS)


def test_every_code_has_a_marked_case() -> None:
    assert set(SCENARIOS) <= {mark[1] for case in CASES for line in case.split("\n") if (mark := MARK.search(line))}


@pytest.mark.parametrize("code", SCENARIOS)
def test_every_code_has_a_page(code: str) -> None:
    page = (ROOT / "docs" / "diagnostics" / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}: {SCENARIOS[code]}\n")
    assert all(f"\n## {part}\n" in page for part in ("Wrong", "Right", "Why"))


def test_no_page_is_left_over() -> None:
    assert {path.stem for path in (ROOT / "docs" / "diagnostics").glob("E7*.md")} == set(SCENARIOS)
