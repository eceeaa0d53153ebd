# SPDX-License-Identifier: Apache-2.0
"""Compiles kernels and instructions ahead of time.

    python -m aclnn_py.kernels.compiler aclnn_py.kernels.tiles --output DIR

writes one object file a family and level, such as `tiles_v3.o`, with the functions
`aclnn_v3_<kernel>`, and one for the instructions of the module, `vector_<module>_v3.o`. An object
needs nothing but memset, memcpy and memmove. The same sources, Numba and llvmlite give the same
bytes. `tables.py` writes the C tables that name the functions.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import platform
import re
import subprocess
import sys
import traceback
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import CompilationError
from .masked_constants import in_registers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .dialect import Kernel


@dataclass(frozen=True)
class Level:
    """An instruction set that kernels are compiled for."""

    name: str
    cpu: str
    features: str
    machine: str
    small: bool = False
    """Whether code is kept small at the price of speed: of CPUs that few have."""


_V2 = "+cmov,+cx8,+cx16,+fxsr,+mmx,+sahf,+popcnt,+sse,+sse2,+sse3,+ssse3,+sse4.1,+sse4.2,+crc32"
_V3 = _V2 + ",+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"
# Registers of 512 bits are used as they are: LLVM takes half of them for this CPU.
_V4 = _V3 + ",+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl,-prefer-256-bit"

LEVELS: tuple[Level, ...] = (
    Level("v2", "x86-64-v2", _V2, "x86_64", small=True),
    Level("v3", "x86-64-v3", _V3, "x86_64"),
    Level("v4", "x86-64-v4", _V4, "x86_64"),
    Level("aarch64", "generic", "+neon,+fp-armv8", "aarch64"),
)
"""All levels; those of one machine are ordered from the weakest to the strongest."""

# What is met too rarely to be worth registers of 512 bits, in the library's size and in the time
# of a build.
_AS_AT_V3 = re.compile(
    r"(affine_grid|class_bits|cross|deformation|displacement|points|regions|segments|sequence"
    r"|tiles)_.*"
    r"|binary_embedding_(un)?pack_.*|random_(exponential|normal|uniform)_float64"
    r"|embedding_dense_grad_(sum_(?!(float32|float16|bfloat16)$).*|(count|scatter|list)_any)"
    r"|(vector|fold)_((acosh|asinh|atanh|digamma|erfinv|lgamma|ndtri)_.*|.*(complex|float64).*)"
    r"|(vector|fold)_(?!cast_)\w+_(u?int8|u?int16|bool)"
    r"|vector_((asin|acos|atan)_of_integer|fmod|remainder|(floor|trunc)_div)_.*"
)

ALLOWED_UNDEFINED = frozenset({"memset", "memcpy", "memmove"})

# Called by the wrapper if a kernel returns an error, so it remains in the object, undefined and
# therefore rejected, unless the optimiser proves that the kernel cannot raise.
_RAISED = "kernel_raises_an_exception"


_ROOT = __name__.partition(".")[0] if __name__ != "__main__" else "aclnn_py"


def find_level(name: str) -> Level:
    """The level with this name: `v3`, `x86-64-v3` or `aarch64`."""
    for level in LEVELS:
        if name in (level.name, level.cpu) and name != "generic":
            return level
    raise ValueError(f"level {name!r} is none of {', '.join(level.name for level in LEVELS)}")


def host_machine() -> str:
    """The architecture of this machine: `x86_64` or `aarch64` where there are levels for it."""
    return {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())


def machine_levels(machine: str) -> tuple[Level, ...]:
    """The levels of an architecture, weakest first."""
    levels = tuple(level for level in LEVELS if level.machine == machine)
    if not levels:
        raise CompilationError(f"there is no kernel level for the machine {machine}")
    return levels


def host_levels() -> tuple[Level, ...]:
    """The levels of this machine, weakest first."""
    return machine_levels(host_machine())


@cache
def _module_path(name: str) -> Path | None:
    """The file of a module, found without importing anything; None if it is none."""
    first, *rest = name.split(".")
    spec = find_spec(first)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin)
    if rest:
        path = path.parent.joinpath(*rest[:-1], f"{rest[-1]}.py")
        if not path.exists():
            path = path.with_suffix("") / "__init__.py"
    return path if path.exists() else None


@cache
def _imports(name: str, path: Path) -> tuple[str, ...]:
    """Modules that the file may import by its import statements."""
    found: list[str] = []
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level > 0:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *filter(None, [node.module])])
            found += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return tuple(found)


def _reached(module: str, without: Sequence[str] = ()) -> dict[str, Path]:
    """The module and those it imports from the package of its first name, and so on; by name."""
    root = module.partition(".")[0]
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        # The list of all modules decides nothing about one of them.
        ignored = name == __package__ or name in without
        if name in found or ignored or name.partition(".")[0] not in (root, _ROOT):
            continue
        path = _module_path(name)
        if path is not None:
            found[name] = path
            waiting += _imports(name, path)
    return found


def sources(module: str) -> list[Path]:
    """The files that decide what a module's objects contain, next to `tool_version`.

    They are its own, those it imports, and those that compile it: what makes loops of instructions
    only where it has some.
    """
    loops, instructions = f"{__package__}.loops", f"{__package__}.dialect.instructions"
    found = _reached(module)
    compiling = [_reached(f"{__package__}.compiler", without=(loops, instructions))]
    if instructions in found:
        compiling.append(_reached(loops))
    return sorted({path for each in (found, *compiling) for path in each.values()})


def tool_version() -> str:
    """The tools that decide what the objects contain."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"python-{python} numba-{version('numba')} llvmlite-{version('llvmlite')}"


