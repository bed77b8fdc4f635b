"""Carries out the methods about games: new, view, options, answer, why_not, undo, log_since, svg, save, restore, fork,
resample, close."""

from __future__ import annotations

import solenia_rules as sr
from solenia_rules.protocol import requests, results
from solenia_rules.protocol.desk import Desk, Table
from solenia_rules.protocol.errors import ANSWER, RpcError, bad_params, reason_of
from solenia_rules.text.views import View


def new(desk: Desk, asked: requests.NewGame) -> results.Status:
    held = desk.ruleset(asked.ruleset)
    game = sr.new_game(held.rules, asked.seats, asked.seed, asked.position)
    return status(desk.seat_game(held.name, game))


def status(table: Table) -> results.Status:
    """What everybody may know of the state of a game."""
    game = table.game
    over = game.decision is None
    scores = {str(seat): score for seat, score in game.scores.items()} if over else {}
    return results.Status(
        table.name, table.ruleset, game.seats, table.version, game.decisions,
        None if game.decision is None else game.decision.seat, over, game.winners, scores, game.imagined,
    )  # fmt: skip


def view(desk: Desk, asked: requests.ViewOf) -> View:
    game = desk.table(asked.game).game
    return game.view(asked.seat, desk.spoken(asked.lang), log=asked.log, keys=asked.keys)


def options(desk: Desk, asked: requests.OptionsOf) -> results.Asked:
    table, lang = desk.table(asked.game), desk.spoken(asked.lang)
    decision = table.game.decision
    if decision is None:
        return results.Asked(table.name, table.version, None, "", "", "", ())
    offered = tuple(table.game.offered(lang))
    return results.Asked(
        table.name, table.version, decision.seat, decision.kind, decision.name, decision.text(lang), offered
    )


def answer(desk: Desk, asked: requests.GiveAnswer) -> results.Status:
    table = desk.table(asked.game)
    if asked.version is not None and asked.version != table.version:
        told = f"the answer is for version {asked.version} of the game, and the game has version {table.version}"
        raise RpcError(ANSWER, told, results.ErrorData("stale_answer"))
    decision = table.game.decision
    if asked.seat is not None and decision is not None and asked.seat != decision.seat:
        told = f"seat {decision.seat} is asked, not seat {asked.seat}"
        raise RpcError(ANSWER, told, results.ErrorData("stale_answer"))
    table.becomes(table.game.choose(asked.option))
    return status(table)


def why_not(desk: Desk, asked: requests.WhyNot) -> results.Reason:
    return reason_of(desk.table(asked.game).game.reason(asked.option), desk.spoken(asked.lang))


def undo(desk: Desk, asked: requests.TakeBack) -> results.Status:
    table = desk.table(asked.game)
    table.becomes(table.game.undo(agreed=asked.agreed))
    return status(table)


def log_since(desk: Desk, asked: requests.LogSince) -> results.Lines:
    game, lang = desk.table(asked.game).game, desk.spoken(asked.lang)
    found = tuple(game.events_since(asked.number, asked.seat, lang))
    return results.Lines(game.line_count(asked.seat), found)


def svg(desk: Desk, asked: requests.Draw) -> results.Picture:
    game, lang = desk.table(asked.game).game, desk.spoken(asked.lang)
    return results.Picture(game.svg(asked.seat, lang, asked.theme, asked.interactive, asked.width))


def save(desk: Desk, asked: requests.OfGame) -> results.Saved:
    return results.Saved(desk.table(asked.game).game.dump())


def restore(desk: Desk, asked: requests.Restore) -> results.Status:
    game = sr.restore(asked.save)
    return status(desk.seat_game(desk.shelve_rules_of(game), game))


def fork(desk: Desk, asked: requests.Fork) -> results.Status:
    table = desk.table(asked.game)
    game = table.game
    if asked.answers is not None:
        positions = game.positions()
        if not 0 <= asked.answers < len(positions):
            raise bad_params(f"`answers`: the game has {len(positions) - 1} answers")
        game = positions[asked.answers]
    return status(desk.seat_game(table.ruleset, game))


def resample(desk: Desk, asked: requests.Resample) -> results.Status:
    table = desk.table(asked.game)
    return status(desk.seat_game(table.ruleset, table.game.resample(asked.seat, asked.seed)))


def close(desk: Desk, asked: requests.OfGame) -> results.Closed:
    return results.Closed(desk.close_game(asked.game))
