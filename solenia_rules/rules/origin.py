"""The sources of records: the rules that were given (`seed`), other public texts (`public`), or our own (`ours`)."""

from __future__ import annotations

from typing import Literal, TypeAlias

Origin: TypeAlias = Literal["seed", "public", "ours"]
