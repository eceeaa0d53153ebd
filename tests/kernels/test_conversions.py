# SPDX-License-Identifier: Apache-2.0
"""The conversions and integer operations of the dialect, against NumPy, ml_dtypes and Python."""

from __future__ import annotations

from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
import pytest

from aclnn_py.kernels import dialect, launcher
from aclnn_py.kernels.dialect import (
    VECTOR_BYTES,
    Family,
    level,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint16,
    vector_access,
    vector_add,
    vector_divide,
    vector_multiply,
    vector_splat,
)

pytestmark = pytest.mark.slow  # Numba compiles each conversion

Array: TypeAlias = np.ndarray[Any, Any]

HALVES = np.arange(65536, dtype=np.uint16)
BLOCKS = 3

family = Family("test_conversions", tiling=("count",), arguments=("source", "target"))


def register(name: str, source_pointer: Any, target_pointer: Any) -> None:
    convert = getattr(dialect, name)

    def kernel(block: int, blocks: int, tiling: int, arguments: int) -> None:
        a = pointer_int64(arguments)
        source = source_pointer(a[0])
        target = target_pointer(a[1])
        count = pointer_int64(tiling)[0]
        for i in range(
            dialect.split(count, block, blocks), dialect.split(count, block + 1, blocks)
        ):
            target[i] = convert(source[i])

    family.register(name, kernel)


for _name in ("float16_to_float32_hardware", "float16_to_float32_integer", "bfloat16_to_float32"):
    register(_name, pointer_uint16, pointer_float32)
for _name in ("float32_to_float16_hardware", "float32_to_float16_integer", "float32_to_bfloat16"):
    register(_name, pointer_float32, pointer_uint16)
for _name in ("float16_plus_zero", "bfloat16_plus_zero"):
    register(_name, pointer_uint16, pointer_uint16)
register("canonical_float32", pointer_float32, pointer_float32)
register("float32_to_int64", pointer_float32, pointer_int64)
register("float64_to_int64", pointer_float64, pointer_int64)


@family.kernel("divide")
def divide(block: int, blocks: int, tiling: int, arguments: int) -> None:
    a = pointer_int64(arguments)
    source = pointer_int64(a[0])
    target = pointer_int64(a[1])
    for i in range(pointer_int64(tiling)[0]):
        dividend = source[2 * i]
        divisor = source[2 * i + 1]
        target[2 * i] = dialect.unsigned_divide(dividend, divisor)
        target[2 * i + 1] = dialect.unsigned_remainder(dividend, divisor)


@family.kernel("split")
def split(block: int, blocks: int, tiling: int, arguments: int) -> None:
    target = pointer_int64(pointer_int64(arguments)[1])
    target[block] = dialect.split(pointer_int64(tiling)[0], block, blocks - 1)


def convert(name: str, source: np.ndarray, target_dtype: type) -> np.ndarray:
    target: Array = np.empty(source.size, target_dtype)
    tiling = np.array([source.size], np.int64)
    launcher.launch(f"test_conversions_{name}", BLOCKS, tiling, [source, target])
    return target


def floats() -> np.ndarray:
    """Float32 of every exponent, and all that lies on or next to a rounding boundary."""
    random = np.random.default_rng(1)
    bits = [random.integers(0, 2**32, 1_000_000, dtype=np.uint32)]
    # Every float16, the midpoint to the next one, and their neighbours.
    finite = HALVES[(HALVES & 0x7FFF) < 0x7C00].view(np.float16).astype(np.float32)
    following = (HALVES[(HALVES & 0x7FFF) < 0x7C00] + np.uint16(1)).view(np.float16)
    following = np.where(np.isinf(following), np.copysign(65536.0, finite), following)
    middle = ((finite.astype(np.float64) + following.astype(np.float64)) / 2).astype(np.float32)
    for values in (finite, middle):
        near = values.view(np.uint32)
        bits += [near, near + np.uint32(1), near - np.uint32(1)]
    # The same for bfloat16.
    upper = HALVES.astype(np.uint32) << np.uint32(16)
    bits += [upper | np.uint32(low) for low in (0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF)]
    return np.concatenate(bits).view(np.float32)


