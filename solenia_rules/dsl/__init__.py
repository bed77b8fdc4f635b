"""The effects language: text, tree, checked tree; knows no game and no state."""
