# SPDX-License-Identifier: Apache-2.0
"""How instructions are registered and compiled: forms, several results, and what is refused."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from aclnn_py.kernels import compiler, tables
from aclnn_py.kernels.dialect import instructions
from aclnn_py.kernels.dialect.instructions import instruction
from aclnn_py.kernels.errors import CompilationError

pytestmark = pytest.mark.slow  # a compiler process for each module

LEVEL = compiler.host_levels()[0].name
HEADER = "from aclnn_py.kernels.dialect.instructions import instruction, number\n"


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], str]]:
    """Makes modules of instructions; what is registered here is forgotten at the end."""
    monkeypatch.syspath_prepend(tmp_path)
    before = dict(instructions.operations)

    def write(name: str, text: str) -> str:
        (tmp_path / f"{name}.py").write_text(HEADER + text)
        return name

    yield write
    instructions.operations.clear()
    instructions.operations.update(before)
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)


def load(module: str, directory: Path) -> ctypes.CDLL:
    (path,) = compiler.compile_module(module, directory, [LEVEL])
    library = directory / f"{module}.so"
    command = [os.environ.get("CC", "cc"), "-shared", "-o", str(library), str(path)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def call(library: ctypes.CDLL, name: str, *operands: Any) -> None:
    function = getattr(library, f"aclnn_{LEVEL}_vector_{name}")
    pointers = (ctypes.c_void_p * len(operands))(*(each.ctypes.data for each in operands))
    function(ctypes.c_int64(len(operands[0])), pointers)


TOY = """
@instruction("float32 int32 bfloat16", "T T -> bool")
def toy_less(a, b):
    return a < b

@instruction("float32 int8 complex64", "bool T T -> T")
def toy_choose(condition, a, b):
    return a if condition else b

@instruction("float64 int16", "T T -> T T")
def toy_both(a, b):
    return a + b, a - b

@instruction("complex64", "T -> float32 bool T")
def toy_parts(a):
    return a.real, a.imag > number(a.imag, 0), complex(a.imag, a.real)

@instruction("float32 float16 bfloat16 int8", row="b")
def toy_apart(a, b):
    return a - b

@instruction("float16 bfloat16", exact=True)
def toy_less_of(a, b):
    return b if b < a else a

@instruction("float32", "T T T T T T -> T")
def toy_six(a, b, c, d, e, f):
    return a + number(a, 2) * b + c * d + e * f
