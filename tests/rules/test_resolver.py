"""Resolving: layers, parameters, digests, saved texts, the bundle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import asdict, evolve

from solenia_rules.rules.amounts import effect_texts
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.records import Text, World
from solenia_rules.rules.resolver import Resolved, list_bundled, resolve, resolve_text
from solenia_rules.rules.writer import document_text
from solenia_rules.text.errors import Error
from tests.rules.cases import head
from tests.sampling import sampled

LOW = """
[params]
size = { default = 2, range = [1, 4], source = "ours" }
[kinds]
metal = { plural = "metals", words = ["tin", "zinc"], source = "ours" }
[pieces.token]
plural = "tokens"
starts = "bag"
source = "ours"
fields = { worth = "number", spent = { kind = "yes_no?", resets = "turn" }, text = "effect?" }
[zones]
bag = { of = "token", order = "stack", source = "ours" }
[verbs.dig]
params = { token = "token", metal = "to metal" }
source = "seed"
effect = '''
gain 1 tin
stop
'''
[setup]
first = { effect = 'shuffle bag', source = "ours" }
second = { effect = 'dig', source = "ours" }
[tokens]
a = { worth = 1, text = 'gain 1 tin', source = "ours" }
b = { text = 'gain 1 zinc', worth = 2, copies = 3, source = "ours", note = "a guess" }
[words.en]
tin = "tin"
token = { one = "token", other = "tokens" }
[look]
tin = { glyph = "t", colour = "grey" }
"""
HIGH = """extends = "low"
remove = ["tokens.a", "tokens.b.text"]
[pieces.token]
per = "seat"
source = "public"
[setup]
third = { effect = 'stop', source = "ours" }
first = { effect = 'stop', source = "public" }
[tokens]
c = { worth = 3, source = "ours" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "low", LOW)
    write(tmp_path, "high", HIGH)
    return tmp_path


def write(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.toml"
    path.write_text("\n".join([*head(name), text]), "utf-8")
    return str(path)


def load(folder: Path, name: str, **params: int) -> Resolved:
    return resolve(str(folder / f"{name}.toml"), params)


def content(world: World) -> dict[str, object]:
    """What a world declares. Places are left out, except those that stand beside the values of fields."""
    return asdict(world, filter=lambda attribute, _value: bool(attribute.eq))


def without_places(world: World) -> World:
    """Values of fields carry their places in plain tuples."""
    bare = tuple(evolve(r, fields=tuple((key, value) for key, value, _ in r.fields)) for r in world.records)  # type: ignore[misc]
    return evolve(world, records=bare)


def test_a_world_is_decoded_in_order_of_declaration(folder: Path) -> None:
    world = load(folder, "low").world
    assert [step.id for step in world.steps] == ["first", "second"]
    assert [record.id for record in world.records] == ["a", "b"]
    assert [key for key, _, _ in world.records[1].fields] == ["worth", "text"]
    assert [(p.id, p.kind, p.preposition) for p in world.verbs[0].params] == [
        ("token", "token", None),
        ("metal", "metal", "to"),
    ]
    assert world.words["en"] == {"tin": {"one": "tin"}, "token": {"one": "token", "other": "tokens"}}
    assert [p for p in world.provenance if p.note] == [p for p in world.provenance if p.path == "tokens.b"]


def test_an_upper_layer_replaces_adds_and_removes(folder: Path) -> None:
    resolved = load(folder, "high")
    world = resolved.world
    assert [(step.id, step.effect.text) for step in world.steps] == [
        ("first", "stop"),
        ("second", "dig"),
        ("third", "stop"),
    ]
    assert [record.id for record in world.records] == ["b", "c"]
    assert [key for key, _, _ in world.records[0].fields] == ["worth"]
    assert (world.pieces[0].per, world.pieces[0].starts) == ("seat", "bag")
    assert [source.name.rsplit("/")[-1] for source in resolved.sources] == ["low.toml", "high.toml"]


def test_a_plain_number_changes_the_only_number_of_a_record(folder: Path) -> None:
    lines = [*head("plain"), 'extends = "low"', "[params]", "size = 3", "[tokens]", "a = 5", ""]
    (folder / "plain.toml").write_text("\n".join(lines), "utf-8")
    world = load(folder, "plain").world
    (size,) = world.params
    assert (size.default, size.low, size.high) == (3, 1, 4)
    assert [value for record in world.records for key, value, _ in record.fields if key == "worth"] == [5, 2]
    assert {p.path: p.source for p in world.provenance}["params.size"] == "ours"
    assert world.at("params", "size", "default").text == "size"


def test_every_path_keeps_the_place_it_came_from(folder: Path) -> None:
    spans = load(folder, "high").spans
    assert spans.value(("setup", "first", "effect")).source.name.endswith("high.toml")
    assert spans["setup", "second", "effect"].source.name.endswith("low.toml")
    assert spans.inner(("setup", "first", "effect")).text == "stop"
    assert spans.key(("tokens", "b", "copies")).text == "copies"
    assert ("tokens", "a") not in spans


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_place_of_a_text_holds_the_text(folder: Path, line_end: str) -> None:
    path = folder / "low.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", line_end.encode()))
    world = load(folder, "low").world
    texts = list(effect_texts(world))
    assert len(texts) == 5
    assert all(text.span.text == text.text for text in texts)
    effect = world.verbs[0].effect
    assert (effect.span.line, effect.span.column) == (22, 1)


