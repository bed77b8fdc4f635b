"""Finds dead, broken and pointless rules by playing a ruleset that has no errors."""
