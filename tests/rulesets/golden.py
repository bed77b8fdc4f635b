"""Games written down: what random answers from a fixed seed come to, for every ruleset and number of seats.

`python -m tests.rulesets.golden` writes the file anew; its diff shows which games an edit changed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tests.playing import Seated, every_seating, last

FILE = Path(__file__).with_name("golden.json")
SEED = 2024


def written(seated: Seated) -> dict[str, object]:
    """One game in figures: the answers by a digest of their ids, the events by how many there were of each kind."""
    end = last(seated.new(SEED))
    kinds = [event.kind for event in end.log]
    return {
        "decisions": end.decisions,
        "answers": hashlib.sha256("\n".join(end.answers).encode()).hexdigest()[:16],
        "scores": list(end.scores.values()),
        "winners": list(end.winners),
        "events": {kind: kinds.count(kind) for kind in sorted(set(kinds))},
    }


def known() -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads(FILE.read_text("utf-8"))
    return found


def main() -> None:
    games = {str(seated): written(seated) for seated in every_seating()}
    lines = (f"{json.dumps(name)}: {json.dumps(game)}" for name, game in games.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
