"""Examples of a page: fenced blocks by sort, and what has to stand around a fragment so that it can be played.

Sorts: `toml` (a whole ruleset if it says `ruleset`, else laid over the page's world), `effect`, `value`, `rules`,
`held` (an effect of a record), `error` (marked with `#! CODE message`). Texts of an `effect`, `held` or `rules` block
are separated by blank lines; each line of a `value` or `error` block is a text. A last line `# offers a, b` gives the
ids of the first decision.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

import solenia_rules as sr

DOCS = Path(__file__).parents[2] / "docs"
WORLD = "meadow"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_OFFERS = re.compile(r"^# offers (.*)\n?", re.MULTILINE)

BEFORE = """
let tile = first(market)
let card = first(my hand)
show card to seats
let cell = cell of my pawn
let rival = next(me)
"""
"""What a fragment may use besides the world."""
KNOWN = """
move market to bag
move (barn, kiln, mill, inn) to market
as seats {
  gain 2 ore + 1 clay + 1 grain
  move my hand to my deck
  move (first(my rain), first(my pick), first(my fair)) to my hand
}
"""
"""Chance taken out of the start."""


@frozen
class Example:
    sort: str
    text: str
    line: int

    @property
    def whole(self) -> bool:
        return self.sort == "toml" and self.text.startswith("ruleset")

    @property
    def name(self) -> str:
        return f"{self.sort}-{self.line}"

    @property
    def offers(self) -> list[str] | None:
        found = _OFFERS.search(self.text)
        return found[1].split(", ") if found else None


def examples(page: str) -> list[Example]:
    """Every example of a page; blocks of several texts are taken apart."""
    source = (DOCS / page).read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(source):
        sort, text = match[1], match[2]
        line = source.count("\n", 0, match.start()) + 2
        parts = parts_of(sort, text)
        for part in parts:
            found.append(Example(sort, part, line))
            line += part.count("\n") + (2 if len(parts) > 1 and sort in ("effect", "held", "rules") else 1)
    return found


def parts_of(sort: str, text: str) -> list[str]:
    """The texts of a block."""
    if sort in ("effect", "held", "rules"):
        return text.split("\n\n")
    return [part for part in text.splitlines() if part.strip()] if sort in ("value", "error") else [text]


def world(page: str) -> str:
    """The ruleset that the fragments of a page are laid over."""
    return next(e.text for e in examples(page) if e.whole and e.text.startswith(f'ruleset  = "{WORLD}"'))


def around(example: Example) -> str:
    """A variant of the page's world in which a fragment is played."""
    text = example.text.strip("\n")
    match example.sort:
        case "effect" | "error":
            body = _turns(text)
        case "value":
            body = _turns(f"let found = {text}")
        case "held":
            body = f"[cards.rain]\nsource = \"ours\"\nplayed = '''\n{text}\n'''\n"
        case "rules":
            body = f"[tiles.inn]\nsource = \"ours\"\nlasting = '''\n{text}\n'''\n" + _owned("inn")
        case _:
            body = text
    return f'ruleset = "fragment"\nlanguage = 1\nextends = "{WORLD}"\nsource = "ours"\n{HEAD}\n{body}\n'


HEAD = 'title = { en = "A fragment", fr = "Un fragment", pl = "Fragment" }'


def _turns(text: str) -> str:
    return (
        f"[setup.known]\nsource = \"ours\"\neffect = '''{KNOWN}'''\n"
        '[play.turns]\nsource = "ours"\n'
        f"effect = '''\nrepeat 3 {{ as seats {{ phase turn {{{BEFORE}{text}\n}} }} }}\n'''\n"
    )


def _owned(tile: str) -> str:
    return f"[setup.owned]\nsource = \"ours\"\neffect = 'move {tile} to won of first(seats)'\n"


def load(text: str, page: str, folder: Path, refined: bool = True) -> sr.Ruleset:
    """A whole ruleset, or a variant of the page's world."""
    (folder / f"{WORLD}.toml").write_text(world(page), encoding="utf-8")
    name = re.search(r'^ruleset *= *"(\w+)"', text, re.MULTILINE)
    assert name is not None
    path = folder / f"{name[1]}.toml"
    path.write_text(text, encoding="utf-8")
    return sr.load(str(path), refined=refined)


def play(rules: sr.Ruleset, games: int, numbers: range | None = None) -> list[sr.Playout]:
    """Random games with every number of seats, or some, each to its end."""
    return [sr.playout(rules, seats, seed) for seats in numbers or rules.seats for seed in range(games)]
