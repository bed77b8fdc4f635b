"""Optimizing passes over the core; they do not change results."""
