# SPDX-License-Identifier: Apache-2.0
"""aclnnExtDescribeWorkspace and aclnnExtGetAssumptions: arguments, and what the text holds."""

from __future__ import annotations

import ctypes
import json
import random
from collections.abc import Iterator

import numpy as np
import pytest
from support import Session
from workspace import random_calls
from workspace.calls import Call, Explainer, Json, cases, lay_out

NULLPTR = 161001
INVALID = 161002
INNER = 561000

CALL = Call("Ascend910B2", (1024,), 768, 5000, "f16", "i64", "f16", grad_layout="t")


@pytest.fixture
def executor(explainer: Explainer) -> Iterator[int]:
    """One whose size rests on two assumptions."""
    with explainer.phase_one(CALL) as (status, _, executor):
        assert status == 0
        yield executor


# --- Arguments -----------------------------------------------------------------------------------


def describe(
    explainer: Explainer, executor: int, size: int, *, room: int | None = None
) -> tuple[int, int, bytes]:
    """Status, length, and the buffer with 64 bytes behind it, all of which were #."""
    buffer = ctypes.create_string_buffer(b"#" * ((size if room is None else room) + 64))
    length = ctypes.c_uint64(2**64 - 1)
    status = explainer.api.aclnnExtDescribeWorkspace(executor, buffer, size, ctypes.byref(length))
    return status, length.value, buffer.raw


def test_the_length_comes_first(explainer: Explainer, executor: int) -> None:
    length = ctypes.c_uint64()
    explainer.api.ok.aclnnExtDescribeWorkspace(executor, None, 0, ctypes.byref(length))
    status, again, buffer = describe(explainer, executor, length.value + 1)
    assert (status, again) == (0, length.value)
    text, _, rest = buffer.partition(b"\0")
    assert len(text) == length.value
    assert rest.startswith(b"#" * 64)
    assert text.isascii()
    json.loads(text)


def test_a_text_that_does_not_fit_is_cut(explainer: Explainer, executor: int) -> None:
    _, length, whole = describe(explainer, executor, 1 << 16)
    whole = whole[:length]
    for size in (1, 2, 3, 100, length - 1, length, length + 1, length + 2):
        status, said, buffer = describe(explainer, executor, size)
        assert (status, said) == (0, length)
        kept = min(size - 1, length)
        assert buffer[: kept + 1] == whole[:kept] + b"\0"
        assert buffer[size : size + 64] == b"#" * 64


def test_a_size_of_0_writes_nothing(explainer: Explainer, executor: int) -> None:
    status, length, buffer = describe(explainer, executor, 0, room=8)
    assert status == 0
    assert length > 1000
    assert buffer[:8] == b"#" * 8


def test_null_arguments(explainer: Explainer, executor: int) -> None:
    api = explainer.api
    length = ctypes.c_uint64(77)
    buffer = ctypes.create_string_buffer(b"#" * 16)
    api.message()
    for arguments, word in (
        ((None, buffer, 16, ctypes.byref(length)), "executor"),
        ((None, None, 0, None), "executor"),
        ((executor, buffer, 16, None), "length"),
        ((executor, None, 0, None), "length"),
        ((executor, None, 16, ctypes.byref(length)), "buffer"),
        ((executor, None, 1, ctypes.byref(length)), "buffer"),
    ):
        assert api.aclnnExtDescribeWorkspace(*arguments) == NULLPTR
        message = api.message()
        assert f"{word} is NULL" in message
        assert "aclnnExtDescribeWorkspace" in message
    assert length.value == 77
    assert buffer.raw.startswith(b"#" * 16)


def test_assumptions(explainer: Explainer, executor: int) -> None:
    assert explainer.assumptions(executor) == "sort+transpose"
    assert explainer.describe(executor)["assumed"] == ["sort", "transpose"]
    text = ctypes.create_string_buffer(b"#" * 32)
    for size in range(1, 16):
        text.raw = b"#" * 33
        explainer.api.ok.aclnnExtGetAssumptions(executor, text, size)
        assert text.raw.startswith(b"sort+transpose"[: size - 1] + b"\0")
        assert text.raw[size:] == b"#" * (33 - size)


