"""The core language of integers, the layout of the state, and the compiled program."""
