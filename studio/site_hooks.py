"""Hooks of MkDocs for the documentation: the examples on a page can be opened in the studio, and links to files
outside of the documentation become their text."""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from doc_examples import offers

_OUTSIDE = re.compile(r"\[([^\]]+)\]\((\.\./)+(?!adr|diagnostics|images)[^)]*\)")


def fragment(name: str, files: dict[str, str]) -> str:
    """The part of an address that opens a draft in the studio; `studio/src/share.js` reads it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(json.dumps({"name": name, "files": files}).encode()) + packer.flush()
    return "#draft=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def on_page_markdown(markdown: str, page: object, **_given: object) -> str:
    """Called by MkDocs for each page."""
    file = getattr(page, "file", None)
    app = "../" * str(getattr(file, "dest_uri", "")).count("/") + "app/index.html"
    shown = _OUTSIDE.sub(r"\1", markdown)
    made, at = "", 0
    for end, found in groupby(offers(str(getattr(file, "src_uri", "")), shown), lambda offer: offer.end):
        links = [f"{app}{fragment(offer.name, offer.files)}" for offer in found]
        texts = ["Open in the studio", *map(str, range(2, len(links) + 1))]
        told = " · ".join(f"[{text}]({link}){{ .studio }}" for text, link in zip(texts, links, strict=True))
        made += f"{shown[at:end]}\n\n{told}\n"
        at = end
    return made + shown[at:]
