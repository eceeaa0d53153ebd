# SPDX-License-Identifier: Apache-2.0
"""aclGetRecentErrMsg: when there is a text, whose it is, how it is laid out, and what it says."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable

import pytest
from runtime.codes import (
    ACLNN_INNER,
    ACLNN_PARAM_INVALID,
    ACLNN_PARAM_NULLPTR,
    CONTEXT_NULL,
    INVALID_DEVICEID,
    INVALID_PARAM,
    PARAM_INVALID,
)
from runtime.tools import in_thread, malloc, new_stream
from support import Api, Session

STAMP = r"\d{4}-\d\d-\d\d-\d\d:\d\d:\d\d\.\d{3}\.\d{3}"
HEADLINE = re.compile(rf"\[PID: ?(\d+)\] {STAMP} (\w+)\((E[A-Z]\d{{4}})\): (.*)")
INNER = re.compile(
    rf"(E[A-Z](?:9999|8888)): Internal error!\n\1\[PID: ?\d+\] {STAMP} \w+\(\1\):  (.*)"
)
TRACE = "TraceBack (most recent call last):"
ND, FLOAT = 2, 0

#: The runtime's classes of message for mistakes of the caller.
RUNTIME = r"EE10\d\d"


def fail(api: Api, device: int) -> None:
    assert api.aclrtSetDevice(device) == INVALID_DEVICEID


def headline(text: str) -> re.Match[str]:
    match = HEADLINE.fullmatch(text.splitlines()[0])
    assert match, text
    return match


# --- When ----------------------------------------------------------------------------------------


def test_null_when_there_is_nothing(api: Api) -> None:
    for _ in range(2):
        assert api.aclGetRecentErrMsg() is None


def test_reading_clears(api: Api) -> None:
    fail(api, 99)
    assert b"deviceId is 99" in api.aclGetRecentErrMsg()
    assert api.aclGetRecentErrMsg() is None


def test_a_success_keeps_the_text(api: Api) -> None:
    fail(api, 99)
    with Session(api):  # reads texts itself; so fail again within
        fail(api, 98)
        api.ok.aclrtSynchronizeDevice()
        api.ok.aclrtMemcpy(None, 0, None, 0, 0)
        assert "deviceId is 98" in api.message()


def test_a_text_belongs_to_its_thread(api: Api) -> None:
    fail(api, 99)
    assert in_thread(api.aclGetRecentErrMsg) is None
    in_thread(lambda: fail(api, 98))
    text = api.message()
    assert "deviceId is 99" in text
    assert "deviceId is 98" not in text


def test_the_string_stays_until_the_next_reading(api: Api) -> None:
    function = api.lib["aclGetRecentErrMsg"]
    function.restype = ctypes.c_void_p
    fail(api, 99)
    address = function()
    first = ctypes.string_at(address)
    for device in range(100, 200):
        fail(api, device)
    assert ctypes.string_at(address) == first
    api.message()


SILENT: dict[str, Callable[[Api], object]] = {
    "getters of tensors": lambda api: api.aclGetViewOffset(None, ctypes.byref(ctypes.c_int64())),
    "a tensor without dims": lambda api: api.aclCreateTensor(
        None, 2, FLOAT, None, 0, ND, None, 2, None
    ),
    "a scalar without value": lambda api: api.aclCreateScalar(None, FLOAT),
    "a copy of nothing": lambda api: api.aclrtMemcpy(None, 0, None, 0, 99),
    "a setting of nothing": lambda api: api.aclrtMemset(None, 0, 0, 0),
    "destruction of nothing": lambda api: api.aclDestroyTensor(None),
}


@pytest.mark.parametrize("what", SILENT)
def test_what_leaves_no_text(api: Api, what: str) -> None:
    SILENT[what](api)
    assert api.aclGetRecentErrMsg() is None


# --- The layout ----------------------------------------------------------------------------------


def test_one_failure(api: Api) -> None:
    fail(api, 99)
    text = api.message()
    assert TRACE not in text
    assert len(text.splitlines()) == 1
    match = headline(text)
    assert int(match[1]) == os.getpid()
    assert re.fullmatch(r"E[HE]\d{4}", match[3])
    assert match[4].startswith("aclrtSetDevice")


def test_newest_first(api: Api) -> None:
    for device in (97, 98, 99):
        fail(api, device)
    first, trace, *others = api.message().splitlines()
    assert "deviceId is 99" in headline(first)[4]
    assert trace == TRACE
    assert len(others) == 2
    for line, device in zip(others, (98, 97), strict=True):
        assert line.startswith(" " * 8)
        assert line[8] != " "
        assert f"deviceId is {device}" in line


# --- Handles in the wrong place -------------------------------------------------------------------


def test_half_of_a_handle_is_named(api: Api) -> None:
    """As of a pointer that ctypes passes as an int, with its sign or without."""
    with Session(api) as session:
        stream = session.stream.value or 0
        for half in (stream & 0xFFFFFFFF, (stream & 0xFFFFFFFF) | 0xFFFFFFFF << 32):
            assert api.aclrtSynchronizeStream(ctypes.c_void_p(half)) != 0
            text = api.message()
            assert f"half of a live aclrtStream, {stream:#x}" in text
        assert api.aclrtSynchronizeStream(ctypes.c_void_p(0x7F0000000000)) != 0
        assert "half" not in api.message()


def test_a_handle_where_a_number_belongs_is_named(api: Api) -> None:
    with Session(api) as session:
        stream = session.stream.value or 0
        pointer = ctypes.c_void_p()
        assert api.aclrtMalloc(ctypes.byref(pointer), ctypes.c_size_t(stream), 0) != 0
        assert f"{stream:#x} is a live aclrtStream" in api.message()
        assert api.aclrtFree(ctypes.c_void_p(stream)) != 0
        assert "a live aclrtStream" in api.message()


# --- What the program has handled -----------------------------------------------------------------


def second_failure(api: Api) -> list[str]:
    """The lines of what is told once another call has failed."""
    assert api.aclrtFree(0x1230) != 0
    return list(api.message().splitlines())


def test_a_failure_that_was_not_handled_is_traced(api: Api) -> None:
    fail(api, 99)
    lines = second_failure(api)
    assert "aclrtFree" in lines[0]
    assert lines[1] == TRACE
    assert "deviceId is 99" in lines[2]


def test_what_succeeded_when_it_was_tried_again_is_not_traced(api: Api) -> None:
    fail(api, 99)
    api.ok.aclrtSetDevice(0)
    (line,) = second_failure(api)
    assert "aclrtFree" in line
    api.ok.aclrtResetDevice(0)


def test_what_lies_before_a_synchronize_that_succeeded_is_not_traced(api: Api) -> None:
    with Session(api):
        fail(api, 99)
        api.ok.aclrtSynchronizeDevice()
        (line,) = second_failure(api)
        assert "aclrtFree" in line


def test_what_the_program_asked_for_is_not_traced(api: Api) -> None:
    fail(api, 99)
    assert api.aclrtGetLastError(0) == INVALID_DEVICEID
    (line,) = second_failure(api)
    assert "aclrtFree" in line


def test_an_answer_is_not_traced(api: Api) -> None:
    context = ctypes.c_void_p()

    def ask() -> list[str]:
        assert api.aclrtGetCurrentContext(ctypes.byref(context)) != 0
        return second_failure(api)

    (line,) = in_thread(ask)
    assert "aclrtFree" in line


def test_what_was_handled_stays_the_text_until_something_else_fails(api: Api) -> None:
    fail(api, 99)
    assert api.aclrtGetLastError(0) == INVALID_DEVICEID
    assert "deviceId is 99" in api.message()


def test_the_same_text_once(api: Api) -> None:
    for _ in range(3):
        fail(api, 99)
    assert len(api.message().splitlines()) == 1


def inner_fail(api: Api, executor: int) -> None:
    """An executor that this library did not give out."""
    assert api.aclDestroyAclOpExecutor(executor) == ACLNN_INNER


def test_inner_errors_alone(api: Api) -> None:
    inner_fail(api, 0x1230)
    text = api.message()
    match = INNER.fullmatch(text.rstrip("\n"))
    assert match, text
    assert match[1] == "EZ9999"
    assert "aclDestroyAclOpExecutor" in match[2]
    assert "0x1230" in match[2]


def test_inner_errors_with_trace(api: Api) -> None:
    inner_fail(api, 0x1230)
    inner_fail(api, 0x4560)
    first, second, trace, other = api.message().splitlines()
    match = INNER.fullmatch(f"{first}\n{second}")
    assert match
    assert "0x4560" in match[2]
    assert trace == TRACE
    assert re.match(r" {7}\S", other)
    assert "0x1230" in other


def test_an_error_of_the_user_is_the_headline(api: Api) -> None:
    """Also when an inner error is newer."""
    fail(api, 99)
    inner_fail(api, 0x1230)
    first, trace, other = api.message().splitlines()
    assert "deviceId is 99" in headline(first)[4]
    assert trace == TRACE
    assert "0x1230" in other


def test_a_message_is_cut(api: Api) -> None:
    assert api.aclInit(b"/" + b"x" * 5000) != 0
    message = headline(api.message())[4]
    assert 900 < len(message) <= 1024


def test_the_number_of_messages_is_limited(api: Api) -> None:
    for device in range(100, 2600):
        fail(api, device)
    lines = api.message().splitlines()
    assert "deviceId is 2599" in lines[0]
    assert len(lines) <= 1002
    assert api.aclGetRecentErrMsg() is None


# --- What it says --------------------------------------------------------------------------------


def explain(api: Api, failure: Callable[[], int], status: int, code: str, *words: str) -> None:
    assert failure() == status
    text = api.message()
    match = headline(text)
    assert re.fullmatch(code, match[3]), text
    for word in words:
        assert word in match[4], text


def test_texts_of_the_runtime(api: Api) -> None:
    """Call, argument, what it was, what it may be; under the vendor's class of message."""
    explain(
        api, lambda: api.aclrtFree(None), INVALID_PARAM, "EH0008", "aclrtFree", "devPtr", "NULL"
    )
    explain(
        api,
        lambda: api.aclrtMalloc(None, 8, 0),
        INVALID_PARAM,
        "EH0008",
        "aclrtMalloc",
        "devPtr",
        "NULL",
    )
    assert api.aclrtCreateStream(ctypes.byref(ctypes.c_void_p())) == CONTEXT_NULL
    assert "aclrtSetDevice" in api.message()
    explain(
        api, lambda: api.aclrtSetDevice(5), INVALID_DEVICEID, RUNTIME, "deviceId is 5", "1 device"
    )
    with Session(api) as session:
        address = malloc(api, 100)
        explain(
            api,
            lambda: api.aclrtMemset(address, 200, 0, 101),
            PARAM_INVALID,
            RUNTIME,
            "aclrtMemset",
            "devPtr",
            f"{address:#x}",
            "100",
            "101",
        )
        stream = new_stream(api)
        api.ok.aclrtDestroyStream(stream)
        explain(
            api,
            lambda: api.aclrtSynchronizeStream(stream),
            107017,
            "EE1017",
            "aclrtSynchronizeStream",
            f"{stream.value:#x}",
            "aclrtDestroyStream",
        )
        del session


