"""Games of OpenSpiel: its own tests and algorithms run on our rulesets, and agree with its own Leduc poker."""

from __future__ import annotations

import pickle
import random
from collections import defaultdict

import pytest

import solenia_rules as sr
from tests.playing import Seated, fewest_seatings, loaded
from tests.sampling import sampled

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")
adapter = pytest.importorskip("solenia_rules.adapters.openspiel")

ONE_HAND = {"hands": 1}
SLOW = {"hedgerows", "homesteads", "go", "chess", "beadworks", "day_and_night"}
"""Games that take minutes in plain Python."""


def _leduc() -> object:
    return adapter.load("leduc", params=ONE_HAND, rewards="margin")


def _exploitability(game: object, policy: object) -> float:
    from open_spiel.python.algorithms import exploitability

    return float(exploitability.exploitability(game, policy))


def test_leduc_is_as_exploitable_as_their_leduc() -> None:
    from open_spiel.python.policy import UniformRandomPolicy

    ours, theirs = _leduc(), pyspiel.load_game("leduc_poker")
    found = _exploitability(ours, UniformRandomPolicy(ours))
    assert found == pytest.approx(_exploitability(theirs, UniformRandomPolicy(theirs)), abs=1e-9)
    assert found > 1


def test_cfr_finds_the_same_policy_as_on_their_leduc() -> None:
    from open_spiel.python.algorithms.cfr import CFRSolver

    found = []
    for game in (_leduc(), pyspiel.load_game("leduc_poker")):
        solver = CFRSolver(game)
        for _ in range(4):
            solver.evaluate_and_update_policy()
        found.append(_exploitability(game, solver.average_policy()))
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_every_state_of_leduc_keeps_the_rules_of_information_states() -> None:
    """As many information states as in their Leduc; in each of them the same actions are legal, and the player has seen
    and done the same before."""
    from open_spiel.python.algorithms.get_all_states import get_all_states

    game = _leduc()
    legal: dict[tuple[int, str], list[int]] = {}
    owners: dict[str, set[int]] = defaultdict(set)
    pasts: dict[str, set[tuple[tuple[str, int], ...]]] = defaultdict(set)
    total = 0
    beginning: list[tuple[tuple[str, int], ...]] = [(), ()]
    waiting = [(game.new_initial_state(), beginning)]  # type: ignore[attr-defined]
    while waiting:
        state, past = waiting.pop()
        total += 1
        if state.is_terminal():
            assert sum(state.returns()) == 0
            continue
        if state.is_chance_node():
            assert sum(odds for _outcome, odds in state.chance_outcomes()) == pytest.approx(1)
            waiting += [(state.child(outcome), past) for outcome, _odds in state.chance_outcomes()]
            continue
        player = state.current_player()
        known = state.information_state_string(player)
        assert legal.setdefault((player, known), state.legal_actions()) == state.legal_actions()
        owners[known].add(player)
        pasts[known].add(past[player])
        for action in state.legal_actions():
            after = [*past]
            after[player] = (*past[player], (known, action))
            waiting.append((state.child(action), after))
    assert all(len(found) == 1 for found in owners.values())
    assert all(len(found) == 1 for found in pasts.values()), "perfect recall"
    theirs = pyspiel.load_game("leduc_poker", {"suit_isomorphism": True})
    states = get_all_states(theirs, include_terminals=False, include_chance_states=False).values()
    assert len(owners) == len({state.information_state_string() for state in states}) == 288
    assert total > 5000


@pytest.mark.parametrize("seated", sampled([one for one in fewest_seatings() if one.name not in SLOW], 3))
def test_random_games_pass_their_test_with_serialisation(seated: Seated) -> None:
    pyspiel.random_sim_test(adapter.load(seated.rules, seated.seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(SLOW))
def test_random_games_of_long_rulesets_pass_their_test(name: str) -> None:
    pyspiel.random_sim_test(adapter.load(name), num_sims=1, serialize=False, verbose=False)


def _played(game: object, answers: int, seed: int) -> object:
    """A state after some random actions."""
    chance, state = random.Random(seed), game.new_initial_state()  # type: ignore[attr-defined]
    while answers and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice([outcome for outcome, _odds in state.chance_outcomes()]))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            answers -= 1
    while state.is_chance_node():
        state.apply_action(chance.choice([outcome for outcome, _odds in state.chance_outcomes()]))
    return state


