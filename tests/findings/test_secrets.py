"""A secret that the texts' checker would refuse is found by play alone."""

from __future__ import annotations

from pathlib import Path

from solenia_rules.api.origins import Front, Origin
from solenia_rules.api.ruleset import Ruleset, load
from solenia_rules.compiler.checker import check_world
from solenia_rules.findings.secrets import find_told_secrets
from solenia_rules.rules.resolver import resolve
from tests.findings.test_cases import GROUND

PICK = "choose pick { gain 1 fruit }"
PEEK = "choose pick { gain 1 fruit } or peek { need size of first(pile) > 2; gain 1 point }"


def unchecked(path: Path) -> Ruleset:
    """A ruleset whose mistakes are overlooked."""
    resolved = resolve(str(path))
    world, checked = resolved.world, check_world(resolved.world)
    seats = range(world.seats.low, world.seats.high + 1)
    front = Front(resolved.id, dict(world.titles), seats, resolved.digest)
    return Ruleset(front, Origin(None, "", resolved.sources, lambda: world, lambda _world: checked, dict, True))


def test_an_option_that_depends_on_hidden_pieces_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ground.toml"
    path.write_text(GROUND.read_text("utf-8").replace(PICK, PEEK), "utf-8")
    (found,) = find_told_secrets(unchecked(path), (2,), 1)
    assert found.code == "E605"
    assert "under `decision`" in found.message


def test_nothing_is_told_of_a_game_without_such_options() -> None:
    assert not list(find_told_secrets(load(str(GROUND)), (2,), 1))