def test_texts_of_objects(api: Api) -> None:
    out = ctypes.c_void_p()
    explain(
        api,
        lambda: api.aclGetRawTensorAddr(None, ctypes.byref(out)),
        ACLNN_PARAM_NULLPTR,
        "EZ1011",
        "aclGetRawTensorAddr",
        "tensor",
        "NULL",
    )
    value = ctypes.c_float(1)
    assert api.aclCreateScalar(ctypes.byref(value), 13) is None  # ACL_STRING
    match = headline(api.message())
    assert match[3] == "EZ1006"
    assert "aclCreateScalar" in match[4]
    assert "DT_STRING" in match[4]


def test_texts_of_operators(api: Api) -> None:
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with Session(api) as session:
        grad = session.describe((2, 3), FLOAT, None)
        indices = session.describe((5,), 9, None)
        out = session.describe((4, 3), FLOAT, None)

        def size_of(*tensors: int | None) -> int:
            function = api.aclnnEmbeddingDenseBackwardGetWorkspaceSize
            rest = (ctypes.byref(size), ctypes.byref(executor))
            return int(function(tensors[0], tensors[1], 4, 0, False, tensors[2], *rest))

        name = "aclnnEmbeddingDenseBackwardGetWorkspaceSize"
        explain(
            api,
            lambda: size_of(None, indices, out),
            ACLNN_PARAM_NULLPTR,
            "EZ1001",
            name,
            "grad",
            "NULL",
        )
        explain(
            api,
            lambda: size_of(grad, indices, out),
            ACLNN_PARAM_INVALID,
            "EZ1001",
            name,
            "grad",
            "[2, 3]",
            "indices",
            "[5]",
        )
