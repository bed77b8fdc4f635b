"""What games say in French: questions, the log, refusals, and reasons why something is not on offer."""

from __future__ import annotations

from solenia_rules.words.tables.play import (
    EventTexts,
    Prompts,
    ReasonParts,
    Reasons,
    Refusals,
    SingleWords,
)

PROMPTS = Prompts(
    "fr",
    {
        "choose": "choisissez : {name}",
        "pick": "prenez : {name}",
        "order": "lequel ensuite : {name}",
        "rule": "quelle règle d'abord : {name}",
        "branch": "choisissez que faire",
        "may": "le faire ?",
        "may do": "{what} : le faire ?",
        "pay": "payez avec : {name}",
        "gain": "gagnez lequel : {name}",
        "lose": "perdez lequel : {name}",
        "give_up": "trop : rendez lequel ({name})",
        "spare": "un de moins : lequel ({name})",
    },
)

WORDS = SingleWords(
    "fr",
    {
        "yes": "oui",
        "no": "non",
        "done": "assez",
        "none": "nulle part",
        "nothing": "rien",
        "seat": "joueur {n}",
        "front": "recto",
        "back": "verso",
        "a cell": "emplacement",
        "a corner": "coin",
        "a side": "arête",
        "a seat": "joueur",
        "a number": "nombre",
        "a face": "face",
        "a name": "nom",
        "a bundle": "lot",
    },
)

EVENTS = EventTexts(
    "fr",
    {
        "gained": "{seat} gagne {n} {thing}",
        "paid": "{seat} paie {n} {thing}",
        "lost": "{seat} perd {n} {thing}",
        "given up": "{seat} rend {n} {thing} : pas de place pour plus",
        "set": "{what} vaut maintenant {value}",
        "added": "{what} vaut maintenant {value}",
        "moved": "{piece} : {old} vers {new}",
        "moved first": "{piece} : en première position, {new}",
        "moved last": "{piece} : en dernière position, {new}",
        "moved within": "{piece} : en position {n}, {new}",
        "moved somewhere": "{piece} : de nouveau dans {new}",
        "moved nowhere": "{piece} : toujours dans {new}",
        "drawn": "{piece} : pioche, {old} vers {new}",
        "shuffled": "{zone} : mélange",
        "rolled": "{piece} montre {value}",
        "rolled unseen": "{piece} : lancé en secret",
        "shown": "{piece} : montré à {seats}",
        "seen": "{piece} montre {value}",
        "turned": "{piece} : côté {face}",
        "entered": "{seat} : début de {phase}",
        "left": "{seat} : fin de {phase}",
        "won": "la partie est finie ; gagnée par {seats}",
        "ended by decisions": "la partie est finie après {n} décisions, le maximum ; gagnée par {seats}",
        "ended by phases": "la partie est finie après {n} phases, le maximum ; gagnée par {seats}",
        "ended by search steps": "la partie est finie : une recherche a pris plus de {n} pas ; gagnée par {seats}",
        "sketched": "la position esquissée commence",
        "answered": "{seat} : {option}",
        "stuck": "`{text}` est impossible ({place}) ; le reste de cette phase est sauté",
        "hidden": "{kind}",
        "nobody": "personne",
        "of": "{what} ({whose})",
        "caused": "{text} [{cause}]",
    },
)

REFUSALS = Refusals(
    "fr",
    {
        "over": "la partie est finie ; rien n'est demandé",
        "stale": "« {what} » appartient à une autre décision ; la question est : {asked}",
        "forged": "« {what} » n'est pas une option telle qu'elle a été proposée",
        "no answer": "une réponse est une option, son identifiant ou son numéro",
        "index": "nombre d'options : {count}, numérotées à partir de 0",
        "no action": "une action est l'indice d'une des {count} actions, à partir de 0",
        "unreadable": "une réponse est l'identifiant d'une option : un texte court et imprimable",
        "no undo": "il n'y a aucune réponse à reprendre",
        "undo reveals": "depuis, quelque chose a été pioché, lancé, mélangé ou montré",
        "undo by another": "c'est maintenant la décision d'un autre joueur",
    },
)

REASONS = Reasons(
    "fr",
    {
        "over": "la partie est finie",
        "offered": "« {what} » est proposé",
        "unknown": "aucune réponse ne s'appelle « {what} » ici",
        "near": "aucune réponse ne s'appelle « {what} » ici ; vouliez-vous dire « {near} » ?",
        "unasked": "« {what} » n'est pas demandé ici",
        "unseen": "cela ne fait pas partie du choix",
        "elsewhere": "cela ne fait pas partie du choix : {said} ({place})",
        "condition": "condition non remplie : {said} ({place})",
        "unpaid": "ensuite, le paiement serait impossible : {said} ({place})",
        "needed": "ensuite, la condition ne serait pas remplie : {said} ({place})",
        "undone": "ensuite, ceci serait impossible : {said} ({place})",
        "no choice": "ensuite, il n'y aurait rien à choisir : « {said} » ({place})",
        "short": "vous n'en avez pas assez pour cela",
        "idle": "sa règle ne s'applique pas maintenant",
        "picked": "cela a déjà été pris",
        "several": "il y en a plusieurs ; dites lequel : {near}",
        "not now": "ce choix n'est pas possible maintenant",
    },
)

PARTS = ReasonParts(
    "fr",
    {
        "found": " ; constaté : {parts}",
        "enough": " ; il suffirait de : {parts}",
        "or": " ou ",
        "value": "{x} = {value}",
        "of": "{x} : {value}",
        "there": "{value}",
        "have": "vous avez {value}",
        "then": "vous avez alors {value}",
        "lies": "cela se trouve dans : {value}",
        "fails": "ceci n'est pas le cas : {x}",
        "more": "{n} {thing} de plus",
        "less": "{n} {thing} de moins",
        "by more": "{x} : {n} de plus",
        "by less": "{x} : {n} de moins",
        "without": "sans {value}",
        "cheaper": "un autre choix, moins cher ({thing})",
        "another": "un autre choix ({thing}) : {x}",
    },
)
