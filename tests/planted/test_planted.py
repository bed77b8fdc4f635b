"""Planted mistakes are found; the shares of all of them stand in `docs/findings.md`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planted.growing import SEED, grown_mistakes
from tests.planted.planting import WRITTEN, Mistake, check_all, plant, telling, written_mistakes
from tests.planted.sowing import SOWERS, sown_mistakes

FEW, MANY = 12, 100
MUST = ("soft_lock", "no_op_variant")
"""Kinds of which every one has to be found."""


def found(mistake: Mistake, folder: Path, *games: int) -> bool:
    """With few games, or else with more."""
    path = plant(mistake, folder)
    return any(telling(mistake, path, check_all(str(path), number)) for number in games)


@pytest.mark.parametrize("kind", ["misspelt", "mistyped"])
def test_what_is_misspelt_or_mistyped_is_found(kind: str, tmp_path: Path) -> None:
    mistakes = grown_mistakes(kind, 6)
    assert mistakes == grown_mistakes(kind, 6)
    assert [m.what for m in mistakes if not found(m, tmp_path, 1)] == []


@pytest.mark.thorough
def test_a_planted_mistake_is_laid_over_a_ruleset_without_any(tmp_path: Path) -> None:
    for file in WRITTEN:
        for mistake in written_mistakes(file)[:3]:
            assert not check_all(mistake.over, 1)
            assert plant(mistake, tmp_path).read_text("utf-8").endswith(mistake.layer)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "mistake", [m for f in WRITTEN for m in written_mistakes(f) if m.kind in MUST], ids=lambda m: m.name
)
def test_every_soft_lock_and_every_variant_that_changes_nothing_is_found(mistake: Mistake, tmp_path: Path) -> None:
    assert found(mistake, tmp_path, FEW, MANY)


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "share"), [("misspelt", 0.95), ("mistyped", 0.95), ("misapplied", 0.85)])
def test_most_of_what_is_wrong_is_found(kind: str, share: float, tmp_path: Path) -> None:
    written = [m for file in WRITTEN for m in written_mistakes(file) if m.kind == kind]
    mistakes = [*written, *grown_mistakes(kind, 24)]
    assert sum(found(m, tmp_path, FEW) for m in mistakes) >= share * len(mistakes)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", SOWERS)
def test_mistakes_of_meaning_planted_by_lot_are_found(kind: str, tmp_path: Path) -> None:
    mistakes = sown_mistakes(kind, 2, SEED)
    assert mistakes == sown_mistakes(kind, 2, SEED)
    assert [m.what for m in mistakes if not found(m, tmp_path, FEW)] == []
