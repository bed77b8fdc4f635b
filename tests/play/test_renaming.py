"""The engine knows no game: under other names every ruleset plays the same game."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

import solenia_rules as sr
from solenia_rules.api.decision import Asker, Decision
from solenia_rules.api.options import Position, offered
from solenia_rules.rules import keys
from tests.play.renaming import KEPT, difference, renamed
from tests.playing import Seated, loaded

FORMAT = frozenset(
    {*(key for section in keys.ENTRIES.values() for key in section), *keys.RECORD, *keys.FIELD, "line", "stack"}
)
"""Keys of entries, and the orders of zones: they stand in every ruleset."""


def assert_same_games(name: str, naming: int, seeds: range, seatings: int) -> None:
    """With so many numbers of seats, from the fewest on."""
    rules = loaded(name)
    other, _names = renamed(rules, naming)
    assert other.digest != rules.digest
    for seats in rules.seats[:seatings]:
        for seed in seeds:
            one, two = (sr.new_game(r, seats=seats, seed=seed) for r in (rules, other))
            assert difference(one, two) is None


def test_other_names_make_the_same_game(ruleset_name: str) -> None:
    assert_same_games(ruleset_name, 1, range(1), seatings=1)


@pytest.mark.thorough
@pytest.mark.parametrize("naming", range(2, 6))
def test_many_names_make_the_same_games(ruleset_name: str, naming: int) -> None:
    assert_same_games(ruleset_name, naming, range(10 * naming, 10 * naming + 10), seatings=9)


def test_every_id_gets_another_name(ruleset_name: str) -> None:
    rules = loaded(ruleset_name)
    other, names = renamed(rules, 1)
    world = rules.world
    declared = (world.kinds, world.counters, world.state, world.pieces, world.zones, world.cells, world.boards)
    programs = (world.verbs, world.queries, world.params, world.records)
    ids = {entry.id for part in (*declared, *programs) for entry in part}
    ids |= {word for kind in world.kinds for word in kind.words}
    assert ids - KEPT <= set(names)
    played = other.text()[: other.text().find("[words")] if "[words" in other.text() else other.text()
    texts = "\n".join(line for line in played.splitlines() if not re.match(r"(note|source|en|fr|pl) = ", line))
    left = {word for word in re.findall(r"[a-z][a-z0-9_]*", texts) if word in ids - KEPT}
    assert not left - FORMAT, "words of the format may look like ids, others may not"


def test_an_engine_that_sorts_options_by_spelling_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Asker.decision

    def by_spelling(self: Asker, s: list[int], key: Position | None) -> Decision | None:
        found = honest(self, s, key)
        if found is None:
            return None
        return evolve(found, offer=offered(sorted(found._offer.named, key=lambda named: named.id)))

    summer = Seated("summer", 2)
    other, _names = renamed(summer.rules, 1)
    assert difference(summer.new(1), sr.new_game(other, seats=2, seed=1)) is None
    monkeypatch.setattr(Asker, "decision", by_spelling)
    assert difference(summer.new(1), sr.new_game(other, seats=2, seed=1)) is not None


def test_an_engine_that_treats_one_word_specially_is_caught() -> None:
    summer = Seated("summer", 2)
    text = summer.rules.text()
    assert "repeat rounds" in text
    twisted = sr.load_text(text.replace("repeat rounds", "repeat rounds - 1"), "summer")
    assert difference(summer.new(1), sr.new_game(twisted, seats=2, seed=1)) is not None
