# SPDX-License-Identifier: Apache-2.0
"""add_bw: tensors, a number, complex tensors; broadcast operands; every rule that it states."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interfaces.ttnn.oracle import (
    MAGNITUDE_BITS,
    PLAIN,
    assert_sums,
    block_values,
    pcc,
    sum_to,
    tile_bytes,
    to_bfloat16,
)

from aclnn_py import ttnn

pytestmark = pytest.mark.slow  # many small calls

wrong: Any = ttnn.add_bw  # for arguments that the types forbid

TYPES = [ttnn.bfloat16, ttnn.bfloat8_b, ttnn.float32]
types = pytest.mark.parametrize("dtype", TYPES, ids=lambda dtype: dtype.name)

#: Of ttnn's own tests.
SHAPES = [(1, 1, 32, 32), (1, 1, 320, 384), (1, 3, 320, 384)]
COMPLEX_SHAPES = [(1, 1, 32, 64), (1, 2, 320, 384), (2, 2, 32, 64)]

#: The shape of the sum, then of the operands.
BROADCASTS = [
    ((2, 3, 40, 50), (2, 3, 40, 50), (1, 1, 1, 50)),
    ((2, 3, 40, 50), (1, 3, 40, 1), (2, 1, 40, 50)),
    ((2, 3, 40, 50), (50,), (2, 3, 40, 50)),
    ((2, 3, 40, 50), (2, 3, 40, 50), (1,)),
    ((40, 50), (1, 50), (40, 1)),
    ((3, 40, 50), (3, 1, 1), (40, 50)),
    ((1, 1, 64, 64), (1, 1, 1, 1), (1, 1, 64, 64)),
    ((1, 40, 50), (40, 50), (1, 40, 50)),
    ((2, 5, 1, 3, 33, 2), (5, 1, 3, 1, 2), (2, 1, 1, 3, 33, 1)),
]


def values_of(rng: np.random.Generator, shape: Any, dtype: Any) -> tuple[Any, Any]:
    """Random float32 values in (-100, 100), and what a tensor of the type has of them."""
    given = rng.uniform(-100, 100, shape).astype(np.float32)
    if dtype in MAGNITUDE_BITS:
        return given, block_values(given, dtype)
    return given, (to_bfloat16(given) if dtype is ttnn.bfloat16 else given).astype(np.float64)


def make(device: ttnn.Device, values: Any, dtype: Any, **options: Any) -> ttnn.Tensor:
    options = {"layout": ttnn.TILE_LAYOUT, "device": device, **options}
    return ttnn.from_numpy(values, dtype, **options)


def zeros(device: ttnn.Device, shape: Any, dtype: Any, **options: Any) -> ttnn.Tensor:
    return make(device, np.zeros(shape, np.float32), dtype, **options)


def check(found: ttnn.Tensor, exact: Any, size: Any, count: int, like: ttnn.Tensor) -> None:
    assert (found.shape, found.dtype, found.layout) == (like.shape, like.dtype, like.layout)
    array = ttnn.to_numpy(found)
    assert_sums(array, exact, size, count, like.dtype)


# --- Equal shapes --------------------------------------------------------------------------------


@types
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("required", [[True, True], [True, False], [False, True]])
def test_two_tensors(
    device: ttnn.Device, rng: np.random.Generator, dtype: Any, shape: Any, required: list[bool]
) -> None:
    given, exact = values_of(rng, shape, dtype)
    grad, a, b = (
        make(device, given, dtype),
        zeros(device, shape, dtype),
        zeros(device, shape, dtype),
    )
    found = ttnn.add_bw(grad, a, b, are_required_outputs=required)
    assert [each is not None for each in found] == required
    for each in found:
        if each is not None:
            assert each is not grad
            np.testing.assert_array_equal(ttnn.to_numpy(each).astype(np.float64), exact)
            assert each.host_bytes() == grad.host_bytes()
            assert pcc(ttnn.to_numpy(each), exact) >= 0.99


def test_both_are_required_when_nothing_is_said(device: ttnn.Device) -> None:
    x = make(device, np.array([[1.0, 2.0], [3.0, 4.0]]), ttnn.bfloat16)
    one, two = ttnn.add_bw(x, x, x)
    assert one is not two
    for each in (one, two):
        assert ttnn.to_numpy(each).tolist() == [[1, 2], [3, 4]]


@types
@pytest.mark.parametrize("scalar", [1.0, 0.5, 0.035, 2, np.float32(3), np.int64(0)])
def test_a_tensor_and_a_number(
    device: ttnn.Device, rng: np.random.Generator, dtype: Any, scalar: Any
) -> None:
    """The value of the number makes no difference: d(a + s) / da = 1."""
    given, exact = values_of(rng, (1, 1, 320, 384), dtype)
    grad, a = make(device, given, dtype), zeros(device, (1, 1, 320, 384), dtype)
    found = ttnn.add_bw(grad, a, scalar)
    assert len(found) == 1
    np.testing.assert_array_equal(ttnn.to_numpy(found[0]).astype(np.float64), exact)
    (named,) = ttnn.add_bw(grad, a, scalar=scalar)
    assert named.host_bytes() == found[0].host_bytes()


def test_names_of_the_operands(device: ttnn.Device) -> None:
    x = make(device, np.ones((2, 2)), ttnn.bfloat16)
    for names in (("input_tensor_a", "input_tensor_b"), ("input_tensor", "other_tensor")):
        operands = dict.fromkeys(names, x)
        assert len(wrong(x, **operands)) == 2
        assert len(wrong(grad_tensor=x, **operands)) == 2
    assert len(ttnn.add_bw(x, input_tensor=x, scalar=2)) == 1


@pytest.mark.parametrize("dtype", [ttnn.bfloat16, ttnn.float32], ids=lambda dtype: dtype.name)
def test_row_major(device: ttnn.Device, rng: np.random.Generator, dtype: Any) -> None:
    rows = {"layout": ttnn.ROW_MAJOR_LAYOUT}
    given, exact = values_of(rng, (3, 5, 7), dtype)
    grad = make(device, given, dtype, **rows)
    a, b = zeros(device, (3, 5, 7), dtype, **rows), zeros(device, (5, 1), dtype, **rows)
    one, two = ttnn.add_bw(grad, a, b)
    check(one, exact, np.abs(exact), 1, a)
    check(two, sum_to(exact, (5, 1)), sum_to(np.abs(exact), (5, 1)), 21, b)
    assert one.host_bytes() == grad.host_bytes()


@pytest.mark.parametrize(
    ("from_type", "to"), [*itertools.permutations(TYPES, 2)], ids=lambda dtype: dtype.name
)
def test_types_that_differ(
    device: ttnn.Device, rng: np.random.Generator, from_type: Any, to: Any
) -> None:
    """Gradients have the type of their operand; in tiles that may be another than grad's."""
    given, exact = values_of(rng, (2, 40, 50), from_type)
    grad, a = make(device, given, from_type), zeros(device, (2, 40, 50), to)
    (found,) = ttnn.add_bw(grad, a, 1.0)
    assert found.dtype is to
    numbers = exact.astype(np.float32)
    plain = numbers if to in MAGNITUDE_BITS else numbers.astype(PLAIN[to])
    assert found.host_bytes() == tile_bytes(plain, to)
    small = zeros(device, (40, 1), to)
    two = ttnn.add_bw(grad, a, small)[1]
    check(two, sum_to(exact, (40, 1)), sum_to(np.abs(exact), (40, 1)), 100, small)


