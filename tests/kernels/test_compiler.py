# SPDX-License-Identifier: Apache-2.0
"""Kernels compiled ahead of time: instruction sets, symbols, reproducibility, C tables, values."""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from embedding_dense_grad_case import DTYPES, Case, bits

from aclnn_py.kernels import compiler, dialect, launcher, tables
from aclnn_py.kernels.compiler import Level
from aclnn_py.kernels.embedding_dense_grad.family import BLOCK_BYTES, family
from aclnn_py.kernels.errors import CompilationError
from build_support.library import Settings, compile_all, start_kernels, workers

pytestmark = pytest.mark.slow  # compiles every level, if the build has not

if TYPE_CHECKING:
    from collections.abc import Iterator

STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wmissing-prototypes"]
LEVELS = compiler.host_levels()
C_COMPILER = os.environ.get("CC", "cc")

needs_x86 = pytest.mark.skipif(LEVELS[0].machine != "x86_64", reason="x86-64 only")
needs_c = pytest.mark.skipif(shutil.which(C_COMPILER) is None, reason="no C compiler")


@pytest.fixture(scope="session")
def all_objects() -> list[Path]:
    """What the build links: the objects of every family at every level."""
    settings = Settings(Path(__file__).parents[2])
    with workers() as pool:
        return compile_all(settings, pool, start_kernels(settings, pool))[1]


@pytest.fixture(scope="session")
def objects(all_objects: list[Path]) -> dict[str, Path]:
    """The object of the family embedding_dense_grad of every level."""
    names = {f"{family.name}_{level.name}.o": level.name for level in LEVELS}
    return {names[path.name]: path for path in all_objects if path.name in names}


@pytest.fixture(scope="session")
def disassembly(objects: dict[str, Path]) -> dict[str, str]:
    """The instructions in these objects."""
    command = ["objdump", "--disassemble", "--reloc", "--no-show-raw-insn"]
    return {
        level: subprocess.run([*command, path], capture_output=True, text=True, check=True).stdout
        for level, path in objects.items()
    }


