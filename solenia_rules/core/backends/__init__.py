"""Printers of a program: Python code of its blocks, and Python code that plays whole games."""
