# SPDX-License-Identifier: Apache-2.0
"""Graphs of infinirt: work of a stream that is captured once and runs again and again."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np
import pytest
from interfaces.infiniop.calls import (
    ASCEND,
    BAD_PARAM,
    CPU,
    D2D,
    NOT_IMPLEMENTED,
    NULL_POINTER,
    Infini,
    Place,
    strided,
)

GLOBAL, THREAD_LOCAL, RELAXED = range(3)

NUMBERS = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.fixture
def place(infini: Infini) -> Iterator[Place]:
    with Place(infini, ASCEND) as found:
        yield found


def captured(place: Place, start: int, end: int) -> ctypes.c_void_p:
    """A graph that copies NUMBERS' bytes from one place to another."""
    graph = ctypes.c_void_p()
    place.infini.ok.infinirtStreamBeginCapture(place.stream, THREAD_LOCAL)
    place.infini.ok.infinirtMemcpyAsync(end, start, NUMBERS.nbytes, D2D, place.stream)
    place.infini.ok.infinirtStreamEndCapture(place.stream, ctypes.byref(graph))
    return graph


def instance(place: Place, graph: ctypes.c_void_p) -> ctypes.c_void_p:
    found, node = ctypes.c_void_p(), ctypes.c_void_p(7)
    log = ctypes.create_string_buffer(b"text", 8)
    place.infini.ok.infinirtGraphInstantiate(
        ctypes.byref(found), graph, ctypes.byref(node), log, len(log)
    )
    assert (node.value, log.value) == (None, b"")
    return found


def read(place: Place, address: int) -> np.ndarray:
    place.infini.ok.infinirtStreamSynchronize(place.stream)
    found = np.empty_like(NUMBERS)
    place.download(found, address)
    return found


def test_a_replay_reads_what_is_there_by_then(place: Place) -> None:
    start, end = place.upload(NUMBERS), place.upload(np.zeros_like(NUMBERS))
    graph = captured(place, start, end)
    assert not read(place, end).any()  # a capture runs nothing
    launched = instance(place, graph)
    place.infini.ok.infinirtGraphDestroy(graph)  # the instance goes on
    for factor in (1, 2):
        changed = NUMBERS * factor
        place.infini.ok.infinirtMemcpy(start, place.upload(changed), NUMBERS.nbytes, D2D)
        place.infini.ok.infinirtGraphLuanch(launched, place.stream)
        assert (read(place, end) == changed).all()
    place.infini.ok.infinirtGraphExecDestroy(launched)
    place.infini.fails(BAD_PARAM, "infinirtGraphLuanch", launched, place.stream)


def test_an_operator(place: Place) -> None:
    """A gradient of two rows, accumulated by each of three replays."""
    tensors = [
        strided(np.zeros((2, 4), np.float32)),
        strided(NUMBERS),
        strided(np.array([1, 0, 1])),
    ]
    operator = place.operator(
        "EmbeddingBackward", [tensors[0], None, *tensors[1:], None], [1.0, 0.0, 1, 0]
    )
    table, dy, indices = (place.put(tensor) for tensor in tensors)
    infini, graph = place.infini, ctypes.c_void_p()
    infini.ok.infinirtStreamBeginCapture(place.stream, GLOBAL)
    infini.ok.infiniopEmbeddingBackward(operator, table, None, dy, indices, None, place.stream)
    infini.ok.infinirtStreamEndCapture(place.stream, ctypes.byref(graph))
    launched = instance(place, graph)
    for _ in range(3):
        infini.ok.infinirtGraphLuanch(launched, place.stream)
    infini.ok.infinirtStreamSynchronize(place.stream)
    place.take(tensors[0], table)
    expected = np.stack([NUMBERS[1], NUMBERS[0] + NUMBERS[2]]) * 3
    assert (tensors[0].view == expected).all()
    for name, handle in (("GraphExec", launched), ("Graph", graph)):
        getattr(infini.ok, f"infinirt{name}Destroy")(handle)
    infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(operator)


def test_mistakes(place: Place) -> None:
    infini, out = place.infini, ctypes.c_void_p(7)
    end = ctypes.byref(out)
    infini.fails(BAD_PARAM, "infinirtStreamBeginCapture", None, GLOBAL)  # the default stream
    infini.fails(BAD_PARAM, "infinirtStreamBeginCapture", place.stream, 3)
    infini.fails(BAD_PARAM, "infinirtStreamEndCapture", place.stream, end)
    infini.fails(NULL_POINTER, "infinirtStreamEndCapture", place.stream, None)
    for name in ("infinirtGraphDestroy", "infinirtGraphExecDestroy"):
        infini.fails(NULL_POINTER, name, None)
        infini.fails(BAD_PARAM, name, place.stream)
    infini.fails(NULL_POINTER, "infinirtGraphInstantiate", end, None, None, None, 0)
    infini.fails(NULL_POINTER, "infinirtGraphInstantiate", None, place.stream, None, None, 0)
    infini.fails(BAD_PARAM, "infinirtGraphInstantiate", end, place.stream, None, None, 0)
    infini.fails(NULL_POINTER, "infinirtGraphLuanch", None, place.stream)
    assert out.value == 7
    infini.ok.infinirtStreamBeginCapture(place.stream, RELAXED)
    infini.fails(BAD_PARAM, "infinirtStreamBeginCapture", place.stream, RELAXED)
    infini.ok.infinirtStreamEndCapture(place.stream, end)
    infini.ok.infinirtGraphDestroy(out)


def test_the_cpu_has_none(infini: Infini) -> None:
    out = ctypes.c_void_p(7)
    with Place(infini, CPU) as place:
        text = infini.fails(NOT_IMPLEMENTED, "infinirtStreamBeginCapture", place.stream, GLOBAL)
        assert "INFINI_DEVICE_ASCEND" in text
        infini.fails(NOT_IMPLEMENTED, "infinirtStreamEndCapture", place.stream, ctypes.byref(out))
    assert out.value == 7
