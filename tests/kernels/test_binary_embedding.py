# SPDX-License-Identifier: Apache-2.0
"""The binary_embedding kernels under the prange launcher, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from embedding_dense_grad_case import DTYPES, Guarded, elements

from aclnn_py.kernels import dialect, launcher
from aclnn_py.kernels.binary_embedding import (
    INDEX_TYPES,
    SCALE_TYPES,
    STAGED_BYTES,
    SUM_BYTES,
    family,
)
from aclnn_py.kernels.dialect import (
    Family,
    pointer_int64,
    pointer_uint8,
    vector_choose,
    vector_store_signs,
)

pytestmark = pytest.mark.slow  # Numba compiles each kernel for the launcher

Array = np.ndarray[Any, Any]

FLOATS = ("float32", "float16", "bfloat16", "float64")
INTEGERS = ("int8", "int16", "int32", "int64")
BLOCKS = (1, 2, 3, 7, 64)
ONE = {"float32": 0x3F800000, "float16": 0x3C00, "bfloat16": 0x3F80, "float64": 0x3FF << 52}


def signs(x: Array) -> Array:
    """The bits of rows, by NumPy's own packing."""
    with np.errstate(invalid="ignore"):
        return np.packbits(x >= 0, axis=-1, bitorder="little")


def rows_of(name: str, view: Array) -> dict[str, Any]:
    """The tiling of the rows of a view."""
    rank = view.ndim - 1
    return {
        f"{name}_rank": rank,
        f"{name}_dims": view.shape[:rank],
        f"{name}_strides": elements(view)[:rank],
    }


def tile(**values: Any) -> Array:
    return np.array(family.pack(**values), np.int64)


# --- The intrinsics ------------------------------------------------------------------------------

test_family = Family("test_signs", tiling=("count",), arguments=("source", "target", "bits"))


def register(name: str) -> None:
    load, store = dialect.vector_access(name)
    is_half = name in ("float16", "bfloat16")
    pointer = dialect.pointer_uint16 if is_half else getattr(dialect, f"pointer_{name}")
    lanes = dialect.VECTOR_BYTES // (4 if is_half else np.dtype(name).itemsize)

    def roundtrip(block: int, blocks: int, tiling: int, arguments: int) -> None:
        """Signs of every vector to bits; then source where a bit is 1, and zeros elsewhere."""
        a = pointer_int64(arguments)
        source = pointer(a[0])
        target = pointer(a[1])
        packed = pointer_uint8(a[2])
        for column in range(0, pointer_int64(tiling)[0], lanes):
            value = load(source, column)
            vector_store_signs(packed, column >> 3, value)
            zero = load(source, pointer_int64(tiling)[0])
            store(target, column, vector_choose(packed, column >> 3, value, zero))

    test_family.register(name, roundtrip)


for _name in (*FLOATS, *INTEGERS):
    register(_name)


