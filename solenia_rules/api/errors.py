"""All errors that this package raises on purpose."""

from __future__ import annotations

from functools import cached_property

from solenia_rules.rules.errors import RulesetError
from solenia_rules.text.errors import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from solenia_rules.api.reason import Reason
    from solenia_rules.play.sketch import Flaw
    from solenia_rules.words.tables.play import RefusalKey


class SetupError(Error):
    """A game cannot be started or read in this way: rules, seats, seed or language do not fit."""


class PositionError(SetupError):
    """A sketched position that is impossible; `flaws` lists everything that is wrong with it."""

    def __init__(self, flaws: tuple[Flaw, ...]) -> None:
        super().__init__(flaws)
        self.flaws = flaws

    def __str__(self) -> str:
        return "\n".join(map(_line, self.flaws))


def _line(flaw: Flaw) -> str:
    where = ".".join(map(str, flaw.path))
    return f"[{flaw.code}] {where + ': ' if where else ''}{flaw.message}" + (f" ({flaw.hint})" if flaw.hint else "")


class _SpokenError(Error):
    """An error with a message in every language."""

    def __init__(self, message: str = "", texts: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self._texts = dict(texts or {})

    def text(self, lang: str = "en") -> str:
        """The reason, in a language of the game."""
        return self._texts.get(lang, str(self))


class AnswerError(_SpokenError):
    """An answer that was refused; the game is unchanged. `text` gives the reason in each language."""


class UnreadableAnswer(AnswerError):
    """Not an option, an option's id or an index."""


class StaleAnswer(AnswerError):
    """An option of another decision."""


class IllegalAnswer(AnswerError):
    """The answer is not offered. The message gives the reason, and `reason` its parts. Both are computed when they are
    first read."""

    def __init__(
        self, message: str = "", texts: Mapping[str, str] | None = None, reason: Callable[[], Reason] | None = None
    ) -> None:
        super().__init__(message, texts)
        self._find = reason

    @cached_property
    def reason(self) -> Reason | None:
        """The parts of the reason; None for an option that was never offered, or an index."""
        return None if self._find is None else self._find()

    def text(self, lang: str = "en") -> str:
        return super().text(lang) if self.reason is None else self.reason.text(lang)

    def __str__(self) -> str:
        return super().__str__() if self.reason is None else self.reason.text()


class UndoError(_SpokenError):
    """The last answer cannot be undone; the game is unchanged. `text` gives the reason in each language."""


def refused(
    error: type[AnswerError] | type[UndoError], key: RefusalKey, asked: dict[str, str] | None = None, **gaps: object
) -> AnswerError | UndoError:
    """A refusal with its sentence in each language."""
    from solenia_rules.api.refusals import refusal

    texts = refusal(key, asked, **gaps)
    return error(texts["en"], texts)


class SaveError(Error):
    """A save that cannot be read, was changed, or does not fit its rules."""


__all__ = [
    "AnswerError", "Error", "IllegalAnswer", "PositionError", "RulesetError", "SaveError", "SetupError", "StaleAnswer",
    "UndoError", "UnreadableAnswer", "refused",
]  # fmt: skip
