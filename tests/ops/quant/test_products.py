# SPDX-License-Identifier: Apache-2.0
"""Products of quantised matrices: results of other data types than Python chooses, fractals, and
what phase one refuses."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.product_oracle import (
    fifth_product,
    fractal_cases,
    mixed_cases,
    multiplied,
    packed,
    restored,
    words_of,
)
from small_floats import nearest
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT8, INT32, INT64, NULL, answer, tensor

Array = NDArray[Any]
NZ, UINT64, INT4, HIFLOAT8, E4M3, FLOAT4, E8M0 = 29, 10, 29, 34, 36, 40, 37
NUMBERS = {
    "bfloat16": BFLOAT16,
    "float8_e4m3fn": E4M3,
    "float4_e2m1fn": FLOAT4,
    "int4": INT4,
    "float8_e8m0fnu": E8M0,
    "uint8": HIFLOAT8,  # codes: ml_dtypes has no such type
}
RNG = np.random.default_rng(5)


def _run(
    api: Api, soc: str, call: str, arguments: list[Any], out: Array, blocks: list[int] | None = None
) -> Array:
    """The result of a call on a product; blocks are the storage of x2 in fractals."""
    with Session(api) as session, selected(api, soc):
        handles: list[Any] = []
        for at, value in enumerate([*arguments, out]):
            if not isinstance(value, np.ndarray):
                handles.append(value)
                continue
            is_half = value.dtype.name in ("float4_e2m1fn", "int4")
            codes = value.view(np.uint8).ravel() & 15 if is_half else value
            address = session.upload(codes[::2] | codes[1::2] << 4 if is_half else value)
            number: Any = NUMBERS.get(value.dtype.name, value.dtype)
            is_fractal = at == 1 and blocks is not None
            storage = blocks if is_fractal else value.shape
            layout = NZ if is_fractal else 2
            handles.append(
                session.describe(value.shape, number, address, storage=storage, format_=layout)
            )
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        phase_one = getattr(api.ok, call + "GetWorkspaceSize")
        phase_one(*handles, ctypes.byref(size), ctypes.byref(executor))
        workspace = session.malloc(size.value)
        getattr(api.ok, call)(workspace or None, size, executor, session.stream)
        assert session.synchronize() == 0
        return session.download(address, out.shape, out.dtype)


def _matrices(m: int, k: int, n: int) -> tuple[Array, Array]:
    left = RNG.integers(-128, 128, (m, k)).astype(np.int8)
    return left, RNG.integers(-128, 128, (k, n)).astype(np.int8)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("rows", [1, 9])
def test_weights_of_int4(api: Api, rows: int) -> None:
    columns = 6
    x = RNG.integers(-8, 8, (rows, 10)).astype(np.float16)
    weight = RNG.integers(-8, 8, (10, columns)).astype(ml_dtypes.int4)
    scale = np.exp2(RNG.integers(-3, 3, columns)).astype(np.float16)
    out = np.zeros((rows, columns), np.float16)
    given = [x, weight, scale, None, None, None, None, 0]
    found = _run(api, "Ascend910B", "aclnnWeightQuantBatchMatmulV2", given, out)
    assert np.array_equal(found, (x @ weight.astype(np.float16)) * scale)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("group", [0, 64])
@pytest.mark.parametrize("kind", ["int4", "int8"])
@pytest.mark.parametrize(("rows", "columns"), [(1, 40010), (1, 2054), (4, 5002)])
def test_wide_weights(api: Api, rows: int, columns: int, kind: str, group: int) -> None:
    """Tiles of one row are longer than those of several; sums of whole numbers are exact."""
    depth = 131
    x = RNG.integers(-3, 4, (rows, depth)).astype(np.float16)
    weight = RNG.integers(-8, 8, (depth, columns)).astype(np.int8)
    groups = -(-depth // group) if group else 1
    scale = np.exp2(RNG.integers(-3, 3, (groups, columns))).astype(np.float16)
    out = np.zeros((rows, columns), np.float16)
    typed = weight.astype(np.dtype(getattr(ml_dtypes, kind, kind)))
    given = [x, typed, scale if group else scale[0], None, None, None, None, group]
    found = _run(api, "Ascend910B", "aclnnWeightQuantBatchMatmulV2", given, out)
    each = np.repeat(scale.astype(np.float64), group or depth, 0)[:depth]
    assert np.array_equal(found, (x @ (weight * each)).astype(np.float16))


def _rows(*shape: int) -> Array:
    return np.asarray(RNG.normal(size=shape) / 64, np.float32)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_sums_are_exact(api: Api, soc: str) -> None:
    """out of int32 has the sums, which no scale multiplies."""
    x1, x2 = _matrices(9, 3000, 33)
    bias = RNG.integers(-(2**31), 2**31, 33).astype(np.int32)
    out = np.zeros((9, 33), np.int32)
    for each in (None, bias):
        arguments = [x1, x2, _rows(33), None, each, False, False]
        found = _run(api, soc, "aclnnQuantMatmulV3", arguments, out)
        wanted = multiplied(x1, x2, False, False)
        assert (found == (wanted if each is None else wanted + each)).all()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_results_of_float16_with_scales_for_rows(api: Api, soc: str) -> None:
    x1, x2 = _matrices(9, 300, 33)
    scale, tokens, bias = _rows(33), _rows(9), _rows(33)
    out = np.zeros((9, 1, 33), np.float16)
    arguments = [x1, x2, scale, None, tokens, bias, False, False]
    found = _run(api, soc, "aclnnQuantMatmulV4", arguments, out)
    wanted = restored(multiplied(x1, x2, False, False), scale, tokens, bias)
    assert (found[:, 0] == wanted.astype(np.float16)).all()


def _high(values: Array) -> Array:
    """Codes of hifloat8."""
    codes = nearest("hifloat8", values, True) | np.where(np.signbit(values), 0x80, 0)
    return np.asarray(codes, np.uint8)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("is_high", [False, True])
@pytest.mark.parametrize("sides", [(1, 0), (0, 1)])
def test_scales_follow_the_sums(api: Api, is_high: bool, sides: tuple[int, int]) -> None:
    """Numbers times their scales have no float32; sums times both have."""
    depth, rows, columns = 48, 5, 16
    large, small = (2.0**15, 2.0**-15) if is_high else (448.0, 2.0**-9)
    signs = [RNG.choice([-1.0, 1.0], each) for each in ((rows, depth), (depth, columns))]
    left, right = (each * (large, small)[at] for each, at in zip(signs, sides, strict=True))
    tokens = np.full(rows, (2.0**120, 2.0**-120)[sides[0]], np.float32)
    scale = np.full(columns, (2.0**120, 2.0**-120)[sides[1]], np.float32)
    code = _high if is_high else lambda each: each.astype(ml_dtypes.float8_e4m3fn)
    out = np.zeros((rows, columns), np.float32)
    arguments = [code(left), code(right), tokens, scale, *[None] * 5, False, False, 0]
    found = _run(api, "Ascend950", "aclnnQuantMatmulV5", arguments, out)
    assert np.array_equal(found, left @ right)


@pytest.mark.usefixtures("own_library")
def test_offsets_of_words(api: Api) -> None:
    """Without offset a result of int8 gets that in the word."""
    x1, x2 = _matrices(9, 30, 33)
    words = words_of(_rows(33) / 16, RNG.integers(-256, 256, 33))
    out = np.zeros((9, 33), np.int8)
    arguments = [x1, x2, words, None, None, False, False]
    found = _run(api, "Ascend910B", "aclnnQuantMatmulV3", arguments, out)
    assert (found == restored(multiplied(x1, x2, False, False), words, None, None, True)).all()


@pytest.mark.usefixtures("own_library")
def test_results_of_float32(api: Api) -> None:
    """Of floats on Ascend950; sums of small numbers are exact."""
    x1, x2 = (RNG.integers(-4, 5, (8, 8)).astype(ml_dtypes.float8_e4m3fn) for _ in range(2))
    scale, tokens, bias = _rows(8), _rows(8), _rows(8)
    out = np.zeros((8, 8), np.float32)
    arguments = [x1, x2, tokens, scale, *[None] * 4, bias, False, True, 0]
    found = _run(api, "Ascend950", "aclnnQuantMatmulV5", arguments, out)
    assert (found == restored(multiplied(x1, x2, False, True), scale, tokens, bias)).all()


@pytest.mark.usefixtures("own_library")
def test_scales_for_groups_beside_fractals(api: Api) -> None:
    """Blocks of 16 rows of 32 bytes have 32 float8 or 64 float4 a row."""
    for case, blocks in fractal_cases():
        wanted = fifth_product(SimpleNamespace(**case))
        out = np.zeros(wanted.shape, np.float32)
        arguments = [case[name] for name in FIFTH]
        found = _run(api, "Ascend950", "aclnnQuantMatmulWeightNz", arguments, out, blocks)
        assert (found == wanted.astype(np.float32)).all()


FIFTH = (
    *("x1", "x2", "x1Scale", "x2Scale", "yScale", "x1Offset", "x2Offset", "yOffset", "bias"),
    *("transposeX1", "transposeX2", "groupSize"),
)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("soc", "architecture"), [("Ascend910B", "2201"), ("Ascend950", "3510")])
def test_numbers_of_8_bits_by_numbers_of_4(api: Api, soc: str, architecture: str) -> None:
    """int8 by int4, where sums are those of x1 - 8, which yOffset completes; float8 by float4."""
    for case in mixed_cases(architecture):
        wanted = fifth_product(SimpleNamespace(**case))
        out = np.zeros(wanted.shape, np.float16)
        found = _run(api, soc, "aclnnQuantMatmulV5", [case[name] for name in FIFTH], out)
        assert (found == wanted.astype(np.float16)).all()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_fractals(api: Api, soc: str) -> None:
    """Blocks of 16 rows of 32 bytes; the elements of a tensor lie as its view says."""
    x1, x2 = _matrices(5, 48, 64)
    scale, tokens = _rows(64), _rows(5)
    out = np.zeros((5, 64), np.float16)
    arguments = [x1, x2, tokens, scale, *[None] * 5, False, False, 0]
    found = _run(api, soc, "aclnnQuantMatmulWeightNz", arguments, out, [2, 3, 16, 32])
    wanted = restored(multiplied(x1, x2, False, False), scale, tokens, None)
    assert (found == wanted.astype(np.float16)).all()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("kind", "group"), [("int8", 0), ("int4", 0), ("int4", 32)])
def test_weights_in_fractals(api: Api, kind: str, group: int) -> None:
    """Only Ascend950 has the call; numbers are small, so that sums and results are exact."""
    x = RNG.integers(-3, 4, (5, 64)).astype(np.float16)
    weight = RNG.integers(-8, 8, (64, 128))
    shape = (2, 128) if group else (128,)
    scale = (2.0 ** RNG.integers(-2, 2, shape)).astype(np.float16)
    offset = RNG.integers(-2, 3, shape).astype(np.float16)
    rows = np.repeat(np.arange(2), 32) if group else 0
    factors, added = scale.reshape(-1, 128)[rows], offset.reshape(-1, 128)[rows]
    wanted = x.astype(float) @ ((weight + added.astype(float)) * factors.astype(float))
    given = weight.astype(np.int8) if kind == "int8" else packed(weight)
    arguments = [x, given, scale, offset, None, None, None, group]
    blocks = [4, 4, 16, 32] if kind == "int8" else [2, 4, 16, 8]
    out = np.zeros((5, 128), np.float16)
    found = _run(api, "Ascend950", "aclnnWeightQuantBatchMatmulNz", arguments, out, blocks)
    assert (found == wanted).all()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", ["int8", "int4"])
@pytest.mark.parametrize("rows", [2, 5])
def test_offsets_belong_to_weights(api: Api, rows: int, kind: str) -> None:
    """A weight and its offset are added first: 3 - 1 times infinity is infinity, 7 - 7 is 0."""
    x = RNG.standard_normal((rows, 64)).astype(np.float16)
    weight, offset = np.full((64, 128), 7), np.full(128, -7, np.float16)
    x[:, 5], weight[5], weight[5, :64] = np.inf, 7, 9
    scale = np.ones(128, np.float16)
    given = weight.astype(np.int8) if kind == "int8" else packed(np.minimum(weight, 7))
    if kind == "int4":
        weight = np.minimum(weight, 7)
    out = np.zeros((rows, 128), np.float16)
    arguments = [x, given, scale, offset, None, None, None, 0]
    found = _run(api, "Ascend910B", "aclnnWeightQuantBatchMatmulV2", arguments, out)
    with np.errstate(invalid="ignore"):
        wanted = x.astype(float) @ (weight - 7.0)
    assert np.array_equal(found, wanted.astype(np.float16), equal_nan=True)


@pytest.mark.usefixtures("own_library")
def test_what_weights_in_fractals_are_not(api: Api) -> None:
    x, y, scale = tensor(FLOAT16, 5, 64), tensor(FLOAT16, 5, 128), tensor(FLOAT16, 128)
    int8 = tensor(INT8, 64, 128, layout=NZ)
    words: list[Any] = tensor(UINT64, 128)
    one = tensor(FLOAT16, 1)
    for soc, weight, factors, quant, group, wanted in (
        ("Ascend950", int8, scale, NULL, 0, 0),
        ("Ascend910B", int8, scale, NULL, 0, 361001),
        ("Ascend950", tensor(INT8, 64, 128), scale, NULL, 0, 161002),
        ("Ascend950", int8, scale, words, 0, 161001),
        ("Ascend950", int8, one, NULL, 0, 161002),
        ("Ascend950", int8, tensor(FLOAT16, 2, 128), NULL, 32, 161002),
        ("Ascend950", tensor(INT4, 64, 128, layout=NZ), one, NULL, 0, 161002),
        ("Ascend950", tensor(E4M3, 64, 128, layout=NZ), scale, NULL, 0, 161002),
        ("Ascend950", tensor(FLOAT4, 64, 128, layout=NZ), tensor(FLOAT16, 2, 128), NULL, 32, 0),
    ):
        found = answer(
            *(api, soc, "aclnnWeightQuantBatchMatmulNz", x, weight, factors),
            *(NULL, quant, NULL, NULL, ["i", group], y),
        )
        assert found[0] == wanted, (soc, weight, factors, group)


@pytest.mark.usefixtures("own_library")
def test_eight_int4_in_an_int32(api: Api) -> None:
    """The same numbers as int8 give the same product."""
    left, right = RNG.integers(-8, 8, (4, 64)), RNG.integers(-8, 8, (16, 64))
    words = words_of(_rows(16))
    out = np.zeros((4, 16), np.float16)
    rest = [words, None, None, False, True]
    call = "aclnnQuantMatmulV3"
    found = _run(api, "Ascend910B", call, [packed(left), packed(right), *rest], out)
    whole = [left.astype(np.int8), right.astype(np.int8)]
    assert (found == _run(api, "Ascend910B", call, [*whole, *rest], out)).all()
    assert found.any()


def _status(api: Api, soc: str, x1: Any, x2: Any, scale: Any, out: Any, **more: Any) -> int:
    operands = {"offset": NULL, "tokens": NULL, "bias": NULL, "flip1": ["b", 0], "flip2": ["b", 0]}
    given = {**operands, **more}
    return answer(
        api, soc, "aclnnQuantMatmulV4", x1, x2, scale, given["offset"], given["tokens"],
        given["bias"], given["flip1"], given["flip2"], out,
    )[0]  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_data_types_go_together(api: Api) -> None:
    """The page's table: what out and a scale for rows allow for the scale, bias and offset."""
    x1, x2 = tensor(INT8, 4, 32), tensor(INT8, 32, 8)
    rows, line = tensor(FLOAT, 4), tensor(FLOAT, 8)
    for soc, scale, out, more, wanted in (
        ("Ascend910B", UINT64, FLOAT16, {}, 0),
        ("Ascend910B", INT64, INT8, {"offset": line}, 0),
        ("Ascend910B", UINT64, FLOAT16, {"offset": line}, 161002),
        ("Ascend910B", FLOAT, FLOAT16, {}, 161002),
        ("Ascend910B", FLOAT, FLOAT16, {"tokens": rows}, 0),
        ("Ascend910B", BFLOAT16, FLOAT16, {"tokens": rows}, 161002),
        ("Ascend910B", BFLOAT16, BFLOAT16, {"tokens": rows}, 0),
        ("Ascend910B", UINT64, BFLOAT16, {}, 161002),
        ("Ascend950", UINT64, BFLOAT16, {}, 0),
        ("Ascend950", UINT64, BFLOAT16, {"bias": line}, 161002),
        ("Ascend910B", BFLOAT16, BFLOAT16, {"bias": line}, 0),
        ("Ascend910B", BFLOAT16, BFLOAT16, {"bias": tensor(FLOAT16, 8)}, 161002),
        ("Ascend910B", FLOAT, INT32, {"bias": tensor(INT32, 8)}, 0),
        ("Ascend910B", FLOAT, INT32, {"bias": line}, 161002),
        ("Ascend910B", FLOAT, INT32, {"tokens": rows}, 161002),
        ("Ascend910", UINT64, FLOAT16, {}, 361001),
    ):
        found = _status(api, soc, x1, x2, tensor(scale, 8), tensor(out, 4, 8), **more)
        assert found == wanted, (soc, scale, out, more)


