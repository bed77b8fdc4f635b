"""What embedders import: rulesets, games, decisions, saves."""