@pytest.fixture(scope="session")
def library(all_objects: list[Path], tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """All objects and the tables, linked as the build links them."""
    output = tmp_path_factory.mktemp("library")
    paths = tables.write_c_tables(output)
    sources = [path for path in paths if path.suffix == ".c"]
    include = ["-I", str(Path(__file__).parents[2] / "build" / "include")]
    result = output / "libkernels.so"
    options = [*STRICT, "-fPIC", "-shared", "-Wl,-z,defs"]
    command: list[str | Path] = [C_COMPILER, *options, *include, "-o", result, *sources]
    subprocess.run([*command, *all_objects], check=True)
    return ctypes.CDLL(str(result))


def function_text(text: str, symbol: str) -> str:
    begin = text.index(f"<{symbol}>:\n")
    end = text.find("\n\n", begin)
    return text[begin : end if end >= 0 else len(text)]


def test_undefined_symbols(all_objects: list[Path]) -> None:
    for path in all_objects:
        assert compiler.undefined_symbols(path) <= {"memset", "memcpy", "memmove"}


@pytest.mark.skipif(shutil.which("nm") is None, reason="no binutils")
def test_symbols_seen_by_nm(objects: dict[str, Path]) -> None:
    kernels = {f"embedding_dense_grad_{name}" for name in ("count_int32", "scatter_int64", "sort")}
    for level, path in objects.items():
        listed = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
        symbols = [line.split()[-2:] for line in listed.splitlines()]
        assert {name for kind, name in symbols if kind == "U"} == compiler.undefined_symbols(path)
        exported = {name for kind, name in symbols if kind == "T"}
        assert {f"aclnn_{level}_{name}" for name in kernels} <= exported
        assert all(name.startswith(f"aclnn_{level}_embedding_dense_grad_") for name in exported)
        assert not {name for kind, name in symbols if kind in "DdBbC"}, "there is no state"


@needs_x86
def test_instruction_sets(disassembly: dict[str, str]) -> None:
    v2, v3, v4 = (disassembly[level] for level in ("v2", "v3", "v4"))
    assert not re.search(r"%[yz]mm|%k[0-7]|\tv[a-z]+", v2)
    assert "%ymm" in v3
    assert "vcvtph2ps" in v3
    assert "vcvtps2ph" in v3
    assert not re.search(r"%zmm|%k[0-7]|%[xy]mm(1[6-9]|2[0-9]|3[01])", v3)
    assert re.search(r"%zmm|%k[0-7]|%[xy]mm(1[6-9]|2[0-9]|3[01])", v4)
    for text in (v2, v3, v4):
        assert "fmadd" not in text, "a sum is not to be contracted"


@needs_x86
@pytest.mark.parametrize("grad_type", ["float32", "float16", "bfloat16"])
def test_sums_are_vectorised(disassembly: dict[str, str], grad_type: str) -> None:
    for level, register in (("v2", "xmm"), ("v3", "ymm"), ("v4", "[yz]mm")):
        symbol = f"aclnn_{level}_embedding_dense_grad_sum_{grad_type}"
        text = function_text(disassembly[level], symbol)
        assert re.search(rf"\tv?addps\s.*%{register}", text)
    if grad_type == "float16":
        text = function_text(disassembly["v3"], "aclnn_v3_embedding_dense_grad_sum_float16")
        assert re.search(r"vcvtph2ps\s.*%ymm", text)
        assert re.search(r"vcvtps2ph\s.*%ymm", text)


def test_out_is_streamed(disassembly: dict[str, str]) -> None:
    """Every sum has stores past the caches and a barrier behind the last; nothing else has."""
    x86 = LEVELS[0].machine == "x86_64"
    store = r"\tv?movnt(?:ps|pd|dq)\s" if x86 else r"\tstnp\s"
    barrier = r"\t(?:mfence|sfence|lock\s+orl)\b" if x86 else r"\tdmb\s"
    for level, text in disassembly.items():
        prefix = f"aclnn_{level}_embedding_dense_grad_"
        for kernel in dialect.registry.values():
            if kernel.family is not family:
                continue
            if not compiler.has_own_code(compiler.find_level(level), kernel.name):
                continue
            code = function_text(text, prefix + kernel.name.removeprefix(family.name + "_"))
            stores = [match.end() for match in re.finditer(store, code)]
            barriers = [match.end() for match in re.finditer(barrier, code)]
            if "_sum_" in kernel.name:
                assert stores, kernel.name
                assert barriers, kernel.name
                assert not re.search(r"R_\w+\s+mem(?:cpy|move)\b", code), (
                    "those choose for themselves"
                )
            else:
                assert not stores, kernel.name
                assert not barriers, kernel.name


@needs_x86
def test_width_of_what_is_streamed(disassembly: dict[str, str]) -> None:
    for level, register in (("v2", "xmm"), ("v3", "ymm"), ("v4", "[yz]mm")):
        lines = re.findall(r"\tv?movnt\w+ .*", disassembly[level])
        assert lines
        assert all(re.search(rf"%{register}\d+,", line) for line in lines)


MODULE = """
import math
from aclnn_py.kernels import dialect
from aclnn_py.kernels.dialect import Family, pointer_float32, pointer_int64, pointer_uint16

family = Family("{name}", ("count", "dims[3]", "last"), ("source", "target"), module=__name__)

@dialect.device
def twice(value):
    return value + value

def make(convert):
    def kernel(block, blocks, tiling, arguments):
        a = pointer_int64(arguments)
        source = pointer_uint16(a[0])
        target = pointer_float32(a[1])
        stack = dialect.stack_int64(3)
        for axis in range(3):
            stack[axis] = pointer_int64(tiling)[1 + axis]
        for i in range(pointer_int64(tiling)[0]):
            value = twice(convert(source[i + stack[i & 1]]))
            {statement}
            target[i] = value
    return kernel

family.register("first", make(dialect.float16_to_float32))
family.register("second", make(dialect.bfloat16_to_float32))
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes kernel modules that a compiler process can import."""
    monkeypatch.syspath_prepend(tmp_path)
    before = dict(dialect.registry)

    def make(name: str, statement: str = "pass") -> str:
        (tmp_path / f"{name}.py").write_text(MODULE.format(name=name, statement=statement))
        return name

    yield make
    dialect.registry.clear()
    dialect.registry.update(before)
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)


