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
        "on_turn": "Au tour de",
        "empty": "vide",
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
