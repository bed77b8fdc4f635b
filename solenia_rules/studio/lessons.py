"""The tutorial beside the text: its steps, what each of them declares, and its blocks put into the draft.

`read_lessons` reads the page when the studio is built. In the page, the engine checks whether a step is done: whether
everything that its blocks declare is declared, and whether there are mistakes.
"""

from __future__ import annotations

import re
import tomllib

from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import read
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, list_in, text_in
from solenia_rules.text.places import Source

_STEP = re.compile(r"^## (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_HEADER = re.compile(r"^\[.*\]", re.MULTILINE)


def read_lessons(page: str) -> list[dict[str, Json]]:
    """The steps of a tutorial: title, paragraphs and blocks in order, and what the blocks declare."""
    made: list[dict[str, Json]] = []
    starts = list(_STEP.finditer(page))
    ends = [*(match.start() for match in starts[1:]), len(page)]
    for match, end in zip(starts, ends, strict=True):
        body, at = page[match.end() : end], 0
        parts: list[Json] = []
        needs: list[str] = []
        for fence in _FENCE.finditer(body):
            parts.append({"sort": "words", "text": body[at : fence.start()].strip()})
            parts.append({"sort": fence[1], "text": fence[2]})
            if fence[1] == "toml":
                needs += declared(fence[2])
            at = fence.end()
        parts.append({"sort": "words", "text": body[at:].strip()})
        made.append({"title": match[1], "parts": parts, "needs": list(dict.fromkeys(needs))})
    return made


def declared(block: str) -> list[str]:
    """What a block declares: keys of the head, and `section.id`."""
    found: list[str] = []
    for key, value in tomllib.loads(block).items():
        found += [f"{key}.{inner}" for inner in value] if isinstance(value, dict) else [key]
    return found


def put_block(text: str, block: str) -> str:
    """The text with the sections of a block, which replace sections of the same name."""
    made = sections(text) | sections(block)
    return "\n".join(part.rstrip("\n") + "\n" for part in made.values())


def sections(text: str) -> dict[str, str]:
    """Header -> the section as it stands; what comes before the first header has none."""
    starts = [match.start() for match in _HEADER.finditer(text)]
    parts = [text[a:b] for a, b in zip([0, *starts], [*starts, len(text)], strict=True)]
    return {part.partition("\n")[0].partition("]")[0] if part.startswith("[") else "": part for part in parts if part}


class Lessons:
    """The tutorial and one draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def put(self, asked: Asked) -> Json:
        """The text of a file after a block of the tutorial was put into it."""
        name = text_in(asked, "file")
        return put_block(self.draft.texts.get(name, ""), text_in(asked, "block"))

    def check(self, asked: Asked) -> Json:
        """What a step still lacks in the main file, and the number of its mistakes."""
        name = self.draft.main
        found = read(Source(name, self.draft.texts[name]), Problems())
        document = found.document if found is not None else {}
        missing: list[Json] = []
        for need in list_in(asked, "needs"):
            section, _dot, ident = need.partition(".")
            inside = document.get(section)
            if section not in document or (ident and not (isinstance(inside, dict) and ident in inside)):
                missing.append(need)
        errors = [one for one in self.draft.look(name).diagnostics if one.severity == "error"]
        return {"missing": missing, "errors": len(errors)}
