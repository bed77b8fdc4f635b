"""The entry point: finds the command, prints the overview, and turns errors into exit codes.

The overview is printed without click, because importing click takes three times as long as starting Python.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, Final

from solenia_rules.cli.exits import FINE, INTERRUPTED, OUR_BUG, PROBLEMS, WRONG_USAGE, exit_code
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.words.by_language import command_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

COMMANDS: Final = {
    "play": "play.play",
    "serve": "serve.serve",
    "studio": "studio.studio",
    "check": "check.check",
    "test": "test.play_scenarios",
    "fmt": "fmt.fmt",
    "list": "catalogue.catalogue",
    "new": "new.new",
    "explain": "explain.explain",
    "print": "printing.print_rules",
    "draw": "draw.draw",
    "sources": "sources.sources",
    "why": "why.why",
    "replay": "replay.replay",
    "diff": "diff.diff",
    "sim": "sim.sim",
    "compare": "compare.compare",
    "sweep": "sweep.sweep",
    "price": "price.price",
    "tune": "tune.tune",
    "bench": "bench.bench",
    "table": "table.table",
    "schema": "schema.schema",
    "lsp": "lsp.lsp",
    "engine": "engine.engine",
}
"""Command -> its module in this package and its function there; a module is imported only if its command is run. The
overview lists commands in this order; `about_NAME` in the texts says what each is for."""


DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""The output cannot be written: the disk is full or broken."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in args
    args = [arg for arg in args if arg != "--debug"]
    lang = language_of_environment()
    try:
        code = _dispatch(args, lang)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has closed it (`| head`); nothing more may be written to this pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as problem:
        if problem.errno not in DISK_ERRORS:
            return _bug(problem, debug, lang)
        # Nothing more can be written, and closing the output must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(text("cannot_write", lang, path="stdout", reason=problem.strerror), file=sys.stderr)
        return PROBLEMS
    except Exception as bug:
        return _bug(bug, debug, lang)
    return code


def _bug(bug: Exception, debug: bool, lang: str) -> int:
    """An internal error; with `--debug` it is shown with its traceback."""
    if debug:
        raise bug
    print(text("bug", lang, what=f"{type(bug).__name__}: {bug}"), file=sys.stderr)
    return OUR_BUG


def _dispatch(args: list[str], lang: str) -> int:
    if args[:1] == ["help"] and args[1:2] and args[1] in COMMANDS:
        args = [args[1], "--help"]
    if not args or args[0] in ("--help", "-h", "help"):
        print(overview(lang))
        return FINE
    if args[0] == "--version":
        from importlib.metadata import version

        print(f"solenia {version('solenia-rules')}")
        return FINE
    name, rest = args[0], args[1:]
    if name not in COMMANDS:
        from solenia_rules.text.suggestions import closest

        near = closest(name, COMMANDS)
        said = text("near_command", lang, name=name, near=near) if near else text("no_command", lang, name=name)
        print(f"solenia: {said}", file=sys.stderr)
        return WRONG_USAGE
    return _run(name, rest)


def _run(name: str, args: list[str]) -> int:
    """Run a command with click, with our own handling of interrupts and broken pipes. A ruleset that cannot be loaded
    ends any command with its diagnostics."""
    import click
    from click.exceptions import Exit

    command = _command(name)
    try:
        with command.make_context(f"solenia {name}", args) as context:
            result = command.invoke(context)
    except Exit as done:
        return done.exit_code
    except click.ClickException as problem:
        problem.show()
        return WRONG_USAGE
    except click.Abort as stop:
        raise KeyboardInterrupt from stop
    except Exception as problem:
        from solenia_rules.rules.errors import RulesetError

        if not isinstance(problem, RulesetError):
            raise
        click.echo(str(problem), err=True)
        return exit_code(problem.diagnostics)
    return result if isinstance(result, int) else FINE


def _command(name: str) -> click.Command:
    from importlib import import_module

    import click

    module, _, function = COMMANDS[name].partition(".")
    found = getattr(import_module(f"solenia_rules.cli.{module}"), function)
    assert isinstance(found, click.Command)
    return found


def overview(lang: str) -> str:
    """What `solenia --help` shows."""
    about = command_words(lang).TEXTS
    return "\n".join(
        [
            text("purpose", lang),
            "",
            f"{text('usage', lang)}: solenia play NAME | check NAME... | test NAME... | fmt PATH... | list | ...",
            "",
            f"{text('commands', lang)}:",
            *(f"  {name:<11}{about[about.key(f'about_{name}')]}" for name in COMMANDS),
            "",
            f"{text('options', lang)}:",
            f"  {'--help':<11}{about['about_help']}",
            f"  {'--version':<11}{about['about_version']}",
            f"  {'--debug':<11}{about['about_debug']}",
        ]
    )
