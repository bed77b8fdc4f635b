"""What waits to be looked at may go away while it waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from solenia_rules.lsp.worker import Task, Worker


def test_a_file_that_is_closed_while_it_waits_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(lambda _task, _looked: None, lambda _task, _known: None)
    path = Path("mine.toml")
    worker.ask([Task(path, {}, {}, "utf-8", 1)])
    monkeypatch.setattr(worker._change, "wait", lambda _seconds: worker.forget(path, 1))
    assert worker._next() == (None, False)
