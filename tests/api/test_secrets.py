"""What a seat may not know reaches it in no way: not in its view, its options, its log or a refusal."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from pathlib import Path

import pytest
from attrs import evolve

import solenia_rules as sr
from solenia_rules.api import making
from solenia_rules.api.course import Course
from solenia_rules.api.events import Teller
from solenia_rules.api.game import Game
from solenia_rules.api.reason import Reason
from solenia_rules.api.reasons import Reasons
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.check.checking import check_world
from solenia_rules.checked.checked import Checked
from solenia_rules.core.layout import HEADER
from solenia_rules.play import reading
from solenia_rules.play.resample import Resampler
from solenia_rules.play.sight import Sight
from solenia_rules.play.views import Viewer
from solenia_rules.rules.records import World
from solenia_rules.text.codes import SECRETS
from solenia_rules.words.languages import LANGUAGES
from tests.api.card_games import ANSWERS, HIDDEN_POWER, ROUNDS, card_game, from_the_hand
from tests.play.test_properties import assert_pieces_kept
from tests.playing import Seated, last, positions, services_of, some_positions, state_of
from tests.sampling import BEGINNINGS_OR_WHOLE_GAMES, sampled

DUEL = """
ruleset = "duel"
language = 1
source = "ours"
seats = { range = [2, 3] }
title = { en = "Duel", fr = "Duel", pl = "Pojedynek" }

[kinds]
sign = { plural = "signs", words = ["rock", "paper", "shears"], source = "ours" }

[counters]
point = { per = ["seat"], plural = "points", score = true, source = "ours" }
grudge = { per = ["seat"], plural = "grudges", seen = "owner", source = "ours" }

[state]
laid = { kind = "sign?", per = "seat", source = "ours" }
mood = { kind = "number", per = "seat", seen = "owner", source = "ours" }

[pieces.card]
plural = "cards"
starts = "deck"
fields = { worth = "number", marks = { kind = "number", starts = 0 } }
source = "ours"

[zones]
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
heap = { of = "card", seen = "all", source = "ours" }

[cards]
one = { worth = 1, copies = 3, source = "ours" }
two = { worth = 2, copies = 3, source = "ours" }
three = { worth = 3, copies = 3, source = "ours" }
four = { worth = 4, copies = 3, source = "ours" }

[setup.deal]
source = "ours"
effect = 'shuffle deck; as seats { draw 3 from deck to my hand }'

[play.rounds]
source = "ours"
effect = '''
repeat 3 {
  together as seats { choose s in signs; choose c in my hand; set laid of me to s; move c to heap }
  as seats { phase turn { ponder } }
}
'''

[verbs.ponder]
source = "ours"
effect = '''
choose keep { gain 1 grudge; set mood of me to 2 } or mark { choose c in my hand; add 1 to marks of c }
if count(heap) > 3 { move heap to deck; shuffle deck }
draw 1 from deck to my hand
gain 1 point
'''

[result.winner]
source = "ours"
effect = 'win none'
"""
LEAKING = DUEL.replace(
    "choose s in signs;", "choose n in range(1, 4) where n is not worth of first(deck); let s = rock;"
)
"""A ruleset whose options depend on what nobody may see."""


@pytest.fixture(scope="module")
def duel() -> Ruleset:
    return sr.load_text(DUEL, "duel")


def said_to(game: Game, seat: int | None, refusals: int, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Everything that reaches a seat, by name, as text."""
    for part, value in game.view(seat).items():
        yield f"view.{part}", json.dumps(value, ensure_ascii=False)
    decision = game.decision
    if decision is None or decision.seat != seat:
        return
    yield "options", json.dumps([(o.id, o.label, o.refs) for o in decision.options])
    yield "prompt", decision.prompt + decision.place
    names = [option.id for option in decision.imaginable()]
    for what in chance.sample(names, min(refusals, len(names))):
        yield f"why not {what}", "\n".join(game.why_not(what, lang) for lang in LANGUAGES)


def leak(game: Game, seat: int | None, seed: int, refusals: int = 3) -> str | None:
    """What a seat is told differently if what it may not know is different; None: nothing."""
    other = game.resample(seat, seed)
    one, two = (said_to(g, seat, refusals, random.Random(seed)) for g in (game, other))
    for (name, mine), (_name, theirs) in zip(one, two, strict=True):
        if mine != theirs:
            return f"{name}: {mine[:400]} or {theirs[:400]}"
    return None


