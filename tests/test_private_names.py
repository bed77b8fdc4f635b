"""Tests use what users of a module use. Private names that tests still reach for are listed and counted, and the list
can only become shorter."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent

FORGED = "a fault is planted there, and the test must find it"
DISK = "the disk is full or loses what was written: the test speaks to the database below the store"
INSIDE = "the test is about how the result is found, which no result shows"

KNOWN: dict[tuple[str, str], tuple[int, str]] = {
    ("adapters/test_openspiel.py", "_after"): (1, INSIDE),
    ("api/test_answers.py", "_named"): (3, FORGED),
    ("api/test_answers.py", "_offer"): (2, FORGED),
    ("api/test_interference.py", "_keyring"): (2, FORGED),
    ("api/test_interference.py", "_reveals"): (1, FORGED),
    ("api/test_interference.py", "_spec"): (2, FORGED),
    ("api/test_saves.py", "_checksum"): (1, FORGED),
    ("api/test_secrets.py", "_declared"): (1, FORGED),
    ("api/test_secrets.py", "_last_seen"): (1, FORGED),
    ("api/test_secrets.py", "_raw"): (1, INSIDE),
    ("api/test_secrets.py", "_zone"): (2, FORGED),
    ("api/test_views.py", "_given_news"): (1, INSIDE),
    ("core/test_refining.py", "_either"): (1, FORGED),
    ("fast/test_positions.py", "_deepest"): (1, FORGED),
    ("fast/test_same_games.py", "_COMPARED"): (1, FORGED),
    ("lower/test_lookahead.py", "_affordable_later"): (1, FORGED),
    ("lower/test_set_fields.py", "_with_id"): (2, INSIDE),
    ("lsp/test_worker.py", "_change"): (1, INSIDE),
    ("lsp/test_worker.py", "_next"): (1, INSIDE),
    ("mutation/trying.py", "_exit"): (1, "a copy of the process ends at once, without what pytest does at its end"),
    ("play/test_renaming.py", "_offer"): (1, FORGED),
    ("serve/test_faults.py", "_connection"): (2, DISK),
    ("serve/test_secrets.py", "_replay"): (1, FORGED),
    ("serve/test_store.py", "_connection"): (3, DISK),
    ("tools/lab/test_counted.py", "_ledgers"): (2, INSIDE),
    ("tools/lab/test_sim.py", "_processes"): (
        1,
        "a process of the pool is killed, and the pool names its processes nowhere else",
    ),
    ("tools/lab/test_sim.py", "_round"): (1, FORGED),
}
"""File and private name -> how often, and why there is no other way."""


def is_private(name: str) -> bool:
    """`_repr_svg_` and `__init__` are names that others agree on."""
    return name.startswith("_") and not name.endswith("_")


def private_names(source: str) -> Iterator[str]:
    """Private names that belong to something else: attributes, imports, and names that `setattr` and its like take."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name) if is_private(name):
                yield name
            case ast.ImportFrom(names=names):
                yield from (one.name for one in names if is_private(one.name))
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args) if called.endswith("attr"):
                texts = (arg.value for arg in args[:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
                yield from (last for text in texts if is_private(last := text.rpartition(".")[2]))


def test_tests_reach_for_no_private_name_that_is_not_listed() -> None:
    found = Counter(
        (file.relative_to(ROOT).as_posix(), name)
        for file in sorted(ROOT.rglob("*.py"))
        for name in private_names(file.read_text("utf-8"))
    )
    listed = {place: count for place, (count, _why) in KNOWN.items()}
    assert dict(found) == listed, "use a public way; if a private name is used less often than listed, shorten the list"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("game._state", ["_state"]),
        ("self._state + cls._made", []),
        ("self.pool._made", ["_made"]),
        ("game._repr_svg_(); x.__dict__", []),
        ("from a.b import _c, d", ["_c"]),
        ("monkeypatch.setattr(Game, '_named', 1); setattr(x, '_y', 2)", ["_named", "_y"]),
        ("monkeypatch.setattr('a.b._c', 1)", ["_c"]),
        ("monkeypatch.setitem(table, '_c', 1)", []),
    ],
)
def test_the_scan_sees_private_names(source: str, names: list[str]) -> None:
    assert list(private_names(source)) == names
