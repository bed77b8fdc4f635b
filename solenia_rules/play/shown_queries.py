"""Computes the queries that are shown at the table, as data that JSON can store. All seats see the same values."""

from __future__ import annotations

from solenia_rules.core.compiled import Program
from solenia_rules.play.executor import Executor
from solenia_rules.rules.programs import shown_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.text.views import ShownRow, ShownValue


def arguments(program: Program, kind: str) -> list[tuple[str, int]]:
    """The values of a parameter of a shown query: the name and the value of each. A seat has no name."""
    if kind == "seat":
        return [("", seat) for seat in range(program.inventory.seats)]
    numbers = shown_range(kind)
    if numbers is not None:
        return [(str(number), number) for number in numbers]
    return [(word, index) for index, word in enumerate(program.names.word_kinds[kind].words)]


class ShownQueries:
    """The shown queries of one program."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        queries = executor.program.names.queries
        self._params = {
            query: [arguments(executor.program, param.kind) for param in queries[query].params]
            for query in executor.program.shown
        }

    def values(self, s: list[int]) -> dict[str, ShownValue]:
        """For each query a number; for each parameter a list by seats, or a table by words or numbers."""
        return {query: self._value(s, query, function) for query, function in self.executor.program.shown.items()}

    def value(self, s: list[int], function: int, given: tuple[int, ...]) -> int:
        """The value of one query for some arguments, by the function in `Program.shown`."""
        return self.executor.call(s, function, *given)

    def _value(self, s: list[int], query: str, function: int) -> ShownValue:
        params = self._params[query]
        if len(params) < 2:
            return self._row(s, function, params)
        rows = [(name, self._row(s, function, params[1:], value)) for name, value in params[0]]
        return dict(rows) if rows[0][0] else [row for _seat, row in rows]

    def _row(self, s: list[int], function: int, params: list[list[tuple[str, int]]], *given: int) -> ShownRow:
        if not params:
            return self.executor.call(s, function, *given)
        found = [(name, self.executor.call(s, function, *given, value)) for name, value in params[0]]
        return dict(found) if found[0][0] else [number for _seat, number in found]
