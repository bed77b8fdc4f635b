"""Self-contained pages about many games: the answer first, then plots and tables."""
