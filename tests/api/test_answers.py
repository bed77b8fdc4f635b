"""What may be answered is taken, everything else is refused, and neither changes the game that was asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.api.decision import Asker, Decision
from solenia_rules.api.game import Game
from solenia_rules.api.options import Option, Position
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import RawEvent
from tests.playing import Seated, last, some_positions, state_of

UNREADABLE: tuple[object, ...] = (
    None,
    1.0,
    True,
    False,
    b"play",
    "",
    "x" * 201,
    "x" * 10_000_000,
    "two\nlines",
    "\x00",
    "\ud800",
    [],
    {},
    object(),
)
ILLEGAL = (-1, 10**30, 1_000_000, "no such option", "ＰＬＡＹ")


def assert_orderly(game: Game) -> None:
    """Something to answer unless the game is over, every id once, in order of declaration."""
    if game.decision is None:
        assert game.view(None)["over"]
        return
    assert not game.winners
    options = game.decision.options
    assert len(options) >= 2, "a single option is answered by the engine"
    ids = [option.id for option in options]
    assert len(set(ids)) == len(ids)
    values = [option.value for option in options]
    assert values == sorted(set(values))
    assert all(option.label and option.text("fr") and option.text("pl") for option in options)


def assert_all_apply(game: Game) -> None:
    """Every option can be given as itself, by its id and by its index, to the same end; the game asked stays."""
    if game.decision is None:
        return
    before = state_of(game)[:]
    for index, option in enumerate(game.decision.options):
        after = game.choose(option)
        assert state_of(game.choose(option.id)) == state_of(game.choose(index)) == state_of(after)
        assert after.decisions == game.decisions + 1
        assert after.answers == (*game.answers, option.id)
        assert state_of(game) == before, "answering changed the game that was asked"


def assert_refused(game: Game, answer: object, error: type[sr.AnswerError]) -> None:
    before = state_of(game)[:]
    choose: Callable[[object], Game] = game.choose  # type: ignore[assignment]
    with pytest.raises(sr.AnswerError) as caught:
        choose(answer)
    assert type(caught.value) is error, f"{caught.value!r} for {str(answer)[:50]!r}"
    assert len(str(caught.value)) < 2_000
    assert state_of(game) == before


def assert_others_are_refused(game: Game, elsewhere: Option) -> None:
    """Whatever is no answer of this decision, among it an option of another game."""
    decision = game.decision
    if decision is None:
        for answer in (0, elsewhere, elsewhere.id):
            assert_refused(game, answer, sr.StaleAnswer)
        return
    dump = game.dump()
    for unreadable in UNREADABLE:
        assert_refused(game, unreadable, sr.UnreadableAnswer)
    for illegal in (*ILLEGAL, len(decision.options), *mutated(decision.options)):
        assert_refused(game, illegal, sr.IllegalAnswer)
    assert_refused(game, elsewhere, sr.StaleAnswer)
    assert_refused(game.choose(0), decision.options[0], sr.StaleAnswer)
    assert_refused(game, forged(decision.options[0], "", len(decision.options) + 1000), sr.IllegalAnswer)
    assert_refused(game, forged(decision.options[0], "forged", 0), sr.IllegalAnswer)
    assert game.dump() == dump


def first_option(game: Game) -> Option:
    assert game.decision is not None
    return game.decision.options[0]


def test_options_are_there_once_each_and_in_order(seated: Seated) -> None:
    for game in some_positions(seated, 3, 40):
        assert_orderly(game)


def test_every_option_applies_and_leaves_the_game_as_it_was(seated: Seated) -> None:
    for game in some_positions(seated, 4, 3):
        assert_all_apply(game)


def test_everything_else_is_refused_and_leaves_the_game_as_it_was(seated: Seated) -> None:
    """At the start and at the end of a game, where the reasons of refusals are soon found."""
    start = seated.new(5)
    for game in (start, last(start)):
        assert_others_are_refused(game, first_option(seated.new(99)))


@pytest.mark.thorough
def test_all_of_it_holds_in_many_positions(seated: Seated) -> None:
    for game in some_positions(seated, 6, 10):
        assert_orderly(game)
        assert_all_apply(game)
        assert_others_are_refused(game, first_option(seated.new(99)))


def mutated(options: tuple[Option, ...]) -> list[str]:
    """Texts close to ids that are none."""
    ids = {option.id for option in options}
    first = options[0].id
    return sorted(
        {first + " ", " " + first, first[:-1], first + "x", first.upper(), first + "#9", "x=" + first} - ids - {""}
    )


def test_an_option_of_another_ruleset_is_stale() -> None:
    winter = Seated("winter", 2).new(1).decision
    assert winter is not None
    assert_refused(Seated("summer", 2).new(1), winter.options[0], sr.StaleAnswer)


@pytest.fixture(scope="module")
def midgame() -> Game:
    return some_positions(Seated("summer", 2), 6, 20)[10]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    answer=st.one_of(st.text(), st.integers(), st.binary(), st.floats(), st.booleans(), st.none(), st.tuples(st.text()))
)
def test_no_value_gets_past(midgame: Game, answer: object) -> None:
    assert midgame.decision is not None
    if type(answer) is int and 0 <= answer < len(midgame.decision.options):
        return
    before = state_of(midgame)[:]
    choose: Callable[[object], Game] = midgame.choose  # type: ignore[assignment]
    with pytest.raises(sr.AnswerError):
        choose(answer)
    assert state_of(midgame) == before


def test_a_game_that_is_over_asks_nothing() -> None:
    game = last(Seated("summer", 2).new(1))
    with pytest.raises(sr.StaleAnswer):
        sr.random_answer(game)
    assert_orderly(game)


# ---- planted faults --------------------------------------------------------------------------------


def test_an_engine_that_answers_in_place_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = EmittingExecutor.answer

    def in_place(self: EmittingExecutor, s: list[int], choice: int) -> tuple[list[int], tuple[RawEvent, ...]]:
        made, events = honest(self, s, choice)
        s[:] = made
        return s, events

    game = Seated("summer", 2).new(1)
    monkeypatch.setattr(EmittingExecutor, "answer", in_place)
    with pytest.raises((AssertionError, KeyError, sr.AnswerError)):
        assert_all_apply(game)


def forged(option: Option, ident: str, value: int) -> Option:
    """The option with another id or value."""
    return evolve(option, named=evolve(option._named, id=ident or option.id, value=value))


@pytest.mark.parametrize("fault", ["twice", "reversed", "alone"])
def test_disorderly_options_are_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Asker.decision

    def faulty(self: Asker, s: list[int], key: Position | None) -> Decision | None:
        found = honest(self, s, key)
        if found is None:
            return None
        named = found._offer.named
        wrong = {"twice": (*named, named[-1]), "reversed": named[::-1], "alone": named[:1]}[fault]
        return evolve(found, offer=evolve(found._offer, named=wrong))

    monkeypatch.setattr(Asker, "decision", faulty)
    with pytest.raises(AssertionError):
        assert_orderly(Seated("summer", 2).new(1))


def test_a_game_that_takes_anything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Seated("summer", 2).new(1)
    assert game.decision is not None
    first = game.decision.options[0]
    monkeypatch.setattr(Game, "_named", lambda self, answer: first._named)
    with pytest.raises(pytest.fail.Exception):
        assert_refused(game, -1, sr.IllegalAnswer)


def test_equal_dice_are_one_answer_only_if_they_show_the_same() -> None:
    rules = sr.load(str(Path(__file__).parents[1] / "games" / "dice_draft.toml"))
    for seed in range(20):
        game = sr.new_game(rules, seats=2, seed=seed)
        assert game.decision is not None
        view = json.loads(json.dumps(game.view(0)))
        shown = [piece["shows"] for piece in view["zones"]["pool"]["pieces"]]
        assert sorted(shown) == sorted(view["dice"]["white"])
        options = game.decision.options
        assert len(options) == len(set(shown))
        assert {game.choose(option).scores[0] for option in options} == set(shown)


def stopping(name: str, lang: str) -> set[str]:
    """The texts of the options to stop of a ruleset."""
    rules = sr.load(name)
    asker = rules.services(rules.seats[0]).asker
    specs = [spec for spec in asker.program.outline.specs if spec.done]
    return {asker.option(spec, asker.inventory.domain_count(spec.domain), 0).text(lang) for spec in specs}


def test_a_ruleset_has_its_own_words_for_the_option_to_stop() -> None:
    assert [stopping("go", lang) for lang in ("en", "fr", "pl")] == [{"pass"}, {"passer"}, {"pasuj"}]
    assert stopping("hedgerows", "fr") == {"assez"}
    assert stopping("gin_rummy", "en") == {"done"}
    assert sr.load("gin_rummy").services(2).asker.words.word("done", "fr") == "fini"  # the words of its state
    assert stopping("gin_rummy", "fr") == {"assez"}