def first_leak(games: list[Game], seats: int) -> str | None:
    for number, game in enumerate(games):
        for seat in (None, *range(seats)):
            found = leak(game, seat, number)
            if found is not None:
                return found
    return None


@BEGINNINGS_OR_WHOLE_GAMES
def test_what_a_seat_may_not_know_does_not_reach_it(seated: Seated, most: int) -> None:
    assert first_leak(some_positions(seated, 51, 1, most), seated.seats) is None


def test_an_imagined_game_tells_a_seat_what_it_answered_by_having_no_choice() -> None:
    """In the last round everybody has one boat left; the bay is chosen, the boat is not."""
    game = list(positions(Seated("crab_pots", 3).new(51)))[-2]
    assert game.decision is not None
    assert game.decision.seat == 2
    assert first_leak([game], 3) is None


@pytest.mark.thorough
def test_what_a_seat_may_not_know_does_not_reach_it_in_many_games(seated: Seated) -> None:
    for seed in range(4):
        assert first_leak(some_positions(seated, seed, 60), seated.seats) is None


@pytest.mark.parametrize("seats", [2, 3])
def test_secret_answers_counters_and_marks_do_not_reach_others(duel: Ruleset, seats: int) -> None:
    for seed in range(3):
        assert first_leak(list(positions(sr.new_game(duel, seats=seats, seed=seed))), seats) is None


# ---- what people do with cards ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ROUNDS)
def test_what_people_do_with_hidden_cards_is_allowed(name: str) -> None:
    assert not [warning for warning in card_game(name).warnings if warning.code in SECRETS]


@pytest.mark.parametrize("name", ANSWERS)
def test_cards_that_act_from_the_hand_are_allowed_if_they_ask_or_show_themselves(name: str) -> None:
    assert [warning.code for warning in card_game(name).warnings if warning.code in SECRETS] == ANSWERS[name][1]


def test_cards_that_act_openly_and_stay_in_the_hand_are_refused() -> None:
    with pytest.raises(sr.RulesetError, match="E404"):
        from_the_hand(HIDDEN_POWER)


@pytest.mark.parametrize(("name", "seats"), sampled(product([*ROUNDS, *ANSWERS], [2, 3]), 8))
def test_no_secret_of_a_card_game_reaches_another_seat(name: str, seats: int) -> None:
    for seed in range(4 - seats):
        game = sr.new_game(card_game(name), seats=seats, seed=seed)
        found = list(positions(game))
        assert found[-1].decision is None
        assert not [event for event in found[-1].log if event.kind == "stuck"]
        assert first_leak(found, seats) is None


# ---- resampling ------------------------------------------------------------------------------------


@BEGINNINGS_OR_WHOLE_GAMES
def test_resampling_draws_anew_what_is_hidden_and_keeps_the_pieces(seated: Seated, most: int) -> None:
    for game in some_positions(seated, 52, 1, most):
        state, table = state_of(game), services_of(game)
        before, program = state[:], table.executor.program
        for seat in (None, *range(seated.seats)):
            made = [game.resample(seat, seed) for seed in range(3)]
            for other in made:
                assert_pieces_kept(other)
                assert other.seed != game.seed
            assert state_of(made[1]) == state_of(game.resample(seat, 1))
            hidden = any(
                not table.viewer.sight.piece(state, piece.index, seat)
                for piece in program.inventory.pieces
                if reading.place_of(program, state, piece.index) != 0
            )
            assert not hidden or len({tuple(state_of(other)[HEADER:]) for other in made}) > 1
        assert state_of(game) == before


@BEGINNINGS_OR_WHOLE_GAMES
def test_an_imagined_game_can_be_played_to_its_end(seated: Seated, most: int) -> None:
    game = some_positions(seated, 53, 1, most)[1]
    for seat in range(seated.seats):
        end = last(game.resample(seat, 9))
        assert end.decision is None
        assert not [event for event in end.log if event.kind == "stuck"]
        assert_pieces_kept(end)


def test_an_imagined_game_holds_no_answers_and_no_past() -> None:
    game = some_positions(Seated("summer", 2), 54, 3)[2].resample(0, 1)
    assert game.answers == ()
    with pytest.raises(sr.UndoError):
        game.undo()
    with pytest.raises(sr.SetupError):
        game.resample(2, 1)
    with pytest.raises(sr.SetupError):
        game.resample(0, -1)


