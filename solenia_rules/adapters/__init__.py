"""Rulesets as environments of other libraries: PettingZoo, Gymnasium, OpenSpiel.

Each module needs its library, which is imported with the module. The extras `research` and `peers` install them.
"""
