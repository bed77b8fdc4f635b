"""How fast rulesets load and play, measured side by side."""