def test_only_the_own_records_of_an_added_layer_are_laid(folder: Path) -> None:
    write(folder, "other", LOW.replace("shuffle bag", "stop").replace('words = ["tin", "zinc"]', 'words = ["tin"]'))
    resolved = resolve(f"{folder}/other.toml+high")
    assert resolved.id == "other+high"
    assert resolved.world.kinds[0].words == ("tin",)
    assert resolved.document["ruleset"] == "other+high"


def test_a_layer_beside_a_path_may_be_named(folder: Path) -> None:
    expected = evolve(load(folder, "high").world, id="low+high")
    assert content(resolve(f"{folder}/low.toml+high").world) == content(expected)


def test_an_abstract_ruleset_can_be_checked_and_extended(folder: Path) -> None:
    write(folder, "low", "abstract = true\n" + LOW)
    with pytest.raises(RulesetError, match="E035"):
        load(folder, "low")
    resolve(str(folder / "low.toml"), allow_abstract=True)
    assert "abstract" not in load(folder, "high").document


def test_chosen_parameters_are_stored(folder: Path) -> None:
    resolved = load(folder, "low", size=3)
    (size,) = resolved.world.params
    assert (size.default, size.value) == (2, 3)
    params = resolved.document["params"]
    assert isinstance(params, dict)
    assert params["size"]["default"] == 3
    assert resolved.digest != load(folder, "low").digest
    assert load(folder, "low", size=2).digest == load(folder, "low").digest
    assert resolve_text(document_text(resolved.document), "save").digest == resolved.digest


@pytest.mark.parametrize("value", [0, 5, True, 10**30])
def test_parameters_outside_their_range_are_refused(folder: Path, value: int) -> None:
    with pytest.raises(RulesetError, match="E037"):
        load(folder, "low", size=value)


@pytest.mark.parametrize(
    "change",
    [
        ('note = "a guess"', 'note = "another"'),
        ('source = "seed"', 'source = "public"'),
        ('tin = "tin"', 'tin = "étain"'),
        ('glyph = "t"', 'glyph = "T"'),
        ("[setup]", "# a comment\n\n[setup]"),
        ("worth = 1, text = 'gain 1 tin'", "text = 'gain 1 tin',   worth = 1"),
        ("'gain 1 zinc'", "'''gain 1 zinc'''"),
        ('worth = "number"', 'worth = { kind = "number" }'),
        ("\n", "\r\n"),
    ],
)
def test_the_digest_leaves_out_what_cannot_change_play(folder: Path, change: tuple[str, str]) -> None:
    before = load(folder, "low").digest
    assert change[0] in LOW
    (folder / "low.toml").write_bytes("\n".join([*head("low"), LOW]).replace(*change).encode())
    assert load(folder, "low").digest == before


@pytest.mark.parametrize(
    "change",
    [
        ("copies = 3", "copies = 4"),
        ("gain 1 zinc", "gain 2 zinc"),
        ('["tin", "zinc"]', '["zinc", "tin"]'),
        ("first =", "zeroth ="),
        ("range = [1, 4]", "range = [1, 5]"),
        ('worth = "number"', 'worth = "0..9"'),
        ("size = { default = 2", "size = { default = 3"),
    ],
)
def test_the_digest_holds_what_can_change_play(folder: Path, change: tuple[str, str]) -> None:
    before = load(folder, "low").digest
    assert change[0] in LOW
    write(folder, "low", LOW.replace(*change))
    assert load(folder, "low").digest != before


def test_the_order_of_declarations_is_in_the_digest(folder: Path) -> None:
    before = load(folder, "low").digest
    lines = LOW.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("first"))
    lines[at : at + 2] = lines[at : at + 2][::-1]
    write(folder, "low", "\n".join(lines))
    assert load(folder, "low").digest != before


