"""An adapter whose libraries are missing says which extra has them."""

from __future__ import annotations

import subprocess
import sys

import pytest

MISSING = {"pettingzoo": "research", "gymnasium": "research", "pyspiel": "peers", "numpy": "research"}
"""Library -> the extra that has it."""
IMPORTS = """
import importlib, sys
sys.modules[sys.argv[1]] = None
try:
    importlib.import_module("solenia_rules.adapters." + sys.argv[2])
except Exception as error:
    import solenia_rules as sr
    print(isinstance(error, sr.Error), error)
"""


@pytest.mark.parametrize(
    ("library", "adapter"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("numpy", "gymnasium"), ("pyspiel", "openspiel")],
)
def test_a_missing_library_is_an_error_that_names_the_extra(library: str, adapter: str) -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTS, library, adapter], capture_output=True, text=True, check=True)
    told = {"pettingzoo": "PettingZoo", "gymnasium": "Gymnasium", "openspiel": "OpenSpiel"}[adapter]
    extra = MISSING[library]
    assert done.stdout == (f"True the adapter for {told} needs more libraries: pip install 'solenia-rules[{extra}]'\n")