def test_what_was_put_back_before_the_eyes_of_all_lies_in_no_hand_drawn_before(duel: Ruleset) -> None:
    """The heap is public until it is shuffled into the deck: its cards are there, or were drawn after that."""
    found = 0
    for before, game in (pair for seed in range(10) for pair in pairwise(positions(sr.new_game(duel, 2, seed)))):
        news = Course.of(game).line[-1][1]
        if "shuffled" not in {event.kind for event in news}:
            continue
        assert before.decision is not None
        program = services_of(game).executor.program
        inventory = program.inventory
        heap, deck = (inventory.place_of_zone(inventory.zone_base(name)) for name in ("heap", "deck"))
        places = {deck, *(event.args[2] for event in news if event.kind == "drawn")}
        for seed in range(10):
            other = state_of(game.resample(1 - before.decision.seat, seed))
            for piece in range(len(inventory.pieces)):
                if reading.place_of(program, state_of(before), piece) == heap:
                    assert reading.place_of(program, other, piece) in places
        found += 1
    assert found


def part(view: Mapping[str, object], name: str) -> dict[str, list[object]]:
    found = view[name]
    assert isinstance(found, dict)
    return found


# ---- simultaneous answers --------------------------------------------------------------------------


def test_answers_given_together_stay_hidden_until_all_are_in(duel: Ruleset) -> None:
    game = sr.new_game(duel, seats=2, seed=3).choose("s=paper").choose(0)
    assert game.decision is not None
    assert game.decision.seat == 1
    for seat in (1, None):
        assert "paper" not in json.dumps({**game.view(seat), "decision": None})
        assert part(game.view(seat), "state")["laid"] == [None, None]
    assert "paper" in json.dumps(game.view(0)["log"])
    answers = {game.resample(1, seed).log[-2].details["option"] for seed in range(30)}
    assert answers == {"s=rock", "s=paper", "s=shears"}, "to seat 1 seat 0 may have answered anything"
    assert {game.resample(0, seed).log[-2].details["option"] for seed in range(10)} == {"s=paper"}
    after = game.choose("s=rock").choose(0)
    assert part(after.view(1), "state")["laid"] == ["paper", "rock"]
    assert "laid (seat 1) is now paper" in after.log_for(None)


def secrets_told(rules: Ruleset) -> list[str]:
    """Lines on secret counters, state and fields in the logs of seats that may not see them."""
    found = []
    for game in (last(sr.new_game(rules, seats=2, seed=seed)) for seed in range(5)):
        assert any("grudge" in line for seat in (0, 1) for line in game.log_for(seat))
        assert any("marks" in line for seat in (0, 1) for line in game.log_for(seat))
        for seat, other in ((0, "seat 2"), (1, "seat 1"), (None, "")):
            lines = [line for line in game.log_for(seat) if any(x in line for x in ("grudge", "mood", "marks"))]
            found += [line for line in lines if (other in line and "marks" not in line) or seat is None]
        marked = [event for event in game.log if "marks" in str(event)]
        found += [str(event) for event in marked if event.seers not in (1, 2)]
    return found


def test_secret_counters_state_and_fields_are_in_no_other_log(duel: Ruleset) -> None:
    assert secrets_told(duel) == []


def test_a_log_of_secret_counters_is_caught(duel: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sight, "_declared", lambda self, seen, owner: -1)
    assert secrets_told(duel)


# ---- day and night ---------------------------------------------------------------------------------


def spells_of(view: Mapping[str, object], name: str, key: object) -> list[str]:
    """Spells that a view names in a zone."""
    zones = view["zones"]
    assert isinstance(zones, dict)
    return [piece["id"] for piece in zones[name][key]["pieces"] or []]


def assert_books_and_hands_are_hidden(game: Game) -> None:
    for seat in (None, 0, 1):
        view = game.view(seat)
        for hand in (0, 1):
            if hand != seat:
                assert spells_of(view, "hand", hand) == shown_to(game, seat, "hand", hand)
        for number, side in enumerate(("day", "night")):
            shown = shown_to(game, seat, "book", number)
            assert spells_of(view, "book", side) == shown
            if seat != number:
                assert not shown, "nobody but its owner ever sees into a book"


