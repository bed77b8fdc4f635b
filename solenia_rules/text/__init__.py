"""Places in files, diagnostics and suggestions."""
