"""Completes a text that has a hole at the cursor to a full sentence, so that it can be parsed and checked."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, assert_never

import attrs
from attrs import evolve, frozen

from solenia_rules.checked.names import Names
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.dsl.parser import shared_parser
from solenia_rules.lsp.occurrences import Role, occurrences
from solenia_rules.lsp.writing import Writing
from solenia_rules.text.places import NOWHERE

HOLE = "zz_hole"
FILLER = "zz_filler"
"""Names for the hole, and for parts that are not written yet."""
RESOURCE = "zz_resource"
Sequel: TypeAlias = Literal["nothing", "is", "of"]
"""What may follow a value in the hole: nothing, `is x`, or `of x`."""
_WORD_BEFORE = re.compile(r"[a-z0-9_]*\Z", re.ASCII)
_WORD_AFTER = re.compile(r"[a-z0-9_]*", re.ASCII)


@frozen
class Hole:
    """A text without the word at the cursor: what may be written there, and the sentence around it."""

    start: int
    """Where the word begins, in characters of the text."""
    followers: frozenset[str]
    """Terminals that may stand there; empty if no sentence begins with the text before the hole."""
    tree: n.Tree | None
    role: Role | None
    """The role of a name there; None if no name may be written there."""
    reach: int
    """An error after this offset is caused by the name in the hole."""

    def filled(self, name: str, names: Names, sequel: Sequel = "nothing") -> n.Tree:
        """The sentence with a name in the hole, and with arguments that its verb lacks."""
        assert self.tree is not None
        made = _filled(self.tree, self.start, n.Ref(n.Name(name)), names, sequel)
        assert isinstance(made, (n.Block, n.Rules)) or isinstance(made, n.Expr)
        return made


def hole_at(writing: Writing, offset: int, names: Names) -> Hole:
    """The hole at an offset of the text."""
    text = writing.text
    before = _WORD_BEFORE.search(text, 0, offset)
    start = before.start() if before else offset
    after = _WORD_AFTER.match(text, offset)
    parser = shared_parser()
    states = parser.states_after(text[:start], writing.start)
    if states is None:
        return Hole(start, frozenset(), None, None, start)
    followers = parser.followers(states)
    if "NAME" not in followers:
        return Hole(start, followers, None, None, start)
    head = text[:start] + HOLE
    tree = writing.tree(head + text[after.end() if after else offset :])
    if tree is None:
        endings = parser.endings(head, writing.start, FILLER)
        tree = writing.tree(f"{head} {endings}") if endings is not None else None
    role = next((o.role for o in occurrences(tree, {}, names) if o.name.text == HOLE), None) if tree else None
    return Hole(start, followers, tree, role, _reach(tree, start) if role in ("value", "adjective") else start)


def _filled(node: object, at: int, value: n.Ref, names: Names, sequel: Sequel) -> object:
    """The node with the hole at `at` filled; parts without the hole are unchanged."""
    if isinstance(node, tuple):
        return tuple(_filled(item, at, value, names, sequel) for item in node)
    if isinstance(node, n.Name):
        return n.Name(value.name.text, span=node.span) if node.text == HOLE else node
    if not attrs.has(type(node)) or not _covers(node, at):
        return node
    changed = {
        field.name: _filled(getattr(node, field.name), at, value, names, sequel)
        for field in attrs.fields(type(node))  # type: ignore[arg-type]
        if field.name != "span"
    }
    made: object = evolve(node, **changed)  # type: ignore[misc]
    if isinstance(node, n.Ref) and isinstance(made, n.Ref) and node.name.text == HOLE:
        return _continued(made, sequel)
    return _complete(made, names) if isinstance(made, n.Do) else made


def _continued(value: n.Ref, sequel: Sequel) -> n.Expr:
    match sequel:
        case "nothing":
            return value
        case "is":
            return n.Is(value, n.Ref(n.Name(FILLER)), False, span=value.span)
        case "of":
            return n.Of(value, n.Ref(n.Name(RESOURCE)), span=value.span)
        case _:
            assert_never(sequel)


def _reach(node: object, at: int) -> int:
    """Where the `x of` or `x is` begins that stands before the hole; else the hole itself."""
    if isinstance(node, tuple):
        return min((_reach(item, at) for item in node), default=at)
    if not attrs.has(type(node)) or not _covers(node, at):
        return at
    if isinstance(node, (n.Of, n.Is)) and isinstance(node.right, n.Ref) and node.right.name.text == HOLE:
        return node.span.start
    return min(_reach(getattr(node, field.name), at) for field in attrs.fields(type(node)))  # type: ignore[arg-type]


def _covers(node: object, at: int) -> bool:
    span = getattr(node, "span", NOWHERE)
    return bool(span.start <= at <= span.end)


def _complete(do: n.Do, names: Names) -> n.Do:
    """A verb with a placeholder for each argument that it lacks."""
    if do.verb.text in names.verbs:
        needed = [param.preposition for param in names.verbs[do.verb.text].params]
    else:
        verb = VERBS.get(do.verb.text)
        needed = [slot.preposition for slot in verb.slots if not slot.optional] if verb else []
    filler = n.Ref(n.Name(FILLER))
    given = {argument.preposition for argument in do.arguments}
    added = tuple(n.Argument(word, filler) for word in needed if word is not None and word not in given)
    thing = filler if do.object is None and None in needed else do.object
    return evolve(do, object=thing, arguments=(*do.arguments, *added))
