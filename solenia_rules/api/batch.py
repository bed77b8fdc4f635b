"""Many games side by side, for programs that learn: arrays of actions in, arrays of what is legal and seen out.

`sr.batch(rules, seats, n)` makes a `Batch`. All games of a step are played in one call of machine code, which writes
the legal actions of each game and the observation of the seat that is asked. The games are those of `Game.choose`. The
arrays are numpy arrays; numpy and llvmlite belong to the extra `research`.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from solenia_rules.api.errors import AnswerError, SetupError
from solenia_rules.api.game import Game, new_game
from solenia_rules.api.requests import MOST_SEED, check_seat, check_seed
from solenia_rules.api.ruleset import Ruleset, seats_asked_for
from solenia_rules.fast.errors import Fault
from solenia_rules.play import reading
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.words.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np

    from solenia_rules.fast.batching import GameBoard

INSTALL = "pip install 'solenia-rules[research]'"
MOST_GAMES = 1 << 20
FIRST_ROOM = 128
"""Actions of each game that are kept at first; the room grows with the longest game."""


class Batch:
    """Games of one ruleset, all at a decision. Made by `sr.batch`.

    The arrays stay the same objects and are written again by each step: copy what you keep. They cannot be written
    from outside."""

    seat: np.ndarray
    """For each game the seat that is asked (int32); -1: the game is over, which happens only without `again`."""
    legal: np.ndarray
    """n x actions (bool): which actions of `rules.actions(seats)` are legal."""
    observation: np.ndarray
    """n x numbers (int32): what the asked seat may know, laid out as `rules.observation(seats)` says. It is the one of
    the first seat if the game is over."""
    done: np.ndarray
    """Whether the last step ended the game (bool)."""
    returns: np.ndarray
    """n x seats (float32): what the last game that ended here was worth for each seat. See `returns_of`."""
    scores: np.ndarray
    """n x seats (int64): the scores at the end of that game; 0 if the rules keep no score."""
    lengths: np.ndarray
    """The number of answers of that game (int64)."""
    winners: np.ndarray
    """The winners of that game as a mask of seats (int32)."""
    seeds: np.ndarray
    """The seed of each running game (int64)."""

    def __init__(self, rules: Ruleset, seats: int, n: int, seeds: list[int], again: bool, observing: bool) -> None:
        import numpy as np

        self.rules, self.seats, self.n = rules, seats, n
        code = rules.batching(seats)
        actions, numbers = rules.actions(seats), len(rules.observation(seats))
        self._first_of_options = np.array(actions.first_of_options(code.option_bits), np.int32)
        self._first_of_actions = np.array(actions.first_of_actions(), np.int32)
        self._returns_of = np.array(returns_of(rules, seats), np.float32)
        self._history = np.zeros((n, FIRST_ROOM), np.int32)
        self._played = 0
        """No running game has more answers than this."""
        self._broken = ""
        self._given = np.zeros(n, np.int64)
        made = {
            "seat": np.zeros(n, np.int32), "legal": np.zeros((n, len(actions)), np.bool_),
            "observation": np.zeros((n, numbers), np.int32), "done": np.zeros(n, np.bool_),
            "returns": np.zeros((n, seats), np.float32), "scores": np.zeros((n, seats), np.int64),
            "lengths": np.zeros(n, np.int64), "winners": np.zeros(n, np.int32), "seeds": np.array(seeds, np.int64),
        }  # fmt: skip
        self._arrays = made
        for name, array in made.items():
            view = array.view()
            view.flags.writeable = False
            setattr(self, name, view)
        from solenia_rules.fast.batching import GameBoard

        self._board: GameBoard = GameBoard(
            code, n,
            {
                "ACTION_OF": self._first_of_options.ctypes.data, "FIRST_OF": self._first_of_actions.ctypes.data,
                "ACTIONS": len(actions), "RETURN_OF": self._returns_of.ctypes.data, "MASKS": made["legal"].ctypes.data,
                "OBSERVED": made["observation"].ctypes.data, "OBSERVES": int(observing),
                "ASKED_SEATS": made["seat"].ctypes.data, "DONE": made["done"].ctypes.data,
                "RETURNS": made["returns"].ctypes.data, "FINAL_SCORES": made["scores"].ctypes.data,
                "SEEDS": made["seeds"].ctypes.data, "STRIDE": n, "AGAIN": int(again),
                "LENGTHS": made["lengths"].ctypes.data, "HISTORY": self._history.ctypes.data,
                "HISTORY_ROOM": FIRST_ROOM, "WINNERS": made["winners"].ctypes.data, "WANTED": 0,
            },
        )  # fmt: skip
        self._begin(np.ones(n, np.bool_))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Batch({self.rules.id!r}, seats={self.seats}, n={self.n})"

    # ---- playing --------------------------------------------------------------------------------------

    def step(self, actions: np.ndarray, games: np.ndarray | None = None) -> None:
        """Give one action in each game, or in those that `games` (n x bool) marks; the arrays then show the next
        decisions. A game that ends begins again with the next seed. Raises `AnswerError`, which names the game and the
        reason, if an action is not legal; then no game has changed."""
        self._check()
        given, wanted = self._numbers(actions, "actions"), self._marked(games)
        self._make_room()
        try:
            stopped = self._board.step(given.ctypes.data, 0 if wanted is None else wanted.ctypes.data)
        except Fault as fault:
            self._broken = str(fault)
            self._check()
        if stopped < self.n:
            raise self._illegal(stopped, int(given[stopped]))
        self._played += 1

    def actions_of(self, answers: np.ndarray, games: np.ndarray | None = None) -> np.ndarray:
        """The actions that mean these answers of machine code, such as those of a recorded game: one answer for each
        game, or for those that `games` marks."""
        self._check()
        found, wanted = self._numbers(answers, "answers").copy(), self._marked(games)
        stopped = self._board.translate(found.ctypes.data, 0 if wanted is None else wanted.ctypes.data)
        if stopped < self.n:
            raise SetupError(f"game {stopped} does not offer the answer {int(found[stopped])}")
        return found

    def reset(self, seeds: int | Iterable[int] | None = None, games: np.ndarray | None = None) -> None:
        """Begin games anew: all of them, or those that `games` (n x bool) marks. `seeds`: as in `sr.batch`; without it
        each of these games takes its next seed."""
        import numpy as np

        marked = self._marked(games)
        wanted = np.ones(self.n, np.bool_) if marked is None else marked
        own = self._arrays["seeds"]
        if seeds is None:
            own[wanted] = own[wanted] + self.n & MOST_SEED
        else:
            own[wanted] = np.array(_listed(seeds, self.n), np.int64)[wanted]
        if games is None:
            self._broken = ""
            self._played = 0
        self._check()
        self._begin(wanted)

    def observe(self, seat: int | np.ndarray) -> np.ndarray:
        """What a seat may know of each game, whoever is asked: a new array, n x numbers (int32). An array names a seat
        for each game."""
        import numpy as np

        self._check()
        if seat is None:
            raise SetupError("an observation belongs to a seat; there is none for spectators")
        if isinstance(seat, np.ndarray):
            seats = self._numbers(seat, "seats").copy()
            if seats.min() < 0 or seats.max() >= self.seats:
                raise SetupError(f"the seats are 0 to {self.seats - 1}")
        else:
            check_seat(seat, self.seats)
            seats = np.full(self.n, seat, np.int64)
        found = np.empty_like(self._arrays["observation"])
        self._board.observe(seats.ctypes.data, found.ctypes.data)
        return found

    def game(self, index: int) -> Game:
        """One of the games as a `Game`, played again from its seed: to look at it, draw it or save it."""
        self._check()
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < self.n:
            raise SetupError(f"the games of the batch are 0 to {self.n - 1}")
        count = reading.decisions(self._board.state(index))
        actions = self._history[index, :count].tolist()
        game = new_game(self.rules, self.seats, int(self.seeds[index]))
        return self.rules.actions(self.seats).play(game, actions)

    # ---- inside ---------------------------------------------------------------------------------------

    def _begin(self, wanted: np.ndarray) -> None:
        try:
            self._board.begin(wanted.ctypes.data)
        except Fault as fault:
            self._broken = str(fault)
            self._check()

    def _check(self) -> None:
        if self._broken:
            raise SetupError(f"machine code cannot go on: {self._broken}; `reset` begins all games anew")

    def _numbers(self, numbers: np.ndarray, what: str) -> np.ndarray:
        import numpy as np

        given = np.asarray(numbers)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise SetupError(f"the {what} of a batch are an array of {self.n} whole numbers")
        self._given[:] = given
        return self._given

    def _marked(self, games: np.ndarray | None) -> np.ndarray | None:
        import numpy as np

        if games is None:
            return None
        marked = np.ascontiguousarray(games)
        if marked.shape != (self.n,) or marked.dtype != np.bool_:
            raise SetupError(f"games are marked by an array of {self.n} bools")
        return marked

    def _make_room(self) -> None:
        """Room for the action of one more step of each game."""
        import numpy as np

        room = self._history.shape[1]
        if self._played < room:
            return
        self._played = self._board.longest()
        if self._played >= room:
            grown = np.zeros((self.n, 2 * room), np.int32)
            grown[:, :room] = self._history
            self._history = grown
            self._board.set("HISTORY", grown.ctypes.data)
            self._board.set("HISTORY_ROOM", 2 * room)

    def _illegal(self, index: int, action: int) -> AnswerError:
        try:
            self.rules.actions(self.seats).option(self.game(index), action)
        except AnswerError as error:
            texts: dict[str, str] = {lang: f"game {index}, action {action}: {error.text(lang)}" for lang in LANGUAGES}
            return type(error)(texts["en"], texts)
        raise AssertionError("a legal action was refused")


def returns_of(rules: Ruleset, seats: int) -> list[list[float]]:
    """For each set of winners, as a mask, what the game was worth for each seat. A single winner has 1, and the others
    share a loss of 1. The sum is 0. If all seats or none win, it is 0 for everybody; in a cooperative game and in one
    for a single seat it is 1 or -1."""
    together = all_win_or_lose(rules.executor(seats).program)
    made = []
    for winners in range(1 << seats):
        count = winners.bit_count()
        if together:
            made.append([1.0 if winners >> seat & 1 else -1.0 for seat in range(seats)])
        elif count in (0, seats):
            made.append([0.0] * seats)
        else:
            win, loss = (seats - count) / (count * (seats - 1)), -1 / (seats - 1)
            made.append([win if winners >> seat & 1 else loss for seat in range(seats)])
    return made


def batch(
    rules: Ruleset, seats: int | None = None, n: int = 1024, seeds: int | Iterable[int] = 0, *, again: bool = True,
    observing: bool = True,
) -> Batch:  # fmt: skip
    """Games of a ruleset side by side, in machine code. `seeds`: one seed for each game, or the first of n seeds that
    follow each other. With `again`, a game that ends begins anew at once, with a seed that is n higher; without it, it
    stays over until `reset`, and its actions are ignored. Without `observing`, `observation` is not written."""
    count = seats_asked_for(rules, seats)
    if find_spec("numpy") is None:
        raise SetupError(f"batches need numpy, of the extra `research`: {INSTALL}")
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_GAMES:
        raise SetupError(f"a batch has from 1 to {MOST_GAMES} games")
    return Batch(rules, count, n, _listed(seeds, n), bool(again), bool(observing))


def _listed(seeds: int | Iterable[int], n: int) -> list[int]:
    if isinstance(seeds, int):
        check_seed(seeds)
        return [seeds + i & MOST_SEED for i in range(n)]
    try:
        listed = [int(seed) for seed in seeds]
    except (TypeError, ValueError):
        raise SetupError("seeds are a whole number, or one for each game") from None
    for seed in listed:
        check_seed(seed)
    if len(listed) != n:
        raise SetupError(f"there are {n} games and {len(listed)} seeds")
    return listed
