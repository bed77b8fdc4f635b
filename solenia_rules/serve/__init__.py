"""A server for tables in the browser: people and bots play any ruleset, and each client gets only what its seat may
know (extra `serve`)."""
