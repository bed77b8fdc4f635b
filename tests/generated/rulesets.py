"""Whole generated rulesets: a world, and texts that use it."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.generated.chance import Chance, Drawn, Seeded
from tests.generated.effects import Effects
from tests.generated.values import Values
from tests.generated.worlds import OURS, World, declarations, world

TURN = ("turn",)
"""The phase around the text of a turn."""


def ruleset(chance: Chance) -> str:
    """The text of a ruleset."""
    made = world(chance)
    bold = chance.yes(12)
    parts = list(declarations(made, _held(chance, made, bold)))
    parts.append(_queries(chance, made, bold))
    verbs: tuple[str, ...] = ()
    for number in range(chance.between(0, 2)):
        deed = Effects(chance, made, bold, verbs, phases=TURN if chance.yes(50) else ()).effect(2)
        parts.append(_record(f"verbs.deed_{number}", "effect", deed))
        verbs = (*verbs, f"deed_{number}")
    for number in range(chance.between(0, 2)):
        law = Effects(chance, made, bold, verbs, phases=TURN if chance.yes(30) else ()).rule(("me", "anyone"))
        parts.append(_record(f"rules.law_{number}", "rules", law))
    parts.append(_record("setup.lay", "effect", _setup(chance, made, bold)))
    turn = Effects(chance, made, bold, verbs, phases=TURN).effect(3, 4)
    parts.append(_record("play.turns", "effect", f"repeat rounds {{ as seats {{ phase turn {{ {turn} }} }} }}"))
    if chance.yes(40):
        parts.append(_record("scoring.last", "effect", f"as seats {{ {Effects(chance, made, True).effect(1, 2)} }}"))
    best = "all(s in seats where points of s is max(points of t for t in seats))"
    parts.append(_record("result.best", "effect", f"win {best if chance.yes(80) else 'none'}"))
    return "\n".join(parts)


def _record(key: str, field: str, text: str) -> str:
    return f"[{key}]\n{OURS}\n{field} = '''\n{text}\n'''\n"


def _held(chance: Chance, made: World, bold: bool) -> dict[str, str]:
    """Texts that records hold."""
    held: dict[str, str] = {}
    for number in range(len(made.cards) if "cards" in made.has else 0):
        if "spell" in made.has and chance.yes(60):
            phases = TURN if chance.yes(30) else ()
            held[f"spell {number}"] = Effects(chance, made, bold, own=False, phases=phases).effect(1, 2)
        if "works" in made.has and chance.yes(60):
            held[f"works {number}"] = Values(chance, made, bold, own=False).of("number", 1)
            held[f"apt {number}"] = Values(chance, made, bold, own=False).of("test", 1)
            held[f"asks {number}"] = chance.pick(
                ("2 points", "1 ore + 1 good") if "stock" in made.has else ("1 point",)
            )
        if "power" in made.has and chance.yes(60):
            held[f"power {number}"] = Effects(chance, made, bold, own=False).rule(("me", "others", "anyone"))
    if "path" in made.has and chance.yes(60):
        held["rent"] = Effects(chance, made, bold, own=False).effect(1, 2)
    return held


def _queries(chance: Chance, made: World, bold: bool) -> str:
    values = Values(chance, made, bold, own=False)
    values.names.append(("n", "number"))
    lines = [
        f"worked = {{ params = {{ n = \"number\" }}, value = '''{values.of('number', 2)}''', {OURS} }}",
        f"priced = {{ params = {{ n = \"0..5\" }}, value = '''{values.of('bundle', 1)}''', {OURS} }}",
    ]
    if "limit" in made.has:
        lines.append(f"room = {{ value = '{chance.between(2, 6)}', {OURS} }}")
    if "table" in made.has:
        lines.append(f'bonus = {{ params = {{ n = "0..3" }}, table = [0, 1, 3, 6], shown = false, {OURS} }}')
    if "grid" in made.has:
        tested = Values(chance, made, bold, own=False)
        tested.names.append(("c", "cell"))
        lines.append(f"open_to = {{ params = {{ c = \"cell\" }}, value = '''{tested.of('test', 2)}''', {OURS} }}")
    if chance.yes(30):
        shown = Values(chance, made, False, own=False)
        lines.append(f"wealth = {{ value = '''{shown.of('number', 2)}''', shown = true, {OURS} }}")
    return "[queries]\n" + "\n".join(lines) + "\n"


def _setup(chance: Chance, made: World, bold: bool) -> str:
    lines = []
    if "cards" in made.has:
        lines.append("shuffle deck")
        lines.append("draw 2 from deck to market")
    if "hand" in made.has:
        lines.append("as seats { draw 2 from deck to my hand }")
    if "pawn" in made.has:
        lines.append("as seats { move my pawn to first(field) }")
    if "cup" in made.has:
        lines.append("as seats { roll my cube }")
    if chance.yes(50):
        lines.append(Effects(chance, made, bold).effect(1, 2))
    return "; ".join(lines) or "gain 1 point"


@st.composite
def _drawn(draw: DrawFn) -> str:
    return ruleset(Chance(Drawn(draw)))


def rulesets() -> SearchStrategy[str]:
    """Texts of rulesets that shrink to small ones."""
    return _drawn()


def seeded(seed: int) -> str:
    """The ruleset of a seed."""
    return ruleset(Chance(Seeded(seed)))
