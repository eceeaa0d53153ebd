# SPDX-License-Identifier: Apache-2.0
"""aclnnCast between the types of at most 8 bits and others, as the table of its page pairs them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from small_floats import values_of
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import answer

from aclnn_py import unpack_int4

TYPES = {
    "float32": 0,
    "float16": 1,
    "int8": 2,
    "int32": 3,
    "bfloat16": 27,
    "int4": 29,
    "hifloat8": 34,
    "float8_e5m2": 35,
    "float8_e4m3fn": 36,
    "float4_e2m1": 40,
    "float4_e1m2": 41,
}
WIDE = ("float32", "float16", "bfloat16")
FLOAT8 = ("hifloat8", "float8_e5m2", "float8_e4m3fn")
FLOAT4 = ("float4_e2m1", "float4_e1m2")
PAIRS = [
    *(
        (a, b)
        for wide in WIDE
        for small in FLOAT8 + FLOAT4
        for a, b in ((wide, small), (small, wide))
    ),
    *((a, b) for eight in FLOAT8 for four in FLOAT4 for a, b in ((eight, four), (four, eight))),
]


def in_memory(name: str, codes: Any) -> Any:
    """Codes as bytes of a tensor: float4 two a byte, the first in the lower half."""
    return codes[::2] | codes[1::2] << 4 if name.startswith("float4") else codes


def of_memory(name: str, memory: Any) -> Any:
    if not name.startswith("float4"):
        return memory
    return np.stack([memory & 15, memory >> 4], -1).ravel()


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def cast(
    session: Session, given: Any, source: str, target: str, shape: Sequence[int], size: int
) -> Any:
    """The bytes that aclnnCast makes of these on Ascend950."""
    api = session.api
    out = session.upload(np.full(size, 0xEE, np.uint8))
    tensors = (
        session.describe(shape, TYPES[source], session.upload(given)),
        session.describe(shape, TYPES[target], out),
    )
    workspace, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend950"):
        api.ok.aclnnCastGetWorkspaceSize(
            tensors[0], TYPES[target], tensors[1], ctypes.byref(workspace), ctypes.byref(executor)
        )
    memory = session.malloc(workspace.value)
    api.ok.aclnnCast(memory or None, workspace.value, executor, session.stream)
    assert session.synchronize() == 0
    return session.download(out, (size,), np.uint8)


def values_in(name: str) -> tuple[Any, Any]:
    """Elements of a type as memory has them, and their numbers in float32: every code, of wide
    types numbers of all magnitudes."""
    if name in WIDE:
        kind = np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
        if kind.itemsize == 2:
            every = np.arange(65536, dtype=np.uint16).view(kind)
        else:
            every = (np.arange(65536, dtype=np.uint32) << 16 | 0x8000).view(np.float32)
        return every, every.astype(np.float32)
    codes = np.arange(len(values_of(name)), dtype=np.uint8)
    return in_memory(name, codes), values_of(name)


def codes_near(name: str, numbers: Any) -> Any:
    """The number of the type that is nearest to each."""
    table = values_of(name).astype(np.float64)
    with np.errstate(invalid="ignore"):
        exact = numbers.astype(np.float64)
    ladder = np.unique(np.abs(table[np.isfinite(table)]))
    beyond = ladder[-1]
    if name not in FLOAT4:  # rounded to the next step, it is no number of the type
        step = {"hifloat8": 1.5, "float8_e5m2": 8 / 7, "float8_e4m3fn": 15 / 14}[name]
        ladder = np.append(ladder, ladder[-1] * step)
    middle = (ladder[1:] + ladder[:-1]) / 2
    magnitude = np.abs(exact)
    up = np.searchsorted(middle, magnitude, side="right")
    down = np.searchsorted(middle, magnitude, side="left")
    even = np.where(up % 2 == 0, up, down)  # neighbours have codes of which one is even
    found = ladder[up if name == "hifloat8" else even]
    if name not in FLOAT4:
        found = np.where(found > beyond, np.nan if name == "float8_e4m3fn" else np.inf, found)
    found = np.where(np.isnan(exact), 0.0 if name in FLOAT4 else np.nan, found)
    return np.copysign(found, exact)


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_pairs_of_the_page(session: Session, source: str, target: str) -> None:
    given, numbers = values_in(source)
    count = len(numbers)
    if target in WIDE:
        kind = np.dtype(ml_dtypes.bfloat16 if target == "bfloat16" else target)
        raw = cast(session, given, source, target, (count,), count * kind.itemsize)
        with np.errstate(all="ignore"):
            expected = numbers.astype(kind).astype(np.float32)
        found = raw.view(kind).astype(np.float32)
    else:
        size = count // 2 if target in FLOAT4 else count
        raw = cast(session, given, source, target, (count,), size)
        found = values_of(target)[of_memory(target, raw)]
        expected = codes_near(target, numbers)
    wrong = ~((found == expected) | (np.isnan(found) & np.isnan(expected)))
    assert not wrong.any(), (numbers[wrong][:5], found[wrong][:5], expected[wrong][:5])


@pytest.mark.parametrize("shape", [(2,), (3, 6), (257, 514)])
def test_int32_becomes_int4_by_its_low_bits(session: Session, shape: tuple[int, ...]) -> None:
    given = np.random.default_rng(1).integers(-(2**31), 2**31, shape).astype(np.int32)
    raw = cast(session, given, "int32", "int4", shape, given.size // 2)
    assert np.array_equal(unpack_int4(raw, shape), given.astype(ml_dtypes.int4).astype(np.int8))


def test_a_row_of_int4_is_even(api: Api) -> None:
    operands = tensor("int32", 3, 5), ["i", TYPES["int4"]], tensor("int4", 3, 5)
    assert answer(api, "Ascend950", "aclnnCast", *operands)[0] == 561002


def tensor(name: str, *shape: int) -> list[Any]:
    return ["T", list(shape), TYPES[name], 2, None, 0, list(shape)]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("int8", "float8_e4m3fn"),
        ("hifloat8", "float8_e5m2"),
        ("float32", "int4"),
        ("float4_e2m1", "int8"),
    ],
)
def test_pairs_that_the_kernel_does_not_have(api: Api, source: str, target: str) -> None:
    """CANN's Cast answers none, and aclnnCast 561103 for it."""
    operands = tensor(source, 4), ["i", TYPES[target]], tensor(target, 4)
    assert answer(api, "Ascend950", "aclnnCast", *operands)[0] == 561103
