# SPDX-License-Identifier: Apache-2.0
"""Tensors: from arrays and back, their storage, layouts, types and places."""

from __future__ import annotations

import gc
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interfaces.ttnn.oracle import (
    MAGNITUDE_BITS,
    NUMBERS,
    PLAIN,
    block_values,
    tile_bytes,
    to_bfloat16,
)
from ops.ext.tiles import TILE_BYTES
from support import BFLOAT16, run_python

from aclnn_py import ttnn

pytestmark = pytest.mark.slow  # many small calls

SHAPES = [
    (1,), (33,), (32, 32), (2, 2), (1, 33), (33, 1), (64, 96), (3, 5, 7), (2, 1, 40, 17),
    (1, 1, 1, 1, 1, 1, 2, 3),
]  # fmt: skip
BLOCKS = [ttnn.bfloat8_b, ttnn.bfloat4_b]

shapes = pytest.mark.parametrize("shape", SHAPES, ids=str)
plain_types = pytest.mark.parametrize("dtype", PLAIN, ids=lambda dtype: dtype.name)
block_types = pytest.mark.parametrize("dtype", BLOCKS, ids=lambda dtype: dtype.name)
every_type = pytest.mark.parametrize("dtype", [*PLAIN, *BLOCKS], ids=lambda dtype: dtype.name)
layouts = pytest.mark.parametrize("layout", list(ttnn.Layout), ids=lambda layout: layout.name)
places = pytest.mark.parametrize("place", ["host", "device"])

wrong: Any = ttnn  # for arguments that the types forbid


def random_values(rng: np.random.Generator, shape: tuple[int, ...], dtype: Any) -> Any:
    """Elements of a ttnn type, as its array has them; float32 for block floats."""
    plain = PLAIN.get(dtype, np.dtype(np.float32))
    if plain.kind in "ui":
        limits = np.iinfo(plain)
        return rng.integers(limits.min, limits.max, shape, plain, endpoint=True)
    return (rng.standard_normal(shape) * 10.0 ** rng.integers(-3, 4, shape)).astype(plain)


# --- Numbers, shapes, configurations -------------------------------------------------------------


def test_numbers() -> None:
    assert {each.name.lower(): int(each) for each in ttnn.DataType} == NUMBERS
    for name, number in NUMBERS.items():
        assert getattr(ttnn, name) == number
        assert getattr(ttnn, name) is ttnn.DataType(number)
    assert (int(ttnn.ROW_MAJOR_LAYOUT), int(ttnn.TILE_LAYOUT)) == (0, 1)
    assert ttnn.TILE_SIZE == 32


def test_all_names_exist() -> None:
    for name in ttnn.__all__:
        assert getattr(ttnn, name) is not None


@pytest.mark.parametrize(
    ("shape", "padded"),
    [
        ((), (32, 32)),
        ((5,), (32, 32)),
        ((2, 2), (32, 32)),
        ((32, 33), (32, 64)),
        ((7, 1, 65, 64), (7, 1, 96, 64)),
        ((3, 0, 4), (3, 0, 32)),
        ((0, 2, 4), (0, 32, 32)),
    ],
)
def test_padded_shape(shape: tuple[int, ...], padded: tuple[int, ...]) -> None:
    tensor = ttnn.from_numpy(np.ones(shape, np.float32), layout=ttnn.TILE_LAYOUT)
    assert tensor.shape == shape
    assert tensor.padded_shape == padded
    assert len(tensor.host_bytes()) == np.prod(padded) // 1024 * 4096
    np.testing.assert_array_equal(ttnn.to_numpy(tensor), np.ones(shape))
    rows = ttnn.to_layout(tensor, ttnn.ROW_MAJOR_LAYOUT)
    assert rows.padded_shape == shape
    assert len(rows.host_bytes()) == np.prod(shape, dtype=int) * 4


def test_shape() -> None:
    shape = ttnn.from_numpy(np.zeros((2, 3))).shape
    for same, other in (((2, 3), (2, 4)), ([2, 3], [2])):
        assert shape == same
        assert shape != other
    assert hash(shape) == hash((2, 3))
    assert (shape.rank, shape[-1], list(shape), repr(shape)) == (2, 3, [2, 3], "Shape([2, 3])")


