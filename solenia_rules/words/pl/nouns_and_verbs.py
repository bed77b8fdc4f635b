"""The Polish nouns of the engine, and the phrases of the built-in verbs."""

from __future__ import annotations

from solenia_rules.words.tables.sentences import Nouns, VerbForms, WatchedVerbs

SEVERAL = "few"

NOUNS = Nouns("pl", {
    "seat": {
        "one": "gracz", "other": "gracza", "dat": "graczowi", "ins": "graczem", "loc": "graczu", "few": "gracze",
        "many": "graczy", "dat_pl": "graczom", "gender": "mp",
    },
    "all seats": {"few": "wszyscy gracze", "many": "wszystkich graczy", "dat_pl": "wszystkim graczom", "gender": "mp"},
    "others": {"few": "pozostali gracze", "many": "pozostałych graczy", "dat_pl": "pozostałym graczom", "gender": "mp"},
    "other seat": {
        "one": "inny gracz", "other": "innego gracza", "dat": "innemu graczowi", "few": "inni gracze",
        "many": "innych graczy", "dat_pl": "innym graczom", "gender": "mp",
    },
    "next": {"one": "gracz", "other": "gracza", "dat": "graczowi", "ins": "graczem", "gender": "mp"},
    "previous": {"one": "gracz", "other": "gracza", "dat": "graczowi", "gender": "mp"},
    "cell": {
        "one": "pole", "other": "pola", "ins": "polem", "loc": "polu", "few": "pola", "many": "pól", "gender": "n",
        "in": "na", "to": "na",
    },
    "corner": {
        "one": "wierzchołek", "other": "wierzchołka", "ins": "wierzchołkiem", "loc": "wierzchołku",
        "few": "wierzchołki", "many": "wierzchołków", "gender": "m", "in": "na", "to": "na",
    },
    "side": {
        "one": "krawędź", "other": "krawędzi", "ins": "krawędzią", "loc": "krawędzi", "few": "krawędzie",
        "many": "krawędzi", "gender": "f", "in": "na", "to": "na",
    },
    "piece": {"one": "element", "other": "elementu", "few": "elementy", "many": "elementów", "gender": "m"},
    "owner": {
        "one": "właściciel", "other": "właściciela", "dat": "właścicielowi", "few": "właściciele",
        "many": "właścicieli", "gender": "mp",
    },
    "row": {"one": "rząd", "other": "rzędu", "few": "rzędy", "many": "rzędów", "loc": "rzędzie", "gender": "m"},
    "column": {
        "one": "kolumna", "other": "kolumny", "few": "kolumny", "many": "kolumn", "loc": "kolumnie", "gender": "f",
    },
    "face": {"one": "strona", "other": "strony", "few": "strony", "many": "stron", "gender": "f"},
    "shows": {"one": "wynik", "other": "wyniku", "few": "wyniki", "many": "wyników", "gender": "m"},
    "place": {
        "one": "miejsce w kolejności", "other": "miejsca w kolejności", "few": "miejsca w kolejności",
        "many": "miejsc w kolejności", "gender": "n",
    },
    "bundle": {"one": "zestaw", "other": "zestawu", "few": "zestawy", "many": "zestawów", "gender": "m"},
    "word place": {
        "one": "miejsce", "other": "miejsca", "few": "miejsca", "many": "miejsc", "gender": "n",
        "with": "{it:gen} na swojej liście",
    },
    "piece place": {
        "one": "miejsce", "other": "miejsca", "few": "miejsca", "many": "miejsc", "gender": "n",
        "with": "{it:gen} w swoim rzędzie",
    },
    "front": {"one": "przód", "other": "przodu", "gender": "m"},
    "back": {"one": "tył", "other": "tyłu", "gender": "m"},
    "none": {"one": "nic", "other": "niczego", "gender": "n"},
    "thing": {"one": "rzecz", "other": "rzeczy", "few": "rzeczy", "many": "rzeczy", "gender": "f"},
    "anything": {"one": "coś", "other": "czegoś", "gender": "n"},
    "resource": {"one": "zasób", "other": "zasobu", "few": "zasoby", "many": "zasobów", "gender": "m"},
    "unit": {"one": "jednostka", "other": "jednostki", "few": "jednostki", "many": "jednostek", "gender": "f"},
    "number": {"one": "liczba", "other": "liczby", "few": "liczby", "many": "liczb", "gender": "f"},
    "number of": {"one": "liczba", "other": "liczby", "gender": "f"},
    "amount": {"one": "ilość", "other": "ilości", "gender": "f"},
    "it": {"one": "zwykła wartość", "other": "zwykłej wartości", "acc": "zwykłą wartość", "gender": "f"},
    "it is": {"one": "to", "other": "tego", "gender": "n"},
    "time": {"once": "raz", "one": "raz", "other": "razu", "few": "razy", "many": "razy", "gender": "m"},
    "sum of": {"one": "suma", "other": "sumy", "gender": "f"},
    "min of": {"one": "najmniejsza liczba", "other": "najmniejszej liczby", "acc": "najmniejszą liczbę", "gender": "f"},
    "max of": {"one": "największa liczba", "other": "największej liczby", "acc": "największą liczbę", "gender": "f"},
    "min among": {"one": "najmniejsza", "other": "najmniejszej", "acc": "najmniejszą", "gender": "f"},
    "max among": {"one": "największa", "other": "największej", "acc": "największą", "gender": "f"},
    "min amount": {
        "one": "najmniejsza ilość", "other": "najmniejszej ilości", "acc": "najmniejszą ilość", "gender": "f",
    },
    "max amount": {"one": "największa ilość", "other": "największej ilości", "acc": "największą ilość", "gender": "f"},
    "min value": {
        "one": "najmniejsza wartość", "other": "najmniejszej wartości", "acc": "najmniejszą wartość", "gender": "f",
    },
    "max value": {
        "one": "największa wartość", "other": "największej wartości", "acc": "największą wartość", "gender": "f",
    },
    "remainder": {"one": "reszta", "other": "reszty", "gender": "f"},
    "event what": {"one": "dana ilość", "other": "danej ilości", "acc": "daną ilość", "gender": "f"},
    "event pieces": {
        "one": "dany element", "other": "danego elementu", "few": "dane elementy", "many": "danych elementów",
        "gender": "m",
    },
    "event target": {
        "one": "miejsce docelowe", "other": "miejsca docelowego", "loc": "miejscu docelowym", "gender": "n",
    },
    "event number": {"one": "dobrana liczba", "other": "dobranej liczby", "acc": "dobraną liczbę", "gender": "f"},
    "event source": {"one": "miejsce początkowe", "other": "miejsca początkowego", "gender": "n"},
    "event zone": {"one": "dana strefa", "other": "danej strefy", "acc": "daną strefę", "gender": "f"},
    "event piece": {"one": "dany element", "other": "danego elementu", "gender": "m"},
    "event die": {"one": "kość", "other": "kości", "ins": "kością", "gender": "f"},
    "event seats": {
        "one": "dany gracz", "other": "danego gracza", "few": "dani gracze", "many": "danych graczy", "gender": "mp",
    },
    "distance": {"one": "odległość", "other": "odległości", "gender": "f"},
    "straight": {"one": "linia prosta", "other": "linii prostej", "acc": "linię prostą", "gender": "f"},
    "turns": {
        "one": "różna pozycja", "other": "różnej pozycji", "few": "różne pozycje", "many": "różnych pozycji",
        "gender": "f",
    },
    "group": {"one": "spójna grupa", "other": "spójnej grupy", "acc": "spójną grupę", "gender": "f"},
    "longest path": {"one": "długość najdłuższej drogi", "other": "długości najdłuższej drogi", "gender": "f"},
    "times": {"one": "liczba razy", "other": "liczby razy", "acc": "liczbę razy", "gender": "f"},
    "position": {"one": "obecna pozycja", "other": "obecnej pozycji", "acc": "obecną pozycję", "gender": "f"},
    "any number": {"one": "dowolna liczba", "other": "dowolnej liczby", "acc": "dowolną liczbę", "gender": "f"},
    "effect": {"one": "efekt", "other": "efektu", "few": "efekty", "many": "efektów", "gender": "m"},
})  # fmt: skip

