"""Records of a ruleset as a sheet, and back."""
