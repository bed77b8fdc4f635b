"""Views cost about as much as they are large, and say the same however they are come by."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.api.events import Teller
from solenia_rules.api.game import Game
from solenia_rules.play.events import RawEvent, witnessed
from tests.playing import Seated, last, loaded, positions, services_of, some_positions


def told_at_once(game: Game, seat: int | None, lang: str) -> list[str]:
    """The log of a seat, worked out from the first event to the last in one go."""
    table = services_of(game)
    raws = [raw for _state, news in Course.of(game).line for raw in news]
    seen = witnessed(table.executor.program, table.viewer.sight, table.beginning, raws)
    return [line.text for _index, line in table.teller.lines_for(seen, seat, lang, first=True)]


def test_a_log_put_together_answer_by_answer_is_the_whole_log(seated: Seated) -> None:
    for game in some_positions(seated, 71, 4):
        for seat, lang in ((None, "en"), (0, "fr"), (seated.seats - 1, "pl")):
            assert game.log_for(seat, lang) == told_at_once(game, seat, lang)


def test_the_rest_of_a_log_follows_what_was_told_before(seated: Seated) -> None:
    games = some_positions(seated, 75, 4)
    for game in games:
        for seat, lang in ((None, "en"), (0, "fr"), (seated.seats - 1, "pl")):
            whole = game.told_to(seat, lang)
            for number in (0, 1, len(whole) // 2, len(whole) - 1, len(whole), len(whole) + 5):
                assert game.log_since(number, seat, lang) == whole[number:]


def test_a_view_without_the_log_is_the_rest_of_the_view() -> None:
    game = some_positions(Seated("summer", 2), 76, 3)[1]
    whole = game.view(0)
    assert whole.pop("log") == game.log_for(0)
    assert game.view(0, log=False) == whole


def test_events_found_later_are_those_found_at_once(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """After many answers a game runs without a log, and finds the events of an answer when somebody asks."""
    monkeypatch.setattr("solenia_rules.api.services.EAGER", 1_000_000)
    *_before, eager = positions(seated.new(77))
    monkeypatch.setattr("solenia_rules.api.services.EAGER", 0)
    game = seated.new(77)
    for answer in eager.answers:
        game = game.choose(answer)
        assert game._given_news is None
    assert game.full_view() == eager.full_view()
    assert [*map(str, game.log)] == [*map(str, eager.log)]
    assert game.dump() == eager.dump()


def test_an_imagined_game_tells_its_whole_log() -> None:
    game = some_positions(Seated("day_and_night", 2), 72, 3)[1]
    imagined = game.resample(0, 1)
    assert imagined.log_for(0) == told_at_once(imagined, 0, "en") == game.log_for(0)


def test_what_was_handed_out_can_be_changed_without_harm() -> None:
    game = some_positions(Seated("summer", 2), 73, 3)[1]
    before = json.dumps(game.view(0))
    view = game.view(0)
    for part in view.values():
        if isinstance(part, list | dict):
            part.clear()
    game.log_for(0).clear()
    assert json.dumps(game.view(0)) == before


def said(monkeypatch: pytest.MonkeyPatch) -> list[RawEvent]:
    """Every event that is put into words from now on."""
    found: list[RawEvent] = []
    honest = Teller.say

    def counting(self: Teller, raw: RawEvent, lang: str, known: bool) -> str:
        found.append(raw)
        return honest(self, raw, lang, known)

    monkeypatch.setattr(Teller, "say", counting)
    return found


def watched(seated: Seated, seed: int) -> Iterator[Game]:
    for game in positions(seated.new(seed), 150):
        game.view(0)
        game.view(None)
        yield game


def test_a_view_after_every_answer_says_every_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = said(monkeypatch)
    *_others, last = watched(Seated("summer", 2), 74)
    assert 0 < len(found) <= 2 * len(last.log)


def test_a_log_told_anew_for_every_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "log_for", lambda self, seat, lang="en": told_at_once(self, seat, lang))
    found = said(monkeypatch)
    *_others, last = watched(Seated("summer", 2), 74)
    assert len(found) > 10 * len(last.log)


def test_what_is_shown_to_all_seats_is_not_shown_to_spectators() -> None:
    ends = (last(sr.new_game(loaded("leduc"), 2, seed)) for seed in range(20))
    end = next(game for game in ends if any(event.kind == "shown" for event in game.log))
    views = {seat: json.loads(json.dumps(end.view(seat))) for seat in (0, 1, None)}
    hands = {seat: [hand["pieces"] for hand in view["zones"]["hand"]] for seat, view in views.items()}
    assert hands[0] == hands[1]
    assert all(hands[0])
    assert hands[None] == [None, None]
    counted = {seat: [line.kind for line in end.told_to(seat)].count("shown") for seat in hands}
    assert counted[0] == counted[1] > 0
    assert counted[None] == 0
