"""What primitives do to a position in memory, in the part of Python that `translator` makes machine code of.

The modules here are read, never run: each function does what its namesake in `runtime` does to a state of the plain
executor. `k` has the numbers of one ruleset and `of` its tables; `constants` works them out.
"""
