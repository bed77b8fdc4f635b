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
    "noted": ("What is noted", "Ce que l'on note", "Co się zapisuje"),
    "places": ("Where things lie", "Où tout se trouve", "Gdzie co leży"),
    "map": ("Map", "Carte", "Mapa"),
    "linked": ("linked with", "relié à", "połączone z"),
    "seen_all": ("seen by all", "tous les voient", "wszyscy je widzą"),
    "seen_owner": ("seen by their owner only", "seul leur propriétaire les voit", "widzi je tylko właściciel"),
    "seen_nobody": ("seen by nobody", "personne ne les voit", "nikt ich nie widzi"),
    "size_owner": (
        "only its owner knows how many lie there",
        "seul son propriétaire sait combien il y en a",
        "tylko właściciel wie, ile ich jest",
    ),
    "size_nobody": (
        "nobody knows how many lie there",
        "personne ne sait combien il y en a",
        "nikt nie wie, ile ich jest",
    ),
    "known_owner": ("known to its owner only", "connu de son seul propriétaire", "wie o tym tylko właściciel"),
    "known_nobody": ("known to nobody", "connu de personne", "nikt o tym nie wie"),
    "order_stack": ("a stack", "une pile", "stos"),
    "order_line": ("a row in order", "une rangée ordonnée", "uporządkowany rząd"),
    "grid": (
        "{rows} rows of {columns} spaces",
        "{rows} rangées de {columns} emplacements",
        "rzędy: {rows}, kolumny: {columns}",
    ),
    "grid_of_pieces": (
        "its rows are the pieces in this place: {zone}; {columns} columns",
        "ses rangées sont les pièces de cet endroit : {zone} ; {columns} colonnes",
        "jej rzędy to elementy z tego miejsca: {zone}; kolumny: {columns}",
    ),
    "hexagons": ("hexagons", "hexagones", "pola sześciokątne"),
    "wraps_rows": (
        "the last row lies next to the first",
        "la dernière rangée touche la première",
        "ostatni rząd sąsiaduje z pierwszym",
    ),
    "wraps_columns": (
        "the last column lies next to the first",
        "la dernière colonne touche la première",
        "ostatnia kolumna sąsiaduje z pierwszą",
    ),
    "wraps_both": (
        "the last row and column lie next to the first",
        "la dernière rangée et la dernière colonne touchent les premières",
        "ostatni rząd i ostatnia kolumna sąsiadują z pierwszymi",
    ),
    "impassable": ("not part of it: {cells}", "n'en font pas partie : {cells}", "nie należą do niej: {cells}"),
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
