"""What games say in Polish: questions, the log, refusals, and reasons why something is not on offer."""

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
    "pl",
    {
        "choose": "wybierz: {name}",
        "pick": "weź: {name}",
        "order": "co następne: {name}",
        "rule": "która zasada pierwsza: {name}",
        "branch": "wybierz działanie",
        "may": "wykonać?",
        "may do": "{what}: wykonać?",
        "pay": "zapłać: {name}",
        "gain": "zyskaj: {name}",
        "lose": "strać: {name}",
        "give_up": "za dużo: oddaj ({name})",
        "spare": "o jeden mniej: {name}",
    },
)

WORDS = SingleWords(
    "pl",
    {
        "yes": "tak",
        "no": "nie",
        "done": "dość",
        "none": "nigdzie",
        "nothing": "nic",
        "seat": "gracz {n}",
        "front": "przód",
        "back": "tył",
        "a cell": "pole",
        "a corner": "wierzchołek",
        "a side": "krawędź",
        "a seat": "gracz",
        "a number": "liczba",
        "a face": "strona",
        "a name": "nazwa",
        "a bundle": "zestaw",
    },
)

EVENTS = EventTexts(
    "pl",
    {
        "gained": "{seat} zyskuje: {n} {thing}",
        "paid": "{seat} płaci: {n} {thing}",
        "lost": "{seat} traci: {n} {thing}",
        "given up": "{seat} oddaje z braku miejsca: {n} {thing}",
        "set": "{what}: teraz {value}",
        "added": "{what}: teraz {value}",
        "moved": "{piece}: {old} → {new}",
        "moved first": "{piece}: na początek, {new}",
        "moved last": "{piece}: na koniec, {new}",
        "moved within": "{piece}: na miejsce {n}, {new}",
        "moved somewhere": "{piece}: z powrotem, {new}",
        "moved nowhere": "{piece}: bez zmiany, {new}",
        "drawn": "{piece}: dobranie, {old} → {new}",
        "shuffled": "{zone}: tasowanie",
        "rolled": "{piece} pokazuje {value}",
        "rolled unseen": "{piece}: rzut w ukryciu",
        "shown": "{piece}: pokazano, widzi {seats}",
        "seen": "{piece} pokazuje {value}",
        "turned": "{piece}: strona {face}",
        "entered": "{seat}: początek, {phase}",
        "left": "{seat}: koniec, {phase}",
        "won": "koniec gry; zwycięstwo: {seats}",
        "ended by decisions": "koniec gry po {n} decyzjach, więcej być nie może; zwycięstwo: {seats}",
        "ended by phases": "koniec gry po {n} fazach, więcej być nie może; zwycięstwo: {seats}",
        "ended by search steps": "koniec gry: szukanie zajęło więcej niż {n} kroków; zwycięstwo: {seats}",
        "sketched": "początek od naszkicowanej pozycji",
        "answered": "{seat}: {option}",
        "stuck": "`{text}` nie da się wykonać ({place}); reszta tej fazy przepada",
        "hidden": "{kind}",
        "nobody": "nikt",
        "of": "{what} ({whose})",
        "caused": "{text} [{cause}]",
    },
)

REFUSALS = Refusals(
    "pl",
    {
        "over": "gra jest skończona; o nic nie ma pytania",
        "stale": "„{what}” należy do innej decyzji; pytanie brzmi: {asked}",
        "forged": "„{what}” nie jest opcją w takiej postaci, w jakiej była do wyboru",
        "no answer": "odpowiedź to opcja, jej identyfikator albo jej numer",
        "index": "liczba opcji: {count}, numerowanych od 0",
        "no action": "akcja to numer jednej z {count} akcji, od 0",
        "unreadable": "odpowiedź to identyfikator opcji: krótki tekst, który można wydrukować",
        "no undo": "nie ma odpowiedzi, którą można cofnąć",
        "undo reveals": "od tego czasu coś dobrano, rzucono, potasowano lub pokazano",
        "undo by another": "teraz decyduje inny gracz",
    },
)

REASONS = Reasons(
    "pl",
    {
        "over": "gra jest skończona",
        "offered": "„{what}” jest do wyboru",
        "unknown": "żadna odpowiedź nie nazywa się tu „{what}”",
        "near": "żadna odpowiedź nie nazywa się tu „{what}”; może chodzi o „{near}”?",
        "unasked": "o „{what}” nie ma tu pytania",
        "unseen": "tego nie ma do wyboru",
        "elsewhere": "tego nie ma do wyboru: {said} ({place})",
        "condition": "niespełniony warunek: {said} ({place})",
        "unpaid": "potem nie dałoby się zapłacić: {said} ({place})",
        "needed": "potem nie byłby spełniony warunek: {said} ({place})",
        "undone": "potem nie dałoby się wykonać: {said} ({place})",
        "no choice": "potem nie byłoby z czego wybrać: „{said}” ({place})",
        "short": "masz tego za mało",
        "idle": "ta zasada teraz nie działa",
        "picked": "to już zostało wybrane",
        "several": "jest ich kilka; podaj, o który chodzi: {near}",
        "not now": "tego nie można teraz wybrać",
    },
)

PARTS = ReasonParts(
    "pl",
    {
        "found": "; jest: {parts}",
        "enough": "; wystarczyłoby: {parts}",
        "or": " albo ",
        "value": "{x} = {value}",
        "of": "{x}: {value}",
        "there": "{value}",
        "have": "masz: {value}",
        "then": "wtedy masz: {value}",
        "lies": "leży w: {value}",
        "fails": "nie jest tak, że {x}",
        "more": "o {n} więcej ({thing})",
        "less": "o {n} mniej ({thing})",
        "by more": "{x}: o {n} więcej",
        "by less": "{x}: o {n} mniej",
        "without": "bez: {value}",
        "cheaper": "coś tańszego ({thing})",
        "another": "inny wybór ({thing}): {x}",
    },
)