@pytest.mark.usefixtures("own_library")
def test_shapes_of_int4(api: Api) -> None:
    """An even depth, x1 not transposed, a matrix on the right."""
    scale, out = tensor(UINT64, 1), tensor(FLOAT16, 4, 8)
    for x1, x2, more, wanted in (
        ((4, 32), (32, 8), {}, 0),
        ((4, 32), (8, 32), {"flip2": ["b", 1]}, 0),
        ((4, 31), (31, 8), {}, 161002),
        ((32, 4), (32, 8), {"flip1": ["b", 1]}, 161002),
        ((4, 32), (1, 32, 8), {}, 161002),
        ((4, 32), (32, 8), {"bias": tensor(INT32, 1, 1, 8)}, 161002),
    ):
        found = _status(api, "Ascend910B", tensor(INT4, *x1), tensor(INT4, *x2), scale, out, **more)
        assert found == wanted, (x1, x2)


@pytest.mark.usefixtures("own_library")
def test_what_is_not_computed_is_207000(api: Api) -> None:
    scale, out = tensor(FLOAT, 8), tensor(BFLOAT16, 4, 8)
    int8 = tensor(INT8, 4, 32)
    assert _status(api, "Ascend910B", int8, tensor(INT4, 32, 8), scale, out) == 207000
    powers = tensor(E8M0, 8, 1, 2)
    floats = tensor(E4M3, 4, 32), tensor(E4M3, 32, 8)
    assert _status(api, "Ascend950", *floats, powers, out, tokens=powers) == 207000
    small = tensor(E4M3, 4, 32), tensor(FLOAT4, 32, 8)
    assert _status(api, "Ascend950", *small, scale, out) == 207000


