"""Finds where two games that looked the same to a seat diverge, and whether the seat may see the difference."""

from __future__ import annotations

from functools import lru_cache

from solenia_rules.api.game import Game
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Choose, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.checked import Checked
from solenia_rules.core.compiled import Program
from solenia_rules.core.inventory import Piece
from solenia_rules.play.events import RawEvent
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span


@frozen
class Parting:
    """Something that a seat is told in only one of the games."""

    text: str
    span: Span


@frozen
class _Told:
    text: str
    event: RawEvent
    number: int
    """The number of the event among all events."""


@frozen
class Heard:
    """A game, and what a seat was told since the previous answer."""

    game: Game
    told: list[_Told]

    @classmethod
    def of(cls, game: Game, seat: int | None) -> Heard:
        events = game._witnessed()
        lines = game._services.teller.lines_for(events, seat, "en", untold=True)
        return cls(game, [_Told(line.text, events[number], number) for number, line in lines])


def parting(one: Heard, two: Heard, seat: int | None) -> Parting | None:
    """The first difference between two games that looked the same to a seat up to the last answer. None: there is no
    difference, or it is allowed: an answer of another seat, judged state, pieces that became visible to the seat, the
    order of a zone that was shuffled before the eyes of the seat, lots that gave something else, or the end of the
    game."""
    here, there = one.game, two.game
    if here.decision is None or there.decision is None:
        return None
    same = 0
    while same < min(len(one.told), len(two.told)) and one.told[same].text == two.told[same].text:
        same += 1
    mine = one.told[same] if same < len(one.told) else None
    other = two.told[same] if same < len(two.told) else None
    if lone_answers(here, mine) != lone_answers(there, other):
        return None
    if mine is None and other is None:
        if here.decision.seat == there.decision.seat or _among_hidden(here, seat) or _among_hidden(there, seat):
            return None
        return Parting(f"seat {here.decision.seat + 1} is asked", here.decision._spec.span)
    if (mine is None and _among_hidden(here, seat)) or (other is None and _among_hidden(there, seat)):
        return None
    if _came_to_sight(here, mine, other, seat) or _came_to_sight(there, other, mine, seat):
        return None
    if _saw_a_shuffle(here, mine, seat) or _saw_a_shuffle(there, other, seat):
        return None
    if lots(here, mine) != lots(there, other):
        return None
    found, game = (mine, here) if mine is not None else (other, there)
    assert found is not None
    return Parting(found.text, game._services.executor.program.outline.places[found.event.place])


def came_to_sight(before: Game, game: Game, seat: int) -> bool:
    """Whether the seat now sees something that the log does not tell: pieces that it did not see before, and on which
    something may be written (a field, a face, the number of a die), or another order of pieces that it sees."""
    sight, program = game._services.viewer.sight, game._services.executor.program
    return _saw_a_shuffle(game, None, seat) or any(
        sight.piece(game._state, piece.index, seat) and not sight.piece(before._state, piece.index, seat)
        for piece in program.inventory.pieces
        if _is_written_on(piece, program)
    )


def _is_written_on(piece: Piece, program: Program) -> bool:
    if piece.index in program.sides or program.inventory.is_faced(piece):
        return True
    fields = program.names.fields_of(piece.kind)
    return any(program.slots.piece_field(one.id, piece.index) is not None for one in fields)


def lone_answers(game: Game, until: _Told | None = None) -> list[tuple[int, ...]]:
    """The answers given without asking and the judged state since the last answer, before a seat was told something."""
    slots = game._services.executor.program.slots
    found = []
    for event in game._news[1 if game._before is not None else 0 : None if until is None else until.number + 1]:
        if event.kind == "answered" or (event.kind == "set" and slots.is_judged(event.args[0])):
            found.append(event.args)
    return found


def _saw_a_shuffle(game: Game, until: _Told | None, seat: int | None) -> bool:
    """Whether a zone that the seat sees was shuffled before the seat was told something. The log does not tell the new
    order, but the seat saw it."""
    sight = game._services.viewer.sight
    news = game._news[: None if until is None else until.number + 1]
    return any(event.kind == "shuffled" and sight.place(event.args[0], seat) for event in news)


def lots(game: Game, until: _Told | None = None) -> list[tuple[int, ...]]:
    """What random members of sets and random words were drawn since the last answer, before a seat was told something.
    The log does not tell them. What follows from them is chance and no secret, but only as far as they differ."""
    news = game._news[: None if until is None else until.number + 1]
    return [event.args for event in news if event.kind == "allotted"]


def _among_hidden(game: Game, seat: int | None) -> bool:
    """Whether the decision is a choice among pieces that the seat does not see, among those that follow from such
    pieces, or among branches: that there is a choice is not a secret."""
    assert game.decision is not None
    spec = game.decision._spec
    if spec.domain == "branch" or spec.span in _choices_from_hidden_zones(game.rules.checked):
        return True
    if spec.domain != "piece":
        return False
    sight, inventory = game._services.viewer.sight, game._services.executor.program.inventory
    pieces = [option.value for option in game.decision.options if option.value < len(inventory.pieces)]
    return any(not sight.piece(game._state, piece, seat) for piece in pieces)


@lru_cache(maxsize=8)
def _choices_from_hidden_zones(checked: Checked) -> frozenset[Span]:
    """The choices whose members are found in zones that not all seats see, such as the sets that a hand makes. `check`
    takes them like choices from the zone itself."""
    hidden = {zone.id for zone in checked.names.world.zones if zone.seen != "all"}
    calls = Calls(checked)
    chosen = (act for text in calls.texts.values() for act in all_acts(text.acts) if isinstance(act, Choose))
    return frozenset(act.span for act in chosen if hidden & _zones_of(act.source, calls, set()))


def _zones_of(term: t.Term, calls: Calls, known: set[str]) -> set[str]:
    """The zones that a value names, also through queries."""
    found: set[str] = set()
    for part in t.all_terms((term,)):
        if isinstance(part, t.Zone):
            found.add(part.zone)
        elif isinstance(part, t.Query) and part.query not in known:
            known.add(part.query)
            value = calls.texts["query", part.query, ""].value
            found |= set() if value is None else _zones_of(value, calls, known)
    return found


def _came_to_sight(game: Game, mine: _Told | None, other: _Told | None, seat: int | None) -> bool:
    """Whether the seat now sees pieces that it did not know, and not the same pieces as in the other game."""
    if mine is None or not mine.event.known_to(seat):
        return False
    event = mine.event
    theirs = other.event if other is not None and other.event.kind == event.kind else None
    match event.kind:
        case "rolled" | "seen" | "turned":
            return True
        case "shown":
            return theirs is None or theirs.args[0] != event.args[0]
        case "moved" | "drawn":
            other_piece = theirs is None or theirs.args[0] != event.args[0]
            return other_piece and not game._services.viewer.sight.place(event.args[1], seat)
        case _:
            return False