VERBS = VerbForms("pl", {
    "gain": ("zyskaj {what:acc}", "zyskuje {what:acc}", "zyskać {what:acc}"),
    "pay": ("zapłać {what:acc}", "płaci {what:acc}", "zapłacić {what:acc}"),
    "lose": ("strać {what:acc}", "traci {what:acc}", "stracić {what:acc}"),
    "set": (
        "ustaw {place:acc} na {value:acc}", "ustawia {place:acc} na {value:acc}", "ustawić {place:acc} na {value:acc}",
    ),
    "clear": ("wyczyść {place:acc}", "czyści {place:acc}", "wyczyścić {place:acc}"),
    "face": (
        "obróć {piece:acc}, by było widać {face:acc}", "obraca {piece:acc}, by było widać {face:acc}",
        "obrócić {piece:acc}, by było widać {face:acc}",
    ),
    "add": (
        "zwiększ {place:acc} o {number:acc}", "zwiększa {place:acc} o {number:acc}",
        "zwiększyć {place:acc} o {number:acc}",
    ),
    "lower": (
        "zmniejsz {place:acc} o {number:acc}", "zmniejsza {place:acc} o {number:acc}",
        "zmniejszyć {place:acc} o {number:acc}",
    ),
    "move": ("przenieś {pieces:acc} {where}", "przenosi {pieces:acc} {where}", "przenieść {pieces:acc} {where}"),
    "remove": ("usuń {pieces:acc} z gry", "usuwa {pieces:acc} z gry", "usunąć {pieces:acc} z gry"),
    "move long": ("przenieś {where} {pieces:acc}", "przenosi {where} {pieces:acc}", "przenieść {where} {pieces:acc}"),
    "remove long": ("usuń z gry {pieces:acc}", "usuwa z gry {pieces:acc}", "usunąć z gry {pieces:acc}"),
    "draw": ("dobierz {many:acc} {start} {end}", "dobiera {many:acc} {start} {end}", "dobrać {many:acc} {start} {end}"),
    "draw words": (
        "wylosuj {many:acc} {start} {end}",
        "losuje {many:acc} {start} {end}",
        "wylosować {many:acc} {start} {end}",
    ),
    "draw lost": (
        "wylosuj i odrzuć {many:acc} {start}",
        "losuje i odrzuca {many:acc} {start}",
        "wylosować i odrzucić {many:acc} {start}",
    ),
    "draw long": (
        "dobierz {start} {end} {many:acc}", "dobiera {start} {end} {many:acc}", "dobrać {start} {end} {many:acc}",
    ),
    "fill": (
        "dobieraj {start}, aż {inside} [będzie|będą] {full}", "dobiera {start}, aż {inside} [będzie|będą] {full}",
        "dobierać {start}, aż {inside} [będzie|będą] {full}",
    ),
    "fill long": (
        "dobieraj {start}, aż {inside} [będzie|będą] {full}", "dobiera {start}, aż {inside} [będzie|będą] {full}",
        "dobierać {start}, aż {inside} [będzie|będą] {full}",
    ),
    "shuffle": ("potasuj {zone:acc}", "tasuje {zone:acc}", "potasować {zone:acc}"),
    "turn_over": ("odwróć {piece:acc}", "odwraca {piece:acc}", "odwrócić {piece:acc}"),
    "roll": ("rzuć {die:ins}", "rzuca {die:ins}", "rzucić {die:ins}"),
    "show": ("pokaż {pieces:acc} {seats:dat}", "pokazuje {pieces:acc} {seats:dat}", "pokazać {pieces:acc} {seats:dat}"),
    "look": ("obejrzyj {pieces:acc}", "ogląda {pieces:acc}", "obejrzeć {pieces:acc}"),
    "do": ("zastosuj {effect:acc}", "stosuje {effect:acc}", "zastosować {effect:acc}"),
    "stop": ("przestań powtarzać", "przestaje powtarzać", "przestać powtarzać"),
    "stop phase": ("zakończ {what:acc}", "kończy {what:acc}", "zakończyć {what:acc}"),
    "repeat": ("wykonaj to {times}", "wykonuje to {times}", "wykonać to {times}"),
    "repeat up to": ("wykonaj to najwyżej {times}", "wykonuje to najwyżej {times}", "wykonać to najwyżej {times}"),
    "change": (
        "dodaj {number:acc} do {place:gen}", "dodaje {number:acc} do {place:gen}", "dodać {number:acc} do {place:gen}",
    ),
    "find": ("znajdź {value:acc}", "znajduje {value:acc}", "znaleźć {value:acc}"),
    "let": ("ustal {name:acc}: {value}", "ustala {name:acc}: {value}", "ustalić {name:acc}: {value}"),
    "let by case": ("ustal {name:acc}", "ustala {name:acc}", "ustalić {name:acc}"),
    "choose": ("wybierz {what:acc}", "wybiera {what:acc}", "wybrać {what:acc}"),
    "choose one": ("wybierz jedno", "wybiera jedno", "wybrać jedno"),
    "choose openly": ("wybierz jawnie {what:acc}", "wybiera jawnie {what:acc}", "wybrać jawnie {what:acc}"),
    "choose one openly": ("wybierz jawnie jedno", "wybiera jawnie jedno", "wybrać jawnie jedno"),
    "choose at random": ("wylosuj {what:acc}", "losuje {what:acc}", "wylosować {what:acc}"),
    "may": ("możesz {what}", "może {what}", "{what}, jeśli chcesz"),
    "may do": ("możesz zrobić to", "może zrobić to", "zrobić to, jeśli chcesz"),
    "may openly": ("możesz jawnie {what}", "może jawnie {what}", "{what} jawnie, jeśli chcesz"),
    "may do openly": ("możesz jawnie zrobić to", "może jawnie zrobić to", "zrobić to jawnie, jeśli chcesz"),
    "record": ("zapisz {what:acc}", "zapisuje {what:acc}", "zapisać {what:acc}"),
    "forget": (
        "zapomnij wszystkie zapisy {what:gen}", "zapomina wszystkie zapisy {what:gen}",
        "zapomnieć wszystkie zapisy {what:gen}",
    ),
})  # fmt: skip

WATCHED = WatchedVerbs(
    "pl",
    {
        "gain": ("zyskujesz {what:acc}", "zyskuje {what:acc}", "zyskać {what:acc}"),
        "pay": ("płacisz {what:acc}", "płaci {what:acc}", "zapłacić {what:acc}"),
        "lose": ("tracisz {what:acc}", "traci {what:acc}", "stracić {what:acc}"),
        "give_up": ("oddajesz {what:acc} ponad limit", "oddaje {what:acc} ponad limit", "oddać {what:acc} ponad limit"),
        "move": ("przenosisz {pieces:acc}", "przenosi {pieces:acc}", "przenieść {pieces:acc}"),
        "draw": ("dobierasz {many:acc}", "dobiera {many:acc}", "dobrać {many:acc}"),
        "shuffle": ("tasujesz {zone:acc}", "tasuje {zone:acc}", "potasować {zone:acc}"),
        "turn_over": ("odwracasz {piece:acc}", "odwraca {piece:acc}", "odwrócić {piece:acc}"),
        "roll": ("rzucasz kością", "rzuca kością", "rzucić kością"),
        "show": ("pokazujesz {pieces:acc}", "pokazuje {pieces:acc}", "pokazać {pieces:acc}"),
    },
)
