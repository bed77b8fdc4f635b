"""Everything that can be said about a ruleset without playing it: the diagnostics that `check` and editors show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from solenia_rules.api.loading import ready
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.seatings import try_seats
from solenia_rules.checked.checked import Checked
from solenia_rules.rules.allowances import Sieve
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.layers import Loader, LoaderMaker
from solenia_rules.rules.readable import Readable
from solenia_rules.rules.records import World
from solenia_rules.rules.resolver import Resolved, resolve
from solenia_rules.rules.written import WrittenLoader, name_of
from solenia_rules.text.codes import CODES, TRYING
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import field, sealed
from solenia_rules.text.places import Source

ABSTRACT = "E035"
TRIED = "W612"
STATIC = frozenset(code for code in CODES if code[0] == "W" and (code not in TRYING or code == TRIED))
"""Warnings that need no play."""


@sealed
class Looked:
    """The diagnostics, the files that were read, and the world and the rules if they could be made."""

    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...] = field(default=(), repr=False)
    world: World | None = field(default=None, repr=False)
    """The declarations of the files, if they could be read completely."""
    rules: Ruleset | None = field(default=None, repr=False)
    """Only if there are no errors."""


def look(spec: str, loader: LoaderMaker = Loader) -> Looked:
    """Check a ruleset. For an abstract ruleset only mistakes in its declarations are reported, because its texts may
    use what others add."""
    try:
        resolved = resolve(spec, loader=loader)
    except RulesetError as error:
        if any(diagnostic.code == ABSTRACT for diagnostic in error.diagnostics):
            return _abstract(spec, loader)
        texts = _texts(error.readable) if error.readable is not None else ()
        return Looked(RulesetError((*error.diagnostics, *texts)).diagnostics, (), error.world)
    try:
        rules = ready(resolved, refined=False)
    except RulesetError as error:
        return Looked(tuple(sifted(resolved, error.diagnostics, ())), (), resolved.world)
    found = tuple(sifted(resolved, (*rules.warnings, *try_seats(rules), *_tried(rules)), STATIC))
    return Looked(found, rules.sources, resolved.world, rules)


def _texts(readable: Readable) -> tuple[Diagnostic, ...]:
    """The problems of the texts of a ruleset whose files have problems of their own."""
    # Imported only where it is needed: a ruleset that was checked before is not checked again.
    from solenia_rules.check.checking import check_readable

    return check_readable(readable)


def _tried(rules: Ruleset) -> tuple[Diagnostic, ...]:
    """The choices whose options are tried on copies of the game."""
    if not rules.known("tries options", _tries_options):
        return ()
    from solenia_rules.api.trying import find_tried

    return tuple(find_tried(rules.checked))


def _tries_options(checked: Checked) -> bool:
    # Imported only where it is needed: a ruleset that was checked before is not lowered again.
    from solenia_rules.api.trying import tries_options

    return tries_options(checked)


def look_written(text: str) -> Looked:
    """Check a ruleset that somebody has written and not stored; it may extend a bundled ruleset."""
    return look(name_of(text), partial(WrittenLoader, text=text))


def sifted(
    resolved: Resolved,
    diagnostics: Iterable[Diagnostic],
    judged: Collection[str],
) -> Iterator[Diagnostic]:
    """Remove the warnings that the ruleset allows. Unnecessary allowances of the codes in `judged` are reported."""
    sieve = Sieve(resolved.world.allowances, resolved.spans)
    yield from sieve.sift(diagnostics)
    if resolved.world.allowances:
        yield from sieve.unused(judged, {source.name for source in resolved.own})


def _abstract(spec: str, loader: LoaderMaker) -> Looked:
    try:
        resolved = resolve(spec, allow_abstract=True, loader=loader)
    except RulesetError as error:
        return Looked(error.diagnostics, (), error.world)
    return Looked((), resolved.sources, resolved.world)
