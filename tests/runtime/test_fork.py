# SPDX-License-Identifier: Apache-2.0
"""Forked children: barred after the first use of the library, and free to use it before."""

from __future__ import annotations

import ctypes

import pytest
from runtime.codes import ACLNN_RUNTIME_ERROR, CONTEXT_NULL
from runtime.tools import light_script

#: Runs `child` in a forked child that may not take longer than a minute; prints what it returns.
#: HOW is how it is made: by fork, or so that handlers of pthread_atfork do not run.
FORK = """
import platform, signal
HOW = "fork"
def fork():
    if HOW == "fork":
        return os.fork()
    libc = ctypes.PyDLL(None)  # it does not let go of the interpreter
    if HOW == "_Fork":
        return libc._Fork()
    clone = {"x86_64": 56, "aarch64": 220}[platform.machine()]
    nothing = void()
    return libc.syscall(ctypes.c_long(clone), ctypes.c_long(signal.SIGCHLD), *[nothing] * 4)
def forked(child):
    reading, writing = os.pipe()
    process = fork()
    if process == 0:
        signal.alarm(GUARD)
        os.write(writing, json.dumps(child()).encode())
        os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        answer = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert status == 0, f"the child ended with {status}"
    return json.loads(answer)
"""

#: What the parent may have done before.
USES = {
    "init": "lib.aclInit(None)",
    "device": "lib.aclrtSetDevice(0)",
    "memory and work": (
        "lib.aclrtSetDevice(0); lib.aclrtMalloc(byref(address), size(4096), 0); "
        "lib.aclrtCreateStream(byref(stream)); "
        "lib.aclrtMemsetAsync(address, size(4096), 1, size(4096), stream)"
    ),
}

LAST_USE = list(USES)[-1]

CHILD = """
address, stream, executor = void(), void(), void()
def child():
    statuses = {}
    def call(name, *arguments):
        statuses[name] = [getattr(lib, name)(*arguments), text()]
    call("aclrtSetDevice", 0)
    call("aclrtMalloc", byref(void()), size(64), 0)
    call("aclrtMemset", address, size(64), 0, size(64))
    call("aclrtSynchronizeStream", stream)
    call("aclrtSynchronizeStream", None)
    call("aclrtSynchronizeDevice")
    call("aclrtFree", address)
    call("aclrtDestroyStream", stream)
    call("aclrtResetDevice", 0)
    call("aclInit", None)
    call("aclFinalize")
    call("aclrtGetRunMode", byref(ctypes.c_int()))
    call("aclnnInit", None)
    call("aclnnEmbeddingDenseBackwardGetWorkspaceSize", None, None, ctypes.c_uint64(1),
         ctypes.c_uint64(0), False, None, byref(ctypes.c_uint64()), byref(executor))
    call("aclnnEmbeddingDenseBackward", None, ctypes.c_uint64(0), None, None)
    return statuses
"""


@pytest.mark.parametrize(
    ("use", "how"), [*((use, "fork") for use in USES), (LAST_USE, "_Fork"), (LAST_USE, "clone")]
)
def test_a_child_forked_after_the_first_use(use: str, how: str) -> None:
    if how == "_Fork" and not hasattr(ctypes.CDLL(None), "_Fork"):
        pytest.skip("this C library has no _Fork")
    statuses, _ = light_script(
        FORK + CHILD + f"HOW = {how!r}\n" + USES[use] + "\nprint(json.dumps(forked(child)))"
    )
    assert len(statuses) == 14
    for name, (status, text) in statuses.items():
        expected = ACLNN_RUNTIME_ERROR if name.startswith("aclnn") else CONTEXT_NULL
        assert status == expected, name
        assert name in text
        assert "fork" in text


@pytest.mark.parametrize("use", ["look()", *USES.values()])
def test_looking_is_allowed_on_both_sides(use: str) -> None:
    """Asking for versions and devices is no use: a child of who only asked may go on."""
    statuses, _ = light_script(
        FORK
        + """
address, stream = void(), void()
lib.aclrtGetSocName.restype = ctypes.c_char_p
def look():
    count = ctypes.c_uint32()
    return [
        lib.aclsysGetCANNVersion(0, ctypes.create_string_buffer(1024)),
        lib.aclsysGetVersionStr(b"runtime", ctypes.create_string_buffer(1024)),
        lib.aclrtGetVersion(*[byref(ctypes.c_int32()) for _ in range(3)]),
        lib.aclrtGetDeviceCount(byref(count)) + int(count.value < 1),
        lib.aclrtPeekAtLastError(0), lib.aclrtGetLastError(0),
        int(not lib.aclrtGetSocName().startswith(b"Ascend")),
    ]
def child():
    return [*look(), lib.aclrtSetDevice(0)]
"""
        + use
        + "\nprint(json.dumps(forked(child)))"
    )
    assert statuses == [0] * 7 + [0 if use == "look()" else CONTEXT_NULL]


def test_the_parent_goes_on() -> None:
    """Its memory is not touched by the child, and its streams still run."""
    value, _ = light_script(
        FORK
        + CHILD
        + USES["memory and work"]
        + """
forked(child)
forked(child)
buffer = ctypes.create_string_buffer(4096)
statuses = [
    lib.aclrtMemsetAsync(address, size(2048), 2, size(2048), stream),
    lib.aclrtSynchronizeStream(stream),
    lib.aclrtMemcpy(buffer, size(4096), address, size(4096), 2),
    lib.aclrtFree(address), lib.aclrtDestroyStream(stream), lib.aclrtResetDevice(0),
]
print(json.dumps([statuses, buffer.raw == bytes([2] * 2048 + [1] * 2048)]))
"""
    )
    assert value == [[0] * 6, True]


WORK = """
def work():
    address, stream = void(), void()
    buffer = ctypes.create_string_buffer(64)
    statuses = [
        lib.aclInit(None), lib.aclrtSetDevice(0), lib.aclrtCreateStream(byref(stream)),
        lib.aclrtMalloc(byref(address), size(64), 0),
        lib.aclrtMemsetAsync(address, size(64), 7, size(64), stream),
        lib.aclrtSynchronizeStream(stream),
        lib.aclrtMemcpy(buffer, size(64), address, size(64), 2),
        lib.aclrtResetDevice(0), lib.aclFinalize(),
    ]
    return [statuses, buffer.raw == bytes([7] * 64)]
"""


def test_children_forked_before_the_first_use() -> None:
    """Children and parent each have a library of their own."""
    value, _ = light_script(FORK + WORK + "print(json.dumps([forked(work), forked(work), work()]))")
    assert value == [[[0] * 9, True]] * 3


def test_a_grandchild_is_barred_too() -> None:
    value, _ = light_script(
        FORK
        + """
lib.aclrtSetDevice(0)
def child():
    return [lib.aclrtSetDevice(0), forked(lambda: lib.aclrtSetDevice(0))]
print(json.dumps(forked(child)))
"""
    )
    assert value == [CONTEXT_NULL, CONTEXT_NULL]
