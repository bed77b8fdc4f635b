"""What mypy and Python say to somebody who adds a language and forgets a part of it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solenia_rules.words

WORDS = Path(str(solenia_rules.words.__file__)).parent
CASE = re.compile(r'        case "pl":\n(?:            .*\n|\n)+')


def copied(folder: Path) -> Path:
    """A copy of the package `words`, which imports nothing else of ours."""
    (folder / "solenia_rules").mkdir()
    (folder / "solenia_rules" / "__init__.py").write_text("")
    words = folder / "solenia_rules" / "words"
    shutil.copytree(WORDS, words, ignore=shutil.ignore_patterns("__pycache__"))
    return words


def declare(words: Path) -> None:
    """One more language is declared, and nothing else is done for it."""
    edit(words / "languages.py", "= Literal[", '= Literal["xx", ')


def translate(words: Path) -> None:
    """The new language says everything, in the words of the first one."""
    shutil.copytree(words / "en", words / "xx")
    for file in (words / "xx").glob("*.py"):
        text = file.read_text("utf-8").replace('"en"', '"xx"').replace("words.en", "words.xx")
        file.write_text(text.replace("English", "Unknown"), "utf-8")
    file = words / "by_language.py"
    unknown = {"pl": "xx", "polish": "unknown", "Polish": "Unknown"}
    cases = CASE.sub(
        lambda m: m[0] + re.sub(r"\bpl\b|[Pp]olish", lambda w: unknown[w[0]], m[0]), file.read_text("utf-8")
    )
    file.write_text(cases, "utf-8")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def types(folder: Path) -> list[str]:
    """What mypy reports."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", "solenia_rules"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout.splitlines()


def said(folder: Path, code: str) -> str:
    """The last line of what Python prints."""
    run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, env={})
    return (run.stdout + run.stderr).strip().splitlines()[-1]


def test_mypy_lists_what_a_new_language_needs(tmp_path: Path) -> None:
    words = copied(tmp_path)
    declare(words)
    functions = re.findall(r"^def (\w+)", (words / "by_language.py").read_text("utf-8"), re.MULTILINE)
    found = [line for line in types(tmp_path) if "error:" in line]
    assert len(found) == len(functions) >= 5
    assert all("by_language.py" in line and "Literal['xx']" in line for line in found)
    translate(words)
    assert types(tmp_path) == []
    edit(words / "xx" / "paper.py", "LABELS = ", "HEADINGS = ")
    edit(words / "xx" / "commands.py", "FILLERS = ", "JOINING_WORDS = ")
    report = "\n".join(types(tmp_path))
    assert report.count("error:") == 2
    assert all(missing in report for missing in ("LABELS", "FILLERS"))


def test_a_language_with_every_table_speaks(tmp_path: Path) -> None:
    words = copied(tmp_path)
    declare(words)
    translate(words)
    code = "from solenia_rules.words.by_language import *; print(command_words('xx').TEXTS['usage'])"
    assert said(tmp_path, code) == "Usage"


@pytest.mark.parametrize(
    ("module", "row", "name"),
    [
        ("commands", '        "usage": "Usage",\n', "Texts"),
        ("play", '        "over": "the game is over",\n', "Reasons"),
        ("paper", '        "map": "Map",\n', "Labels"),
        ("nouns_and_verbs", '        "any number": {"one": "any number"},\n', "Nouns"),
        ("sentences", '        "semicolon": "; ",\n', "Patterns"),
    ],
)
def test_a_language_that_lacks_a_row_cannot_be_imported(tmp_path: Path, module: str, row: str, name: str) -> None:
    words = copied(tmp_path)
    declare(words)
    translate(words)
    edit(words / "xx" / f"{module}.py", row, "")
    key = row.split('"')[1]
    message = f"IncompleteTable: {name} in the language `xx`: no row for `{key}`"
    assert said(tmp_path, f"import solenia_rules.words.xx.{module}").endswith(message)
