"""A PostgreSQL server of its own in a temporary folder, from the programs that Debian installs."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
USER = "postgres"


def why_not() -> str:
    """Why there can be no server; empty if there can be one."""
    if PROGRAMS is None and shutil.which("initdb") is None:
        return "NO POSTGRESQL TESTS: install the server (Debian: apt install postgresql) and the extra `postgres`"
    if os.geteuid() == 0 and USER not in {one.pw_name for one in pwd.getpwall()}:
        return "NO POSTGRESQL TESTS: the server does not run as root, and there is no user `postgres`"
    return ""


@frozen
class Cluster:
    folder: Path

    @property
    def address(self) -> str:
        return f"postgresql:///postgres?host={self.folder}&user={USER}"

    def start(self) -> None:
        # Only a socket in the folder: no port that could be in use.
        options = f"-k {self.folder} -c listen_addresses="
        self._run("pg_ctl", "-w", "-D", "data", "-l", "log", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop the server; `immediate` is as bad as a crash."""
        self._run("pg_ctl", "-w", "-D", "data", "-m", how, "stop")

    def make(self) -> None:
        self._run("initdb", "-D", "data", "-U", USER, "-A", "trust", "--no-instructions")

    def _run(self, program: str, *given: str) -> None:
        where = program if PROGRAMS is None else str(PROGRAMS / program)
        user = USER if os.geteuid() == 0 else None
        done = subprocess.run([where, *given], cwd=self.folder, user=user, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)  # fmt: skip
        assert done.returncode == 0, done.stderr


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server that runs; everything is removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="solenia-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        made = Cluster(folder)
        made.make()
        made.start()
        try:
            yield made
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
