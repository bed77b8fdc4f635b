"""Hooks of MkDocs for the documentation: every whole ruleset on a page can be opened in the studio, and links to files
outside of the documentation become their text."""

from __future__ import annotations

import base64
import json
import re
import zlib

_BLOCK = re.compile(r"^```toml\n(ruleset\s*=\s*\"([a-z0-9_]+)\".*?)^```$", re.DOTALL | re.MULTILINE)
_OUTSIDE = re.compile(r"\[([^\]]+)\]\((\.\./)+(?!adr|diagnostics|images)[^)]*\)")


def fragment(name: str, files: dict[str, str]) -> str:
    """The part of an address that opens a draft in the studio; `studio/src/share.js` reads it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(json.dumps({"name": name, "files": files}).encode()) + packer.flush()
    return "#draft=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def on_page_markdown(markdown: str, page: object, **_given: object) -> str:
    """Called by MkDocs for each page."""
    depth = str(getattr(getattr(page, "file", None), "dest_uri", "")).count("/")

    def offered(match: re.Match[str]) -> str:
        address = "../" * depth + "app/index.html" + fragment(match[2], {f"{match[2]}.toml": match[1]})
        return f"{match[0]}\n\n[Open in the studio]({address}){{ .studio }}\n"

    return _BLOCK.sub(offered, _OUTSIDE.sub(r"\1", markdown))
