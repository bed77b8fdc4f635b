"""The codes of all diagnostics: one row each, one page each in `docs/diagnostics/`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FILES = {
    "E001": "a ruleset or file that cannot be found or read",
    "E002": "not an ordinary file of the ruleset's own folder",
    "E003": "a file or set of files above the size limits",
    "E004": "text that is not clean UTF-8",
    "E005": "not valid TOML",
    "E006": "nested too deep, a key with too many parts, or too many values",
    "E007": "a number beyond the limits",
    "E008": "a text that is too long",
    "E009": "a TOML value that rulesets do not use",
}
RECORDS = {
    "E010": "an unknown key",
    "E011": "a missing key",
    "E012": "a value of the wrong sort",
    "E013": "a value outside its range or list",
    "E014": "not an id",
    "E015": "a word of the language used as a name",
    "E016": "one name for two things",
    "E017": "a reference to something that is not declared",
    "E018": "an effects text that does not stand in single quotes",
    "E019": "a record without its source",
    "E020": "an unknown kind",
    "E021": "a field that the kind does not declare",
    "E022": "a required field that is not given",
    "E023": "a text for people that cannot be shown",
    "E024": "too many pieces or cells",
    "E025": "keys that do not fit together",
    "E026": "more than one score counter",
    "E027": "an unknown version of the language",
    "E028": "too much effects text",
    "E029": "one of several, named where only one can be meant",
}
LAYERS = {
    "E030": "a ruleset whose name is not its file's name",
    "E031": "a chain of `extends` that turns in a circle or is too long",
    "E032": "a name that two rulesets share",
    "E033": "`remove` of something that is not there",
    "E034": "the same thing given in two parts of one ruleset",
    "E035": "an abstract ruleset taken by itself",
    "E036": "an unknown parameter",
    "E037": "a parameter set outside its range",
    "E038": "a list of layers that makes no sense",
    "E039": "layers of which one removes what the other changes",
    "W030": "something that two layers change",
    "W031": "a record that is laid over itself",
    "W032": "a variant that changes no rule",
}
SYNTAX = {
    "E101": "a sign or letter that the language does not use",
    "E102": "a word or sign where it cannot stand",
    "E103": "a word of the language used as a name in a text",
    "E104": "a text nested too deep",
    "E105": "a number that is too large",
    "E106": "a text of too many words and signs",
    "E107": "brackets or braces that do not match",
    "E108": "a name that is too long",
}
NAMES = {
    "E201": "a name that means nothing",
    "E202": "an unknown verb",
    "E203": "a variable with the name of something else",
    "E204": "something that a piece or cell does not have",
    "E205": "something that a seat does not have",
    "E206": "words that no counter counts, or more than one",
    "E207": "a word that has no meaning here",
    "E208": "one of several, without saying which",
    "E209": "two branches with one name",
    "E211": "a rule with a wrong `by`",
    "E212": "a phase that no text has",
    "W201": "a definition that nothing uses",
    "W202": "words or a look for something that does not exist",
    "W203": "words that are missing in a language",
    "W204": "a loop that does not use its variable",
}
KINDS = {
    "E301": "a value of the wrong kind",
    "E302": "too few or too many values",
    "E303": "a form that does not fit the verb or query",
    "E304": "kinds that do not go together",
    "E305": "a divisor that could be 0 or less",
    "E306": "numbers of a set taken for one number",
    "E307": "the other of more or fewer than two",
    "E308": "an empty branch of `choose`",
    "E309": "something that cannot be given a value",
    "E310": "a number outside the range of its field",
    "E311": "something that lasting rules cannot hang on",
    "E312": "a held bundle that is not fixed",
    "E313": "`stop` outside of a repeat",
    "E314": "a choice too late in `together`",
    "E316": "lasting rules that do not say when they hold",
    "E317": "a parameter that cannot be passed",
    "E318": "a piece without a known place to start",
    "E319": "a rule for anyone that depends on `me` though there may be no owner",
}
SECRETS = {
    "E401": "a choice among hidden pieces",
    "E402": "a condition that tells what is hidden",
    "E403": "a value that tells what is hidden",
    "E404": "a rule of a hidden piece that others would notice",
    "W401": "rules that ask while their piece is hidden",
    "W402": "a choice that only some are given, by a secret",
}
COSTS = {
    "E501": "a query that needs itself",
    "E502": "a verb that does itself",
    "E503": "a rule that triggers itself",
    "E504": "a held effect that runs itself",
    "E505": "too many steps in one action",
    "E506": "a repeat that runs too often or never",
    "E507": "too many options",
    "E508": "a price that nobody can ever pay",
    "E509": "calls that are nested too deep",
    "W501": "a choice that is always empty",
    "W502": "rules whose order matters and is not stated",
    "W503": "a choice that may be empty",
    "W504": "a price above what can be had with these parameters",
    "W505": "a number that its place cannot hold",
}
TRYING = {
    "E601": "a setup that some number of seats cannot complete",
    "E602": "a zone too small for what starts there",
    "E603": "a seat that gets stuck",
    "E604": "a game that does not end",
    "E605": "a secret that play tells",
    "W601": "a text that never runs",
    "W602": "a part of a text that never runs",
    "W603": "an option that is never offered",
    "W604": "something that never has an effect",
    "W605": "a cell that nothing ever comes to",
    "W606": "a way that another one always beats",
    "W607": "an option that good bots never take",
    "W608": "something out of nothing",
    "W609": "a variant that plays like its base",
    "W610": "a parameter with which something goes wrong",
    "W611": "an allowance that allows nothing",
}
SCENARIOS = {
    "E701": "a name in a sketch that the ruleset does not declare",
    "E702": "a piece that cannot lie where a sketch puts it",
    "E703": "a number outside its limits in a sketch",
    "E704": "a value of the wrong sort in a sketch",
    "E705": "a name that several different pieces bear",
    "E706": "a beginning that is never reached",
    "E707": "rolls that do not come up",
    "E708": "a scenario file that belongs to no ruleset",
    "E709": "two scenarios with one name",
    "E710": "a sketched value that the phase it begins in resets",
}

CODES: Mapping[str, str] = MappingProxyType(
    {**FILES, **RECORDS, **LAYERS, **SYNTAX, **NAMES, **KINDS, **SECRETS, **COSTS, **TRYING, **SCENARIOS}
)
"""Code -> title. E0xx files and records, E1xx syntax, E2xx names, E3xx kinds, E4xx visibility, E5xx cost and cycles,
E6xx found by trying, E7xx scenarios; W instead of E: a warning."""