FLOATS = floats()


@pytest.mark.parametrize("version", ["integer", "hardware"])
def test_float16_to_float32(version: str) -> None:
    if version == "hardware" and not dialect.has_float16_instructions():
        pytest.skip("no float16 instructions")
    got = convert(f"float16_to_float32_{version}", HALVES, np.float32)
    halves = HALVES.view(np.float16)
    expected = halves.astype(np.float32).view(np.uint32)
    bits = HALVES.astype(np.uint32)
    quiet = (bits & 0x8000) << 16 | 0x7FC00000 | (bits & 0x3FF) << 13
    expected = np.where(np.isnan(halves), quiet, expected)
    np.testing.assert_array_equal(got.view(np.uint32), expected)


@pytest.mark.parametrize("version", ["integer", "hardware"])
def test_float32_to_float16(version: str) -> None:
    if version == "hardware" and not dialect.has_float16_instructions():
        pytest.skip("no float16 instructions")
    got = convert(f"float32_to_float16_{version}", FLOATS, np.uint16)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = FLOATS.astype(np.float16).view(np.uint16)
    expected = np.where(np.isnan(FLOATS), np.uint16(0x7E00), expected)
    np.testing.assert_array_equal(got, expected)


def test_float16_round_trip() -> None:
    widened = convert("float16_to_float32_integer", HALVES, np.float32)
    got = convert("float32_to_float16_integer", widened, np.uint16)
    expected = np.where(np.isnan(HALVES.view(np.float16)), np.uint16(0x7E00), HALVES)
    np.testing.assert_array_equal(got, expected)


def test_bfloat16_to_float32() -> None:
    got = convert("bfloat16_to_float32", HALVES, np.float32)
    expected = HALVES.view(ml_dtypes.bfloat16).astype(np.float32)
    nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(got), nan)
    np.testing.assert_array_equal(got.view(np.uint32)[~nan], expected.view(np.uint32)[~nan])


def test_float32_to_bfloat16() -> None:
    got = convert("float32_to_bfloat16", FLOATS, np.uint16)
    with np.errstate(invalid="ignore"):
        expected = FLOATS.astype(ml_dtypes.bfloat16).view(np.uint16)
    expected = np.where(np.isnan(FLOATS), np.uint16(0x7FC0), expected)
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize(
    ("name", "dtype", "nan"),
    [
        ("float16_plus_zero", np.float16, 0x7E00),
        ("bfloat16_plus_zero", ml_dtypes.bfloat16, 0x7FC0),
    ],
)
def test_half_plus_zero(name: str, dtype: type, nan: int) -> None:
    """All 65536 of them, by an addition in float32."""
    got = convert(name, HALVES, np.uint16)
    with np.errstate(invalid="ignore"):
        sums = np.float32(0) + HALVES.view(dtype).astype(np.float32)
    expected = np.where(np.isnan(sums), np.uint16(nan), sums.astype(dtype).view(np.uint16))
    np.testing.assert_array_equal(got, expected)


def test_canonical_float32() -> None:
    got = convert("canonical_float32", FLOATS, np.float32).view(np.uint32)
    expected = np.where(np.isnan(FLOATS), np.uint32(0x7FC00000), FLOATS.view(np.uint32))
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_truncation(dtype: type) -> None:
    limits = [2.0**31, 2.0**32, 2.0**53, 2.0**62, 2.0**63, 2.0**64, 3e38]
    values = [0.0, 0.4, 0.5, 0.999, 1.0, 1.5, 2.9999, np.inf, np.nan, *limits]
    edges: Array = np.array([*values, *(-v for v in values)], dtype)
    edges = np.concatenate(
        [edges, np.nextafter(edges, dtype(0)), np.nextafter(edges, dtype(np.inf))]
    )
    random = np.random.default_rng(2)
    wide: Array = (random.standard_normal(20_000) * 2.0 ** random.uniform(-4, 70, 20_000)).astype(
        dtype
    )
    source = np.concatenate([edges, wide])
    name = "float32_to_int64" if dtype is np.float32 else "float64_to_int64"
    got = convert(name, source, np.int64)
    expected = [
        int(v) if np.isfinite(v) and -(2**63) <= int(v) < 2**63 else -(2**63)
        for v in source.tolist()
    ]
    assert got.tolist() == expected


