"""Rulesets of Solenia with day and night, wood and stone, wheat and water exchanged play the same game by index."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import solenia_rules as sr
from tests.playing import Seated, every_seating, fewest_seatings, resolved, stands_apart

ROOT = Path(__file__).parents[2]

EXCHANGED = {"day": "night", "wood": "stone", "wheat": "water"}
EXCHANGED |= {other: one for one, other in EXCHANGED.items()}
WORDS = re.compile(rf"(?<![a-z])(?:{'|'.join(EXCHANGED)})(?![a-z])")


def exchanged(text: str) -> str:
    """The text with every such word exchanged, also inside ids such as `night_www`; nothing changes its place."""
    return WORDS.sub(lambda found: EXCHANGED[found.group()], text)


def mirrored(name: str, folder: Path) -> sr.Ruleset:
    """The ruleset and all below it with the words exchanged, as files of their own beside each other."""
    files = [Path(source.name) for source in resolved(name).sources]
    for file in files:
        text = exchanged((ROOT / file).read_text("utf-8"))
        text = re.sub(r'^(ruleset|extends)( *= )"([a-z_]+)"', r'\1\2"mirrored_\3"', text, flags=re.M)
        apart = file.parent.name != "rulesets"
        path = folder / f"mirrored_{file.parent.name}" / file.name if apart else folder / f"mirrored_{file.name}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    single = folder / f"mirrored_{name}.toml"
    return sr.load(str(single if single.exists() else folder / f"mirrored_{name}"))


def play_mirrored(rules: sr.Ruleset, mirrored: sr.Ruleset, seats: int, seed: int) -> None:
    """Answers by index; everything that can be seen is the same but for the words."""
    rng = random.Random(seed)
    game, other = sr.new_game(rules, seats=seats, seed=seed), sr.new_game(mirrored, seats=seats, seed=seed)
    while game.decision is not None and other.decision is not None:
        assert game.decision.seat == other.decision.seat
        assert [exchanged(option.id) for option in game.decision.options] == [o.id for o in other.decision.options]
        if game.decisions % 7 == 0:
            assert seen(exchanged(json.dumps(game.full_view()))) == seen(json.dumps(other.full_view()))
        index = rng.randrange(len(game.decision.options))
        game, other = game.choose(index), other.choose(index)
    assert game.decision is other.decision is None
    assert seen(exchanged(json.dumps(game.full_view()))) == seen(json.dumps(other.full_view()))
    assert (game.scores, game.winners, game.decisions) == (other.scores, other.winners, other.decisions)
    assert [event.kind for event in game.log] == [event.kind for event in other.log]


def seen(view: str) -> dict[str, object]:
    """A view without the name of its ruleset."""
    return {key: value for key, value in json.loads(view).items() if key != "ruleset"}


def solenian() -> list[Seated]:
    """All seatings of rulesets that stand on the same base as summer, wherever they stand."""
    base = resolved("summer").sources[0].name
    return [seated for seated in every_seating() if resolved(seated.name).sources[0].name == base]


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, id=str(table), marks=[] if table in fewest_seatings() else [pytest.mark.thorough])
        for table in solenian()
        if not stands_apart(table.name)
    ],
)
def test_a_ruleset_with_its_words_exchanged_plays_the_same_game_by_index(table: Seated, tmp_path: Path) -> None:
    play_mirrored(table.rules, mirrored(table.name, tmp_path), table.seats, seed=table.seats)


def test_a_word_that_was_not_exchanged_shows(tmp_path: Path) -> None:
    mirrored("summer", tmp_path)
    path = tmp_path / "mirrored_summer.toml"
    text = path.read_text("utf-8")
    wrong = text.replace("bonus = 'gain 1 stone'", "bonus = 'gain 1 wood'")
    assert wrong != text
    path.write_text(wrong, "utf-8")
    with pytest.raises(AssertionError):
        play_mirrored(sr.load("summer"), sr.load(str(path)), 2, seed=1)
