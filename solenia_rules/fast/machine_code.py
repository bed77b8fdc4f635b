"""Compiles LLVM IR to machine code in memory. The only module that imports llvmlite."""

from __future__ import annotations

from functools import cache

import llvmlite
import llvmlite.binding as llvm

PASSES = ("always_inliner", "sroa", "simplify_cfg", "instruction_combine", "simplify_cfg", "instruction_combine")
"""These few passes have nearly the effect of the full pipeline in a third of the time. Only functions that are marked
are inlined."""
EFFORT = 1
"""The optimization level of LLVM's code generator."""
MORE_EFFORT = 2
"""The optimization level for code that runs for long, with all passes of LLVM. Compiling takes two to four times as
long; batches make 8 % to 45 % more steps."""


@cache
def _ready() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def machine_name(long_runs: bool) -> str:
    """A key for object code: the machine that can run it and the compiler that made it."""
    _ready()
    features = llvm.get_host_cpu_features().flatten()
    made_by = f"{llvmlite.__version__} {MORE_EFFORT if long_runs else (PASSES, EFFORT)}"
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features} {made_by}"


def compile_text(text: str, long_runs: bool = False) -> bytes:
    """The object code of a module. `long_runs`: whether it will run so long that all passes of LLVM are worth their
    time."""
    _ready()
    effort = MORE_EFFORT if long_runs else EFFORT
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=effort, reloc="pic",
        codemodel="jitdefault", jit=True,
    )  # fmt: skip
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=effort))
    if long_runs:
        passes = builder.getModulePassManager()
    else:
        passes = llvm.create_new_module_pass_manager()
        for name in PASSES:
            getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder)
    return bytes(machine.emit_object(module))


class Loaded:
    """Object code loaded into memory; it stays loaded as long as this object lives."""

    def __init__(self, code: bytes) -> None:
        _ready()
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        return int(self._engine.get_function_address(name))
