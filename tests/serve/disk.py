"""A simulated disk for SQLite that loses what was not synced when the power is cut (`tests/power_cuts.py`).

SQLite reaches the disk through a file system layer of apsw; `connect` gives connections like those of the standard
library.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import TypeVar

import apsw

from solenia_rules.serve.sqlite import Connection
from solenia_rules.serve.writer import Row
from tests.power_cuts import SECTOR, File

ResultT = TypeVar("ResultT")
_numbers = count()


class Disk(apsw.VFS):
    def __init__(self, files: dict[str, File] | None = None) -> None:
        self.files: dict[str, File] = {} if files is None else files
        self.left = -1
        """The number of writes and syncs before the power is cut; -1 for never."""
        self.fault: type[apsw.Error] = apsw.IOError
        """How a write or a sync fails at that moment."""
        self.once = False
        """Whether only one of them fails, and the power stays on."""
        self.name = f"disk{next(_numbers)}"
        super().__init__(self.name, "")

    def use(self) -> None:
        """Count a write or a sync; the power may be cut before it."""
        if self.left == 0:
            self.left = -1 if self.once else 0
            raise self.fault("the power is cut")
        self.left -= self.left > 0

    def after_cut(self, chance: random.Random) -> Disk:
        """The disk when the power is back."""
        return Disk({name: file.after_cut(chance) for name, file in self.files.items()})

    def connect(self, path: str) -> Connection:
        return Wired(self.name, path)

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name

    def xAccess(self, name: str, flags: int) -> bool:  # noqa: N802
        return name in self.files

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        self.use()
        self.files.pop(name, None)

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> Handle:  # type: ignore[override]  # noqa: N802
        shown = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        flags[1] = flags[0]
        return Handle(self, self.files.setdefault(shown, File()))


class Handle:
    """An open file."""

    def __init__(self, disk: Disk, file: File) -> None:
        self.disk, self.file = disk, file

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self.file.content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.use()
        self.file.write(offset, bytes(data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self.disk.use()
        self.file.truncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.use()
        self.file.sync()

    def xFileSize(self) -> int:  # noqa: N802
        return len(self.file.content)

    def xClose(self) -> None:  # noqa: N802
        pass

    def xLock(self, level: int) -> None:  # noqa: N802
        pass

    def xUnlock(self, level: int) -> None:  # noqa: N802
        pass

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0


class _Rows:
    def __init__(self, found: list[tuple[int | str, ...]]) -> None:
        self.found = found

    def fetchone(self) -> tuple[int | str, ...]:
        return self.found[0]

    def fetchall(self) -> list[tuple[int | str, ...]]:
        return self.found


class Wired:
    """A connection of apsw in the form of the standard library. The mode of the journal is the one of the store; this
    layer has no shared memory, so each connection locks the file for itself."""

    def __init__(self, vfs: str, path: str) -> None:
        self._inner = _told(lambda: apsw.Connection(path, vfs=vfs))
        self.execute("PRAGMA locking_mode = EXCLUSIVE")

    @property
    def in_transaction(self) -> bool:
        return self._inner.in_transaction

    def execute(self, sql: str, values: Sequence[str] = (), /) -> _Rows:
        return _told(lambda: _Rows([tuple(row) for row in self._inner.execute(sql, tuple(values))]))

    def executemany(self, sql: str, rows: Iterable[Row], /) -> object:
        return _told(lambda: self._inner.executemany(sql, list(rows)).fetchall())

    def close(self) -> None:
        _told(lambda: self._inner.close(True))


def _told(do: Callable[[], ResultT]) -> ResultT:
    try:
        return do()
    except apsw.Error as problem:
        raise sqlite3.OperationalError(str(problem)) from problem
