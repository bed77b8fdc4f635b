"""The tables and the grammar of a language. Modules of a language are imported here only, when they are first needed.

A new language is a new case in each function; mypy reports every function that lacks it. mypy also compares the modules
of the language with the protocols in `tables`, so that a table that is missing is reported here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from solenia_rules.words.languages import language

if TYPE_CHECKING:
    from solenia_rules.words.grammar import Grammar
    from solenia_rules.words.lexicon import Vocabulary
    from solenia_rules.words.phrases import PluralForm
    from solenia_rules.words.tables.commands import CommandWords
    from solenia_rules.words.tables.lab import LabWords
    from solenia_rules.words.tables.pages import PageWords
    from solenia_rules.words.tables.paper import PaperWords
    from solenia_rules.words.tables.play import PlayWords
    from solenia_rules.words.tables.results import ResultWords
    from solenia_rules.words.tables.serve import ServeWords
    from solenia_rules.words.tables.studio import StudioWords


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


def serve_words(lang: str) -> ServeWords:
    """What the server and its page say."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import serve as english

            return english
        case "fr":
            from solenia_rules.words.fr import serve as french

            return french
        case "pl":
            from solenia_rules.words.pl import serve as polish

            return polish
        case other:
            assert_never(other)


def studio_words(lang: str) -> StudioWords:
    """What the studio page says."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import studio as english

            return english
        case "fr":
            from solenia_rules.words.fr import studio as french

            return french
        case "pl":
            from solenia_rules.words.pl import studio as polish

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


def lab_words(lang: str) -> LabWords:
    """What the commands that play many games say about results."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import lab as english

            return english
        case "fr":
            from solenia_rules.words.fr import lab as french

            return french
        case "pl":
            from solenia_rules.words.pl import lab as polish

            return polish
        case other:
            assert_never(other)


def page_words(lang: str) -> PageWords:
    """What the pages about many games say."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import pages as english

            return english
        case "fr":
            from solenia_rules.words.fr import pages as french

            return french
        case "pl":
            from solenia_rules.words.pl import pages as polish

            return polish
        case other:
            assert_never(other)


def result_words(lang: str) -> ResultWords:
    """What the tables on the terminal say about many games."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import results as english

            return english
        case "fr":
            from solenia_rules.words.fr import results as french

            return french
        case "pl":
            from solenia_rules.words.pl import results as polish

            return polish
        case other:
            assert_never(other)


def plural_form(lang: str, number: int) -> PluralForm:
    """The form of a noun that goes with a number."""
    match language(lang):
        case "en":
            from solenia_rules.words.en.plurals import plural_form as english

            return english(number)
        case "fr":
            from solenia_rules.words.fr.plurals import plural_form as french

            return french(number)
        case "pl":
            from solenia_rules.words.pl.plurals import plural_form as polish

            return polish(number)
        case other:
            assert_never(other)


def grammar_of(lang: str, vocabulary: Vocabulary) -> Grammar:
    """What makes sentences out of the words of a ruleset."""
    match language(lang):
        case "en":
            from solenia_rules.words.en import nouns_and_verbs as english_words
            from solenia_rules.words.en import sentences as english
            from solenia_rules.words.en.grammar import English

            return English("en", english, english_words, vocabulary)
        case "fr":
            from solenia_rules.words.fr import nouns_and_verbs as french_words
            from solenia_rules.words.fr import sentences as french
            from solenia_rules.words.fr.grammar import French

            return French("fr", french, french_words, vocabulary)
        case "pl":
            from solenia_rules.words.pl import nouns_and_verbs as polish_words
            from solenia_rules.words.pl import sentences as polish
            from solenia_rules.words.pl.grammar import Polish

            return Polish("pl", polish, polish_words, vocabulary)
        case other:
            assert_never(other)
