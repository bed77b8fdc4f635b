"""`solenia fmt`: writes effect texts in their canonical form, in place."""

from __future__ import annotations

from pathlib import Path

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, PROBLEMS
from solenia_rules.cli.texts import language_of_environment, no_file, text
from solenia_rules.rules.files import SCENARIOS, is_ruleset_file
from solenia_rules.rules.rewriter import format_ruleset_text


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", "only_look", is_flag=True, help="Write nothing; exit 1 if a file would change.")
def fmt(paths: tuple[str, ...], only_look: bool) -> int:
    """Rewrite the effect texts in ruleset files; a folder stands for all rulesets in it. Nothing else is touched."""
    lang = language_of_environment()
    files = [file for path in paths for file in toml_files(Path(path), lang)]
    changed = failed = 0
    for file in files:
        try:
            before = file.read_bytes().decode("utf-8")
            # Scenarios hold no effect texts.
            after = before if file.name.endswith(SCENARIOS) else format_ruleset_text(before, str(file))
        except UnicodeDecodeError:
            click.echo(text("cannot_read", lang, path=file, reason="not UTF-8"), err=True)
            failed += 1
            continue
        except OSError as problem:
            click.echo(text("cannot_read", lang, path=file, reason=problem.strerror), err=True)
            failed += 1
            continue
        except sr.RulesetError as problem:
            click.echo(str(problem), err=True)
            failed += 1
            continue
        if after == before:
            continue
        changed += 1
        click.echo(f"{file}: {text('would_change' if only_look else 'rewritten', lang)}")
        if not only_look:
            replace_file(file, after)
    if not changed and not failed:
        click.echo(text("formatted", lang, n=len(files)), err=True)
    return PROBLEMS if failed or (changed and only_look) else FINE


def toml_files(path: Path, lang: str) -> list[Path]:
    """The file itself, or all ruleset files in a folder and its folders."""
    if not path.is_dir():
        if not path.exists():
            raise click.UsageError(no_file(str(path), "no such file", lang))
        return [path]
    found = sorted(file for file in path.rglob("*.toml") if is_ruleset_file(file.name) and file.is_file())
    if not found:
        raise click.UsageError(text("no_rulesets_in", lang, path=path))
    return found


def replace_file(file: Path, content: str) -> None:
    """Write the whole file or nothing: if the machine stops meanwhile, the old file is unchanged."""
    beside = file.with_name(f".{file.name}.part")
    beside.write_bytes(content.encode("utf-8"))
    beside.chmod(file.stat().st_mode)
    beside.replace(file)