def test_memory_configurations() -> None:
    configs = [
        ttnn.DRAM_MEMORY_CONFIG,
        ttnn.L1_MEMORY_CONFIG,
        ttnn.L1_HEIGHT_SHARDED_MEMORY_CONFIG,
        ttnn.L1_WIDTH_SHARDED_MEMORY_CONFIG,
        ttnn.L1_BLOCK_SHARDED_MEMORY_CONFIG,
    ]
    assert len(set(configs)) == 5
    assert [each.is_sharded for each in configs] == [False, False, True, True, True]
    dram = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.DRAM)
    assert dram == ttnn.DRAM_MEMORY_CONFIG


def test_memory_configurations_are_carried_along(device: ttnn.Device) -> None:
    array = np.zeros((4, 4), np.float32)
    assert ttnn.from_numpy(array, device=device).memory_config() == ttnn.DRAM_MEMORY_CONFIG
    tensor = ttnn.from_numpy(array, device=device, memory_config=ttnn.L1_MEMORY_CONFIG)
    for each in (
        tensor,
        ttnn.to_layout(tensor, ttnn.TILE_LAYOUT),
        ttnn.typecast(tensor, ttnn.bfloat16),
        ttnn.typecast(tensor, ttnn.int32),
        ttnn.to_device(ttnn.from_device(tensor), device),
    ):
        assert each.memory_config() == ttnn.L1_MEMORY_CONFIG
    moved = ttnn.to_device(tensor, device, ttnn.DRAM_MEMORY_CONFIG)
    assert moved.memory_config() == ttnn.DRAM_MEMORY_CONFIG
    assert ttnn.to_device(tensor, device) is tensor


# --- Storage -------------------------------------------------------------------------------------


@shapes
@plain_types
@places
def test_plain_elements(
    device: ttnn.Device, rng: np.random.Generator, place: str, dtype: Any, shape: tuple[int, ...]
) -> None:
    array = random_values(rng, shape, dtype)
    where = device if place == "device" else None
    tensor = ttnn.from_numpy(array, device=where)
    assert (tensor.dtype, tensor.layout) == (dtype, ttnn.ROW_MAJOR_LAYOUT)
    assert tensor.device() is where
    assert tensor.host_bytes() == array.tobytes()
    tiles = ttnn.from_numpy(array, layout=ttnn.TILE_LAYOUT, device=where)
    assert tiles.host_bytes() == tile_bytes(array, dtype)
    assert len(tiles.host_bytes()) % TILE_BYTES[dtype] == 0
    for each in (
        tensor,
        tiles,
        ttnn.to_layout(tensor, ttnn.TILE_LAYOUT),
        ttnn.to_layout(tiles, ttnn.ROW_MAJOR_LAYOUT),
    ):
        found = ttnn.to_numpy(each)
        assert found.dtype == array.dtype
        assert found.shape == shape
        assert found.tobytes() == array.tobytes()
        assert each.device() is where
    assert ttnn.to_layout(tensor, ttnn.TILE_LAYOUT).host_bytes() == tiles.host_bytes()


@shapes
@block_types
@places
def test_block_floats(
    device: ttnn.Device, rng: np.random.Generator, place: str, dtype: Any, shape: tuple[int, ...]
) -> None:
    array = random_values(rng, shape, dtype)
    where = device if place == "device" else None
    tensor = ttnn.from_numpy(array, dtype, layout=ttnn.TILE_LAYOUT, device=where)
    assert tensor.host_bytes() == tile_bytes(array, dtype)
    assert len(tensor.host_bytes()) == np.prod(tensor.padded_shape) // 1024 * TILE_BYTES[dtype]
    found = ttnn.to_numpy(tensor)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, block_values(array, dtype))
    again = ttnn.from_numpy(found, dtype, layout=ttnn.TILE_LAYOUT)
    assert again.host_bytes() == tensor.host_bytes()


def one_block(values: list[float], dtype: Any) -> list[float]:
    """What is left of the first elements of a block."""
    tensor = ttnn.from_numpy(np.array(values, np.float32), dtype, layout=ttnn.TILE_LAYOUT)
    found: list[float] = ttnn.to_numpy(tensor).tolist()
    return found


def test_rounding_of_block_floats() -> None:
    """Anchors of ttnn's own unit test: ties to even; 64 makes the step 1."""
    for sign in (1, -1):
        given = [64.0, 64.75, 65.25, 64.5, 65.5]
        expected = [64.0, 65.0, 65.0, 64.0, 66.0]
        assert one_block([sign * x for x in given], ttnn.bfloat8_b) == [sign * x for x in expected]


