"""Pieces of a kind that is not told may be turned and rolled: what has one face only stays as it is."""

from __future__ import annotations

from pathlib import Path

import solenia_rules as sr

SLATS = str(Path(__file__).parent.parent / "games" / "slats.toml")


def touched(piece: str) -> tuple[list[str], int]:
    """Events and points after a piece was chosen, turned over and rolled."""
    game = sr.new_game(sr.load(SLATS), seats=1, seed=3)
    assert game.decision is not None
    option = next(option for option in game.decision.options if option.id == f"p={piece}")
    later = game.choose(option)
    kinds = [event.kind for event in later.log[len(game.log) :] if event.kind in ("turned", "rolled")]
    return kinds, later.scores[0]


def test_a_piece_with_faces_is_turned() -> None:
    assert touched("slat_a") == (["turned"], 1)
    assert touched("slat_c") == (["turned"], 1)


def test_a_die_is_rolled() -> None:
    assert touched("cube") == (["rolled"], 10)


def test_other_pieces_stay_as_they_are() -> None:
    assert touched("tag_a#1") == touched("chip_a#2") == ([], 0)
