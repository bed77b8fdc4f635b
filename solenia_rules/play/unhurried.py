"""The reference executor that also asks where there is one answer only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from solenia_rules.core import layout as at
from solenia_rules.core.outcomes import ASKED, Form
from solenia_rules.play.events import Recorder
from solenia_rules.play.generated import primitives
from solenia_rules.play.loop import Call, Loop
from solenia_rules.play.machine import Machine

if TYPE_CHECKING:
    from solenia_rules.play.generated import BlockCode


class _Asking(Loop):
    def _ask(self, spec: int, seat: int, mask: int, unsure: int, dest: int, follow: int, s: list[int], f: int) -> int:
        if s[at.TRIAL]:
            return super()._ask(spec, seat, mask, unsure, dest, follow, s, f)
        if unsure:
            found = self.viable(s, dest, follow, unsure, seat)
            mask |= found if found is not None else 0
        if not mask or mask & (mask - 1):
            return super()._ask(spec, seat, mask, 0, dest, follow, s, f)
        s[at.SPEC], s[at.ASKED], s[at.MASK], s[at.DEST], s[f - 2] = spec, seat, mask, dest, follow
        return ASKED


class Unhurried(Machine):
    """Looking ahead does not ask; play does, whatever there is to choose from."""

    def load(self, hooks: Mapping[str, object], form: Form) -> Sequence[BlockCode]:
        if form is not Form.TELLING:
            return super().load(hooks, form)
        named = {**primitives(self.physics), **hooks}
        log = named.pop("LOG")
        assert isinstance(log, Recorder)
        calls: dict[str, Call] = {name: what for name, what in named.items() if callable(what)}
        loop = _Asking(self.linear, calls, self.physics, log)
        return [partial(loop.step, address) for address in self.linear.blocks]
