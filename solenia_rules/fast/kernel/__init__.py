"""The primitives on a position in memory, written in the subset of Python that `translator` compiles to machine code.

These modules are read, never imported and run. Each function does to a position what its namesake in `play` does to a
state of the plain executor. `k` holds the numbers of one ruleset and `of` its tables; `constants` computes them.
"""
