"""Any ruleset as an environment of PettingZoo: one agent after the other (`env`), or all at once (`parallel_env`).

An agent is a seat: `seat_0`, `seat_1`, ... Observations are made from the view of the seat only, laid out as
`rules.observation(seats)` says; actions are those of `rules.actions(seats)`. Rewards come at the end of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import solenia_rules as sr
from solenia_rules.tools.lab.errors import MissingExtra

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise MissingExtra("the adapter for PettingZoo", "research") from None

from solenia_rules.adapters.tables import Rewards, Worth, bounds, loaded, next_seed, open_table

if TYPE_CHECKING:
    from collections.abc import Mapping

Mask: TypeAlias = Literal["info", "observation"]
"""Where the mask of legal actions is: in `infos`, or in the observation, which is then a dictionary."""


class Spaces:
    """The names of the agents and their spaces, which are the same for every seat."""

    def __init__(self, rules: sr.Ruleset, seats: int, mask: Mask) -> None:
        if mask not in ("info", "observation"):
            raise sr.SetupError("`mask` is 'info' or 'observation'")
        actions = rules.actions(seats)
        self.agents = [f"seat_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.count = len(actions)
        low, high = bounds(rules, seats)
        self.masked = mask == "observation"
        self.observation: dict[str, spaces.Space] = {}
        self.action: dict[str, spaces.Space] = {}
        for agent in self.agents:
            seen = spaces.Box(low, high, dtype=np.int32)
            if self.masked:
                legal = spaces.Box(0, 1, (self.count,), np.int8)
                seen = spaces.Dict({"observation": seen, "action_mask": legal})
            self.observation[agent] = seen
            self.action[agent] = spaces.Discrete(self.count)


class GameEnv(AECEnv):  # type: ignore[misc]
    """A ruleset in which one agent acts after the other. Made by `env`."""

    def __init__(
        self, rules: sr.Ruleset, seats: int, mask: Mask, rewards: Rewards, render_mode: str | None,
        accelerated: bool | None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.rules, self.seats = rules, seats
        self.metadata = {"name": rules.id, "render_modes": ["svg"], "is_parallelizable": False}
        self.render_mode = _checked_mode(render_mode)
        self._spaces = Spaces(rules, seats, mask)
        self._worth = Worth(rules, seats, rewards)
        self._table = open_table(rules, seats, accelerated)
        self._seed: int | None = None
        self._nothing = np.zeros(self._spaces.count, np.int8)
        self.possible_agents = [*self._spaces.agents]
        self.agents: list[str] = []

    def __str__(self) -> str:
        return self.rules.id

    def observation_space(self, agent: str) -> spaces.Space:
        return self._spaces.observation[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self._spaces.action[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a game. `seed` is the seed of `sr.new_game`; without it the next seed is taken."""
        self._seed = next_seed(seed, self._seed)
        self._table.reset(self._seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._go_on(self.possible_agents[0])

    def observe(self, agent: str) -> object:
        seat = self._spaces.seat_of[agent]
        seen = self._table.observe(seat)
        return {"observation": seen, "action_mask": self._mask_of(seat)} if self._spaces.masked else seen

    def step(self, action: int | None) -> None:
        """Give the action of the agent that is asked. An action that is not legal raises the error of `Game.choose`."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._table.act(_whole(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on(agent)
        self._accumulate_rewards()

    def _go_on(self, agent: str) -> None:
        """Choose the next agent, or end the game."""
        asked = self._table.seat
        if asked >= 0:
            self.agent_selection = self.possible_agents[asked]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, self._worth.of(self._table), strict=True))
            self.agent_selection = agent
        if not self._spaces.masked:
            for seat, name in enumerate(self.possible_agents):
                self.infos[name] = {"action_mask": self._mask_of(seat)}

    def _mask_of(self, seat: int) -> np.ndarray:
        return self._table.legal() if seat == self._table.seat else self._nothing.copy()

    def game(self) -> sr.Game:
        """The game as it is now."""
        return self._table.game()

    def render(self) -> str | None:
        """The picture of the game for a spectator, as SVG."""
        return self.game().svg(None) if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is kept open."""


class SimultaneousEnv(ParallelEnv):  # type: ignore[misc]
    """A ruleset in which all agents act at once where its decisions are secret. Made by `parallel_env`."""

    def __init__(
        self, rules: sr.Ruleset, seats: int, mask: Mask, rewards: Rewards, render_mode: str | None
    ) -> None:  # fmt: skip
        self.rules, self.seats = rules, seats
        self.metadata = {"name": rules.id, "render_modes": ["svg"]}
        self.render_mode = _checked_mode(render_mode)
        self._spaces = Spaces(rules, seats, mask)
        self._worth = Worth(rules, seats, rewards)
        self._table = open_table(rules, seats, accelerated=False)
        self._seed: int | None = None
        self.possible_agents = [*self._spaces.agents]
        self.agents: list[str] = []
        self._given: dict[int, list[int]] = {}
        """By seat, the actions of the secret decisions that are not yet told to the game."""
        self._asked: dict[int, sr.Game] = {}
        """The seats that act in this step, each with a game in which it is asked."""

    def __str__(self) -> str:
        return self.rules.id

    def observation_space(self, agent: str) -> spaces.Space:
        return self._spaces.observation[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self._spaces.action[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
        self._seed = next_seed(seed, self._seed)
        self._table.reset(self._seed)
        self._given = {}
        self.agents = [*self.possible_agents]
        return self._look()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, object], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, object]]
    ]:  # fmt: skip
        """Give the actions of all agents. Those of agents that are not asked are ignored: their masks are empty."""
        given = {seat: _whole(actions.get(self.possible_agents[seat])) for seat in self._asked}
        table = self.rules.actions(self.seats)
        for seat, game in self._asked.items():
            table.option(game, given[seat])
        for seat, action in given.items():
            self._given.setdefault(seat, []).append(action)
        observations, infos = self._look()
        over = self._table.seat < 0
        worth = self._worth.of(self._table) if over else [0.0] * self.seats
        agents = self.agents
        if over:
            self.agents = []
        return (
            observations, dict(zip(agents, worth, strict=True)), dict.fromkeys(agents, over),
            dict.fromkeys(agents, False), infos,
        )  # fmt: skip

    def _look(self) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
        """What every agent sees now. A seat that is asked sees it when its own decision is pending; the secret answers
        of other seats tell it nothing. If all secret decisions are answered, the game goes on first."""
        self._asked = self._questions()
        while not self._asked and self._table.seat >= 0:
            self._tell_answers()
            self._asked = self._questions()
        actions, numbers = self.rules.actions(self.seats), self.rules.observation(self.seats)
        observations: dict[str, object] = {}
        infos: dict[str, dict[str, object]] = {}
        for seat, agent in enumerate(self.possible_agents):
            game = self._asked.get(seat)
            seen = np.array(numbers.of(game or self._table.game(), seat), np.int32)
            legal = np.zeros(self._spaces.count, np.int8)
            if game is not None:
                legal[list(actions.legal(game))] = 1
            masked = self._spaces.masked
            observations[agent] = {"observation": seen, "action_mask": legal} if masked else seen
            infos[agent] = {} if masked else {"action_mask": legal}
        return observations, infos

    def _questions(self) -> dict[int, sr.Game]:
        """The seats that have a decision now, each with a game in which it is asked."""
        start, found = self._table.game(), {}
        for seat in range(self.seats):
            question = self._question(start, seat)
            if question is not None:
                found[seat] = question
        return found

    def _question(self, game: sr.Game, seat: int) -> sr.Game | None:
        """The next decision of a seat. Where the decisions are secret, the answers of other seats do not matter."""
        given, table = {own: [*actions] for own, actions in self._given.items()}, self.rules.actions(self.seats)
        first = True
        while (asked := game.decision) is not None:
            if not first and not _goes_on(game):
                return None
            own = given.get(asked.seat, [])
            if asked.seat == seat and not own:
                return game
            if not asked.secret and not own:
                return None
            game = table.play(game, [own.pop(0)]) if own else game.choose(0)
            first = False
        return None

    def _tell_answers(self) -> None:
        """Give the answers to the game, in the order in which it asks."""
        while self._table.seat >= 0 and self._given.get(self._table.seat):
            self._table.act(self._given[self._table.seat].pop(0))
        assert not any(self._given.values()), "secret decisions do not depend on each other"

    def game(self) -> sr.Game:
        """The game as it is now."""
        return self._table.game()

    def render(self) -> str | None:
        """The picture of the game for a spectator, as SVG."""
        return self.game().svg(None) if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is kept open."""


def _goes_on(game: sr.Game) -> bool:
    """Whether the decision of a game is secret and nothing happened before it but an answer."""
    secret = game.decision is not None and game.decision.secret
    return secret and all(event.kind == "answered" for event in game.news)


def env(
    rules: sr.Ruleset | str, seats: int | None = None, params: Mapping[str, int] | None = None, *,
    mask: Mask = "info", rewards: Rewards = "win", render_mode: str | None = None, accelerated: bool | None = None,
) -> GameEnv:  # fmt: skip
    """A ruleset as an environment in which one agent acts after the other."""
    found, count = loaded(rules, params, seats)
    return GameEnv(found, count, mask, rewards, render_mode, accelerated)


def parallel_env(
    rules: sr.Ruleset | str, seats: int | None = None, params: Mapping[str, int] | None = None, *,
    mask: Mask = "observation", rewards: Rewards = "win", render_mode: str | None = None,
) -> SimultaneousEnv:  # fmt: skip
    """A ruleset with secret decisions as an environment in which all agents act at once."""
    found, count = loaded(rules, params, seats)
    if not any(spec.hidden for spec in found.executor(count).program.outline.specs):
        raise sr.SetupError(f"{found.id} has no secret decisions, so agents never act at once: use `env`")
    return SimultaneousEnv(found, count, mask, rewards, render_mode)


def _checked_mode(mode: str | None) -> str | None:
    if mode not in (None, "svg"):
        raise sr.SetupError("`render_mode` is 'svg' or None")
    return mode


def _whole(action: object) -> int:
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        raise sr.SetupError("an action is a whole number")
    return int(action)
