"""Golden cases of `docs/semantics.md`: what is held, what is done, what is asked, what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import Factory, define

import solenia_rules as sr

PAGE = Path(__file__).parents[2] / "docs" / "semantics.md"
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"^(rules|rival rules|table rules|do|asks|answer|result|stuck)(?: (\d))?(?: +(.*))?$")


@define
class Case:
    line: int
    held: list[tuple[str, int, str]] = Factory(list)
    """Who holds a rule, its order, its text."""
    effect: str = ""
    script: list[tuple[str, str]] = Factory(list)
    """`asks` and `answer` in turn."""
    results: dict[str, list[int]] = Factory(dict)
    stuck: bool = False


def world() -> str:
    matches = _FENCE.finditer(PAGE.read_text(encoding="utf-8"))
    return next(match[2] for match in matches if match[1] == "toml")


def cases() -> Iterator[Case]:
    page = PAGE.read_text(encoding="utf-8")
    for match in _FENCE.finditer(page):
        if match[1] == "case":
            yield case_of(match[2], page.count("\n", 0, match.start()) + 1)


def case_of(text: str, line: int) -> Case:
    case = Case(line)
    for row in text.splitlines():
        found = _LINE.match(row)
        assert found is not None, row
        key, order, value = found[1], int(found[2] or 0), found[3] or ""
        match key:
            case "rules" | "rival rules" | "table rules":
                case.held.append((key, order, value))
            case "do":
                case.effect = value
            case "asks" | "answer":
                case.script.append((key, value))
            case "stuck":
                case.stuck = True
            case _:
                for part in value.split(", "):
                    name, *numbers = part.split()
                    case.results[name] = [int(n) for n in numbers]
    return case


def ruleset(case: Case) -> str:
    """The page's world with the rules of a case and its effect as the play."""
    records, table, deal = ["[cards]"], [], []
    for index, (who, order, text) in enumerate(case.held):
        if who == "table rules":
            table.append(f"[rules.r{index}]\nsource = \"ours\"\norder = {order}\nrules = '{text}'")
            continue
        records.append(f"c{index} = {{ order = {order}, lasting = '{text}', source = \"ours\" }}")
        deal.append(f"move c{index} to held of {'first' if who == 'rules' else 'last'}(seats)")
    setup = f"[setup.deal]\nsource = \"ours\"\neffect = '{'; '.join(deal)}'" if deal else ""
    base = world().replace("[cards]", "\n".join(records))
    play = f"[play.case]\nsource = \"ours\"\neffect = 'as first(seats) {{ phase turn {{ {case.effect} }} }}'"
    return "\n".join([base, *table, setup, play, ""])


def played(case: Case, rules: sr.Ruleset) -> sr.Game:
    """The game after the answers of the case; what it asks is compared on the way."""
    game = sr.new_game(rules, seats=2, seed=0)
    for key, value in case.script:
        assert game.decision is not None, f"nothing is asked, but: {key} {value}"
        if key == "asks":
            assert [option.id for option in game.decision.options] == value.split(", ")
        else:
            game = game.choose(value)
    return game
