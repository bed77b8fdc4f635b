"""`solenia studio`: the studio page, served to a browser on this machine."""

from __future__ import annotations

import shutil
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from solenia_rules.cli.exits import FINE, PROBLEMS, WRONG_USAGE
from solenia_rules.cli.texts import language_of_environment, text

PACKAGE = Path(__file__).parent.parent
PLACES = (PACKAGE / "_studio", PACKAGE.parent / "dist" / "studio")
"""Where the built page is: inside an installed package, or in a checkout after `make studio`."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def file_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of the files of a folder, for this machine only."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(folder)))


class _Handler(SimpleHTTPRequestHandler):
    """Files of one folder, with a policy that lets no request leave the page."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json",
    }  # fmt: skip

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: the page is for one person."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; 0, the default, for any free one.")
@click.option("--browser/--no-browser", default=True, help="Whether to open a browser.")
def studio(port: int, browser: bool) -> int:
    """Open the studio in a browser: write a game, see its rules in sentences, play it, test it and measure it.

    The engine runs in the page; nothing is sent anywhere. In a checkout, `make studio` builds the page first.
    """
    lang = language_of_environment()
    folder = next((place for place in PLACES if (place / "index.html").is_file()), None)
    if folder is None:
        click.echo(text("no_studio", lang), err=True)
        if shutil.which("npm") is None:
            click.echo(text("no_npm", lang), err=True)
        return WRONG_USAGE
    try:
        server = file_server(folder, port)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        click.echo(text("cannot_listen", lang, host="127.0.0.1", port=port, reason=reason), err=True)
        return PROBLEMS
    address = f"http://localhost:{server.server_address[1]}/"
    click.echo(text("studio_open", lang, address=address), err=True)
    if browser:
        webbrowser.open(address)
    with server:
        server.serve_forever()
    return FINE
