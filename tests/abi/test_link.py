# SPDX-License-Identifier: Apache-2.0
"""Programs that link with the library or open it, in all the ways that programs for CANN do.

What the library exports and needs is in tests/packaging.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support import program_environment

from aclnn_py import _tree
from build_support import declared_table

pytestmark = pytest.mark.slow  # each test compiles a program, some run it under a tool

PROGRAMS = Path(__file__).with_name("programs")
STRESS = Path(__file__).parents[1] / "c" / "stress"
ROOT = Path(__file__).resolve().parents[2]
LIB64 = _tree.prefix() / "lib64"

LANGUAGES = {
    "c11": ["gcc", "-x", "c", "-std=c11"],
    "c++11": ["g++", "-x", "c++", "-std=c++11"],
    "c++17": ["g++", "-x", "c++", "-std=c++17"],
}

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def _paths(*names: str) -> list[str]:
    return [str(LIB64 / f"lib{name}.so") for name in names]


#: How the vendor's documents and scripts link programs (facts 1.3).
LINK_LINES = {
    "nn_document": _paths("ascendcl", "nnopbase", "opapi_math", "opapi_nn"),
    "math_document": _paths("ascendcl", "nnopbase", "opapi_math"),
    "mc2_document": [*_paths("ascendcl", "nnopbase", "opapi_math", "opapi_nn", "hccl"), "-pthread"],
    "nn_script": ["-lopapi_nn", "-lopapi_math", "-lascendcl", "-lnnopbase"],
    "nn_script_acl_rt": ["-lopapi_nn", "-lopapi_math", "-lacl_rt", "-lnnopbase"],
    "custom_package": ["-lcust_opapi", "-lopapi_math", "-lascendcl", "-lnnopbase"],
    "math_script": ["-lopapi_math", "-lascendcl", "-lnnopbase"],
    "one_operator_library": ["-lopapi", "-lascendcl", "-lnnopbase"],
    "as_needed": ["-Wl,--as-needed", "-lascendcl", "-lnnopbase", "-lopapi_nn"],
    "no_undefined": ["-Wl,--no-undefined", "-Wl,-z,now", "-lacl_rt", "-lopapi_nn", "-lnnopbase"],
}

#: Words for opened.c: lazy or not, global or not, deep binding or not.
OPEN_FLAGS = {"local": "", "lazy": "l", "global": "g", "lazy_global": "lg", "deep": "d"}

OTHER_NAMES = ["ascendcl", "acl_rt", "nnopbase", "opapi", "opapi_nn", "cust_opapi"]


def _compile(
    source: Path, program: Path, language: str, libraries: Sequence[str], *flags: str
) -> Path:
    directories = [f"-I{path}" for path in _tree.include_directories()]
    command = [*LANGUAGES[language], "-D_GNU_SOURCE", "-g", *WARNINGS, *flags, *directories]
    command += [str(source), "-x", "none", f"-L{LIB64}", *libraries, "-lm", "-lpthread", "-ldl"]
    result = subprocess.run(
        [*command, "-o", str(program)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return program


def _run(
    command: Sequence[str | Path], variables: Mapping[str, str] | None = None, timeout: float = 60
) -> None:
    """The program ends with 0 and prints nothing."""
    result = subprocess.run(
        [str(part) for part in command],
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    found = (result.returncode, result.stdout, result.stderr)
    assert found == (0, "", ""), f"{result.stdout}{result.stderr}"


def _needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C program of linked.c, linked with -lascendcl."""
    program = tmp_path_factory.mktemp("linked") / "linked"
    return _compile(PROGRAMS / "linked.c", program, "c11", ["-lascendcl"])


@pytest.fixture(scope="module", params=LANGUAGES)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of opened.c, which is linked with nothing of this project."""
    program = tmp_path_factory.mktemp("opened") / "opened"
    return _compile(PROGRAMS / "opened.c", program, request.param, [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINK_LINES)
def test_linked(line: str, language: str, tmp_path: Path) -> None:
    program = _compile(
        PROGRAMS / "linked.c", tmp_path / "program", language, LINK_LINES[line], "-O2"
    )
    _run([program])


@pytest.mark.parametrize("flag", ["-no-pie", "-static-libgcc", "-fno-plt"])
def test_linked_as_other_kinds_of_executable(flag: str, tmp_path: Path) -> None:
    _run([_compile(PROGRAMS / "linked.c", tmp_path / "program", "c11", ["-lascendcl"], flag)])


@pytest.mark.parametrize("flags", OPEN_FLAGS.values(), ids=OPEN_FLAGS)
def test_opened_and_closed_twice(opened: Path, flags: str) -> None:
    _run([opened, LIB64 / "libascendcl.so", flags])


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_opened_by_name(opened: Path, name: str) -> None:
    _run([opened, f"lib{name}.so", ""])


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_linked_and_opened_by_another_name(linked: Path, name: str) -> None:
    _run([linked, "open", f"lib{name}.so"])
    _run([linked, "open", LIB64 / f"lib{name}.so"])


@pytest.mark.parametrize("mode", ["RTLD_LOCAL", "RTLD_GLOBAL"])
@pytest.mark.parametrize("name", ["libascendcl.so", "libopapi.so"])
def test_opened_by_python_itself(name: str, mode: str) -> None:
    """With ctypes alone, in a Python that knows nothing of this package."""
    code = f"""
