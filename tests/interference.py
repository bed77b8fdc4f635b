"""Non-interference: two games that look the same to a seat must tell it the same, until something may tell them apart.

From a position, everything that a seat may not know is drawn anew. Both games go on with the same answers. They may
part by an answer of another seat, by what was judged, or by a piece that comes to the seat's sight (`partings`). Before
that, every channel to the seat must carry the same bytes: view, picture with the keys of pieces, log, events, prompt,
options, reasons, errors and undo. Bots at the seat must give the same answers.

Bots are not compared where the games differ in which copy of a card the seat sees: copies look the same, but a bot
knows which of them it saw. Nor are they compared after something was judged: an imagined game does not know what.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.supply import Heading, Supply
from solenia_rules.check.checking import check_world
from solenia_rules.rules.resolver import resolve
from solenia_rules.text.frozen import frozen
from solenia_rules.tools.findings.partings import Heard, Parting, came_to_sight, lone_answers, parting
from solenia_rules.tools.findings.secrets import answered
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.words.languages import LANGUAGES
from tests.playing import positions, services_of, state_of

BOTS = ("greedy", "mcts:4")
"""Bots that are asked at each position that is compared."""


@frozen
class Leak:
    """What a seat was told in two ways."""

    channel: str
    seat: int | None
    here: str
    there: str

    def __str__(self) -> str:
        return f"{self.channel} to seat {self.seat}: {self.here[:300]} or {self.there[:300]}"


def told(game: Game, seat: int | None, chance: random.Random, refusals: int) -> Iterator[tuple[str, str]]:
    """Everything that reaches a seat at a position: channel and text. `refusals`: wrong answers that are tried."""
    for part, value in game.view(seat).items():
        yield f"view.{part}", json.dumps(value, ensure_ascii=False)
    yield "picture", game.svg(seat, interactive=True)
    yield "log", json.dumps([game.log_for(seat, lang) for lang in LANGUAGES], ensure_ascii=False)
    yield "events", json.dumps(game.events_since(0, seat), ensure_ascii=False)
    if seat is not None:
        yield "observation", json.dumps(game.rules.observation(game.seats).of(game, seat))
    decision = game.decision
    if decision is None or decision.seat != seat:
        return
    yield "actions", json.dumps(game.rules.actions(game.seats).legal(game))
    yield "prompt", "\n".join((decision.place, decision.rule, *map(decision.text, LANGUAGES)))
    yield "options", json.dumps([(o.id, o.refs, *map(o.text, LANGUAGES)) for o in decision.options])
    names = [option.id for option in decision.imaginable()]
    yield "imaginable", json.dumps(names)
    wrong = [name for name in names if decision.find(name) is None]
    for name in chance.sample(wrong, min(refusals, len(wrong))):
        yield "reason", "\n".join(game.why_not(name, lang) for lang in LANGUAGES)
        yield "error", refused(game, name)
    yield "error", refused(game, len(decision.options))


def refused(game: Game, answer: str | int) -> str:
    """The error for a wrong answer."""
    try:
        game.choose(answer)
    except sr.AnswerError as error:
        return "\n".join((type(error).__name__, *map(error.text, LANGUAGES)))
    return "taken"


def undone(game: Game) -> str:
    """What taking back the last answer gives."""
    try:
        return str(game.undo().decision)
    except sr.UndoError as error:
        return "\n".join(map(error.text, LANGUAGES))


@lru_cache(maxsize=2)
def _judge(rules: Ruleset, seats: int) -> Judge:
    return Judge(rules.executor(seats))


def thoughts(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """What bots answer at a position: channel and the id of the answer."""
    assert game.decision is not None
    for word in BOTS:
        seen = Seen(Course.of(game), _judge(game.rules, game.seats))
        chosen = bot_maker(word)(seed, game.decision.seat).answer(seen)
        values = list(seen.values)
        offered = chosen in values  # not always where the options tell a secret: a bot thinks in imagined worlds
        yield f"bot {word}", game.decision.options[values.index(chosen)].id if offered else f"not on offer: {chosen}"


def first_thought(here: Game, there: Game, seed: int) -> Leak | None:
    """The first bot whose answer differs at a position."""
    assert here.decision is not None
    for (channel, mine), (_other, theirs) in zip(thoughts(here, seed), thoughts(there, seed), strict=True):
        if mine != theirs:
            return Leak(channel, here.decision.seat, mine, theirs)
    return None


def same_sights(here: Game, there: Game, seat: int | None) -> bool:
    """Whether a seat sees the same pieces in both games, also the same copies of each card; and nothing was judged."""
    services = services_of(here)
    layout, sight, line = services.executor.program.layout, services.resampler.sight, Course.of(here).line
    places = slice(layout.locations, layout.locations + len(layout.pieces))
    one, two = ([sight.piece(state_of(game), piece.index, seat) and place for piece, place in
                 zip(layout.pieces, state_of(game)[places], strict=True)] for game in (here, there))  # fmt: skip
    return one == two and not services.resampler.judging.read(seat, line)


def first_leak(here: Game, there: Game, seat: int | None, seed: int, refusals: int) -> Leak | None:
    """The first channel that differs at a position."""
    one, two = (told(game, seat, random.Random(seed), refusals) for game in (here, there))
    for (channel, mine), (other, theirs) in zip(one, two, strict=False):
        if (channel, mine) != (other, theirs):
            return Leak(channel, seat, mine, theirs)
    return None


def pairs(game: Game, seat: int | None, seed: int, steps: int) -> Iterator[tuple[Game, Game, Parting | None]]:
    """A position and another one that looks the same to a seat; then both after each of so many answers.

    The pairs end when something may tell the games apart. A parting is what tells them apart although it may not.
    """
    secrets = services_of(game).resampler.secrets(Course.of(game).line)
    if secrets is not None:
        changed = secrets_changed(game, len(secrets.answers), seat, seed)
        if changed is not None:
            yield game, changed, None
        return
    other = game.resample(seat, seed, inferring=False)
    yield game, other, None
    if seat is None:
        return
    for _ in range(steps):
        if game.decision is None:
            return
        answer = sr.random_answer(game)
        after = answered(other, answer)
        if after is None:
            return
        before, game, other = game, game.choose(answer), after
        parted = parting(Heard.of(game, seat), Heard.of(other, seat), seat)
        if parted is None and not _looks_the_same(before, game, other, seat):
            return
        yield game, other, parted


def secrets_changed(game: Game, count: int, seat: int | None, seed: int) -> Game | None:
    """The same game after other secret answers of the other seats, which are the last `count` answers; nothing if
    another decision is pending then."""
    made, chance = game.positions()[-1 - count], random.Random(seed)
    for answer in game.answers[-count:]:
        if made.decision is None:
            return None
        mine = made.decision.seat == seat
        made = made.choose(answer if mine else chance.choice(made.decision.options))
    if made.decision is None or game.decision is None or made.decision.seat != game.decision.seat:
        return None
    return made if made.decision.place == game.decision.place else None


def leak_from(game: Game, seat: int | None, seed: int, steps: int, refusals: int = 1) -> Leak | None:
    """The first leak to a seat from a position on, for so many answers."""
    asked, alike = None, True
    for number, (here, there, parted) in enumerate(pairs(game, seat, seed, steps)):
        if parted is not None:
            return Leak("news", seat, parted.text, "")
        if number > 0 and asked == seat and undone(here) != undone(there):
            return Leak("undo", seat, undone(here), undone(there))
        found = first_leak(here, there, seat, seed + number, refusals)
        if found is not None:
            return found
        asked = None if here.decision is None else here.decision.seat
        alike = alike and same_sights(here, there, seat)
        if asked == seat and seat is not None and alike:
            found = first_thought(here, there, seed)
            if found is not None:
                return found
    return None


def _looks_the_same(before: Game, game: Game, other: Game, seat: int) -> bool:
    """Whether a step told the seat the same in both games, and nothing came to its sight."""
    if game.decision is None or other.decision is None:
        return False
    if game.decision.place != other.decision.place and lone_answers(game) != lone_answers(other):
        return False  # One game went on without asking, and its news may be of things that the log does not tell.
    return not came_to_sight(before, game, seat) and _news(before, game, seat) == _news(before, other, seat)


def _news(before: Game, game: Game, seat: int) -> list[str]:
    return game.log_for(seat)[len(before.log_for(seat)) :]


def leaks(games: Iterable[Game], seed: int, looks: int, steps: int, most: int = 100_000) -> Iterator[Leak]:
    """Leaks found from some positions of random games, of so many answers at most, for every seat and for a
    spectator."""
    chance = random.Random(seed)
    for game in games:
        found = list(positions(game, most))
        for moment in sorted({0, *chance.sample(range(len(found)), min(looks, len(found)))}):
            for seat in (None, *range(game.seats)):
                leak = leak_from(found[moment], seat, seed + moment, steps)
                if leak is not None:
                    yield leak


def unchecked(path: Path) -> Ruleset:
    """A ruleset whose mistakes are overlooked."""
    resolved = resolve(str(path))
    world, checked = resolved.world, check_world(resolved.world)
    seats = range(world.seats.low, world.seats.high + 1)
    heading = Heading(resolved.id, dict(world.titles), seats, resolved.digest)
    supply = Supply(
        None, "", resolved.sources, lambda: world, lambda _world: checked, lambda: checked.open_texts, dict, True
    )  # fmt: skip
    return Ruleset(heading, supply)
