"""Compares two rulesets: their files, and the games played with them."""
