"""How many planted mistakes the checker finds: `python -m bench.planted [--games N] [--from blind] [--kind KIND]`."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from tests.planted.growing import grown_mistakes
from tests.planted.planting import WRITTEN, Mistake, check_all, plant, telling, written_mistakes
from tests.planted.sowing import SOWERS, sown_mistakes

GROWN = ("misspelt", "mistyped", "misapplied")
NUMBER = 24
"""Mistakes by lot of each of these kinds."""
FRESH, FEW = 2, 6
"""Seed and number of each kind of those that the checker was finished without."""


def all_mistakes() -> dict[str, list[Mistake]]:
    made = {file: written_mistakes(file) for file in WRITTEN}
    made["grown"] = [m for kind in GROWN for m in grown_mistakes(kind, NUMBER)]
    made["fresh"] = [m for kind in GROWN for m in grown_mistakes(kind, FEW, FRESH)]
    made["fresh"] += [m for kind in SOWERS for m in sown_mistakes(kind, FEW, FRESH)]
    return made


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--kind", default="")
    parser.add_argument("--from", dest="origin", default="")
    parser.add_argument("--list", action="store_true", help="what was found for each, not only what was missed")
    wanted = parser.parse_args()
    counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    with tempfile.TemporaryDirectory() as folder:
        for origin, mistakes in all_mistakes().items():
            for mistake in mistakes:
                if wanted.origin in origin and wanted.kind in mistake.kind:
                    hit = try_one(mistake, Path(folder), wanted.games, wanted.list)
                    counts[mistake.kind][origin][0] += hit
                    counts[mistake.kind][origin][1] += 1
    print("| kind | blind | known | by lot | fresh | found |\n|---|---|---|---|---|---|")
    for kind, by_origin in counts.items():
        hits, total = (sum(by_origin[x][i] for x in by_origin) for i in (0, 1))
        cells = [
            f"{by_origin[x][0]} of {by_origin[x][1]}" if x in by_origin else "" for x in (*WRITTEN, "grown", "fresh")
        ]
        print(f"| {kind} | {' | '.join(cells)} | {100 * hits / total:.0f} % |")


def try_one(mistake: Mistake, folder: Path, games: int, listed: bool) -> bool:
    began = time.process_time()
    path = plant(mistake, folder)
    found = telling(mistake, path, check_all(str(path), games))
    if listed or not found:
        said = "; ".join(f"{d.code} {d.message[:110]}" for d in found[:3]) or "NOT FOUND"
        took = time.process_time() - began
        print(f"{mistake.name} {mistake.kind} {mistake.over}: {mistake.what}: {said} ({took:.1f} s)", flush=True)
    return bool(found)


if __name__ == "__main__":
    main()