def test_assumptions_of_every_row(explainer: Explainer) -> None:
    seen = set()
    for case in cases():
        if case.assumed not in seen:
            seen.add(case.assumed)
            with explainer.phase_one(case.call) as (_, _, executor):
                assert explainer.assumptions(executor) == case.assumed
    assert len(seen) == 8


def test_arguments_of_assumptions(explainer: Explainer, executor: int) -> None:
    api = explainer.api
    text = ctypes.create_string_buffer(b"####")
    api.message()
    for arguments, word in (((None, text, 4), "executor"), ((executor, None, 4), "text")):
        assert api.aclnnExtGetAssumptions(*arguments) == NULLPTR
        assert f"{word} is NULL" in api.message()
    assert api.aclnnExtGetAssumptions(executor, text, 0) == INVALID
    assert "size is 0" in api.message()
    assert text.raw.startswith(b"####")


# --- Executors that are none ---------------------------------------------------------------------


def refused(explainer: Explainer, executor: int) -> None:
    """Both functions say that it is no live executor, and write nothing."""
    explainer.api.message()
    status, length, buffer = describe(explainer, executor, 8)
    assert (status, length, buffer[:8]) == (INNER, 2**64 - 1, b"#" * 8)
    assert "executor is 0x" in explainer.api.message()
    text = ctypes.create_string_buffer(b"####")
    assert explainer.api.aclnnExtGetAssumptions(executor, text, 4) == INNER
    assert text.raw.startswith(b"####")


def test_a_destroyed_executor(explainer: Explainer) -> None:
    with explainer.phase_one(CALL) as (_, _, executor):
        pass
    refused(explainer, executor)


def test_what_was_never_an_executor(explainer: Explainer) -> None:
    tensor = explainer.tensor(lay_out("f32", (3, 5), "c"))
    for value in (tensor, 1, 8, 2**47, 2**63, 2**64 - 1):
        refused(explainer, value)
    explainer.api.ok.aclDestroyTensor(tensor)


def spent(session: Session, *, repeatable: bool) -> int:
    """An executor after its run."""
    grad = session.tensor(np.ones((4, 3), np.float32))
    indices = session.tensor(np.array([0, 1, 1, 2]))
    out = session.describe((5, 3), np.float32, session.malloc(60))
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    session.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        grad, indices, 5, 2**64 - 1, False, out, ctypes.byref(size), ctypes.byref(executor)
    )
    if repeatable:
        session.api.ok.aclSetAclOpExecutorRepeatable(executor)
    session.api.ok.aclnnEmbeddingDenseBackward(
        session.malloc(size.value), size, executor, session.stream
    )
    assert session.synchronize() == 0
    assert executor.value
    return executor.value


def test_a_spent_executor(explainer: Explainer, session: Session) -> None:
    refused(explainer, spent(session, repeatable=False))


def test_a_repeatable_executor_after_its_run(explainer: Explainer, session: Session) -> None:
    executor = spent(session, repeatable=True)
    assert explainer.describe(executor)["operator"] == "aclnnEmbeddingDenseBackward"
    session.api.ok.aclDestroyAclOpExecutor(executor)
    refused(explainer, executor)


def test_tensors_may_be_gone(explainer: Explainer) -> None:
    """The executor holds all that the plan is made of."""
    call = Call("Ascend910B2", (8, 128), 64, 100, grad_layout="col2", out_layout="t")
    tensors = [explainer.tensor(view) for view in call.views]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    explainer.select(call)
    explainer.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        *tensors[:2], 100, 0, False, tensors[2], ctypes.byref(size), ctypes.byref(executor)
    )
    assert executor.value
    before = explainer.describe(executor.value)
    for tensor in tensors:
        explainer.api.ok.aclDestroyTensor(tensor)
    assert explainer.describe(executor.value) == before
    assert before["workspace_size"] == size.value
    explainer.api.ok.aclDestroyAclOpExecutor(executor.value)


# --- The text ------------------------------------------------------------------------------------

