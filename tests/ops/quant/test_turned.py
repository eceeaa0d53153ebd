# SPDX-License-Identifier: Apache-2.0
"""Numbers that are multiplied by small matrices before they are quantised: float4, int4 and bounds,
matrices for each part of a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from ops.quant.mx_oracle import E2M1, KINDS, quantised
from ops.quant.scales_oracle import single
from ops.quant.test_small_types import Small, run
from ops.quant.turned_oracle import by_rows, flat, four_bits, rotated
from small_floats import values_of
from support import Api, Session

_RNG = np.random.default_rng(47)


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("most", [0.0, 7.0, 10.0])
def test_blocks_of_float4(session: Session, most: float) -> None:
    x = _RNG.integers(-3, 4, (3, 4, 18)).astype(np.float16)
    left, right = (_RNG.integers(-2, 3, (n, n)).astype(np.float16) for n in (4, 18))
    y, scales = Small("float4_e2m1", (3, 72)), Small("float8_e8m0", (3, 2, 2))
    given = [x, left, right, None, 1.0, most, 0, y, scales]
    *_, codes, powers = run(session, "aclnnFlatQuantV3", given)
    rows = flat(x, left, right, ml_dtypes.bfloat16)
    wanted, wanted_scales = quantised(rows, -1, E2M1, algorithm=2 if most else 0, most=most)
    assert np.array_equal(values_of("float8_e8m0")[powers], wanted_scales)
    assert np.array_equal(values_of(KINDS[E2M1])[codes], wanted)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", ["aclnnFlatQuant", "aclnnFlatQuantV2", "aclnnFlatQuantV3"])
def test_float4_without_a_right_factor(session: Session, name: str) -> None:
    x = _RNG.standard_normal((3, 4, 16)).astype(np.float16)
    left = _RNG.integers(-2, 3, (4, 4)).astype(np.float16)
    y, scales = Small("float4_e2m1", (3, 64)), Small("float8_e8m0", (3, 1, 2))
    more = {"aclnnFlatQuant": [1.0], "aclnnFlatQuantV2": [1.0, 0.0]}.get(name, [None, 1.0, 0.0, 0])
    given = [x, left, np.empty((0, 0), np.float16), *more, y, scales]
    *_, codes, powers = run(session, name, given)
    wanted, wanted_scales = quantised(flat(x, left, None, ml_dtypes.bfloat16), -1, E2M1)
    assert np.array_equal(values_of("float8_e8m0")[powers], wanted_scales)
    assert np.array_equal(values_of(KINDS[E2M1])[codes], wanted)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize(
    ("groups", "how", "rows"),
    [
        ([1, 1, 3], 0, 3),
        ([2, 0, 2], 1, 4),
        ([[7, 1], [2, 1]], 2, 2),
        ([0], 0, 5),  # without a matrix in a group CANN's kernel takes all
        ([4, 5], 1, 5),
    ],
)
def test_matrices_behind_all_groups(
    session: Session, groups: list[Any], how: int, rows: int, kind: Any
) -> None:
    x = _RNG.integers(-3, 4, (5, 6, 10)).astype(kind)
    x[rows:] = np.nan  # is not looked at
    left, right = (_RNG.integers(-2, 3, (n, n)).astype(kind) for n in (6, 10))
    y, scales = Small("int4", x.shape), np.full(5, 9, np.float32)
    given = [x, left, right, np.array(groups), 0.9, 0.0, how, y, scales]
    *_, codes, found = run(session, "aclnnFlatQuantV3", given, "Ascend910B")
    wanted, scale = by_rows(flat(x[:rows], left, right), np.float32(7) / np.float32(0.9))
    assert np.array_equal(codes.reshape(5, -1)[:rows], four_bits(wanted))
    assert np.array_equal(found[:rows], scale)
    assert not codes.reshape(5, -1)[rows:].any()
    assert not found[rows:].any()


@pytest.mark.usefixtures("own_library")
def test_int4(session: Session) -> None:
    x = _RNG.integers(-3, 4, (5, 6, 10)).astype(np.float16)
    left, right = (_RNG.integers(-2, 3, (n, n)).astype(np.float16) for n in (6, 10))
    y, scales = Small("int4", x.shape), np.zeros(5, np.float32)
    given = [x, left, right, 0.9, y, scales]
    *_, codes, found = run(session, "aclnnFlatQuant", given, "Ascend910B")
    wanted, scale = by_rows(flat(x, left, right), np.float32(7) / np.float32(0.9))
    assert np.array_equal(codes.reshape(5, -1), four_bits(wanted))
    assert np.array_equal(found, scale)


@pytest.mark.usefixtures("own_library")
def test_int4_in_words(session: Session) -> None:
    """The clip ratio makes quotients of 7.8, which int4 does not have."""
    x = _RNG.integers(-3, 4, (5, 6, 8)).astype(np.float16)
    left, right = (_RNG.integers(-2, 3, (n, n)).astype(np.float16) for n in (6, 8))
    given = [x, left, right, 0.9, np.zeros((5, 6, 1), np.int32), np.zeros(5, np.float32)]
    *_, words, _ = run(session, "aclnnFlatQuant", given, "Ascend910B")
    codes = (words[..., :1].astype(np.int64) >> np.arange(0, 32, 4)) & 15
    wanted, _ = by_rows(flat(x, left, right), np.float32(7) / np.float32(0.9))
    assert np.abs(wanted).max() == 8
    assert np.array_equal(codes.reshape(5, -1), np.clip(wanted, -8, 7).astype(np.int64) & 15)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("alpha", [0.5, 1.0, 0.0])
def test_a_matrix_for_each_part_and_a_bound(session: Session, alpha: float) -> None:
    x = _RNG.integers(-3, 4, (2, 3, 96)).astype(ml_dtypes.bfloat16)
    rotation = _RNG.integers(-2, 3, (3, 32, 32)).astype(ml_dtypes.bfloat16)
    y, scales = Small("float8_e4m3fn", x.shape), Small("float8_e8m0", (2, 3, 2, 2))
    bound = np.array([alpha], ml_dtypes.bfloat16)
    given = [x, rotation, bound, -1, b"rint", 0, 0.0, False, y, scales]
    *_, codes, powers = run(session, "aclnnRotateQuant", given)
    numbers = single(rotated(x, rotation)).reshape(2, 3, 3, 32)
    limit = np.abs(numbers).max(-1, keepdims=True) * np.float32(alpha if 0 < alpha < 1 else 1)
    held = np.clip(numbers, -limit, limit).reshape(x.shape).astype(x.dtype)
    wanted, wanted_scales = quantised(held, -1, 36)
    assert np.array_equal(values_of("float8_e8m0")[powers], wanted_scales)
    assert np.array_equal(values_of("float8_e4m3fn")[codes], wanted)


@pytest.mark.usefixtures("own_library")
def test_words_of_int4(session: Session) -> None:
    x = _RNG.integers(-3, 4, (4, 16)).astype(np.float16)
    rotation = _RNG.integers(-2, 3, (8, 8)).astype(np.float16)
    y, scales = np.zeros((4, 2), np.int32), np.zeros(4, np.float32)
    given = [x, rotation, None, 1, None, 0, 0.0, False, y, scales]
    *_, words, found = run(session, "aclnnRotateQuant", given, "Ascend910B")
    wanted, scale = by_rows(rotated(x, rotation), 7)
    nibbles = (words.view(np.uint32)[..., None] >> (4 * np.arange(8, dtype=np.uint32))) & 15
    codes = ((nibbles.astype(np.int64) ^ 8) - 8).reshape(4, 16)
    assert np.array_equal(codes, four_bits(wanted))
    assert np.array_equal(found, scale)
