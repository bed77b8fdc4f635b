"""What actions and observations of a ruleset need of a game. `Game` is the only subclass; these modules cannot import
it, because a game imports rulesets."""

from __future__ import annotations

from solenia_rules.api.errors import SetupError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, Self

    from solenia_rules.api.decision import Decision
    from solenia_rules.api.options import Named, Option
    from solenia_rules.api.reason import Reason

    class Rules(Protocol):
        @property
        def digest(self) -> str: ...


class Held:
    """A game that is held at a position."""

    if TYPE_CHECKING:

        @property
        def rules(self) -> Rules: ...

        @property
        def seats(self) -> int: ...

        @property
        def decision(self) -> Decision | None: ...

        @property
        def _state(self) -> list[int]: ...

        def choose(self, answer: Option | str | int) -> Self: ...

        def reason(self, what: str) -> Reason: ...

        def _named(self, answer: object) -> Named: ...


def check_held(game: object, digest: str, seats: int) -> None:
    """Whether this is a game of such rules and so many seats."""
    if not isinstance(game, Held):
        raise SetupError("this is no game: use new_game() or restore()")
    if game.rules.digest != digest or game.seats != seats:
        raise SetupError("this game has other rules or another number of seats")
