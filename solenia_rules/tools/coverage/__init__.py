"""Coverage of a ruleset: which lines, branches and options games reached (run, offered, taken, decisive)."""
