# SPDX-License-Identifier: Apache-2.0
"""embedding_dense_backward of arrays, against NumPy."""

from __future__ import annotations

import gc
import threading
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aclnn_py as acl

BF16 = ml_dtypes.bfloat16
FLOATS = [np.float32, np.float16, BF16]
INDICES = [np.int64, np.int32, np.int16, np.int8, np.uint8, np.float32, np.float16, np.float64]


def expected(
    grad: Any, indices: Any, rows: int, padding: int = -1, scale: bool = False
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """In float64."""
    flat = np.asarray(indices).astype(np.int64).reshape(-1)
    width = grad.shape[-1]
    source = np.asarray(grad).astype(np.float64).reshape(len(flat), width)
    keep = flat != padding
    out = np.zeros((rows, width))
    np.add.at(out, flat[keep], source[keep])
    if scale:
        out /= np.maximum(np.bincount(flat, minlength=rows), 1)[:, None]
    return out


@pytest.mark.parametrize("grad_type", FLOATS)
@pytest.mark.parametrize("index_type", INDICES)
def test_types(rng: np.random.Generator, grad_type: Any, index_type: Any) -> None:
    # Small integers: every sum is exact in every type.
    grad = rng.integers(-3, 4, (30, 7)).astype(grad_type)
    indices = rng.integers(0, 20, 30).astype(index_type)
    result = acl.embedding_dense_backward(grad, indices, 20)
    assert isinstance(result, np.ndarray)
    assert result.dtype == grad.dtype
    np.testing.assert_array_equal(result.astype(np.float64), expected(grad, indices, 20))


def test_boolean_indices() -> None:
    grad = np.arange(6, dtype=np.float32).reshape(3, 2)
    result = acl.embedding_dense_backward(grad, np.array([True, False, True]), 2)
    assert result.tolist() == [[2.0, 3.0], [4.0, 6.0]]


@pytest.mark.parametrize("out_type", [*FLOATS, "bfloat16", "float16"])
def test_another_type_of_result(rng: np.random.Generator, out_type: Any) -> None:
    grad = rng.integers(-3, 4, (10, 3)).astype(np.float32)
    indices = rng.integers(0, 4, 10)
    result = acl.embedding_dense_backward(grad, indices, 4, out_dtype=out_type)
    want = BF16 if out_type == "bfloat16" else out_type
    assert result.dtype == np.dtype(want)
    np.testing.assert_array_equal(result.astype(np.float64), expected(grad, indices, 4))


@settings(max_examples=60, deadline=None)
@given(
    shape=st.lists(st.integers(0, 5), min_size=1, max_size=3),
    width=st.integers(1, 9),
    rows=st.integers(1, 12),
    padding=st.integers(-1, 12),
    scale=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_shapes(
    shape: list[int], width: int, rows: int, padding: int, scale: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    indices = rng.integers(0, rows, shape)
    grad = rng.standard_normal((*shape, width)).astype(np.float32)
    result = acl.embedding_dense_backward(grad, indices, rows, padding, scale)
    assert result.shape == (rows, width)
    np.testing.assert_allclose(
        result, expected(grad, indices, rows, padding, scale), rtol=1e-5, atol=1e-5
    )


def test_strided_arrays(rng: np.random.Generator) -> None:
    wide = rng.standard_normal((20, 30)).astype(np.float32)
    indices = rng.integers(0, 5, (20, 2))
    result = acl.embedding_dense_backward(wide.T[::3][:, ::-1], indices[::-2, 1], 5)
    assert result.shape == (5, 20)
    np.testing.assert_allclose(
        result, expected(wide.T[::3][:, ::-1], indices[::-2, 1], 5), rtol=1e-5, atol=1e-5
    )


def test_empty_inputs() -> None:
    none = acl.embedding_dense_backward(np.empty((0, 3), np.float32), np.empty(0, np.int64), 4)
    assert none.tolist() == [[0.0] * 3] * 4


@pytest.mark.parametrize("bad", [5, -1, 2**32 + 1])
def test_an_index_out_of_range(bad: int) -> None:
    grad = np.ones((2, 3), np.float32)
    with pytest.raises(acl.AclKernelError, match=str(bad)) as caught:
        acl.embedding_dense_backward(grad, [0, bad], 5)
    assert caught.value.name == "ACL_ERROR_RT_AICORE_EXCEPTION"
    # the next call is not affected
    assert acl.embedding_dense_backward(grad, [0, 1], 2).tolist() == [[1.0] * 3] * 2


def test_what_is_refused() -> None:
    grad = np.ones((4, 2), np.float32)
    with pytest.raises(acl.AclParameterError, match="indices") as caught:
        acl.embedding_dense_backward(grad, [0, 1, 2], 5)
    assert caught.value.code == 161002
    with pytest.raises(acl.AclParameterError, match="grad"):
        acl.embedding_dense_backward(grad.astype(np.int32), [0, 1, 2, 3], 5)
    with pytest.raises(acl.AclParameterError):
        acl.embedding_dense_backward(np.float32(1), [0], 5)
    with pytest.raises(ValueError, match="num_weights"):
        acl.embedding_dense_backward(grad, [0, 1, 2, 3], -5)
    with pytest.raises(ValueError, match="padding_idx"):
        acl.embedding_dense_backward(grad, [0, 1, 2, 3], 5, padding_idx=-2)
    wrong: Any = acl.embedding_dense_backward
    for arguments, text in (
        ((grad, [0, 1, 2, 3], 5.0), "num_weights: an int is required, not float"),
        ((grad, [0, 1, 2, 3], 5, None), "padding_idx: an int is required, not NoneType"),
        ((grad, None, 5), "indices: an array, a tensor or a number is required, not None"),
        (("ab", [0], 5), "grad: no tensor has elements of the data type <U2"),
        ((grad, [0, 1, 2, 3], 5, -1, False, "float31"), "out_dtype: .*float31"),
    ):
        with pytest.raises(TypeError, match=text):
            wrong(*arguments)


def test_threads(rng: np.random.Generator) -> None:
    """Every thread gets its own results and its own errors."""
    failures: list[str] = []

    def work(number: int) -> None:
        grad = np.full((50, 8), number, np.float32)
        indices = np.arange(50) % 10
        for _ in range(10):
            if number % 2:
                try:
                    acl.embedding_dense_backward(grad, indices + number, 10)
                except acl.AclKernelError:
                    continue
                failures.append(f"{number}: no error")
            elif (acl.embedding_dense_backward(grad, indices, 10) != number * 5).any():
                failures.append(f"{number}: wrong values")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_no_memory_is_lost() -> None:
    grad = np.ones((10, 4), np.float32)
    with acl.Device(0) as device:
        acl.embedding_dense_backward(grad, np.arange(10), 10)
        gc.collect()  # memory that tests before left to the collector
        free = device.memory()[0]
        for _ in range(20):
            acl.embedding_dense_backward(grad, np.arange(10), 10, scale_grad_by_freq=True)
            with pytest.raises(acl.AclKernelError):
                acl.embedding_dense_backward(grad, np.arange(10) + 1, 10)
        gc.collect()
        assert device.memory()[0] == free
