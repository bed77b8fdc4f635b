"""Rulesets that are kept from one run to the next: the same games, and only as long as nothing has changed."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import solenia_rules as sr
from solenia_rules.api import making
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.lower import program
from solenia_rules.rules import store as stores
from tests.playing import fewest_seatings, positions, state_of
from tests.rules.cases import head

LAST = 12
"""Answers of a game that are compared step by step."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "solenia_rules"


def fresh(spec: str) -> Ruleset:
    made = making.make(spec, {}, None, True)
    return Ruleset(made.heading, made.supply, made.doubts)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that read and compile rulesets, each time one of them is called."""
    done: list[str] = []

    def note(module: ModuleType, name: str) -> None:
        honest: Callable[..., object] = getattr(module, name)

        def noting(*args: object, **options: object) -> object:
            done.append(name)
            return honest(*args, **options)

        monkeypatch.setattr(module, name, noting)

    note(making, "make")
    note(making, "make_from_text")
    note(program, "compile_program")
    return done


def is_kept(work: list[str], load: Callable[[], Ruleset], seats: int) -> bool:
    """Whether a ruleset and its program come from the cache: nothing is read or compiled for them."""
    work.clear()
    load().executor(seats)
    return not work


def told(game: Game) -> tuple[object, ...]:
    """Everything that can be seen of a position."""
    seats = (None, *range(game.seats))
    asked = game.decision and (game.decision, [o.text("fr") for o in game.decision.options], game.decision.text("pl"))
    return state_of(game), asked, game.news, [game.view(seat) for seat in seats], game.why_not("nothing of the kind")


@pytest.mark.parametrize("name", ["candle", "herbalists", "leduc", "hex"])
def test_a_kept_ruleset_plays_the_same_games(folder: Path, work: list[str], name: str) -> None:
    assert_kept_plays_the_same(name, work)


@pytest.mark.thorough
def test_every_kept_ruleset_plays_the_same_games(folder: Path, work: list[str], ruleset_name: str) -> None:
    assert_kept_plays_the_same(ruleset_name, work)


def assert_kept_plays_the_same(name: str, work: list[str]) -> None:
    (seated,) = [seated for seated in fewest_seatings() if seated.name == name]
    sr.playout(sr.load(seated.name), seated.seats, 3)
    sr.new_game(sr.load(seated.name), seated.seats, 3)
    assert sr.load(seated.name).executor(seated.seats).program.flat.blocks
    kept, new = sr.load(seated.name), fresh(seated.name)
    assert not kept.warnings
    assert is_kept(work, lambda: sr.load(seated.name), seated.seats)
    assert (kept.digest, kept.titles, kept.seats) == (new.digest, new.titles, new.seats)
    assert repr((kept.params, kept.world)) == repr((new.params, new.world))
    assert (kept.sources, kept.text()) == (new.sources, new.text())
    assert sr.playout(kept, seated.seats, 3) == sr.playout(new, seated.seats, 3)
    games = [positions(sr.new_game(rules, seated.seats, 3), LAST) for rules in (kept, new)]
    for ours, theirs in zip(*games, strict=True):
        assert told(ours) == told(theirs)
        assert [str(event) for event in ours.news] == [str(event) for event in theirs.news]
    kept_program, new_program = kept.executor(seated.seats).program, new.executor(seated.seats).program
    assert repr(kept_program.flat.core) == repr(new_program.flat.core)
    assert repr(kept_program.flat.blocks) == repr(new_program.flat.blocks)
    assert [*kept_program.flat.follows.values()] == [*new_program.flat.follows.values()]
    assert repr(kept_program.whys) == repr(new_program.whys)
    assert repr(kept_program.layout.pieces) == repr(new_program.layout.pieces)


# ---- when it is not to be believed


@pytest.fixture
def spec(folder: Path, work: list[str], tmp_path: Path) -> str:
    path = tmp_path / "mine" / "mine.toml"
    path.parent.mkdir()
    path.write_text("\n".join([*head("mine"), 'extends = "candle"', "[params]", HERE.format(5), ""]))
    assert sr.new_game(sr.load(str(path)), 2).rules.params["purse"].value == 5
    assert is_kept(work, lambda: sr.load(str(path)), 2)
    return str(path)


HERE = 'purse = {{ default = {}, range = [4, 30], source = "ours" }}'


def test_a_changed_number_is_seen(spec: str) -> None:
    path = Path(spec)
    times = path.stat()
    path.write_text(path.read_text().replace("default = 5", "default = 6"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    rules = sr.load(spec)
    assert rules.params["purse"].value == 6
    assert sr.load(spec).params["purse"].value == 6


def test_another_file_with_the_same_name_counts(spec: str) -> None:
    (Path(spec).parent / "candle.toml").write_text("\n".join(head("candle")))
    with pytest.raises(sr.RulesetError):
        sr.load(spec)


def test_a_file_that_turns_its_folder_into_a_ruleset_is_seen(spec: str, work: list[str]) -> None:
    (Path(spec).parent / "ruleset.toml").write_text("")
    assert not is_kept(work, lambda: sr.load(spec), 2)


def test_parameters_count(spec: str) -> None:
    assert sr.load(spec, {"purse": 9}).params["purse"].value == 9
    assert sr.load(spec).params["purse"].value == 5
    with pytest.raises(sr.RulesetError):
        sr.load(spec, {"purse": 99})


def test_a_missing_file_is_missed(spec: str) -> None:
    Path(spec).unlink()
    with pytest.raises(sr.RulesetError):
        sr.load(spec)


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.kept"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: content.replace(b"purse", b"pursf"),
        lambda content: bytes([*content[:40], content[40] ^ 1, *content[41:]]),
        lambda content: b"solenia 0\n" + content[10:],
        lambda content: content + b"x",
    ],
    ids=["empty", "short", "half", "edited", "one bit", "older", "longer"],
)
def test_a_damaged_entry_is_unknown_and_mended(
    folder: Path, spec: str, work: list[str], damage: Callable[[bytes], bytes]
) -> None:
    before = sr.playout(sr.load(spec), 2, 1)
    for entry in entries(folder):
        entry.write_bytes(damage(entry.read_bytes()))
    rules = sr.load(spec)
    assert sr.playout(rules, 2, 1) == before
    assert sr.new_game(rules, 2).rules.digest == rules.digest
    assert is_kept(work, lambda: sr.load(spec), 2)


def test_entries_under_names_of_others_are_unknown(folder: Path, spec: str) -> None:
    before = sr.playout(sr.load(spec), 2, 1)
    sr.playout(sr.load("crab_pots"), 2, 1)
    found = entries(folder)
    contents = [entry.read_bytes() for entry in found]
    for entry, content in zip(found, [*contents[1:], contents[0]], strict=True):
        entry.write_bytes(content)
    assert sr.playout(sr.load(spec), 2, 1) == before


@pytest.mark.parametrize("mode", [0o750, 0o705, 0o777])
def test_a_directory_that_others_can_reach_is_ignored(folder: Path, spec: str, work: list[str], mode: int) -> None:
    times = [entry.stat().st_mtime_ns for entry in entries(folder)]
    folder.chmod(mode)
    assert not is_kept(work, lambda: sr.load(spec), 2)
    sr.new_game(sr.load(spec), 2)
    assert times == [entry.stat().st_mtime_ns for entry in entries(folder)]


def by_another_user(entry: Path) -> None:
    if not hasattr(os, "getuid") or os.getuid() != 0:
        pytest.skip("only root can give a file to another user")
    os.chown(entry, 12345, -1)


def as_a_link(entry: Path) -> None:
    elsewhere = entry.with_name("elsewhere")
    entry.rename(elsewhere)
    entry.symlink_to(elsewhere)


def as_a_second_name(entry: Path) -> None:
    os.link(entry, entry.with_name("elsewhere"))


def as_a_pipe(entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry)


def as_a_folder(entry: Path) -> None:
    entry.unlink()
    entry.mkdir()


ATTACKS = [by_another_user, lambda entry: entry.chmod(0o622), as_a_link, as_a_second_name, as_a_pipe, as_a_folder]
NAMES = ["owner", "writable", "link", "second name", "pipe", "folder"]


@pytest.mark.parametrize("attack", ATTACKS, ids=NAMES)
@pytest.mark.parametrize("files", ["*.kept", "key"])
def test_files_that_another_user_could_have_written_are_unknown(
    folder: Path, spec: str, work: list[str], attack: Callable[[Path], None], files: str
) -> None:
    before = sr.playout(sr.load(spec), 2, 1)
    attacked = sorted(folder.glob(files))
    assert attacked
    for entry in attacked:
        attack(entry)
        for left in folder.glob("elsewhere"):
            left.rename(folder.parent / f"elsewhere{entry.name}")
    assert not is_kept(work, lambda: sr.load(spec), 2)
    assert sr.playout(sr.load(spec), 2, 1) == before


def test_entries_made_without_the_key_are_never_decoded(
    folder: Path, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sr.playout(sr.load(spec), 2, 1)
    begin = len(stores.FORMAT) + stores.DIGEST_BYTES
    forged = {entry.read_bytes()[begin:] + b"x" for entry in entries(folder)}
    for entry, body in zip(entries(folder), sorted(forged), strict=True):
        entry.write_bytes(stores.FORMAT + stores.digest_of(body, bytes(stores.KEY_BYTES)) + body)
    decoded: list[bytes] = []

    def noting(body: memoryview) -> object:
        decoded.append(bytes(body))
        return marshal.loads(body)

    monkeypatch.setattr(stores, "loads", noting)
    assert sr.playout(sr.load(spec), 2, 1) == before
    assert sr.playout(sr.load(spec), 2, 1) == before
    assert decoded
    assert not forged & {*decoded}


@pytest.mark.parametrize("body", [b"", b"\x00", b"(\x03\x00\x00\x00", b"i\x01\x00\x00\x00", b"\xff" * 40])
def test_a_body_that_cannot_be_decoded_is_unknown(tmp_path: Path, body: bytes) -> None:
    store = stores.Store(str(tmp_path / "kept"), "stamp")
    store.remember("value", "name")
    assert store.recall("name") == "value"
    (entry,) = entries(tmp_path / "kept")
    key = (tmp_path / "kept" / stores.KEY_FILE).read_bytes()
    entry.write_bytes(stores.FORMAT + stores.digest_of(body, key) + body)
    assert store.recall("name") is None


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_source: str, _target: str) -> None:
        raise OSError(28, "No space left on device")

    store = stores.Store(str(tmp_path / "kept"), "stamp")
    monkeypatch.setattr(os, "replace", full)
    store.remember("value", "name")
    assert list((tmp_path / "kept").iterdir()) == []


RACE = """
import sys
from solenia_rules.rules.store import Store
store = Store(sys.argv[1], "stamp")
for number in range(60):
    store.remember(("value", number), "name", number)
    assert store.recall("name", number) in (("value", number), None)
