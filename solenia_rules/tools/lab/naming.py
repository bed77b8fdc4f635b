"""The names that statistics give to options and texts: where an option is asked and what it is; who owns a text."""

from __future__ import annotations

from solenia_rules.api.services import Services
from solenia_rules.tools.lab.holders import holder_of_places, holder_of_span


class Naming:
    """The names of one program."""

    def __init__(self, services: Services) -> None:
        self.asker = services.asker
        program = services.executor.program
        world = program.names.world
        self.specs = program.outline.specs
        self.places = holder_of_places(program)
        """For each place in the ruleset, the record, rule, verb or step that contains it."""
        self._asked = [holder_of_span(world, spec.span, spec.function) for spec in self.specs]
        self._names: dict[tuple[int, int, int], str | None] = {}

    def option(self, number: int, value: int, seat: int) -> str | None:
        """The name of an option: where it is asked and what it is; None for a cell without a name."""
        key = (number, value, seat)
        if key not in self._names:
            spec = self.specs[number]
            bare = spec.domain == "cell" and not (spec.done and value == self.asker.inventory.domain_count(spec.domain))
            if bare and self.asker.inventory.cells[value].record is None:
                self._names[key] = None
            else:
                ident = self.asker.named(spec, value, seat).id
                if spec.domain == "cell" and "=" in ident:
                    ident = f"{spec.name}={self.asker.inventory.cells[value].record or ident.partition('=')[2]}"
                self._names[key] = f"{self._asked[number]} {ident}"
        return self._names[key]

    def count(self, number: int) -> int:
        """The number of options that a decision can have."""
        spec = self.specs[number]
        if spec.labelled:
            return len(spec.labels) + spec.done
        return self.asker.inventory.domain_count(spec.domain) + spec.done
