"""What is known about the ruleset of one file. It is made in another process and read by the server."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.lsp.analysis import Analysis
from solenia_rules.lsp.index import Mention, mentions
from solenia_rules.lsp.probing import Probe
from solenia_rules.lsp.targets import Target, Targets
from solenia_rules.rules.files import SCENARIOS
from solenia_rules.rules.reader import Document, Read
from solenia_rules.rules.records import World
from solenia_rules.rules.schema import schema_of
from solenia_rules.rules.schema_parts import Schema
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.places import Span


class Knowledge:
    """The result of one analysis of a file whose declarations are complete. `reads` are its files, the highest layer
    first."""

    def __init__(self, found: Analysis, world: World, document: Document) -> None:
        self.path = found.path
        self.paths: dict[str, Path] = found.paths
        self.reads: dict[str, Read] = found.reads
        self.world = world
        self.document = document
        self.rules: Ruleset | None = found.rules
        """The ruleset when it was last without errors."""
        self.rules_reads = found.reads
        """The files of which it was made."""
        self.probe = Probe(world)
        self.names = self.probe.names
        self.targets = Targets(self.names)

    @cached_property
    def schema(self) -> Schema:
        if self.path.name.endswith(SCENARIOS):
            from solenia_rules.tools.scenarios.schema import scenario_schema

            return scenario_schema(self.world)
        return schema_of(self.world, self.document)

    @cached_property
    def mentions(self) -> list[Mention]:
        return [found for read in self.reads.values() for found in mentions(read, self.targets, self.document)]

    def declarations(self, target: Target) -> list[Span]:
        """Where something is declared, the highest layer first; what a pattern makes is declared by the pattern."""
        wanted = self.targets.paths(target)
        found = [read.spans.key(path) for read in self.reads.values() for path in wanted if path in read.spans]
        assert self.world.spans is not None
        made = [self.world.spans.key(path) for path in wanted if path in self.world.spans]
        return [*found, *(span for span in made if span.source.made)]

    def made_by(self, pattern: KeyPath) -> list[str]:
        """The records that a pattern of this file stands for; nothing for any other entry."""
        spans = self.world.spans
        own = [read.spans.key(pattern) for read in self.reads.values() if pattern in read.spans]
        section = pattern[0]
        ids = [record.id for record in self.world.records if self.targets.sections.get(record.kind) == section]
        assert spans is not None
        makers = ((name, spans.key((section, name))) for name in ids if (section, name) in spans)
        return [
            name
            for name, maker in makers
            if maker.source.made and any((maker.source.name, maker.start) == (o.source.name, o.start) for o in own)
        ]

    def remember(self, earlier: Knowledge | None) -> None:
        """While there are errors, explanations come from the last version without errors."""
        if self.rules is None and earlier is not None:
            self.rules, self.rules_reads = earlier.rules, earlier.rules_reads

    def prepare(self) -> Knowledge:
        """Compute what takes long before it is asked for."""
        self.schema  # noqa: B018
        self.mentions  # noqa: B018
        return self


def known_from(found: Analysis) -> Knowledge | None:
    """The knowledge from an analysis, computed now; None if its declarations are not complete."""
    known = learned_from(found)
    return known.prepare() if known is not None else None


def learned_from(found: Analysis) -> Knowledge | None:
    """What is known about the ruleset of a file, computed when it is asked for."""
    if found.world is None or found.layer is None:
        return None
    return Knowledge(found, found.world, found.layer.document)
