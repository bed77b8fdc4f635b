"""Fields that hold sets: the work grows with what is listed, not with the copies of pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.lower import initial

RULES = """
ruleset  = "lists"
language = 1
source   = "ours"
seats    = {{ range = [2, 2] }}
title    = {{ en = "Lists", fr = "Listes", pl = "Listy" }}

[pieces]
card = {{ plural = "cards", per = "seat", fields = {{ likes = "cards" }}, source = "ours" }}

[result.best]
source = "ours"
effect = 'win all(s in seats where count(likes of first(cards of s)) is {expected})'

[cards]
{cards}
"""
RECORDS, COPIES = 8, 100


def test_copies_of_a_record_share_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"r{number}" for number in range(RECORDS)]
    listed = ", ".join(f'"{name}"' for name in names)
    cards = "\n".join(f'{name} = {{ likes = [{listed}], copies = {COPIES}, source = "ours" }}' for name in names)
    path = tmp_path / "lists.toml"
    path.write_text(RULES.format(cards=cards, expected=RECORDS * COPIES), "utf-8")
    looked_up: list[str] = []
    find = initial.Given._with_id

    def noting(self: initial.Given, text: str) -> list[tuple[int, int, int]]:
        looked_up.append(text)
        return find(self, text)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # what a run before this one made is not used
    monkeypatch.setattr(initial.Given, "_with_id", noting)
    game = sr.new_game(sr.load(str(path)), 2)
    assert game.winners == (0, 1)
    assert 0 < len(looked_up) <= 2 * RECORDS  # once for each id and seat
