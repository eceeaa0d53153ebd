# SPDX-License-Identifier: Apache-2.0
"""What ranks do in tests. Each function is called by every rank (ranks.py); what it returns is the
rank's answer."""

from __future__ import annotations

import ctypes
import hashlib
import os
import resource
import signal
import threading
import time
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
from hccl.ranks import (
    MAX,
    MIN,
    PROD,
    ROOT_INFO_BYTES,
    SUM,
    TYPES,
    Array,
    Rank,
    counts,
    settings,
)

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
FP32, INT32 = 4, 2
OPERATIONS = {SUM: np.add, PROD: np.multiply, MAX: np.maximum, MIN: np.minimum}

#: What Ascend910B2 reduces: CANN's documentation of the data types of AllReduce.
REDUCED = [np.dtype(name) for name in ("int8", "int16", "int32", "int64", "float16", "float32")]
REDUCED.append(BFLOAT16)


def numbers(rank: int, dtype: np.dtype[Any], count: int, seed: int = 0) -> Array:
    """What a rank has: every rank knows it of all."""
    random = np.random.default_rng([seed, rank])
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return random.integers(limits.min, limits.max, count, dtype, endpoint=True)
    return random.standard_normal(count).astype(np.float32).astype(dtype)


def reduced(parts: list[Array], operation: int) -> Array:
    """The serial result in the order of the ranks; halves in float32, rounded once."""
    dtype = parts[0].dtype
    wide = np.dtype(np.float32) if dtype.itemsize == 2 and dtype.kind not in "iu" else dtype
    result = parts[0].astype(wide)
    for part in parts[1:]:
        result = OPERATIONS[operation](result, part.astype(wide))
    return result.astype(dtype)


def same(found: Array, expected: Array, what: object) -> None:
    """The same bits."""
    assert found.tobytes() == expected.tobytes(), (what, found[:8], expected[:8])


def has_operation(dtype: np.dtype[Any], operation: int) -> bool:
    return operation != PROD or dtype not in {np.dtype(np.int16), BFLOAT16}


# --- Values --------------------------------------------------------------------------------------


def _all_reduce(
    me: Rank, dtype: np.dtype[Any], operation: int, count: int, in_place: bool
) -> Array:
    parts = [numbers(rank, dtype, count) for rank in range(me.size)]
    send = me.up(parts[me.rank])
    receive = send if in_place else me.memory(parts[0].nbytes)
    number = TYPES[dtype]
    me.ok.HcclAllReduce(send, receive, count, number, operation, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    found = me.down(receive, parts[0])
    same(found, reduced(parts, operation), ("all reduce", dtype, operation, count))
    me.free(*{send, receive})
    return found


def _reduce(me: Rank, dtype: np.dtype[Any], operation: int, count: int, root: int) -> None:
    parts = [numbers(rank, dtype, count, 1) for rank in range(me.size)]
    send, receive = me.up(parts[me.rank]), me.memory(parts[0].nbytes)
    number = TYPES[dtype]
    me.ok.HcclReduce(send, receive, count, number, operation, root, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    if me.rank == root:
        same(me.down(receive, parts[0]), reduced(parts, operation), ("reduce", dtype, count))
    me.free(send, receive)


def _reduce_scatter(me: Rank, dtype: np.dtype[Any], operation: int, count: int) -> None:
    parts = [numbers(rank, dtype, count * me.size, 2) for rank in range(me.size)]
    mine = [part[me.rank * count : (me.rank + 1) * count] for part in parts]
    send, receive = me.up(parts[me.rank]), me.memory(mine[0].nbytes)
    number = TYPES[dtype]
    me.ok.HcclReduceScatter(send, receive, count, number, operation, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, mine[0]), reduced(mine, operation), ("reduce scatter", dtype, count))
    me.free(send, receive)


def _reduce_scatter_v(me: Rank, count: int) -> None:
    """Blocks of different sizes, one of them empty, with gaps between them."""
    sizes = [0 if rank == 1 else count + 3 * rank for rank in range(me.size)]
    places = [sum(sizes[:rank]) + 5 * rank for rank in range(me.size)]
    dtype = np.dtype(np.float32)
    parts = [numbers(rank, dtype, places[-1] + sizes[-1], 3) for rank in range(me.size)]
    mine = [part[places[me.rank] : places[me.rank] + sizes[me.rank]] for part in parts]
    send, receive = me.up(parts[me.rank]), me.memory(mine[0].nbytes)
    blocks, own = (counts(sizes), counts(places)), sizes[me.rank]
    me.ok.HcclReduceScatterV(send, *blocks, receive, own, FP32, SUM, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, mine[0]), reduced(mine, SUM), ("reduce scatter v", count))
    me.free(send, receive)


