"""The form of a program's machine code for batches: it plays many games side by side. For each game it writes who is
asked, which actions are legal, and what the asked seat may know, into arrays of the caller."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from solenia_rules.core import layout as at
from solenia_rules.fast.accelerated import Accelerated, CodeWorkplace, load, start_of
from solenia_rules.fast.batch_words import BATCH_WORD, BATCH_WORDS
from solenia_rules.fast.errors import Fault
from solenia_rules.fast.machine_code import Loaded
from solenia_rules.fast.memory import WORD
from solenia_rules.fast.module import Module
from solenia_rules.play.executor import Executor
from solenia_rules.play.observed_parts import Part
from solenia_rules.rules.store import Store


class Batching(Accelerated):
    """The machine code of an executor's program in its form for batches. Play changes nothing in it, so threads may
    share it."""

    def __init__(self, executor: Executor, module: Module, loaded: Loaded) -> None:
        super().__init__(executor, module, loaded)
        self.option_bits = module.constants.option_bits
        self.begin_games = self.function("begin_games", "aaannaa")
        self.step_games = self.function("step_games", "aaannana")
        self.observe_games = self.function("observe_games", "anan")
        self.translate_answers = self.function("translate_answers", "anaa")


class GameBoard:
    """The positions of a batch of games. Arrays are given by their addresses; the caller keeps them alive."""

    def __init__(self, code: Batching, count: int, words: Mapping[str, int]) -> None:
        """`words`: a number or the address of an array for each name of `BATCH_WORDS`."""
        self.code, self.count = code, count
        self._positions = array("q", bytes(WORD * code.memory.total * count))
        self._words = array("q", [words[name] for name in BATCH_WORDS])

    def set(self, name: str, value: int) -> None:
        self._words[BATCH_WORD[name]] = value

    def begin(self, wanted: int) -> None:
        """Begin the games for which the array of bytes at this address has one that is not 0."""
        code, place = self.code, self.code.take()
        stopped = code.begin_games(
            place.start, start_of(code.fresh), start_of(self._positions), 0, self.count, wanted, start_of(self._words)
        )
        self._give_back(place, stopped)

    def step(self, actions: int, wanted: int) -> int:
        """Give an answer in every game, or in those that the array of bytes at `wanted` marks: the array of actions is
        at this address. Returns the number of games, or the first game whose action is illegal; then nothing was
        changed."""
        code, place = self.code, self.code.take()
        self.set("WANTED", wanted)
        stopped = code.step_games(
            place.start, start_of(code.fresh), start_of(self._positions), 0, self.count, actions, 1,
            start_of(self._words),
        )  # fmt: skip
        self._give_back(place, stopped)
        return stopped

    def observe(self, seats: int, out: int) -> None:
        """Write what a seat may know of each game; `seats` is the address of the array of seats."""
        self.code.observe_games(start_of(self._positions), self.count, seats, out)

    def translate(self, answers: int, wanted: int) -> int:
        """Replace the answers in the array at this address by actions. Returns the number of games, or the first game
        that does not offer its answer."""
        self.set("WANTED", wanted)
        return self.code.translate_answers(start_of(self._positions), self.count, answers, start_of(self._words))

    def state(self, game: int) -> list[int]:
        """The state of a game, as the plain executor stores it."""
        total = self.code.memory.total
        return self.code.memory.decode(self._positions[game * total : (game + 1) * total])

    def longest(self) -> int:
        """The most answers that any running game has had."""
        return max(self._positions[at.DECISIONS :: self.code.memory.total])

    def _give_back(self, place: CodeWorkplace, stopped: int) -> None:
        try:
            self.code.give_back(place)
        except Fault as fault:
            raise Fault(f"game {stopped}: {fault}") from fault


def make_batching(executor: Executor, observed: Sequence[Part], store: Store | None = None) -> Batching:
    """The form for batches of a program's machine code; `observed`: the parts of an observation."""
    module = Module(executor, observed=list(observed))
    loaded = load(module, store, lambda: True)
    assert loaded is not None
    return Batching(executor, module, loaded)
