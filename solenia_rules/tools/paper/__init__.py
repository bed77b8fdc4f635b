"""Rulebooks and player aids: what a ruleset says, as a page to read and to print."""
