"""The corpus of the fuzzer, and some thousand changes of it, raise nothing but the documented errors."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzzing.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
CHANGES = 30


def changed(data: bytes, chance: random.Random) -> bytes:
    """The same with a few bytes cut out, doubled, exchanged or written over."""
    made = bytearray(data)
    for _ in range(chance.randrange(1, 4)):
        start = chance.randrange(len(made) + 1)
        end = min(len(made), start + chance.randrange(1, 12))
        match chance.randrange(4):
            case 0:
                del made[start:end]
            case 1:
                made[start:start] = made[start:end]
            case 2:
                made[start:end] = bytes(chance.randrange(256) for _ in range(end - start))
            case _:
                made[start:end] = chance.choice((b"'", b'"', b"{", b"}", b"\n", b"99999999999", b"= {", b"[[", b"\xff"))
    return bytes(made)


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_and_changes_of_it_raise_documented_errors_only(name: str) -> None:
    files = sorted((CORPUS / name).iterdir())
    assert files
    chance = random.Random(name)
    for file in files:
        data = file.read_bytes()
        TARGETS[name](data)
        for _ in range(CHANGES):
            TARGETS[name](changed(data, chance))
