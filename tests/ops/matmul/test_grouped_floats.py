# SPDX-License-Identifier: Apache-2.0
"""Products of groups of float8, hifloat8 and float4 on Ascend950, and sums of them, with scales of
columns and rows, of blocks, and powers of two. Numbers are small and scales powers of two, so that
sums are exact in float32, and results are those of float64."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from small_floats import values_of
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT8,
    INT64,
    KERNEL,
    NULL,
    answer,
    room,
    tensor,
)

Array = NDArray[Any]
NZ, UINT64 = 29, 10
HIFLOAT8, E5M2, E4M3, E8M0, E2M1, E1M2 = 34, 35, 36, 37, 40, 41
NAMES = {
    HIFLOAT8: "hifloat8",
    E5M2: "float8_e5m2",
    E4M3: "float8_e4m3fn",
    E8M0: "float8_e8m0",
    E2M1: "float4_e2m1",
    E1M2: "float4_e1m2",
}
V4, V5, NZ_CALL = "aclnnGroupedMatmulV4", "aclnnGroupedMatmulV5", "aclnnGroupedMatmulWeightNz"
RNG = np.random.default_rng(29)
ENDS, COUNTS, PAIRS = range(3)


class Operand(NamedTuple):
    """What memory has, the number of its type, and its values. The view swaps two dimensions of
    memory that is `turned`."""

    memory: Array
    type: int
    values: Array
    turned: tuple[int, int] | None = None


def _coded(type_: int, shape: tuple[int, ...], turned: tuple[int, int] | None = None) -> Operand:
    """Whole numbers of at most 4, or powers of two near 1."""
    table = values_of(NAMES[type_]).astype(np.float64)
    good = np.abs(np.log2(np.abs(table))) <= 2 if type_ == E8M0 else np.abs(table) <= 4
    good &= (np.trunc(table) == table) | (type_ == E8M0)
    codes = RNG.choice(np.flatnonzero(good), shape).astype(np.uint8)
    memory: Array = codes if turned is None else np.ascontiguousarray(codes.swapaxes(*turned))
    if type_ in (E2M1, E1M2):
        flat = memory.ravel()
        memory = flat[::2] | flat[1::2] << 4
    return Operand(memory, type_, table[codes], turned)


def _floats(shape: tuple[int, ...], turned: tuple[int, int] | None = None) -> Operand:
    values = np.exp2(RNG.integers(-2, 3, shape)).astype(np.float32)
    memory = values if turned is None else np.ascontiguousarray(values.swapaxes(*turned))
    return Operand(memory, FLOAT, values.astype(np.float64), turned)


def _words(shape: tuple[int, ...]) -> Operand:
    """Scales in the upper 19 bits of float32, as 64 bits hold them."""
    values = np.exp2(RNG.integers(-2, 3, shape)).astype(np.float32)
    return Operand(values.view(np.uint32).astype(np.uint64), UINT64, values.astype(np.float64))


def _plain(array: Array) -> Operand:
    numbers = {
        "float32": FLOAT,
        "float16": FLOAT16,
        "bfloat16": BFLOAT16,
        "int64": INT64,
        "int8": INT8,
    }
    return Operand(array, numbers[array.dtype.name], array.astype(np.float64))


class Calls:
    """The library as Ascend950."""

    def __init__(self, api: Api, session: Session) -> None:
        self.api, self.session = api, session

    def handle(self, one: Operand, **more: Any) -> int:
        shape = list(one.values.shape)
        strides = np.array([int(np.prod(shape[at + 1 :])) for at in range(len(shape))])
        if one.turned is not None:
            stored = shape.copy()
            first, second = one.turned
            stored[first], stored[second] = stored[second], stored[first]
            strides = np.array([int(np.prod(stored[at + 1 :])) for at in range(len(shape))])
            strides[[first, second]] = strides[[second, first]]
        address = self.session.upload(one.memory)
        return self.session.describe(
            shape, one.type, address, **{"strides": [int(each) for each in strides]} | more
        )

    def list(self, given: Any, **more: Any) -> int | None:
        if given is None:
            return None
        each = [self.handle(one, **more) for one in (given if isinstance(given, list) else [given])]
        handles = (ctypes.c_void_p * len(each))(*each)
        found = self.api.aclCreateTensorList(handles, len(each))
        for one in each:
            self.session.tensors.remove(one)  # the list owns them
        return int(found)

    def run(
        self,
        call: str,
        x: Operand,
        weight: Any,
        out: Array,
        groups: Array,
        kind: int = ENDS,
        by: int = 0,
        **more: Any,
    ) -> Array:
        names = ("bias", "scale", "offset", "weight_scale", "weight_offset", "tokens")
        fractal = {"format_": NZ} if call == NZ_CALL else {}
        lists = [self.list(more.get(name)) for name in names]
        address = self.session.upload(out)
        result = self.session.describe(out.shape, out.dtype, address)
        handles = (ctypes.c_void_p * 1)(result)
        self.session.tensors.remove(result)
        results = self.api.aclCreateTensorList(handles, 1)
        last: dict[str, list[Any]] = {V4: [], V5: [None], NZ_CALL: [None, ctypes.c_int64(0)]}
        integers = [ctypes.c_int64(each) for each in (3, by, kind, 0)]
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        getattr(self.api.ok, call + "GetWorkspaceSize")(
            *(self.list(x), self.list(weight, **fractal), *lists, self.handle(_plain(groups))),
            *(None, None, None, *integers, *last[call], results, None, None),
            *(ctypes.byref(size), ctypes.byref(executor)),
        )
        workspace = self.session.malloc(size.value)
        getattr(self.api.ok, call)(workspace or None, size, executor, self.session.stream)
        assert self.session.synchronize() == 0
        return np.asarray(self.session.download(address, out.shape, out.dtype))


def _rows(groups: Array, kind: int, count: int) -> list[tuple[int, slice]]:
    found, first = [], 0
    for at, number in enumerate(groups):
        group, value = (int(number[0]), number[1]) if kind == PAIRS else (at, number)
        end = min(int(value) if kind == ENDS else first + int(value), count)
        found.append((group, slice(first, end)))
        first = end
    return found


def _run(api: Api, call: str, *given: Any, **more: Any) -> Array:
    with Session(api) as session, selected(api, "Ascend950"):
        return Calls(api, session).run(call, *given, **more)


def _nothing(*shape: int) -> Array:
    return np.full(shape, 7, np.float32)


pytestmark = pytest.mark.usefixtures("own_library")


@pytest.mark.parametrize("call", [V4, V5])
@pytest.mark.parametrize("turned", [None, (1, 2)])
@pytest.mark.parametrize(
    ("left", "right", "scale", "tokens", "kind"),
    [
        (E4M3, E4M3, "columns", "rows", ENDS),
        (E5M2, E4M3, "columns", "groups", COUNTS),
        (HIFLOAT8, HIFLOAT8, "group", "group", PAIRS),
        (E4M3, E5M2, "one", None, COUNTS),
        (HIFLOAT8, HIFLOAT8, "words", None, ENDS),
    ],
)
def test_scales_of_sums(
    api: Api,
    call: str,
    turned: tuple[int, int] | None,
    left: int,
    right: int,
    scale: str,
    tokens: str | None,
    kind: int,
) -> None:
    """Scales of columns or of groups, of rows or of groups; rows that no group has are zeros."""
    x, weight = _coded(left, (150, 300)), _coded(right, (3, 300, 40), turned)
    makes: dict[Any, Any] = {
        "columns": lambda: _floats((3, 40)),
        "group": lambda: _floats((3, 1)),
        "one": lambda: _floats((3,)),
        "words": lambda: _words((3, 40)),
        "rows": lambda: _floats((150,)),
        "groups": lambda: _floats((3,)),
        None: lambda: None,
    }
    factors = makes[scale]()
    own = _floats((3, 1)) if tokens == "group" else makes[tokens]()
    groups = {ENDS: [3, 3, 140], COUNTS: [3, 0, 137], PAIRS: [[2, 3], [0, 130], [1, 0]]}[kind]
    numbers = np.array(groups, np.int64)
    wanted = np.zeros((150, 40))
    for group, rows in _rows(numbers, kind, 150):
        sums = x.values[rows] @ weight.values[group]
        factor = np.ones(1) if own is None else own.values[rows if tokens == "rows" else group]
        factor = factor[:, None] if tokens == "rows" else factor
        wanted[rows] = sums * factors.values[group] * factor
    found = _run(api, call, x, weight, _nothing(150, 40), numbers, kind, scale=factors, tokens=own)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize("tokens", ["rows", "group", None])
def test_scales_of_sums_of_the_depth(api: Api, tokens: str | None) -> None:
    x, weight = _coded(E4M3, (20, 300), (0, 1)), _coded(E5M2, (300, 40))
    scale = _floats((3, 40))
    own = None if tokens is None else _floats((3, 20) if tokens == "rows" else (3,))
    groups = np.array([70, 70, 290], np.int64)
    wanted = np.zeros((3, 20, 40))
    for group, part in _rows(groups, ENDS, 300):
        factor = np.ones(1) if own is None else own.values[group][..., None]
        wanted[group] = x.values[:, part] @ weight.values[part] * scale.values[group] * factor
    given = {"scale": scale, "tokens": own, "by": 2}
    assert np.array_equal(_run(api, V5, x, weight, _nothing(3, 20, 40), groups, **given), wanted)


def _spread(pairs: Array, depth: int) -> Array:
    """A power for each number along the depth, from pairs [parts, rows or columns, 2]."""
    return np.repeat(pairs.swapaxes(1, 2).reshape(-1, pairs.shape[1]), 32, 0)[:depth]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("call", "left", "right", "depth", "columns"),
    [
        (V5, E4M3, E5M2, 289, 41),
        (V5, E2M1, E2M1, 322, 42),
        (V4, E5M2, E5M2, 64, 7),
        (NZ_CALL, E4M3, E4M3, 96, 64),
        (NZ_CALL, E1M2, E2M1, 128, 64),
    ],
)
def test_powers_of_two(
    api: Api, call: str, turned: bool, left: int, right: int, depth: int, columns: int
) -> None:
    pairs, last = (depth + 63) // 64, (1, 2) if turned else None
    x, tokens = _coded(left, (150, depth)), _coded(E8M0, (150, pairs, 2))
    weight = _coded(right, (3, depth, columns), last)
    scale = _coded(E8M0, (3, pairs, columns, 2), last)
    bias = _plain(RNG.integers(-9, 9, (3, columns)).astype(np.float32)) if left >= E2M1 else None
    groups = np.array([3, 0, 137], np.int64)
    wanted = np.zeros((150, columns))
    restored = x.values * _spread(tokens.values.swapaxes(0, 1), depth).T
    for group, rows in _rows(groups, COUNTS, 150):
        matrix = weight.values[group] * _spread(scale.values[group], depth)
        added = 0 if bias is None else bias.values[group]
        wanted[rows] = restored[rows] @ matrix + added
    given = {"scale": scale, "tokens": tokens, "bias": bias}
    found = _run(api, call, x, weight, _nothing(150, columns), groups, COUNTS, **given)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("count", [1, 3])
def test_powers_of_two_of_a_list(api: Api, turned: bool, count: int) -> None:
    """One tensor of two dimensions is a list of one group's matrix."""
    depth, columns, last = 96, 64, (0, 1) if turned else None
    x, tokens = _coded(E4M3, (50, depth)), _coded(E8M0, (50, 2, 2))
    weights = [_coded(E4M3, (depth, columns), last) for _ in range(count)]
    scales = [_coded(E8M0, (2, columns, 2), last) for _ in range(count)]
    groups = np.array([3, 3, 40][-count:], np.int64)
    wanted = np.zeros((50, columns))
    restored = x.values * _spread(tokens.values.swapaxes(0, 1), depth).T
    for group, rows in _rows(groups, ENDS, 50):
        matrix = weights[group].values * _spread(scales[group].values, depth)
        wanted[rows] = restored[rows] @ matrix
    given = {"scale": scales, "tokens": tokens}
    found = _run(api, NZ_CALL, x, weights, _nothing(50, columns), groups, **given)
    assert np.array_equal(found, wanted)


