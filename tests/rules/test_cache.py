"""What is remembered of checked rulesets: only what is fine, only as long as nothing changed, and never needed."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from solenia_rules.cli.check import problems_of
from solenia_rules.rules import store
from solenia_rules.rules.cache import Cache, engine_stamp, open_cache, user_folder
from solenia_rules.rules.resolver import resolve
from solenia_rules.text.places import Source
from tests.rules.cases import head

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "solenia_rules"
COUNTER = '[counters.{name}]\nsource = "ours"\n'


def write(path: Path, name: str, *lines: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("\n".join([*head(name), *lines, ""]).encode())


class Bench:
    """Three layers: a file over a folder of two parts over a file; and a variant to lay over them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "rules"
        self.store = folder / "store"
        self.package = folder / "engine"
        write(self.package / "engine.toml", "engine")
        write(self.folder / "top.toml", "top", 'extends = "middle"')
        write(self.folder / "middle" / "ruleset.toml", "middle", 'extends = "low"')
        (self.folder / "middle" / "part.toml").write_text(COUNTER.format(name="worth"))
        write(self.folder / "low.toml", "low")
        write(self.folder / "variant.toml", "variant")
        self.spec = str(self.folder / "top.toml")

    @property
    def cache(self) -> Cache:
        """As another process would open it."""
        return Cache(self.store, self.package)

    def learn(self, spec: str | None = None) -> None:
        spec = spec or self.spec
        self.cache.remember(spec, resolve(spec, allow_abstract=True).sources)

    def knows(self, spec: str | None = None) -> bool:
        return self.cache.knows(spec or self.spec)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path)
    assert not made.knows()
    made.learn()
    assert made.knows()
    return made


LAYERS = ("top.toml", "middle/ruleset.toml", "middle/part.toml", "low.toml")


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("change", [lambda old: old + b"#", lambda old: old.replace(b"\n", b"\r\n"), lambda old: b""])
def test_a_change_of_any_file_is_seen(bench: Bench, layer: str, change: Callable[[bytes], bytes]) -> None:
    file = bench.folder / layer
    before = file.read_bytes()
    file.write_bytes(change(before))
    assert not bench.knows()
    file.write_bytes(before)
    assert bench.knows()


@pytest.mark.parametrize("layer", LAYERS)
def test_a_missing_file_is_seen(bench: Bench, layer: str) -> None:
    (bench.folder / layer).unlink()
    assert not bench.knows()


def test_time_stamps_do_not_count(bench: Bench) -> None:
    for layer in LAYERS:
        os.utime(bench.folder / layer, (1, 1))
    assert bench.knows()


def test_a_new_part_is_seen(bench: Bench) -> None:
    (bench.folder / "middle" / "other.toml").write_text("")
    assert not bench.knows()


def test_a_file_that_turns_its_folder_into_a_ruleset_is_seen(bench: Bench) -> None:
    write(bench.folder / "ruleset.toml", "rules")
    assert not bench.knows()


def test_the_name_of_a_file_counts(bench: Bench) -> None:
    renamed = bench.folder / "peak.toml"
    (bench.folder / "top.toml").rename(renamed)
    assert not bench.knows(str(renamed))


def test_a_file_that_takes_a_bundled_name_is_seen(bench: Bench) -> None:
    spec = bench.folder / "over.toml"
    write(spec, "over", 'extends = "summer"')
    bench.learn(str(spec))
    assert bench.knows(str(spec))
    write(bench.folder / "summer.toml", "summer")
    assert not bench.knows(str(spec))


def test_layers_count_with_their_order(bench: Bench) -> None:
    variant, low = str(bench.folder / "variant.toml"), str(bench.folder / "low.toml")
    bench.learn(f"{low}+{variant}")
    assert bench.knows(f"{low}+{variant}")
    assert not bench.knows(f"{variant}+{low}")
    assert not bench.knows(variant)
    assert not bench.knows(f"{low}+{variant}+{variant}")


