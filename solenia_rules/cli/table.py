"""`solenia table`: records of a ruleset as a sheet for a spreadsheet program, and back."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from solenia_rules.cli.exits import FINE, PROBLEMS, WRONG_USAGE
from solenia_rules.cli.texts import install_line, language_of_environment, no_ruleset, text
from solenia_rules.rules.declared import HEAD, SECTIONS
from solenia_rules.rules.files import MAIN, open_bundle


@click.group()
def table() -> None:
    """Write the records of a ruleset as a sheet (CSV or .xlsx), and read them back."""


@table.command("export")
@click.argument("ruleset", metavar="NAME|PATH")
@click.option("--kind", "section", required=True, metavar="SECTION", help="The section of records: tiles, cards, ...")
@click.option("-o", "--output", metavar="FILE", help="FILE.csv or FILE.xlsx; without it, CSV is printed.")
def export(ruleset: str, section: str, output: str | None) -> int:
    """Write the records of one section: one row a record, one column a key."""
    from solenia_rules.tools.sheets.files import csv_text, write_sheet
    from solenia_rules.tools.sheets.sheet import SheetError, sheet_of

    lang = language_of_environment()
    path = _file_with(ruleset, section, lang)
    if output is not None and not _can_write(output, lang):
        return WRONG_USAGE
    try:
        sheet = sheet_of(path.read_text("utf-8"), section)
        if output is None:
            click.echo(csv_text(sheet), nl=False)
            return FINE
        write_sheet(sheet, Path(output), section)
    except SheetError as problem:
        click.echo(str(problem), err=True)
        return PROBLEMS
    except OSError as problem:
        click.echo(text("cannot_write", lang, path=output, reason=problem.strerror), err=True)
        return PROBLEMS
    click.echo(text("page_written", lang, path=output), err=True)
    return FINE


@table.command("import")
@click.argument("ruleset", metavar="PATH")
@click.argument("sheet", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.option("--kind", "section", required=True, metavar="SECTION", help="The section of records: tiles, cards, ...")
@click.option("--remove", "removing", is_flag=True, help="Remove records that have no row.")
@click.option("--check", "only_look", is_flag=True, help="Write nothing; exit 1 if the file would change.")
def import_(ruleset: str, sheet: str, section: str, removing: bool, only_look: bool) -> int:
    """Write the values of a sheet into a ruleset file. Only what differs is changed, and comments stay.

    A cell that cannot be read, or a value that the ruleset does not allow, is reported with its row and column; then
    nothing is changed.
    """
    from solenia_rules.cli.fmt import replace_file
    from solenia_rules.tools.sheets.checking import new_mistakes
    from solenia_rules.tools.sheets.files import read_sheet
    from solenia_rules.tools.sheets.sheet import SheetError, changed_text

    lang = language_of_environment()
    path = _file_with(ruleset, section, lang)
    if open_bundle().holds(path):
        raise click.UsageError(text("sheet_of_bundled", lang, name=ruleset))
    if not _can_write(sheet, lang):
        return WRONG_USAGE
    try:
        given = read_sheet(Path(sheet))
        before = path.read_bytes().decode("utf-8")
        after = changed_text(before, section, given, removing, str(path))
        mistakes = new_mistakes(path, after, section, given) if after != before else ()
        if mistakes:
            raise SheetError(mistakes)
    except SheetError as problem:
        for one in problem.problems:
            click.echo(f"{sheet}: {one}", err=True)
        click.echo(text("sheet_refused", lang, path=path), err=True)
        return PROBLEMS
    except OSError as problem:
        click.echo(text("cannot_read", lang, path=sheet, reason=problem.strerror), err=True)
        return PROBLEMS
    if after == before:
        click.echo(text("sheet_same", lang, path=path), err=True)
        return FINE
    click.echo(f"{path}: {text('would_change' if only_look else 'rewritten', lang)}")
    if only_look:
        return PROBLEMS
    replace_file(path, after)
    return FINE


def _can_write(name: str, lang: str) -> bool:
    """Whether the library for workbooks is there if it is needed."""
    if not name.lower().endswith(".xlsx") or find_spec("openpyxl") is not None:
        return True
    click.echo(text("needs_extra", lang, command="table", line=install_line("sheets")), err=True)
    return False


def _file_with(ruleset: str, section: str, lang: str) -> Path:
    """The file of a ruleset, or of a bundled ruleset that it extends, that has the section."""
    from solenia_rules.rules.caps import EXTENDS_DEPTH
    from solenia_rules.tools.sheets.sheet import base_of, record_sections

    known: list[str] = []
    wanted: str | None = ruleset
    for _ in range(EXTENDS_DEPTH):
        if wanted is None:
            break
        name, wanted = wanted, None
        for path in _files(name, lang):
            try:
                content = path.read_text("utf-8")
                found, wanted = record_sections(content, (*HEAD, *SECTIONS)), base_of(content) or wanted
            except (OSError, ValueError):
                raise click.UsageError(text("cannot_read", lang, path=path, reason="TOML")) from None
            if section in found:
                return path
            known += [one for one in found if one not in known]
    raise click.UsageError(text("no_records", lang, name=ruleset, section=section, known=", ".join(known) or "-"))


def _files(ruleset: str, lang: str) -> list[Path]:
    bundled = open_bundle().rulesets.get(ruleset)
    if bundled:
        return [Path(str(file)) for _name, file in bundled[0].parts]
    path = Path(ruleset)
    if path.is_dir() and (path / MAIN).is_file():
        return sorted(path.glob("*.toml"))
    if not path.is_file():
        raise click.UsageError(no_ruleset(ruleset, lang))
    return [path]