def _all_gather(me: Rank, dtype: np.dtype[Any], count: int) -> None:
    parts = [numbers(rank, dtype, count, 4) for rank in range(me.size)]
    expected = np.concatenate(parts)
    send, receive = me.up(parts[me.rank]), me.memory(expected.nbytes)
    me.ok.HcclAllGather(send, receive, count, TYPES[dtype], me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, expected), expected, ("all gather", dtype, count))
    me.free(send, receive)


def _all_gather_v(me: Rank, count: int) -> None:
    sizes = [0 if rank == 1 else count + rank for rank in range(me.size)]
    places = [sum(sizes[rank + 1 :]) + 2 * (me.size - rank) for rank in range(me.size)]
    dtype = np.dtype(np.int32)
    parts = [numbers(rank, dtype, sizes[rank], 5) for rank in range(me.size)]
    expected = np.full(sum(sizes) + 2 * me.size, -1, dtype)
    receive = me.up(expected)
    for part, place in zip(parts, places, strict=True):
        expected[place : place + part.size] = part
    send, blocks = me.up(parts[me.rank]), (counts(sizes), counts(places))
    own = sizes[me.rank]
    me.ok.HcclAllGatherV(send, own, receive, *blocks, INT32, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, expected), expected, ("all gather v", count))
    me.free(send, receive)


def _broadcast(me: Rank, dtype: np.dtype[Any], count: int, root: int) -> None:
    expected = numbers(root, dtype, count, 6)
    buffer = me.up(numbers(me.rank, dtype, count, 6))
    me.ok.HcclBroadcast(buffer, count, TYPES[dtype], root, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(buffer, expected), expected, ("broadcast", dtype, count))
    me.free(buffer)


def _scatter(me: Rank, dtype: np.dtype[Any], count: int, root: int) -> None:
    whole = numbers(root, dtype, count * me.size, 7)
    expected = whole[me.rank * count : (me.rank + 1) * count]
    send = me.up(whole) if me.rank == root else 0
    receive = me.memory(expected.nbytes)
    me.ok.HcclScatter(send or None, receive, count, TYPES[dtype], root, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, expected), expected, ("scatter", dtype, count))
    me.free(receive, *([send] if send else []))


def _all_to_all(me: Rank, dtype: np.dtype[Any], count: int) -> None:
    parts = [numbers(rank, dtype, count * me.size, 8) for rank in range(me.size)]
    expected = np.concatenate([p[me.rank * count : (me.rank + 1) * count] for p in parts])
    send, receive = me.up(parts[me.rank]), me.memory(expected.nbytes)
    number = TYPES[dtype]
    me.ok.HcclAlltoAll(send, count, number, receive, count, number, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, expected), expected, ("all to all", dtype, count))
    me.free(send, receive)


def _all_to_all_v(me: Rank, count: int, by_matrix: bool) -> None:
    """Rank a sends rank b (a + 2 b) % 3 * count elements; the V form with gaps of 4."""
    size = me.size
    matrix = [[(a + 2 * b) % 3 * count for b in range(size)] for a in range(size)]
    gap = 0 if by_matrix else 4
    dtype = np.dtype(np.int64)

    def places(sizes: list[int]) -> list[int]:
        return [sum(sizes[:rank]) + gap * rank for rank in range(size)]

    def sent(rank: int) -> Array:
        return numbers(rank, dtype, sum(matrix[rank]) + gap * size, 9)

    incoming = [matrix[rank][me.rank] for rank in range(size)]
    expected = np.zeros(sum(incoming) + gap * size, dtype)
    send, receive = me.up(sent(me.rank)), me.up(expected)
    for rank, place in enumerate(places(incoming)):
        start = places(matrix[rank])[me.rank]
        expected[place : place + incoming[rank]] = sent(rank)[start : start + incoming[rank]]
    number = TYPES[dtype]
    if by_matrix:
        flat = counts(value for row in matrix for value in row)
        me.ok.HcclAlltoAllVC(send, flat, number, receive, number, me.comm, me.stream)
    else:
        out = (counts(matrix[me.rank]), counts(places(matrix[me.rank])))
        into = (counts(incoming), counts(places(incoming)))
        me.ok.HcclAlltoAllV(send, *out, number, receive, *into, number, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, expected), expected, ("all to all v", count, by_matrix))
    me.free(send, receive)


