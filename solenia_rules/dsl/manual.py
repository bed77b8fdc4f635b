"""Makes the tables of the manual from the tables of the engine: `python -m solenia_rules.dsl.manual
docs/language.md`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from solenia_rules.dsl.builtins import QUERIES, VERBS, Slot
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, RESERVED, SPECIAL_NAMES

_TAKES = {
    "place": "field, counter or state",
    "target": "cell, zone or none",
    "shown": "zone or pieces",
    "list": "list of words",
    "each": "value for phrase",
    "phrase": "set or phrase",
    "rules": "rules of a piece or cell",
    "effect": "effect of a piece or cell",
}
"""What a slot takes, for slots that need more than one word."""


def _slot(slot: Slot) -> str:
    taken = _TAKES.get(slot.wanted, slot.wanted)
    text = f"{slot.preposition} {taken}" if slot.preposition else taken
    return f"[{text}]" if slot.optional else text


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def verbs() -> str:
    rows = ((f"`{v.name}`", ", ".join(map(_slot, v.slots)) or "-", v.meaning) for v in VERBS.values())
    return _table(("verb", "takes", "meaning"), rows)


def queries() -> str:
    rows = ((f"`{q.name}`", ", ".join(map(_slot, q.slots)), q.meaning) for q in QUERIES.values())
    return _table(("query", "takes", "meaning"), rows)


def fields() -> str:
    return _table(("field", "meaning"), ((f"`{name}`", meaning) for name, meaning in BUILT_IN_FIELDS.items()))


def names() -> str:
    return _table(("name", "meaning"), ((f"`{name}`", meaning) for name, meaning in SPECIAL_NAMES.items()))


def reserved() -> str:
    return " ".join(f"`{word}`" for word in sorted(RESERVED))


TABLES: dict[str, Callable[[], str]] = {
    "verbs": verbs,
    "queries": queries,
    "fields": fields,
    "names": names,
    "reserved": reserved,
}
_PLACE = re.compile(r"(<!-- made: (\w+) -->\n)(?:(?!<!-- ).*\n)*(<!-- end -->)")


def fill(page: str) -> str:
    """The page with the text between its markers written again."""
    return _PLACE.sub(lambda m: f"{m[1]}{TABLES[m[2]]()}\n{m[3]}", page)


def main(paths: list[str]) -> None:
    for path in map(Path, paths):
        path.write_text(fill(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
