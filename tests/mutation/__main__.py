"""Mutation of our own code: `python -m tests.mutation secrets --minutes 20`.

Changes of the functions of a group of modules are tried one after the other on the tests near them, in an order that a
seed gives. The results are kept in docs/reliability/mutation/, so a run can be stopped at any moment and goes on later.
When a function changes, what was found out about it is forgotten. `--list` prints what survived.
"""

from __future__ import annotations

import argparse
import random
import sys

import pytest

from tests.mutation.changes import Change
from tests.mutation.groups import GROUPS, ROOT, Group
from tests.mutation.results import read, write
from tests.mutation.trying import Outcome, Source, Trial

ADDED = "--import-mode=importlib -m 'not thorough and not browser'"


def sources(group: Group) -> dict[str, Source]:
    """The modules of a group, by their names."""
    found = {}
    for pattern in group.modules:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            found[name] = Source(path, name)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("group", choices=GROUPS)
    parser.add_argument("--minutes", type=float, default=10.0, help="no further change is tried after this time")
    parser.add_argument("--most", type=int, default=10**9, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1, help="the order in which changes are tried")
    parser.add_argument("--again", action="store_true", help="try what survived before, instead of what is left")
    parser.add_argument("--list", action="store_true", help="print what survived, and try nothing")
    asked = parser.parse_args()
    group = GROUPS[asked.group]
    modules = sources(group)
    every = {change.id: change for source in modules.values() for change in source.changes()}
    tried = read(asked.group).known(every)
    if asked.list:
        for survivor in tried.survivors:
            print(f"{survivor['id']} {every[survivor['id']]}  {survivor['reason']}".rstrip())
        return 0
    order = list(every.values())
    random.Random(asked.seed).shuffle(order)
    done = {*tried.killed, *(survivor["id"] for survivor in tried.survivors)}
    unexplained = {survivor["id"] for survivor in tried.survivors if not survivor["reason"]}
    wanted = [change for change in order if (change.id in unexplained if asked.again else change.id not in done)]
    kept = [tried]

    def keep(change: Change, outcome: Outcome) -> None:
        kept[0] = kept[0].with_outcome(change, outcome)
        write(kept[0])
        if outcome != "killed":
            print(f"{outcome}: {change}", flush=True)

    trial = Trial(modules, wanted[: asked.most], asked.minutes, keep)
    print(f"{len(every)} changes, {len(done)} tried before, {len(trial.wanted)} to be tried", flush=True)
    options = ["-q", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-o", f"addopts={ADDED}"]
    code = pytest.main([*options, *(str(ROOT / test) for test in group.tests)], plugins=[trial])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code)
    print(kept[0].told())
    return 0


if __name__ == "__main__":
    sys.exit(main())
