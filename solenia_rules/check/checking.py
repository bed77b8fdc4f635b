"""The entry point of checking: a world becomes its checked texts, with everything that is wrong with them.

The passes run in this order: kinds, soundness, secrets. A later pass runs only where the earlier ones found no mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.check.secrets.leaks import find_leaks
from solenia_rules.check.secrets.open_texts import find_open_texts
from solenia_rules.check.sound.bounds import check_bounds, find_overflows, find_unpayable
from solenia_rules.check.sound.costs import Costs
from solenia_rules.check.sound.cycles import find_cycles
from solenia_rules.check.sound.empty_choices import EmptyChoices
from solenia_rules.check.sound.expensive import Expensive
from solenia_rules.check.sound.histories import check_histories
from solenia_rules.check.sound.lasting_rules import find_disputes, find_ownerless
from solenia_rules.check.sound.look_warnings import find_unreadable_looks
from solenia_rules.check.sound.name_warnings import (
    find_missing_words,
    find_unknown_slots,
    find_unknown_words,
    find_unused,
    find_unused_variables,
    find_unwon,
)
from solenia_rules.check.sound.requirements import check_requirements, check_together
from solenia_rules.check.sound.unheard import find_unheard
from solenia_rules.check.sound.unordered import find_unordered
from solenia_rules.check.sound.variables import find_lost_variables
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.made_verbs import make_verbs
from solenia_rules.checked.sizes import Sizes
from solenia_rules.checked.stops import make_stops
from solenia_rules.checked.summaries import Summaries
from solenia_rules.rules import records as r
from solenia_rules.rules.amounts import effect_texts
from solenia_rules.rules.readable import Readable
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span


def check_world(world: r.World) -> Checked:
    """All texts of a world; what follows from them only where names and kinds are right. Of warnings, those about
    words for people depend on no effect that is wrong; what is used or can be paid would."""
    checked = Checker(world).run()
    if not any(d.severity == "error" for d in checked.diagnostics):
        make_verbs(checked)
        checked.diagnostics.extend(make_stops(checked))
    if not any(d.severity == "error" for d in checked.diagnostics):
        summaries = Summaries.shared(checked)
        choices = EmptyChoices(summaries)
        checked.diagnostics.extend(check_soundness(summaries, choices))
        if not any(d.severity == "error" for d in checked.diagnostics):
            checked.diagnostics.extend(choices.find())
            checked.open_texts = find_open_texts(summaries.calls)
    else:
        checked.diagnostics.extend(check_words(Calls(checked), whole=False))
    checked.diagnostics[:] = _once(checked.diagnostics)
    return checked


def check_readable(readable: Readable) -> tuple[Diagnostic, ...]:
    """The problems of the texts of a ruleset whose files have problems of their own. If a text could depend on these,
    only names and kinds are checked, and only in the texts and values that do not."""
    if readable.whole:
        return tuple(check_world(readable.world).diagnostics)
    world = readable.world
    doubtful = [text.span for text in effect_texts(world) if not readable.is_trusted(text)]
    places = [text.span for text in effect_texts(world)]
    places += [span for record in world.records for _, _, span in record.fields]
    found = _once(Checker(world).run().diagnostics)
    return tuple(one for one in found if _lies_in(one.span, places) and not _lies_in(one.span, doubtful))


def _lies_in(span: Span, places: Iterable[Span]) -> bool:
    """Whether a span lies in one of several places."""
    return any(span.source is one.source and one.start <= span.start and span.end <= one.end for one in places)


def _once(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The diagnostics, with one for all records of a pattern that have the same problem at the same place."""
    seen: set[tuple[object, ...]] = set()
    for diagnostic in [*diagnostics]:
        key = (*diagnostic.sort_key(), diagnostic.message)
        if not diagnostic.span.source.made or key not in seen:
            yield diagnostic
        seen.add(key)


def check_soundness(summaries: Summaries, choices: EmptyChoices) -> Iterator[Diagnostic]:
    """Problems of a ruleset without wrong names and kinds; costs and secrets are followed only where no text calls
    itself."""
    calls = summaries.calls
    yield from check_requirements(calls)
    yield from find_ownerless(calls)
    cycles = list(find_cycles(calls))
    if cycles:
        yield from cycles
        yield from _unneeded(calls)
        return
    yield from check_together(summaries)
    sizes = Sizes(calls.checked, calls)
    costs = Costs(calls, sizes)
    yield from check_bounds(calls, sizes)
    calls.checked.steps_between = costs.between()
    yield from check_histories(calls.checked, sizes)
    yield from Expensive(costs).find()
    yield from find_unpayable(calls, costs)
    yield from find_overflows(calls, costs)
    yield from find_leaks(summaries, choices)
    yield from find_disputes(summaries)
    yield from find_unheard(calls)
    yield from _unneeded(calls)


def _unneeded(calls: Calls) -> Iterator[Diagnostic]:
    yield from find_unused(calls)
    yield from find_unused_variables(calls)
    yield from find_lost_variables(calls)
    yield from find_unwon(calls)
    yield from find_unordered(calls)
    yield from check_words(calls, whole=True)


def check_words(calls: Calls, whole: bool) -> Iterator[Diagnostic]:
    """Texts for people; `whole`: whether all effects could be checked."""
    yield from find_unknown_words(calls, whole)
    yield from find_unknown_slots(calls)
    yield from find_missing_words(calls, whole)
    yield from find_unreadable_looks(calls.checked.names.world)