def load(module: str) -> list[Kernel]:
    """Imports a module; its kernels in order of declaration."""
    importlib.import_module(module)
    from .dialect import registry

    return [kernel for kernel in registry.values() if kernel.family.module == module]


# --- Objects -----------------------------------------------------------------------------------


def compile_module(
    module: str,
    output_directory: str | os.PathLike[str],
    levels: Sequence[str] | None = None,
) -> list[Path]:
    """Compiles what a module registers for `levels`, in a process of its own; the objects.

    Without `levels` they are those of this machine; it compiles for others too. Raises
    CompilationError if that fails.
    """
    output = Path(output_directory)
    failures = compile_modules({module: output}, levels)
    if failures:
        raise CompilationError(f"{module}:\n{failures[module]}")
    return sorted(output.glob("*.o"))


def compile_modules(
    outputs: Mapping[str, Path], levels: Sequence[str] | None = None
) -> dict[str, str]:
    """Compiles modules, each into a directory of its own; what failed, by module.

    The front end runs once for all levels, and for what several modules call. All is done in a
    process of its own, because Numba takes its settings from the environment; what is compiled
    before a module does not change its objects.
    """
    chosen = host_levels() if levels is None else [find_level(level) for level in levels]
    for output in outputs.values():
        output.mkdir(parents=True, exist_ok=True)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")
    }
    environment |= {
        "NUMBA_DISABLE_INTEL_SVML": "1",
        # `_optimise` does it once, after everything is inlined: smaller and faster code, sooner.
        "NUMBA_OPT": "0",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)]),
    }
    command = [sys.executable, "-m", f"{__package__}.compiler", "--in-process"]
    for level in chosen:
        command += ["--level", level.name]
    found: dict[str, str] = {}
    # A module that ends the process is the first one without a report; another process goes on.
    while remaining := [module for module in outputs if module not in found]:
        orders = json.dumps({module: str(outputs[module]) for module in remaining})
        result = subprocess.run(
            command, env=environment, input=orders, capture_output=True, text=True, check=False
        )
        started, *reports = [json.loads(line) for line in result.stdout.splitlines()] or [None]
        found |= dict(reports)
        ended = f"the compiler ended with {result.returncode}\n{result.stderr}".rstrip()
        if started is None:
            found |= dict.fromkeys(remaining, ended)
        elif len(reports) < len(remaining):
            found[remaining[len(reports)]] = ended
    return {module: failure for module, failure in found.items() if failure}


