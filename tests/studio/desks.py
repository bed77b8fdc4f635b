"""A desk in a folder of its own, and questions to it as the page asks them."""

from __future__ import annotations

import json
from pathlib import Path

from solenia_rules.studio.desk import Desk

SMALL = """ruleset  = "small"
language = 1
source   = "ours"
seats    = { range = [2, 3] }
title    = { en = "Small" }
about    = { en = "A small game \U0001f3b2 to try things." }

[counters]
star = { plural = "stars", per = ["seat"], score = true, source = "ours" }

[play.turns]
source = "ours"
effect = 'repeat 3 { as seats { phase turn { take_turn } } }'

[verbs.take_turn]
source = "ours"
effect = 'choose small { gain 1 star } or large { gain 2 stars }'

[result.best]
source = "ours"
effect = 'win all(s in seats where stars of s is max(stars of t for t in seats))'
"""


class Asker:
    """Asks a desk; an answer that is not a result fails."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(folder)

    def raw(self, method: str, **given: object) -> dict[str, object]:
        told = json.loads(self.desk.answer(json.dumps({"method": method, **given})))
        assert isinstance(told, dict)
        return told

    def __call__(self, method: str, **given: object):  # type: ignore[no-untyped-def]
        told = self.raw(method, **given)
        assert "result" in told, told
        return told["result"]

    def refused(self, method: str, **given: object) -> str:
        told = self.raw(method, **given)
        assert "refused" in told, told
        return str(told["refused"])

    def small(self, text: str = SMALL) -> Asker:
        self("open", files={"small.toml": text})
        return self
