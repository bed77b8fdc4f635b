"""The entry point of this package: turns the name or path of a ruleset and its parameters into a resolved ruleset with
its document, places, digest and decoded world."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from solenia_rules.rules import caps
from solenia_rules.rules.amounts import check_amounts
from solenia_rules.rules.declared import declared
from solenia_rules.rules.decoder import decode
from solenia_rules.rules.digest import digest
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.given_ids import check_given_ids
from solenia_rules.rules.layers import Loader, LoaderMaker, is_abstract
from solenia_rules.rules.merger import Layer
from solenia_rules.rules.names import check_names
from solenia_rules.rules.patterns import expand
from solenia_rules.rules.precheck import clean_source
from solenia_rules.rules.problems import Problems, TooManyProblems
from solenia_rules.rules.reader import Document, read
from solenia_rules.rules.reading import Reading
from solenia_rules.rules.records import World
from solenia_rules.rules.spans import Spans
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import evolve, field, frozen
from solenia_rules.text.places import Source
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import named_or_listed

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from solenia_rules.rules.witness import Witness

OF_THE_BASE = frozenset(("E011", "E017", "E020", "E021", "E022", "E033"))
"""Codes of problems about missing things that the base of a variant may have."""


@frozen(eq=False)
class Resolved:
    """A ruleset with its base, its layers and its parameters."""

    id: str
    document: Document = field(repr=False)
    """Merged, plain TOML values; the chosen value of a parameter stands as its `default`."""
    spans: Spans = field(repr=False)
    sources: tuple[Source, ...] = field(repr=False)
    """The files read, the lowest layer first."""
    digest: str
    world: World = field(repr=False)
    warnings: tuple[Diagnostic, ...] = field(default=(), repr=False)
    own: tuple[Source, ...] = field(default=(), repr=False)
    """The files of the topmost layer; a base that cannot be played by itself belongs to what extends it."""
    witness: Callable[[], Witness | None] | None = field(default=None, repr=False, eq=False)
    """Makes the record of what was asked of the file system, if it can be asked again."""


def resolve(
    spec: str,
    params: Mapping[str, int] | None = None,
    *,
    allow_abstract: bool = False,
    bundle: Traversable | None = None,
    loader: LoaderMaker = Loader,
) -> Resolved:
    """The ruleset of `name`, `path/name.toml` or `a+b+c`; raises `RulesetError` with all problems of all files."""
    with _collected() as problems:
        loading = loader(open_bundle(bundle), problems)
        layer = loading.load(spec)
        if layer is not None:
            made = _settle(layer, params or {}, problems, literal=True, allow_abstract=allow_abstract)
            return evolve(made, own=loading.own, witness=partial(loading.witness, spec))
    raise AssertionError("nothing was loaded and no problem was found")


def resolve_base(spec: str) -> Resolved | None:
    """The ruleset below the topmost layer of a spec; None if there is none, or if it cannot be played."""
    with _collected() as problems:
        stack = Loader(open_bundle(), problems).stack(spec)
        below = stack.below() if stack is not None else None
        if below is None:
            return None
        layer = below.laid(problems)
        if is_abstract(layer.document):
            return None
        return _settle(layer, {}, problems, literal=True, allow_abstract=False)
    return None


def resolve_text(text: str, name: str, params: Mapping[str, int] | None = None) -> Resolved:
    """The ruleset of one document that was resolved before, as it stands in a saved game."""
    with _collected() as problems:
        # A character takes at least one byte, so a text with too many characters need not be encoded.
        if len(text) > caps.RESOLVED_BYTES or len(text.encode("utf-8", "replace")) > caps.RESOLVED_BYTES:
            problems.about_file("E003", f"the text has more than {caps.RESOLVED_BYTES // 1024} KiB", name)
        source = clean_source(text, name, problems) if not problems else None
        found = read(source, problems, caps.RESOLVED_VALUES) if source else None
        if found is not None and not problems:
            for key in ("extends", "remove"):
                if key in found.document:
                    problems.add("E010", f"`{key}` in a ruleset that is already resolved", found.spans.key((key,)))
            layer = Layer(
                _own_name(found.document, found.spans, problems),
                found.document,
                dict(found.spans.places),
                (found.source,),
            )
            expand({}, layer, problems)
            return _settle(layer, params or {}, problems, literal=False, allow_abstract=True)
    raise AssertionError("nothing was read and no problem was found")


def list_bundled() -> tuple[str, ...]:
    """The names of the rulesets that come with the package."""
    return tuple(open_bundle().rulesets)


@contextmanager
def _collected() -> Iterator[Problems]:
    """Problems found inside become the error raised."""
    problems = Problems()
    try:
        yield problems
    except TooManyProblems:
        pass
    if problems:
        raise RulesetError((*problems.all(), *problems.warnings)) from None


def _own_name(document: Document, spans: Spans, problems: Problems) -> str:
    """The id inside a resolved document: one name, or several joined by `+`."""
    name = document.get("ruleset")
    if isinstance(name, str) and all(map(caps.is_id, name.split("+"))):
        return name
    if name is not None:
        problems.add("E014", "this is not the name of a resolved ruleset", spans.value(("ruleset",)))
    return ""


def _settle(
    layer: Layer, params: Mapping[str, int], problems: Problems, *, literal: bool, allow_abstract: bool
) -> Resolved:
    document, spans = layer.document, layer.spans
    reading = Reading(spans, problems, literal)
    without_base = is_abstract(document) and "seats" not in document
    if is_abstract(document) and not allow_abstract:
        hint = f"lay it over a game: `GAME+{layer.name}`" if without_base else "play a ruleset that extends it"
        if without_base:
            problems.forgive(OF_THE_BASE)
        problems.add(
            "E035", f"`{layer.name}` is abstract: it cannot be played by itself", spans.key(("abstract",)), hint
        )
        if without_base:
            raise RulesetError(problems.all())
    names = declared(document)
    world = decode(document, layer.name, params, reading)
    check_names(world, {kind: section for section, (_, kind) in names.record_sections.items()}, reading)
    check_amounts(world, names, reading)
    check_given_ids(world, names, document, reading)
    choose_params(document, world, params, layer.name, problems)
    if without_base:
        problems.forgive(OF_THE_BASE)
    if problems:
        from solenia_rules.rules.readable import readable

        left = readable(world, names, problems.found.values())
        raise RulesetError((*problems.all(), *problems.warnings), left)
    for key in ("extends", "remove"):
        document.pop(key, None)
    document["ruleset"] = layer.name
    return Resolved(layer.name, document, spans, layer.sources, digest(document), world, tuple(problems.warnings))


def choose_params(document: Document, world: World, chosen: Mapping[str, int], name: str, problems: Problems) -> None:
    """Checks the values chosen and stores each as the parameter's default."""
    known = {param.id: param for param in world.params}
    section = document.get("params")
    for key, value in chosen.items():
        param = known.get(key)
        if param is None:
            hint = named_or_listed(str(key), known, "the parameters are")
            problems.about_file("E036", f"there is no parameter {quoted(str(key))}", name, hint)
        elif isinstance(value, bool) or not isinstance(value, int):
            problems.about_file("E037", f"the parameter `{key}` takes a whole number", name)
        elif not param.low <= value <= param.high:
            message = f"the parameter `{key}` is a number from {param.low} to {param.high}, not {value}"
            problems.about_file("E037", message, name)
        elif isinstance(section, dict) and isinstance(entry := section.get(key), dict):
            entry["default"] = value
