"""All texts for people: one folder for each language, `tables` for the rows that every language must have."""