# --- Broadcast operands --------------------------------------------------------------------------


@types
@pytest.mark.parametrize("shapes", BROADCASTS, ids=str)
def test_broadcast_operands(
    device: ttnn.Device, rng: np.random.Generator, dtype: Any, shapes: Any
) -> None:
    total, *operands = shapes
    given, exact = values_of(rng, total, dtype)
    tensors = [zeros(device, shape, dtype) for shape in operands]
    found = wrong(make(device, given, dtype), *tensors)
    for each, like in zip(found, tensors, strict=True):
        shape = tuple(like.shape)
        terms = int(np.prod(total) / np.prod(shape))
        check(each, sum_to(exact, shape), sum_to(np.abs(exact), shape), terms, like)


def test_sums_are_rounded_once(device: ttnn.Device) -> None:
    """1024 rows of ones, and 1 + 64 * 2^-8: running sums in bfloat16 would lose both."""
    grad = make(device, np.ones((1, 1, 1024, 32)), ttnn.bfloat16)
    small = zeros(device, (1, 1, 1, 32), ttnn.bfloat16)
    assert ttnn.to_numpy(ttnn.add_bw(grad, grad, small)[1]).ravel().tolist() == [1024] * 32
    values = np.full((65, 1), 2.0**-8)
    values[0] = 1
    grad, one = make(device, values, ttnn.bfloat16), zeros(device, (1, 1), ttnn.bfloat16)
    assert ttnn.to_numpy(ttnn.add_bw(grad, grad, one)[1]).item() == 1.25


