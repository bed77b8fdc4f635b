"""Every block of the tutorial runs: each step is a game, and the last one is the ruleset among the examples."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.words.languages import LANGUAGES
from tests.docs.page import Example, examples, play

PAGE = "tutorial.md"
DOCS = Path(__file__).parents[2] / "docs"
TRANSLATIONS = tuple(f"tutorial.{lang}.md" for lang in LANGUAGES if lang != "en")
NAME = "my_herbs"
BUNDLED = "herbalists"
"""What the reader's game is called among the examples; no file may bear the name of a bundled one."""
BLOCKS = examples(PAGE)
FINISHED = Path(__file__).parents[2] / "rulesets" / "examples" / f"{BUNDLED}.toml"
_HEADER = re.compile(r"^\[.*\]", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """Header -> the section as it stands; what comes before the first header has none."""
    starts = [match.start() for match in _HEADER.finditer(text)]
    parts = [text[a:b] for a, b in zip([0, *starts], [*starts, len(text)], strict=True)]
    return {part.partition("\n")[0].partition("]")[0] if part.startswith("[") else "": part for part in parts if part}


def grown(blocks: list[Example]) -> str:
    """The file after some blocks: sections are added, or replaced if they were there."""
    made: dict[str, str] = {}
    for block in blocks:
        made |= sections(block.text)
    return "\n".join(part.rstrip("\n") + "\n" for part in made.values())


def until(block: Example, sort: str) -> list[Example]:
    """The blocks of a sort up to this one."""
    return [b for b in BLOCKS if b.sort == sort and b.line <= block.line]


def of(sort: str) -> list[Example]:
    return [b for b in BLOCKS if b.sort == sort]


def written(block: Example, folder: Path, extra: str = "") -> Path:
    """The reader's file and scenarios at this place of the page."""
    path = folder / f"{NAME}.toml"
    made = grown([*until(block, "toml"), *([Example("toml", extra, block.line)] if extra else [])])
    path.write_text(made, encoding="utf-8")
    for tests in until(block, "scenarios"):
        path.with_name(f"{NAME}.scenarios.toml").write_text(tests.text, encoding="utf-8")
    return path


@pytest.mark.parametrize("block", of("toml"), ids=lambda b: b.name)
def test_every_step_is_a_game(block: Example, tmp_path: Path) -> None:
    rules = sr.load(str(written(block, tmp_path)))
    assert not rules.warnings
    assert all(0 < made.decisions < 2000 for made in play(rules, 5))


@pytest.mark.parametrize("block", of("wrong"), ids=lambda b: b.name)
def test_a_mistake_is_told_as_the_page_says(block: Example, tmp_path: Path) -> None:
    said = next(b for b in of("text") if b.line > block.line)
    with pytest.raises(sr.RulesetError) as caught:
        sr.load(str(written(block, tmp_path, block.text)))
    found = [f"error[{d.code}]: {d.message}" for d in caught.value.diagnostics]
    assert found == said.text.splitlines()


@pytest.mark.parametrize("block", of("sh"), ids=lambda b: b.name)
def test_every_command_can_be_given(block: Example, tmp_path: Path) -> None:
    written(block, tmp_path)
    for line in block.text.splitlines():
        program, *arguments = line.split()
        assert program == "solenia"
        done = subprocess.run(
            [sys.executable, "-m", "solenia_rules", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_finished_game_is_among_the_examples() -> None:
    mine = sr.load_text(grown(of("toml")).replace(f'"{NAME}"', f'"{BUNDLED}"'), BUNDLED)
    bundled = sr.load(BUNDLED)
    assert mine.digest == bundled.digest
    assert mine.world.looks == bundled.world.looks
    # The bundled file has more forms of words than the page, for sentences about its rules.
    assert all(mine.world.words[lang].keys() <= bundled.world.words[lang].keys() for lang in LANGUAGES)
    assert FINISHED.with_name(f"{BUNDLED}.scenarios.toml").read_text(encoding="utf-8") == of("scenarios")[-1].text


def test_every_block_is_of_a_sort_that_runs() -> None:
    assert {block.sort for block in BLOCKS} == {"toml", "sh", "wrong", "text", "scenarios"}


@pytest.mark.parametrize("page", TRANSLATIONS)
def test_translations_have_the_same_steps_and_blocks(page: str) -> None:
    """Only the comments in the blocks are translated."""
    assert [(b.sort, content(b)) for b in examples(page)] == [(b.sort, content(b)) for b in BLOCKS]
    assert steps(page) == steps(PAGE)
    assert steps(PAGE) == [f"{number}." for number in range(1, 8)]


def content(block: Example) -> object:
    return tomllib.loads(block.text) if block.sort in ("toml", "scenarios") else block.text


def steps(page: str) -> list[str]:
    """The numbers of the headings."""
    return re.findall(r"^## (\d+\.) \S", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "takes a turn"), ("fr", "joue un tour"), ("pl", "rozgrywa turę")],
)
def test_the_words_of_the_last_file_make_sentences(lang: str, said: str, tmp_path: Path) -> None:
    topic = sr.load(str(written(of("toml")[-1], tmp_path))).topics(lang).topic("play")
    assert topic is not None
    assert said in topic.line()