class Item(ctypes.Structure):
    """HcclSendRecvItem."""

    _fields_ = [
        ("kind", ctypes.c_int),
        ("buffer", ctypes.c_void_p),
        ("count", ctypes.c_uint64),
        ("type", ctypes.c_int),
        ("peer", ctypes.c_uint32),
    ]


def batch(*rows: tuple[Any, ...]) -> Any:
    """A C array of HcclSendRecvItem."""
    return (Item * len(rows))(*(Item(*row) for row in rows))


def _ring(me: Rank, count: int, how: str) -> None:
    """Each rank sends to the next and receives from the one before, at once."""
    dtype = np.dtype(np.float32)
    after, before = (me.rank + 1) % me.size, (me.rank - 1) % me.size
    send = me.up(numbers(me.rank, dtype, count, 10))
    expected = numbers(before, dtype, count, 10)
    receive = me.memory(expected.nbytes)
    if how == "batch":
        items = batch((1, receive, count, FP32, before), (0, send, count, FP32, after))
        me.ok.HcclBatchSendRecv(items, 2, me.comm, me.stream)
    elif how == "group":
        me.ok.HcclGroupStart()
        me.ok.HcclSend(send, count, FP32, after, me.comm, me.stream)
        me.ok.HcclRecv(receive, count, FP32, before, me.comm, me.stream)
        me.ok.HcclGroupEnd()
    else:
        other = me.new_stream()
        me.ok.HcclSend(send, count, FP32, after, me.comm, other)
        me.ok.HcclRecv(receive, count, FP32, before, me.comm, me.stream)
        me.ok.aclrtSynchronizeStream(other)
        me.ok.aclrtDestroyStream(other)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, expected), expected, ("ring", how, count))
    me.free(send, receive)


