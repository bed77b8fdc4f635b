"""`stop PHASE` becomes ordinary statements.

`make_stops` adds a hidden state to each phase that a text stops: whether the phase was stopped. A `stop turn` sets this
state to yes. The statements that follow it in the phase, also those of the texts that called it, are done only while
the state is no, and loops end early. At the end of the phase the state becomes no again. A designer could write the
same by hand, but the tests are easily forgotten. No later pass and no executor needs to know about `stop PHASE`:
secrets, costs, looking ahead and machine code see state and tests. For sentences, `as_written` undoes the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.dsl import kinds as k
from solenia_rules.rules.records import STOPPED, stopped_phase
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import evolve
from solenia_rules.text.suggestions import named_or_listed

_NO = evolve(TRUE_TERM, value=0)
_ME = t.Var(t.ME, k.SEAT)


def make_stops(checked: Checked) -> list[Diagnostic]:
    """Replace every `stop PHASE`. Returns a diagnostic for each one that cannot be replaced."""
    if not any(act.phase for text in _texts(checked) for act in a.all_acts(text.acts) if isinstance(act, a.Stop)):
        return []
    stops = _Stops(checked)
    found = list(stops.problems())
    if not found:
        stops.replace()
    return found


def as_written(acts: Acts) -> Acts:
    """The statements as they were before `make_stops`."""
    made: list[Act] = []
    for act in acts:
        match act:
            case a.SetTo(t.State(variable)) if (phase := stopped_phase(variable)) is not None:
                made += [a.Stop(_ME, phase, span=act.span)] if act.value == TRUE_TERM else []
            case a.If((test, *_), (block, *_)) if stops_of(test):
                made += as_written(block) if isinstance(test, t.Not) else ()
            case _:
                made.append(act)
    return tuple(made)


def stops_of(test: Term) -> tuple[str, ...]:
    """The phases of a test that `make_stops` wrote: whether one of them is over, or none; empty: it wrote another
    test."""
    match test:
        case t.Not():
            return stops_of(test.value)
        case t.State(variable):
            phase = stopped_phase(variable)
            return () if phase is None else (phase,)
        case t.Or(tests):
            found = [stops_of(one) for one in tests]
            return tuple(phase for one in found for phase in one) if all(found) else ()
        case _:
            return ()


def _texts(checked: Checked) -> Iterator[CheckedText]:
    yield from (text for _section, text in checked.steps)
    yield from checked.verbs.values()
    yield from checked.held.values()
    yield from (rule.body for rule in _rules(checked))


def _rules(checked: Checked) -> Iterator[CheckedRule]:
    yield from (rule for group in (*checked.rules.values(), *checked.held_rules.values()) for rule in group)


def _flag(phase: str) -> t.State:
    return t.State(STOPPED + phase, None, k.TEST)


def _over(phases: Iterable[str]) -> Term:
    """Whether one of several phases was stopped."""
    flags = tuple(_flag(phase) for phase in sorted(phases))
    return flags[0] if len(flags) == 1 else t.Or(flags, k.TEST)


def _inside(acts: Acts, phases: frozenset[str]) -> Iterator[tuple[Act, frozenset[str]]]:
    """All statements of a block, each with the phases around it."""
    for act in acts:
        yield act, phases
        for block in a.blocks_of(act):
            yield from _inside(block, phases | {act.name} if isinstance(act, a.Phase) else phases)


class _Stops:
    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.on: dict[str, list[CheckedRule]] = {}
        """Verb -> the lasting rules on it."""
        for rule in _rules(checked):
            self.on.setdefault(rule.target, []).append(rule)
        self.of_verb: dict[str, frozenset[str]] = {}
        self.of_field: dict[str, frozenset[str]] = {}
        """Verb, field of effects -> the phases of a caller that it may stop."""
        self._find()

    def _find(self) -> None:
        before: tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]] | None = None
        while before != (self.of_verb, self.of_field):
            before = dict(self.of_verb), dict(self.of_field)
            for verb, text in self.checked.verbs.items():
                bodies = [text.acts, *(rule.body.acts for rule in self.on.get(verb, ()))]
                self.of_verb[verb] = frozenset(phase for body in bodies for phase in self.leaves(body))
            for (_record, field), text in self.checked.held.items():
                self.of_field[field] = self.of_field.get(field, frozenset()) | self.leaves(text.acts)

    def leaves(self, acts: Acts) -> frozenset[str]:
        """The phases around statements that the statements may stop."""
        found: frozenset[str] = frozenset()
        for act in acts:
            match act:
                case a.Stop():
                    found |= {act.phase} if act.phase is not None else set()
                case a.DoVerb(verb):
                    found |= self.of_verb.get(verb, frozenset())
                case a.RunHeld(field):
                    found |= self.of_field.get(field, frozenset())
                case a.Phase(name, body):
                    found |= self.leaves(body) - {name}
                case _:
                    found |= {phase for block in a.blocks_of(act) for phase in self.leaves(block)}
        return found

    # ---- what cannot be done ------------------------------------------------------------------

    def problems(self) -> Iterator[Diagnostic]:
        texts = list(_texts(self.checked))
        acts = [act for text in texts for act in a.all_acts(text.acts)]
        phases = dict.fromkeys(act.name for act in acts if isinstance(act, a.Phase))
        for act in acts:
            if isinstance(act, a.Stop) and act.phase is not None and act.phase not in phases:
                hint = named_or_listed(act.phase, phases, "the phases are")
                if act.phase == "game":
                    hint = "a game ends with `win ...`: some seats, or `win none` for a draw"
                yield Diagnostic("E212", f"no text has a phase `{act.phase}`", act.span, hint)
            elif isinstance(act, a.As) and act.together and self.leaves(act.body):
                yield self._misplaced("`together`", self.leaves(act.body), act)
            elif isinstance(act, a.For) and act.by_choice and self.leaves(act.body):
                yield self._misplaced("a loop `by choice`", self.leaves(act.body), act)
        for act in self._outside(frozenset(phases)):
            message = f"`stop {act.phase}` may be done where no phase `{act.phase}` goes on"
            hint = f"let only texts inside `phase {act.phase} {{ }}` lead here"
            yield Diagnostic("E313", message, act.span, hint)

    def _misplaced(self, where: str, phases: frozenset[str], act: Act) -> Diagnostic:
        message = f"`stop {min(phases)}` cannot be done inside {where}"
        return Diagnostic("E313", message, act.span, "set a state there, and stop afterwards")

    def _outside(self, phases: frozenset[str]) -> Iterator[a.Stop]:
        """Each `stop` of a phase that may be done outside of the phase."""
        around: dict[tuple[str, str], frozenset[str]] = {}
        """Verb or field of effects -> the phases that surely go on where it is called."""
        while True:
            found: dict[tuple[str, str], frozenset[str]] = {}
            wrong: list[a.Stop] = []
            for act, inside in self._reached(around, phases):
                match act:
                    case a.DoVerb(verb):
                        found["verb", verb] = found.get(("verb", verb), phases) & inside
                    case a.RunHeld(field):
                        found["held", field] = found.get(("held", field), phases) & inside
                    case a.Stop() if act.phase in phases and act.phase not in inside:
                        wrong.append(act)
                    case _:
                        pass
            if found == around:
                yield from wrong
                return
            around = found

    def _reached(
        self, around: dict[tuple[str, str], frozenset[str]], phases: frozenset[str]
    ) -> Iterator[tuple[Act, frozenset[str]]]:
        """Every statement, with the phases that surely go on there. A text that nobody calls is in all of them."""
        for _section, text in self.checked.steps:
            yield from _inside(text.acts, frozenset())
        for verb, text in self.checked.verbs.items():
            for acts in (text.acts, *(rule.body.acts for rule in self.on.get(verb, ()))):
                yield from _inside(acts, around.get(("verb", verb), phases))
        for (_record, field), text in self.checked.held.items():
            yield from _inside(text.acts, around.get(("held", field), phases))

    # ---- replacing ------------------------------------------------------------------------------

    def replace(self) -> None:
        checked = self.checked
        by_id = {id(rule): evolve(rule, body=self._text(rule.body)) for rule in _rules(checked)}
        checked.steps = [(section, self._text(text)) for section, text in checked.steps]
        checked.verbs = {verb: self._text(text) for verb, text in checked.verbs.items()}
        checked.held = {key: self._text(text) for key, text in checked.held.items()}
        checked.rules = {key: [by_id[id(x)] for x in group] for key, group in checked.rules.items()}
        checked.held_rules = {key: [by_id[id(x)] for x in group] for key, group in checked.held_rules.items()}
        checked.held_by_field = {key: [by_id[id(x)] for x in group] for key, group in checked.held_by_field.items()}

    def _text(self, text: CheckedText) -> CheckedText:
        return evolve(text, acts=self._block(text.acts))

    def _block(self, acts: Acts) -> Acts:
        made: list[Act] = []
        for index, act in enumerate(acts):
            phases, rest = self.leaves((act,)), acts[index + 1 :]
            if phases and rest and isinstance(act, a.If) and self._guards(act):
                guarded = evolve(act, thens=(self._block(act.thens[0]),), otherwise=self._block(rest))
                return (*made, guarded)
            made.append(self._act(act))
            if isinstance(act, a.Phase) and act.name in self.leaves(act.body):
                made.append(a.If((_flag(act.name),), ((a.SetTo(_flag(act.name), _NO),),), ()))
            if phases and rest:
                made.append(a.If((t.Not(_over(phases), k.TEST),), (self._block(rest),), ()))
                return tuple(made)
        return tuple(made)

    def _guards(self, act: a.If) -> bool:
        """`if TEST { ...; stop turn }`: what follows is done if the test does not hold."""
        if len(act.thens) != 1 or act.otherwise or not act.thens[0]:
            return False
        last = act.thens[0][-1]
        return isinstance(last, a.Stop) and last.phase is not None and not self.leaves(act.thens[0][:-1])

    def _act(self, act: Act) -> Act:
        match act:
            case a.Stop():
                return act if act.phase is None else a.SetTo(_flag(act.phase), TRUE_TERM, span=act.span)
            case a.Repeat() if phases := self.leaves(act.body):
                left = a.If((_over(phases),), ((a.Stop(_ME),),), ())
                return evolve(act, body=(*self._block(act.body), left))
            case a.For() | a.As() if phases := self.leaves(act.body):
                return evolve(act, body=self._while_not(phases, act.body))
            case a.Choose() if act.quota is not None and act.body and (phases := self.leaves(act.body)):
                return evolve(act, body=self._while_not(phases, act.body))
            case _:
                return a.with_blocks(act, self._block)

    def _while_not(self, phases: frozenset[str], body: Acts) -> Acts:
        return (a.If((t.Not(_over(phases), k.TEST),), (self._block(body),), ()),)
