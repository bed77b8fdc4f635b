"""Fuzzes the ways in with coverage as a guide: `python -m tests.fuzzing.run --seconds 600` (extra `fuzz`).

Each target runs in a process of its own with Atheris. New inputs that reach new code are kept beside the corpus of the
repository, in the cache folder; inputs that fail are kept there, too. The tries and failures are added to the result so
far.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from tests.fuzzing.targets import TARGETS
from tests.results import Result, add

CORPUS = Path(__file__).parent / "corpus"
LONGEST = 256 * 1024
MEMORY = 2048
"""Mebibytes of one process, the engine and its instrumentation included."""


def fuzz(name: str, folder: Path, seconds: int) -> None:
    """Fuzz one target in this process; it never returns."""
    import atheris

    target = TARGETS[name]
    for module in [name for name in sys.modules if name.startswith("solenia_rules")]:
        for value in vars(sys.modules[module]).values():
            if getattr(value, "__module__", None) == module and callable(value) and hasattr(value, "__code__"):
                atheris.instrument_func(value)
    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-rss_limit_mb={MEMORY}", "-timeout=10",
               f"-artifact_prefix={folder}/", "-print_final_stats=1", "-verbosity=1"]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(folder / "found"), str(CORPUS / name)], target)
    atheris.Fuzz()


def run(name: str, folder: Path, seconds: int) -> tuple[int, list[str]]:
    """Executions and failures of a target."""
    (folder / "found").mkdir(parents=True, exist_ok=True)
    before = set(folder.glob("[a-z]*-*"))
    command = [sys.executable, "-m", "tests.fuzzing.run", "--target", name, "--seconds", str(seconds)]
    done = subprocess.run([*command, "--folder", str(folder)], capture_output=True, text=True, check=False)
    told = re.findall(r"number_of_executed_units: (\d+)|^#(\d+)", done.stderr, re.MULTILINE)
    executions = max((int(one or other) for one, other in told), default=0)
    failures = [f"{name}: {path.name}" for path in sorted(set(folder.glob("[a-z]*-*")) - before)]
    if done.returncode != 0 and not failures:
        failures = [f"{name}: {done.stderr.strip().splitlines()[-1][:200]}"]
    return executions, failures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.run", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="how long each target is fuzzed")
    parser.add_argument("--target", choices=TARGETS, help="only this one, in this process")
    parser.add_argument("--folder", type=Path, default=Path(".cache/fuzzing"))
    asked = parser.parse_args()
    if asked.target:
        fuzz(asked.target, asked.folder, asked.seconds)
        return
    for name in TARGETS:
        executions, found = run(name, asked.folder.resolve() / name, asked.seconds)
        add(Result("fuzzed_inputs", executions, found, {f"executions of `{name}`": executions}))
        print(f"{name}: {executions} executions, {len(found)} failures", flush=True)


if __name__ == "__main__":
    main()
