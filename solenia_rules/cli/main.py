"""The entry point: finds the command, prints the overview, and turns what goes wrong into an exit code.

The overview is printed without click, whose import alone costs three times the start of Python.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from solenia_rules.cli.texts import LANGUAGES, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

FINE: Final = 0
PROBLEMS: Final = 1
WRONG_USAGE: Final = 2
OUR_BUG: Final = 3
INTERRUPTED: Final = 130

COMMANDS: Final = (
    "play", "check", "test", "fmt", "list", "new", "explain", "print", "sources", "why", "replay", "diff",
    "sim", "compare", "sweep", "price", "bench", "schema", "lsp",
)  # fmt: skip
"""In the order of the overview; `about_NAME` in the texts says what each is for."""


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
        # Whoever read our output has left (`| head`); nothing may be written to that pipe any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as bug:
        if debug:
            raise
        print(text("bug", lang, what=f"{type(bug).__name__}: {bug}"), file=sys.stderr)
        return OUR_BUG
    return code


def language_of_environment() -> str:
    """The language the machine is set to, if the program speaks it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(name, "")
        if setting:
            return setting[:2] if setting[:2] in LANGUAGES else "en"
    return "en"


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
    """The command through click, but for its own treatment of interrupts and broken pipes."""
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
    return result if isinstance(result, int) else FINE


def _command(name: str) -> click.Command:
    match name:
        case "play":
            from solenia_rules.cli.play import play

            return play
        case "check":
            from solenia_rules.cli.check import check

            return check
        case "test":
            from solenia_rules.cli.test import play_scenarios

            return play_scenarios
        case "fmt":
            from solenia_rules.cli.fmt import fmt

            return fmt
        case "list":
            from solenia_rules.cli.catalogue import catalogue

            return catalogue
        case "new":
            from solenia_rules.cli.new import new

            return new
        case "explain":
            from solenia_rules.cli.explain import explain

            return explain
        case "print":
            from solenia_rules.cli.printing import print_rules

            return print_rules
        case "sources":
            from solenia_rules.cli.sources import sources

            return sources
        case "why":
            from solenia_rules.cli.why import why

            return why
        case "diff":
            from solenia_rules.cli.diff import diff

            return diff
        case "replay":
            from solenia_rules.cli.replay import replay

            return replay
        case "bench":
            from solenia_rules.cli.bench import bench

            return bench
        case "schema":
            from solenia_rules.cli.schema import schema

            return schema
        case "lsp":
            from solenia_rules.cli.lsp import lsp

            return lsp
        case "sim":
            from solenia_rules.cli.sim import sim

            return sim
        case "compare":
            from solenia_rules.cli.compare import compare

            return compare
        case "sweep":
            from solenia_rules.cli.sweep import sweep

            return sweep
        case "price":
            from solenia_rules.cli.price import price

            return price
        case _:
            raise ValueError(name)


def overview(lang: str) -> str:
    """What `solenia --help` shows."""
    options = (("--help", "about_help"), ("--version", "about_version"), ("--debug", "about_debug"))
    return "\n".join(
        [
            text("purpose", lang),
            "",
            f"{text('usage', lang)}: solenia play NAME | check NAME... | test NAME... | fmt PATH... | list | ...",
            "",
            f"{text('commands', lang)}:",
            *(f"  {name:<11}{text('about_' + name, lang)}" for name in COMMANDS),
            "",
            f"{text('options', lang)}:",
            *(f"  {option:<11}{text(key, lang)}" for option, key in options),
        ]
    )