def test_traps_of_block_floats() -> None:
    eight, four = ttnn.bfloat8_b, ttnn.bfloat4_b
    assert one_block([128.0, 1 + 2.0**-23], eight) == [128, 0]  # truncated before it is rounded
    assert one_block([1.9999], eight) == [127 / 64]  # a carry does not raise the exponent
    assert one_block([1.9999], four) == [7 / 4]
    assert np.signbit(one_block([-0.0, 1.0, -1e-9], eight)).tolist() == [False] * 3
    assert one_block([1e-40, -1e-40], eight) == [0, 0]  # subnormal
    # a block is 16 columns of one row: its neighbours keep their precision
    values = np.zeros((2, 32), np.float32)
    values[0, 0], values[0, 15], values[0, 16], values[1, 0] = 1000, 0.01, 0.01, 0.01
    found = ttnn.to_numpy(ttnn.from_numpy(values, eight, layout=ttnn.TILE_LAYOUT))
    assert found[0, 15] == 0
    assert found[0, 16] == found[1, 0] == pytest.approx(0.01, rel=2**-7)


def test_the_bytes_of_a_tile() -> None:
    """Exponents first; four faces; the even column of bfloat4_b in the low half."""
    values = np.zeros((32, 32), np.float32)
    values[0, 0], values[0, 1] = 1.0, -1.5
    values[0, 16], values[16, 0], values[31, 31] = 2.0, 4.0, 8.0
    data = ttnn.from_numpy(values, ttnn.bfloat8_b, layout=ttnn.TILE_LAYOUT).host_bytes()
    assert [data[at] for at in (0, 1, 16, 32, 63)] == [127, 0, 128, 129, 130]
    assert [data[64 + at] for at in (0, 1, 2, 256, 512, 1023)] == [64, 0x80 + 96, 0, 64, 64, 64]
    data = ttnn.from_numpy(values, ttnn.bfloat4_b, layout=ttnn.TILE_LAYOUT).host_bytes()
    assert [data[at] for at in (0, 1, 16, 32, 63)] == [127, 0, 128, 129, 130]
    assert [data[64 + at] for at in (0, 1, 128, 256, 511)] == [4 | (8 + 6) << 4, 0, 4, 4, 4 << 4]


# --- Arrays of other types -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (np.float16, ttnn.float32),
        (np.float64, ttnn.float32),
        (np.bool_, ttnn.uint8),
        (np.int8, ttnn.int32),
        (np.int16, ttnn.int32),
        (np.int64, ttnn.uint32),
        (np.uint64, ttnn.uint32),
        *((plain, dtype) for dtype, plain in PLAIN.items()),
    ],
    ids=str,
)
def test_types_of_arrays(given: Any, expected: Any) -> None:
    array = np.array([[0, 1], [1, 0]]).astype(given)
    tensor = ttnn.from_numpy(array)
    assert tensor.dtype is expected
    assert ttnn.to_numpy(tensor).astype(int).tolist() == [[0, 1], [1, 0]]


def test_rounding_to_bfloat16(rng: np.random.Generator) -> None:
    bits = rng.integers(0, 2**32, 4096, np.uint32)
    bits[:8] = [
        0x3F808000,
        0x3F818000,
        0x7F7FFFFF,
        0x7FFFFFFF,
        0xFFC12345,
        0x80000000,
        1,
        0xFF800000,
    ]
    values = bits.view(np.float32)
    for layout in ttnn.Layout:
        tensor = ttnn.from_numpy(values, ttnn.bfloat16, layout=layout)
        assert ttnn.to_numpy(tensor).tobytes() == to_bfloat16(values).tobytes()
        cast = ttnn.typecast(ttnn.from_numpy(values, layout=layout), ttnn.bfloat16)
        assert cast.host_bytes() == tensor.host_bytes()


def test_integers_wrap_and_floats_saturate() -> None:
    assert ttnn.to_numpy(ttnn.from_numpy([-1, 2**32 + 5], ttnn.uint32)).tolist() == [2**32 - 1, 5]
    assert ttnn.to_numpy(ttnn.from_numpy([300, -1], ttnn.uint8)).tolist() == [44, 255]
    floats = np.array([3.75, -3.75, np.nan, np.inf, -np.inf, 1e30])
    assert ttnn.to_numpy(ttnn.from_numpy(floats, ttnn.int32)).tolist() == [
        3, -3, 0, 2**31 - 1, -(2**31), 2**31 - 1,
    ]  # fmt: skip
    assert ttnn.to_numpy(ttnn.from_numpy(floats, ttnn.uint16)).tolist() == [
        3, 0, 0, 65535, 0, 65535,
    ]  # fmt: skip
    assert ttnn.to_numpy(ttnn.from_numpy([1e300, 0.1])).tolist() == [np.inf, np.float32(0.1)]


