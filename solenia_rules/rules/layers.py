"""Finds the layers of a spec: it finds and reads the files, follows `extends`, and checks each ruleset by itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from solenia_rules.rules import caps
from solenia_rules.rules.conflicts import Changes, changes_of, find_conflicts
from solenia_rules.rules.declared import SPOKEN
from solenia_rules.rules.digest import digest
from solenia_rules.rules.files import (
    MAIN,
    Bundle,
    Found,
    candidates,
    find_by_name,
    find_by_path,
    folders_below,
    read_bytes,
)
from solenia_rules.rules.merger import SOURCE_HINT, Layer, find_idle, join, lay, spell_out
from solenia_rules.rules.patterns import expand
from solenia_rules.rules.precheck import clean_text
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Document, Read, read
from solenia_rules.rules.spoken import claimed_languages
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.rules.witness import listed
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.places import Source, Span
from solenia_rules.text.printable import quoted
from solenia_rules.words.languages import LANGUAGES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from solenia_rules.rules.witness import Witness

OWN = ("ruleset", "language", "title")
"""Keys that every ruleset must have itself, even if its base has them."""


@frozen(eq=False)
class Stack:
    """Layers from the lowest to the highest: a ruleset with what it extends, and what is laid over it."""

    chain: tuple[Layer, ...]
    over: tuple[Layer, ...]

    @property
    def name(self) -> str:
        return "+".join(layer.name for layer in (self.chain[-1], *self.over))

    def below(self) -> Stack | None:
        """The same without the topmost layer."""
        if self.over:
            return Stack(self.chain, self.over[:-1])
        return Stack(self.chain[:-1], ()) if len(self.chain) > 1 else None

    def own(self) -> tuple[Layer, ...]:
        """The topmost layer, with what lies below it and cannot be played by itself."""
        if self.over:
            return self.over[-1:]
        made = [self.chain[-1]]
        for layer in reversed(self.chain[:-1]):
            if not is_abstract(layer.document):
                break
            made.append(layer)
        return tuple(made)

    def laid(self, problems: Problems) -> Layer:
        """Merge all layers. The stack takes over their documents, so it can be merged only once."""
        merged, *others = self.chain
        if "remove" in merged.document:
            hint = "`extends` names the base; a variant for any game says abstract = true"
            problems.add("E033", "there is no base to remove from", merged.spans.key(("remove",)), hint)
        _check_titles((*self.chain, *self.over), problems)
        expand({}, merged, problems)
        for layer in others:
            expand(merged.document, layer, problems)
            spell_out(merged.document, layer, problems)
            merged = self._laid_over(merged, layer, problems)
        base: Document = {key: dict(x) if isinstance(x, dict) else x for key, x in merged.document.items()}
        laid: list[Changes] = []
        for layer in self.over:
            expand(merged.document, layer, problems)
            spell_out(merged.document, layer, problems)
            changes = changes_of(layer)
            for earlier in laid:
                find_conflicts(base, earlier, changes, problems)
            agreed = frozenset(path for earlier in laid for path in earlier.removed)
            laid.append(changes)
            abstract = {"abstract": True} if is_abstract(merged.document) and is_abstract(layer.document) else {}
            merged = self._laid_over(merged, layer, problems, agreed)
            merged.document.pop("abstract", None)
            merged.document.update(abstract)
        return evolve(merged, name=self.name)

    def _laid_over(
        self, below: Layer, layer: Layer, problems: Problems, agreed: frozenset[KeyPath] = frozenset()
    ) -> Layer:
        """Merge one more layer. The topmost layer must change more than words."""
        top = layer is (*self.chain, *self.over)[-1]
        before = _played(below.document) if top and not is_abstract(below.document) else None
        spoken = any(key in layer.document for key in SPOKEN)
        if top and len(self.over) < 2 and not problems:  # several variants may make the same change
            find_idle(below.document, layer, problems)
        merged = lay(below, layer, problems, agreed)
        if not spoken and not problems and before is not None and before == _played(merged.document):
            message = f"`{layer.name}` changes no rule and no words of what it is laid over"
            problems.warn("W032", message, layer.spans.key(("ruleset",)), "change something, or remove this layer", ())
        return merged


def _check_titles(layers: tuple[Layer, ...], problems: Problems) -> None:
    """Every ruleset has a title of its own in each of its languages; it has the languages of its base unless it says
    others. The base has its line `about` in each of them, too."""
    claimed = layers[0].document
    for layer in layers:
        claimed = layer.document if "languages" in layer.document else claimed
        for key in ("title", "about") if layer is layers[0] else ("title",):
            text = layer.document.get(key)
            if not isinstance(text, dict):
                continue
            for language in claimed_languages(claimed):
                if language not in text:
                    listed = ", ".join(f'"{one}"' for one in LANGUAGES if one in text) or f'"{LANGUAGES[0]}"'
                    hint = f"or say which languages it has: languages = [{listed}]"
                    where = layer.spans.key((key,))
                    problems.add("E011", f"the key `{language}` is missing", where, hint, path=(key,))


def _played(document: Document) -> str:
    return digest({**document, "ruleset": ""})


class Loader:
    """Reads the files of one spec, within the caps on their number and size."""

    def __init__(self, bundle: Bundle, problems: Problems) -> None:
        self.bundle = bundle
        self.problems = problems
        self.files = 0
        self.bytes = 0
        self.names: list[str] = []
        self.broken = False
        """Whether a base is missing or a value is wrong: merging the rest would cause misleading problems."""
        self.visited: list[Found] = []
        self.read_files: list[tuple[str, bytes]] = []
        """The files that were read."""
        self.own: tuple[Source, ...] = ()
        """The files of the topmost layer of the spec that was loaded; a base that cannot be played by itself belongs to
        what extends it."""

    def load(self, spec: str) -> Layer | None:
        """The merged layer of `a`, `path/a.toml` or `a+b+c`; None if something could not be read."""
        stack = self.stack(spec)
        if stack is None:
            return None
        self.own = tuple(source for layer in stack.own() for source in layer.sources)
        laid = stack.laid(self.problems)
        return laid if not self.problems.has("E039") else None

    def stack(self, spec: str) -> Stack | None:
        """The layers of a spec, read but not merged yet; None if something could not be read."""
        rulesets = self._find(spec)
        if not rulesets:
            return None
        chain = self._chain(rulesets[0])
        over: list[Layer | None] = []
        for ruleset in rulesets[1:]:
            if ruleset.name in self.names:
                self.problems.about_file("E038", f"`{ruleset.name}` is laid over itself", spec)
                continue
            over.append(self._layer(ruleset))
        below, above = [x for x in chain if x is not None], [x for x in over if x is not None]
        if self.broken or len(below) < len(chain) or len(above) < len(over):
            return None
        return Stack(tuple(below), tuple(above))

    def _find(self, spec: str) -> list[Found]:
        found: list[Found] = []
        beside: Path | None = None
        parts = [spec] if _is_path(spec) and _is_there(spec) else spec.split("+")
        complete = True
        for part in parts:
            if not part:
                self.problems.about_file("E038", f"{quoted(spec)} names no ruleset", spec, "as in `base+variant`")
                return []
            if _is_path(part):
                ruleset = find_by_path(part, self.bundle, self.problems)
                beside = ruleset.beside if ruleset else beside
            else:
                ruleset = find_by_name(part, self.bundle, beside, self.problems, Span(Source(part, ""), 0, 0))
            complete = complete and ruleset is not None
            found += [ruleset] if ruleset else []
        return found if complete else []

    def _chain(self, ruleset: Found) -> list[Layer | None]:
        """The ruleset and everything below it, the lowest first."""
        layers: list[Layer | None] = []
        current: Found | None = ruleset
        while current:
            layer = self._layer(current)
            layers.append(layer)
            base = self._base(layer, current, len(layers)) if layer else None
            self.broken = self.broken or (base is None and layer is not None and "extends" in layer.document)
            current = base
        layers.reverse()
        return layers

    def _base(self, layer: Layer, ruleset: Found, depth: int) -> Found | None:
        base = layer.document.get("extends")
        if base is None:
            return None
        span = layer.spans.value(("extends",))
        if not isinstance(base, str):
            self.problems.add("E012", "expected the name of a ruleset", span)
            return None
        if base in self.names:
            self.problems.add("E031", f"`extends` leads back to {quoted(base)}", span)
            return None
        if depth > caps.EXTENDS_DEPTH:
            self.problems.add("E031", f"more than {caps.EXTENDS_DEPTH} rulesets below this one", span)
            return None
        return find_by_name(base, self.bundle, ruleset.beside, self.problems, span)

    def _layer(self, ruleset: Found) -> Layer | None:
        self.names.append(ruleset.name)
        self.visited.append(ruleset)
        reads = [self._read(name, file, ruleset.beside) for name, file in ruleset.parts]
        complete = [part for part in reads if part is not None]
        if len(complete) < len(reads):
            return None
        layer = join(ruleset.name, complete, self.problems)
        self._check(layer)
        return layer

    def _read(self, name: str, file: Traversable, within: Path | None) -> Read | None:
        self.files += 1
        if self.files == caps.FILES + 1:
            self.problems.about_file("E003", f"more than {caps.FILES} files together", name)
        if self.files > caps.FILES:
            return None
        content = self.content(file, name, within)
        if content is None:
            return None
        self.bytes += len(content)
        self.read_files.append((str(file.absolute()) if isinstance(file, Path) else "", content))
        if self.bytes > caps.RESOLVED_BYTES:
            self.problems.about_file("E003", f"more than {caps.RESOLVED_BYTES // 1024} KiB of files together", name)
            return None
        return self.document(content, name)

    def content(self, file: Traversable, name: str, within: Path | None) -> bytes | None:
        """The contents of a file."""
        return read_bytes(file, name, within, self.problems)

    def document(self, content: bytes, name: str) -> Read | None:
        """The document of a file. Merging changes it, so the caller gets it for good."""
        source = clean_text(content, name, self.problems)
        before = len(self.problems.found)
        document = read(source, self.problems) if source else None
        self.broken = self.broken or len(self.problems.found) > before
        return document

    def witness(self, spec: str) -> Witness | None:
        """The questions to the file system for this spec; None if it was not an ordinary file system."""
        root = self.bundle.root
        if not isinstance(root, Path) or not all(path for path, _content in self.read_files):
            return None
        folders = folders_below(root)
        probes = {Path(spec).absolute()} if _is_path(spec) else set()
        for ruleset in self.visited:
            main = ruleset.parts[0][1]
            if ruleset.beside is None or not isinstance(main, Path):
                continue
            if main.name == MAIN:
                folders.append(main.parent)
            probes.add((main.parent / MAIN).absolute())
            for name in (*self.names, *spec.split("+")):
                probes |= {path.absolute() for path in candidates(ruleset.beside, name)}
        try:
            lists = tuple((path, listed(path)) for path in sorted({str(folder.absolute()) for folder in folders}))
            return lists, tuple((str(path), os.path.lexists(path)) for path in sorted(probes)), tuple(self.read_files)
        except (OSError, ValueError):
            return None

    def _check(self, layer: Layer) -> None:
        """Checks the heading of a ruleset."""
        name = layer.document.get("ruleset")
        if isinstance(name, str) and name != layer.name:
            message = f"the ruleset is named {quoted(name)}, its file {quoted(layer.name)}"
            self.problems.add(
                "E030", message, layer.spans.value(("ruleset",)), "give both the same name", path=("ruleset",)
            )
        top = Span(layer.sources[-1], 0, 0)
        for key in OWN:
            if key not in layer.document:
                self.problems.add("E011", f"the key `{key}` is missing", top)
        if "source" not in layer.document:
            self.problems.add("E019", "there is no `source`", top, SOURCE_HINT)
        if not isinstance(layer.document.get("abstract", False), bool):
            self.problems.add("E012", "expected true or false", layer.spans.value(("abstract",)))
        removed = layer.document.get("remove", [])
        if not isinstance(removed, list) or not all(isinstance(item, str) for item in removed):
            self.problems.add("E012", "expected a list of texts", layer.spans.value(("remove",)))


LoaderMaker: TypeAlias = Callable[[Bundle, Problems], Loader]
"""Makes the reader of the files of a spec; an editor has newer texts than the disk."""


def is_abstract(document: Document) -> bool:
    return document.get("abstract") is True


def _is_path(text: str) -> bool:
    return "/" in text or os.sep in text or text.endswith(".toml") or text in (".", "..")


def _is_there(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False
