"""Records what loading asked the file system. If the same questions have the same answers later, the rules are the
same.

Names of rulesets are found by listing folders, so a file that appears, disappears or takes a name counts as much as one
that changes. Times of files do not count.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Listed: TypeAlias = tuple[str, tuple[str, ...]]
    """A folder and the rulesets and folders in it."""
    Probed: TypeAlias = tuple[str, bool]
    """A path and whether something is there."""
    ReadFile: TypeAlias = tuple[str, bytes]
    Witness: TypeAlias = tuple[tuple[Listed, ...], tuple[Probed, ...], tuple[ReadFile, ...]]


def listed(folder: str) -> tuple[str, ...]:
    """The rulesets of a folder and the folders in it, which end in a slash."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                found.append(entry.name + "/")
            elif entry.name.endswith(".toml"):
                found.append(entry.name)
    return tuple(sorted(found))


def still_so(witness: Witness) -> bool:
    """Whether the file system gives the same answers."""
    folders, probes, files = witness
    try:
        for path, content in files:
            # Without O_NONBLOCK a pipe would wait for a writer.
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
            with os.fdopen(descriptor, "rb") as stream:
                if stream.read(len(content) + 1) != content:
                    return False
        return all(os.path.lexists(path) == there for path, there in probes) and all(
            listed(folder) == names for folder, names in folders
        )
    except (OSError, ValueError):
        return False
