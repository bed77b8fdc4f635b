"""Why something is not on offer, in each language."""

from __future__ import annotations

from attrs import frozen

from solenia_rules.api.decision import Asker, Decision
from solenia_rules.api.speaking import Speaker
from solenia_rules.compiler import layout as at
from solenia_rules.compiler.choices import domain_count
from solenia_rules.compiler.core import Spec
from solenia_rules.compiler.why import Why
from solenia_rules.rules import records as r
from solenia_rules.runtime.executor import Executor
from solenia_rules.runtime.sight import Sight
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import closest

SENTENCES = {
    "en": {
        "over": "the game is over",
        "offered": "`{what}` is on offer",
        "unknown": "nothing here is called `{what}`",
        "near": "nothing here is called `{what}`; did you mean `{near}`?",
        "unseen": "it is not among those to choose from",
        "elsewhere": "it is not among those to choose from: `{text}` ({place})",
        "condition": "`{text}` does not hold ({place})",
        "unpaid": "then this could not be done: `{text}` ({place})",
        "needed": "then this could not be done: `{text}` ({place})",
        "undone": "then this could not be done: `{text}` ({place})",
        "no choice": "then nothing could be chosen at `{text}` ({place})",
        "short": "you have none of it to spare",
        "idle": "its rule does not apply now",
        "not now": "it cannot be chosen now",
    },
    "fr": {
        "over": "la partie est finie",
        "offered": "« {what} » est proposé",
        "unknown": "rien ne s'appelle « {what} » ici",
        "near": "rien ne s'appelle « {what} » ici ; vouliez-vous dire « {near} » ?",
        "unseen": "cela ne fait pas partie du choix",
        "elsewhere": "cela ne fait pas partie du choix : {said} ({place})",
        "condition": "condition non remplie : {said} ({place})",
        "unpaid": "ensuite, le paiement serait impossible : {said} ({place})",
        "needed": "ensuite, la condition ne serait pas remplie : {said} ({place})",
        "undone": "ensuite, ceci serait impossible : `{text}` ({place})",
        "no choice": "ensuite, il n'y aurait rien à choisir : « {said} » ({place})",
        "short": "vous n'en avez pas assez pour cela",
        "idle": "sa règle ne s'applique pas maintenant",
        "not now": "ce choix n'est pas possible maintenant",
    },
    "pl": {
        "over": "gra jest skończona",
        "offered": "„{what}” jest do wyboru",
        "unknown": "nic tu się nie nazywa „{what}”",
        "near": "nic tu się nie nazywa „{what}”; może chodzi o „{near}”?",
        "unseen": "tego nie ma do wyboru",
        "elsewhere": "tego nie ma do wyboru: {said} ({place})",
        "condition": "niespełniony warunek: {said} ({place})",
        "unpaid": "potem nie dałoby się zapłacić: {said} ({place})",
        "needed": "potem nie byłby spełniony warunek: {said} ({place})",
        "undone": "potem nie dałoby się wykonać: `{text}` ({place})",
        "no choice": "potem nie byłoby z czego wybrać: „{said}” ({place})",
        "short": "masz tego za mało",
        "idle": "ta zasada teraz nie działa",
        "not now": "tego nie można teraz wybrać",
    },
}


@frozen
class Reason:
    """One reason, not yet in words."""

    key: str
    what: str = ""
    near: str = ""
    span: Span | None = None
    """The text that stands in the way; for a choice that would be empty the choice."""
    spec: Spec | None = None


OVER = Reason("over")


