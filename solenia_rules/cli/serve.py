"""`solenia serve`: tables in the browser."""

from __future__ import annotations

import json
import logging
import socket
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from solenia_rules.cli.exits import FINE, PROBLEMS, WRONG_USAGE
from solenia_rules.cli.texts import install_line, language_of_environment, text

if TYPE_CHECKING:
    from starlette.types import ASGIApp


SWITCH = 0.0005
"""Seconds after which the thread that draws lets the thread that answers go on; ten times as often as usual."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 for any free port.")
@click.option("--db", "database", default="games.db", show_default=True, metavar="FILE|postgresql://…",
              help="Where games are stored.")  # fmt: skip
@click.option("--origin", "origins", multiple=True, metavar="URL",
              help="An address under which a proxy shows this server; may be repeated.")  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes in which bots think."
)
@click.option(
    "--engines", type=click.IntRange(0, 256), default=0, show_default=True,
    help="Offer /engine to programs: so many may be connected at the same time.",
)  # fmt: skip
def serve(host: str, port: int, database: str, origins: tuple[str, ...], workers: int, engines: int) -> int:
    """Open tables in the browser: choose a game, invite people by link, play against bots.

    Games are stored in --db and continue after a restart. Put a proxy with TLS in front of the server before you open
    it to others (docs/serving.md).
    """
    lang = language_of_environment()
    try:
        import uvicorn

        from solenia_rules.serve.app import Server
    except ImportError:
        click.echo(text("needs_extra", lang, command="serve", line=install_line("serve")), err=True)
        return WRONG_USAGE
    from solenia_rules.serve.errors import DatabaseError
    from solenia_rules.serve.opening import open_store

    try:
        listener = _listener(host, port)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        click.echo(text("cannot_listen", lang, host=host, port=port, reason=reason), err=True)
        return PROBLEMS
    try:
        store = open_store(database)
    except DatabaseError as problem:
        listener.close()
        click.echo(str(problem), err=True)
        return PROBLEMS
    _log_as_json()
    sys.setswitchinterval(SWITCH)
    app: ASGIApp = Server(store, origins=origins, workers=workers, engines=engines).app()
    config = uvicorn.Config(
        app, log_config=None, access_log=False, ws="websockets-sansio", ws_ping_interval=20,
        ws_max_size=_largest_frame(engines), ws_per_message_deflate=True, server_header=False,
        timeout_graceful_shutdown=5,
    )  # fmt: skip
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    click.echo(text("serving", lang, address=f"http://{shown}:{listener.getsockname()[1]}/"), err=True)
    uvicorn.Server(config).run(sockets=[listener])
    return FINE


def _largest_frame(engines: int) -> int:
    """Bytes of a frame: programs may send a whole ruleset."""
    from solenia_rules.protocol.desk import GUEST

    return 4 * GUEST.line if engines else 64 * 1024


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        # From now on browsers can connect; they wait for the few moments until the server is ready.
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


class _JsonLines(logging.Formatter):
    """One JSON object a line. Tokens and names never come here: only what `extra` names is written."""

    FIELDS = ("table", "ruleset", "seats", "problem", "reason")

    def format(self, record: logging.LogRecord) -> str:
        made: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        made |= {name: getattr(record, name) for name in self.FIELDS if hasattr(record, name)}
        if record.exc_info:
            made["error"] = self.formatException(record.exc_info)
        return json.dumps(made, ensure_ascii=False)


def _log_as_json() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    for name in ("solenia.serve", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == "solenia.serve" else logging.WARNING)
