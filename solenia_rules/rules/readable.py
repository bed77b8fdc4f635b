"""What is left of a ruleset whose files have problems: whether its texts can be checked in the same run.

The problems of a document go in, each with its path. A `Readable` comes out if every name that texts use is known,
except some names that are listed. So a number out of range in one record does not hide a misspelt word in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from solenia_rules.rules.declared import ALLOW, PROGRAMS, SPOKEN, STEP_SECTIONS, Declared
from solenia_rules.rules.records import Text, World
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.rules.problems import Problem

SURFACE = frozenset(("E010", "E018", "E019", "E021", "E023", "E033", "E036", "E037"))
"""Codes of problems with which the world is still complete."""
WITHOUT_NAMES = (
    "ruleset",
    "title",
    "about",
    "languages",
    "budget",
    "estimate",
    *SPOKEN,
    ALLOW,
    *STEP_SECTIONS,
    "rules",
)
"""Keys and sections whose entries no text names."""
NAMED_ALONE = ("params", "state", *(section for section in PROGRAMS if section != "rules"))
"""Sections whose entries texts use only by name: if one is wrong, the texts without its name can be checked."""
VALUES = {"counters": ("starts", "size_seen"), "state": ("starts",), "zones": ("capacity",)}
"""Section -> keys whose values texts do not depend on."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")


@frozen(eq=False)
class Readable:
    """A world whose texts can be checked though its files have problems."""

    world: World = field(repr=False)
    whole: bool
    """Whether the problems changed nothing that a text could depend on."""
    doubted: frozenset[str] = frozenset()
    """Names whose declarations are wrong: a text that uses one is not checked."""

    def is_trusted(self, text: Text) -> bool:
        """Whether problems that are found in a text are its own."""
        if not self.doubted:
            return True
        named = not self.doubted.isdisjoint(_WORD.findall(text.text))
        return not named and not any(text is other for other in self._doubted_texts())

    def _doubted_texts(self) -> Iterator[Text]:
        """The texts of verbs and queries whose parameters may be wrong."""
        yield from (verb.effect for verb in self.world.verbs if verb.id in self.doubted)
        yield from (query.value for query in self.world.queries if query.id in self.doubted and query.value)


def readable(world: World, names: Declared, problems: Iterable[Problem]) -> Readable | None:
    """What can be checked of a decoded world, or None if too much is wrong."""
    serious = [path for diagnostic, path in problems if diagnostic.code not in SURFACE]
    kind_of = {record.id: record.kind for record in world.records}
    kinds = set(kind_of.values())
    doubted: set[str] = set()
    for path in serious:
        section, name, key = _parts(path)
        if key in VALUES.get(section, ()) or section in WITHOUT_NAMES:
            continue
        _, kind = names.record_sections.get(section, ("", ""))
        if kind in kinds and name in kind_of:
            continue  # the record is there, and what its fields hold is known from its kind
        if name and (kind in kinds or section in NAMED_ALONE):
            doubted.add(name)
        else:
            return None
    return Readable(world, not serious, frozenset(doubted))


def _parts(path: KeyPath) -> tuple[str, str, str]:
    """Section, entry and key of a path; empty texts where the path is shorter."""
    section, name, key = (*map(str, path[:3]), "", "", "")[:3]
    return section, name, key