def test_mcts_finds_the_winning_move() -> None:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    game = adapter.load("connect_four")
    rules = loaded("connect_four")
    state = game.new_initial_state()
    for column in ("a", "b", "a", "b", "a", "b"):
        state.apply_action(next(a for a in state.legal_actions() if f".{column}" in rules.actions(2)[a].id))
    chance = np.random.RandomState(1)
    bot = MCTSBot(game, 2, 300, RandomRolloutEvaluator(1, chance), solve=True, random_state=chance)
    move = bot.step(state)
    state.apply_action(move)
    assert state.is_terminal()
    assert state.returns() == [1, -1]


@pytest.mark.parametrize("name", ["leduc", "summer"])
def test_a_search_sees_nothing_that_is_hidden(name: str) -> None:
    """Resampled states look the same to the player, and hidden pieces are others. ISMCTS plays in them only."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    params = ONE_HAND if name == "leduc" else None
    game = adapter.load(name, params=params, rewards="margin", sample=50)
    state = _played(game, 2, seed=3)
    player = state.current_player()  # type: ignore[attr-defined]
    known = state.information_state_string(player)  # type: ignore[attr-defined]
    chance = random.Random(5)
    worlds = [state.resample_from_infostate(player, chance.random) for _ in range(12)]  # type: ignore[attr-defined]
    assert {world.information_state_string(player) for world in worlds} == {known}
    assert {tuple(world.legal_actions()) for world in worlds} == {tuple(state.legal_actions())}  # type: ignore[attr-defined]
    other = 1 - player
    hidden = {tuple(world.node.seen(other)) for world in worlds}
    assert len(hidden) > 1, "the hand of the other seat is drawn anew"
    assert {world.node.seen(player)[0] for world in worlds} == {player}
    luck = np.random.RandomState(1)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, luck), 2.0, 10, random_state=luck)
    before = state.node  # type: ignore[attr-defined]
    assert bot.step(state) in state.legal_actions()  # type: ignore[attr-defined]
    assert not before._after, "the search has not looked at what follows in the real game"


def test_a_copy_of_a_state_does_not_know_the_next_roll() -> None:
    game = adapter.load("backgammon")
    state = game.new_initial_state()
    rolls = 0
    chance = random.Random(1)
    for _ in range(40):
        if state.is_chance_node():
            rolls += 1
            odds = dict(state.chance_outcomes())
            assert sum(odds.values()) == pytest.approx(1)
            assert len({str(state.child(outcome).game_of_rules().state) for outcome in odds}) > 1
        state.apply_action(chance.choice(state.legal_actions()))
    assert rolls > 3


def test_two_dice_have_the_outcomes_that_dice_have() -> None:
    game = adapter.load("backgammon")
    state = game.new_initial_state()
    chance = random.Random(2)
    while not (state.is_chance_node() and state.node.before is not None):
        state.apply_action(chance.choice(state.legal_actions()))
    odds = sorted(probability for _outcome, probability in state.chance_outcomes())
    assert odds[0] == pytest.approx(1 / 36)
    assert len(odds) in (21, 36)


def test_states_are_written_and_read_again() -> None:
    game = _leduc()
    state = _played(game, 3, seed=1)
    again = game.deserialize_state(state.serialize())  # type: ignore[attr-defined]
    assert str(again) == str(state)
    assert again.node is state.node  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(state.node)) is state.node  # type: ignore[attr-defined]
    world = state.resample_from_infostate(0, lambda: 0.25)  # type: ignore[attr-defined]
    same = pickle.loads(pickle.dumps(world.node))
    assert same.game.state == world.node.game.state


def test_wrong_requests_are_refused() -> None:
    for wrong in ({"rewards": "chips"}, {"sample": 0}, {"seats": 3}):
        with pytest.raises(sr.SetupError):
            adapter.register("leduc", **wrong)
    with pytest.raises(sr.SetupError, match="keeps no score"):
        adapter.register("connect_four", rewards="margin")
    with pytest.raises(sr.Error):
        adapter.register("nowhere")
