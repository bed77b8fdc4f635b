"""What is built can be used: the wheel carries rulesets and grammar, and the sdist builds the same wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.thorough


def run(*arguments: str, where: Path, **environment: str) -> str:
    done = subprocess.run(
        arguments, cwd=where, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(what: str, source: Path, target: Path) -> Path:
    """A wheel or sdist, made by the build backend as pip would call it."""
    call = f"import os; from hatchling.build import build_{what} as b; print(b({str(target)!r}))"
    tools = target / "tools"
    run(sys.executable, "-m", "pip", "install", "-qq", "--target", str(tools), "hatchling", where=source)
    name = run(sys.executable, "-c", call, where=source, PYTHONPATH=str(tools)).split()[-1]
    return target / name


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_carries_rulesets_and_grammar(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    rulesets = {
        f"solenia_rules/_rulesets/{file.relative_to(ROOT / 'rulesets')}" for file in ROOT.glob("rulesets/**/*.toml")
    }
    assert rulesets <= names
    grammar = {
        str(file.relative_to(ROOT)) for ending in ("lark", "json") for file in ROOT.glob(f"solenia_rules/**/*.{ending}")
    }
    assert grammar
    assert grammar <= names
    assert not [name for name in names if name.startswith(("tests", "bench", "docs"))]


def test_the_wheel_carries_the_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (licence,) = [name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE")]
    assert archive.read(licence) == (ROOT / "LICENSE").read_bytes()
    (metadata,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    assert "License-Expression: MIT" in archive.read(metadata).decode("utf-8").splitlines()


def test_the_wheel_works_in_an_empty_directory(wheel: Path, tmp_path: Path) -> None:
    installed, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    run(sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--target", str(installed), str(wheel), where=empty)
    solenia = (sys.executable, "-m", "solenia_rules")
    home = {"PYTHONPATH": str(installed)}
    where_from = run(sys.executable, "-c", "import solenia_rules; print(solenia_rules.__file__)", where=empty, **home)
    assert where_from.startswith(str(installed))
    lines = run(*solenia, "list", where=empty, **home).splitlines()
    names = [line.split()[0] for line in lines if line and not line.endswith(":")]
    assert names
    for name in names:
        run(*solenia, "check", name, where=empty, **home)


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build("sdist", ROOT, tmp_path)
    with tarfile.open(sdist) as archive:
        assert f"{sdist.name.removesuffix('.tar.gz')}/LICENSE" in archive.getnames()
        archive.extractall(tmp_path, filter="data")
    again = build("wheel", tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path)
    assert set(zipfile.ZipFile(wheel).namelist()) == set(zipfile.ZipFile(again).namelist())
