"""Makes a TextMate grammar of the effects language from its word lists: `python -m solenia_rules.dsl.highlighting
editors/vscode/syntaxes/effects.tmLanguage.json`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, RESERVED, SPECIAL_NAMES

SCOPE = "source.solenia.effects"
STRINGS = ("string.quoted.single.literal.line.toml", "string.quoted.triple.literal.block.toml")
"""Where texts of the language stand: literal strings of TOML, as the common grammar of TOML calls them."""
LASTING = frozenset(("before", "after", "instead", "once", "per", "becomes", "by"))
"""Reserved words of lasting rules."""
JOINING = frozenset(("and", "not", "is", "of", "my", "to", "from", "on", "with", "at", "until", "up", "in"))
"""Reserved words inside statements; all other reserved words begin statements."""
CONSTANTS = frozenset(("true", "false", "none", "front", "back"))
_NAME = r"[a-z][a-z0-9_]*\b"
_ALONE = r"(?<=')[a-z0-9_]+'"
"""A pattern for a string that consists of a single value without a verb."""


def grammar() -> dict[str, object]:
    """The whole grammar; the first pattern that matches counts."""
    patterns = [
        ("comment.line.number-sign", r"#(?:[^\n']|'(?=\w))*"),
        ("constant.numeric", r"\b[0-9]+\b"),
        ("keyword.control", _words(RESERVED - LASTING - JOINING)),
        ("keyword.other.lasting", _words(LASTING)),
        ("keyword.operator.word", _words(JOINING)),
        ("constant.language", _words(CONSTANTS)),
        ("variable.language", _words(SPECIAL_NAMES.keys() - CONSTANTS)),
        ("support.function.query", _words(QUERIES) + r"(?=\s*\()"),
        (
            "support.function.verb",
            r"(?:^|(?<=[{;'}]))\s*" + _words(verb for verb, facts in VERBS.items() if facts.written),
        ),
        ("support.variable.field", _words(BUILT_IN_FIELDS) + r"(?=\s+of\b)"),
        ("entity.name.function.verb", rf"(?:^|(?<=[{{;'}}]))\s*+(?!{_words(RESERVED)}|{_ALONE}){_NAME}(?!\s*\()"),
        ("entity.name.function.verb", rf"\b{_NAME}(?=\s+by\b)"),
        ("entity.name.function.query", rf"\b{_NAME}(?=\()"),
        ("variable.other", rf"\b{_NAME}"),
        ("keyword.operator", r"<=|>=|[-+*/<>=]"),
        ("punctuation.separator", "[;,]"),
    ]
    return {
        "scopeName": SCOPE,
        "name": "Effects of solenia rulesets",
        "injectionSelector": ", ".join(f"L:{string}" for string in STRINGS),
        "patterns": [{"name": f"{scope}.solenia", "match": pattern} for scope, pattern in patterns],
    }


def _words(words: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def text() -> str:
    return json.dumps(grammar(), indent=2) + "\n"


def main(paths: list[str]) -> None:
    for path in paths:
        Path(path).write_text(text(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
