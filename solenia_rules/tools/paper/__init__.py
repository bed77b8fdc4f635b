"""Rulebooks and player aids: a ruleset as a page to read and to print."""
