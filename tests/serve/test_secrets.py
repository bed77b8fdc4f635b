"""Two games that look the same to a seat give its client the same bytes, whatever it asks."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.serve import messages as m
from solenia_rules.serve import positions, requests, telling
from solenia_rules.serve.bots import Bots
from solenia_rules.serve.errors import Refused
from solenia_rules.serve.facts import PERSON, Created
from solenia_rules.serve.hub import Connection, Held, Hub
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.positions import Json
from solenia_rules.serve.requests import answer_message
from solenia_rules.serve.sqlite import SqliteStore
from solenia_rules.serve.table import Table, begin
from solenia_rules.serve.texts import refusal
from tests.interference import pairs
from tests.playing import Seated, fewest_seatings, some_positions
from tests.sampling import sampled
from tests.serve.drawing import drawing_once
from tests.serve.tables import NAMES


def beginning(seated: Seated, seed: int) -> sr.Game:
    """A new game of people with names."""
    return sr.new_game(seated.rules, seated.seats, seed).named(NAMES[: seated.seats])


def table_of(game: sr.Game) -> Table:
    """A table at which people have played a game so far."""
    seats = (PERSON,) * game.seats
    created = Created("1", "text", game.rules.digest, "0", seats, ("x",) * game.seats, "watch", 0, False)
    table, _link = begin("table", created, game.rules)
    table.game = game
    table.version = game.decisions
    for seat, name in zip(table.seats, NAMES, strict=False):
        seat.token, seat.name = "joined", name
    return table


async def told(hub: Hub, game: sr.Game, authors: list[int], seat: int | None, chance: random.Random) -> list[str]:
    """All that a client gets at a position: the state, and the answers to requests that change nothing."""
    table = table_of(game)
    table.authors = authors
    held = Held(table)
    connection = Connection(seat, "en", "light", 480, 0)
    state = hub.state_for(held, connection)
    decision = game.decision
    wrong = [option.id for option in decision.imaginable()] if decision is not None and decision.seat == seat else []
    asked: list[m.Message] = [
        m.Answer("a", table.version, "nonsense"), m.Answer("b", table.version + 1, "nonsense"), m.Replay("c", 0),
        m.Explain("d", game.rules.world.records[0].id if game.rules.world.records else "x"), m.Ping("e"),
        m.Others("f", table.version),
        *(m.Why(f"why {name}", table.version, name) for name in chance.sample(wrong, min(2, len(wrong)))),
    ]  # fmt: skip
    replies = [await reply(hub, held, connection, message) for message in asked]
    return [state, *(json.dumps(one, ensure_ascii=False) for one in replies)]


async def reply(hub: Hub, held: Held, connection: Connection, message: m.Message) -> Json:
    try:
        return await answer_message(hub, held, connection, message)
    except Refused as problem:
        return refusal(problem, connection.lang, message.request)


async def first_difference(hub: Hub, game: sr.Game, seat: int | None, seed: int) -> tuple[str, str] | None:
    authors: list[int] = []  # Imagined games have no past, so only the answers from here on can be taken back.
    for here, there, _parted in pairs(game, seat, seed, 3):
        both = [await told(hub, one, [*authors], seat, random.Random(seed)) for one in (here, there)]
        for mine, theirs in zip(*both, strict=True):
            if mine != theirs:
                return mine, theirs
        authors += [] if here.decision is None else [here.decision.seat]
    return None


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    store = SqliteStore(tmp_path / "games.db")
    return Hub(store, Limits(), Bots(), Metrics())


def differences(hub: Hub, seated: Seated, seeds: Iterable[int]) -> tuple[str, str] | None:
    """The first two texts that differ although a client may not tell the games apart."""
    return asyncio.run(first_of(hub, seated, seeds))


async def first_of(hub: Hub, seated: Seated, seeds: Iterable[int]) -> tuple[str, str] | None:
    for seed in seeds:
        game = beginning(seated, seed)
        moment = random.Random(seed).randrange(30)
        for _ in range(moment):
            if game.decision is None:
                break
            game = game.choose(sr.random_answer(game))
        for seat in (None, *range(seated.seats)):
            if game.decision is not None and (found := await first_difference(hub, game, seat, seed)) is not None:
                return found
    return None


@pytest.mark.parametrize("seated", sampled(fewest_seatings(), 4), ids=str)
def test_a_client_gets_the_same_bytes(hub: Hub, seated: Seated) -> None:
    assert differences(hub, seated, range(3)) is None


def test_that_a_seat_has_something_to_choose_that_follows_from_its_hand_is_no_leak(hub: Hub) -> None:
    """In this game a seat is asked for its melds in one world and has none in the other, as with cards of a hand."""
    (seated,) = (one for one in fewest_seatings() if str(one).startswith("gin_rummy"))
    assert differences(hub, seated, [180]) is None


@pytest.mark.thorough
@pytest.mark.parametrize("seated", fewest_seatings(), ids=str)
def test_a_client_gets_the_same_bytes_in_more_games(hub: Hub, seated: Seated) -> None:
    """`python -m tests.long_runs secrets_served` plays 300 games of each ruleset and more."""
    assert differences(hub, seated, range(3, 30)) is None


def hidden(game: sr.Game) -> str:
    """What nobody may know as a whole: where all pieces lie."""
    return json.dumps(game.full_view()["zones"])


LEAKS: dict[str, Callable[[sr.Game], Json]] = {
    "the seed": lambda game: game.seed,
    "a view of everything": lambda game: json.loads(json.dumps(game.full_view())),
    "the log with secrets": lambda game: [str(event) for event in game.log],
    "the sizes of other views": lambda game: [len(json.dumps(game.view(seat))) for seat in range(game.seats)],
    "the view of another seat": lambda game: json.loads(json.dumps([game.view(seat) for seat in range(game.seats)])),
    "a random future": lambda game: [*sr.random_answer(game).id] if game.decision is not None else None,
    "the digest of the position": lambda game: zlib.crc32(hidden(game).encode()),
    "a room as large as a secret": lambda game: " " * (zlib.crc32(hidden(game).encode()) % 97),
    "the picture of another seat": lambda game: game.svg((game.seats - 1) if game.seats > 1 else 0),
    "what is on top of a deck": lambda game: zlib.crc32(hidden(game).encode()) % 2 == 0,
}  # fmt: skip
"""What a position could be sent with."""


def in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(table: Table, seat: int, option: str, version: int, request: str, lang: str) -> None:
        raise Refused("illegal", 409, text=hidden(table.game))

    monkeypatch.setattr(Table, "answer", answer)


def in_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "undoes", lambda table, seat: zlib.crc32(hidden(table.game).encode()) % 2)


def in_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "shown_people", lambda table, connected, votes: [hidden(table.game)])


def in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = positions.shown_log

    def log(game: sr.Game, viewer: int | None, lang: str, since: int) -> list[Json]:
        return honest(game, 1 - (viewer or 0), lang, since)

    monkeypatch.setattr(positions, "shown_log", log)


def in_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "reason_text", lambda game, option, lang: hidden(game))


def in_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    async def replay(held: Held, connection: Connection, request: str, step: int) -> dict[str, Json]:
        game = held.table.game
        return {"type": "replayed", "picture": game.svg((connection.viewer or 0) ^ 1)}

    monkeypatch.setattr(requests, "_replay", replay)


CHANNELS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "an error": in_an_error, "undo": in_undo, "names": in_names, "the log of another seat": in_the_log,
    "reasons": in_reasons, "a replay of a running game": in_a_replay,
}  # fmt: skip
"""Other ways on which a secret could reach a client."""


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_in_the_position_is_found(hub: Hub, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = positions.shown_position

    def leaking(game: sr.Game, viewer: int | None, lang: str, theme: str, width: int) -> dict[str, Json]:
        return {**honest(game, viewer, lang, theme, width), "more": LEAKS[name](game)}

    monkeypatch.setattr(positions, "shown_position", leaking)
    assert differences(hub, Seated("leduc", 2), range(12)) is not None


@pytest.mark.parametrize("name", CHANNELS)
def test_a_leak_on_another_way_is_found(hub: Hub, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    CHANNELS[name](monkeypatch)
    assert differences(hub, Seated("leduc", 2), range(12)) is not None


def test_a_leak_in_the_picture_is_found_while_equal_views_are_drawn_once(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = sr.Game.svg

    def leaking(game: sr.Game, seat: int | None, lang: str, theme: str, interactive: bool, width: int) -> str:
        return honest(game, 1 - (seat or 0), lang, theme, interactive, width)

    monkeypatch.setattr(sr.Game, "svg", leaking)
    with drawing_once():
        assert differences(hub, Seated("leduc", 2), range(12)) is not None


def test_what_is_drawn_once_is_the_picture_of_the_position() -> None:
    games = some_positions(Seated("candle", 2), seed=5, count=4)
    asked = [(game, seat, theme) for game in games for seat in (None, 0, 1) for theme in ("light", "dark")]
    right = [game.svg(seat, theme=theme, interactive=True) for game, seat, theme in asked]
    with drawing_once() as once:
        drawn = [[game.svg(seat, theme=theme, interactive=True) for _ in range(2)] for game, seat, theme in asked]
    assert drawn == [[picture, picture] for picture in right]
    assert once.drawn == len(asked)
