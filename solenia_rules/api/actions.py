"""The actions of a ruleset: one table of everything that its decisions can be answered with.

A program that learns needs a fixed number of actions, and which of them are legal now. An action belongs to a decision
in the text of the rules. Its id is the id of the option; options of one decision with the same id (equal pieces that
lie in different places) are counted, as in `Decision.ids`. Chance has no actions: draws, rolls and shuffles follow from
the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

from solenia_rules.api.decision import Asker
from solenia_rules.api.errors import IllegalAnswer, StaleAnswer, UnreadableAnswer, refused
from solenia_rules.api.held import Held, check_held
from solenia_rules.api.options import Option
from solenia_rules.play import reading
from solenia_rules.play.masks import BITS
from solenia_rules.text.frozen import field, sealed
from solenia_rules.words.languages import LANGUAGES

Playing = TypeVar("Playing", bound=Held)


@sealed
class Action:
    """One action: its index in the table, its id, and the decision that it answers."""

    index: int
    id: str
    decision: int
    """The number of the decision, as in `Position.spec` of machine code."""
    kind: str
    """What is asked: choose, branch, pay, ... as in `Decision.kind`."""
    name: str
    """The name of the decision."""
    place: str
    """The place of the decision in the ruleset."""
    _option: Option = field(eq=False, repr=False)

    @property
    def label(self) -> str:
        return self.text("en")

    def text(self, lang: str = "en") -> str:
        """The words of the option, in a language."""
        return self._option.text(lang)


class Actions(Sequence[Action]):
    """All actions of a ruleset for one number of seats, in a fixed order. Made by `Ruleset.actions`."""

    def __init__(self, asker: Asker, digest: str, seats: int) -> None:
        self._asker = asker
        self._digest = digest
        self._seats = seats
        self._by_id: list[dict[str, tuple[int, ...]]] = []
        """For each decision: id of an option -> its actions, one for each option that may have this id at once."""
        self._table = tuple(self._made())
        self._legal: dict[tuple[int, int, int], dict[int, int]] = {}

    def _made(self) -> Iterator[Action]:
        index = 0
        for spec in self._asker.program.outline.specs:
            known: dict[str, tuple[int, ...]] = {}
            named = [self._asker.named_options(spec, seat, done=True) for seat in range(self._seats)]
            first = {one.id: one for options in named for one in options}
            counts = [Counter(one.id for one in options) for options in named]
            most = {ident: max(count[ident] for count in counts) for ident in first}
            for ident, one in first.items():
                known[ident] = tuple(range(index, index + most[ident]))
                for copy in range(most[ident]):
                    option = Option(one, None, self._asker.words)
                    text = ident if most[ident] == 1 else f"{ident}#{copy + 1}"
                    span = spec.span
                    place = f"{span.source.name}:{span.line}:{span.column}"
                    yield Action(index, text, spec.id, spec.reads, spec.name, place, option)
                    index += 1
            self._by_id.append(known)

    # ---- the table ------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._table)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        return self._table[index]

    def __repr__(self) -> str:
        return f"Actions({len(self)})"

    # ---- a game ---------------------------------------------------------------------------------------

    def legal(self, game: Held) -> tuple[int, ...]:
        """The actions of the pending decision in the order of its options; () if the game is over."""
        check_held(game, self._digest, self._seats)
        return tuple(self._now(game))

    def mask(self, game: Held) -> bytes:
        """One byte for each action: 1 if it is legal now, otherwise 0."""
        found = bytearray(len(self))
        for index in self.legal(game):
            found[index] = 1
        return bytes(found)

    def index(self, game: Held, answer: Option | str | int) -> int:  # type: ignore[override]
        """The action of an answer to the pending decision: an option, its id, or its number among the options."""
        check_held(game, self._digest, self._seats)
        value = game._named(answer).value
        return next(action for action, own in self._now(game).items() if own == value)

    def option(self, game: Held, action: int) -> Option:
        """The option of the pending decision that an action means; raises `AnswerError` if it is not legal."""
        legal = self.legal(game)
        asked = game.decision
        if asked is None:
            raise refused(StaleAnswer, "over")
        if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < len(self):
            raise refused(UnreadableAnswer, "no action", count=len(self))
        if action in legal:
            return asked.options[legal.index(action)]
        meant = self._table[action]
        if meant.decision != reading.asked_spec(game._state):
            texts: dict[str, str] = {lang: asked.text(lang) for lang in LANGUAGES}
            raise refused(StaleAnswer, "stale", texts, what=meant.id)
        raise IllegalAnswer(reason=lambda: game.reason(meant.id))

    def play(self, game: Playing, actions: Iterable[int]) -> Playing:
        """The game after one action after the other."""
        for action in actions:
            game = game.choose(self.option(game, action))
        return game

    # ---- machine code -----------------------------------------------------------------------------------

    def answers(self, decision: int, seat: int, options: int) -> dict[int, int]:
        """Action -> answer of machine code, for `position.spec`, `position.asked` and `code.options(position)`."""
        key = (decision, seat, options)
        found = self._legal.get(key)
        if found is None:
            if len(self._legal) >= MOST_KEPT:
                self._legal.clear()
            seen: dict[str, int] = {}
            found = {}
            for value in BITS[options]:
                ident = self._asker.known(decision, value, seat).id
                number = seen[ident] = seen.get(ident, -1) + 1
                found[self._by_id[decision][ident][number]] = value
            self._legal[key] = found
        return found

    def first_of_options(self, width: int) -> list[int]:
        """For each decision, seat and option of machine code (`width` of them) the first action with the id of the
        option; -1: there is no such option."""
        found: list[int] = []
        for spec, known in zip(self._asker.program.outline.specs, self._by_id, strict=True):
            for seat in range(self._seats):
                row = [-1] * width
                for named in self._asker.named_options(spec, seat, done=True):
                    if named.value < width:
                        row[named.value] = known[named.id][0]
                found += row
        return found

    def first_of_actions(self) -> list[int]:
        """For each action the first one with the same id of the same decision."""
        return [known[0] for by_id in self._by_id for known in by_id.values() for _copy in known]

    def _now(self, game: Held) -> dict[int, int]:
        state = game._state
        if reading.is_over(state):
            return {}
        return self.answers(reading.asked_spec(state), reading.asked_seat(state), reading.option_mask(state))


MOST_KEPT = 5_000
"""Sets of legal actions that are kept; a full store is emptied."""
