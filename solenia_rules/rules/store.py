"""The cache: entries that are kept in the cache directory of the user between runs, and the conditions for trusting
them.

The directory must belong to the user, and nobody else may be able to reach it; otherwise nothing is read or written.
The same holds for every file in it: a link, a pipe, or a file that another user owns or may write counts as missing. An
entry has a digest that is made with a secret key in the same directory, so only what this user wrote is decoded and
run. What an entry is about is stored inside it and compared. Deleting the directory is always safe.
"""

from __future__ import annotations

import os
import stat
import sys
from functools import cache
from marshal import dumps, loads
from zlib import crc32

try:
    from _blake2 import blake2b  # hashlib would load OpenSSL, which takes as long as a quarter of a start of Python
except ImportError:
    from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import CodeType
    from typing import TypeAlias

    Kept: TypeAlias = "str | int | bytes | CodeType | tuple[Kept, ...] | None"
    """Numbers, texts, bytes, generated code, and tuples of them."""

FOLDER = "solenia_rules"
BUNDLED = "_rulesets"
FORMAT = b"solenia 2\n"
ENDING = ".kept"
KEY_FILE = "key"
KEY_BYTES = 32
DIGEST_BYTES = 32
MOST_ENTRIES = 4000
MOST_BYTES = 128 << 20
"""If there are more entries or bytes, the half that was not used for the longest time is deleted."""
LOOKED_AT = 16
"""One of this many new entries checks whether there are too many entries, because listing a full directory takes longer
than writing an entry."""


def user_folder(environment: Mapping[str, str]) -> str | None:
    """The cache directory of the user; a relative path in the environment is ignored."""
    chosen = environment.get("XDG_CACHE_HOME", "")
    if os.path.isabs(chosen):
        return os.path.join(chosen, FOLDER)
    home = os.path.expanduser("~")
    return os.path.join(home, ".cache", FOLDER) if os.path.isabs(home) else None


def is_private(folder: str | os.PathLike[str]) -> bool:
    """Whether this is a directory of this user that nobody else can reach. A system without users has no others."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and _is_ours(found, 0o077)


def _is_ours(found: os.stat_result, others: int) -> bool:
    """Whether something belongs to this user, and others have none of the listed permissions."""
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & others)


def read_own(path: str | os.PathLike[str], most: int) -> bytes | None:
    """The bytes of a plain file that this user owns and nobody else may write; None for everything else."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        number = os.open(path, flags)  # a pipe does not block: it is opened, and then refused
    except OSError:
        return None
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1 or not _is_ours(found, 0o022) or found.st_size > most:
            return None
        with os.fdopen(number, "rb", closefd=False) as stream:
            return stream.read(most)
    except OSError:
        return None
    finally:
        os.close(number)


def write_own(path: str, content: bytes) -> None:
    """Write the whole file or nothing, readable for this user only; raises OSError."""
    beside = f"{path}.{os.urandom(8).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    number = os.open(beside, flags, 0o600)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(content)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def engine_marks(package: str) -> str:
    """The state of the files of the engine, by size and time of change, as the interpreter does it for its bytecode;
    and the interpreter."""
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
    """Entries in a directory that nobody else may read or write. Without such a directory nothing is cached."""

    def __init__(self, folder: str | None, stamp: str) -> None:
        self.folder = folder
        self.stamp = stamp
        """A digest of the engine: another engine may have made something else from the same files."""

    def recall(self, *about: str | int) -> object:
        """The entry about something, or None."""
        if self.folder is None or not is_private(self.folder):
            return None
        path = self._path(self.folder, about)
        content, key = read_own(path, MOST_BYTES), self._key(self.folder)
        if content is None or key is None or content[: len(FORMAT)] != FORMAT:
            return None
        begin = len(FORMAT) + DIGEST_BYTES
        body = memoryview(content)[begin:]
        if content[len(FORMAT) : begin] != digest_of(body, key):
            return None
        try:
            stamp, said, kept = loads(body)
        except (EOFError, ValueError, TypeError):
            return None
        if stamp != self.stamp or said != about:
            return None
        mark_used(path)
        return kept

    def remember(self, kept: Kept, *about: str | int) -> None:
        """Write the whole entry or nothing; if nothing can be written, nothing is cached."""
        if self.folder is None:
            return
        body = dumps((self.stamp, about, kept))
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            if is_private(self.folder):
                path = self._path(self.folder, about)
                make_room(self.folder, path)
                key = self._key(self.folder) or self._new_key(self.folder)
                write_own(path, FORMAT + digest_of(body, key) + body)
        except OSError:
            pass

    def _key(self, folder: str) -> bytes | None:
        """The secret key of the digests; None if there is none that can be trusted."""
        found = read_own(os.path.join(folder, KEY_FILE), KEY_BYTES)
        return found if found is not None and len(found) == KEY_BYTES else None

    def _new_key(self, folder: str) -> bytes:
        """Make a new key; entries with the old key count as missing."""
        made = os.urandom(KEY_BYTES)
        write_own(os.path.join(folder, KEY_FILE), made)
        return made

    def _path(self, folder: str, about: tuple[str | int, ...]) -> str:
        named = repr((self.stamp, about)).encode("utf-8", "backslashreplace")
        return os.path.join(folder, f"{crc32(named):08x}{crc32(named[::-1]):08x}{ENDING}")


def digest_of(body: bytes | memoryview, key: bytes) -> bytes:
    """What stands before the body of an entry: only who has the key can write it."""
    return blake2b(body, key=key, digest_size=DIGEST_BYTES).digest()


def packed(part: Kept | dict[str, object]) -> bytes:
    """A part of an entry that is not always needed, to be read by itself."""
    return dumps(part)


def unpacked(part: bytes) -> object:
    """Only for what `recall` returned, which is known to be unchanged."""
    return loads(part)


def mark_used(path: str) -> None:
    """Note that an entry was used now."""
    try:
        os.utime(path)
    except OSError:
        pass


def make_room(folder: str | os.PathLike[str], path: str) -> None:
    """Delete what was not used for the longest time if there are too many entries. The name of the new entry decides
    whether the directory is listed."""
    if crc32(path.encode("utf-8", "backslashreplace")) % LOOKED_AT:
        return
    with os.scandir(folder) as entries:
        told = [(entry.stat(follow_symlinks=False), entry.path) for entry in entries if entry.name != KEY_FILE]
    found = sorted((seen.st_mtime_ns, seen.st_size, path) for seen, path in told)
    if len(found) >= MOST_ENTRIES or sum(size for _time, size, _path in found) >= MOST_BYTES:
        for _time, _size, path in found[: (len(found) + 1) // 2]:
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass


@cache
def _own_marks() -> str:
    """The state of this engine's files, looked at once for each process: later changes of the files do not change the
    engine that runs, so what it makes must not be stored as if they did."""
    return engine_marks(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def open_store() -> Store:
    """The store of the user who runs this."""
    folder = user_folder(os.environ)
    if folder is None:
        return Store(None, "")
    try:
        return Store(folder, _own_marks())
    except OSError:
        return Store(None, "")
