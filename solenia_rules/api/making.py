"""Makes rulesets from their files. The result holds all errors and warnings that were found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solenia_rules.api.supply import Heading, Supply
from solenia_rules.check.checking import check_readable, check_world
from solenia_rules.rules.allowances import Sieve
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.layers import Loader, LoaderMaker
from solenia_rules.rules.resolver import Resolved, resolve, resolve_text
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import evolve
from solenia_rules.text.sha256 import sha256

if TYPE_CHECKING:
    from solenia_rules.rules.store import Store
    from solenia_rules.rules.witness import Witness


NOTHING_ASKED: Witness = ((), (), ())
"""A text ruleset depends on no files, so nothing else needs checking."""


class Made:
    """A ruleset that was just made; `witness` is set if it can be cached."""

    def __init__(
        self,
        heading: Heading,
        supply: Supply,
        found: tuple[Diagnostic, ...],
        doubts: tuple[Diagnostic, ...],
        witness: Witness | None,
    ) -> None:
        self.heading = heading
        self.supply = supply
        self.found = found
        """All warnings."""
        self.doubts = doubts
        """The warnings that the ruleset does not allow."""
        self.witness = witness


def make(
    spec: str, params: Mapping[str, int], store: Store | None, refined: bool, loader: LoaderMaker = Loader
) -> Made:
    with _texts_too():
        return make_ready(resolve(spec, params, loader=loader), store, refined)


def make_from_text(text: str, name: str, store: Store | None) -> Made:
    with _texts_too():
        resolved = resolve_text(text, name)
        return make_ready(evolve(resolved, witness=lambda: NOTHING_ASKED), store, True)


@contextmanager
def _texts_too() -> Iterator[None]:
    """If enough of the files can be read, the problems of their texts are reported in the same run."""
    try:
        yield
    except RulesetError as error:
        if error.readable is None:
            raise
        raise RulesetError((*error.diagnostics, *check_readable(error.readable))) from None


def make_ready(resolved: Resolved, store: Store | None, refined: bool) -> Made:
    """The ruleset; raises `RulesetError` with all problems. It can be cached."""
    world = resolved.world
    checked = check_world(world)
    found = (*resolved.warnings, *checked.diagnostics)
    if any(d.severity == "error" for d in found):
        raise RulesetError(found)
    doubts = tuple(Sieve(world.allowances, resolved.spans).sift(found))
    seats = range(world.seats.low, world.seats.high + 1)
    witness = resolved.witness() if resolved.witness is not None and store is not None else None
    token = _token(resolved) if witness is not None else ""
    supply = Supply(
        store if witness is not None else None, token, resolved.sources, lambda: world, lambda _world: checked,
        lambda: checked.open_texts, lambda: resolved.document, refined,
    )  # fmt: skip
    return Made(Heading(resolved.id, dict(world.titles), seats, resolved.digest), supply, found, doubts, witness)


def _token(resolved: Resolved) -> str:
    """A key for the cache, from the contents only: the digest of the rules, and the texts, because places refer to
    them."""
    found = sha256(resolved.digest.encode())
    for source in resolved.sources:
        found.update(f" {len(source.text)} ".encode())
        found.update(source.text.encode())
    return found.hexdigest()
