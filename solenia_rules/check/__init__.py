"""Checks a ruleset: kinds of every text, soundness of the whole, and secrets."""
