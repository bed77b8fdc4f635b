"""Computes the queries that are shown at the table, as data that JSON can store. All seats see the same values."""

from __future__ import annotations

from solenia_rules.play.executor import Executor


class ShownQueries:
    """The shown queries of one program."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.names = executor.program.names

    def values(self, s: list[int]) -> dict[str, int | list[int] | dict[str, int]]:
        """One number for each query, a list by seats, or a table by words."""
        return {query: self._value(s, query, function) for query, function in self.executor.program.shown.items()}

    def _value(self, s: list[int], query: str, function: int) -> int | list[int] | dict[str, int]:
        params = self.names.queries[query].params
        if not params:
            return self.executor.call(s, function)
        if params[0].kind == "seat":
            seats = range(self.executor.program.inventory.seats)
            return [self.executor.call(s, function, seat) for seat in seats]
        words = self.names.word_kinds[params[0].kind].words
        return {word: self.executor.call(s, function, index) for index, word in enumerate(words)}