def test_reproducible(modules: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    level = LEVELS[-1].name
    toy = modules("toy_family")
    (alone,) = compiler.compile_module(toy, tmp_path / "alone", [level])
    monkeypatch.setenv("PYTHONHASHSEED", "12345")
    monkeypatch.setenv("NUMBA_OPT", "0")
    for path in compiler.compile_module(toy, tmp_path / "all"):
        if path.name == alone.name:
            assert path.read_bytes() == alone.read_bytes()
    assert alone.name == f"toy_family_{level}.o"
    assert len(list((tmp_path / "all").iterdir())) == len(LEVELS)


def test_modules_together(modules: Any, tmp_path: Path) -> None:
    """Each has the bytes that it has alone, and what fails in one leaves the others whole."""
    names = [
        modules("one_family"),
        modules("wrong_family", "raise ValueError"),
        modules("two_family"),
    ]
    level = LEVELS[0].name
    outputs = {name: tmp_path / "together" / name for name in names}
    failures = compiler.compile_modules(outputs, [level])
    assert failures.keys() == {"wrong_family"}
    assert "may raise an exception" in failures["wrong_family"]
    for name in ("one_family", "two_family"):
        (alone,) = compiler.compile_module(name, tmp_path / "alone" / name, [level])
        assert (outputs[name] / alone.name).read_bytes() == alone.read_bytes()


def test_compiler_that_ends(modules: Any, tmp_path: Path) -> None:
    """Modules that end their process are reported; the others are compiled."""
    (tmp_path / "ending.py").write_text("import os\nos.abort()\n")
    outputs = {name: tmp_path / "out" / name for name in ("ending", modules("whole_family"))}
    failures = compiler.compile_modules(outputs, [LEVELS[0].name])
    assert failures == {"ending": "the compiler ended with -6"}
    assert list(outputs["whole_family"].glob("*.o"))


@needs_x86
def test_code_of_v4() -> None:
    """What is met rarely has no code of its own there; all that embeddings are made of has."""
    for kernel in (
        "vector_add_float32",
        "vector_cast_float32_int8",
        "vector_rounded_quotient_float16",
        "fold_add_float16",
        "embedding_dense_grad_sum_float16",
    ):
        assert compiler.symbol_name("v4", kernel) == f"aclnn_v4_{kernel}"
    for kernel in (
        "vector_add_complex64",
        "vector_add_float64",
        "vector_add_int8",
        "vector_rounded_exp_int8",
        "embedding_dense_grad_sum_any_float",
        "embedding_dense_grad_sum_any_integer",
        "embedding_dense_grad_count_any",
        "vector_lgamma_float32",
    ):
        assert compiler.symbol_name("v4", kernel) == f"aclnn_v3_{kernel}"
        assert compiler.symbol_name("v2", kernel) == f"aclnn_v2_{kernel}"


@needs_x86
def test_v4_reads_no_constant_under_a_mask(disassembly: dict[str, str]) -> None:
    assert "{%k" in disassembly["v4"]
    assert not re.search(r"\(%rip\)(\{1to\d+\})?,.*\{%k[1-7]\}", disassembly["v4"])


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("raise ValueError('no')", "may raise an exception"),
        ("assert source[i] != 7", "may raise an exception"),
        ("value = math.sin(value)", "sin"),
    ],
)
def test_outside_the_dialect(modules: Any, tmp_path: Path, statement: str, message: str) -> None:
    name = modules("wrong_family", statement)
    with pytest.raises(CompilationError, match=message):
        compiler.compile_module(name, tmp_path / "out", [LEVELS[0].name])
    assert not list((tmp_path / "out").glob("*.o"))


