"""Simulated disks that lose what was not synced when the power is cut.

A write changes what programs read at once, but it is safe only after a sync of its file, and a new name only after a
sync of its folder. When the power is cut, each sector of each unsynced write is on the disk or not, at random; of the
changes of names that were not synced, some of the first are. `Folder` has the functions of `os` that write files, and
can also fail at a call.
"""

from __future__ import annotations

import errno
import os
import random
from itertools import count
from pathlib import Path

from attrs import define, field

SECTOR = 512


class PowerCut(Exception):
    """The power was cut: nothing more is written or read."""


@define(eq=False)
class File:
    content: bytearray = field(factory=bytearray)
    synced: bytearray = field(factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(factory=list)
    """Writes since the last sync: offset and bytes, or the new length and None."""

    def write(self, offset: int, data: bytes) -> None:
        _put(self.content, offset, data)
        self.pending.append((offset, bytes(data)))

    def truncate(self, size: int) -> None:
        del self.content[size:]
        self.pending.append((size, None))

    def sync(self) -> None:
        self.synced = bytearray(self.content)
        self.pending.clear()

    def after_cut(self, chance: random.Random) -> File:
        left = bytearray(self.synced)
        for offset, data in self.pending:
            if data is None:
                if chance.random() < 0.5:
                    del left[offset:]
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _put(left, offset + start, data[start : start + SECTOR])
        return File(left, bytearray(left))


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Folder:
    """The functions of `os` that write files, for one folder on a simulated disk."""

    O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC = os.O_RDONLY, os.O_WRONLY, os.O_CREAT, os.O_TRUNC

    def __init__(self, chance: random.Random, names: dict[str, File] | None = None) -> None:
        self.chance = chance
        self.names: dict[str, File] = {} if names is None else names
        self.kept = dict(self.names)
        """The names that are safe."""
        self.changed: list[dict[str, File]] = []
        """All names after each change that is not safe yet."""
        self.calls = 0
        self.cut_at = -1
        """The number of the call before which the power is cut; -1: never."""
        self.failing: dict[int, int] = {}
        """Number of a call -> the error that it ends with."""
        self.ignores_syncs = False
        self._open: dict[int, File | None] = {}
        self._numbers = count(3)

    def _call(self) -> None:
        number, self.calls = self.calls, self.calls + 1
        if 0 <= self.cut_at <= number:
            raise PowerCut
        if number in self.failing:
            raise OSError(self.failing[number], os.strerror(self.failing[number]))

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        self._call()
        number = next(self._numbers)
        if not flags & os.O_WRONLY:
            self._open[number] = None
            return number
        if path.name not in self.names:
            self.names = {**self.names, path.name: File()}
            self.changed.append(self.names)
        self._open[number] = self.names[path.name]
        if flags & os.O_TRUNC:
            self.names[path.name].truncate(0)
        return number

    def write(self, number: int, data: memoryview) -> int:
        self._call()
        file = self._open[number]
        assert file is not None
        taken = data[: self.chance.randrange(1, len(data) + 1)]
        file.write(len(file.content), bytes(taken))
        return len(taken)

    def fsync(self, number: int) -> None:
        self._call()
        file = self._open[number]
        if self.ignores_syncs:
            return
        if file is None:
            self.kept, self.changed = dict(self.names), []
        else:
            file.sync()

    def close(self, number: int) -> None:
        self._call()
        del self._open[number]

    def replace(self, source: Path, target: Path) -> None:
        self._call()
        self.names = {name: file for name, file in self.names.items() if name != source.name} | {
            target.name: self.names[source.name]
        }
        self.changed.append(self.names)

    def unlink(self, path: Path) -> None:
        self._call()
        if path.name not in self.names:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        self.names = {name: file for name, file in self.names.items() if name != path.name}
        self.changed.append(self.names)

    def after_cut(self) -> Folder:
        """The folder when the power is back."""
        seen = [self.kept, *self.changed]
        names = seen[self.chance.randrange(len(seen))]
        return Folder(self.chance, {name: file.after_cut(self.chance) for name, file in names.items()})

    def read(self, name: str) -> bytes | None:
        """What a file has in it; nothing if there is no such file."""
        return bytes(self.names[name].content) if name in self.names else None
