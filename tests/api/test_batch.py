"""Batches play the games of `Game.choose`, and their arrays tell what actions and observations tell of these games."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules import fast
from solenia_rules.api.batch import Batch, returns_of
from solenia_rules.api.game import Game
from tests.playing import Seated, all_seatings, fewest_seatings, loaded, positions
from tests.sampling import sampled

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(not fast.available(), reason="machine code is not available")


def _random_actions(batch: Batch, seed: int) -> list[int]:
    chance = np.random.default_rng(seed)
    found: list[int] = ((1 + chance.random(batch.legal.shape)) * batch.legal).argmax(1).tolist()
    return found


def assert_same(batch: Batch, games: list[Game]) -> None:
    """The arrays tell what the games tell, for every seat."""
    rules, seats = batch.rules, batch.seats
    actions, observed = rules.actions(seats), rules.observation(seats)
    by_seat = [batch.observe(seat) for seat in range(seats)]
    for index, game in enumerate(games):
        decision = game.decision
        asked = -1 if decision is None else decision.seat
        assert batch.seat[index] == asked
        assert batch.legal[index].tobytes() == actions.mask(game)
        assert batch.observation[index].tolist() == observed.of(game, max(0, asked))
        for seat in range(seats):
            assert by_seat[seat][index].tolist() == observed.of(game, seat), seat


def play_beside(rules: sr.Ruleset, seats: int, n: int, steps: int, seed: int) -> int:
    """Play a batch and the same games in plain Python; returns how many games ended."""
    actions = rules.actions(seats)
    batch = sr.batch(rules, seats, n, seeds=seed)
    games = [sr.new_game(rules, seats, seed + index) for index in range(n)]
    worth, ended = returns_of(rules, seats), 0
    for step in range(steps):
        assert_same(batch, games)
        given = _random_actions(batch, seed + step)
        batch.step(np.array(given))
        for index, action in enumerate(given):
            before = int(games[index].seed)
            games[index] = game = actions.play(games[index], [action])
            assert bool(batch.done[index]) == (game.decision is None)
            if game.decision is None:
                ended += 1
                winners = sum(1 << seat for seat in game.winners)
                assert batch.returns[index].tolist() == pytest.approx(worth[winners])
                assert batch.lengths[index] == game.decisions
                assert batch.winners[index] == winners
                assert batch.scores[index].tolist() == list(game.scores.values() or [0] * seats)
                games[index] = sr.new_game(rules, seats, before + n)
                assert batch.seeds[index] == before + n
    return ended


@pytest.mark.parametrize("seated", sampled(fewest_seatings(), 5))
def test_a_batch_plays_the_games_of_choose(seated: Seated) -> None:
    play_beside(seated.rules, seated.seats, n=3, steps=40, seed=7)


@pytest.mark.thorough
@pytest.mark.parametrize("seated", all_seatings(), ids=str)
def test_a_batch_plays_the_games_of_choose_for_long(seated: Seated) -> None:
    play_beside(seated.rules, seated.seats, n=4, steps=120, seed=1000)


@pytest.mark.parametrize("name", ["connect_four", "leduc", "crab_pots"])
def test_a_game_that_ends_begins_again_with_the_next_seed(name: str) -> None:
    assert play_beside(loaded(name), 2, n=5, steps=100, seed=3) > 5


@pytest.mark.parametrize("name", ["summer", "leduc", "candle", "liars_dice", "hedgerows"])
def test_observations_do_not_depend_on_what_a_seat_may_not_know(name: str) -> None:
    """Everything hidden is drawn anew: machine code writes the same bytes for both positions."""
    seated = Seated(name, 2)
    code, size = seated.rules.batching(2), len(seated.rules.observation(2))
    changed = 0
    for number, game in enumerate(positions(seated.new(11), 30)):
        for seat in range(2):
            other = game.resample(seat, number, inferring=False)
            changed += other.state != game.state
            assert _observed(code, game, seat, size) == _observed(code, other, seat, size)
    assert changed or name in ("hedgerows",)


def _observed(code: fast.batching.Batching, game: Game, seat: int, size: int) -> bytes:
    words = code.position(list(game.state)).words
    words.extend([0] * (code.memory.total - len(words)))
    seats, out = np.full(1, seat, np.int64), np.full(size, -77, np.int32)
    code.observe_games(words.buffer_info()[0], 1, seats.ctypes.data, out.ctypes.data)
    found: bytes = out.tobytes()
    return found


# ---- use ----------------------------------------------------------------------------------------------------


def test_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    rules = loaded("connect_four")
    batch = sr.batch(rules, 2, 4)
    batch.step(np.array(_random_actions(batch, 1)))
    before = [batch.game(index) for index in range(4)]
    legal = _random_actions(batch, 2)
    illegal = int(np.flatnonzero(~batch.legal[2])[0])
    with pytest.raises(sr.IllegalAnswer, match=rf"^game 2, action {illegal}: ") as caught:
        batch.step(np.array([legal[0], legal[1], illegal, legal[3]]))
    with pytest.raises(sr.IllegalAnswer) as plain:
        rules.actions(2).option(before[2], illegal)
    for lang in ("en", "fr", "pl"):
        assert plain.value.text(lang) in caught.value.text(lang)
    assert_same(batch, before)
    with pytest.raises(sr.AnswerError, match=r"^game 1, action 42: "):
        batch.step(np.array([legal[0], 42, legal[2], legal[3]]))
    with pytest.raises(sr.AnswerError, match=r"^game 0, action -1: "):
        batch.step(np.array([-1, legal[1], legal[2], legal[3]]))
    assert_same(batch, before)


@pytest.mark.parametrize(
    "actions", [[1, 2, 3], [[1, 2, 3, 4]], [1.0, 2.0, 3.0, 4.0], ["1", "2", "3", "4"], [True] * 4, None]
)
def test_wrong_arrays_of_actions_are_refused(actions: object) -> None:
    batch = sr.batch(loaded("connect_four"), 2, 4)
    with pytest.raises(sr.SetupError, match="the actions of a batch are an array of 4 whole numbers"):
        batch.step(actions)
    assert batch.game(0).decisions == 0


@pytest.mark.parametrize("n", [0, -1, True, 1.0, "3", 1 << 21])
def test_wrong_numbers_of_games_are_refused(n: int) -> None:
    with pytest.raises(sr.SetupError, match="a batch has from 1 to"):
        sr.batch(loaded("connect_four"), 2, n)


@pytest.mark.parametrize("seeds", [-1, 1 << 62, [1, 2], [1, 2, -3], [1, 2, "x"], None, 1.5])
def test_wrong_seeds_are_refused(seeds: int) -> None:
    with pytest.raises(sr.SetupError, match="seed"):
        sr.batch(loaded("connect_four"), 2, 3, seeds=seeds)


def test_seats_are_those_of_the_ruleset() -> None:
    with pytest.raises(sr.SetupError, match="connect_four is played by 2 seats, not by 3"):
        sr.batch(loaded("connect_four"), 3, 3)
    batch = sr.batch(loaded("connect_four"), 2, 3)
    for seat in (2, -1, True):
        with pytest.raises(sr.SetupError, match="seat"):
            batch.observe(seat)
    for no_seat in (None, "0"):
        with pytest.raises(sr.SetupError, match="seat"):
            batch.observe(no_seat)


def test_arrays_cannot_be_written() -> None:
    batch = sr.batch(loaded("connect_four"), 2, 3)
    for name in ("seat", "legal", "observation", "done", "returns", "scores", "lengths", "winners", "seeds"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[0] = 1


def test_without_again_games_stay_over_until_they_are_reset() -> None:
    rules = loaded("leduc")
    batch = sr.batch(rules, 2, 6, seeds=[5, 6, 7, 8, 9, 10], again=False)
    for step in range(200):
        batch.step(np.array(_random_actions(batch, step)))
    assert (batch.seat == -1).all()
    assert not batch.legal.any()
    assert not batch.done.any()
    assert batch.game(3).decision is None
    assert_same(batch, [batch.game(index) for index in range(6)])
    batch.reset(seeds=40, games=np.array([True, False, True, False, False, False]))
    assert batch.seeds.tolist() == [40, 6, 42, 8, 9, 10]
    assert (batch.seat == [0, -1, 0, -1, -1, -1]).all()
    batch.reset()
    assert batch.seeds.tolist() == [46, 12, 48, 14, 15, 16]
    assert_same(batch, [sr.new_game(rules, 2, seed) for seed in batch.seeds.tolist()])
    with pytest.raises(sr.SetupError, match="an array of 6 bools"):
        batch.reset(games=np.array([1, 0, 1, 0, 0, 0]))


def test_a_step_can_be_for_some_games() -> None:
    rules = loaded("summer")
    batch = sr.batch(rules, 2, 4)
    some = np.array([True, False, True, False])
    for step in range(5):
        batch.step(np.where(some, _random_actions(batch, step), 9999), games=some)
    games = [batch.game(index) for index in range(4)]
    assert [game.decisions for game in games] == [5, 0, 5, 0]
    assert_same(batch, games)
    with pytest.raises(sr.AnswerError, match=r"^game 2, action 9999: "):
        batch.step(np.array([_random_actions(batch, 1)[0], 9999, 9999, 9999]), games=some)
    with pytest.raises(sr.SetupError, match="an array of 4 bools"):
        batch.step(np.array(_random_actions(batch, 1)), games=np.array([True]))


@pytest.mark.parametrize("name", ["summer", "hedgerows", "leduc"])
def test_recorded_answers_become_actions(name: str) -> None:
    """The games that random bots play in the telling form, again in a batch."""
    rules = loaded(name)
    telling = rules.telling(2)
    assert telling is not None
    recorded = [telling.answers(seed, [(0, 0)] * 2) for seed in range(3)]
    batch = sr.batch(rules, 2, 3, again=False)
    for step in range(max(map(len, recorded))):
        going = np.array([step < len(answers) for answers in recorded])
        answers = np.array([answers[step] if step < len(answers) else 0 for answers in recorded])
        batch.step(batch.actions_of(answers, going), going)
    games = [batch.game(index) for index in range(3)]
    assert all(game.decision is None for game in games)
    assert [game.decisions for game in games] == [len(answers) for answers in recorded]
    batch.reset(seeds=0)
    with pytest.raises(sr.SetupError, match="game 1 does not offer the answer 9999"):
        batch.actions_of(np.array([recorded[0][0], 9999, recorded[2][0]]))


def test_each_game_can_be_observed_by_another_seat() -> None:
    batch = sr.batch(loaded("summer"), 2, 4)
    both = [batch.observe(0), batch.observe(1)]
    mixed = batch.observe(np.array([1, 0, 0, 1]))
    assert (mixed == np.stack([both[seat][index] for index, seat in enumerate([1, 0, 0, 1])])).all()
    with pytest.raises(sr.SetupError, match="the seats are 0 to 1"):
        batch.observe(np.array([0, 0, 0, 2]))


def test_a_game_of_a_batch_can_be_looked_at() -> None:
    batch = sr.batch(loaded("summer"), 2, 3, seeds=9)
    for step in range(150):
        batch.step(np.array(_random_actions(batch, step)))
    for index in range(3):
        game = batch.game(index)
        assert game.seed == batch.seeds[index]
        assert game.svg(0).startswith("<svg")
    assert_same(batch, [batch.game(index) for index in range(3)])
    with pytest.raises(sr.SetupError, match="the games of the batch are 0 to 2"):
        batch.game(3)


def test_without_observing_only_the_legal_actions_are_written() -> None:
    batch = sr.batch(loaded("connect_four"), 2, 3, observing=False)
    batch.step(np.array(_random_actions(batch, 1)))
    assert not batch.observation.any()
    assert batch.legal.any()
    assert batch.observe(1).any()


def test_returns_are_zero_in_sum_unless_everybody_plays_together() -> None:
    assert returns_of(loaded("connect_four"), 2) == [[0, 0], [1, -1], [-1, 1], [0, 0]]
    three = returns_of(loaded("summer"), 3)
    assert three[0b010] == [-0.5, 1, -0.5]
    assert three[0b011] == [0.25, 0.25, -0.5]
    assert returns_of(loaded("solo"), 1) == [[-1], [1]]
    assert returns_of(loaded("fellowship"), 2)[0b11] == [1, 1]
