"""`python -m bench`: every promised figure, as a table and as JSON; exit code 1 if one is missed."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
from pathlib import Path

from attrs import asdict

from bench.drawing import pictures
from bench.growth import speeds_grown
from bench.page import RESULTS
from bench.playing import speeds
from bench.simulating import simulations
from bench.starting import starts
from bench.stepping import restoring, steps
from bench.thinking import thoughts
from solenia_rules.tools.measuring.accelerated import accelerations
from solenia_rules.tools.measuring.copying import copies
from solenia_rules.tools.measuring.figures import Figure, machine_facts, table
from solenia_rules.tools.measuring.loading import loads
from solenia_rules.tools.measuring.playing import playable, processes
from solenia_rules.tools.measuring.trying import fallback_table, fallbacks

ROOT = Path(__file__).parent.parent


def main() -> int:
    options = _options()
    before = os.getloadavg()
    rulesets = playable()
    figures: list[Figure] = []
    say("start-up ...")
    figures += starts(options.rounds)
    say("loading ...")
    figures += loads("summer", options.rounds)
    say("random games ...")
    figures += speeds(rulesets, options.rounds)
    figures += speeds_grown(options.rounds)
    figures += steps("summer", options.rounds)
    say("pictures ...")
    figures += pictures(("summer", "day_and_night", "chess", "branch_lines"), options.rounds)
    figures.append(restoring("day_and_night", options.rounds))
    say("processes ...")
    figures.append(processes("summer", max(1, options.rounds // 2)))
    say("machine code ...")
    figures += accelerations("summer", rulesets, options.rounds)
    say("simulations ...")
    figures += simulations(options.rounds)
    figures += thoughts(options.rounds)
    say("copies ...")
    figures += copies(rulesets, options.rounds)
    say("options tried ...")
    tried = fallbacks(rulesets, options.games)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    machine = machine_facts(before, ROOT) | {"date": today}
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
    for one in figures:
        if one.close:
            say(f"kept closely: {one.name}: {one.value:.3g} {one.unit}, promised {one.bound}")
    missed = [one for one in figures if not one.kept]
    for one in missed:
        say(f"missed: {one.name}: {one.value:.3g} {one.unit}, promised {one.bound}")
    return 1 if missed else 0


def say(line: str) -> None:
    """Progress, beside the table."""
    print(line, file=sys.stderr, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="how often everything is measured (median counts)")
    parser.add_argument("--games", type=int, default=200, help="games a ruleset in which tried options are counted")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the JSON goes")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
