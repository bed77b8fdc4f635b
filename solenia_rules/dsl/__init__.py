"""The effects language: its grammar, its syntax tree, and the table of built-ins. It knows no game and no state."""
