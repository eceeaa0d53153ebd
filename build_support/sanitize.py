# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the C and C++ test programs against an ordinary or an instrumented build.

    python -m build_support.sanitize address|undefined|thread|valgrind|plain [NAME...]

tests/c/unit    programs that test what is below the public functions: linked with the objects
tests/c/stress  programs that use the public functions only: linked with libascendcl.so; they run
                with findings wanted, so that races and call stacks are looked at too
tests/c/load    likewise, many launches for a bounded time

One that includes declared.h is linked with the table of the declared operators.

A program passes if it ends with 0. It is left out of a run that its source names in a line such as

    /* not under thread, valgrind: they cannot follow a fork */
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .declared_table import needed_by
from .library import ARCHIVE, SANITIZERS, Settings, new_file
from .tree import blas_folder

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("plain", *SANITIZERS, "valgrind")
SECONDS = 600

_OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1:suppressions="
    + str(Path(__file__).with_name("thread_suppressions.txt")),
}
_VALGRIND = [
    "valgrind",
    "--quiet",
    "--error-exitcode=99",
    "--leak-check=full",
    "--errors-for-leak-kinds=definite,indirect",
    "--fair-sched=yes",
]


def link_program(command: Sequence[str], output: Path) -> None:
    """Compile a program by the command; one that another process runs meanwhile stays as it is.

    Raises CalledProcessError with the compiler's words.
    """
    with new_file(output) as made:
        subprocess.run([*command, "-o", str(made)], check=True, capture_output=True, text=True)


def _is_of_blas(variable: str) -> bool:
    return variable.startswith("OPENBLAS_")


@dataclass(frozen=True)
class Runner:
    """Compiles and runs programs under one tool."""

    tool: str

    @property
    def settings(self) -> Settings:
        """The build that the programs use."""
        return Settings(ROOT, sanitizer=self.tool if self.tool in SANITIZERS else None)

    def build(self) -> None:
        """Bring that build up to date. Raises CalledProcessError."""
        command = [sys.executable, "build.py"]
        if self.settings.sanitizer is not None:
            command += ["--sanitize", self.settings.sanitizer]
        subprocess.run(command, cwd=ROOT, check=True)

    def programs(self, names: Sequence[str] = ()) -> list[Path]:
        """The sources of the programs of this run, all or those with these names."""
        found = []
        for directory in ("unit", "stress", "load"):
            for suffix in ("c", "cpp"):
                found += sorted((ROOT / "tests" / "c" / directory).glob(f"*.{suffix}"))
        return [path for path in found if not names or path.stem in names]

    def left_out(self, source: Path) -> bool:
        """Whether the source says that it is not for this tool."""
        line = re.search(r"/\* not under ([a-z, ]+):", source.read_text("utf-8"))
        return line is not None and self.tool in re.split(r"[ ,]+", line[1])

    def compile(self, source: Path) -> Path:
        """The program, compiled. Raises CalledProcessError with the compiler's words."""
        settings = self.settings
        output = settings.directory / "programs" / source.stem
        output.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".cpp":
            command = [*shlex.split(os.environ.get("CXX", "c++")), "-std=c++11"]
        else:
            command = [*settings.compiler, "-std=c11"]
        command += needed_by(source, output.parent, ROOT)
        command += ["-D_GNU_SOURCE", "-g", "-O1", "-Wall", "-Wextra", *settings.sanitizer_flags]
        if source.parent.name == "unit":
            for directory in ("csrc", "build/include", "build/generated"):
                command += ["-I", str(ROOT / directory)]
            command += [str(source), str(settings.directory / ARCHIVE)]
        else:
            include, lib64 = settings.tree / "include", settings.tree / "lib64"
            command += ["-I", str(include), str(source), f"-L{lib64}", "-lascendcl"]
            command += [f"-Wl,-rpath,{lib64}", "-Wl,--disable-new-dtags"]  # before LD_LIBRARY_PATH
        link_program([*command, "-lm", "-lpthread", "-ldl"], output)
        return output

    def command(self, program: Path) -> list[str]:
        """The command line that runs a program under the tool."""
        if self.tool == "valgrind":
            return [*_VALGRIND, str(program)]
        if self.tool == "thread" and shutil.which("setarch") is not None:
            # ThreadSanitizer does not find its place under much address randomisation.
            return ["setarch", "--addr-no-randomize", str(program)]
        return [str(program)]

    def environment(self) -> Mapping[str, str]:
        """The environment of a program, without what OpenBLAS would read."""
        given = {name: value for name, value in os.environ.items() if not _is_of_blas(name)}
        rounds = {"ROUNDS": "1"} if self.tool == "valgrind" else {}
        # A program that the objects are linked into is not where the library would be.
        settings = self.settings
        folder = settings.tree / "lib64" / blas_folder(settings)
        blas = {"ACLNN_BLAS": os.path.normpath(folder / "libscipy_openblas.so")}
        return {**rounds, **blas, **given, **_OPTIONS}

    def run(self, source: Path) -> tuple[bool, str]:
        """Compile and run; whether it passed, and what was printed."""
        findings = {"ACLNN_FINDINGS": os.devnull} if source.parent.name == "stress" else {}
        try:
            result = subprocess.run(
                self.command(self.compile(source)),
                env={**findings, **self.environment()},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except subprocess.CalledProcessError as error:
            return False, f"does not compile:\n{error.stderr}"
        except subprocess.TimeoutExpired:
            return False, f"does not end within {SECONDS} s"
        return result.returncode == 0, f"{result.stdout}exit status {result.returncode}"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 if all programs pass."""
    parser = argparse.ArgumentParser(prog="python -m build_support.sanitize")
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("name", nargs="*", help="programs, such as test_tensor; default: all")
    options = parser.parse_args(arguments)
    runner = Runner(options.tool)
    if options.tool == "valgrind" and shutil.which("valgrind") is None:
        print("valgrind is not installed (Debian: valgrind)", file=sys.stderr)
        return 1
    try:
        runner.build()
    except subprocess.CalledProcessError:
        return 1  # build.py has said why
    passed = failed = 0
    for source in runner.programs(options.name):
        if runner.left_out(source):
            print(f"{options.tool} {source.stem}: left out, see its source")
            continue
        good, output = runner.run(source)
        print(f"{options.tool} {source.stem}: {'passed' if good else 'FAILED'}", flush=True)
        if good:
            passed += 1
        else:
            failed += 1
            print(output)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
