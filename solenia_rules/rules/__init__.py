"""Rulesets: TOML files found, read strictly, laid over each other, decoded into records."""
