"""Passes over the core that make it faster and change no outcome."""
