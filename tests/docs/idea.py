"""The page "From idea to balanced variant", done as it is written; `python -m tests.docs.idea` writes it anew."""

from __future__ import annotations

import io
import re
import shlex
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from solenia_rules.cli.main import main as program
from tests.docs.test_readme import ROOT, run

PAGE = ROOT / "docs" / "idea_to_variant.md"
BLOCK = re.compile(r"^```(toml|text)\n(.*?)^```$", re.M | re.S)
SLOW = ("price", "sweep", "compare", "sim", "tune")


def settled(printed: str) -> str:
    """Without the lines of bundled files, which move whenever one of them is edited."""
    return re.sub(r"(rulesets/[a-z_/]+\.toml):\d+:\d+", r"\1", printed).rstrip()


def write(block: str, where: Path) -> None:
    """A block names its file in its first line; its tables take the place of those that are there, or go to the end."""
    name, _, body = block.removeprefix("# ").partition("\n")
    path = where / name
    text = path.read_text("utf-8")
    for table in re.split(r"\n(?=\[)", body.strip("\n")):
        header = re.escape(table.partition("\n")[0])
        # Of several scenarios, the last one.
        known = list(re.finditer(rf"^{header}\n(?:(?!\[).*\n)*", text, re.M))
        if header.startswith(r"\[\[") and len(known) < 2:
            known = []
        if known:
            text = text[: known[-1].start()] + table + "\n" + text[known[-1].end() :]
        else:
            text = f"{text.rstrip()}\n\n{table}\n"
    path.write_text(text, "utf-8")


def run_here(command: str, where: Path) -> tuple[int, str]:
    """The same in this process: nine starts of Python saved."""
    printed = io.StringIO()
    with chdir(where), redirect_stdout(printed), redirect_stderr(printed):
        code = program(shlex.split(command)[1:])
    return code, printed.getvalue()


Run = Callable[[str, Path], tuple[int, str]]


def walk(
    page: str, where: Path, look: Callable[[str, str, str], None], skip: tuple[str, ...] = (), run: Run = run
) -> str:
    """Every block in order; `look` gets each command with what is told and what is printed. The page made anew."""

    def block(match: re.Match[str]) -> str:
        if match[1] == "toml":
            write(match[2], where)
            return match[0]
        made = []
        for told in re.split(r"^\$ ", match[2], flags=re.M)[1:]:
            command, _, expected = told.partition("\n")
            if command.split()[1] in skip:
                made.append(f"$ {told.rstrip()}")
                continue
            _, printed = run(command, where)
            look(command, settled(expected), settled(printed))
            made.append(f"$ {command}\n{printed.rstrip()}")
        return "```text\n" + "\n".join(made) + "\n```"

    return BLOCK.sub(block, page)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = walk(PAGE.read_text("utf-8"), Path(folder), lambda command, *_: print(command))
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
