"""The language server: what editors ask about rulesets, answered from the text that is open."""
