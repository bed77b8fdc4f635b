"""What is different between two rulesets: in their files, and in the games that are played with them."""