def shown_to(game: Game, seat: int | None, name: str, key: int) -> list[str]:
    """Pieces of a zone that were shown to a seat."""
    if seat is None:
        return []
    state, asker = state_of(game), services_of(game).asker
    program, inventory = asker.program, asker.inventory
    there = reading.pieces_in(program, state, inventory.place_of_zone(inventory.zone_base(name) + key))
    shown = (piece for piece in sorted(there) if reading.is_shown(program, state, piece, seat))
    return [asker.idents.piece(inventory.pieces[piece]) for piece in shown]


@pytest.fixture(scope="module")
def night_game() -> list[Game]:
    return list(positions(Seated("day_and_night", 2).new(61)))


def test_the_other_seat_never_sees_book_or_hand(night_game: list[Game]) -> None:
    for game in night_game[::20]:
        assert_books_and_hands_are_hidden(game)


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("spell", ["wonder", "steal_passion"])
def test_searching_and_stealing_show_only_to_the_one_who_does(spell: str, times: int) -> None:
    """Right after the question, and after the answer, the other seat has seen nothing of it."""
    found = 0
    for seed in range(400):
        for game in positions(Seated("day_and_night", 2).new(seed), 60):
            shown = [event for event in game.news if event.kind == "shown"]
            cast = [event.details for event in game.log[-40:] if event.kind == "moved"] if shown else []
            if not shown or not any(details["piece"] == spell for details in cast):
                continue
            found += 1
            caster = game.decision.seat if game.decision is not None else None
            assert all(event.seers == 1 << caster for event in shown if caster is not None and event is shown[-1])
            for position in (game, *([game.choose(0)] if game.decision is not None else [])):
                assert_books_and_hands_are_hidden(position)
                for seat in (None, 0, 1):
                    assert leak(position, seat, seed) is None
            break
        if found >= times:
            return
    raise AssertionError(f"nobody cast {spell}")


def unchecked(world: World) -> Checked:
    """The checker without its search for secrets."""
    found = check_world(world)
    return evolve(found, diagnostics=[d for d in found.diagnostics if d.code != "E402"])


# ---- planted leaks ---------------------------------------------------------------------------------


def summer_positions() -> list[Game]:
    return some_positions(Seated("summer", 2), 55, 5)


def test_a_zone_seen_by_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Viewer._zone
    monkeypatch.setattr(
        Viewer, "_zone", lambda self, s, index, seat, full, keys: honest(self, s, index, seat, True, keys)
    )
    assert "view.zones" in str(first_leak(summer_positions(), 2))


def test_a_book_seen_by_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Seated("day_and_night", 2).new(1)
    monkeypatch.setattr(Sight, "place", lambda self, place, seat: True)
    with pytest.raises(AssertionError):
        assert_books_and_hands_are_hidden(game)


def test_a_log_that_tells_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teller, "told", lambda self, raw, seat, lang: self.say(raw, lang, True))
    assert "view.log" in str(first_leak(summer_positions(), 2))


def test_options_that_depend_on_what_is_hidden_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # what is wrong on purpose is kept for nobody
    with pytest.raises(sr.RulesetError, match="E402"):
        sr.load_text(LEAKING, "duel")
    monkeypatch.setattr(making, "check_world", unchecked)
    leaking = sr.load_text(LEAKING, "duel")
    found = [first_leak(list(positions(sr.new_game(leaking, seats=2, seed=seed), 6)), 2) for seed in range(5)]
    assert any("option" in str(text) or "view.decision" in str(text) for text in found)


def test_a_refusal_that_tells_a_secret_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Reasons.why_not

    def telling(self: Reasons, s: list[int], decision: sr.Decision | None, what: str) -> Reason:
        layout = self.program.layout
        masks = s[layout.zone_masks : layout.zone_masks + len(layout.zones)]
        found = honest(self, s, decision, what)
        return evolve(found, key="unknown", what=f"{found.text()} {masks}")

    monkeypatch.setattr(Reasons, "why_not", telling)
    assert "why not" in str(first_leak(summer_positions(), 2))


def test_a_resampling_that_forgets_what_was_seen_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Resampler, "_last_seen", lambda self, now, events, seat: [-1] * len(self.layout.pieces))
    assert first_leak(summer_positions(), 2) is not None


