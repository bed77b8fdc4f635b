"""Any ruleset as a vector environment of Gymnasium, on a batch of games.

Gymnasium knows one agent. It plays all seats (self-play: the observation is the one of the seat that is asked, the
reward the one of the seat that acted), or one seat against opponents. A game that ends begins again in the same step;
`final_obs` in the infos is what was seen at its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import solenia_rules as sr
from solenia_rules.api.requests import check_seat
from solenia_rules.tools.lab.errors import MissingExtra

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("the adapter for Gymnasium", "research") from None

from solenia_rules.adapters.tables import bounds, loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Opponents: TypeAlias = Literal["random"] | Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
    """`random`, or a function that gets observations, masks of legal actions and seats, and returns actions."""


class BatchEnv(VectorEnv):  # type: ignore[misc]
    """Games side by side as one vector environment. Made by `make_vec`."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["svg"]}  # noqa: RUF012

    def __init__(
        self, rules: sr.Ruleset, seats: int, num_envs: int, seat: int | None, opponents: Opponents,
        render_mode: str | None,
    ) -> None:  # fmt: skip
        if render_mode not in (None, "svg"):
            raise sr.SetupError("`render_mode` is 'svg' or None")
        if seat is not None:
            check_seat(seat, seats)
        if opponents != "random" and not callable(opponents):
            raise sr.SetupError("`opponents` is 'random' or a function")
        self.rules, self.seats, self.num_envs, self.render_mode = rules, seats, num_envs, render_mode
        self._seat, self._opponents = seat, opponents
        self._batch = sr.batch(rules, seats, num_envs, again=False)
        self._chance = np.random.default_rng(0)
        low, high = bounds(rules, seats)
        self.single_observation_space = spaces.Box(low, high, dtype=np.int32)
        self.single_action_space = spaces.Discrete(len(rules.actions(seats)))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Begin all games. `seed` is the seed of the first game; the next games have the next seeds."""
        super().reset(seed=seed)
        self._batch.reset(seed)
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._let_others_play(np.ones(self.num_envs, np.bool_))
        return self._batch.observation.copy(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        """Give an action in every game; actions that are not legal raise the error of `Batch.step`."""
        batch = self._batch
        acted = batch.seat.astype(np.int64)
        batch.step(actions)
        self._let_others_play(~(batch.seat < 0))
        over = batch.seat < 0
        rewards = np.zeros(self.num_envs, np.float64)
        final: np.ndarray | None = None
        if over.any():
            rewards[over] = batch.returns[over, acted[over]]
            final = batch.observe(acted)
            returns, lengths = batch.returns.copy(), batch.lengths.copy()
            batch.reset(games=over)
            self._let_others_play(over)
        infos = self._infos()
        if final is not None:
            infos |= {"final_obs": final, "_final_obs": over, "returns": returns, "lengths": lengths}
        return batch.observation.copy(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _infos(self) -> dict[str, np.ndarray]:
        return {"action_mask": self._batch.legal.astype(np.int8), "seat": self._batch.seat.copy()}

    def _let_others_play(self, games: np.ndarray) -> None:
        """Answer for the other seats, until the agent's seat is asked in these games or they are over."""
        if self._seat is None:
            return
        batch = self._batch
        while True:
            waiting = games & (batch.seat >= 0) & (batch.seat != self._seat)
            if not waiting.any():
                return
            batch.step(self._answers(), games=waiting)

    def _answers(self) -> np.ndarray:
        batch = self._batch
        if self._opponents == "random":
            return ((1 + self._chance.random(batch.legal.shape, np.float32)) * batch.legal).argmax(1)
        return self._opponents(batch.observation, batch.legal, batch.seat)

    def game(self, index: int) -> sr.Game:
        """One of the games as it is now."""
        return self._batch.game(index)

    def render(self) -> tuple[str, ...] | None:
        """The pictures of the games for a spectator, as SVG."""
        if self.render_mode is None:
            return None
        return tuple(self.game(index).svg(None) for index in range(self.num_envs))

    def close_extras(self, **kwargs: object) -> None:
        """Nothing is kept open."""


def make_vec(
    rules: sr.Ruleset | str, num_envs: int, seats: int | None = None, params: Mapping[str, int] | None = None, *,
    seat: int | None = None, opponents: Opponents = "random", render_mode: str | None = None,
) -> BatchEnv:  # fmt: skip
    """A ruleset as a vector environment. Without `seat` the agent plays all seats; with it, only this one, and
    `opponents` answer for the others."""
    found, count = loaded(rules, params, seats)
    return BatchEnv(found, count, num_envs, seat, opponents, render_mode)
