"""What games say in English: questions, the log, refusals, and reasons why something is not on offer."""

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
    "en",
    {
        "choose": "choose: {name}",
        "pick": "pick: {name}",
        "order": "which comes next: {name}",
        "rule": "which rule goes first: {name}",
        "branch": "choose what to do",
        "may": "do it?",
        "may do": "{what}: do it?",
        "pay": "pay with: {name}",
        "gain": "gain which: {name}",
        "lose": "lose which: {name}",
        "give_up": "too many: give up which {name}",
        "spare": "you pay less: keep which {name}",
    },
)

WORDS = SingleWords(
    "en",
    {
        "yes": "yes",
        "no": "no",
        "done": "done",
        "none": "nowhere",
        "nothing": "nothing",
        "seat": "seat {n}",
        "front": "front",
        "back": "back",
        "a cell": "space",
        "a corner": "corner",
        "a side": "side",
        "a seat": "seat",
        "a number": "number",
        "a face": "side",
        "a name": "name",
        "a bundle": "bundle",
    },
)

EVENTS = EventTexts(
    "en",
    {
        "gained": "{seat} gains {n} {thing}",
        "paid": "{seat} pays {n} {thing}",
        "lost": "{seat} loses {n} {thing}",
        "given up": "{seat} gives up {n} {thing}: no room for more",
        "set": "{what} is now {value}",
        "added": "{what} is now {value}",
        "moved": "{piece}: {old} to {new}",
        "moved first": "{piece}: to the front of {new}",
        "moved last": "{piece}: to the end of {new}",
        "moved within": "{piece}: to place {n} in {new}",
        "moved somewhere": "{piece}: put back into {new}",
        "moved nowhere": "{piece}: stays in {new}",
        "drawn": "{piece}: drawn from {old} to {new}",
        "shuffled": "{zone} is shuffled",
        "rolled": "{piece} shows {value}",
        "rolled unseen": "{piece}: rolled unseen",
        "shown": "{piece} shown to {seats}",
        "seen": "{piece} shows {value}",
        "turned": "{piece} is turned to its {face}",
        "entered": "{seat}: {phase} begins",
        "left": "{seat}: {phase} ends",
        "won": "the game is over; won by {seats}",
        "ended by decisions": "the game is over after {n} decisions, the most there may be; won by {seats}",
        "ended by phases": "the game is over after {n} phases, the most there may be; won by {seats}",
        "ended by search steps": "the game is over: a search took more than {n} steps; won by {seats}",
        "sketched": "the sketched position begins",
        "answered": "{seat}: {option}",
        "stuck": "`{text}` cannot be done ({place}); the rest of this phase is skipped",
        "hidden": "{kind}",
        "nobody": "nobody",
        "of": "{what} of {whose}",
        "caused": "{text} [{cause}]",
    },
)

REFUSALS = Refusals(
    "en",
    {
        "over": "the game is over; nothing is asked",
        "stale": "`{what}` belongs to another decision; the question is: {asked}",
        "forged": "`{what}` is not an option as it was offered",
        "no answer": "an answer is an option, its id or its index",
        "index": "there are {count} options, numbered from 0",
        "no action": "an action is the index of one of {count} actions, from 0",
        "unreadable": "an answer is an option's id: short, printable text",
        "no undo": "there is no answer to take back",
        "undo reveals": "something was drawn, rolled, shuffled or shown since",
        "undo by another": "it is another seat's decision now",
    },
)

REASONS = Reasons(
    "en",
    {
        "over": "the game is over",
        "offered": "`{what}` is on offer",
        "unknown": "no answer here is called `{what}`",
        "near": "no answer here is called `{what}`; did you mean `{near}`?",
        "unasked": "`{what}` is not asked for here",
        "unseen": "it is not among those to choose from",
        "elsewhere": "it is not among those to choose from: {said} ({place})",
        "condition": "this condition is not met: {said} ({place})",
        "unpaid": "then this could not be paid: {said} ({place})",
        "needed": "then this condition would not be met: {said} ({place})",
        "undone": "then this could not be done: {said} ({place})",
        "no choice": "then nothing could be chosen: “{said}” ({place})",
        "short": "you have none of it to spare",
        "idle": "its rule does not apply now",
        "picked": "it was picked already",
        "several": "there are several of them; say which: {near}",
        "not now": "it cannot be chosen now",
    },
)

PARTS = ReasonParts(
    "en",
    {
        "found": "; found: {parts}",
        "enough": "; enough would be: {parts}",
        "or": " or ",
        "value": "{x} = {value}",
        "of": "{x}: {value}",
        "there": "{value}",
        "have": "you have {value}",
        "then": "you then have {value}",
        "lies": "it lies in: {value}",
        "fails": "it is not true that {x}",
        "more": "{n} more {thing}",
        "less": "{n} fewer {thing}",
        "by more": "{x}: {n} more",
        "by less": "{x}: {n} less",
        "without": "without {value}",
        "cheaper": "another {thing} that costs less",
        "another": "another {thing}, such that {x}",
    },
)
