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
        "feel_runaway": "Échappées : dans {share} des parties, le gagnant était en tête du premier quart jusqu'à "
        "la fin.",
        "feel_decisive": "{share} des parties ont exactement un gagnant.",
        "feel_wait": "Entre deux de ses tours, une place attend {waits} réponses des autres ; la plus longue "
        "attente d'une partie est de {longest}.",
        "feel_interaction": "Interaction : après {share} des tours, les autres peuvent faire autre chose qu'après "
        "un autre tour.",
        "feel_kingmaking": "Faiseurs de rois : dans {share} des parties, une place sans aucune chance décide qui "
        "d'autre gagne.",
        "skill_step": "{stronger} gagne {share} des parties contre {weaker}, où {even} serait l'égalité : {verdict}.",
        "skill_gain": "{stronger} obtient {gain} points de plus que {weaker} : {verdict}.",
        "skill_wins": "{stronger} gagne {gain} des parties de plus que {weaker} : {verdict}.",
        "skill_settled": "bien jouer compte",
        "skill_open": "pas établi que ce soit mieux",
        "skill_depth": "Profondeur : {steps} marches sur {all} sont établies.",
        "strong": "Ce qui est fort ({options} options essayées dans {games} parties avec {bots} ; au plus 5 % "
        "d'erreurs) :",
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
        "strong_nothing": "Aucune option n'est établie comme plus forte ou plus faible que les autres de la même "
        "décision.",
        "habit_never": "Offert et jamais pris : {options}",
        "habit_useless": "Jamais pris et jamais utile : {options}",
        "habit_always": "Toujours pris : {options}",
        "tune_asked": "{rules}, avec {bots} et la graine {seed} ; objectifs : {goals}, nombres qui peuvent changer "
        ": {numbers}, propositions essayées : {tried}, parties d'une proposition : au plus {games}",
        "tune_holds": "Établi : avec {values}, tous les objectifs sont atteints, avec {bot} et avec {others}.",
        "tune_holds_alone": "Établi : avec {values}, tous les objectifs sont atteints avec {bot}. Aucun robot plus "
        "fort n'a joué.",
        "tune_one": "Établi avec {bot} : avec {values}, tous les objectifs sont atteints. Rien ne s'y oppose avec "
        "{others}, mais il y a trop peu de parties pour l'établir.",
        "tune_flips": "Change quand on joue mieux : avec {values}, tous les objectifs sont atteints avec {bot}, "
        "mais pas avec {others}. Manqué : {goals}",
        "tune_open": "Pas établi : avec {values}, aucun objectif n'est manqué de façon établie, mais {games} "
        "parties ne suffisent pas pour établir que tous sont atteints.",
        "tune_missed": "Pas atteint : les meilleures valeurs trouvées sont {values}. Avec {bot}, ces objectifs "
        "sont manqués : {goals}",
        "tune_as_is": "les nombres tels quels",
        "tune_number": "nombre",
        "tune_range": "étendue",
        "tune_now": "maintenant",
        "tune_new": "proposé",
        "tune_goal": "objectif",
        "tune_search": "dans la recherche",
        "tune_checked": "{bot}, {games} parties",
        "goal_met": "atteint",
        "goal_missed": "manqué",
        "goal_open": "ouvert",
        "tune_fresh": "La réponse a été vérifiée avec des graines que la recherche n'a pas vues (--seed {seed}). "
        "Toutes les affirmations ensemble sont fausses dans au plus 5 cas sur 100.",
        "tune_front": "Compromis : aucune autre proposition n'est plus près d'un objectif sans être plus loin d'un "
        "autre (* : dans l'objectif, dans les parties de la recherche) :",
        "tune_more": "et {count} de plus : --format json",
        "tune_refused": "{count} propositions ne passent pas `check`, par exemple : {reason}",
        "tune_wrote": "{file} est écrit.",
        "tune_not_written": "{file} n'est pas écrit : il n'y a pas de meilleure variante.",
        "tune_continued": "L'étude dans {file} continue : {tried} propositions ont déjà été essayées.",
        "tune_trying": "propositions",
        "tune_checking": "parties de contrôle",
        "tune_stopped": "Arrêté après {tried} propositions. Avec --study FICHIER, une recherche peut être continuée.",
        "tune_stopped_kept": "Arrêté après {tried} propositions ; la même commande avec --study {file} continue.",
        "feel_near": "Parmi les options d'une décision, {share} valent à peu près la meilleure.",
        "skill_cut": "Les marches ont été interrompues après {seconds} s : {stronger} contre {weaker} a joué "
        "{games} parties sur {all}.",
        "percent_points": "{points} points de pourcentage",
        "by_more_than": ", de plus de {threshold}",
        "compare_more": "Établi : {second} donne plus de {metric} que {first}{by}, environ {size} de plus.",
        "compare_less": "Établi : {second} donne moins de {metric} que {first}{by}, environ {size} de moins.",
        "compare_alike": "Établi : {first} et {second} diffèrent de moins de {threshold} en {metric}.",
        "compare_same": "Aucune paire de parties ne diffère en {metric} ; s'il y en a, c'est moins de {most}.",
        "compare_open": "Pas assez de parties pour savoir si {second} donne plus ou moins de {metric} que {first}{by}.",
        "price_never": "{power} n'a jamais agi",
        "price_acted": "{power} a agi dans {times} événements",
        "price_same": "Aucune des {games} parties n'a changé sans {power} : {why}.",
        "price_worth": "Établi : {power} vaut quelque chose.",
        "price_costs": "Établi : {power} coûte à ceux qui jouent avec.",
        "price_open": "Pas assez de parties pour savoir si {power} vaut quelque chose.",
        "sweep_settled": "Établi : {metric} est plus élevé à {best} qu'à {worst}, de {size}.",
        "sweep_chosen": "Cet intervalle est plus large que dans le tableau, car ces deux-là sont les plus différents "
        "de {pairs} paires.",
        "sweep_same": "Aucune partie n'a un autre {metric} avec un autre {name}.",
        "sweep_open": "Pas assez de parties pour savoir si {name} change {metric}.",
        "restricted": "Jeu restreint, chaque place dans une part des parties (victoires de cette place, avant et après "
        "avec les mêmes graines) :",
        "restricted_who": "qui",
        "restricted_before": "avant",
        "restricted_after": "ensuite",
        "restricted_gain": "changement en points de pourcentage",
        "restricted_has": "personne ne l'a, puis cette place seule",
        "restricted_shuns": "tous l'ont, puis tous sauf cette place",
        "restricted_more": "gagne plus",
        "restricted_less": "gagne moins",
        "restricted_open": "ouvert",
    },
)