def test_strides_and_lists(rng: np.random.Generator) -> None:
    array = rng.standard_normal((6, 8)).astype(np.float32)
    for view in (array.T, array[::-2], array[:, ::3], np.broadcast_to(array[:1], (5, 8))):
        np.testing.assert_array_equal(ttnn.to_numpy(ttnn.from_numpy(view)), view)
    assert ttnn.to_numpy(ttnn.from_numpy([[1, 2], [3, 4]])).tolist() == [[1, 2], [3, 4]]
    big = array.astype(">f4")
    np.testing.assert_array_equal(ttnn.to_numpy(ttnn.from_numpy(big)), array)


def test_results_are_copies() -> None:
    array = np.zeros(3, np.float32)
    tensor = ttnn.from_numpy(array)
    array[:] = 1
    found = ttnn.to_numpy(tensor)
    found[:] = 2
    assert ttnn.to_numpy(tensor).tolist() == [0, 0, 0]


@pytest.mark.parametrize("dtype", [np.complex64, object, "U1", "M8[s]", ml_dtypes.float8_e4m3fn])
def test_other_elements_are_refused(dtype: Any) -> None:
    with pytest.raises(TypeError, match="from_numpy: tensor: elements are"):
        ttnn.from_numpy(np.zeros(2, dtype))


# --- typecast ------------------------------------------------------------------------------------


@layouts
@pytest.mark.parametrize("to", [*PLAIN, *BLOCKS], ids=lambda dtype: dtype.name)
@every_type
def test_typecast(dtype: Any, to: Any, layout: Any) -> None:
    values = np.array([[0, 1, 2.5, 100, 5.75], [3, 96, 64.5, 7, 1.125]])
    if ttnn.ROW_MAJOR_LAYOUT is layout and (dtype in BLOCKS or to in BLOCKS):
        return
    tensor = ttnn.from_numpy(values, dtype, layout=layout)
    before = ttnn.to_numpy(tensor).astype(np.float64)
    found = ttnn.typecast(tensor, to)
    assert (found.dtype, found.layout, found.shape) == (to, layout, (2, 5))
    if to in BLOCKS:
        expected = block_values(before, to)
    elif to is ttnn.bfloat16:
        expected = to_bfloat16(before).astype(np.float64)
    else:
        expected = before.astype(PLAIN[to]).astype(np.float64)
    np.testing.assert_array_equal(ttnn.to_numpy(found).astype(np.float64), expected)
    assert (found is tensor) == (to is dtype)
    if to in BLOCKS:
        assert found.host_bytes() == tile_bytes(before.astype(np.float32), to)


# --- Places --------------------------------------------------------------------------------------


@layouts
@every_type
def test_to_the_host_and_back(device: ttnn.Device, dtype: Any, layout: Any) -> None:
    if dtype in MAGNITUDE_BITS and layout is ttnn.ROW_MAJOR_LAYOUT:
        return
    tensor = ttnn.from_numpy(np.arange(35).reshape(5, 7), dtype, layout=layout, device=device)
    host = ttnn.from_device(tensor)
    assert host.device() is None
    assert ttnn.from_device(host) is host
    back = ttnn.to_device(host, device, queue_id=1)
    assert back.device() is device
    assert tensor.host_bytes() == host.host_bytes() == back.host_bytes()


def test_a_tensor_on_the_host_outlives_devices(device: ttnn.Device) -> None:
    tensor = ttnn.from_numpy(np.arange(4.0), device=device)
    host = ttnn.from_device(tensor)
    ttnn.close_device(device)
    assert ttnn.to_numpy(host).tolist() == [0, 1, 2, 3]


