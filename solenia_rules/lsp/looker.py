"""A process that checks files, so that the server never waits for a check: `python -m solenia_rules.lsp.looker`.

A line of JSON is one request: a file and the texts that are open. The reply lists the diagnostics of each file, in the
form that editors show.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pygls.uris import from_fs_path

from solenia_rules.lsp.analysis import analyse
from solenia_rules.lsp.positions import Encoding, Lines
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.text.codes import CODES
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span
from solenia_rules.text.printable import printable
from solenia_rules.text.repairs import repair

SOURCE = "solenia"


class Teller:
    """Turns the diagnostics of one analysis into those of each file."""

    def __init__(self, paths: dict[str, Path], own: Path, encoding: Encoding, uri_of: Callable[[Path], str]) -> None:
        self.paths = paths
        self.own = own
        self.encoding = encoding
        self.uri_of = uri_of
        self._lines: dict[Source, Lines] = {}

    def by_file(self, diagnostics: tuple[Diagnostic, ...]) -> dict[str, list[lsp.Diagnostic]]:
        """URI of a file -> its diagnostics. A diagnostic without a place is reported at the beginning of the checked
        file."""
        found: dict[str, list[lsp.Diagnostic]] = {}
        for diagnostic in diagnostics:
            found.setdefault(self._uri(diagnostic.span), []).append(self._told(diagnostic))
        return found

    def _told(self, diagnostic: Diagnostic) -> lsp.Diagnostic:
        hint = f"\n{printable(diagnostic.hint)}" if diagnostic.hint else ""
        fix = repair(diagnostic)
        severity = lsp.DiagnosticSeverity.Error if diagnostic.severity == "error" else lsp.DiagnosticSeverity.Warning
        unused = diagnostic.code == "W201"
        return lsp.Diagnostic(
            range=self._range(diagnostic.span),
            message=printable(diagnostic.told) + hint,
            severity=severity,
            code=diagnostic.code,
            source=SOURCE,
            tags=[lsp.DiagnosticTag.Unnecessary] if unused else None,
            related_information=[
                lsp.DiagnosticRelatedInformation(lsp.Location(self._uri(span), self._range(span)), printable(label))
                for span, label in diagnostic.also
            ]
            or None,
            data={"title": CODES.get(diagnostic.code, ""), **self._fix(fix.span, fix.text)} if fix else None,
        )

    def _fix(self, span: Span, text: str) -> dict[str, object]:
        place = self._range(span)
        return {
            "write": text,
            "from": [place.start.line, place.start.character],
            "to": [place.end.line, place.end.character],
        }

    def _uri(self, span: Span) -> str:
        return self.uri_of(self.paths.get(span.source.name, self.own))

    def _range(self, span: Span) -> lsp.Range:
        if not span.source.text or span.source.name not in self.paths:
            return lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        if span.source not in self._lines:
            self._lines[span.source] = Lines(span.source.text, self.encoding)
        return self._lines[span.source].of(span)


Json: TypeAlias = dict[str, object]


def reply(path: Path, opened: dict[Path, str], addresses: dict[Path, str], encoding: Encoding, shelf: Shelf) -> Json:
    """The reply for one file: the files of its ruleset, and diagnostics by URI."""
    found = analyse(path, opened, shelf)
    teller = Teller(found.paths, path, encoding, lambda file: address(file, addresses))
    converter = get_converter()
    told = teller.by_file(found.diagnostics)
    return {
        "files": sorted({str(file.resolve()) for file in found.paths.values()}),
        "told": {uri: converter.unstructure(diagnostics) for uri, diagnostics in told.items()},
    }


def address(path: Path, opened: dict[Path, str]) -> str:
    """The URI of a file, as the editor writes it if the file is open."""
    real = path.resolve()
    return opened.get(real) or from_fs_path(str(real)) or real.as_uri()


def request(path: Path, opened: dict[Path, str], addresses: dict[Path, str], encoding: Encoding) -> str:
    """A request as one line of JSON. Unpaired surrogates are kept."""
    return json.dumps(
        {
            "path": str(path),
            "opened": {str(file): text for file, text in opened.items()},
            "addresses": {str(file): uri for file, uri in addresses.items()},
            "encoding": encoding,
        }
    )


def _serve(line: str, shelf: Shelf) -> Json:
    asked = json.loads(line)
    opened = {Path(file): text for file, text in asked["opened"].items()}
    addresses = {Path(file): uri for file, uri in asked["addresses"].items()}
    try:
        return reply(Path(asked["path"]), opened, addresses, asked["encoding"], shelf)
    except Exception as problem:
        # An internal error: it is sent to the server, and the next file is still checked.
        return {"bug": repr(problem)}


def main() -> None:
    shelf = Shelf()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_serve(line, shelf)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
