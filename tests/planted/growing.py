"""Planted mistakes that nobody wrote: one token or value of a bundled ruleset changed by lot, the same for a seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from attrs import evolve

from solenia_rules.rules.declared import DECLARATIONS, HEAD, STEP_SECTIONS, UNPLAYED_SECTIONS
from solenia_rules.rules.resolver import resolve
from tests.planted.planting import Mistake

RULESETS = (
    "summer", "winter", "improvements", "solo", "officers", "market", "auction", "day_and_night", "candle", "crab_pots",
    "herbalists",
)  # fmt: skip
TEXTS = ("effect", "value", "rules")
NAME = re.compile(r"[a-z][a-z_]{3,}")
SORTS = ("counters", "zones", "pieces", "queries", "verbs", "boards", "params")
SEED = 1


def grown_mistakes(kind: str, number: int, seed: int = SEED) -> list[Mistake]:
    """`misspelt`: a letter of a name in a text; `mistyped`: a value of another type; `misapplied`: a name of another
    sort of thing in its place."""
    chance = Random(f"{kind} {seed}")
    made: list[Mistake] = []
    while len(made) < number:
        over = chance.choice(RULESETS)
        document = resolve(over).document
        for mistake in (
            _mistyped(document, over, chance) if kind == "mistyped" else _changed(document, over, kind, chance)
        ):
            made.append(evolve(mistake, name=f"{kind}_{len(made) + 1}"))
    return made


def _places(document: dict[str, object]) -> list[tuple[str, str, str, object]]:
    """Section, id, key and value of everything that a record gives."""
    played = [x for x in document if x not in (*HEAD, *UNPLAYED_SECTIONS)]
    entries = [(section, document[section]) for section in played]
    return [
        (section, name, key, value)
        for section, content in entries
        if isinstance(content, dict)
        for name, record in content.items()
        if isinstance(record, dict)
        for key, value in record.items()
        if key not in ("source", "note")
    ]


def _texts(document: dict[str, object]) -> list[tuple[str, str, str, str]]:
    programs = ("verbs", "queries", "rules", *STEP_SECTIONS)
    return [
        (section, name, key, value)
        for section, name, key, value in _places(document)
        if isinstance(value, str)
        and (key in TEXTS if section in programs else section not in DECLARATIONS and " " in value)
    ]


def _changed(document: dict[str, object], over: str, kind: str, chance: Random) -> Iterator[Mistake]:
    section, name, key, text = chance.choice(_texts(document))
    names = list(NAME.finditer(text))
    if not names:
        return
    found = chance.choice(names)
    word = found.group()
    if kind == "misspelt":
        spelt = _misspell(word, chance)
        if re.search(rf"\b{spelt}\b", str(document)) or spelt == word:
            return
    else:
        home = next((s for s in SORTS if word in _ids(document, s)), None)
        others = [x for s in SORTS if s != home for x in _ids(document, s)]
        if home is None or not others:
            return
        spelt = chance.choice(others)
    made = text[: found.start()] + spelt + text[found.end() :]
    layer = f"[{section}.{name}]\nsource = \"ours\"\n{key} = '''\n{made}\n'''\n"
    yield Mistake("", kind, over, f"`{word}` is `{spelt}` in {section}.{name}", (spelt,), layer)


def _ids(document: dict[str, object], section: str) -> list[str]:
    content = document.get(section)
    return list(content) if isinstance(content, dict) else []


def _misspell(word: str, chance: Random) -> str:
    place = chance.randrange(len(word) - 1)
    match chance.randrange(3):
        case 0:
            return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        case 1:
            return word[:place] + word[place + 1 :]
        case _:
            return word[:place] + word[place] + word[place:]


def _mistyped(document: dict[str, object], over: str, chance: Random) -> Iterator[Mistake]:
    section, name, key, value = chance.choice(_places(document))
    if isinstance(value, bool):
        spelt = chance.choice(('"yes"', "1"))
    elif isinstance(value, int):
        spelt = chance.choice((f'"{value}"', "true", f"[{value}]"))
    elif isinstance(value, str):
        spelt = chance.choice(("7", "true", "[]"))
    else:
        spelt = chance.choice(("7", '"none at all"'))
    layer = f'[{section}.{name}]\nsource = "ours"\n{key} = {spelt}\n'
    yield Mistake("", "mistyped", over, f"{section}.{name}.{key} = {spelt}", (key, name), layer)
