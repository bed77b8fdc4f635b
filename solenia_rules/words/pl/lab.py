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
    },
)
