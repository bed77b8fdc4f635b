"""Tests that designers write: a position, answers, and what must come of them."""
