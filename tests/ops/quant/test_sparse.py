# SPDX-License-Identifier: Apache-2.0
"""Weights of which each four numbers keep two: what the host keeps, and products with it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from support import Api, Session
from sweep.c_calls import selected

Array = NDArray[Any]
_RNG = np.random.default_rng(42)
NZ = 29
_LIBC = ctypes.CDLL(None)
_LIBC.free.argtypes = [ctypes.c_void_p]


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _weight(n: int, k: int) -> Array:
    """At most two of each four numbers are not 0."""
    found = _RNG.integers(-128, 128, (n, -(-k // 4), 4)).astype(np.int8)
    order = np.argsort(_RNG.random(found.shape), -1)
    found[order < _RNG.integers(2, 5, (*found.shape[:2], 1))] = 0
    return np.ascontiguousarray(found.reshape(n, -1)[:, :k])


def kept(api: Api, weight: Array, shape: list[int] | None = None) -> tuple[int, list[Array]]:
    """The status of aclnnTransSparse4to2Para, and the numbers and the index that it gave."""
    sides = (ctypes.c_int64 * 2)(*(shape or weight.shape))
    array = api.aclCreateIntArray(sides, 2)
    kinds = (ctypes.c_byte, ctypes.c_int64, ctypes.c_ubyte, ctypes.c_int64)
    arrays: list[Any] = [ctypes.POINTER(each)() for each in kinds]
    counts = [ctypes.c_uint64() for _ in range(2)]
    numbers, dims, index, index_dims = arrays
    references = [numbers, dims, counts[0], index, index_dims, counts[1]]
    status = api.aclnnTransSparse4to2Para(
        weight.ctypes.data_as(ctypes.POINTER(ctypes.c_byte)), array, *map(ctypes.byref, references)
    )
    found = []
    for data, sizes, count, kind in (
        (numbers, dims, counts[0], np.int8),
        (index, index_dims, counts[1], np.uint8),
    ):
        if not data or not sizes:
            continue
        assert count.value == 4
        box = sizes[:4]
        bytes_ = ctypes.string_at(data, int(np.prod(box)))
        found.append(np.frombuffer(bytes_, kind).reshape(box))
    for each in arrays:
        _LIBC.free(each)
    api.aclDestroyIntArray(array)
    return int(status), found


def _dense(numbers: Array, index: Array, n: int, k: int) -> Array:
    """The weight again: a row of a block has 32 numbers and 8 bytes of index for 64."""
    rows = numbers.transpose(1, 2, 0, 3).reshape(-1, numbers.shape[0], 8, 2, 2)
    places = index.transpose(1, 2, 0, 3).reshape(-1, index.shape[0], 8)
    found = np.zeros((*places.shape, 2, 4), np.int64)
    for half in range(2):
        two = places >> (4 * half) & 15
        for which, place in enumerate((two & 3, (two >> 2) + 1)):
            picked = np.eye(4, dtype=np.int64)[place]
            found[..., half, :] += picked * rows[..., half, which, None]
    return found.reshape(len(rows), -1)[:n, :k]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("n", "k"), [(16, 64), (128, 512), (1, 1), (17, 70), (33, 200), (5, 8)])
def test_what_is_kept_is_the_weight(api: Api, n: int, k: int) -> None:
    weight = _weight(n, k)
    status, found = kept(api, weight)
    assert status == 0
    assert found[0].shape == (-(-k // 64), -(-n // 16), 16, 32)
    assert found[1].shape == (-(-k // 64), -(-n // 16), 16, 8)
    assert np.array_equal(_dense(found[0], found[1], n, k), weight)


@pytest.mark.usefixtures("own_library")
def test_each_pattern_of_four(api: Api) -> None:
    """The bits of a half byte by which of four numbers are not 0, the first in the highest bit."""
    wanted = {0: 0, 1: 8, 2: 2, 3: 10, 4: 1, 5: 9, 6: 5, 8: 0, 9: 8, 10: 4, 12: 0}
    for pattern in range(16):
        four = np.array([[(pattern >> 3 - i & 1) * (i + 1) for i in range(4)]], np.int8)
        status, found = kept(api, four)
        assert status == (0 if pattern in wanted else 161002)
        if pattern in wanted:
            assert found[1].flat[0] == wanted[pattern]
        else:
            assert not found


@pytest.mark.usefixtures("own_library")
def test_what_the_host_refuses(api: Api) -> None:
    weight = _weight(4, 8)
    assert kept(api, weight, [-1, 8])[0] == 161002
    numbers = weight.ctypes.data_as(ctypes.POINTER(ctypes.c_byte))
    given = [numbers, *[None] * 7]
    assert api.aclnnTransSparse4to2Para(*given) == 561103


def _product(
    session: Session, m: int, n: int, k: int, has_bias: bool, *, index_rank: int = 4, cut: int = 0
) -> tuple[int, Array, Array]:
    """The status of the launch, the product, and what it should be."""
    api = session.api
    weight, x = _weight(n, k), _RNG.integers(-128, 128, (m, k)).astype(np.int8)
    _, (numbers, index) = kept(api, weight)
    rows, columns = (_RNG.random(each).astype(np.float32) for each in (m, n))
    bias = _RNG.standard_normal(n).astype(ml_dtypes.bfloat16)
    half = -(-k // 8) * 4
    where = session.upload(numbers.reshape(-1)[: numbers.size - cut])
    sparse = session.describe((n, half), 2, where, storage=numbers.shape, format_=NZ)
    places = index if index_rank == 4 else index.reshape(len(index.reshape(-1)) // 8, 8)
    out = np.zeros((m, n), ml_dtypes.bfloat16)
    address = session.upload(out)
    tensors: list[int | None] = [
        session.tensor(x),
        sparse,
        session.tensor(places),
        session.tensor(rows),
    ]
    tensors += [session.tensor(columns), None]
    if has_bias:
        tensors[-1] = session.describe(bias.shape, 27, session.upload(bias))
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend910B"):
        api.ok.aclnnSparse4to2QuantMatmulWeightNzGetWorkspaceSize(
            *tensors, session.describe(out.shape, 27, address), size, executor
        )
    memory = session.malloc(size.value)
    status = api.aclnnSparse4to2QuantMatmulWeightNz(memory, size.value, executor, session.stream)
    status = status or session.synchronize()
    sums = (x.astype(np.int64) @ weight.T.astype(np.int64)).astype(np.float32)
    wanted = sums * columns * rows[:, None] + (bias.astype(np.float32) if has_bias else 0)
    return status, session.download(address, out.shape, out.dtype), wanted.astype(out.dtype)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("m", "n", "k"), [(64, 256, 512), (1, 1, 1), (7, 33, 70), (3, 16, 200)])
@pytest.mark.parametrize("has_bias", [True, False])
@pytest.mark.parametrize("index_rank", [2, 4])
def test_products(
    session: Session, m: int, n: int, k: int, has_bias: bool, index_rank: int
) -> None:
    status, found, wanted = _product(session, m, n, k, has_bias, index_rank=index_rank)
    assert status == 0
    assert np.array_equal(found, wanted)


@pytest.mark.usefixtures("own_library")
def test_memory_without_all_blocks_fails(session: Session) -> None:
    """The view ends before the blocks do: rows 17 to 32 are there, but not in its elements."""
    assert _product(session, 2, 17, 70, False, cut=512)[0] == 161002
