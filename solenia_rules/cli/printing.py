"""`solenia print`: a rulebook or a player aid of a ruleset as one page."""

from __future__ import annotations

from pathlib import Path

import click

from solenia_rules.cli.exits import FINE, WRONG_USAGE
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.words.languages import LANGUAGES


@click.command(name="print")
@click.argument("spec", metavar="NAME|PATH")
@click.option("--rules", "kind", flag_value="rules", default=True, help="The whole rulebook (default).")
@click.option("--aid", "kind", flag_value="aid", help="A player aid on one page.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of the page.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file to write; default: standard output.")
@click.option("--pdf", is_flag=True, help="Write a PDF; needs the extra `print`.")
def print_rules(spec: str, kind: str, lang: str | None, output: str | None, pdf: bool) -> int:
    """Write a rulebook or a player aid, made from the rules that run: one HTML file, or a PDF.

    NAME is a bundled name, a file, or layers as in game+mine.
    """
    lang = lang or language_of_environment()
    from solenia_rules.api.loading import load
    from solenia_rules.tools.paper.pages import Pages

    if pdf and output is None:
        raise click.UsageError(text("pdf_where", lang))
    pages = Pages(load(spec), spec, lang)
    page = pages.aid() if kind == "aid" else pages.rulebook()
    if output is None:
        click.echo(page, nl=False)
        return FINE
    if pdf:
        made = _pdf(page)
        if made is None:
            click.echo(text("pdf_extra", lang), err=True)
            return WRONG_USAGE
        content = made
    else:
        content = page.encode()
    try:
        Path(output).write_bytes(content)
    except OSError as problem:
        raise click.UsageError(text("page_unwritten", lang, path=output, reason=problem.strerror or "")) from None
    click.echo(text("page_written", lang, path=output), err=True)
    return FINE


def _pdf(page: str) -> bytes | None:
    """The page as PDF; None if the package that makes PDFs is not installed."""
    try:
        from weasyprint import HTML  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except (ImportError, OSError):
        return None
    made = HTML(string=page).write_pdf()
    assert isinstance(made, bytes)
    return made
