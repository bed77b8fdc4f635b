"""What every language must say: the keys of its tables, and the modules in which the tables stand."""
