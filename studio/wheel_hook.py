"""A hook of the build: the studio page that `make studio` has built becomes a part of the wheel, as
`solenia_rules/_studio`, and of the sdist, so that both give the same wheel. Without a built page both are made without
it, and `solenia studio` says so."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "dist/studio"


class StudioPage(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
        page = Path(self.root) / PAGE
        if version == "editable" or not (page / "index.html").is_file():
            return
        build_data["force_include"][str(page)] = PAGE if self.target_name == "sdist" else "solenia_rules/_studio"
