"""The examples of the documentation as drafts of the studio. In goes a page of `docs/`, out come the files with which
each of its examples is opened. Fragments are laid over the ruleset of their page by the code of the tests, so what
opens is what was tested."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from solenia_rules.studio.lessons import put_block
from tests.docs.page import Example, around, parts_of
from tests.semantics.cases import case_of, ruleset

FENCE = re.compile(r"^```(\w+)(?: ([a-z_.]+\.toml))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r'^ruleset\s*=\s*"([a-z0-9_]+)"', re.MULTILINE)
_BASE = re.compile(r'^extends\s*=\s*"([a-z0-9_]+)"', re.MULTILINE)
FRAGMENTS = ("effect", "value", "rules", "held", "error", "toml")


@frozen
class Offer:
    """An example that can be opened."""

    end: int
    """The offset on the page after its block."""
    name: str
    files: dict[str, str]
    """The file of the ruleset is the first one."""


def offers(page: str, markdown: str) -> Iterator[Offer]:
    """The examples of a page, in order."""
    known: dict[str, str] = {}
    """Name -> the rulesets that stood on the page so far."""
    for match in FENCE.finditer(markdown):
        sort, file, text = match[1], match[2] or "", match[3]
        named = _NAME.search(text)
        if page.startswith("tutorial"):
            yield from _grown(known, sort, text, match.end())
        elif sort == "toml" and named is not None:
            known[named[1]] = text
            yield Offer(match.end(), named[1], _with_base(named[1], text, known))
        elif sort == "scenarios" or file.endswith(".scenarios.toml"):
            for name in list(known)[-1:]:
                files = _with_base(name, known[name], known)
                yield Offer(match.end(), name, {**files, f"{name}.scenarios.toml": text})
        elif sort == "case":
            yield Offer(match.end(), "bench", {"bench.toml": ruleset(case_of(text, 0))})
        elif sort in FRAGMENTS and "meadow" in known:
            for part in parts_of(sort, text):
                laid = around(Example(sort, part, 0))
                yield Offer(match.end(), "fragment", _with_base("fragment", laid, known))


def _with_base(name: str, text: str, known: dict[str, str]) -> dict[str, str]:
    """A ruleset, and the one that it extends if that one stands on the same page."""
    base = _BASE.search(text)
    more = {f"{base[1]}.toml": known[base[1]]} if base is not None and base[1] in known else {}
    return {f"{name}.toml": text, **more}


def _grown(known: dict[str, str], sort: str, text: str, end: int) -> Iterator[Offer]:
    """A step of the tutorial: the file as it is after the step; a mistake that the page shows is put in for once."""
    name = "my_herbs"
    if sort in ("toml", "wrong"):
        made = put_block(known.get(name, ""), text)
        yield Offer(end, name, {f"{name}.toml": made})
        if sort == "toml":
            known[name] = made
    elif sort == "scenarios":
        yield Offer(end, name, {f"{name}.toml": known[name], f"{name}.scenarios.toml": text})
