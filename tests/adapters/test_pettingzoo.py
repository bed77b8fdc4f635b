"""Environments of PettingZoo: its own tests pass without a warning, and the games are ours."""

from __future__ import annotations

import warnings

import pytest

import solenia_rules as sr
from tests.playing import Seated, all_seatings, fewest_seatings, loaded
from tests.sampling import sampled

np = pytest.importorskip("numpy")
pettingzoo_test = pytest.importorskip("pettingzoo.test")
adapter = pytest.importorskip("solenia_rules.adapters.pettingzoo")


@pytest.fixture(autouse=True)
def _warnings_are_errors() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("seated", sampled(fewest_seatings(), 4))
def test_the_api_tests_of_pettingzoo_pass(seated: Seated) -> None:
    pettingzoo_test.api_test(adapter.env(seated.rules, seated.seats), num_cycles=40)
    pettingzoo_test.seed_test(lambda: adapter.env(seated.rules, seated.seats), num_cycles=40)


@pytest.mark.thorough
@pytest.mark.parametrize("seated", all_seatings(), ids=str)
def test_the_api_tests_of_pettingzoo_pass_for_long(seated: Seated) -> None:
    pettingzoo_test.api_test(adapter.env(seated.rules, seated.seats), num_cycles=500)
    pettingzoo_test.seed_test(lambda: adapter.env(seated.rules, seated.seats), num_cycles=200)


def test_numbers_without_a_limit_fit_into_the_space() -> None:
    """The total of some counters of homesteads has a bound above 32 bits."""
    env = adapter.env("homesteads")
    env.reset(seed=1)
    seen, *_rest = env.last()
    assert env.observation_space("seat_0").contains(seen)


@pytest.mark.parametrize("name", ["connect_four", "candle"])
def test_plain_python_passes_too(name: str) -> None:
    pettingzoo_test.api_test(adapter.env(name, accelerated=False), num_cycles=40)
    pettingzoo_test.seed_test(lambda: adapter.env(name, accelerated=False), num_cycles=40)


SECRET = ["crab_pots", "hearts", "ambitions", "auction", "officers"]


@pytest.mark.parametrize("name", [SECRET[0], *(pytest.param(name, marks=pytest.mark.thorough) for name in SECRET[1:])])
def test_the_parallel_test_of_pettingzoo_passes(name: str) -> None:
    rules = loaded(name)
    for seats in rules.seats:
        pettingzoo_test.parallel_api_test(adapter.parallel_env(rules, seats), num_cycles=60)


def _actions(env: object, seed: int) -> list[tuple[str, int]]:
    """A random game: who acted, and how."""
    chance, found = np.random.default_rng(seed), []
    env.reset(seed=seed)  # type: ignore[attr-defined]
    for agent in env.agent_iter():  # type: ignore[attr-defined]
        _seen, _reward, over, _cut, info = env.last()  # type: ignore[attr-defined]
        action = None if over else int(chance.choice(np.flatnonzero(info["action_mask"])))
        if action is not None:
            found.append((agent, action))
        env.step(action)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("name", ["summer", "leduc", "solo"])
def test_the_games_are_those_of_choose(name: str) -> None:
    rules = loaded(name)
    seats = rules.seats[0]
    env = adapter.env(rules, seats)
    played = _actions(env, 5)
    game, actions = sr.new_game(rules, seats, 5), rules.actions(seats)
    for agent, action in played:
        assert game.decision is not None
        assert agent == f"seat_{game.decision.seat}"
        game = actions.play(game, [action])
    assert game.decision is None
    assert env.game().state == game.state
    assert _actions(adapter.env(rules, seats, accelerated=False), 5) == played


def test_rewards_are_wins_or_scores() -> None:
    env = adapter.env("summer", 2, rewards="score")
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert list(env.rewards.values()) == list(env.game().scores.values())
    with pytest.raises(sr.SetupError, match="connect_four keeps no score"):
        adapter.env("connect_four", rewards="score")
    with pytest.raises(sr.SetupError, match="`rewards` is"):
        adapter.env("summer", rewards="chips")


def test_all_agents_act_at_once_in_secret_decisions() -> None:
    env = adapter.parallel_env("crab_pots", 3)
    seen, _infos = env.reset(seed=4)
    assert all(one["action_mask"].any() for one in seen.values())
    before = env.game().decisions
    given = {agent: int(one["action_mask"].argmax()) for agent, one in seen.items()}
    seen, *_rest = env.step(given)
    assert env.game().decisions == before, "each seat has a second secret decision"
    assert all(one["action_mask"].any() for one in seen.values())
    env.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
    assert env.game().decisions == before + 6
    wrong = {agent: int((1 - one["action_mask"]).argmax()) for agent, one in env.reset(seed=4)[0].items()}
    with pytest.raises(sr.AnswerError):
        env.step({**given, "seat_2": wrong["seat_2"]})
    assert env.game().decisions == before
    with pytest.raises(sr.SetupError, match="connect_four has no secret decisions"):
        adapter.parallel_env("connect_four")


def test_masks_can_be_in_the_observation() -> None:
    env = adapter.env("connect_four", mask="observation", render_mode="svg")
    env.reset(seed=1)
    seen, *_rest = env.last()
    assert seen["action_mask"].sum() == 7
    assert env.observation_space("seat_0").contains(seen)
    assert env.render().startswith("<svg")
    with pytest.raises(sr.SetupError, match="`mask` is"):
        adapter.env("connect_four", mask="nowhere")
    with pytest.raises(sr.SetupError, match="`render_mode` is"):
        adapter.env("connect_four", render_mode="human")


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    env = adapter.env("connect_four", 2)
    env.reset(seed=1)
    illegal = int((1 - env.infos["seat_0"]["action_mask"]).argmax())
    for action in (illegal, -1, 10_000):
        with pytest.raises(sr.AnswerError):
            env.step(action)
    for wrong in (None, 1.5, True, "0"):
        with pytest.raises(sr.SetupError, match="an action is a whole number"):
            env.step(wrong)
    assert env.game().decisions == 0
    assert env.agent_selection == "seat_0"
    with pytest.raises(sr.SetupError, match="parameters belong to a name"):
        adapter.env(loaded("leduc"), params={"hands": 1})
    assert adapter.env("leduc", params={"hands": 1}).rules.digest != loaded("leduc").digest
