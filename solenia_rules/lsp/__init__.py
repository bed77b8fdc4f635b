"""The language server: it answers the questions of editors about rulesets, from the texts that are open."""
