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


def test_the_schema_refuses_other_requests() -> None:
    schema = protocol_schema()
    good = {"jsonrpc": "2.0", "id": 1, "method": "game.new", "params": {"ruleset": "r1"}}
    jsonschema.validate(good, schema)
    changes: tuple[dict[str, object], ...] = (
        {"jsonrpc": "1.0"}, {"method": "game.old"}, {"params": {}}, {"params": {"ruleset": 1}}, {"more": 1},
    )  # fmt: skip
    for change in changes:
        assert not jsonschema.Draft202012Validator(schema).is_valid({**good, **change}), change
