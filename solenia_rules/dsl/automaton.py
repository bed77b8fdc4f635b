"""The LALR(1) automaton that the parser runs: its tables as values, and their JSON form.

`dsl/grammar.py` makes the tables from the grammar; they are shipped as JSON, so that parsing does not need Lark.
"""

from __future__ import annotations

import json

from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.sha256 import sha256

FORMAT = 1
PASS = ""
"""Maker of a rule that hands on its only child."""
SPLICE = "[]"
"""Maker of a rule whose children go to the rule that holds it."""
ABSENT = -1
"""In `Rule.take`: an optional part that was not written."""


@frozen
class Rule:
    """A reduction: how many symbols it takes, what it becomes, and which of its children its maker gets.

    In `take`, a number from 0 on is a child, `ABSENT` is None, and `-2 - child` stands for all that the child holds.
    """

    origin: str
    size: int
    maker: str
    take: tuple[int, ...]


@frozen
class Tables:
    """An LALR(1) automaton with its terminals."""

    digest: str
    patterns: dict[str, str]
    """Terminal -> regular expression, in the order in which they are tried."""
    words: dict[str, str]
    """Reserved word -> terminal."""
    starts: dict[str, tuple[int, int]]
    """Kind of text -> first and last state."""
    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
    """Per state: symbol -> next state, or for a reduction `~rule`."""


def digest_of(grammar: str) -> str:
    return sha256(f"{FORMAT}\n{grammar}".encode()).hexdigest()


def in_order(tables: Tables) -> Tables:
    """The same automaton with its states numbered as they are reached: Lark numbers them anew in every process."""
    reached = dict.fromkeys(first for _, (first, _) in sorted(tables.starts.items()))
    waiting = list(reached)
    for state in waiting:
        for _, action in sorted(tables.states[state].items()):
            if action >= 0 and action not in reached:
                reached[action] = None
                waiting.append(action)
    number = {state: place for place, state in enumerate(waiting)}
    return evolve(
        tables,
        starts={kind: (number[first], number[last]) for kind, (first, last) in tables.starts.items()},
        states=tuple(
            {symbol: number[action] if action >= 0 else action for symbol, action in tables.states[state].items()}
            for state in waiting
        ),
    )


def encode(tables: Tables) -> str:
    rows: dict[str, int] = {}
    states = [
        rows.setdefault(json.dumps(row, sort_keys=True, separators=(",", ":")), len(rows)) for row in tables.states
    ]
    parts = {
        "digest": json.dumps(tables.digest),
        "patterns": json.dumps(tables.patterns, indent=1),
        "words": json.dumps(tables.words),
        "starts": json.dumps(tables.starts),
        "rules": "[\n" + ",\n".join(json.dumps([r.origin, r.size, r.maker, r.take]) for r in tables.rules) + "]",
        "rows": "[\n" + ",\n".join(rows) + "]",
        "states": json.dumps(states, separators=(",", ":")),
    }
    return "{\n" + ",\n".join(f'"{key}": {value}' for key, value in parts.items()) + "\n}\n"


def decode(text: str) -> Tables:
    read = json.loads(text)
    rows = read["rows"]
    return Tables(
        read["digest"],
        read["patterns"],
        read["words"],
        {kind: (first, last) for kind, (first, last) in read["starts"].items()},
        tuple(Rule(origin, size, maker, tuple(take)) for origin, size, maker, take in read["rules"]),
        tuple(rows[row] for row in read["states"]),
    )
