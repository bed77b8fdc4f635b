"""What sentences about rules are made of: nouns, built-in verbs and patterns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

NounKey: TypeAlias = Literal[
    "seat", "all seats", "others", "other seat", "next", "previous", "cell", "corner", "side", "piece", "owner",
    "row", "column", "face", "shows", "place", "word place", "piece place", "bundle", "front", "back", "none",
    "thing", "anything", "resource", "unit", "number", "number of", "amount", "it", "it is", "time", "sum of",
    "min of", "max of", "min among", "max among",
    "min amount", "max amount", "min value", "max value", "remainder", "event what", "event pieces", "event target",
    "event number", "event source", "event zone", "event piece", "event die", "event seats", "distance", "straight",
    "group", "longest path", "turns", "times", "position", "any number", "effect",
]  # fmt: skip


class Nouns(CompleteTable[NounKey, Mapping[str, str]]):
    """Words of the engine itself, with their forms."""

    KEYS = get_args(NounKey)


VerbKey: TypeAlias = Literal[
    "gain", "pay", "lose", "set", "clear", "face", "add", "lower", "move", "move long",
    "remove", "remove long", "draw", "draw long", "draw words",
    "draw lost", "fill", "fill long",
    "shuffle", "turn_over", "roll", "show", "look", "do", "stop", "stop phase", "repeat", "repeat up to", "change",
    "find", "let", "let by case", "choose", "choose one", "choose at random", "may", "may do",
    "choose openly", "choose one openly", "may openly", "may do openly", "record", "forget",
]  # fmt: skip


class VerbForms(CompleteTable[VerbKey, tuple[str, str, str]]):
    """Built-in verb -> what the reader is told to do, what somebody does, its infinitive."""

    KEYS = get_args(VerbKey)


WatchedKey: TypeAlias = Literal[
    "gain", "pay", "lose", "give_up", "move", "draw", "shuffle", "turn_over", "roll", "show",
]  # fmt: skip


class WatchedVerbs(CompleteTable[WatchedKey, tuple[str, str, str]]):
    """The verbs that lasting rules hang on, in sentences that do not say what the verb is done to."""

    KEYS = get_args(WatchedKey)


PatternKey: TypeAlias = Literal[
    "you", "yes", "no", "and", "or", "either", "or more", "or less", "quoted", "whether", "if value", "negative",
    "plus", "less", "times", "divided", "divided within", "grid", "numbered", "but not", "from", "range", "tie",
    "rising", "falling", "rising itself", "falling itself", "to cells", "who have most", "who have least",
    "who have least much", "over",
    "distance", "only over", "next to", "is next to", "is around", "part of", "beside", "side at", "at place",
    "group", "path in", "path counts", "step over", "closure", "reversed",
    "other than", "next", "previous", "limited", "was recorded", "recorded",
    "limited in all", "limited within", "among", "always", "never", "active", "not active", "holds", "not holds",
    "holds of", "not holds of", "not so",
    "if test", "such that", "is >=", "is <=", "at least", "at most", "exactly", "has", "has no", "are playing",
    "there are", "there is", "there is no", "out of", "is in row", "is in row >=", "is in row <=",
    "is in column >=", "is in column <=", "not is in row", "is in column", "not is in column", "lies", "on",
    "not lies", "lies somewhere", "lies nowhere", "shows", "not shows", "belongs to", "not belongs to", "is owned",
    "is unowned", "equals", "equals place", "not equals", "not equals place", "is", "not is", "is at", "not is at",
    "is among", "not is among", "is met", "not is met", "exists", "does not exist", "can pay", "not can pay",
    "whose you can pay", "not whose you can pay", "whose they can pay", "not whose they can pay", "is empty",
    "is not empty", "of choice", "without", "within", "as many", "as much", "for each", "for every", "that one has",
    "onto",
    "history keeps", "history me", "history draw", "history oldest",
    "on top", "at", "draw game", "lost game", "won game", "ends at once",
    "after the last step", "case", "wins", "all stop", "holds for", "for good", "until ends", "until begins", "only if",
    "from now on", "from now on if", "if", "else if", "else", "if not", "if possible", "as far",
    "if doable", "if not doable", "if all doable", "doable", "nothing happens", "for",
    "in any order", "up to", "for each of them", "with each of them", "then", "this", "phase", "together",
    "last first", "after you", "after others", "after anyone", "before you", "before others", "before anyone",
    "instead you", "instead others", "instead anyone", "afterwards", "beforewards", "insteadwards", "and if",
    "once", "once a game", "for you", "for others", "for anyone", "provided", "now", "now if", "not below", "rises",
    "falls", "includes", "becomes", "becomes when", "section setup", "section play", "section scoring",
    "section result", "only when", "is so", "is not so", "holds while", "entry", "colon", "is most", "is least",
    "in a tie", "tie first", "tie last", "end of",
    "subject", "grid of", "rows after", "rows before", "columns right", "columns left", "is >= as", "is <= as",
    "is > as", "is < as", "equals as", "not equals as", "around", "who is", "not who is", "of their choice",
    "copies", "limit", "limit chosen", "limit lost", "at the start", "remainder", "whose place", "of at most",
    "at first", "per player", "game begins", "one for each", "same for each", "at each start", "semicolon",
    "seen all", "seen owner", "seen nobody", "size owner", "size nobody", "total all", "total owner", "known owner",
    "known nobody", "order stack", "order line", "grid size", "grid of pieces", "hexagons", "wraps rows",
    "wraps columns", "wraps both", "impassable", "corners of", "sides of", "linked", "links", "lies here", "used by",
    "each has", "values", "cell at", "kind number", "kind effect", "kind value", "kind test", "kind bundle",
    "kind rules", "kind name",
]  # fmt: skip


class Patterns(CompleteTable[PatternKey, str]):
    """Parts of sentences. `[is|are|are]` agrees with number and person, `<m/f/...>` with gender."""

    KEYS = get_args(PatternKey)


class SentenceWords(Protocol):
    """The module `sentences` of a language."""

    PATTERNS: Patterns


class NounsAndVerbs(Protocol):
    """The module `nouns_and_verbs` of a language."""

    SEVERAL: str
    """The form of a noun that stands for several without a number."""
    NOUNS: Nouns
    VERBS: VerbForms
    WATCHED: WatchedVerbs
