# SPDX-License-Identifier: Apache-2.0
"""aclnnConvertWeightToINT4Pack: weights of 4 bits, two in a byte, in rows and in blocks."""

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

INT4, E2M1, ND, NZ = 29, 40, 2, 29
_RNG = np.random.default_rng(41)


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _in_blocks(codes: Array, width: int) -> Array:
    """[k, n] as [n / width, k / 16, 16, width], zeros where there is no number."""
    k, n = codes.shape
    padded = np.zeros((-(-k // 16) * 16, -(-n // width) * width), codes.dtype)
    padded[:k, :n] = codes
    return padded.reshape(padded.shape[0] // 16, 16, -1, width).transpose(2, 0, 1, 3)


def _bytes(codes: Array) -> Array:
    pairs = (codes.astype(np.int64) & 15).astype(np.uint8).reshape(-1, 2)
    return np.asarray(pairs[:, 0] | pairs[:, 1] << 4)


def _packed(
    session: Session,
    weight: Array,
    kind: int,
    size: int,
    soc: str,
    storage: tuple[int, ...] | None = None,
) -> tuple[int, Array]:
    """The status, and the bytes of the result."""
    api = session.api
    per_element = 1 if kind in (INT4, E2M1) else 8
    shape = (*weight.shape[:-1], weight.shape[-1] // per_element)
    memory = session.upload(np.full(size, 0xEE, np.uint8))
    given = session.describe(weight.shape, weight.dtype, session.upload(weight))
    tensor = session.describe(shape, kind, memory, storage=storage, format_=NZ if storage else ND)
    with selected(api, soc):
        status = api.aclnnConvertWeightToINT4PackGetWorkspaceSize(given, tensor, None, None)
        if status == 0:
            status = api.aclnnConvertWeightToINT4Pack(None, 0, None, session.stream)
    return status, session.download(memory, (size,), np.uint8)


def _weights(*shape: int) -> Array:
    return _RNG.integers(-8, 8, shape).astype(np.int32)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", [INT4, 3])
@pytest.mark.parametrize("shape", [(5, 8), (33, 72), (2, 3, 16)])
def test_rows(session: Session, shape: tuple[int, ...], kind: int) -> None:
    weight = _weights(*shape)
    status, found = _packed(session, weight, kind, weight.size // 2, "Ascend910B")
    assert status == 0
    assert np.array_equal(found, _bytes(weight))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("soc", "width", "kind"),
    [
        ("Ascend910B", 64, INT4),
        ("Ascend910B", 64, 3),
        ("Ascend950", 16, INT4),
        ("Ascend950", 16, 3),
        ("Ascend950", 32, INT4),
    ],
)
def test_blocks(session: Session, soc: str, width: int, kind: int) -> None:
    weight = _weights(33, 72)
    wanted = _in_blocks(weight, width)
    storage = wanted.shape[:-1] + ((width,) if kind == INT4 else (width // 8,))
    status, found = _packed(session, weight, kind, wanted.size // 2, soc, storage)
    assert status == 0
    assert np.array_equal(found, _bytes(wanted))


@pytest.mark.usefixtures("own_library")
def test_float4(session: Session) -> None:
    """All numbers that float4_e2m1 has. Of others the 10 highest bits are read, as CANN's op_api
    does: 5 is 4, and what is none of the numbers is 0."""
    values = np.arange(16, dtype=np.uint8).view(ml_dtypes.float4_e2m1fn).astype(np.float32)
    weight = np.concatenate([values, np.array([5.0, np.nan, 1e9, 0.25], np.float32)])
    weight = weight.reshape(2, 10)
    status, found = _packed(session, weight, E2M1, 10, "Ascend950")
    assert status == 0
    assert np.array_equal(found, _bytes(np.array([*range(16), 6, 0, 0, 0])))


@pytest.mark.usefixtures("own_library")
def test_batches_of_blocks(session: Session) -> None:
    weight = _weights(3, 17, 64)
    wanted = np.stack([_in_blocks(each, 64) for each in weight])
    status, found = _packed(session, weight, INT4, wanted.size // 2, "Ascend910B", wanted.shape)
    assert status == 0
    assert np.array_equal(found, _bytes(wanted))


@pytest.mark.usefixtures("own_library")
def test_memory_that_is_none(api: Api, session: Session) -> None:
    weight = session.describe((2, 8), np.int32, None)
    packed = session.describe((2, 1), np.int32, session.upload(np.zeros(2, np.int32)))
    call = api.aclnnConvertWeightToINT4PackGetWorkspaceSize
    assert call(weight, packed, None, None) == 361001
    assert call(None, packed, None, None) == 161001
    assert call(weight, None, None, None) == 161001
    assert call(packed, ctypes.c_void_p(12345), None, None) == 161002
