"""The JSON Schema of scenario files: in general, or for the names of one ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from solenia_rules.rules import caps
from solenia_rules.rules.records import World
from solenia_rules.rules.schema_parts import DRAFT

Schema: TypeAlias = dict[str, object]

_SEED: Schema = {"type": "integer", "minimum": 0}
_SEATS: Schema = {"type": "integer", "minimum": 1, "maximum": caps.SEATS}
_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_ANY: Schema = {"additionalProperties": True}
"""The schema of any value of a sketch. It is stated explicitly, because strict readers refuse properties that are not
mentioned."""

GIVEN: Mapping[str, Schema] = {
    "phase": _TEXT | {"description": "where play begins: the first phase of that name, or a step such as play.turns"},
    "me": _SEATS | {"description": "whose phase it is"},
    "before": _TEXTS | {"description": "answers to what is asked before that"},
    "roll": _ANY | {"type": "object", "description": "what dice will show: { die = [6, 2] }"},
}
"""The keys of a sketch that are not names of the ruleset."""
EXPECTED: Mapping[str, Schema] = {
    "at": _TEXT | {"description": "the values are those right after this event, since the last answer"},
    "offered": _TEXTS | {"description": 'exactly these options; with "..." at the end these and others'},
    "refused": _ANY | {"type": ["array", "object"], "description": "not on offer; in a table, with part of the reason"},
    "events": _TEXTS | {"description": "these happened since the beginning, in this order"},
    "never": _TEXTS
    | {"description": "these have not happened since the beginning; `...` at the end stands for any rest"},
    "asked": _SEATS | {"description": "the seat that is asked now"},
    "over": {"type": "boolean", "description": "whether the game is over"},
    "winners": {"type": "array", "items": _SEATS, "description": "who won"},
    "scores": _ANY | {"type": "object", "description": "scores by seat: { 1 = 11 }"},
}
"""The keys of expectations besides the values of the position."""


def scenario_schema(world: World | None) -> Schema:
    """The schema for scenarios of a world; without a world, for any scenario."""
    histories = {history.id: _ANY for history in world.histories} if world else {}
    queries = {query.id: _ANY for query in world.queries if query.shown} if world else {}
    given, expected = _sketch(world, {**GIVEN, **histories}), _sketch(world, {**EXPECTED, **queries})
    common: dict[str, Schema] = {
        "seats": _SEATS | {"description": "how many play"},
        "seed": _SEED | {"description": "the seed of chance"},
        "params": _params(world),
        "given": {"$ref": "#/definitions/given"},
    }
    answer: Schema = {"anyOf": [_TEXT, {"$ref": "#/definitions/expected"}]}
    scenario: dict[str, Schema] = {
        "name": {"type": "string", "minLength": 1, "description": "what must be so, as a sentence"},
        **common,
        "when": {"type": "array", "items": answer, "description": "answers, and what is expected in between"},
        "then": {"$ref": "#/definitions/expected"},
    }
    one = _closed(scenario) | {"required": ["name", "then"]}
    file: dict[str, Schema] = {
        "ruleset": _TEXT | {"description": "the rules, if not those of the file beside: name, or base+variant"},
        **common,
        "scenario": {"type": "array", "items": one},
    }
    return {
        "$schema": DRAFT,
        "title": f"scenarios of {world.id}" if world else "scenarios",
        **_closed(file),
        "definitions": {
            "given": given | {"description": "the position, laid over what setup made"},
            "expected": expected | {"description": "what must be so"},
        },
    }


def _sketch(world: World | None, words: Mapping[str, Schema]) -> Schema:
    """A table whose keys are names of the world and these words."""
    if world is None:
        return _ANY | {"type": "object", "properties": dict(words)}
    names = [
        *(counter.id for counter in world.counters),
        *(variable.id for variable in world.declared_state),
        *(zone.id for zone in world.zones),
        *(board.id for board in world.boards),
    ]
    pieces = "|".join([*(record.id for record in world.records), *(kind.id for kind in world.pieces)])
    return {
        **_closed({**dict.fromkeys(names, _ANY), **words}),
        # If several pieces have the same name, the key continues: `iron of seat 2`, `iron#2`, `iron.red`.
        "patternProperties": {f"^({pieces})([ .#].*)?$": _ANY},
    }


def _params(world: World | None) -> Schema:
    number: Schema = {"type": "integer"}
    if world is None:
        return {"type": "object", "additionalProperties": number}
    return _closed({p.id: number | {"minimum": p.low, "maximum": p.high} for p in world.params})


def _closed(properties: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}
