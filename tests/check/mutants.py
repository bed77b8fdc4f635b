"""Rulesets with accidents: words of our own rulesets swapped, left out, doubled, put in from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import solenia_rules as sr
from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.vocabulary import RESERVED, SPECIAL_NAMES
from tests.check.cases import GROUND

TOKEN = re.compile(r"[a-z_][a-z0-9_]*|\d+|[(){};,+*/<>=-]+")
FIELDS = "effect value limit while rules estimate text deed lasting bonus asks needs cost scores expelled apt".split()
WRITTEN = re.compile(rf'^({"|".join(FIELDS)}) = (?:"""\n((?:(?!""").*\n)*)"""|"(.*)")$', re.MULTILINE)
"""A text of the effects language in a resolved ruleset."""
QUOTES = "'''"
TEXT = re.compile(f"{QUOTES}(.*?){QUOTES}", re.DOTALL)
LANGUAGE: tuple[str, ...] = (
    *sorted(RESERVED),
    *SPECIAL_NAMES,
    *VERBS,
    *QUERIES,
    *"{}();,+-*/>",
    "<=",
    "0",
    "-1",
    "999",
    "1000000000",
)
OURS = ("ground", "summer", "winter", "solo", "improvements", "day_and_night")


@cache
def original(name: str) -> str:
    """The resolved text without words and looks, which no text reads; texts in literal strings."""
    text = sr.load(str(GROUND) if name == "ground" else name).text()
    tables = re.split(r"^(?=\[[a-z])", text, flags=re.MULTILINE)
    kept = "".join(table for table in tables if not table.startswith(("[words", "[look")))
    return WRITTEN.sub(lambda found: f"{found[1]} = {QUOTES}{found[2] or found[3]}{QUOTES}", kept)


def mutants(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Names and texts; the same for the same seed."""
    random = Random(seed)
    for number in range(count):
        name = OURS[number % len(OURS)]
        yield f"{name}-{seed}-{number}", mutated(original(name), random)


def mutated(text: str, random: Random) -> str:
    for _accident in range(random.choice((1, 1, 1, 2, 4))):
        places = [found.span(1) for found in TEXT.finditer(text)] if random.random() < 0.9 else []
        start, end = random.choice(places or [(0, len(text))])
        tokens = [(start + found.start(), start + found.end()) for found in TOKEN.finditer(text[start:end])]
        if tokens:
            text = _with_accident(text, tokens, random)
    return text


def _with_accident(text: str, tokens: list[tuple[int, int]], random: Random) -> str:
    a, b = sorted(random.choices(tokens, k=2))
    first, second = text[a[0] : a[1]], text[b[0] : b[1]]
    match random.randrange(12):
        case 0 if a[1] <= b[0]:
            return text[: a[0]] + second + text[a[1] : b[0]] + first + text[b[1] :]
        case 1:
            return text[: a[0]] + text[b[1] :]
        case 2:
            return text[: a[0]] + f"{text[a[0] : b[1]]} {text[a[0] : b[1]]}" + text[b[1] :]
        case 3:
            return text[: a[0]] + random.choice(LANGUAGE) + text[a[1] :]
        case 4:
            return text[: a[1]] + f" {random.choice(LANGUAGE)} " + text[a[1] :]
        case 5:
            return text[: a[0]] + text[a[1] :]
        case _:
            return text[: a[0]] + random.choice(_alike(text, first)) + text[a[1] :]


def _alike(text: str, token: str) -> list[str]:
    """Words for a word, numbers for a number, signs for a sign; words of the language stay what they are."""
    if token in RESERVED or token in QUERIES or token in VERBS:
        table = next(group for group in (sorted(RESERVED), list(QUERIES), list(VERBS)) if token in group)
        return table
    found = sorted(set(TOKEN.findall(text)) - RESERVED)
    return [x for x in found if x[0].isalpha() == token[0].isalpha() and x.isdigit() == token.isdigit()]