def test_closed_devices(device: ttnn.Device) -> None:
    tensor = ttnn.from_numpy(np.zeros((2, 2), np.float32), device=device)
    ttnn.close_device(device)
    ttnn.close_device(device)
    calls: dict[str, Any] = {
        "to_numpy": lambda: ttnn.to_numpy(tensor),
        "Tensor.host_bytes": tensor.host_bytes,
        "to_layout": lambda: ttnn.to_layout(tensor, ttnn.TILE_LAYOUT),
        "typecast": lambda: ttnn.typecast(tensor, ttnn.bfloat16),
        "from_device": lambda: ttnn.from_device(tensor),
        "to_device": lambda: ttnn.to_device(tensor, device),
        "from_numpy": lambda: ttnn.from_numpy([1.0], device=device),
        "synchronize_device": lambda: ttnn.synchronize_device(device),
        "complex_tensor": lambda: ttnn.complex_tensor(tensor, tensor),
        "add_bw": lambda: ttnn.add_bw(tensor, tensor, 1.0),
        "embedding_bw": lambda: ttnn.embedding_bw(tensor, tensor, tensor),
    }
    for name, call in calls.items():
        with pytest.raises(RuntimeError, match=rf"ttnn\.{name}: .*device 0.* was closed"):
            call()
    assert (tensor.shape, tensor.device()) == ((2, 2), device)
    assert "closed" in repr(tensor)
    assert "closed" in repr(device)


def test_an_opening_of_its_own(device: ttnn.Device) -> None:
    """Closing one leaves the tensors of another alone."""
    other = ttnn.open_device(0)
    one, two = (ttnn.from_numpy([1.0], device=each) for each in (device, other))
    ttnn.close_device(other)
    assert ttnn.to_numpy(one).tolist() == [1]
    with pytest.raises(RuntimeError, match="closed"):
        ttnn.to_numpy(two)


def test_no_such_device() -> None:
    for number in (1000, -1):
        with pytest.raises(RuntimeError, match="aclrtSetDevice"):
            ttnn.open_device(device_id=number)


def test_arguments_of_open_device() -> None:
    device = ttnn.open_device(0, l1_small_size=24576, trace_region_size=0, num_command_queues=2)
    assert (device.id(), repr(device)) == (0, "ttnn.Device(0)")
    ttnn.close_device(device)
    with pytest.raises(TypeError, match="no argument 'size'"):
        ttnn.open_device(0, size=1)


def test_memory_is_given_back(device: ttnn.Device) -> None:
    free = device.acl.memory()[0]
    for layout in ttnn.Layout:
        tensor = ttnn.from_numpy(np.zeros((512, 512), np.float32), layout=layout, device=device)
        assert device.acl.memory()[0] <= free - 2**20
        ttnn.synchronize_device(device)
        del tensor
        gc.collect()
        assert device.acl.memory()[0] == free


@pytest.mark.slow
def test_two_devices() -> None:
    code = """
import numpy as np
import aclnn_py.ttnn as ttnn
one, two = ttnn.open_device(device_id=0), ttnn.open_device(device_id=1)
x = np.ones((1, 1, 32, 32), np.float32)
a, b = (ttnn.from_numpy(x, ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=d) for d in (one, two))
i = ttnn.from_numpy(np.zeros((1, 32)), ttnn.uint32, device=two)
for call in (
    lambda: ttnn.add_bw(a, b, 1.0),
    lambda: ttnn.add_bw(a, a, b),
    lambda: ttnn.add_bw(a, a, 2, input_grad=b),
    lambda: ttnn.embedding_bw(i, a, b),
    lambda: ttnn.embedding_bw(i, b, b, output_tensor=a),
    lambda: ttnn.complex_tensor(a, b),
    lambda: ttnn.to_device(a, two),
):
    try:
        print("no error", call())
    except RuntimeError as error:
        assert "device 0" in str(error) or "Device(0)" in str(error), error
        assert "device 1" in str(error) or "Device(1)" in str(error) or "asked" in str(error), error
found = ttnn.embedding_bw(i, b, b)
print(found.device() is two, ttnn.to_numpy(found)[0, 0, 0, 0])
ttnn.close_device(two)
print(ttnn.to_numpy(ttnn.add_bw(a, a, 1.0)[0]).astype(int).sum(), two.id())
ttnn.close_device(one)
"""
    result = run_python(code, {"ACLNN_DEVICES": "2"})
    assert (result.stderr, result.stdout) == ("", "True 32\n1024 1\n")


