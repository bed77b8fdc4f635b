"""The studio, built once, served on this machine, and a browser in which somebody works with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from solenia_rules.cli.studio import file_server

ROOT = Path(__file__).parents[2]
WAIT = 90_000


def build(target: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "studio" / "build.py"), str(target)], check=True, capture_output=True)


def can_build() -> bool:
    return shutil.which("npm") is not None


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder that is served as the command serves the studio."""
    with _running(file_server(folder)) as address:
        yield address


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder that a simple host serves, which knows nothing of its files."""
    with _running(ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))) as address:
        yield address


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


@contextmanager
def _running(server: ThreadingHTTPServer) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
