"""Whatever is thrown at it, only `RulesetError` comes out, soon and small."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solenia_rules.rules import caps
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.resolver import resolve, resolve_text
from tests.rules.adversary import bad_inputs
from tests.rules.cases import head

HEAD = "\n".join(head("bad")) + "\n"
BAD = [pytest.param(name, content, id=name) for name, content in bad_inputs()]
ROOT = Path(__file__).parents[2]
RESOLVE = """
import sys, time
from solenia_rules.rules.resolver import resolve
start = time.process_time()
print(len(resolve(sys.argv[1]).world.counters), time.process_time() - start)
"""
"""In a process of its own: garbage of other tests costs nothing there."""
SECONDS = 0.25
MEBIBYTES = 64


def codes(path: Path) -> set[str]:
    with pytest.raises(RulesetError) as caught:
        resolve(str(path))
    assert str(caught.value)
    return {diagnostic.code for diagnostic in caught.value.diagnostics}


@pytest.mark.parametrize(("name", "content"), BAD)
def test_bad_input_is_refused_soon(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    assert len(content) <= caps.FILE_BYTES
    took = []
    for _ in range(3):
        start = time.process_time()
        codes(path)
        took.append(time.process_time() - start)
        if took[-1] < SECONDS:
            break
    assert min(took) < SECONDS


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "content"), BAD)
def test_bad_input_takes_little_memory(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    tracemalloc.start()
    codes(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEBIBYTES * 2**20


def test_the_largest_legal_file_is_accepted_within_a_second(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + "[counters]\n" + "".join(f"c{i} = {{ source = 'ours' }}\n" for i in range(4900)), "utf-8")
    with path.open("a", encoding="utf-8") as stream:
        stream.write("#" * (caps.FILE_BYTES - path.stat().st_size))
    done = subprocess.run(
        [sys.executable, "-c", RESOLVE, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    counters, took = done.stdout.split()
    assert int(counters) == 4900
    assert float(took) < 1


def test_one_byte_more_than_the_cap_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + "#" * (caps.FILE_BYTES - len(HEAD)), "utf-8")
    resolve(str(path))
    path.write_text(HEAD + "#" * (caps.FILE_BYTES - len(HEAD) + 1), "utf-8")
    assert codes(path) == {"E003"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("note = '{}'", "E008"),
        ("[queries.a]\nsource = 'ours'\nvalue = '{}'", "E008"),
    ],
)
def test_long_texts_are_refused_exactly_past_the_cap(text: str, code: str, tmp_path: Path) -> None:
    limit = caps.STRING_BYTES if "note" in text else caps.EFFECT_BYTES
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + text.format("x" * limit), "utf-8")
    resolve(str(path))
    path.write_text(HEAD + text.format("x" * (limit - 1) + "é"), "utf-8")
    assert codes(path) == {code}


def test_effects_text_of_a_file_is_capped(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    count = caps.FILE_EFFECT_BYTES // caps.EFFECT_BYTES
    query = "q{} = {{ source = 'ours', value = '" + "x" * caps.EFFECT_BYTES + "' }}\n"
    full = HEAD + "[queries]\n" + "".join(query.format(i) for i in range(count))
    path.write_text(full, "utf-8")
    resolve(str(path))
    path.write_text(full + "more = { source = 'ours', value = 'x' }", "utf-8")
    assert codes(path) == {"E028"}


def test_effects_text_of_all_files_is_capped(tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(HEAD, "utf-8")
    count = caps.FILE_EFFECT_BYTES // caps.EFFECT_BYTES
    for part in range(caps.RESOLVED_EFFECT_BYTES // caps.FILE_EFFECT_BYTES):
        query = f"q{part}_{{}} = {{{{ source = 'ours', value = '" + "x" * caps.EFFECT_BYTES + "' }}\n"
        (folder / f"{part}.toml").write_text("[queries]\n" + "".join(query.format(i) for i in range(count)), "utf-8")
    resolve(str(folder))
    (folder / "last.toml").write_text("[queries.one_more]\nsource = 'ours'\nvalue = 'x'", "utf-8")
    assert codes(folder) == {"E028"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_end_as_a_ruleset_error(tmp_path: Path, content: bytes, with_head: bool) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes((HEAD.encode() if with_head else b"") + content)
    try:
        resolve(str(path))
    except RulesetError as error:
        str(error).encode("utf-8")


WORDS = st.sampled_from(
    "[kinds] [counters] [pieces] [zones] [boards] [cells] [queries] [verbs] [setup] [tokens] [words.en] [look] = { } , "
    "[ ] 1 -1 true 'a' \"b\" token = ore = plural per of rows columns cells faces front back fields value effect "
    "source='ours' plural='tokens' kind='number' range=[1,2] params words '0..3' 'token' 'seat' \n".split(" ")
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(st.lists(WORDS, max_size=40), st.sampled_from([" ", "\n", ""]))
def test_any_words_of_rulesets_end_as_a_ruleset_error(words: list[str], between: str) -> None:
    try:
        resolve_text(HEAD + between.join(words), "bad")
    except RulesetError:
        pass


PLAIN = st.recursive(
    st.one_of(st.integers(-5, 10), st.booleans(), st.sampled_from(["token", "seat", "number", "0..3", "a b", ""])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(
        "a token plural per of rows columns cells faces front back fields value table effect source words range "
        "default starts also sides while limit seen links impassable kind params copies order en fr glyph rules".split()
    ), inner, max_size=4)),
    max_leaves=15,
)  # fmt: skip
SECTION_NAMES = (
    "params kinds counters state pieces zones cells boards setup play verbs queries rules words look tokens title "
    "about seats remove extends abstract estimate ruleset language source note".split()
)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(SECTION_NAMES), st.one_of(PLAIN, st.dictionaries(
    st.sampled_from(["token", "a", "ore", "to"]), PLAIN, max_size=3)), max_size=6))  # fmt: skip
def test_any_tables_end_as_a_ruleset_error(tables: dict[str, object]) -> None:
    base: dict[str, object] = {
        "ruleset": "bad", "language": 1, "title": {"en": "a", "fr": "a", "pl": "a"}, "source": "ours",
        "seats": {"range": [1, 2]},
        "pieces": {"token": {"plural": "tokens", "source": "ours"}},
    }  # fmt: skip
    try:
        resolve_text(tomli_w.dumps({**base, **tables}), "bad")
    except RulesetError:
        pass


@pytest.mark.parametrize(
    "spec", ["", "+", "a\0b.toml", "\ud800.toml", "\ud800", "x" * 5000 + ".toml", "/", ".", "/dev/zero", "a/b"]
)
def test_strange_specs_end_as_a_ruleset_error(spec: str) -> None:
    with pytest.raises(RulesetError) as caught:
        resolve(spec)
    str(caught.value).encode("utf-8")


def test_lone_surrogates_in_a_text_are_refused() -> None:
    with pytest.raises(RulesetError, match="E004"):
        resolve_text("a = '\ud800'", "save")


def test_a_text_above_the_resolved_cap_is_refused() -> None:
    with pytest.raises(RulesetError, match="E003"):
        resolve_text("#" * (caps.RESOLVED_BYTES + 1), "save")


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret").write_text("password", "utf-8")
    (tmp_path / "inside" / "bad.toml").symlink_to(tmp_path / "secret")
    assert codes(tmp_path / "inside" / "bad.toml") == {"E002"}


def test_a_base_behind_a_link_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "low.toml").write_text("\n".join(head("low")), "utf-8")
    (inside / "low.toml").symlink_to(tmp_path / "low.toml")
    (inside / "bad.toml").write_text(HEAD + 'extends = "low"', "utf-8")
    assert codes(inside / "bad.toml") == {"E002"}


def test_a_folder_behind_a_link_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "low").mkdir()
    (tmp_path / "low" / "ruleset.toml").write_text("\n".join(head("low")), "utf-8")
    (inside / "low").symlink_to(tmp_path / "low")
    (inside / "bad.toml").write_text(HEAD + 'extends = "low"', "utf-8")
    assert codes(inside / "bad.toml") == {"E002"}


def test_a_folder_named_like_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").mkdir()
    assert codes(tmp_path / "bad.toml") == {"E001"}


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bad.toml")
    assert codes(tmp_path / "bad.toml") == {"E002"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD, "utf-8")
    path.chmod(0)
    assert codes(path) == {"E001"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list everything")
def test_a_base_whose_folder_may_not_be_listed_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "low"
    folder.mkdir()
    (folder / "ruleset.toml").write_text("\n".join(head("low")), "utf-8")
    (tmp_path / "bad.toml").write_text(HEAD + 'extends = "low"', "utf-8")
    folder.chmod(0o100)
    try:
        assert codes(tmp_path / "bad.toml") == {"E001"}
    finally:
        folder.chmod(0o700)


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").symlink_to(tmp_path / "bad.toml")
    assert codes(tmp_path / "bad.toml") <= {"E001", "E002"}


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(HEAD, "utf-8")
    for index in range(caps.FILES - 1):
        (folder / f"part{index}.toml").write_text("", "utf-8")
    resolve(str(folder))
    (folder / "last.toml").write_text("", "utf-8")
    assert codes(folder) == {"E003"}


def test_files_too_large_together_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(HEAD, "utf-8")
    for index in range(4):
        (folder / f"part{index}.toml").write_text("#" * caps.FILE_BYTES, "utf-8")
    assert codes(folder) == {"E003"}


def test_a_chain_may_be_eight_deep(tmp_path: Path) -> None:
    for index in range(caps.EXTENDS_DEPTH + 2):
        base = f'extends = "r{index - 1}"' if index else ""
        (tmp_path / f"r{index}.toml").write_text("\n".join([*head(f"r{index}"), base]), "utf-8")
    resolve(str(tmp_path / f"r{caps.EXTENDS_DEPTH}.toml"))
    assert codes(tmp_path / f"r{caps.EXTENDS_DEPTH + 1}.toml") == {"E031"}


GOODS = ", ".join(f'"w{i}"' for i in range(100))
KIND = f'[kinds]\ngood = {{ plural = "goods", words = [{GOODS}], source = "ours" }}\n'
PILES = (
    KIND
    + "[pieces]\nchip = { source = 'ours' }\n[zones]\n"
    + "".join(f"z{i} = {{ of = 'chip', per = 'good', source = 'ours' }}\n" for i in range(100))
)
PURSES = (
    KIND + "[state]\n" + "".join(f"s{i} = {{ kind = 'number', per = 'seat', source = 'ours' }}\n" for i in range(12))
)
PURSES += "".join(f"t{i} = {{ kind = 'number', source = 'ours' }}\n" for i in range(4)) + "[counters]\n"
PURSES += "".join(f"c{i} = {{ per = ['seat', 'good'], source = 'ours' }}\n" for i in range(124))
PURSES += "".join(f"d{i} = {{ per = ['good'], source = 'ours' }}\n" for i in range(7))
EIGHT_SEATS = HEAD.replace("seats = { range = [2, 4] }", "seats = { range = [1, 8] }")


@pytest.mark.parametrize(
    ("content", "more"),
    [
        pytest.param(PILES, "more = { of = 'chip', source = 'ours' }\n", id="zones"),
        pytest.param(PURSES, "more = { source = 'ours' }\n", id="numbers"),
    ],
)
def test_a_game_holds_only_so_much(content: str, more: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(EIGHT_SEATS + content, "utf-8")
    resolve(str(path))
    path.write_text(EIGHT_SEATS + content + more, "utf-8")
    assert codes(path) == {"E024"}
