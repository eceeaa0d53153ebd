# SPDX-License-Identifier: Apache-2.0
"""Phase one for the longest sequences: CANN exports it so that one workspace serves a graph whose
lengths are updated between replays."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from support import Api, Session, int64s
from sweep.c_calls import Answer, phase_one, selected
from sweep.rules import FLOAT, FLOAT16, INT32, MEBI, NULL, UINT8, room, tensor

FAR = 2**31 - 1
MOST = "GetMaxWorkspaceSize"
FUSED = {f"aclnnFusedInferAttentionScoreV{version}": version for version in (3, 4, 5)}

Arguments = list[list[Any]]


def fused(version: int, tensors: Sequence[Any], lengths: Any, **more: Any) -> list[Any]:
    """The arguments of a version: query, key, value, out of `tensors`, and lengths of keys."""
    query, key, value, out = tensors
    null, integer = more.get("null", NULL), more.get("integer", lambda number: ["i", number])
    return [
        query, key, value, null, null, more.get("rows", null), lengths, *[null] * 7,
        more.get("table", null), *[null] * 12, *[null] * {3: 0, 4: 2, 5: 4}[version],
        integer(more["heads"]), more.get("scale", ["d", 1.0]), integer(FAR), integer(FAR),
        more.get("layout", ["s", "BNSD"]), integer(more.get("key_heads", 0)), integer(0),
        integer(1), integer(more.get("block", 0)), integer(0), more.get("flag", ["b", False]),
        integer(0), integer(0), *[integer(0)] * {3: 0, 4: 1, 5: 2}[version], out, null,
    ]  # fmt: skip


def dense(version: int, columns: int, lengths: Sequence[int], **more: Any) -> Arguments:
    """Single rows of queries, and keys of so many columns."""
    batches, heads, key_heads = more.get("of", (2, 8, 2))
    key = ["TensorList", [tensor(FLOAT16, batches, key_heads, columns, 128)]]
    query = tensor(FLOAT16, batches, heads, 1, 128)
    return fused(
        version, (query, key, key, query), ["Int", list(lengths)], heads=heads, key_heads=key_heads
    )


def paged(version: int, blocks: int, lengths: Sequence[int], **more: Any) -> Arguments:
    """The same with keys in so many blocks of 128 for each batch."""
    batches, heads, key_heads = more.get("of", (2, 8, 2))
    key = ["TensorList", [tensor(FLOAT16, 4 * blocks, key_heads, 128, 128)]]
    query = tensor(FLOAT16, batches, heads, 1, 128)
    return fused(
        version, (query, key, key, query), ["Int", list(lengths)], heads=heads,
        key_heads=key_heads, block=128, table=tensor(INT32, batches, blocks),
    )  # fmt: skip


def selected_blocks(rows: Sequence[int], lengths: Sequence[int]) -> Arguments:
    """aclnnNsaSelectedAttentionInfer, of queries one behind the other."""
    query, count = tensor(FLOAT16, 8, 8, 192), 2
    return [
        query, tensor(FLOAT16, 64, 128, 2 * 192), tensor(FLOAT16, 64, 128, 2 * 128),
        tensor(INT32, 8, 2, count), NULL, tensor(INT32, 2, 16), ["Int", list(rows)],
        ["Int", list(lengths)], ["s", "TND"], ["i", 8], ["i", 2], ["i", 64], ["i", count],
        ["i", 128], ["d", 1.0], ["i", 0], tensor(FLOAT16, 8, 8, 128),
    ]  # fmt: skip


def compressed_keys(lengths: Sequence[int]) -> Arguments:
    """aclnnNsaCompressAttentionInfer."""
    return [
        tensor(FLOAT16, 2, 8, 192), tensor(FLOAT16, 128, 128, 2 * 192),
        tensor(FLOAT16, 128, 128, 2 * 128), NULL, tensor(INT32, 2, 64), ["Int", [1, 1]],
        ["Int", list(lengths)], NULL, NULL, ["i", 8], ["i", 2], ["i", 64], ["i", 2], ["i", 32],
        ["i", 16], ["d", 1.0], ["s", "TND"], ["i", 128], ["i", 0], tensor(FLOAT16, 2, 8, 128),
        tensor(INT32, 2, 2, 2),
    ]  # fmt: skip


def both(api: Api, call: str, arguments: Arguments, soc: str = "Ascend910B") -> tuple[Answer, ...]:
    """What phase one says, and what it says for the longest sequences."""
    with selected(api, soc):
        return phase_one(api, call, arguments), phase_one(api, call, arguments, end=MOST)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", FUSED)
@pytest.mark.parametrize("of", [(2, 8, 2), (1, 4, 4), (40, 8, 2)])
def test_suffices_for_every_length(api: Api, call: str, of: tuple[int, int, int]) -> None:
    """And is the size of one of them: the vendor's tiling takes more for some short sequences."""
    columns, batches = 4096, of[0]
    for make, count in ((dense, columns), (paged, columns // 128)):
        found = set()
        largest = set()
        for length in (0, 1, 512, 1024, 1025, 1537, 2047, 2048, 2500, 3072, columns):
            arguments = make(FUSED[call], count, [length] * batches, of=of)
            given, most = both(api, call, arguments)
            assert (given.status, most.status) == (0, 0), given.text
            assert given.size <= most.size, (make, length)
            found.add(given.size)
            largest.add(most.size)
        assert len(largest) == 1
        assert max(found) == largest.pop(), make
    on_950 = both(api, call, dense(FUSED[call], columns, [7] * batches, of=of), "Ascend950")
    assert on_950[0].status == on_950[1].status == (0 if call.endswith("V5") else 361001)
    assert on_950[0].size == on_950[1].size


@pytest.mark.usefixtures("own_library")
def test_native_sparse_attention(api: Api) -> None:
    """Of selected blocks four queries a batch, the most there may be, and of compressed keys
    8192: as the vendor's tiling has it."""
    call = "aclnnNsaSelectedAttentionInfer"
    four, most = both(api, call, selected_blocks([4, 4], [2048, 9]))
    one, of_one = both(api, call, selected_blocks([1, 1], [1, 1]))
    assert (one.status, four.status) == (0, 0), one.text
    assert one.size < four.size == most.size == of_one.size
    call = "aclnnNsaCompressAttentionInfer"
    whole, most = both(api, call, compressed_keys([8192, 40]))
    short, of_short = both(api, call, compressed_keys([40, 100]))
    assert (short.status, whole.status) == (0, 0), whole.text
    assert short.size < whole.size == most.size == of_short.size


def packed(dtype: int, rows: Sequence[int], **more: Any) -> Arguments:
    """aclnnFlashAttentionVarLenScoreV5 of 4096 rows of 4 heads of 64 columns."""
    query, statistic = tensor(dtype, 4096, 4, 64), tensor(FLOAT, 4096, 4, 8)
    return [
        query, NULL, query, NULL, query, NULL, more.get("drop", NULL), NULL, NULL,
        tensor(FLOAT, 4), NULL, ["Int", list(rows)], ["Int", list(rows)], NULL, NULL, ["d", 1.0],
        ["d", more.get("keep", 1.0)], ["i", FAR], ["i", FAR], ["i", 4], ["s", "TND"], ["i", 0],
        ["i", 0], ["i", 1], ["s", "same_as_input"], statistic, statistic, NULL, query,
    ]  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("dtype", "copies"), [(FLOAT16, 3), (FLOAT, 5)])
def test_batches_of_one_dimension(api: Api, dtype: int, copies: int) -> None:
    """Of each of 48 cores 8 blocks of 512 x 128 scores, so many times, four results of 512 rows,
    and 1 MiB for shifts; a mask of bits counts for nothing."""
    call = "aclnnFlashAttentionVarLenScoreV5"
    bytes_ = 16 * MEBI + 48 * (copies * 8 * 512 * 128 * 4 + 4 * 512 * 64 * 4 + MEBI)
    for rows in ([4096], [1, 2, 4096], [1024, 2048, 3072, 4096], [0, 5, 1300]):
        given, most = both(api, call, packed(dtype, rows))
        assert (given.status, most.status) == (0, 0), given.text
        assert most.size == room(bytes_) + 512
        assert given.size <= most.size
    bits = tensor(UINT8, 4 * 2 * 2048 * 2048 // 8)
    given, most = both(api, call, packed(dtype, [2048, 4096], drop=bits, keep=0.5))
    plain, _ = both(api, call, packed(dtype, [2048, 4096]))
    assert (most.status, most.size) == (0, room(bytes_) + 512)
    assert given.size - plain.size == 4 * 2 * 2048 * 2048  # a byte for each bit


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", FUSED)
def test_answers_as_phase_one(api: Api, call: str) -> None:
    version = FUSED[call]
    good = dense(version, 64, [64, 7])
    faults: list[tuple[Arguments, int]] = [
        ([NULL, *good[1:]], 161001),
        ([tensor(FLOAT, 2, 8, 1, 128), *good[1:]], 161002),
        (dense(version, 64, [65, 7]), 561002),
        (dense(version, 64, [1, 2], of=(2, 8, 3)), 561002),
    ]
    for arguments, status in faults:
        given, most = both(api, call, arguments)
        assert (given.status, most.status) == (status, status)
        reasons = [each.text.partition("WorkspaceSize: ")[2] for each in (given, most)]
        assert reasons[0] == reasons[1] != ""


# --- In a graph ----------------------------------------------------------------------------------


@contextmanager
def objects(api: Api) -> Iterator[list[tuple[str, int]]]:
    """Lists and arrays of C, destroyed behind the block."""
    made: list[tuple[str, int]] = []
    yield made
    for kind, handle in made:
        getattr(api.ok, f"aclDestroy{kind}")(handle)


def attention(query: Any, key: Any, value: Any, scale: float, lengths: Sequence[int]) -> Any:
    """In float64, of the first keys alone."""
    out = np.zeros(query.shape)
    for batch, count in enumerate(lengths):
        for head in range(query.shape[1]):
            rows = query[batch, head].astype(np.float64) @ key[batch, head, :count].T * scale
            weights = np.exp(rows - rows.max(-1, keepdims=True))
            out[batch, head] = weights @ value[batch, head, :count] / weights.sum(-1)[:, None]
    return out


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", FUSED)
def test_one_workspace_serves_a_graph_whose_lengths_change(api: Api, call: str) -> None:
    rng = np.random.default_rng(7)
    query = rng.standard_normal((2, 4, 1, 64)).astype(np.float16)
    key, value = rng.standard_normal((2, 2, 4, 96, 64)).astype(np.float16)
    scale, handle, graph = 0.125, ctypes.c_void_p(), ctypes.c_void_p()
    with Session(api) as session, objects(api) as made:
        address = session.upload(np.zeros_like(query))
        out = session.describe(query.shape, query.dtype, address)
        lists = []
        for each in (key, value):
            members = (ctypes.c_void_p * 1)(session.tensor(each))
            session.tensors.pop()  # the list's from now on
            lists.append(api.aclCreateTensorList(members, 1))
            made.append(("TensorList", lists[-1]))
        question = session.tensor(query)

        def size(lengths: Sequence[int], end: str) -> tuple[int, ctypes.c_void_p]:
            array = api.aclCreateIntArray(int64s(lengths), len(lengths))
            made.append(("IntArray", array))
            arguments = fused(
                FUSED[call], (question, *lists, out), array, heads=4, null=None, integer=int,
                scale=scale, layout=b"BNSD", flag=False,
            )  # fmt: skip
            bytes_, executor = ctypes.c_uint64(), ctypes.c_void_p()
            getattr(api.ok, call + end)(*arguments, ctypes.byref(bytes_), ctypes.byref(executor))
            return bytes_.value, executor

        most, executor = size([3, 5], MOST)
        workspace = session.malloc(most)
        # The executor is phase one's, for the lengths that were given.
        getattr(api.ok, call)(workspace, most, executor, session.stream)
        session.synchronize()
        found = session.download(address, query.shape, query.dtype)
        np.testing.assert_allclose(
            found, attention(query, key, value, scale, [3, 5]), rtol=2e-3, atol=2e-3
        )

        def submit(lengths: Sequence[int]) -> None:
            needed, executor = size(lengths, "GetWorkspaceSize")
            assert needed <= most
            getattr(api.ok, call)(workspace, most, executor, session.stream)

        api.ok.aclmdlRICaptureBegin(session.stream, 0)
        api.ok.aclmdlRICaptureTaskGrpBegin(session.stream)
        submit([3, 5])
        api.ok.aclmdlRICaptureTaskGrpEnd(session.stream, ctypes.byref(handle))
        api.ok.aclmdlRICaptureEnd(session.stream, ctypes.byref(graph))
        for lengths in ([96, 1], [17, 96], [4, 5]):
            api.ok.aclmdlRICaptureTaskUpdateBegin(session.stream, handle)
            submit(lengths)
            api.ok.aclmdlRICaptureTaskUpdateEnd(session.stream)
            api.ok.aclmdlRIExecuteAsync(graph, session.stream)
            session.synchronize()
            found = session.download(address, query.shape, query.dtype)
            expected = attention(query, key, value, scale, lengths)
            np.testing.assert_allclose(found, expected, rtol=2e-3, atol=2e-3)
        api.ok.aclmdlRIDestroy(graph)