def test_the_same_content_elsewhere_is_known(bench: Bench, tmp_path: Path) -> None:
    shutil.copytree(bench.folder, tmp_path / "elsewhere")
    assert bench.knows(str(tmp_path / "elsewhere" / "top.toml"))


@pytest.mark.parametrize("spec", ["", "+", "no_such", "a/b.toml", "summer+summer", "x" * 5000, "\0.toml"])
def test_what_cannot_be_found_is_unknown(bench: Bench, spec: str) -> None:
    assert not bench.cache.knows(spec)
    bench.cache.remember(spec, ())
    assert not bench.cache.knows(spec)


def test_files_that_changed_while_they_were_checked_are_not_remembered(bench: Bench) -> None:
    before = resolve(bench.spec, allow_abstract=True).sources
    write(bench.folder / "low.toml", "low", "# later")
    bench.cache.remember(bench.spec, before)
    assert not bench.knows()
    bench.cache.remember(bench.spec, (*before, Source("more", "")))
    assert not bench.knows()


# ---- the engine


@pytest.mark.parametrize(
    "file", ["dsl/effects.lark", "check/kinds/checker.py", "rules/caps.py", "dsl/effects.tables.json"]
)
def test_another_engine_knows_nothing(bench: Bench, tmp_path: Path, file: str) -> None:
    bench.package = tmp_path / "copy"
    shutil.copytree(PACKAGE, bench.package, ignore=shutil.ignore_patterns("__pycache__"))
    assert not bench.knows()
    bench.learn()
    assert bench.knows()
    with (bench.package / file).open("ab") as stream:
        stream.write(b"\n")
    assert not bench.knows()


def test_the_stamp_is_of_names_and_contents_without_what_the_interpreter_writes(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one")
    first = engine_stamp(tmp_path)
    for folder in ("__pycache__", "_rulesets"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x").write_text("y")
    assert engine_stamp(tmp_path) == first
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert engine_stamp(tmp_path) != first


# ---- the directory


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[:-1],
        lambda text: "[]",
        lambda text: "[" * 1000,
        lambda text: "\0",
        lambda text: text.replace('"key": "', '"key": "0'),
        lambda text: json.dumps(json.loads(text) | {"base": 7, "fine": "true"}),
        lambda text: json.dumps({"key": json.loads(text)["key"]}),
        lambda text: json.dumps(json.loads(text) | {"more": "x" * 2000}),
    ],
)
def test_a_damaged_entry_is_unknown_and_mended(bench: Bench, damage: Callable[[str], str]) -> None:
    entries = sorted(bench.store.iterdir())
    assert len(entries) == 4
    for entry in entries:
        before = entry.read_text()
        entry.write_text(damage(before))
        assert not bench.knows()
        bench.learn()
        assert bench.knows()
        assert entry.read_text() == before


def test_an_entry_under_the_name_of_another_is_unknown(bench: Bench) -> None:
    files = sorted(bench.store.iterdir())
    contents = [file.read_text() for file in files]
    for file, content in zip(files, contents[1:] + contents[:1], strict=True):
        file.write_text(content)
    assert not bench.knows()


