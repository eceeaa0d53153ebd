# SPDX-License-Identifier: Apache-2.0
"""Programs on several streams, as data: what each races with, and the call that orders it.

Run as a script, with ACLNN_FINDINGS set: each program as it stands and without the call in
brackets, as often as the first argument says; prints what was found that should not be, or was not.
With "tell" as the second argument, what is found without the call, by title and without addresses;
with "views", where streams that write views of the same memory do not race as NumPy says that they
share it.

Memory      a b c on the device, 32 by 32 float32; h g on the host, as many bytes, pinned; p not so;
            d on the device that is current when it is first used; w the workspace of `back`
Views       a/0 a/1 the halves of rows, a|0 a|1 those of columns, a%0 a%1 every other column
Streams     0 the default one; others are made, on the current device, when they are first used.
            For a copy or memset "!" is no stream: the blocking call
Events      e f
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import re
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np

import aclnn_py as acl

ROWS = COLUMNS = 32
BYTES = ROWS * COLUMNS * 4
WORKSPACE = 1 << 25
FLOAT32, INT64, ND = 0, 9, 2
TO_DEVICE, TO_HOST, WITHIN = 1, 2, 3
ASCEND = 3

PAIRS = {
    # --- two streams
    "write and write": "set a 1; [sync 1]; set a 2",
    "write and read": "set a 1; record e 1; [wait 2 e]; copy b a 2",
    "read and write": "copy b a 1; record e 1; [wait 2 e]; set a 2",
    "two launches": "zero a 1; record e 1; [wait 2 e]; add b a 2",
    "out and out": "add b a 1; record e 1; [wait 2 e]; add b c 2",
    "launch and memset": "add b a 1; [sync 1]; set a 2",
    "memset and launch": "set a 1; record e 1; [wait 2 e]; add b a 2",
    "the device is synchronized with": "zero a 1; [sync *]; zero a 2",
    "the workspace of two launches": "back a 1; record e 1; [wait 2 e]; back b 2",
    "the workspace, by a memset": "back a 1; record e 1; [wait 2 e]; set w 2",
    "columns that every other column meets": "zero a|0 1; record e 1; [wait 2 e]; zero a%0 2",
    "rows and columns": "zero a/0 1; record e 1; [wait 2 e]; zero a|1 2",
    "halves, and then all": "zero a/0 1; zero a/1 2; sync 2; record e 1; [wait 2 e]; zero a 2",
    # --- three in a chain
    "a chain, the last wait": "set a 1; record e 1; wait 2 e; record f 2; [wait 3 f]; copy b a 3",
    "a chain, the first wait": "set a 1; record e 1; [wait 2 e]; record f 2; wait 3 f; copy b a 3",
    "a chain with work": "add b a 1; record e 1; [wait 2 e]; add c b 2; record f 2; wait 3 f;"
    " set c 3",
    "a fork and a join": "set a 1; record e 1; wait 2 e; wait 3 e; copy b a 2; copy c a 3;"
    " record e 2; record f 3; wait 1 e; [wait 1 f]; set a 1",
    "a chain by the host": "set a 1; record e 1; wait 2 e; [sync 2]; set a 3",
    # --- events
    "recorded too early": "record e 1; set a 1; [record e 1]; wait 2 e; set a 2",
    "recorded on another stream": "set a 1; record e 3; [record e 1]; wait 2 e; set a 2",
    "reused, waited for too early": "set a 1; record e 1; wait 2 e; set b 1; record e 1;"
    " [wait 2 e]; set b 2",
    "recorded again for another": "set a 1; record e 1; record f 1; record e 3; wait 2 e;"
    " [wait 2 f]; set a 2",
    "wait on the wrong stream": "set a 1; record e 1; wait 3 e; [wait 2 e]; set a 2",
    "a wait with a timeout": "set a 1; record e 1; [timed 2 e]; set a 2",
    "the host waits for the event": "set a 1; record e 1; [sync e]; set a 2",
    "the event is asked": "set a 1; record e 1; [query e]; set a 2",
    "the stream is asked": "set a 1; [query 1]; set a 2",
    "another stream is asked": "set a 1; set b 3; query 3; [query 1]; set a 2",
    "the wait for the event is asked": "set a 1; record e 1; wait 3 e; [waited e]; set a 2",
    "the host waits for a record in front": "record e 1; set a 1; sync e; [sync 1]; set a 2",
    "an event that is destroyed": "set a 1; record e 1; [wait 2 e]; end e; set a 2",
    "waited for too late": "set a 1; record e 1; [wait 2 e]; set a 2; wait 2 e",
    "recorded again before the wait": "set a 1; record e 1; [wait 2 e]; record e 3; wait 2 e;"
    " set a 2",
    "the time of the event is asked": "set a 1; record e 1; [stamp e]; set a 2",
    "an event that is reset": "set a 1; record e 1; sync 1; reset e 1; sync 1; set a 1;"
    " record e 1; [wait 2 e]; set a 2",
    # --- the host
    "a copy before the work is done": "set a 1; [sync 1]; get h a !",
    "a copy over what is read": "copy b a 1; [sync 1]; put a h !",
    "a memset over what is read": "add b a 1; record e 1; [sync e]; set a !",
    "free behind nothing": "set a 1; [sync 1]; free a",
    "free behind the wrong stream": "set a 1; set b 2; sync 2; [sync 1]; free a",
    "free behind the wrong event": "record e 1; set a 1; record f 1; sync e; [sync f]; free a",
    "free of the workspace": "back a 1; [sync 1]; free w",
    "free of what is read": "add b a 1; [sync 1]; free a",
    "free of pinned memory": "put a h 1; [sync 1]; free h",
    "threads, each with a stream": "@set a 1; @record e 1; [@wait 2 e]; @set a 2",
    "a thread synchronizes for another": "@set a 1; [@sync 1]; @set a 2",
    "a thread frees": "@add b a 1; [@sync *]; @free b",
    # --- copies in both directions
    "the status of an overflow": "overflow a 1; record e 1; [wait 2 e]; set a 2",
    "into memory of the program": "set a 1; record e 1; wait 3 e; [get p b 3]; set a 2",
    "from and to the device": "get h a 1; record e 1; [wait 2 e]; put a g 2",
    "into pinned memory twice": "get h a 1; record e 1; [wait 2 e]; get h b 2",
    "through pinned memory": "get h a 1; record e 1; [wait 2 e]; put b h 2",
    "from pinned memory that is filled": "put a h 1; [sync 1]; get h b !",
    "rows with gaps": "get2 h a|0 1; record e 1; [wait 2 e]; zero a|0 2",
    "between devices": "set a 1; record e 1; [sync e]; device 1; copy d a 5; sync 5; device 0",
    "from another device": "device 1; set d 5; [sync 5]; device 0; copy a d 1",
    "a device is reset": "device 1; set d 5; sync 5; device 0; copy a d 1; [sync 1]; shut 1",
    # --- host functions
    "behind a host function": "set a 1; host 1; record e 1; [wait 2 e]; set a 2",
    "a host function copies": "set a 1; record e 1; [wait 2 e]; host 2 get h a !",
    "the host beside a host function": "host 1 get h a !; [sync 1]; set a !",
    "a stream beside a host function": "host 1 set a !; record e 1; [wait 2 e]; copy b a 2",
    "the host behind a host function": "host 1 set a !; [sync 1]; get h a !",
    "two host functions": "host 1 set a !; record e 1; [wait 2 e]; host 2 get h a !",
    "a host function, and twice behind it": "host 1 set a !; record e 1; [wait 2 e]; copy b a 2;"
    " copy c a 2",
    "twice in front of a host function": "set a 1; set a 1; record e 1; [wait 2 e];"
    " host 2 get h a !",
    "a host function queues": "host 1 set a 3; [sync 1]; [sync 3]; set a 2",
    "a reported callback that blocks": "listen 1; set a 1; block 1; [process]; set a 2; process?",
    "a report, and the host": "listen 1; set a 1; block 1; [process]; get h a !; process?",
    "a reported callback": "listen 1; set a 1; report 1; [process]; set a 2; process?",
    # --- streams
    "the default stream": "set a 0; record e 0; [wait 1 e]; set a 1",
    "before the default stream": "set a 1; [sync 1]; set a 0",
    "the default stream is synchronized with": "zero a 0; zero b 1; sync 1; [sync 0]; get h a !",
    "a stream is destroyed": "set a 1; [destroy 1]; set a 2",
    "another stream is destroyed": "set a 1; set a 1; destroy 3; [destroy 1]; get h a !",
    "a stream in the place of a destroyed one": "set a 1; destroy 1; set b 3; record e 3;"
    " [wait 2 e]; copy a b 2",
    "work is aborted": "set a 1; [abort 1]; set a 2",
    "a wait is aborted": "set a 1; record e 1; wait 2 e; abort 2; [wait 2 e]; set a 2",
    "who waited is aborted": "set a 1; record e 1; wait 2 e; [sync 2]; abort 2; set a 3",
    "a record is aborted": "set a 1; record e 1; wait 2 e; record f 2; abort 2; [wait 3 e];"
    " wait 3 f; set a 3",
    "who waited ends by force": "set a 1; record e 1; wait 2 e; [sync 2]; force 2; set a 3",
    # --- executors that run again
    "an executor that runs again": "again a 1; record e 1; [wait 2 e]; again a 2",
    "on one stream, and on another": "again a 1; again a 1; [sync 1]; again a 2",
    # --- infiniop
    "infinirt, copies on two streams": "icopy b a 1; record e 1; [wait 2 e]; icopy a c 2",
    "infinirt, set on two streams": "iset a 1; record e 1; [wait 2 e]; iset a 2",
    "infinirt, set by the host": "iset a 1; [sync 1]; iset a !",
    "infinirt, freed on another stream": "set a 1; record e 1; [wait 2 e]; ifree a 2",
    "infinirt, used behind its end": "set b 2; record e 2; [wait 1 e]; ifree b 1",
    # --- memory of pools
    "a pool, used before it is there": "take a 1; record e 1; [wait 2 e]; set a 2",
    "a pool, used by the host": "take a 1; set a 1; [sync 1]; get h a !",
    "a pool, freed on another stream": "take a 1; set a 1; record e 1; [wait 2 e]; give a 2",
    "a pool, used behind its end": "take a 1; record e 1; wait 2 e; set a 2; record f 2;"
    " [wait 1 f]; give a 1",
}

APART = {
    "halves of rows": "zero a/0 1; zero a/1 2",
    "halves of columns": "zero a|0 1; zero a|1 2",
    "interleaved columns": "zero a%0 1; add a%1 b%1 2; zero b%0 3",
    "rows copied with gaps": "get2 h a|0 1; zero a|1 2",
    "two that read": "copy b a 1; copy c a 2; add c a 2; get h a 3",
    "one stream": "zero a 1; add b a 1; set a 1; copy a b 1; get h a 1",
    "a host function in its place": "set a 1; host 1 get h a !; set a 1",
    "a loop with two buffers": "set a 1; record e 1; wait 2 e; copy c a 2; record f 2; set b 1;"
    " wait 1 f; set a 1; record e 1; wait 2 e; copy c a 2; sync *; free a",
    "a stream made behind the end of another": "set a 1; destroy 1; set a 2; destroy 2; set a 3",
    "a pool, on one stream": "take a 1; set a 1; give a 1; take b 1; add b b 1; give b 1; take c 1;"
    " sync 1; get h c !; give c 1",
    "a pool, on two streams": "take a 1; set a 1; give a 1; take b 2; set b 2; give b 2",
    "a pool, on a stream that waits": "take a 1; set a 1; give a 1; record e 1; wait 2 e; take b 2;"
    " set b 2; give b 2; take c 3; set c 3; give c 3",
    "behind a reported callback": "listen 1; set a 1; block 1; process; set a !; get h a !",
}


class Program:
    """What a program has made, and its steps."""

    def __init__(self) -> None:
        self.memory: dict[str, int] = {}
        self.streams: dict[str, Any] = {}
        self.events: dict[str, Any] = {}
        self.executors: dict[str, Any] = {}
        self.kept: list[Any] = []
        self.devices = {0}
        self.pool = ctypes.c_void_p()

    # --- what steps name

    def base(self, name: str) -> int:
        if name not in self.memory:
            place = ctypes.c_void_p()
            if name == "p":
                self.kept.append(ctypes.create_string_buffer(BYTES))
                place.value = ctypes.addressof(self.kept[-1])
            elif name in "hg":
                call("aclrtMallocHost", ctypes.byref(place), BYTES)
            else:
                call("aclrtMalloc", ctypes.byref(place), WORKSPACE if name[0] == "w" else BYTES, 0)
            self.memory[name] = place.value or 0
        return self.memory[name]

    def stream(self, name: str) -> Any:
        if name == "0":
            return None
        if name not in self.streams:
            self.streams[name] = ctypes.c_void_p()
            call("aclrtCreateStream", ctypes.byref(self.streams[name]))
        return self.streams[name]

    def event(self, name: str) -> Any:
        if name not in self.events:
            self.events[name] = ctypes.c_void_p()
            call("aclrtCreateEvent", ctypes.byref(self.events[name]))
        return self.events[name]

    def tensor(self, view: str) -> Any:
        base = self.base(view[0])
        kind, part = view[1:2], int(view[2:] or 0)
        dims, strides, offset = [ROWS, COLUMNS], [COLUMNS, 1], 0
        if kind == "/":
            dims, offset = [ROWS // 2, COLUMNS], part * BYTES // 8
        elif kind == "|":
            dims, offset = [ROWS, COLUMNS // 2], part * COLUMNS // 2
        elif kind == "%":
            dims, strides, offset = [ROWS, COLUMNS // 2], [COLUMNS, 2], part
        return make_tensor(base, dims, strides, offset, [ROWS, COLUMNS])

    # --- steps

    def set(self, view: str, stream: str) -> None:
        if stream == "!":
            call("aclrtMemset", self.base(view), BYTES, 1, BYTES)
        else:
            call("aclrtMemsetAsync", self.base(view), BYTES, 1, BYTES, self.stream(stream))

    def _move(self, target: str, source: str, stream: str, kind: int) -> None:
        place, other = self.base(target), self.base(source)
        if stream == "!":
            call("aclrtMemcpy", place, BYTES, other, BYTES, kind)
        else:
            call("aclrtMemcpyAsync", place, BYTES, other, BYTES, kind, self.stream(stream))

    def copy(self, target: str, source: str, stream: str) -> None:
        self._move(target, source, stream, WITHIN)

    def put(self, target: str, source: str, stream: str) -> None:
        self._move(target, source, stream, TO_DEVICE)

    def get(self, target: str, source: str, stream: str) -> None:
        self._move(target, source, stream, TO_HOST)

    def get2(self, target: str, view: str, stream: str) -> None:
        place = self.base(view[0]) + int(view[2]) * COLUMNS // 2 * 4
        call("aclrtMemcpy2dAsync", self.base(target), COLUMNS * 4, place, COLUMNS * 4,
             COLUMNS // 2 * 4, ROWS, TO_HOST, self.stream(stream))  # fmt: skip

    def overflow(self, name: str, stream: str) -> None:
        call("aclrtGetOverflowStatus", self.base(name), 64, self.stream(stream))

    def iset(self, name: str, stream: str) -> None:
        if stream == "!":
            call("infinirtMemset", self.base(name), 1, BYTES)
        else:
            call("infinirtMemsetAsync", self.base(name), 1, BYTES, self.stream(stream))

    def icopy(self, target: str, source: str, stream: str) -> None:
        arguments = self.base(target), self.base(source), BYTES, 3, self.stream(stream)
        call("infinirtMemcpyAsync", *arguments)

    def ifree(self, name: str, stream: str) -> None:
        call("infinirtFreeAsync", self.base(name), self.stream(stream))
        self.memory.pop(name)

    def take(self, name: str, stream: str) -> None:
        """Memory of a pool that streams share: by events, or by waits that the pool makes."""
        if self.pool.value is None:
            props, on = (ctypes.c_uint32 * 14)(0, 0, 0, 1), ctypes.byref(ctypes.c_uint32(1))
            call("aclrtMemPoolCreate", ctypes.byref(self.pool), props)
            for attribute in (1, 3):
                call("aclrtMemPoolSetAttr", self.pool, attribute, on)
        place = ctypes.c_void_p()
        call("aclrtMemPoolMallocAsync", ctypes.byref(place), BYTES, self.pool, self.stream(stream))
        self.memory[name] = place.value or 0

    def give(self, name: str, stream: str) -> None:
        call("aclrtMemPoolFreeAsync", self.base(name), self.stream(stream))
        self.memory.pop(name)

    def _launch(self, name: str, stream: str, *arguments: Any, workspace: str = "") -> None:
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        call(f"{name}GetWorkspaceSize", *arguments, ctypes.byref(size), ctypes.byref(executor))
        place = self.base(workspace or f"w of {stream}") if size.value else None
        assert size.value <= WORKSPACE
        call(name, place, size.value, executor, self.stream(stream))

    def zero(self, view: str, stream: str) -> None:
        self._launch("aclnnInplaceZero", stream, self.tensor(view))

    def add(self, out: str, view: str, stream: str) -> None:
        operand = self.tensor(view)
        self._launch("aclnnAdd", stream, operand, operand, one(), self.tensor(out))

    def back(self, out: str, stream: str) -> None:
        """A launch with a workspace: each has indices and a grad of its own."""
        weights, rows = 8, 8
        names = f"indices of {out}", f"grad of {out}"
        indices = make_tensor(self.base(names[0]), [rows], [1], 0, [rows], INT64)
        grad = make_tensor(self.base(names[1]), [rows, 8], [8, 1], 0, [rows, 8])
        result = make_tensor(self.base(out), [weights, 8], [8, 1], 0, [weights, 8])
        call("aclrtMemset", self.base(names[0]), BYTES, 0, BYTES)
        arguments = grad, indices, weights, -1, False, result
        self._launch("aclnnEmbeddingDenseBackward", stream, *arguments, workspace="w")

    def again(self, name: str, stream: str) -> None:
        if name not in self.executors:
            size, executor = ctypes.c_uint64(), ctypes.c_void_p()
            arguments = self.tensor(name), ctypes.byref(size), ctypes.byref(executor)
            call("aclnnInplaceZeroGetWorkspaceSize", *arguments)
            call("aclSetAclOpExecutorRepeatable", executor)
            self.executors[name] = executor
        call("aclnnInplaceZero", None, 0, self.executors[name], self.stream(stream))

    def record(self, event: str, stream: str) -> None:
        call("aclrtRecordEvent", self.event(event), self.stream(stream))

    def end(self, event: str) -> None:
        call("aclrtDestroyEvent", self.events.pop(event))

    def stamp(self, event: str) -> None:
        self.query(event)
        call("aclrtEventGetTimestamp", self.event(event), ctypes.byref(ctypes.c_uint64()))

    def reset(self, event: str, stream: str) -> None:
        call("aclrtResetEvent", self.event(event), self.stream(stream))

    def wait(self, stream: str, event: str) -> None:
        call("aclrtStreamWaitEvent", self.stream(stream), self.event(event))

    def timed(self, stream: str, event: str) -> None:
        arguments = self.stream(stream), self.event(event), 60000
        call("aclrtStreamWaitEventWithTimeout", *arguments)

    def sync(self, what: str) -> None:
        if what == "*":
            call("aclrtSynchronizeDevice")
        elif what.isdigit():
            call("aclrtSynchronizeStream", self.stream(what))
        else:
            call("aclrtSynchronizeEvent", self.event(what))

    def query(self, what: str) -> None:
        if what.isdigit():
            until("aclrtStreamQuery", self.stream(what), complete=0)
        else:
            until("aclrtQueryEventStatus", self.event(what), complete=1)

    def waited(self, event: str) -> None:
        until("aclrtQueryEventWaitStatus", self.event(event), complete=0)

    def host(self, stream: str, *step: str) -> None:
        for name in step[1:]:  # made before, by this thread
            if name.isdigit():
                self.stream(name)
            elif name != "!":
                self.base(name)
        function = FUNCTION(lambda _: self.step(list(step)) if step else None)
        self.kept.append(function)
        call("aclrtLaunchHostFunc", self.stream(stream), function, None)

    def listen(self, stream: str) -> None:
        call("aclrtSubscribeReport", threading.get_ident(), self.stream(stream))

    def report(self, stream: str, blocks: int = 0) -> None:
        function = FUNCTION(lambda _: self.kept.append("processed"))
        self.kept.append(function)
        call("aclrtLaunchCallback", function, None, blocks, self.stream(stream))

    def block(self, stream: str) -> None:
        self.report(stream, 1)

    def process(self) -> None:
        call("aclrtProcessReport", 5000)

    def force(self, stream: str) -> None:
        call("aclrtDestroyStreamForce", self.streams.pop(stream))

    def destroy(self, stream: str) -> None:
        call("aclrtDestroyStream", self.stream(stream))
        del self.streams[stream]

    def abort(self, stream: str) -> None:
        call("aclrtStreamAbort", self.stream(stream))

    def free(self, name: str) -> None:
        place = self.memory.pop(name)
        if name != "p":
            call("aclrtFreeHost" if name in "hg" else "aclrtFree", place)

    def device(self, number: str) -> None:
        self.devices.add(int(number))
        call("aclrtSetDevice", int(number))

    def shut(self, number: str) -> None:
        """Resets a device with all that is on it."""
        call("aclrtResetDeviceForce", int(number))
        self.devices.remove(int(number))
        self.streams.pop("5")
        self.memory.pop("d")

    # --- all of it

    def step(self, words: list[str]) -> None:
        name = words[0]
        if name[0] == "@":
            apart = threading.Thread(target=self._on_device, args=([name[1:], *words[1:]],))
            apart.start()
            apart.join()
        elif name != "process?":
            getattr(self, name)(*words[1:])
        elif "processed" not in self.kept:
            self.process()

    def _on_device(self, words: list[str]) -> None:
        call("aclrtSetDevice", 0)
        self.step(words)
        call("aclrtResetDevice", 0)

    def finish(self) -> None:
        for device in sorted(self.devices, reverse=True):
            call("aclrtSetDevice", device)
            call("aclrtSynchronizeDevice")
        for name, stream in self.streams.items():
            call("aclrtSetDevice", 1 if name == "5" else 0)
            call("aclrtDestroyStream", stream)
        call("aclrtSetDevice", 0)
        for event in self.events.values():
            call("aclrtDestroyEvent", event)
        for executor in self.executors.values():
            call("aclDestroyAclOpExecutor", executor)
        for name in list(self.memory):
            self.free(name)


FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

# What synchronizes return, in some runs, where memory was freed too early.
GONE = (507013, 507015)


def call(name: str, *arguments: Any) -> None:
    status = getattr(acl.lib, name)(*arguments)
    assert status == 0 or status in GONE, f"{name}: {status}"


def until(name: str, handle: Any, complete: int) -> None:
    status = ctypes.c_int(-1)
    while status.value != complete:
        call(name, handle, ctypes.byref(status))


def one() -> Any:
    return acl.lib.aclCreateScalar(ctypes.byref(ctypes.c_float(1)), FLOAT32)


def make_tensor(
    base: int,
    dims: list[int],
    strides: list[int],
    offset: int,
    storage: list[int],
    data_type: int = FLOAT32,
) -> Any:
    def array(values: list[int]) -> Any:
        return (ctypes.c_int64 * len(values))(*values)

    return acl.lib.aclCreateTensor(
        *(array(dims), len(dims), data_type, array(strides), offset, ND),
        *(array(storage), len(storage), base),
    )


def run(text: str, *, ordered: bool) -> None:
    program = Program()
    for step in text.split(";"):
        words = step.strip()
        if words[0] == "[" and not ordered:
            continue
        program.step(words.strip("[]").split())
    program.finish()


class Found:
    """The races that were written since the last look."""

    def __init__(self) -> None:
        self.path = Path(os.environ["ACLNN_FINDINGS"])
        self.seen = 0

    def races(self) -> list[str]:
        with self.path.open("rb") as file:
            file.seek(self.seen)
            text = file.read()
        self.seen += len(text)
        lines = [json.loads(line) for line in text.splitlines()]
        return [f"{each['call']}: {each['text']}" for each in lines if each["kind"] == "race"]


def each_program() -> list[tuple[str, str, bool, bool]]:
    """Title, text, whether the call in brackets is made, whether it races."""
    apart = [(title, text, True, False) for title, text in APART.items()]
    return [
        *apart,
        *((title, text, made, not made) for title, text in PAIRS.items() for made in (False, True)),
    ]


def tell(found: Found) -> None:
    for title, text in PAIRS.items():
        run(text, ordered=False)
        for each in found.races():
            print(f"{title}: {re.sub(r'0x[0-9a-f]+', '0x', each)}")


def random_view(chance: random.Random, shape: tuple[int, ...]) -> Any:
    """Of an array of float32, by slices, with its dims in any order."""
    numbers = np.zeros(shape, np.float32)
    slices = []
    for length in shape:
        start = chance.randrange(length)
        slices.append(slice(start, chance.randint(start + 1, length), chance.randint(1, 4)))
    view = numbers[tuple(slices)]
    return view.transpose(chance.sample(range(len(shape)), len(shape)))


def views(found: Found, times: int) -> None:
    chance = random.Random(21)
    for _ in range(times):
        shape = chance.choice([(1024,), (32, 32), (8, 16, 8), (4, 8, 4, 8)])
        program = Program()
        numbers = np.zeros(BYTES // 4, np.float32)
        placed = []
        for stream in "12":
            view = random_view(chance, shape)
            offset = (view.__array_interface__["data"][0] - base_of(view)) // 4
            strides = [step // 4 for step in view.strides]
            dims = list(view.shape)
            operand = make_tensor(program.base("a"), dims, strides, offset, [BYTES // 4])
            program._launch("aclnnInplaceZero", stream, operand)
            placed.append(np.lib.stride_tricks.as_strided(numbers[offset:], dims, view.strides))
        program.finish()
        told = bool(found.races())
        if told != np.shares_memory(placed[0], placed[1]):
            print(f"{shape}: {[(each.shape, each.strides) for each in placed]}: told is {told}")


def base_of(view: Any) -> int:
    while view.base is not None:
        view = view.base
    address: int = view.__array_interface__["data"][0]
    return address


def pairs(found: Found, times: int) -> None:
    for _ in range(times):
        for title, text, made, races in each_program():
            run(text, ordered=made)
            told = found.races()
            if len(told) != races:
                print(f"{title} ({text}), {'with' if made else 'without'}: {told or 'nothing'}")


def main() -> None:
    call("aclInit", None)
    call("infinirtSetDevice", ASCEND, 0)
    call("aclrtSetDevice", 0)
    found = Found()
    found.races()
    times, *what = sys.argv[1:]
    if what == ["tell"]:
        tell(found)
    elif what == ["views"]:
        views(found, int(times))
    else:
        pairs(found, int(times))


if __name__ == "__main__":
    main()
