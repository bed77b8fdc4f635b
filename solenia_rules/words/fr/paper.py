"""What rulebooks and player aids say in French besides the rules."""

from __future__ import annotations

import re

from solenia_rules.words.tables.paper import Labels

LABELS = Labels(
    "fr",
    {
        "rulebook": "Règle du jeu",
        "aid": "Aide de jeu",
        "contents": "Sommaire",
        "players": "{low} à {high} joueurs",
        "players_one": "1 joueur",
        "players_two": "2 joueurs",
        "players_same": "{low} joueurs",
        "components": "Matériel",
        "each_player": "par joueur",
        "noted": "Ce que l'on note",
        "places": "Où tout se trouve",
        "map": "Carte",
        "linked": "relié à",
        "seen_all": "tous les voient",
        "seen_owner": "seul leur propriétaire les voit",
        "seen_nobody": "personne ne les voit",
        "size_owner": "seul son propriétaire sait combien il y en a",
        "size_nobody": "personne ne sait combien il y en a",
        "total_all": "tous en connaissent le total",
        "total_owner": "seul son propriétaire en connaît le total",
        "known_owner": "connu de son seul propriétaire",
        "known_nobody": "connu de personne",
        "order_stack": "une pile",
        "order_line": "une rangée ordonnée",
        "grid": "{rows} rangées de {columns} emplacements",
        "grid_of_pieces": "ses rangées sont les pièces de cet endroit : {zone} ; {columns} colonnes",
        "hexagons": "hexagones",
        "wraps_rows": "la dernière rangée touche la première",
        "wraps_columns": "la dernière colonne touche la première",
        "wraps_both": "la dernière rangée et la dernière colonne touchent les premières",
        "impassable": "n'en font pas partie : {cells}",
        "corners_of": "les {count} coins de : {board}",
        "sides_of": "les {count} arêtes de : {board}",
        "setup": "Mise en place",
        "play": "Déroulement",
        "actions": "Actions",
        "words": "Ce que veulent dire les mots",
        "rules": "Règles permanentes",
        "pieces": "Pièces et pouvoirs",
        "scoring": "Décompte",
        "result": "Fin de la partie",
        "examples": "Exemples",
        "example": "Exemple {n}",
        "given": "La situation",
        "answers": "Les choix",
        "events": "Ce qui se passe",
        "numbers": "Nombres",
        "signs": "Symboles",
        "made": "Texte tiré des règles mêmes que le jeu applique, version {digest}.",
    },
)


_NARROW = re.compile(r" (?=[;:!?»])|(?<=«) ")


def typeset(said: str) -> str:
    """Signs keep to their words: a narrow space that does not break."""
    return _NARROW.sub("\u202f", said)