def test_exact_sums_have_exact_bytes(device: ttnn.Device, rng: np.random.Generator) -> None:
    values = rng.integers(-63, 64, (4, 40, 50)).astype(np.float32)
    grad = make(device, values, ttnn.bfloat8_b)
    small = zeros(device, (40, 50), ttnn.bfloat8_b)
    found = ttnn.add_bw(grad, grad, small)[1]
    assert found.host_bytes() == tile_bytes(values.sum(0), ttnn.bfloat8_b)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_any_shapes(data: st.DataObject, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rank = data.draw(st.integers(1, 5))
    total = tuple(data.draw(st.integers(1, 5 if axis < rank - 2 else 70)) for axis in range(rank))
    lead = data.draw(st.integers(0, rank - 1))
    shape = tuple(data.draw(st.sampled_from([size, 1])) for size in total[lead:])
    layout = data.draw(st.sampled_from(list(ttnn.Layout)))
    dtype = data.draw(st.sampled_from(TYPES if layout is ttnn.TILE_LAYOUT else TYPES[::2]))
    given, exact = values_of(rng, total, dtype)
    device = ttnn.open_device(0)
    try:
        grad = make(device, given, dtype, layout=layout)
        like = zeros(device, shape, dtype, layout=layout)
        found = ttnn.add_bw(grad, grad, like, queue_id=data.draw(st.integers(0, 1)))
        terms = int(np.prod(total) / np.prod(shape))
        check(found[0], exact, np.abs(exact), 1, grad)
        check(found[1], sum_to(exact, shape), sum_to(np.abs(exact), shape), terms, like)
    finally:
        ttnn.close_device(device)


# --- Gradients made before, memory configurations, queues ----------------------------------------


@types
@pytest.mark.parametrize("required", [[True, True], [True, False], [False, True]])
def test_gradients_made_before(
    device: ttnn.Device, rng: np.random.Generator, dtype: Any, required: list[bool]
) -> None:
    """Overwritten and returned; no other memory is taken; what is not required is left alone."""
    given, exact = values_of(rng, (1, 3, 64, 96), dtype)
    grad = make(device, given, dtype)
    outputs = [make(device, np.full((1, 3, 64, 96), 7), dtype) for _ in range(2)]
    before = outputs[0].host_bytes()
    free = device.acl.memory()[0]
    found = ttnn.add_bw(
        grad,
        grad,
        grad,
        are_required_outputs=required,
        input_grad=outputs[0],
        other_grad=outputs[1],
        queue_id=1,
    )
    ttnn.synchronize_device(device)
    assert device.acl.memory()[0] == free
    for asked, each, output in zip(required, found, outputs, strict=True):
        assert each is (output if asked else None)
        if asked:
            np.testing.assert_array_equal(ttnn.to_numpy(output).astype(np.float64), exact)
        else:
            assert output.host_bytes() == before
    small = make(device, np.full((96,), 7), dtype)
    for _ in range(2):
        two = ttnn.add_bw(grad, grad, zeros(device, (96,), dtype), other_grad=small)[1]
        assert two is small
        check(small, sum_to(exact, (96,)), sum_to(np.abs(exact), (96,)), 192, small)
    (one,) = ttnn.add_bw(grad, grad, 2.0, input_grad=outputs[0])
    assert one is outputs[0]
    assert ttnn.add_bw(grad, grad, 2.0, input_grad=grad) == [grad]
    np.testing.assert_array_equal(ttnn.to_numpy(grad).astype(np.float64), exact)


def test_outputs_that_are_given_take_no_memory(device: ttnn.Device) -> None:
    x, y, z = (zeros(device, (64, 64), ttnn.bfloat16) for _ in range(3))
    for _ in range(2):
        free = device.acl.memory()[0]
        ttnn.add_bw(x, x, x, input_grad=y, other_grad=z)
        ttnn.add_bw(x, x, 2.0, input_grad=y)
        assert device.acl.memory()[0] == free


def test_memory_configurations(device: ttnn.Device) -> None:
    """That of the operand, unless one is asked for."""
    dram, l1 = ttnn.DRAM_MEMORY_CONFIG, ttnn.L1_MEMORY_CONFIG
    x = zeros(device, (32, 32), ttnn.bfloat16)
    y = zeros(device, (32, 32), ttnn.bfloat16, memory_config=l1)
    assert [each.memory_config() for each in ttnn.add_bw(x, x, y)] == [dram, l1]
    for config in (dram, l1):
        for found in (
            ttnn.add_bw(x, x, y, memory_config=config),
            ttnn.add_bw(x, y, 1.0, memory_config=config),
        ):
            assert {each.memory_config() for each in found} == {config}
        for z in (ttnn.complex_tensor(x, x), ttnn.complex_tensor(y, y)):
            for part in ttnn.add_bw(z, z, z, 2.0, memory_config=config):
                assert part.real.memory_config() == part.imag.memory_config() == config


def test_both_queues(device: ttnn.Device, rng: np.random.Generator) -> None:
    given, exact = values_of(rng, (1, 1, 320, 384), ttnn.bfloat16)
    tensor = make(device, given, ttnn.bfloat16)
    for step in range(10):
        tensor = ttnn.add_bw(tensor, tensor, 1.0, queue_id=step % 2)[0]
    np.testing.assert_array_equal(ttnn.to_numpy(tensor).astype(np.float64), exact)


# --- Complex tensors -----------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.0, -5.0, 3.5, 1, 0.1])
@pytest.mark.parametrize("shape", COMPLEX_SHAPES, ids=str)
@pytest.mark.parametrize("config", [ttnn.DRAM_MEMORY_CONFIG, ttnn.L1_MEMORY_CONFIG], ids=str)
def test_complex_tensors(
    device: ttnn.Device, rng: np.random.Generator, shape: Any, alpha: float, config: Any
) -> None:
    (re, exact_re), (im, exact_im) = (values_of(rng, shape, ttnn.bfloat16) for _ in range(2))
    grad = ttnn.complex_tensor(
        *(make(device, each, ttnn.bfloat16, memory_config=config) for each in (re, im))
    )
    one, two = ttnn.add_bw(grad, grad, grad, alpha, memory_config=config)
    assert one is grad
    for found, exact in ((two.real, exact_re), (two.imag, exact_im)):
        assert found.memory_config() == config
        product = exact.astype(np.float32) * np.float32(alpha)
        assert ttnn.to_numpy(found).tobytes() == to_bfloat16(product).tobytes()


@types
def test_complex_operands_of_other_shapes(
    device: ttnn.Device, rng: np.random.Generator, dtype: Any
) -> None:
    """Summed, times alpha, in float32 and rounded once."""
    (re, exact_re), (im, exact_im) = (values_of(rng, (2, 40, 50), dtype) for _ in range(2))
    grad = ttnn.complex_tensor(make(device, re, dtype), make(device, im, dtype))
    like = zeros(device, (40, 1), dtype)
    small = ttnn.complex_tensor(like, like)
    one, two = ttnn.add_bw(grad, small, grad, alpha=-2.0)
    for found, exact in ((one.real, exact_re), (one.imag, exact_im)):
        check(found, sum_to(exact, (40, 1)), sum_to(np.abs(exact), (40, 1)), 100, like)
    check(two.imag, -2 * exact_im, 2 * np.abs(exact_im), 2, grad.imag)
    two = ttnn.add_bw(grad, grad, small, 4.0)[1]
    for found, exact in ((two.real, exact_re), (two.imag, exact_im)):
        check(found, 4 * sum_to(exact, (40, 1)), 4 * sum_to(np.abs(exact), (40, 1)), 101, like)


def test_a_complex_tensor_is_its_parts(device: ttnn.Device) -> None:
    x, y = zeros(device, (2, 2), ttnn.bfloat16), zeros(device, (2, 2), ttnn.bfloat16)
    z = ttnn.complex_tensor(x, y)
    assert isinstance(z, ttnn.ComplexTensor)
    assert z.real is x
    assert z.imag is y


# --- The rules -----------------------------------------------------------------------------------


def test_gradients_that_nobody_requires(device: ttnn.Device) -> None:
    x = zeros(device, (32, 32), ttnn.bfloat16)
    with pytest.raises(RuntimeError, match="at least one gradient has to be required"):
        ttnn.add_bw(x, x, x, are_required_outputs=[False, False])
    for flags in ([], [True], [True, True, False], [1, 0], "no", True):
        with pytest.raises(RuntimeError, match=r"are_required_outputs is .*two bools are required"):
            wrong(x, x, x, are_required_outputs=flags)


@pytest.mark.parametrize(
    ("grad", "a", "b", "match"),
    [
        ((2, 32), (3, 32), (2, 32), r"Shape\(\[3, 32\]\).* do not broadcast"),
        (
            (2, 32),
            (1, 32),
            (1, 32),
            r"grad_tensor has the shape .*has \[1, 32\], which is required",
        ),
        ((32,), (2, 32), (32,), r"the sum of input_tensor_a Shape\(\[2, 32\]\).* has \[2, 32\]"),
        ((2, 2, 32), (2, 32), None, r"the sum of input_tensor_a Shape\(\[2, 32\]\) has \[2, 32\]"),
        ((2, 32), (2, 1), None, "grad_tensor has the shape"),
    ],
)
def test_shapes(device: ttnn.Device, grad: Any, a: Any, b: Any, match: str) -> None:
    tensors = [zeros(device, shape, ttnn.bfloat16) for shape in (grad, a)]
    other = 1.0 if b is None else zeros(device, b, ttnn.bfloat16)
    with pytest.raises(RuntimeError, match=f"^ttnn.add_bw: .*{match}"):
        wrong(*tensors, other)


@pytest.mark.parametrize(
    "dtype",
    [ttnn.bfloat4_b, ttnn.int32, ttnn.uint32, ttnn.uint16, ttnn.uint8],
    ids=lambda dtype: dtype.name,
)
def test_data_types(device: ttnn.Device, dtype: Any) -> None:
    x, y = zeros(device, (32, 32), ttnn.bfloat16), zeros(device, (32, 32), dtype)
    for name, arguments in (
        ("grad_tensor", (y, x, x)),
        ("input_tensor_a", (x, y, 1.0)),
        ("input_tensor_b", (x, x, y)),
    ):
        with pytest.raises(RuntimeError, match=f"{name} has the data type {dtype.name}; BFLOAT16"):
            wrong(*arguments)


def test_layouts_and_memory(device: ttnn.Device) -> None:
    x = zeros(device, (32, 32), ttnn.bfloat16)
    rows = ttnn.to_layout(x, ttnn.ROW_MAJOR_LAYOUT)
    sharded = ttnn.to_device(x, device, ttnn.L1_WIDTH_SHARDED_MEMORY_CONFIG)
    l1 = ttnn.L1_MEMORY_CONFIG
    calls: tuple[tuple[Any, str], ...] = (
        (lambda: ttnn.add_bw(x, rows, 1.0), "input_tensor_a has the layout ROW_MAJOR and grad_t"),
        (lambda: ttnn.add_bw(rows, rows, x), "input_tensor_b has the layout TILE and grad_tensor"),
        (
            lambda: ttnn.add_bw(rows, ttnn.typecast(rows, ttnn.float32), 1.0),
            "data type FLOAT32 and grad_tensor BFLOAT16; in the layout ROW_MAJOR",
        ),
        (lambda: ttnn.add_bw(sharded, x, 1.0), "grad_tensor is in L1 width sharded; sharding"),
        (lambda: ttnn.add_bw(x, x, sharded), "input_tensor_b is in L1 width sharded; sharding"),
        (lambda: ttnn.add_bw(x, x, 1, input_grad=sharded), "input_grad is in L1 width sharded"),
        (
            lambda: ttnn.add_bw(x, x, 1, memory_config=ttnn.L1_WIDTH_SHARDED_MEMORY_CONFIG),
            "memory_config is L1 width sharded; sharding",
        ),
        (
            lambda: ttnn.add_bw(x, x, 1, memory_config=l1, input_grad=ttnn.add_bw(x, x, 1)[0]),
            "memory_config is L1 interleaved, but input_grad is in DRAM interleaved",
        ),
        (
            lambda: ttnn.add_bw(x, x, x, input_grad=rows),
            "input_grad has the layout ROW_MAJOR; that",
        ),
        (
            lambda: ttnn.add_bw(x, x, x, other_grad=ttnn.typecast(x, ttnn.float32)),
            "other_grad has the data type FLOAT32; that of input_tensor_b, BFLOAT16, is required",
        ),
        (
            lambda: ttnn.add_bw(x, x, x, other_grad=zeros(device, (32, 1), ttnn.bfloat16)),
            r"other_grad has the shape Shape\(\[32, 1\]\); that of input_tensor_b",
        ),
        (lambda: ttnn.add_bw(ttnn.from_device(x), x, 1), "grad_tensor is on the host"),
        (lambda: ttnn.add_bw(x, x, ttnn.from_device(x)), "input_tensor_b is on the host"),
        (lambda: ttnn.add_bw(x, x, x, other_grad=ttnn.from_device(x)), "other_grad is on the host"),
        (lambda: ttnn.add_bw(x, x, x, queue_id=2), "queue_id is 2; .* 0 and 1"),
    )
    for call, match in calls:
        with pytest.raises(RuntimeError, match=f"^ttnn.add_bw: .*{match}"):
            call()
    before = [x.host_bytes(), rows.host_bytes()]
    assert before == [bytes(2048)] * 2


def test_arguments_that_fit_no_call(device: ttnn.Device) -> None:
    x = zeros(device, (32, 32), ttnn.bfloat16)
    z = ttnn.complex_tensor(x, x)
    array = np.zeros((32, 32))
    calls: tuple[tuple[Any, str], ...] = (
        (lambda: wrong(x), "input_tensor_a is missing"),
        (lambda: wrong(x, x), "input_tensor_b is missing"),
        (
            lambda: wrong(x, x, x, other_tensor=x),
            "input_tensor_b and other_tensor are one argument",
        ),
        (lambda: wrong(x, x, 2, scalar=2), "input_tensor_b and scalar are one argument"),
        (lambda: wrong(x, x, x, 2.0), "with real tensors there is no argument alpha"),
        (lambda: wrong(x, x, 2, other_grad=x), "with a scalar there is no argument other_grad"),
        (
            lambda: wrong(x, x, 2, are_required_outputs=[True, True]),
            "with a scalar there is no argument are_required_outputs",
        ),
        (
            lambda: wrong(z, z, z, 1.0, input_grad=x),
            "with complex tensors there is no argument inp",
        ),
        (lambda: wrong(z, z, z), "alpha is missing"),
        (lambda: wrong(z, z, z, "2"), "alpha: a number is required, not str"),
        (lambda: wrong(z, x, z, 1.0), "input_tensor_a: a ttnn.ComplexTensor is required"),
        (lambda: wrong(z, z, 2, 1.0), "input_tensor_b: a ttnn.ComplexTensor is required"),
        (lambda: wrong(x, z, x), "input_tensor_a: a ttnn.Tensor is required, not ComplexTensor"),
        (lambda: wrong(array, x, x), "grad_tensor: a ttnn.Tensor is required, not ndarray"),
        (lambda: wrong(x, x, "2"), "input_tensor_b: a ttnn.Tensor is required, not str"),
        (lambda: wrong(x, x, True), "input_tensor_b: a ttnn.Tensor is required, not bool"),
        (lambda: wrong(x, x, x, memory_config="L1"), "memory_config: a ttnn.MemoryConfig is"),
        (lambda: wrong(x, x, x, input_grad=array), "input_grad: a ttnn.Tensor is required"),
        (lambda: wrong(x, x, x, queue_id="0"), "queue_id: an int is required"),
        (lambda: ttnn.complex_tensor(x, array), "imag: a ttnn.Tensor is required"),  # type: ignore[arg-type]
    )
    for call, match in calls:
        with pytest.raises(TypeError, match=match):
            call()
