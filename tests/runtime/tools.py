# SPDX-License-Identifier: Apache-2.0
"""Host functions that tests put into streams, threads, and processes of their own."""

from __future__ import annotations

import ctypes
import inspect
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pytest
from support import Api, Session, python_environment, run_python

from aclnn_py import native

if TYPE_CHECKING:
    from typing_extensions import Self  # typing has it from 3.11 on

T = TypeVar("T")
Scene = Callable[[Api], None]

#: Seconds after which something that must end counts as hanging. No test measures time.
GUARD = 60

HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE = range(4)

#: What ctypes must not release before the stream has run it: kept for the life of the process.
_alive: list[object] = []


class Prop(ctypes.Structure):
    """aclrtPhysicalMemProp."""

    _fields_ = [
        ("handle_type", ctypes.c_int),
        ("allocation_type", ctypes.c_int),
        ("attr", ctypes.c_int),
        ("id", ctypes.c_uint32),
        ("location", ctypes.c_int),
        ("reserve", ctypes.c_uint64),
    ]


# --- Host functions ------------------------------------------------------------------------------


def host_function(function: Callable[[], object]) -> Any:
    """A C function pointer that lives as long as the process."""

    def call(_: int | None) -> None:
        function()

    callback = native.HostCallback(call)
    _alive.append(callback)
    return callback


def launch(api: Api, stream: Any, function: Callable[[], object]) -> None:
    """Queue a Python function on a stream."""
    api.ok.aclrtLaunchHostFunc(stream, host_function(function), None)


class Gate:
    """A host function that holds a stream up until the gate is opened."""

    def __init__(self, api: Api, stream: Any) -> None:
        self.entered = threading.Event()
        self.left = threading.Event()
        self._open = threading.Event()
        launch(api, stream, self._pass)

    def _pass(self) -> None:
        self.entered.set()
        self._open.wait(GUARD)
        self.left.set()

    def open(self) -> None:
        self._open.set()

    def open_soon(self) -> None:
        """Open from another thread while the caller is in a call that waits."""
        timer = threading.Timer(0.05, self.open)
        timer.daemon = True
        timer.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.open()


class Order:
    """The order in which host functions ran."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.seen: list[Any] = []

    def launch(self, stream: Any, label: object) -> None:
        launch(self.api, stream, lambda: self.seen.append(label))


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come to pass."""
    limit = time.monotonic() + GUARD
    while not condition():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.001)


# --- Streams, events, memory ---------------------------------------------------------------------


def new_stream(api: Api) -> ctypes.c_void_p:
    stream = ctypes.c_void_p()
    api.ok.aclrtCreateStream(ctypes.byref(stream))
    return stream


def new_event(api: Api) -> ctypes.c_void_p:
    event = ctypes.c_void_p()
    api.ok.aclrtCreateEvent(ctypes.byref(event))
    return event


def new_ex_event(api: Api, flag: int = 0) -> ctypes.c_void_p:
    event = ctypes.c_void_p()
    api.ok.aclrtCreateEventExWithFlag(ctypes.byref(event), flag)
    return event


def malloc(api: Api, size: int) -> int:
    address = ctypes.c_void_p()
    api.ok.aclrtMalloc(ctypes.byref(address), size, 0)
    assert address.value
    return address.value


def malloc_host(api: Api, size: int) -> int:
    address = ctypes.c_void_p()
    api.ok.aclrtMallocHost(ctypes.byref(address), size)
    assert address.value
    return address.value


def read(api: Api, address: int, size: int) -> bytes:
    """Bytes of device memory."""
    buffer = ctypes.create_string_buffer(size)
    api.ok.aclrtMemcpy(buffer, size, address, size, DEVICE_TO_HOST)
    return buffer.raw


def write(api: Api, address: int, data: bytes) -> None:
    """Bytes into device memory."""
    api.ok.aclrtMemcpy(address, len(data), data, len(data), HOST_TO_DEVICE)


def launch_failing_kernel(session: Session) -> None:
    """An operator that comes upon an index outside its table: 507015 at the next synchronize."""
    grad = session.tensor(np.ones((1, 4), np.float32))
    indices = session.tensor(np.array([7], np.int64))
    out = session.tensor(np.zeros((3, 4), np.float32))
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    session.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        grad, indices, 3, 2**64 - 1, False, out, ctypes.byref(size), ctypes.byref(executor)
    )
    workspace = session.malloc(size.value)
    session.api.ok.aclnnEmbeddingDenseBackward(
        workspace or None, size.value, executor, session.stream
    )


# --- Threads and processes -----------------------------------------------------------------------


def in_thread(work: Callable[[], T]) -> T:
    """The result of a function in a new thread; what it raises is raised here."""
    results: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(GUARD)
    assert not thread.is_alive(), "the thread hangs"
    if raised:
        raise raised[0]
    return results[0]


def variables_for_child(**variables: str) -> dict[str, str]:
    """ACLNN_* variables for a child, which uses the library that this process tests."""
    library = os.environ.get(native.LIBRARY_VARIABLE)
    return {**({native.LIBRARY_VARIABLE: library} if library else {}), **variables}