# --- Errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (
            lambda: ttnn.from_numpy([1.0], ttnn.bfloat8_b),
            RuntimeError,
            "BFLOAT8_B .*has to be TILE",
        ),
        (
            lambda: ttnn.from_numpy([1.0], ttnn.bfloat4_b, layout=ttnn.ROW_MAJOR_LAYOUT),
            RuntimeError,
            "has to be TILE, not ROW_MAJOR",
        ),
        (lambda: ttnn.from_numpy(np.zeros([1] * 9)), RuntimeError, "9 dimensions; up to 8"),
        (
            lambda: ttnn.from_numpy([1.0], memory_config=ttnn.L1_MEMORY_CONFIG),
            RuntimeError,
            "memory_config is given without a device",
        ),
        (lambda: wrong.from_numpy([1.0], "float32"), TypeError, "dtype: one of ttnn.bfloat16"),
        (lambda: wrong.from_numpy([1.0], layout=1), TypeError, "layout: .* is required, not int"),
        (lambda: wrong.from_numpy([1.0], device=0), TypeError, "device: .* not int"),
        (lambda: wrong.close_device(0), TypeError, "close_device: device: .* not int"),
        (lambda: wrong.to_numpy([1.0]), TypeError, "a ttnn.Tensor is required, not list"),
        (lambda: wrong.typecast([1.0], ttnn.int32), TypeError, "typecast: tensor"),
        (lambda: wrong.typecast(ttnn.from_numpy([1.0]), 1), TypeError, "typecast: dtype"),
        (lambda: wrong.to_layout(ttnn.from_numpy([1.0]), 1), TypeError, "to_layout: layout"),
        (
            lambda: ttnn.typecast(ttnn.from_numpy([1.0]), ttnn.bfloat8_b),
            RuntimeError,
            "typecast: BFLOAT8_B .*not ROW_MAJOR",
        ),
        (
            lambda: ttnn.to_layout(
                ttnn.from_numpy([1.0], ttnn.bfloat8_b, layout=ttnn.TILE_LAYOUT),
                ttnn.ROW_MAJOR_LAYOUT,
            ),
            RuntimeError,
            "to_layout: BFLOAT8_B .*not ROW_MAJOR",
        ),
        (lambda: ttnn.from_numpy(ttnn.from_numpy([1.0])), TypeError, "a ttnn.Tensor already"),
        (lambda: wrong.to_device(ttnn.from_numpy([1.0]), None), TypeError, "to_device: device"),
    ],
)
def test_errors(call: Any, error: Any, match: str) -> None:
    with pytest.raises(error, match=match):
        call()


def test_errors_with_a_device(device: ttnn.Device) -> None:
    tensor = ttnn.from_numpy([1.0])
    with pytest.raises(TypeError, match=r"memory_config: a ttnn\.MemoryConfig is required"):
        wrong.from_numpy([1.0], device=device, memory_config="L1")
    for queue_id in (-1, 2):
        with pytest.raises(RuntimeError, match=f"queue_id is {queue_id}; .* 0 and 1"):
            ttnn.to_device(tensor, device, queue_id=queue_id)
        with pytest.raises(RuntimeError, match=f"queue_id is {queue_id}"):
            ttnn.synchronize_device(device, queue_id)
    with pytest.raises(TypeError, match="queue_id: an int is required, not str"):
        wrong.to_device(tensor, device, queue_id="0")
    one = ttnn.from_numpy([[1.0]], device=device)
    for other, what in (
        (ttnn.from_numpy([[1.0, 2.0]], device=device), "the shape"),
        (ttnn.typecast(one, ttnn.bfloat16), "the data type"),
        (ttnn.to_layout(one, ttnn.TILE_LAYOUT), "the layout"),
        (ttnn.from_device(one), "the device"),
    ):
        with pytest.raises(RuntimeError, match=f"complex_tensor: real has {what}"):
            ttnn.complex_tensor(one, other)


# --- Anything ------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_any_array(data: st.DataObject, seed: int) -> None:
    """Any shape and type, in tiles: the bytes are those of the definition."""
    rng = np.random.default_rng(seed)
    rank = data.draw(st.integers(1, 4))
    sizes = st.sampled_from([0, 1, 2, 15, 16, 17, 31, 32, 33, 40, 64, 70])
    shape = (*(data.draw(st.integers(1, 3)) for _ in range(rank - 2)),)
    shape += tuple(data.draw(sizes) for _ in range(min(rank, 2)))
    dtype = data.draw(st.sampled_from([*PLAIN, *BLOCKS]))
    array = random_values(rng, shape, dtype)
    tensor = ttnn.from_numpy(array, dtype, layout=ttnn.TILE_LAYOUT)
    assert tensor.host_bytes() == tile_bytes(array, dtype)
    found = ttnn.to_numpy(tensor)
    if dtype in BLOCKS:
        np.testing.assert_array_equal(found, block_values(array, dtype))
    else:
        assert found.tobytes() == array.tobytes()