import ctypes
lib = ctypes.CDLL({str(LIB64 / name)!r}, mode=ctypes.{mode})
lib.aclGetRecentErrMsg.restype = ctypes.c_char_p
assert lib.aclInit(None) == 0
assert lib.aclrtSetDevice(0) == 0
memory = ctypes.c_void_p()
assert lib.aclrtMalloc(ctypes.byref(memory), ctypes.c_size_t(100), 0) == 0
assert lib.aclrtFree(memory) == 0
assert lib.aclrtFree(memory) == 107000
assert b"aclrtFree" in lib.aclGetRecentErrMsg()
assert lib.aclrtResetDevice(0) == 0
assert lib.aclFinalize() == 0
"""
    _run(["python3", "-I", "-c", code])


@pytest.mark.parametrize("linking", ["linked", "opened"])
def test_does_nothing_before_the_first_call(linking: str, tmp_path: Path) -> None:
    libraries = ["-Wl,--no-as-needed", "-lascendcl", "-lopapi"] if linking == "linked" else []
    program = _compile(PROGRAMS / "idle.c", tmp_path / "program", "c11", libraries)
    _run([program] if linking == "linked" else [program, "libopapi.so"])
    # Even wrong settings are nobody's business before that.
    _run(
        [program] if linking == "linked" else [program, "libopapi.so"],
        {"ACLNN_SOC": "none", "ACLNN_STREAM": "sideways", "ACLNN_LOG": "api,mem,stream,kernel"},
    )


@pytest.mark.parametrize("mode", ["async", "lazy"])
@pytest.mark.parametrize("way", ["queued", "queued_thread", "queued_quick"])
def test_leaves_with_work_queued(linked: Path, way: str, mode: str) -> None:
    """Neither a crash, nor a wait for two seconds of work that nobody asked for."""
    _run([linked, way], {"ACLNN_STREAM": mode}, timeout=1.5)


def test_works_on_when_the_main_thread_has_ended(linked: Path) -> None:
    _run([linked, "main_ends_first"])


def test_linked_without_a_call(linked: Path) -> None:
    _run([linked, "nothing"])


@pytest.mark.parametrize("way", ["use", "nothing", "queued"])
def test_under_valgrind(linked: Path, way: str) -> None:
    _needs("valgrind")
    command = ["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full"]
    command += ["--errors-for-leak-kinds=definite,indirect", "--fair-sched=yes"]
    # What is queued when the program ends is lost with it.
    command += ["--show-leak-kinds=definite,indirect"] if way != "queued" else ["--leak-check=no"]
    _run([*command, linked, way])


def _sanitizer(name: str) -> str:
    """The flag of a sanitizer that this machine's compiler has."""
    flag = f"-fsanitize={name}"
    probe = subprocess.run(
        ["gcc", flag, "-x", "c", "-", "-o", "/dev/null"],
        input="int main(void) { return 0; }",
        capture_output=True,
        text=True,
        check=False,
    )
    if probe.returncode != 0:
        pytest.skip(f"gcc has no {flag} here")
    return flag


def _run_sanitized(program: Path) -> None:
    # ThreadSanitizer does not find its place under much address randomisation.
    fixed = ["setarch", "--addr-no-randomize"] if shutil.which("setarch") else []
    _run([*fixed, program], {"ROUNDS": "1"})


@pytest.mark.parametrize("sanitizer", ["address", "thread", "undefined"])
@pytest.mark.parametrize(
    "name", ["streams", pytest.param("memory", marks=pytest.mark.slow), "errors", "callbacks"]
)
def test_sanitized_program_and_ordinary_library(name: str, sanitizer: str, tmp_path: Path) -> None:
    """Users look for faults of their own: the library must not get in the way."""
    flag = _sanitizer(sanitizer)
    source = STRESS / f"{name}.c"
    _run_sanitized(_compile(source, tmp_path / "program", "c11", ["-lascendcl"], flag))


@pytest.mark.parametrize("flag", ["-fsanitize=address", "-static-libstdc++", "-O2"])
def test_arrays_fit_delete(flag: str, tmp_path: Path) -> None:
    if flag.startswith("-fsanitize"):
        _sanitizer("address")
    source = STRESS / "arrays.cpp"
    _run([_compile(source, tmp_path / "program", "c++11", ["-lascendcl"], flag)])


@pytest.fixture(scope="module")
def stress_program(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """A program of tests/c/stress, compiled once for all modes."""

    @cache
    def compiled(source: Path) -> Path:
        directory = tmp_path_factory.mktemp(source.stem)
        table = declared_table.needed_by(source, directory, ROOT)
        return _compile(source, directory / "program", "c11", ["-lascendcl"], "-O2", *table)

    return compiled


MODES = [("async", "1"), ("async", "3"), ("lazy", "3"), ("sync", "1")]
# These run every operator, which takes half a minute: a mode changes streams, and no operator.
MODE_OF_OPERATORS = {
    "operators": ("async", "3"),
    "operators_memory": ("sync", "1"),
    "overwritten": ("async", "3"),
}


def _stress_cases() -> list[Any]:
    return [
        pytest.param(source, mode, cores, id=f"{source.stem}-{mode}-{cores}")
        for source in sorted(STRESS.glob("*.c"))
        for mode, cores in (
            [MODE_OF_OPERATORS[source.stem]] if source.stem in MODE_OF_OPERATORS else MODES
        )
    ]


@pytest.mark.parametrize(("source", "mode", "cores"), _stress_cases())
def test_stress(
    stress_program: Callable[[Path], Path], source: Path, mode: str, cores: str
) -> None:
    """The programs of tests/c/stress, forks among them, with the library that is installed."""
    variables = {"ACLNN_STREAM": mode, "ACLNN_CORES": cores}
    _run([stress_program(source)], variables, timeout=300)
