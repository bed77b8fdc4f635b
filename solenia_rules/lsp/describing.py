"""Describes a name of a ruleset on one line."""

from __future__ import annotations

from solenia_rules.checked.names import Meaning, Names
from solenia_rules.rules import records as r


def verb_text(verb: r.Verb) -> str:
    """How a verb is written: `deliver token to cell`."""
    parts = [f"{param.preposition} {param.id}" if param.preposition else param.id for param in verb.params]
    kinds = ", ".join(f"{param.id}: {param.kind}" for param in verb.params)
    return f"verb: {' '.join([verb.id, *parts])}" + (f" ({kinds})" if kinds else "")


def meaning_text(meaning: Meaning, names: Names) -> str:
    """What a name stands for."""
    match meaning.sort:
        case "word":
            return f"word of the kind `{meaning.id}`"
        case "words":
            return f"all words of the kind `{meaning.id}`"
        case "counter":
            return f"counter {_per(names.counters[meaning.id].per)}"
        case "param":
            param = names.params[meaning.id]
            return f"parameter: {param.value}, from {param.low} to {param.high}"
        case "state":
            state = names.state[meaning.id]
            return f"state: {state.kind}{', per seat' if state.per else ''}"
        case "zone":
            zone = names.zones[meaning.id]
            order = "" if zone.order == "none" else f", a {zone.order}"
            return f"zone of {', '.join(zone.of)} {_per((zone.per,) if zone.per else ())}, seen by {zone.seen}{order}"
        case "board":
            board = names.boards[meaning.id]
            size = f"{board.columns} columns" if board.columns is not None else f"a list of {board.cells}"
            if board.part is not None:
                size = f"the {len(board.part.joints)} {board.part.sort} of {board.part.board}"
            return f"board: {size}{', per seat' if board.per else ''}"
        case "record":
            record = names.records[meaning.id]
            copies = f", {record.copies} copies" if record.copies != 1 else ""
            return f"{record.kind}{copies}"
        case "single":
            return f"the {meaning.id}" if names.pieces[meaning.id].per is None else f"one {meaning.id} for each"
        case "pieces" | "cells":
            return f"all of the kind `{meaning.id}`"
        case "query":
            params = names.queries[meaning.id].params
            return f"query: {meaning.id}" + (f"({', '.join(f'{p.id}: {p.kind}' for p in params)})" if params else "")
        case "verb":
            return verb_text(names.verbs[meaning.id])
        case _:
            return meaning.sort


def _per(per: tuple[str, ...]) -> str:
    return f"per {' and '.join(per)}" if per else "shared by all"
