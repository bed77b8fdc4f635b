"""Texts of the server in the language of a client."""

from __future__ import annotations

from solenia_rules.serve.errors import Refused
from solenia_rules.serve.positions import Json
from solenia_rules.words.by_language import serve_words


def refusal(problem: Refused, lang: str, request: str = "") -> dict[str, Json]:
    """The message that tells a client why its request was refused."""
    said = (
        problem.text if problem.text is not None else serve_words(lang).REFUSALS[problem.key].format(**problem.values)
    )
    return {"type": "refused", "request": request, "reason": problem.key, "text": said}


def page_texts(lang: str) -> dict[str, str]:
    return {str(key): said for key, said in serve_words(lang).PAGE.items()}
