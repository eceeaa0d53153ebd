# SPDX-License-Identifier: Apache-2.0
"""embedding_bw: values, every rule that it states, queues."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interfaces.ttnn.oracle import (
    MAGNITUDE_BITS,
    assert_sums,
    block_values,
    embedding_sums,
    pcc,
    tile_bytes,
    to_bfloat16,
)
from support import run_python

from aclnn_py import ttnn

wrong: Any = ttnn.embedding_bw  # for arguments that the types forbid

TYPES = [ttnn.bfloat16, ttnn.bfloat8_b]
types = pytest.mark.parametrize("dtype", TYPES, ids=lambda dtype: dtype.name)
index_types = pytest.mark.parametrize(
    "index_type", [ttnn.uint32, ttnn.bfloat16], ids=lambda dtype: dtype.name
)

#: (B, S, D, V) of ttnn's own test; the last takes seconds.
SMALL = [(2, 64, 160, 96), (3, 32, 384, 320)]
LARGE = (2, 1024, 4096, 3200)


def rounded(values: Any, dtype: Any) -> Any:
    """What a tensor of a type has of float32 values, in float64."""
    if dtype in MAGNITUDE_BITS:
        return block_values(values, dtype)
    return to_bfloat16(values).astype(np.float64)


class Case:
    """Tensors for a call, and what they hold."""

    def __init__(
        self,
        device: ttnn.Device,
        sizes: tuple[int, int, int, int],
        *,
        seed: int = 1234,
        dtype: Any = ttnn.bfloat16,
        index_type: Any = ttnn.uint32,
        values: Any = None,
        indices: Any = None,
    ) -> None:
        rng = np.random.default_rng(seed)
        batch, length, columns, rows = sizes
        self.sizes, self.dtype = sizes, dtype
        self.indices = rng.integers(0, rows, (batch, length)) if indices is None else indices
        shape = (1, 1, batch * length, columns)
        given = rng.standard_normal(shape).astype(np.float32) if values is None else values
        self.values = rounded(given, dtype)
        self.input = ttnn.from_numpy(self.indices, index_type, device=device)
        self.weight = ttnn.from_numpy(
            np.zeros((rows, columns), np.float32),
            ttnn.bfloat16,
            layout=ttnn.TILE_LAYOUT,
            device=device,
        )
        self.gradient = ttnn.from_numpy(given, dtype, layout=ttnn.TILE_LAYOUT, device=device)

    def __call__(self, **options: Any) -> ttnn.Tensor:
        return ttnn.embedding_bw(self.input, self.weight, self.gradient, **options)

    def check(self, result: ttnn.Tensor) -> None:
        _, _, columns, rows = self.sizes
        assert result.shape == (1, 1, rows, columns)
        assert (result.dtype, result.layout) == (self.dtype, ttnn.TILE_LAYOUT)
        exact, size = embedding_sums(self.indices, self.values, rows)
        found = ttnn.to_numpy(result)
        assert_sums(found[0, 0], exact, size, self.indices.size, self.dtype)
        assert pcc(found, exact) >= 0.999
        unused = np.setdiff1d(np.arange(rows), self.indices)
        assert not found[0, 0, unused].any()


# --- Values --------------------------------------------------------------------------------------


@types
@index_types
@pytest.mark.parametrize("sizes", SMALL, ids=str)
def test_shapes_of_the_unit_test(
    device: ttnn.Device, dtype: Any, index_type: Any, sizes: tuple[int, int, int, int]
) -> None:
    """As upstream, bfloat16 indices only where they hold every row."""
    rows = min(sizes[-1], 256) if index_type is ttnn.bfloat16 else sizes[-1]
    case = Case(device, (*sizes[:3], rows), dtype=dtype, index_type=index_type)
    result = case(dtype=dtype)
    case.check(result)
    assert result.memory_config() == ttnn.DRAM_MEMORY_CONFIG
    assert result.device() is device


@pytest.mark.slow
@types
def test_the_example_of_the_documentation(device: ttnn.Device, dtype: Any) -> None:
    case = Case(device, LARGE, dtype=dtype)
    case.check(case())


@types
def test_calls_again(device: ttnn.Device, dtype: Any) -> None:
    """Scratch of the queues that is used again does not show."""
    for seed in range(2):
        for sizes in ((2, 64, 160, 96), (1, 32, 32, 500), (2, 64, 160, 96)):
            case = Case(device, sizes, dtype=dtype, seed=seed)
            case.check(case(queue_id=seed))


@types
def test_two_rows_in_turn(device: ttnn.Device, dtype: Any) -> None:
    indices = np.tile([1, 30], (2, 16))
    ones = np.ones((1, 1, 64, 32), np.float32)
    case = Case(device, (2, 32, 32, 32), dtype=dtype, values=ones, indices=indices)
    expected = np.zeros((1, 1, 32, 32))
    expected[0, 0, [1, 30]] = 32
    np.testing.assert_array_equal(ttnn.to_numpy(case()).astype(np.float64), expected)


@types
@pytest.mark.parametrize("rows", [1, 31, 33, 100])
def test_rows_that_are_no_whole_tiles(device: ttnn.Device, dtype: Any, rows: int) -> None:
    """All of the tail is written: row 0 is the sum, the others and the padding are 0."""
    indices = np.zeros((1, 32), np.int64)
    ones = np.full((1, 1, 32, 64), 0.25, np.float32)
    case = Case(device, (1, 32, 64, rows), dtype=dtype, values=ones, indices=indices)
    full = np.full((1, 1, rows, 64), 9, np.float32)
    output = ttnn.from_numpy(full, dtype, layout=ttnn.TILE_LAYOUT, device=device)
    expected = np.zeros((1, 1, rows, 64), np.float32)
    expected[0, 0, 0] = 8
    stored = to_bfloat16(expected) if dtype is ttnn.bfloat16 else expected
    for result in (case(), case(output_tensor=output)):
        np.testing.assert_array_equal(ttnn.to_numpy(result).astype(np.float32), expected)
        assert result.host_bytes() == tile_bytes(stored, dtype)


@pytest.mark.parametrize("columns", [1, 16, 31, 33, 100])
def test_columns_that_are_no_whole_tiles(device: ttnn.Device, columns: int) -> None:
    for dtype in TYPES:
        case = Case(device, (2, 32, columns, 40), dtype=dtype)
        case.check(case())


def test_sums_do_not_stick(device: ttnn.Device) -> None:
    """1024 ones: a running sum in bfloat16 would end at 256."""
    indices = np.zeros((1, 1024), np.int64)
    ones = np.ones((1, 1, 1024, 32), np.float32)
    for dtype in TYPES:
        case = Case(device, (1, 1024, 32, 3), dtype=dtype, values=ones, indices=indices)
        assert ttnn.to_numpy(case())[0, 0, 0].tolist() == [1024] * 32


def test_one_rounding(device: ttnn.Device) -> None:
    """1 + 32 * 2^-8: each term alone would be lost in bfloat16."""
    values = np.full((1, 1, 64, 32), 2.0**-8, np.float32)
    values[0, 0, 0] = 1
    values[0, 0, 33:] = 0
    indices = np.zeros((2, 32), np.int64)
    case = Case(device, (2, 32, 32, 1), values=values, indices=indices)
    assert ttnn.to_numpy(case())[0, 0, 0].tolist() == [1.125] * 32


def test_block_floats_are_encoded_once(device: ttnn.Device) -> None:
    """Integers have exact sums, so the bytes follow from the definition of the encoding."""
    rng = np.random.default_rng(7)
    values = rng.integers(-63, 64, (1, 1, 64, 48)).astype(np.float32)
    case = Case(device, (2, 32, 48, 40), dtype=ttnn.bfloat8_b, values=values)
    np.testing.assert_array_equal(case.values, values)  # seven bits are enough for them
    exact, _ = embedding_sums(case.indices, values, 40)
    expected = exact.reshape(1, 1, 40, 48).astype(np.float32)
    assert case().host_bytes() == tile_bytes(expected, ttnn.bfloat8_b)


def test_only_the_rows_of_the_weight_count(device: ttnn.Device) -> None:
    """V is its last size but one; its rank, columns, type, layout and values do not matter."""
    case = Case(device, (2, 32, 64, 50))
    expected = case().host_bytes()
    for shape, dtype, layout in (
        ((50, 64), ttnn.float32, ttnn.ROW_MAJOR_LAYOUT),
        ((1, 1, 50, 64), ttnn.bfloat8_b, ttnn.TILE_LAYOUT),
        ((7, 50, 3), ttnn.uint8, ttnn.TILE_LAYOUT),
        ((50, 1), ttnn.bfloat4_b, ttnn.TILE_LAYOUT),
    ):
        weight = ttnn.from_numpy(np.ones(shape), dtype, layout=layout, device=device)
        result = ttnn.embedding_bw(case.input, weight, case.gradient)
        assert result.shape == (1, 1, 50, 64)
        assert result.host_bytes() == expected


@pytest.mark.parametrize("shape", [(2, 1, 32), (2, 1, 1, 32), (2, 1, 1, 1, 32)])
def test_ones_between_the_sizes_of_the_indices(device: ttnn.Device, shape: Any) -> None:
    case = Case(device, (2, 32, 64, 50))
    expected = case().host_bytes()
    case.input = ttnn.from_numpy(case.indices.reshape(shape), ttnn.uint32, device=device)
    assert case().host_bytes() == expected


def test_names_of_the_arguments(device: ttnn.Device) -> None:
    case = Case(device, (2, 32, 64, 50))
    one = ttnn.embedding_bw(
        case.input, weight=case.weight, output_gradient_tensor=case.gradient, queue_id=0
    )
    two = ttnn.embedding_bw(
        input_tensor=case.input, weight_tensor=case.weight, output_gradient_tensor=case.gradient
    )
    assert one.host_bytes() == two.host_bytes()


# --- Indices -------------------------------------------------------------------------------------


def test_bfloat16_indices_are_truncated(device: ttnn.Device) -> None:
    indices = np.zeros((1, 32), np.float32)
    indices[0, :6] = [3.75, 0.5, -0.5, 7, 1.998, 2]
    values = np.zeros((1, 1, 32, 32), np.float32)
    values[0, 0, :6] = np.array([1, 2, 4, 8, 16, 32])[:, None]
    case = Case(device, (1, 32, 32, 8), index_type=ttnn.bfloat16, values=values, indices=indices)
    # 1.998 is not a bfloat16: it is stored as 2
    expected = {0: 2 + 4, 2: 16 + 32, 3: 1, 7: 8}
    found = ttnn.to_numpy(case())[0, 0, :, 0].astype(int)
    assert {row: value for row, value in enumerate(found.tolist()) if value} == expected


def test_bfloat16_indices_above_256(device: ttnn.Device) -> None:
    """They are wrong before the operator sees them: 257 is 256, 259 and 261 are 260."""
    indices = np.zeros((1, 32), np.int64)
    indices[0, :3] = [257, 259, 261]
    values = np.zeros((1, 1, 32, 32), np.float32)
    values[0, 0, :3] = np.array([1, 2, 4])[:, None]
    case = Case(device, (1, 32, 32, 300), index_type=ttnn.bfloat16, values=values, indices=indices)
    found = ttnn.to_numpy(case())[0, 0, :, 0].astype(int)
    assert {row: value for row, value in enumerate(found.tolist()) if value} == {256: 1, 260: 6}


@pytest.mark.parametrize(
    ("index", "index_type"),
    [
        (40, ttnn.uint32),
        (-1, ttnn.uint32),
        (2**31, ttnn.uint32),
        (2**32 - 1, ttnn.uint32),
        (40.0, ttnn.bfloat16),
        (-1.0, ttnn.bfloat16),
        (np.nan, ttnn.bfloat16),
        (np.inf, ttnn.bfloat16),
    ],
)
def test_indices_outside_of_the_table(device: ttnn.Device, index: float, index_type: Any) -> None:
    indices = np.zeros((2, 32), np.float32 if index_type is ttnn.bfloat16 else np.int64)
    indices[1, 5] = index
    case = Case(device, (2, 32, 32, 40), index_type=index_type, indices=indices)
    result = case()
    with pytest.raises(RuntimeError, match=r"indices\[37\] .*every index must be in \[0, 40\)"):
        ttnn.to_numpy(result)
    case(queue_id=1)
    with pytest.raises(RuntimeError, match="every index"):
        ttnn.synchronize_device(device)
    ttnn.synchronize_device(device)  # once
    good = Case(device, (2, 32, 32, 40))
    good.check(good())


def test_the_rows_of_good_indices_are_added(device: ttnn.Device) -> None:
    """Nothing of calls before is in the result, or stays in one that was made before."""
    Case(device, (2, 32, 32, 40))()
    values = np.ones((1, 1, 64, 32), np.float32)
    indices = np.arange(64).reshape(2, 32)
    case = Case(device, (2, 32, 32, 40), values=values, indices=indices)
    before = Case(device, (2, 32, 32, 40))()
    for options in ({}, {"output_tensor": before}):
        result = case(**options)
        with pytest.raises(RuntimeError, match=r"indices\[40\] .* is 40"):
            ttnn.to_numpy(result)
        assert (ttnn.to_numpy(result) == 1).all()


def test_closing_reports_indices() -> None:
    device = ttnn.open_device(0)
    case = Case(device, (1, 32, 32, 40), indices=np.full((1, 32), 40))
    case()
    with pytest.raises(RuntimeError, match="every index"):
        ttnn.close_device(device)
    with pytest.raises(RuntimeError, match="closed"):
        case()


# --- Results -------------------------------------------------------------------------------------


@types
def test_the_gradient_decides_where_the_result_is(device: ttnn.Device, dtype: Any) -> None:
    case = Case(device, (2, 32, 64, 50), dtype=dtype)
    case.gradient = ttnn.to_device(case.gradient, device, ttnn.L1_MEMORY_CONFIG)
    assert case().memory_config() == ttnn.L1_MEMORY_CONFIG
    result = case(memory_config=ttnn.DRAM_MEMORY_CONFIG)
    assert result.memory_config() == ttnn.DRAM_MEMORY_CONFIG
    case.check(result)


@types
def test_a_result_made_before(device: ttnn.Device, dtype: Any) -> None:
    """It is overwritten, not added to, and returned."""
    case = Case(device, (2, 32, 64, 50), dtype=dtype)
    full = np.full((1, 1, 50, 64), 5, np.float32)
    output = ttnn.from_numpy(full, dtype, layout=ttnn.TILE_LAYOUT, device=device)
    for _ in range(2):
        assert case(output_tensor=output) is output
        case.check(output)
        assert output.host_bytes() == case().host_bytes()
    assert case(output_tensor=output, memory_config=ttnn.DRAM_MEMORY_CONFIG) is output


def test_the_gradient_as_the_result(device: ttnn.Device) -> None:
    case = Case(device, (1, 64, 32, 64))
    assert case(output_tensor=case.gradient) is case.gradient
    case.check(case.gradient)


def test_empty_tables_and_gradients(device: ttnn.Device) -> None:
    for sizes in ((1, 0, 32, 5), (2, 32, 0, 5), (0, 32, 32, 5), (1, 0, 32, 0)):
        batch, length, columns, rows = sizes
        case = Case(device, sizes, indices=np.zeros((batch, length), np.int64))
        found = ttnn.to_numpy(case())
        assert found.shape == (1, 1, rows, columns)
        assert not found.any()


# --- Queues --------------------------------------------------------------------------------------


def test_both_queues(device: ttnn.Device) -> None:
    cases = [Case(device, (2, 64, 160, 96), seed=seed) for seed in range(8)]
    results = [case(queue_id=number % 2) for number, case in enumerate(cases)]
    for case, result in zip(cases, results, strict=True):
        case.check(result)


def test_what_one_queue_computes_another_reads(device: ttnn.Device) -> None:
    """Work on a tensor is in the order of the calls, whatever the queues."""
    case = Case(device, (1, 64, 64, 64))
    exact = np.asarray(case.values)[0, 0]
    tensor = case.gradient
    for step in range(8):
        tensor = ttnn.embedding_bw(case.input, case.weight, tensor, queue_id=step % 2)
    for _ in range(8):
        exact, _ = embedding_sums(case.indices, exact, 64)
        exact = to_bfloat16(exact.astype(np.float32)).astype(np.float64)
    found = ttnn.to_numpy(tensor)[0, 0].astype(np.float64)
    np.testing.assert_allclose(found, exact, rtol=2**-4, atol=np.abs(exact).max() * 2**-6)


def test_threads(device: ttnn.Device) -> None:
    failures: list[str] = []

    def work(seed: int) -> None:
        try:
            for _ in range(5):
                case = Case(device, (2, 32, 64, 50), seed=seed)
                case.check(case(queue_id=seed % 2))
        except BaseException as error:
            failures.append(repr(error))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.slow
def test_the_same_bits_on_any_machine() -> None:
    code = """
