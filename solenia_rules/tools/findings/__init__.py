"""What play finds in a ruleset whose texts are right: dead, broken and pointless rules."""
