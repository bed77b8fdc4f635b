"""Where records come from: the rules that were given, other public texts, or ours."""

from __future__ import annotations

from typing import Literal, TypeAlias

Origin: TypeAlias = Literal["seed", "public", "ours"]