def test_the_directory_is_for_its_user_only(bench: Bench) -> None:
    assert stat.S_IMODE(bench.store.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_directory_that_others_can_reach_is_ignored(bench: Bench, mode: int) -> None:
    bench.store.chmod(mode)
    assert not bench.knows()
    count = len(list(bench.store.iterdir()))
    write(bench.folder / "low.toml", "low", "# changed")
    bench.learn()
    assert len(list(bench.store.iterdir())) == count


def test_a_link_to_a_directory_is_ignored(bench: Bench) -> None:
    bench.store.rename(bench.store.with_name("real"))
    bench.store.symlink_to(bench.store.with_name("real"))
    assert not bench.knows()


def test_a_place_that_cannot_be_written_is_no_trouble(bench: Bench) -> None:
    shutil.rmtree(bench.store)
    bench.store.write_text("a file")
    bench.learn()
    assert not bench.knows()
    bench.store = bench.store / "below a file"
    bench.learn()
    assert not bench.knows()


def test_no_directory_is_no_trouble(bench: Bench) -> None:
    cache = Cache(None, PACKAGE)
    cache.remember(bench.spec, resolve(bench.spec, allow_abstract=True).sources)
    assert not cache.knows(bench.spec)


def test_of_a_full_directory_the_older_half_is_forgotten(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_ENTRIES", 4)
    monkeypatch.setattr(store, "LOOKED_AT", 1)
    write(bench.folder / "low.toml", "low", "# changed")
    bench.learn()
    assert len(list(bench.store.iterdir())) <= 4


def test_what_is_used_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_ENTRIES", 6)
    monkeypatch.setattr(store, "LOOKED_AT", 1)
    kept = store.Store(str(tmp_path / "kept"), "an engine")
    for number in range(30):
        kept.remember(number, "new", number)
        for path in (tmp_path / "kept").glob("*.kept"):
            seen = path.stat()
            os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns - 10**9))
        if number == 0:
            kept.remember("of use", "often")
        assert kept.recall("often") == "of use"
    assert kept.recall("new", 0) is None
    assert kept.recall("new", 29) == 29


def test_a_directory_is_listed_for_some_of_the_new_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_ENTRIES", 40)
    kept = store.Store(str(tmp_path / "kept"), "an engine")
    for number in range(400):
        kept.remember(number, "new", number)
    assert 20 <= len(list((tmp_path / "kept").glob("*.kept"))) < 40 + 10 * store.LOOKED_AT


def test_the_directory_follows_the_environment(tmp_path: Path) -> None:
    assert user_folder({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "solenia_rules"
    usual = Path.home() / ".cache" / "solenia_rules"
    assert (
        user_folder({"XDG_CACHE_HOME": "relative"}) == user_folder({"XDG_CACHE_HOME": ""}) == user_folder({}) == usual
    )


# ---- the command


@pytest.fixture
def own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "solenia_rules"


def test_mistakes_are_found_every_time(own_directory: Path, tmp_path: Path) -> None:
    spec = tmp_path / "mine.toml"
    write(spec, "mine", 'extends = "summer"', "colour = 1")
    first = problems_of(str(spec), open_cache())
    assert first
    assert first == problems_of(str(spec), open_cache())
    assert not own_directory.exists()


def test_a_mistake_made_after_a_check_is_found(own_directory: Path, tmp_path: Path) -> None:
    spec = tmp_path / "mine.toml"
    write(spec, "mine", 'extends = "summer"', "[params]", 'storage = { default = 7, source = "ours" }')
    assert problems_of(str(spec), open_cache()) == ()
    assert open_cache().knows(str(spec))
    write(spec, "mine", 'extends = "summer"', "colour = 1")
    assert problems_of(str(spec), open_cache())


@pytest.mark.parametrize("spec", ["summer", "solenia"])
def test_a_second_check_needs_neither_parser_nor_compiler(own_directory: Path, spec: str) -> None:
    first, second = (modules_of_check(spec) for _ in range(2))
    assert "solenia_rules.dsl.nodes" in first or spec == "solenia"
    assert not [
        name
        for name in second
        if name.startswith(("solenia_rules.dsl", "solenia_rules.check", "solenia_rules.core", "solenia_rules.lower"))
    ]
    assert not {"lark", "rich", "cattrs"} & second


def test_a_check_needs_nothing_that_plays(own_directory: Path) -> None:
    assert not [name for name in modules_of_check("summer") if name.startswith("solenia_rules.play")]


def modules_of_check(spec: str) -> set[str]:
    """What a run of the command imports; it finds nothing."""
    watch = "import sys; from solenia_rules.cli.main import main; print(main(sys.argv[1:]), *sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", watch, "check", spec], cwd=ROOT, capture_output=True, text=True, check=True
    )
    code, *modules = run.stdout.split()
    assert code == "0", run.stderr
    return set(modules)
