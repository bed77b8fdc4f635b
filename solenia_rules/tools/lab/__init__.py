"""Plays many games and evaluates them: bots, simulation, statistics, comparison."""
