"""LLVM as a library: text becomes machine code in memory. The only module that knows llvmlite."""

from __future__ import annotations

from functools import cache

import llvmlite
import llvmlite.binding as llvm

PASSES = ("sroa", "simplify_cfg", "instruction_combine", "simplify_cfg", "instruction_combine")
"""Few passes do nearly as much for this code as all of them, in a third of the time."""
EFFORT = 1
"""Of making machine code of what the passes leave."""


@cache
def _ready() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def machine_name() -> str:
    """Where object code may run, and what made it."""
    _ready()
    features = llvm.get_host_cpu_features().flatten()
    made_by = f"{llvmlite.__version__} {PASSES} {EFFORT}"
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features} {made_by}"


def compile_text(text: str) -> bytes:
    """The object code of a module."""
    _ready()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=EFFORT, reloc="pic",
        codemodel="jitdefault", jit=True,
    )  # fmt: skip
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=EFFORT))
    passes = llvm.create_new_module_pass_manager()
    for name in PASSES:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder)
    return bytes(machine.emit_object(module))


class Loaded:
    """Object code in memory; it stays there as long as this lives."""

    def __init__(self, code: bytes) -> None:
        _ready()
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        return int(self._engine.get_function_address(name))
