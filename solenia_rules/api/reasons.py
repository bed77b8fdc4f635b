"""Why something is not on offer."""

from __future__ import annotations

from solenia_rules.api.decision import Asker, Decision
from solenia_rules.compiler import layout as at
from solenia_rules.compiler.choices import domain_count
from solenia_rules.compiler.core import Spec
from solenia_rules.compiler.why import Why
from solenia_rules.runtime.executor import Executor
from solenia_rules.runtime.sight import Sight
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import closest


class Reasons:
    """Finds the condition that failed for an answer, from the decision's own text."""

    def __init__(self, executor: Executor, asker: Asker) -> None:
        self.executor = executor
        self.asker = asker
        self.program = executor.program
        self.sight = Sight(executor.program.layout)

    def why_not(self, s: list[int], decision: Decision, what: str) -> str:
        ids = [option.id for option in decision.options]
        if decision.find(what) is not None:
            return f"`{what}` is on offer"
        spec = self.program.flat.core.specs[s[at.SPEC]]
        value = self._meant(spec, decision.seat, what)
        if value is None:
            near = closest(what, ids)
            hint = f"; did you mean `{near}`?" if near else ""
            return f"nothing here is called `{what}`{hint}"
        if spec.domain != "branch":
            reason = self._condition(s, spec, value)
            if reason is not None:
                return reason
            if spec.domain == "piece" and spec.id not in self.program.whys:
                seen = [p for p in self._same(value) if self.sight.piece(s, p, decision.seat)]
                if not seen:
                    return "it is not among those to choose from"
                value = seen[0]
        return self._ahead(s, spec, value)

    def _meant(self, spec: Spec, seat: int, what: str) -> int | None:
        """The index that an answer names, whether on offer or not."""
        if spec.domain == "branch":
            return spec.labels.index(what) if what in spec.labels else None
        options = [
            self.asker.options(spec, (value,), seat, None)[0]
            for value in range(domain_count(self.program.layout, spec.domain))
        ]
        found = [o.value for o in options if o.id == what] or [o.value for o in options if what in o.names]
        return found[0] if found else None

    def _condition(self, s: list[int], spec: Spec, value: int) -> str | None:
        """The part of the filter that does not hold."""
        why: Why | None = self.program.whys.get(spec.id)
        if why is None:
            return None
        frame = s[at.FRAME]
        if spec.domain == "piece":
            values = [p for p in self._same(value) if self._test(s, why, 0, p, frame)]
            if values:
                value = values[0]
        for index, (_function, span) in enumerate(why.tests):
            if not self._test(s, why, index, value, frame):
                if index == 0:
                    return f"it is not among those to choose from: `{_text(span)}` ({_where(span)})"
                return f"`{_text(span)}` does not hold ({_where(span)})"
        return None

    def _same(self, value: int) -> list[int]:
        pieces = self.program.layout.pieces
        found = pieces[value]
        return [p.index for p in pieces if p.record == found.record and p.kind == found.kind]

    def _test(self, s: list[int], why: Why, index: int, value: int, frame: int) -> bool:
        return bool(self.executor.call(s, why.tests[index][0], value, *self._captured(s, why, frame)))

    def _captured(self, s: list[int], why: Why, frame: int) -> list[int]:
        places = self.program.flat.frames[s[frame]]
        return [x.imm if x.op == "const" else s[frame + 3 + places[x.imm]] for x in why.captured]

    def _ahead(self, s: list[int], spec: Spec, value: int) -> str:
        place = self.executor.where_it_fails(s, value)
        if place is None:
            return "it cannot be chosen now"
        spans: list[Span] = self.program.flat.core.places
        if place < 0:
            found = self.program.flat.core.specs[-1 - place]
            return f"then nothing could be chosen at `{_text(found.span)}` ({_where(found.span)})"
        return f"then this could not be done: `{_text(spans[place])}` ({_where(spans[place])})"


def _text(span: Span) -> str:
    return " ".join(span.text.split())[:120]


def _where(span: Span) -> str:
    return f"{span.source.name}:{span.line}:{span.column}"
