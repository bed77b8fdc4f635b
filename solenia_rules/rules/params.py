"""Setting the parameters of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Document
from solenia_rules.rules.records import World
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean


def choose_params(document: Document, world: World, chosen: Mapping[str, int], name: str, problems: Problems) -> None:
    """Checks the values chosen and stores each as the parameter's default."""
    known = {param.id: param for param in world.params}
    section = document.get("params")
    for key, value in chosen.items():
        param = known.get(key)
        if param is None:
            problems.about_file(
                "E036", f"there is no parameter {quoted(str(key))}", name, did_you_mean(str(key), known)
            )
        elif isinstance(value, bool) or not isinstance(value, int):
            problems.about_file("E037", f"the parameter `{key}` takes a whole number", name)
        elif not param.low <= value <= param.high:
            message = f"the parameter `{key}` is within {param.low} and {param.high}"
            problems.about_file("E037", message, name)
        elif isinstance(section, dict) and isinstance(entry := section.get(key), dict):
            entry["default"] = value
