"""The progress bar of commands that play many games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(total: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task(what, total=total, rate="")

        def advance(done: int) -> None:
            bar.advance(task, done)
            now = bar.tasks[task]
            if now.elapsed:
                bar.update(task, rate=f"{now.completed / now.elapsed:,.0f} a second")

        yield advance
