"""Tools for designers and validators: simulations, scenarios, findings, coverage, printed rules."""
