"""`solenia test --mutate`: single-token changes of the rules that no scenario notices."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from solenia_rules.cli.exits import FINE, PROBLEMS
from solenia_rules.rules.files import open_bundle

if TYPE_CHECKING:
    from solenia_rules.tools.scenarios.files import ScenarioFile
    from solenia_rules.tools.scenarios.mutation import Verdict
    from solenia_rules.tools.scenarios.records import Scenario


def read_scenarios(files: tuple[ScenarioFile, ...]) -> list[Scenario]:
    from solenia_rules.tools.scenarios.decoder import decode_file

    bundle = open_bundle()
    return [scenario for file in files for scenario in decode_file(file, bundle).scenarios]


def mutate(
    files: Sequence[ScenarioFile],
    groups: Sequence[str],
    part: str | None,
    most: int | None,
    jobs: int,
    share: float,
    form: str,
) -> int:
    """List the changes that no scenario notices; an exit code for problems if too few are noticed."""
    from solenia_rules.tools.scenarios.mutants import GROUPS, evenly
    from solenia_rules.tools.scenarios.mutation import Court, verdicts

    read = partial(read_scenarios, tuple(files))
    court = Court(read())
    mutants = evenly(court.mutants(groups or GROUPS, part), most)
    shown = sys.stderr.isatty()
    found: list[Verdict] = []
    for number, verdict in enumerate(verdicts(court, mutants, read, jobs), 1):
        found.append(verdict)
        if shown:
            click.echo(f"\r{number} of at most {len(mutants)}", nl=False, err=True)
    if shown:
        click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
    alive = [verdict for verdict in found if verdict.killer is None]
    killed = len(found) - len(alive)
    percent = 100 * killed / len(found) if found else 100.0
    click.echo(_json(found, alive, percent) if form == "json" else _human(found, alive, percent))
    return FINE if not alive or percent >= share else PROBLEMS


def _human(found: Sequence[Verdict], alive: Sequence[Verdict], percent: float) -> str:
    lines = [f"{verdict.mutant.group}: {verdict.line}" for verdict in alive]
    lines.append(f"{len(found) - len(alive)} of {len(found)} changes are noticed ({percent:.1f} %)")
    return "\n".join(lines)


def _json(found: Sequence[Verdict], alive: Sequence[Verdict], percent: float) -> str:
    made = {
        "mutants": len(found),
        "killed": len(found) - len(alive),
        "percent": round(percent, 1),
        "alive": [
            {
                "group": verdict.mutant.group,
                "path": list(verdict.mutant.path),
                "place": verdict.mutant.place,
                "old": verdict.mutant.old,
                "new": verdict.new,
                "rulesets": list(verdict.mutant.rulesets),
            }
            for verdict in alive
        ],
    }
    return json.dumps(made, ensure_ascii=False, indent=1)
