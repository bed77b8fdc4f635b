"""A flat program as a linear list of instructions."""
