"""The image of the Dockerfile has all files that the build of the package reads. No image is built here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

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


def test_the_image_installs_what_a_server_needs_and_runs_it() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    text = (ROOT / "Dockerfile").read_text("utf-8")
    (extras,) = re.findall(r"\.\[([a-z,]+)\]", text)
    assert {"serve", "postgres"} <= set(extras.split(",")) <= set(declared["project"]["optional-dependencies"])
    assert '"solenia", "serve"' in text
