"""Carries out the messages of a client at a table. The result is the reply; a refusal is raised."""

from __future__ import annotations

import asyncio
from typing import assert_never

import solenia_rules as sr
from solenia_rules.serve import messages as m
from solenia_rules.serve import positions, telling
from solenia_rules.serve.errors import Refused
from solenia_rules.serve.hub import Connection, Held, Hub
from solenia_rules.serve.positions import Json
from solenia_rules.serve.table import Step, Table, Wish
from solenia_rules.words.languages import LANGUAGES

LONGEST_QUESTION = 200


async def answer_message(hub: Hub, held: Held, connection: Connection, message: m.Message) -> dict[str, Json] | None:
    """The reply to a message; None if the request has been acknowledged already."""
    lang = connection.lang
    match message:
        case m.Answer(request, version, option):
            seat = _seat(connection)
            await hub.act(
                held,
                lambda table: table.answer(seat, option, version, request, lang),
                lambda: connection.reply(_done(request)),
            )
            return None
        case m.Undo(request, version):
            seat = _seat(connection)
            await hub.act(held, lambda table: _undo(table, seat, version, request, lang))
            return _done(request)
        case m.Agree(request, version, yes):
            seat = _seat(connection)
            await hub.act(held, lambda table: table.agree(seat, version, yes, lang))
            return _done(request)
        case m.Why(request, version, option):
            _check_asked(held.table, _seat(connection), version)
            if len(option) > LONGEST_QUESTION:
                raise Refused("not_asked", 409)
            try:
                text = await asyncio.to_thread(telling.reason_text, held.table.game, option, lang)
            except sr.AnswerError as problem:
                text = problem.text(lang)
            return {"type": "why", "request": request, "option": option, "text": text}
        case m.Others(request, version):
            _check_asked(held.table, _seat(connection), version)
            found = await asyncio.to_thread(telling.other_answers, held.table.game, lang)
            return {"type": "others", "request": request, "options": found}
        case m.Rules(request):
            if lang not in held.rules:
                held.rules[lang] = await asyncio.to_thread(telling.all_rules, held.table.rules, lang)
            return {"type": "rules", "request": request, "topics": held.rules[lang]}
        case m.Explain(request, ident):
            topic = sr.explain(held.table.rules, ident[:LONGEST_QUESTION], lang)
            if topic is None:
                raise Refused("nothing_to_explain", 404)
            return {"type": "explained", "request": request, "title": topic.title, "text": topic.line()}
        case m.Settings(request, wanted, theme, width):
            if wanted not in LANGUAGES or theme not in ("light", "dark"):
                raise Refused("malformed")
            if wanted != lang:
                connection.lang, connection.seen = wanted, 0
            connection.theme, connection.width, connection.stale = theme, positions.width_of(width), True
            return _done(request)
        case m.Replace(request, seat):
            await _replace(hub, held, _seat(connection), seat)
            return _done(request)
        case m.ComeBack(request):
            seat = _seat(connection)
            await hub.act(held, lambda table: table.come_back(seat))
            return _done(request)
        case m.Replay(request, step):
            return await _replay(held, connection, request, step)
        case m.Ping(request):
            return {"type": "pong", "request": request}
        case _:
            assert_never(message)


def _done(request: str) -> dict[str, Json]:
    return {"type": "done", "request": request}


def _check_asked(table: Table, seat: int, version: int) -> None:
    """Only the seat that is asked may ask about the question, and only about the present one."""
    if version != table.version:
        raise Refused("stale", 409)
    decision = table.game.decision
    if decision is None or decision.seat != seat:
        raise Refused("not_asked", 409)


def _seat(connection: Connection) -> int:
    if connection.viewer is None:
        raise Refused("spectators_watch", 403)
    return connection.viewer


def _undo(table: Table, seat: int, version: int, request: str, lang: str) -> Step | None:
    found = table.undo(seat, version, request, lang)
    return None if isinstance(found, Wish) else found


async def _replace(hub: Hub, held: Held, voter: int, seat: int) -> None:
    """A bot plays for an absent person as soon as all others who are connected want it."""
    if seat in held.connected():
        raise Refused("not_absent", 409)
    seats = held.table.seats
    if not 0 <= seat < len(seats) or not seats[seat].person or seats[seat].stand_in:
        raise Refused("no_person", 409)
    votes = held.votes.setdefault(seat, set())
    votes.add(voter)
    others = {one for one in held.connected() if not seats[one].bot}
    if others <= votes:
        held.votes.pop(seat)
        await hub.act(held, lambda table: table.replace(seat))
    else:
        held.tell_all()


async def _replay(held: Held, connection: Connection, request: str, step: int) -> dict[str, Json]:
    """A position of a finished game, as the seat saw it."""
    game = held.table.game
    if game.decision is not None:
        raise Refused("still_running", 409)
    if not 0 <= step <= len(game.answers):
        raise Refused("malformed")

    def shown() -> dict[str, Json]:
        before = sr.new_game(game.rules, game.seats, game.seed).named(held.table.names())
        for option in game.answers[:step]:
            before = before.choose(option)
        return positions.shown_position(before, connection.viewer, connection.lang, connection.theme, connection.width)

    return {"type": "replayed", "request": request, **await asyncio.to_thread(shown)}
