"""State, executors, chance, views, log, saves; knows no game."""
