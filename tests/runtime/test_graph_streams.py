# SPDX-License-Identifier: Apache-2.0
"""Streams of graphs that are built: work begins them, ends its own, and jumps to labels.

Rules and statuses are those of CANN's pages of aclrtActiveStream, aclrtSwitchStream, aclrt*Label*,
aclmdlRIBindStream and aclrtPersistentTaskClean, and of its sample of a graph that switches.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import pytest
from runtime.codes import (
    FEATURE_NOT_SUPPORT,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    RT_INTERNAL_ERROR,
)
from runtime.tools import Order, apart, in_every_mode, malloc, new_stream, read, until, write
from support import Api, Session

PERSISTENT = 0x4
HEAD, CALLED = 0, 0x7FFFFFFF
EQUAL, NOT_EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL = range(6)
INT32, INT64 = 0, 1
SUM, REDUCED_INT32 = 10, 3
STREAM_MODEL, MODEL_EXECUTE, LABEL_CONTEXT = 107005, 507011, 507031


class Built:
    """A graph of as many streams, the first of which begins with each replay."""

    def __init__(self, api: Api, count: int) -> None:
        self.api, self.graph = api, ctypes.c_void_p()
        self.order = Order(api)
        self.streams = [ctypes.c_void_p() for _ in range(count)]
        api.ok.aclmdlRIBuildBegin(ctypes.byref(self.graph), 0)
        for i, stream in enumerate(self.streams):
            api.ok.aclrtCreateStreamWithConfig(ctypes.byref(stream), 0, PERSISTENT)
            api.ok.aclmdlRIBindStream(self.graph, stream, CALLED if i else HEAD)

    def say(self, stream: int, word: str) -> None:
        self.order.launch(self.streams[stream], word)

    def finish(self) -> None:
        self.api.ok.aclmdlRIBuildEnd(self.graph, None)

    def run(self, stream: Any) -> int:
        """The status of a replay; `order.seen` has what it did."""
        self.order.seen.clear()
        self.api.ok.aclmdlRIExecuteAsync(self.graph, stream)
        return int(self.api.aclrtSynchronizeStream(stream))

    def end(self) -> None:
        self.api.ok.aclmdlRIDestroy(self.graph)
        for stream in self.streams:
            self.api.ok.aclrtDestroyStream(stream)


def number_at(api: Api, value: int, form: str = "i") -> int:
    address = malloc(api, 8)
    write(api, address, struct.pack(form, value))
    return address


@in_every_mode
def test_a_stream_switches_to_the_one_whose_condition_holds(api: Api) -> None:
    """CANN's sample: 1 goes to the third stream, 2 by way of the fourth to the second."""
    with Session(api) as session:
        built = Built(api, 5)
        one, two, chosen = (number_at(api, value) for value in (1, 2, 0))
        first, second, third, fourth, last = built.streams
        built.say(0, "first")
        built.say(1, "second")
        api.ok.aclrtActiveStream(last, second)
        built.say(2, "third")
        api.ok.aclrtActiveStream(last, third)
        api.ok.aclrtSwitchStream(chosen, EQUAL, one, INT32, third, None, first)
        api.ok.aclrtSwitchStream(chosen, EQUAL, two, INT32, fourth, None, first)
        built.say(0, "neither")
        api.ok.aclrtActiveStream(second, fourth)
        api.ok.aclmdlRIEndTask(built.graph, last)
        built.say(4, "behind the end")
        built.finish()
        for value, expected in ((1, ["first", "third"]), (2, ["first", "second"])):
            write(api, chosen, struct.pack("i", value))
            assert built.run(session.stream) == 0
            assert built.order.seen == expected
        write(api, chosen, struct.pack("i", 3))
        assert built.run(session.stream) == MODEL_EXECUTE
        assert "aclmdlRIEndTask" in api.message()
        assert built.order.seen == ["first", "neither"]
        built.end()
        for address in (one, two, chosen):
            api.ok.aclrtFree(address)


