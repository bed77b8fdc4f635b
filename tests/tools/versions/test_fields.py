"""Which differences change play, and which version they ask for."""

from __future__ import annotations

import pytest

from solenia_rules.tools.versions.fields import Bump, Sort, compare, suggested

BASE: dict[str, object] = {
    "ruleset": "stall",
    "title": {"en": "Stall"},
    "kinds": {"good": {"plural": "goods", "words": ["ore", "clay"], "source": "ours"}},
    "counters": {"stock": {"per": ["seat", "good"]}, "point": {"per": ["seat"]}},
    "params": {"rounds": {"default": 3, "range": [1, 5]}},
    "verbs": {"build": {"effect": "gain 1 ore; gain 2 clay", "params": {"tile": "tile"}}},
}


def changed(path: str, value: object) -> dict[str, object]:
    """The base with one value exchanged; None takes it away."""
    first, *rest = path.split(".")
    made = {key: dict(item) if isinstance(item, dict) else item for key, item in BASE.items()}
    table: dict[str, object] = made
    for key, following in zip([first, *rest], [*rest, ""], strict=True):
        if following:
            inner = table.get(key, {})
            assert isinstance(inner, dict)
            table[key] = dict(inner)
            table = table[key]  # type: ignore[assignment]
        elif value is None:
            del table[key]
        else:
            table[key] = value
    return made


@pytest.mark.parametrize(
    ("path", "value", "sort", "bump"),
    [
        ("title.en", "Booth", "wording", "patch"),
        ("kinds.good.source", "seed", "wording", "patch"),
        ("words.en", {"ore": "ore"}, "wording", "patch"),
        ("verbs.build.effect", "gain 1 ore\ngain 2 clay", "wording", "patch"),
        ("verbs.build.effect", "gain 1 ore; gain 3 clay", "rules", "minor"),
        ("params.rounds.default", 4, "rules", "minor"),
        ("params.rounds.range", [1, 9], "rules", "minor"),
        ("params.rounds.range", [2, 5], "rules", "major"),
        ("kinds.good.words", ["ore", "clay", "salt"], "rules", "minor"),
        ("kinds.good.words", ["clay", "ore"], "rules", "major"),
        ("kinds.good.words", ["ore"], "rules", "major"),
        ("counters.stock.per", ["seat"], "rules", "major"),
        ("counters.coin", {"per": ["seat"]}, "rules", "minor"),
        ("counters.point", None, "rules", "major"),
        ("verbs.build.params", {"tile": "tile", "cell": "cell"}, "rules", "major"),
    ],
)
def test_a_change_asks_for_a_version(path: str, value: object, sort: Sort, bump: Bump) -> None:
    (found,) = compare(BASE, changed(path, value))
    assert (found.name, found.sort, found.bump) == (path, sort, bump)


def test_a_section_that_comes_or_goes_is_told_entry_by_entry() -> None:
    more = changed("rules", {"tax": {"rules": "a"}, "gift": {"rules": "b"}})
    assert [(c.name, c.before, c.after, c.bump) for c in compare(BASE, more)] == [
        ("rules.tax", None, {"rules": "a"}, "minor"),
        ("rules.gift", None, {"rules": "b"}, "minor"),
    ]
    assert [(c.name, c.before, c.after, c.bump) for c in compare(more, BASE)] == [
        ("rules.tax", {"rules": "a"}, None, "major"),
        ("rules.gift", {"rules": "b"}, None, "major"),
    ]


def test_nothing_changes_nothing_and_the_name_of_a_ruleset_neither() -> None:
    assert compare(BASE, changed("ruleset", "booth")) == ()
    assert suggested(()) == "none"


def test_the_order_of_entries_counts() -> None:
    (found,) = compare(BASE, {**BASE, "counters": {"point": {"per": ["seat"]}, "stock": {"per": ["seat", "good"]}}})
    assert (found.name, found.sort) == ("counters.(order)", "rules")


def test_the_largest_step_is_suggested() -> None:
    both = {**changed("title.en", "Booth"), "counters": {"stock": {"per": ["seat", "good"]}}}
    assert suggested(compare(BASE, both)) == "major"
