"""JSON as the page sends and gets it, and how requests are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from solenia_rules.text.views import View

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | View | None"
Asked: TypeAlias = Mapping[str, object]
"""What the page asks with: the arguments of a request."""


class Refusal(Exception):
    """The request cannot be carried out; the message is a sentence for the reader."""


def text_in(asked: Asked, name: str, otherwise: str | None = None) -> str:
    found = asked.get(name, otherwise)
    if not isinstance(found, str):
        raise Refusal(f"the request lacks the text `{name}`")
    return found


def number_in(asked: Asked, name: str, otherwise: int | None = None) -> int:
    found = asked.get(name, otherwise)
    if isinstance(found, bool) or not isinstance(found, int):
        raise Refusal(f"the request lacks the number `{name}`")
    return found


def texts_in(asked: Asked, name: str) -> dict[str, str]:
    """A mapping of texts to texts."""
    found = asked.get(name)
    if not isinstance(found, dict):
        raise Refusal(f"the request lacks the texts `{name}`")
    return {str(key): value for key, value in found.items() if isinstance(value, str)}


def list_in(asked: Asked, name: str) -> list[str]:
    found = asked.get(name)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise Refusal(f"the request lacks the list `{name}`")
    return [str(one) for one in found]
