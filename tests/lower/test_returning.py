"""Options after which a recorded position may come again are found from the text; the others are not tried."""

from __future__ import annotations

import pytest

from solenia_rules.check.checking import check_world
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const
from solenia_rules.lower.program import compile_program
from solenia_rules.lower.returning import Returning
from solenia_rules.rules.resolver import resolve_text
from tests.playing import ends

FOUND = "cells of returning positions"
CAPTURE = "for d in neighbours(c) where holder of d is in others and no(free(d) - c) { for e in same(d) { CLEAR } }"
CLEAR = "set holder of e to none"
PUT = "set holder of c to me"
GO = """
ruleset   = "little_go"
language  = 1
languages = ["en"]
source    = "ours"
seats     = { range = [2, 2] }
title     = { en = "A game" }

[state]
turns = { kind = "0..200", source = "ours" }
spot  = { kind = "cell?", source = "ours" }

[boards.mesh]
columns = 3
rows    = 2
fields  = { holder = "seat?", twice = "yes_no" }
source  = "ours"

[boards.margin]
columns = 2
rows    = 1
fields  = { holder = "seat?" }
source  = "ours"

[history.stood]
keeps  = ["mesh"MORE]
most   = 120
source = "ours"

[setup.begin]
source = "ours"
effect = 'record stood'

[queries]
same = { params = { c = "cell" }, value = 'group(c, all(d in mesh where holder of d is holder of c))', source = "ours" }
free = { params = { c = "cell" }, value = 'all(d in neighbours(same(c)) where holder of d is none)', source = "ours" }

[play.turns]
source = "ours"
effect = '''
repeat 30 { as seats { phase turn { choose up to 1 c in SOURCE where WHERE {
  add 1 to turns
  MOVE
  need stood is 0
  record stood
} } } }
'''

[result.best]
source = "ours"
effect = 'if turns > 20 { win first(seats) } else { win last(seats) }'
"""
EMPTY = "holder of c is none"


def program(move: str, where: str = EMPTY, more: str = "", derive: bool = True) -> Program:
    source = "(mesh + margin)" if "BOTH" in where else "mesh"
    text = (
        GO.replace("SOURCE", source)
        .replace("WHERE", where.replace("BOTH", ""))
        .replace("MOVE", move)
        .replace("CLEAR", CLEAR)
        .replace("MORE", more)
    )
    return compile_program(check_world(resolve_text(text, "little_go").world), 2, derive)


def finds(made: Program) -> bool:
    return any(function.name == FOUND for function in made.flat.core.functions)


@pytest.mark.parametrize(
    ("move", "where", "more", "found"),
    [
        (f"{CAPTURE}; {PUT}", EMPTY, "", True),
        (f"{CAPTURE}; {PUT}", "true", "", True),  # one's own stones, too
        (f"{CAPTURE}; {PUT}", EMPTY, ', "me"', True),
        (f"set spot to c; {CAPTURE}; {PUT}", EMPTY, "", True),
        (f"set holder of first(mesh) to none; {PUT}", EMPTY, "", True),
        (f"{CAPTURE}; {PUT}", f"{EMPTY} BOTH", "", True),  # not every option is kept
        (f"{PUT}; {CAPTURE}", EMPTY, "", False),  # the stone could be taken again
        (f"{CAPTURE.replace('CLEAR', 'set holder of e to me')}; {PUT}", EMPTY, "", False),
        (f"{CAPTURE}; {PUT}; set twice of c to true", EMPTY, "", False),
        (f"set spot to c; {CAPTURE}; {PUT}", EMPTY, ', "spot"', False),
        (f"{CAPTURE}; set spot to c; set holder of spot to me", EMPTY, "", False),
        (f"{CAPTURE}; if turns > 3 {{ {PUT} }}", EMPTY, "", False),
    ],
)
def test_offers_are_those_of_trying_every_option(move: str, where: str, more: str, found: bool) -> None:
    derived = program(move, where, more)
    assert finds(derived) == found
    assert ends(derived, range(12)) == ends(program(move, where, more, derive=False), range(12))


def test_it_fails_where_an_option_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    move = f"{CAPTURE}; {PUT}"
    tried = ends(program(move, derive=False), range(12))
    monkeypatch.setattr(Returning, "test", lambda *_args: Const(0))
    assert ends(program(move), range(12)) != tried
