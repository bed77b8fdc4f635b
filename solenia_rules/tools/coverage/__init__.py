"""Which lines, branches and options of a ruleset games came to: run, offered, taken, decisive."""
