"""The checked tree becomes the core, for one number of seats."""
