"""Makes the tables of the parser from the grammar of the effects language. Only this module imports Lark.

`python -m solenia_rules.dsl.grammar` writes the tables again after a change of `effects.lark`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from solenia_rules.dsl import automaton
from solenia_rules.dsl.builder import HANDED_ON, LISTS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def _shipped(name: str) -> Traversable:
    """A file beside this one."""
    folder = Path(__file__).parent
    if not folder.is_dir():
        # Inside an archive. Imported only for archives, because it imports many modules.
        from importlib.resources import files

        return files("solenia_rules.dsl") / name
    return folder / name


def grammar_text() -> str:
    return _shipped("effects.lark").read_text("utf-8")


def stored_tables(grammar: str) -> automaton.Tables | None:
    """The tables that are shipped, unless they are missing or of another grammar."""
    file = _shipped("effects.tables.json")
    if not file.is_file():
        return None
    tables = automaton.decode(file.read_text("utf-8"))
    return tables if tables.digest == automaton.digest_of(grammar) else None


def build_tables(grammar: str) -> automaton.Tables:
    """The tables of a grammar, made by Lark."""
    from lark import Lark
    from lark.grammar import NonTerminal
    from lark.lexer import PatternStr
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(grammar, parser="lalr", start=["effect", "value", "rules"], maybe_placeholders=True)
    table = lark.parser.parser._parse_table
    terminals = sorted(lark.terminals, key=lambda x: (-x.priority, -x.pattern.max_width, -len(x.pattern.value), x.name))
    words = {
        x.pattern.value: x.name for x in terminals if isinstance(x.pattern, PatternStr) and x.pattern.value.isalpha()
    }
    numbers: dict[object, int] = {}
    rules: list[automaton.Rule] = []
    for rule in sorted(lark.rules, key=str):
        name = rule.alias or rule.origin.name
        take: list[int] = []
        places = iter(range(len(rule.expansion)))
        for absent in rule.options.empty_indices or [False] * len(rule.expansion):
            if absent:
                take.append(automaton.ABSENT)
                continue
            place = next(places)
            symbol = rule.expansion[place]
            if isinstance(symbol, NonTerminal):
                take.append(-2 - place if symbol.name.startswith("_") else place)
            elif rule.options.keep_all_tokens or not symbol.name.startswith("_"):
                take.append(place)
        if rule.origin.name.startswith("_") or name in LISTS:
            name = automaton.SPLICE
        elif name in HANDED_ON or (rule.options.expand1 and not rule.alias):
            name = automaton.PASS
        numbers[rule] = len(rules)
        rules.append(automaton.Rule(rule.origin.name, len(rule.expansion), name, tuple(take)))
    built = automaton.Tables(
        automaton.digest_of(grammar),
        {x.name: x.pattern.to_regexp() for x in terminals if x.pattern.value not in words},
        dict(sorted(words.items())),
        {start: (table.start_states[start], table.end_states[start]) for start in ("effect", "value", "rules")},
        tuple(rules),
        tuple(
            {name: arg if action is Shift else ~numbers[arg] for name, (action, arg) in table.states[state].items()}
            for state in range(len(table.states))
        ),
    )
    return automaton.in_order(built)


def main() -> None:
    """Writes the shipped tables."""
    path = Path(__file__).with_name("effects.tables.json")
    text = automaton.encode(build_tables(grammar_text()))
    path.write_text(text, "utf-8")
    sys.stdout.write(f"{path}: {len(text)} characters\n")


if __name__ == "__main__":
    main()