def _target_machine(level: Level) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(f"{level.machine}-unknown-linux-gnu").create_target_machine(
        cpu=level.cpu, features=level.features, opt=3, reloc="pic", codemodel="small"
    )


def _parse(text: str, machine: Any) -> Any:
    """A module of LLVM's text, for the machine. Numba writes its text for the one it runs on."""
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    return module


def _optimise(module: Any, machine: Any, level: Level) -> None:
    import llvmlite.binding as llvm

    if level.small:
        for function in module.functions:
            if not function.is_declaration:
                function.add_function_attribute("minsize")
                function.add_function_attribute("optsize")
    options = llvm.create_pipeline_tuning_options(speed_level=2 if level.small else 3)
    options.loop_vectorization = not level.small
    options.slp_vectorization = not level.small
    options.loop_interleaving = not level.small
    options.loop_unrolling = not level.small
    builder = llvm.create_pass_builder(machine, options)
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    builder.getModulePassManager().run(module, builder)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, builder)


def has_own_code(level: Level, kernel: str) -> bool:
    """Whether a kernel is compiled for a level, and not only for the one below it."""
    return level.name != "v4" or not _AS_AT_V3.fullmatch(kernel)


def symbol_name(level: str, kernel: str) -> str:
    """The C function that a kernel is at a level."""
    found = find_level(level)
    name = found.name if has_own_code(found, kernel) else "v3"
    return f"aclnn_{name}_{kernel}"


def _wrapper(symbol: str, native: str) -> str:
    return f"""
declare i32 @"{native}"(ptr, ptr, i64, i64, i64, i64)
declare void @{_RAISED}()

define void @{symbol}(i64 %block, i64 %blocks, i64 %tiling, i64 %arguments) nounwind {{
entry:
  %result = alloca ptr, align 8
  %exception = alloca ptr, align 8
  %status = call i32 @"{native}"(ptr %result, ptr %exception,
      i64 %block, i64 %blocks, i64 %tiling, i64 %arguments)
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %raised
raised:
  call void @{_RAISED}()
  br label %done
done:
  ret void
}}
"""


@dataclass(frozen=True)
class _Text:
    """What the front end makes of a kernel: LLVM's text, and Numba's name of the function."""

    text: str
    native: str
    callback: str


def _front_end(kernel: Kernel) -> _Text:
    import numba

    from .dialect import COMPILE_OPTIONS, SIGNATURE

    compiled = numba.cfunc(SIGNATURE, **COMPILE_OPTIONS)(kernel.function)
    callback = compiled.native_name
    if not callback.startswith("cfunc."):
        raise CompilationError(f"{kernel.name}: Numba named its callback {callback}")
    return _Text(compiled.inspect_llvm(), callback.removeprefix("cfunc."), callback)


def _level_choices(level: Level) -> str:
    """The functions by which code chooses what a level has."""
    from .dialect.level import (
        HAS_FLOAT16_INSTRUCTIONS,
        HAS_FUSED_INSTRUCTIONS,
        HAS_TABLE_INSTRUCTIONS,
        STREAM_FENCE,
    )

    is_aarch64 = level.machine == "aarch64"
    features = level.features.split(",")
    has_float16 = is_aarch64 or "+f16c" in features
    has_fused = is_aarch64 or "+fma" in features
    has_table = "+avx512f" in features
    # LLVM's own fence does not promise to order non-temporal stores on x86-64.
    fence = "fence seq_cst" if is_aarch64 else "call void @llvm.x86.sse.sfence()"
    return f"""
declare void @llvm.x86.sse.sfence()

define i1 @{HAS_FLOAT16_INSTRUCTIONS}() {{
  ret i1 {str(has_float16).lower()}
}}

define i1 @{HAS_FUSED_INSTRUCTIONS}() {{
  ret i1 {str(has_fused).lower()}
}}

define i1 @{HAS_TABLE_INSTRUCTIONS}() {{
  ret i1 {str(has_table).lower()}
}}

define void @{STREAM_FENCE}() {{
  {fence}
  ret void
}}
"""


