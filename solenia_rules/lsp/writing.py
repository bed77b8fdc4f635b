"""The text of the language at the cursor: how it is parsed, which record it belongs to, and its tokens."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from solenia_rules.checked.made_verbs import event_params
from solenia_rules.checked.names import Names
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import has_triggers
from solenia_rules.dsl.kinds import Kind
from solenia_rules.dsl.parser import Start, SyntaxProblem, shared_parser
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.records import CellKind, PieceKind
from solenia_rules.rules.rewriter import start_of
from solenia_rules.rules.text_fields import text_fields
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.places import Source, Span


@frozen
class Writing:
    """One text. `params` and `this` are what its owner gives it."""

    path: KeyPath
    start: Start
    wanted: Kind | None
    """Kind of the value, if it is one and its kind is known."""
    params: tuple[tuple[str, Kind], ...] = ()
    this: Kind | None = None
    text: str = field(default="", repr=False)

    def tree(self, text: str | None = None) -> n.Tree | None:
        """Its syntax tree; None if there is a syntax error. Places are counted from the beginning of the text."""
        content = self.text if text is None else text
        try:
            return shared_parser().parse(content, self.start, Span(Source("", content), 0, len(content)))
        except SyntaxProblem:
            return None


def writing(path: KeyPath, names: Names, document: Mapping[str, object], text: str) -> Writing | None:
    """The text under a key; None if it is not a text of the language."""
    start = start_of(path, text_fields([dict(document)]))
    if start is None:
        return None
    match path:
        case ("verbs", str(verb), _):
            return Writing(path, start, None, _params(names, "verbs", verb), None, text)
        case ("queries", str(query), _):
            return Writing(path, start, None, _params(names, "queries", query), None, text)
        case ("counters", _, _) | ("estimate",):
            return Writing(path, start, k.NUMBER, (), None, text)
        case ("rules", _, "while"):
            return Writing(path, start, k.TEST, (), None, text)
        case ("pieces", str(kind), "while"):
            return Writing(path, start, k.TEST, (), k.piece(kind), text)
        case ("cells", str(kind), "while"):
            return Writing(path, start, k.TEST, (), k.cell(kind), text)
        case (str(section), _, str(key)):
            return _held(path, start, names, section, key, text)
        case _:
            return Writing(path, start, None, (), None, text)


def _params(names: Names, section: str, owner: str) -> tuple[tuple[str, Kind], ...]:
    holder = names.verbs.get(owner) if section == "verbs" else names.queries.get(owner)
    return tuple((p.id, names.kind(p.kind) or k.NUMBER) for p in holder.params) if holder is not None else ()


def _held(path: KeyPath, start: Start, names: Names, section: str, key: str, text: str) -> Writing:
    holders: tuple[PieceKind | CellKind, ...] = (*names.world.pieces, *names.world.cells)
    for holder in holders:
        if holder.plural != section:
            continue
        this = k.piece(holder.id) if isinstance(holder, PieceKind) else k.cell(holder.id)
        declared = next((parse_kind(decl.kind) for decl in holder.fields if decl.id == key), None)
        kinds = {"value": k.NUMBER, "test": k.TEST, "bundle": k.BUNDLE}
        return Writing(path, start, kinds.get(declared.name) if declared else None, (), this, text)
    return Writing(path, start, None, (), None, text)


def rule_params(rule: n.LastingRule, names: Names) -> tuple[tuple[str, Kind], ...]:
    """What a lasting rule may name of the verb or query that it hangs on."""
    if isinstance(rule, n.Modifier):
        return (*_params(names, "queries", rule.query.text), ("it", k.NUMBER), ("actor", k.SEAT))
    if rule.verb.text in names.verbs:
        return (*_params(names, "verbs", rule.verb.text), ("actor", k.SEAT))
    built_in = event_params(rule.verb.text) if has_triggers(rule.verb.text) else []
    return (*built_in, ("actor", k.SEAT))
