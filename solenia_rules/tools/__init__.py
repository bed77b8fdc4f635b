"""What designers and validators run: simulations, scenarios, findings, coverage, print."""
