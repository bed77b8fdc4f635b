"""The tables and the grammar of a language. Modules of a language are imported here only, when they are first needed.

A new language is a new case in each function; mypy reports every function that lacks it. mypy also compares the modules
of the language with the protocols in `tables`, so that a table that is missing is reported here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from solenia_rules.words.languages import language

if TYPE_CHECKING:
    from solenia_rules.words.tables.commands import CommandWords
    from solenia_rules.words.tables.paper import PaperWords
    from solenia_rules.words.tables.play import PlayWords


def command_words(lang: str) -> CommandWords:
    """What the command line says."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import commands as english

            return english
        case "fr":
            from solenia_rules.words.fr import commands as french

            return french
        case "pl":
            from solenia_rules.words.pl import commands as polish

            return polish
        case other:
            assert_never(other)


def play_words(lang: str) -> PlayWords:
    """What games say."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import play as english

            return english
        case "fr":
            from solenia_rules.words.fr import play as french

            return french
        case "pl":
            from solenia_rules.words.pl import play as polish

            return polish
        case other:
            assert_never(other)


def paper_words(lang: str) -> PaperWords:
    """What rulebooks and player aids say besides the rules."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import paper as english

            return english
        case "fr":
            from solenia_rules.words.fr import paper as french

            return french
        case "pl":
            from solenia_rules.words.pl import paper as polish

            return polish
        case other:
            assert_never(other)
