"""Reads and writes files of saved games."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

import solenia_rules as sr
from solenia_rules.cli.texts import no_file, text

if TYPE_CHECKING:
    from solenia_rules import Game, Ruleset

SAVE_BYTES = 64 * 1024 * 1024
"""The most bytes that are read; every saved game is smaller."""


_CANNOT_OPEN = {errno.EACCES, errno.EPERM, errno.EISDIR}
_CANNOT_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.ENOSYS}
"""Errors that say that a system does not do this with folders."""


def read_save(name: str, lang: str) -> str:
    try:
        if not stat.S_ISREG(Path(name).stat().st_mode):
            raise OSError(errno.EINVAL, "not a plain file")
        with Path(name).open(encoding="utf-8", newline="") as stream:
            return stream.read(SAVE_BYTES)
    except UnicodeDecodeError:
        raise sr.SaveError(text("cannot_read", lang, path=name, reason="not a text")) from None
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise click.UsageError(no_file(name, reason, lang)) from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file completely or not at all. After the call it is on the disk; after an error no part of it is left."""
    beside = path.with_name(path.name + ".part")
    try:
        _write(beside, content.encode() if isinstance(content, str) else content)
        os.replace(beside, path)  # noqa: PTH105  all calls go through `os`, which tests exchange for a simulated disk
    except OSError:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108
        raise
    sync_folder(path.parent)


def _write(path: Path, content: bytes) -> None:
    """Write a file and wait until it is on the disk."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
    try:
        left = memoryview(content)
        while left:
            left = left[os.write(number, left) :]
        os.fsync(number)
    finally:
        os.close(number)


def sync_folder(folder: Path) -> None:
    """Make sure that the new name of a file is on the disk. Systems that cannot open or sync folders do this
    themselves."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError as problem:
        if problem.errno in _CANNOT_OPEN:
            return
        raise
    try:
        os.fsync(number)
    except OSError as problem:
        if problem.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(number)


def restore_save(name: str, lang: str) -> Game:
    """The game of a file; raises what `sr.restore` raises."""
    return sr.restore(read_save(name, lang))


def restore_at_home(name: str, lang: str) -> Game:
    """The game of a file. If the ruleset exists with the same content as in the save, it is used, because its places
    are places in files."""
    game = restore_save(name, lang)
    rules = _at_home(game.rules, Path(name).parent)
    if rules is None:
        return game
    again = sr.new_game(rules, game.seats, game.seed, game.position)
    for answer in game.answers:
        again = again.choose(answer)
    return again


def looked_into(name: str, seat: int | None, lang: str) -> Game | None:
    """A saved game. If it cannot be read, the reason is printed and the result is None. `seat`, counted from 1, must
    exist."""
    try:
        game = restore_at_home(name, lang)
    except sr.Error as problem:
        click.echo(str(problem), err=True)
        return None
    if seat is not None and seat > game.seats:
        raise click.UsageError(text("no_such_seat", lang, n=game.seats))
    return game


def changed_since(name: str, game: Game) -> Path | None:
    """The file beside a save that has the name of its ruleset and is not the text that was played."""
    path = Path(name).parent / f"{game.rules.id}.toml"
    return path if path.is_file() and _at_home(game.rules, path.parent) is None else None


def _at_home(saved: Ruleset, folder: Path) -> Ruleset | None:
    """The ruleset of a save from the bundle, or from a file beside the save."""
    params = {ident: param.value for ident, param in saved.params.items()}
    for spec in (saved.id, str(folder / f"{saved.id}.toml")):
        try:
            rules = sr.load(spec, params=params)
        except sr.RulesetError:
            continue
        if rules.digest == saved.digest:
            return rules
    return None
