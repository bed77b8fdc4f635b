"""Statements as steps: who does what, in which order, under which condition."""

from __future__ import annotations

from typing import Literal, assert_never

from attrs import evolve

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.stops import as_written
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.dsl.kinds import TEST, Kind
from solenia_rules.sentences.branches import Branches, has_cases
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.deeds import Deeds
from solenia_rules.sentences.folding import FALSE_TERM, fold
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.sets import NO_VARIABLE
from solenia_rules.sentences.speaker import member_kind
from solenia_rules.sentences.values import Values
from solenia_rules.words.grammar import Mood
from solenia_rules.words.phrases import NP, Noun, invariable


class Tellers:
    """Steps of statements."""

    def __init__(self, values: Values) -> None:
        self.v, self.g, self.deeds = values, values.g, Deeds(values)
        self.branches = Branches(values)

    def block(self, acts: Acts, c: Context, mood: Mood) -> tuple[Said, ...]:
        """Steps in order; the variable of a statement is known to the statements after it."""
        made: list[Said] = []
        for act in as_written(acts):
            if isinstance(act, a.Let) and self.deeds.is_nameless_seat(act):
                c = evolve(c, apart={**c.apart, act.var: act.name})
            if isinstance(act, (a.Let, a.LetRandom, a.LetPossible)):
                c = self._known(c, act.var, act.name, _named_kind(act))
            if isinstance(act, a.Choose) and act.body is None:
                c = self._known(c, act.var, act.name, member_kind(act.source))
            made += self.act(act, c.acting(), mood)
        return tuple(made)

    def _known(self, c: Context, number: int, name: str, kind: Kind) -> Context:
        """A context with one more variable, called by its name if its words would name another one too."""
        c = c.named(number, name)
        c = c.named_test(number) if kind.base == "test" else c
        return c.telling(number, self.v.by_name(name, kind)) if number in c.apart else c

    def _marked(self, one: NP, number: int, c: Context) -> NP:
        """The member that is chosen or gone through, with its name if it is called by that from then on."""
        return one.then(f"({self.g.say('quoted', x=c.apart[number].replace('_', ' '))})") if number in c.apart else one

    # ---- one statement -------------------------------------------------------------------------

    def act(self, act: Act, c: Context, mood: Mood) -> list[Said]:
        """The steps of one statement."""
        match act:
            case a.DoVerb(stands_for=a.GiveUp()):
                return []
            case a.DoVerb(stands_for=built_in) if built_in is not None:
                return [Said(self.deeds.built_in(built_in, c, mood))]
            case a.DoVerb():
                return [Said(self.deeds.verb(act, c, mood))]
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget()
                | a.Roll() | a.Show()
                | a.Need() | a.Stop() | a.Win()
            ):  # fmt: skip
                return [Said(self.deeds.built_in(act, c, mood))]
            case a.SetTo():
                return [Said(self.deeds.set(act, c, mood))]
            case a.AddTo():
                return [Said(self.deeds.add(act, c, mood))]
            case a.RunHeld():
                return [Said(self.deeds.run_held(act, c, mood))]
            case a.StartRules():
                return [Said(self.deeds.start(act, c))]
            case a.Let():
                return [self._let(act, c, mood)]
            case a.If():
                return self._if(act, c, mood)
            case a.For():
                return [self._for(act, c, mood)]
            case a.Repeat(times, (a.DrawWord() as drawn, *_)):
                return [Said(self.deeds.draw_words(times, drawn, c, mood))]
            case a.DrawWord():
                raise AssertionError("a drawn word is told by its repeat")
            case a.Repeat():
                return self._repeat(act, c, mood)
            case a.ChooseWay():
                return [self._ways(act, c, mood)]
            case a.Choose(quota=None):
                return [self._choose_one(act, c, mood)]
            case a.Choose():
                assert act.quota is not None
                return [self._choose_several(act, act.quota, c, mood)]
            case a.May():
                return self._may(act, c, mood)
            case a.As():
                return self._as(act, c, mood)
            case a.Try(body):
                lead, above = self.g.patterns["if possible"], self.g.patterns["as far"]
                if any(isinstance(inner, (a.DoVerb, a.RunHeld)) for inner in body):
                    # a verb of the ruleset may have several statements, and `try` does those that can be done
                    lead = f"{above}{self.g.pause}"
                return [self._led(lead, above, self.block(body, c, mood), (), c, mood)]
            case a.IfPossible():
                return self._if_possible(act, c, mood)
            case a.LetRandom():
                return [Said(self._choose_at_random(act, c, mood))]
            case a.LetPossible(body=body):
                return [Said(self.deeds.let_possible(act, c, mood), self._some(body, c, mood))]
            case a.Phase(name, body):
                steps, place = self.block(body, c, mood), (act.span.source.name, act.span.start)
                if _is_call(body) and len(steps) == 1:
                    return [evolve(steps[0], phase=name, lead="", place=place)]
                return [Said(self.g.say("phase", x=self.g.title(name)), steps, phase=name, place=place)]
            case _:
                assert_never(act)

    def _led(self, short: str, long: str, steps: tuple[Said, ...], block: Acts, c: Context, mood: Mood) -> Said:
        """Steps of a block after a lead: a single step stands on the line of the lead, several stand below it. If
        another seat does the single step, it is named between lead and step."""
        if len(steps) == 1:
            text = steps[0].text
            if mood == "third" and len(block) == 1 and _joins(block[0], c):
                text = self.g.say("subject", x=text) if c.actor is None else f"{c.actor.text} {text}"
            return evolve(steps[0], text=f"{short} {text}", lead=f"{short} {steps[0].lead}")
        return Said(long, steps)

    def _let(self, act: a.Let, c: Context, mood: Mood) -> Said:
        """A value that is named; one with several cases has a step for each."""
        test = act.value.kind.base == "test" and isinstance(act.value, t.If)
        if not test and not has_cases(act.value):
            return Said(self.deeds.let(act, c, mood))
        asked = self.branches.when if test else self.branches.value
        return Said(self.deeds.let_by_case(act, c, mood), asked(act.value, c.asking()))

    # ---- flow ----------------------------------------------------------------------------------

    def _if(self, act: a.If, c: Context, mood: Mood) -> list[Said]:
        g, made, otherwise = self.g, list[Said](), act.otherwise
        for test, block in zip(act.tests, act.thens, strict=True):
            # a test that the parameters decide is left out; the branch that is taken is told
            decided = fold(test, self.v.number)
            if decided == FALSE_TERM:
                continue
            if decided == TRUE_TERM:
                otherwise = block
                break
            short = g.say("else if" if made else "if", test=self.v.test(test, c.asking()))
            made.append(self._led(f"{short},", short, self._some(block, c, mood), block, c, mood))
        return made + self._else(otherwise, c, mood) if made else list(self.block(otherwise, c, mood))

    def _if_possible(self, act: a.IfPossible, c: Context, mood: Mood) -> list[Said]:
        if not act.body:  # `endings` leaves the block out
            lead = self.g.patterns["if not doable"]
            return [self._led(f"{lead},", lead, self.block(act.otherwise, c, mood), act.otherwise, c, mood)]
        lead, above = self.g.patterns["if doable"], self.g.patterns["if all doable"]
        first = self._led(lead, above, self._some(act.body, c, mood), act.body, c, mood)
        return [first, *self._else(act.otherwise, c, mood)]

    def _else(self, block: Acts, c: Context, mood: Mood) -> list[Said]:
        """The steps of the last block of an `if`."""
        if not block:
            return []
        lead = self.g.patterns["else"]
        return [self._led(f"{lead}{self.g.pause}", lead, self.block(block, c, mood), block, c, mood)]

    def _some(self, block: Acts, c: Context, mood: Mood) -> tuple[Said, ...]:
        """The steps of a block; for an empty block, one step that says that nothing happens."""
        return self.block(block, c, mood) or (Said(self.g.patterns["nothing happens"]),)

    def _for_one(self, act: a.For, single: Term, c: Context, mood: Mood) -> Said:
        """`for x in CELL`: if there is this cell."""
        there = t.Not(t.Equal(single, t.Nothing(single.kind), TEST), TEST)
        short = self.g.say("if", test=self.v.test(there, c.asking()))
        member = self._own_noun(act.name) or self.v.sets.members(act.source, c).noun
        inner = self._known(c.telling(act.var, self.g.np(member, "this")), act.var, act.name, member_kind(act.source))
        return self._led(f"{short},", short, self._some(act.body, inner, mood), act.body, inner, mood)

    def _for(self, act: a.For, c: Context, mood: Mood) -> Said:
        if (
            isinstance(act.source, t.Listed)
            and act.source.item.kind.optional
            and fold(act.where, self.v.number) == TRUE_TERM
        ):
            return self._for_one(act, act.source.item, c, mood)
        g, var, noun = self.g, act.var, self._own_noun(act.name)
        whose = c.asking() if any(isinstance(inner, a.As) for inner in act.body) else c
        each = self._marked(self.v.sets.member(act.source, act.where, var, "each", whose, noun), var, c)
        ordered = "" if act.by_choice else self.v.sets.order(act.keys, var, act.source, c.asking())
        order = g.patterns["in any order"] if act.by_choice else ordered
        lead = g.say("for", x=each) + (f" ({order})" if order else "")
        member = noun or self.v.sets.members(act.source, c).noun
        inner = self._known(c.telling(var, g.np(member, "this")), var, act.name, member_kind(act.source))
        return self._led(f"{lead}{g.pause}", lead, self._some(act.body, inner, mood), act.body, inner, mood)

    def _own_noun(self, name: str) -> Noun | None:
        """The words that the ruleset gives a variable's name, if any."""
        return self.v.noun(name) if self.g.lexicon.has(name) else None

    def _repeat(self, act: a.Repeat, c: Context, mood: Mood) -> list[Said]:
        g, number = self.g, self.v.number(act.times)
        steps = self._some(act.body, evolve(c, for_all=False), mood)
        if number is None:
            times = self.v.bundles.amount(act.times, g.lexicon.engine("time"), c)
            return [Said(self.deeds.said("repeat", mood, times=times), steps)]
        up_to = _stops(act.body)
        if number == 1 and not up_to:
            return list(steps)
        times = g.count(number, g.lexicon.engine("time"))
        return [Said(self.deeds.said("repeat up to" if up_to else "repeat", mood, times=times), steps)]

    # ---- choices -------------------------------------------------------------------------------

    def _ways(self, act: a.ChooseWay, c: Context, mood: Mood) -> Said:
        g, bundles = self.g, None if act.openly else _same_verb(act)
        if bundles is not None:
            verb, whats = bundles
            return Said(self.deeds.said(verb, mood, what=g.join([self.v.np(what, c) for what in whats], "either")))
        ways: list[Said] = []
        for name, block in zip(act.names, act.ways, strict=True):
            steps = self.block(block, c, "you" if mood == "inf" else mood)
            if name.isdigit():
                ways.append(steps[0] if len(steps) == 1 else Said(g.patterns["this"], steps))
            else:
                ways.append(Said(self._way_title(name), steps))
        return Said(self.deeds.said("choose one openly" if act.openly else "choose one", mood), tuple(ways), True)

    def _way_title(self, name: str) -> str:
        """What a named branch is called. If it is called like a verb, it is an instruction: `move a token`."""
        verb, you = self.v.names.verbs.get(name), self.g.lexicon.noun(name).form("you")
        if verb is None or you is None:
            return self.g.title(name)
        return self.g.fill(you, {param.id: self.g.np(self.v.noun(param.id), "a") for param in verb.params})

    def _choose_one(self, act: a.Choose, c: Context, mood: Mood) -> Said:
        member = self.v.sets.member(act.source, act.where, act.var, "a", c, self._own_noun(act.name), way="from")
        said = self.deeds.said(_choose(act), mood, what=self._marked(member, act.var, c))
        inner = self._known(c, act.var, act.name, member_kind(act.source))
        return Said(said, () if act.body is None else self.block(act.body, inner, mood))

    def _choose_at_random(self, act: a.LetRandom, c: Context, mood: Mood) -> str:
        """`choose a good at random`"""
        phrase = act.source if isinstance(act.source, t.Phrase) else None
        source = act.source if phrase is None else phrase.source
        if isinstance(source, t.BuiltIn) and source.query == "all":
            source = source.given[0]
        where, var = (TRUE_TERM, act.var) if phrase is None else (phrase.where, phrase.var)
        member = self.v.sets.member(source, where, var, "a", c, self._own_noun(act.name), way="from")
        return self.deeds.said("choose at random", mood, what=self._marked(member, act.var, c))

    def _choose_several(self, act: a.Choose, quota: Term, c: Context, mood: Mood) -> Said:
        g, var, noun = self.g, act.var, self._own_noun(act.name)
        found = self.v.sets.members(act.source, c, "from")
        where_from = found.where if found.whole is None else g.say("out of", x=found.whole)
        named = noun if noun and found.whole is None else found.noun

        def which(things: NP) -> NP:
            return self.v.sets.related(things.then(g.agree(where_from, things)), act.where, var, c)

        if act.up_to and _is_all(quota, act.source):
            many = g.of(g.np(g.lexicon.engine("any number"), "bare"), which(g.np(named, "bare", True)))
        else:
            many = self.v.bundles.amount(quota, named, c, which)
            many = many.mapped(lambda x: g.say("up to", x=x)) if act.up_to else many
        inner = c.telling(var, g.np(noun or found.noun, "this"))
        inner = self._known(inner, var, act.name, member_kind(act.source))
        steps = self.block(act.body or (), inner, mood)
        said = self.deeds.said(_choose(act), mood, what=self._marked(many, var, c)) + g.patterns["semicolon"]
        if len(steps) == 1 and not steps[0].steps:
            return Said(said + g.say("for each of them", x=steps[0].text))
        return Said(said + g.patterns["with each of them"], steps)

    def _may(self, act: a.May, c: Context, mood: Mood) -> list[Said]:
        g = self.g
        steps = self.block(act.body, c, "inf")
        made: list[Said] = []
        if all(not step.steps for step in steps):
            listed = g.patterns["then"].join(step.text for step in steps)
            made.append(Said(self.deeds.said("may openly" if act.openly else "may", mood, what=invariable(listed))))
        else:
            below = self.block(act.body, c, "you" if mood == "inf" else mood)
            made.append(Said(self.deeds.said("may do openly" if act.openly else "may do", mood), below))
        if act.otherwise:
            lead = g.patterns["if not"]
            made.append(self._led(f"{lead}{g.pause}", lead, self.block(act.otherwise, c, mood), (), c, mood))
        return made

    # ---- seats ---------------------------------------------------------------------------------

    def _as(self, act: a.As, c: Context, mood: Mood) -> list[Said]:
        g, seats, order = self.g, act.seats, ""
        if isinstance(seats, t.Listed) and self.v.is_me(seats.item, c):
            return list(self.block(act.body, c.telling(act.var, g.you), mood))
        match seats:
            case t.BuiltIn("reverse", (turned,)):
                seats, order = turned, g.patterns["last first"]
            case _:
                pass
        match seats:
            case t.Listed():
                who = self.v.np(seats.item, c.asking())
            case t.Phrase("all", var, keys=keys):
                who = self.v.sets.member(seats.source, seats.where, var, "each", c.asking())
                if keys:
                    ordered = self.v.sets.order(keys, var, seats.source, c.asking())
                    order = f"{ordered}, {g.patterns['reversed']}" if order else ordered
            case _:
                who = self.v.sets.member(seats, TRUE_TERM, NO_VARIABLE, "each", c.asking())
        single = isinstance(seats, t.Listed)
        other = evolve(c.other_seat(act.var), for_all=c.for_all or not single, actor=who if single else None)
        steps = self.block(act.body, other, "third")
        lead = g.say("together", x=who) if act.together else who.text + (f" ({order})" if order else "")
        if len(steps) == 1 and not act.together and _joins(act.body[0], other):
            return [evolve(steps[0], text=f"{lead} {steps[0].text}", lead=f"{lead} {steps[0].lead}")]
        return [Said(lead, steps)]


