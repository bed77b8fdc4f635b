"""Searches the numbers of a ruleset for values with which a game reaches goals."""
