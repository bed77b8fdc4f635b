"""The table of built-in verbs and queries: every fact is given, and play agrees with the facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import attrs
import pytest

import solenia_rules as sr
from solenia_rules.checked.acts import VerbAct
from solenia_rules.checked.numbers import EVENTS
from solenia_rules.dsl.builtins import QUERIES, VERBS, BuiltInQuery, BuiltInVerb, PhraseName, QueryName, VerbName

GROUND = Path(__file__).parent.parent / "check" / "ground.toml"
DONE = {
    "gain": "gain 1 point",
    "pay": "pay 1 tin",
    "lose": "lose 1 tin",
    "set": "set pace to 9",
    "add": "add 1 to pace",
    "move": "move red_one to heap",
    "draw": "draw 1 from my pouch to heap",
    "shuffle": "shuffle bag",
    "turn_over": "turn_over sheet",
    "roll": "roll cube",
    "show": "show red_one to seats",
    "do": "do deed of red_one",
    "need": "need true",
    "stop": "repeat 2 { stop }",
    "win": "win me",
    "start": "start lasting of finish_line until turn",
    "record": "record stood",
    "forget": "forget stood",
}
"""A statement of every verb that effects may say; the statement can be done and changes something."""
IMPOSSIBLE = {"pay": "pay 9 tin", "need": "need false"}


def test_the_tables_have_every_name_and_every_verb_has_a_class() -> None:
    assert VERBS.keys() == set(get_args(VerbName)) == {act.VERB for act in get_args(VerbAct)}
    assert DONE.keys() == {name for name, verb in VERBS.items() if verb.written}
    assert QUERIES.keys() == {*get_args(QueryName), *get_args(PhraseName)}


@pytest.mark.parametrize("missing", [field.name for field in attrs.fields(BuiltInVerb)])
def test_a_verb_without_one_of_its_facts_cannot_be_constructed(missing: str) -> None:
    given = attrs.asdict(VERBS["gain"], recurse=False)
    assert BuiltInVerb(**given) == VERBS["gain"]
    del given[missing]
    with pytest.raises(TypeError, match=f"'{missing}'"):
        BuiltInVerb(**given)


@pytest.mark.parametrize("missing", [field.name for field in attrs.fields(BuiltInQuery)])
def test_a_query_without_one_of_its_facts_cannot_be_constructed(missing: str) -> None:
    given = attrs.asdict(QUERIES["count"], recurse=False)
    del given[missing]
    with pytest.raises(TypeError, match=f"'{missing}'"):
        BuiltInQuery(**given)


def test_every_event_has_one_number() -> None:
    assert len(set(EVENTS)) == len(EVENTS)


SHEET = """
[pieces.sheet]
faces = "page"
source = "ours"

[boards.page]
columns = 2
rows = "pages"
source = "ours"

[zones.pages]
of = "sheet"
seen = "all"
source = "ours"

[history.stood]
keeps = ["plain"]
most = 5
source = "ours"
"""


def game(effect: str, more: str = "") -> sr.Game:
    """A game of two seats whose first seat does this after the setup and is then asked something."""
    probe = f"[setup.probe]\nsource = 'ours'\neffect = 'as first(seats) {{ {effect} }}'\n"
    probe += "[setup.wait]\nsource = 'ours'\neffect = 'as first(seats) { choose seat in seats }'\n"
    text = GROUND.read_text(encoding="utf-8") + SHEET + probe + more
    return sr.new_game(sr.load_text(text), seats=2, seed=1)


def is_offered(effect: str) -> bool:
    """Whether a seat that may do something is offered to do it."""
    asked = game(f"may {{ {effect} }}").decision
    assert asked is not None
    return "yes" in [option.id for option in asked.options]


@pytest.mark.parametrize("verb", DONE)
def test_the_log_has_the_event_of_a_verb(verb: str) -> None:
    idle, done = (Counter(event.kind for event in game(effect).news) for effect in ("let x = 1", DONE[verb]))
    text = {"gained"} if verb == "do" else set()
    assert {kind for kind in done if done[kind] > idle[kind]} == text | ({VERBS[verb].told} - {None})


@pytest.mark.parametrize("verb", DONE)
def test_looking_ahead_ends_where_the_table_says_so(verb: str) -> None:
    """`need false` makes the block impossible: it is offered only if looking ahead ends before."""
    assert is_offered(f"{DONE[verb]}; need false") == (VERBS[verb].horizon or VERBS[verb].leaves == "game")


@pytest.mark.parametrize("verb", DONE)
def test_a_verb_that_may_fail_is_not_offered_where_it_does(verb: str) -> None:
    assert is_offered(DONE[verb])
    assert (verb in IMPOSSIBLE) == VERBS[verb].fails
    assert verb not in IMPOSSIBLE or not is_offered(IMPOSSIBLE[verb])


@pytest.mark.parametrize("verb", DONE)
def test_rules_hang_on_the_verbs_that_the_table_names(verb: str) -> None:
    rule = f"[rules.watch]\nsource = 'ours'\nrules = 'after {verb} by anyone {{ add 1 to pace }}'\n"
    if VERBS[verb].triggers:
        assert game(DONE[verb], rule)
    else:
        with pytest.raises(sr.RulesetError, match="E311"):
            game(DONE[verb], rule)


def seen_pieces(game: sr.Game, seat: int) -> set[str]:
    """The pieces that a seat can name, wherever they lie."""

    def walk(part: object) -> Iterator[str]:
        if isinstance(part, dict):
            if isinstance(part.get("pieces"), list):
                yield from (str(piece["id"]) for piece in part["pieces"])
            for inner in part.values():
                yield from walk(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from walk(inner)

    return set(walk(game.view(seat)))


@pytest.mark.parametrize("verb", DONE)
def test_hidden_pieces_become_visible_where_the_table_says_so(verb: str) -> None:
    idle, done = game("let x = 1"), game(DONE[verb])
    new = {seat for seat in range(2) if seen_pieces(done, seat) - seen_pieces(idle, seat)}
    assert bool(new) == (VERBS[verb].reveals != "nothing")
