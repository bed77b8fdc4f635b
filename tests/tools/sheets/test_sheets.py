"""Records as sheets: they round-trip with comments, only what differs changes, and bad cells change nothing."""

from __future__ import annotations

import csv
import io
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.cli.main import main
from solenia_rules.rules.declared import HEAD, SECTIONS
from solenia_rules.tools.sheets.cells import cell_of, value_of
from solenia_rules.tools.sheets.files import csv_text, read_sheet, write_sheet
from solenia_rules.tools.sheets.sheet import Sheet, SheetError, changed_text, record_sections, sheet_of
from tests.sampling import sampled

ROOT = Path(__file__).parent.parent.parent.parent
FILES = [
    (path, section)
    for path in sorted((ROOT / "rulesets").rglob("*.toml"))
    if not path.name.endswith(".scenarios.toml")
    for section in record_sections(path.read_text("utf-8"), (*HEAD, *SECTIONS))
]
RULES = """\
# A game of cards.
ruleset = "bazaar"
language = 1
source = "ours"
languages = ["en"]
seats = { range = [1, 1] }
title = { en = "Market" }
about = { en = "A test." }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[pieces.card]
plural = "cards"
starts = "deck"
fields = { worth = "0..9", sold = "effect?", open = "yes_no?" }
source = "ours"

[zones]
deck = { of = "card", seen = "all", source = "ours" }

[cards] # all of them
apple = { worth = 1, copies = 4, source = "ours" } # sour
# The best one:
pear  = { worth = 2, sold = 'gain 1 point', open = true, source = "ours" }

[play.turns]
source = "ours"
effect = 'choose card in deck; gain (worth of card) of points; do sold of card'
"""


def edited(sheet: Sheet, ident: str, **cells: str) -> Sheet:
    """The sheet with other cells in a row; a column that is not there is added."""
    columns = (*sheet.columns, *(name for name in cells if name not in sheet.columns))
    rows = []
    for row in sheet.rows:
        named = dict(zip(sheet.columns, row, strict=True))
        rows.append(tuple({**named, **(cells if row[0] == ident else {})}.get(name, "") for name in columns))
    return Sheet(columns, tuple(rows))


@pytest.mark.parametrize(("path", "section"), sampled(FILES, 12, lambda one: f"{one[0].stem}-{one[1]}"))
@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_the_records_of_every_ruleset_round_trip(tmp_path: Path, path: Path, section: str, ending: str) -> None:
    if ending == ".xlsx":
        pytest.importorskip("openpyxl")
    text = path.read_text("utf-8")
    file = tmp_path / f"sheet{ending}"
    write_sheet(sheet_of(text, section), file, section)
    assert changed_text(text, section, read_sheet(file)) == text


def test_only_what_differs_is_written_and_comments_stay() -> None:
    sheet = sheet_of(RULES, "cards")
    assert sheet.columns == ("id", "worth", "copies", "source", "sold", "open")
    made = changed_text(RULES, "cards", edited(sheet, "pear", worth="3", sold="gain 2 points"))
    assert made == RULES.replace("worth = 2, sold = 'gain 1 point'", "worth = 3, sold = 'gain 2 points'")
    made = changed_text(RULES, "cards", edited(sheet, "apple", copies="", open="FALSE"))
    assert 'apple = { worth = 1, source = "ours", open = false } # sour\n' in made
    made = changed_text(RULES, "cards", edited(sheet, "pear", worth="", sold=""))
    assert 'pear  = { open = true, source = "ours" }\n' in made
    more = Sheet(sheet.columns, (*sheet.rows, ("plum", "9", "", "ours", "gain 1 point\ngain 2 points", "")))
    made = changed_text(RULES, "cards", more)
    assert "plum = { worth = 9, source = \"ours\", sold = '''\n" in made
    assert tomllib.loads(made)["cards"]["plum"]["sold"] == "gain 1 point\ngain 2 points"
    assert made.startswith(RULES.partition("\n[play.turns]")[0])
    assert "# The best one:" in made
    made = changed_text(RULES, "cards", edited(sheet, "apple", sold="gain 2 points"))
    assert "apple = { worth = 1, copies = 4, source = \"ours\", sold = 'gain 2 points' } # sour\n" in made
    more = Sheet(sheet.columns, (*sheet.rows, ("plum", "9", "", "ours", "gain 3 points", "")))
    assert "plum = { worth = 9, source = \"ours\", sold = 'gain 3 points' }\n" in changed_text(RULES, "cards", more)
    with pytest.raises(SheetError, match="no row for apple; to remove them, say --remove"):
        changed_text(RULES, "cards", Sheet(sheet.columns, sheet.rows[1:]))
    made = changed_text(RULES, "cards", Sheet(sheet.columns, sheet.rows[1:]), removing=True)
    assert made == RULES.replace('apple = { worth = 1, copies = 4, source = "ours" } # sour\n', "")


