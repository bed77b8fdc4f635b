"""The parameters of each method: what a client sends.

Each class is the shape of `params` of one method. cattrs structures them strictly, and the schema, the TypeScript types
and the pages are made from the same classes; the texts below the fields are the documentation of the fields.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from solenia_rules.words.languages import Language

Lang: TypeAlias = Language | None
"""A language; null means the language of the session."""


@frozen
class Hello:
    """What a client says about itself."""

    protocol: int = 1
    """The version of the protocol that the client speaks."""
    client: str = ""
    """The name of the client, for logs."""
    lang: Language = "en"
    """The language of texts, where a request names no other."""


@frozen
class InLanguage:
    """Only a language."""

    lang: Lang = None


@frozen
class Load:
    """Which ruleset: a name or a text, not both."""

    name: str = ""
    """The name of a bundled ruleset, or layers `a+b`. A local engine also takes the path of a file."""
    text: str = ""
    """A ruleset as TOML text. It may extend bundled rulesets."""
    params: dict[str, int] = field(factory=dict)
    """Parameters of the ruleset that differ from their defaults."""


@frozen
class Check:
    """Which ruleset to check: a name or a text, not both."""

    name: str = ""
    text: str = ""


@frozen
class Explain:
    """What to explain."""

    ruleset: str
    id: str
    """The id of a section, phase, step, verb, query, rule, counter, kind or record."""
    lang: Lang = None


@frozen
class Metadata:
    """The ruleset to describe."""

    ruleset: str
    lang: Lang = None


@frozen
class CloseRuleset:
    """Which ruleset is not needed any more."""

    ruleset: str


@frozen
class NewGame:
    """A game to begin."""

    ruleset: str
    seats: int | None = None
    """The number of seats; the fewest if it is left out."""
    seed: int = 0
    """From 0 to 2**62 - 1. The same rules, seed and answers give the same game."""
    position: dict[str, object] | None = None
    """A sketch of the position to begin from, as in scenarios."""


@frozen
class OfGame:
    """Which game."""

    game: str


@frozen
class ViewOf:
    """Whose view of which game."""

    game: str
    seat: int | None = None
    """From 0; null is a spectator."""
    lang: Lang = None
    log: bool = False
    """Whether the view contains the whole log. `game.log_since` gives only what is new."""
    keys: bool = False
    """Whether visible pieces have keys that follow them."""


@frozen
class OptionsOf:
    """The game whose open decision is asked for."""

    game: str
    lang: Lang = None


@frozen
class GiveAnswer:
    """An answer to the open decision."""

    game: str
    option: str
    """The id of an option."""
    version: int | None = None
    """The version of the game that the answer is for. If the game has changed, the answer is refused."""
    seat: int | None = None
    """The seat that answers. If another seat is asked, the answer is refused."""
    lang: Lang = None
    """The language of the reason of a refusal."""


@frozen
class WhyNot:
    """An answer that is not offered."""

    game: str
    option: str
    lang: Lang = None


@frozen
class TakeBack:
    """Which answer to take back: the last one of the game."""

    game: str
    agreed: bool = False
    """Whether the other seats agreed, if it is the decision of another seat now."""
    lang: Lang = None


@frozen
class LogSince:
    """Which lines of whose log."""

    game: str
    seat: int | None = None
    number: int = 0
    """How many lines the client already has."""
    lang: Lang = None


@frozen
class Draw:
    """Which picture."""

    game: str
    seat: int | None = None
    lang: Lang = None
    theme: Literal["light", "dark"] = "light"
    interactive: bool = False
    """Whether elements carry the ids of options and the keys of pieces."""
    width: int = 960
    """From 320 to 4000 pixels."""


@frozen
class Restore:
    """A save."""

    save: str


@frozen
class Fork:
    """Which game, and from where."""

    game: str
    answers: int | None = None
    """How many of its answers the new game takes over; all of them if it is left out."""


@frozen
class Resample:
    """For whom a game is imagined."""

    game: str
    seat: int | None = None
    """Everything that this seat may not know is drawn anew; null is a spectator."""
    seed: int = 0


@frozen
class BotAnswer:
    """Which bot answers in which game."""

    game: str
    bot: str = "greedy"
    """`random`, `greedy` or `mcts:N`. A local engine also takes `learnt:FILE` and `file.py:Class`."""
    play: bool = True
    """Whether the answer is given in the game, or only told."""


@frozen
class Simulate:
    """Which games to play."""

    ruleset: str
    games: int = 100
    bots: str = "greedy"
    """One bot for all seats, or one for each, separated by commas."""
    seats: int | None = None
    seed: int = 1
    quick: bool = False
    """Whether only the ends of games are counted."""


@frozen
class Compare:
    """Which rulesets to compare."""

    first: str
    second: str
    games: int = 2000
    """The most games of each ruleset."""
    bots: str = "greedy"
    seats: int | None = None
    seed: int = 1
    metric: str = ""
    """What is compared: `score`, `wins:1`, `length`, ...; usually the score."""
    threshold: float = 0.0
    """Differences up to this size do not matter."""


@frozen
class Cancel:
    """Which request to stop."""

    request: int | str
    """The id of a request that is still running."""


@frozen
class RunScenarios:
    """Which scenarios to play."""

    text: str
    """A scenario file as TOML text."""
    ruleset: str = ""
    """The loaded ruleset that the scenarios are about, if the text names none."""
