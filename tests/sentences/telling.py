"""Rulesets checked without being made ready for play, and everything that is told of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.made_verbs import make_verbs
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.topics import Topics
from tests.docs.page import BEFORE, examples
from tests.playing import resolved


@cache
def checked(name: str) -> Checked:
    found = Checker(resolved(name).world).run()
    make_verbs(found)
    return found


@cache
def everything() -> Checked:
    """The world of the manual with every example of a text in it: each construct of the language at least once."""
    page = [example for example in examples("language.md") if example.sort in ("effect", "value", "rules", "toml")]
    world = next(example.text for example in page if example.whole and 'ruleset  = "meadow"' in example.text)
    parts = [world]
    for number, example in enumerate(page):
        text = re.sub(r" *#.*", "", example.text).strip()
        if example.sort == "effect":
            parts.append(f"[verbs.x{number}]\nsource = 'ours'\neffect = '''{BEFORE}\n{text}\n'''\n")
        elif example.sort == "value":
            parts.append(f"[verbs.x{number}]\nsource = 'ours'\neffect = '''{BEFORE}\nlet found = {text}\n'''\n")
        elif example.sort == "rules":
            held = f"lasting = '''\n{text}\n'''\n"
            parts.append(f"[tiles.x{number}]\nteam = 'red'\nworth = 1\nasks = '1 ore'\nsource = 'ours'\n{held}")
    parts.append(MORE)
    return _checked("\n".join(parts), "meadow")


@cache
def examples_of_games() -> tuple[Checked, ...]:
    """The whole rulesets of the manual."""
    whole = [example.text for example in examples("language.md") if example.whole and "extends" not in example.text]
    return tuple(_checked(text, text.split('"')[1]) for text in whole)


def _checked(text: str, name: str) -> Checked:
    found = Checker(resolve_text(text, name).world).run()
    wrong = [f"{d.message}: {d.span.text}" for d in found.diagnostics if d.severity == "error"]
    assert wrong == []
    return found


MORE = """
[verbs.y1]
source = 'ours'
effect = '''
let far = straight(field(1, 1), field(4, 4))
let matching = word_at(rim of first(slabs), 2) is ore and beside(field(1, 1), 2) is not none
let orientations = count(turns_of(rim of first(slabs)))
let ways = count(sides_of(corners_of(field(1, 1)))) + count(cells_of(gateposts))
let upper = side_at(field(1, 1), 1)
let lucky = random(goods)
let rare = random(t in market where worth of t > 2)
if previous(me) is me and tile_is_lit(first(market)) { move first(market) to none }
if active_tiles > 0 { gain (ore of asks of first(market)) of points }
let near = garden(me, 2)
let plots_of_all = count(plots)
as reverse(seats) { gain 1 coin }
let runner_up = nth(all(s in seats by -points of s), 2)
as runner_up { gain (place of first(market)) of coins }
if nth(goods, place of clay + 1) is grain { gain sum(worth of t for s in seats for t in tiles of s) of points }
choose give in bundles(2 goods + 1 coin) where count(give) > 0 and can_pay(give)
pay give
if last(market) is first(market) and team of first(market) is other(team of last(market)) { gain 1 point }
gain 1 of (if my coins > 3 then points else coins)
if stood > 1 { forget stood } else { record stood }
'''

[pieces.slab]
plural = "slabs"
fields = { rim = "list of 4 goods" }
source = "ours"

[slabs]
plate = { rim = ["ore", "ore", "clay", "ore"], copies = 2, source = "ours" }

[boards]
gateposts = { corners = "field", source = "ours" }
hedges    = { sides = "field", source = "ours" }
[history.stood]
keeps  = ["field"]
most   = 9
source = "ours"

[queries.tile_is_lit]
params = { tile = "tile" }
value  = 'tile is active and needs of tile'
source = "ours"

[queries.active_tiles]
value  = 'if some(market) then count(tiles) else 0 - 1'
source = "ours"
"""
"""What no example of the manual says."""


def told(topics: Topics) -> Iterator[str]:
    """Every sentence about a ruleset."""
    for ident, _sort in topics.ids():
        topic = topics.topic(ident)
        assert topic is not None
        yield topic.title
        yield from _texts(topic.steps)


def _texts(steps: tuple[Said, ...]) -> Iterator[str]:
    for step in steps:
        yield step.text
        yield from _texts(step.steps)
