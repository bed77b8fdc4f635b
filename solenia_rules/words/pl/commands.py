"""What the command line says in Polish."""

from __future__ import annotations

from solenia_rules.words.tables.commands import Texts

FILLERS = frozenset(("do", "i", "na", "po", "potem", "przez", "w", "z", "za", "ze"))

TEXTS = Texts(
    "pl",
    {
        # overview
        "purpose": "Gra, sprawdzanie i pisanie gier planszowych, których zasady są zwykłym tekstem.",
        "usage": "Użycie",
        "commands": "Polecenia",
        "options": "Opcje",
        "about_play": "zagraj w tym terminalu, z botami albo ze sobą",
        "about_check": "poszukaj błędów w zasadach",
        "about_test": "rozegraj scenariusze zasad: testy pisane przez autorów",
        "about_fmt": "doprowadź teksty efektów do zwykłej postaci",
        "about_list": "wypisz dołączone gry",
        "about_new": "zacznij wariant gry w nowym pliku",
        "about_explain": "opowiedz zasady gry zdaniami albo wyjaśnij komunikat",
        "about_print": "zapisz instrukcję lub ściągę do wydrukowania",
        "about_draw": "narysuj pozycję",
        "picture_ending": "{path} musi kończyć się na .svg albo .png",
        "pdf_where": "PDF wymaga pliku: -o PLIK.pdf",
        "pdf_extra": "PDF wymaga dodatku: pip install 'solenia-rules[print]' (i biblioteki systemowej Pango)",
        "page_written": "Zapisano {path}.",
        "page_unwritten": "nie można zapisać {path}: {reason}",
        "nothing_to_explain": "w {spec} nic, co da się wyjaśnić, nie nazywa się {name}",
        "perhaps": "czy chodziło o {name}?",
        "no_code": "nie ma komunikatu {code}; `solenia explain NAZWA` mówi, co w grze da się wyjaśnić",
        "topics_section": "Przebieg gry",
        "topics_phase": "Fazy",
        "topics_step": "Kroki",
        "topics_verb": "Czynności",
        "topics_query": "Wyliczenia",
        "topics_rules": "Zasady stałe",
        "topics_counter": "Co się liczy",
        "topics_history": "Historie",
        "topics_kind": "Elementy",
        "topics_record": "Poszczególne elementy i miejsca",
        "topics_state": "Co się zapisuje",
        "topics_zone": "Miejsca",
        "topics_board": "Plansze",
        "topics_field": "Cechy elementów i pól",
        "topics_words": "Rodzaje",
        "topics_param": "Liczby do zmiany",
        "about_sim": "rozegraj wiele partii między botami i powiedz, co z nich wynika",
        "about_compare": "rozegraj dwa zestawy zasad na tych samych rozdaniach i powiedz, czym się różnią",
        "about_sweep": "rozegraj partie z różnymi wartościami parametru i powiedz, co z tego wynika",
        "about_price": "powiedz, ile warta jest jedna moc, grając z nią i bez niej",
        "about_tune": "szukaj liczb, z którymi gra osiąga swoje cele",
        "about_sources": "wypisz, co pochodzi z instrukcji gry, a co nie",
        "about_bench": "zmierz, jak szybko zasady się wczytują i grają",
        "bench_loading": "wczytywanie ...",
        "bench_games": "losowe gry i kopie ...",
        "bench_tried": "sprawdzane opcje ...",
        "about_schema": "zapisz schemat JSON plików zasad, dla edytorów",
        "about_serve": "otwórz stoły w przeglądarce, dla ludzi i botów",
        "about_studio": "otwórz studio w przeglądarce: pisz, graj, testuj i mierz grę",
        "no_studio": "Strona studia nie jest częścią tej instalacji. W repozytorium zbuduj ją poleceniem: make studio",
        "no_npm": "Potrzebny jest npm, który nie jest zainstalowany (w Debianie i Ubuntu: apt install npm).",
        "studio_open": "Otwórz {address} w przeglądarce. Ctrl-C zamyka studio; szkice zostają w przeglądarce.",
        "serving": "Otwórz {address} w przeglądarce. Ctrl-C zatrzymuje serwer; gry są zachowane.",
        "cannot_listen": "serwer nie może nasłuchiwać na {host}:{port}: {reason}; wybierz inny adres (--port, --host)",
        "about_lsp": "odpowiadaj edytorowi: serwer języka",
        "about_engine": "odpowiadać programom w dowolnym języku: żądania w JSON, po jednym w wierszu",
        "about_table": "zapisywać elementy w arkuszu kalkulacyjnym i wczytywać je z powrotem",
        "sheet_of_bundled": "{name} jest grą z pakietu; podaj ścieżkę własnego pliku",
        "sheet_refused": "W pliku {path} nic się nie zmieniło.",
        "sheet_same": "Plik {path} ma już te wartości.",
        "no_records": "{name} nie ma elementów w sekcji [{section}]; sekcje z elementami: {known}",
        "about_why": "powiedz, dlaczego odpowiedzi nie ma do wyboru w zapisanej grze",
        "about_diff": "porównaj dwa zbiory zasad: pola, słowa, wersja, gry",
        "about_replay": "pokaż zapisaną grę krok po kroku, z zasadą stojącą za każdym krokiem",
        "about_help": "pokaż to, albo opcje polecenia",
        "about_version": "pokaż wersję",
        "about_debug": "po błędzie programu pokaż, gdzie wystąpił",
        "near_command": "nie ma polecenia „{name}”; może chodzi o „{near}”?",
        "no_command": "nie ma polecenia „{name}”; wymienia je `solenia --help`",
        "bug": "To błąd programu, nie twoich zasad ({what}). Uruchom ponownie z --debug, aby zobaczyć gdzie.",
        # the table
        "seat": "Gracz {n}",
        "you": "ty",
        "all_seats": "wspólne",
        "hidden": "ukryte",
        "empty": "puste",
        "board_part": "od {first} do {last} z {whole}, zajęte poza tym: {used}; table POLE pokazuje inną część",
        "on_board": "{keys} stoją na planszy; można też wpisać nazwę, na przykład {name}",
        "no_signs": "na tym stole nie ma znaków",
        "happened": "Co się stało",
        "more_in_log": "… i jeszcze {n}: log",
        "lies_there": "tutaj",
        "now": "teraz",
        "yes": "tak",
        "no": "nie",
        # asking
        "prompt": "Twoja odpowiedź",
        "prompt_hint": "numer, albo help",
        "answer_unknown": "„{answer}” nie jest odpowiedzią; wpisz numer od 1 do {n} albo help",
        "answer_unknown_key": "„{answer}” nie jest odpowiedzią; wpisz jedną z: {keys} albo help",
        "answer_ambiguous": "„{answer}” pasuje do kilku odpowiedzi: {which}",
        "hand_over": "Oddaj klawiaturę graczowi {n} i naciśnij Enter.",
        "help": (
            "Wpisz to, co stoi w nawiasach przed odpowiedzią, albo jej nazwę, o ile jest jednoznaczna.\n"
            "Gdy pytanie jest o liczbę, wpisz tę liczbę.\n"
            "  undo        cofnij swoją ostatnią odpowiedź\n"
            "  save PLIK   zapisz grę do pliku (solenia play --load PLIK ją wznawia)\n"
            "  why NAZWA   dlaczego odpowiedzi nie ma na liście\n"
            "  what NAZWA  co robi karta albo inna rzecz\n"
            "  table       narysuj stół jeszcze raz; table POLE pokazuje dużą planszę wokół pola\n"
            "  legend      co znaczą znaki na planszach\n"
            "  rules       jak gra się kończy, czym jest tura i co można wybrać\n"
            "  log         wszystko, co się dotąd stało\n"
            "  help        ta pomoc\n"
            "  quit        wyjdź"
        ),
        "what_what": "podaj co: what NAZWA",
        "what_several": "„{name}” może oznaczać: {which}",
        "no_more": "o „{name}” nie da się powiedzieć nic więcej",
        "what_unknown": "nic tu nie nazywa się „{name}”",
        "saved": "Zapisano; wznów przez: solenia play --load {path}",
        "save_where": "podaj dokąd: save PLIK",
        "save_exists": "„{path}” już istnieje; wybierz inną nazwę",
        "cannot_write": "nie można zapisać „{path}”: {reason}",
        "cannot_read": "nie można odczytać „{path}”: {reason}",
        "nothing_to_undo": (
            "tego nie można cofnąć: to nie była twoja decyzja albo ktoś już zdecydował lub coś wyszło na jaw"
        ),
        "no_such_seat": "liczba graczy: {n}, numerowanych od 1",
        "not_asked": "gracz {n} nie jest teraz pytany: pytany jest gracz {other}",
        "after_answers": "po {answers}:",
        "asked_there": "pytanie: {asked}",
        "all_offered": "to wszystko jest do wyboru",
        "trace_help": (
            "Enter: dalej, b: wstecz, LICZBA: do kroku, a LICZBA: do odpowiedzi, /TEKST i ?TEKST: szukaj, q: koniec"
        ),
        "trace_nothing": "nic nie znaleziono: {what}",
        "format_of_tests": "--coverage i --mutate są pisane dla ludzi albo jako json, nie jako {form}",
        "written": "Zapisano: {path}.",
        "seats_of_both": "obie nie są dla tylu graczy ({n}); podaj --seats",
        "why_what": "podaj którą: why NAZWA",
        "left": "Opuszczono grę; nie została zapisana.",
        "left_saved": "Opuszczono grę; jest zapisana.",
        # the end
        "score_sheet": "Wyniki",
        "score": "punkty",
        "player": "kto",
        "human": "człowiek",
        "random": "losowy",
        "wins": "wygrywa",
        "shares": "dzieli zwycięstwo",
        "shared": "Wygraną dzielą: {names}",
        "draw": "Nikt nie wygrywa.",
        "lost": "Gra jest przegrana.",
        "played": "ziarno {seed}, odpowiedzi: {answers}",
        "stuck_seat": "Miejsce {seat} utknęło ({n}×): {place}: nie dało się wykonać; reszta fazy przepadła.",
        "stuck_all": "Gra utknęła ({n}×): reguły w {place} nie dało się wykonać, więc jej reszta przepadła.",
        # other commands
        "no_ruleset_or_load": "podaj, w co zagrać: nazwę (zob. `solenia list`), plik albo --load ZAPIS",
        "load_carries": "zapisana gra ma własne zasady i ziarno: pomiń {what}",
        "seat_word": "„{word}” nie może zająć miejsca; miejsce to human, {bots}, learnt:PLIK albo file.py:Class",
        "seat_count": "{title} jest dla {low}-{high} miejsc, nie {n}",
        "seats_of_save": "zapisana gra ma miejsc: {n}",
        "param_form": "„{text}” nie jest parametrem; napisz nazwa=liczba",
        "checked": "sprawdzono: {n}, bez błędów",
        "watching": "czekam na zmiany; przerwij przez Ctrl-C",
        "play_stopped": "Przerwano: rozegrano i policzono {done} z {n} gier {spec}.",
        "seats_without_play": "--seats idzie w parze z --play",
        "watch_without_play": "--watch i --play nie idą w parze",
        "seats_are_numbers": "„{seats}” nie jest listą liczb, jak 2,3",
        "no_such_seats": "{spec}: liczba miejsc to {seats}",
        "options_tried": (
            "uwaga: {place}: opcje tej decyzji są próbowane na kopiach gry, {times} razy na 100 odpowiedzi, za każdym "
            "razem {options} opcji. Tego, co następuje, nie można sprawdzić z góry. To zajmuje czas (zob. "
            "docs/findings.md)."
        ),
        "order_free": "{spec}: kolejność nakładania nie ma znaczenia",
        "order_of_lists": (
            "{spec}: kolejność nakładania nie ma znaczenia dla zasad; zmienia tylko kolejność w {sections}"
        ),
        "order_matters": "{spec}: kolejność nakładania ma znaczenie; jako {other} byłoby inaczej:",
        "order_value": "{path}: {there}, a nie {here}",
        "order_turn": "[{path}] szłoby w kolejności {there}, a nie {here}",
        "needs_extra": "`solenia {command}` wymaga dodatkowych pakietów: {line}",
        "no_rulesets_in": "brak zasad w „{path}”",
        "no_scenarios": "nie ma takich scenariuszy",
        "no_such_thing": "nie ma takiego pliku ani zasad",
        "no_such_name": "nie ma takich zasad; plik podaje się ścieżką: „{file}”",
        "would_change": "zostałby przepisany",
        "rewritten": "przepisano",
        "formatted": "przejrzano: {n}, nic do zrobienia",
        "new_name": "„{name}” nie może być nazwą zasad: tylko małe litery, cyfry i _, na początku litera",
        "new_elsewhere": (
            "wariant rozszerza jeden zestaw zasad po nazwie: dołączony albo plik z tego samego folderu (tu: „{name}”)"
        ),
        "new_bundled": "„{name}” to nazwa dołączonej gry; wybierz inną",
        "save_apart": "{path} zmienił się od zapisania tej gry: podane miejsca dotyczą tekstu w zapisie",
        "new_empty": "Zapisano {path}. Przeczytaj, zmień, a potem:\n  solenia check {path}; solenia play {path}",
        "new_written": (
            "Zapisano {path} i {beside}. Przeczytaj, zmień, a potem:\n"
            "  solenia check {path}; solenia test {path}; solenia play {path}"
        ),
        "source_seed": "Z instrukcji",
        "source_public": "Ze źródeł publicznych",
        "source_ours": "Od nas",
        "source_whole": "jako całość",
        "seat_alone": "miejsce",
        "seats": "miejsca",
    },
)
