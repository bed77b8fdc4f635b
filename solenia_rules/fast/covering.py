"""The counting form of a program's machine code: it plays pairs of games between bots and counts the statements,
options and answers that they reach."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from solenia_rules.fast.accelerated import load, start_of
from solenia_rules.fast.constants import SEED_BITS
from solenia_rules.fast.cover_words import CoverSheet
from solenia_rules.fast.errors import Fault
from solenia_rules.fast.machine_code import Loaded
from solenia_rules.fast.module import Module
from solenia_rules.fast.telling import Telling
from solenia_rules.play.executor import Executor
from solenia_rules.rules.store import Store
from solenia_rules.text.places import Span


class Covering(Telling):
    """The machine code of an executor's program in its counting form."""

    def __init__(self, executor: Executor, module: Module, loaded: Loaded) -> None:
        super().__init__(executor, module, loaded)
        self._cover_games = self.function("cover_games", "aaaanana")
        self.places = module.core.places

    def sheet(self) -> tuple[CoverSheet, list[Span]]:
        """Counters that are 0, and the statements by number."""
        numbers: dict[tuple[str, int, int], int] = {}
        spans: list[Span] = []
        keys = []
        for span in self.places:
            key = span.source.name, span.start, span.end
            if key not in numbers:
                numbers[key] = len(spans)
                spans.append(span)
            keys.append(numbers[key])
        return CoverSheet(keys, len(self.executor.program.outline.specs), self.option_bits, self.seats), spans

    def cover(self, seeds: Sequence[int], bots: Sequence[tuple[int, int]], sheet: CoverSheet) -> tuple[int, str]:
        """Play a pair of games for each seed and count. Returns how many pairs were played, and why the next one could
        not be played."""
        given = array("q", [seed & SEED_BITS for seed in seeds])
        place, minds = self.take(), self.minds(bots)
        played = self._cover_games(
            place.start, start_of(self.fresh), place.working, start_of(given), len(given), start_of(minds),
            int(any(minds)), start_of(sheet.words),
        )  # fmt: skip
        try:
            self.give_back(place)
        except Fault as fault:
            return played, str(fault)
        return played, ""


def make_covering(executor: Executor, store: Store | None = None) -> Covering:
    """The counting form of a program's machine code."""
    found = find_covering(executor, lambda: True, store)
    assert found is not None
    return found


def find_covering(executor: Executor, compiling: Callable[[], bool], store: Store | None = None) -> Covering | None:
    """The counting form from the cache. If the cache has none, it is compiled if `compiling` says so; otherwise
    None."""
    module = Module(executor, counting=True)
    loaded = load(module, store, compiling)
    return None if loaded is None else Covering(executor, module, loaded)