KEYS = {
    "": {
        "operator",
        "soc",
        "family",
        "architecture",
        "cores",
        "unified_buffer",
        "deterministic",
        "workspace_size",
        "assumed",
        "tensors",
        "operators",
        "placements",
        "slots",
    },
    "tensors": {"name", "kind", "type", "elements", "bytes"},
    "operators": {"name", "engine", "inputs", "outputs", "workspaces", "tiling", "meanings"},
    "placements": {
        "tensor",
        "operator",
        "start",
        "end",
        "slot",
        "offset",
        "bytes",
        "padded",
    },
    "slots": {"offset", "bytes"},
}


def check_references(plan: Json) -> None:
    """Every position is one of the list that it points into."""
    tensors, operators = len(plan["tensors"]), len(plan["operators"])
    for operator in plan["operators"]:
        for name in ("inputs", "outputs", "workspaces"):
            assert all(0 <= tensor < tensors for tensor in operator[name])
        assert operator["engine"] in {"AI_CORE", "AI_CPU", "COPY"}
        figures = operator["tiling"]
        assert {name for name, _ in operator["meanings"]} <= set(figures)
        assert all(words for _, words in operator["meanings"])
        assert operator["name"].startswith("Embedding") or not figures or operator["name"] == "Sort"
    for placement in plan["placements"]:
        assert 0 <= placement["tensor"] < tensors
        assert 0 <= placement["slot"] < len(plan["slots"])
        assert 0 <= placement["start"] <= placement["end"] < operators
        assert placement["start"] == placement["operator"]


def check_layout(plan: Json) -> None:
    """Slots follow each other and hold what is in them; never two tensors share an address at a
    time."""
    offset = 0
    placements = plan["placements"]
    for number, slot in enumerate(plan["slots"]):
        held = [item for item in placements if item["slot"] == number]
        assert slot == {"offset": offset, "bytes": max(item["padded"] for item in held)}
        offset += slot["bytes"]
    assert plan["workspace_size"] == offset
    for number, item in enumerate(placements):
        assert item["offset"] == plan["slots"][item["slot"]]["offset"]
        assert item["padded"] == (item["bytes"] + 32 + 511) // 512 * 512
        assert item["bytes"] == plan["tensors"][item["tensor"]]["bytes"]
        for other in placements[:number]:
            apart_in_time = other["end"] < item["start"]
            apart = (
                other["offset"] + other["padded"] <= item["offset"]
                or item["offset"] + item["padded"] <= other["offset"]
            )
            assert apart_in_time or apart
            assert other["tensor"] != item["tensor"]


def check_tensors(plan: Json) -> None:
    """Kinds say where a tensor lies, and what lies in the workspace is placed."""
    placed = {item["tensor"] for item in plan["placements"]}
    written = {tensor for operator in plan["operators"] for tensor in operator["outputs"]}
    own = {tensor for operator in plan["operators"] for tensor in operator["workspaces"]}
    for number, tensor in enumerate(plan["tensors"]):
        kind = tensor["kind"]
        assert kind in {"user", "host", "output", "unused", "workspace"}
        assert (kind == "workspace") == (number in own)
        assert number not in placed or kind in {"output", "workspace"}
        assert number in placed or kind != "workspace"
        assert number not in written or kind in {"user", "output"}
        assert kind != "unused" or not {number} & (written | placed)
        assert tensor["type"].startswith("DT_")
        assert tensor["name"]


def check(plan: Json) -> None:
    assert set(plan) == KEYS[""]
    for name, keys in KEYS.items():
        assert not name or all(set(item) == keys for item in plan[name])
    check_references(plan)
    check_layout(plan)
    check_tensors(plan)


def test_every_row_is_consistent(explainer: Explainer) -> None:
    for case in cases()[::2]:
        check(explainer.explain(case.call).plan)


@pytest.mark.parametrize("soc", ["Ascend910ProB", "Ascend910_9381", "Ascend950:cores=5"])
def test_random_calls_are_consistent(explainer: Explainer, soc: str) -> None:
    draw = random.Random(soc)
    for _ in range(300):
        sized = explainer.explain(random_calls.call(draw, soc, 0.5))
        if sized.status == 0:
            check(sized.plan)


