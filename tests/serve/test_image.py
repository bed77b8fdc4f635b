"""The image of the Dockerfile has all files that the build of the package reads. No image is built here; the long test
does what the Dockerfile says in an empty folder and a fresh environment."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import tarfile
import tomllib
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]


def copied() -> set[str]:
    """The files and folders that the Dockerfile copies from the repository."""
    lines = re.findall(r"^COPY (.+)$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    return {source for line in lines for source in line.split()[:-1]}


def test_the_build_of_the_package_finds_its_files() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hatch = declared["tool"]["hatch"]["build"]
    needed = {
        "pyproject.toml",
        declared["project"]["readme"],
        *hatch["targets"]["wheel"]["packages"],
        *hatch["targets"]["wheel"]["force-include"],
        hatch["hooks"]["custom"]["path"],
    }
    there = copied()
    assert {path for path in needed if path not in there} == set()
    assert all((ROOT / path).exists() for path in there)


def clean_copy(folder: Path) -> None:
    """The committed files that the Dockerfile copies, as a clone has them."""
    made = subprocess.run(
        ["git", "archive", "--format=tar", "HEAD", *sorted(copied())], cwd=ROOT, check=True, capture_output=True
    )
    with tarfile.open(fileobj=BytesIO(made.stdout)) as archive:
        archive.extractall(folder, filter="data")


def test_a_clean_clone_has_the_files(tmp_path: Path) -> None:
    """`git archive` fails if a path is not committed."""
    clean_copy(tmp_path)
    assert {path for path in copied() if not (tmp_path / path).exists()} == set()
    left_out = {line for line in (ROOT / ".dockerignore").read_text("utf-8").split() if "*" not in line}
    assert {path for path in copied() if path.split("/")[0] in left_out} == set()


@pytest.mark.thorough
def test_the_steps_of_the_image_end_with_a_server_that_answers(tmp_path: Path) -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    clean_copy(tmp_path / "app")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "python")], check=True)
    programs = tmp_path / "python" / "bin"
    (install,) = re.findall(r"^RUN (pip install .+)$", text, re.MULTILINE)
    pip, *options = shlex.split(install)
    subprocess.run([str(programs / pip), *options, "-q"], cwd=tmp_path / "app", check=True)
    (tmp_path / "app").rename(tmp_path / "gone")
    solenia, *given = re.findall(r'"([^"]+)"', text[text.rindex("CMD [") :])
    given[given.index("--port") + 1] = "0"
    given[given.index("--db") + 1] = str(tmp_path / "games.db")
    with subprocess.Popen([str(programs / solenia), *given], cwd=tmp_path, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            found = re.search(r"http://\S+/", server.stderr.readline())
            assert found
            with urlopen(f"{found[0]}healthz", timeout=60) as answer:
                assert answer.read() == b"ok\n"
            with urlopen(f"{found[0]}api/games", timeout=60) as answer:
                assert b"summer" in answer.read()
        finally:
            server.terminate()
    assert server.returncode in (0, -signal.SIGTERM), "uvicorn sends the signal to itself again after a clean end"


def test_the_image_installs_what_a_server_needs_and_runs_it() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    text = (ROOT / "Dockerfile").read_text("utf-8")
    (extras,) = re.findall(r"\.\[([a-z,]+)\]", text)
    assert {"serve", "postgres"} <= set(extras.split(",")) <= set(declared["project"]["optional-dependencies"])
    assert '"solenia", "serve"' in text
