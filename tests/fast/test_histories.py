"""Histories in machine code: positions are packed from masks, and trials copy them only as far as they changed."""

from __future__ import annotations

import pytest

from solenia_rules.fast import module
from solenia_rules.fast.accelerated import make
from tests.fast.comparing import NOWHERE, accelerated, first_difference
from tests.playing import loaded


@pytest.mark.parametrize("name", ["go", "chess", "oware"])
def test_games_with_histories_are_those_of_plain_python(name: str) -> None:
    assert first_difference(accelerated(name, 2), range(8)) is None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("copy_words(t, s, done, size - done)", "copy_words(t, s, done, 0)"),
        ("return near_by_steps(cells)", "return cells"),
    ],
)
def test_a_wrong_trial_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    made = make(loaded("go").executor(2), NOWHERE)
    assert first_difference(made, range(40)) is not None
