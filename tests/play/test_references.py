"""Cells and pieces that records, first values and seats name by id, one or a set: each means what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from tests.play.renaming import difference, renamed

COURIERS = str(Path(__file__).parent.parent / "games" / "couriers.toml")
VALUES = (
    ("distance(origin of late, target of late)", 2),
    ("distance(origin of short, target of short)", 1),
    ("if sequel of late is long and sequel of sequel of late is short then 1 else 0", 1),
    ("if sequel of short is none and step of short is none then 1 else 0", 1),
    ("10 * row of step of long + column of step of long", 22),
    ("if step of late is north and onward of north is east and patron of east is long then 1 else 0", 1),
    ("if lot of long is die then 1 else 0", 1),
    ("if goal is east then 1 else 0", 1),
    ("count(t in tickets where origin of t is north)", 2),
    ("count(c in towns where onward of c is none)", 1),
    ("count(c in towns where onward of c is goal)", 1),
    ("count(origin of tickets)", 2),
    ("count(s in seats where owner of lair of s is s)", 3),
    ("sum(column of lair of s for s in seats)", 6),
    ("count(s in seats where home of s is goal)", 1),
    ("count(s in seats where owner of stand of s is s and row of stand of s is 2 and column of stand of s is 2)", 3),
    ("count(p in pawns where owner of nest of p is owner of p and row of nest of p is 3)", 3),
    ("count(c in cards where owner of lies of c is owner of c)", 9),
    ("count(c in cards where better of c is not none and owner of better of c is owner of c)", 6),
    ("sum(10 * row of lies of c + column of lies of c for c in my cards)", 33 + 12 + 11),
    ("count(c in mat of next(me) where owner of corner of c is next(me) and column of corner of c is 3)", 9),
    ("count(f in flags where twin of f is f)", 2),
    ("count(w in water where flows of w is not none)", 2),
    ("count(stops of long) + 10 * count(stops of short) + 100 * count(stops of late)", 312),
    (
        "if north is in stops of long and east is not in stops of long and first(stops of long) is north then 1 else 0",
        1,
    ),
    ("count(bans of long) + 10 * count(bans of short)", 1),
    ("count(parts of long)", 1 + 1 + 3),
    ("count(parts of late)", 2 + 2),
    ("count(p in parts of long where owner of p is me)", 1),
    ("count(stops of tickets) + 10 * count(bans of (long, short)) + 100 * count(hues of towns)", 213),
    ("count(stops of first(t in tickets where false))", 0),
    ("count(hues of north) + 10 * count(hues of east) + 100 * count(hues of south)", 201),
    ("if blue is in lots of die and red is not in lots of die then 1 else 0", 1),
    ("sum(count(mates of c) for c in my cards)", 3),
    ("count(c in cards where some(x in mates of c where owner of x is not owner of c))", 0),
    ("count(c in around of my lad where owner of c is me) + 10 * count(around of my lad)", 32),
    ("count(own(around of my king, me)) + 10 * count(own(around of my king, next(me)))", 1),
    ("count(t in tickets where red is in bans of t)", 1),
    ("count(c in towns where blue is in hues of c)", 1),
)


def measured(tmp_path: Path, values: list[str], seats: int) -> list[object]:
    """What the values are when the game begins."""
    steps = "".join(
        f'[counters.m_{i}]\nrange = [-1, 999]\nseen = "nobody"\nsource = "ours"\n'
        f"[setup.m_{i}]\nsource = \"ours\"\neffect = 'set m_{i} to {value}'\n"
        for i, value in enumerate(values)
    )
    head = 'ruleset = "sample"\nlanguage = 1\nextends = "couriers"\nsource = "ours"\n'
    text = head + 'title = { en = "a", fr = "a", pl = "a" }\nremove = ["setup.mix"]\n' + steps
    (tmp_path / "couriers.toml").write_text(Path(COURIERS).read_text("utf-8"), "utf-8")
    (tmp_path / "sample.toml").write_text(text, "utf-8")
    counters = sr.new_game(sr.load(str(tmp_path / "sample.toml")), seats=seats, seed=1).full_view()["counters"]
    assert isinstance(counters, dict)
    return [counters[f"m_{i}"] for i in range(len(values))]


def test_an_id_means_the_cell_or_piece_that_bears_it(tmp_path: Path) -> None:
    found = measured(tmp_path, [value for value, _ in VALUES], 3)
    assert dict(zip((value for value, _ in VALUES), found, strict=True)) == dict(VALUES)


def test_other_names_make_the_same_game() -> None:
    rules = sr.load(COURIERS)
    other, names = renamed(rules, 3)
    assert f"{names['water']}.b2" in other.text()
    for seed in range(3):
        assert difference(*(sr.new_game(r, seats=3, seed=seed) for r in (rules, other))) is None


def test_a_reset_puts_each_seats_own_cell_back() -> None:
    game = sr.new_game(sr.load(COURIERS), seats=2, seed=4)
    while game.decision is not None and len([e for e in game.log if e.kind == "entered"]) < 4:
        game = game.choose(sr.random_answer(game))
    stands = game.view(None)["state"]["stand"]
    assert stands[game.decision.seat if game.decision else 0].startswith("mat.b2")  # type: ignore[union-attr, index]


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ('[towns]\nwest = { onward = "est", source = "ours" }', "E017", "there is no town `est`"),
        ('[cards]\nlad = { better = "long", source = "ours" }', "E012", "expected a card, found the ticket `long`"),
        (
            '[tickets]\nlong = { step = "mat.a1", source = "ours" }',
            "E029",
            "there is one `mat.a1` for each seat: whose is meant is unclear",
        ),
    ],
)
def test_a_wrong_id_is_told_where_it_stands(tmp_path: Path, change: str, code: str, message: str) -> None:
    (tmp_path / "couriers.toml").write_text(Path(COURIERS).read_text("utf-8"), "utf-8")
    head = 'ruleset = "sample"\nlanguage = 1\nextends = "couriers"\nsource = "ours"\n'
    text = head + 'title = { en = "a", fr = "a", pl = "a" }\n' + change
    (tmp_path / "sample.toml").write_text(text, "utf-8")
    with pytest.raises(sr.RulesetError) as caught:
        sr.load(str(tmp_path / "sample.toml"))
    found = [(d.code, d.message, d.span.source.name.endswith("sample.toml")) for d in caught.value.diagnostics]
    assert found == [(code, message, True)]
