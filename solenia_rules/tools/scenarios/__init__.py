"""Scenarios: tests that designers write. A scenario gives a position, answers and the expected results."""
