"""The engine for programs in any language: JSON-RPC 2.0 messages, one JSON a line."""
