"""Syntax becomes the checked tree: names are resolved and kinds are checked."""
