"""Every power of Solenia is guarded: without it, or without its condition, a scenario fails."""

from __future__ import annotations

import copy
import re
from functools import cache

import pytest

import solenia_rules as sr
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.records import CellKind, PieceKind
from solenia_rules.rules.writer import document_text
from solenia_rules.tools.scenarios.decoder import decode_file
from solenia_rules.tools.scenarios.files import files_of
from solenia_rules.tools.scenarios.records import Scenario
from solenia_rules.tools.scenarios.runner import Runner
from tests.playing import resolved

NOTHING = {"effect": "gain 0 stars", "rules": "harvest by me becomes it"}
RULESETS = ("summer", "winter", "improvements")


@cache
def scenarios(name: str) -> tuple[Scenario, ...]:
    bundle = open_bundle()
    return tuple(s for file in files_of(name, bundle) or [] for s in decode_file(file, bundle).scenarios)


def powers() -> list[tuple[str, str, str, str]]:
    """Ruleset, section, record and field of every held effect and rule, in the first ruleset that has it."""
    found: dict[tuple[str, str, str], tuple[str, str, str, str]] = {}
    for name in RULESETS:
        world = resolved(name).world
        holders: tuple[PieceKind | CellKind, ...] = (*world.pieces, *world.cells)
        for kind in holders:
            fields = {f.id for f in kind.fields if f.kind.rstrip("?") in NOTHING}
            for record in (r for r in world.records if r.kind == kind.id):
                for field, value, _span in record.fields:
                    if field in fields:
                        place = (name, str(kind.plural), record.id, field)
                        found.setdefault((record.id, field, str(value)), place)
    return list(found.values())


def text_of(document: dict[str, object], section: str, record: str, field: str) -> str:
    table = document[section]
    assert isinstance(table, dict)
    return str(table[record][field])


def without(name: str, section: str, record: str, field: str, text: str) -> Ruleset:
    """The ruleset with another text in the place of a power."""
    document = copy.deepcopy(resolved(name).document)
    table = document[section]
    assert isinstance(table, dict)
    table[record][field] = text
    return sr.load_text(document_text(document), name)


def fails(name: str, rules: Ruleset, about: str) -> bool:
    runner = Runner(lambda _spec, _params: rules)
    plain = [s for s in scenarios(name) if not s.params]
    ordered = sorted(plain, key=lambda s: about not in f"{s.name} {s.given} {s.steps}")
    return any(not runner.run(scenario).passed for scenario in ordered)


POWERS = powers()


def test_there_are_as_many_powers_as_in_the_rules() -> None:
    counted = [(section, field) for _name, section, _record, field in POWERS]
    assert counted.count(("cards", "expelled")) == 14
    assert len({record for _n, section, record, _f in POWERS if section == "slots"}) == 24
    assert len({record for _n, section, record, _f in POWERS if section == "plans"}) == 8
    assert len({record for _n, section, record, _f in POWERS if section == "halves"}) == 8


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "section", "record", "field"), POWERS, ids=[f"{p[2]}.{p[3]}" for p in POWERS])
def test_without_its_power_a_scenario_fails(name: str, section: str, record: str, field: str) -> None:
    kind = "rules" if field == "lasting" else "effect"
    assert fails(name, without(name, section, record, field, NOTHING[kind]), record)


def conditions() -> list[tuple[str, str, str, str, str]]:
    """Powers with a condition, and their texts without it."""
    found = []
    for name, section, record, field in POWERS:
        text = text_of(resolved(name).document, section, record, field)
        bare = re.sub(r"^if .*? \{ (.*) \}$", r"\1", text)
        bare = re.sub(r" where [^{]*(?=\{|$)", " ", bare) if bare == text and field == "lasting" else bare
        if bare != text:
            found.append((name, section, record, field, bare.strip()))
    return found


CONDITIONS = conditions()
REFUSED = {"farewell": "E319"}
"""Records that `check` refuses without their condition, with the code of the error."""


def test_the_conditions_are_found() -> None:
    assert {"two_wood", "day_2a", "gleaning", "corners", "farewell", "balance"} <= {c[2] for c in CONDITIONS}


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "section", "record", "field", "text"), CONDITIONS, ids=[c[2] for c in CONDITIONS])
def test_without_its_condition_a_scenario_fails(name: str, section: str, record: str, field: str, text: str) -> None:
    if record in REFUSED:
        with pytest.raises(sr.RulesetError, match=REFUSED[record]):
            without(name, section, record, field, text)
    else:
        assert fails(name, without(name, section, record, field, text), record)
