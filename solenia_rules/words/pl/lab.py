"""What the commands that play many games say in Polish about their results."""

from __future__ import annotations

from solenia_rules.words.tables.lab import LabTexts

LAB = LabTexts(
    "pl",
    {
        "strengths": "Równowaga przy botach o różnej sile ({games}):",
        "strength_games": "{bot}: liczba partii {games}",
        "claim_seat_more": "miejsce {seat} wygrywa częściej, niż powinno",
        "claim_seat_less": "miejsce {seat} wygrywa rzadziej, niż powinno",
        "claim_option_more": "kto wybiera `{option}`, wygrywa częściej",
        "claim_option_less": "kto wybiera `{option}`, wygrywa rzadziej",
        "verdict_both": "dotyczy obu: {claim}; {figures}",
        "verdict_all": "dotyczy wszystkich: {claim}; {figures}",
        "verdict_flips": "zmienia się przy lepszej grze: {claim} przy {bots}, ale nie przy {others}; {figures}",
        "verdict_open": "pewne tylko przy {bots}, a za mało partii, by wiedzieć, czy przy {others}: {claim}; {figures}",
        "verdict_even": "miejsce {seat} nie ma pewnej przewagi ani straty; {figures}",
        "with_bot": "{figure} przy {bot}",
        "taken_or_passed": "{taken} wobec {passed}",
        "not_offered": "nigdy zarazem brane i pomijane",
        "more_claims": "i {count} więcej takich wniosków: --all",
        "feel": "Jak gra się w tę grę (liczba partii: {games}, boty {bots}; głębia z innymi botami):",
        "feel_length": "Partia trwa: tury {turns}, odpowiedzi {answers}.",
        "feel_choices": "Liczba opcji przy decyzji: {choices}.",
        "feel_lead": "Zmiany prowadzenia w partii: {changes}.",
        "feel_left": "Zwycięzca wychodzi na stałe na prowadzenie, gdy zostaje {left} partii.",
        "feel_comeback": "Odrobione straty: w {share} partii zwycięzca w połowie przegrywał.",
        "feel_runaway": "Ucieczki: w {share} partii zwycięzca prowadził od pierwszej ćwiartki do końca.",
        "feel_decisive": "{share} partii ma dokładnie jednego zwycięzcę.",
        "feel_wait": "Między dwiema swoimi turami miejsce czeka na odpowiedzi innych: {waits}; najdłużej w partii: "
        "{longest}.",
        "feel_interaction": "Interakcja: po {share} tur inni mogą zrobić coś innego niż po innej turze.",
        "feel_kingmaking": "Rozdawanie zwycięstw: w {share} partii miejsce bez szans decyduje, kto inny wygra.",
        "skill_step": "{stronger} wygrywa {share} partii z {weaker}, gdzie {even} byłoby równowagą: {verdict}.",
        "skill_gain": "{stronger} zdobywa więcej punktów niż {weaker}, o {gain}: {verdict}.",
        "skill_wins": "{stronger} wygrywa więcej partii niż {weaker}, o {gain}: {verdict}.",
        "skill_settled": "umiejętności się liczą",
        "skill_open": "nie jest pewne, że gra lepiej",
        "skill_depth": "Głębia: pewne stopnie umiejętności: {steps} z {all}.",
    },
)