def test_the_text_in_full(explainer: Explainer) -> None:
    """One plan, so that a change of its words is seen."""
    plan = explainer.explain(Call("Ascend910B3:ub=196352", (7,), 64, 10, padding=3)).plan
    kernel = plan["operators"][1].pop("tiling")
    words = dict(plan["operators"][1].pop("meanings"))
    assert kernel["tiling_key"] == 100
    assert kernel["core_num_used"] == 7
    assert words["core_num_used"] == "cores used"
    assert plan == {
        "operator": "aclnnEmbeddingDenseBackward",
        "soc": "Ascend910B3",
        "family": "Ascend910B",
        "architecture": 2201,
        "cores": 40,
        "unified_buffer": 196352,
        "deterministic": 0,
        "workspace_size": 16778240,
        "assumed": [],
        "tensors": [
            {"name": "out", "kind": "user", "type": "DT_FLOAT", "elements": 640, "bytes": 2560},
            {"name": "grad", "kind": "user", "type": "DT_FLOAT", "elements": 448, "bytes": 1792},
            {"name": "indices", "kind": "user", "type": "DT_INT64", "elements": 7, "bytes": 56},
            {"name": "indices", "kind": "output", "type": "DT_INT32", "elements": 7, "bytes": 28},
            {"name": "out", "kind": "output", "type": "DT_FLOAT", "elements": 640, "bytes": 2560},
            {
                "name": "workspace",
                "kind": "workspace",
                "type": "DT_UINT8",
                "elements": 16777216,
                "bytes": 16777216,
            },
        ],
        "operators": [
            {
                "name": "Cast",
                "engine": "AI_CORE",
                "inputs": [2],
                "outputs": [3],
                "workspaces": [],
                "tiling": {},
                "meanings": [],
            },
            {
                "name": "EmbeddingDenseGradV2",
                "engine": "AI_CORE",
                "inputs": [1, 3, 3],
                "outputs": [4],
                "workspaces": [5],
            },
        ],
        "placements": [
            {
                "tensor": 3,
                "operator": 0,
                "start": 0,
                "end": 1,
                "slot": 0,
                "offset": 0,
                "bytes": 28,
                "padded": 512,
            },
            {
                "tensor": 5,
                "operator": 1,
                "start": 1,
                "end": 1,
                "slot": 1,
                "offset": 512,
                "bytes": 16777216,
                "padded": 16777728,
            },
        ],
        "slots": [{"offset": 0, "bytes": 512}, {"offset": 512, "bytes": 16777728}],
    }


def test_kinds_of_tensors(explainer: Explainer) -> None:
    """A constant in host memory, and a tensor that is only ever a shape."""
    plan = explainer.explain(Call("Ascend910B2", (1,), 600, 10, index_type="i32")).plan
    kinds = {(tensor["name"], tensor["kind"]) for tensor in plan["tensors"]}
    assert ("positions", "host") in kinds
    assert ("out", "unused") in kinds
    assert [operator["name"] for operator in plan["operators"]] == [
        "ZerosLike",
        "EmbeddingDenseGradV2",
    ]


def test_a_plan_without_operators(explainer: Explainer) -> None:
    """Nothing happens when out has no element."""
    sized = explainer.explain(Call("Ascend910B2", (5,), 0, 1000))
    assert sized.size == 0
    assert sized.plan["operators"] == []
    assert sized.plan["placements"] == []
    assert sized.plan["slots"] == []
    check(sized.plan)


def test_the_longest_text_is_short(explainer: Explainer) -> None:
    """Programs that take a buffer of 16 KiB see it whole."""
    views = {"grad_layout": "bcast", "index_layout": "bcast", "out_layout": "t"}
    call = Call("Ascend950", (8, 512), 4096, 9000, "f16", "bool", "f32", scale=True, **views)  # type: ignore[arg-type]
    with explainer.phase_one(call) as (_, _, executor):
        status, length, _ = describe(explainer, executor, 1 << 14)
    assert status == 0
    assert length < 1 << 14
