"""What a name typed at the table can mean: an option by its number, a record, or something that can be explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solenia_rules.api.explaining import topics

if TYPE_CHECKING:
    from solenia_rules import Decision, Game, Option


def numbered(decision: Decision | None, typed: str) -> Option | None:
    """The option that stands at a number, as the table writes them."""
    if decision is None or not (typed.isascii() and typed.isdigit()):
        return None
    number = int(typed[:9])
    return decision.options[number - 1] if 1 <= number <= len(decision.options) else None


def meant(game: Game, typed: str, name: Callable[[str], str], lang: str) -> list[str]:
    """Ids of what can be told under this: of an option by its number; what is called so, begins so, or holds it."""
    records = [record.id for record in game.rules.world.records]
    told = [id_ for id_, sort in topics(game.rules, lang).ids() if sort != "record"]
    known = {id_: name(id_).casefold() for id_ in (*records, *told)}
    option = numbered(game.decision, typed)
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
