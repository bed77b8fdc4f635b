"""A real scheduler with two worker processes on this machine gives the same bytes, also when one of them is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.tools.lab.cluster import connected
from solenia_rules.tools.lab.runner import OneProcess, make_job, run
from solenia_rules.tools.lab.wire import batch_text

distributed = pytest.importorskip("distributed", reason="pip install 'solenia-rules[cluster]'")
pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[3]


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    told = tmp_path / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(told)]
    settings = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = [_start("scheduler", settings, "--host", "127.0.0.1", "--port", "0", *common)]
    workers = [
        _start("worker", settings, "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path), *common)
        for _ in range(2)
    ]
    try:
        with distributed.Client(scheduler_file=str(told), timeout="60s") as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address, workers
    finally:
        for process in (*workers, *started):
            process.kill()
            process.wait()


def _start(what: str, settings: dict[str, str], *options: str) -> subprocess.Popen[bytes]:
    line = [sys.executable, "-m", "dask", what, *options]
    return subprocess.Popen(line, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(
    scheduler: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, workers = scheduler
    job = make_job(sr.load("herbalists"), None, "greedy,random", 7)
    alone = batch_text(run(job, 0, 60, 60, OneProcess(), lambda _done: None).batch)
    done = []

    def kill_one(games: int) -> None:
        done.append(games)
        if len(done) == 3:
            os.kill(workers[0].pid, signal.SIGKILL)

    with connected(address) as team:
        found = run(job, 0, 60, 2, team, kill_one)
    assert workers[0].wait() == -signal.SIGKILL
    assert not found.stopped
    assert batch_text(found.batch) == alone
