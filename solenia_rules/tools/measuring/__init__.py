"""Measures how fast rulesets load and play."""
