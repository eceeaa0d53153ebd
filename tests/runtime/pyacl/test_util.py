# SPDX-License-Identifier: Apache-2.0
"""acl.util: addresses of Python's objects, and threads."""

from __future__ import annotations

import ctypes
import errno
import threading
from typing import Any

import numpy as np
import pytest

# The numbers of NPY_TYPES that pyACL's documentation lists.
TYPES: dict[int, Any] = {
    0: np.bool_,
    1: np.int8,
    2: np.uint8,
    3: np.int16,
    4: np.uint16,
    5: np.int32,
    6: np.uint32,
    7: np.int64,
    8: np.uint64,
    9: np.int64,
    10: np.uint64,
    11: np.float32,
    12: np.float64,
    23: np.float16,
}


def test_an_array(acl: Any) -> None:
    array = np.array([1, 2, 3], np.int32)
    address = acl.util.numpy_to_ptr(array)
    assert address == array.__array_interface__["data"][0]
    assert acl.util.ptr_to_bytes(address, 12) == array.tobytes()


def test_an_array_with_gaps(acl: Any) -> None:
    """Its address is that of the first element; numpy_contiguous_to_ptr makes another array."""
    array = np.arange(6, dtype=np.int32).reshape(2, 3).T
    with pytest.warns(UserWarning, match="numpy_contiguous_to_ptr"):
        assert acl.util.numpy_to_ptr(array) == array.__array_interface__["data"][0]
    address, contiguous = acl.util.numpy_contiguous_to_ptr(array)
    assert contiguous.flags.c_contiguous
    np.testing.assert_array_equal(contiguous, array)
    assert acl.util.ptr_to_bytes(address, 24) == np.array([0, 3, 1, 4, 2, 5], np.int32).tobytes()


@pytest.mark.parametrize("shape", [(4,), ()])
def test_a_contiguous_array_is_itself(acl: Any, shape: tuple[int, ...]) -> None:
    array = np.zeros(shape, np.int8)
    address, contiguous = acl.util.numpy_contiguous_to_ptr(array)
    assert contiguous is array
    assert address == acl.util.numpy_to_ptr(array)


@pytest.mark.parametrize("number", TYPES)
def test_types_by_numpys_numbers(acl: Any, number: int) -> None:
    memory = (ctypes.c_ubyte * 64)(*range(64))
    address = ctypes.addressof(memory)
    array = acl.util.ptr_to_numpy(address, (2, 2), number)
    expected = np.frombuffer(bytes(memory), TYPES[number], 4).reshape(2, 2)
    assert array.dtype == expected.dtype
    np.testing.assert_array_equal(array.view(np.uint8), expected.view(np.uint8))


def test_an_array_over_memory_is_no_copy(acl: Any) -> None:
    memory = (ctypes.c_float * 4)(1, 2, 3, 4)
    array = acl.util.ptr_to_numpy(ctypes.addressof(memory), (4,), 11)
    memory[2] = 9
    array[0] = 7
    assert array.tolist() == [7, 2, 9, 4]
    assert list(memory) == [7, 2, 9, 4]


def test_an_array_of_nothing(acl: Any) -> None:
    assert acl.util.ptr_to_numpy(64, (0, 3), 11).shape == (0, 3)


def test_bytes(acl: Any) -> None:
    data = b"bytes of the host"
    address = acl.util.bytes_to_ptr(data)
    assert acl.util.ptr_to_bytes(address, len(data)) == data
    assert acl.util.ptr_to_bytes(address + 9, 3) == b"the"
    assert acl.util.ptr_to_bytes(address, 0) == b""


@pytest.mark.parametrize(
    ("name", "arguments", "error", "text"),
    [
        ("numpy_to_ptr", ([1],), ValueError, "array is a list; it has to be a numpy.ndarray"),
        ("numpy_contiguous_to_ptr", (b"",), ValueError, "array is a bytes"),
        ("bytes_to_ptr", ("text",), TypeError, "data is a str; it has to be bytes"),
        ("ptr_to_numpy", (0, (1,), 11), ValueError, "ptr is 0"),
        ("ptr_to_numpy", (64, (1,), 17), ValueError, "type is 17; it has to be one of 0"),
        ("ptr_to_numpy", (64, (-1,), 11), ValueError, "shape is"),
        ("ptr_to_bytes", (0, 1), ValueError, "ptr is 0"),
        ("ptr_to_bytes", (64, -1), ValueError, "size is -1"),
        ("start_thread", (1, []), TypeError, "function is a int; it has to be callable"),
    ],
)
def test_mistakes(
    acl: Any, name: str, arguments: tuple[object, ...], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        getattr(acl.util, name)(*arguments)


def test_a_thread(acl: Any) -> None:
    """It gets the list as it is; the id is that of pthread_self, which subscriptions take."""
    given, heard = [1, "two"], []
    thread_id, ret = acl.util.start_thread(
        lambda arguments: heard.append((threading.get_ident(), arguments)), given
    )
    assert ret == 0
    assert acl.util.stop_thread(thread_id) == 0
    assert heard == [(thread_id, given)]
    assert heard[0][1] is given
    assert acl.util.stop_thread(thread_id) == errno.ESRCH


def test_a_thread_does_not_wait_for_itself(acl: Any) -> None:
    told: list[int] = []
    begun = threading.Event()

    def function(_: object) -> None:
        assert begun.wait(60)
        told.append(acl.util.stop_thread(threading.get_ident()))

    thread_id, _ = acl.util.start_thread(function, [])
    begun.set()
    assert acl.util.stop_thread(thread_id) == 0
    assert told == [errno.EDEADLK]
