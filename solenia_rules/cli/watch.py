"""`solenia check --watch`: checks again whenever a file changes, until it is interrupted."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from attrs import define, field

from solenia_rules.cli.check_formats import CheckFormat, written
from solenia_rules.cli.exits import exit_code
from solenia_rules.cli.texts import text
from solenia_rules.lsp.analysis import Analysis, analyse, analyse_spec
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.rules.files import SCENARIOS

PAUSE = 0.02
"""Seconds between two checks of the times of files."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


@define
class Watched:
    """One ruleset or file to check, its last diagnostics, and the state of its files then."""

    spec: str
    found: Analysis | None = None
    stamps: dict[Path, tuple[int, int]] = field(factory=dict)

    def has_changed(self) -> bool:
        """Whether one of its files was written. A missing file is being replaced, so it does not count."""
        return self.found is None or any(stamp(file) not in (None, before) for file, before in self.stamps.items())

    def look(self, shelf: Shelf) -> None:
        before = {file: stamp(file) for file in self._files()}
        is_scenarios = self.spec.endswith(SCENARIOS)
        self.found = analyse(Path(self.spec), {}, shelf) if is_scenarios else analyse_spec(self.spec, {}, shelf)
        # A file that is written while it is read is read again.
        self.stamps = {file: seen for file in self._files() if (seen := before.get(file) or stamp(file)) is not None}

    def _files(self) -> Iterator[Path]:
        own = Path(self.spec)
        if own.suffix == ".toml":
            yield own
        yield from self.found.paths.values() if self.found is not None else ()


def stamp(file: Path) -> tuple[int, int] | None:
    """Changes whenever a file is written."""
    try:
        seen = file.stat()
    except OSError:
        return None
    return seen.st_mtime_ns, seen.st_size


def watch(specs: Iterable[str], number: int, form: CheckFormat, lang: str) -> int:
    """Show the diagnostics, and show them again after every change; ends only if there is nothing to watch. `number`:
    how many things the user asked to check."""
    shelf = Shelf()
    watched = [Watched(spec) for spec in specs]
    while True:
        changed = [one for one in watched if one.has_changed()]
        for one in changed:
            one.look(shelf)
        if changed:
            _tell(watched, number, form, lang)
        if not any(one.stamps for one in watched):
            return exit_code(found for one in watched if one.found is not None for found in one.found.diagnostics)
        time.sleep(PAUSE)


def _tell(watched: list[Watched], number: int, form: CheckFormat, lang: str) -> None:
    if form == "human" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        click.echo(CLEAR, nl=False)
    checked = {one.spec: one.found.diagnostics for one in watched if one.found is not None}
    if report := written(checked, form):
        click.echo(report)
    wrong = any(diagnostic.severity == "error" for found in checked.values() for diagnostic in found)
    if not wrong:
        click.echo(text("checked", lang, n=number), err=True)
    click.echo(text("watching", lang), err=True)
    sys.stdout.flush()
