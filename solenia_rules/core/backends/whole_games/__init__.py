"""Python source that plays whole random games."""
