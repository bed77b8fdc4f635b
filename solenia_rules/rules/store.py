"""What is kept from one run to the next: entries in the user's cache directory, and when they may be believed.

An entry is a file with a checksum. Its name is made of what it is about; what it is about stands inside as well, and
is compared. The directory is the user's own and nobody else can reach it, or nothing is read and nothing is written.
Whatever is not exactly as it was written counts as unknown: deleting the directory is always safe.
"""

from __future__ import annotations

import os
import stat
import sys
from marshal import dumps, loads
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import CodeType
    from typing import TypeAlias

    Kept: TypeAlias = "str | int | bytes | CodeType | tuple[Kept, ...] | None"
    """Numbers, texts, bytes, generated code, and tuples of them."""

FOLDER = "solenia_rules"
BUNDLED = "_rulesets"
FORMAT = b"solenia 1\n"
ENDING = ".kept"
MOST_ENTRIES = 1000
MOST_BYTES = 128 << 20
"""When there are as many entries or bytes, the older half is forgotten."""


def user_folder(environment: Mapping[str, str]) -> str | None:
    """Where this user's programs keep what they can do without; a relative path is to be ignored."""
    chosen = environment.get("XDG_CACHE_HOME", "")
    if os.path.isabs(chosen):
        return os.path.join(chosen, FOLDER)
    home = os.path.expanduser("~")
    return os.path.join(home, ".cache", FOLDER) if os.path.isabs(home) else None


def is_private(folder: str | os.PathLike[str]) -> bool:
    """Whether this is a directory of ours that nobody else can reach; a system without users has no others."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def engine_marks(package: str) -> str:
    """The engine's files as the interpreter itself tells whether its own bytecode is still good: by size and time of
    change. And the interpreter."""
    found = [sys.version, package]
    waiting = [package]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name not in (BUNDLED, "__pycache__"):
                        waiting.append(entry.path)
                else:
                    seen = entry.stat()
                    found.append(f"{entry.path} {seen.st_size} {seen.st_mtime_ns}")
    told = "\n".join(sorted(found)).encode("utf-8", "backslashreplace")
    return f"{crc32(told):08x}{crc32(told[::-1]):08x}{len(told):x}"


class Store:
    """Entries in a directory that nobody else may read or write. Without such a directory nothing is known."""

    def __init__(self, folder: str | None, stamp: str) -> None:
        self.folder = folder
        self.stamp = stamp
        """Of the engine: another one may have made something else of the same files."""

    def recall(self, *about: str | int) -> object:
        """What was kept about something, or None."""
        if self.folder is None or not is_private(self.folder):
            return None
        try:
            with open(self._path(self.folder, about), "rb") as stream:
                content = stream.read(MOST_BYTES)
        except OSError:
            return None
        begin = len(FORMAT) + 4
        body = memoryview(content)[begin:]
        if content[: len(FORMAT)] != FORMAT or content[len(FORMAT) : begin] != crc32(body).to_bytes(4, "big"):
            return None
        stamp, said, kept = loads(body)
        return kept if stamp == self.stamp and said == about else None

    def remember(self, kept: Kept, *about: str | int) -> None:
        """Whole or not at all; where nothing can be written, nothing is remembered."""
        if self.folder is None:
            return
        body = dumps((self.stamp, about, kept))
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            if is_private(self.folder):
                make_room(self.folder)
                path = self._path(self.folder, about)
                beside = f"{path}.{os.getpid()}"
                with open(beside, "wb") as stream:
                    stream.write(FORMAT + crc32(body).to_bytes(4, "big") + body)
                os.replace(beside, path)
        except OSError:
            pass

    def _path(self, folder: str, about: tuple[str | int, ...]) -> str:
        named = repr((self.stamp, about)).encode("utf-8", "backslashreplace")
        return os.path.join(folder, f"{crc32(named):08x}{crc32(named[::-1]):08x}{ENDING}")


def packed(part: Kept | dict[str, object]) -> bytes:
    """A part of an entry that is not always needed, to be read by itself."""
    return dumps(part)


def unpacked(part: bytes) -> object:
    """Only for what `recall` gave: that is as it was written."""
    return loads(part)


def make_room(folder: str | os.PathLike[str]) -> None:
    with os.scandir(folder) as entries:
        found = sorted((told.st_mtime_ns, told.st_size, entry.path) for entry in entries if (told := entry.stat()))
    if len(found) >= MOST_ENTRIES or sum(size for _time, size, _path in found) >= MOST_BYTES:
        for _time, _size, path in found[: (len(found) + 1) // 2]:
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass


def open_store() -> Store:
    """The store of the user who runs this."""
    folder = user_folder(os.environ)
    if folder is None:
        return Store(None, "")
    try:
        return Store(folder, engine_marks(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    except OSError:
        return Store(None, "")
