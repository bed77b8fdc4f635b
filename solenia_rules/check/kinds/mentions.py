"""Which query names which others, read off the words of the texts: in what order queries are checked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solenia_rules.rules import records as r

_WORD = re.compile(r"[a-z][a-z0-9_]*")


def mentioned(world: r.World) -> Iterator[str]:
    """Every word of every text."""
    texts = [verb.effect for verb in world.verbs] + [step.effect for step in world.steps]
    texts += [rule.rules for rule in world.rules] + [query.value for query in world.queries if query.value is not None]
    texts += [value for record in world.records for _key, value, _span in record.fields if isinstance(value, r.Text)]
    for text in texts:
        yield from _WORD.findall(text.text)


class Mentions:
    """A word may mean something else where it stands, so this says what may be needed, never what is."""

    def __init__(self, queries: tuple[r.Query, ...]) -> None:
        ids = {query.id for query in queries}
        self.of: dict[str, list[str]] = {}
        for query in queries:
            words = [] if query.value is None else _WORD.findall(query.value.text)
            self.of[query.id] = [word for word in dict.fromkeys(words) if word in ids]

    def in_order(self) -> Iterator[str]:
        """Every query after those it mentions, as far as that can be."""
        begun: set[str] = set()
        for root in self.of:
            if root in begun:
                continue
            begun.add(root)
            stack = [(root, iter(self.of[root]))]
            while stack:
                query, rest = stack[-1]
                word = next((word for word in rest if word not in begun), None)
                if word is None:
                    stack.pop()
                    yield query
                else:
                    begun.add(word)
                    stack.append((word, iter(self.of[word])))

    def way_back(self, query: str) -> list[str]:
        """The shortest way from a query to itself, both ends named; nothing if there is none."""
        before: dict[str, str] = {}
        edge = [query]
        while edge and query not in before:
            following = []
            for name in edge:
                for word in self.of[name]:
                    if word not in before:
                        before[word] = name
                        following.append(word)
            edge = following
        if query not in before:
            return []
        path = [query, before[query]]
        while path[-1] != query:
            path.append(before[path[-1]])
        return path[::-1]
