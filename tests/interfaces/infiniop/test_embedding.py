# SPDX-License-Identifier: Apache-2.0
"""infiniopEmbedding on both devices: rows of a table, bit for bit."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interfaces.infiniop.calls import (
    ASCEND,
    C32,
    CPU,
    INTEGERS,
    NUMBERS,
    SUCCESS,
    Infini,
    Place,
    Strided,
    name_of,
    random_values,
    strided,
)
from runtime.tools import Gate
from support import Api

from aclnn_py import infiniop

numbers = pytest.mark.parametrize("dtype", NUMBERS, ids=name_of)


def lookup(place: Place, out: Strided, index: Strided, weight: Strided) -> int:
    """infiniopEmbedding; out holds the result."""
    return place.run("Embedding", [out], [index, weight])


def assert_bytes(found: Any, expected: Any) -> None:
    """Rows are copied, whatever is in them."""
    assert found.shape == expected.shape
    assert np.ascontiguousarray(found).tobytes() == np.ascontiguousarray(expected).tobytes()


def any_bits(rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """All there is, NaN with any payload too."""
    data = rng.bytes(int(np.prod(shape)) * dtype.itemsize)
    return np.frombuffer(data, np.uint8).view(dtype).reshape(shape)


@numbers
def test_every_type_of_tables_and_indices(
    place: Place, rng: np.random.Generator, dtype: np.dtype[Any]
) -> None:
    for index_type in INTEGERS:
        weight = any_bits(rng, (13, 5), dtype)
        indices = rng.integers(0, 13, (4, 6)).astype(index_type)
        out = strided(np.zeros((4, 6, 5), dtype))
        canaries = out.canaries
        assert lookup(place, out, strided(indices), strided(weight)) == SUCCESS
        assert_bytes(out.view, weight[indices])
        np.testing.assert_array_equal(out.canaries, canaries)


def test_complex32(place: Place, rng: np.random.Generator) -> None:
    weight = random_values(rng, (6, 8), np.float16)
    indices = rng.integers(0, 6, 9)
    given = [
        place.describe((9, 4), None, C32),
        place.describe((9,), None, INTEGERS[indices.dtype]),
        place.describe((6, 4), None, C32),
    ]
    descriptor = infiniop.infiniopOperatorDescriptor_t()
    place.infini.ok.infiniopCreateEmbeddingDescriptor(
        place.handle, ctypes.byref(descriptor), *given
    )
    for each in given:
        place.infini.ok.infiniopDestroyTensorDescriptor(each)
    found = np.zeros((9, 8), np.float16)
    out = place.upload(found)
    status = place.infini.infiniopEmbedding(
        descriptor, out, place.upload(indices), place.upload(weight), place.stream
    )
    assert place.finish(status) == SUCCESS
    place.download(found, out)
    place.infini.ok.infiniopDestroyEmbeddingDescriptor(descriptor)
    assert_bytes(found, weight[indices])


@pytest.mark.parametrize(
    "shape", [(), (1,), (0,), (3, 0, 2), (2, 3, 4), (1, 2, 1, 2, 1, 2, 1), (2, 1, 2, 1, 2, 1, 2)]
)
def test_ranks(place: Place, rng: np.random.Generator, shape: tuple[int, ...]) -> None:
    weight = random_values(rng, (5, 3), np.float32)
    indices = rng.integers(0, 5, shape)
    out = strided(np.zeros((*shape, 3), np.float32))
    assert lookup(place, out, strided(indices), strided(weight)) == SUCCESS
    assert_bytes(out.view, weight[indices])


@pytest.mark.parametrize("weight_strides", [(4, 1), (9, 1), (-4, 1), (0, 1), (2, 1)])
@pytest.mark.parametrize("index_strides", [(3, 1), (1, 5), (-6, -2), (0, 1), (0, 0), (20, -3)])
def test_strides(
    place: Place,
    rng: np.random.Generator,
    weight_strides: tuple[int, int],
    index_strides: tuple[int, int],
) -> None:
    weight = strided(random_values(rng, (7, 4), np.float32), weight_strides)
    index = strided(rng.integers(0, 7, (5, 3)).astype(np.int32), index_strides)
    for out_strides in ((12, 4, 1), (4, 20, 1), (-30, 6, 1), (40, -9, 1)):
        out = strided(np.zeros((5, 3, 4), np.float32), out_strides)
        canaries = out.canaries
        assert lookup(place, out, index, weight) == SUCCESS
        assert_bytes(out.view, weight.view[index.view])
        np.testing.assert_array_equal(out.canaries, canaries)


@pytest.mark.parametrize("stride", [0, 3, -2])
def test_one_column_has_any_last_stride(place: Place, stride: int) -> None:
    weight = strided(np.arange(5, dtype=np.int16).reshape(5, 1), (2, stride))
    out = strided(np.zeros((3, 1), np.int16), (4, stride))
    assert lookup(place, out, strided(np.array([4, 0, 2])), weight) == SUCCESS
    assert out.view.tolist() == [[4], [0], [2]]


def test_no_columns(place: Place) -> None:
    out, weight = strided(np.zeros((2, 0), np.float32)), strided(np.zeros((3, 0), np.float32))
    assert lookup(place, out, strided(np.array([0, 2])), weight) == SUCCESS


def test_many_rows(place: Place, rng: np.random.Generator) -> None:
    """As much as keeps several cores busy."""
    weight = random_values(rng, (3000, 129), np.float32)
    indices = rng.integers(0, 3000, (50, 200))
    out = strided(np.zeros((50, 200, 129), np.float32))
    assert lookup(place, out, strided(indices), strided(weight)) == SUCCESS
    assert_bytes(out.view, weight[indices])


@pytest.mark.parametrize(
    ("index_type", "bad"),
    [(np.int8, -1), (np.int32, 6), (np.int64, 2**32), (np.uint64, 2**64 - 1), (np.uint8, 200)],
)
def test_bad_indices(place: Place, rng: np.random.Generator, index_type: Any, bad: int) -> None:
    """Their rows of output stay as they were, the others are written, and the first is named."""
    weight = random_values(rng, (6, 4), np.float32)
    good = rng.integers(0, 6, (3, 4))
    indices = good.astype(index_type)
    indices[1, 2] = indices[2, 0] = bad
    before = random_values(rng, (3, 4, 4), np.float32)
    out = strided(before)
    assert lookup(place, out, strided(indices), strided(weight)) == place.bad_index
    text = place.infini.message()
    assert "infiniopEmbedding" in text
    assert "input[1, 2]" in text
    assert str(bad) in text
    expected = weight[good]
    expected[1, 2], expected[2, 0] = before[1, 2], before[2, 0]
    assert_bytes(out.view, expected)


def test_a_descriptor_is_destroyed_while_its_work_is_queued(ascend: Place, api: Api) -> None:
    weight = np.arange(6, dtype=np.float32).reshape(3, 2)
    out, index = strided(np.zeros((2, 2), np.float32)), strided(np.array([2, 0]))
    descriptor = ascend.operator("Embedding", [out, index, strided(weight)])
    addresses = [ascend.put(each) for each in (out, index, strided(weight))]
    with Gate(api, ascend.stream) as gate:
        ascend.infini.ok.infiniopEmbedding(descriptor, *addresses, ascend.stream)
        ascend.infini.ok.infiniopDestroyEmbeddingDescriptor(descriptor)
        gate.open()
        assert ascend.finish(SUCCESS) == SUCCESS
    ascend.take(out, addresses[0])
    assert out.view.tolist() == [[4, 5], [0, 1]]


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_anything(infini: Infini, data: st.DataObject, seed: int) -> None:
    draw = data.draw
    rng = np.random.default_rng(seed)
    dtype = draw(st.sampled_from(list(NUMBERS)))
    index_type = draw(st.sampled_from(list(INTEGERS)))
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    columns = draw(st.one_of(st.integers(0, 9), st.sampled_from([64, 257])))
    weight = strided(
        any_bits(rng, (draw(st.integers(1, 100)), columns), dtype),
        (draw(st.integers(-300, 300)), 1),
    )
    strides = [draw(st.integers(-9, 9)) for _ in shape]
    index = strided(rng.integers(0, len(weight.view), shape).astype(index_type), strides)
    # Any order of the dimensions of out, any gaps between
    steps, step = [0] * len(shape), columns + draw(st.integers(0, 3))
    for dim in draw(st.permutations(range(len(shape)))):
        steps[dim] = max(step, 1) * draw(st.sampled_from([1, -1]))
        step = max(step, 1) * max(shape[dim], 1) + draw(st.integers(0, 3))
    out = strided(np.zeros((*shape, columns), dtype), (*steps, 1))
    canaries = out.canaries
    with Place(infini, draw(st.sampled_from([CPU, ASCEND]))) as place:
        assert lookup(place, out, index, weight) == SUCCESS, infini.message()
    assert_bytes(out.view, weight.view[index.view])
    np.testing.assert_array_equal(out.canaries, canaries)