def test_records_with_headers_of_their_own_are_changed_in_place() -> None:
    text = (
        '[cards.apple] # sour\nworth = 1 # one\ncopies = 4\n\n[cards.pear]\nworth = 2\n\n[words.en]\napple = "Apple"\n'
    )
    sheet = sheet_of(text, "cards")
    made = changed_text(text, "cards", edited(sheet, "apple", worth="5", copies="", open="true"))
    assert made == text.replace("worth = 1 # one\ncopies = 4\n", "worth = 5 # one\nopen = true\n")
    more = Sheet(sheet.columns, (*sheet.rows, ("plum", "3", "")))
    assert "[cards.pear]\nworth = 2\n\n[cards.plum]\nworth = 3\n\n[words.en]" in changed_text(text, "cards", more)


@given(st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.from_regex("[a-z]{1,4}", fullmatch=True), inner),
    max_leaves=6,
))  # fmt: skip
def test_every_value_has_a_cell_of_its_own(value: object) -> None:
    cell = cell_of(value)
    assert cell.strip()
    assert value_of(cell) == value
    assert type(value_of(cell)) is type(value)
    (read,) = csv.reader(io.StringIO(csv_text(Sheet((cell,), ())), newline=""))
    assert read == [cell]


@pytest.mark.parametrize(
    ("sheet", "problems"),
    [
        ("id,worth\napple,[1\npear,2", ["row 2, column worth: this begins like"]),
        ("id,worth\napple,1\napple,2\npear,1", ["row 3, column id: `apple` has another row already"]),
        ("id,worth,worth\napple,1,1\npear,1,1", ["row 1, column worth: two columns have this name"]),
        ("id,worth\nApple!,1\npear,1", ["row 2, column id: Apple! is no id", "no row for apple"]),
        ("id,worth\napple,1,7\npear,1", ["row 2: the row has more cells than the heading"]),
        ("name,worth\napple,1", ["row 1: the first column is called `id`"]),
        ("id,worth,source\napple,99,ours\npear,2,ours", ["row 2, column worth: "]),
        ("id,worth,source\napple,many,ours\npear,2,ours", ["row 2, column worth: "]),
        ("id,worth,source,sold\napple,1,ours,gain 1 pointz\npear,2,ours,", ["row 2, column sold: "]),
        ("id,worth,source,colour\napple,1,ours,red\npear,2,ours,", ["row 2, column colour: "]),
        ("", ["the file is empty"]),
        ('id,worth\n"apple,1', ["the file is no CSV"]),
    ],
    ids=range(12),
)
def test_bad_cells_are_reported_with_row_and_column_and_change_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sheet: str, problems: list[str]
) -> None:
    rules, file = tmp_path / "bazaar.toml", tmp_path / "cards.csv"
    rules.write_text(RULES, "utf-8")
    file.write_text(sheet, "utf-8")
    assert main(["table", "import", str(rules), str(file), "--kind", "cards"]) == 1
    said = capsys.readouterr().err
    for problem in problems:
        assert f"{file}: {problem}" in said
    assert rules.read_text("utf-8") == RULES


def test_the_command_writes_and_reads_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules, file = tmp_path / "bazaar.toml", tmp_path / "cards.csv"
    rules.write_text(RULES, "utf-8")
    assert main(["table", "export", str(rules), "--kind", "cards", "-o", str(file)]) == 0
    assert main(["table", "import", str(rules), str(file), "--kind", "cards"]) == 0
    assert "already has these values" in capsys.readouterr().err
    file.write_text(file.read_text("utf-8").replace("apple,1,4", "apple,5,4"), "utf-8")
    assert main(["table", "import", str(rules), str(file), "--kind", "cards", "--check"]) == 1
    assert rules.read_text("utf-8") == RULES
    assert main(["table", "import", str(rules), str(file), "--kind", "cards"]) == 0
    assert rules.read_text("utf-8") == RULES.replace("worth = 1", "worth = 5")
    assert main(["table", "export", "summer", "--kind", "tiles"]) == 0
    assert capsys.readouterr().out.count("\n") > 10
    assert main(["table", "import", "summer", str(file), "--kind", "tiles"]) == 2
    assert main(["table", "export", str(rules), "--kind", "tiles"]) == 2
    assert "sections with records: cards" in capsys.readouterr().err
    over = tmp_path / "over.toml"
    over.write_text('ruleset = "over"\nextends = "summer"\n[cards]\nq = { value = 1 }\n', "utf-8")
    assert main(["table", "export", str(over), "--kind", "card"]) == 2
    assert "sections with records: cards, slots, strips, tiles" in capsys.readouterr().err, "each section once"
