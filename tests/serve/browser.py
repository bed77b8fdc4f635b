"""A real server in a process of its own, and a real browser for the tests of the page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def running(folder: Path, port: int = 0, more: tuple[str, ...] = ()) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server and its process; the games are in the folder; `more`: further options. The server
    must have nothing to complain about: its log has only lines of the level `info`."""
    options = ["--port", str(port), "--db", str(folder / "games.db"), *more]
    command = [sys.executable, "-m", "solenia_rules", "serve", *options]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    line = child.stderr.readline()
    found = re.search(r"http://\S+/", line)
    assert found, line
    said: list[str] = []
    listener = Thread(target=said.extend, args=(child.stderr,), daemon=True)
    listener.start()  # Otherwise a server with much to say would wait for a reader.
    try:
        yield found[0].rstrip("/"), child
    finally:
        child.terminate()
        child.wait(20)
        listener.join(20)
        child.stderr.close()
    assert [line for line in said if '"level": "info"' not in line] == []
