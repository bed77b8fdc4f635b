"""Explains slips with forms that a newcomer expects to be shaped otherwise: amounts, bundles, members by number,
phases, lasting rules and patterns of records.

A syntax error goes in; a finding with what to write instead comes out, or None if the error is of another sort.
"""

from __future__ import annotations

import re

from solenia_rules.dsl.builtins import takes_amount
from solenia_rules.dsl.lexer import END, SEPARATOR
from solenia_rules.dsl.mistakes import Finding, Mistake
from solenia_rules.dsl.spelling import RULE_WORDS
from solenia_rules.dsl.vocabulary import SEATS

_HOLE = re.compile(r"\{(?!stop\})[a-z][a-z0-9_]*( ?[+-] ?[a-z0-9_]+)?\}")
_BUNDLE = re.compile(r"(?:up[ \t]+to[ \t]+)?(\d+)[ \t]+([a-z]\w*)", re.ASCII)


def explain_slip(m: Mistake) -> Finding | None:
    """Slips that other explanations would take for something else."""
    return _of_patterns(m) or _of_members(m) or _of_phases(m) or _of_choices(m) or _of_second_sets(m)


def explain_form(m: Mistake) -> Finding | None:
    """Slips that nothing more precise explains."""
    return _of_rules(m) or _of_amounts(m) or _of_queries(m) or _of_blocks(m)


def _of_patterns(m: Mistake) -> Finding | None:
    """`gain 1 {good}`"""
    if m.token.kind == "_LBRACE" and m.before().kind in ("NAME", "NUMBER", "_OF", "_MY"):
        if _HOLE.match(m.text, m.token.start):
            return m.found("a text is the same in all records of a pattern: read a field, as in `worth of this`")
    return None


def _of_members(m: Mistake) -> Finding | None:
    """`market[2]`"""
    if m.token.text == "[" and m.before().kind == "NAME" and m.text[: m.token.start].endswith(m.before().text):
        number = re.match(r"\[([^\[\]\n]*)\]", m.text[m.token.start :])
        hint = f"the n-th member of a set is `nth({m.before().text}, {number[1].strip() if number else '...'})`"
        return m.found(hint, "`[` is no sign of the language", "E101")
    return None


def _of_phases(m: Mistake) -> Finding | None:
    """`stop phase turn`"""
    if m.before().text == "stop" and m.token.kind == "_PHASE":
        return m.found(f"leave out `phase`: `stop {m.next_word.rstrip(';}') or 'turn'}`")
    return None


def _of_rules(m: Mistake) -> Finding | None:
    """`once per turn of me`, `after gain 1 ore by me`"""
    if m.kind_of_text != "rules":
        return None
    first = m.statement[0].text if m.statement else ""
    if m.token.kind == "_OF" and m.before(2).text == "per":
        return m.found(f"write `once per my {m.before().text}`")
    begins = m.token.kind in ("_OF", "NAME", "NUMBER")
    if first in RULE_WORDS and "_BY" in m.accepted and begins and takes_amount(m.before().text):
        event = m.text[m.statement[0].start : m.before().end]
        return m.found(f"who acts comes first, then the amount: `{event} by me where ... of what > 0 {{ ... }}`")
    return None


def _of_amounts(m: Mistake) -> Finding | None:
    """`gain 1 ore by others`"""
    if m.kind_of_text != "effect" or not m.statement or not takes_amount(m.statement[0].text):
        return None
    done = m.text[m.statement[0].start : m.before().end].strip()
    if m.token.kind == "_BY":
        whose = m.next_word.rstrip(";}")
        return m.found(f"who acts comes first: `as {whose if whose in SEATS else 'others'} {{ {done} }}`")
    return None


def _of_choices(m: Mistake) -> Finding | None:
    """`choose 2 metals`, `choose b in bundles up to 2 metals`"""
    if m.before().text == "bundles" and m.token.kind in ("UP_TO", "NUMBER"):
        amount = _BUNDLE.match(m.text, m.token.start)
        return m.found(f"write `bundles({amount[1]} {amount[2]})`" if amount else "write `bundles(2 ...)`")
    ends = m.token.kind in (SEPARATOR, END) or m.token.text == ";"
    if ends and "_IN" in m.accepted and m.before().kind == "NAME" and m.statement and m.statement[0].kind == "_CHOOSE":
        last, words = m.before(), m.text[m.statement[0].start : m.before().start].strip()
        several = m.before(2).kind != "_CHOOSE"
        hint = f"`{words} x in {last.text} {{ ... }}`" if several else f"`{words} {last.text} in ...`"
        return Finding(
            "E102", "the set of this choice is missing", last.start, last.end, f"name what is chosen: {hint}"
        )
    return None


def _of_queries(m: Mistake) -> Finding | None:
    """`cell is near here`, for a query of two parameters"""
    before = m.before()
    told = m.token.kind == "_MY" or m.token.text in SEATS or m.ends_statement
    if told and before.kind == "NAME" and m.before(2).kind == "_IS" and m.token.kind in ("NAME", "NUMBER", "_MY"):
        subject = m.before(3).text if m.before(3).kind == "NAME" else "..."
        return m.found(f"a query of two things has brackets: `{before.text}({subject}, ...)`")
    return None


def _of_blocks(m: Mistake) -> Finding | None:
    """`if test { } { }`, `others { }`"""
    if m.token.kind != "_LBRACE":
        return None
    if m.before().kind == "_RBRACE":
        return m.found("a second block begins with `else` after `if` and `may`, and with `or` in a `choose`")
    if len(m.statement) == 1 and m.before().text in SEATS and m.before(2).kind != "_AS":
        return m.found(f"to say who acts, write `as {m.before().text} {{ ... }}`")
    return None


def _of_second_sets(m: Mistake) -> Finding | None:
    """`sum(1 for a in A, b in B)`: the comma could begin another argument, so that the error is at `in`."""
    comma = m.before(2)
    hint = of_pairs(m) if m.token.kind == "_IN" and comma.kind == "_COMMA" else None
    return None if hint is None else Finding("E102", "`,` cannot stand here", comma.start, comma.end, hint)


def of_pairs(m: Mistake) -> str | None:
    """`for a, b in metals`, `sum(1 for a in A, b in B)`: what to write instead of the comma."""
    inside = m.opened[-1] if m.opened_last == "_LPAR" else None
    if inside is not None and any(token.kind == "_FOR" for token in m.seen[m.seen.index(inside) :]):
        return "write `for` again for each set: `sum(1 for a in A for b in B)`"
    if m.statement and m.statement[0].kind == "_FOR":
        return "a loop over pairs is a `for` inside a `for`: `for a in A { for b in B { ... } }`"
    return None
