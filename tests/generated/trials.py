"""What is tried with a generated ruleset that `check` accepts: every promise that holds for all rulesets.

It is set up, played answer by answer, at random and in machine code, saved and restored, taken back, viewed by every
seat, explained in every language, formatted and read again. A promise that does not hold raises an exception.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from zlib import crc32

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast.accelerated import make
from solenia_rules.fast.errors import Fault, Unsupported
from solenia_rules.fast.telling import make_telling
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from solenia_rules.rules.rewriter import format_ruleset_text
from solenia_rules.text.frozen import frozen
from solenia_rules.words.languages import LANGUAGES
from tests.fast import test_told_events
from tests.fast.comparing import NOWHERE, first_difference, step_through
from tests.interference import leak_from, refused, undone
from tests.playing import positions, state_of

ANSWERS = 10
"""Answers of the game that is looked at closely."""
SECONDS = 2.0
"""Processor time for setting up a game and giving so many answers."""
MOST_DECISIONS = 400
"""Longer games are not compared to their end."""


@frozen
class Depth:
    """How much is tried with one ruleset."""

    machine_code: bool = True
    share: int = 1
    """Each ruleset is played; of the other trials it gets one of so many. Above 1, machine code has one form."""


class Hang(AssertionError):
    """An accepted ruleset takes too long."""


def accepted(text: str) -> Ruleset | None:
    """The ruleset, or nothing if `check` refuses it."""
    try:
        return sr.load_text(text, "made")
    except sr.RulesetError as error:
        told = str(error)
    assert told
    return None


def try_out(rules: Ruleset, text: str, depth: Depth, reached: Counter[str] | None = None) -> list[str]:
    """Everything that is tried; the seed of the games follows from the text. Returns the names of the trials."""
    seed = crc32(text.encode())
    seats = rules.seats[seed % len(rules.seats)]
    executor = rules.executor(seats)
    games = step(rules, seats, seed)
    if reached is not None:
        reached.update(event.kind for event in games[-1].log)
    whole(executor, games[0], seed)
    others: dict[str, Callable[[], None]] = {
        "saved": lambda: save(games),
        "explained": lambda: explain(rules),
        "formatted": lambda: read_again(rules, text),
        "looked at": lambda: look(games),
        "answered wrongly": lambda: refuse(games, seed),
        "interpreted": lambda: compare(executor, Machine(executor.program), seed),
        "searched for secrets": lambda: keep_secrets(games, seed),
    }
    tried = ["played"]
    for number, (name, trial) in enumerate(others.items()):
        if (seed + number) % depth.share == 0:
            trial()
            tried.append(name)
    if depth.machine_code:
        accelerate(rules, executor, seats, seed, 3 if depth.share == 1 else 1 + seed % 2)
        tried.append("compiled")
    return tried


# ---- texts ---------------------------------------------------------------------------------------------


def explained(rules: Ruleset, lang: str) -> list[str]:
    """Every thing as it is told in a language."""
    topics = rules.topics(lang)
    found = [topics.topic(ident) for ident, _sort in topics.ids()]
    return [f"{topic.title}: {topic.line()}" for topic in found if topic is not None]


def explain(rules: Ruleset) -> None:
    """Every thing is told in every language."""
    for lang in LANGUAGES:
        assert len(explained(rules, lang)) == len(rules.topics(lang).ids())


def read_again(rules: Ruleset, text: str) -> None:
    """The formatted text is the same ruleset, and formatting it again changes nothing."""
    formatted = format_ruleset_text(text, "made")
    assert format_ruleset_text(formatted, "made") == formatted
    again = sr.load_text(formatted, "made")
    assert explained(again, "en") == explained(rules, "en")
    assert [warning.code for warning in again.warnings] == [warning.code for warning in rules.warnings]


# ---- games ---------------------------------------------------------------------------------------------


def step(rules: Ruleset, seats: int, seed: int) -> list[Game]:
    """The positions of a game after some answers, made in bounded time."""
    rules.services(seats)  # compiling does not count
    started = time.process_time()
    game = sr.new_game(rules, seats=seats, seed=seed)
    found = list(positions(game, ANSWERS))
    took = time.process_time() - started
    if took > SECONDS:
        raise Hang(f"{took:.1f} s for {len(found)} positions")
    return found


def look(games: list[Game]) -> None:
    """Every seat and a spectator look at the table; a picture is drawn; programs that learn observe."""
    for index, game in enumerate(games):
        for seat in (None, *range(game.seats)):
            json.dumps(game.view(seat, LANGUAGES[index % len(LANGUAGES)]))
            game.log_for(seat, LANGUAGES[index % len(LANGUAGES)])
    last = games[-1]
    for seat in (None, 0):
        assert last.svg(seat, interactive=True).startswith("<svg")
    actions, observation = last.rules.actions(last.seats), last.rules.observation(last.seats)
    actions.legal(last)
    for seat in range(last.seats):
        observation.of(last, seat)


def save(games: list[Game]) -> None:
    """A game that is saved in the middle comes back and goes on alike."""
    middle = games[len(games) // 2]
    text = middle.dump()
    again = sr.restore(text)
    assert state_of(again) == state_of(middle)
    assert again.dump() == text
    assert [event.kind for event in again.log] == [event.kind for event in middle.log]
    for _ in range(2):
        if middle.decision is None:
            return
        answer = sr.random_answer(middle).id
        middle, again = middle.choose(answer), again.choose(answer)
        assert state_of(again) == state_of(middle)


def refuse(games: list[Game], seed: int) -> None:
    """Wrong answers are refused with a reason and change nothing; undo gives the position before or a refusal."""
    for index, game in enumerate(games[:4]):
        before = list(state_of(game))
        assert refused(game, "nonsense") != "taken"
        if game.decision is not None:
            options = game.decision.options
            assert len({option.id for option in options}) == len(options) >= 2
            for option in game.decision.imaginable()[:6]:
                game.why_not(option.id, LANGUAGES[(seed + index) % len(LANGUAGES)])
        assert state_of(game) == before
        assert undone(game)


# ---- executors -----------------------------------------------------------------------------------------


def whole(executor: Executor, game: Game, seed: int) -> None:
    """A random game that the executor plays by itself ends like the game played answer by answer."""
    end = executor.playout(seed)
    if reading.decisions(end) <= MOST_DECISIONS:
        *_others, last = positions(game)
        assert state_of(last) == end


def compare(executor: Executor, machine: Executor, seed: int) -> None:
    """The reference interpreter comes to the same positions."""
    one, other = executor.start(seed), machine.start(seed)
    for number in range(ANSWERS):
        assert one == other
        if reading.is_over(one):
            return
        options = reading.options(one)
        answer = options[(seed >> number) % len(options)]
        assert executor.answer(one, answer) == machine.answer(other, answer)


def accelerate(rules: Ruleset, executor: Executor, seats: int, seed: int, forms: int) -> None:
    """Machine code plays the same games, or says that it cannot. `forms`: 1, the silent form; 2, the form that tells
    events; 3, both."""
    seeds = range(seed, seed + 3)
    try:
        if forms & 1:
            made = make(executor, NOWHERE)
            assert first_difference(made, seeds) is None
            step_through(made, seed, ANSWERS)
        if forms & 2:
            telling = make_telling(executor, NOWHERE)
            assert test_told_events.first_difference(telling, rules, seeds[:1]) is None
    except (Unsupported, Fault):
        assert len(sr.playouts(rules, seats, seeds)) == 3


# ---- secrets -------------------------------------------------------------------------------------------


def keep_secrets(games: list[Game], seed: int) -> None:
    """Two games that look the same to a seat tell it the same."""
    game = games[min(seed % 3, len(games) - 1)]
    for seat in (None, *range(game.seats)):
        leak = leak_from(game, seat, seed, steps=3)
        assert leak is None, str(leak)
