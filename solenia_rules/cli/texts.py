"""The program's own words, in each language it speaks; words of a game come from its ruleset."""

from __future__ import annotations

import os
from typing import Final

LANGUAGES: Final = ("en", "fr", "pl")

TEXTS: Final[dict[str, tuple[str, str, str]]] = {
    # overview
    "purpose": (
        "Play, check and write board games whose rules are plain text.",
        "Jouer, vérifier et écrire des jeux de société dont les règles sont du texte.",
        "Gra, sprawdzanie i pisanie gier planszowych, których zasady są zwykłym tekstem.",
    ),
    "usage": ("Usage", "Utilisation", "Użycie"),
    "commands": ("Commands", "Commandes", "Polecenia"),
    "options": ("Options", "Options", "Opcje"),
    "about_play": (
        "play a game at this terminal, against bots or each other",
        "jouer dans ce terminal, contre des robots ou entre vous",
        "zagraj w tym terminalu, z botami albo ze sobą",
    ),
    "about_check": (
        "look for mistakes in rulesets",
        "chercher les erreurs dans des règles",
        "poszukaj błędów w zasadach",
    ),
    "about_test": (
        "play the scenarios of rulesets: tests that designers write",
        "jouer les scénarios des règles : des tests écrits par les auteurs",
        "rozegraj scenariusze zasad: testy pisane przez autorów",
    ),
    "about_fmt": (
        "bring the effect texts of rulesets into their usual form",
        "mettre en forme les effets des règles",
        "doprowadź teksty efektów do zwykłej postaci",
    ),
    "about_list": ("list the bundled games", "énumérer les jeux fournis", "wypisz dołączone gry"),
    "about_new": (
        "start a variant of a game as a new file",
        "commencer une variante d'un jeu dans un nouveau fichier",
        "zacznij wariant gry w nowym pliku",
    ),
    "about_explain": (
        "tell the rules of a game in sentences, or what a message means",
        "dire les règles d'un jeu en phrases, ou ce que veut dire un message",
        "opowiedz zasady gry zdaniami albo wyjaśnij komunikat",
    ),
    "about_print": (
        "write a rulebook or a player aid as a page to print",
        "écrire un livret de règles ou une aide de jeu à imprimer",
        "zapisz instrukcję lub ściągę do wydrukowania",
    ),
    "pdf_where": (
        "a PDF needs a file: -o FILE.pdf",
        "un PDF demande un fichier : -o FICHIER.pdf",
        "PDF wymaga pliku: -o PLIK.pdf",
    ),
    "pdf_extra": (
        "a PDF needs more: pip install 'solenia-rules[print]' (and the library Pango of the system)",
        "un PDF demande plus : pip install 'solenia-rules[print]' (et la bibliothèque Pango du système)",
        "PDF wymaga dodatku: pip install 'solenia-rules[print]' (i biblioteki systemowej Pango)",
    ),
    "page_written": ("Wrote {path}.", "{path} est écrit.", "Zapisano {path}."),
    "page_unwritten": (
        "{path} cannot be written: {reason}",
        "{path} ne peut pas être écrit : {reason}",
        "nie można zapisać {path}: {reason}",
    ),
    "nothing_to_explain": (
        "nothing in {spec} that can be explained is called {name}",
        "dans {spec}, rien qui s'explique ne s'appelle {name}",
        "w {spec} nic, co da się wyjaśnić, nie nazywa się {name}",
    ),
    "perhaps": ("did you mean {name}?", "vouliez-vous dire {name} ?", "czy chodziło o {name}?"),
    "no_code": (
        "there is no message {code}; `solenia explain NAME` tells what of a game can be explained",
        "il n'y a pas de message {code} ; `solenia explain NOM` dit ce qui s'explique dans un jeu",
        "nie ma komunikatu {code}; `solenia explain NAZWA` mówi, co w grze da się wyjaśnić",
    ),
    "topics_section": ("Course of the game", "Déroulement", "Przebieg gry"),
    "topics_phase": ("Phases", "Phases", "Fazy"),
    "topics_step": ("Steps", "Étapes", "Kroki"),
    "topics_verb": ("What is done", "Ce qui se fait", "Czynności"),
    "topics_query": ("What is worked out", "Ce qui se calcule", "Wyliczenia"),
    "topics_rules": ("Lasting rules", "Règles permanentes", "Zasady stałe"),
    "topics_counter": ("What is counted", "Ce qui se compte", "Co się liczy"),
    "topics_kind": ("Components", "Matériel", "Elementy"),
    "topics_record": ("Single pieces and places", "Pièces et places", "Poszczególne elementy i miejsca"),
    "about_sim": (
        "play many games between bots and tell what they say",
        "jouer beaucoup de parties entre automates et dire ce qu'elles montrent",
        "rozegraj wiele partii między botami i powiedz, co z nich wynika",
    ),
    "about_compare": (
        "play two rulesets on the same deals and tell how they differ",
        "jouer deux règles sur les mêmes donnes et dire en quoi elles diffèrent",
        "rozegraj dwa zestawy zasad na tych samych rozdaniach i powiedz, czym się różnią",
    ),
    "about_sweep": (
        "play with a parameter at many values and tell what follows",
        "jouer avec un paramètre à plusieurs valeurs et dire ce qui s'ensuit",
        "rozegraj partie z różnymi wartościami parametru i powiedz, co z tego wynika",
    ),
    "about_price": (
        "tell what one power is worth, by playing with and without it",
        "dire ce que vaut un pouvoir, en jouant avec et sans lui",
        "powiedz, ile warta jest jedna moc, grając z nią i bez niej",
    ),
    "about_sources": (
        "list what of a game is from its rulebook and what is not",
        "énumérer ce qui vient du livret de règles et ce qui n'en vient pas",
        "wypisz, co pochodzi z instrukcji gry, a co nie",
    ),
    "about_bench": (
        "measure how fast rulesets load and play",
        "mesurer la vitesse de chargement et de jeu des règles",
        "zmierz, jak szybko zasady się wczytują i grają",
    ),
    "bench_loading": ("loading ...", "chargement ...", "wczytywanie ..."),
    "bench_games": ("random games and copies ...", "parties au hasard et copies ...", "losowe gry i kopie ..."),
    "bench_tried": ("options tried ...", "options essayées ...", "sprawdzane opcje ..."),
    "about_schema": (
        "write the JSON Schema of ruleset files, for editors",
        "écrire le schéma JSON des fichiers de règles, pour les éditeurs",
        "zapisz schemat JSON plików zasad, dla edytorów",
    ),
    "about_lsp": (
        "answer an editor: the language server",
        "répondre à un éditeur : le serveur de langage",
        "odpowiadaj edytorowi: serwer języka",
    ),
    "about_why": (
        "say why an answer is not on offer in a saved game",
        "dire pourquoi une réponse n'est pas proposée dans une partie sauvegardée",
        "powiedz, dlaczego odpowiedzi nie ma do wyboru w zapisanej grze",
    ),
    "about_diff": (
        "compare two rulesets: fields, wording, version, games",
        "comparer deux règles : champs, mots, version, parties",
        "porównaj dwa zbiory zasad: pola, słowa, wersja, gry",
    ),
    "about_replay": (
        "show a saved game again, step by step, with the rule behind each step",
        "revoir une partie sauvegardée pas à pas, avec la règle derrière chaque pas",
        "pokaż zapisaną grę krok po kroku, z zasadą stojącą za każdym krokiem",
    ),
    "about_help": (
        "show this, or the options of a command",
        "afficher ceci, ou les options d'une commande",
        "pokaż to, albo opcje polecenia",
    ),
    "about_version": ("show the version", "afficher la version", "pokaż wersję"),
    "about_debug": (
        "after a bug of ours, show where it happened",
        "après une erreur du programme, montrer où elle s'est produite",
        "po błędzie programu pokaż, gdzie wystąpił",
    ),
    "near_command": (
        "there is no command `{name}`; did you mean `{near}`?",
        "la commande « {name} » n'existe pas ; vouliez-vous dire « {near} » ?",
        "nie ma polecenia „{name}”; może chodzi o „{near}”?",
    ),
    "no_command": (
        "there is no command `{name}`; `solenia --help` lists them",
        "la commande « {name} » n'existe pas ; `solenia --help` les énumère",
        "nie ma polecenia „{name}”; wymienia je `solenia --help`",
    ),
    "bug": (
        "This is a mistake in the program, not in your rules ({what}). Run it again with --debug to see where.",
        "C'est une erreur du programme, pas de vos règles ({what}). Relancez avec --debug pour voir où.",
        "To błąd programu, nie twoich zasad ({what}). Uruchom ponownie z --debug, aby zobaczyć gdzie.",
    ),
    # the table
    "seat": ("Seat {n}", "Joueur {n}", "Gracz {n}"),
    "you": ("you", "vous", "ty"),
    "all_seats": ("everyone", "commun", "wspólne"),
    "hidden": ("hidden", "caché", "ukryte"),
    "happened": ("What happened", "Ce qui s'est passé", "Co się stało"),
    "more_in_log": ("… and {n} more: log", "… et {n} de plus : log", "… i jeszcze {n}: log"),
    "lies_there": ("there", "ici", "tutaj"),
    "yes": ("yes", "oui", "tak"),
    "no": ("no", "non", "nie"),
    # asking
    "prompt": ("Your answer", "Votre réponse", "Twoja odpowiedź"),
    "prompt_hint": ("number, or help", "numéro, ou help", "numer, albo help"),
    "answer_unknown": (
        "`{answer}` is none of the answers; type a number from 1 to {n}, or help",
        "« {answer} » n'est pas une réponse ; tapez un numéro de 1 à {n}, ou help",
        "„{answer}” nie jest odpowiedzią; wpisz numer od 1 do {n} albo help",
    ),
    "answer_unknown_key": (
        "`{answer}` is none of the answers; type one of {keys}, or help",
        "« {answer} » n'est pas une réponse ; tapez l'une de celles-ci : {keys}, ou help",
        "„{answer}” nie jest odpowiedzią; wpisz jedną z: {keys} albo help",
    ),
    "answer_ambiguous": (
        "`{answer}` fits several answers: {which}",
        "« {answer} » convient à plusieurs réponses : {which}",
        "„{answer}” pasuje do kilku odpowiedzi: {which}",
    ),
    "hand_over": (
        "Hand the keyboard to seat {n}, then press Enter.",
        "Passez le clavier au joueur {n}, puis appuyez sur Entrée.",
        "Oddaj klawiaturę graczowi {n} i naciśnij Enter.",
    ),
    "help": (
        "Type what stands in brackets before an answer, or its name as far as it is clear.\n"
        "Where a number is asked for, type that number.\n"
        "  undo        take back your last answer\n"
        "  save FILE   write the game to a file (solenia play --load FILE goes on with it)\n"
        "  why NAME    why an answer is not on offer\n"
        "  what NAME   what a card or another thing does\n"
        "  table       draw the table again\n"
        "  log         everything that happened so far\n"
        "  help        this\n"
        "  quit        leave",
        "Tapez ce qui est entre crochets devant une réponse, ou son nom tant qu'il est clair.\n"
        "Si un nombre est demandé, tapez ce nombre.\n"
        "  undo        reprendre votre dernière réponse\n"
        "  save FILE   écrire la partie dans un fichier (solenia play --load FILE la reprend)\n"
        "  why NOM     pourquoi une réponse n'est pas proposée\n"
        "  what NOM    ce que fait une carte ou autre chose\n"
        "  table       redessiner la table\n"
        "  log         tout ce qui s'est passé\n"
        "  help        ceci\n"
        "  quit        quitter",
        "Wpisz to, co stoi w nawiasach przed odpowiedzią, albo jej nazwę, o ile jest jednoznaczna.\n"
        "Gdy pytanie jest o liczbę, wpisz tę liczbę.\n"
        "  undo        cofnij swoją ostatnią odpowiedź\n"
        "  save PLIK   zapisz grę do pliku (solenia play --load PLIK ją wznawia)\n"
        "  why NAZWA   dlaczego odpowiedzi nie ma na liście\n"
        "  what NAZWA  co robi karta albo inna rzecz\n"
        "  table       narysuj stół jeszcze raz\n"
        "  log         wszystko, co się dotąd stało\n"
        "  help        ta pomoc\n"
        "  quit        wyjdź",
    ),
    "what_what": ("say what: what NAME", "dites quoi : what NOM", "podaj co: what NAZWA"),
    "what_several": (
        "`{name}` could be any of these: {which}",
        "« {name} » peut désigner : {which}",
        "„{name}” może oznaczać: {which}",
    ),
    "no_more": (
        "there is no more to tell of `{name}`",
        "il n'y a rien de plus à dire de « {name} »",
        "o „{name}” nie da się powiedzieć nic więcej",
    ),
    "what_unknown": (
        "nothing here is called `{name}`",
        "rien ici ne s'appelle « {name} »",
        "nic tu nie nazywa się „{name}”",
    ),
    "saved": (
        "Saved; go on with: solenia play --load {path}",
        "Partie enregistrée ; reprenez-la avec : solenia play --load {path}",
        "Zapisano; wznów przez: solenia play --load {path}",
    ),
    "save_where": (
        "say where to: save FILE",
        "dites où : save FICHIER",
        "podaj dokąd: save PLIK",
    ),
    "save_exists": (
        "`{path}` exists already; choose another name",
        "« {path} » existe déjà ; choisissez un autre nom",
        "„{path}” już istnieje; wybierz inną nazwę",
    ),
    "cannot_write": (
        "cannot write `{path}`: {reason}",
        "impossible d'écrire « {path} » : {reason}",
        "nie można zapisać „{path}”: {reason}",
    ),
    "cannot_read": (
        "cannot read `{path}`: {reason}",
        "impossible de lire « {path} » : {reason}",
        "nie można odczytać „{path}”: {reason}",
    ),
    "nothing_to_undo": (
        "this cannot be taken back: it was not yours, or somebody else decided or something came to light since",
        "impossible de revenir : ce n'était pas à vous, ou quelqu'un a décidé ou quelque chose s'est révélé depuis",
        "tego nie można cofnąć: to nie była twoja decyzja albo ktoś już zdecydował lub coś wyszło na jaw",
    ),
    "no_such_seat": (
        "there are {n} seats, numbered from 1",
        "nombre de joueurs : {n}, numérotés à partir de 1",
        "liczba graczy: {n}, numerowanych od 1",
    ),
    "not_asked": (
        "seat {n} is not asked now: seat {other} is",
        "ce n'est pas au joueur {n} de répondre : c'est au joueur {other}",
        "gracz {n} nie jest teraz pytany: pytany jest gracz {other}",
    ),
    "after_answers": ("after {answers}:", "après {answers} :", "po {answers}:"),
    "asked_there": ("asked there: {asked}", "question posée : {asked}", "pytanie: {asked}"),
    "all_offered": ("all of it is on offer", "tout cela est proposé", "to wszystko jest do wyboru"),
    "trace_help": (
        "Enter: on, b: back, NUMBER: to that step, a NUMBER: to that answer, /TEXT, ?TEXT: search on, back, q: quit",
        "Entrée : suite, b : retour, NOMBRE : à ce pas, a NOMBRE : à cette réponse, /TEXTE, ?TEXTE : chercher, q : fin",
        "Enter: dalej, b: wstecz, LICZBA: do kroku, a LICZBA: do odpowiedzi, /TEKST i ?TEKST: szukaj, q: koniec",
    ),
    "trace_nothing": ("nothing found: {what}", "rien trouvé : {what}", "nic nie znaleziono: {what}"),
    "format_of_tests": (
        "--coverage and --mutate are written for people or as json, not as {form}",
        "--coverage et --mutate s'écrivent pour les gens ou en json, pas en {form}",
        "--coverage i --mutate są pisane dla ludzi albo jako json, nie jako {form}",
    ),
    "written": ("Wrote {path}.", "Écrit : {path}.", "Zapisano: {path}."),
    "seats_of_both": (
        "the two are not both played by {n}; say --seats",
        "les deux ne se jouent pas à {n} ; précisez --seats",
        "obie nie są dla tylu graczy ({n}); podaj --seats",
    ),
    "why_what": ("say which one: why NAME", "dites laquelle : why NOM", "podaj którą: why NAZWA"),
    "left": (
        "You left the game; it was not saved.",
        "Vous avez quitté la partie ; elle n'est pas enregistrée.",
        "Opuszczono grę; nie została zapisana.",
    ),
    "left_saved": (
        "You left the game; it is saved.",
        "Vous avez quitté la partie ; elle est enregistrée.",
        "Opuszczono grę; jest zapisana.",
    ),
    # the end
    "score_sheet": ("Score sheet", "Feuille de score", "Wyniki"),
    "score": ("score", "score", "punkty"),
    "player": ("who", "qui", "kto"),
    "human": ("human", "humain", "człowiek"),
    "random": ("random", "hasard", "losowy"),
    "wins": ("wins", "gagne", "wygrywa"),
    "shares": ("shares the win", "partage la victoire", "dzieli zwycięstwo"),
    "draw": ("Nobody wins.", "Personne ne gagne.", "Nikt nie wygrywa."),
    "played": (
        "seed {seed}, {answers} answers",
        "graine {seed}, {answers} réponses",
        "ziarno {seed}, odpowiedzi: {answers}",
    ),
    # other commands
    "no_ruleset_or_load": (
        "say what to play: a name (`solenia list` has them), a file, or --load SAVE",
        "dites à quoi jouer : un nom (voir `solenia list`), un fichier, ou --load PARTIE",
        "podaj, w co zagrać: nazwę (zob. `solenia list`), plik albo --load ZAPIS",
    ),
    "load_carries": (
        "a saved game carries its own rules and seed: leave away {what}",
        "une partie enregistrée porte ses règles et sa graine : retirez {what}",
        "zapisana gra ma własne zasady i ziarno: pomiń {what}",
    ),
    "seat_word": (
        "`{word}` cannot take a seat; a seat is human, random, greedy, mcts:N or file.py:Class",
        "« {word} » ne peut pas s'asseoir ; un siège est human, random, greedy, mcts:N ou file.py:Class",
        "„{word}” nie może zająć miejsca; miejsce to human, random, greedy, mcts:N albo file.py:Class",
    ),
    "seat_count": (
        "{title} is for {low} to {high} seats, not {n}",
        "{title} se joue avec {low} à {high} sièges, pas {n}",
        "{title} jest dla {low}-{high} miejsc, nie {n}",
    ),
    "seats_of_save": (
        "the saved game has {n} seats",
        "la partie enregistrée a {n} sièges",
        "zapisana gra ma miejsc: {n}",
    ),
    "param_form": (
        "`{text}` is not a parameter; write it as name=number",
        "« {text} » n'est pas un paramètre ; écrivez nom=nombre",
        "„{text}” nie jest parametrem; napisz nazwa=liczba",
    ),
    "checked": (
        "{n} checked, no mistakes",
        "vérifiés : {n}, aucune erreur",
        "sprawdzono: {n}, bez błędów",
    ),
    "watching": (
        "watching; interrupt with Ctrl-C",
        "en attente de changements ; Ctrl-C pour arrêter",
        "czekam na zmiany; przerwij przez Ctrl-C",
    ),
    "seats_without_play": (
        "--seats goes with --play",
        "--seats va avec --play",
        "--seats idzie w parze z --play",
    ),
    "watch_without_play": (
        "--watch and --play do not go together",
        "--watch et --play ne vont pas ensemble",
        "--watch i --play nie idą w parze",
    ),
    "seats_are_numbers": (
        "`{seats}` is not a list of numbers, as in 2,3",
        "« {seats} » n'est pas une liste de nombres, comme 2,3",
        "„{seats}” nie jest listą liczb, jak 2,3",
    ),
    "no_such_seats": (
        "{spec} is played with {seats} seats",
        "{spec} se joue avec {seats} sièges",
        "{spec}: liczba miejsc to {seats}",
    ),
    "order_free": (
        "{spec}: the order of laying does not matter",
        "{spec} : l'ordre des couches n'importe pas",
        "{spec}: kolejność nakładania nie ma znaczenia",
    ),
    "order_of_lists": (
        "{spec}: the order of laying does not matter for the rules; it only changes the order of {sections}",
        "{spec} : l'ordre des couches n'importe pas pour les règles ; il change seulement l'ordre de {sections}",
        "{spec}: kolejność nakładania nie ma znaczenia dla zasad; zmienia tylko kolejność w {sections}",
    ),
    "order_matters": (
        "{spec}: the order of laying matters; as {other} it would be otherwise:",
        "{spec} : l'ordre des couches importe ; avec {other} ce serait autrement :",
        "{spec}: kolejność nakładania ma znaczenie; jako {other} byłoby inaczej:",
    ),
    "order_value": (
        "{path}: {there}, not {here}",
        "{path} : {there}, et non {here}",
        "{path}: {there}, a nie {here}",
    ),
    "order_turn": (
        "[{path}] would come as {there}, not {here}",
        "[{path}] viendrait dans l'ordre {there}, et non {here}",
        "[{path}] szłoby w kolejności {there}, a nie {here}",
    ),
    "needs_extra": (
        "`solenia {command}` needs more packages: {line}",
        "`solenia {command}` demande d'autres paquets : {line}",
        "`solenia {command}` wymaga dodatkowych pakietów: {line}",
    ),
    "no_rulesets_in": (
        "no rulesets in `{path}`",
        "aucune règle dans « {path} »",
        "brak zasad w „{path}”",
    ),
    "no_scenarios": ("there are no such scenarios", "il n'y a pas de tels scénarios", "nie ma takich scenariuszy"),
    "no_such_thing": ("no such file or ruleset", "ni fichier ni règle de ce nom", "nie ma takiego pliku ani zasad"),
    "would_change": ("would be rewritten", "serait remis en forme", "zostałby przepisany"),
    "rewritten": ("rewritten", "remis en forme", "przepisano"),
    "formatted": (
        "{n} looked at, nothing to do",
        "examinés : {n}, rien à faire",
        "przejrzano: {n}, nic do zrobienia",
    ),
    "new_name": (
        "`{name}` cannot be the name of a ruleset: small letters, digits and _ only, a letter first",
        "« {name} » ne peut pas nommer des règles : petites lettres, chiffres et _ seulement, une lettre d'abord",
        "„{name}” nie może być nazwą zasad: tylko małe litery, cyfry i _, na początku litera",
    ),
    "new_elsewhere": (
        "a variant extends one ruleset by its name: a bundled one, or a file in the same folder (found: `{name}`)",
        "une variante étend un seul jeu de règles par son nom : un jeu fourni, ou un fichier du même dossier "
        "(ici : « {name} »)",
        "wariant rozszerza jeden zestaw zasad po nazwie: dołączony albo plik z tego samego folderu (tu: „{name}”)",
    ),
    "new_bundled": (
        "`{name}` is the name of a bundled game; choose another one",
        "« {name} » est le nom d'un jeu fourni ; choisissez-en un autre",
        "„{name}” to nazwa dołączonej gry; wybierz inną",
    ),
    "new_written": (
        "Wrote {path} and {beside}. Look at them, change them, then:\n"
        "  solenia check {path}; solenia test {path}; solenia play {path}",
        "{path} et {beside} sont écrits. Lisez-les, changez-les, puis :\n"
        "  solenia check {path} ; solenia test {path} ; solenia play {path}",
        "Zapisano {path} i {beside}. Przeczytaj, zmień, a potem:\n"
        "  solenia check {path}; solenia test {path}; solenia play {path}",
    ),
    "source_seed": ("From the rulebook", "Du livret de règles", "Z instrukcji"),
    "source_public": ("From the public record", "De sources publiques", "Ze źródeł publicznych"),
    "source_ours": ("Ours", "De nous", "Od nas"),
    "source_whole": ("as a whole", "dans son ensemble", "jako całość"),
    "seat_alone": ("seat", "siège", "miejsce"),
    "seats": ("seats", "sièges", "miejsca"),
}


def text(key: str, lang: str, **values: object) -> str:
    """The sentence under a key, its gaps filled."""
    return TEXTS[key][LANGUAGES.index(lang)].format(**values)


def language_of_environment() -> str:
    """The language the machine is set to, if the program speaks it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(name, "")
        if setting:
            return setting[:2] if setting[:2] in LANGUAGES else "en"
    return "en"