@pytest.mark.parametrize("kind", [INT32, INT64])
def test_conditions_compare_numbers_with_signs(api: Api, kind: int) -> None:
    with Session(api) as session:
        form = "iq"[kind]
        pairs = [(-1, 0), (0, 0), (2**31 - 1 if kind == INT32 else 2**40, -5)]
        holds = {
            EQUAL: int.__eq__,
            NOT_EQUAL: int.__ne__,
            GREATER: int.__gt__,
            GREATER_OR_EQUAL: int.__ge__,
            LESS: int.__lt__,
            LESS_OR_EQUAL: int.__le__,
        }
        left, right = number_at(api, 0, form), number_at(api, 0, form)
        for condition, compare in holds.items():
            built = Built(api, 2)
            api.ok.aclrtSwitchStream(
                left, condition, right, kind, built.streams[1], None, built.streams[0]
            )
            built.say(0, "no")
            built.say(1, "yes")
            built.finish()
            for a, b in pairs:
                write(api, left, struct.pack(form, a))
                write(api, right, struct.pack(form, b))
                assert built.run(session.stream) == 0
                assert built.order.seen == ["yes" if compare(a, b) else "no"], (condition, a, b)
            built.end()
        api.ok.aclrtFree(left)
        api.ok.aclrtFree(right)


def test_streams_that_are_activated_run_beside_the_others(api: Api) -> None:
    """One that has work left is not begun again, one that is over is."""
    with Session(api) as session:
        built = Built(api, 2)
        built.say(1, "called")
        for word in ("a", "b"):
            built.say(0, word)
            api.ok.aclrtActiveStream(built.streams[1], built.streams[0])
        built.finish()
        assert built.run(session.stream) == 0
        assert built.order.seen == ["a", "called", "b", "called"]
        built.end()


def test_a_stream_waits_for_an_event_of_one_that_begins_later(api: Api) -> None:
    with Session(api) as session:
        for calls in (True, False):
            built = Built(api, 3)
            event = ctypes.c_void_p()
            api.ok.aclrtCreateEventExWithFlag(ctypes.byref(event), 1)
            api.ok.aclrtActiveStream(built.streams[2], built.streams[0])
            built.say(1, "awaited")
            api.ok.aclrtRecordEvent(event, built.streams[1])
            api.ok.aclrtStreamWaitEvent(built.streams[2], event)
            built.say(2, "behind")
            built.say(0, "head")
            if calls:
                api.ok.aclrtActiveStream(built.streams[1], built.streams[0])
            built.finish()
            status = built.run(session.stream)
            assert status == (0 if calls else MODEL_EXECUTE)
            assert built.order.seen == (["head", "awaited", "behind"] if calls else ["head"])
            assert calls or "waits for an event" in api.message()
            built.end()
            api.ok.aclrtDestroyEvent(event)


class Labels:
    """Labels of a list."""

    def __init__(self, api: Api, count: int) -> None:
        self.api, self.list = api, ctypes.c_void_p()
        self.labels = (ctypes.c_void_p * count)()
        for i in range(count):
            label = ctypes.c_void_p()
            api.ok.aclrtCreateLabel(ctypes.byref(label))
            self.labels[i] = label
        api.ok.aclrtCreateLabelList(self.labels, count, ctypes.byref(self.list))

    def end(self) -> None:
        for label in self.labels:
            self.api.ok.aclrtDestroyLabel(label)
        self.api.ok.aclrtDestroyLabelList(self.list)


@in_every_mode
def test_labels_make_a_loop(api: Api) -> None:
    """While a counter is not 0 its stream goes back; a number beyond the list is the last one."""
    with Session(api) as session:
        built, labels = Built(api, 1), Labels(api, 2)
        counter, minus_one = number_at(api, 0), number_at(api, -1)
        (stream,) = built.streams
        api.ok.aclrtSetLabel(labels.labels[1], stream)
        built.say(0, "once more")
        api.ok.aclrtReduceAsync(counter, minus_one, 4, SUM, REDUCED_INT32, stream, None)
        api.ok.aclrtSwitchLabelByIndex(counter, 2, labels.list, stream)
        api.ok.aclrtSetLabel(labels.labels[0], stream)
        built.say(0, "done")
        built.finish()
        labels.end()  # the graph keeps them
        for count in (1, 5):
            write(api, counter, struct.pack("i", count))
            assert built.run(session.stream) == 0
            assert built.order.seen == ["once more"] * count + ["done"]
        built.end()
        api.ok.aclrtFree(counter)
        api.ok.aclrtFree(minus_one)