def _complete(
    module: Any, symbols: set[str], keep: set[str], name: str, level: Level, machine: Any
) -> None:
    """Optimises a linked module; only `symbols` remain external, and all names are our own."""
    module.link_in(_parse(_level_choices(level), machine))
    for function in module.functions:
        if not function.is_declaration and function.name not in symbols:
            function.linkage = "internal"
            if function.name not in keep:
                function.add_function_attribute("alwaysinline")
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()
    _optimise(module, machine, level)

    # Numba's names count the functions compiled before and hash the environment.
    number = 0
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in symbols:
            value.name = f"{name}.{number}"
            number += 1
    module.name = name


def _kernel_module(kernel: Kernel, text: _Text, level: Level, machine: Any) -> Any:
    """The LLVM module of one kernel; the only name in it that is not internal is its symbol."""
    symbol = symbol_name(level.name, kernel.name)
    module = _parse(text.text, machine)
    module.link_in(_parse(_wrapper(symbol, text.native), machine))
    _complete(module, {symbol}, {text.callback}, symbol, level, machine)
    return module


def _emit(module: Any, output: Path, name: str, level: Level, machine: Any) -> None:
    if "+avx512f" in level.features:
        module = _parse(in_registers(str(module)), machine)
    path = output / f"{name}_{level.name}.o"
    temporary = path.with_suffix(".o.part")
    temporary.write_bytes(machine.emit_object(module))
    _check_undefined(temporary)
    temporary.replace(path)


def _compile_families(kernels: Sequence[Kernel], levels: Sequence[Level], output: Path) -> None:
    texts = [_front_end(kernel) for kernel in kernels]
    names = dict.fromkeys(kernel.family.name for kernel in kernels)
    for level in levels:
        machine = _target_machine(level)
        for name in names:
            family: Any = None
            for kernel, text in zip(kernels, texts, strict=True):
                if kernel.family.name != name or not has_own_code(level, kernel.name):
                    continue
                module = _kernel_module(kernel, text, level, machine)
                if family is None:
                    family = module
                else:
                    family.link_in(module)
            if family is not None:
                family.name = name
                _emit(family, output, name, level, machine)


def _compile_instructions(module: str, levels: Sequence[Level], output: Path) -> None:
    from . import loops
    from .dialect.instructions import instructions_of

    instructions = list(instructions_of(module))
    if not instructions:
        return
    bodies = [(loops.compile_body(instruction), instruction) for instruction in instructions]
    conversions = loops.conversions_module()
    name = "vector_" + module.rpartition(".")[2]
    for level in levels:
        own = [each for each in bodies if has_own_code(level, f"vector_{each[1].name}")]
        if not own:
            continue
        machine = _target_machine(level)
        text = [loops.declarations(own), f"declare void @{_RAISED}()\n"]
        symbols = set()
        for body, instruction in own:
            symbol = symbol_name(level.name, f"vector_{instruction.name}")
            symbols.add(symbol)
            text.append(loops.map_loop(symbol, instruction, body, _RAISED))
            if instruction.folds:
                symbol = symbol_name(level.name, f"fold_{instruction.name}")
                symbols.add(symbol)
                text.append(loops.fold_loop(symbol, instruction, body, _RAISED))
        linked = _parse("".join([*text, loops.METADATA]), machine)
        linked.link_in(_parse(conversions, machine))
        bodies_of_all = (each for body, _ in own for each in (body, body.guess) if each)
        for text_of in dict.fromkeys(each.text for each in bodies_of_all):
            linked.link_in(_parse(text_of, machine))
        _complete(linked, symbols, set(), f"{name}_{level.name}", level, machine)
        _emit(linked, output, name, level, machine)


