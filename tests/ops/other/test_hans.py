# SPDX-License-Identifier: Apache-2.0
"""Compressed numbers: every bit comes back, where the codes lie, and codes that are none."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from ops.other.hans_oracle import counts_of, encoded
from ops.quant.test_small_types import run
from support import Api, Session
from sweep.c_calls import selected

_RNG = np.random.default_rng(11)
_TYPES = [np.float16, ml_dtypes.bfloat16, np.float32]


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _room(count: int, cores: int) -> int:
    """The bytes that codes take at most, for whole elements."""
    return (count + count // 64 + cores * 8448 + 512 + 3) // 4 * 4


def _any_bits(count: int, kind: Any) -> Any:
    """Numbers whose bytes do not compress."""
    width = np.dtype(kind).itemsize
    return _RNG.integers(0, 256, count * width).astype(np.uint8).view(kind)


def _both(
    session: Session, x: Any, fixed: int, var: int, packs: bool, soc: str = "Ascend910B"
) -> tuple[list[Any], Any]:
    """What the codes are, and what comes of them; fixed and var in bytes."""
    width = x.dtype.itemsize
    mantissa = np.zeros(x.nbytes // width * (width - 1) // width, x.dtype)
    pdf = np.zeros(256, np.int32)
    room, more = np.zeros(fixed // width, x.dtype), np.zeros(var // width, x.dtype)
    _, counts, *codes = run(
        session, "aclnnHansEncode", [x, pdf, True, packs, mantissa, room, more], soc
    )
    *_, back = run(session, "aclnnHansDecode", [*codes, counts, packs, np.zeros_like(x)], soc)
    return [counts, *codes], back


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", _TYPES)
@pytest.mark.parametrize("packs", [False, True])
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_every_bit_comes_back(session: Session, kind: Any, packs: bool, soc: str) -> None:
    x = _RNG.standard_normal(4 * 32768 + 64 * 77).astype(kind)
    fixed = _room(len(x), 4)
    found, back = _both(session, x, fixed, 0, packs, soc)
    wanted = encoded(x, counts_of(x), 48, fixed, 0, packs)
    assert np.array_equal(found[0], counts_of(x))
    for codes, expected in zip(found[1:], wanted, strict=True):
        assert np.array_equal(codes.view(np.uint8), expected)
    assert np.array_equal(back.view(np.uint8), x.view(np.uint8))
    header = found[2].view(np.int32)[:8].tolist()
    assert header == [4 * 12138, 4, len(x) // 64, len(x) // 64, 0, 0, 0, 0]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", _TYPES)
@pytest.mark.parametrize("fixed", [512, 16896, 45056, 90112])
@pytest.mark.parametrize("is_any", [True, False])
def test_what_does_not_fit_is_in_var(session: Session, kind: Any, fixed: int, is_any: bool) -> None:
    count = 3 * 32768 + 64
    x = _any_bits(count, kind) if is_any else _RNG.standard_normal(count).astype(kind)
    var = _room(count, 3)
    found, back = _both(session, x, fixed, var, False)
    wanted = encoded(x, counts_of(x), 48, fixed, var, False)
    for codes, expected in zip(found[1:], wanted, strict=True):
        assert np.array_equal(codes.view(np.uint8), expected)
    assert np.array_equal(back.view(np.uint8), x.view(np.uint8))
    assert (found[2].view(np.int32)[4] > 0) == (fixed < 90112 or is_any or kind == np.float16)


@pytest.mark.usefixtures("own_library")
def test_packed_codes_leave_what_does_not_compress(session: Session) -> None:
    x = _any_bits(2 * 32768, np.float16)
    fixed = _room(len(x), 2)
    _, back = _both(session, x, fixed, len(x), True)
    assert np.array_equal(back.view(np.uint8), x.view(np.uint8))


def _status(session: Session, name: str, arguments: list[Any]) -> int:
    api, placed = session.api, []
    for each in arguments:
        is_array = isinstance(each, np.ndarray)
        placed.append(session.tensor(each) if is_array else each)
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend910B"):
        plan = getattr(api, f"{name}GetWorkspaceSize")
        status = plan(*placed, ctypes.byref(size), ctypes.byref(executor))
    if status:
        return int(status)
    memory = session.malloc(size.value)
    getattr(api.ok, name)(memory or None, size.value, executor, session.stream)
    return session.synchronize()


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
def test_numbers_that_fit_nowhere_fail(session: Session) -> None:
    """Levels take a 32nd of what does not compress; the tiling reckons with a 64th and a tail."""
    count = 48 * 640 * 1024
    x = np.frombuffer(_RNG.bytes(2 * count), np.float16)
    room = np.zeros(_room(count, 48) // 2, np.float16)
    given = [x, np.zeros(256, np.int32), True, True, np.zeros(count // 2, np.float16), room]
    assert _status(session, "aclnnHansEncode", [*given, np.zeros(0, np.float16)]) == 507015


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("packs", [False, True])
def test_codes_that_are_none_fail(session: Session, packs: bool) -> None:
    """Bytes at random behind a header, and in it: nothing crashes, and nobody decodes them."""
    count = 2 * 32768
    x = _RNG.standard_normal(count).astype(np.float16)
    fixed = _room(count, 2)
    mantissa, codes, var = encoded(x, counts_of(x), 48, fixed, 4096, packs)
    given = [counts_of(x), packs, np.zeros(count, np.float16)]
    for at in (0, 4, 8, 32, 36, 256):
        wrong = codes.copy()
        wrong[at : at + 4] ^= 0x55
        tensors = [each.view(np.float16) for each in (mantissa, wrong, var)]
        assert _status(session, "aclnnHansDecode", [*tensors, *given]) == 507015
    wrong = codes.copy()
    wrong[256:260].view(np.int32)[0] += 64  # one row more that was left, and none is
    tensors = [each.view(np.float16) for each in (mantissa, wrong, np.zeros(4096, np.uint8))]
    assert _status(session, "aclnnHansDecode", [*tensors, *given]) == 507015
    wrong = codes.copy()
    wrong[512:] = _RNG.integers(0, 256, len(wrong) - 512)
    tensors = [each.view(np.float16) for each in (mantissa, wrong, var)]
    assert _status(session, "aclnnHansDecode", [*tensors, *given]) == 507015


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("numbers", "pdf", "mantissa", "fixed", "var", "packs"),
    [
        (32768 - 64, 256, 16352, 32768, 0, False),
        (32768 + 32, 256, 16400, 32768, 0, False),
        (32768, 255, 16384, 32768, 0, False),
        (32768, 256, 16383, 32768, 0, False),
        (32768, 256, 16384, 255, 32768, False),
        (32768, 256, 16384, 21119, 0, False),
        (32768, 256, 16384, 21119, 32768, True),
    ],
)
def test_what_the_tiling_refuses(
    session: Session, numbers: int, pdf: int, mantissa: int, fixed: int, var: int, packs: bool
) -> None:
    """Of float16: one core takes 32768 + 512 + 8448 + 512 bytes, 21120 numbers."""
    sizes = [np.zeros(each, np.float16) for each in (numbers, mantissa, fixed, var)]
    given = [sizes[0], np.zeros(pdf, np.int32), True, packs, *sizes[1:]]
    assert _status(session, "aclnnHansEncode", given) == 561002