def _to_itself(me: Rank, count: int) -> None:
    data = numbers(me.rank, np.dtype(np.float32), count, 11)
    send, receive = me.up(data), me.memory(data.nbytes)
    items = batch((1, receive, count, FP32, me.rank), (0, send, count, FP32, me.rank))
    me.ok.HcclBatchSendRecv(items, 2, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    same(me.down(receive, data), data, "to itself")
    me.free(send, receive)


def _in_sequence(me: Rank) -> None:
    """Small and large messages of one pair arrive in the sequence in which they were sent."""
    sizes = [1, 30000, 0, 5, 8000, 1]
    parts = [numbers(0, np.dtype(np.float32), size, 20 + i) for i, size in enumerate(sizes)]
    if me.rank > 1:
        return
    buffers = [me.up(part if me.rank == 0 else np.zeros_like(part)) for part in parts]
    for buffer, size in zip(buffers, sizes, strict=True):
        call = me.ok.HcclSend if me.rank == 0 else me.ok.HcclRecv
        call(buffer, size, FP32, 1 - me.rank, me.comm, me.stream)
    assert me.wait() == 0, me.api.message()
    for buffer, part in zip(buffers, parts, strict=True):
        same(me.down(buffer, part), part, ("in sequence", part.size))
    me.free(*buffers)


def values(me: Rank, large: bool = False) -> str:
    """All functions; a digest of the sums."""
    digest = hashlib.sha256()
    for dtype in REDUCED:
        for operation in filter(lambda op: has_operation(dtype, op), OPERATIONS):
            for count in (1, 3001, 50001):
                digest.update(_all_reduce(me, dtype, operation, count, count == 3001).tobytes())
            _reduce(me, dtype, operation, 9001, me.size - 1)
            _reduce_scatter(me, dtype, operation, 4001)
    for dtype in TYPES:
        for count in (1, 777, 40001):
            _all_gather(me, dtype, count)
            _broadcast(me, dtype, count, me.size - 1)
            _scatter(me, dtype, count, 0)
            _all_to_all(me, dtype, count)
    for count in (1, 1000, 60000):
        _reduce(me, np.dtype(np.float32), SUM, count, 0)
        _reduce_scatter_v(me, count)
        _all_gather_v(me, count)
        _all_to_all_v(me, count, by_matrix=False)
        _all_to_all_v(me, count, by_matrix=True)
        for how in ("batch", "group", "streams"):
            _ring(me, count, how)
        _to_itself(me, count)
        me.ok.HcclBarrier(me.comm, me.stream)
    _in_sequence(me)
    if large:  # more chunks than are under way at a time, and a last one that is short
        digest.update(_all_reduce(me, np.dtype(np.float32), SUM, 5_000_001, False).tobytes())
        digest.update(_all_reduce(me, BFLOAT16, SUM, 5_000_001, True).tobytes())
    assert me.wait() == 0, me.api.message()
    me.ok.HcclCommDestroy(me.comm)
    return digest.hexdigest()


def special(me: Rank) -> None:
    """NaN is the largest and the smallest; infinities and zeros as float32 arithmetic has them."""
    table = np.array([0.0, -0.0, 1.5, np.inf, -np.inf, np.nan], np.float32)
    parts = [np.repeat(table, 6), np.tile(table, 6)]
    for dtype in (np.dtype(np.float16), np.dtype(np.float32), BFLOAT16):
        for operation in (SUM, MAX, MIN):
            own = parts[me.rank].astype(dtype)
            buffer = me.up(own)
            number = TYPES[dtype]
            me.ok.HcclAllReduce(buffer, buffer, 36, number, operation, me.comm, me.stream)
            assert me.wait() == 0
            with np.errstate(invalid="ignore"):
                expected = OPERATIONS[operation](parts[0], parts[1])
            found = me.down(buffer, own).astype(np.float32)
            np.testing.assert_array_equal(found, expected, f"{dtype} {operation}")
            me.free(buffer)


# --- Streams -------------------------------------------------------------------------------------


def streams(me: Rank) -> None:
    """A collective waits for an event, and work behind an event waits for it; calls return at
    once, and two communicators on two streams meet in opposite sequences on the ranks."""
    other = ctypes.c_void_p()
    me.ok.HcclCommInitRootInfo(me.size, me.meet(), me.rank, ctypes.byref(other))
    second, event, done = me.new_stream(), ctypes.c_void_p(), ctypes.c_void_p()
    me.ok.aclrtCreateEvent(ctypes.byref(event))
    me.ok.aclrtCreateEvent(ctypes.byref(done))
    count = 100_000
    data = np.full(count, me.rank + 1, np.float32)
    source, buffer, result = me.up(data), me.memory(data.nbytes), me.memory(data.nbytes)
    for _ in range(3):
        me.ok.aclrtMemcpyAsync(buffer, data.nbytes, source, data.nbytes, 3, second)
        me.ok.aclrtRecordEvent(event, second)
        me.ok.aclrtStreamWaitEvent(me.stream, event)
        me.ok.HcclAllReduce(buffer, buffer, count, FP32, SUM, me.comm, me.stream)
        me.ok.aclrtRecordEvent(done, me.stream)
        me.ok.aclrtStreamWaitEvent(second, done)
        me.ok.aclrtMemcpyAsync(result, data.nbytes, buffer, data.nbytes, 3, second)
        me.ok.aclrtSynchronizeStream(second)
        total = sum(range(1, me.size + 1))
        same(me.down(result, data), np.full(count, total, np.float32), "behind events")
    assert me.wait() == 0
    pairs = [(me.comm, me.stream, buffer), (other, second, result)]
    expected = np.full(count, sum(range(me.size)), np.float32)
    for _, _, memory in pairs:
        me.ok.aclrtMemcpy(memory, data.nbytes, (data - 1).ctypes.data, data.nbytes, 1)
    for comm, stream, memory in pairs if me.rank % 2 else reversed(pairs):
        me.ok.HcclAllReduce(memory, memory, count, FP32, SUM, comm, stream)
    for _, stream, memory in pairs:
        me.ok.aclrtSynchronizeStream(stream)
        same(me.down(memory, data), expected, "in opposite sequences")


def returns_at_once(me: Rank) -> float:
    """Seconds that the calls of rank 0 take while the other rank is not there yet."""
    buffer = me.up(np.ones(8, np.float32))
    if me.rank == 1:
        time.sleep(1)
    begin = time.monotonic()
    me.ok.HcclAllReduce(buffer, buffer, 8, FP32, SUM, me.comm, me.stream)
    me.ok.HcclBarrier(me.comm, me.stream)
    taken = time.monotonic() - begin
    assert me.wait() == 0
    assert me.down(buffer, np.zeros(8, np.float32)).tolist() == [2.0] * 8
    return taken


def graph(me: Rank) -> list[float]:
    """Captured collectives run at each replay, between others that are not captured."""
    model = ctypes.c_void_p()
    buffer = me.up(np.ones(4, np.float32))
    peer = 1 - me.rank
    got = me.memory(16)
    me.ok.aclmdlRICaptureBegin(me.stream, 0)
    me.ok.HcclAllReduce(buffer, buffer, 4, FP32, SUM, me.comm, me.stream)
    items = batch((1, got, 4, FP32, peer), (0, buffer, 4, FP32, peer))
    me.ok.HcclBatchSendRecv(items, 2, me.comm, me.stream)
    me.ok.HcclAllReduce(buffer, buffer, 4, FP32, MAX, me.comm, me.stream)
    me.ok.aclmdlRICaptureEnd(me.stream, ctypes.byref(model))
    found = []
    for _ in range(3):
        me.ok.aclmdlRIExecuteAsync(model, me.stream)
        me.ok.HcclBarrier(me.comm, me.stream)
        assert me.wait() == 0, me.api.message()
        found.append(float(me.down(buffer, np.zeros(4, np.float32))[3]))
    assert me.down(got, np.zeros(4, np.float32)).tolist() == [8.0] * 4
    me.ok.aclmdlRIDestroy(model)
    return found


# --- Failures ------------------------------------------------------------------------------------


def failure(me: Rank) -> dict[str, Any]:
    """How the stream fails, and what the communicator says."""
    begin = time.monotonic()
    status = me.wait()
    text = me.api.message()
    return {
        "status": status,
        "text": text,
        "seconds": time.monotonic() - begin,
        "error": me.async_error(),
    }


def mismatch(me: Rank, what: str) -> dict[str, Any]:
    """Rank 1 calls something else than the others; what comes afterwards is right again."""
    differs = me.rank == 1
    buffer, large = me.up(np.ones(100, np.float32)), me.memory(80_000)
    arguments = {
        "count": (10 if differs else 20, FP32, SUM),
        "type": (10, INT32 if differs else FP32, SUM),
        "operation": (10, FP32, MAX if differs else SUM),
    }
    if what in arguments:
        count, number, operation = arguments[what]
        me.ok.HcclAllReduce(buffer, buffer, count, number, operation, me.comm, me.stream)
    elif what == "root":
        me.ok.HcclBroadcast(buffer, 10, FP32, me.rank, me.comm, me.stream)
    elif what == "function" and differs:
        me.ok.HcclBarrier(me.comm, me.stream)
    elif what == "function":
        me.ok.HcclAllReduce(buffer, buffer, 10, FP32, SUM, me.comm, me.stream)
    elif what == "transfer":
        call = me.ok.HcclRecv if differs else me.ok.HcclSend
        call(large, 10_000 if differs else 20_000, FP32, 1 - me.rank, me.comm, me.stream)
    found = failure(me)
    me.ok.aclrtDestroyStream(me.stream)
    me.stream = me.new_stream()
    me.ok.HcclBarrier(me.comm, me.stream)
    found["after"] = me.wait()
    return found


def small_transfer_mismatch(me: Rank) -> dict[str, Any]:
    """What is small has gone before the other side compares."""
    buffer = me.up(np.ones(20, np.float32))
    call = me.ok.HcclRecv if me.rank == 1 else me.ok.HcclSend
    call(buffer, 10 if me.rank == 1 else 20, FP32, 1 - me.rank, me.comm, me.stream)
    return failure(me)


def parts_mismatch(me: Rank) -> dict[str, Any]:
    """Rank 0 sends rank 1 fewer elements than that expects."""
    send, receive = me.up(np.ones(20, np.float32)), me.memory(80)
    out = counts([10, 4] if me.rank == 0 else [10, 10])
    into, places = counts([10, 10]), counts([0, 10])
    me.ok.HcclAlltoAllV(send, out, places, FP32, receive, into, places, FP32, me.comm, me.stream)
    return failure(me)


def killed(me: Rank, call: str, count: int, how: str = "kill") -> dict[str, Any]:
    """The last rank ends in the middle of a loop; the others end with a failure."""
    buffer = me.up(np.ones(count * me.size, np.float32))
    result = me.memory(4 * count * me.size)
    if me.rank == me.size - 1:
        pause = 0.05 + 0.2 * np.random.default_rng().random()
        end = (
            (lambda: os.kill(os.getpid(), signal.SIGKILL))
            if how == "kill"
            else (lambda: os._exit(0))
        )
        threading.Timer(pause, end).start()
    begin = time.monotonic()
    status = 0
    while status == 0 and time.monotonic() < begin + 20:
        if call == "send" and me.rank == 0:
            code = me.api.HcclRecv(buffer, count, FP32, me.size - 1, me.comm, me.stream)
        elif call == "send" and me.rank == me.size - 1:
            code = me.api.HcclSend(buffer, count, FP32, 0, me.comm, me.stream)
        elif call in {"all reduce", "send"}:
            code = me.api.HcclAllReduce(buffer, result, count, FP32, SUM, me.comm, me.stream)
        elif call == "all to all":
            code = me.api.HcclAlltoAll(buffer, count, FP32, result, count, FP32, me.comm, me.stream)
        else:
            code = me.api.HcclBroadcast(buffer, count, FP32, 0, me.comm, me.stream)
        if code != 0:
            return {"refused": code, "text": me.api.message(), "error": me.async_error()}
        status = me.wait()
    found = {"status": status, "text": me.api.message(), "error": me.async_error()}
    found["refused"] = me.api.HcclBarrier(me.comm, me.stream)
    me.api.message()
    me.ok.HcclCommDestroy(me.comm)
    return found


def late(me: Rank) -> dict[str, Any]:
    """Rank 1 does not call."""
    buffer = me.up(np.ones(8, np.float32))
    if me.rank == 1:
        time.sleep(2.5)
        return {}
    me.ok.HcclAllReduce(buffer, buffer, 8, FP32, SUM, me.comm, me.stream)
    return failure(me)


def leaves(me: Rank) -> dict[str, Any]:
    """Rank 1 ends its communicator, and rank 0 waits for it."""
    buffer = me.up(np.ones(8, np.float32))
    if me.rank == 1:
        me.ok.HcclCommDestroy(me.comm)
        time.sleep(4)
        return {}
    me.ok.HcclAllReduce(buffer, buffer, 8, FP32, SUM, me.comm, me.stream)
    return failure(me)


def freed(me: Rank) -> dict[str, Any]:
    """Rank 1 frees a buffer before the work has run; the others learn it."""
    buffer, held = me.up(np.ones(8, np.float32)), me.new_stream()
    if me.rank == 1:
        event = ctypes.c_void_p()
        value = me.up(np.zeros(1, np.uint64))
        me.ok.aclrtCreateEvent(ctypes.byref(event))
        me.ok.aclrtValueWait(value, 1, 1, me.stream)
        me.ok.HcclAllReduce(buffer, buffer, 8, FP32, SUM, me.comm, me.stream)
        time.sleep(2)  # until rank 0 has called it too
        me.ok.aclrtFree(buffer)
        me.ok.aclrtValueWrite(value, 1, 0, held)
        me.ok.aclrtSynchronizeStream(held)
    else:
        me.ok.HcclAllReduce(buffer, buffer, 8, FP32, SUM, me.comm, me.stream)
    return failure(me)


# --- Communicators -------------------------------------------------------------------------------


def not_all_come(me: Rank) -> dict[str, Any]:
    """Rank 2 of 3 does not come."""
    if me.rank == 2:
        return {}
    info = me.meet()
    begin = time.monotonic()
    status = me.api.HcclCommInitRootInfo(me.size, info, me.rank, ctypes.byref(me.comm))
    seconds = time.monotonic() - begin
    return {"status": status, "text": me.api.message(), "seconds": seconds}


not_all_come.joins_itself = True  # type: ignore[attr-defined]


def disagree(me: Rank) -> dict[str, Any]:
    """Rank 1 says that there are 3."""
    info = me.meet()
    size = 3 if me.rank == 1 else 2
    status = me.api.HcclCommInitRootInfo(size, info, me.rank, ctypes.byref(me.comm))
    return {"status": status, "text": me.api.message()}


disagree.joins_itself = True  # type: ignore[attr-defined]


def twice(me: Rank) -> dict[str, Any]:
    """Both say that they are rank 0; the process of the root info outlives the other."""
    info = me.meet()
    status = me.api.HcclCommInitRootInfo(2, info, 0, ctypes.byref(me.comm))
    text = me.api.message()
    if me.rank == 0:
        time.sleep(1.5)
    return {"status": status, "text": text}


twice.joins_itself = True  # type: ignore[attr-defined]


def descriptors() -> list[int]:
    """The open files of this process."""
    return [int(path.name) for path in Path("/proc/self/fd").iterdir()]


def many(me: Rank, count: int) -> int:
    """Communicators made and destroyed; how many descriptors are left over."""

    buffer = me.up(np.ones(4, np.float32))
    me.ok.HcclBarrier(me.comm, me.stream)
    assert me.wait() == 0
    before = len(descriptors())
    for _ in range(count):
        comm = ctypes.c_void_p()
        me.ok.HcclCommInitRootInfo(me.size, me.meet(), me.rank, ctypes.byref(comm))
        me.ok.HcclAllReduce(buffer, buffer, 4, FP32, MAX, comm, me.stream)
        assert me.wait() == 0
        me.ok.HcclCommDestroy(comm)
    end = time.monotonic() + 5
    while len(descriptors()) > before and time.monotonic() < end:
        time.sleep(0.02)
    return len(descriptors()) - before


def subs(me: Rank) -> dict[str, Any]:
    """Communicators of some ranks, two at a time."""
    name = ctypes.create_string_buffer(128)
    me.ok.HcclGetCommName(me.comm, name)
    found: dict[str, Any] = {"name": name.value.decode(), "sums": []}
    config = settings()
    for number, members in enumerate([[0, 2], [1, 2], list(range(me.size))]):
        sub, whole = ctypes.c_void_p(7), ctypes.c_void_p(me.comm.value)
        if me.rank in members:
            ranks = (ctypes.c_uint32 * len(members))(*members)
            own = members.index(me.rank)
            me.ok.HcclCreateSubCommConfig(
                ctypes.byref(whole), len(members), ranks, number, own, config, ctypes.byref(sub)
            )
            me.ok.HcclGetCommName(sub, name)
            assert name.value.decode() == f"{found['name']}_sub_{number}"
            rank, size = ctypes.c_uint32(), ctypes.c_uint32()
            me.ok.HcclGetRankId(sub, ctypes.byref(rank))
            me.ok.HcclGetRankSize(sub, ctypes.byref(size))
            assert (rank.value, size.value) == (own, len(members))
            buffer = me.up(np.array([10.0**me.rank], np.float32))
            me.ok.HcclAllReduce(buffer, buffer, 1, FP32, SUM, sub, me.stream)
            assert me.wait() == 0
            found["sums"].append(float(me.down(buffer, np.zeros(1, np.float32))[0]))
            handle = ctypes.c_void_p()
            me.ok.HcclCommGetHandleWithName(name, ctypes.byref(handle))
            assert handle.value == sub.value
            me.ok.HcclCommDestroy(sub)
        else:
            me.ok.HcclCreateSubCommConfig(
                ctypes.byref(whole), 0, None, 0xFFFFFFFF, 0, config, ctypes.byref(sub)
            )
            assert sub.value is None
    return found


def by_table(me: Rank, table: str) -> float:
    """A communicator by a rank table."""
    me.ok.HcclCommInitClusterInfo(table.encode(), me.rank, ctypes.byref(me.comm))
    buffer = me.up(np.array([me.rank + 1], np.float32))
    me.ok.HcclAllReduce(buffer, buffer, 1, FP32, SUM, me.comm, me.stream)
    assert me.wait() == 0
    return float(me.down(buffer, np.zeros(1, np.float32))[0])


by_table.joins_itself = True  # type: ignore[attr-defined]


# --- Findings ------------------------------------------------------------------------------------


def race(me: Rank, ordered: bool) -> None:
    """A buffer of a collective is overwritten on another stream."""
    buffer, other, event = me.up(np.ones(64, np.float32)), me.new_stream(), ctypes.c_void_p()
    me.ok.aclrtCreateEvent(ctypes.byref(event))
    me.ok.HcclAllReduce(buffer, buffer, 64, FP32, SUM, me.comm, me.stream)
    if ordered:
        me.ok.aclrtRecordEvent(event, me.stream)
        me.ok.aclrtStreamWaitEvent(other, event)
    me.ok.aclrtMemsetAsync(buffer, 256, 0, 256, other)
    me.ok.aclrtSynchronizeStream(other)
    assert me.wait() == 0
    me.ok.aclrtDestroyEvent(event)
    me.ok.aclrtDestroyStream(other)
    me.free(buffer)
    me.ok.HcclCommDestroy(me.comm)
    me.ok.aclrtDestroyStream(me.stream)
    me.ok.aclrtResetDevice(0)
    me.ok.aclFinalize()


def leaves_a_communicator(me: Rank) -> None:
    """Everything but the communicator is given back."""
    me.ok.aclrtDestroyStream(me.stream)
    me.ok.aclrtResetDevice(0)
    me.ok.aclFinalize()


def nobody_answers(me: Rank) -> dict[str, Any]:
    """Rank 1 cannot reach the place where the ranks meet."""
    info = me.meet()
    if me.rank == 0:
        time.sleep(3)
        return {}
    status = me.api.HcclCommInitRootInfo(me.size, info, me.rank, ctypes.byref(me.comm))
    return {"status": status, "text": me.api.message()}


nobody_answers.joins_itself = True  # type: ignore[attr-defined]


def starved(me: Rank, more: int) -> dict[str, Any]:
    """Rank 1 may open so many files more."""
    info = me.meet()
    if me.rank == 1:
        highest = max(descriptors()) + 1
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + more, hard))
    status = me.api.HcclCommInitRootInfo(me.size, info, me.rank, ctypes.byref(me.comm))
    answer = {"status": status, "text": me.api.message()}
    if status == 0:
        buffer = me.up(np.ones(60_000, np.float32))
        me.ok.HcclAllReduce(buffer, buffer, 60_000, FP32, SUM, me.comm, me.stream)
        answer["status"] = me.wait()
        answer["text"] = me.api.message()
    if me.rank == 0:
        time.sleep(0.5)
    return answer


