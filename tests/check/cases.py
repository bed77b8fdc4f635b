"""Text cases: what a ruleset adds to `ground.toml`, with the problems marked on their lines.

Cases stand between `---` lines. `#! CODE message` at the end of a line marks a problem of that line; alone on a line it
marks one of any line. Marks are taken out before loading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

import solenia_rules as sr
from solenia_rules.text.diagnostics import Diagnostic

FOLDER = Path(__file__).parent / "cases"
GROUND = Path(__file__).with_name("ground.toml")
MARK = re.compile(r" *#! ([EW]\d\d\d) (.*)$")
HEAD = """ruleset = "sample"
language = 1
extends = "ground"
title = { en = "a", fr = "a", pl = "a" }
source = "ours"
"""


@frozen
class Case:
    name: str
    lines: tuple[str, ...]

    def text(self) -> str:
        """The ruleset without its marks."""
        return HEAD + "\n".join(MARK.sub("", line) for line in self.lines) + "\n"

    def expected(self) -> list[tuple[int, str, str]]:
        """Line (0: any), code and message."""
        found = []
        for number, line in enumerate(self.lines, HEAD.count("\n") + 1):
            match = MARK.search(line)
            if match:
                found.append((number if match.start() else 0, match.group(1), match.group(2)))
        return found

    def load(self, folder: Path) -> tuple[Diagnostic, ...]:
        """Everything said about it; the folder is the current one."""
        (folder / "ground.toml").write_text(GROUND.read_text("utf-8"), "utf-8")
        (folder / "sample.toml").write_text(self.text(), "utf-8")
        try:
            return sr.load("sample.toml").warnings
        except sr.RulesetError as error:
            return error.diagnostics


def cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.txt")):
        for number, chunk in enumerate(path.read_text("utf-8").split("\n---\n"), 1):
            yield Case(f"{path.stem}-{number}", tuple(chunk.strip("\n").split("\n")))
