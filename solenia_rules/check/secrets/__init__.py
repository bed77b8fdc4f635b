"""Checks that no seat learns what it may not know."""
