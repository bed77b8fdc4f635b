"""Places in files, diagnostics, suggestions, and value classes. This package knows nothing of the others."""
