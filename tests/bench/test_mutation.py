"""The table of the mutation benchmark."""

from __future__ import annotations

from bench.mutation import table
from solenia_rules.tools.scenarios.mutants import Mutant
from solenia_rules.tools.scenarios.mutation import Verdict


def test_the_table_counts() -> None:
    mutant = Mutant("powers", ("slots", "day_5", "bonus"), 5, "5", ("6",), ("summer",))
    rows = table([Verdict(mutant, "6", "it"), Verdict(mutant, "4", None)]).splitlines()
    assert rows[2:] == ["| powers | summer | 2 | 1 | 50.0 % |", "| **powers** | all | 2 | 1 | 50.0 % |"]
