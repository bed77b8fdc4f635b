"""The studio, built once, served on this machine, and a browser in which somebody works with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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
    """The address of a folder that is served."""
    server = file_server(folder)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