starved.joins_itself = True  # type: ignore[attr-defined]


# --- Products ------------------------------------------------------------------------------------


def products(me: Rank) -> dict[str, list[str]]:
    """What a communicator of one rank takes: types by number, with the operation for reductions."""
    a, b = me.memory(64), me.memory(64)
    one, zero, last = counts([1]), counts([0]), (me.comm, me.stream)
    found: dict[str, list[str]] = {"moved": [], "reduced": [], "reduced_v": [], "functions": []}
    for type_ in range(20):
        if me.api.HcclAllGather(a, b, 1, type_, *last) == 0:
            found["moved"].append(str(type_))
        for op in OPERATIONS:
            if me.api.HcclAllReduce(a, b, 1, type_, op, *last) == 0:
                found["reduced"].append(f"{type_} {op}")
            if me.api.HcclReduceScatterV(a, one, zero, b, 1, type_, op, *last) == 0:
                found["reduced_v"].append(f"{type_} {op}")
    if me.api.HcclAllGatherV(a, 1, b, one, zero, FP32, *last) == 0:
        found["functions"].append("HcclAllGatherV")
    if me.api.HcclAlltoAllVC(a, one, FP32, b, FP32, *last) == 0:
        found["functions"].append("HcclAlltoAllVC")
    assert me.wait() == 0
    return found