def test_powers_of_two_of_the_depth(api: Api) -> None:
    """Those of a group begin behind whole pairs before it, and one for each group."""
    depth, ends = 300, np.array([70, 70, 165, 300], np.int64)
    pairs = depth // 64 + len(ends)
    x, weight = _coded(E4M3, (20, depth), (0, 1)), _coded(E5M2, (depth, 41))
    tokens, scale = _coded(E8M0, (20, pairs, 2), (0, 1)), _coded(E8M0, (pairs, 41, 2))
    wanted = np.zeros((4, 20, 41))
    for group, part in _rows(ends, ENDS, depth):
        first, length = part.start // 64 + group, part.stop - part.start
        left = x.values[:, part] * _spread(tokens.values[:, first:].swapaxes(0, 1), length).T
        wanted[group] = left @ (weight.values[part] * _spread(scale.values[first:], length))
    given = {"scale": scale, "tokens": tokens, "by": 2}
    assert np.array_equal(_run(api, V5, x, weight, _nothing(4, 20, 41), ends, **given), wanted)


SUM = "aclnnQuantGroupedMatmulInplaceAdd"


def _run_sum(api: Api, *given: Operand | None, kind: int, out: Array, **more: Any) -> Array:
    """The operands of the sum, and what it adds to."""
    with Session(api) as session, selected(api, "Ascend950"):
        calls = Calls(api, session)
        handles = [None if each is None else calls.handle(each) for each in given]
        address = session.upload(out)
        result = session.describe(out.shape, out.dtype, address, **more)
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        getattr(api.ok, SUM + "GetWorkspaceSize")(
            *(*handles, result, ctypes.c_int64(kind), ctypes.c_int64(0)),
            *(ctypes.byref(size), ctypes.byref(executor)),
        )
        workspace = session.malloc(size.value)
        getattr(api.ok, SUM)(workspace or None, size, executor, session.stream)
        assert session.synchronize() == 0
        return np.asarray(session.download(address, out.shape, out.dtype))


