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
    """The message for a name or a path under which there is no ruleset. It names the one that was probably meant."""
    from solenia_rules.rules.files import file_of_name, near_file, near_ruleset, open_bundle
    from solenia_rules.text.suggestions import closest

    here = file_of_name(name)
    if here is not None:
        return text("cannot_read", lang, path=name, reason=text("no_such_name", lang, file=here))
    near = near_ruleset(Path(name)) or near_file(Path(name)) or closest(name, open_bundle().rulesets)
    return _asking(text("cannot_read", lang, path=name, reason=text("no_such_thing", lang)), near, lang)


def no_file(name: str, reason: str, lang: str) -> str:
    """The message for a path that cannot be read. If nothing is there, it names the file in the same folder that was
    probably meant."""
    from solenia_rules.rules.files import near_file

    near = None if Path(name).exists() else near_file(Path(name))
    return _asking(text("cannot_read", lang, path=name, reason=reason), near, lang)


def _asking(message: str, near: Path | str | None, lang: str) -> str:
    return message if near is None else f"{message}; {text('perhaps', lang, name=near)}"
