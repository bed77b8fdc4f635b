"""The studio from an installed wheel, as somebody who has no checkout opens it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.studio.browser import ROOT, build, can_build

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        not can_build(), reason="NO TESTS OF THE WHEEL WITH THE STUDIO: there is no npm, which builds it"
    ),
]
SOURCES = ("solenia_rules", "rulesets", "studio", "docs/diagnostics", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for name in SOURCES:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(ROOT / name, source / name)
    build(source / "dist" / "studio")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(source)], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    (wheel,) = folder.glob("*.whl")
    python = folder / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "--disable-pip-version-check", "-q", "install", str(wheel)], check=True)
    return folder / "venv"


def test_the_command_serves_the_page_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "bin" / "solenia"), "studio", "--no-browser"]
    env = {**os.environ, "LANG": "C", "LC_ALL": "C", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stderr is not None
            found = re.search(r"http://localhost:\d+/", running.stderr.readline())
            assert found is not None
            for name, kind in (("", "text/html"), ("studio.js", "text/javascript"), ("worker.js", "text/javascript"),
                               ("pyodide/pyodide.asm.wasm", "application/wasm"), ("games.pl.json", "application/json"),
                               ("engine.zip", "application/zip")):  # fmt: skip
                with urlopen(found[0] + name) as answer:
                    assert answer.headers.get_content_type() == kind
                    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                    assert answer.read()
        finally:
            running.terminate()


def test_without_the_page_the_command_says_what_is_missing(installed: Path, tmp_path: Path) -> None:
    (page,) = installed.glob("lib/*/site-packages/solenia_rules/_studio")
    page.rename(tmp_path / "elsewhere")
    env = {**os.environ, "LC_ALL": "C", "PATH": str(tmp_path)}
    command = [str(installed / "bin" / "solenia"), "studio", "--no-browser"]
    told = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "make studio" in told.stderr
    assert "npm, which is not installed" in told.stderr
    shutil.move(tmp_path / "elsewhere", page)