def test_a_jump_to_another_stream_ends_its_own(api: Api) -> None:
    with Session(api) as session:
        built, labels = Built(api, 3), Labels(api, 3)
        index = number_at(api, 0)
        for stream in (1, 2):
            built.say(stream, "before the label")
            api.ok.aclrtSetLabel(labels.labels[stream - 1], built.streams[stream])
            built.say(stream, f"stream {stream}")
        api.ok.aclrtSwitchLabelByIndex(index, 3, labels.list, built.streams[0])
        built.say(0, "never")
        built.finish()
        for value, expected in ((0, ["stream 1"]), (1, ["stream 2"])):
            write(api, index, struct.pack("I", value))
            assert built.run(session.stream) == 0
            assert built.order.seen == expected
        write(api, index, struct.pack("I", 2**32 - 1))
        assert built.run(session.stream) == MODEL_EXECUTE
        assert "label 2" in api.message()
        built.end()
        labels.end()
        api.ok.aclrtFree(index)


def test_what_labels_refuse(api: Api) -> None:
    with Session(api) as session:
        built, labels = Built(api, 2), Labels(api, 2)
        word, other = number_at(api, 0), ctypes.c_void_p()
        stream, place = built.streams[0], ctypes.c_void_p()
        jump = api.aclrtSwitchLabelByIndex
        assert api.aclrtCreateLabel(None) == INVALID_PARAM
        api.ok.aclrtCreateLabel(ctypes.byref(other))
        assert api.aclrtSetLabel(other, stream) == RT_INTERNAL_ERROR
        assert "aclrtCreateLabelList" in api.message()
        assert api.aclrtSetLabel(labels.labels[0], session.stream) == STREAM_MODEL
        assert api.aclrtSetLabel(labels.labels[0], None) == INVALID_PARAM
        api.ok.aclrtSetLabel(labels.labels[0], stream)
        assert api.aclrtSetLabel(labels.labels[0], stream) == RT_INTERNAL_ERROR
        lists = api.aclrtCreateLabelList
        assert lists(labels.labels, 2, ctypes.byref(place)) == RT_INTERNAL_ERROR
        twice = (ctypes.c_void_p * 2)(other, other)
        assert lists(twice, 2, ctypes.byref(place)) == RT_INTERNAL_ERROR
        assert lists(labels.labels, 0, ctypes.byref(place)) == PARAM_INVALID
        assert lists(labels.labels, 65536, ctypes.byref(place)) == PARAM_INVALID
        api.ok.aclrtCreateLabelList(twice, 1, ctypes.byref(place))  # the refused one left it
        assert jump(None, 1, labels.list, stream) == INVALID_PARAM
        assert jump(word, 0, labels.list, stream) == PARAM_INVALID
        assert jump(word, 3, labels.list, stream) == PARAM_INVALID
        assert jump(ctypes.byref(place), 1, labels.list, stream) == PARAM_INVALID
        assert jump(word, 1, labels.list, session.stream) == STREAM_MODEL
        assert jump(word, 1, other, stream) == INVALID_HANDLE
        api.ok.aclrtDestroyLabelList(place)
        assert api.aclrtDestroyLabelList(place) == INVALID_HANDLE
        api.ok.aclrtDestroyLabel(other)
        assert api.aclrtDestroyLabel(other) == INVALID_HANDLE
        built.end()
        labels.end()
        api.ok.aclrtFree(word)


def test_labels_belong_to_a_context(api: Api) -> None:
    with Session(api):
        label, own, context = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        api.ok.aclrtCreateLabel(ctypes.byref(label))
        api.ok.aclrtGetCurrentContext(ctypes.byref(own))
        api.ok.aclrtCreateContext(ctypes.byref(context), 0)
        assert api.aclrtDestroyLabel(label) == LABEL_CONTEXT
        api.ok.aclrtDestroyContext(context)
        api.ok.aclrtSetCurrentContext(own)
        api.ok.aclrtDestroyLabel(label)


