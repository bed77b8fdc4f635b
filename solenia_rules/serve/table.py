"""One table: its game, who sits where, and what may be done next.

Nothing here waits, stores or sends. Each request is judged against the table as it is: the result is a `Step` (the fact
to store and the game after it), or `Refused` with a reason. `accept` applies a step after its fact has been stored. The
same code reads stored facts after a restart, so a table after a restart is the table before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from attrs import define, field, frozen

import solenia_rules as sr
from solenia_rules.serve import tokens
from solenia_rules.serve.errors import DamagedTable, Refused
from solenia_rules.serve.facts import (
    FIRST,
    PERSON,
    Answered,
    Created,
    Fact,
    Joined,
    Link,
    Replaced,
    Returned,
    Undone,
    read_facts,
    write_fact,
)
from solenia_rules.serve.names import read_name, seat_name, stored_name

if TYPE_CHECKING:
    from solenia_rules import Game, Ruleset

LONGEST_REQUEST = 64
REQUESTS = 64
"""The number of requests per seat that are remembered, to recognise one that is sent again."""
STAND_IN = "greedy"
"""The bot that plays for a person who is absent."""


@define
class Seat:
    """Who sits at a seat."""

    plays: str
    """`person`, or the word for a bot."""
    invitation: str = ""
    """The hash of the invitation; empty if there is none any more."""
    token: str = ""
    """The hash of the seat's token; empty while nobody has joined."""
    name: str = ""
    stand_in: str = ""
    """The bot that plays for the person at the moment."""
    requests: list[str] = field(factory=list)
    """The last requests that were carried out."""

    @property
    def person(self) -> bool:
        return self.plays == PERSON

    @property
    def bot(self) -> str:
        """The bot that answers for this seat now; empty if a person does."""
        return self.stand_in if self.person else self.plays


@define
class Wish:
    """Somebody wants to take back answers. Others have answered since or are to answer now: they have to agree."""

    seat: int
    answers: int
    request: str
    missing: set[int]
    """The seats that have not agreed yet."""


@frozen
class Step:
    """A request that may be carried out: its fact, and the game afterwards."""

    fact: Fact
    link: Link
    game: Game


