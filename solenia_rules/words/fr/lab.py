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
        "feel": "Comment on vit la partie ({games} parties avec {bots} ; profondeur avec d'autres robots) :",
        "feel_length": "Une partie dure {turns} tours et {answers} réponses.",
        "feel_choices": "Une décision offre {choices} options.",
        "feel_lead": "La tête change {changes} fois par partie.",
        "feel_left": "Le gagnant prend la tête pour de bon quand il reste {left} de la partie.",
        "feel_comeback": "Remontées : dans {share} des parties, le gagnant était derrière à la moitié.",
        "feel_runaway": "Échappées : dans {share} des parties, le gagnant était en tête du premier quart jusqu'à la "
        "fin.",
        "feel_decisive": "{share} des parties ont exactement un gagnant.",
        "feel_wait": "Entre deux de ses tours, une place attend {waits} réponses des autres ; la plus longue attente "
        "d'une partie est de {longest}.",
        "feel_interaction": "Interaction : après {share} des tours, les autres peuvent faire autre chose qu'après "
        "un autre tour.",
        "feel_kingmaking": "Faiseurs de rois : dans {share} des parties, une place sans aucune chance décide "
        "qui d'autre gagne.",
        "skill_step": "{stronger} gagne {share} des parties contre {weaker}, où {even} serait l'égalité : {verdict}.",
        "skill_gain": "{stronger} obtient {gain} points de plus que {weaker} : {verdict}.",
        "skill_wins": "{stronger} gagne {gain} des parties de plus que {weaker} : {verdict}.",
        "skill_settled": "bien jouer compte",
        "skill_open": "pas établi que ce soit mieux",
        "skill_depth": "Profondeur : {steps} marches sur {all} sont établies.",
        "strong": "Ce qui est fort ({options} options essayées dans {games} parties avec {bots} ; "
        "au plus 5 % d'erreurs) :",
        "strong_option": "option",
        "strong_games": "parties",
        "strong_gain": "gagne de plus, en points de pourcentage",
        "strong_points": "points de plus",
        "strong_taken": "pris",
        "strong_wins": "qui prend gagne",
        "strong_passed": "qui laisse gagne",
        "strong_verdict": "établi",
        "strong_yes": "fort",
        "strong_no": "faible",
        "strong_open": "ouvert",
        "strong_nothing": "Aucune option n'est établie comme plus forte ou plus faible que les autres de "
        "la même décision.",
        "habit_never": "Offert et jamais pris : {options}",
        "habit_useless": "Jamais pris et jamais utile : {options}",
        "habit_always": "Toujours pris : {options}",
    },
)
