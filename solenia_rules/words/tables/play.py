"""What games say: questions, the log, refusals, and reasons why something is not on offer."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

PromptKey: TypeAlias = Literal[
    "choose", "pick", "order", "rule", "branch", "may", "may do", "pay", "gain", "lose", "give_up", "spare",
    "left", "left at most", "left for", "about one",
]  # fmt: skip


class Prompts(CompleteTable[PromptKey, str]):
    """What a seat is asked."""

    KEYS = get_args(PromptKey)


WordKey: TypeAlias = Literal[
    "yes", "no", "done", "none", "nothing", "seat", "front", "back", "a cell", "a corner", "a side", "a seat",
    "a number", "a face", "a name", "a bundle",
]  # fmt: skip


class SingleWords(CompleteTable[WordKey, str]):
    """Single words: answers, seats, sides, kinds of things."""

    KEYS = get_args(WordKey)


EventKey: TypeAlias = Literal[
    "gained", "paid", "lost", "given up", "set", "added", "has now", "moved", "moved first", "moved last",
    "moved within", "moved somewhere", "moved nowhere", "drawn", "shuffled", "rolled", "rolled unseen", "shown", "seen",
    "turned", "entered", "entered alone", "left", "left alone", "won", "ended by decisions", "ended by phases",
    "ended by search steps", "sketched", "answered", "answered seat", "announced", "stuck", "allotted", "hidden",
    "nobody", "of", "caused", "gone", "came", "in place",
]  # fmt: skip


class EventTexts(CompleteTable[EventKey, str]):
    """What happened, in the log."""

    KEYS = get_args(EventKey)


RefusalKey: TypeAlias = Literal[
    "over", "stale", "forged", "no answer", "no action", "index", "unreadable", "no undo", "undo reveals",
    "undo by another",
]  # fmt: skip


class Refusals(CompleteTable[RefusalKey, str]):
    """Why an answer was not taken, or cannot be taken back."""

    KEYS = get_args(RefusalKey)


ReasonKey: TypeAlias = Literal[
    "over", "offered", "unknown", "near", "unasked", "unseen", "elsewhere", "condition", "unpaid", "needed",
    "undone", "nested", "no choice", "short", "idle", "picked", "several", "not now",
]  # fmt: skip


class Reasons(CompleteTable[ReasonKey, str]):
    """Why an answer is not on offer."""

    KEYS = get_args(ReasonKey)


PartKey: TypeAlias = Literal[
    "found", "enough", "or", "value", "of", "there", "have", "then", "lies", "fails", "more", "less", "by more",
    "by less", "without", "cheaper", "another",
]  # fmt: skip


class ReasonParts(CompleteTable[PartKey, str]):
    """Parts of reasons: what was found, and what would be enough."""

    KEYS = get_args(PartKey)


class PlayWords(Protocol):
    """The module `play` of a language."""

    PROMPTS: Prompts
    WORDS: SingleWords
    EVENTS: EventTexts
    REFUSALS: Refusals
    REASONS: Reasons
    PARTS: ReasonParts
