"""What a name typed at the table can mean: an option by its number, a record, or something that can be explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solenia_rules.cli.answers import key_index, keys_of

if TYPE_CHECKING:
    from solenia_rules import Decision, Game, Option


def numbered(decision: Decision | None, typed: str, lang: str) -> Option | None:
    """The option before which this stands in brackets on the table."""
    if decision is None:
        return None
    index = key_index(typed, keys_of([option.text(lang) for option in decision.options]))
    return None if index is None else decision.options[index]


def meant(game: Game, typed: str, name: Callable[[str], str], lang: str) -> list[str]:
    """Ids of what can be told under this: of an option by its number; what is called so, begins so, or holds it."""
    records = [record.id for record in game.rules.world.records]
    told = [id_ for id_, sort in game.rules.topics(lang).ids() if sort != "record"]
    known = {id_: name(id_).casefold() for id_ in (*records, *told)}
    option = numbered(game.decision, typed, lang)
    if option is not None:
        refs = [id_.partition("#")[0].partition("@")[0] for _sort, id_ in option.refs]
        return [id_ for id_ in refs if id_ in known]
    folded = typed.casefold()
    for fits in (
        [id_ for id_, called in known.items() if folded in (id_, called)],
        [id_ for id_, called in known.items() if called.startswith(folded)],
        [id_ for id_, called in known.items() if folded in called],
    ):
        if fits:
            return fits
    return []