def beside_another_ucx(me: Rank) -> None:
    """The same as `streams`, in a process that has a UCX already."""
    ctypes.CDLL("libucp.so.0", ctypes.RTLD_GLOBAL)
    me.join()
    streams(me)


beside_another_ucx.joins_itself = True  # type: ignore[attr-defined]


def one_thread(me: Rank) -> list[list[float]]:
    """One thread plays three ranks: by HcclCommInitAll, and in a group; and by turns on streams."""
    size = 3
    comms = (ctypes.c_void_p * size)()
    me.ok.HcclCommInitAll(size, (ctypes.c_int32 * size)(0, 1, 2), comms)
    info = ctypes.create_string_buffer(ROOT_INFO_BYTES)
    me.ok.HcclGetRootInfo(info)
    grouped = [ctypes.c_void_p() for _ in range(size)]
    me.ok.HcclGroupStart()
    for rank in range(size):
        me.ok.aclrtSetDevice(rank)
        me.ok.HcclCommInitRootInfo(size, info, rank, ctypes.byref(grouped[rank]))
    me.ok.HcclGroupEnd()
    found = []
    for handles in (list(comms), grouped):
        buffers, streams_ = [], []
        for rank in range(size):
            me.ok.aclrtSetDevice(rank)
            buffers.append(me.up(np.array([10.0**rank], np.float32)))
            streams_.append(me.new_stream())
            me.ok.HcclAllReduce(
                buffers[rank], buffers[rank], 1, FP32, SUM, handles[rank], streams_[rank]
            )
        sums = []
        for rank in range(size):
            me.ok.aclrtSetDevice(rank)
            me.ok.aclrtSynchronizeStream(streams_[rank])
            sums.append(float(me.down(buffers[rank], np.zeros(1, np.float32))[0]))
            me.ok.HcclCommDestroy(handles[rank])
        found.append(sums)
    return found


one_thread.joins_itself = True  # type: ignore[attr-defined]


def destroyed_while_in_use(me: Rank) -> list[int]:
    """Another thread waits in a call: for the communicator's buffer a device is asked."""
    statuses = []
    stop = threading.Event()

    def ask() -> None:
        rank = ctypes.c_uint32()
        while not stop.is_set():
            me.api.HcclGetRankId(me.comm, ctypes.byref(rank))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 20
    status = me.api.HcclCommDestroy(me.comm)
    while status != 0 and time.monotonic() < end:
        statuses.append(status)
        status = me.api.HcclCommDestroy(me.comm)
    stop.set()
    for thread in threads:
        thread.join()
    return [*statuses, status]
