"""Texts are imported late: only those of the language that is spoken, when something is said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import solenia_rules.words
from solenia_rules.words.languages import LANGUAGES
from tests.test_imports import graph_of

ROOT = Path(str(solenia_rules.words.__file__)).parents[2]
FOLDERS = tuple(f"solenia_rules.words.{lang}." for lang in LANGUAGES)


def texts_after(code: str, *arguments: str, lang: str, cache: Path) -> set[str]:
    """The modules of languages that are imported after running code."""
    settings = os.environ | {"LC_ALL": f"{lang}.UTF-8", "XDG_CACHE_HOME": str(cache)}
    show = f"import sys; {code}; print(*sys.modules, file=sys.stderr)"
    run = subprocess.run(
        [sys.executable, "-c", show, *arguments], cwd=ROOT, env=settings, capture_output=True, text=True, check=True
    )
    return {name.removeprefix("solenia_rules.words.") for name in run.stderr.split() if name.startswith(FOLDERS)}


MAIN = "from solenia_rules.cli.main import main; main(sys.argv[1:])"
GAME = "import solenia_rules as sr; g = sr.new_game(sr.load('solo'), 1); g.choose(0)"


def test_help_imports_the_texts_of_one_language(tmp_path: Path) -> None:
    assert texts_after(MAIN, "--help", lang="fr_FR", cache=tmp_path) == {"fr.commands"}
    assert texts_after(MAIN, lang="xx_XX", cache=tmp_path) == {"en.commands"}


def test_a_game_imports_no_texts_until_something_is_said(tmp_path: Path) -> None:
    assert texts_after(GAME, lang="en_GB", cache=tmp_path) == set()
    assert texts_after(GAME, lang="en_GB", cache=tmp_path) == set()
    log = f"{GAME}; g.choose(0).log_for(0, 'pl')"
    assert texts_after(log, lang="en_GB", cache=tmp_path) <= {"pl.play", "pl.plurals"}


def test_explaining_imports_the_sentences_of_one_language(tmp_path: Path) -> None:
    found = texts_after(MAIN, "explain", "solo:setup", "--lang", "fr", lang="fr_FR", cache=tmp_path)
    assert found == {"fr.sentences", "fr.nouns_and_verbs", "fr.grammar", "fr.plurals"}


def test_a_language_knows_no_other_and_only_one_module_knows_them_all() -> None:
    graph = graph_of(ROOT / "solenia_rules")
    for name, imported in graph.items():
        own = next((folder for folder in FOLDERS if name.startswith(folder)), None)
        spoken = {x for x in imported if x.startswith(FOLDERS) and (own is None or not x.startswith(own))}
        assert not spoken or name == "solenia_rules.words.by_language", name
