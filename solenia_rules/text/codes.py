"""The codes of all diagnostics: one row each, one page each in `docs/diagnostics/`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FILES = {
    "E001": "a ruleset or file that cannot be found or read",
    "E002": "a path that is not an ordinary file inside the ruleset's folder",
    "E003": "a file or set of files above the size limits",
    "E004": "text that is not clean UTF-8",
    "E005": "not valid TOML",
    "E006": "values that are nested too deep or too many, or a key with too many parts",
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
    "E015": "a keyword used as a name",
    "E016": "one name declared for two things",
    "E017": "a reference to something that is not declared",
    "E018": "an effects text that is not in single quotes",
    "E019": "a record without its source",
    "E020": "an unknown kind",
    "E021": "a field that the kind does not declare",
    "E022": "a required field that is not given",
    "E023": "a text for people that cannot be shown",
    "E024": "too many pieces, cells, zones or stored numbers",
    "E025": "keys that do not fit together",
    "E026": "more than one score counter",
    "E027": "an unknown version of the language",
    "E028": "too much effects text",
    "E029": "the id of several things where exactly one is needed",
}
LAYERS = {
    "E030": "a ruleset whose name is not its file's name",
    "E031": "a chain of `extends` that is circular or too long",
    "E032": "a name that two rulesets share",
    "E033": "`remove` of something that does not exist",
    "E034": "the same thing declared in two parts of one ruleset",
    "E035": "an abstract ruleset loaded by itself",
    "E036": "an unknown parameter",
    "E037": "a parameter set outside its range",
    "E038": "an invalid list of layers",
    "E039": "two layers, one of which removes what the other changes",
    "E040": "a pattern of records that cannot be expanded",
    "W030": "something that two layers change",
    "W031": "a record that repeats its base",
    "W032": "a variant that changes no rule",
}
SYNTAX = {
    "E101": "a character that the language does not use",
    "E102": "an unexpected word or sign",
    "E103": "a keyword used as a name in a text",
    "E104": "a text nested too deep",
    "E105": "a number that is too large",
    "E106": "a text with too many words and signs",
    "E107": "brackets or braces that do not match",
    "E108": "a name that is too long",
}
NAMES = {
    "E201": "an unknown name",
    "E202": "an unknown verb",
    "E203": "a variable with a name that is already used",
    "E204": "an unknown field of a piece or cell",
    "E205": "an unknown property of a seat",
    "E206": "words that no counter counts, or more than one",
    "E207": "a word that has no meaning here",
    "E208": "an ambiguous name: one of several, without saying which",
    "E209": "two branches with the same name",
    "E211": "a rule with a wrong `by`",
    "E212": "an unknown phase",
    "W201": "a definition that nothing uses",
    "W202": "words or a look for something that does not exist",
    "W203": "words that are missing in a language",
    "W204": "a loop that does not use its variable",
    "W205": "a colour or shape that pictures do not know",
    "W206": "two words that look the same in pictures",
    "W207": "seats with colours that cannot be told apart",
    "W208": "a name that does not fit in a picture",
}
KINDS = {
    "E301": "a value of the wrong kind",
    "E302": "too few or too many values",
    "E303": "a form that does not fit the verb or query",
    "E304": "kinds that do not go together",
    "E305": "a divisor that could be 0 or less",
    "E306": "a set of numbers where one number is needed",
    "E307": "`other` of a kind that does not have exactly two words",
    "E308": "an empty branch of `choose`",
    "E309": "something that cannot be given a value",
    "E310": "a number outside the range of its field",
    "E311": "lasting rules on something that cannot have them",
    "E312": "a held bundle that is not fixed",
    "E313": "`stop` outside of a repeat",
    "E314": "a choice too late in `together`",
    "E316": "lasting rules that do not say when they hold",
    "E317": "a parameter that cannot be passed",
    "E318": "a piece without a known place to start",
    "E319": "a rule for anyone that depends on `me` though there may be no owner",
    "E320": "`possible { }` inside another expression",
    "E321": "bundles that cannot be listed",
    "E322": "corners, sides or cells that do not exist",
}
SECRETS = {
    "E401": "a choice among hidden pieces",
    "E402": "a condition that reveals something hidden",
    "E403": "a value that reveals something hidden",
    "E404": "a rule of a hidden piece that others would notice",
    "E405": "a history that keeps something hidden",
    "W401": "rules that ask while their piece is hidden",
    "W402": "a choice that reveals a secret by who is asked",
}
COSTS = {
    "E501": "a query that calls itself",
    "E502": "a verb that calls itself",
    "E503": "a rule that triggers itself",
    "E504": "a held effect that runs itself",
    "E505": "too many steps in one action",
    "E506": "a repeat that runs too often or never",
    "E507": "too many options",
    "E508": "a price that nobody can ever pay",
    "E509": "calls that are nested too deep",
    "E510": "a history whose positions are too large",
    "W501": "a choice that is always empty",
    "W502": "rules whose order matters and is not stated",
    "W503": "a choice that may be empty",
    "W504": "a price above the most that these parameters allow",
    "W505": "a number outside the range of its place",
}
BREAKING = frozenset({"E603", "E604"})
"""Findings of play that break games: other findings may only follow from them, so they are told first."""
TRYING = {
    "E601": "a setup that some number of seats cannot complete",
    "E602": "a zone too small for what starts there",
    "E603": "a seat that gets stuck",
    "E604": "a game that does not end",
    "E605": "a secret that play reveals",
    "W601": "a text that never runs",
    "W602": "a part of a text that never runs",
    "W603": "an option that is never offered",
    "W604": "something that never has an effect",
    "W605": "a cell that no piece ever reaches",
    "W606": "a branch that another one always beats",
    "W607": "an option that good bots never take",
    "W608": "a loop that produces something from nothing",
    "W609": "a variant that plays like its base",
    "W610": "a parameter value that causes a problem",
    "W611": "an allowance without a warning",
}
SCENARIOS = {
    "E701": "a name in a sketch that the ruleset does not declare",
    "E702": "a piece that cannot lie where a sketch puts it",
    "E703": "a number outside its limits in a sketch",
    "E704": "a value of the wrong sort in a sketch",
    "E705": "a name that several different pieces share",
    "E706": "a beginning that is never reached",
    "E707": "rolls that do not occur in the random stream",
    "E708": "a scenario file that belongs to no ruleset",
    "E709": "two scenarios with the same name",
    "E710": "a sketched value that the phase it begins in resets",
}

CODES: Mapping[str, str] = MappingProxyType(
    {**FILES, **RECORDS, **LAYERS, **SYNTAX, **NAMES, **KINDS, **SECRETS, **COSTS, **TRYING, **SCENARIOS}
)
"""Code -> title. E0xx files and records, E1xx syntax, E2xx names, E3xx kinds, E4xx visibility, E5xx cost and cycles,
E6xx found by trying, E7xx scenarios; W instead of E: a warning."""
