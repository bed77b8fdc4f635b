"""The extension for VS Code, as far as it can be tried without VS Code: what it names is there, and its grammars read
our files as the loader does."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from solenia_rules.dsl.highlighting import STRINGS
from solenia_rules.rules.toml_spans import scan
from solenia_rules.words.languages import LANGUAGES
from tests.lsp.session import Json

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "editors" / "vscode"
FEW = ("winter.toml", "candle.scenarios.toml", "day_and_night.toml")
FILES = [
    path if path.name in FEW else pytest.param(path, marks=pytest.mark.thorough)
    for path in sorted((ROOT / "rulesets").rglob("*.toml"))
]  # fmt: skip
KEYS = ("variable.other.key.toml", "entity.name.type.section.toml")

Rule = dict[str, Json]


def loaded(name: str) -> Rule:
    found: Json = json.loads((FOLDER / name).read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def rules(found: Json) -> list[Rule]:
    assert isinstance(found, list)
    return [rule for rule in found if isinstance(rule, dict)]


MANIFEST = loaded("package.json")
TOML = loaded("syntaxes/toml.tmLanguage.json")
EFFECTS = loaded("syntaxes/effects.tmLanguage.json")


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def spread(patterns: Json) -> list[Rule]:
    """Rules with all that they include."""
    found: list[Rule] = []
    repository = TOML["repository"]
    assert isinstance(repository, dict)
    for rule in rules(patterns):
        if "include" in rule:
            meant = repository[str(rule["include"])[1:]]
            assert isinstance(meant, dict)
            found += spread([meant])
        elif "match" in rule or "begin" in rule:
            found.append(rule)
        else:
            found += spread(rule["patterns"])
    return found


def coloured(text: str) -> tuple[list[tuple[str, int, int]], list[Rule]]:
    """Scopes with their stretches, as an editor finds them: line by line, the first match, the innermost region; and
    the regions that are open at the end."""
    found: list[tuple[str, int, int]] = []
    stack: list[tuple[Rule, int]] = []
    effects = rules(EFFECTS["patterns"])
    start = 0
    for line in text.splitlines(keepends=True):
        at = 0
        while True:
            inside = stack[-1][0] if stack else None
            tries = spread(inside.get("patterns", []) if inside else TOML["patterns"])
            end = [compiled(str(inside["end"])).search(line, at)] if inside else []
            injected = effects if inside and inside["name"] in STRINGS else []
            matches: list[tuple[int, int, re.Match[str], Rule | None]] = []
            for order, rule in enumerate(injected):
                match = compiled(str(rule["match"])).search(line, at)
                if match is not None and match.group():
                    matches.append((match.start(), order, match, rule))
            matches += [(match.start(), 100, match, None) for match in end if match is not None]
            for order, rule in enumerate(tries):
                match = compiled(str(rule.get("match", rule.get("begin")))).search(line, at)
                if match is not None:
                    matches.append((match.start(), 101 + order, match, rule))
            if not matches:
                break
            _, _, match, chosen = min(matches, key=lambda one: one[:2])
            at = match.end()
            if chosen is None:
                closed, since = stack.pop()
                found.append((str(closed["name"]), since, start + match.start()))
            elif "begin" in chosen:
                stack.append((chosen, start + at))
            elif "captures" in chosen:
                captures = chosen["captures"]
                assert isinstance(captures, dict)
                for number, named in captures.items():
                    assert isinstance(named, dict)
                    found.append((str(named["name"]), start + match.start(int(number)), start + match.end(int(number))))
            else:
                found.append((str(chosen["name"]), start + match.start(), start + at))
        start += len(line)
    return found, [rule for rule, _ in stack]


def test_every_file_that_the_manifest_names_is_there() -> None:
    contributes = MANIFEST["contributes"]
    assert isinstance(contributes, dict)
    grammars, languages = rules(contributes["grammars"]), rules(contributes["languages"])
    named = [MANIFEST["main"], *(rule["path"] for rule in grammars), *(rule["configuration"] for rule in languages)]
    assert all((FOLDER / str(name)).is_file() for name in named)
    assert {str(rule["scopeName"]) for rule in grammars} == {TOML["scopeName"], EFFECTS["scopeName"]}
    loaded("language-configuration.json")


def test_the_setting_offers_every_language() -> None:
    setting: Json = MANIFEST
    for key in ("contributes", "configuration", "properties", "solenia.language", "enum"):
        assert isinstance(setting, dict)
        setting = setting[key]
    assert setting == ["auto", *LANGUAGES]


def test_it_stands_alone() -> None:
    """VS Code itself knows no TOML, and a package from a file brings no other extension with it."""
    contributes = MANIFEST["contributes"]
    assert isinstance(contributes, dict)
    assert [rule["extensions"] for rule in rules(contributes["languages"])] == [[".toml"]]
    assert "extensionDependencies" not in MANIFEST
    assert MANIFEST["activationEvents"] == ["onLanguage:toml"]


def test_its_commands_and_settings_are_those_of_the_program() -> None:
    contributes = MANIFEST["contributes"]
    assert isinstance(contributes, dict)
    program = (FOLDER / "extension.js").read_text("utf-8")
    registered = re.findall(r'registerCommand\("([a-z.]+)"', program)
    assert sorted(registered) == sorted(str(rule["command"]) for rule in rules(contributes["commands"]))
    configuration = contributes["configuration"]
    assert isinstance(configuration, dict)
    properties = configuration["properties"]
    assert isinstance(properties, dict)
    read = re.findall(r'getConfiguration\("solenia"\)\.get\("([a-z]+)"', program)
    assert sorted(properties) == sorted(f"solenia.{name}" for name in read)


def test_its_version_is_that_of_the_package() -> None:
    assert MANIFEST["version"] == tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_literal_strings_and_keys_are_where_the_loader_finds_them(path: Path) -> None:
    text = path.read_text("utf-8")
    found, left_open = coloured(text)
    assert not left_open
    marks = scan(text, 100_000).values()
    strings = {(start, end) for name, start, end in found if name in STRINGS}
    # The loader leaves out the line end after three quotes.
    inner = {(m.inner_start - (text[m.inner_start - 1] == "\n"), m.inner_end) for m in marks if m.literal}
    assert strings == inner
    keys = {at for name, start, end in found if name in KEYS for at in range(start, end)}
    # What it calls the key of an item of a list of tables is the whole head.
    found_keys = [mark for mark in marks if not text.startswith("[", mark.key_start)]
    assert keys >= {at for mark in found_keys for at in range(mark.key_start, mark.key_end)}


@pytest.mark.parametrize(
    ("line", "scope", "marked"),
    [
        ("a.'b c' = 1", "variable.other.key.toml", "a.'b c'"),
        ("[[ a.b ]]", "entity.name.type.section.toml", " a.b "),
        ('x = "\\u00e9 \\q"', "invalid.illegal.escape.toml", "\\q"),
        ("x = [ [1, 2], [3] ] # y", "comment.line.number-sign.toml", "# y"),
        ("x = 1979-05-27T07:32:00Z", "constant.other.datetime.toml", "1979-05-27T07:32:00Z"),
        ("x = -1_000.5e3", "constant.numeric.toml", "-1_000.5e3"),
        ("x = 'if y'", "keyword.control.solenia", "if"),
    ],
)
def test_toml_as_it_is_written(line: str, scope: str, marked: str) -> None:
    found, left_open = coloured(line + "\n")
    assert not left_open
    assert (scope, marked) in [(name, line[start:end]) for name, start, end in found]


def test_a_string_that_is_not_closed_ends_with_its_line() -> None:
    found, left_open = coloured("a = 'gain 1\nb = 2\n")
    assert not left_open
    assert ("variable.other.key.toml", 12, 13) in found
