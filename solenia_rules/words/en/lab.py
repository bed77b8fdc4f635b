"""What the commands that play many games say in English about their results."""

from __future__ import annotations

from solenia_rules.words.tables.lab import LabTexts

LAB = LabTexts(
    "en",
    {
        "strengths": "Balance, with bots of different strength ({games}):",
        "strength_games": "{bot}: {games} games",
        "claim_seat_more": "seat {seat} wins more than its share",
        "claim_seat_less": "seat {seat} wins less than its share",
        "claim_option_more": "who takes `{option}` wins more often",
        "claim_option_less": "who takes `{option}` wins less often",
        "verdict_both": "holds for both: {claim}; {figures}",
        "verdict_all": "holds for all: {claim}; {figures}",
        "verdict_flips": "flips with stronger play: {claim} with {bots}, not with {others}; {figures}",
        "verdict_open": "settled with {bots} only, and too few games to tell with {others}: {claim}; {figures}",
        "verdict_even": "seat {seat} has no settled advantage or disadvantage; {figures}",
        "with_bot": "{figure} with {bot}",
        "taken_or_passed": "{taken} against {passed}",
        "not_offered": "never both taken and passed by",
        "more_claims": "and {count} more conclusions of this sort: --all",
        "feel": "How the game feels ({games} games with {bots}; depth with more bots):",
        "feel_length": "A game takes {turns} turns and {answers} answers.",
        "feel_choices": "A decision offers {choices} options.",
        "feel_lead": "The lead changes {changes} times in a game.",
        "feel_left": "The winner goes ahead for good when {left} of the game is left.",
        "feel_comeback": "Comebacks: in {share} of the games the winner was behind at half time.",
        "feel_runaway": "Runaways: in {share} of the games the winner was ahead from the first quarter to the end.",
        "feel_decisive": "{share} of the games have exactly one winner.",
        "feel_wait": "Between two of its turns a seat waits for {waits} answers of others; the longest wait of a "
        "game is {longest}.",
        "feel_interaction": "Interaction: after {share} of the turns others can do something else than after another "
        "turn.",
        "feel_kingmaking": "Kingmaking: in {share} of the games a seat without a chance decides who else wins.",
        "skill_step": "{stronger} wins {share} of the games against {weaker}, where {even} would be even: {verdict}.",
        "skill_gain": "{stronger} gets {gain} more points than {weaker}: {verdict}.",
        "skill_wins": "{stronger} wins {gain} more of the games than {weaker}: {verdict}.",
        "skill_settled": "skill counts",
        "skill_open": "not settled that it is better",
        "skill_depth": "Depth: {steps} of {all} steps of skill are settled.",
        "strong": "What is strong ({options} options tried in {games} games with {bots}; at most 5 "
        "% of the settled ones are wrong):",
        "strong_option": "option",
        "strong_games": "games",
        "strong_gain": "wins more by, in percent points",
        "strong_points": "gives more points",
        "strong_taken": "taken",
        "strong_wins": "they win",
        "strong_passed": "who passes it by wins",
        "strong_verdict": "settled",
        "strong_yes": "strong",
        "strong_no": "weak",
        "strong_open": "open",
        "strong_nothing": "No option is settled to be stronger or weaker than the others at the same decision.",
        "habit_never": "On offer and never taken: {options}",
        "habit_useless": "Never taken and never useful: {options}",
        "habit_always": "Always taken: {options}",
    },
)
