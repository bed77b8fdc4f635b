"""What was found out about changes of our own code, as JSON: one file for each group of modules."""

from __future__ import annotations

import datetime
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from attrs import evolve, frozen

from tests.mutation.changes import Change
from tests.mutation.groups import ROOT
from tests.mutation.trying import Outcome

FOLDER = ROOT / "docs" / "reliability" / "mutation"


class Survivor(TypedDict):
    """A change that no test noticed. `reason`: why nobody could notice it; a person writes it."""

    id: str
    change: str
    reached: bool
    reason: str


@frozen
class Tried:
    """What was tried of a group."""

    group: str
    changes: int = 0
    """How many changes there are."""
    killed: tuple[str, ...] = ()
    survivors: tuple[Survivor, ...] = ()
    date: str = ""
    commit: str = ""

    @property
    def number(self) -> int:
        return len(self.killed) + len(self.survivors)

    @property
    def noticed(self) -> int:
        """The changes that a test noticed, and those that nobody could notice."""
        return len(self.killed) + sum(bool(survivor["reason"]) for survivor in self.survivors)

    def known(self, every: Mapping[str, Change]) -> Tried:
        """Without changes of functions that are others now."""
        return evolve(
            self,
            changes=len(every),
            killed=tuple(one for one in self.killed if one in every),
            survivors=tuple(one for one in self.survivors if one["id"] in every),
        )

    def with_outcome(self, change: Change, outcome: Outcome) -> Tried:
        others = tuple(one for one in self.survivors if one["id"] != change.id)
        made = evolve(self, survivors=others, date=datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
                      commit=_commit())  # fmt: skip
        if outcome == "killed":
            return evolve(made, killed=tuple(sorted({*self.killed, change.id})))
        survivor: Survivor = {
            "id": change.id, "change": str(change), "reached": outcome == "survived", "reason": "",
        }  # fmt: skip
        return evolve(made, survivors=(*others, survivor))

    def verdict(self, goal: float) -> str:
        """Whether tests notice enough, as far as the changes were tried."""
        if not self.number:
            return "no: not tried"
        share = self.noticed / self.number
        if share < goal:
            return f"no: {share:.1%} noticed"
        return "yes" if self.number >= self.changes else f"no: too few tries ({self.number / self.changes:.1%})"

    def told(self) -> str:
        share = f"{self.noticed / self.number:.1%}" if self.number else "nothing"
        return f"{self.number} of {self.changes} changes tried, noticed or without effect: {self.noticed} ({share})"


def read(group: str, folder: Path = FOLDER) -> Tried:
    path = folder / f"{group}.json"
    if not path.exists():
        return Tried(group)
    found = json.loads(path.read_text("utf-8"))
    return Tried(**{**found, "killed": tuple(found["killed"]), "survivors": tuple(found["survivors"])})


def write(tried: Tried, folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        "group": tried.group,
        "changes": tried.changes,
        "date": tried.date,
        "commit": tried.commit,
        "survivors": sorted(tried.survivors, key=lambda one: one["change"]),
        "killed": sorted(tried.killed),
    }
    (folder / f"{tried.group}.json").write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short=10", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()
