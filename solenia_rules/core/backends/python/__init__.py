"""Prints a flat program as Python source, block by block."""