@pytest.mark.parametrize("kind", [ENDS, COUNTS])
@pytest.mark.parametrize("one", [(4,), (4, 1)])
@pytest.mark.parametrize("other", [(4,), (4, 1), (4, 41)])
def test_products_by_scales_are_added(
    api: Api, kind: int, one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    """A group without places, and places of no group."""
    x, weight = _coded(HIFLOAT8, (130, 300), (0, 1)), _coded(HIFLOAT8, (300, 41))
    tokens, scale, out = _floats(one), _floats(other), _nothing(4, 130, 41)
    groups = np.array([70, 70, 165, 290] if kind == ENDS else [70, 0, 95, 125], np.int64)
    wanted = out.astype(np.float64)
    for group, part in _rows(groups, kind, 300):
        sums = x.values[:, part] @ weight.values[part]
        wanted[group] += sums * scale.values[group] * tokens.values[group]
    found = _run_sum(api, x, weight, tokens, scale, _plain(groups), kind=kind, out=out)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize("kind", [ENDS, COUNTS])
@pytest.mark.parametrize(("left", "right"), [(E4M3, E4M3), (E5M2, E4M3), (E4M3, E5M2)])
def test_products_by_powers_of_two_are_added(api: Api, kind: int, left: int, right: int) -> None:
    """Powers of a group begin behind whole pairs before it, and one for each group."""
    depth, ends = 300, [70, 70, 165, 300]
    groups = np.array(ends if kind == ENDS else np.diff([0, *ends]), np.int64)
    pairs = depth // 64 + len(ends)
    x, weight = _coded(left, (20, depth), (0, 1)), _coded(right, (depth, 41))
    tokens, scale = _coded(E8M0, (20, pairs, 2), (0, 1)), _coded(E8M0, (pairs, 41, 2))
    out = RNG.integers(-9, 9, (4, 20, 41)).astype(np.float32)
    wanted = out.astype(np.float64)
    for group, part in _rows(groups, kind, depth):
        first, length = part.start // 64 + group, part.stop - part.start
        one = x.values[:, part] * _spread(tokens.values[:, first:].swapaxes(0, 1), length).T
        wanted[group] += one @ (weight.values[part] * _spread(scale.values[first:], length))
    found = _run_sum(api, x, weight, tokens, scale, _plain(groups), kind=kind, out=out)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize("numbers", [[-5, 1 << 62], [3, -(1 << 63)], [0, 0], [1 << 62, 4]])
def test_groups_outside_the_depth_add_what_lies_inside(api: Api, numbers: list[int]) -> None:
    x, weight = _coded(HIFLOAT8, (5, 9), (0, 1)), _coded(HIFLOAT8, (9, 3))
    tokens, scale, out = _floats((2,)), _floats((2,)), _nothing(2, 5, 3)
    groups, first = np.array(numbers, np.int64), 0
    wanted = out.astype(np.float64)
    for group, number in enumerate(numbers):
        end = min(max(number, first), 9)
        sums = x.values[:, first:end] @ weight.values[first:end]
        wanted[group] += sums * scale.values[group] * tokens.values[group]
        first = end
    found = _run_sum(api, x, weight, tokens, scale, _plain(groups), kind=ENDS, out=out)
    assert np.array_equal(found, wanted)


def test_products_are_added_to_a_view(api: Api) -> None:
    """Results whose elements do not follow each other."""
    x, weight = _coded(HIFLOAT8, (5, 9), (0, 1)), _coded(HIFLOAT8, (9, 3))
    tokens, scale = _floats((1,)), _floats((1,))
    memory = np.arange(30, dtype=np.float32)
    with Session(api) as session, selected(api, "Ascend950"):
        calls = Calls(api, session)
        handles = [calls.handle(each) for each in (x, weight, tokens, scale)]
        groups = calls.handle(_plain(np.array([9], np.int64)))
        address = session.upload(memory)
        result = session.describe((1, 5, 3), np.dtype(np.float32), address, strides=[30, 6, 2])
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        getattr(api.ok, SUM + "GetWorkspaceSize")(
            *(*handles, groups, result, ctypes.c_int64(0), ctypes.c_int64(0)),
            *(ctypes.byref(size), ctypes.byref(executor)),
        )
        getattr(api.ok, SUM)(session.malloc(size.value), size, executor, session.stream)
        assert session.synchronize() == 0
        found = np.asarray(session.download(address, memory.shape, memory.dtype))
    wanted = memory.copy()
    sums = x.values @ weight.values * scale.values[0] * tokens.values[0]
    wanted.reshape(5, 6)[:, ::2] += sums.astype(np.float32)
    assert np.array_equal(found, wanted)


def test_what_adds_products_refuses(api: Api) -> None:
    """It asks for 16 MiB. A dense x1 is refused, more than 1024 groups of float8 by the tiling."""

    def found(soc: str = "Ascend950", **other: Any) -> tuple[int, int, str]:
        given: dict[str, Any] = {
            "x1": tensor(HIFLOAT8, 5, 9, strides=[1, 5]),
            "x2": tensor(HIFLOAT8, 9, 3),
            "scale1": tensor(FLOAT, 2),
            "scale2": tensor(FLOAT, 2, 3),
            "groups": tensor(INT64, 2),
            "y": tensor(FLOAT, 2, 5, 3),
            "kind": ["i", 0],
            "size": ["i", 0],
        }
        return answer(api, soc, SUM, *(given | other).values())

    assert found()[2] == f"QuantGroupedMatmulInplaceAdd:float|{KERNEL}"
    assert found("Ascend910B")[0] == 561103
    assert found(x1=NULL)[0] == 161001
    powers: dict[str, Any] = {
        "x1": tensor(E4M3, 5, 9, strides=[1, 5]),
        "x2": tensor(E5M2, 9, 3),
        "scale1": tensor(E8M0, 5, 2, 2, strides=[2, 10, 1]),
        "scale2": tensor(E8M0, 2, 3, 2),
    }
    many: dict[str, Any] = {
        "scale1": tensor(E8M0, 5, 1025, 2, strides=[2, 10, 1]),
        "scale2": tensor(E8M0, 1025, 3, 2),
        "groups": tensor(INT64, 1025),
        "y": tensor(FLOAT, 1025, 5, 3),
    }
    assert found(**powers)[0] == 0
    assert found(**(powers | many))[0] == 561103
    floats: dict[str, Any] = {"scale1": tensor(FLOAT, 1025), "scale2": tensor(FLOAT, 1025, 3)}
    assert found(**(many | floats))[0] == 161002
    nothing: dict[str, Any] = {"x1": tensor(HIFLOAT8, 0, 9), "scale1": tensor(FLOAT, 7, 7, 7)}
    assert found(**nothing)[:2] == (0, 0)
    refused: tuple[dict[str, Any], ...] = (
        {"x1": tensor(HIFLOAT8, 5, 9)},
        {"x1": tensor(E4M3, 5, 9, strides=[1, 5])},
        {"x1": tensor(HIFLOAT8)},
        {"x2": tensor(HIFLOAT8, 9, 3, strides=[1, 9])},
        {"x2": tensor(HIFLOAT8, 8, 3)},
        {"scale1": NULL},
        {"scale1": tensor(FLOAT, 2, 3)},
        {"scale2": tensor(FLOAT, 2, 2)},
        {"scale2": tensor(FLOAT)},
        {"groups": tensor(INT64, 3)},
        {"groups": tensor(INT64)},
        {"y": tensor(FLOAT, 2, 5, 4)},
        {"y": tensor(FLOAT16, 2, 5, 3)},
        {"kind": ["i", 2]},
        {"size": ["i", 32]},
        powers | {"scale1": tensor(E8M0, 5, 2, 2)},
        powers | {"scale2": tensor(E8M0, 2, 3, 2, strides=[2, 4, 1])},
        powers | {"scale2": tensor(E8M0, 3, 3, 2)},
    )
    for wrong in refused:
        assert found(**wrong)[0] == 161002, wrong


def _blocks(x: Array, weight: Array, tokens: Array, scale: Array) -> Array:
    """The sums of blocks of 128, by their scales."""
    found = np.zeros((len(x), weight.shape[1]))
    for at in range(0, x.shape[1], 128):
        own = np.repeat(scale[at // 128], 128)[: weight.shape[1]]
        sums = x[:, at : at + 128] @ weight[at : at + 128]
        found += sums * tokens[:, at // 128, None] * own
    return found


@pytest.mark.parametrize("turned", [None, (1, 2)])
@pytest.mark.parametrize("type_", [E4M3, HIFLOAT8])
def test_scales_of_blocks(api: Api, turned: tuple[int, int] | None, type_: int) -> None:
    x, tokens = _coded(type_, (150, 300)), _floats((150, 3))
    weight, scale = _coded(type_, (3, 300, 290), turned), _floats((3, 3, 3), turned)
    groups = np.array([3, 3, 140], np.int64)
    wanted = np.zeros((150, 290))
    for group, rows in _rows(groups, ENDS, 150):
        own = (tokens.values[rows], scale.values[group])
        wanted[rows] = _blocks(x.values[rows], weight.values[group], *own)
    found = _run(api, V5, x, weight, _nothing(150, 290), groups, scale=scale, tokens=tokens)
    assert np.array_equal(found, wanted)


def test_scales_of_blocks_of_the_depth(api: Api) -> None:
    depth, ends = 400, np.array([70, 70, 265, 400], np.int64)
    blocks = depth // 128 + len(ends)
    x, weight = _coded(E5M2, (20, depth), (0, 1)), _coded(E4M3, (depth, 140))
    tokens, scale = _floats((20, blocks), (0, 1)), _floats((blocks, 2))
    wanted = np.zeros((4, 20, 140))
    for group, part in _rows(ends, ENDS, depth):
        first = part.start // 128 + group
        own = (tokens.values[:, first:], scale.values[first:])
        wanted[group] = _blocks(x.values[:, part], weight.values[part], *own)
    given = {"scale": scale, "tokens": tokens, "by": 2}
    assert np.array_equal(_run(api, V5, x, weight, _nothing(4, 20, 140), ends, **given), wanted)


def test_scales_of_sums_follow_them(api: Api) -> None:
    """Numbers times their scales have no float32; sums times both have."""
    ones = _coded(E4M3, (4, 32)), _coded(E4M3, (1, 32, 8))
    large, small = np.full(4, 2.0**127, np.float32), np.full((1, 8), 2.0**-127, np.float32)
    given = {"scale": _plain(small), "tokens": _plain(large)}
    found = _run(api, V5, *ones, _nothing(4, 8), np.array([4], np.int64), **given)
    assert np.array_equal(found, ones[0].values @ ones[1].values[0])


def _halves(shape: tuple[int, ...], dtype: Any) -> Operand:
    return _plain(RNG.integers(-4, 5, shape).astype(dtype))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("type_", [E4M3, E5M2, HIFLOAT8])
def test_floats_by_weights_of_float8(api: Api, dtype: Any, type_: int) -> None:
    """The sums of x and of weights times the scales of their columns, rounded once."""
    x, weight = _halves((50, 300), dtype), _coded(type_, (3, 300, 40), (1, 2))
    scale = _plain(np.exp2(RNG.integers(-2, 3, (3, 40))).astype(dtype))
    bias = _plain(RNG.integers(-9, 9, (3, 40)).astype(dtype))
    groups = np.array([3, 0, 40], np.int64)
    wanted = np.zeros((50, 40))
    for group, rows in _rows(groups, COUNTS, 50):
        sums = x.values[rows] @ (weight.values[group] * scale.values[group])
        wanted[rows] = sums + bias.values[group]
    given = {"weight_scale": scale, "bias": bias}
    found = _run(api, V5, x, weight, np.zeros((50, 40), dtype), groups, COUNTS, **given)
    assert np.array_equal(found, wanted.astype(np.float32).astype(dtype))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_floats_by_weights_of_float4(api: Api, dtype: Any) -> None:
    x, weight = _halves((50, 192), dtype), _coded(E2M1, (3, 192, 64))
    scale = _coded(E8M0, (3, 6, 64))
    bias = _plain(RNG.integers(-9, 9, (3, 64)).astype(dtype))
    groups = np.array([3, 3, 40], np.int64)
    wanted = np.zeros((50, 64))
    for group, rows in _rows(groups, ENDS, 50):
        matrix = weight.values[group] * np.repeat(scale.values[group], 32, 0)
        wanted[rows] = x.values[rows] @ matrix + bias.values[group]
    given = {"weight_scale": scale, "bias": bias}
    found = _run(api, NZ_CALL, x, weight, np.zeros((50, 64), dtype), groups, **given)
    assert np.array_equal(found, wanted.astype(np.float32).astype(dtype))


@pytest.mark.parametrize(("are_many", "count"), [(False, 3), (True, 3), (True, 1)])
@pytest.mark.parametrize("is_dense", [False, True])
def test_float8_by_weights_of_float4(api: Api, are_many: bool, count: int, is_dense: bool) -> None:
    """Memory has the powers of weight as [n, k / 64, 2], whether the view says so or is dense."""
    x, tokens = _coded(E4M3, (50, 192)), _coded(E8M0, (50, 3, 2))
    weights = [_coded(E2M1, (192, 64), (0, 1)) for _ in range(count)]
    scales = [_coded(E8M0, (3, 64, 2), (0, 1)) for _ in range(count)]
    biases = [_halves((64,), np.float16) for _ in range(count)]
    groups = np.array([3, 3, 40][-count:], np.int64)
    wanted = np.zeros((50, 64))
    restored = x.values * _spread(tokens.values.swapaxes(0, 1), 192).T
    for group, rows in _rows(groups, ENDS, 50):
        matrix = weights[group].values * _spread(scales[group].values, 192)
        wanted[rows] = restored[rows] @ matrix + biases[group].values
    given: dict[str, Any] = {"weight_scale": scales, "bias": biases}
    weight: Any = weights
    if not are_many:
        given = {name: _joined(each) for name, each in given.items()}
        weight = _joined(weights)
    if is_dense and are_many:
        given["weight_scale"] = [each._replace(turned=None) for each in scales]
    elif is_dense:
        given["weight_scale"] = given["weight_scale"]._replace(turned=None)
    out = np.zeros((50, 64), np.float16)
    found = _run(api, NZ_CALL, x, weight, out, groups, tokens=tokens, **given)
    assert np.array_equal(found, wanted.astype(np.float32).astype(np.float16))


INT4 = 29


@pytest.mark.parametrize("scale", ["columns", "group", "words"])
@pytest.mark.parametrize("bias", [None, np.float16, np.float32])
def test_int8_by_scales_of_groups_and_words(api: Api, scale: str, bias: Any) -> None:
    """Sums, scaled, and the bias behind them, rounded once."""
    x = _plain(RNG.integers(-128, 128, (50, 300)).astype(np.int8))
    weight = _plain(RNG.integers(-128, 128, (3, 300, 40)).astype(np.int8))
    makes = {"columns": _floats, "group": _floats, "words": _words}
    factors = makes[scale]((3,) if scale == "group" else (3, 40))
    small = factors.values / 65536
    memory = small.astype(np.float32)
    if scale == "words":
        memory = memory.view(np.uint32).astype(np.uint64)
    factors = Operand(memory, factors.type, small)
    added = None if bias is None else _halves((3, 40), bias)
    groups = np.array([3, 0, 40], np.int64)
    wanted = np.zeros((50, 40), np.float32)
    for group, rows in _rows(groups, COUNTS, 50):
        sums = (x.values[rows] @ weight.values[group]).astype(np.float32)
        own = 0 if added is None else added.values[group].astype(np.float32)
        wanted[rows] = sums * small[group].astype(np.float32) + own
    given = {"scale": factors, "bias": added}
    found = _run(api, V5, x, weight, np.zeros((50, 40), np.float16), groups, COUNTS, **given)
    assert np.array_equal(found, wanted.astype(np.float16))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("is_packed", [False, True])
def test_int8_by_weights_of_int4(api: Api, dtype: Any, is_packed: bool) -> None:
    """Weights times factors of parts of 128 are rounded to float16 and to int8, ties to even; sums
    are exact, and what follows is float32, one operation after the other."""
    x = _plain(RNG.integers(-128, 128, (50, 384)).astype(np.int8))
    numbers = RNG.integers(-8, 8, (3, 384, 64))
    codes = (numbers & 15).astype(np.uint8)
    memory = codes[..., ::2] | codes[..., 1::2] << 4
    weight = Operand(memory, INT4, numbers.astype(np.float64))
    if is_packed:
        weight = Operand(memory, 3, np.zeros((3, 384, 8)))  # an int32 has eight
    own = RNG.uniform(0.3, 15, (3, 3, 64)).astype(np.float16)
    own[0] = 1.5  # ties
    whole = np.rint((numbers * np.repeat(own, 128, 1).astype(np.float64)).astype(np.float16))
    scale = (RNG.normal(size=(3, 64)) / 4096).astype(np.float32)
    tokens = RNG.uniform(0.5, 2, 50).astype(np.float32)
    bias = RNG.normal(size=(3, 64)).astype(np.float32)
    groups = np.array([3, 3, 40], np.int64)
    wanted = np.zeros((50, 64), np.float32)
    for group, rows in _rows(groups, ENDS, 50):
        sums = (x.values[rows] @ whole[group].astype(np.float64)).astype(np.float32)
        wanted[rows] = sums * scale[group] * tokens[rows, None] + bias[group]
    given: dict[str, Array] = {
        "scale": scale,
        "weight_scale": own,
        "tokens": tokens,
        "bias": bias,
    }
    lists = {name: _plain(each) for name, each in given.items()}
    found = _run(api, NZ_CALL, x, weight, np.zeros((50, 64), dtype), groups, **lists)
    assert np.array_equal(found, wanted.astype(dtype))


def _joined(each: list[Operand]) -> Operand:
    """One tensor of all, the groups first."""
    first = each[0]
    turned = None if first.turned is None else (first.turned[0] + 1, first.turned[1] + 1)
    memory, values = (np.stack([getattr(one, of) for one in each]) for of in ("memory", "values"))
    return Operand(memory, first.type, values, turned)


def _status(api: Api, call: str = V5, soc: str = "Ascend950", **given: Any) -> tuple[int, int]:
    """Of a case of CANN's unit tests of op_api with other arguments."""
    a: dict[str, Any] = {
        "x": tensor(E5M2, 64, 256),
        "weight": tensor(E5M2, 2, 256, 128),
        "scale": tensor(FLOAT, 2, 128),
        "groups": tensor(INT64, 2),
        "out": tensor(FLOAT16, 64, 128),
        "kind": COUNTS,
        "by": 0,
        "act": 0,
    } | given
    names = ("bias", "scale", "offset", "weight_scale", "weight_offset", "tokens")
    lists = [NULL if a.get(name) is None else ["TensorList", [a[name]]] for name in names]
    last: dict[str, list[Any]] = {V4: [], V5: [NULL], NZ_CALL: [NULL, ["i", 0]]}
    groups = NULL if a["groups"] is None else a["groups"]
    numbers = [["i", a[name]] for name in ("by", "kind", "act")]
    return answer(
        api, soc, call, ["TensorList", [a["x"]]], ["TensorList", [a["weight"]]], *lists, groups,
        NULL, NULL, NULL, ["i", 3], *numbers, *last[call], ["TensorList", [a["out"]]], NULL, NULL,
    )[:2]  # fmt: skip


def _turned(type_: int, *shape: int) -> list[Any]:
    """A view that swaps the last two dimensions of memory."""
    strides = [int(np.prod(shape[at + 1 :])) for at in range(len(shape))]
    strides[-2:] = [1, shape[-2]]
    return ["T", list(shape), type_, 2, strides, 0, list(shape)]


MX: dict[str, Any] = {"scale": tensor(E8M0, 2, 4, 128, 2), "tokens": tensor(E8M0, 64, 4, 2)}
FOUR: dict[str, Any] = {"x": tensor(E2M1, 64, 256), "weight": tensor(E2M1, 2, 256, 128)} | MX
DEPTH: dict[str, Any] = {
    "x": _turned(E5M2, 64, 256),
    "weight": tensor(E5M2, 256, 128),
    "out": tensor(FLOAT16, 2, 64, 128),
    "by": 2,
}
BLOCKS: dict[str, Any] = {"scale": tensor(FLOAT, 2, 2, 1), "tokens": tensor(FLOAT, 64, 2)}
HALVES: dict[str, Any] = {"x": tensor(HIFLOAT8, 64, 256), "weight": tensor(HIFLOAT8, 2, 256, 128)}


NARROW: dict[str, Any] = {
    "x": tensor(FLOAT16, 64, 256),
    "weight": _turned(E5M2, 2, 256, 128),
    "scale": None,
    "weight_scale": tensor(FLOAT16, 2, 128),
}
FOUR_BY_HALF: dict[str, Any] = NARROW | {
    "call": NZ_CALL,
    "weight": tensor(E2M1, 2, 256, 128, layout=NZ),
    "weight_scale": tensor(E8M0, 2, 8, 128),
}
FOUR_BY_EIGHT: dict[str, Any] = FOUR_BY_HALF | {
    "x": tensor(E4M3, 64, 256),
    "weight": [*_turned(E2M1, 2, 256, 128)[:3], NZ, *_turned(E2M1, 2, 256, 128)[4:]],
    "weight_scale": tensor(E8M0, 2, 4, 128, 2),
    "tokens": tensor(E8M0, 64, 4, 2),
}


WHOLE: dict[str, Any] = {
    "call": NZ_CALL,
    "x": tensor(INT8, 64, 256),
    "weight": tensor(INT4, 2, 256, 128, layout=NZ),
    "weight_scale": tensor(FLOAT16, 2, 2, 128),
    "tokens": tensor(FLOAT, 64),
}


INT32 = 3
BYTES: dict[str, Any] = {"x": tensor(INT8, 64, 256), "weight": tensor(INT8, 2, 256, 128)}
WIDE: dict[str, Any] = BYTES | {"out": tensor(BFLOAT16, 64, 128)}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (BYTES, 0),
        (BYTES | {"scale": tensor(UINT64, 2, 128)}, 0),
        (BYTES | {"scale": tensor(UINT64, 2, 128), "tokens": tensor(FLOAT, 64)}, 161002),
        (BYTES | {"scale": tensor(BFLOAT16, 2, 128)}, 161002),
        (BYTES | {"scale": tensor(FLOAT, 2)}, 0),
        (BYTES | {"scale": tensor(FLOAT, 2, 1)}, 0),
        (BYTES | {"scale": tensor(FLOAT, 2, 1), "act": 1}, 161002),
        (BYTES | {"act": 1}, 0),
        (BYTES | {"tokens": tensor(FLOAT, 64)}, 0),
        (BYTES | {"tokens": tensor(FLOAT, 2)}, 161002),
        (BYTES | {"bias": tensor(FLOAT, 2, 128)}, 0),
        (BYTES | {"bias": tensor(FLOAT16, 2, 128)}, 0),
        (BYTES | {"bias": tensor(BFLOAT16, 2, 128)}, 161002),
        (BYTES | {"by": 2}, 161002),
        (WIDE | {"bias": tensor(BFLOAT16, 2, 128), "scale": tensor(BFLOAT16, 2, 128)}, 0),
        (BYTES | {"out": tensor(INT32, 64, 128)}, 161002),
        (BYTES | {"out": tensor(INT32, 64, 128), "scale": None}, 0),
        (BYTES | {"out": tensor(INT32, 64, 128), "scale": tensor(UINT64, 2, 128)}, 0),
        (BYTES | {"out": tensor(INT8, 64, 128), "scale": tensor(UINT64, 2, 128)}, 0),
        (BYTES | {"out": tensor(INT8, 64, 128), "scale": tensor(UINT64, 2, 1)}, 161002),
        (WHOLE, 0),
        (WHOLE | {"out": tensor(BFLOAT16, 64, 128), "bias": tensor(FLOAT, 2, 128)}, 0),
        (WHOLE | {"call": V5}, 161002),
        (WHOLE | {"weight": tensor(INT4, 2, 256, 128)}, 161002),
        (WHOLE | {"weight_scale": None}, 161002),
        (WHOLE | {"weight_scale": tensor(FLOAT16, 2, 4, 128)}, 161002),
        (WHOLE | {"scale": tensor(FLOAT, 128)}, 161002),
        (WHOLE | {"scale": None}, 161002),
        (WHOLE | {"tokens": None}, 161002),
        (WHOLE | {"tokens": tensor(FLOAT16, 64)}, 161002),
        (WHOLE | {"bias": tensor(FLOAT16, 2, 128)}, 161002),
        (WHOLE | {"out": tensor(FLOAT, 64, 128)}, 161002),
        (WHOLE | {"x": tensor(INT4, 64, 256)}, 161002),
        (NARROW, 0),
        (NARROW | {"call": V4}, 0),
        (NARROW | {"call": NZ_CALL}, 161002),
        (NARROW | {"weight": tensor(E5M2, 2, 256, 128)}, 161002),
        (NARROW | {"weight_scale": None}, 161002),
        (NARROW | {"weight_scale": tensor(BFLOAT16, 2, 128)}, 161002),
        (NARROW | {"weight_scale": tensor(FLOAT16, 2, 64)}, 161002),
        (NARROW | {"weight_offset": tensor(FLOAT16, 2, 128)}, 161002),
        (NARROW | {"scale": tensor(FLOAT, 2, 128)}, 161002),
        (NARROW | {"tokens": tensor(FLOAT, 64)}, 161002),
        (NARROW | {"bias": tensor(FLOAT, 2, 128)}, 161002),
        (NARROW | {"bias": tensor(FLOAT16, 2, 128)}, 0),
        (NARROW | {"out": tensor(BFLOAT16, 64, 128)}, 161002),
        (NARROW | {"act": 1}, 161002),
        (NARROW | {"by": -1}, 161002),
        (NARROW | {"groups": None}, 161002),
        (FOUR_BY_HALF, 0),
        (FOUR_BY_HALF | {"call": V5}, 161002),
        (FOUR_BY_HALF | {"weight": tensor(E2M1, 2, 256, 128)}, 161002),
        (FOUR_BY_HALF | {"weight_scale": tensor(E8M0, 2, 4, 128)}, 161002),
        (FOUR_BY_HALF | {"x": tensor(FLOAT16, 64, 128)}, 161002),
        (FOUR_BY_EIGHT, 0),
        (FOUR_BY_EIGHT | {"out": tensor(FLOAT, 64, 128)}, 161002),
        (FOUR_BY_EIGHT | {"tokens": None}, 161002),
        (FOUR_BY_EIGHT | {"tokens": tensor(FLOAT, 64, 4, 2)}, 161002),
        (FOUR_BY_EIGHT | {"weight": tensor(E2M1, 2, 256, 128, layout=NZ)}, 161002),
        (FOUR_BY_EIGHT | {"weight_scale": tensor(E8M0, 2, 8, 128)}, 161002),
        ({}, 0),
        ({"call": V4}, 0),
        ({"soc": "Ascend910B"}, 161002),
        ({"scale": tensor(FLOAT, 2)}, 0),
        ({"scale": tensor(FLOAT, 2, 1)}, 0),
        ({"scale": tensor(FLOAT, 3, 128)}, 161002),
        ({"scale": tensor(FLOAT, 2, 64)}, 161002),
        ({"scale": tensor(UINT64, 2, 128)}, 0),
        ({"scale": tensor(UINT64, 2, 128), "tokens": tensor(FLOAT, 64)}, 161002),
        ({"scale": tensor(BFLOAT16, 2, 128)}, 161002),
        ({"scale": None}, 161002),
        ({"groups": None}, 161002),
        ({"act": 1}, 161002),
        ({"bias": tensor(FLOAT, 2, 128)}, 161002),
        ({"offset": tensor(FLOAT, 2, 128)}, 161002),
        ({"out": tensor(INT8, 64, 128)}, 161002),
        ({"out": tensor(FLOAT, 64, 128)}, 0),
        ({"tokens": tensor(FLOAT, 64)}, 0),
        ({"tokens": tensor(FLOAT, 2)}, 0),
        ({"tokens": tensor(FLOAT, 2, 1)}, 0),
        ({"tokens": tensor(FLOAT, 2, 64)}, 161002),
        ({"tokens": tensor(INT8, 64)}, 161002),
        ({"by": 1}, 161002),
        ({"by": -1}, 161002),
        ({"kind": PAIRS, "groups": tensor(INT64, 2, 2)}, 0),
        ({"weight": tensor(HIFLOAT8, 2, 256, 128)}, 161002),
        (HALVES, 0),
        (HALVES | MX, 161002),
        (MX, 0),
        (MX | {"tokens": None}, 161002),
        (MX | {"tokens": tensor(FLOAT, 64)}, 161002),
        (MX | {"tokens": tensor(E8M0, 64, 3, 2)}, 161002),
        (MX | {"scale": tensor(E8M0, 2, 128, 4, 2)}, 161002),
        (MX | {"weight": _turned(E5M2, 2, 256, 128)}, 161002),
        (MX | {"bias": tensor(FLOAT, 2, 128)}, 161002),
        (FOUR, 0),
        (FOUR | {"bias": tensor(FLOAT, 2, 128)}, 0),
        (FOUR | {"bias": tensor(FLOAT16, 2, 128)}, 161002),
        (FOUR | {"scale": tensor(FLOAT, 2, 128)}, 161002),
        (FOUR | {"x": tensor(E1M2, 64, 256)}, 161002),
        (DEPTH, 0),
        (DEPTH | {"x": tensor(E5M2, 64, 256)}, 161002),
        (DEPTH | {"tokens": tensor(FLOAT, 2, 64)}, 0),
        (DEPTH | {"scale": tensor(INT64, 2, 128)}, 161002),
        (DEPTH | {"scale": tensor(E8M0, 6, 128, 2), "tokens": tensor(E8M0, 64, 6, 2)}, 161002),
        (BLOCKS, 0),
        (BLOCKS | {"tokens": tensor(FLOAT, 63, 2)}, 161002),
        (BLOCKS | {"scale": tensor(FLOAT, 2, 3, 1)}, 161002),
        ({"call": NZ_CALL}, 161002),
        ({"call": NZ_CALL} | MX, 161002),
        (
            {"call": NZ_CALL, "x": tensor(E4M3, 64, 256), "weight": tensor(E4M3, 2, 256, 128)} | MX,
            0,
        ),
        ({"call": NZ_CALL} | FOUR, 0),
        ({"call": NZ_CALL} | FOUR | {"x": tensor(E1M2, 64, 256)}, 0),
    ],
)
def test_what_goes_together(api: Api, given: dict[str, Any], wanted: int) -> None:
    """The size is that of the kernel alone: CANN's op_api makes no copy of dense operands."""
    assert _status(api, **given) == (wanted, room(KERNEL) if wanted == 0 else 0)


def _halves_by_halves(depth: int, columns: int) -> dict[str, Any]:
    return {
        "x": tensor(FLOAT16, 4, depth),
        "weight": tensor(FLOAT16, 2, depth, columns),
        "scale": None,
        "out": tensor(FLOAT16, 4, columns),
    }


@pytest.mark.parametrize(("depth", "columns"), [(65536, 16), (16, 65536)])
def test_only_older_products_bound_the_sides(api: Api, depth: int, columns: int) -> None:
    """CheckShapeDiffLengthTensorList: 65535 but on Ascend950."""
    given = _halves_by_halves(depth, columns)
    assert _status(api, **given)[0] == 0
    assert _status(api, soc="Ascend910B", **given)[0] == 161002


@pytest.mark.parametrize(("count", "wanted"), [(129, 0), (1024, 0), (1025, 161002)])
def test_lists_of_floats_are_longer(api: Api, count: int, wanted: int) -> None:
    """CheckGroupSize: 1024 tensors of one floating type on Ascend950, else 128."""
    lists = [
        ["TensorList", [tensor(FLOAT16, *shape)] * count] for shape in ((1, 16), (16, 8), (1, 8))
    ]
    numbers = [["i", each] for each in (0, -1, 0, 0)]
    for soc, status in (("Ascend950", wanted), ("Ascend910B", 161002)):
        found = answer(
            api, soc, V5, *lists[:2], *[NULL] * 6, NULL, NULL, NULL, NULL, *numbers, NULL, lists[2],
            NULL, NULL,
        )  # fmt: skip
        assert found[0] == status