@pytest.mark.parametrize("spec", sampled(list_bundled(), 6))
def test_bundled_rulesets_survive_being_saved(spec: str) -> None:
    resolved = resolve(spec, allow_abstract=True)
    again = resolve_text(document_text(resolved.document), "save")
    assert (again.digest, again.id) == (resolved.digest, resolved.id)
    assert content(without_places(again.world)) == content(without_places(resolved.world))
    assert document_text(again.document) == document_text(resolved.document)


def test_the_digest_is_the_same_under_any_hash_seed(folder: Path) -> None:
    code = f"from solenia_rules.rules.resolver import resolve; print(resolve({str(folder / 'high.toml')!r}).digest)"
    root = str(Path(__file__).parents[2])
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": root},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "7")
    }
    assert runs == {f"{load(folder, 'high').digest}\n".encode()}


def test_problems_of_all_files_are_reported_in_one_run(folder: Path) -> None:
    write(folder, "low", "x = 1.5")
    write(folder, "high", HIGH.replace("stop", "stop\x07"))
    with pytest.raises(RulesetError) as caught:
        load(folder, "high")
    assert [d.code for d in caught.value.diagnostics] == ["E004"]  # what cannot be read names no base
    write(folder, "high", 'extends = "low"\ny = 2.5')
    with pytest.raises(RulesetError) as caught:
        load(folder, "high")
    assert [(d.code, d.span.source.name.rsplit("/")[-1]) for d in caught.value.diagnostics] == [
        ("E009", "high.toml"),
        ("E009", "low.toml"),
    ]
    assert isinstance(caught.value, Error)


def test_problems_of_decoding_are_sorted_by_place(folder: Path) -> None:
    write(folder, "low", LOW.replace("worth = 2", "wort = 2") + "[kins]\n[zone]\n")
    write(folder, "high", HIGH + "[counter]\n")
    with pytest.raises(RulesetError) as caught:
        load(folder, "high")
    places = [(d.span.source.name.rsplit("/")[-1], d.span.line) for d in caught.value.diagnostics]
    assert places == sorted(places)
    assert {name for name, _ in places} == {"high.toml", "low.toml"}


def test_a_resolved_text_may_hold_basic_strings_but_no_base(folder: Path) -> None:
    text = "\n".join([*head("low"), LOW]).replace("'gain 1 tin'", '"gain 1 tin"')
    assert resolve_text(text, "save").digest == load(folder, "low").digest
    with pytest.raises(RulesetError, match="E010"):
        resolve_text('extends = "low"\n' + text, "save")


def test_a_folder_is_a_ruleset_and_its_parts_join_in_byte_order(tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    (folder / "ruleset.toml").write_text("\n".join(head("many")), "utf-8")
    (folder / "b.toml").write_text("[counters]\nb = { source = 'ours' }", "utf-8")
    (folder / "Z.toml").write_text("[counters]\nz = { source = 'ours' }", "utf-8")
    (folder / "a.scenarios.toml").write_text("never read", "utf-8")
    for spec in (str(folder), str(folder / "ruleset.toml"), str(folder / "b.toml")):
        assert [counter.id for counter in resolve(spec).world.counters] == ["z", "b"]


def test_folders_of_the_bundle_only_group(tmp_path: Path) -> None:
    (tmp_path / "group" / "inner").mkdir(parents=True)
    write(tmp_path / "group", "one", "")
    write(tmp_path / "group" / "inner", "two", 'extends = "one"')
    (tmp_path / "group" / "x.scenarios.toml").write_text("never read", "utf-8")
    resolved = resolve("two", bundle=tmp_path)
    assert [source.name for source in resolved.sources] == [
        "rulesets/group/one.toml",
        "rulesets/group/inner/two.toml",
    ]


def test_a_bundled_file_may_be_named_by_its_path(tmp_path: Path) -> None:
    write(tmp_path, "one", "")
    two = write(tmp_path, "two", 'extends = "one"')
    assert resolve(two, bundle=tmp_path).digest == resolve("two", bundle=tmp_path).digest


def test_a_missing_name_suggests_a_near_one(tmp_path: Path) -> None:
    write(tmp_path, "market", "")
    with pytest.raises(RulesetError) as caught:
        resolve("markt", bundle=tmp_path)
    assert caught.value.diagnostics[0].hint == "did you mean `market`?"
    with pytest.raises(RulesetError) as caught:
        resolve(str(tmp_path / "markt.toml"))
    assert caught.value.diagnostics[0].hint == f"did you mean `{tmp_path / 'market.toml'}`?"


def test_text_fields_are_texts_and_plain_ones_stay(folder: Path) -> None:
    record = load(folder, "low").world.records[0]
    assert record.fields[0][:2] == ("worth", 1)
    key, value, _span = record.fields[1]
    assert key == "text"
    assert isinstance(value, Text)
    assert value.text == "gain 1 tin"
