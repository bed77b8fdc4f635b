"""The engine behind the studio page: texts and questions in, JSON out. It runs in a browser, and natively in tests."""
