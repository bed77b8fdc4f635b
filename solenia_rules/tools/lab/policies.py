"""Learnt policies: a file of numbers that says which action a seat prefers, given what it may know.

A policy is a small network. Its input is made from the numbers of an observation: amounts are scaled, and each pair of
a word (or seat, or flag) and a value has a column of its own. Its output is one number for each action; a bot takes the
legal action with the highest number. The file is a numpy archive without pickled objects, so reading it runs no code.
"""

from __future__ import annotations

import json
import zipfile
from hashlib import sha256
from pathlib import Path

import numpy as np
from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.lab.errors import LabError

FORMAT = "solenia policy 1"
MOST_BYTES = 1 << 28
"""The most bytes that the numbers of a policy take."""
MOST_LAYERS = 16
_ARRAYS = ("about", "columns", "amounts", "middle", "spread")


def tables_of(rules: Ruleset, seats: int) -> str:
    """A digest of the actions and of the numbers of an observation: a policy fits rules that have the same tables."""
    actions = [(action.decision, action.id) for action in rules.actions(seats)]
    numbers = [(number.name, number.sort, number.words) for number in rules.observation(seats)]
    return sha256(json.dumps([actions, numbers]).encode()).hexdigest()


@frozen(eq=False)
class Encoder:
    """How observations become the input of a network."""

    columns: np.ndarray
    """m x 2: the index of a number of the observation, and a value; each row has a column that is 1 if they fit."""
    amounts: np.ndarray
    """The indices of the numbers that are scaled."""
    middle: np.ndarray
    spread: np.ndarray
    """What is subtracted from each of them, and by what it is divided then."""

    @property
    def width(self) -> int:
        return len(self.columns) + len(self.amounts)

    def encode(self, observations: np.ndarray) -> np.ndarray:
        """n x numbers -> n x width."""
        count, numbers = observations.shape
        made = np.zeros((count, self.width + 1), np.float32)
        table, low, room = self._table(numbers)
        which = np.unique(self.columns[:, 0])
        values = observations[:, which].astype(np.int64) - low
        known = (values >= 0) & (values < room)
        columns = np.where(known, table[which, np.clip(values, 0, room - 1)], self.width)
        made[np.arange(count)[:, None], columns] = 1
        scaled = (observations[:, self.amounts] - self.middle) / self.spread
        made[:, len(self.columns) : self.width] = np.clip(scaled, -10, 10)
        return made[:, : self.width]

    def _table(self, numbers: int) -> tuple[np.ndarray, int, int]:
        """For each number and value (counted from the lowest one) its column; the last column is for unknown values."""
        if not len(self.columns):
            return np.zeros((numbers, 1), np.int64), 0, 1
        low = int(self.columns[:, 1].min())
        room = int(self.columns[:, 1].max()) - low + 1
        table = np.full((numbers, room), self.width, np.int64)
        table[self.columns[:, 0], self.columns[:, 1] - low] = np.arange(len(self.columns))
        return table, low, room


