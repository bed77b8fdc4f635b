"""Variants laid together: over any base, in any order, with everything that depends on the order told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.orders import Difference, other_orders
from solenia_rules.rules.resolver import Resolved, resolve

GROUND = """ruleset = "ground"
language = 1
title = { en = "a", fr = "a", pl = "a" }
source = "ours"
seats = { range = [2, 4] }
[params]
size = { default = 2, range = [1, 9], source = "ours" }
prize = { default = 2, range = [1, 9], source = "ours" }
[pieces.token]
plural = "tokens"
fields = { worth = "number", text = "effect?" }
source = "ours"
[tokens]
ghost = { worth = 1, source = "ours" }
witch = { worth = 2, text = 'stop', source = "ours" }
[setup]
first = { effect = 'stop', source = "ours" }
[words.en]
ghost = "ghost"
witch = { one = "witch", other = "witches" }
[look]
ghost = { glyph = "g" }
"""


def write(folder: Path, name: str, body: str) -> None:
    head = f'ruleset = "{name}"\nlanguage = 1\nsource = "ours"\nabstract = true\n'
    (folder / f"{name}.toml").write_text(head + 'title = { en = "b", fr = "b", pl = "b" }\n' + body, "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ground.toml").write_text(GROUND, "utf-8")
    return tmp_path


def spec(folder: Path, *names: str) -> str:
    return "+".join([str(folder / "ground.toml"), *names])


def laid(folder: Path, *names: str) -> Resolved:
    return resolve(spec(folder, *names))


def test_a_variant_without_a_base_lies_over_any_game(folder: Path) -> None:
    write(folder, "mine", "[params]\nsize = { default = 5, source = 'ours' }\n")
    (folder / "other.toml").write_text(GROUND.replace('"ground"', '"other"').replace("ghost", "ghoul"), "utf-8")
    for base in ("ground", "other"):
        resolved = resolve(f"{folder / base}.toml+mine")
        assert [p.default for p in resolved.world.params] == [5, 2]
        assert resolved.id == f"{base}+mine"
    assert resolve(str(folder / "mine.toml"), allow_abstract=True).sources


def test_by_itself_only_what_no_base_can_mend_is_told(folder: Path) -> None:
    write(folder, "mine", "[params]\nsize = { defualt = 5, source = 'ours' }\n[tokens]\nghost = { worth = 7 }\n")
    with pytest.raises(RulesetError) as raised:
        resolve(str(folder / "mine.toml"), allow_abstract=True)
    assert [d.code for d in raised.value.diagnostics] == ["E010"]
    with pytest.raises(RulesetError) as raised:
        sr.load(str(folder / "mine.toml"))
    assert [d.code for d in raised.value.diagnostics] == ["E035"]


def test_words_and_looks_go_with_what_is_removed(folder: Path) -> None:
    write(folder, "mine", "remove = ['tokens.ghost']\n")
    world = laid(folder, "mine").world
    assert list(world.words["en"]) == ["witch"]
    assert not world.looks
    write(folder, "yours", "remove = ['tokens.ghost', 'words.en.ghost', 'look.ghost']\n")
    assert laid(folder, "yours").world.words == laid(folder, "mine", "yours").world.words == world.words


def test_words_stay_where_something_else_bears_the_name(folder: Path) -> None:
    write(
        folder,
        "mine",
        "remove = ['tokens.ghost']\n[verbs]\nhaunt = { effect = 'phase ghost { stop }', source = 'ours' }\n",
    )
    write(folder, "yours", "remove = ['tokens.ghost']\n[kinds]\nfear = { words = ['ghost'], source = 'ours' }\n")
    assert "ghost" not in laid(folder, "mine").world.words["en"]  # removed before the phase came
    assert "ghost" not in laid(folder, "yours").world.words["en"]
    (folder / "ground.toml").write_text(GROUND.replace("'stop', source", "'phase ghost { stop }', source"), "utf-8")
    assert "ghost" in laid(folder, "mine").world.words["en"]


def test_words_go_with_what_only_a_replaced_text_had(folder: Path) -> None:
    base = GROUND.replace("effect = 'stop'", "effect = 'phase night { hoot }'").replace(
        "[setup]\nfirst", "[verbs]\ncall"
    )
    base = base.replace('ghost = "ghost"', 'ghost = "ghost"\nnight = "night"\nhoot = "hoot"\ncell = "place"')
    (folder / "ground.toml").write_text(base + "night = { told = false }\n", "utf-8")
    text = "[verbs]\ncall = {{ effect = 'phase day {{ hoot }}', source = 'ours', note = 'once by night' }}\n{}"
    write(folder, "mine", "remove = ['tokens.ghost']\n" + text.format(""))
    world = laid(folder, "mine").world
    assert list(world.words["en"]) == ["hoot", "cell", "witch"]
    assert not world.looks
    write(folder, "yours", text.format("[words.en]\nnight = 'dark'\nghost = 'ghoul'\n"))
    assert list(laid(folder, "yours").world.words["en"]) == ["ghost", "night", "hoot", "cell", "witch"]
    write(folder, "theirs", "remove = ['tokens.ghost']\n[kinds]\nfear = { words = ['ghost'], source = 'ours' }\n")
    assert "ghost" not in laid(folder, "theirs").world.words["en"]


def test_an_abstract_base_stays_abstract_under_an_abstract_variant(folder: Path) -> None:
    (folder / "ground.toml").write_text(GROUND.replace("[params]", "abstract = true\n[params]", 1), "utf-8")
    write(folder, "mine", "")
    with pytest.raises(RulesetError, match="E035"):
        laid(folder, "mine")
    (folder / "whole.toml").write_text(GROUND.replace('"ground"', '"whole"'), "utf-8")
    assert laid(folder, "whole").id == "ground+whole"


def test_both_places_of_a_conflict_are_told(folder: Path) -> None:
    write(folder, "mine", "[tokens]\nghost = { worth = 7, source = 'ours' }\n")
    write(folder, "yours", "[tokens]\n\nghost = { worth = 8, source = 'ours' }\n")
    (warning,) = laid(folder, "mine", "yours").warnings
    assert (warning.code, warning.severity) == ("W030", "warning")
    assert (Path(warning.span.source.name).name, warning.span.line, warning.span.column) == ("yours.toml", 8, 11)
    ((also, _label),) = warning.also
    assert (Path(also.source.name).name, also.line, also.column) == ("mine.toml", 7, 11)


def test_every_pair_of_layers_is_compared(folder: Path) -> None:
    for name, size in (("one", 3), ("two", 4), ("three", 5)):
        write(folder, name, f"[params]\nsize = {{ default = {size}, source = 'ours' }}\n")
    messages = [warning.message for warning in laid(folder, "one", "two", "three").warnings]
    assert [message.split("changed by ")[1] for message in messages] == [
        "`one` and by `two`", "`one` and by `three`", "`two` and by `three`",
    ]  # fmt: skip


def test_one_variant_has_no_other_order(folder: Path) -> None:
    write(folder, "mine", "")
    assert other_orders(spec(folder, "mine")) is None
    assert other_orders("summer") is None
    assert other_orders(spec(folder, "mine", "missing")) is None


def test_what_another_order_changes_is_named(folder: Path) -> None:
    write(
        folder, "mine",
        "[params]\nsize = { default = 7, source = 'ours' }\n[tokens]\na = { worth = 1, source = 'ours' }\n"
        "[setup]\none = { effect = 'stop', source = 'ours' }\n",
    )  # fmt: skip
    write(
        folder, "yours",
        "[params]\nsize = { default = 8, source = 'ours' }\n[tokens]\nb = { worth = 1, source = 'ours' }\n"
        "[setup]\ntwo = { effect = 'stop', source = 'ours' }\n",
    )  # fmt: skip
    (other,) = other_orders(spec(folder, "mine", "yours")) or ()
    assert other.name == "ground+yours+mine"
    assert other.matters
    assert other.differences == (
        Difference(("params", "size", "default"), "value", "8", "7"),
        Difference(("tokens",), "list", "a, b", "b, a"),
        Difference(("setup",), "turn", "one, two", "two, one"),
    )


def test_an_order_that_only_lists_otherwise_does_not_matter(folder: Path) -> None:
    write(folder, "mine", "[tokens]\na = { worth = 1, source = 'ours' }\n")
    write(folder, "yours", "[tokens]\nb = { worth = 1, source = 'ours' }\n")
    write(folder, "theirs", "[params]\nprize = { default = 9, source = 'ours' }\n")
    (other,) = other_orders(spec(folder, "mine", "yours")) or ()
    assert not other.matters
    assert other_orders(spec(folder, "mine", "theirs")) == ()
    assert {o.matters for o in other_orders(spec(folder, "mine", "theirs", "yours")) or ()} == {False}


def test_many_variants_are_compared_without_trying_every_order(folder: Path) -> None:
    for size in range(1, 10):
        write(folder, f"v{size}", f"[params]\nsize = {{ default = {size}, source = 'ours' }}\n")
    others = other_orders(spec(folder, *(f"v{size}" for size in range(1, 10)))) or ()
    assert [other.name.split("+")[-1] for other in others] == ["v1", "v8"]


WHAT = [
    "params.size.default", "params.prize.default", "tokens.ghost.worth", "tokens.witch.worth", "tokens.witch.text",
    "tokens.elf.worth", "tokens.imp.worth", "setup.first.effect", "queries.q.value", "seats",
]  # fmt: skip
GONE = ["tokens.ghost", "tokens.witch", "tokens.witch.text", "setup.first"]


@st.composite
def variants(draw: st.DrawFn) -> str:
    removed = draw(st.lists(st.sampled_from(GONE), max_size=2, unique=True))
    chosen = draw(st.dictionaries(st.sampled_from(WHAT), st.integers(1, 3), max_size=4))
    lines = [f"remove = {removed}"]
    tables: dict[str, list[str]] = {}
    for what, n in chosen.items():
        section, _, key = what.rpartition(".")
        if what == "seats":
            lines.append(f"seats = {{ range = [1, {n}] }}")
        elif not what.startswith(tuple(removed)):
            value = f"'gain {n} points'" if key in ("text", "effect", "value") else n
            tables.setdefault(section, ['source = "ours"']).append(f"{key} = {value}")
    return "\n".join([*lines, *(line for name, inner in tables.items() for line in (f"[{name}]", *inner))]) + "\n"


@settings(max_examples=60, deadline=None)
@given(mine=variants(), yours=variants())
def test_rules_that_depend_on_the_order_are_always_reported(
    mine: str, yours: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("laid")
    (folder / "ground.toml").write_text(GROUND, "utf-8")
    write(folder, "mine", mine)
    write(folder, "yours", yours)
    told: set[str] = set()
    for order in (("mine", "yours"), ("yours", "mine")):
        try:
            told |= {warning.code for warning in laid(folder, *order).warnings}
        except RulesetError as error:
            told |= {problem.code for problem in error.diagnostics}
    others = other_orders(spec(folder, "mine", "yours")) or ()
    values = [d for other in others for d in other.differences if d.sort == "value"]
    assert not values or told & {"W030", "E039"}
    assert "W030" not in told or values or "E039" in told