_LIGHT = f"""
import ctypes, json, os, sys
lib = ctypes.CDLL(os.environ["LIBRARY"])
lib.aclGetRecentErrMsg.restype = lib.aclrtGetSocName.restype = ctypes.c_char_p
byref, void, size = ctypes.byref, ctypes.c_void_p, ctypes.c_size_t
GUARD = {GUARD}

def text():
    return (lib.aclGetRecentErrMsg() or b"").decode()
"""


def light_script(code: str, **variables: str) -> tuple[Any, str]:
    """Code that uses the untyped `lib` and prints one JSON value: the value, and stderr."""
    library = str(native.library_paths()[0])
    result = run_python(_LIGHT + code, {**variables, "LIBRARY": library}, timeout=2 * GUARD)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout), result.stderr


# Scenes are tests that need a process for themselves. Starting an interpreter for each would take
# most of the time of the suite, so there is one child, which imports the modules of scenes, does
# not call the library, and forks for every scene.

_scenes: dict[tuple[str, str], Scene] = {}


def _run_scene(scene: Scene, variables: dict[str, str], report: int) -> None:
    """In a process of its own: writes why the scene failed to the pipe, or nothing."""
    signal.alarm(GUARD)
    os.environ.update(variables)
    failure = ""
    try:
        scene(Api())
    except BaseException:
        failure = traceback.format_exc()
    os.write(report, failure.encode()[-4000:])


def _outcome(path: str, name: str, variables: dict[str, str]) -> str:
    """In the child: fork for a scene; why it failed, or nothing."""
    if (path, name) not in _scenes:
        runpy.run_path(path)
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _run_scene(_scenes[path, name], variables, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8", errors="replace") as pipe:
        failure = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if status != 0:
        failure += f"ended by signal {-status}" if status < 0 else f"exit code {status}"
    return failure


def serve_scenes() -> None:
    """In the child: answer each line, [path of the module, scene, variables], with the outcome."""
    for line in sys.stdin:
        print(json.dumps(_outcome(*json.loads(line))), flush=True)


@cache
def _child() -> subprocess.Popen[str]:
    """The child of this process, which ends when this process closes the pipe by ending."""
    return subprocess.Popen(
        [sys.executable, "-c", "from runtime.tools import serve_scenes; serve_scenes()"],
        env=python_environment(variables_for_child()),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _request(scene: Scene, variables: dict[str, str]) -> Callable[[], None]:
    """What has the scene run by the child, and asserts that it succeeded there."""
    path = inspect.getfile(scene)
    _scenes[path, scene.__name__] = scene

    def check() -> None:
        child = _child()
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps([path, scene.__name__, variables]) + "\n")
        child.stdin.flush()
        answer = child.stdout.readline()
        assert answer, f"the child that runs scenes ended with {child.wait(GUARD)}"
        outcome = json.loads(answer)
        assert not outcome, outcome

    return check


def apart(**variables: str) -> Callable[[Scene], Callable[[], None]]:
    """A test that runs in a process of its own, with these environment variables."""

    def decorate(scene: Scene) -> Callable[[], None]:
        check = _request(scene, variables)

        def test() -> None:
            check()

        return test

    return decorate


def in_queued_modes(scene: Scene) -> Callable[[str], None]:
    """A test that runs where work is queued: in async and in lazy mode, each in a process."""
    checks = {mode: _request(scene, {"ACLNN_STREAM": mode}) for mode in ("async", "lazy")}

    @pytest.mark.parametrize("mode", list(checks))
    def test(mode: str) -> None:
        checks[mode]()

    return test


def in_every_mode(scene: Scene) -> Callable[[Api, str], None]:
    """A test that runs in all three modes of ACLNN_STREAM: as async in this process."""
    checks = {mode: _request(scene, {"ACLNN_STREAM": mode}) for mode in ("lazy", "sync")}

    @pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
    def test(api: Api, mode: str) -> None:
        if mode == "async":
            scene(api)
        else:
            checks[mode]()

    return test


def no_thread_can_be_started() -> None:
    """From here on, in this process: threads would get stacks that no machine has."""
    c = ctypes.CDLL(None)
    attributes = ctypes.create_string_buffer(64)  # pthread_attr_t
    assert c.pthread_attr_init(attributes) == 0
    assert c.pthread_attr_setstacksize(attributes, ctypes.c_size_t(2**50)) == 0
    assert c.pthread_setattr_default_np(attributes) == 0


def runs_in_call() -> bool:
    """Whether queued work runs within the call that queues it, so that no gate can be used."""
    return os.environ.get("ACLNN_STREAM") == "sync"


def force_reset(api: Api) -> None:
    """No device set, no text, no last error: what a test may start from."""
    count = ctypes.c_uint32()
    api.aclrtGetDeviceCount(ctypes.byref(count))
    for device in range(count.value):
        api.aclrtResetDeviceForce(device)
    api.aclrtGetLastError(0)
    api.message()
