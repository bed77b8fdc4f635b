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
    "E018": "an effects text that does not stand in a literal string",
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

CODES: Mapping[str, str] = MappingProxyType({**FILES, **RECORDS, **LAYERS, **SYNTAX})
"""Code -> title. E0xx files and records, E1xx syntax, E2xx names, E3xx kinds, E4xx visibility, E5xx cost and cycles."""
