"""Explains rules in sentences: the checked tree of a ruleset in English, French and Polish."""
