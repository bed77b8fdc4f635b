"""Messages in each language for answers that were not taken and answers that cannot be taken back."""

from __future__ import annotations

from solenia_rules.api.words import LANGUAGES

REFUSALS = {
    "over": (
        "the game is over; nothing is asked",
        "la partie est finie ; rien n'est demandé",
        "gra jest skończona; o nic nie ma pytania",
    ),
    "stale": (
        "`{what}` belongs to another decision; asked is: {asked}",
        "« {what} » appartient à une autre décision ; la question est : {asked}",
        "„{what}” należy do innej decyzji; pytanie brzmi: {asked}",
    ),
    "forged": (
        "`{what}` is not an option as it was offered",
        "« {what} » n'est pas une option telle qu'elle a été proposée",
        "„{what}” nie jest opcją w takiej postaci, w jakiej była do wyboru",
    ),
    "no answer": (
        "an answer is an option, its id or its index",
        "une réponse est une option, son identifiant ou son numéro",
        "odpowiedź to opcja, jej identyfikator albo jej numer",
    ),
    "index": (
        "there are {count} options, numbered from 0",
        "nombre d'options : {count}, numérotées à partir de 0",
        "liczba opcji: {count}, numerowanych od 0",
    ),
    "unreadable": (
        "an answer is an option's id: short, printable text",
        "une réponse est l'identifiant d'une option : un texte court et imprimable",
        "odpowiedź to identyfikator opcji: krótki tekst, który można wydrukować",
    ),
    "no undo": (
        "there is no answer to take back",
        "il n'y a aucune réponse à reprendre",
        "nie ma odpowiedzi, którą można cofnąć",
    ),
    "undo reveals": (
        "something was drawn, rolled, shuffled or shown since",
        "depuis, quelque chose a été pioché, lancé, mélangé ou montré",
        "od tego czasu coś dobrano, rzucono, potasowano lub pokazano",
    ),
    "undo by another": (
        "it is another seat's decision now",
        "c'est maintenant la décision d'un autre joueur",
        "teraz decyduje inny gracz",
    ),
}


def refusal(key: str, asked: dict[str, str] | None = None, **gaps: object) -> dict[str, str]:
    """The sentence in every language; `asked` is the pending question in each."""
    made = {}
    for lang, pattern in zip(LANGUAGES, REFUSALS[key], strict=True):
        made[lang] = pattern.format(asked=asked[lang] if asked is not None else "", **gaps)
    return made
