"""A process that looks at files, so that the one that answers never waits: `python -m solenia_rules.lsp.looker`.

One JSON a line: a request tells a file and the texts that are open, the reply what is wrong in which file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TypeAlias

from lsprotocol.converters import get_converter
from pygls.uris import from_fs_path

from solenia_rules.lsp.analysis import analyse
from solenia_rules.lsp.positions import Encoding
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.lsp.telling import Teller

Plain: TypeAlias = dict[str, object]


def reply(path: Path, opened: dict[Path, str], addresses: dict[Path, str], encoding: Encoding, shelf: Shelf) -> Plain:
    """What is told of one file: files that it is made of, and diagnostics by address."""
    found = analyse(path, opened, shelf)
    teller = Teller(found.paths, path, encoding, lambda file: address(file, addresses))
    converter = get_converter()
    told = teller.by_file(found.diagnostics)
    return {
        "files": sorted({str(file.resolve()) for file in found.paths.values()}),
        "told": {uri: converter.unstructure(diagnostics) for uri, diagnostics in told.items()},
    }


def address(path: Path, opened: dict[Path, str]) -> str:
    """As the editor calls it, if it is open."""
    real = path.resolve()
    return opened.get(real) or from_fs_path(str(real)) or real.as_uri()


def request(path: Path, opened: dict[Path, str], addresses: dict[Path, str], encoding: Encoding) -> str:
    """A line for the process; half characters survive it."""
    return json.dumps(
        {
            "path": str(path),
            "opened": {str(file): text for file, text in opened.items()},
            "addresses": {str(file): uri for file, uri in addresses.items()},
            "encoding": encoding,
        }
    )


def _serve(line: str, shelf: Shelf) -> Plain:
    asked = json.loads(line)
    opened = {Path(file): text for file, text in asked["opened"].items()}
    addresses = {Path(file): uri for file, uri in asked["addresses"].items()}
    try:
        return reply(Path(asked["path"]), opened, addresses, asked["encoding"], shelf)
    except Exception as problem:
        # A mistake of ours: told to whoever asked, and the next file is looked at all the same.
        return {"bug": repr(problem)}


def main() -> None:
    shelf = Shelf()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_serve(line, shelf)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