def _named_kind(act: a.Let | a.LetRandom | a.LetPossible) -> Kind:
    """The kind of what a statement names."""
    match act:
        case a.Let():
            return act.value.kind
        case a.LetRandom():
            return act.kind
        case a.LetPossible():
            return TEST
        case _:
            assert_never(act)


def _is_all(quota: Term, source: Term) -> bool:
    """Whether a number is the size of a set."""
    return isinstance(quota, t.BuiltIn) and quota.query == "count" and t.equal(quota.given[0], source)


def _choose(act: a.Choose) -> Literal["choose", "choose openly"]:
    return "choose openly" if act.openly else "choose"


def _same_verb(act: a.ChooseWay) -> tuple[Literal["gain", "pay", "lose"], list[Term]] | None:
    """`gain 1 ore or 1 gold`: the verb and the bundles of ways that differ only in their bundle."""
    verbs, whats = set[Literal["gain", "pay", "lose"]](), list[Term]()
    for block in act.ways:
        match block:
            case (a.Gain() | a.Pay() | a.Lose() as only,):
                verbs.add(only.VERB)
                whats.append(only.what)
            case _:
                return None
    return (verbs.pop(), whats) if len(verbs) == 1 else None


def _is_call(body: Acts) -> bool:
    """Whether a phase only does a verb of the ruleset, whose words say enough."""
    return len(body) == 1 and isinstance(body[0], a.DoVerb)


def _joins(act: Act, c: Context) -> bool:
    """Whether the line of a statement can directly follow the words for who does it."""
    match act:
        case a.Phase(_, body):
            return _is_call(body)
        case a.Stop(phase=None):
            return not c.for_all
        case a.Repeat():
            return len(act.body) > 0
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
            | a.Note() | a.Forget() | a.Roll()
            | a.Show()
            | a.Stop() | a.DoVerb() | a.RunHeld() | a.Choose() | a.ChooseWay() | a.AddTo() | a.May()
        ):  # fmt: skip
            return True
        case a.Need() | a.Win() | a.SetTo() | a.StartRules() | a.Let() | a.If() | a.For() | a.As() | a.Try():
            return False
        case a.IfPossible() | a.LetPossible() | a.LetRandom() | a.DrawWord():
            return False
        case _:
            assert_never(act)


def _stops(acts: Acts) -> bool:
    """Whether a `stop` ends the repeat that the statements stand in."""
    return any(
        (isinstance(act, a.Stop) and act.phase is None)
        or (not isinstance(act, a.Repeat) and any(map(_stops, a.blocks_of(act))))
        for act in acts
    )
