"""Headings of rulebooks and aids, in each language."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "fr", "pl")
LABELS: Final[dict[str, tuple[str, str, str]]] = {
    "rulebook": ("Rulebook", "Règle du jeu", "Instrukcja"),
    "aid": ("Player aid", "Aide de jeu", "Ściąga"),
    "contents": ("Contents", "Sommaire", "Spis treści"),
    "players": ("{low} to {high} players", "{low} à {high} joueurs", "{low}–{high} graczy"),
    "players_one": ("1 player", "1 joueur", "1 gracz"),
    "players_two": ("2 players", "2 joueurs", "2 graczy"),
    "players_same": ("{low} players", "{low} joueurs", "{low} graczy"),
    "components": ("What is in the box", "Matériel", "Elementy gry"),
    "each_player": ("per player", "par joueur", "na gracza"),
    "setup": ("Setup", "Mise en place", "Przygotowanie"),
    "play": ("Course of the game", "Déroulement", "Przebieg gry"),
    "actions": ("Actions", "Actions", "Czynności"),
    "words": ("What the words mean", "Ce que veulent dire les mots", "Co znaczą słowa"),
    "rules": ("Rules that always hold", "Règles permanentes", "Zasady stałe"),
    "pieces": ("Pieces and their powers", "Pièces et pouvoirs", "Elementy i ich działanie"),
    "scoring": ("Scoring", "Décompte", "Punktacja"),
    "result": ("End of the game", "Fin de la partie", "Koniec gry"),
    "examples": ("Examples", "Exemples", "Przykłady"),
    "example": ("Example {n}", "Exemple {n}", "Przykład {n}"),
    "given": ("How things lie", "La situation", "Sytuacja"),
    "answers": ("What is chosen", "Les choix", "Wybory"),
    "events": ("What happens", "Ce qui se passe", "Co się dzieje"),
    "numbers": ("Numbers", "Nombres", "Liczby"),
    "signs": ("Signs", "Symboles", "Symbole"),
    "made": (
        "Told from the rules that the game runs on, version {digest}.",
        "Texte tiré des règles mêmes que le jeu applique, version {digest}.",
        "Tekst powstał z zasad, według których działa gra, wersja {digest}.",
    ),
}


def label(key: str, lang: str, **values: object) -> str:
    return LABELS[key][LANGUAGES.index(lang)].format(**values)
