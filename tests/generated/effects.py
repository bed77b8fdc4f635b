"""Statements and lasting rules of generated texts: every statement of the grammar, every verb of the table.

A verb of the table is written by what its slots take. The statements are a table by class of the syntax tree; a test
compares it with the grammar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import VERBS, BuiltInVerb, Wanted
from solenia_rules.text.frozen import frozen
from tests.generated.chance import Chance
from tests.generated.values import AFTER_LET, ELEMENTS, Sort, Values, bracketed
from tests.generated.worlds import Feature, World

PLACES: tuple[tuple[Feature | None, str, Sort], ...] = (
    (None, "my points", "number"), ("coin", "coins of #seat", "number"), ("pot", "pot", "number"),
    ("price", "price of #good", "number"), ("total", "total", "number"), ("leader", "leader", "seat"),
    ("flag", "my flag", "test"), ("grid", "height of #cell", "number"), ("grid", "grows of #cell", "good"),
    ("grid", "held_by of #cell", "seat"), ("cards", "mark of #card", "number"), ("stock", "stock(me, #good)", "number"),
    ("tally", "my tally", "number"), ("tally", "verdict", "number"), ("target", "my aim", "card"),
    ("corners", "guard of #crossing", "seat"), ("sides", "thick of #wall", "number"),
    ("strips", "makes of #wave", "good"),
)  # fmt: skip
"""What can be set: the feature that it needs, the text and the sort of its values."""


@frozen
class Zone:
    """A zone of a world: the feature that it needs, its text, what lies there, and whether it is hidden."""

    needs: Feature
    text: str
    kind: Sort
    hidden: bool = False


ZONES = (
    Zone("cards", "market", "card"), Zone("cards", "my used", "card"), Zone("cards", "deck", "card", True),
    Zone("hand", "my hand", "card", True), Zone("hand", "hand of next(me)", "card", True),
    Zone("piles", "pile of ore", "card"), Zone("strips", "river", "strip"), Zone("cup", "my cup", "cube", True),
)  # fmt: skip
UNTIL = ("turn", "my turn", "end of turn", "start of turn", "turn of next(me)", "end of my turn")


class Effects:
    """Writes statements for one text."""

    def __init__(
        self,
        chance: Chance,
        world: World,
        bold: bool,
        verbs: tuple[str, ...] = (),
        own: bool = True,
        phases: tuple[str, ...] = (),
    ) -> None:
        """`verbs`: the verbs of the ruleset that can be called. `own`: whether its queries can be used. `phases`: the
        phases of callers that the text may stop."""
        self.chance = chance
        self.world = world
        self.values = Values(chance, world, bold, own)
        self.verbs = verbs
        self.phases = phases
        """The phases that go on where the next statement stands."""
        self.secret = False
        """Whether answers stay hidden, so that none can be open: in `together`."""

    # ---- blocks ------------------------------------------------------------------------------------

    def effect(self, depth: int, most: int = 3) -> str:
        """Statements one after the other."""
        kept = list(self.values.names)
        made = [self.statement(depth) for _ in range(self.chance.between(1, most))]
        self.values.names[:] = kept
        return "; ".join(made)

    def block(self, depth: int) -> str:
        return f"{{ {self.effect(depth, 2)} }}"

    def statement(self, depth: int) -> str:
        """One statement; the simplest one is a verb."""
        if depth <= 0 or self.chance.yes(35):
            return self.do(0)
        return self.chance.pick(list(STATEMENTS.values()))(self, depth - 1)

    # ---- statements of the grammar -----------------------------------------------------------------

    def do(self, depth: int) -> str:
        if self.verbs and self.chance.yes(20):
            return self.chance.pick(self.verbs)
        if self.phases and self.chance.yes(8):
            return f"stop {self.chance.pick(self.phases)}"
        options = [verb for verb in VERBS.values() if verb.written and verb.leaves == "nothing"]
        for _try in range(4):
            verb = self.chance.pick(options)
            made = self.verb(verb)
            if made is not None:
                return made
        return "gain 1 point"

    def let(self, depth: int) -> str:
        if self.chance.yes(15):
            value, sort = f"possible {self.block(depth)}", "test"
            return f"let {self.values.name('test')} = {value}"
        if self.chance.yes(15):
            many = self.values.any_set()
            value = f"{self.chance.pick(AFTER_LET)}({self.values.of(many, depth)})"
            return f"let {self.values.name(ELEMENTS[many])} = {value}"
        sort = self.chance.pick([x for x in SORTS if self.values.can(x)])
        value = self.values.of(sort, depth + 1)
        return f"let {self.values.name(sort)} = {value}"

    def if_(self, depth: int) -> str:
        test = "possible" if self.chance.yes(20) else self.values.of("test", depth + 1)
        text = f"if {test} {self.block(depth)}"
        if self.chance.yes(25):
            text += f" else if {self.values.of('test', depth)} {self.block(depth)}"
        return text + (f" else {self.block(depth)}" if self.chance.yes(50) else "")

    def for_(self, depth: int) -> str:
        many = self.values.any_set()
        kept = list(self.values.names)
        phrase = self.values.phrase(ELEMENTS[many], depth, self.values.of(many, depth + 1))
        if " by " not in phrase and self.chance.yes(15):
            phrase += " by choice"
        text = f"for {phrase} {self.block(depth)}"
        self.values.names[:] = kept
        return text

    def repeat(self, depth: int) -> str:
        times = str(self.chance.between(1, 4)) if self.chance.yes(70) else f"min(4, {self.values.of('number', depth)})"
        body = self.effect(depth, 2)
        if self.chance.yes(40):
            body += f"; if {self.values.of('test', depth)} {{ stop }}"
        return f"repeat {times} {{ {body} }}"

    def choose_effect(self, depth: int) -> str:
        shown, named = self.openly(), self.chance.yes(60)
        ways = [self.block(depth) for _ in range(self.chance.between(2, 3))]
        return f"choose {shown}" + " or ".join(
            f"way_{number} {way}" if named else way for number, way in enumerate(ways)
        )

    def openly(self) -> str:
        """Inside `together` answers stay hidden; elsewhere some are open."""
        return "openly " if not self.secret and self.chance.yes(25) else ""

    def choose_thing(self, depth: int) -> str:
        if "stock" in self.world.has and self.chance.yes(12):
            name = self.values.name("bundle")
            return (
                f"choose {self.openly()}{name} in bundles(2 goods) where can_pay({name}); gain count({name}) of points"
            )
        hand = "hand" in self.world.has and self.chance.yes(35)
        many: Sort = "cards" if hand else self.values.any_set()
        source = "my hand" if hand else self.values.of(many, depth + 1)
        kept = list(self.values.names)
        shown = "" if hand else self.openly()
        quota = self.chance.pick(("", "2 ", "up to 2 ", f"({self.values.of('number', 0)}) "))
        name = self.values.name(ELEMENTS[many])
        text = f"{name} in {bracketed(source)}"
        if self.chance.yes(40):
            text += f" where {self.values.of('test', depth)}"
        if self.chance.yes(55):
            return f"choose {shown}{text}"
        made = f"choose {shown}{quota}{text} {self.block(depth)}"
        self.values.names[:] = kept
        return made

    def may(self, depth: int) -> str:
        return f"may {self.openly()}{self.block(depth)}" + (f" else {self.block(depth)}" if self.chance.yes(40) else "")

    def as_(self, depth: int) -> str:
        together = self.chance.yes(25)
        seats = bracketed(self.values.of("seats", depth))
        if not together:
            return f"as {seats} {self.block(depth)}"
        kept, around = list(self.values.names), self.phases
        self.phases, self.secret = (), True
        body = f"{self.choose_thing(0)}; {self.do(0)}" if self.chance.yes(70) else self.choose_effect(0)
        self.values.names[:], self.phases, self.secret = kept, around, False
        return f"together as {seats} {{ {body} }}"

    def try_(self, depth: int) -> str:
        return f"try {self.block(depth)}"

    def phase(self, depth: int) -> str:
        name, around = self.chance.pick(("turn", "night")), self.phases
        self.phases = (*around, name)
        body = self.block(depth)
        self.phases = around
        return f"phase {name} {body}"

    # ---- verbs of the table ------------------------------------------------------------------------

    def verb(self, verb: BuiltInVerb) -> str | None:
        """A verb with its slots filled, or nothing if the world has nothing for it."""
        text: str = verb.name
        sort: Sort | None = None
        """What the verb is about: the sort of a value, or of the pieces that move."""
        for slot in verb.slots:
            if slot.optional and not self.chance.yes(35):
                continue
            made, sort = self._slot(verb, slot.wanted, sort, slot.preposition == "to")
            if made is None:
                return None
            text += f" {slot.preposition} {made}" if slot.preposition else f" {made}"
        return text

    def _slot(
        self, verb: BuiltInVerb, wanted: Wanted, sort: Sort | None, second: bool
    ) -> tuple[str | None, Sort | None]:
        """What a slot takes, and what the slots after it are about."""
        has, values = self.world.has, self.values
        match wanted:
            case "bundle":
                return values.of("bundle", self.chance.between(0, 2)), sort
            case "number":
                return bracketed(values.of("number", self.chance.between(0, 3))), sort
            case "place":
                places = [
                    (text, kind)
                    for needs, text, kind in PLACES
                    if (needs is None or needs in has) and (verb.name == "set" or kind == "number")
                ]
                text, kind = self.chance.pick(places)
                return values.filled(text, 1), kind
            case "value":
                return bracketed(values.of(sort or "number", 2)), sort
            case "pieces" | "shown":
                kinds = [kind for kind in PIECES if self._some(kind)]
                if not kinds:
                    return None, None
                return self._moved(self.chance.pick(kinds), wanted == "shown")
            case "target":
                targets = [zone.text for zone in self._zones() if zone.kind == sort]
                if sort in ("card", "pawn") and values.can("cell"):
                    targets.append(bracketed(values.of("cell", 2)))
                return self.chance.pick([*targets, "none"]), sort
            case "zone":
                if (
                    "stock" in has
                    and verb.name == "draw"
                    and (sort == "good" or (sort is None and self.chance.yes(15)))
                ):
                    return self.chance.pick(("stock of next(me)", "my stock", "none")[: 3 if second else 2]), "good"
                zones = [zone for zone in self._zones() if sort is None or zone.kind == sort]
                if not zones:
                    return None, None
                zone = self.chance.pick(zones)
                return zone.text, zone.kind
            case "die":
                dice = [die for needs, die in (("die", "die"), ("cup", "my cube")) if needs in has]
                return (self.chance.pick(dice) if dice else None), sort
            case "piece":
                return (bracketed(values.of("strip", 1)) if "strips" in has else None), sort
            case "seats":
                return bracketed(values.of("seats", 1)), sort
            case "effect":
                held = [
                    text for needs, text in (("spell", "spell of #card"), ("path", "rent of my middle")) if needs in has
                ]
                return (values.filled(self.chance.pick(held), 1) if held else None), sort
            case "test":
                return values.of("test", 3), sort
            case "rules":
                return (values.filled("power of #card", 0) if "power" in has else None), sort
            case "phase":
                return self.chance.pick(UNTIL), sort
            case "history":
                return ("stood" if "history" in has else None), sort
            case "cells" | "cell" | "set" | "phrase" | "each" | "word" | "seat" | "list":
                raise AssertionError(f"no verb takes {wanted} yet")
            case _:
                assert_never(wanted)

    def _some(self, kind: Sort) -> bool:
        return self.values.can(kind) or any(zone.kind == kind for zone in self._zones())

    def _zones(self) -> list[Zone]:
        return [zone for zone in ZONES if zone.needs in self.world.has]

    def _moved(self, kind: Sort, shown: bool) -> tuple[str, Sort]:
        """Pieces that are moved or shown: a name, a whole zone, its first piece."""
        known = [name for name, found in self.values.names if found == kind]
        zones = [zone.text for zone in self._zones() if zone.kind == kind]
        wholes = zones if shown else [f"first({zone})" for zone in zones] + zones
        single = [bracketed(self.values.of(kind, 1))] if self.values.can(kind) else []
        return self.chance.pick([*known, *single, *wholes]), kind

    # ---- lasting rules -----------------------------------------------------------------------------

    def rule(self, whose: tuple[str, ...]) -> str:
        """One lasting rule, about what one of these seats does."""
        who = self.chance.pick(whose)
        if self.chance.yes(25):
            return (
                f"room by {who} becomes it + {self.chance.between(1, 2)}"
                if "limit" in self.world.has
                else (f"worked by {who} becomes {self.chance.pick(('it + 1', 'it * 2', 'max(it, n)'))}")
            )
        watched = [verb.name for verb in VERBS.values() if verb.triggers and self._happens(verb)]
        verb = self.chance.pick([*self.verbs, *watched])
        kept = list(self.values.names)
        if verb in VERBS:
            self._parameters(VERBS[verb])
        once = self.chance.pick(("", "", " once per turn", " once per my turn", " once per game"))
        where = f" where {self.values.of('test', 1)}" if self.chance.yes(40) else ""
        body = self.effect(self.chance.between(0, 1), 2)
        self.values.names[:] = kept
        head = self.chance.pick(("after", "before", "instead of"))
        return f"{head} {verb} by {who}{once}{where} {{ {body} }}"

    def _happens(self, verb: BuiltInVerb) -> bool:
        """Whether the world has what a verb is about."""
        if verb.name == "give_up":
            return "limit" in self.world.has
        return (verb.moves == "nothing" and verb.writes in ("more", "less")) or bool(self._zones())

    def _parameters(self, verb: BuiltInVerb) -> None:
        """The parameters of a verb are names in the rules on it."""
        for slot in verb.slots:
            if slot.wanted == "bundle":
                self.values.names.append((slot.name, "bundle"))
            elif slot.wanted == "number" and not slot.optional:
                self.values.names.append((slot.name, "number"))
            elif slot.wanted == "seats":
                self.values.names.append(("others", "seats"))


PIECES: tuple[Sort, ...] = ("card", "pawn", "strip", "cube")
SORTS: tuple[Sort, ...] = (
    "number", "test", "good", "team", "seat", "card", "cell", "cards", "cells", "crossings", "walls", "bundle", "seats",
)  # fmt: skip
"""Sorts of values that get names with `let`."""
STATEMENTS: dict[type, Callable[[Effects, int], str]] = {
    n.Do: Effects.do,
    n.Let: Effects.let,
    n.If: Effects.if_,
    n.For: Effects.for_,
    n.Repeat: Effects.repeat,
    n.ChooseEffect: Effects.choose_effect,
    n.ChooseThing: Effects.choose_thing,
    n.May: Effects.may,
    n.As: Effects.as_,
    n.Try: Effects.try_,
    n.Phase: Effects.phase,
}
"""How each statement of the grammar is written."""
