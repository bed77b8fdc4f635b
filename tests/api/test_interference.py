"""Games that look the same to a seat tell it the same while they go on; planted leaks are refused and found by play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

import pytest

import solenia_rules as sr
from solenia_rules.api.actions import Actions
from solenia_rules.api.course import Course
from solenia_rules.api.decision import Asker, Decision
from solenia_rules.api.events import Teller
from solenia_rules.api.game import Game
from solenia_rules.api.held import Held
from solenia_rules.api.keys import Keyring
from solenia_rules.api.observation import Observation
from solenia_rules.api.options import Option, Position
from solenia_rules.api.reason import Reason
from solenia_rules.api.reasons import Reasons
from solenia_rules.pictures import drawing
from solenia_rules.pictures.album import Album
from solenia_rules.play.events import RawEvent
from solenia_rules.play.resample import Resampler
from solenia_rules.play.views import Viewer
from solenia_rules.rules.errors import RulesetError
from solenia_rules.text.frozen import evolve
from solenia_rules.text.views import EventView
from tests import interference
from tests.interference import BOTS, Leak, leak_from, leaks, pairs, unchecked
from tests.playing import Seated, loaded, services_of, state_of
from tests.sampling import BEGINNINGS_OR_WHOLE_GAMES, sampled


@BEGINNINGS_OR_WHOLE_GAMES
def test_games_that_look_the_same_tell_a_seat_the_same(seated: Seated, most: int) -> None:
    assert list(leaks([seated.new(71)], 71, looks=1, steps=4, most=most)) == []


@pytest.mark.thorough
def test_games_that_look_the_same_tell_a_seat_the_same_at_many_positions(seated: Seated) -> None:
    """`python -m tests.long_runs secrets_bundled` does this in as many games as one likes."""
    assert list(leaks([seated.new(72)], 72, looks=20, steps=6)) == []


def test_how_a_card_came_to_the_hand_it_was_played_from_is_unknown() -> None:
    """In hearts a card that a seat plays was dealt to it or passed to it. Worlds must not depend on which it was."""
    game = sr.new_game(loaded("hearts"), 4, 72)
    for _ in range(13):
        game = game.choose(sr.random_answer(game))
    assert leak_from(game, 3, 85, steps=2) is None


def test_a_turn_that_goes_on_without_asking_ends_the_comparison() -> None:
    """A seat that can cast nothing is not asked whether it does. Its walk begins, and marks spaces without a word in
    the log."""
    game = sr.new_game(loaded("day_and_night"), 2, 38)
    for _ in range(20):
        game = game.choose(sr.random_answer(game))
    assert leak_from(game, 1, 38, steps=3) is None


# ---- planted leaks in the rules --------------------------------------------------------------------------

SPIES = """
ruleset  = "spies"
language = 1
source   = "ours"
seats    = { range = [3, 3] }
title    = { en = "Spies", fr = "Espions", pl = "Szpiedzy" }

[kinds]
good = { plural = "goods", words = ["wood", "clay"], source = "ours" }
herb = { plural = "herbs", words = ["mint", "sage"], source = "ours" }

[counters]
point = { per = ["seat"], plural = "points", score = true, source = "ours" }
pouch = { per = ["seat", "herb"], seen = "owner", size_seen = "all", limit = '4', source = "ours" }
ware  = { per = ["seat", "good"], limit = 'LIMIT', source = "ours" }

[pieces.card]
plural = "cards"
starts = "deck"
fields = { worth = "1..4", trick = "rules?", mark = { kind = "0..9", starts = 0 } }
while  = 'HOLDS'
source = "ours"

[pieces]
cube = { plural = "cubes", per = "seat", sides = 4, starts = "cup", source = "ours" }

[zones]
cup  = { per = "seat", of = "cube", seen = "owner", source = "ours" }
tray = { of = "cube", seen = "all", source = "ours" }
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
laid = { per = "seat", of = "card", seen = "all", source = "ours" }

[cards]
one   = { worth = 1, copies = 4, source = "ours" }
two   = { worth = 2, copies = 4, source = "ours" }
three = { worth = 3, copies = 4, source = "ours" }
four  = { worth = 4, copies = 4, trick = 'TRICK', source = "ours" }