"""


def test_processes_that_write_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RACE, str(tmp_path / "kept")]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    store = stores.Store(str(tmp_path / "kept"), "stamp")
    store.remember(("value", 0), "name", 0)
    assert store.recall("name", 0) == ("value", 0)


def test_a_link_to_a_directory_is_ignored(folder: Path, spec: str, work: list[str]) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))
    assert not is_kept(work, lambda: sr.load(spec), 2)


def test_the_rules_of_a_save_are_kept_too(folder: Path, work: list[str]) -> None:
    game = sr.new_game(sr.load("candle"), seed=3)
    text = game.choose(0).dump()
    work.clear()
    first = sr.restore(text)
    assert work
    assert is_kept(work, lambda: sr.restore(text).rules, game.seats)
    assert told(first) == told(sr.restore(text))
    assert not is_kept(work, lambda: sr.load_text(game.rules.text() + "\n# another\n"), game.seats)


def test_what_has_warnings_is_kept_with_them(folder: Path, work: list[str], tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    unused = ["[queries.idle]", 'source = "ours"', "value = '1'"]
    path.write_text("\n".join([*head("odd"), 'extends = "candle"', *unused, ""]))
    first = sr.load(str(path))
    assert first.warnings
    first.executor(2)
    assert is_kept(work, lambda: sr.load(str(path)), 2)
    kept = sr.load(str(path)).warnings
    assert kept == first.warnings
    assert [one.span.text for one in kept] == [one.span.text for one in first.warnings]


def test_what_has_only_warnings_that_it_allows_is_kept(folder: Path, work: list[str], tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    unused = ["[queries.idle]", 'source = "ours"', "value = '1'"]
    path.write_text("\n".join([*head("odd"), 'extends = "candle"', *unused, ""]))
    (warning,) = sr.load(str(path)).warnings
    allowed = [f"[allow.{warning.code}]", '"queries.idle" = "for variants"']
    path.write_text("\n".join([*head("odd"), 'extends = "candle"', *unused, *allowed, ""]))
    assert sr.load(str(path)).warnings == ()
    sr.load(str(path)).executor(2)
    assert is_kept(work, lambda: sr.load(str(path)), 2)


def test_without_a_directory_everything_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "user_folder", lambda _environment: None)
    assert sr.new_game(sr.load("summer"), 2).decision is not None


def test_another_engine_knows_nothing(folder: Path, tmp_path: Path) -> None:
    assert stores.engine_marks(str(tmp_path)) == stores.engine_marks(str(tmp_path))
    before = stores.engine_marks(str(tmp_path))
    (tmp_path / "new.py").write_text("")
    after = stores.engine_marks(str(tmp_path))
    assert before != after
    one, other = stores.Store(str(folder), before), stores.Store(str(folder), after)
    one.remember((1, 2), "a", 3)
    assert one.recall("a", 3) == (1, 2)
    assert other.recall("a", 3) is None
    assert one.recall("a", 4) is None


def test_a_kept_game_starts_without_what_makes_rulesets(folder: Path) -> None:
    code = (
        "import sys, solenia_rules as sr; g = sr.new_game(sr.load('summer'), 2); g.choose(0); sr.playout(g.rules, 2);"
        "print(*sorted(sys.modules))"
    )
    first, loaded = (
        set(subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True).stdout.split())
        for _ in range(2)
    )
    assert "solenia_rules.api.making" in first
    assert not first & {"lark", "importlib.resources"}
    makers = ("cattrs", "lark", "tomllib", "pathlib", "solenia_rules.core.core", "solenia_rules.checked.terms")
    assert not loaded & {*makers, "solenia_rules.check.kinds.checker", "solenia_rules.api.making"}
