"""`python -m bench`: measures, prints a table, writes the figures as JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from attrs import asdict

from bench.copying import copies
from bench.growth import speeds_grown
from bench.measuring import Figure, say
from bench.playing import Fallback, fallbacks, speeds
from bench.starting import starts

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "latest.json"


def main() -> int:
    options = _options()
    before = os.getloadavg()
    figures: list[Figure] = []
    say("start-up ...")
    figures += starts(options.rounds)
    say("random games ...")
    figures += speeds(options.rounds)
    figures += speeds_grown(options.rounds)
    say("copies ...")
    figures += copies(options.rounds)
    say("options tried ...")
    tried = fallbacks(options.games)
    machine = machine_facts(before)
    print(table(figures))
    print()
    print(fallback_table(tried))
    print()
    print("\n".join(f"{name}: {fact}" for name, fact in machine.items()))
    options.results.parent.mkdir(parents=True, exist_ok=True)
    written = {
        "machine": machine,
        "rounds": options.rounds,
        "figures": [asdict(one) for one in figures],
        "fallbacks": [asdict(one) for one in tried],
    }
    options.results.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", "utf-8")
    say(f"written to {options.results}")
    missed = [one for one in figures if not one.kept]
    for one in missed:
        say(f"missed: {one.name}: {one.value:.3g} {one.unit}, promised {one.bound}")
    return 1 if missed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="how often everything is measured (median counts)")
    parser.add_argument("--games", type=int, default=200, help="games a ruleset in which tried options are counted")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the JSON goes")
    return parser.parse_args()


def machine_facts(load_before: tuple[float, float, float]) -> dict[str, str]:
    """What a reader needs to judge the figures."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        "system": platform.platform(),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load before and after": f"{load_before[0]:.1f} and {os.getloadavg()[0]:.1f} (without us: 0 before, 1 after)",
        "interpreter": sys.executable,
        "commit": _commit(),
    }


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text("utf-8").splitlines() if facts.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _commit() -> str:
    """The commit measured, with a mark if the tree differs from it."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except OSError:
        return "unknown"
    return found.stdout.strip() or "unknown"


def table(figures: list[Figure]) -> str:
    """As Markdown, so that it can be pasted into a page."""
    rows = [
        (
            one.name,
            f"{one.value:.3g} {one.unit}",
            f"{one.low:.3g} to {one.high:.3g}",
            f"{one.bound} {'yes' if one.kept else '**no**'}" if one.bound else "",
            one.detail,
        )
        for one in figures
    ]
    return markdown(("what", "median", "rounds", "promised, kept", "in figures"), rows)


def fallback_table(tried: list[Fallback]) -> str:
    rows = [
        (
            one.ruleset,
            str(one.decisions),
            f"{one.tried} ({100 * one.tried / one.decisions:.1f} for 100 answers)",
            str(one.options),
            f"{one.written} of {one.in_all}",
            ", ".join(f"{place} ({times})" for place, times in one.places.items()) or "none",
        )
        for one in tried
    ]
    head = ("ruleset", "answers", "decisions that tried options", "options tried", "in the text", "where (how often)")
    return markdown(head, rows)


def markdown(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [head, tuple("-" * width for width in widths), *rows]
    return "\n".join("| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
