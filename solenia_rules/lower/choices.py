"""Lowers decisions: one of several blocks, one thing, several things, an order of things."""

from __future__ import annotations

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Acts, blocks_of
from solenia_rules.checked.indifferent import is_indifferent
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.lower.code import Code, Outcome, Path, Value
from solenia_rules.lower.lookahead import Lookahead, payable_in
from solenia_rules.lower.noted_tests import NotedTests
from solenia_rules.lower.sets import Sets
from solenia_rules.lower.unit import Unit
from solenia_rules.text.frozen import evolve
from solenia_rules.text.places import Span


class Choices:
    """Statements that ask a seat."""

    def __init__(self, unit: Unit, sets: Sets, lookahead: Lookahead, noted: NotedTests) -> None:
        self.u = unit
        self.sets = sets
        self.lookahead = lookahead
        self.noted = noted

    # ---- one of several blocks -----------------------------------------------------------------

    def one_block(self, act: a.ChooseWay | a.May, code: Code) -> None:
        """`choose { } or { }` and `may { }`."""
        chosen = self.which_block(act, code)
        out, blocks = code.out, blocks_of(act)
        for index, block in enumerate(blocks):
            body = self.u.blocks.inside(act, block, code)
            if index == len(blocks) - 1:
                out.extend(body)
            else:
                made = c.If(build.eq(Local(chosen), Const(index)), body, [])
                out.append(made)
                out = made.otherwise

    def which_block(self, act: a.ChooseWay | a.May, code: Code) -> int:
        """Emit the decision; returns a local with the number of the chosen block."""
        labels, reads = (("yes", "no"), "may") if isinstance(act, a.May) else (act.names, "branch")
        chosen = code.temp()
        look = self._must_look(blocks_of(act), code)
        if look and code.after is not None:
            made = self._viable_blocks(act, code)
            spec = self.u.spec(code, "branch", "", reads, labels, openly=act.openly, span=act.span)
            self.u.doubt(spec, made.doubts)
            yes, unsure = made.masks()
            code.emit(c.Decide(spec, code.me, yes, chosen, unsure))
        else:
            spec = self.u.spec(code, "branch", "", reads, labels, look, openly=act.openly, span=act.span)
            code.emit(c.Decide(spec, code.me, Const((1 << len(labels)) - 1), chosen))
        self.noted.branches(act, spec, code)
        return chosen

    def _viable_blocks(self, act: a.ChooseWay | a.May, code: Code) -> Outcome:
        """The blocks that can certainly be completed, and those that must be tried."""
        made = Outcome.start(code, Const(0))
        for index, block in enumerate(blocks_of(act)):
            path = Path(block, code.after, dict(code.env))
            self.lookahead.sift(code, path, code.me, evolve(made, bit=Const(1 << index)))
        return made

    def _must_look(self, blocks: tuple[Acts, ...], code: Code) -> bool:
        """Whether an option may turn out to be impossible later."""
        return code.strict and (code.rest_fails or any(self.u.failing.any(block) for block in blocks))

    # ---- one thing -----------------------------------------------------------------------------

    def things(self, act: a.Choose, code: Code) -> None:
        """`choose c in SET where TEST`, with a quota or a block."""
        if act.at_most_one:
            self._at_most_one(act, code)
            return
        if act.quota is not None:
            self.for_each_picked(act, self.pick(act, act.quota, code), code)
            return
        chosen = code.temp()
        look = self._must_look(blocks_of(act), code)
        derived = look and code.after is not None
        unsure: Ex | None = None
        doubts: list[Span] = []
        if derived and (act.body is not None or not self._surely_paid(act, code)):
            mask, unsure, doubts = self._viable_things(act, code)
        else:
            mask = self._candidates(act, code)
        spec = self.u.spec(code, _domain(act.source), act.name, "choose", look=look and not derived, openly=act.openly,
                           span=act.span)  # fmt: skip
        self.u.doubt(spec, doubts)
        self.noted.choice(act, spec, code)
        decide = c.Decide(spec, code.me, mask, chosen, unsure)
        code.env[act.var] = Local(chosen)
        if code.strict:
            code.emit(decide)
            if act.body is not None:
                code.out.extend(self.u.blocks.inside(act, act.body, code))
            return
        code.emit(c.Set(chosen, Const(-1)))
        then: list[c.Stmt] = [decide]
        if act.body is not None:
            then.extend(self.u.blocks.inside(act, act.body, code))
        code.emit(c.If(mask, then, []))
        if act.body is None:
            code.maybe[act.var] = build.le(Const(0), Local(chosen))

    def _at_most_one(self, act: a.Choose, code: Code) -> None:
        """`choose up to 1 c in SET where TEST { }`: the option to stop is one of the options. Nobody is asked if the
        set is empty."""
        assert act.body is not None
        domain, chosen = _domain(act.source), code.temp()
        done = self.u.layout.domain_count(domain)
        look = self._must_look((act.body,), code)
        code.emit(c.Set(chosen, Const(done)))
        asked: list[c.Stmt] = []
        doubts: list[Span] = []
        mask = code.keep(self.sets.filter_mask(act.var, act.source, act.where, code))
        with code.into(asked):
            if look and code.after is not None:
                yes, unsure, doubts = self._viable_things(act, code, mask)
                stop = Outcome.start(code, Const(1 << done))
                self.lookahead.sift(code, evolve(code.after, env=dict(code.env)), code.me, stop)
                doubts += stop.doubts
                offered, doubtful = stop.masks()
                offered, tried = build.bor(yes, offered), build.bor(unsure, doubtful)
            else:
                one = _one_of_equals(mask, code) if _are_pieces(act.source) else mask
                offered, tried = build.bor(one, Const(1 << done)), None
            derived = tried is not None
            spec = self.u.spec(code, domain, act.name, "pick", look=look and not derived, done=True,
                               openly=act.openly, span=act.span)  # fmt: skip
            self.u.doubt(spec, doubts)
            self.noted.choice(act, spec, code)
            code.emit(c.Decide(spec, code.me, offered, chosen, tried, left=Const(1)))
        code.emit(c.If(build.ne(mask, Const(0)), asked, []))
        code.env[act.var] = Local(chosen)
        body = self.u.blocks.inside(act, act.body, code)
        code.emit(c.If(build.ne(Local(chosen), Const(done)), body, []))

    def _viable_things(self, act: a.Choose, code: Code, among: Ex | None = None) -> tuple[Ex, Ex, list[Span]]:
        """The candidates after which the rest can be done, those that must be tried, and because of what."""
        assert code.after is not None
        after, me = code.after, code.me

        def ahead(env: dict[int, Value], found: Outcome) -> None:
            if act.body is not None:
                path = Path(act.body, after, env)
            else:
                path = evolve(after, env=env, payable=payable_in(act.where))
            self.lookahead.sift(code, path, me, found, act.source)

        found = self.lookahead.members(code, act, ahead, some=False, among=among)
        sure, unsure = found.masks()
        if not _are_pieces(act.source):
            return sure, unsure, found.doubts
        offered = _one_of_equals(build.bor(sure, unsure), code)
        return build.band(sure, offered), build.band(unsure, offered), found.doubts

    def _surely_paid(self, act: a.Choose, code: Code) -> bool:
        """Whether the next statement pays what the filter found payable, and nothing after it can fail."""
        assert code.after is not None
        return self.lookahead.surely_paid(evolve(code.after, payable=payable_in(act.where)))

    def _candidates(self, act: a.Choose, code: Code) -> Ex:
        mask = self.sets.filter_mask(act.var, act.source, act.where, code)
        return _one_of_equals(mask, code) if _are_pieces(act.source) else code.keep(mask)

    # ---- several things ------------------------------------------------------------------------

    def pick(self, act: a.Choose, quota: Term, code: Code) -> int:
        """Ask for several things one by one; returns a local with the sequence of the picked things."""
        assert act.body is not None
        domain = _domain(act.source)
        mask, left, picked, chosen = code.temp(), code.temp(), code.temp(), code.temp()
        code.emit(c.Set(left, build.maximum(Const(0), self.u.values.of(quota, code))))
        code.emit(c.Set(mask, self.sets.filter_mask(act.var, act.source, act.where, code)))
        code.emit(c.Set(picked, Const(0)))
        enough = build.le(Local(left), build.popcount(Local(mask)))
        if code.strict and not act.up_to:
            place = self.u.place(act.span)
            self.noted.note(place, "pick", (act.source, act.where, quota), code, act.var)
            code.emit(c.If(enough, [], [c.Fail(place)]))
        else:
            code.emit(c.If(enough, [], [c.Set(left, build.popcount(Local(mask)))]))
        label = self.u.label()
        look = self._must_look((act.body,), code)
        spec = self.u.spec(code, domain, act.name, "pick", look=look, done=act.up_to, openly=act.openly,
                           span=act.span)  # fmt: skip
        self.noted.choice(act, spec, code)
        body: list[c.Stmt] = [c.If(build.le(Local(left), Const(0)), [c.Break(label)], [])]
        with code.into(body):
            offered = _one_of_equals(Local(mask), code) if _are_pieces(act.source) else Local(mask)
            done = self.u.layout.domain_count(domain)
            if act.up_to:
                offered = build.bor(offered, Const(1 << done))
            elif is_indifferent(self.u.summaries.calls, act.body, act.var):
                all_of_them = build.eq(Local(left), build.popcount(Local(mask)))
                offered = build.choice(all_of_them, build.bit(build.lowest(Local(mask))), offered)
            code.emit(c.Decide(spec, code.me, offered, chosen, left=Local(left)))
            if act.up_to:
                code.emit(c.If(build.eq(Local(chosen), Const(done)), [c.Break(label)], []))
            code.emit(c.Set(mask, build.bandnot(Local(mask), build.bit(Local(chosen)))))
            code.emit(c.Set(picked, build.seq_push(Local(picked), Local(chosen))))
            code.emit(c.Set(left, build.sub(Local(left), Const(1))))
        code.emit(c.Loop(label, body))
        return picked

    def for_each_picked(self, act: a.Choose, picked: int, code: Code) -> None:
        """Emit the block for each thing, in the order of picking."""
        block = act.body
        assert block is not None

        def body(_member: Ex, _label: int) -> None:
            code.out.extend(self.u.blocks.inside(act, block, code))

        self.sets.in_order(act.var, Local(picked), t.TRUE_TERM, code, body)

    def in_chosen_order(self, act: a.For, code: Code) -> None:
        """`for x in SET by choice { }`: the seat chooses which comes next."""
        rest, chosen, label = code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(rest, self.sets.filter_mask(act.var, act.source, act.where, code)))
        look = self._must_look((act.body,), code)
        spec = self.u.spec(code, _domain(act.source), act.name, "order", look=look, span=act.span)
        body: list[c.Stmt] = [
            c.If(build.eq(Local(rest), Const(0)), [c.Break(label)], []),
            c.Decide(spec, code.me, Local(rest), chosen),
            c.Set(rest, build.bandnot(Local(rest), build.bit(Local(chosen)))),
        ]
        code.env[act.var] = Local(chosen)
        body += self.u.blocks.inside(act, act.body, code)
        code.emit(c.Loop(label, body))


def _domain(source: Term) -> str:
    """The domain of a decision between the members of a set."""
    kind = source.kind.member
    assert kind is not None
    return f"{kind.base}:{kind.of}" if kind.base in ("word", "bundle") else kind.base


def _are_pieces(source: Term) -> bool:
    member = source.kind.member
    return member is not None and member.base == "piece"


def _one_of_equals(pieces: Ex, code: Code) -> Ex:
    """A set of pieces with one piece of each group of equal pieces."""
    result = code.temp()
    code.emit(c.Prim("dedupe", (pieces,), result))
    return Local(result)