@frozen(eq=False)
class Policy:
    """A network for one ruleset and one number of seats."""

    ruleset: str
    seats: int
    tables: str
    """The digest of the tables of actions and observations."""
    encoder: Encoder
    layers: tuple[tuple[np.ndarray, np.ndarray], ...]
    """The weights and biases of each layer; between two layers, negative numbers become 0."""

    def scores(self, observations: np.ndarray) -> np.ndarray:
        """n x numbers -> n x actions: the higher, the better."""
        values = self.encoder.encode(observations)
        for number, (weights, biases) in enumerate(self.layers):
            values = values @ weights + biases
            if number + 1 < len(self.layers):
                values = np.maximum(values, 0)
        return values

    def choose(self, observations: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """The best legal action of each game."""
        return np.where(legal, self.scores(observations), -np.inf).argmax(1)

    def fit(self, rules: Ruleset, seats: int) -> None:
        """Raise `LabError` if the policy is for other rules or seats."""
        if seats != self.seats:
            raise LabError(f"this policy was learnt for {self.seats} seats of {self.ruleset}, not for {seats}")
        if tables_of(rules, seats) != self.tables:
            raise LabError(
                f"this policy was learnt for {self.ruleset} as its rules were then; the actions or the observations of "
                f"{rules.id} are others: learn it again"
            )
        numbers, actions = len(rules.observation(seats)), len(rules.actions(seats))
        read = [*self.encoder.columns[:, 0].tolist(), *self.encoder.amounts.tolist()]
        if max(read, default=0) >= numbers or len(self.layers[-1][1]) != actions:
            raise LabError(f"this policy does not fit the {numbers} numbers and {actions} actions of {rules.id}")

    def save(self, path: Path) -> None:
        about = json.dumps(
            {"format": FORMAT, "ruleset": self.ruleset, "seats": self.seats, "tables": self.tables}
        ).encode()
        arrays = {
            "about": np.frombuffer(about, np.uint8), "columns": self.encoder.columns.astype(np.int32),
            "amounts": self.encoder.amounts.astype(np.int32), "middle": self.encoder.middle.astype(np.float32),
            "spread": self.encoder.spread.astype(np.float32),
        }  # fmt: skip
        for number, (weights, biases) in enumerate(self.layers):
            arrays[f"weights_{number}"] = weights.astype(np.float32)
            arrays[f"biases_{number}"] = biases.astype(np.float32)
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)


def read_policy(path: Path) -> Policy:
    """A policy from its file; raises `LabError` if it cannot be one."""
    if not path.is_file():
        raise LabError(f"there is no file {path}")
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_BYTES:
                raise LabError(f"{path} is no policy: it is larger than any policy")
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, NotImplementedError) as problem:
        raise LabError(f"{path} is no policy: it cannot be read as an archive of arrays") from problem
    return _checked(arrays, str(path))


def _checked(arrays: dict[str, np.ndarray], where: str) -> Policy:
    def wrong(why: str) -> LabError:
        return LabError(f"{where} is no policy: {why}")

    for name in _ARRAYS:
        if name not in arrays:
            raise wrong(f"the array `{name}` is missing")
    try:
        about = json.loads(arrays["about"].astype(np.uint8).tobytes())
        if about["format"] != FORMAT:
            raise wrong(f"its format is not `{FORMAT}`")
        ruleset, seats, tables = str(about["ruleset"]), int(about["seats"]), str(about["tables"])
    except (ValueError, KeyError, TypeError) as problem:
        raise wrong("it does not say what it was learnt for") from problem
    columns, amounts = arrays["columns"], arrays["amounts"]
    middle, spread = arrays["middle"], arrays["spread"]
    whole = columns.ndim == 2 and columns.shape[1:] == (2,) and columns.dtype.kind == amounts.dtype.kind == "i"
    if not whole or amounts.ndim != 1 or not middle.shape == spread.shape == amounts.shape:
        raise wrong("its input does not fit together")
    if np.abs(columns).max(initial=0) > 1 << 20 or (columns[:, 0] < 0).any() or (amounts < 0).any():
        raise wrong("its input has numbers that no observation has")
    layers: list[tuple[np.ndarray, np.ndarray]] = []
    width = len(columns) + len(amounts)
    while f"weights_{len(layers)}" in arrays and len(layers) < MOST_LAYERS:
        weights, biases = arrays[f"weights_{len(layers)}"], arrays.get(f"biases_{len(layers)}")
        if biases is None or weights.ndim != 2 or weights.shape[0] != width or biases.shape != weights.shape[1:]:
            raise wrong(f"layer {len(layers)} does not fit to what comes before it")
        width = weights.shape[1]
        layers.append((weights, biases))
    if not layers:
        raise wrong("it has no layers")
    for numbers in (middle, spread, *(part for layer in layers for part in layer)):
        if numbers.dtype.kind != "f" or not np.isfinite(numbers).all():
            raise wrong("some of its numbers are no numbers")
    if (spread <= 0).any():
        raise wrong("its input does not fit together")
    return Policy(ruleset, seats, tables, Encoder(columns, amounts, middle, spread), tuple(layers))
