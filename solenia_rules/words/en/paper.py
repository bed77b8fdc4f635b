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
        "linked": "linked with",
        "seen_all": "seen by all",
        "seen_owner": "seen by their owner only",
        "seen_nobody": "seen by nobody",
        "size_owner": "only its owner knows how many lie there",
        "size_nobody": "nobody knows how many lie there",
        "total_all": "everybody knows how many in all",
        "total_owner": "only its owner knows how many in all",
        "known_owner": "known to its owner only",
        "known_nobody": "known to nobody",
        "order_stack": "a stack",
        "order_line": "a row in order",
        "grid": "{rows} rows of {columns} spaces",
        "grid_of_pieces": "its rows are the pieces in this place: {zone}; {columns} columns",
        "hexagons": "hexagons",
        "wraps_rows": "the last row lies next to the first",
        "wraps_columns": "the last column lies next to the first",
        "wraps_both": "the last row and column lie next to the first",
        "impassable": "not part of it: {cells}",
        "corners_of": "the {count} corners of: {board}",
        "sides_of": "the {count} sides of: {board}",
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
