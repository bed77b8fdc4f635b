"""What rulebooks and player aids say in English besides the rules."""

from __future__ import annotations

from solenia_rules.words.tables.paper import Labels

LABELS = Labels(
    "en",
    {
        "rulebook": "Rulebook",
        "aid": "Player aid",
        "contents": "Contents",
        "players": "{low} to {high} players",
        "players_one": "1 player",
        "players_two": "2 players",
        "players_same": "{low} players",
        "components": "What is in the box",
        "each_player": "per player",
        "noted": "What is noted",
        "places": "Where things lie",
        "map": "Map",
        "setup": "Setup",
        "play": "Course of the game",
        "actions": "Actions",
        "words": "What the words mean",
        "rules": "Rules that always hold",
        "pieces": "Pieces and their powers",
        "scoring": "Scoring",
        "result": "End of the game",
        "examples": "Examples",
        "example": "Example {n}",
        "given": "How things lie",
        "on_turn": "On turn",
        "empty": "empty",
        "answers": "What is chosen",
        "events": "What happens",
        "numbers": "Numbers",
        "signs": "Signs",
        "made": "Told from the rules that the game runs on, version {digest}.",
    },
)


def typeset(said: str) -> str:
    """English needs no special spaces."""
    return said
