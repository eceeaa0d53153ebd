# SPDX-License-Identifier: Apache-2.0
"""aclInit, aclFinalize and aclFinalizeReference; each test has a process to itself."""

from __future__ import annotations

import ctypes
import tempfile
import threading

from runtime.codes import (
    CONTEXT_NULL,
    FAILURE,
    INVALID_DEVICEID,
    INVALID_FILE,
    INVALID_PARAM,
    PARSE_FILE,
    REPEAT_FINALIZE,
    REPEAT_INITIALIZE,
)
from runtime.tools import apart, malloc, read, write
from support import Api


def config(text: str) -> bytes:
    """The path of a new file."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        file.write(text)
    return file.name.encode()


def finalize_reference(api: Api) -> tuple[int, int]:
    left = ctypes.c_uint64(99)
    return api.aclFinalizeReference(ctypes.byref(left)), left.value


@apart()
def test_repeated_init_is_told_and_harmless(api: Api) -> None:
    assert api.aclInit(None) == 0
    assert api.aclInit(None) == REPEAT_INITIALIZE
    assert "aclInit" in api.message()
    api.ok.aclrtSetDevice(0)
    address = malloc(api, 8)
    write(api, address, b"aclInit!")
    assert read(api, address, 8) == b"aclInit!"


@apart()
def test_finalize_undoes_every_init(api: Api) -> None:
    assert [api.aclInit(None) for _ in range(3)] == [0, REPEAT_INITIALIZE, REPEAT_INITIALIZE]
    assert api.aclFinalize() == 0
    assert api.aclFinalize() == REPEAT_FINALIZE
    assert "aclFinalize" in api.message()
    assert finalize_reference(api)[0] == REPEAT_FINALIZE


@apart()
def test_finalize_without_init(api: Api) -> None:
    assert api.aclFinalize() == 0
    assert api.aclFinalize() == REPEAT_FINALIZE
    assert api.aclInit(None) == 0, "init after finalize"
    assert api.aclFinalize() == 0, "finalize after a new init"


@apart()
def test_init_after_finalize(api: Api) -> None:
    for _ in range(3):
        assert api.aclInit(None) == 0
        assert api.aclInit(None) == REPEAT_INITIALIZE
        assert api.aclFinalize() == 0


@apart()
def test_finalize_reference_counts(api: Api) -> None:
    assert finalize_reference(api)[0] == REPEAT_FINALIZE
    for _ in range(3):
        api.aclInit(None)
    assert finalize_reference(api) == (0, 2)
    assert finalize_reference(api) == (0, 1)
    assert api.aclInit(None) == REPEAT_INITIALIZE
    assert finalize_reference(api) == (0, 1)
    assert finalize_reference(api) == (0, 0)
    assert finalize_reference(api)[0] == REPEAT_FINALIZE
    assert api.aclFinalize() == REPEAT_FINALIZE, "the last reference finalized"
    assert api.aclInit(None) == 0


@apart()
def test_finalize_reference_takes_no_pointer(api: Api) -> None:
    api.ok.aclInit(None)
    assert api.aclFinalizeReference(None) == 0
    assert api.aclFinalizeReference(None) == REPEAT_FINALIZE


@apart()
def test_no_function_asks_for_init(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream = ctypes.c_void_p()
    api.ok.aclrtCreateStream(ctypes.byref(stream))
    address = malloc(api, 4)
    api.ok.aclrtMemsetAsync(address, 4, 7, 4, stream)
    api.ok.aclrtSynchronizeStream(stream)
    assert read(api, address, 4) == bytes([7] * 4)
    assert api.message() == ""


@apart()
def test_finalize_leaves_devices_and_memory(api: Api) -> None:
    api.ok.aclInit(None)
    api.ok.aclrtSetDevice(0)
    address = malloc(api, 4)
    write(api, address, b"data")
    api.ok.aclFinalize()
    assert read(api, address, 4) == b"data"
    assert api.aclrtFree(address) == 0
    assert api.aclrtResetDevice(0) == 0


@apart()
def test_no_configuration(api: Api) -> None:
    assert api.aclInit(b"") == 0
    assert api.aclInit(None) == REPEAT_INITIALIZE


@apart()
def test_missing_and_unreadable_files(api: Api) -> None:
    for path in (b"/nowhere/acl.json", tempfile.gettempdir().encode()):
        assert api.aclInit(path) == INVALID_FILE, path
        assert path.decode() in api.message()
    assert api.aclInit(None) == 0, "what failed is not counted"
    assert finalize_reference(api) == (0, 0)


@apart()
def test_malformed_files(api: Api) -> None:
    for text in ("{", "{]", '{"a": 1,}', "{'a': 1}", '{"a" 1}', '{"a": 01}', "{} {}", "nonsense"):
        path = config(text)
        assert api.aclInit(path) == PARSE_FILE, text
        assert path.decode() in api.message()
    assert api.aclInit(config('{"a": 1}')) == 0, "what failed is not the first content"


@apart()
def test_well_formed_files(api: Api) -> None:
    values = [
        "{}",
        " { } \n",
        '{"err_msg_mode": "1", "dump": {"dump_list": [], "dump_debug": "off"}}',
        '{"numbers": [0, -1, 2.5, 1e9, -3.25E-2], "text": "\\u00e9\\n\\"", "flags": [true, null]}',
    ]
    for text in values:
        # One process has one content: give each a place in one file of its own, once.
        assert api.aclInit(config(values[0])) in (0, REPEAT_INITIALIZE)
        status = api.aclInit(config(text))
        assert status == (REPEAT_INITIALIZE if text == values[0] else INVALID_PARAM), text


def default_device(value: str) -> bytes:
    return config(f'{{"dump": {{}}, "defaultDevice": {{"default_device": {value}}}}}')


@apart()
def test_a_default_device_is_set_by_the_call_that_needs_it(api: Api) -> None:
    api.ok.aclInit(default_device('"0"'))
    device, active = ctypes.c_int32(9), ctypes.c_int32(9)
    api.ok.aclrtGetDevice(ctypes.byref(device))
    api.ok.aclrtGetPrimaryCtxState(0, None, ctypes.byref(active))
    assert (device.value, active.value) == (0, 0), "asking sets nothing"
    assert api.aclrtGetCurrentContext(ctypes.byref(ctypes.c_void_p())) == CONTEXT_NULL
    address = malloc(api, 4)
    write(api, address, b"data")
    assert read(api, address, 4) == b"data"
    api.ok.aclrtGetPrimaryCtxState(0, None, ctypes.byref(active))
    assert active.value == 1
    api.ok.aclrtFree(address)
    assert api.aclrtResetDevice(0) == 0, "it was set once"


@apart()
def test_each_thread_gets_the_default_device_until_finalize(api: Api) -> None:
    api.ok.aclInit(default_device('"0"'))
    found = []

    def ask() -> None:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        found.append(api.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(total)))

    for _ in range(2):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        api.aclFinalize()
    assert found == [0, CONTEXT_NULL]


@apart()
def test_default_devices_that_are_none(api: Api) -> None:
    for value in (
        '"1a"',
        '"0x3"',
        '"-1"',
        '"+1"',
        '" 1"',
        '"01"',
        '""',
        "0",
        "null",
        '"1' + "0" * 30 + '"',
    ):
        assert api.aclInit(default_device(value)) == FAILURE, value
        assert "default_device" in api.message()
    for value in ('"1"', '"99999999999"'):
        assert api.aclInit(default_device(value)) == INVALID_DEVICEID, value
    for text in ('{"defaultDevice": "0"}', '{"defaultDevice": {"other": ["}", {}]}}', "[1]"):
        assert api.aclInit(config(text)) in (0, INVALID_PARAM), text
    free = ctypes.c_size_t()
    assert api.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(free)) == CONTEXT_NULL


@apart()
def test_another_content_is_refused(api: Api) -> None:
    first, same, other = config('{"a": 1}'), config('{"a": 1}'), config('{"a": 2}')
    assert api.aclInit(first) == 0
    assert api.aclInit(other) == INVALID_PARAM
    assert "configPath" in api.message()
    assert api.aclInit(same) == REPEAT_INITIALIZE, "the content counts, not the path"
    assert finalize_reference(api) == (0, 1), "the refused call is not counted"
    assert finalize_reference(api) == (0, 0)


@apart()
def test_aclnn_init_takes_anything(api: Api) -> None:
    assert api.aclnnFinalize() == 0
    for path in (None, b"", b"/nowhere/acl.json", config("{"), config("{}")):
        assert api.aclnnInit(path) == 0, path
    assert api.aclnnFinalize() == 0
    assert api.aclnnFinalize() == 0
    assert api.aclInit(None) == 0, "aclnnInit is not aclInit"
