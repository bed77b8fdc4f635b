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
        "linked": "połączone z",
        "seen_all": "wszyscy je widzą",
        "seen_owner": "widzi je tylko właściciel",
        "seen_nobody": "nikt ich nie widzi",
        "size_owner": "tylko właściciel wie, ile ich jest",
        "size_nobody": "nikt nie wie, ile ich jest",
        "total_all": "wszyscy znają sumę",
        "total_owner": "sumę zna tylko właściciel",
        "known_owner": "wie o tym tylko właściciel",
        "known_nobody": "nikt o tym nie wie",
        "order_stack": "stos",
        "order_line": "uporządkowany rząd",
        "grid": "rzędy: {rows}, kolumny: {columns}",
        "grid_of_pieces": "jej rzędy to elementy z tego miejsca: {zone}; kolumny: {columns}",
        "hexagons": "pola sześciokątne",
        "wraps_rows": "ostatni rząd sąsiaduje z pierwszym",
        "wraps_columns": "ostatnia kolumna sąsiaduje z pierwszą",
        "wraps_both": "ostatni rząd i ostatnia kolumna sąsiadują z pierwszymi",
        "impassable": "nie należą do niej: {cells}",
        "corners_of": "wierzchołki ({count}) planszy: {board}",
        "sides_of": "krawędzie ({count}) planszy: {board}",
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
