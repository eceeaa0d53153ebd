# SPDX-License-Identifier: Apache-2.0
"""What the operators of aclnn_ext/binary_embedding.h refuse, one rule at a time; bad indices."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from ops.embedding.call import unwritten
from ops.ext.binary_call import BACKWARD, EMBEDDING, PACK, UNPACK, filled, run, size_call
from support import Session

pytestmark = pytest.mark.slow  # many small calls

NULLPTR = 161001
INVALID = 161002
KERNEL = 507015

FLOAT, FLOAT16, INT32, UINT8, INT64, DOUBLE, BOOL, COMPLEX64, BF16 = 0, 1, 3, 4, 9, 11, 12, 16, 27

#: Tensors of a call that is right: name, shape, data type.
CALLS: dict[str, list[tuple[str, tuple[int, ...], int]]] = {
    PACK: [("x", (4, 13), FLOAT), ("out", (4, 2), UINT8)],
    UNPACK: [("packed", (4, 2), UINT8), ("scale", (4, 1), FLOAT), ("out", (4, 13), FLOAT)],
    EMBEDDING: [
        ("indices", (3, 2), INT64),
        ("qweight", (5, 2), UINT8),
        ("embedScale", (5, 1), FLOAT),
        ("out", (3, 2, 13), FLOAT),
    ],
    BACKWARD: [
        ("outputGradient", (3, 2, 13), FLOAT),
        ("indices", (3, 2), INT64),
        ("scale", (3, 2, 1), FLOAT),
        ("out", (5, 2), UINT8),
    ],
}
OPTIONAL = {"scale", "embedScale"}
NAMES = [(call, tensor) for call, tensors in CALLS.items() for tensor, _, _ in tensors]


def phase_one(
    session: Session, call: str, changes: dict[str, Any], outputs: Sequence[bool] = (True, True)
) -> tuple[int, str]:
    """Status and text; a change is None, {"handle": ...}, or keywords of describe."""
    handles: list[int | None] = []
    for name, shape, dtype in CALLS[call]:
        change = changes.get(name, {})
        if change is None or "handle" in change:
            handles.append(None if change is None else change["handle"])
            continue
        given = {"shape": shape, "dtype": dtype, **change}
        handles.append(session.describe(given.pop("shape"), given.pop("dtype"), None, **given))
    size, executor = ctypes.c_uint64(0xDEAD), ctypes.c_void_p(0xBEEF)
    session.api.message()
    status = getattr(session.api, f"{call}GetWorkspaceSize")(
        *handles,
        ctypes.byref(size) if outputs[0] else None,
        ctypes.byref(executor) if outputs[1] else None,
    )
    if status == 0:
        session.api.ok.aclDestroyAclOpExecutor(executor)
    else:
        assert (size.value, executor.value) == (0xDEAD, 0xBEEF)
    return status, session.api.message()


def refused(session: Session, call: str, code: int, *words: object, **changes: Any) -> None:
    status, text = phase_one(session, call, changes)
    assert status == code, text
    assert f"{call}GetWorkspaceSize" in text
    missing = [word for word in map(str, words) if word not in text]
    assert not missing, f"{missing} not in {text!r}"


@pytest.mark.parametrize("call", list(CALLS))
def test_the_calls_are_right_without_changes(session: Session, call: str) -> None:
    assert phase_one(session, call, {}) == (0, "")


@pytest.mark.parametrize("call", list(CALLS))
def test_null_results(session: Session, call: str) -> None:
    for outputs, word in (((False, True), "workspaceSize"), ((True, False), "executor")):
        status, text = phase_one(session, call, {}, outputs)
        assert status == NULLPTR
        assert f"{word} is NULL" in text


@pytest.mark.parametrize(("call", "tensor"), NAMES)
def test_null_tensors(session: Session, call: str, tensor: str) -> None:
    if tensor in OPTIONAL:
        assert phase_one(session, call, {tensor: None}) == (0, "")
    else:
        refused(session, call, NULLPTR, f"{tensor} is NULL", **{tensor: None})


@pytest.mark.parametrize(("call", "tensor"), NAMES)
def test_handles_of_something_else(session: Session, call: str, tensor: str) -> None:
    dead = session.describe([4], FLOAT, None)
    session.api.ok.aclDestroyTensor(dead)
    for handle in (dead, 1, session.stream.value):
        refused(session, call, INVALID, tensor, "live aclTensor", **{tensor: {"handle": handle}})


@pytest.mark.parametrize(("call", "tensor"), NAMES)
def test_data_types(session: Session, call: str, tensor: str) -> None:
    refused(
        session, call, INVALID, f"data type of {tensor}", "DT_COMPLEX64", "[DT_",
        **{tensor: {"dtype": COMPLEX64}},
    )  # fmt: skip
    if tensor == "indices":
        for dtype, name in ((FLOAT, "DT_FLOAT"), (BOOL, "DT_BOOL")):
            refused(session, call, INVALID, tensor, name, **{tensor: {"dtype": dtype}})


def test_data_types_that_do_not_go_together(session: Session) -> None:
    refused(session, UNPACK, INVALID, "DT_BF16", "scale is DT_FLOAT", out={"dtype": BF16})
    refused(
        session, EMBEDDING, INVALID, "DT_FLOAT,", "embedScale is DT_DOUBLE",
        embedScale={"dtype": DOUBLE},
    )  # fmt: skip
    for dtype, name in ((FLOAT, "DT_FLOAT"), (FLOAT16, "DT_FLOAT16"), (BF16, "DT_BF16")):
        refused(
            session, BACKWARD, INVALID, "scale is DT_DOUBLE", name, "float32",
            scale={"dtype": DOUBLE}, outputGradient={"dtype": dtype},
        )  # fmt: skip


@pytest.mark.parametrize(("call", "tensor"), NAMES)
def test_ranks(session: Session, call: str, tensor: str) -> None:
    refused(
        session, call, INVALID, f"{tensor} has 9 dimension(s)", "are supported",
        **{tensor: {"shape": (1,) * 9}},
    )  # fmt: skip
    if tensor != "indices":
        refused(session, call, INVALID, f"{tensor} has 0 dim", **{tensor: {"shape": ()}})


@pytest.mark.parametrize(("call", "tensor"), NAMES)
def test_shapes_that_do_not_exist(session: Session, call: str, tensor: str) -> None:
    rank = len(next(shape for name, shape, _ in CALLS[call] if name == tensor))
    for shape in ((-1,) * rank, (2**40,) * rank):
        refused(
            session,
            call,
            INVALID,
            f"the shape of {tensor}",
            "63 bits",
            **{tensor: {"shape": shape}},
        )


@pytest.mark.parametrize(("call", "tensor"), NAMES)
def test_private_formats(session: Session, call: str, tensor: str) -> None:
    refused(session, call, INVALID, tensor, "FRACTAL_NZ", "ND,", **{tensor: {"format_": 29}})


@pytest.mark.parametrize(
    ("call", "tensor", "shape", "words"),
    [
        (PACK, "out", (4, 1), ["[4, 1]", "[4, 2]", "ceil(K / 8)"]),
        (PACK, "out", (5, 2), ["[4, 2]"]),
        (PACK, "out", (4, 2, 1), ["[4, 2]"]),
        (UNPACK, "scale", (4,), ["[4]", "[4, 1]"]),
        (UNPACK, "scale", (4, 2), ["[4, 1]"]),
        (UNPACK, "scale", (1, 1), ["[4, 1]"]),
        (UNPACK, "out", (5, 13), ["[4, 13]"]),
        (UNPACK, "out", (4, 17), ["17 column(s)", "2 byte(s)", "packed"]),
        (EMBEDDING, "qweight", (5,), ["1 dimension(s)", "2 are supported"]),
        (EMBEDDING, "embedScale", (4, 1), ["[5, 1]"]),
        (EMBEDDING, "out", (3, 13), ["[3, 2, 13]"]),
        (EMBEDDING, "out", (3, 2, 17), ["17 column(s)", "qweight"]),
        (BACKWARD, "indices", (6,), ["[3, 2]"]),
        (BACKWARD, "indices", (), ["[3, 2]"]),
        (BACKWARD, "scale", (3, 2), ["[3, 2, 1]"]),
        (BACKWARD, "scale", (5, 1), ["[3, 2, 1]"]),
        (BACKWARD, "out", (5, 3), ["[5, 2]", "ceil(D / 8)"]),
        (BACKWARD, "out", (10,), ["1 dimension(s)", "2 are supported"]),
    ],
)
def test_shapes(
    session: Session, call: str, tensor: str, shape: tuple[int, ...], words: list[str]
) -> None:
    refused(session, call, INVALID, tensor, *words, **{tensor: {"shape": shape}})


@pytest.mark.parametrize("call", list(CALLS))
def test_strides_of_out(session: Session, call: str) -> None:
    shape = CALLS[call][-1][1]
    apart = [1 if axis else 999 for axis in range(len(shape))]
    refused(session, call, INVALID, "share memory", out={"strides": [0] * (len(shape) - 1) + [1]})
    for last in (0, 2, -1):
        strides = [*np.cumprod([shape[-1] * 9, *shape[-2:0:-1]])[::-1].tolist(), last]
        refused(session, call, INVALID, f"last stride of out is {last}", out={"strides": strides})
    if len(shape) == 2:
        assert phase_one(session, call, {"out": {"strides": apart}}) == (0, "")


def test_a_scratch_that_is_too_large(session: Session) -> None:
    zeros = {"strides": [0, 0]}
    refused(
        session, BACKWARD, INVALID, "63 bits",
        outputGradient={"shape": (2**61, 1), **zeros},
        indices={"shape": (2**61,), "strides": [0]},
        scale=None,
        out={"shape": (5, 1)},
    )  # fmt: skip


# --- Phase two -----------------------------------------------------------------------------------


def test_phase_two(session: Session) -> None:
    """The rules are those of every operator; an operand that is left out is none of them."""
    api = session.api
    x, out = session.tensor(np.ones((4, 13), "f4")), session.tensor(filled((4, 2)))
    size, executor = size_call(session, PACK, [x, out])
    assert size == 0
    assert api.aclnnExtBinaryPack(None, 0, None, session.stream) == NULLPTR
    assert api.aclnnExtBinaryUnpack(None, 0, executor, session.stream) == 561000
    assert "aclnnExtBinaryPackGetWorkspaceSize" in api.message()
    api.ok.aclnnExtBinaryPack(None, 0, executor, session.stream)
    assert api.aclnnExtBinaryPack(None, 0, executor, session.stream) == 561000
    assert session.synchronize() == 0
    nowhere = session.describe((4, 1), np.float32, None)
    packed, numbers = session.tensor(filled((4, 2))), session.tensor(np.ones((4, 13), "f4"))
    _, executor = size_call(session, UNPACK, [packed, nowhere, numbers])
    assert api.aclnnExtBinaryUnpack(None, 0, executor, session.stream) == INVALID
    assert "scale" in api.message()
    _, executor = size_call(session, UNPACK, [packed, None, numbers])
    api.ok.aclnnExtBinaryUnpack(None, 0, executor, session.stream)
    assert session.synchronize() == 0


def test_a_repeatable_executor(session: Session) -> None:
    packed, numbers = session.tensor(filled((4, 2))), session.tensor(np.ones((4, 13), "f4"))
    _, executor = size_call(session, UNPACK, [packed, None, numbers])
    session.api.ok.aclSetAclOpExecutorRepeatable(executor)
    for _ in range(3):
        session.api.ok.aclnnExtBinaryUnpack(None, 0, executor, session.stream)
    assert session.synchronize() == 0
    session.api.ok.aclDestroyAclOpExecutor(executor)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "uint32", "uint64"])
@pytest.mark.parametrize("bad", [7, 100, -1, -128, 2**31, 2**32 + 1, 2**63, 2**64 - 1])
def test_bad_indices(session: Session, dtype: str, bad: int) -> None:
    info = np.iinfo(dtype)
    if not info.min <= bad <= info.max:
        return
    indices = np.zeros((3, 4), dtype)
    indices[1, 2] = bad
    out = unwritten((3, 4, 13), np.float32)
    run(session, EMBEDDING, indices, filled((7, 2)), None, out=out, status=KERNEL)
    text = session.api.message()
    assert "aclnnExtBinaryEmbedding failed" in text
    assert f"indices[1, 2] (position 6 of 12) is {bad}; every index must be in [0, 7)" in text
    gradient = np.ones((3, 4, 13), np.float32)
    found = run(session, BACKWARD, gradient, indices, None, out=filled((7, 2)), status=KERNEL)
    assert (found == 0x5A).all()
    text = session.api.message()
    assert "aclnnExtBinaryEmbeddingBackward failed" in text
    assert f"indices[1, 2] (position 6 of 12) is {bad}; every index must be in [0, 7)" in text


def test_a_table_without_rows_has_no_index(session: Session) -> None:
    out = unwritten((1, 13), np.float32)
    run(session, EMBEDDING, np.zeros(1, int), filled((0, 2)), None, out=out, status=KERNEL)
    assert "in [0, 0)" in session.api.message()
    one = np.ones((1, 13), np.float32)
    run(session, BACKWARD, one, np.zeros(1, int), None, out=filled((0, 2)), status=KERNEL)
    assert "in [0, 0)" in session.api.message()


def test_the_first_bad_index_is_named(session: Session) -> None:
    """Whichever block finds one."""
    indices = np.zeros(50_000, np.int64)
    indices[[30_000, 45_000]] = 9
    out = unwritten((50_000, 64), np.float32)
    run(session, EMBEDDING, indices, filled((5, 8)), None, out=out, status=KERNEL)
    assert "indices[30000] (position 30000 of 50000) is 9" in session.api.message()
