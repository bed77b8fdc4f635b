"""Learnt policies: files of numbers that play a seat, and files that are refused."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.ladder import LADDER, rungs_with
from solenia_rules.tools.lab.roster import bot_maker
from tests.playing import loaded

np = pytest.importorskip("numpy")
policies = pytest.importorskip("solenia_rules.tools.lab.policies")


def _policy(name: str, seed: int = 1) -> object:
    """A network with random weights."""
    rules, chance = loaded(name), np.random.default_rng(seed)
    numbers = rules.observation(2)
    words = [(index, value) for index, one in enumerate(numbers) if one.sort != "number" for value in range(-1, 3)]
    amounts = [index for index, one in enumerate(numbers) if one.sort == "number"]
    widths = [len(words) + len(amounts), 8, len(rules.actions(2))]
    layers = [
        (chance.normal(size=(a, b)).astype(np.float32), chance.normal(size=b).astype(np.float32))
        for a, b in pairwise(widths)
    ]
    ones = np.ones(len(amounts), np.float32)
    encoder = policies.Encoder(np.array(words, np.int32), np.array(amounts, np.int32), ones * 0, ones * 9)
    return policies.Policy(name, 2, policies.tables_of(rules, 2), encoder, tuple(layers))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "crab_pots.npz"
    _policy("crab_pots").save(path)  # type: ignore[attr-defined]
    return path


def test_a_policy_is_the_same_after_it_is_read(file: Path) -> None:
    made, read = _policy("crab_pots"), policies.read_policy(file)
    rules = loaded("crab_pots")
    game = sr.new_game(rules, 2, 3)
    seen = np.array([rules.observation(2).of(game, 0)], np.int32)
    assert (made.scores(seen) == read.scores(seen)).all()  # type: ignore[attr-defined]
    legal = np.frombuffer(rules.actions(2).mask(game), np.int8)[None] == 1
    assert legal[0, read.choose(seen, legal)[0]]


def test_every_value_of_a_word_has_its_column() -> None:
    ones = np.ones(1, np.float32)
    encoder = policies.Encoder(np.array([[0, -1], [0, 4], [2, 1]], np.int32), np.array([1], np.int32), ones, ones * 2)
    seen = np.array([[-1, 5, 1], [4, 1, 0], [7, -3, 1]], np.int32)
    assert encoder.encode(seen).tolist() == [[1, 0, 1, 2], [0, 1, 0, 0], [0, 0, 1, -2]]


def test_it_plays_in_sim_and_at_the_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = f"learnt:{file},random"
    told = []
    for _ in range(2):
        assert main(["sim", "crab_pots", "--games", "12", "--bots", bots, "--jobs", "1"]) == 0
        told.append(capsys.readouterr().out)
    assert f"learnt:{file}" in told[0]
    assert told[0] == told[1]
    assert main(["play", "crab_pots", "--seats", bots, "--seed", "1", "--quiet"]) == 0


def test_it_stands_at_the_strong_end_of_the_ladder() -> None:
    assert rungs_with(["learnt:a.npz", "greedy", "learnt:a.npz"]) == (*LADDER, "learnt:a.npz")
    assert rungs_with(["greedy"]) == LADDER


def test_a_policy_for_other_rules_or_seats_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = policies.read_policy(file)
    with pytest.raises(LabError, match="learnt for 2 seats of crab_pots, not for 3"):
        policy.fit(loaded("crab_pots"), 3)
    with pytest.raises(LabError, match="the actions or the observations of candle are others: learn it again"):
        policy.fit(loaded("candle"), 2)
    assert main(["sim", "candle", "--games", "2", "--bots", f"learnt:{file},random", "--jobs", "1"]) != 0
    assert "cannot play: this policy was learnt for crab_pots" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "array"), [("amounts", 9999), ("columns", 9999), ("weights_1", 5)])
def test_a_policy_that_reads_or_answers_what_is_not_there_is_refused(file: Path, name: str, array: int) -> None:
    with np.load(file) as read:
        changed = read[name].copy()
        biases = read["biases_1"]
    if name == "weights_1":
        made = _with(file, weights_1=changed[:, :array], biases_1=biases[:array])
    else:
        changed.flat[0] = array
        made = _with(file, **{name: changed})
    with pytest.raises(LabError, match="does not fit the"):
        policies.read_policy(made).fit(loaded("crab_pots"), 2)


def _with(file: Path, **changed: object) -> Path:
    """The same file with other arrays; None leaves one out."""
    with np.load(file) as read:
        arrays = {name: read[name] for name in read.files} | changed
    np.savez(file, **{name: array for name, array in arrays.items() if array is not None})
    return file


def test_files_that_are_no_policy_are_refused(file: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.npz"
    text.write_text("not an archive")
    plain = tmp_path / "plain.npz"
    np.save(plain.open("wb"), np.zeros(3))
    pickled = tmp_path / "pickled.npz"
    np.savez(pickled, about=np.array([{"a": 1}], object))
    cut = tmp_path / "cut.npz"
    cut.write_bytes(file.read_bytes()[:-40])
    for path in (text, plain, pickled, cut):
        with pytest.raises(LabError, match="is no policy: it cannot be read as an archive of arrays"):
            bot_maker(f"learnt:{path}")
    with pytest.raises(LabError, match="there is no file"):
        bot_maker(f"learnt:{tmp_path / 'nowhere.npz'}")
    with pytest.raises(LabError, match="write learnt:FILE"):
        bot_maker("learnt:")


@pytest.mark.parametrize(
    ("name", "array", "problem"),
    [
        ("middle", None, "the array `middle` is missing"),
        ("about", np.frombuffer(b"{}", np.uint8), "does not say what it was learnt for"),
        ("about", np.frombuffer(json.dumps({"format": "other"}).encode(), np.uint8), "its format is not"),
        ("weights_1", np.zeros((3, 4), np.float32), "layer 1 does not fit"),
        ("biases_0", None, "layer 0 does not fit"),
        ("weights_0", None, "it has no layers"),
        ("biases_0", np.full(8, np.nan, np.float32), "some of its numbers are no numbers"),
        ("columns", np.zeros((4, 3), np.int32), "its input does not fit together"),
        ("amounts", np.array([-1], np.int32), "its input does not fit together"),
    ],
)
def test_broken_policies_are_refused(file: Path, name: str, array: object, problem: str) -> None:
    with pytest.raises(LabError, match=problem):
        policies.read_policy(_with(file, **{name: array}))
