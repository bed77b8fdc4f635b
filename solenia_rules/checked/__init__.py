"""The checked tree of a ruleset and what is known about it: terms, names, calls and summaries of effects."""
