"""The schema, the types and the pages are what the classes of the messages make."""

from __future__ import annotations

from pathlib import Path

import jsonschema

from solenia_rules.protocol import pages
from solenia_rules.protocol.methods import METHODS
from solenia_rules.protocol.schema import protocol_schema

ROOT = Path(__file__).parent.parent.parent
NAMED = """
rulesets.list rulesets.load rulesets.check rulesets.explain rulesets.metadata game.new game.view game.options
game.answer game.why_not game.undo game.log_since game.svg game.save game.restore game.fork game.resample bot.answer
sim.run sim.compare scenario.run
""".split()


def test_everything_made_from_the_schema_is_up_to_date() -> None:
    for path, text in pages.files(ROOT).items():
        written = path.read_text("utf-8")
        assert written == text, f"{path.name}: run python -m solenia_rules.protocol.pages"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(protocol_schema())


def test_version_1_has_these_methods() -> None:
    assert set(NAMED) <= set(METHODS)


def test_version_1_only_grows() -> None:
    """`version_1.txt` has what clients rely on: a line is added for something new, and none is changed or removed."""
    kept = (Path(__file__).parent / "version_1.txt").read_text("utf-8").splitlines()
    found = version_1()
    assert [line for line in kept if line not in found] == [], "clients of version 1 rely on this"
    assert [line for line in found if line not in kept] == [], "add these lines to version_1.txt"


def version_1() -> list[str]:
    """Methods with their results, and the keys of messages; `!` marks a parameter that has to be given."""
    definitions, made = protocol_schema()["$defs"], []
    assert isinstance(definitions, dict)
    for method in METHODS.values():
        made.append(f"{method.name} {method.params.__name__} -> {method.result.__name__}")
    asked = {method.params.__name__ for method in METHODS.values()}
    for name, schema in definitions.items():
        needed = schema.get("required", ())
        made += [
            f"{name}.{key}{'!' if name in asked and key in needed else ''}" for key in schema.get("properties", ())
        ]
    return sorted(made)


def test_the_schema_refuses_other_requests() -> None:
    schema = protocol_schema()
    good = {"jsonrpc": "2.0", "id": 1, "method": "game.new", "params": {"ruleset": "r1"}}
    jsonschema.validate(good, schema)
    changes: tuple[dict[str, object], ...] = (
        {"jsonrpc": "1.0"}, {"method": "game.old"}, {"params": {}}, {"params": {"ruleset": 1}}, {"more": 1},
    )  # fmt: skip
    for change in changes:
        assert not jsonschema.Draft202012Validator(schema).is_valid({**good, **change}), change
