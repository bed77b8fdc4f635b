"""Checks of a ruleset whose kinds are right: cycles, costs, bounds, unused definitions."""
