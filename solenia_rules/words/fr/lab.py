"""What the commands that play many games say in French about their results."""

from __future__ import annotations

from solenia_rules.words.tables.lab import LabTexts

LAB = LabTexts(
    "fr",
    {
        "strengths": "Équilibre, avec des robots de force différente ({games}) :",
        "strength_games": "{bot} : {games} parties",
        "claim_seat_more": "la place {seat} gagne plus que sa part",
        "claim_seat_less": "la place {seat} gagne moins que sa part",
        "claim_option_more": "qui prend `{option}` gagne plus souvent",
        "claim_option_less": "qui prend `{option}` gagne moins souvent",
        "verdict_both": "vrai pour les deux : {claim} ; {figures}",
        "verdict_all": "vrai pour tous : {claim} ; {figures}",
        "verdict_flips": "change quand on joue mieux : {claim} avec {bots}, pas avec {others} ; {figures}",
        "verdict_open": "établi avec {bots} seulement, pas assez de parties avec {others} : {claim} ; {figures}",
        "verdict_even": "aucun avantage ni désavantage établi pour la place {seat} ; {figures}",
        "with_bot": "{figure} avec {bot}",
        "taken_or_passed": "{taken} contre {passed}",
        "not_offered": "jamais à la fois pris et laissé",
        "more_claims": "et {count} autres conclusions de cette sorte : --all",
    },
)
