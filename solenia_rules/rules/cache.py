"""Remembers which rulesets have no problems, by their content, so that unchanged ones need not be read again.

There are two sorts of entries: the base that a ruleset names, and that a set of layers has no problems. Each is a small
JSON file in the cache directory of the user. Its name is a digest of the files of the engine and of the bytes of the
ruleset. An entry that is not exactly as it was written counts as missing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from solenia_rules.rules import caps, store
from solenia_rules.rules.files import BUNDLED, Bundle, Found, open_bundle, read_bytes
from solenia_rules.rules.layers import Loader
from solenia_rules.rules.merger import Layer
from solenia_rules.rules.problems import Problems, TooManyProblems
from solenia_rules.text.places import Source

ENTRY_BYTES = 1024


def user_folder(environment: Mapping[str, str]) -> Path | None:
    """The cache directory of the user; a relative path in the environment is ignored."""
    found = store.user_folder(environment)
    return Path(found) if found is not None else None


def engine_stamp(package: Path) -> str:
    """A digest of the files of the engine and of the interpreter: another engine may find other problems."""
    found = sha256(sys.version.encode())
    for folder, inner, names in os.walk(package):
        inner[:] = sorted(name for name in inner if name not in (BUNDLED, "__pycache__"))
        for name in sorted(names):
            path = Path(folder, name)
            content = path.read_bytes()
            found.update(f"\n{path.relative_to(package)} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()


class Notes:
    """What was found about rulesets, as small JSON files. They are trusted under the same conditions as the entries of
    `store.Store`; without such a directory nothing is cached."""

    def __init__(self, folder: Path | None, stamp: str) -> None:
        self.folder = folder
        self.stamp = stamp

    def key(self, sort: str, *parts: str) -> str:
        return sha256(json.dumps([self.stamp, sort, *parts]).encode()).hexdigest()

    def recall(self, key: str) -> dict[str, object] | None:
        """What was remembered under a key."""
        if self.folder is None or not store.is_private(self.folder):
            return None
        path = str(self.folder / f"{key}.json")
        content = store.read_own(path, ENTRY_BYTES)
        try:
            entry = json.loads(content or b"")
        except (ValueError, RecursionError):
            return None
        if not isinstance(entry, dict) or entry.get("key") != key:
            return None
        store.mark_used(path)
        return entry

    def remember(self, key: str, **facts: object) -> None:
        """Write the whole entry or nothing; if nothing can be written, nothing is cached."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if store.is_private(self.folder):
                path = str(self.folder / f"{key}.json")
                store.make_room(self.folder, path)
                store.write_own(path, json.dumps({"key": key, **facts}).encode())
        except OSError:
            pass


class Trail(Loader):
    """Finds the files of a spec like the loader; for a known ruleset it only reads the bytes."""

    def __init__(self, bundle: Bundle, notes: Notes, learning: bool) -> None:
        super().__init__(bundle, Problems())
        self.notes = notes
        self.learning = learning
        self.digests: list[str] = []
        self.contents: list[bytes] = []
        self.learned: dict[str, str | None] = {}
        """Digest of a ruleset -> the base it names."""

    def follow(self, spec: str) -> str | None:
        """The key of all files of a spec; None if something is wrong or unknown."""
        try:
            rulesets = self._find(spec)
            layers = self._chain(rulesets[0]) if rulesets else [None]
            layers += [self._layer(ruleset) for ruleset in rulesets[1:]]
        except TooManyProblems:
            return None
        if None in layers or self.problems or self.broken:
            return None
        return self.notes.key("set", *self.digests)

    def _layer(self, ruleset: Found) -> Layer | None:
        contents = self._contents(ruleset)
        if contents is None:
            return None
        digest = self.notes.key("ruleset", ruleset.name, *(sha256(content).hexdigest() for content in contents))
        self.digests.append(digest)
        self.contents += contents
        entry = self.notes.recall(digest)
        if entry is not None and isinstance(entry.get("base", 0), (str, type(None))):
            self.names.append(ruleset.name)
            document = {"extends": entry["base"]} if entry["base"] is not None else {}
            return Layer(ruleset.name, document, {}, (Source(ruleset.name, ""),))
        layer = super()._layer(ruleset) if self.learning else None
        if layer is not None:
            base = layer.document.get("extends")
            self.learned[digest] = base if isinstance(base, str) else None
        return layer

    def _contents(self, ruleset: Found) -> list[bytes] | None:
        """The bytes of its parts, within the caps."""
        if len(self.contents) + len(ruleset.parts) > caps.FILES:
            return None
        found = [read_bytes(file, name, ruleset.beside, self.problems) for name, file in ruleset.parts]
        complete = [content for content in found if content is not None]
        return complete if len(complete) == len(found) else None


class Cache:
    """The specs that need not be checked again."""

    def __init__(self, folder: Path | None, package: Path) -> None:
        self.folder = folder
        self.package = package

    @cached_property
    def _notes(self) -> Notes:
        try:
            return Notes(self.folder, engine_stamp(self.package))
        except OSError:
            return Notes(None, "")

    def knows(self, spec: str, scenarios: str = "") -> bool:
        """Whether this engine found no problems in exactly these files; `scenarios`: the texts of scenario files
        too."""
        if self.folder is None or not store.is_private(self.folder):
            return False
        key = Trail(open_bundle(), self._notes, learning=False).follow(spec)
        entry = self._notes.recall(self._with(key, scenarios)) if key is not None else None
        return entry is not None and entry.get("fine") is True

    def _with(self, key: str, scenarios: str) -> str:
        return self._notes.key("scenarios", key, sha256(scenarios.encode()).hexdigest()) if scenarios else key

    def remember(self, spec: str, checked: Iterable[Source], scenarios: str = "") -> None:
        """Remember that a spec has no problems; `checked` are its files at that time."""
        trail = Trail(open_bundle(), self._notes, learning=True)
        key = trail.follow(spec)
        if key is None or sorted(source.text for source in checked) != sorted(map(_text, trail.contents)):
            return
        for digest, base in trail.learned.items():
            self._notes.remember(digest, base=base)
        self._notes.remember(self._with(key, scenarios), fine=True)


def _text(content: bytes) -> str:
    """As loading reads it."""
    return content.decode("utf-8", "replace").replace("\r\n", "\n")


def open_cache() -> Cache:
    """The cache of the user who runs this."""
    return Cache(user_folder(os.environ), Path(__file__).parent.parent)
