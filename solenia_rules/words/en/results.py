"""What the tables on the terminal say in English about many games."""

from __future__ import annotations

from solenia_rules.words.tables.results import ResultTexts

RESULTS = ResultTexts(
    "en",
    {
        "between": "({low} to {high})",
        "points_unit": " percent points",
        "sim_head": "{title}: {games} games, {seats} seats, bots {bots}, seed {seed}",
        "heading": "{title}:",
        "sim_rules": "rules {digest}, engine {engine}; intervals are right in 95 of 100 cases",
        "seat": "seat",
        "bot": "bot",
        "wins": "wins",
        "score": "score",
        "sim_ends": "shared wins {shared}, draws {drawn}, ended by a cap {capped}",
        "sim_quick": "seats that got stuck were not counted, because --quick looks only at the ends of games",
        "sim_stuck": "a seat got stuck in {games} games:",
        "sim_length": "answers a game {length}, from {low} to {high}",
        "sim_margin": "ahead of the next {margin}",
        "sim_parts": "What a seat's score comes from:",
        "part_by": "by",
        "part_points": "points",
        "part_share": "of all",
        "more_listed": "and {count} more: --all",
        "more_in_file": "and {count} more: --all, or {file} of --out",
        "by_decision": "Options by decision:",
        "how_often": "how often each is taken",
        "options_all": "Options (taking it may go with winning without being the reason; `solenia price` tells):",
        "options_most": "Options that make the most difference (taking it may go with winning without being "
        "the reason; `solenia price` tells):",
        "texts": "Powers, bonuses and rules at work (a seat that does well has more occasions to use "
        "them: winning may be the\ncause and not the effect; `solenia price` plays without "
        "them):",
        "settled": "Settled:",
        "settled_with": "Settled with {bot}:",
        "unsettled": "Not enough games to tell:",
        "unsettled_with": "Not enough games to tell with {bot}:",
        "nothing": "nothing",
        "nothing_open": "nothing is left open",
        "seat_bot": "seat {seat} ({bot})",
        "seat_alone": "seat {seat}",
        "find_more": "{seat} wins more than its share: {share} of the games ({low} to {high}) where "
        "{even} would be even",
        "find_less": "{seat} wins less than its share: {share} of the games ({low} to {high}) where "
        "{even} would be even",
        "find_option_more": "who takes `{option}` wins more often: {taken} of {seats}, against {passed} of those "
        "who pass it by",
        "find_option_less": "who takes `{option}` wins less often: {taken} of {seats}, against {passed} of those "
        "who pass it by",
        "find_stuck": "a seat got stuck in {games} games: {where}",
        "find_stuck_at": "{place} in {games}",
        "find_stuck_more": "{where} and {count} more",
        "find_capped": "{games} games did not end by the rules but by a cap of the engine",
        "find_mixed": "whether the seat or its bot is the reason for winning, and likewise for options: "
        "play the same bot at every seat",
        "find_few": "{games} games are not enough to tell anything; play {least} or more",
        "find_advantage": "whether a seat has an advantage: {games} games reveal one of {points} percent "
        "points or more",
        "find_options": "whether taking it goes with winning, for {unsure} of {options} options",
        "compare_head": "{metric}, {games} pairs of games on the same seeds:",
        "rules": "rules",
        "compare_gap": "difference  {gap}  at {sure}; {pairs} pairs differ",
        "compare_early": "Settled after {games} of {planned} games.",
        "price_head": "{power}: {games} games with it and {games} without ({how}), on the same seeds",
        "price_game": "worth for a seat in a game",
        "price_acting": "worth for a seat for which it acted",
        "price_taking": "worth for a seat that took it",
        "price_count": "{worth}, {count} of them",
        "rule_left_out": "the rule is left out",
        "left_out": "it is left out",
        "does_nothing": "its text `{texts}` does nothing",
        "do_nothing": "its texts {texts} do nothing",
        "and": " and ",
        "sweep_head": "{ruleset}: {metric} by {name}, {games} games each on the same seeds",
        "stopped_first": "Stopped before any game was over.",
        "stopped_games": "Stopped: {done} of {games} games are done and counted.",
        "stopped_with": "Stopped: {done} of {games} games with {bot} are done.",
        "stopped_feel": "Stopped before it was measured how the game feels.",
        "stopped_strong": "Stopped before it was measured what is strong.",
        "stopped_pairs": "Stopped before any pair of games was over.",
        "stopped_hand": "Stopped by hand: this is what was played so far.",
        "stopped_restricted": "Stopped before restricted play was measured.",
        "stopped_values": "Stopped: {done} of {all} values are done.",
        "wrote_files": "Wrote {names} in {folder}.",
        "seats_differ": "{first} starts with {one} seats and {second} with {other}: choose a number with --seats",
    },
)
