"""The vector environment of Gymnasium on batches."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules import fast

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
adapter = pytest.importorskip("solenia_rules.adapters.gymnasium")
pytestmark = pytest.mark.skipif(not fast.available(), reason="machine code is not available")


def _random(infos: dict[str, object], seed: int) -> object:
    mask = infos["action_mask"]
    return ((1 + np.random.default_rng(seed).random(mask.shape)) * mask).argmax(1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_games_begin_again_in_the_same_step(seat: int | None) -> None:
    env = adapter.make_vec("connect_four", 8, seat=seat)
    seen, infos = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    ended = 0
    for step in range(60):
        seats = infos["seat"].copy()
        assert seat is None or (seats == seat).all()
        seen, rewards, over, cut, infos = env.step(_random(infos, step))
        assert env.observation_space.contains(seen)
        assert not cut.any()
        assert infos["action_mask"].any(1).all()
        assert (rewards[~over] == 0).all()
        if over.any():
            ended += int(over.sum())
            assert (infos["_final_obs"] == over).all()
            assert (rewards[over] == infos["returns"][over, seats[over]]).all()
            assert (infos["final_obs"][over, 1] == 1).all(), "the second number says that the game is over"
            assert (infos["final_obs"][over, 0] == seats[over]).all()
    assert ended > 8


def test_opponents_can_be_a_function() -> None:
    asked = []

    def lowest(seen: object, legal: object, seats: object) -> object:
        asked.append(set(seats[legal.any(1)].tolist()))  # type: ignore[index, attr-defined]
        return legal.argmax(1)  # type: ignore[attr-defined]

    env = adapter.make_vec("summer", 4, 3, seat=2, opponents=lowest)
    _seen, infos = env.reset(seed=1)
    for step in range(20):
        assert (infos["seat"] == 2).all()
        *_rest, infos = env.step(_random(infos, step))
    assert set().union(*asked) == {0, 1, 2}


def test_the_same_seed_gives_the_same_games() -> None:
    runs = []
    for _ in range(2):
        env = adapter.make_vec("leduc", 5, seat=1, render_mode="svg")
        _seen, infos = env.reset(seed=9)
        for step in range(30):
            seen, *_rest, infos = env.step(_random(infos, step))
        runs.append((seen.tolist(), [env.game(index).answers for index in range(5)]))
    assert runs[0] == runs[1]
    assert all(picture.startswith("<svg") for picture in env.render())


def test_wrong_requests_are_refused() -> None:
    for wrong in ({"seat": 2}, {"opponents": "clever"}, {"render_mode": "human"}, {"seats": 3}):
        with pytest.raises(sr.SetupError):
            adapter.make_vec("connect_four", 2, **wrong)
