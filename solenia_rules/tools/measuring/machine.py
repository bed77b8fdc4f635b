"""Describes the machine, so that readers can judge the figures."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

from solenia_rules.api.version import VERSION


def machine_facts(load_before: tuple[float, float, float], checkout: Path | None) -> dict[str, str]:
    facts = {
        "solenia": VERSION,
        "python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        "system": platform.platform(),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load before and after": f"{load_before[0]:.1f} and {os.getloadavg()[0]:.1f} (without us: 0 before, 1 after)",
        "interpreter": sys.executable,
    }
    if checkout is not None:
        facts["commit"] = _commit(checkout)
    return facts


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text("utf-8").splitlines() if facts.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _commit(checkout: Path) -> str:
    """The measured commit, with a mark if the working tree differs from it."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            cwd=checkout, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except OSError:
        return "unknown"
    return found.stdout.strip() or "unknown"
