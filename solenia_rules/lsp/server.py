"""The server: keeps the open texts, has them looked at, and answers what editors ask."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from solenia_rules.api.version import VERSION
from solenia_rules.lsp.analysis import Analysis, is_ours
from solenia_rules.lsp.formatting import format_edits
from solenia_rules.lsp.positions import Encoding, Lines, edited
from solenia_rules.lsp.repairing import actions
from solenia_rules.lsp.telling import Teller
from solenia_rules.lsp.worker import Task, Worker
from solenia_rules.rules.files import SCENARIOS

LANGUAGES = ("en", "fr", "pl")
AnswerT = TypeVar("AnswerT")


class Server(LanguageServer):
    """Everything that one editor has open."""

    def __init__(self) -> None:
        super().__init__("solenia", VERSION)
        self.texts: dict[str, str] = {}
        """Address of an open document -> its text, as the editor has it."""
        self.found: dict[Path, Analysis] = {}
        """File -> the latest look at it."""
        self.known: dict[Path, Analysis] = {}
        """File -> the latest look at which its files could be laid together."""
        self.lang = "en"
        self.turn = 0
        self.told: dict[Path, dict[str, list[lsp.Diagnostic]]] = {}
        """File that was looked at -> what was told of which file."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.worker = Worker(self._looked)

    # ---- documents --------------------------------------------------------------------

    @property
    def encoding(self) -> Encoding:
        chosen = str(self.server_capabilities.position_encoding or "utf-16")
        return "utf-8" if chosen == "utf-8" else "utf-32" if chosen == "utf-32" else "utf-16"

    def path(self, uri: str) -> Path | None:
        """The file of a document; nothing for one that is no file of ours."""
        found = to_fs_path(uri)
        if found is None or uri not in self.texts or not is_ours(Path(found), self.texts[uri]):
            return None
        return Path(found)

    def opened(self) -> dict[Path, str]:
        """Real file -> text, of all that is open."""
        paths = {uri: to_fs_path(uri) for uri in self.texts}
        return {Path(path).resolve(): self.texts[uri] for uri, path in paths.items() if path is not None}

    def open(self, uri: str, text: str) -> None:
        self.texts[uri] = text
        self.look(uri)

    def change(self, uri: str, changes: list[lsp.TextDocumentContentChangeEvent]) -> None:
        self.texts[uri] = edited(self.texts.get(uri, ""), changes, self.encoding)
        self.look(uri)

    def close(self, uri: str) -> None:
        path = self.path(uri)
        self.texts.pop(uri, None)
        if path is None:
            return
        for kept in (self.found, self.known):
            kept.pop(path, None)
        for file in self.told.pop(path, {}):
            self._publish(file)

    # ---- looking ----------------------------------------------------------------------

    def look(self, uri: str) -> None:
        """Have a document looked at, and all open ones that are made of it."""
        path = self.path(uri)
        if path is None:
            return
        self.turn += 1
        opened = self.opened()
        others = [
            other
            for other, found in self.found.items()
            if other != path and path.resolve() in {file.resolve() for file in found.paths.values()}
        ]
        self.worker.ask([Task(file, opened, self.turn) for file in (path, *others)])

    def _looked(self, task: Task, found: Analysis | Exception) -> None:
        """Called by the worker."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, task, found)

    def _tell(self, task: Task, found: Analysis | Exception) -> None:
        if isinstance(found, Exception):
            self.window_log_message(
                lsp.LogMessageParams(lsp.MessageType.Error, f"a mistake in solenia, not in your rules: {found!r}")
            )
            return
        addresses = {Path(path): uri for uri in self.texts if (path := to_fs_path(uri)) is not None}
        if task.path not in addresses:
            return  # It was closed in the meantime.
        self.found[task.path] = found
        if found.layer is not None:
            self.known[task.path] = found
        resolved = {path.resolve(): uri for path, uri in addresses.items()}
        teller = Teller(found.paths, task.path, self.encoding, lambda path: _address(path, resolved))
        before = self.told.get(task.path, {})
        self.told[task.path] = {addresses[task.path]: [], **teller.by_file(found.diagnostics)}
        for file in dict.fromkeys((*before, *self.told[task.path])):
            self._publish(file)

    def _publish(self, uri: str) -> None:
        """All that is known of a file, whichever look found it."""
        found: list[lsp.Diagnostic] = []
        for told in self.told.values():
            found += [diagnostic for diagnostic in told.get(uri, []) if diagnostic not in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))

    # ---- answers ----------------------------------------------------------------------

    def format(self, uri: str) -> list[lsp.TextEdit]:
        path = self.path(uri)
        if path is None or path.name.endswith(SCENARIOS):
            return []
        text = self.texts[uri]
        return format_edits(text, str(path), Lines(text, self.encoding))


def _address(path: Path, opened: dict[Path, str]) -> str:
    """As the editor calls it, if it is open."""
    real = path.resolve()
    return opened.get(real) or from_fs_path(str(real)) or real.as_uri()


def make_server() -> Server:
    """A server with everything it answers."""
    server = Server()

    @server.feature(lsp.INITIALIZED)
    def initialized(_params: lsp.InitializedParams) -> None:
        server.loop = asyncio.get_running_loop()
        server.worker.start()

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        lang = (params.locale or "en")[:2].lower()
        server.lang = lang if lang in LANGUAGES else "en"

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_params: None) -> None:
        server.worker.stop()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri, list(params.content_changes))

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
        server.look(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return server.format(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return actions(params.text_document.uri, params.context.diagnostics)

    return server
