"""A game saved at any decision comes back in any process; what was cut, edited or belongs to other rules does not."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.api import saves
from solenia_rules.api.game import Game
from tests.playing import Seated, last, loaded, playable, positions, some_positions, state_of
from tests.sampling import sampled

ROOT = Path(__file__).parent.parent.parent
RESTORE = """
import json, sys
import solenia_rules as sr
made = []
for text in json.loads(sys.stdin.read()):
    game = sr.restore(text)
    again = game.dump()
    while game.decision is not None:
        game = game.choose(sr.random_answer(game))
    made.append([again, game.dump()])
print(json.dumps(made))
"""
Edit = Callable[[dict[str, object]], None]


def assert_comes_back(game: Game) -> None:
    """Restored it is the same position, asked the same, with the same past, and saves as the same text."""
    text = game.dump()
    again = sr.restore(text)
    assert state_of(again) == state_of(game)
    assert again.answers == game.answers
    assert [str(event) for event in again.log] == [str(event) for event in game.log]
    for seat in (None, *range(game.seats)):
        assert again.view(seat) == game.view(seat)
    assert again.dump() == text


def in_the_middle(seated: Seated, kind: str, seed: int) -> Game:
    """A position between two decisions of one kind, by the same seat, without anything else asked in between."""
    for start in range(seed, seed + 50):
        before = None
        for game in positions(seated.new(start)):
            if before is not None and game.decision is not None and game.decision.kind == before.kind == kind:
                if game.decision.place == before.place and game.decision.seat == before.seat:
                    return game
            before = game.decision
    raise AssertionError(f"no two decisions of kind {kind} in a row")


@pytest.mark.parametrize("name", sampled(playable(), 3))
def test_a_save_comes_back(name: str) -> None:
    seated = Seated(name, loaded(name).seats[-1])
    assert_comes_back(some_positions(seated, 41, 1)[1])


@pytest.mark.parametrize(("name", "kind"), [("summer", "pay"), ("day_and_night", "pick")])
def test_a_save_in_the_middle_of_a_payment_or_between_two_picks_comes_back(name: str, kind: str) -> None:
    assert_comes_back(in_the_middle(Seated(name, 2), kind, 1))


@pytest.mark.parametrize("name", sampled(playable(), 2))
def test_saves_come_back_in_another_process(name: str) -> None:
    assert_restored_elsewhere(some_positions(Seated(name, loaded(name).seats[0]), 42, 1)[1:2])


def test_a_save_in_the_middle_of_a_payment_comes_back_in_another_process() -> None:
    assert_restored_elsewhere([in_the_middle(Seated("summer", 2), "pay", 7)])


def assert_restored_elsewhere(games: list[Game]) -> None:
    sent = json.dumps([game.dump() for game in games])
    done = subprocess.run(
        [sys.executable, "-c", RESTORE], input=sent, cwd=ROOT, capture_output=True, text=True, check=True, timeout=600
    )
    assert json.loads(done.stdout) == [[game.dump(), last(game).dump()] for game in games]


@pytest.mark.thorough
def test_a_save_at_every_decision_comes_back(seated: Seated) -> None:
    found = list(positions(seated.new(43)))
    for game in found if len(found) < 300 else random.Random(1).sample(found, 100):
        assert_comes_back(game)


@pytest.mark.thorough
def test_saves_at_many_decisions_come_back_in_another_process(seated: Seated) -> None:
    assert_restored_elsewhere(some_positions(seated, 44, 15))


def test_replay_gives_every_position() -> None:
    end = last(Seated("summer", 2).new(1))
    found = sr.replay(end.dump())
    assert [state_of(game) for game in found] == [state_of(game) for game in positions(Seated("summer", 2).new(1))]


# ---- what is refused -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved() -> str:
    return some_positions(Seated("summer", 2), 45, 3)[1].dump()


def forged(text: str, edit: Edit) -> str:
    """An edited save whose checksum fits again."""
    made = json.loads(text)
    edit(made)
    made.pop("checksum", None)
    plain = json.dumps(made, sort_keys=True, ensure_ascii=True)
    return json.dumps({**made, "checksum": hashlib.sha256(plain.encode()).hexdigest()})


def assert_refused(text: object) -> str:
    restore: Callable[[object], Game] = sr.restore  # type: ignore[assignment]
    with pytest.raises(sr.SaveError) as caught:
        restore(text)
    return str(caught.value)


@settings(max_examples=30, deadline=None)
@given(share=st.floats(0, 1, exclude_max=True))
def test_a_save_cut_off_anywhere_is_refused(saved: str, share: float) -> None:
    assert_refused(saved[: int(len(saved) * share)])


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_save_with_any_character_changed_is_refused(saved: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(saved) - 2))
    other = data.draw(st.characters(codec="utf-8").filter(lambda c: c != saved[place]))
    edited = saved[:place] + other + saved[place + 1 :]
    try:
        same = json.loads(edited) == json.loads(saved)
    except ValueError:
        same = False
    if not same:
        assert_refused(edited)


def put(key: str, value: object) -> Edit:
    return lambda made: made.update({key: value})


def other_answer(made: dict[str, object]) -> None:
    answers = made["answers"]
    assert isinstance(answers, list)
    answers[-1] = "no such answer"


def one_answer_less(made: dict[str, object]) -> None:
    answers = made["answers"]
    assert isinstance(answers, list)
    answers.pop()


def richer(made: dict[str, object]) -> None:
    position = made["position"]
    assert isinstance(position, dict)
    position["counters"]["star"] = [99, 0]


def misspelt(made: dict[str, object]) -> None:
    made["rules"] = str(made["rules"]).replace("pay voyage(cell)", "pay voyages(cell)")


def other_rules(made: dict[str, object]) -> None:
    made["rules"] = loaded("winter").text()


def other_rules_and_digest(made: dict[str, object]) -> None:
    made.update(rules=loaded("winter").text(), digest=loaded("winter").digest)


EDITS: dict[str, Edit] = {
    "another answer": other_answer,
    "one answer less": one_answer_less,
    "more points": richer,
    "broken rules": misspelt,
    "other rules": other_rules,
    "other rules and their digest": other_rules_and_digest,
    "another name": put("ruleset", "winter"),
    "another seed": put("seed", 46),
    "seats that are no number": put("seats", "2"),
    "too many seats": put("seats", 9),
    "seats as a truth": put("seats", True),
    "a negative seed": put("seed", -1),
    "a huge seed": put("seed", 1 << 70),
    "a seed with a point": put("seed", 45.0),
    "answers that are no list": put("answers", "play"),
    "answers that are no texts": put("answers", [0, 0, 0]),
    "answers out of bounds": put("answers", ["x" * 100_000]),
    "rules that are no text": put("rules", {"a": 1}),
    "rules with half a character": put("rules", "\ud800"),
    "rules too long": put("rules", "# " + "x" * 2_000_000),
    "another format": put("solenia_save", 2),
    "one key more": put("more", 1),
    "one key less": lambda made: made.__delitem__("seed"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_save_is_refused_even_if_its_checksum_fits(name: str, saved: str) -> None:
    assert "Traceback" not in assert_refused(forged(saved, EDITS[name]))


def test_an_edited_save_is_refused_by_its_checksum(saved: str) -> None:
    made = json.loads(saved)
    richer(made)
    assert "checksum" in assert_refused(json.dumps(made))


def test_what_is_no_save_is_refused() -> None:
    for text in (None, 7, b"{}", "", "{}", "[]", "null", "[" * 100_000, '{"solenia_save": 1}', "9" * 10_000, "\ud800"):
        assert_refused(text)


def test_an_imagined_game_cannot_be_saved() -> None:
    with pytest.raises(sr.SaveError):
        Seated("summer", 2).new(1).resample(0, 1).dump()


# ---- planted faults --------------------------------------------------------------------------------


def test_a_forged_save_that_fits_is_no_test_of_its_own(saved: str) -> None:
    assert sr.restore(forged(saved, lambda made: None)).dump() == sr.restore(saved).dump()


def test_a_reader_without_checks_is_caught(saved: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "_checksum", lambda made: made.get("checksum"))
    monkeypatch.setattr(Game, "full_view", lambda self: json.loads(saved)["position"])
    made = json.loads(saved)
    made["seed"] = 45
    one_answer_less(made)
    with pytest.raises(pytest.fail.Exception):
        assert_refused(json.dumps(made))


def test_a_save_that_forgets_an_answer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.dump

    def forgetful(game: Game) -> str:
        return forged(honest(game), lambda made: made.update(position=before, answers=game.answers[:-1]))

    game = some_positions(Seated("summer", 2), 45, 3)[1]
    before = sr.replay(game.dump())[-2].full_view()
    monkeypatch.setattr(Game, "dump", forgetful)
    with pytest.raises(AssertionError):
        assert_comes_back(game)