@pytest.mark.slow
def test_a_process_has_so_many_labels(api: Api) -> None:
    with Session(api):
        made = []
        for _ in range(65535):
            label = ctypes.c_void_p()
            api.ok.aclrtCreateLabel(ctypes.byref(label))
            made.append(label)
        assert api.aclrtCreateLabel(ctypes.byref(label)) == RT_INTERNAL_ERROR
        for label in made:
            api.ok.aclrtDestroyLabel(label)
        api.ok.aclrtCreateLabel(ctypes.byref(label))
        api.ok.aclrtDestroyLabel(label)


def test_what_switches_refuse(api: Api) -> None:
    with Session(api) as session:
        built, other = Built(api, 2), Built(api, 1)
        word = number_at(api, 0, "q")
        first, second = built.streams
        switch, active = api.aclrtSwitchStream, api.aclrtActiveStream
        assert active(None, first) == active(second, None) == INVALID_PARAM
        assert active(session.stream, first) == active(first, session.stream) == STREAM_MODEL
        assert active(other.streams[0], first) == STREAM_MODEL
        assert switch(None, EQUAL, word, INT32, second, None, first) == INVALID_PARAM
        assert switch(word, EQUAL, word, INT32, second, second, first) == INVALID_PARAM
        assert switch(word, 6, word, INT32, second, None, first) == PARAM_INVALID
        assert switch(word, EQUAL, word, 2, second, None, first) == PARAM_INVALID
        assert switch(word, EQUAL, word + 4, INT64, second, None, first) == PARAM_INVALID
        assert switch(word, EQUAL, word, INT64, second, None, session.stream) == STREAM_MODEL
        built.finish()
        assert active(second, first) == STREAM_MODEL
        built.end()
        other.end()
        api.ok.aclrtFree(word)


@apart(ACLNN_SOC="Ascend910_9392")
def test_a_product_without_them(api: Api) -> None:
    with Session(api) as session:
        assert api.aclrtActiveStream(session.stream, session.stream) == FEATURE_NOT_SUPPORT
        assert "Ascend910_9392" in api.message()


# --- Streams that are cleaned and stopped --------------------------------------------------------


def test_a_cleaned_stream_takes_other_work(api: Api) -> None:
    with Session(api) as session:
        built = Built(api, 2)
        clean = api.aclrtPersistentTaskClean
        built.say(0, "old")
        api.ok.aclrtActiveStream(built.streams[1], built.streams[0])
        built.say(1, "kept")
        api.ok.aclmdlRIEndTask(built.graph, built.streams[1])
        assert clean(built.streams[0]) == RT_INTERNAL_ERROR
        built.finish()
        assert clean(session.stream) == RT_INTERNAL_ERROR
        assert clean(None) == INVALID_PARAM
        assert built.run(session.stream) == 0
        assert built.order.seen == ["old", "kept"]
        api.ok.aclrtPersistentTaskClean(built.streams[0])
        built.say(0, "new")
        assert built.run(session.stream) == MODEL_EXECUTE
        assert built.order.seen == ["new"]
        api.ok.aclrtPersistentTaskClean(built.streams[0])
        built.say(0, "newest")
        api.ok.aclmdlRIEndTask(built.graph, built.streams[0])
        built.say(0, "queued")
        assert built.run(session.stream) == 0
        assert "newest" in built.order.seen
        built.end()


def test_a_stopped_stream_goes_on_with_the_next_task(api: Api) -> None:
    with Session(api) as session:
        order, word = Order(api), number_at(api, 0, "q")
        stream = new_stream(api)
        api.ok.aclrtValueWait(word, 1, 1, stream)
        order.launch(stream, "next")
        api.ok.aclrtStreamQuery(stream, ctypes.byref(ctypes.c_int()))  # in lazy mode it asks

        def stopped() -> bool:  # the wait may not have begun yet, which is no error
            api.ok.aclrtStreamStop(stream)
            return bool(order.seen)

        until(stopped)
        api.ok.aclrtSynchronizeStream(stream)
        assert order.seen == ["next"]
        assert struct.unpack("q", read(api, word, 8)) == (0,)
        built = Built(api, 1)
        assert api.aclrtStreamStop(built.streams[0]) == RT_INTERNAL_ERROR
        assert api.aclrtStreamStop(None) == INVALID_PARAM
        built.end()
        api.ok.aclrtDestroyStream(stream)
        api.ok.aclrtFree(word)
        session.synchronize()
