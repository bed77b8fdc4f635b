"""What the rules of a table say, for people who ask while they play: why an answer is not offered, which answers there
are at other times, and all that the rules explain. Nothing here depends on what a seat may not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.api.decision import elsewhere

if TYPE_CHECKING:
    from solenia_rules import Game, Ruleset
    from solenia_rules.sentences.said import Said
    from solenia_rules.serve.positions import Json

MOST = 300
"""The most answers that are listed beside those on offer."""


def reason_text(game: Game, option: str, lang: str) -> str:
    """Why an answer is not offered, for people who play: without the place in the files of the ruleset."""
    found = game.reason(option)
    return found.text(lang).replace(f" ({found.place})", "")


def other_answers(game: Game, lang: str) -> list[Json]:
    """The answers that the open question could have and that are not offered now: things of the same kinds and cells
    of the same boards as those on offer. Equal things are listed once."""
    decision = game.decision
    if decision is None:
        return []
    kinds = {record.id: record.kind for record in game.rules.world.records}
    offered = {option.id for option in decision.options}
    wanted = {_kind(kinds, option) for option in offered}
    unlike = elsewhere(decision)
    found: dict[str, Json] = {}
    for option in decision.imaginable():
        if option.id not in offered and not unlike(option) and _kind(kinds, option.id) in wanted:
            found.setdefault(option.text(lang), {"id": option.id, "label": option.text(lang)})
    for option in decision.options:
        found.pop(option.text(lang), None)
    return list(found.values())[:MOST]


def _kind(kinds: dict[str, str], option: str) -> str:
    """The kind of the record that an option names; empty if it names none."""
    return kinds.get(option.partition("=")[2].partition("#")[0].rpartition(".")[2], "")


def all_rules(rules: Ruleset, lang: str) -> list[Json]:
    """All that the rules explain, in the order of a rulebook: titles with their steps. The steps of setup, play and
    scoring are told inside these."""
    topics = rules.topics(lang)
    made: list[Json] = []
    for ident, sort in topics.ids():
        topic = None if sort == "step" else topics.topic(ident, sort)
        if topic is not None and topic.steps:
            made.append({"title": topic.title, "steps": [_step(step) for step in topic.steps]})
    return made


def _step(said: Said) -> Json:
    return {"text": said.text, "steps": [_step(step) for step in said.steps]}
