# SPDX-License-Identifier: Apache-2.0
"""Compiles the fuzz target of tests/c/fuzz against an instrumented build, and runs it.

    python -m build_support.fuzz [plain|address|undefined|libfuzzer]... [-- ARGUMENTS]

Without a tool: address, then undefined. The corpus in tests/c/fuzz/corpus is run first. ARGUMENTS
go to the program (tests/c/fuzz/mutate.c lists them; libFuzzer has its own); without them it changes
inputs for a minute. libfuzzer needs clang, which then compiles the library too.

ACLNN_STREAM, ACLNN_SOC, ACLNN_CORES and ACLNN_CHECK are passed on: the program sets those that are
missing to a product without large workspaces, with little memory, and streams that run in the call.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .declared_table import write_table
from .sanitize import ROOT, Runner, link_program

SOURCES = ROOT / "tests" / "c" / "fuzz"
CORPUS = SOURCES / "corpus"
TOOLS = ("plain", "address", "undefined", "libfuzzer")
ONE_MINUTE = ("-seconds", "60")
# Sizes that no machine has are part of the inputs.
ASAN_OPTIONS = "allocator_may_return_null=1:max_allocation_size_mb=32:handle_abort=1"


def _runner(tool: str) -> Runner:
    return Runner("address" if tool == "libfuzzer" else tool)


def build(tool: str) -> Path:
    """The program, against an up-to-date library. Raises CalledProcessError."""
    if tool == "libfuzzer":
        os.environ["CC"] = "clang"  # of the library too: two AddressSanitizers do not mix
    runner = _runner(tool)
    runner.build()
    settings = runner.settings
    output = settings.directory / "programs" / ("libfuzzer" if tool == "libfuzzer" else "fuzz")
    output.parent.mkdir(parents=True, exist_ok=True)
    table = output.with_name("declared_table.c")
    write_table(table, ROOT / "csrc")
    sources = [*sorted(SOURCES.glob("*.c")), table]
    flags = list(settings.sanitizer_flags)
    compiler = list(settings.compiler)
    if tool == "libfuzzer":
        flags = ["-fsanitize=address,fuzzer"]
        sources.remove(SOURCES / "mutate.c")
    include, lib64 = settings.tree / "include", settings.tree / "lib64"
    command = [*compiler, "-std=c11", "-D_GNU_SOURCE", "-g", "-O1", "-Wall", "-Wextra", *flags]
    command += [
        "-I",
        str(include),
        "-I",
        str(SOURCES),
        *map(str, sources),
        f"-L{lib64}",
        "-lascendcl",
    ]
    command += [f"-Wl,-rpath,{lib64}", "-Wl,--disable-new-dtags", "-lm", "-lpthread"]
    link_program(command, output)
    return output


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 if nothing was found."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    split = given.index("--") if "--" in given else len(given)
    tools, rest = given[:split], given[split + 1 :]
    for tool in tools:
        if tool not in TOOLS:
            print(f"fuzz: {tool} is none of {', '.join(TOOLS)}", file=sys.stderr)
            return 2
    if "libfuzzer" in tools and shutil.which("clang") is None:
        print("fuzz: libfuzzer needs clang, which is not installed", file=sys.stderr)
        return 1
    for tool in tools or ("address", "undefined"):
        try:
            program = build(tool)
        except subprocess.CalledProcessError:
            return 1  # the compiler has said why
        order = [str(CORPUS), *(rest or ONE_MINUTE)]
        if tool == "libfuzzer":  # which writes what it keeps into the first directory
            kept = program.parent / "kept"
            kept.mkdir(exist_ok=True)
            own = rest or ["-max_total_time=60"]
            order = ["-rss_limit_mb=0", *own, str(kept), str(CORPUS)]
        print(f"fuzz: {tool}", flush=True)
        variables = {"ASAN_OPTIONS": ASAN_OPTIONS, **os.environ}
        if subprocess.run([str(program), *order], env=variables, check=False).returncode != 0:
            print(f"fuzz: {tool} found something", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