def undefined_symbols(path: Path) -> set[str]:
    """Names that an object file (64-bit little endian ELF) needs from elsewhere."""
    data = path.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        raise CompilationError(f"{path.name} is not a 64-bit little endian ELF file")

    def number(offset: int, size: int) -> int:
        return int.from_bytes(data[offset : offset + size], "little")

    sections = number(0x28, 8)
    section_size = number(0x3A, 2)
    found = set()
    for index in range(number(0x3C, 2)):
        header = sections + index * section_size
        if number(header + 4, 4) != 2:  # SHT_SYMTAB
            continue
        names = number(sections + number(header + 0x28, 4) * section_size + 0x18, 8)
        start, size = number(header + 0x18, 8), number(header + 0x20, 8)
        for entry in range(start + 24, start + size, 24):
            if number(entry + 6, 2) == 0:  # SHN_UNDEF
                name = names + number(entry, 4)
                found.add(data[name : data.index(b"\0", name)].decode())
    return found


def _check_undefined(path: Path) -> None:
    unexpected = undefined_symbols(path) - ALLOWED_UNDEFINED
    if _RAISED in unexpected:
        raise CompilationError(f"{path.name}: a kernel may raise an exception")
    if unexpected:
        raise CompilationError(f"{path.name}: undefined symbols {', '.join(sorted(unexpected))}")


def _compile_here(module: str, levels: Sequence[Level], output: Path) -> None:
    _compile_families(load(module), levels, output)
    _compile_instructions(module, levels, output)


def _leave_out_machine_code() -> None:
    """Let Numba end at LLVM's text: its machine code would never run, and takes long.

    It takes the address of each function that it has compiled, and reads nothing there.
    """
    from numba.core import codegen

    def nothing(*_: object) -> None:
        pass

    def address(library: Any, _: str) -> int:
        library._ensure_finalized()
        return 1

    codegen.JITCodeLibrary._finalize_specific = nothing
    codegen.JITCodeLibrary.get_pointer_to_function = address
    codegen.JITCPUCodegen._add_module = nothing
    codegen.JITCPUCodegen.set_env = nothing


def _start_numba() -> None:
    """What comes before the first module: imports, and the choice that is left to the level."""
    from .dialect.level import leave_choice_to_level

    leave_choice_to_level()
    _leave_out_machine_code()
    # A compilation ends before it fills the memory, and looking for garbage took a fifth of it.
    gc.disable()


def _failure(module: str, levels: Sequence[Level], output: Path) -> str:
    """Compile a module; what failed, or nothing."""
    try:
        _compile_here(module, levels, output)
    except CompilationError as error:
        return str(error)
    except Exception:
        return traceback.format_exc()
    return ""


def _compile_orders(levels: Sequence[Level]) -> None:
    """Compile the modules that standard input names, each into its directory.

    Writes a line when it begins, and one for each module.
    """
    outputs = json.load(sys.stdin)
    _start_numba()
    print(json.dumps("started"), flush=True)
    for module, output in outputs.items():
        print(json.dumps([module, _failure(module, levels, Path(output))]), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line: compiles a module."""
    parser = argparse.ArgumentParser(prog="python -m aclnn_py.kernels.compiler")
    parser.add_argument("module", nargs="?", help="such as aclnn_py.kernels.tiles")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--level", action="append", help="v2, v3, v4 or aarch64; default: all")
    parser.add_argument("--in-process", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        if options.in_process:
            _compile_orders([find_level(level) for level in options.level])
            return 0
        if options.module is None or options.output is None:
            parser.error("a module and --output are needed")
        paths = compile_module(options.module, options.output, options.level)
    except CompilationError as error:
        print(error, file=sys.stderr)
        return 1
    for path in paths:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
