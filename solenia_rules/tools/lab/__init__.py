"""Many games: bots, simulation, statistics, comparison."""
