"""`solenia lsp`: the language server, for editors that start it."""

from __future__ import annotations

import logging
import os
import sys
from importlib.util import find_spec

import click

from solenia_rules.cli.exits import FINE, WRONG_USAGE
from solenia_rules.cli.texts import install_line, language_of_environment, text


@click.command()
def lsp() -> int:
    """Answer an editor over standard input and output, in the language server protocol."""
    if find_spec("pygls") is None:
        need = text("needs_extra", language_of_environment(), command="lsp", line=install_line("lsp"))
        click.echo(need, err=True)
        return WRONG_USAGE
    from solenia_rules.lsp.server import is_refusal, make_server

    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    for handler in logging.getLogger().handlers:
        handler.addFilter(lambda record: not is_refusal(record))
    # Requests are answered while a file is checked; neither thread should wait long for the other.
    sys.setswitchinterval(0.001)
    # The server closes its output, but the process that started it may still flush it.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        make_server().start_io(stdout=answers)
    return FINE
