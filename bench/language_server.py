"""`python -m bench.language_server`: how long an editor waits, over a real session on `winter.toml`, and how long after
an edit `solenia check --watch` tells what is wrong.

Every question is asked right after a letter was typed, while the file is being looked at. Wall time, for that is what a
person waits; the load of the machine is printed beside.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from tests.lsp.session import Json, Session, position

ROOT = Path(__file__).parent.parent
ASKED = ("completion", "hover", "definition", "references", "formatting", "prepareRename")
ANSWER = 100.0
"""Milliseconds within which 99 of 100 questions are answered."""
WATCH = 300.0
"""Milliseconds from an edit to its diagnostics with `--watch`."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.language_server", description=__doc__)
    parser.add_argument("--questions", type=int, default=600)
    parser.add_argument("--edits", type=int, default=20, help="edits that `--watch` sees")
    parser.add_argument("--pause", type=float, default=0.15, help="seconds between two letters, as people type")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "rulesets", Path(folder, "rulesets"))
        answers, told = editing(Path(folder), options.questions, options.pause)
        seen = watching(Path(folder), options.edits)
    kept = True
    for name, found in answers.items():
        kept = _line(name, found, ANSWER if name == "all answers" else None) and kept
    kept = _line("edit to diagnostics, server", told, None) and kept
    kept = _line("edit to diagnostics, --watch", seen, WATCH) and kept
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0 if kept else 1


def _line(name: str, found: list[float], bound: float | None) -> bool:
    cuts = quantiles(found, n=100, method="inclusive")
    limit = "" if bound is None else f"  promised {bound:.0f}: {'kept' if cuts[98] <= bound else 'MISSED'}"
    print(f"{name:<30} n {len(found):4}  p50 {cuts[49]:6.1f}  p95 {cuts[94]:6.1f}  p99 {cuts[98]:6.1f} ms{limit}")
    return bound is None or cuts[98] <= bound


def editing(folder: Path, questions: int, pause: float) -> tuple[dict[str, list[float]], list[float]]:
    """Letters typed into texts of the ruleset, one question after each."""
    text = (folder / "rulesets/winter.toml").read_text("utf-8").replace('"winter"', '"mine"')
    (folder / "mine.toml").write_text(text, "utf-8")
    chance = random.Random(1)
    words = [match.end() for match in re.finditer(r"(?<==)[^=\n']*'[^'\n]*?\b[a-z_]+\b", text)]
    answers: dict[str, list[float]] = {name: [] for name in ("all answers", "CPU of the answers", *ASKED)}
    told: list[float] = []
    with Session(folder) as session:
        uri = session.open("mine.toml")
        session.codes(uri)
        session.learn(uri)
        for number in range(questions):
            at = chance.choice(words)
            session.published.pop(uri, None)
            edited = time.perf_counter()
            session.edit(uri, at, at, "x")
            name = ASKED[number % len(ASKED)]
            place: dict[str, Json] = {"textDocument": {"uri": uri}, "position": position(session.texts[uri], at + 1)}
            place |= {"context": {"includeDeclaration": True}} if name == "references" else {}
            place |= {"options": {"tabSize": 2, "insertSpaces": True}} if name == "formatting" else {}
            start, used = time.perf_counter(), thread_time(session.process.pid)
            session.ask_raw(f"textDocument/{name}", place)
            took = (time.perf_counter() - start) * 1000
            answers["CPU of the answers"].append(thread_time(session.process.pid) - used)
            answers[name].append(took)
            answers["all answers"].append(took)
            session.wait(uri, lambda found: True)
            told.append((time.perf_counter() - edited) * 1000)
            session.edit(uri, at, at + 1, "")
            time.sleep(pause)
    return answers, told


def thread_time(process: int) -> float:
    """Milliseconds of CPU that the thread which answers has used; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text("ascii").split()[0]) / 1e6
    except OSError:
        return 0.0


def watching(folder: Path, edits: int) -> list[float]:
    """Each edit makes or mends one mistake; from the write to the line that ends the report."""
    file = folder / "mine.toml"
    right = file.read_text("utf-8")
    wrong = right.replace("choose slot in my mat", "choose slot in my matt", 1)
    assert wrong != right
    found = []
    command = [sys.executable, "-m", "solenia_rules", "check", "--watch", "mine.toml"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "LANG": "C", "LC_ALL": "C"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        _report(process.stdout.readline)
        for number in range(edits):
            start = time.perf_counter()
            file.write_text(wrong if number % 2 == 0 else right, "utf-8")
            _report(process.stdout.readline)
            found.append((time.perf_counter() - start) * 1000)
        process.terminate()
    return found


def _report(line: object) -> None:
    assert callable(line)
    while not str(line()).startswith("watching"):
        pass


if __name__ == "__main__":
    raise SystemExit(main())
