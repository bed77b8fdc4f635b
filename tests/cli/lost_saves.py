"""Saves on a simulated disk whose power is cut: `lost_save` says what was lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from solenia_rules.cli.saves import write_whole
from tests.power_cuts import Folder, PowerCut

OS = "solenia_rules.cli.saves.os"
PATH = Path("folder/game.json")
CUTS = 3


def lost_save(seed: int, ignores_syncs: bool = False) -> str | None:
    """Write saves one after the other, cut the power several times, and say what is wrong afterwards: the file must be
    the last save that was acknowledged or the one that was on its way, from the first to the last byte."""
    chance = random.Random(seed)
    folder = Folder(chance)
    texts = [b""]
    safe = 0
    for _cut in range(CUTS):
        folder.cut_at, folder.ignores_syncs = chance.randrange(1, 40), ignores_syncs
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(OS, folder)
            while True:
                texts.append(b"%d %d " % (seed, len(texts)) * chance.randrange(1, 400))
                try:
                    write_whole(PATH, texts[-1])
                except PowerCut:
                    break
                safe = len(texts) - 1
        folder = folder.after_cut()
        found = folder.read(PATH.name) or b""
        if found not in (texts[safe], texts[-1]):
            return f"save {safe} was acknowledged, save {len(texts) - 1} was on its way; {found[:40]!r} is there"
        safe = texts.index(found)
    return None
