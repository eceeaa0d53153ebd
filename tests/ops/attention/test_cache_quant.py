# SPDX-License-Identifier: Apache-2.0
"""Rows that are quantised on their way into pages of a cache: caches of float4, what is no number,
slots that are not there, views, and refusals in the order of op_api and the tilings."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from ops.attention.cache_quant_oracle import codes, epilog_row, index_row
from ops.quant.test_small_types import OTHERS, Small, run
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT8, INT32, INT64, NULL, UINT8, answer, tensor

_RNG = np.random.default_rng(53)
E4M3, E8M0, E2M1 = 36, OTHERS["float8_e8m0"], OTHERS["float4_e2m1"]
SLOTS = np.array([5, -1, 0], np.int32)


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def numbers(columns: int, dtype: Any = ml_dtypes.bfloat16) -> Any:
    """Of all magnitudes; a row of infinities and NaN among zeros, a block of zeros, and one of
    numbers that are smaller than any scale."""
    x = _RNG.normal(size=(3, columns)) * 2.0 ** _RNG.integers(-9, 9, (3, columns // 32)).repeat(
        32, 1
    )
    x[2, :32], x[2, 32:64] = 0, 2.0**-140
    x[2, 66], x[2, 70], x[2, -5], x[2, -9] = np.inf, np.nan, -np.inf, np.nan
    return x.astype(dtype)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("kind", ["float4_e2m1", "float4_e1m2"])
def test_caches_of_float4(session: Session, kind: str, dtype: Any) -> None:
    x, columns, room = numbers(96, dtype), 96, 100
    before = _RNG.integers(0, 16, (3, 2, 1, room)).astype(np.uint8)
    scales_before = _RNG.integers(0, 256, (3, 2, 1, 4)).astype(np.uint8)
    cache, scales = Small(kind, before.shape, before), Small("float8_e8m0", (3, 2, 1, 4))
    scales.codes = scales_before
    given = [cache, scales, x, SLOTS, 3, True, 1.0]
    found, powers, *_ = run(session, "aclnnIndexerQuantCache", given)
    wanted, wanted_scales = before.copy(), scales_before.copy()
    for row, slot in zip(x, SLOTS, strict=True):
        if slot >= 0:
            packed, power = index_row(row, kind, 3, 1.0)
            assert power is not None
            line = wanted.reshape(6, room)[slot]
            line[:columns:2], line[1:columns:2] = packed & 15, packed >> 4
            wanted_scales.reshape(6, 4)[slot, :3] = power
    assert np.array_equal(powers, wanted_scales)
    assert np.array_equal(found, wanted)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("is_rounded", [False, True])
@pytest.mark.parametrize(("mode", "group"), [(0, 64), (1, 64), (2, 16), (2, 32), (2, 64)])
def test_what_is_no_number_in_compressed_keys(
    session: Session, mode: int, group: int, is_rounded: bool
) -> None:
    x = numbers(192)
    before = _RNG.integers(0, 256, (3, 2, 1, 300)).astype(np.uint8)
    given = [before, x, SLOTS, group, mode, is_rounded, 0.5]
    found = run(session, "aclnnKvCompressEpilog", given)[0]
    wanted = before.copy()
    for row, slot in zip(x, SLOTS, strict=True):
        if slot >= 0:
            line = epilog_row(row, group, mode, is_rounded=is_rounded, factor=0.5)
            wanted.reshape(6, 300)[slot, : len(line)] = line
    assert np.array_equal(found, wanted)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("kind", "mode"), [("float8_e5m2", 1), ("float8_e4m3fn", 1),
                                            ("float8_e5m2", 0), ("float8_e4m3fn", 2)])  # fmt: skip
def test_what_is_no_number_in_keys_of_an_indexer(session: Session, kind: str, mode: int) -> None:
    x = numbers(96, np.float16)
    cache = Small(kind, (3, 2, 1, 96), np.full((3, 2, 1, 96), 3, np.uint8))
    scales: Any = np.ones((3, 2, 1, 1), np.float32)
    if mode == 0:
        scales = Small("float8_e8m0", (3, 2, 1, 3))
    given = [cache, scales, x, SLOTS, mode, False, 2.0]
    found, powers, *_ = run(session, "aclnnIndexerQuantCache", given)
    for row, slot in zip(x, SLOTS, strict=True):
        if slot >= 0:
            wanted, power = index_row(row, kind, mode, 2.0)
            assert np.array_equal(found.reshape(6, 96)[slot], wanted)
            if power is not None:
                assert np.array_equal(powers.reshape(6, -1)[slot], power)
    assert (found.reshape(6, 96)[1:5] == 3).all()
    if mode == 2:
        assert (powers == 1).all()


@pytest.mark.usefixtures("own_library")
def test_every_bfloat16_becomes_the_nearest_hifloat8(session: Session) -> None:
    x = np.arange(65536, dtype=np.uint16).view(ml_dtypes.bfloat16).reshape(8, 8192)
    cache, scales = Small("float8_e4m3fn", (1, 8, 1, 8192)), np.zeros((1, 8, 1, 1), np.float32)
    given = [cache, scales, x, np.arange(8, dtype=np.int32), 2, True, 1.0]
    found = run(session, "aclnnIndexerQuantCache", given)[0]
    with np.errstate(invalid="ignore"):
        assert np.array_equal(found.reshape(8, 8192), codes(x.astype(np.float32), "hifloat8"))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("slot", [-2, 6, 2**31 - 1])
def test_a_slot_outside_ends_the_launch(session: Session, slot: int) -> None:
    api, x = session.api, numbers(128)[:2]
    cache = np.zeros((3, 2, 1, 256), np.uint8)
    places = [session.upload(each) for each in (cache, x, np.array([slot, 3], np.int32))]
    operands = [
        session.describe(shape, kind, place)
        for shape, kind, place in zip(
            (cache.shape, x.shape, (2,)), (UINT8, BFLOAT16, INT32), places, strict=True
        )
    ]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend950"):
        api.ok.aclnnKvCompressEpilogGetWorkspaceSize(
            *operands, 64, 1, True, 1.0, ctypes.byref(size), ctypes.byref(executor)
        )
    memory = session.malloc(size.value)
    api.ok.aclnnKvCompressEpilog(memory, size.value, executor, session.stream)
    assert session.synchronize() == 507015
    found = session.download(places[0], cache.shape, np.uint8).reshape(6, 256)
    row = epilog_row(x[1], 64, 1, is_rounded=True, factor=1.0)
    assert np.array_equal(found[3, : len(row)], row)
    assert not found[[0, 1, 2, 4, 5]].any()


@pytest.mark.usefixtures("own_library")
def test_rows_are_read_as_they_were(session: Session) -> None:
    """Rows and slots lie in the cache that they are put into."""
    api, rows = session.api, 6
    x = np.random.default_rng(5).normal(size=(rows, 128)).astype(ml_dtypes.bfloat16)
    slots = np.random.default_rng(6).permutation(rows).astype(np.int32)
    before = np.zeros((3, 2, 1, 512), np.uint8)
    before.reshape(-1)[256 : 256 + x.nbytes] = x.view(np.uint8).ravel()
    before.reshape(-1)[2048 : 2048 + slots.nbytes] = slots.view(np.uint8)
    place = session.upload(before)
    operands = [
        session.describe(before.shape, UINT8, place),
        session.describe(x.shape, BFLOAT16, place + 256),
        session.describe(slots.shape, INT32, place + 2048),
    ]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend950"):
        api.ok.aclnnKvCompressEpilogGetWorkspaceSize(
            *operands, 64, 0, True, 1.0, ctypes.byref(size), ctypes.byref(executor)
        )
    memory = session.malloc(size.value)
    api.ok.aclnnKvCompressEpilog(memory, size.value, executor, session.stream)
    assert session.synchronize() == 0
    found = session.download(place, before.shape, np.uint8).reshape(rows, 512)
    for row, slot in zip(x, slots, strict=True):
        line = epilog_row(row, 64, 0, is_rounded=True, factor=1.0)
        assert np.array_equal(found[slot, : len(line)], line)


def epilog(api: Api, soc: str = "Ascend950", /, **changed: Any) -> tuple[int, int, str]:
    given: dict[str, Any] = {
        "cache": tensor(UINT8, 3, 2, 1, 323), "x": tensor(BFLOAT16, 4, 256),
        "slots": tensor(INT32, 4), "group": ["i", 64], "mode": ["i", 1], "rounds": ["b", 1],
        "factor": ["f", 1.0],
    }  # fmt: skip
    return answer(api, soc, "aclnnKvCompressEpilog", *(given | changed).values())


@pytest.mark.usefixtures("own_library")
def test_refusals_of_compressed_keys(api: Api) -> None:
    """The room of a row is 323 bytes of 256 columns with quantMode 1 (page), 352 with 0."""
    assert epilog(api) == (0, 512, "KvCompressEpilog:|32")
    for wanted, changed in (
        (0, {"slots": tensor(INT64, 4)}),
        (0, {"x": tensor(BFLOAT16, 2, 2, 256), "slots": tensor(INT32, 2, 2)}),
        (0, {"cache": tensor(UINT8, 3, 2, 1, 323, strides=[999, 323, 323, 1])}),
        (0, {"mode": ["i", 0], "cache": tensor(UINT8, 3, 2, 1, 352)}),
        (0, {"mode": ["i", 2], "group": ["i", 16], "cache": tensor(UINT8, 3, 2, 1, 192)}),
        *((161001, {name: NULL}) for name in ("cache", "x", "slots")),
        (161002, {"cache": tensor(UINT8, 0, 2, 1, 323)}),
        (161002, {"x": tensor(FLOAT16, 0, 256)}),
        (161002, {"slots": tensor(INT32, 0)}),
        (561103, {"cache": tensor(INT8, 3, 2, 1, 323)}),
        (561103, {"x": tensor(FLOAT16, 4, 256)}),
        (561103, {"slots": tensor(FLOAT, 4)}),
        (561103, {"slots": tensor(INT32, 4, 1)}),
        (561103, {"slots": tensor(INT32, 3)}),
        (561103, {"mode": ["i", 3]}),
        (561103, {"mode": ["i", -1]}),
        (561103, {"mode": ["i", 2], "group": ["i", 8]}),
        (561103, {"mode": ["i", 0]}),
        (561103, {"x": tensor(BFLOAT16, 4, 64)}),
        (561103, {"x": tensor(BFLOAT16, 4, 8256), "cache": tensor(UINT8, 3, 2, 1, 9999)}),
        (561103, {"x": tensor(BFLOAT16, 4, 200)}),
        (561103, {"cache": tensor(UINT8, 3, 2, 2, 323)}),
        (561103, {"cache": tensor(UINT8, 6, 1, 323)}),
        (561103, {"cache": tensor(UINT8, 3, 2, 1, 323, strides=[323, 969, 323, 1])}),
        (561103, {"cache": tensor(UINT8, 3, 2, 1, 323, strides=[969, 322, 323, 1])}),
        (161002, {"cache": tensor(UINT8, 3, 2, 1, 323, strides=[646, 323, 323, 0])}),
    ):
        assert epilog(api, **changed)[0] == wanted, changed
    for soc in ("Ascend910B", "Ascend910_93"):
        assert epilog(api, soc)[0] == 561103


def index(api: Api, soc: str = "Ascend950", /, **changed: Any) -> tuple[int, int, str]:
    given: dict[str, Any] = {
        "cache": tensor(E4M3, 3, 2, 1, 128), "scales": tensor(FLOAT, 3, 2, 1, 1),
        "x": tensor(BFLOAT16, 4, 128), "slots": tensor(INT32, 4), "mode": ["i", 1],
        "rounds": ["b", 1], "factor": ["f", 1.0],
    }  # fmt: skip
    return answer(api, soc, "aclnnIndexerQuantCache", *(given | changed).values())


@pytest.mark.usefixtures("own_library")
def test_refusals_of_keys_of_an_indexer(api: Api) -> None:
    powers, four = tensor(E8M0, 3, 2, 1, 4), tensor(E2M1, 3, 2, 1, 128)
    assert index(api) == (0, 512, "IndexerQuantCache:|32")
    for wanted, changed in (
        (0, {"mode": ["i", 0], "scales": powers}),
        (0, {"mode": ["i", 2], "cache": tensor(UINT8, 3, 2, 1, 128)}),
        (0, {"mode": ["i", 3], "scales": powers, "cache": four}),
        (0, {"cache": tensor(E4M3, 3, 2, 1, 128, strides=[512, 128, 128, 1])}),
        *((161001, {name: NULL}) for name in ("cache", "scales", "x", "slots")),
        (161002, {"cache": tensor(E4M3, 0, 2, 1, 128)}),
        (561103, {"scales": tensor(FLOAT, 0, 2, 1, 1)}),
        (561103, {"cache": tensor(INT8, 3, 2, 1, 128)}),
        (561103, {"scales": tensor(FLOAT16, 3, 2, 1, 1)}),
        (561103, {"x": tensor(FLOAT, 4, 128)}),
        (561103, {"slots": tensor(INT64, 4)}),
        (561103, {"x": tensor(BFLOAT16, 4, 100)}),
        (561103, {"x": tensor(BFLOAT16, 4, 8224), "cache": tensor(E4M3, 3, 2, 1, 9000)}),
        (561103, {"slots": tensor(INT32, 5)}),
        (561103, {"mode": ["i", 4]}),
        (561103, {"cache": tensor(E4M3, 3, 2, 1, 127)}),
        (561103, {"mode": ["i", 0], "scales": tensor(E8M0, 3, 2, 1, 3)}),
        (561103, {"scales": tensor(FLOAT, 6, 1, 1)}),
        (561103, {"scales": tensor(FLOAT, 2, 3, 1, 1)}),
        (561103, {"mode": ["i", 0]}),
        (561103, {"scales": powers}),
        (561103, {"mode": ["i", 3], "scales": powers}),
        (561103, {"mode": ["i", 0], "scales": powers, "cache": four}),
        (561103, {"mode": ["i", 0], "scales": powers, "cache": tensor(UINT8, 3, 2, 1, 128)}),
        (561103, {"cache": tensor(E4M3, 3, 2, 1, 128, strides=[512, 64, 128, 1])}),
        (561103, {"cache": tensor(UINT8, 3, 2, 1, 128), "scales": tensor(FLOAT, 2, 3, 1, 1)}),
        (207000, {"cache": tensor(UINT8, 3, 2, 1, 128)}),
        (561103, {"mode": ["i", 3], "scales": powers,
                  "cache": tensor(E2M1, 3, 2, 1, 129)}),
    ):  # fmt: skip
        assert index(api, **changed)[0] == wanted, changed
    for soc in ("Ascend910B", "Ascend910_93"):
        assert index(api, soc)[0] == 561103


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", ["aclnnScatterPaCache", "aclnnScatterPaKvCache"])
def test_a_slot_behind_pages_ends_the_launch(session: Session, name: str) -> None:
    """A negative one is passed over, and the other tokens are there."""
    api, rest = session.api, (None,) * 3
    rows, cache = np.ones((4, 2, 16), np.float16), np.zeros((3, 2, 2, 16), np.float16)
    places = [session.upload(each) for each in (cache, cache)]
    key, value, slots = (session.tensor(x) for x in (rows, rows, np.array([6, -1, 2, 0], np.int32)))
    caches = [session.describe(cache.shape, FLOAT16, place) for place in places]
    operands = [key, caches[0], slots, *rest, b"Norm"]
    if name == "aclnnScatterPaKvCache":
        operands = [key, caches[0], slots, value, caches[1], *rest, b"Norm", b"None", None, None]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend950"):
        plan = getattr(api.ok, f"{name}GetWorkspaceSize")
        plan(*operands, ctypes.byref(size), ctypes.byref(executor))
    getattr(api.ok, name)(session.malloc(size.value), size.value, executor, session.stream)
    assert session.synchronize() == 507015
    assert "slotMapping[0] is outside" in api.message()
    for place in places[: 2 if name == "aclnnScatterPaKvCache" else 1]:
        found = session.download(place, cache.shape, np.float16).reshape(6, 32)
        assert found[[2, 0]].all()
        assert not found[[1, 3, 4, 5]].any()