@pytest.mark.parametrize("name", [*FLOATS, *INTEGERS])
def test_signs_of_vectors(name: str) -> None:
    rng = np.random.default_rng(3)
    count = 512
    values = rng.integers(-3, 4, count + 64).astype(DTYPES[name])
    if name in FLOATS:
        specials = [0.0, -0.0, np.nan, np.inf, -np.inf]
        values[: 5 * 40] = np.resize(np.array(specials, values.dtype), 200)
        values[200:202] = -np.array([np.nan, 0], values.dtype)
    values[count:] = 0
    guarded = Guarded()
    source, target = guarded.copy(values), guarded.empty(count, values.dtype)
    packed = guarded.empty(count // 8, np.uint8)
    launcher.run_serial(
        f"test_signs_{name}", 1, np.array([count], np.int64), [source, target, packed]
    )
    guarded.check()
    np.testing.assert_array_equal(packed, signs(values[:count]))
    with np.errstate(invalid="ignore"):
        expected = np.where(values[:count] >= 0, values[:count], 0)
    np.testing.assert_array_equal(target, expected)


# --- Pack ----------------------------------------------------------------------------------------


def pack(x: Array, blocks: int, name: str, page: str | None = None) -> Array:
    guarded = Guarded(page)
    width = -(-x.shape[-1] // 8)
    view = guarded.copy(x)
    out = guarded.empty(int(np.prod(x.shape[:-1])) * width, np.uint8)
    shaped = out.reshape(*x.shape[:-1], width)
    tiling = tile(
        rows=int(np.prod(x.shape[:-1])),
        columns=x.shape[-1],
        input_column_stride=elements(view)[-1],
        **rows_of("input", view),
        **rows_of("out", shaped),
    )
    launcher.launch(
        f"binary_embedding_pack_{name}", blocks, tiling, [view, *[None] * 2, out] + [None] * 3
    )
    guarded.check()
    return shaped.copy()


@pytest.mark.parametrize("name", [*FLOATS, *INTEGERS, "unsigned"])
@pytest.mark.parametrize("page", [None, "before", "after"])
def test_pack(name: str, page: str | None) -> None:
    rng = np.random.default_rng(0)
    dtype = DTYPES.get(name, np.dtype(np.uint8))
    for columns in (1, 8, 13, 64, 100, 300):
        x = rng.integers(-3 if name != "unsigned" else 0, 4, (3, columns)).astype(dtype)
        for blocks in BLOCKS:
            np.testing.assert_array_equal(pack(x, blocks, name, page), signs(x))


def test_pack_of_strides() -> None:
    x = np.random.default_rng(0).standard_normal((4, 30, 90)).astype(np.float32)
    for view in (x[:, ::2], x[::-1, :, 3:70], x[..., ::2], x.transpose(2, 0, 1), x[..., ::-1]):
        for blocks in BLOCKS:
            np.testing.assert_array_equal(pack(view, blocks, "float32"), signs(view))


# --- Unpack --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize("stream", [0, 1])
@pytest.mark.parametrize("page", [None, "after"])
def test_unpack(name: str, stream: int, page: str | None) -> None:
    rng = np.random.default_rng(1)
    dtype = DTYPES[name]
    staged = STAGED_BYTES // dtype.itemsize
    for rows, columns in ((3, 1), (40, 13), (7, 100), (3, staged + 8), (2, 3 * staged - 5), (9, 8)):
        packed = rng.integers(0, 256, (rows, -(-columns // 8)), np.uint8)
        scale = rng.standard_normal((rows, 1)).astype(dtype)
        wanted = np.unpackbits(packed, axis=1, bitorder="little", count=columns) == 1
        for blocks in BLOCKS:
            for factors in (scale, None):
                guarded = Guarded(page)
                source = guarded.copy(packed)
                out = guarded.empty(rows * columns, dtype).reshape(rows, columns)
                errors = guarded.empty(blocks, np.int64)
                tiling = tile(
                    rows=rows,
                    columns=columns,
                    input_column_stride=1,
                    **rows_of("input", source),
                    **rows_of("scale", scale),
                    scale_type=0 if factors is None else SCALE_TYPES.index(name),
                    one=ONE[name],
                    stream=stream,
                    **rows_of("out", out),
                )
                launcher.launch(
                    f"binary_embedding_unpack_{dtype.itemsize}",
                    blocks,
                    tiling,
                    [source, None, factors, out, errors, None, None],
                )
                guarded.check()
                plus = np.ones((), dtype) if factors is None else factors
                np.testing.assert_array_equal(out, np.where(wanted, plus, -plus))
                assert (errors == -1).all()


@pytest.mark.parametrize("kind", INDEX_TYPES[1:])
@pytest.mark.parametrize("stream", [0, 1])
def test_lookup(kind: str, stream: int) -> None:
    """Rows whose index is out of range are left out, and the first of each block is named."""
    rng = np.random.default_rng(2)
    rows, columns, weights = 50, 37, 11
    table = rng.integers(0, 256, (weights, 5), np.uint8)
    scale = rng.standard_normal((weights, 1)).astype(np.float32)
    for bad in ([], [17], [3, 4, 49]):
        indices = rng.integers(0, weights, rows).astype(kind)
        indices[bad] = np.array([weights, 100, -1 if kind[0] == "i" else 127][: len(bad)])
        good = np.ones(rows, bool)
        good[bad] = False
        numbers = np.unpackbits(table, axis=1, bitorder="little", count=columns) == 1
        expected = np.where(numbers, scale, -scale)[np.where(good, indices, 0).astype(int)]
        for blocks in (1, 3, 7):
            guarded = Guarded()
            out = guarded.empty(rows * columns, np.float32).reshape(rows, columns)
            before = out.copy()
            errors = guarded.empty(blocks, np.int64)
            tiling = tile(
                rows=rows,
                columns=columns,
                weights=weights,
                index_type=INDEX_TYPES.index(kind),
                index_rank=1,
                index_dims=[rows],
                index_strides=[1],
                input_column_stride=1,
                **rows_of("input", table),
                **rows_of("scale", scale),
                scale_type=1,
                stream=stream,
                **rows_of("out", out),
            )
            arguments = [guarded.copy(table), guarded.copy(indices), scale, out, errors, None, None]
            launcher.launch("binary_embedding_unpack_4", blocks, tiling, arguments)
            guarded.check()
            np.testing.assert_array_equal(out[good], expected[good])
            assert (out[bad].view(np.uint32) == before[bad].view(np.uint32)).all()
            found = [error for error in errors.tolist() if error >= 0]
            assert found[:1] == bad[:1]
            assert set(found) <= set(bad)


# --- Backward ------------------------------------------------------------------------------------


def backward(
    gradient: Array, indices: Array, scale: Array | None, weights: int, **options: Any
) -> Array:
    """The kernel after a sort by NumPy."""
    guarded = Guarded(options.pop("page", None))
    rows, columns = gradient.shape
    width = -(-columns // 8)
    wide = options.pop("wide", False)
    blocks = options.pop("blocks", 3)
    position = np.int64 if wide else np.int32
    order = np.argsort(indices, kind="stable").astype(position)
    offsets = np.searchsorted(indices[order], np.arange(weights + 1)).astype(position)
    view = guarded.copy(gradient)
    out = guarded.empty(weights * width, np.uint8).reshape(weights, width)
    factors = None if scale is None else guarded.copy(scale)
    tiling = tile(
        rows=rows,
        columns=columns,
        weights=weights,
        input_column_stride=elements(view)[-1],
        **rows_of("input", view),
        **({} if factors is None else rows_of("scale", factors)),
        scale_type=0 if scale is None else SCALE_TYPES.index(scale.dtype.name),
        out_strides=[width],
        wide=wide,
        column_blocks=options.pop("column_blocks", 1),
    )
    arguments = [
        view, None, factors, out, None, guarded.copy(options.pop("order", order)),
        guarded.copy(options.pop("offsets", offsets)),
    ]  # fmt: skip
    assert not options
    name = f"binary_embedding_backward_{gradient.dtype.name}"
    launcher.launch(name, blocks, tiling, arguments)
    guarded.check()
    return out.copy()


def expected_signs(gradient: Array, indices: Array, scale: Array | None, weights: int) -> Array:
    """Row after row, in float32 or float64."""
    kind = np.dtype(np.float64 if gradient.dtype == np.float64 else np.float32)
    padded = np.full((gradient.shape[0], -(-gradient.shape[1] // 8) * 8), -1, kind)
    padded[:, : gradient.shape[1]] = gradient
    if scale is not None:
        padded *= scale.astype(kind)
    sums = np.zeros((weights, padded.shape[1]), kind)
    for row, index in zip(padded, indices.tolist(), strict=True):
        sums[index] += row
    return signs(sums)


def near_zero(rng: np.random.Generator, rows: int, columns: int, dtype: Any) -> Array:
    """Rows that cancel but for rounding: whichever order they are added in decides signs."""
    half = rng.standard_normal((rows // 2, columns)).astype(dtype)
    return np.concatenate([half, -half[rng.permutation(rows // 2)]])


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize("scale_type", ["none", *FLOATS])
def test_backward(name: str, scale_type: str) -> None:
    if scale_type == "float64" and name != "float64":
        scale_type = "float32"  # sums of these are float32
    rng = np.random.default_rng(4)
    for columns in (1, 13, 64, 100, 136, 300):
        gradient = near_zero(rng, 60, columns, DTYPES[name])
        even = rng.integers(0, 4, 60) * 3
        scale = None
        if scale_type != "none":
            scale = rng.standard_normal((60, 1)).astype(DTYPES[scale_type])
        for indices in (even, np.where(rng.random(60) < 0.7, 6, even)):
            expected = expected_signs(gradient, indices, scale, 14)
            for blocks, column_blocks in ((1, 1), (3, 1), (7, 1), (2, 2), (6, 3), (7, 3), (64, 1)):
                found = backward(
                    gradient, indices, scale, 14, blocks=blocks, column_blocks=column_blocks
                )
                np.testing.assert_array_equal(found, expected)
            assert (expected[1] == 0xFF).all()


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("page", [None, "before", "after"])
def test_rows_that_are_longer_than_the_sums(wide: bool, page: str | None) -> None:
    rng = np.random.default_rng(5)
    for columns in (SUM_BYTES // 4, 2 * SUM_BYTES // 4 + 77):
        gradient = near_zero(rng, 20, columns, np.float32)
        indices = rng.integers(0, 3, 20)
        scale = rng.standard_normal((20, 1)).astype(np.float16)
        expected = expected_signs(gradient, indices, scale, 3)
        for column_blocks in (1, 3):
            found = backward(
                gradient, indices, scale, 3, blocks=3, column_blocks=column_blocks, wide=wide,
                page=page,
            )  # fmt: skip
            np.testing.assert_array_equal(found, expected)


def test_strides() -> None:
    rng = np.random.default_rng(6)
    memory = near_zero(rng, 60, 200, np.float32)
    indices = rng.integers(0, 5, 60)
    for view in (memory[:, ::2], memory[::-1], memory[:, 90:], memory.T.copy().T):
        expected = expected_signs(view, indices, None, 5)
        np.testing.assert_array_equal(backward(view, indices, None, 5), expected)


def test_garbage_in_scratch_leads_nowhere() -> None:
    """Whatever order and offsets hold, nothing outside of the operands is touched."""
    rng = np.random.default_rng(7)
    gradient = np.ones((30, 40), np.float32)
    indices = rng.integers(0, 9, 30)
    scale = np.ones((30, 1), np.float32)
    for low, high in ((-(2**31), 2**31), (-5, 40), (0, 31)):
        for _ in range(20):
            order = rng.integers(low, high, 30).astype(np.int32)
            offsets = rng.integers(low, high, 10).astype(np.int32)
            backward(gradient, indices, scale, 9, order=order, offsets=offsets, page="after")
