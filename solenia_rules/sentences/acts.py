"""Statements as told steps: who does what, in which order, under which condition."""

from __future__ import annotations

from attrs import evolve, frozen

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.kinds import Kind
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.deeds import Deeds, let_name
from solenia_rules.sentences.grammar import Mood
from solenia_rules.sentences.phrases import NP, plain
from solenia_rules.sentences.values import Values


@frozen
class Said:
    """A step and the steps it holds; neither capital letter nor full stop."""

    text: str
    steps: tuple[Said, ...] = ()
    ways: bool = False
    """Whether only one of the steps is done."""
    phase: str = ""
    """The phase that this is all of, but for its lead."""
    lead: str = ""
    """What leads to the phase on the same line: when, for what, who."""


class Tellers:
    """Steps of statements."""

    def __init__(self, values: Values) -> None:
        self.v, self.g, self.deeds = values, values.g, Deeds(values)

    def block(self, acts: Acts, c: Context, mood: Mood) -> tuple[Said, ...]:
        """Steps in order; what a statement names is known to those after it."""
        made: list[Said] = []
        for act in acts:
            if act.op == "let":
                c = self._known(c, act, let_name(act), act.terms[0].kind)
            if act.op == "choose" and not act.blocks:
                c = self._known(c, act, str(act.data[3]), member_kind(act))
            made += self.act(act, c.acting(), mood)
        return tuple(made)

    def _known(self, c: Context, act: Act, name: str, kind: Kind) -> Context:
        """With the variable of a statement, told by its name where its words would not tell it apart."""
        number = int(str(act.data[0]))
        c = c.named(number, name)
        return c.telling(number, self.v.by_name(name, kind)) if number in c.apart else c

    def _marked(self, one: NP, number: int, c: Context) -> NP:
        """What is chosen or gone through, with the name by which it is told from then on."""
        return one.then(f"({self.g.say('quoted', x=c.apart[number].replace('_', ' '))})") if number in c.apart else one

    # ---- one statement -------------------------------------------------------------------------

    def act(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g = self.g
        if isinstance(act, a.DoVerb) and act.stands_for is not None:
            act = act.stands_for
        match act.op:
            case "verb":
                return [Said(self.deeds.verb(act, c, mood))]
            case "builtin":
                return [Said(self.deeds.built_in(act, c, mood))]
            case "set":
                return [Said(self.deeds.set(act, c, mood))]
            case "add":
                return [Said(self.deeds.add(act, c, mood))]
            case "do":
                field = str(act.data[0])
                noun, holder = self.v.noun(field), self.v.holder(act.terms[1], field, c.asking())
                return [Said(self.deeds.said("do", mood, effect=g.of(g.np(noun, "the", noun.plural_only), holder)))]
            case "start":
                return [Said(self.deeds.start(act, c, mood))]
            case "let":
                return [Said(self.deeds.let(act, c, mood))]
            case "if":
                return self._if(act, c, mood)
            case "for":
                return self._for(act, c, mood)
            case "repeat":
                return self._repeat(act, c, mood)
            case "choose_effect":
                return self._ways(act, c, mood)
            case "choose":
                return self._choose(act, c, mood)
            case "may":
                return self._may(act, c, mood)
            case "as":
                return self._as(act, c, mood)
            case "try":
                return [self._led(g.patterns["if possible"], g.patterns["as far"], self.block(act.blocks[0], c, mood))]
            case "phase":
                steps, phase = self.block(act.blocks[0], c, mood), str(act.data[0])
                if len(steps) == 1:
                    return [evolve(steps[0], phase=phase, lead="")]
                return [Said(g.say("phase", x=g.title(phase)), steps, phase=phase)]
            case _:
                raise AssertionError(act.op)

    def _led(self, short: str, long: str, steps: tuple[Said, ...], behind: bool = False) -> Said:
        """One step follows what leads to it on the same line, with who does it; several stand below it."""
        if len(steps) == 1:
            text = self.g.say("subject", x=steps[0].text) if behind else steps[0].text
            return evolve(steps[0], text=f"{short} {text}", lead=f"{short} {steps[0].lead}")
        return Said(long, steps)

    # ---- flow ----------------------------------------------------------------------------------------

    def _if(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g, made = self.g, list[Said]()
        for index, (test, block) in enumerate(zip(act.terms, act.blocks, strict=False)):
            said = self.v.clauses.test(test, c.asking())
            first = index == 0
            short = g.say("if" if first else "else if", test=said)
            made.append(self._led(f"{short},", f"{short}", self._some(block, c, mood), _behind(block, mood)))
        if act.blocks[-1]:
            steps = self.block(act.blocks[-1], c, mood)
            made.append(
                self._led(f"{g.patterns['else']}{g.pause}", g.patterns["else"], steps, _behind(act.blocks[-1], mood))
            )
        return made

    def _some(self, block: Acts, c: Context, mood: Mood) -> tuple[Said, ...]:
        """The steps of a block; of an empty one, that nothing happens."""
        return self.block(block, c, mood) or (Said(self.g.patterns["nothing happens"]),)

    def _for(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g = self.g
        var, choice, name = int(str(act.data[0])), act.data[1], str(act.data[2])
        source, where = act.terms[0], act.terms[1]
        noun = self.v.noun(name) if g.lexicon.has(name) else None
        whose = c.asking() if any(inner.op == "as" for inner in act.blocks[0]) else c
        each = self._marked(self.v.sets.member(source, where, var, "each", whose, noun), var, c)
        order = g.patterns["in any order"] if choice else self.v.sets.order(act.terms[2:], var, source, c.asking())
        lead = g.say("for", x=each) + (f" ({order})" if order else "")
        member = noun or self.v.sets.members(source, c).noun
        inner = self._known(c.telling(var, g.np(member, "this")), act, name, member_kind(act))
        steps = self._some(act.blocks[0], inner, mood)
        return [self._led(f"{lead}{g.pause}", lead, steps, _behind(act.blocks[0], mood))]

    def _repeat(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g, number = self.g, self.v.number(act.terms[0])
        steps = self._some(act.blocks[0], c, mood)
        if number is not None:
            times = g.count(number, g.lexicon.engine("time"))
            up_to = _stops(act.blocks[0])
            if number == 1 and not up_to:
                return list(steps)
            return [Said(self.deeds.said("repeat up to" if up_to else "repeat", mood, times=times), steps)]
        times = self.v.bundles.amount(act.terms[0], g.lexicon.engine("time"), c)
        return [Said(self.deeds.said("repeat", mood, times=times), steps)]

    def _ways(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g = self.g
        same = self._same_verb(act)
        if same is not None:
            bundles = [self.v.bundles.np(block[0].terms[1], c) for block in act.blocks]
            return [Said(self.deeds.said(same, mood, what=g.join(bundles, "either")))]
        ways: list[Said] = []
        for name, block in zip(act.data, act.blocks, strict=True):
            steps = self.block(block, c, "you" if mood == "inf" else mood)
            if str(name).isdigit():
                ways.append(steps[0] if len(steps) == 1 else Said(g.patterns["this"], steps))
            else:
                ways.append(Said(g.title(str(name)), steps))
        return [Said(self.deeds.said("choose one", mood), tuple(ways), True)]

    def _same_verb(self, act: Act) -> str | None:
        """`gain 1 ore or 1 gold`: ways that differ only in what is gained."""
        firsts = {block[0].data[0] for block in act.blocks if len(block) == 1 and block[0].op == "builtin"}
        if len(firsts) == 1 and all(len(b) == 1 and b[0].op == "builtin" for b in act.blocks):
            name = str(next(iter(firsts)))
            return name if name in ("gain", "pay", "lose") else None
        return None

    def _choose(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g = self.g
        var, up_to, quota, name = int(str(act.data[0])), act.data[1], act.data[2], str(act.data[3])
        source, where, count = act.terms
        noun = self.v.noun(name) if g.lexicon.has(name) else None
        if not quota:
            one = self._marked(self.v.sets.member(source, where, var, "a", c, noun, way="from"), var, c)
            said = self.deeds.said("choose", mood, what=one)
            inner = self._known(c, act, name, member_kind(act))
            steps = self.block(act.blocks[0], inner, mood) if act.blocks else ()
            return [Said(said, steps)]
        found = self.v.sets.members(source, c, "from")
        where_from = found.where if found.whole is None else g.say("out of", x=found.whole)
        many = self.v.bundles.amount(count, noun if noun and found.whole is None else found.noun, c, where_from)
        many = self.v.sets.related(many, where, var, c)
        if up_to:
            many = many.mapped(lambda x: g.say("up to", x=x))
        inner = self._known(c.telling(var, g.np(noun or found.noun, "this")), act, name, member_kind(act))
        many = self._marked(many, var, c)
        steps = self.block(act.blocks[0], inner, mood)
        said = self.deeds.said("choose", mood, what=many)
        if len(steps) == 1 and not steps[0].steps:
            return [Said(f"{said}{g.patterns['semicolon']}{g.say('for each of them', x=steps[0].text)}")]
        return [Said(f"{said}{g.patterns['semicolon']}{g.patterns['with each of them']}", steps)]

    def _may(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g = self.g
        steps = self.block(act.blocks[0], c, "inf")
        made: list[Said] = []
        if all(not step.steps for step in steps):
            listed = g.patterns["then"].join(step.text for step in steps)
            made.append(Said(self.deeds.said("may", mood, what=plain(listed))))
        else:
            made.append(
                Said(self.deeds.said("may do", mood), self.block(act.blocks[0], c, mood if mood != "inf" else "you"))
            )
        if act.blocks[1]:
            lead = g.patterns["if not"]
            made.append(self._led(f"{lead}{g.pause}", lead, self.block(act.blocks[1], c, mood)))
        return made

    def _as(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        g = self.g
        var, together = int(str(act.data[0])), act.data[1]
        seats = act.terms[0]
        inner = c.other_seat(var)
        one = seats.args[0] if seats.op == "listed" else None
        if one is not None and self.v.is_me(one, c):
            return list(self.block(act.blocks[0], c.telling(var, g.you), mood))
        order = ""
        if seats.op == "builtin" and seats.data[0] == "reverse":
            seats, order = seats.args[0], g.patterns["last first"]
        who = self.v.np(one, c.asking()) if one is not None else self._everyone(seats, c)
        if seats.op == "phrase":
            order = self.v.sets.order(seats.args[3:], int(str(seats.data[1])), seats.args[0], c.asking())
        steps = self.block(act.blocks[0], inner, "third")
        lead = g.say("together", x=who) if together else who.text + (f" ({order})" if order else "")
        if len(steps) == 1 and not together and _joins(act.blocks[0][0]):
            return [evolve(steps[0], text=f"{lead} {steps[0].text}", lead=f"{lead} {steps[0].lead}")]
        return [Said(lead, steps)]

    def _everyone(self, seats: Term, c: Context) -> NP:
        """`each player`, `each player who has 2 points`"""
        if seats.op == "phrase" and seats.data[0] == "all":
            return self.v.sets.member(seats.args[0], seats.args[1], int(str(seats.data[1])), "each", c.asking())
        return self.v.sets.member(seats, t.TRUE_TERM, -1, "each", c.asking())


def _joins(act: Act) -> bool:
    """Whether a statement can stand directly behind who does it."""
    if act.op == "phase":
        return len(act.blocks[0]) == 1 and _joins(act.blocks[0][0])
    if act.op == "builtin":
        return act.data[0] not in ("need", "win")
    if act.op == "repeat":
        return len(act.blocks[0]) > 0
    return act.op in ("verb", "do", "choose", "choose_effect", "add", "may")


def member_kind(act: Act) -> Kind:
    """Of what is chosen or gone through."""
    kind = act.terms[0].kind.member
    assert kind is not None
    return kind


def _behind(block: Acts, mood: Mood) -> bool:
    """Whether somebody else does the only statement of a block."""
    return mood == "third" and len(block) == 1 and _joins(block[0])


def _stops(acts: Acts) -> bool:
    """Whether a repeat may end early."""
    return any(
        (a.op == "builtin" and a.data[0] == "stop") or (a.op != "repeat" and any(_stops(b) for b in a.blocks))
        for a in acts
    )
