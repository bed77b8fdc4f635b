"""What rulebooks and player aids say in Polish besides the rules."""

from __future__ import annotations

from solenia_rules.words.tables.paper import Labels

LABELS = Labels(
    "pl",
    {
        "rulebook": "Instrukcja",
        "aid": "Ściąga",
        "contents": "Spis treści",
        "players": "{low}–{high} graczy",
        "players_one": "1 gracz",
        "players_two": "2 graczy",
        "players_same": "{low} graczy",
        "components": "Elementy gry",
        "each_player": "na gracza",
        "noted": "Co się zapisuje",
        "places": "Gdzie co leży",
        "map": "Mapa",
        "setup": "Przygotowanie",
        "play": "Przebieg gry",
        "actions": "Czynności",
        "words": "Co znaczą słowa",
        "rules": "Zasady stałe",
        "pieces": "Elementy i ich działanie",
        "scoring": "Punktacja",
        "result": "Koniec gry",
        "examples": "Przykłady",
        "example": "Przykład {n}",
        "given": "Sytuacja",
        "on_turn": "Kolej",
        "empty": "pusto",
        "answers": "Wybory",
        "events": "Co się dzieje",
        "numbers": "Liczby",
        "signs": "Symbole",
        "made": "Tekst powstał z zasad, według których działa gra, wersja {digest}.",
    },
)


def typeset(said: str) -> str:
    """Polish needs no special spaces."""
    return said
