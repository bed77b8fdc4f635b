"""`solenia sources` names every record once, under where it comes from, with its note and place."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.cli.texts import text
from solenia_rules.words.languages import LANGUAGES
from tests.sampling import sampled

ROOT = Path(__file__).parents[2]
SPECS = [*sr.list_rulesets(), "winter+solo", "improvements+solo"]
HEADS = ("title", "about", "seats", "words", "look")


def listed(spec: str, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    assert main(["sources", spec, "--format", "json", *more]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def records(found: dict[str, object]) -> list[dict[str, object]]:
    inner = found["records"]
    assert isinstance(inner, list)
    return inner


def stands(ident: str, text: str) -> bool:
    """Whether a record stands here: its id, or the id of a pattern that makes it (`"{rank}_card"`)."""
    pattern = re.match(r'"([^"]*{[^"]*)"', text)
    if pattern is None:
        return text.startswith(ident)
    parts = re.split(r"{[^}]*}", pattern[1])
    return re.fullmatch(".+".join(map(re.escape, parts)), ident) is not None


@pytest.mark.parametrize("spec", sampled(SPECS, 7))
def test_every_record_is_named_once_where_it_stands(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(spec, capsys)
    named = Counter((record["section"], record["id"]) for record in records(found))
    assert set(named.values()) == {1}
    for record in records(found)[1:]:
        lines = (ROOT / str(record["file"])).read_text("utf-8").splitlines()
        at = lines[int(str(record["line"])) - 1][int(str(record["column"])) - 1 :]
        assert stands(str(record["id"]), at), record
    assert found["counts"] == {
        source: sum(record["source"] == source for record in records(found)) for source in ("seed", "public", "ours")
    }


def test_it_lists_what_the_files_say(capsys: pytest.CaptureFixture[str]) -> None:
    said: dict[tuple[str, str], object] = {}
    for name in ("solenia", "winter"):
        document = tomllib.loads((ROOT / "rulesets" / f"{name}.toml").read_text("utf-8"))
        for section, entries in document.items():
            if isinstance(entries, dict) and section not in HEADS:
                said |= {(section, id_): (entry["source"], entry.get("note")) for id_, entry in entries.items()}
    found = {
        (record["section"], record["id"]): (record["source"], record["note"])
        for record in records(listed("winter", capsys))
        if record["section"]
    }
    assert found == said


@pytest.mark.parametrize(
    ("spec", "id_", "source", "note"),
    [
        ("winter", "score_slots", "ours", None),
        ("improvements", "score_halves", "public", None),
        ("improvements", "spare_plans", "ours", "beyond those"),
        ("improvements", "spare_halves", "ours", "beyond those"),
        ("summer", "tile", "seed", "24 night tiles is ours"),
        ("summer", "card", "seed", "the same cards is public"),
        ("solo", "die", "seed", "six sides and what it does are ours"),
        ("day_and_night", "pawns_out", "seed", "which of the two corners is ours"),
        ("day_and_night", "turned", "seed", "flips by anyone count is ours"),
        ("day_and_night", "foe_changed", "seed", "flips by anyone count"),
        ("day_and_night", "restock", "seed", "is ours"),
        ("day_and_night", "open_book", "seed", "is ours"),
    ],
)
def test_what_the_rulebook_leaves_open_is_noted(
    spec: str, id_: str, source: str, note: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = [record for record in records(listed(spec, capsys)) if record["id"] == id_]
    assert found["source"] == source
    assert (note or "") in str(found["note"])


def test_a_layer_speaks_for_what_it_changes(capsys: pytest.CaptureFixture[str]) -> None:
    by_id = {record["id"]: record for record in records(listed("winter+solo", capsys))}
    assert by_id["winner"]["source"] == "ours"
    assert str(by_id["winner"]["file"]).endswith("solo.toml")
    assert by_id["filled"]["source"] == "seed"
    assert by_id["winter+solo"]["section"] is None


def test_people_read_it_by_source_and_section_with_notes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sources", "winter"]) == 0
    shown = capsys.readouterr().out
    heads = [text(key, "en") for key in ("source_seed", "source_public", "source_ours")]
    assert [shown.index(f"{head} (") for head in heads] == sorted(shown.index(f"{head} (") for head in heads)
    assert "\n    night_hhss  rulesets/solenia.toml:" in shown
    assert "that storage grows twice by 1 is seed" in shown
    assert main(["sources", "winter", "--only", "public"]) == 0
    public = capsys.readouterr().out
    assert "night_hhss" in public
    assert "day_1a" not in public
    assert heads[0] not in public


def test_an_abstract_ruleset_has_sources_and_one_that_is_not_there_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sources", "solenia"]) == 0
    assert "lay_strips" in capsys.readouterr().out
    assert main(["sources", "solenai"]) == 2
    assert "did you mean `solenia`" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_every_language(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
    assert main(["sources", "summer"]) == 0
    assert text("source_public", lang) in capsys.readouterr().out
