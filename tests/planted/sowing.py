"""Planted mistakes of meaning that nobody wrote: kind, ruleset and place by lot, the same for a seed."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from attrs import evolve

from solenia_rules.rules.resolver import resolve
from tests.planted.growing import RULESETS
from tests.planted.planting import Mistake

PHASE = re.compile(r"phase \w+ \{")
NAMES = ("beacon", "gable", "thicket", "lantern", "quarry", "ribbon")


def sown_mistakes(kind: str, number: int, seed: int) -> list[Mistake]:
    """As many of a kind as are asked for."""
    chance = Random(f"sown {kind} {seed}")
    made: list[Mistake] = []
    while len(made) < number:
        mistake = SOWERS[kind](Ground(chance.choice(RULESETS)), chance)
        if mistake is not None:
            made.append(evolve(mistake, name=f"sown_{kind}_{len(made) + 1}"))
    return made


class Ground:
    """A ruleset as its files say it."""

    def __init__(self, over: str) -> None:
        self.over = over
        self.document = resolve(over).document

    def records(self, section: str) -> dict[str, dict[str, object]]:
        content = self.document.get(section)
        assert isinstance(content, dict | None)
        return {name: one for name, one in (content or {}).items() if isinstance(one, dict)}

    def score(self) -> str | None:
        return next((name for name, one in self.records("counters").items() if one.get("score")), None)

    def many(self, chance: Random) -> str:
        """A test that no position passes: more pieces in a zone than there are."""
        name, zone = chance.choice(list(self.records("zones").items()))
        per = zone.get("per")
        return f"count({'my ' if per == 'seat' else ''}{name}) > 400" if per in (None, "seat") else "1 > 400"

    def mistake(self, kind: str, what: str, about: tuple[str, ...], layer: str) -> Mistake:
        return Mistake("", kind, self.over, what, about, layer)


def _text(section: str, name: str, effect: str) -> str:
    return f"[{section}.{name}]\nsource = \"ours\"\neffect = '''\n{effect}\n'''\n"


def _verb(ground: Ground, chance: Random) -> tuple[str, str]:
    name, verb = chance.choice(list(ground.records("verbs").items()))
    return name, str(verb["effect"]).strip()


def _soft_lock(ground: Ground, chance: Random) -> Mistake | None:
    """A phase that asks first for what nobody can have."""
    name, step = chance.choice(list(ground.records("play").items()))
    effect = str(step["effect"]).strip()
    phases = list(PHASE.finditer(effect))
    if not phases:
        return None
    end, test = chance.choice(phases).end(), ground.many(chance)
    layer = _text("play", name, f"{effect[:end]} need {test}; {effect[end:]}")
    return ground.mistake("soft_lock", f"`need {test}` in play.{name}", (name,), layer)


def _no_op(ground: Ground, chance: Random) -> Mistake | None:
    """A verb said in other words, or a rule that gives nothing."""
    name, effect = _verb(ground, chance)
    score = ground.score()
    if chance.random() < 0.5 or score is None:
        return ground.mistake(
            "no_op_variant",
            f"`{name}` under a test that holds",
            (),
            _text("verbs", name, f"if 1 is 1 {{\n{effect}\n}}"),
        )
    rule = f"[rules.{chance.choice(NAMES)}]\nsource = \"ours\"\nrules = 'after {name} by anyone {{ gain 0 {score} }}'\n"
    return ground.mistake("no_op_variant", f"nothing gained after `{name}`", (), rule)


def _unused(ground: Ground, chance: Random) -> Mistake | None:
    name = chance.choice(NAMES)
    section, body = chance.choice(
        [("counters", 'per = ["seat"]'), ("queries", "value = '2 + 2'"), ("params", "default = 3, range = [1, 5]")]
    )
    layer = f'[{section}]\n{name} = {{ {body}, source = "ours" }}\n'
    return ground.mistake("unused", f"{section}.{name} for nobody", (name,), layer)


def _unreachable(ground: Ground, chance: Random) -> Mistake | None:
    """A reward that no position comes to, at the end of a verb."""
    name, effect = _verb(ground, chance)
    score, test = ground.score(), ground.many(chance)
    if score is None:
        return None
    layer = _text("verbs", name, f"{effect}\nif {test} {{ gain 1 {score} }}")
    return ground.mistake("unreachable", f"`if {test}` at the end of `{name}`", (name, test), layer)


SOWERS: dict[str, Callable[[Ground, Random], Mistake | None]] = {
    "soft_lock": _soft_lock,
    "no_op_variant": _no_op,
    "unused": _unused,
    "unreachable": _unreachable,
}
