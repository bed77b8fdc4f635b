"""Rulesets: finds TOML files, reads them strictly, merges layers, and decodes the result to records."""