import hashlib
import numpy as np
import aclnn_py.ttnn as ttnn
rng = np.random.default_rng(3)
device = ttnn.open_device(0)
for dtype in (ttnn.bfloat16, ttnn.bfloat8_b):
    tiles = dict(layout=ttnn.TILE_LAYOUT, device=device)
    g = ttnn.from_numpy(rng.standard_normal((1, 1, 2048, 300)), dtype, **tiles)
    i = ttnn.from_numpy(rng.integers(0, 50, (2, 1024)), ttnn.uint32, device=device)
    w = ttnn.from_numpy(np.zeros((50, 300)), ttnn.bfloat16, **tiles)
    one = ttnn.embedding_bw(i, w, g, queue_id=1)
    h = ttnn.from_numpy(np.zeros((1, 300)), dtype, **tiles)
    two = ttnn.add_bw(g, g, h)
    for each in (one, *two):
        print(hashlib.sha256(each.host_bytes()).hexdigest())
ttnn.close_device(device)
"""
    texts = set()
    for cores in ("1", "3"):
        for mode in ("async", "lazy", "sync"):
            result = run_python(code, {"ACLNN_CORES": cores, "ACLNN_STREAM": mode})
            assert result.stderr == ""
            texts.add(result.stdout)
    assert len(texts) == 1
    assert len(texts.pop().split()) == 6


def test_calls_that_nobody_waits_for_take_no_more_memory(device: ttnn.Device) -> None:
    """The results are large enough to be kept for the next call; so are steps and workspaces."""
    case = Case(device, (1, 1024, 1024, 1024))
    for _ in range(3):
        case()
    free = device.acl.memory()[0]
    for _ in range(30):
        case()
    assert device.acl.memory()[0] >= free


@pytest.mark.parametrize(
    "bytes_each", [2**19, pytest.param(144 * 2**20, marks=pytest.mark.slow)], ids=str
)
def test_results_that_nobody_keeps_take_bounded_memory(
    device: ttnn.Device, bytes_each: int
) -> None:
    """Neither size is kept for the next call. What is queued needs its memory, and calls wait
    before that is more than five times 32 MiB, or than five calls."""
    ones = np.ones((bytes_each // 4 // 1024, 1024), np.float32)
    tensor = ttnn.from_numpy(ones, layout=ttnn.TILE_LAYOUT, device=device)
    free = device.acl.memory()[0]
    least = free
    for _ in range(max(8, 2**29 // bytes_each)):
        ttnn.add_bw(tensor, tensor, 1.0)
        least = min(least, device.acl.memory()[0])
    assert free - least <= 6 * max(2 * bytes_each, 2**25)
    ttnn.synchronize_device(device)
    assert device.acl.memory()[0] >= free - 2**20


@pytest.mark.slow
def test_a_full_device_waits_for_what_was_freed() -> None:
    code = """
