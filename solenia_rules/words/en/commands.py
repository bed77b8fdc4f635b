"""What the command line says in English."""

from __future__ import annotations

from solenia_rules.words.tables.commands import Texts

FILLERS = frozenset(("a", "an", "and", "at", "for", "from", "in", "of", "on", "onto", "the", "then", "to", "with"))

TEXTS = Texts(
    "en",
    {
        # overview
        "purpose": "Play, check and write board games whose rules are plain text.",
        "usage": "Usage",
        "commands": "Commands",
        "options": "Options",
        "about_play": "play a game at this terminal, against bots or each other",
        "about_check": "look for mistakes in rulesets",
        "about_test": "play the scenarios of rulesets: tests that designers write",
        "about_fmt": "format the effect texts of rulesets",
        "about_list": "list the bundled games",
        "about_new": "start a variant of a game as a new file",
        "about_explain": "explain the rules of a game in sentences, or a message",
        "about_print": "write a rulebook or a player aid as a page to print",
        "about_draw": "draw a position as a picture",
        "picture_ending": "{path} must end in .svg or .png",
        "pdf_where": "a PDF needs a file: -o FILE.pdf",
        "pdf_extra": "a PDF needs more: pip install 'solenia-rules[print]' (and the library Pango of the system)",
        "page_written": "Wrote {path}.",
        "page_unwritten": "{path} cannot be written: {reason}",
        "nothing_to_explain": "nothing in {spec} that can be explained is called {name}",
        "perhaps": "did you mean {name}?",
        "no_code": "there is no message {code}; `solenia explain NAME` lists what can be explained in a game",
        "topics_section": "Course of the game",
        "topics_phase": "Phases",
        "topics_step": "Steps",
        "topics_verb": "Actions",
        "topics_query": "Values and tests",
        "topics_rules": "Lasting rules",
        "topics_counter": "Counters",
        "topics_history": "Histories",
        "topics_kind": "Components",
        "topics_record": "Single pieces and places",
        "topics_state": "State",
        "topics_zone": "Places",
        "topics_board": "Boards",
        "topics_field": "What is noted on them",
        "topics_words": "Sorts",
        "topics_param": "Numbers that can be changed",
        "about_sim": "play many games between bots and report the results",
        "about_compare": "play two rulesets on the same seeds and report how they differ",
        "about_sweep": "play with many values of a parameter and report the effect",
        "about_price": "measure what one power is worth, by playing with and without it",
        "about_tune": "search numbers with which a game reaches its goals",
        "about_sources": "list which parts of a game come from its rulebook",
        "about_bench": "measure how fast rulesets load and play",
        "bench_loading": "loading ...",
        "bench_games": "random games and copies ...",
        "bench_tried": "options tried ...",
        "about_schema": "write the JSON Schema of ruleset files, for editors",
        "about_serve": "open tables in the browser for people and bots",
        "about_studio": "open the studio in the browser: write, play, test and measure a game",
        "no_studio": "The studio page is not part of this installation. In a checkout, build it with: make studio",
        "no_npm": "This needs npm, which is not installed (on Debian and Ubuntu: apt install npm).",
        "studio_open": "Open {address} in a browser. Ctrl-C ends the studio; drafts stay in the browser.",
        "serving": "Open {address} in a browser. Ctrl-C stops the server; games are kept.",
        "cannot_listen": "the server cannot listen at {host}:{port}: {reason}; choose another --port or --host",
        "about_lsp": "answer an editor: the language server",
        "about_engine": "answer programs in any language: requests as JSON, one a line",
        "about_table": "write records as a sheet for a spreadsheet program, and read them back",
        "sheet_of_bundled": "{name} is a bundled ruleset; give the path of a file of your own",
        "sheet_refused": "Nothing was changed in {path}.",
        "sheet_same": "{path} already has these values.",
        "no_records": "{name} has no records in a section [{section}]; sections with records: {known}",
        "about_why": "say why an answer is not on offer in a saved game",
        "about_diff": "compare two rulesets: fields, wording, version, games",
        "about_replay": "show a saved game again, step by step, with the rule behind each step",
        "about_help": "show this, or the options of a command",
        "about_version": "show the version",
        "about_debug": "after a bug of ours, show where it happened",
        "near_command": "there is no command `{name}`; did you mean `{near}`?",
        "no_command": "there is no command `{name}`; `solenia --help` lists them",
        "bug": "This is a mistake in the program, not in your rules ({what}). Run it again with --debug to see where.",
        # the table
        "seat": "Seat {n}",
        "you": "you",
        "all_seats": "everyone",
        "hidden": "hidden",
        "empty": "empty",
        "board_part": "{first} to {last} of {whole}, {used} more in use; table CELL shows another part",
        "on_board": "{keys} stand on the board; you can also type a name such as {name}",
        "no_signs": "there are no signs on this table",
        "happened": "What happened",
        "more_in_log": "… and {n} more: log",
        "lies_there": "there",
        "now": "now",
        "yes": "yes",
        "no": "no",
        # asking
        "prompt": "Your answer",
        "prompt_hint": "number, or help",
        "answer_unknown": "`{answer}` is none of the answers; type a number from 1 to {n}, or help",
        "answer_unknown_key": "`{answer}` is none of the answers; type one of {keys}, or help",
        "answer_ambiguous": "`{answer}` fits several answers: {which}",
        "hand_over": "Hand the keyboard to seat {n}, then press Enter.",
        "help": (
            "Type the key in brackets before an answer, or enough of its name.\n"
            "Where a number is asked for, type that number.\n"
            "  undo        take back your last answer\n"
            "  save FILE   write the game to a file (solenia play --load FILE goes on with it)\n"
            "  why NAME    why an answer is not on offer\n"
            "  what NAME   what a card or another thing does\n"
            "  table       draw the table again; table CELL shows a large board around that cell\n"
            "  legend      what the signs on the boards mean\n"
            "  rules       how the game ends, what a turn is and offers\n"
            "  log         everything that happened so far\n"
            "  help        this\n"
            "  quit        leave"
        ),
        "what_what": "say what: what NAME",
        "what_several": "`{name}` could be any of these: {which}",
        "no_more": "there is nothing more to say about `{name}`",
        "what_unknown": "nothing here is called `{name}`",
        "saved": "Saved; go on with: solenia play --load {path}",
        "save_where": "say where to: save FILE",
        "save_exists": "`{path}` exists already; choose another name",
        "cannot_write": "cannot write `{path}`: {reason}",
        "cannot_read": "cannot read `{path}`: {reason}",
        "nothing_to_undo": (
            "this answer cannot be undone: it was not yours, or since then somebody answered or something was revealed"
        ),
        "no_such_seat": "there are {n} seats, numbered from 1",
        "not_asked": "seat {n} is not asked now: seat {other} is",
        "after_answers": "after {answers}:",
        "asked_there": "asked there: {asked}",
        "all_offered": "all of it is on offer",
        "trace_help": (
            "Enter: on, b: back, NUMBER: to that step, a NUMBER: to that answer, /TEXT, ?TEXT: search on, back, q: quit"
        ),
        "trace_nothing": "nothing found: {what}",
        "format_of_tests": "--coverage and --mutate write text or JSON, not {form}",
        "written": "Wrote {path}.",
        "seats_of_both": "one of the two rulesets is not for {n} seats; choose a number with --seats",
        "why_what": "say which one: why NAME",
        "left": "You left the game; it was not saved.",
        "left_saved": "You left the game; it is saved.",
        # the end
        "score_sheet": "Score sheet",
        "score": "score",
        "player": "who",
        "human": "human",
        "random": "random",
        "wins": "wins",
        "shares": "shares the win",
        "shared": "{names} share the win",
        "draw": "Nobody wins.",
        "lost": "The game is lost.",
        "played": "seed {seed}, {answers} answers",
        "stuck_seat": "Seat {seat} got stuck ({n}×): {place} could not be done; the rest of the phase was skipped.",
        "stuck_all": "The game got stuck ({n}×): {place} could not be done; the rest was skipped.",
        # other commands
        "no_ruleset_or_load": "say what to play: a name (`solenia list` has them), a file, or --load SAVE",
        "load_carries": "a saved game has its own rules and seed: leave out {what}",
        "seat_word": "`{word}` cannot take a seat; a seat is human, {bots}, learnt:FILE or file.py:Class",
        "seat_count": "{title} is for {low} to {high} seats, not {n}",
        "seats_of_save": "the saved game has {n} seats",
        "param_form": "`{text}` is not a parameter; write it as name=number",
        "checked": "{n} checked, no mistakes",
        "watching": "watching; interrupt with Ctrl-C",
        "play_stopped": "Stopped: {done} of {n} games of {spec} are played and counted.",
        "seats_without_play": "--seats goes with --play",
        "watch_without_play": "--watch and --play do not go together",
        "seats_are_numbers": "`{seats}` is not a list of numbers, as in 2,3",
        "no_such_seats": "{spec} is played with {seats} seats",
        "options_tried": (
            "note: {place}: the options of this decision are tried on copies of the game, {times} times for 100 "
            "answers, {options} options each time. What follows cannot be tested beforehand. This takes time (see "
            "docs/findings.md)."
        ),
        "order_free": "{spec}: the order of the layers does not matter",
        "order_of_lists": (
            "{spec}: the order of the layers does not matter for the rules; it only changes the order of {sections}"
        ),
        "order_matters": "{spec}: the order of the layers matters; with {other} this would differ:",
        "order_value": "{path}: {there}, not {here}",
        "order_turn": "[{path}] would come as {there}, not {here}",
        "needs_extra": "`solenia {command}` needs more packages: {line}",
        "no_rulesets_in": "no rulesets in `{path}`",
        "no_scenarios": "there are no such scenarios",
        "no_such_thing": "no such file or ruleset",
        "no_such_name": "no such ruleset; a file is named by its path: `{file}`",
        "would_change": "would be rewritten",
        "rewritten": "rewritten",
        "formatted": "{n} checked, nothing to do",
        "new_name": "`{name}` cannot be the name of a ruleset: small letters, digits and _ only, a letter first",
        "new_elsewhere": (
            "a variant extends one ruleset by its name: a bundled one, or a file in the same folder (found: `{name}`)"
        ),
        "new_bundled": "`{name}` is the name of a bundled game; choose another one",
        "save_apart": "{path} has changed since this game was saved: the places below are in the text inside the save",
        "new_empty": "Wrote {path}. Look at it, change it, then:\n  solenia check {path}; solenia play {path}",
        "new_written": (
            "Wrote {path} and {beside}. Look at them, change them, then:\n"
            "  solenia check {path}; solenia test {path}; solenia play {path}"
        ),
        "source_seed": "From the rulebook",
        "source_public": "From the public record",
        "source_ours": "Ours",
        "source_whole": "as a whole",
        "seat_alone": "seat",
        "seats": "seats",
    },
)
