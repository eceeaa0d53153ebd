# SPDX-License-Identifier: Apache-2.0
"""Compiles all kernels ahead of time, and writes the C tables that name them.

    python -m aclnn_py.kernels.compiler --level v3 --output DIR

writes one object file a family, `<family>_v3.o`, with the functions `aclnn_v3_<kernel>`. An
object needs nothing but memset, memcpy and memmove. The same sources, Numba and llvmlite give
the same bytes.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .dialect import Family, Kernel


@dataclass(frozen=True)
class Level:
    """An instruction set that kernels are compiled for."""

    name: str
    cpu: str
    features: str
    machine: str


_V2 = "+cmov,+cx8,+cx16,+fxsr,+mmx,+sahf,+popcnt,+sse,+sse2,+sse3,+ssse3,+sse4.1,+sse4.2,+crc32"
_V3 = _V2 + ",+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"
_V4 = _V3 + ",+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"

LEVELS: tuple[Level, ...] = (
    Level("v2", "x86-64-v2", _V2, "x86_64"),
    Level("v3", "x86-64-v3", _V3, "x86_64"),
    Level("v4", "x86-64-v4", _V4, "x86_64"),
    Level("aarch64", "generic", "+neon,+fp-armv8", "aarch64"),
)
"""All levels; those of one machine are ordered from the weakest to the strongest."""

ALLOWED_UNDEFINED = frozenset({"memset", "memcpy", "memmove"})

# Called by the wrapper if a kernel returns an error, so it remains in the object, undefined and
# therefore rejected, unless the optimiser proves that the kernel cannot raise.
_RAISED = "kernel_raises_an_exception"


class CompilationError(Exception):
    """A kernel uses what the dialect does not allow."""


def find_level(name: str) -> Level:
    """The level with this name: `v3`, `x86-64-v3` or `aarch64`."""
    for level in LEVELS:
        if name in (level.name, level.cpu) and name != "generic":
            return level
    raise ValueError(f"level {name!r} is none of {', '.join(level.name for level in LEVELS)}")


def host_levels() -> tuple[Level, ...]:
    """The levels that are compiled on this machine, weakest first."""
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    levels = tuple(level for level in LEVELS if level.machine == machine)
    if not levels:
        raise CompilationError(f"there is no kernel level for the machine {machine}")
    return levels


def sources(modules: Sequence[str] = MODULES) -> list[Path]:
    """The files that decide what the objects and tables contain, next to `tool_version`."""
    package = Path(__file__).parent
    paths = {path for path in package.rglob("*.py") if path.name != "launcher.py"}
    for name in modules:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"kernel module {name}")
        paths.add(Path(spec.origin))
    return sorted(paths)


def tool_version() -> str:
    """The tools that decide what the objects contain."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"python-{python} numba-{version('numba')} llvmlite-{version('llvmlite')}"


def load_families(modules: Sequence[str] = MODULES) -> list[tuple[Family, list[Kernel]]]:
    """Imports the modules; their families with the kernels, in order of declaration."""
    for name in modules:
        importlib.import_module(name)
    from .dialect import registry

    families: dict[str, tuple[Family, list[Kernel]]] = {}
    for name in modules:
        for kernel in registry.values():
            if kernel.family.module == name:
                families.setdefault(kernel.family.name, (kernel.family, []))[1].append(kernel)
    return list(families.values())


# --- Objects -----------------------------------------------------------------------------------


def compile_level(
    level: str,
    output_directory: str | os.PathLike[str],
    modules: Sequence[str] = MODULES,
) -> list[Path]:
    """Compiles every kernel of `modules` in a process of its own; the object files.

    A process of its own, because Numba's vectoriser takes its target from the environment. Two
    levels may be compiled at the same time.
    """
    target = find_level(level)
    if target not in host_levels():
        raise CompilationError(
            f"level {target.name} is compiled on {target.machine} only, not by cross compilation"
        )
    output = Path(output_directory)
    output.mkdir(parents=True, exist_ok=True)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")
    }
    environment |= {
        "NUMBA_CPU_NAME": target.cpu,
        "NUMBA_CPU_FEATURES": target.features,
        "NUMBA_DISABLE_INTEL_SVML": "1",
        # `_optimise` does it once, after everything is inlined: smaller and faster code, sooner.
        "NUMBA_OPT": "0",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)]),
    }
    command = [sys.executable, "-m", f"{__package__}.compiler"]
    command += ["--level", target.name, "--output", str(output), "--in-process"]
    for module in modules:
        command += ["--module", module]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise CompilationError(f"level {target.name}:\n{result.stdout}{result.stderr}")
    return [Path(line) for line in result.stdout.splitlines()]


