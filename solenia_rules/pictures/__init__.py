"""Pictures of positions as SVG, drawn from a view and from what a ruleset declares for everybody."""