class Reasons:
    """Finds the condition that failed for an answer, from the decision's own text."""

    def __init__(self, executor: Executor, asker: Asker) -> None:
        self.executor = executor
        self.asker = asker
        self.program = executor.program
        self.sight = Sight(executor.program.layout)
        self.speaker = Speaker(asker.words)

    def text(self, reason: Reason, lang: str) -> str:
        gaps = {"what": reason.what, "near": reason.near}
        if reason.span is not None:
            gaps["text"] = _text(reason.span)
            gaps["place"] = _where(reason.span)
            gaps["said"] = self._said(reason, reason.span, lang)
        return SENTENCES[lang][reason.key].format(**gaps)

    def _said(self, reason: Reason, span: Span, lang: str) -> str:
        if reason.spec is not None:
            return self.asker.asked(reason.spec, (), lang)
        text = span.text
        for verb in ("pay ", "need "):
            text = text.removeprefix(verb)
        return self.speaker.condition(text, lang)

    def why_not(self, s: list[int], decision: Decision | None, what: str) -> Reason:
        if decision is None:
            return OVER
        ids = [option.id for option in decision.options]
        if decision.find(what) is not None:
            return Reason("offered", what)
        spec = self.program.flat.core.specs[s[at.SPEC]]
        value = self._meant(spec, decision.seat, what)
        if value is None:
            near = closest(what, ids)
            return Reason("near", what, near) if near else Reason("unknown", what)
        if spec.domain == "rule" and self.executor.where_it_fails(s, value) is None:
            return Reason("idle")
        if not spec.labelled:
            reason = self._condition(s, spec, value)
            if reason is not None:
                return reason
            if spec.domain == "piece" and spec.id not in self.program.whys:
                seen = [p for p in self._same(value) if self.sight.piece(s, p, decision.seat)]
                if not seen:
                    return Reason("unseen")
                value = seen[0]
        return self._ahead(s, spec, value)

    def _meant(self, spec: Spec, seat: int, what: str) -> int | None:
        """The index that an answer names, whether on offer or not."""
        if spec.labelled:
            return spec.labels.index(what) if what in spec.labels else None
        options = [
            self.asker.options(spec, (value,), seat, None)[0]
            for value in range(domain_count(self.program.layout, spec.domain))
        ]
        found = [o.value for o in options if o.id == what] or [o.value for o in options if what in o.names]
        return found[0] if found else None

    def _condition(self, s: list[int], spec: Spec, value: int) -> Reason | None:
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
                    return Reason("elsewhere", span=span)
                return Reason("condition", span=self._held_by(spec, value, span))
        return None

    def _held_by(self, spec: Spec, value: int, span: Span) -> Span:
        """`needs of token`: what fails is what the piece itself asks for."""
        field, of, holder = span.text.partition(" of ")
        if spec.domain != "piece" or not of or holder.strip() != spec.name:
            return span
        record = self.program.names.records.get(self.program.layout.pieces[value].record or "")
        given = {key: text for key, text, _span in record.fields} if record is not None else {}
        text = given.get(field.strip())
        return text.span if isinstance(text, r.Text) else span

    def _same(self, value: int) -> list[int]:
        pieces = self.program.layout.pieces
        found = pieces[value]
        return [p.index for p in pieces if p.record == found.record and p.kind == found.kind]

    def _test(self, s: list[int], why: Why, index: int, value: int, frame: int) -> bool:
        return bool(self.executor.call(s, why.tests[index][0], value, *self._captured(s, why, frame)))

    def _captured(self, s: list[int], why: Why, frame: int) -> list[int]:
        places = self.program.flat.frames[s[frame]]
        return [x.imm if x.op == "const" else s[frame + 3 + places[x.imm]] for x in why.captured]

    def _ahead(self, s: list[int], spec: Spec, value: int) -> Reason:
        place = self.executor.where_it_fails(s, value)
        if place is None:
            return Reason("short" if spec.reads in ("pay", "lose", "give_up") else "not now")
        if place < 0:
            found = self.program.flat.core.specs[-1 - place]
            return Reason("no choice", span=found.span, spec=found)
        span = self.program.flat.core.places[place]
        verb = span.text.partition(" ")[0]
        return Reason({"pay": "unpaid", "need": "needed"}.get(verb, "undone"), span=span)


def _text(span: Span) -> str:
    return " ".join(span.text.split())[:120]


def _where(span: Span) -> str:
    return f"{span.source.name}:{span.line}:{span.column}"
