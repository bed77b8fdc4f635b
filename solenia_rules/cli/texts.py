"""The program's own texts in the language of the user. Words of a game come from its ruleset."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from solenia_rules.words.by_language import command_words
from solenia_rules.words.languages import IDS, LANGUAGES

if TYPE_CHECKING:
    from solenia_rules.words.tables.commands import TextKey


def install_line(extra: str) -> str:
    """How to install an extra: from the checkout that runs, or by the name of the package."""
    checkout = Path(__file__).parents[2]
    if (checkout / "pyproject.toml").is_file():
        return f"pip install -e '.[{extra}]' (in {checkout})"
    return f"pip install 'solenia-rules[{extra}]'"


def text(key: TextKey, lang: str, **values: object) -> str:
    """The sentence under a key, its gaps filled."""
    return command_words(lang).TEXTS[key].format(**values)


def language_of_environment() -> str:
    """The language the machine is set to, if the program speaks it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(name, "")
        if setting:
            return setting[:2] if setting[:2] in LANGUAGES else IDS
    return IDS


def no_ruleset(name: str, lang: str) -> str:
    """The message for a name or a path under which there is no ruleset. It names the file that was probably meant."""
    from solenia_rules.rules.files import file_of_name

    near = file_of_name(name)
    reason = text("no_such_thing", lang) if near is None else text("no_such_name", lang, file=near)
    return text("cannot_read", lang, path=name, reason=reason)
