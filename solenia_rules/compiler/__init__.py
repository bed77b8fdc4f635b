"""From records and texts to one program of integers: names, kinds, checks, layout, code."""
