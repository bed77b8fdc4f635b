"""Any ruleset as a game of OpenSpiel: `load("leduc", params={"hands": 1})` registers and loads it.

A state stands at a node of the game tree. Nodes are made once and shared by all states that lead to them, so search and
tabular algorithms do not play the same moves again. Chance is a node with outcomes (`chance_nodes`), so a search does
not see the next card or roll in a copy of a state. What a player may know is what its seat has seen at every decision,
and its own actions; `resample_from_infostate` draws everything else anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import define, field

import solenia_rules as sr
from solenia_rules.api.batch import returns_of
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.play.generated import MOST_DECISIONS
from solenia_rules.tools.lab.errors import MissingExtra

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise MissingExtra("the adapter for OpenSpiel", "peers") from None

from solenia_rules.adapters.chance_nodes import Chance, Outcome, uses_chance
from solenia_rules.adapters.tables import loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from solenia_rules.core.compiled import Program

Rewards: TypeAlias = Literal["win", "margin", "score"]
"""What a game is worth: 1 for a win, as in `Batch.returns`; the score minus the mean of all scores; or the score."""
SAMPLE = 1000
"""The number of outcomes of a chance node whose outcomes are not listed exactly."""
FAR = 1e6
"""A bound of scores, where the rules give none."""


@define(eq=False)
class Tree:
    """The game tree of one ruleset, as far as somebody has looked at it."""

    rules: sr.Ruleset
    seats: int
    rewards: Rewards
    sample: int
    name: str
    chance: Chance = field(init=False)
    _root: Node | None = None

    def __attrs_post_init__(self) -> None:
        self.chance = Chance(self.program, self.sample)

    @property
    def root(self) -> Node:
        if self._root is None:
            first = sr.new_game(self.rules, self.seats, 0)
            self._root = Node(self, first, None, ())
            if uses_chance(self.program, None, list(first.state)):
                self._root.deal = lambda seed: sr.new_game(self.rules, self.seats, seed)
        return self._root

    @property
    def program(self) -> Program:
        return self.rules.executor(self.seats).program

    def returns(self, game: sr.Game) -> list[float]:
        if self.rewards == "win":
            return returns_of(self.rules, self.seats)[sum(1 << seat for seat in game.winners)]
        scores = [float(score) for score in game.scores.values()]
        mean = sum(scores) / len(scores) if self.rewards == "margin" else 0.0
        return [score - mean for score in scores]


@define(eq=False)
class Node:
    """A node of the tree. With `deal`, chance acts: the game is not used, and each outcome has a game of its own."""

    tree: Tree
    game: sr.Game
    before: Node | None
    path: tuple[tuple[int, ...], ...]
    """How it is reached: actions and outcomes, and worlds that were drawn."""
    actor: int = -1
    """The seat whose action led here; -1: none."""
    deal: Callable[[int], sr.Game] | None = None
    _after: dict[int, Node] = field(factory=dict)
    _outcomes: tuple[Outcome, ...] = ()
    _legal: tuple[int, ...] | None = None
    _recalled: dict[int, str] = field(factory=dict)
    _seen: dict[int, list[int]] = field(factory=dict)
    lines: dict[int, int] = field(factory=dict)
    """By player, how many lines its log has."""

    def __deepcopy__(self, _memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _node_at, (self.tree.name, self.path)

    @property
    def over(self) -> bool:
        return self.deal is None and self.game.decision is None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        deal = self.deal
        assert deal is not None
        if not self._outcomes:
            self._outcomes = self.tree.chance.outcomes(lambda seed: list(deal(seed).state))
        return self._outcomes

    @property
    def legal(self) -> tuple[int, ...]:
        if self._legal is None:
            self._legal = tuple(sorted(self.tree.rules.actions(self.tree.seats).legal(self.game)))
        return self._legal

    def after(self, action: int) -> Node:
        """The node after an action or an outcome."""
        found = self._after.get(action)
        if found is None:
            found = self._after[action] = self._dealt(action) if self.deal is not None else self._acted(action)
        return found

    def _dealt(self, outcome: int) -> Node:
        assert self.deal is not None
        game = self.deal(self.outcomes[outcome].seed)
        return Node(self.tree, game, self.before, (*self.path, (outcome,)), self.actor)

    def _acted(self, action: int) -> Node:
        actions, game = self.tree.rules.actions(self.tree.seats), self.game
        option = actions.option(game, action)
        assert game.decision is not None
        made = Node(self.tree, game.choose(option), self, (*self.path, (action,)), game.decision.seat)
        if uses_chance(self.tree.program, list(game.state), list(made.game.state)):
            made.deal = lambda seed: game.with_luck(seed).choose(option.id)
        return made

    # ---- what a player knows --------------------------------------------------------------------------

    def seen(self, player: int) -> list[int]:
        """The observation of a player; at a chance node the one before."""
        if self.deal is not None:
            return self.before.seen(player) if self.before is not None else []
        if player not in self._seen:
            self._seen[player] = self.tree.rules.observation(self.tree.seats).of(self.game, player)
        return self._seen[player]

    def recalled(self, player: int) -> str:
        """Everything that a player has seen so far, at each decision, and its own actions."""
        if self.deal is not None:
            return self.before.recalled(player) if self.before is not None else ""
        found = self._recalled.get(player)
        if found is None:
            now = self.seen(player)
            if self.before is None:
                found = f"p{player}:" + ",".join(map(str, now))
                self.lines[player] = len(self.game.log_for(player))
            else:
                old = self.before.seen(player)
                changed = ",".join(
                    f"{i}={new}" for i, (was, new) in enumerate(zip(old, now, strict=True)) if was != new
                )
                own = f"a{self.before.given(self)}" if self.actor == player else ""
                recalled = self.before.recalled(player)
                lines = self.game.log_since(self.before.lines.get(player, 0), player)
                self.lines[player] = self.before.lines.get(player, 0) + len(lines)
                found = f"{recalled}|{own};{changed};{'/'.join(line.text for line in lines)}"
            self._recalled[player] = found
        return found

    def given(self, after: Node) -> int:
        """The action that led from this node to a later one."""
        return after.path[len(self.path)][0]

    def imagined(self, player: int, seed: int) -> Node:
        """A node that the player cannot tell from this one, with everything it may not know drawn anew."""
        game = self.game.resample(player, seed)
        made = Node(self.tree, game, None, (*self.path, (player, seed)), self.actor)
        made._recalled[player] = self.recalled(player)
        made.lines[player] = len(game.log_for(player))
        return made


_TREES: dict[str, Tree] = {}
"""The registered games by name. OpenSpiel keeps its own list of games for the whole process."""


def _node_at(name: str, path: Sequence[tuple[int, ...]]) -> Node:
    """The node of a path, for states that were written as text."""
    node = _TREES[name].root
    for step in path:
        node = node.after(step[0]) if len(step) == 1 else node.imagined(step[0], step[1])
    return node


class RulesetState(pyspiel.State):  # type: ignore[misc]
    """A state of a ruleset."""

    def __init__(self, game: object, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        if self.node.deal is not None:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.node.game.decision
        return int(pyspiel.PlayerId.TERMINAL) if asked is None else asked.seat

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.node.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, one.probability) for number, one in enumerate(self.node.outcomes)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return self.node.tree.rules.actions(self.node.tree.seats)[action].id

    def is_terminal(self) -> bool:
        return self.node.over

    def returns(self) -> list[float]:
        return self.node.tree.returns(self.node.game) if self.node.over else [0.0] * self.node.tree.seats

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> RulesetState:
        """A state that the player cannot tell from this one."""
        made: RulesetState = self.clone()
        made.node = self.node.imagined(player, int(probability_sampler() * (1 << 30)))
        return made

    def game_of_rules(self) -> sr.Game:
        """The game as it is now, to draw or save it."""
        return self.node.game

    def __str__(self) -> str:
        return f"{self.node.tree.name} {' '.join(':'.join(map(str, step)) for step in self.node.path)}"


class SeatObserver:
    """What a player may know: as a text with everything that it has seen, or as numbers with what it sees now."""

    def __init__(self, tree: Tree, recalls: bool) -> None:
        self._recalls = recalls
        numbers = tree.rules.observation(tree.seats)
        self.tensor = np.zeros(len(numbers), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulesetState, player: int) -> None:
        seen = state.node.seen(player)
        self.tensor[:] = seen if seen else 0

    def string_from(self, state: RulesetState, player: int) -> str:
        return state.node.recalled(player) if self._recalls else ",".join(map(str, state.node.seen(player)))


def load(
    rules: sr.Ruleset | str, seats: int | None = None, params: Mapping[str, int] | None = None, *,
    rewards: Rewards = "win", sample: int = SAMPLE,
) -> object:  # fmt: skip
    """Register a ruleset as a game of OpenSpiel, and load it. `sample`: the number of outcomes of chance nodes whose
    outcomes are too many to list exactly."""
    return pyspiel.load_game(register(rules, seats, params, rewards=rewards, sample=sample))


def register(
    rules: sr.Ruleset | str, seats: int | None = None, params: Mapping[str, int] | None = None, *,
    rewards: Rewards = "win", sample: int = SAMPLE,
) -> str:  # fmt: skip
    """Register a ruleset as a game of OpenSpiel; returns its name for `pyspiel.load_game`."""
    found, count = loaded(rules, params, seats)
    if rewards not in ("win", "margin", "score"):
        raise sr.SetupError("`rewards` is 'win', 'margin' or 'score'")
    if rewards != "win" and found.executor(count).program.score is None:
        raise sr.SetupError(f"{found.id} keeps no score: `rewards` can only be 'win'")
    if isinstance(sample, bool) or not isinstance(sample, int) or not 1 <= sample <= 1_000_000:
        raise sr.SetupError("`sample` is a whole number from 1 to 1000000")
    name = f"solenia_{found.id.replace('+', '_')}_{count}_{rewards}_{sample}_{found.digest[:12]}"
    if name not in _TREES:
        _TREES[name] = Tree(found, count, rewards, sample, name)
        _register(_TREES[name])
    return name


def _register(tree: Tree) -> None:
    described = _described(tree)
    limits = _limits(tree)

    class RulesetGame(pyspiel.Game):  # type: ignore[misc]
        """A ruleset as a game."""

        def __init__(self, params: Mapping[str, object] | None = None) -> None:
            super().__init__(described, limits, params or {})

        def new_initial_state(self) -> RulesetState:
            return RulesetState(self, tree.root)

        def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SeatObserver:
            return SeatObserver(tree, bool(iig_obs_type is not None and iig_obs_type.perfect_recall))  # type: ignore[attr-defined]

        def max_chance_nodes_in_history(self) -> int:
            return MOST_DECISIONS

    pyspiel.register_game(described, RulesetGame)


def _described(tree: Tree) -> object:
    kinds, known = pyspiel.GameType, pyspiel.GameType.Information
    together = all_win_or_lose(tree.program)
    utility = kinds.Utility.GENERAL_SUM
    if tree.rewards == "margin" or (tree.rewards == "win" and not together):
        utility = kinds.Utility.ZERO_SUM
    elif tree.rewards == "win":
        utility = kinds.Utility.IDENTICAL
    chance = bool(tree.program.inventory.zones or tree.program.sides)
    return kinds(
        short_name=tree.name, long_name=tree.rules.title, dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=known.PERFECT_INFORMATION if _is_open(tree) else known.IMPERFECT_INFORMATION,
        utility=utility, reward_model=kinds.RewardModel.TERMINAL, max_num_players=tree.seats,
        min_num_players=tree.seats, provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, parameter_specification={},
    )  # fmt: skip


def _is_open(tree: Tree) -> bool:
    """Whether every seat sees everything."""
    world = tree.rules.world
    seen = [one.seen for one in world.counters] + [one.seen for one in world.state] + [one.seen for one in world.zones]
    return all(one == "all" for one in seen) and not any(spec.hidden for spec in tree.program.outline.specs)


def _limits(tree: Tree) -> object:
    score = next((counter for counter in tree.rules.world.counters if counter.score), None)
    most = 1.0
    if tree.rewards != "win" and score is not None:
        most = min(FAR, float(max(abs(score.low), abs(score.high))))
    return pyspiel.GameInfo(
        num_distinct_actions=len(tree.rules.actions(tree.seats)), max_chance_outcomes=max(tree.sample, 1000),
        num_players=tree.seats, min_utility=-most, max_utility=most,
        utility_sum=0.0 if tree.rewards != "score" and not all_win_or_lose(tree.program) else None,
        max_game_length=MOST_DECISIONS,
    )  # fmt: skip