def _fifth_status(api: Api, soc: str, arguments: dict[str, Any], size: int, flip2: bool) -> int:
    own = [arguments.get(name, NULL) for name in FIFTH[:9]]
    own += [["b", 0], ["b", flip2], ["i", size], arguments["out"]]
    return answer(api, soc, "aclnnQuantMatmulV5", *own)[0]


def _refusals() -> Iterator[tuple[str, dict[str, Any], int, int]]:
    """Operands with scales for groups, of x2 transposed, the size of a group, and the status."""
    lines, squares, powers = 1 << 32 | 128 << 16 | 128, 128 << 32 | 128 << 16 | 128, 32
    out = tensor(BFLOAT16, 4, 256)
    x1, x2 = tensor(E4M3, 4, 512), tensor(E4M3, 256, 512)
    blocks = {"x1": x1, "x2": x2, "out": out}
    blocks |= {"x1Scale": tensor(FLOAT, 4, 4), "x2Scale": tensor(FLOAT, 2, 4)}
    yield "Ascend950", blocks, lines, 0
    yield "Ascend950", blocks, 0, 0
    yield "Ascend950", blocks, squares, 161002  # a scale for each row
    yield "Ascend950", blocks, powers, 161002
    yield "Ascend950", {**blocks, "bias": tensor(FLOAT, 256)}, lines, 161002
    yield "Ascend950", {**blocks, "x2Scale": tensor(FLOAT, 4, 2)}, lines, 161002
    yield "Ascend950", {**blocks, "x2Scale": tensor(FLOAT, 2, 4, strides=[1, 2])}, lines, 161002
    yield "Ascend950", {**blocks, "yScale": tensor(UINT64, 1, 256)}, lines, 161001
    yield "Ascend910B", blocks, lines, 161002  # no floats
    whole = {**blocks, "x1": tensor(INT8, 4, 512), "x2": tensor(INT8, 256, 512)}
    yield "Ascend910B", whole, lines, 0
    short = {"x1Scale": tensor(FLOAT, 4, 2), "x2Scale": tensor(FLOAT, 2, 2)}
    short |= {"x1": tensor(INT8, 4, 256), "x2": tensor(INT8, 256, 256)}
    yield "Ascend910B", {**whole, **short}, lines, 561103  # half a tile of the depth
    pairs = {"x1Scale": tensor(E8M0, 4, 8, 2), "x2Scale": tensor(E8M0, 256, 8, 2)}
    shared = {"x1": x1, "x2": x2, "out": out, **pairs}
    yield "Ascend950", shared, powers, 0
    yield "Ascend950", shared, 64, 161002
    yield "Ascend950", {**shared, "x2Scale": tensor(E8M0, 8, 256, 2)}, powers, 161002
    yield "Ascend950", {**shared, "bias": tensor(BFLOAT16, 256)}, powers, 161002
    yield "Ascend950", {**shared, "x2": tensor(INT8, 256, 512)}, powers, 161002
    mixed = {**shared, "x2": tensor(FLOAT4, 256, 512)}
    yield "Ascend950", mixed, powers, 0
    yield "Ascend950", mixed, 0, 161002
    yield "Ascend910B", mixed, powers, 361001
    small = {"x1": tensor(INT8, 4, 512), "x2": tensor(INT32, 512, 32), "out": out}
    small |= {"x1Scale": tensor(FLOAT, 4, 1), "yOffset": tensor(FLOAT, 256)}
    small |= {"x2Scale": tensor(UINT64, 2, 256)}
    yield "Ascend950", small, 256, 361001


