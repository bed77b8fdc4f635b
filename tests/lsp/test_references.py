"""Ids of cells and pieces as values: offered, followed and renamed like any name."""

from __future__ import annotations

from pathlib import Path

import pytest

from solenia_rules.lsp.analysis import Looks, analyse
from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.edits import completions
from solenia_rules.lsp.finding import definitions
from solenia_rules.lsp.knowledge import Knowledge, known_from
from solenia_rules.lsp.positions import Lines
from solenia_rules.lsp.renaming import rename
from solenia_rules.lsp.shelf import Shelf

TEXT = (Path(__file__).parents[1] / "games" / "couriers.toml").read_text("utf-8")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    path = tmp_path_factory.mktemp("games") / "couriers.toml"
    path.write_text(TEXT, "utf-8")
    found = known_from(analyse(path, {}, Shelf()))
    assert found is not None
    return found


def asked(known: Knowledge, before: str, after: str) -> Question:
    return Question(TEXT, TEXT.index(before + after) + len(before), known)


@pytest.mark.parametrize(
    ("before", "after", "present", "absent"),
    [
        ('long  = { origin = "nor', 'th"', ["north", "east", "south"], ["mat.a1", "long", "water.a1", "none"]),
        ('sequel = "sh', 'ort"', ["long", "short", "late", "none"], ["north", "lad"]),
        ('step = "wat', 'er.b2"', ["north", "water.a1", "water.b2", "none"], ["mat.a1", "water.a3", "lad"]),
        ('lad    = { better = "kni', 'ght"', ["king", "lad"], ["long", "north"]),
        ('lies = "mat', '.c3"', ["mat.a1", "north", "water.a1"], ["mat.d1", "lad"]),
        ('goal  = { kind = "town", starts = "ea', 'st"', ["north", "east"], ["long", "mat.a1"]),
        ('stops = ["south", "nor', 'th"]', ["north", "east"], ["long", "mat.a1", "none"]),
        ('bans = ["bl', 'ue"]', ["red", "blue"], ["north"]),
        ('parts = ["flag", "ch', 'ip"]', ["chip", "die", "lad", "flag"], ["north", "red"]),
        ('lots = { kind = "hues", starts = ["bl', 'ue"]', ["red", "blue"], ["north"]),
        ('step = "cell?", stops = "to', 'wns"', ["towns", "hues", "cells", "pieces", "town"], ["north"]),
        ('nest = { kind = "cell", starts = "ma', 't.a3"', ["mat.a3", "north"], ["pawn"]),
    ],
)
def test_ids_that_may_stand_there_are_offered(
    known: Knowledge, before: str, after: str, present: list[str], absent: list[str]
) -> None:
    found = [item.label for item in completions(asked(known, before, after), Lines(TEXT)).items]
    assert [word for word in present if word not in found] == []
    assert [word for word in absent if word in found] == []


def test_a_value_leads_to_the_record_it_names(known: Knowledge) -> None:
    for before, after, line in (
        ('long  = { origin = "nor', 'th"', "north = {"),
        ('patron = "lo', 'ng"', "long  = {"),
        ('starts = "ea', 'st"', "east  = {"),
        ('home = ["north", "so', 'uth"', "south = {"),
        ('stops = ["south", "nor', 'th"', "north = {"),
    ):
        (span,) = definitions(asked(known, before, after))
        assert TEXT[span.start :].startswith(line)
    (board,) = definitions(asked(known, 'step = "wat', 'er.b2"'))
    assert TEXT[board.start :].startswith("water]")
    assert definitions(asked(known, 'step = "water.b', '2"')) == []


def test_renaming_a_record_or_board_renames_what_refers_to_it(known: Knowledge) -> None:
    def after(question: Question, new: str) -> str:
        (spans,) = rename(question, new, Looks({}, Shelf())).values()
        text = TEXT
        for span in sorted(spans, key=lambda span: -span.start):
            text = text[: span.start] + new + text[span.end :]
        return text

    text = after(asked(known, 'long  = { origin = "nor', 'th"'), "cape")
    assert '"north"' not in text
    assert text.count('"cape"') == TEXT.count('"north"')
    text = after(asked(known, "[boards.wat", "er]"), "stream")
    assert '"water.' not in text
    assert text.count('"stream.') == TEXT.count('"water.')
