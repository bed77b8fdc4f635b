"""Everything that can be said of a ruleset without playing it: what `check` and editors tell."""

from __future__ import annotations

from attrs import field, frozen

from solenia_rules.api.ruleset import Ruleset, load_through
from solenia_rules.api.seatings import try_seats
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.layers import Loader, LoaderMaker
from solenia_rules.rules.resolver import resolve
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source

ABSTRACT = "E035"


@frozen
class Looked:
    """Mistakes, the files that were looked at, and the rules where there are any."""

    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...] = field(default=(), repr=False)
    rules: Ruleset | None = field(default=None, repr=False)


def look(spec: str, loader: LoaderMaker = Loader) -> Looked:
    """Of an abstract ruleset only mistakes in its world are told: its texts may use what others add."""
    try:
        rules = load_through(loader, spec)
    except RulesetError as error:
        if all(diagnostic.code != ABSTRACT for diagnostic in error.diagnostics):
            return Looked(error.diagnostics)
    else:
        return Looked((*rules.warnings, *try_seats(rules)), rules.sources, rules)
    try:
        return Looked((), resolve(spec, allow_abstract=True, loader=loader).sources)
    except RulesetError as error:
        return Looked(error.diagnostics)
