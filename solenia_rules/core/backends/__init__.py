"""What runs a program: generated Python, whole games in Python, the reference interpreter."""