[rules]
omen = { rules = 'after hit by me { gain 1 point }', while = 'OMEN', source = "ours" }
luck = { rules = 'LUCK', source = "ours" }

[queries]
prize = { value = '1', source = "ours" }

[verbs]
hit = { effect = 'gain prize of points', source = "ours" }
turn_down = { params = { d = "cube" }, effect = 'roll d', source = "ours" }

[setup.deal]
source = "ours"
effect = 'shuffle deck; as seats { draw 2 from deck to my hand; roll my cube }'

[play.picking]
source = "ours"
effect = 'as seats { phase picking { choose h in herbs; gain 2 of h } }'

[play.rounds]
source = "ours"
effect = '''
repeat 3 { as seats { phase turn { choose one { hit } or two { gain 2 points }; TURN } } }
'''

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of x for x in seats))'
"""
QUIET = {
    "LIMIT": "6",
    "HOLDS": "this is in my laid",
    "TRICK": "after hit by me { gain 1 point }",
    "OMEN": "count(deck) > 2",
    "TURN": "gain 1 wood",
    "LUCK": "after turn_down by me { gain 1 point }",
}
IN_HAND = "this is in my hand"
REACTION = "instead of hit by me { may { show this to seats } else { hit } }"
"""Optional, of a card of which there are several equal copies."""
PLANTED = {
    "limit": {"LIMIT": "worth of first(hand of next(me))", "TURN": "gain 2 wood + 2 clay"},
    "own limit": {"LIMIT": "worth of first(my hand)", "TURN": "gain 2 wood + 2 clay"},
    "while": {"OMEN": "worth of first(deck) > 2"},
    "own while": {"OMEN": "worth of first(my hand) > 2"},
    "amount": {"TURN": "gain count(c in cards of next(me) where worth of c > 2) of points"},
    "amount lost": {"TURN": "lose (worth of first(hand of next(me))) of points"},
    "guard": {"TURN": "if worth of first(hand of next(me)) > 2 { gain 1 point }"},
    "times": {"TURN": "repeat worth of first(hand of next(me)) { gain 1 point }"},
    "range": {"TURN": "choose n in range(1, worth of first(hand of next(me)) + 1); gain n of points"},
    "number of choices": {"TURN": "choose up to (worth of first(hand of next(me))) g in goods { gain 1 of g }"},
    "choice that is filtered": {"TURN": "choose g in goods where g is wood or worth of first(deck) > 2; gain 1 of g"},
    "looking ahead to a need": {
        "TURN": "choose go { as next(me) { need worth of first(my hand) > 2 } } or stay { gain 1 point }"
    },
    "looking ahead to a choice": {
        "TURN": "choose go { as next(me) { choose c in my hand where worth of c > 2; show c to me } } or stay { hit }"
    },
    "possible": {"TURN": "if possible { need worth of first(hand of next(me)) > 2 } else { gain 1 point }"},
    "possible by an own card": {"TURN": "if possible { need worth of first(my hand) > 2 } else { gain 1 point }"},
    "possible as a test": {
        "TURN": "let can = possible { need worth of first(hand of next(me)) > 2 }; if can { gain 1 point }"
    },
    "possible for another seat": {
        "TURN": "if possible { as next(me) { need worth of first(my hand) > 2 } } else { gain 1 point }"
    },
    "who acts": {"TURN": "as first(s in seats where worth of first(hand of s) > 1) { gain 1 point }"},
    "phase": {"TURN": "as next(me) { if worth of first(my hand) > 2 { phase night { show my hand to me } } }"},
    "rule in the hand": {"HOLDS": IN_HAND},
    "rule in the hand by others": {"HOLDS": IN_HAND, "TRICK": "after hit by others { gain 1 point }"},
    "replacement in the hand": {"HOLDS": IN_HAND, "TRICK": "instead of hit by me { gain 3 points }"},
    "optional replacement that acts first": {
        "HOLDS": IN_HAND,
        "TRICK": "instead of hit by me { gain 1 point; may { show this to seats } else { hit } }",
    },
    "replacement in the hand by others": {
        "HOLDS": IN_HAND,
        "TRICK": "instead of hit by others { may { show this to seats } else { hit } }",
    },
    "query changed from the hand": {"HOLDS": IN_HAND, "TRICK": "prize by me becomes it + 1"},
    "query of others changed from the hand": {"HOLDS": IN_HAND, "TRICK": "prize by others becomes it + 1"},
    "start": {"TURN": "for c in my hand { start trick of c until end of turn }; hit"},
    "mark": {
        "TURN": "for c in my hand { set mark of c to 1 }; "
        "repeat count(c in cards where mark of c > 0 and worth of c > 2) { gain 1 point }"
    },
    "die of another seat": {"TURN": "if shows of first(cup of next(me)) > 2 { gain 1 point }"},
    "own die": {"TURN": "gain (shows of my cube) of points"},
    "own die that is chosen": {"TURN": "choose d in my cup; gain (shows of d) of points"},
    "die that is rolled after it was shown": {
        "TURN": "show my cup to seats; let d = first(my cup); roll d; gain (shows of d) of points"
    },
    "die that a verb rolls after it was shown": {
        "TURN": "show my cup to seats; let d = first(my cup); turn_down d; repeat shows of d { gain 1 point }"
    },
    "rule on an unseen roll": {
        "LUCK": "after roll by me where shows of die > 2 { gain 1 point }",
        "TURN": "show my cup to seats; for d in my cup { roll d }",
    },
    "rule on a verb that rolls unseen": {
        "LUCK": "after turn_down by me where shows of d > 2 { gain 1 point }",
        "TURN": "show my cup to seats; for d in my cup { turn_down d }",
    },
    "die that is rolled after it was given away": {
        "TURN": "let d = first(my cup); move d to cup of next(me); roll d; if shows of d > 2 { hit }; move d to my cup"
    },
    "roll that depends on a die": {"TURN": "if shows of my cube > 2 { roll my cube }"},
    "mark that depends on a die": {
        "TURN": "for c in my hand { set mark of c to shows of my cube }; repeat mark of first(my hand) { gain 1 point }"
    },
    "word of a hidden counter": {"TURN": "if pouch(next(me), mint) > 0 { gain 1 point }"},
    "own word of a hidden counter": {"TURN": "if pouch(me, mint) > 0 { gain 1 point }"},
    "payment that depends on a word": {"TURN": "try { pay 1 mint; gain 1 point }"},
    "amount that depends on a word": {"TURN": "gain pouch(me, mint) of sage"},
    "number of pieces moved": {"TURN": "move all(c in my hand where worth of c > 2) to deck"},
    "number of pieces drawn": {"TURN": "draw (worth of first(hand of next(me))) from deck to hand of next(me)"},
    "shuffle": {"TURN": "if worth of first(deck) > 2 { shuffle deck }"},
}
"""Channel -> how the rules tell a secret through it."""
HONEST = {
    "nothing planted": {},
    "a rule that shows its card": {"HOLDS": IN_HAND, "TRICK": "after hit by me { show this to seats; gain 1 point }"},
    "a rule that only the owner notices": {"HOLDS": IN_HAND, "TRICK": "after hit by me { show first(deck) to me }"},
    "a reaction from the hand instead of a verb": {"HOLDS": IN_HAND, "TRICK": REACTION},
    "a reaction from the hand before a verb": {
        "HOLDS": IN_HAND,
        "TRICK": "before hit by me { may { show this to seats; gain 1 wood } }",
    },
    "sizes": {"LIMIT": "count(hand of next(me)) + 1", "OMEN": "count(hand of next(me)) > 1"},
    "guarded before looking ahead": {
        "TURN": "choose go { as next(me) { may { choose c in my hand where worth of c > 2; move c to my laid } } } "
        "or stay { hit }"
    },
    "a choice that is filtered": {"TURN": "choose n in range(0, 3) where n < my points; gain n of points"},
    "possible with own cards": {
        "TURN": "if possible { choose c in my hand where worth of c > 2; move c to my laid } "
        "else if possible { choose c in my hand; move c to my laid }"
    },
    "possible before a draw": {"TURN": "if possible { pay 1 wood; draw 1 from deck to my hand } else { hit }"},
    "a roll that nobody else sees": {"TURN": "roll my cube; hit"},
    "a die that is put where all see it": {
        "TURN": "roll my cube; "
        "may { move my cube to tray; gain (shows of first(tray)) of points; move my cube to my cup }"
    },
    "a die that is shown": {"TURN": "show my cup to seats; gain (shows of first(my cup)) of points; roll my cube"},
    "marks that only the owner sees": {
        "TURN": "if shows of my cube > 2 { for c in my hand { set mark of c to shows of my cube } }; "
        "choose c in my hand; set mark of c to shows of my cube"
    },
    "totals of hidden counters": {
        "TURN": "if count(pouch of next(me)) > 1 { gain 1 herb }; try { pay 2 herbs; gain 1 point }"
    },
    "payments with hidden words": {"TURN": "may { pay 1 mint; gain 2 points }; gain 2 herbs"},
    "a bet on the next card": {
        "TURN": "choose bet { draw 1 from deck to my laid; gain (sum(worth of c for c in my laid)) of points } "
        "or stay { gain 3 points }"
    },
    "open answers": {
        "TURN": "choose openly ask { choose openly s in others; choose openly n in range(0, count(my hand)); "
        "as s { may openly { gain n of points } } } or show_one { choose c in my hand; show c to seats }"
    },
    "an open answer that is bounded by a secret": {
        "TURN": "choose openly n in range(0, pouch(me, mint)); gain n of points; gain 1 herb"
    },
    "own cards": {
        "TURN": "may { choose c in my hand where worth of c > 2; move c to my laid; gain (worth of c) of points }"
    },
}


def spies(folder: Path, gaps: dict[str, str]) -> Path:
    text = SPIES
    for gap, filling in (QUIET | gaps).items():
        text = text.replace(gap, filling)
    path = folder / "spies.toml"
    path.write_text(text, "utf-8")
    return path


def found_in(rules: sr.Ruleset, games: int, looks: int = 5, steps: int = 4) -> Leak | None:
    for seed in range(games):
        for leak in leaks([sr.new_game(rules, 3, seed)], seed, looks, steps):
            return leak
    return None


@pytest.mark.parametrize("name", sampled(PLANTED, 10))
def test_a_planted_leak_is_refused_and_found_by_play(name: str, tmp_path: Path) -> None:
    path = spies(tmp_path, PLANTED[name])
    with pytest.raises(RulesetError, match=r"E40[234]"):
        sr.load(str(path))
    assert found_in(unchecked(path), 10) is not None


@pytest.mark.parametrize("name", sampled(HONEST, 4))
def test_honest_rules_are_neither_refused_nor_found(name: str, tmp_path: Path) -> None:
    assert found_in(sr.load(str(spies(tmp_path, HONEST[name]))), 1) is None


# ---- planted leaks in the engine -------------------------------------------------------------------------


@pytest.fixture
def honest(tmp_path: Path) -> sr.Ruleset:
    return sr.load(str(spies(tmp_path, HONEST["a choice that is filtered"])))


@pytest.fixture
def bold(tmp_path: Path) -> sr.Ruleset:
    return sr.load(str(spies(tmp_path, HONEST["a bet on the next card"])))


def channel_found(rules: sr.Ruleset, games: int = 4) -> str:
    leak = found_in(rules, games)
    return "nothing" if leak is None else leak.channel


def hidden(viewer: Viewer, s: list[int]) -> str:
    """Everything that lies hidden, as text."""
    return str(viewer.view(s, None, full=True)["zones"])


def test_a_view_that_tells_all_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Viewer.view
    monkeypatch.setattr(Viewer, "view", lambda self, s, seat, full=False, keys=None: right(self, s, seat, True))
    assert channel_found(honest) == "view.zones"


def test_a_picture_of_everything_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right, picture = drawing.draw_view, Game.svg
    shown = sr.new_game(honest)

    def telling(
        view: Mapping[str, object], album: Album, theme: str, interactive: bool, width: int, names: tuple[str, ...]
    ) -> str:
        zones = shown.full_view()["zones"]
        return right({**view, "zones": zones}, album, theme, interactive, width, names)

    def svg(self: Game, seat: int | None = None, interactive: bool = False) -> str:
        nonlocal shown
        shown = self
        return picture(self, seat, interactive=interactive)

    monkeypatch.setattr(drawing, "draw_view", telling)
    monkeypatch.setattr(Game, "svg", svg)
    assert channel_found(honest) == "picture"


def test_keys_that_depend_on_a_secret_are_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Game._keyring

    def telling(self: Game, seat: int | None) -> Keyring:
        ring = right(self, seat)
        offset = crc32(hidden(services_of(self).viewer, state_of(self)).encode())
        return Keyring({piece: key + offset for piece, key in ring.keys.items()}, ring.unused)

    monkeypatch.setattr(Game, "_keyring", telling)
    assert channel_found(honest) == "picture"


def test_a_log_that_tells_all_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teller, "told", lambda self, raw, seat, lang: self.say(raw, lang, True))
    assert channel_found(honest) in ("view.log", "log", "news")


def test_a_reason_that_tells_a_secret_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Reasons.why_not

    def telling(self: Reasons, s: list[int], decision: Decision | None, what: str) -> Reason:
        found = right(self, s, decision, what)
        return evolve(found, key="unknown", what=f"{found.text()} {hidden(Viewer(self.program), s)}")

    monkeypatch.setattr(Reasons, "why_not", telling)
    assert channel_found(honest) in ("reason", "error")


def test_a_question_that_tells_a_secret_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Asker.decision

    def telling(self: Asker, s: list[int], key: Position | None) -> Decision | None:
        found = right(self, s, key)
        if found is None:
            return None
        span = found._spec.span
        source = evolve(span.source, name=hidden(Viewer(self.program), s))
        return evolve(found, spec=evolve(found._spec, span=evolve(span, source=source)))

    monkeypatch.setattr(Asker, "decision", telling)
    assert channel_found(honest) == "prompt"


def test_an_undo_that_depends_on_a_secret_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(self: Game, event: RawEvent, seat: int) -> bool:
        return crc32(hidden(services_of(self).viewer, state_of(self)).encode()) % 2 == 0

    monkeypatch.setattr(Game, "_reveals", telling)
    assert channel_found(honest) == "undo"


def test_events_that_tell_a_secret_are_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Game.events_since

    def telling(self: Game, number: int, seat: int | None, lang: str = "en") -> list[EventView]:
        size = crc32(hidden(services_of(self).viewer, state_of(self)).encode()) % 3
        return right(self, number, seat, lang)[size:]

    monkeypatch.setattr(Game, "events_since", telling)
    assert channel_found(honest) == "events"


def test_an_observation_that_tells_a_secret_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Observation.of

    def telling(self: Observation, game: Held, seat: int) -> list[int]:
        assert isinstance(game, Game)
        return [*right(self, game, seat)[:-1], crc32(hidden(services_of(game).viewer, state_of(game)).encode())]

    monkeypatch.setattr(Observation, "of", telling)
    assert channel_found(honest) == "observation"


def test_actions_that_depend_on_a_secret_are_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Actions.legal

    def telling(self: Actions, game: Held) -> tuple[int, ...]:
        assert isinstance(game, Game)
        size = crc32(hidden(services_of(game).viewer, state_of(game)).encode()) % 2
        return right(self, game)[size:]

    monkeypatch.setattr(Actions, "legal", telling)
    assert channel_found(honest) == "actions"


def test_an_error_that_tells_a_secret_is_found(honest: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Game.choose

    def telling(self: Game, answer: Option | str | int) -> Game:
        try:
            return right(self, answer)
        except sr.AnswerError:
            told = hidden(services_of(self).viewer, state_of(self))
            raise sr.IllegalAnswer(told, {"en": told, "fr": told, "pl": told}) from None

    monkeypatch.setattr(Game, "choose", telling)
    assert channel_found(honest) == "error"


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_plays_with_open_cards_is_found(bot: str, bold: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interference, "BOTS", (bot,))
    monkeypatch.setattr(Course, "imagine", lambda self, seat, seed, inferring=True: self.state[:])
    assert channel_found(bold, 12) == f"bot {bot}"


def test_worlds_that_begin_from_the_real_cards_are_found(bold: sr.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the order that a seat may know, the same random numbers give other worlds."""
    monkeypatch.setattr(Resampler, "order", lambda self, mixes, now, events: None)
    assert channel_found(bold, 12) in {f"bot {bot}" for bot in BOTS}


def test_games_are_compared_for_several_answers(honest: sr.Ruleset) -> None:
    """The comparison is not empty: some pairs of games look the same for several answers."""
    games = [sr.new_game(honest, 3, seed) for seed in range(4)]
    assert max(len(list(pairs(game, 0, 1, 4))) for game in games) == 5