def test_types_of_the_package() -> None:
    assert ttnn.to_numpy(ttnn.from_numpy([1.0], ttnn.bfloat16)).dtype == BFLOAT16


def test_large_memory_is_kept_and_used_again(device: ttnn.Device) -> None:
    """A few large pieces stay with the device, for results of the same size."""
    tiles: dict[str, Any] = {"layout": ttnn.TILE_LAYOUT, "device": device}
    ttnn.from_numpy(np.zeros((32, 32), np.float32), **tiles)
    free = device.acl.memory()[0]
    for size in range(1024, 1024 + 32 * 8, 32):
        for value in (1, 2):
            tensor = ttnn.from_numpy(np.full((size, 1024), value, np.float32), **tiles)
            assert (ttnn.to_numpy(tensor) == value).all()
            del tensor
    ttnn.synchronize_device(device)
    gc.collect()
    scratch = 8 << 20  # what rows were read into
    assert device.acl.memory()[0] >= free - 4 * (6 << 20) - scratch


def test_memory_is_handed_on_behind_the_work_of_its_queue(device: ttnn.Device) -> None:
    """What is queued on a tensor that is gone by now does not disturb the next one."""
    options: dict[str, Any] = {"layout": ttnn.TILE_LAYOUT, "device": device}
    ones = np.ones((1024, 1024), np.float32)
    source = ttnn.from_numpy(ones, **options)
    other = ttnn.from_numpy(2 * ones, **options)
    for step in range(20):
        gone = ttnn.add_bw(source, source, 1.0, queue_id=step % 2)
        del gone
        found = ttnn.add_bw(other, other, 1.0, queue_id=1 - step % 2)[0]
        rows = ttnn.from_numpy(3 * ones, device=device)  # written by the host
        assert (ttnn.to_numpy(found) == 2).all()
        assert (ttnn.to_numpy(rows) == 3).all()


# --- What programs need around tensors ------------------------------------------------------------


def test_a_managed_device_is_closed_at_the_end() -> None:
    with ttnn.manage_device(device_id=0) as opened:
        assert repr(opened) == "ttnn.Device(0)"
    assert "closed" in repr(opened)
    with pytest.raises(ZeroDivisionError), ttnn.manage_device() as opened:
        _ = 1 / 0
    assert "closed" in repr(opened)


def test_zeros(device: ttnn.Device) -> None:
    """bfloat16 and row-major where nothing else is said, as in the documented example."""
    tensor = ttnn.zeros([2, 2])
    assert (tensor.dtype, tensor.layout) == (ttnn.bfloat16, ttnn.ROW_MAJOR_LAYOUT)
    assert tensor.device() is None
    tensor = ttnn.zeros(ttnn.Shape([3, 5]), ttnn.float32, ttnn.TILE_LAYOUT, device)
    assert (tensor.dtype, tensor.layout, tensor.device()) == (
        ttnn.float32,
        ttnn.TILE_LAYOUT,
        device,
    )
    assert ttnn.to_numpy(tensor).tolist() == np.zeros((3, 5)).tolist()


def test_a_deallocated_tensor_cannot_be_used(device: ttnn.Device) -> None:
    tensor = ttnn.from_numpy(np.ones((2, 2)), ttnn.float32, device=device)
    assert tensor.is_allocated()
    ttnn.deallocate(tensor)
    ttnn.deallocate(tensor, force=False)
    assert not tensor.is_allocated()
    assert "deallocated" in repr(tensor)
    with pytest.raises(RuntimeError, match="deallocated"):
        ttnn.to_numpy(tensor)
    with pytest.raises(TypeError, match=r"ttnn\.Tensor is required"):
        ttnn.deallocate(np.ones(2))  # type: ignore[arg-type]


def test_a_repr_has_the_values(device: ttnn.Device) -> None:
    tensor = ttnn.from_numpy(np.array([[1, 2], [3, 4.5]]), ttnn.bfloat16, device=device)
    text = repr(tensor)
    assert "4.5" in text
    assert "dtype=DataType::BFLOAT16" in text
    assert "..." in repr(ttnn.zeros([40, 40]))