def test_level_names() -> None:
    assert compiler.find_level("x86-64-v3") is compiler.find_level("v3")
    assert [level.name for level in compiler.LEVELS] == ["v2", "v3", "v4", "aarch64"]
    for name in ("v5", "generic", ""):
        with pytest.raises(ValueError, match="level"):
            compiler.find_level(name)


def test_other_machine(modules: Any, tmp_path: Path) -> None:
    """Kernels are compiled for machines that this one is not: e_machine, psABI."""
    name = modules("foreign_family", "pass")
    foreign = next(level for level in compiler.LEVELS if level not in LEVELS)
    paths = compiler.compile_module(name, tmp_path, [foreign.name])
    machine = {"x86_64": 62, "aarch64": 183}[foreign.machine]
    assert {path.read_bytes()[18:20] for path in paths} == {machine.to_bytes(2, "little")}


def test_sources() -> None:
    def names(module: str) -> set[str]:
        return {path.name for path in compiler.sources(f"aclnn_py.kernels.{module}")}

    always = {"compiler.py", "conversions.py", "errors.py"}
    assert always | {"__init__.py", "sums.py", "sorting.py"} <= names("embedding_dense_grad")
    assert {"tiles.py", "lanes.py"} <= names("tiles")
    assert not {"sums.py", "tiles.py", "arithmetic.py"} & names("scaling")
    assert not {"launcher.py", "tables.py", "loops.py"} & names("embedding_dense_grad")
    assert always | {"loops.py", "instructions.py", "arithmetic.py"} <= names("vector.arithmetic")
    assert not {"casts.py", "exponential.py"} & names("vector.arithmetic")
    assert re.search(r"numba-[0-9.]+ llvmlite-[0-9.]+", compiler.tool_version())


