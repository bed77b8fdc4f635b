"""Lowers the checked tree to the core, for one number of seats."""
