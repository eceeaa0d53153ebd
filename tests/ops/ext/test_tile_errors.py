# SPDX-License-Identifier: Apache-2.0
"""What aclnnExtTilize, aclnnExtUntilize, aclnnExtTileByteCount and phase two of aclnnExtSumToShape
refuse: status, words, and outputs that keep their values. One test for each line of the header."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from ops.ext.tile_call import phase_one
from ops.ext.tiles import BFLOAT8_B, FLOAT32, INT32, NAMES, UINT16
from support import BFLOAT16, Session, int64s

NULL = 161001
INVALID = 161002
BAD_EXECUTOR = 561000
BAD_STREAM = 361001
PRIVATE_FORMAT = 29  # FRACTAL_NZ

NAMES_OF_TYPES = (
    "BFLOAT16 0, FLOAT32 1, UINT32 2, BFLOAT8_B 3, BFLOAT4_B 4, UINT8 5, UINT16 6 and INT32 7"
)


@dataclass
class Call:
    """Phase one of either operator with a matrix [2, 40] of float32 and its two tiles."""

    session: Session
    name: str
    type: int = FLOAT32

    def matrix(
        self, shape: tuple[int, ...] = (2, 40), dtype: npt.DTypeLike = np.float32, **how: Any
    ) -> int:
        address = self.session.malloc(16384)
        return self.session.describe(shape, dtype, address, **how)

    def tiles(self, size: int = 8192, dtype: npt.DTypeLike = np.uint8, **how: Any) -> int:
        address = self.session.malloc(32768)
        return self.session.describe((size,), dtype, address, **how)

    @property
    def matrix_name(self) -> str:
        return "self" if self.name == "aclnnExtTilize" else "out"

    @property
    def tiles_name(self) -> str:
        return "out" if self.name == "aclnnExtTilize" else "self"

    def plan(self, matrix: Any, tiles: Any, kind: int | None = None) -> tuple[int, int, int | None]:
        kind = self.type if kind is None else kind
        both = (matrix, kind, tiles) if self.matrix_name == "self" else (tiles, kind, matrix)
        return phase_one(self.session, self.name, *both)

    def refused(
        self, matrix: Any, tiles: Any, status: int, words: str, kind: int | None = None
    ) -> None:
        """The outputs keep their values, and the text starts with the call."""
        assert self.plan(matrix, tiles, kind) == (status, 12345, None)
        text = self.session.api.message()
        assert f"{self.name}GetWorkspaceSize: " in text
        assert words in text, text


@pytest.fixture(params=["aclnnExtTilize", "aclnnExtUntilize"])
def call(request: pytest.FixtureRequest, session: Session) -> Call:
    return Call(session, request.param)


# ---- Phase one ----------------------------------------------------------------------------------


def test_the_call_itself_is_good(call: Call) -> None:
    status, size, executor = call.plan(call.matrix(), call.tiles())
    assert (status, size) == (0, 0)
    assert executor is not None
    call.session.api.ok.aclDestroyAclOpExecutor(executor)


@pytest.mark.parametrize("missing", ["workspaceSize", "executor"])
def test_no_place_for_results(call: Call, missing: str) -> None:
    size, executor = ctypes.c_uint64(5), ctypes.c_void_p()
    places = [None if missing == "workspaceSize" else ctypes.byref(size)]
    places.append(None if missing == "executor" else ctypes.byref(executor))
    function = getattr(call.session.api.lib, f"{call.name}GetWorkspaceSize")
    assert function(call.tiles(), FLOAT32, call.tiles(), *places) == NULL
    assert f"{missing} is NULL" in call.session.api.message()
    assert (size.value, executor.value) == (5, None)


def test_tensors_that_are_null(call: Call) -> None:
    call.refused(None, call.tiles(), NULL, f"{call.matrix_name} is NULL; an aclTensor is required")
    call.refused(call.matrix(), None, NULL, f"{call.tiles_name} is NULL; an aclTensor is required")


def test_tensors_that_are_none(call: Call) -> None:
    dead = call.matrix()
    call.session.api.ok.aclDestroyTensor(dead)
    call.session.tensors.remove(dead)
    call.refused(dead, call.tiles(), INVALID, "a live aclTensor is required")
    call.refused(call.matrix(), 0x1234, INVALID, "a live aclTensor is required")


@pytest.mark.parametrize("kind", [-1, 8, 2**31 - 1, -(2**31)])
def test_types_that_do_not_exist(call: Call, kind: int) -> None:
    words = f"type is {kind}; the numbers of aclnnExtTileType are {NAMES_OF_TYPES}"
    call.refused(call.matrix(), call.tiles(), INVALID, words, kind)


FLOATS, INTEGERS = {np.float32, BFLOAT16}, {2: np.uint32, 5: np.uint8, 6: np.uint16, 7: np.int32}
WORDS = {2: "[DT_UINT32]", 5: "[DT_UINT8]", 6: "[DT_UINT16]", 7: "[DT_INT32]"}


@pytest.mark.parametrize("kind", list(NAMES), ids=list(NAMES.values()))
def test_data_types_of_the_matrix(call: Call, kind: int) -> None:
    good = {INTEGERS[kind]} if kind in INTEGERS else FLOATS
    every = {*FLOATS, *INTEGERS.values(), np.float16, np.float64, np.int8, np.int64, np.bool_}
    for dtype in every - good:
        matrix = call.matrix(dtype=dtype)
        words = f"tiles of type {NAMES[kind]} are made of and read into "
        words += WORDS.get(kind, "[DT_FLOAT, DT_BF16]")
        call.refused(matrix, call.tiles(), INVALID, words, kind)
        call.refused(
            matrix, call.tiles(), INVALID, f"the data type of {call.matrix_name} is DT_", kind
        )


def test_the_data_type_of_the_tiles(call: Call) -> None:
    for dtype, name in [(np.int8, "DT_INT8"), (np.float32, "DT_FLOAT"), (np.bool_, "DT_BOOL")]:
        words = f"the data type of {call.tiles_name} is {name}; the bytes of tiles are DT_UINT8"
        call.refused(call.matrix(), call.tiles(dtype=dtype), INVALID, words)


def test_the_rank_of_the_matrix(call: Call) -> None:
    name = call.matrix_name
    words = f"{name} has 0 dimension(s); 1 to 8 are supported"
    call.refused(call.matrix(()), call.tiles(), INVALID, words)
    words = f"{name} has 9 dimension(s); 1 to 8 are supported"
    call.refused(call.matrix((1,) * 9), call.tiles(), INVALID, words)


@pytest.mark.parametrize(
    "shape", [(-1, 4), (2, -4), (2**62, 2**62), (2**50, 2**11), (2**57, 1, 1)], ids=str
)
def test_dimensions_that_cannot_be(call: Call, shape: tuple[int, ...]) -> None:
    """The last one fits as a view of one element a matrix, but not as tiles of 4096 bytes."""
    strides = (0,) * len(shape) if call.matrix_name == "self" else None
    shown = ", ".join(map(str, shape))
    words = f"the shape of {call.matrix_name} is [{shown}]: a dimension is negative, or the bytes"
    matrix = call.matrix(shape, strides=strides, storage=(1,))
    call.refused(matrix, call.tiles(), INVALID, words)


@pytest.mark.parametrize("size", [0, 4096, 8191, 8193, 2304])
def test_the_size_of_the_tiles(call: Call, size: int) -> None:
    words = (
        f"the shape of {call.tiles_name} is [{size}]; the tiles of {call.matrix_name} [2, 40] in "
        "type FLOAT32 are [8192] bytes"
    )
    call.refused(call.matrix(), call.tiles(size), INVALID, words)
    words = words.replace("FLOAT32 are [8192]", "BFLOAT8_B are [2176]")
    call.refused(call.matrix(), call.tiles(size), INVALID, words, BFLOAT8_B)


def test_the_rank_of_the_tiles(call: Call) -> None:
    tiles = call.session.describe((2, 4096), np.uint8, call.session.malloc(8192))
    words = f"the shape of {call.tiles_name} is [2, 4096]; the tiles of"
    call.refused(call.matrix(), tiles, INVALID, words)


@pytest.mark.parametrize("stride", [0, 2, -1])
def test_the_stride_of_the_tiles(call: Call, stride: int) -> None:
    words = f"the stride of {call.tiles_name} is {stride}; the bytes of tiles lie side by side"
    tiles = call.tiles(strides=(stride,), offset=8191 if stride < 0 else 0, storage=(32768,))
    call.refused(call.matrix(), tiles, INVALID, words)


def test_an_offset_of_the_tiles_beyond_memory(call: Call) -> None:
    words = f"the offset of {call.tiles_name} is {2**63 - 100}: "
    call.refused(call.matrix(), call.tiles(offset=2**63 - 100), INVALID, words)


def test_formats_of_the_device(call: Call) -> None:
    words = f"the format of {call.matrix_name} is FRACTAL_NZ, which is private to the device"
    call.refused(call.matrix(format_=PRIVATE_FORMAT), call.tiles(), INVALID, words)
    words = f"the format of {call.tiles_name} is FRACTAL_NZ, which is private to the device"
    call.refused(call.matrix(), call.tiles(format_=PRIVATE_FORMAT), INVALID, words)


def test_elements_that_share_memory(call: Call) -> None:
    """Only what is read may."""
    for strides in ((0, 1), (40, 0), (39, 1)):
        matrix = call.matrix(strides=strides, storage=(4096,))
        if call.matrix_name == "self":
            assert call.plan(matrix, call.tiles())[0] == 0
        else:
            words = "the strides of out let elements share memory; each needs its own"
            call.refused(matrix, call.tiles(), INVALID, words)


def test_addresses_are_not_looked_at(call: Call) -> None:
    matrix = call.session.describe((2, 40), np.float32, None)
    tiles = call.session.describe((8192,), np.uint8, None)
    assert call.plan(matrix, tiles)[0] == 0


# ---- Phase two, of all three --------------------------------------------------------------------


def plan_of(session: Session, name: str) -> Callable[[int | None, int | None], int]:
    """Phase one of an operator over two addresses, [32, 32] to its tile, back, or to [32]."""

    def plan(self_address: int | None, out_address: int | None) -> int:
        shapes: dict[str, tuple[Any, ...]] = {
            "aclnnExtTilize": (((32, 32), np.int32), ((4096,), np.uint8)),
            "aclnnExtUntilize": (((4096,), np.uint8), ((32, 32), np.int32)),
            "aclnnExtSumToShape": (((32, 32), np.float32), ((32,), np.float32)),
        }
        source, target = shapes[name]
        from_ = session.describe(source[0], source[1], self_address)
        to = session.describe(target[0], target[1], out_address)
        kind = [] if name == "aclnnExtSumToShape" else [INT32]
        status, size, executor = phase_one(session, name, from_, *kind, to)
        assert (status, size) == (0, 0), session.api.message()
        assert executor is not None
        return executor

    return plan


OPERATORS = ["aclnnExtTilize", "aclnnExtUntilize", "aclnnExtSumToShape"]


@pytest.mark.parametrize("name", OPERATORS)
def test_phase_two_wants_live_executors_of_its_own(session: Session, name: str) -> None:
    run = getattr(session.api.lib, name)
    assert run(None, 0, None, session.stream) == NULL
    assert "executor is NULL" in session.api.message()
    assert run(None, 0, 0x1234, session.stream) == BAD_EXECUTOR
    session.api.message()
    other = OPERATORS[OPERATORS.index(name) - 1]
    foreign = plan_of(session, other)(session.malloc(4096), session.malloc(4096))
    assert run(None, 0, foreign, session.stream) == BAD_EXECUTOR
    assert f"was made by {other}GetWorkspaceSize" in session.api.message()
    executor = plan_of(session, name)(session.malloc(4096), session.malloc(4096))
    assert run(None, 0, executor, session.stream) == 0
    assert run(None, 0, executor, session.stream) == BAD_EXECUTOR, "it is spent"
    session.api.message()
    assert session.synchronize() == 0


@pytest.mark.parametrize("name", OPERATORS)
def test_phase_two_wants_a_workspace_only_if_one_is_promised(session: Session, name: str) -> None:
    run = getattr(session.api.lib, name)
    good = session.malloc(4096)
    executor = plan_of(session, name)(good, session.malloc(4096))
    assert run(None, 64, executor, session.stream) == NULL
    assert "workspace is NULL with workspaceSize 64" in session.api.message()
    executor = plan_of(session, name)(good, session.malloc(4096))
    assert run(session.malloc(64), 64, executor, session.stream) == 0
    assert session.synchronize() == 0


@pytest.mark.parametrize("name", OPERATORS)
def test_phase_two_wants_a_stream(session: Session, name: str) -> None:
    executor = plan_of(session, name)(session.malloc(4096), session.malloc(4096))
    assert getattr(session.api.lib, name)(None, 0, executor, 0x4321) == BAD_STREAM
    session.api.message()


@pytest.mark.parametrize("name", OPERATORS)
def test_phase_two_wants_device_memory(session: Session, name: str) -> None:
    run = getattr(session.api.lib, name)
    plan = plan_of(session, name)
    host = np.zeros(4096, np.uint8)
    bad = [(None, "is NULL"), (host.ctypes.data, "host"), (session.malloc(64), "64")]
    for address, words in bad:
        for place, arguments in enumerate(
            [(address, session.malloc(4096)), (session.malloc(4096), address)]
        ):
            assert run(None, 0, plan(*arguments), session.stream) == INVALID
            text = session.api.message()
            assert ("self", "out")[place] in text
            assert words in text
    assert session.synchronize() == 0
    assert not host.any()


# ---- Bytes of a shape ---------------------------------------------------------------------------


def count(session: Session, dims: Any, number: int, kind: int) -> tuple[int, int, str]:
    result = ctypes.c_uint64(77)
    status = session.api.aclnnExtTileByteCount(dims, number, kind, ctypes.byref(result))
    return status, result.value, session.api.message()


def test_byte_count_refuses(session: Session) -> None:
    dims = int64s((4, 4))
    assert session.api.aclnnExtTileByteCount(dims, 2, FLOAT32, None) == NULL
    assert "aclnnExtTileByteCount: bytes is NULL" in session.api.message()
    for arguments, status, words in [
        ((None, 2, FLOAT32), NULL, "dims is NULL"),
        ((dims, 0, FLOAT32), INVALID, "dimsNum is 0; 1 to 8 are supported"),
        ((int64s((1,) * 9), 9, FLOAT32), INVALID, "dimsNum is 9; 1 to 8 are supported"),
        ((int64s((4, -2)), 2, FLOAT32), INVALID, "dims[1] is -2; dimensions are 0 or more"),
        ((dims, 2, 8), INVALID, f"type is 8; the numbers of aclnnExtTileType are {NAMES_OF_TYPES}"),
        ((dims, 2, -1), INVALID, "type is -1;"),
        ((int64s((2**40, 2**40)), 2, UINT16), INVALID, "do not fit into 63 bits"),
        ((int64s((2**51, 1, 1)), 3, FLOAT32), INVALID, "do not fit into 63 bits"),
    ]:
        found, kept, text = count(session, *arguments)
        assert (found, kept) == (status, 77)
        assert words in text, text


def test_the_largest_byte_count(session: Session) -> None:
    assert count(session, int64s((2**50, 1, 1)), 3, FLOAT32)[:2] == (0, 2**62)
