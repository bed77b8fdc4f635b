"""`solenia engine`: the engine for programs in any language."""

from __future__ import annotations

import os
import sys

import click

from solenia_rules.cli.exits import FINE


@click.command()
@click.option("--guest", is_flag=True, help="For programs of strangers: no files, and limits of CPU time and memory.")
def engine(guest: bool) -> int:
    """Answer requests over standard input and output: JSON-RPC 2.0, one JSON a line (docs/protocol.md)."""
    from solenia_rules.protocol.desk import GUEST, LOCAL
    from solenia_rules.protocol.guests import limit_this_process
    from solenia_rules.protocol.stdio import serve_streams

    # Nothing else may write between the answers: what prints, prints to the errors.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        sys.setswitchinterval(0.001)
        if guest:
            with limit_this_process():
                serve_streams(sys.stdin.buffer, answers, GUEST)
        else:
            serve_streams(sys.stdin.buffer, answers, LOCAL)
    return FINE
