"""The server: keeps the open texts, has them checked in another process, and answers the requests of editors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol.language_server import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from solenia_rules.api.version import VERSION
from solenia_rules.lsp.analysis import Looks, is_ours
from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.edits import actions, completions, format_edits
from solenia_rules.lsp.finding import base_file, definitions, references
from solenia_rules.lsp.hovering import hover
from solenia_rules.lsp.knowledge import Knowledge, learned_from
from solenia_rules.lsp.looker import address
from solenia_rules.lsp.positions import Encoding, Lines, edited
from solenia_rules.lsp.renaming import Refused, rename, renameable
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.lsp.worker import Looked, Task, Worker
from solenia_rules.rules.files import SCENARIOS
from solenia_rules.text.places import Span
from solenia_rules.words.languages import IDS, LANGUAGES

TRIGGERS = " .(['\"="
"""Characters after which the editor asks for completion."""


class _Protocol(LanguageServerProtocol):
    """A workspace that keeps no documents: the library splits lines at characters where editors do not."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: lsp.DidChangeTextDocumentParams
    ) -> Generator[tuple[Callable[..., object], tuple[object], None], object, None]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None


class Server(LanguageServer):
    """Everything that one editor has open."""

    def __init__(self) -> None:
        super().__init__("solenia", VERSION, protocol_cls=_Protocol)
        self.texts: dict[str, str] = {}
        """Address of an open document -> its text, as the editor has it."""
        self.files: dict[Path, tuple[Path, ...]] = {}
        """File -> the files of its ruleset at the last check."""
        self.known: dict[Path, Knowledge] = {}
        """File -> what is known about its ruleset, from the last version with complete declarations."""
        self.since: dict[Path, int] = {}
        """File -> the count of edits when it was opened."""
        self.lang: str = IDS
        self.turn = 0
        self.told: dict[Path, dict[str, list[lsp.Diagnostic]]] = {}
        """Checked file -> diagnostics that were sent, by file."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.worker = Worker(self._looked, self._learned)

    # ---- documents --------------------------------------------------------------------

    @property
    def encoding(self) -> Encoding:
        chosen = str(self.server_capabilities.position_encoding or "utf-16")
        return "utf-8" if chosen == "utf-8" else "utf-32" if chosen == "utf-32" else "utf-16"

    def path(self, uri: str) -> Path | None:
        """The file of a document; None if it is not a file that this server handles."""
        found = to_fs_path(uri)
        if found is None or uri not in self.texts:
            return None
        # a document that was a ruleset when it was opened stays one while its first line is edited
        return Path(found) if Path(found) in self.since or is_ours(Path(found), self.texts[uri]) else None

    def opened(self) -> dict[Path, str]:
        """Real file -> text, of all that is open."""
        paths = {uri: to_fs_path(uri) for uri in self.texts}
        return {Path(path).resolve(): self.texts[uri] for uri, path in paths.items() if path is not None}

    def open(self, uri: str, text: str) -> None:
        self.texts[uri] = text
        path = self.path(uri)
        if path is not None:
            self.since[path] = self.turn
        self.look(uri)

    def change(self, uri: str, changes: list[lsp.TextDocumentContentChangeEvent]) -> None:
        self.texts[uri] = edited(self.texts.get(uri, ""), changes, self.encoding)
        self.look(uri)

    def close(self, uri: str) -> None:
        path = self.path(uri)
        self.texts.pop(uri, None)
        if path is None:
            return
        self.since.pop(path, None)
        self.files.pop(path, None)
        self.known.pop(path, None)
        self.worker.forget(path, self.turn)
        for file in self.told.pop(path, {}):
            self._publish(file)

    # ---- looking ----------------------------------------------------------------------

    def look(self, uri: str) -> None:
        """Have a document checked, and all open documents whose rulesets contain it."""
        path = self.path(uri)
        if path is None:
            return
        self.since.setdefault(path, self.turn)
        self.turn += 1
        opened, addresses = self.opened(), self._addresses()
        real = path.resolve()
        others = [other for other, files in self.files.items() if other != path and real in files]
        self.worker.ask([Task(file, opened, addresses, self.encoding, self.turn) for file in (path, *others)])

    def change_on_disk(self, changes: list[lsp.FileEvent]) -> None:
        """Have documents checked whose files another program has changed. A new or deleted file may belong to any of
        them."""
        opened = self.opened()
        written: dict[Path, lsp.FileChangeType] = {}
        for change in changes:
            named = to_fs_path(change.uri)
            if named is not None and Path(named).resolve() not in opened:
                written[Path(named).resolve()] = change.type
        comes_or_goes = any(kind != lsp.FileChangeType.Changed for kind in written.values())
        for uri in list(self.texts):
            path = self.path(uri)
            if path is not None and (comes_or_goes or not written.keys().isdisjoint(self.files.get(path, ()))):
                self.look(uri)

    def _looked(self, task: Task, found: Looked) -> None:
        """Called by the worker."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, task, found)

    def _learned(self, task: Task, known: Knowledge) -> None:
        """Called by the worker."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._know, task, known)

    def _is_current(self, task: Task) -> bool:
        """Whether the file is open, and was not closed since the request."""
        return task.turn > self.since.get(task.path, task.turn)

    def _know(self, task: Task, known: Knowledge) -> None:
        if self._is_current(task):
            known.remember(self.known.get(task.path))
            self.known[task.path] = known

    def _tell(self, task: Task, found: Looked) -> None:
        if found.bug is not None:
            message = f"a mistake in solenia, not in your rules: {found.bug}"
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, message))
            return
        if not self._is_current(task):
            return
        self.files[task.path] = found.files
        before = self.told.get(task.path, {})
        own = next((uri for uri in self.texts if to_fs_path(uri) == str(task.path)), None)
        self.told[task.path] = {**({own: []} if own is not None else {}), **found.told}
        for file in dict.fromkeys((*before, *self.told[task.path])):
            self._publish(file)

    def _publish(self, uri: str) -> None:
        """Send the diagnostics of a file, from every check that reported some for it."""
        found: list[lsp.Diagnostic] = []
        for told in self.told.values():
            found += [diagnostic for diagnostic in told.get(uri, []) if diagnostic not in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))

    # ---- answers ----------------------------------------------------------------------

    def ask(self, uri: str, position: lsp.Position) -> Question | None:
        """A question about a place, if enough is known to answer it."""
        self.worker.touch()
        path = self.path(uri)
        known = self.known.get(path) if path is not None else None
        if known is None:
            return None
        # Lines and columns are the same with plain line ends.
        text = self.texts[uri].replace("\r\n", "\n")
        return Question(text, Lines(text, self.encoding).offset(position), known)

    def format(self, uri: str) -> list[lsp.TextEdit]:
        path = self.path(uri)
        if path is None or path.name.endswith(SCENARIOS):
            return []
        text, known = self.texts[uri], self.known.get(path)
        return format_edits(text, str(path), Lines(text, self.encoding), known.document if known else None)

    def complete(self, uri: str, position: lsp.Position, typed: str | None) -> lsp.CompletionList:
        question = self.ask(uri, position)
        if question is None:
            return lsp.CompletionList(True, [])
        if typed == "'" and question.text.endswith("'''", 0, question.offset):
            # A text of several lines begins on the next line, so a line end must not accept an offer.
            return lsp.CompletionList(False, [])
        return completions(question, Lines(question.text, self.encoding))

    def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        question = self.ask(uri, position)
        told = hover(question, self.lang) if question is not None else None
        if question is None or told is None:
            return None
        lines = Lines(question.text, self.encoding)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told), lines.range(*question.word))

    def define(self, uri: str, position: lsp.Position) -> list[lsp.Location]:
        question = self.ask(uri, position)
        if question is None:
            return []
        base = base_file(question)
        if base is not None:
            start = lsp.Position(0, 0)
            return [lsp.Location(address(base, self._addresses()), lsp.Range(start, start))]
        return self._locations(definitions(question), question.known)

    def refer(self, uri: str, position: lsp.Position, with_declaration: bool) -> list[lsp.Location]:
        question = self.ask(uri, position)
        return self._locations(references(question, with_declaration), question.known) if question else []

    def prepare_rename(self, uri: str, position: lsp.Position) -> lsp.Range | None:
        question = self.ask(uri, position)
        if question is None:
            return None
        try:
            return Lines(question.text, self.encoding).range(*renameable(question))
        except Refused as reason:
            raise JsonRpcInvalidParams(str(reason)) from None

    async def rename(self, uri: str, position: lsp.Position, new: str) -> lsp.WorkspaceEdit | None:
        """Everything is read again, because what is known may be older than the text."""
        path, opened = self.path(uri), self.opened()
        if path is None or self.loop is None:
            return None
        text = self.texts[uri].replace("\r\n", "\n")
        offset = Lines(text, self.encoding).offset(position)

        def work() -> dict[Path, list[Span]]:
            before = Looks(opened, Shelf())
            known = learned_from(before.at(path))
            if known is None:
                raise Refused("fix the mistakes of this file first")
            return rename(Question(text, offset, known), new, before)

        try:
            places = await self.loop.run_in_executor(None, work)
        except Refused as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
        addresses = self._addresses()
        changes = {
            address(file, addresses): [lsp.TextEdit(Lines(s.source.text, self.encoding).of(s), new) for s in spans]
            for file, spans in places.items()
        }
        return lsp.WorkspaceEdit(changes=changes)

    def _addresses(self) -> dict[Path, str]:
        """Real file -> address, of all that is open."""
        return {Path(path).resolve(): uri for uri in self.texts if (path := to_fs_path(uri)) is not None}

    def _locations(self, spans: list[Span], known: Knowledge) -> list[lsp.Location]:
        addresses = self._addresses()
        lines: dict[str, Lines] = {}
        found: list[lsp.Location] = []
        for span in spans:
            name = span.source.name
            path = known.paths.get(name, known.path if name == str(known.path) else None)
            if path is not None:
                lines.setdefault(name, Lines(span.source.text, self.encoding))
                found.append(lsp.Location(address(path, addresses), lines[name].of(span)))
        return found


def is_refusal(record: logging.LogRecord) -> bool:
    """Whether a log record is not an error but a refusal with its reason."""
    return record.exc_info is not None and isinstance(record.exc_info[1], JsonRpcInvalidParams)


def make_server() -> Server:
    """A server with everything it answers."""
    server = Server()

    @server.feature(lsp.INITIALIZED)
    def initialized(_params: lsp.InitializedParams) -> None:
        server.loop = asyncio.get_running_loop()
        server.worker.start()

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        asked = params.initialization_options
        chosen = asked.get("language") if isinstance(asked, dict) else None
        lang = str(chosen or params.locale or IDS)[:2].lower()
        server.lang = lang if lang in LANGUAGES else IDS

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

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.change_on_disk(list(params.changes))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return server.format(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=list(TRIGGERS)))
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        typed = params.context.trigger_character if params.context is not None else None
        return server.complete(params.text_document.uri, params.position, typed)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovering(params: lsp.HoverParams) -> lsp.Hover | None:
        return server.hover(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        return server.define(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referring(params: lsp.ReferenceParams) -> list[lsp.Location]:
        return server.refer(params.text_document.uri, params.position, params.context.include_declaration)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        return server.prepare_rename(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def renaming(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        return await server.rename(params.text_document.uri, params.position, params.new_name)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return actions(params.text_document.uri, params.context.diagnostics)

    return server
