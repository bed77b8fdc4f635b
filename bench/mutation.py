"""`python -m bench.mutation`: the mutation of Solenia and Day & Night in one table; `solenia test --mutate` is the same
for any ruleset, as a list."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from solenia_rules.rules.files import open_bundle
from solenia_rules.tools.scenarios.decoder import decode_file
from solenia_rules.tools.scenarios.files import files_of
from solenia_rules.tools.scenarios.mutants import GROUPS, evenly
from solenia_rules.tools.scenarios.mutation import Court, Verdict, verdicts
from solenia_rules.tools.scenarios.records import Scenario

RULESETS = ("summer", "winter", "improvements", "solo")
"""In the order in which they are asked whether they notice."""


def scenarios_of(names: Sequence[str]) -> list[Scenario]:
    bundle = open_bundle()
    files = [file for name in names for file in files_of(name, bundle) or []]
    return [scenario for file in files for scenario in decode_file(file, bundle).scenarios]


def table(found: Sequence[Verdict]) -> str:
    """Killed and total by group and by the ruleset that was asked first."""
    rows = ["| what | ruleset | mutants | killed | |", "|---|---|---|---|---|"]
    names = dict.fromkeys(verdict.mutant.rulesets[0] for verdict in found)
    for group in GROUPS:
        of_group = [v for v in found if v.mutant.group == group]
        if not of_group:
            continue
        for name in names:
            ours = [v for v in of_group if v.mutant.rulesets[0] == name]
            rows += [_row(group, name, ours)] if ours else []
        rows.append(_row(f"**{group}**", "all", of_group))
    return "\n".join(rows)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _row(group: str, name: str, found: Sequence[Verdict]) -> str:
    killed = sum(v.killer is not None for v in found)
    return f"| {group} | {name} | {len(found)} | {killed} | {100 * killed / len(found):.1f} % |"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.mutation", description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=RULESETS, help="default: those of Solenia")
    parser.add_argument("--group", choices=GROUPS, action="append", help="what is changed (default: powers)")
    parser.add_argument("--only", help="only texts whose path holds this")
    parser.add_argument("--most", type=int, help="only so many, spread over all")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--at-least", type=float, default=95.0, help="per cent of powers that must be killed")
    parser.add_argument("--survivors", type=Path, help="where to write those that nothing noticed")
    options = parser.parse_args()
    read = partial(scenarios_of, tuple(options.rulesets))
    court = Court(read())
    chosen = evenly(court.mutants(options.group or ["powers"], options.only), options.most)
    _say(f"{len(chosen)} changes ...")
    found, alive = [], []
    for verdict in verdicts(court, chosen, read, options.jobs):
        found.append(verdict)
        if not verdict.killer:
            alive.append(f"{verdict.mutant.group} {verdict.line}")
            _say(f"{len(found)} alive: {alive[-1]}")
    if options.survivors is not None:
        options.survivors.write_text("\n".join(alive) + "\n", "utf-8")
    print(table(found))
    powers = [v for v in found if v.mutant.group == "powers"]
    killed = sum(v.killer is not None for v in powers)
    return 1 if powers and 100 * killed / len(powers) < options.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
