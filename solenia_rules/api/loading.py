"""Loads rulesets: bundled ones by their name, files by their path, and texts.

A `Ruleset` comes out, or `RulesetError` with all problems. A ruleset that was loaded before, and whose files are
unchanged, comes from the cache.
"""

from __future__ import annotations

import os

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.supply import recall_ruleset, remember_ruleset
from solenia_rules.rules.store import open_store
from solenia_rules.text.collector import collector_off

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from solenia_rules.api.errors import RulesetError
    from solenia_rules.api.limits import Limits
    from solenia_rules.checked.checked import Checked
    from solenia_rules.rules.layers import LoaderMaker
    from solenia_rules.rules.records import World
    from solenia_rules.rules.resolver import Resolved


def load(
    spec: str, params: Mapping[str, int] | None = None, *, refined: bool = True, limits: Limits | None = None
) -> Ruleset:
    """Load a ruleset by the name of a bundled one, the path of a .toml file, or layers `a+b`; raises `RulesetError`
    with all problems. Without `refined` the first game starts sooner, and games are slower. With `limits` a ruleset
    that exceeds one of them is refused."""
    if not isinstance(spec, str):
        raise _unloadable("E001", "a ruleset is named by a text: its name, or the path of its file")
    if params is not None and not _is_mapping(params):
        raise _unloadable("E036", "parameters are given as a mapping from their names to numbers")
    given = dict(params or {})
    about = _about(spec, given)
    store = open_store() if about is not None else None
    if store is not None and about is not None:
        known = recall_ruleset(store, about, _check, refined)
        if known is not None:
            return _within(Ruleset(*known), limits)
    with collector_off():
        from solenia_rules.api.making import make

        made = make(spec, given, store, refined)
        if store is not None and about is not None and made.witness is not None:
            remember_ruleset(store, about, made.witness, made.heading, made.supply, made.doubts)
    return _within(Ruleset(made.heading, made.supply, made.doubts), limits)


def _within(rules: Ruleset, limits: Limits | None) -> Ruleset:
    """The ruleset, unless it exceeds what the embedder allows."""
    if limits is None:
        return rules
    from solenia_rules.api import limits as given
    from solenia_rules.api.errors import RulesetError

    if not isinstance(limits, given.Limits):
        raise _unloadable("E001", "limits are given as `Limits`: sr.Limits(steps=1_000_000)")
    found = tuple(given.exceeded(rules.world, limits))
    if found:
        raise RulesetError(found)
    return rules


def load_through(loader: LoaderMaker, spec: str, params: Mapping[str, int] | None = None) -> Ruleset:
    """Load through another reader of files, without optimizing: to look at the rules, not to play."""
    from solenia_rules.api.making import make

    with collector_off():
        made = make(spec, params or {}, None, refined=False, loader=loader)
    return Ruleset(made.heading, made.supply, made.doubts)


def ready(resolved: Resolved, refined: bool = True) -> Ruleset:
    """A ruleset from files that are already read; raises `RulesetError` with all problems. Its warnings are all that
    were found, with those that it allows: `check` reports an allowance that is not needed."""
    from solenia_rules.api.making import make_ready

    with collector_off():
        made = make_ready(resolved, None, refined)
    return Ruleset(made.heading, made.supply, made.found)


def load_base(spec: str) -> Ruleset | None:
    """The ruleset below the topmost layer; None if there is none, or none that can be played."""
    from solenia_rules.rules.resolver import resolve_base

    resolved = resolve_base(spec)
    return None if resolved is None else ready(resolved)


def load_written(text: str, params: Mapping[str, int] | None = None, *, limits: Limits | None = None) -> Ruleset:
    """Load a ruleset that somebody has written and not stored. Unlike `load_text`, it may extend a bundled ruleset, and
    parameters can be set; nothing of it is cached."""
    from functools import partial

    from solenia_rules.api.making import make
    from solenia_rules.rules.written import WrittenLoader, name_of

    with collector_off():
        made = make(name_of(text), dict(params or {}), None, True, loader=partial(WrittenLoader, text=text))
    return _within(Ruleset(made.heading, made.supply, made.doubts), limits)


def load_text(text: str, name: str = "ruleset", *, limits: Limits | None = None) -> Ruleset:
    """Load a resolved ruleset from its text; `limits` as in `load`."""
    if not isinstance(text, str) or not isinstance(name, str):
        raise _unloadable("E001", "a ruleset and its name are texts")
    store, about = open_store(), ("a text", name, text)
    known = recall_ruleset(store, about, _check, refined=True)
    if known is not None:
        return _within(Ruleset(*known), limits)
    with collector_off():
        from solenia_rules.api.making import make_from_text

        made = make_from_text(text, name, store)
        if made.witness is not None:
            remember_ruleset(store, about, made.witness, made.heading, made.supply, made.doubts)
    return _within(Ruleset(made.heading, made.supply, made.doubts), limits)


def _about(spec: str, params: dict[str, int]) -> tuple[str | int, ...] | None:
    """The key of a ruleset in the cache; None if it would be ambiguous."""
    if not all(type(name) is str and type(value) is int for name, value in params.items()):
        return None
    try:
        here = os.getcwd()
    except OSError:
        return None
    return spec, here, *(part for item in sorted(params.items()) for part in item)


def _check(world: World) -> Checked:
    from solenia_rules.check.checking import check_world

    return check_world(world)


def _is_mapping(params: object) -> bool:
    from collections.abc import Mapping

    return isinstance(params, Mapping)


def _unloadable(code: str, message: str) -> RulesetError:
    from solenia_rules.api.errors import RulesetError
    from solenia_rules.text.diagnostics import Diagnostic
    from solenia_rules.text.places import NOWHERE

    return RulesetError((Diagnostic(code, message, NOWHERE),))


def list_rulesets() -> tuple[str, ...]:
    """Names of the bundled rulesets."""
    from solenia_rules.rules.resolver import list_bundled

    return list_bundled()