@pytest.mark.usefixtures("own_library")
def test_what_goes_with_scales_for_groups(api: Api) -> None:
    for soc, arguments, size, wanted in _refusals():
        found = _fifth_status(api, soc, arguments, size, True)
        assert found == wanted, (soc, arguments, size)


@pytest.mark.usefixtures("own_library")
def test_long_rows(api: Api) -> None:
    """65535 is the most, but of int8 with a scale for rows, and on Ascend950."""
    x1, x2 = tensor(INT8, 4, 65536), tensor(INT8, 65536, 8)
    out = tensor(BFLOAT16, 4, 8)
    rows = {"tokens": tensor(FLOAT, 4)}
    assert _status(api, "Ascend910B", x1, x2, tensor(FLOAT, 8), out) == 161002
    assert _status(api, "Ascend910B", x1, x2, tensor(FLOAT, 8), out, **rows) == 0
    assert _status(api, "Ascend950", x1, x2, tensor(FLOAT, 8), out) == 0


@pytest.mark.usefixtures("own_library")
def test_nothing_to_multiply(api: Api) -> None:
    """Ascend950 has nothing to do without rows or columns; before it they are required."""
    x1, x2 = tensor(INT8, 0, 32), tensor(INT8, 32, 8)
    scale, out = tensor(UINT64, 8), tensor(FLOAT16, 0, 8)
    assert _status(api, "Ascend910B", x1, x2, scale, out) == 161002
    assert _status(api, "Ascend950", x1, x2, scale, out) == 0