def test_sources_of_what_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a module imports, in any form and over several steps, and nothing beside it."""
    monkeypatch.syspath_prepend(tmp_path)
    texts = {
        "toy_package/__init__.py": "",
        "toy_package/first.py": "from . import second\nfrom .deep.third import name",
        "toy_package/second.py": "import os\nimport toy_package.fourth",
        "toy_package/deep/__init__.py": "",
        "toy_package/deep/third.py": "from ..fifth import *\nname = 1",
        "toy_package/fourth.py": "",
        "toy_package/fifth.py": "",
        "toy_package/unused.py": "",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    found = [path for path in compiler.sources("toy_package.first") if tmp_path in path.parents]
    names = {path.relative_to(tmp_path).as_posix() for path in found}
    files = {f"toy_package/{name}.py" for name in ("first", "second", "fourth", "fifth")}
    assert names - {"toy_package/__init__.py", "toy_package/deep/__init__.py"} == {
        *files,
        "toy_package/deep/third.py",
    }


@needs_c
def test_tables_in_c(modules: Any, tmp_path: Path) -> None:
    name = modules("table_family")
    header, source, *_ = tables.write_c_tables(tmp_path, [name])
    program = tmp_path / "check.c"
    program.write_text(
        '#include "kernels.h"\n'
        + "".join(
            f'_Static_assert({expression}, "");\n'
            for expression in (
                "KERNEL_TABLE_FAMILY_FIRST == 0",
                "KERNEL_TABLE_FAMILY_SECOND == 1",
                "KERNEL_COUNT == 2",
                "TABLE_FAMILY_TILING_COUNT == 0",
                "TABLE_FAMILY_TILING_DIMS == 1",
                "TABLE_FAMILY_TILING_DIMS_LENGTH == 3",
                "TABLE_FAMILY_TILING_LAST == 4",
                "TABLE_FAMILY_TILING_SIZE == 5",
                "TABLE_FAMILY_ARGUMENT_SOURCE == 0",
                "TABLE_FAMILY_ARGUMENT_TARGET == 1",
                "TABLE_FAMILY_ARGUMENT_COUNT == 2",
                f"KERNEL_LEVEL_COUNT == {len(LEVELS)}",
            )
        )
    )
    for path in (program, source):
        subprocess.run([C_COMPILER, *STRICT, "-c", path, "-o", tmp_path / "out.o"], check=True)
    text = source.read_text()
    assert [text.index(f'{{"{level.name}"') for level in LEVELS] == sorted(
        text.index(f'{{"{level.name}"') for level in LEVELS
    )
    assert "EMBEDDING" not in header.read_text()
    tables.write_c_tables(tmp_path, [name], levels=[LEVELS[0].name])
    levels = tmp_path / "kernel_levels.h"
    assert levels.read_text().count("    KERNEL_LEVEL_") == 2
    assert source.read_text().count("functions_") == 2


def test_tables_of_the_family() -> None:
    text = tables.c_header()
    for field in family.fields():
        name = f"EMBEDDING_DENSE_GRAD_TILING_{field.name.upper()}"
        assert f"    {name} = {field.offset},\n" in text
    assert f"EMBEDDING_DENSE_GRAD_BLOCK_BYTES = {BLOCK_BYTES}" in text
    assert f"EMBEDDING_DENSE_GRAD_TILING_SIZE = {family.tiling_size}" in text
    assert "KERNEL_EMBEDDING_DENSE_GRAD_SUM_ANY_FLOAT," in text


class KernelLevel(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("functions", ctypes.POINTER(ctypes.c_void_p))]


def host_runs(level: Level) -> bool:
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    return all(features.get(name[1:], True) for name in level.features.split(","))


@needs_c
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize(
    "data_type",
    ["float32", "float16", "bfloat16", "float64", "int8", "int16", "int32", "int64"],
)
def test_values(library: ctypes.CDLL, level: Level, data_type: str) -> None:
    if not host_runs(level):
        pytest.skip(f"this CPU does not run {level.name}")
    table = (KernelLevel * len(LEVELS)).in_dll(library, "kernel_levels")[LEVELS.index(level)]
    assert table.name == level.name.encode()
    kernels = [kernel.name for kernel in dialect.registry.values() if kernel.family is family]
    names = (ctypes.c_char_p * len(kernels)).in_dll(library, "kernel_names")

    def launch(kernel: str, blocks: int, tiling: Any, arguments: Any) -> None:
        position = kernels.index(kernel)
        assert names[position] == kernel.encode()
        launcher.launch_address(table.functions[position], blocks, tiling, arguments)

    random = np.random.default_rng(20)
    is_integer = DTYPES[data_type].kind == "i"
    has_float_sums = data_type in ("float32", "float16", "bfloat16")
    for columns, scale, index_type, alpha, accumulate in (
        (1, True, "float16", 1, False),
        (16, True, "uint16", 0.1, False),
        (37, False, "int32", 3, True),
        (64, False, "uint32", 1, False),
        (70, False, "int16", -0.5, True),
        (2100, True, "bool", 3, False),
    ):
        weights = 2 if index_type == "bool" else 13
        grad = (random.standard_normal((50, columns)) * 100).astype(DTYPES[data_type])
        if has_float_sums:
            grad[3, :] = np.nan
            grad[4, 0] = np.inf
        indices = random.integers(0, weights, 50).astype(DTYPES[index_type])
        for out_type in ("float32", data_type) if has_float_sums else (data_type,):
            for out in (
                np.ones((weights, columns), DTYPES[out_type]),
                np.ones((weights, 2 * columns), DTYPES[out_type])[:, ::2],
            ):
                is_dense = out.strides[1] == out.itemsize
                apart = np.arange(weights * 2 * columns).reshape(weights, -1)[:, :columns] % 90
                apart = np.repeat(apart.astype(out.dtype), 2, axis=1)[:, :columns]
                for shift, wide in itertools.product((0, 2, 4), (False, True)):
                    initial = apart if is_dense and accumulate and shift < 4 else None
                    begun = accumulate and initial is None
                    stream = shift < 4 and is_dense and out.itemsize > 1 and not begun
                    case = Case(
                        grad, indices, weights, out, scale=scale and not is_integer, launch=launch,
                        bucket_shift=shift, wide=wide, stream=stream,
                        alpha=int(alpha) if is_integer else alpha, accumulate=accumulate,
                        initial=initial,
                    )  # fmt: skip
                    np.testing.assert_array_equal(bits(case.run()), case.expected_bits())
