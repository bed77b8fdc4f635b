"""What all tests share: rulesets stay loaded for the whole run and are seldom looked through for garbage."""

from __future__ import annotations

import gc

import pytest


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(100_000, 50, 1000)
