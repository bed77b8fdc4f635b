"""`python -m bench.page`: writes the section "Measured" of docs/benchmarks.md from the results of `python -m bench`.

The section says when and where the figures were measured, which promises were missed or kept with little to spare, and
holds the two tables. Nothing in it is written by hand, so the page cannot say anything else than the results.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from cattrs import structure

from solenia_rules.tools.measuring.figures import CLOSE, Figure, table
from solenia_rules.tools.measuring.trying import Fallback, fallback_table

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
RESULTS = ROOT / "bench" / "results" / "latest.json"
SECTION = re.compile(r"(?<=\n)## Measured\n.*?(?=\n## )", re.DOTALL)


def section(results: str) -> str:
    """The section of the page, from the text of a file of results."""
    found = json.loads(results)
    figures = structure(found["figures"], list[Figure])
    tried = structure(found["fallbacks"], list[Fallback])
    machine = found["machine"]
    system = re.sub(r"^(\w+)-(\d+\.\d+).*", r"\1 \2", machine["system"])
    python = machine["python"].partition(",")[0]
    told = (
        f"`python -m bench.page` writes this section from the results of `make bench`. They are from commit "
        f"{machine['commit']} ({machine['date']}), {python}, {system}, {machine['processor']}, {machine['cores']} "
        f"cores, {found['rounds']} rounds, load before and after: {machine['load before and after']}."
    )
    games = tried[0].games if tried else 0
    options = f"This table shows how many options were tried, in {games} games of each ruleset:"
    parts = ("## Measured", told, _verdict(figures), table(figures), options, fallback_table(tried))
    return parts[0] + "\n" + "\n\n".join(parts[1:]) + "\n"


def _verdict(figures: list[Figure]) -> str:
    """Which promises were missed, and which were kept with little to spare."""
    promised = [one for one in figures if one.bound]
    missed, close = [one for one in promised if not one.kept], [one for one in promised if one.kept and one.close]
    lines = [f"{len(promised)} figures have a promised bound; {len(missed) or 'none'} of them missed it in this run."]
    lines += [f"- missed: {one.name}: {one.value:.3g} {one.unit} (promised {one.bound})" for one in missed]
    if close:
        lines += ["", f'Kept with less than {CLOSE * 100:.0f} % to spare, which the table calls "closely":']
        lines += [f"- {one.name}: {one.value:.3g} {one.unit} (promised {one.bound})" for one in close]
    return "\n".join(lines)


def write(results: str, page: Path = PAGE) -> None:
    """Replace the section of the page."""
    text, found = SECTION.subn(lambda _: section(results), page.read_text("utf-8"))
    if found != 1:
        raise SystemExit(f"{page.name} has no section of measured figures to replace")
    page.write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS, help="what `python -m bench` wrote")
    write(parser.parse_args().results.read_text("utf-8"))


if __name__ == "__main__":
    main()
