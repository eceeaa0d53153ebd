# SPDX-License-Identifier: Apache-2.0
"""aclnnEmbeddingDenseBackward on views that nobody thought of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ops.embedding.call import (
    FLOATS,
    INDICES,
    Array,
    check,
    exact,
    index_values,
    integers,
    normals,
    run,
    storage_of,
    strided,
    unwritten,
)
from support import NO_PADDING, Api, Session

pytestmark = pytest.mark.slow  # hundreds of calls

COMMON = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

Layout = tuple[tuple[int, ...], tuple[int, ...], int, int]


@st.composite
def layouts(draw: st.DrawFn, shape: tuple[int, ...], *, repeats: bool) -> Layout:
    """Shape, strides, offset and size of a storage: any order of axes, gaps between and behind
    elements, either direction, and for inputs axes that stand still."""
    strides = [0] * len(shape)
    step = 1
    offset = draw(st.integers(0, 6))
    highest = 0
    for axis in draw(st.permutations(range(len(shape)))):
        if repeats and draw(st.integers(0, 7)) == 0:
            continue
        step *= draw(st.sampled_from([1, 1, 1, 2, 3]))
        reach = step * max(shape[axis] - 1, 0)
        if draw(st.integers(0, 3)) == 0:
            strides[axis] = -step
            offset += reach
        else:
            strides[axis] = step
            highest += reach
        step *= max(shape[axis], 1)
    size = offset + highest + 1 + draw(st.integers(0, 6))
    return shape, tuple(strides), offset, size


def view_of(storage: Array, layout: Layout) -> Array:
    shape, strides, offset, _ = layout
    return strided(storage, shape, strides, offset)


@st.composite
def row_shapes(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The leading dimensions of grad, and a shape of indices with as many elements."""
    rows = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=5)))
    if draw(st.integers(0, 15)) == 0:
        rows = (*rows, 0)
    how = draw(st.sampled_from(["same", "flat", "permuted", "ones"]))
    if how == "flat":
        return rows, (int(np.prod(rows)),)
    if how == "permuted":
        return rows, tuple(draw(st.permutations(rows)))
    if how == "ones":
        return rows, (1, *rows, 1)
    return rows, rows


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    rows, index_shape = draw(row_shapes())
    columns = draw(st.sampled_from([1, 2, 3, 5, 8, 17, 40]))
    weights = draw(st.integers(1, 9))
    return {
        "grad_type": draw(st.sampled_from(FLOATS)),
        "out_type": draw(st.sampled_from(FLOATS)),
        "index_type": draw(st.sampled_from(INDICES)),
        "weights": weights,
        "padding": draw(st.sampled_from([NO_PADDING, weights, 0, weights - 1])),
        "scale": draw(st.booleans()),
        "whole": draw(st.booleans()),
        "one_index": draw(st.integers(0, 7)) == 0,
        "seed": draw(st.integers(0, 2**32 - 1)),
        "grad": draw(layouts((*rows, columns), repeats=True)),
        "indices": draw(layouts(index_shape, repeats=True)),
        "out": draw(layouts((weights, columns), repeats=False)),
    }


@COMMON
@given(case=cases())
def test_any_views(api: Api, case: dict[str, Any]) -> None:
    rng = np.random.default_rng(case["seed"])
    weights = case["weights"]
    fill = integers if case["whole"] else normals
    grad = view_of(fill(rng, [case["grad"][3]], case["grad_type"]), case["grad"])
    storage = index_values(rng, [case["indices"][3]], case["index_type"], weights)
    if case["one_index"]:
        storage[:] = storage[0]
    indices = view_of(storage, case["indices"])
    out = view_of(unwritten([case["out"][3]], case["out_type"]), case["out"])
    how: dict[str, Any] = {"padding": case["padding"], "scale": case["scale"]}
    with Session(api) as session:
        result = run(session, grad, indices, weights, out=out, **how)
    if case["whole"]:
        expected = exact(grad, indices, weights, case["out_type"], **how)
        assert result.tolist() == expected.tolist()
    else:
        check(result, grad, indices, **how)


@COMMON
@given(data=st.data())
def test_views_of_views(api: Api, data: st.DataObject) -> None:
    """Slices, transposes and reversals of dense arrays, as a framework makes them."""
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))

    def slices(size: int) -> slice:
        start = data.draw(st.integers(0, size - 1))
        stop = data.draw(st.integers(start + 1, size))
        step = data.draw(st.sampled_from([1, 1, 2, 3, -1, -2]))
        return slice(start, stop, step) if step > 0 else slice(stop - 1, start - 1 or None, step)

    def view(array: Array) -> Array:
        shape = array.shape
        array = array.transpose(data.draw(st.permutations(range(array.ndim))))
        array = array[tuple(slices(size) for size in array.shape)]
        return array if array.size else np.zeros([2] * len(shape), array.dtype)

    shape = data.draw(st.lists(st.integers(1, 6), min_size=2, max_size=4))
    grad = view(integers(rng, shape, data.draw(st.sampled_from(FLOATS))))
    weights = data.draw(st.integers(1, 7))
    index_type = data.draw(st.sampled_from(INDICES))
    indices = index_values(rng, grad.shape[:-1], index_type, weights)
    if indices.ndim > 1 and data.draw(st.booleans()):
        indices = np.asfortranarray(indices)[..., ::-1]
    out_type = data.draw(st.sampled_from(FLOATS))
    wide = unwritten([weights * 2 + 1, grad.shape[-1] + 3], out_type)
    out = wide[1::2, 2 : 2 + grad.shape[-1]]
    if data.draw(st.booleans()):
        out = unwritten([grad.shape[-1] + 1, weights + 2], out_type)[1:, 1:-1].T[:, ::-1]
    scale = data.draw(st.booleans())
    with Session(api) as session:
        result = run(session, grad, indices, weights, out=out, scale=scale)
    expected = exact(grad, indices, weights, out_type, scale=scale)
    assert result.tolist() == expected.tolist()
    assert storage_of(out).size > result.size


@settings(parent=COMMON, max_examples=40)
@given(data=st.data())
def test_an_index_anywhere_out_of_range(api: Api, data: st.DataObject) -> None:
    """The status, and nothing written outside of out, whatever the view."""
    rows = data.draw(st.integers(1, 40))
    weights = data.draw(st.integers(1, 9))
    grad_layout = data.draw(layouts((rows, 3), repeats=True))
    grad = view_of(np.ones(grad_layout[3], np.float32), grad_layout)
    layout = data.draw(layouts((rows,), repeats=False))
    indices = view_of(np.zeros(layout[3], np.int64), layout)
    bad = data.draw(st.integers(0, rows - 1))
    value = data.draw(
        st.one_of(st.integers(-(2**63), -1), st.integers(weights, 2**63 - 1), st.just(weights))
    )
    indices[bad] = value
    out_layout = data.draw(layouts((weights, 3), repeats=False))
    out = view_of(unwritten([out_layout[3]], np.float16), out_layout)
    with Session(api) as session:
        run(session, grad, indices, weights, out=out, status=507015)
        text = api.message()
        assert str(value) in text
        assert str(bad) in text
        assert session.synchronize() == 0
