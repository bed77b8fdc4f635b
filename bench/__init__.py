"""The figures of this project: ratios measured in one run."""
