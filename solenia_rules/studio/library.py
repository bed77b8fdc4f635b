"""Games that a draft can begin with: copies of bundled games under names of their own."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from solenia_rules.rules.caps import is_id
from solenia_rules.rules.files import MAIN, SCENARIOS, Found, open_bundle
from solenia_rules.rules.headings import depth, headings, in_language, inherited, seat_bounds
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, text_in

_NAME_LINE = re.compile(r"""^([ \t]*ruleset[ \t]*=[ \t]*)["'][a-z][a-z0-9_]*["']""", re.MULTILINE)


def games(asked: Asked) -> Json:
    """All bundled games with titles in a language, shelf by shelf; a game stands after the game that it extends."""
    lang = text_in(asked, "lang", "en")
    bundle = open_bundle()
    own = headings(bundle)
    made: list[Json] = []
    shelved = [(found.shelf, depth(own, name), name) for name, (found, *_) in bundle.rulesets.items()]
    for shelf, _, name in sorted(shelved):
        heading = inherited(own, name)
        bounds = seat_bounds(heading)
        if heading.get("abstract") or bounds is None:
            continue
        made.append(
            {
                "name": name,
                "shelf": shelf,
                "title": in_language(heading.get("title"), lang),
                "about": in_language(heading.get("about"), lang),
                "seats": list(bounds),
                "base": str(own[name].get("extends") or ""),
            }
        )
    return made


def copy_of(asked: Asked) -> dict[str, Json]:
    """The files of a draft that begins as a bundled game, under a new name."""
    found, name = _bundled(text_in(asked, "name")), _new_name(text_in(asked, "as"))
    texts: dict[str, Json] = {}
    folder = PurePosixPath(found.parts[0][0]).name == MAIN
    for shown, file in found.parts:
        text = file.read_text(encoding="utf-8")
        own = PurePosixPath(shown).name
        if shown == found.parts[0][0]:
            text = _NAME_LINE.sub(rf'\g<1>"{name}"', text, count=1)
        texts[f"{name}/{own}" if folder else f"{name}.toml"] = text
    for own, text in _scenarios(found, folder):
        texts[f"{name}/{own}" if folder else f"{name}{own.removeprefix(found.name)}"] = text
    return {"name": name, "files": texts}


def _bundled(name: str) -> Found:
    found = open_bundle().rulesets.get(name)
    if not found:
        raise Refusal(f"there is no bundled game called {name}")
    return found[0]


def _new_name(name: str) -> str:
    if not is_id(name):
        raise Refusal(f"`{name}` is not a name: a lower-case letter, then lower-case letters, digits or _")
    if name in open_bundle().rulesets:
        raise Refusal(f"`{name}` is the name of a bundled game: choose another name")
    return name


def _scenarios(found: Found, folder: bool) -> list[tuple[str, str]]:
    """The scenario files of a bundled game: name and text."""
    parent = open_bundle().root
    for part in PurePosixPath(found.parts[0][0]).parts[1:-1]:
        parent = parent / part
    made = []
    for entry in sorted(parent.iterdir(), key=lambda one: one.name):
        belongs = folder or entry.name.partition(".")[0] == found.name
        if entry.name.endswith(SCENARIOS) and belongs:
            made.append((entry.name, entry.read_text(encoding="utf-8")))
    return made
