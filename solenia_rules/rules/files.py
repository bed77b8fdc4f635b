"""Finds rulesets: by name among the bundled ones or beside another file, or by the path of a file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from solenia_rules.rules import caps
from solenia_rules.rules.problems import Problems
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import closest, did_you_mean

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAIN = "ruleset.toml"
SCENARIOS = ".scenarios.toml"
PACKAGE = "solenia_rules"
BUNDLED = "_rulesets"
DEPTH = 6
"""How deep folders of the bundle group rulesets."""


@frozen(eq=False)
class Found:
    """A ruleset that exists: its name, and its files with the names shown to people, the main one first."""

    name: str
    parts: tuple[tuple[str, Traversable], ...] = field(repr=False)
    beside: Path | None = field(default=None, repr=False)
    """The folder where its base is looked for first; None for a bundled one."""

    @property
    def shelf(self) -> str:
        """The folder that groups a bundled ruleset with others; empty for a ruleset at the top of the bundle."""
        _top, *folders, file = self.parts[0][0].split("/")
        return "/".join(folders[:-1] if file == MAIN else folders)


@frozen(eq=False)
class Bundle:
    """The bundled rulesets: name -> all with this name (more than one is an error)."""

    root: Traversable
    rulesets: dict[str, tuple[Found, ...]]

    def holds(self, path: Path) -> bool:
        """Whether this is a file of the bundle itself."""
        return isinstance(self.root, Path) and _inside(path, self.root)


def open_bundle(root: Traversable | None = None) -> Bundle:
    """The bundle of the installed package, else the `rulesets/` of the checkout around it."""
    root = root if root is not None else _default_root()
    found: dict[str, tuple[Found, ...]] = {}
    for ruleset in _walk(root, "rulesets", DEPTH) if root.is_dir() else ():
        found[ruleset.name] = (*found.get(ruleset.name, ()), ruleset)
    return Bundle(root, dict(sorted(found.items())))


def _default_root() -> Traversable:
    package = Path(__file__).parent.parent
    if not package.is_dir():
        # Inside an archive. Imported only for archives, because it imports many modules.
        from importlib.resources import files

        return files(PACKAGE) / BUNDLED
    return package / BUNDLED if (package / BUNDLED).is_dir() else package.parent / "rulesets"


def _walk(folder: Traversable, shown: str, depth: int) -> Iterator[Found]:
    entries = sorted(folder.iterdir(), key=lambda entry: os.fsencode(entry.name))
    for entry in entries:
        name = f"{shown}/{entry.name}"
        if entry.is_dir():
            if (entry / MAIN).is_file():
                yield Found(entry.name, _parts(entry, name))
            elif depth and not entry.name.startswith((".", "_")):
                yield from _walk(entry, name, depth - 1)
        elif is_ruleset_file(entry.name):
            yield Found(entry.name.removesuffix(".toml"), ((name, entry),))


def folders_below(root: Path, depth: int = DEPTH) -> list[Path]:
    """The folders that are looked into for the rulesets of a bundle."""
    found = [root]
    for entry in sorted(root.iterdir()):
        if entry.is_dir():
            if (entry / MAIN).is_file():
                found.append(entry)
            elif depth and not entry.name.startswith((".", "_")):
                found += folders_below(entry, depth - 1)
    return found


def is_ruleset_file(name: str) -> bool:
    return name.endswith(".toml") and not name.endswith(SCENARIOS) and not name.startswith(".")


def _parts(folder: Traversable, shown: str) -> tuple[tuple[str, Traversable], ...]:
    others = [e for e in folder.iterdir() if is_ruleset_file(e.name) and e.name != MAIN]
    others.sort(key=lambda entry: os.fsencode(entry.name))
    return tuple((f"{shown}/{entry.name}", entry) for entry in (folder / MAIN, *others))


def find_by_name(name: str, bundle: Bundle, beside: Path | None, problems: Problems, span: Span) -> Found | None:
    """The ruleset of that name, beside a file or in the bundle; it is an error if both have one."""
    if not caps.is_id(name):
        wanted = "a name, never a path" if beside else "a name, or the path of a file `NAME.toml`"
        perhaps = "" if beside else _perhaps(Path(name))
        problems.add("E014", f"{quoted(name)} is not the name of a ruleset", span, perhaps or wanted)
        return None
    bundled = bundle.rulesets.get(name, ())
    if len(bundled) > 1:
        where = " and ".join(ruleset.parts[0][0] for ruleset in bundled)
        problems.add("E032", f"two bundled rulesets are named `{name}`: {where}", span)
        return None
    try:
        near = _find_beside(name, beside, bundle) if beside else None
    except OSError:
        problems.add("E001", f"the files of `{name}` cannot be listed", span)
        return None
    if near and bundled:
        problems.add("E032", f"`{near.parts[0][0]}` bears the name of a bundled ruleset", span, "choose another name")
        return None
    if near or bundled:
        return near or bundled[0]
    known = list(bundle.rulesets) + (_names_beside(beside) if beside else [])
    here = None if beside else file_of_name(name)
    hint = f"a file is named by its path: `{here}`" if here else did_you_mean(name, known)
    problems.add("E001", f"there is no ruleset `{name}`", span, hint)
    return None


def file_of_name(name: str) -> str | None:
    """The path of a ruleset in the current folder whose name was given instead of its path."""
    for path in candidates(Path(), name) if caps.is_id(name) else ():
        if _exists(path):
            return str(path)
    return None


def _find_beside(name: str, folder: Path, bundle: Bundle) -> Found | None:
    for path in candidates(folder, name):
        if _exists(path) and not bundle.holds(path):
            return _from_path(path)
    return None


def candidates(folder: Path, name: str) -> tuple[Path, Path]:
    """Where a ruleset of that name can lie in a folder."""
    return folder / f"{name}.toml", folder / name / MAIN


def _names_beside(folder: Path) -> list[str]:
    try:
        return [entry.name.removesuffix(".toml") for entry in folder.iterdir() if is_ruleset_file(entry.name)]
    except OSError:
        return []


def near_ruleset(path: Path) -> Path | None:
    """The ruleset in the folder of a path that may be meant."""
    try:
        named = any(map(_exists, candidates(path.parent, path.stem)))
        near = path.stem if named else closest(path.stem, _names_beside(path.parent))
        meant = [] if near is None else [one for one in candidates(path.parent, near) if _exists(one)]
    except (OSError, ValueError):
        return None
    return meant[0] if meant else None


def near_file(path: Path) -> Path | None:
    """The file or folder with nearly the name of a path, in the same folder."""
    try:
        near = closest(path.name, (entry.name for entry in path.parent.iterdir()))
    except (OSError, ValueError):
        return None
    return None if near is None else path.with_name(near)


def _perhaps(path: Path) -> str:
    """A question for the ruleset that may be meant; empty if there is none."""
    near = near_ruleset(path)
    return "" if near is None else f"did you mean `{near}`?"


def find_by_path(text: str, bundle: Bundle, problems: Problems) -> Found | None:
    """The ruleset in a file `NAME.toml` or a folder with a `ruleset.toml`."""
    path = Path(text)
    try:
        if path.is_dir():
            path = path / MAIN
        if not _exists(path):
            problems.about_file("E001", "there is no such file", str(path), _perhaps(path))
            return None
        if not is_ruleset_file(path.name):
            problems.about_file("E002", "a ruleset is a file `NAME.toml` or a folder with a `ruleset.toml`", text)
            return None
        found = _from_path(path)
    except (OSError, ValueError):
        problems.about_file("E001", "this is not the path of a file that can be read", text)
        return None
    if found.name in bundle.rulesets and not bundle.holds(path):
        problems.about_file("E032", f"`{found.name}` is the name of a bundled ruleset", text, "choose another name")
        return None
    return found


def _from_path(path: Path) -> Found:
    """If a file is a part of a ruleset in a folder, the folder is the ruleset."""
    folder = path.parent
    if path.name == MAIN or _exists(folder / MAIN):
        name = folder.name or folder.resolve().name
        return Found(name, _parts(folder, str(folder)), folder.parent if folder.name else folder.resolve().parent)
    return Found(path.stem, ((str(path), path),), folder)


def read_bytes(file: Traversable, name: str, within: Path | None, problems: Problems) -> bytes | None:
    """The content of an ordinary file, at most one byte more than the cap; a link must not lead out of `within`."""
    try:
        if not isinstance(file, Path):
            return file.read_bytes()
        if within is not None and not _inside(file, within):
            problems.about_file("E002", "a link that leads out of its folder", name)
            return None
        # Without O_NONBLOCK a pipe would wait for a writer.
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as stream:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                problems.about_file("E002", "not an ordinary file", name)
                return None
            return stream.read(caps.FILE_BYTES + 1)
    except PermissionError:
        problems.about_file("E001", "the file may not be read", name)
    except IsADirectoryError:
        problems.about_file("E002", "a folder, not a file", name)
    except (OSError, ValueError):
        problems.about_file("E001", "the file cannot be read", name)
    return None


def _exists(path: Path) -> bool:
    return os.path.lexists(path)


def _inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False
