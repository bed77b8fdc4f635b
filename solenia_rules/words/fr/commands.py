"""What the command line says in French."""

from __future__ import annotations

from solenia_rules.words.tables.commands import Texts

FILLERS = frozenset(
    ("à", "au", "avec", "dans", "de", "en", "et", "la", "le", "les", "par", "pour", "puis", "sur", "un", "une")
)

TEXTS = Texts(
    "fr",
    {
        # overview
        "purpose": "Jouer, vérifier et écrire des jeux de société dont les règles sont du texte.",
        "usage": "Utilisation",
        "commands": "Commandes",
        "options": "Options",
        "about_play": "jouer dans ce terminal, contre des robots ou entre vous",
        "about_check": "chercher les erreurs dans des règles",
        "about_test": "jouer les scénarios des règles : des tests écrits par les auteurs",
        "about_fmt": "mettre en forme les effets des règles",
        "about_list": "énumérer les jeux fournis",
        "about_new": "commencer une variante d'un jeu dans un nouveau fichier",
        "about_explain": "dire les règles d'un jeu en phrases, ou ce que veut dire un message",
        "about_print": "écrire un livret de règles ou une aide de jeu à imprimer",
        "about_draw": "dessiner une position",
        "picture_ending": "{path} doit finir par .svg ou .png",
        "pdf_where": "un PDF demande un fichier : -o FICHIER.pdf",
        "pdf_extra": "un PDF demande plus : pip install 'solenia-rules[print]' (et la bibliothèque Pango du système)",
        "page_written": "{path} est écrit.",
        "page_unwritten": "{path} ne peut pas être écrit : {reason}",
        "nothing_to_explain": "dans {spec}, rien qui s'explique ne s'appelle {name}",
        "perhaps": "vouliez-vous dire {name} ?",
        "no_code": "il n'y a pas de message {code} ; `solenia explain NOM` dit ce qui s'explique dans un jeu",
        "topics_section": "Déroulement",
        "topics_phase": "Phases",
        "topics_step": "Étapes",
        "topics_verb": "Ce qui se fait",
        "topics_query": "Ce qui se calcule",
        "topics_rules": "Règles permanentes",
        "topics_counter": "Ce qui se compte",
        "topics_history": "Historiques",
        "topics_kind": "Matériel",
        "topics_record": "Pièces et places",
        "topics_state": "Ce qui se note",
        "topics_zone": "Emplacements",
        "topics_board": "Plateaux",
        "topics_field": "Ce que portent les pièces et les cases",
        "topics_words": "Sortes",
        "topics_param": "Nombres réglables",
        "about_sim": "jouer beaucoup de parties entre automates et dire ce qu'elles montrent",
        "about_compare": "jouer deux règles sur les mêmes donnes et dire en quoi elles diffèrent",
        "about_sweep": "jouer avec un paramètre à plusieurs valeurs et dire ce qui s'ensuit",
        "about_price": "dire ce que vaut un pouvoir, en jouant avec et sans lui",
        "about_tune": "chercher les nombres avec lesquels un jeu atteint ses objectifs",
        "about_sources": "énumérer ce qui vient du livret de règles et ce qui n'en vient pas",
        "about_bench": "mesurer la vitesse de chargement et de jeu des règles",
        "bench_loading": "chargement ...",
        "bench_games": "parties au hasard et copies ...",
        "bench_tried": "options essayées ...",
        "about_schema": "écrire le schéma JSON des fichiers de règles, pour les éditeurs",
        "about_serve": "ouvrir des tables dans le navigateur, pour des personnes et des robots",
        "about_studio": "ouvrir l'atelier dans le navigateur : écrire, jouer, tester et mesurer un jeu",
        "no_studio": "La page de l'atelier n'est pas installée. Dans un dépôt, construisez-la avec : make studio",
        "no_npm": "Il faut npm, qui n'est pas installé (sous Debian et Ubuntu : apt install npm).",
        "studio_open": "Ouvrez {address} dans un navigateur. Ctrl-C ferme l'atelier ; il garde les brouillons.",
        "serving": "Ouvrez {address} dans un navigateur. Ctrl-C arrête le serveur ; les parties sont gardées.",
        "cannot_listen": "{host}:{port} n’est pas disponible : {reason} ; essayez une autre adresse (--port, --host)",
        "about_lsp": "répondre à un éditeur : le serveur de langage",
        "about_engine": "répondre aux programmes de tout langage : requêtes en JSON, une par ligne",
        "about_table": "écrire des éléments dans une feuille de tableur, et les relire",
        "sheet_of_bundled": "{name} est un jeu fourni ; indiquez le chemin d'un fichier à vous",
        "sheet_refused": "Rien n'a été changé dans {path}.",
        "sheet_same": "{path} contient déjà ces valeurs.",
        "no_records": "{name} n'a pas d'éléments dans une section [{section}] ; sections avec des éléments : {known}",
        "about_why": "dire pourquoi une réponse n'est pas proposée dans une partie sauvegardée",
        "about_diff": "comparer deux règles : champs, mots, version, parties",
        "about_replay": "revoir une partie sauvegardée pas à pas, avec la règle derrière chaque pas",
        "about_help": "afficher ceci, ou les options d'une commande",
        "about_version": "afficher la version",
        "about_debug": "après une erreur du programme, montrer où elle s'est produite",
        "near_command": "la commande « {name} » n'existe pas ; vouliez-vous dire « {near} » ?",
        "no_command": "la commande « {name} » n'existe pas ; `solenia --help` les énumère",
        "bug": "C'est une erreur du programme, pas de vos règles ({what}). Relancez avec --debug pour voir où.",
        # the table
        "seat": "Joueur {n}",
        "you": "vous",
        "all_seats": "commun",
        "hidden": "caché",
        "empty": "vides",
        "board_part": "{first} à {last} sur {whole}, {used} autres occupées ; table CASE montre une autre partie",
        "on_board": "{keys} : voir le plateau ; un nom comme {name} convient aussi",
        "no_signs": "il n'y a pas de signes sur cette table",
        "happened": "Ce qui s'est passé",
        "more_in_log": "… et {n} de plus : log",
        "lies_there": "ici",
        "now": "maintenant",
        "yes": "oui",
        "no": "non",
        # asking
        "prompt": "Votre réponse",
        "prompt_hint": "numéro, ou help",
        "answer_unknown": "« {answer} » n'est pas une réponse ; tapez un numéro de 1 à {n}, ou help",
        "answer_unknown_key": "« {answer} » n'est pas une réponse ; tapez l'une de celles-ci : {keys}, ou help",
        "answer_ambiguous": "« {answer} » convient à plusieurs réponses : {which}",
        "hand_over": "Passez le clavier au joueur {n}, puis appuyez sur Entrée.",
        "help": (
            "Tapez ce qui est entre crochets devant une réponse, ou son nom tant qu'il est clair.\n"
            "Si un nombre est demandé, tapez ce nombre.\n"
            "  undo        reprendre votre dernière réponse\n"
            "  save FILE   écrire la partie dans un fichier (solenia play --load FILE la reprend)\n"
            "  why NOM     pourquoi une réponse n'est pas proposée\n"
            "  what NOM    ce que fait une carte ou autre chose\n"
            "  table       redessiner la table ; table CASE montre un grand plateau autour de cette case\n"
            "  legend      ce que veulent dire les signes des plateaux\n"
            "  rules       fin de la partie, tours, et ce qu'on y choisit\n"
            "  log         tout ce qui s'est passé\n"
            "  help        ceci\n"
            "  quit        quitter"
        ),
        "what_what": "dites quoi : what NOM",
        "what_several": "« {name} » peut désigner : {which}",
        "no_more": "il n'y a rien de plus à dire de « {name} »",
        "what_unknown": "rien ici ne s'appelle « {name} »",
        "saved": "Partie enregistrée ; reprenez-la avec : solenia play --load {path}",
        "save_where": "dites où : save FICHIER",
        "save_exists": "« {path} » existe déjà ; choisissez un autre nom",
        "cannot_write": "impossible d'écrire « {path} » : {reason}",
        "cannot_read": "impossible de lire « {path} » : {reason}",
        "nothing_to_undo": (
            "impossible de revenir : ce n'était pas à vous, ou quelqu'un a décidé ou quelque chose s'est révélé depuis"
        ),
        "no_such_seat": "nombre de joueurs : {n}, numérotés à partir de 1",
        "not_asked": "ce n'est pas au joueur {n} de répondre : c'est au joueur {other}",
        "after_answers": "après {answers} :",
        "asked_there": "question posée : {asked}",
        "all_offered": "tout cela est proposé",
        "trace_help": (
            "Entrée : suite, b : retour, NOMBRE : à ce pas, a NOMBRE : à cette réponse, /TEXTE, ?TEXTE : "
            "chercher, q : fin"
        ),
        "trace_nothing": "rien trouvé : {what}",
        "format_of_tests": "--coverage et --mutate s'écrivent pour les gens ou en json, pas en {form}",
        "written": "Écrit : {path}.",
        "seats_of_both": "les deux ne se jouent pas à {n} ; précisez --seats",
        "why_what": "dites laquelle : why NOM",
        "left": "Vous avez quitté la partie ; elle n'est pas enregistrée.",
        "left_saved": "Vous avez quitté la partie ; elle est enregistrée.",
        # the end
        "score_sheet": "Feuille de score",
        "score": "score",
        "player": "qui",
        "human": "humain",
        "random": "hasard",
        "wins": "gagne",
        "shares": "partage la victoire",
        "shared": "{names} partagent la victoire",
        "draw": "Personne ne gagne.",
        "lost": "La partie est perdue.",
        "played": "graine {seed}, {answers} réponses",
        "stuck_seat": "Place {seat} bloquée ({n}×) : {place} était impossible ; le reste de la phase a été sauté.",
        "stuck_all": "Partie bloquée ({n}×) : la règle en {place} était impossible, le reste a été sauté.",
        # other commands
        "no_ruleset_or_load": "dites à quoi jouer : un nom (voir `solenia list`), un fichier, ou --load PARTIE",
        "load_carries": "une partie enregistrée porte ses règles et sa graine : retirez {what}",
        "seat_word": "« {word} » ne peut pas s'asseoir ; un siège est human, {bots}, learnt:FICHIER ou file.py:Class",
        "seat_count": "{title} se joue avec {low} à {high} sièges, pas {n}",
        "seats_of_save": "la partie enregistrée a {n} sièges",
        "param_form": "« {text} » n'est pas un paramètre ; écrivez nom=nombre",
        "checked": "vérifiés : {n}, aucune erreur",
        "watching": "en attente de changements ; Ctrl-C pour arrêter",
        "play_stopped": "Interrompu : {done} parties de {spec} sur {n} sont jouées et comptées.",
        "seats_without_play": "--seats va avec --play",
        "watch_without_play": "--watch et --play ne vont pas ensemble",
        "seats_are_numbers": "« {seats} » n'est pas une liste de nombres, comme 2,3",
        "no_such_seats": "{spec} se joue avec {seats} sièges",
        "options_tried": (
            "note : {place} : les options de cette décision sont essayées sur des copies de la partie, {times} fois "
            "pour 100 réponses, {options} options chaque fois. La suite ne peut pas être testée d'avance. Cela prend "
            "du temps (voir docs/findings.md)."
        ),
        "order_free": "{spec} : l'ordre des couches n'importe pas",
        "order_of_lists": (
            "{spec} : l'ordre des couches n'importe pas pour les règles ; il change seulement l'ordre de {sections}"
        ),
        "order_matters": "{spec} : l'ordre des couches importe ; avec {other} ce serait autrement :",
        "order_value": "{path} : {there}, et non {here}",
        "order_turn": "[{path}] viendrait dans l'ordre {there}, et non {here}",
        "needs_extra": "`solenia {command}` demande d'autres paquets : {line}",
        "no_rulesets_in": "aucune règle dans « {path} »",
        "no_scenarios": "il n'y a pas de tels scénarios",
        "no_such_thing": "ni fichier ni règle de ce nom",
        "no_such_name": "pas de règles de ce nom ; un fichier se nomme par son chemin : « {file} »",
        "would_change": "serait remis en forme",
        "rewritten": "remis en forme",
        "formatted": "examinés : {n}, rien à faire",
        "new_name": (
            "« {name} » ne peut pas nommer des règles : petites lettres, chiffres et _ seulement, une lettre d'abord"
        ),
        "new_elsewhere": (
            "une variante étend un seul jeu de règles par son nom : un jeu fourni, ou un fichier du même "
            "dossier (ici : « {name} »)"
        ),
        "new_bundled": "« {name} » est le nom d'un jeu fourni ; choisissez-en un autre",
        "save_apart": "{path} a changé depuis cette sauvegarde : les lignes indiquées sont celles du texte sauvegardé",
        "new_empty": "{path} est écrit. Lisez-le, changez-le, puis :\n  solenia check {path} ; solenia play {path}",
        "new_written": (
            "{path} et {beside} sont écrits. Lisez-les, changez-les, puis :\n"
            "  solenia check {path} ; solenia test {path} ; solenia play {path}"
        ),
        "source_seed": "Du livret de règles",
        "source_public": "De sources publiques",
        "source_ours": "De nous",
        "source_whole": "dans son ensemble",
        "seat_alone": "siège",
        "seats": "sièges",
    },
)