"""


def test_forms(make: Callable[[str, str], str], tmp_path: Path) -> None:
    """Results of another type, choices, several results, six inputs."""
    library = load(make("toy_forms", TOY), tmp_path)
    random = np.random.default_rng(0)
    a, b = (random.standard_normal(99).astype(np.float32) for _ in range(2))
    truth = np.zeros(99, bool)
    call(library, "toy_less_float32", a, b, truth)
    assert np.array_equal(truth, a < b)
    chosen = np.zeros(99, np.float32)
    call(library, "toy_choose_float32", truth, a, b, chosen)
    assert np.array_equal(chosen, np.minimum(a, b))
    for kind in (np.float64, np.int16):
        pair: list[Any] = [random.integers(-30000, 30000, 99).astype(kind) for _ in range(2)]
        x, y = pair
        total, difference = np.zeros_like(x), np.zeros_like(x)
        call(library, f"toy_both_{np.dtype(kind)}", x, y, total, difference)
        assert np.array_equal(total, x + y)
        assert np.array_equal(difference, x - y)
    z = (a + 1j * b).astype(np.complex64)
    real, positive, turned = np.zeros_like(a), np.zeros(99, bool), np.zeros_like(z)
    call(library, "toy_parts_complex64", z, real, positive, turned)
    assert np.array_equal(real, a)
    assert np.array_equal(positive, b > 0)
    assert np.array_equal(turned, b + 1j * a)
    apart = np.zeros_like(a)
    call(library, "toy_apart_float32_row", a, b[:1].copy(), apart)
    assert np.array_equal(apart, a - b[0])
    for short in (np.float16, ml_dtypes.bfloat16):
        half_a, half_b, half = (each.astype(short) for each in (a, b, apart))
        call(library, f"toy_apart_{np.dtype(short)}_row", half_a, half_b[:1].copy(), half)
        assert np.array_equal(half, half_a - half_b[0])
    six = [random.standard_normal(99).astype(np.float32) for _ in range(6)]
    out = np.zeros(99, np.float32)
    call(library, "toy_six_float32", *six, out)
    p, q, r, s, t, u = six
    assert np.array_equal(out, p + np.float32(2) * q + r * s + t * u)


@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
def test_exact_results_of_halves_keep_their_bits(
    make: Callable[[str, str], str], tmp_path: Path, kind: Any
) -> None:
    library = load(make("toy_exact", TOY), tmp_path)
    a = np.arange(1 << 16, dtype=np.uint16)
    b = np.roll(a, 12345)
    out = np.zeros_like(a)
    call(library, f"toy_less_of_{np.dtype(kind)}", a, b, out)
    with np.errstate(invalid="ignore"):
        expected = np.where(b.view(kind) < a.view(kind), b, a)
        numbers = ~np.isnan(expected.view(kind))
    assert np.array_equal(out[numbers], expected[numbers])
    assert np.isnan(out[~numbers].view(kind)).all()


def test_tables_of_forms(make: Callable[[str, str], str]) -> None:
    module = make("toy_tables", TOY.replace("toy_", "other_"))
    header = tables.instructions_header([module])
    assert "VECTOR_OTHER_LESS,\n    VECTOR_OTHER_CHOOSE," in header
    source = tables.instructions_source([module])
    types = "{VECTOR_SAME, VECTOR_SAME, ACL_BOOL}"
    assert f'{{"other_less", VECTOR_NO_FOLD, 2, 1, {types}, 0}}' in source
    assert (
        '{"other_apart", VECTOR_NO_FOLD, 2, 1, {VECTOR_SAME, VECTOR_SAME, VECTOR_SAME}, 2}'
        in source
    )
    row = f"aclnn_{LEVEL}_vector_other_apart_float32_row"
    assert f"[VECTOR_OTHER_APART][ACL_FLOAT] = {row}" in source
    assert "[VECTOR_OTHER_LESS][ACL_BF16] = " in source
    assert "VECTOR_ADD" not in header + source


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("a * 0.1", "returns float64 for float32"),
        ("a > 0", "returns bool for float32"),
        ("(a, a)", "returns 2 results"),
        ("math.sin(a)", "undefined symbols sinf"),
        ("fail(a)", "may raise an exception"),
        ("unknown(a)", "unknown"),
    ],
)
def test_bodies_that_are_refused(
    make: Callable[[str, str], str], tmp_path: Path, body: str, message: str
) -> None:
    text = f"""
import math
from aclnn_py.kernels.dialect import device

@device
def fail(a):
    if a > 1:
        raise ValueError("no")
    return a

@instruction("float32")
def refused(a):
    return {body}
"""
    with pytest.raises(CompilationError, match=message):
        compiler.compile_module(make("refused_body", text), tmp_path / "out", [LEVEL])
    assert not list((tmp_path / "out").glob("*.o"))


def test_registrations_that_are_refused(make: Callable[[str, str], str]) -> None:
    def body(a: float, b: float) -> float:
        return a

    def seven(a, b, c, d, e, f, g):  # type: ignore[no-untyped-def]
        return a

    def register(name: str, *arguments: Any, **options: Any) -> None:
        body.__name__ = name
        instruction(*arguments, **options)(body)

    for arguments, options, message in (
        (("float33",), {}, "no type float33"),
        (("float32", "T T - T"), {}, "no form"),
        (("float32", "T half -> T"), {}, "no type half"),
        (("float32", "T T -> bool"), {"fold": "zero"}, "folds"),
        (("float32",), {"fold": "two"}, "folds"),
    ):
        with pytest.raises(ValueError, match=message):
            register(
                f"wrong_{len(arguments[0])}_{len(options)}_{message[:2]}", *arguments, **options
            )
    with pytest.raises(ValueError, match="too many"):
        instruction("float32")(seven)
    register("registered_twice", "float32")
    with pytest.raises(ValueError, match="registered already"):
        register("registered_twice", "float64")
    with pytest.raises(ValueError, match="has a body"):
        instructions.operations["registered_twice"].register("float32")(body)