def _target_machine(level: Level) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=level.cpu, features=level.features, opt=3, reloc="pic", codemodel="small"
    )


def _optimise(module: Any, machine: Any) -> None:
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    options.slp_vectorization = True
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


def symbol_name(level: str, kernel: str) -> str:
    """The C function of a kernel at a level."""
    return f"aclnn_{find_level(level).name}_{kernel}"


def _wrapper(symbol: str, native: str, data_layout: str, triple: str) -> str:
    return f"""
target datalayout = "{data_layout}"
target triple = "{triple}"

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


def _kernel_module(kernel: Kernel, level: Level, machine: Any) -> Any:
    """The LLVM module of one kernel; the only name in it that is not internal is its symbol."""
    import llvmlite.binding as llvm
    import numba

    from .dialect import COMPILE_OPTIONS, SIGNATURE

    compiled = numba.cfunc(SIGNATURE, **COMPILE_OPTIONS)(kernel.function)
    text = compiled.inspect_llvm()
    callback = compiled.native_name
    if not callback.startswith("cfunc."):
        raise CompilationError(f"{kernel.name}: Numba named its callback {callback}")
    native = callback.removeprefix("cfunc.")
    symbol = symbol_name(level.name, kernel.name)

    module = llvm.parse_assembly(text)
    wrapper = _wrapper(symbol, native, module.data_layout, module.triple)
    module.link_in(llvm.parse_assembly(wrapper))
    for function in module.functions:
        if not function.is_declaration and function.name != symbol:
            function.linkage = "internal"
            if function.name != callback:
                function.add_function_attribute("alwaysinline")
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()
    _optimise(module, machine)

    # Numba's names count the functions compiled before and hash the environment.
    number = 0
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.name = f"{symbol}.{number}"
            number += 1
    module.name = symbol
    return module


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


def _compile_here(level: Level, output: Path, modules: Sequence[str]) -> Iterable[Path]:
    from numba.core import config

    if (level.cpu, level.features) != (config.CPU_NAME, config.CPU_FEATURES):
        raise CompilationError(f"NUMBA_CPU_NAME, NUMBA_CPU_FEATURES are not those of {level.name}")
    machine = _target_machine(level)
    for family, kernels in load_families(modules):
        module: Any = None
        for kernel in kernels:
            compiled = _kernel_module(kernel, level, machine)
            if module is None:
                module = compiled
            else:
                module.link_in(compiled)
        module.name = family.name
        path = output / f"{family.name}_{level.name}.o"
        temporary = path.with_suffix(".o.part")
        temporary.write_bytes(machine.emit_object(module))
        _check_undefined(temporary)
        temporary.replace(path)
        yield path


# --- C tables ----------------------------------------------------------------------------------

_LICENCE = "/* SPDX-License-Identifier: Apache-2.0 */\n"


def _enumeration(lines: Iterable[str]) -> str:
    return "enum {\n" + "".join(f"    {line},\n" for line in lines) + "};\n"


def _family_enumerations(family: Family) -> str:
    prefix = family.name.upper()
    tiling = []
    for entry in family.fields():
        name = f"{prefix}_TILING_{entry.name.upper()}"
        tiling.append(f"{name} = {entry.offset}")
        if entry.is_array:
            tiling.append(f"{name}_LENGTH = {entry.length}")
    tiling.append(f"{prefix}_TILING_SIZE = {family.tiling_size}")
    arguments = [
        f"{prefix}_ARGUMENT_{name.upper()} = {index}"
        for index, name in enumerate((*family.arguments, "count"))
    ]
    constants = [f"{prefix}_{name.upper()} = {value}" for name, value in family.constants.items()]
    parts = [
        f"/* {family.name}: int64 fields of the tiling array, an array by its first element. */\n",
        _enumeration(tiling),
        f"\n/* {family.name}: positions in the array of addresses. */\n",
        _enumeration(arguments),
    ]
    if constants:
        parts += ["\n", _enumeration(constants)]
    return "".join(parts)


def c_header(modules: Sequence[str] = MODULES, levels: Sequence[Level] | None = None) -> str:
    """The text of kernels.h."""
    families = load_families(modules)
    levels = host_levels() if levels is None else levels
    names = [kernel.name for _, kernels in families for kernel in kernels]
    parts = [
        _LICENCE,
        "/* Generated by aclnn_py.kernels.compiler from the kernel families; do not edit. */\n",
        "#ifndef ACLNN_KERNELS_H\n#define ACLNN_KERNELS_H\n\n#include <stdint.h>\n\n",
        "/* Does the share of one block; tiling and arguments are addresses of int64 arrays. */\n",
        "typedef void (*kernel_function)(int64_t block, int64_t blocks, int64_t tiling,\n",
        "                                int64_t arguments);\n\n",
        "enum {\n",
        *(f"    KERNEL_{name.upper()},\n" for name in names),
        "    KERNEL_COUNT\n};\n\n",
        "/* The instruction sets, weakest first. */\nenum {\n",
        *(f"    KERNEL_LEVEL_{level.name.upper()},\n" for level in levels),
        "    KERNEL_LEVEL_COUNT\n};\n\n",
        "struct kernel_level {\n    const char *name;\n",
        "    const kernel_function *functions; /* KERNEL_COUNT of them */\n};\n\n",
        "extern const struct kernel_level kernel_levels[KERNEL_LEVEL_COUNT];\n",
        "extern const char *const kernel_names[KERNEL_COUNT];\n",
    ]
    for family, _ in families:
        parts += ["\n", _family_enumerations(family)]
    parts.append("\n#endif\n")
    return "".join(parts)


def c_source(modules: Sequence[str] = MODULES, levels: Sequence[Level] | None = None) -> str:
    """The text of kernels.c."""
    levels = host_levels() if levels is None else levels
    names = [kernel.name for _, kernels in load_families(modules) for kernel in kernels]
    parts = [
        _LICENCE,
        "/* Generated by aclnn_py.kernels.compiler from the kernel families; do not edit. */\n",
        '#include "kernels.h"\n',
    ]
    for level in levels:
        symbols = [symbol_name(level.name, name) for name in names]
        parts.append("\n")
        parts += [
            f"extern void {symbol}(int64_t, int64_t, int64_t, int64_t);\n" for symbol in symbols
        ]
        parts.append(f"\nstatic const kernel_function functions_{level.name}[KERNEL_COUNT] = {{\n")
        parts += [f"    {symbol},\n" for symbol in symbols]
        parts.append("};\n")
    parts.append("\nconst struct kernel_level kernel_levels[KERNEL_LEVEL_COUNT] = {\n")
    parts += [f'    {{"{level.name}", functions_{level.name}}},\n' for level in levels]
    parts.append("};\n\nconst char *const kernel_names[KERNEL_COUNT] = {\n")
    parts += [f'    "{name}",\n' for name in names]
    parts.append("};\n")
    return "".join(parts)


def write_c_tables(
    output_directory: str | os.PathLike[str],
    modules: Sequence[str] = MODULES,
    levels: Sequence[str] | None = None,
) -> list[Path]:
    """Writes kernels.h and kernels.c; `levels` are the ones that are linked, default all."""
    chosen = None
    if levels is not None:
        wanted = {find_level(level) for level in levels}
        chosen = [level for level in LEVELS if level in wanted]
    output = Path(output_directory)
    output.mkdir(parents=True, exist_ok=True)
    header, source = output / "kernels.h", output / "kernels.c"
    header.write_text(c_header(modules, chosen))
    source.write_text(c_source(modules, chosen))
    return [header, source]


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line: compiles a level, or writes the C tables."""
    parser = argparse.ArgumentParser(prog="python -m aclnn_py.kernels.compiler")
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--level", help="v2, v3, v4 or aarch64")
    parser.add_argument("--tables", action="store_true", help="write kernels.h and kernels.c")
    parser.add_argument("--module", action="append", help="instead of the built-in families")
    parser.add_argument("--in-process", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    modules = tuple(options.module or MODULES)
    if options.level is None and not options.tables:
        parser.error("one of --level and --tables is required")
    if options.tables:
        for path in write_c_tables(options.output, modules):
            print(path)
    if options.level is not None:
        if options.in_process:
            paths = _compile_here(find_level(options.level), options.output, modules)
        else:
            paths = compile_level(options.level, options.output, modules)
        try:
            for path in paths:
                print(path)
        except CompilationError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