# ---- what is written on hidden pieces ----------------------------------------------------------------


def test_what_was_written_on_a_hidden_card_stays_at_its_place(duel: Ruleset) -> None:
    """In an imagined world another card may have the mark: it is the one that the events of that world name."""
    marked = 0
    for game in (game for seed in range(4) for game in positions(sr.new_game(duel, 2, seed))):
        program = services_of(game).executor.program
        for seat, seed in product((0, 1), range(3)):
            other = game.resample(seat, seed)
            raws = [event._raw for event in other.log if event.kind == "added"]
            for piece in program.inventory.pieces:
                slot = program.slots.piece_field("marks", piece.index)
                assert slot is not None
                told = [raw.args[1] for raw in raws if raw.args[0] == slot]
                assert state_of(other)[slot] == (told[-1] if told else 0)
                marked += len(told)
    assert marked


CUPS = """
ruleset = "cups"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Cups", fr = "Gobelets", pl = "Kubki" }

[state]
sixes = { kind = "0..3", judged = true, source = "ours" }

[pieces]
die = { plural = "dice", per = "seat", sides = 6, starts = "cup", source = "ours" }

[dice]
bone = { copies = 3, source = "ours" }

[zones]
cup = { per = "seat", of = "die", seen = "owner", source = "ours" }

[play.rounds]
source = "ours"
effect = '''
repeat 3 {
  as seats { for d in my cup { roll d } }
  as seats {
    phase turn {
      choose look { show first(cup of next(me)) to me }
      or ask { set sixes to count(d in cup of next(me) where shows of d > 3) }
      or lift { show my cup to seats }
      or again { for d in my cup { roll d } }
    }
  }
}
'''

[result.nobody]
source = "ours"
effect = 'win none'
"""


def dice_of(game: Game, seat: int) -> list[int]:
    """What the dice of a seat really show."""
    program = services_of(game).executor.program
    return [state_of(game)[program.slots.die(p.index)] for p in program.inventory.pieces if p.owner == seat]


def test_numbers_that_a_seat_did_not_see_are_drawn_again_and_others_stay() -> None:
    cups = sr.load_text(CUPS, "cups")
    game = sr.new_game(cups, 2, 5)
    worlds = [game.resample(0, seed) for seed in range(40)]
    assert {tuple(dice_of(world, 0)) for world in worlds} == {tuple(dice_of(game, 0))}
    for die in range(3):
        assert {dice_of(world, 1)[die] for world in worlds} == {1, 2, 3, 4, 5, 6}
    looked = game.choose("look")
    assert {dice_of(looked.resample(0, seed), 1)[0] for seed in range(20)} == {dice_of(game, 1)[0]}
    assert len({dice_of(looked.resample(0, seed), 1)[1] for seed in range(20)}) > 1
    again = looked.choose("again")
    assert len({dice_of(again.resample(0, seed), 1)[0] for seed in range(20)}) > 1, "a roll ends what was shown"
    lifted = game.choose("lift").view(1)["dice"]
    assert lifted == {"bone": [*dice_of(game, 0), *dice_of(game, 1)]}


def test_numbers_are_drawn_so_that_what_was_judged_stays_true() -> None:
    cups = sr.load_text(CUPS, "cups")
    for seed in range(6):
        game = sr.new_game(cups, 2, seed).choose("ask")
        told = sum(number > 3 for number in dice_of(game, 1))
        worlds = [game.resample(0, number) for number in range(12)]
        assert {sum(number > 3 for number in dice_of(world, 1)) for world in worlds} == {told}
        assert len({tuple(dice_of(world, 1)) for world in worlds}) > 1


@pytest.mark.parametrize("seed", range(3))
def test_no_number_under_a_cup_reaches_another_seat(seed: int) -> None:
    found = list(positions(sr.new_game(sr.load_text(CUPS, "cups"), 2, seed)))
    assert first_leak(found, 2) is None


def test_who_does_not_see_a_die_reads_only_that_it_was_rolled() -> None:
    game = sr.new_game(sr.load_text(CUPS, "cups"), 2, 1)
    mine = [line for line in game.log_for(0) if "bone (seat 1) shows" in line]
    assert len(mine) == 3
    assert not [line for line in game.log_for(1) if "seat 1) shows" in line]
    assert game.log_for(1).count("die: rolled unseen") == 3