import numpy as np
import aclnn_py.ttnn as ttnn
device = ttnn.open_device(0)
ones = ttnn.from_numpy(np.ones((512, 512)), ttnn.float32, layout=ttnn.TILE_LAYOUT, device=device)
for _ in range(500):  # a megabyte each
    result = ttnn.add_bw(ones, ones, 1.0)[0]
print(ttnn.to_numpy(result).sum())
kept = []
try:
    while True:
        kept += ttnn.add_bw(ones, ones, 1.0)
except MemoryError as error:
    print(40 <= len(kept) <= 64, isinstance(error, RuntimeError))
kept.clear()
print(ttnn.to_numpy(ttnn.add_bw(ones, ones, 1.0)[0]).sum())
ttnn.close_device(device)
"""
    result = run_python(code, {"ACLNN_SOC": "Ascend910B2:memory=67108864"})
    assert result.stderr == ""
    assert result.stdout == "262144.0\nTrue True\n262144.0\n"


# --- The rules -----------------------------------------------------------------------------------


def tensor(device: ttnn.Device, shape: Any, dtype: Any, **options: Any) -> ttnn.Tensor:
    options = {"layout": ttnn.TILE_LAYOUT, "device": device, **options}
    return ttnn.from_numpy(np.zeros(shape), dtype, **options)


ROWS = {"layout": ttnn.ROW_MAJOR_LAYOUT}
SHARDED = {"memory_config": ttnn.L1_HEIGHT_SHARDED_MEMORY_CONFIG}

#: What is wrong: the indices, the gradient, options, what the text says.
RULES: list[tuple[str, Any, Any, dict[str, Any], str]] = [
    (
        "1 layout",
        ((2, 32), ttnn.uint32, {}),
        None,
        {},
        "input_tensor has the layout TILE; ROW_MAJOR is",
    ),
    *(
        (
            f"2 {dtype.name}",
            ((2, 32), dtype, ROWS),
            None,
            {},
            f"input_tensor has the data type {dtype.name}; UINT32 or BFLOAT16 is required",
        )
        for dtype in (ttnn.int32, ttnn.uint16, ttnn.uint8, ttnn.float32)
    ),
    (
        "3 middle",
        ((2, 2, 32), ttnn.uint32, ROWS),
        None,
        {},
        r"shape Shape\(\[2, 2, 32\]\); \[B, S\] is",
    ),
    (
        "3 rank 1",
        ((64,), ttnn.uint32, ROWS),
        None,
        {},
        r"shape Shape\(\[64\]\); \[B, S\] is required",
    ),
    (
        "4 S",
        ((2, 33), ttnn.uint32, ROWS),
        ((1, 1, 66, 64), ttnn.bfloat16, {}),
        {},
        "its last size, 33, has to be a multiple of 32",
    ),
    (
        "4 S = 1023",
        ((1, 1023), ttnn.uint32, ROWS),
        ((1, 1, 1023, 64), ttnn.bfloat16, {}),
        {},
        "1023, has to be a multiple of 32",
    ),
    (
        "5 layout",
        None,
        ((1, 1, 64, 64), ttnn.bfloat16, ROWS),
        {},
        "output_gradient_tensor has the layout ROW_MAJOR; TILE is required",
    ),
    *(
        (
            f"6 {dtype.name}",
            None,
            ((1, 1, 64, 64), dtype, {}),
            {},
            f"output_gradient_tensor has the data type {dtype.name}; BFLOAT16 or BFLOAT8_B is",
        )
        for dtype in (ttnn.float32, ttnn.bfloat4_b, ttnn.int32)
    ),
    (
        "7 dtype",
        None,
        None,
        {"dtype": ttnn.bfloat8_b},
        "dtype is BFLOAT8_B; it has to be that of output_gradient_tensor, BFLOAT16",
    ),
    (
        "8 indices",
        ((2, 32), ttnn.uint32, ROWS | SHARDED),
        None,
        {},
        "input_tensor is in L1 height sharded",
    ),
    (
        "8 gradient",
        None,
        ((1, 1, 64, 64), ttnn.bfloat16, SHARDED),
        {"memory_config": ttnn.DRAM_MEMORY_CONFIG},
        "output_gradient_tensor is in L1 height sharded; sharding is not supported",
    ),
    (
        "8 result",
        None,
        None,
        {"memory_config": ttnn.L1_BLOCK_SHARDED_MEMORY_CONFIG},
        "the result is in L1 block sharded; sharding is not supported",
    ),
    (
        "9 dim 0",
        None,
        ((2, 1, 64, 64), ttnn.bfloat16, {}),
        {},
        r"shape Shape\(\[2, 1, 64, 64\]\); \[1, 1, B \* S, D\] is required",
    ),
    ("9 dim 1", None, ((1, 2, 64, 64), ttnn.bfloat16, {}), {}, r"\[1, 1, B \* S, D\] is required"),
    ("9 rank", None, ((64, 64), ttnn.bfloat16, {}), {}, r"\[1, 1, B \* S, D\] is required"),
    (
        "11 rows",
        None,
        ((1, 1, 96, 64), ttnn.bfloat16, {}),
        {},
        r"its third size has to be B \* S = 2 \* 32 = 64",
    ),
    ("11 padding", None, ((1, 1, 60, 64), ttnn.bfloat16, {}), {}, r"has to be B \* S"),
]


@pytest.mark.parametrize(
    ("indices", "gradient", "options", "match"),
    [rule[1:] for rule in RULES],
    ids=[rule[0] for rule in RULES],
)
def test_rules(
    device: ttnn.Device, indices: Any, gradient: Any, options: dict[str, Any], match: str
) -> None:
    shape, dtype, more = indices or ((2, 32), ttnn.uint32, ROWS)
    input_tensor = tensor(device, shape, dtype, **more)
    shape, dtype, more = gradient or ((1, 1, 64, 64), ttnn.bfloat16, {})
    grad = tensor(device, shape, dtype, **more)
    weight = tensor(device, (50, 64), ttnn.bfloat16)
    with pytest.raises(RuntimeError, match=f"^ttnn.embedding_bw: .*{match}"):
        ttnn.embedding_bw(input_tensor, weight, grad, **options)


def test_rule_10_holds_for_every_tile(device: ttnn.Device) -> None:
    """D with its padding is a multiple of 32, whatever D is."""
    for columns in (1, 31, 32, 33):
        assert tensor(device, (1, 1, 32, columns), ttnn.bfloat16).padded_shape[-1] % 32 == 0


@pytest.mark.parametrize(
    ("shape", "dtype", "options", "match"),
    [
        ((1, 1, 64, 64), ttnn.bfloat16, {}, r"V, D\] = \[1, 1, 50, 64\] is required"),
        ((50, 64), ttnn.bfloat16, {}, r"V, D\] = \[1, 1, 50, 64\] is required"),
        (
            (1, 1, 50, 64),
            ttnn.bfloat8_b,
            {},
            "data type BFLOAT8_B; that of output_gradient_tensor, BF",
        ),
        ((1, 1, 50, 64), ttnn.bfloat16, ROWS, "output_tensor has the layout ROW_MAJOR; TILE"),
        ((1, 1, 50, 64), ttnn.bfloat16, SHARDED, "the result is in L1 height sharded"),
    ],
)
def test_outputs_are_checked(
    device: ttnn.Device, shape: Any, dtype: Any, options: Any, match: str
) -> None:
    case = Case(device, (2, 32, 64, 50))
    output = tensor(device, shape, dtype, **options)
    with pytest.raises(RuntimeError, match=match):
        case(output_tensor=output)
    with pytest.raises(RuntimeError, match="memory_config is L1 interleaved, but output_tensor is"):
        case(output_tensor=output, memory_config=ttnn.L1_MEMORY_CONFIG)


def test_places_and_arguments(device: ttnn.Device) -> None:
    case = Case(device, (2, 32, 64, 50))
    i, w, g = case.input, case.weight, case.gradient
    host = ttnn.from_device
    for name, arguments in (
        ("input_tensor", (host(i), w, g)),
        ("weight", (i, host(w), g)),
        ("output_gradient_tensor", (i, w, host(g))),
    ):
        with pytest.raises(RuntimeError, match=f"{name} is on the host"):
            ttnn.embedding_bw(*arguments)
    other = ttnn.open_device(0)
    with pytest.raises(RuntimeError, match="weight is on device 0 of another open_device"):
        ttnn.embedding_bw(i, ttnn.to_device(host(w), other), g)
    ttnn.close_device(other)
    with pytest.raises(RuntimeError, match=r"weight has the shape Shape\(\[50\]\)"):
        ttnn.embedding_bw(i, tensor(device, (50,), ttnn.bfloat16), g)
    for queue_id in (-1, 2, 255):
        with pytest.raises(RuntimeError, match=f"queue_id is {queue_id}; .* 0 and 1"):
            case(queue_id=queue_id)
    for number in (True, "0", 0.0, None):
        with pytest.raises(TypeError, match="queue_id: an int is required"):
            case(queue_id=number)
    for position, name in enumerate(("input_tensor", "weight", "output_gradient_tensor")):
        wrongly: list[Any] = [i, w, g]
        wrongly[position] = np.zeros((2, 32))
        with pytest.raises(TypeError, match=f"{name}: a ttnn.Tensor is required, not ndarray"):
            ttnn.embedding_bw(*wrongly)
    for call, match in (
        (lambda: wrong(i, w), "output_gradient_tensor is missing"),
        (lambda: wrong(i, output_gradient_tensor=g), "weight is missing"),
        (lambda: wrong(i, w, g, weight_tensor=w), "two names of one argument"),
        (lambda: case(dtype="bfloat16"), "dtype: one of"),
        (lambda: case(memory_config="L1"), "memory_config: a"),
        (lambda: case(output_tensor=np.zeros(3)), "output_tensor: a ttnn.Tensor"),
        (lambda: wrong(i, w, g, ttnn.bfloat16), "positional"),
    ):
        with pytest.raises(TypeError, match=match):
            call()


# --- Anything ------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_any_sizes(data: st.DataObject, seed: int) -> None:
    sizes = (
        data.draw(st.integers(1, 4)),
        32 * data.draw(st.integers(1, 4)),
        data.draw(st.integers(1, 100)),
        data.draw(st.integers(1, 150)),
    )
    dtype = data.draw(st.sampled_from(TYPES))
    index_type = data.draw(st.sampled_from([ttnn.uint32, ttnn.bfloat16]))
    device = ttnn.open_device(0)
    try:
        case = Case(device, sizes, seed=seed, dtype=dtype, index_type=index_type)
        result = case(queue_id=data.draw(st.integers(0, 1)))
        exact, size = embedding_sums(case.indices, case.values, sizes[-1])
        found = ttnn.to_numpy(result)[0, 0]
        assert_sums(found, exact, size, case.indices.size, dtype)
    finally:
        ttnn.close_device(device)