@define(eq=False)
class Table:
    id: str
    created: Created
    rules: Ruleset
    game: Game
    seats: list[Seat]
    number: int = 0
    """The number of stored facts."""
    chain: str = FIRST
    version: int = 0
    """The number of answers and undos: what clients name to say which position they mean."""
    authors: list[int] = field(factory=list)
    """For each answer of the game the seat that gave it."""
    wish: Wish | None = None

    # ---- who asks ---------------------------------------------------------------------------------

    def seat_of(self, token: str) -> int | None:
        """The seat of a token, or None for a token of spectators; raises `Refused` for any other token."""
        for number, seat in enumerate(self.seats):
            if tokens.fits(token, seat.token):
                return number
        if tokens.fits(token, self.created.spectators):
            return None
        raise Refused("wrong_token", 403)

    def people(self) -> list[int]:
        """The seats at which people sit who have joined."""
        return [number for number, seat in enumerate(self.seats) if seat.person and seat.token]

    def names(self) -> list[str]:
        """The names of the people by seat; empty where there is none."""
        return [seat.name for seat in self.seats]

    def name_of(self, seat: int, lang: str) -> str:
        """Who sits at a seat, for people who read about it."""
        return seat_name(self.seats[seat].name, seat, lang)

    def _renamed(self, seat: int, name: str) -> Game:
        """The game after the person of a seat has told a name."""
        names = self.names()
        names[seat] = name
        return self.game.named(names) if name else self.game

    def bot_to_answer(self) -> str:
        """The bot that has to answer now; empty if a person has to, or if the game is over."""
        decision = self.game.decision
        return "" if decision is None else self.seats[decision.seat].bot

    # ---- requests ---------------------------------------------------------------------------------

    def join(self, invitation: str, name: str) -> tuple[Step, int, str]:
        """A person takes a seat: the step, the seat, and the seat's token."""
        for number, seat in enumerate(self.seats):
            if tokens.fits(invitation, seat.invitation):
                token = tokens.new_token()
                shown = read_name(name, number, self.names())
                step = self._step(Joined(number, tokens.hashed(token), shown), self._renamed(number, shown))
                return step, number, token
        raise Refused("invitation_used", 403)

    def answer(self, seat: int, option: str, version: int, request: str, lang: str) -> Step | None:
        """An answer of a person; None if this request was carried out before."""
        if self._known(seat, request):
            return None
        self._check_version(version)
        decision = self.game.decision
        if decision is None:
            raise Refused("game_over", 409)
        if decision.seat != seat:
            raise Refused("not_your_turn", 409, name=self.name_of(decision.seat, lang))
        if self.seats[seat].bot:
            raise Refused("bot_plays", 409)
        try:
            after = self.game.choose(option)
        except sr.AnswerError as problem:
            raise Refused("illegal", 409, text=problem.text(lang)) from None
        return self._step(Answered(seat, option, request, PERSON), after)

    def bot_answer(self, seat: int, option: str, bot: str) -> Step:
        return self._step(Answered(seat, option, "", bot), self.game.choose(option))

    def undo(self, seat: int, version: int, request: str, lang: str) -> Step | Wish | None:
        """A person takes back the last answer of the seat: the step, or the wish that others have to agree to."""
        if self._known(seat, request):
            return None
        self._check_version(version)
        if seat not in self.authors:
            raise Refused("nothing_to_undo", 409)
        answers = self.authors[::-1].index(seat) + 1
        self._before(answers, lang)
        decision = self.game.decision
        concerned = {*self.authors[-answers:], *(() if decision is None else (decision.seat,))}
        others = {one for one in concerned if one != seat and not self.seats[one].bot and self.seats[one].token}
        if others:
            self.wish = Wish(seat, answers, request, others)
            return self.wish
        return self._step(Undone(answers, request, seat), self._before(answers, lang))

    def agree(self, seat: int, version: int, yes: bool, lang: str) -> Step | None:
        """Somebody answers a wish: the step if all have agreed, otherwise None."""
        self._check_version(version)
        wish = self.wish
        if wish is None or seat not in wish.missing:
            raise Refused("no_wish", 409)
        if not yes:
            self.wish = None
            return None
        wish.missing.discard(seat)
        if wish.missing:
            return None
        return self._step(Undone(wish.answers, wish.request, wish.seat), self._before(wish.answers, lang))

    def undoes(self, seat: int) -> int:
        """How many answers the seat would take back with its last one; 0 if it can take back none. The result depends
        on public things only."""
        if seat not in self.authors:
            return 0
        answers = self.authors[::-1].index(seat) + 1
        try:
            self._before(answers, "en")
        except Refused:
            return 0
        return answers

    def replace(self, seat: int) -> Step:
        """A bot plays for a person."""
        if not (0 <= seat < len(self.seats)) or not self.seats[seat].person or self.seats[seat].stand_in:
            raise Refused("no_person", 409)
        return self._step(Replaced(seat, STAND_IN), self.game)

    def come_back(self, seat: int) -> Step | None:
        """The person of a seat plays again; None if no bot plays for the person."""
        return self._step(Returned(seat), self.game) if self.seats[seat].stand_in else None

    def _known(self, seat: int, request: str) -> bool:
        if not 0 < len(request) <= LONGEST_REQUEST:
            raise Refused("malformed")
        return request in self.seats[seat].requests

    def _check_version(self, version: int) -> None:
        if version != self.version:
            raise Refused("stale", 409)

    def _before(self, answers: int, lang: str) -> Game:
        game = self.game
        try:
            for _ in range(answers):
                game = game.undo(agreed=True)
        except sr.UndoError as problem:
            raise Refused("illegal", 409, text=problem.text(lang)) from None
        return game

    # ---- facts ------------------------------------------------------------------------------------

    def _step(self, fact: Fact, game: Game) -> Step:
        return Step(fact, write_fact(self.id, self.number, self.chain, fact), game)

    def accept(self, step: Step) -> None:
        """Apply a step whose fact is stored."""
        self.game = step.game
        self.number += 1
        self.chain = step.link.chain
        self._note(step.fact)

    def _note(self, fact: Fact) -> None:
        match fact:
            case Created():
                pass
            case Joined(seat, token, name):
                one = self.seats[seat]
                one.token, one.name, one.invitation = token, stored_name(name), ""
            case Answered(seat, _option, request, _by):
                self.authors.append(seat)
                self.version += 1
                self.wish = None
                self._remember(seat, request)
            case Undone(answers, request, seat):
                del self.authors[len(self.authors) - answers :]
                self.version += 1
                self.wish = None
                self._remember(seat, request)
            case Replaced(seat, bot):
                self.seats[seat].stand_in = bot
            case Returned(seat):
                self.seats[seat].stand_in = ""
            case _:
                assert_never(fact)

    def _remember(self, seat: int, request: str) -> None:
        if request:
            kept = self.seats[seat].requests
            kept.append(request)
            del kept[:-REQUESTS]


def begin(table: str, created: Created, rules: Ruleset) -> tuple[Table, Link]:
    """A new table and its first fact, which is to be stored; raises `sr.Error` if the game cannot begin."""
    game = sr.new_game(rules, len(created.seats), int(created.seed))
    made = Table(table, created, rules, game, _seats(created))
    for option in created.answers:
        made.authors.append(made.game.decision.seat if made.game.decision is not None else 0)
        made.game = made.game.choose(option)
    link = write_fact(table, 0, FIRST, created)
    made.number, made.chain = 1, link.chain
    return made, link


def _seats(created: Created) -> list[Seat]:
    return [Seat(plays, one) for plays, one in zip(created.seats, created.invitations, strict=True)]


def revive(table: str, links: Sequence[Link]) -> Table:
    """A table from its stored facts; raises `DamagedTable`."""
    facts = read_facts(table, links)
    created = facts[0]
    assert isinstance(created, Created)
    try:
        rules = sr.load_text(created.ruleset, "ruleset")
        if rules.digest != created.digest:
            raise DamagedTable(table, f"its rules mean something else in this version; use version {created.engine}")
        made, _link = begin(table, created, rules)
        for fact in facts[1:]:
            match fact:
                case Joined(seat, _token, name):
                    made.game = made._renamed(seat, stored_name(name))
                case Answered(_seat, option, _request, _by):
                    made.game = made.game.choose(option)
                case Undone(answers, _request, _seat):
                    for _ in range(answers):
                        made.game = made.game.undo(agreed=True)
                case _:
                    pass
            made._note(fact)
    except (sr.Error, ValueError) as problem:
        problem_text = f"it cannot be played again by this version: {problem}; it was made by version {created.engine}"
        raise DamagedTable(table, problem_text) from problem
    made.number, made.chain = len(links), links[-1].chain
    return made
