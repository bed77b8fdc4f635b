"""Gets the machine code of a program: from the user's cache, or compiled and stored there."""

from __future__ import annotations

from hashlib import sha256

from solenia_rules.fast.accelerated import Accelerated
from solenia_rules.fast.machine_code import Loaded, compile_text, machine_name
from solenia_rules.fast.module import Module
from solenia_rules.play.executor import Executor
from solenia_rules.rules.store import Store, open_store


def make(executor: Executor, store: Store | None = None) -> Accelerated:
    """Get the machine code of a program. The cache key is the generated LLVM IR, so rulesets that differ only in
    numbers share an entry."""
    kept = open_store() if store is None else store
    module = Module(executor)
    about = ("machine code", machine_name(), sha256(module.text.encode()).hexdigest())
    code = kept.recall(*about)
    if not isinstance(code, bytes):
        code = compile_text(module.text)
        kept.remember(code, *about)
    return Accelerated(executor, module, Loaded(module.finish(code)))