def test_unsigned_division() -> None:
    words = [0, 1, 2, 3, 7, 2**31, 2**32 + 5, 2**62, 2**63 - 1, 2**63, 2**64 - 1]
    pairs = [(a, b) for a in words for b in words]
    source = np.array(pairs, np.uint64).view(np.int64)
    target = np.empty_like(source)
    tiling = np.array([len(pairs)], np.int64)
    launcher.run_serial("test_conversions_divide", 1, tiling, [source, target])
    expected = [divmod(a, b) if b else (0, 0) for a, b in pairs]
    assert [tuple(pair) for pair in target.view(np.uint64).tolist()] == expected


@pytest.mark.parametrize("total", [0, 1, 5, 24, 1000, 2**62 - 1, 2**62])
@pytest.mark.parametrize("parts", [1, 2, 7, 48])
def test_split(total: int, parts: int) -> None:
    starts = np.empty(parts + 1, np.int64)
    tiling = np.array([total], np.int64)
    launcher.launch("test_conversions_split", parts + 1, tiling, [None, starts])
    sizes = np.diff(starts).tolist()
    assert starts[0] == 0
    assert sum(sizes) == total
    assert sizes == [total // parts + (part < total % parts) for part in range(parts)]


# --- Vectors -----------------------------------------------------------------------------------

# The type in memory, of a vector's elements, and how memory is reached.
VECTORS: dict[str, tuple[Any, Any]] = {
    "float16": (np.float32, pointer_uint16),
    "bfloat16": (np.float32, pointer_uint16),
    "float32": (np.float32, pointer_float32),
    "float64": (np.float64, pointer_float64),
    "int8": (np.int8, pointer_int8),
    "int16": (np.int16, pointer_int16),
    "int32": (np.int32, pointer_int32),
    "int64": (np.int64, pointer_int64),
}
POINTERS = {dtype: pointer for dtype, pointer in VECTORS.values() if pointer is not pointer_uint16}
OPERATIONS: dict[str, Any] = {"add": vector_add, "multiply": vector_multiply}
# float16 is converted by instructions or by integers, whichever the target has.
VERSIONS = ("hardware", "integer")


def lanes_of(memory: str) -> int:
    return int(VECTOR_BYTES // np.dtype(VECTORS[memory][0]).itemsize)


def register_copy(name: str, source_type: str, target_type: str) -> None:
    """Elements of one type as vectors to elements of another one."""
    lanes = lanes_of(source_type)
    load, _ = vector_access(source_type)
    _, store = vector_access(target_type)
    source_pointer, target_pointer = VECTORS[source_type][1], VECTORS[target_type][1]

    def kernel(block: int, blocks: int, tiling: int, arguments: int) -> None:
        a = pointer_int64(arguments)
        source = source_pointer(a[0])
        target = target_pointer(a[1])
        vectors = dialect.unsigned_divide(pointer_int64(tiling)[0], lanes)
        for i in range(
            dialect.split(vectors, block, blocks), dialect.split(vectors, block + 1, blocks)
        ):
            store(target, i * lanes, load(source, i * lanes))

    family.register(name, kernel)


def register_operation(name: str, memory: str, operation: Any) -> None:
    """Pairs of vectors, and each vector with the first element of the one after it."""
    lanes = lanes_of(memory)
    element = VECTORS[memory][0]
    load, _ = vector_access(memory)
    # Not rounded back to a half.
    _, store = vector_access(np.dtype(element).name)
    source_pointer, target_pointer = VECTORS[memory][1], POINTERS[element]
    element_pointer = target_pointer

    def kernel(block: int, blocks: int, tiling: int, arguments: int) -> None:
        a = pointer_int64(arguments)
        source = source_pointer(a[0])
        target = target_pointer(a[1])
        first = element_pointer(a[2])[0]
        for i in range(dialect.unsigned_divide(pointer_int64(tiling)[0], lanes) - 1):
            left = load(source, i * lanes)
            right = load(source, (i + 1) * lanes)
            store(target, 2 * i * lanes, operation(left, right))
            store(target, (2 * i + 1) * lanes, operation(left, vector_splat(first)))

    family.register(name, kernel)


for _memory, (_element, _) in VECTORS.items():
    for _version in VERSIONS if _memory == "float16" else VERSIONS[:1]:
        register_copy(f"vector_copy_{_memory}_{_version}", _memory, _memory)
        if _memory in ("float16", "bfloat16"):
            register_copy(f"vector_load_{_memory}_{_version}", _memory, "float32")
            register_copy(f"vector_store_{_memory}_{_version}", "float32", _memory)
    for _name, _operation in OPERATIONS.items():
        register_operation(f"vector_{_name}_{_memory}", _memory, _operation)
    if np.dtype(_element).kind == "f":
        register_operation(f"vector_divide_{_memory}", _memory, vector_divide)


def choose(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled from here on converts float16 in this way."""
    if version == "hardware" and not dialect.has_float16_instructions():
        pytest.skip("no float16 instructions")
    monkeypatch.setattr(level, "has_float16_instructions", lambda: version == "hardware")


def copied(name: str, source: Array, target_dtype: Any) -> Array:
    """The source through vectors; at addresses that are aligned to nothing but their elements."""
    assert source.size % VECTOR_BYTES == 0
    memory = np.zeros(source.size + 1, source.dtype)
    memory[1:] = source
    target: Array = np.full(source.size + 2, 77, target_dtype)
    tiling = np.array([source.size], np.int64)
    launcher.launch(f"test_conversions_{name}", BLOCKS, tiling, [memory[1:], target[1:]])
    assert target[0] == target[-1] == 77, "written outside"
    return target[1:-1]


def in_vectors(values: Array) -> Array:
    """As many of the values again as fill the last vector."""
    return np.concatenate([values, values[: -values.size % VECTOR_BYTES]])


FLOAT32_VECTORS = in_vectors(FLOATS)


halves = pytest.mark.parametrize(
    ("memory", "version"),
    [("float16", "hardware"), ("float16", "integer"), ("bfloat16", "hardware")],
)


@halves
def test_vector_loads_of_halves(memory: str, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All 65536 of them, as the conversion of one does it."""
    choose(version, monkeypatch)
    got = copied(f"vector_load_{memory}_{version}", HALVES, np.float32)
    suffix = f"_{version}" if memory == "float16" else ""
    alone = convert(f"{memory}_to_float32{suffix}", HALVES, np.float32)
    expected = convert("canonical_float32", alone, np.float32)
    np.testing.assert_array_equal(got.view(np.uint32), expected.view(np.uint32))


@halves
def test_vector_stores_of_halves(
    memory: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(version, monkeypatch)
    got = copied(f"vector_store_{memory}_{version}", FLOAT32_VECTORS, np.uint16)
    suffix = f"_{version}" if memory == "float16" else ""
    expected = convert(f"float32_to_{memory}{suffix}", FLOAT32_VECTORS, np.uint16)
    np.testing.assert_array_equal(got, expected)


@halves
def test_vector_copies_of_halves(
    memory: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(version, monkeypatch)
    got = copied(f"vector_copy_{memory}_{version}", HALVES, np.uint16)
    infinity, nan = (0x7C00, 0x7E00) if memory == "float16" else (0x7F80, 0x7FC0)
    magnitude = HALVES & np.uint16(0x7FFF)
    expected = np.where(magnitude > infinity, np.uint16(nan), HALVES)
    np.testing.assert_array_equal(got, expected)


def test_vector_copies_of_float32() -> None:
    got = copied("vector_copy_float32_hardware", FLOAT32_VECTORS, np.float32)
    expected = convert("canonical_float32", FLOAT32_VECTORS, np.float32)
    np.testing.assert_array_equal(got.view(np.uint32), expected.view(np.uint32))


def test_vector_copies_of_float64() -> None:
    source = np.random.default_rng(3).integers(0, 2**64, 512, np.uint64).view(np.float64)
    source[:4] = np.array([np.inf, -np.inf, -0.0, 5e-324])
    source[4:7].view(np.uint64)[:] = [0x7FF0000000000001, 0xFFF8000000000002, 2**64 - 1]
    got = copied("vector_copy_float64_hardware", source, np.float64).view(np.uint64)
    nan = np.uint64(0x7FF8000000000000)
    np.testing.assert_array_equal(got, np.where(np.isnan(source), nan, source.view(np.uint64)))


@pytest.mark.parametrize("memory", ["int8", "int16", "int32", "int64"])
def test_vector_copies_of_numbers(memory: str) -> None:
    dtype = np.dtype(memory)
    raw = np.random.default_rng(3).integers(0, 256, 512 * dtype.itemsize, np.uint8)
    source = raw.view(dtype)
    got = copied(f"vector_copy_{memory}_hardware", source, dtype)
    np.testing.assert_array_equal(got.view(np.uint8), raw)


def operands(memory: str) -> Array:
    random = np.random.default_rng(4)
    element = np.dtype(VECTORS[memory][0])
    if element.kind == "i":
        info = np.iinfo(element)
        ends = [info.min, info.max, -1, 0, 1, info.min, info.min + 1, info.max - 1]
        values = random.integers(info.min, info.max, 4096, endpoint=True, dtype=element)
        values[: 8 * 64] = np.tile(np.array(ends, element), 64)
        return values
    values = random.standard_normal(4096) * 2.0 ** random.integers(-30, 30, 4096)
    if memory in ("float16", "bfloat16"):
        every = random.permutation(65536).astype(np.uint16)
        return every.view(np.float16 if memory == "float16" else ml_dtypes.bfloat16)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-310, 3e38]
    values[::5] = random.choice(special, values[::5].size)
    with np.errstate(over="ignore", under="ignore"):
        return values.astype(element)


@pytest.mark.parametrize(
    ("memory", "operation"),
    [
        (memory, operation)
        for memory, (element, _) in VECTORS.items()
        for operation in ("add", "multiply", "divide")
        if operation != "divide" or np.dtype(element).kind == "f"
    ],
)
def test_vector_operations(memory: str, operation: str) -> None:
    """Each rounded to the type of the vector, or modulo 2^n."""
    element = np.dtype(VECTORS[memory][0])
    lanes = lanes_of(memory)
    source = operands(memory)
    values = source.astype(element)
    first = np.array([3], element)
    count = source.size - lanes
    target: Array = np.zeros(2 * count, element)
    raw = source.view(np.uint16) if source.itemsize == 2 and element.kind == "f" else source
    launcher.run_serial(
        f"test_conversions_vector_{operation}_{memory}",
        1,
        np.array([source.size], np.int64),
        [raw, target, first],
    )
    function = {"add": np.add, "multiply": np.multiply, "divide": np.divide}[operation]
    with np.errstate(all="ignore"):
        pairs = function(values[:-lanes], values[lanes:])
        splat = function(values[:-lanes], first)
    got = target.reshape(-1, 2, lanes)
    for found, expected in ((got[:, 0], pairs), (got[:, 1], splat)):
        assert expected.dtype == element
        flat = np.ascontiguousarray(found).reshape(-1)
        nan = np.isnan(expected)
        np.testing.assert_array_equal(np.isnan(flat), nan)
        same = flat.view(f"u{element.itemsize}") == expected.view(f"u{element.itemsize}")
        assert (same | nan).all()
        if element == np.float32:  # stored as the one NaN
            assert (flat.view(np.uint32)[nan] == dialect.FLOAT32_NAN).all()
