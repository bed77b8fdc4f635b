"""Setting the parameters of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Document
from solenia_rules.rules.records import World
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import named_or_listed


def choose_params(document: Document, world: World, chosen: Mapping[str, int], name: str, problems: Problems) -> None:
    """Checks the values chosen and stores each as the parameter's default."""
    known = {param.id: param for param in world.params}
    section = document.get("params")
    for key, value in chosen.items():
        param = known.get(key)
        if param is None:
            hint = named_or_listed(str(key), known, "the parameters are")
            problems.about_file("E036", f"there is no parameter {quoted(str(key))}", name, hint)
        elif isinstance(value, bool) or not isinstance(value, int):
            problems.about_file("E037", f"the parameter `{key}` takes a whole number", name)
        elif not param.low <= value <= param.high:
            message = f"the parameter `{key}` is a number from {param.low} to {param.high}, not {value}"
            problems.about_file("E037", message, name)
        elif isinstance(section, dict) and isinstance(entry := section.get(key), dict):
            entry["default"] = value
