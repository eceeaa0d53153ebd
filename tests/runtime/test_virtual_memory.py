# SPDX-License-Identifier: Apache-2.0
"""Addresses and memory apart: reserving, physical memory, mapping, and what is refused."""

from __future__ import annotations

import ctypes
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from runtime.codes import (
    FEATURE_NOT_SUPPORT,
    INVALID_DEVICEID,
    INVALID_HANDLE,
    INVALID_PARAM,
    MEMORY_ALLOCATION,
    PARAM_INVALID,
    SYS_DMA,
)
from runtime.tools import (
    DEVICE_TO_DEVICE,
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    Gate,
    Prop,
    apart,
    in_queued_modes,
    light_script,
    malloc,
    malloc_host,
    new_stream,
    read,
    write,
)
from support import Api, Session, run_python

from aclnn_py import native

MIB = 1 << 20
PIECE = 2 * MIB
GIB = 1 << 30
TIB = 1 << 40
HBM_HUGE, HBM_HUGE1G, DDR_HUGE = 4, 10, 2
HOST, DEVICE, UNREGISTERED = 0, 1, 2
NONE, READWRITE = 0, 3


class Access(ctypes.Structure):
    _fields_ = [
        ("flags", ctypes.c_int),
        ("id", ctypes.c_uint32),
        ("location", ctypes.c_int),
        ("rsv", ctypes.c_uint8 * 12),
    ]


def prop(attr: int = HBM_HUGE, device: int = 0, location: int = DEVICE) -> Prop:
    return Prop(attr=attr, id=device, location=location)


def reserve(api: Api, size: int, expected: int | None = None) -> int:
    address = ctypes.c_void_p()
    api.ok.aclrtReserveMemAddress(ctypes.byref(address), size, 0, expected, 0)
    assert address.value
    return address.value


def physical(api: Api, size: int = PIECE, device: int = 0) -> Any:
    handle = ctypes.c_void_p()
    properties = ctypes.byref(prop(device=device))
    api.ok.aclrtMallocPhysical(ctypes.byref(handle), size, properties, 0)
    return handle


def mapped(api: Api, address: int, size: int = PIECE, device: int = 0) -> Any:
    handle = physical(api, size, device)
    api.ok.aclrtMapMem(address, size, 0, handle, 0)
    return handle


def address_range(api: Api, address: int) -> tuple[int | None, int]:
    start, size = ctypes.c_void_p(), ctypes.c_size_t()
    api.ok.aclrtMemGetAddressRange(address, ctypes.byref(start), ctypes.byref(size))
    return start.value, size.value


def free_memory(api: Api) -> int:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    api.ok.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(total))
    return free.value


def grows_where_it_is(api: Api) -> None:
    """Pieces that follow each other are one memory, for copies and for what is looked up."""
    api.ok.aclrtSetDevice(0)
    before = free_memory(api)
    base = reserve(api, 3 * TIB // 32)
    assert base % GIB == 0
    assert free_memory(api) == before
    handles = [mapped(api, base), mapped(api, base + PIECE, 3 * PIECE)]
    assert before - free_memory(api) == 4 * PIECE
    data = bytes(range(256)) * 16
    write(api, base + PIECE - 2048, data)
    assert read(api, base + PIECE - 2048, 4096) == data
    # Beyond what is mapped is nothing, until more is.
    assert api.aclrtMemset(base + 4 * PIECE - 8, 16, 1, 16) == PARAM_INVALID
    handles.append(mapped(api, base + 4 * PIECE))
    api.ok.aclrtMemset(base + 4 * PIECE - 8, 16, 1, 16)
    other = malloc(api, 4096)
    source = base + PIECE - 2048
    api.ok.aclrtMemcpy(other, 4096, source, 4096, DEVICE_TO_DEVICE)
    assert read(api, other, 4096) == data
    assert address_range(api, base + PIECE + 5) == (base + PIECE, 3 * PIECE)
    assert address_range(api, other + 5) == (other, 4096)
    for offset in (0, PIECE, 4 * PIECE):
        api.ok.aclrtUnmapMem(base + offset)
    for handle in handles:
        api.ok.aclrtFreePhysical(handle)
    api.ok.aclrtReleaseMemAddress(base)
    api.ok.aclrtFree(other)
    assert free_memory(api) == before


def test_memory_that_grows_where_it_is(api: Api) -> None:
    grows_where_it_is(api)


@apart(ACLNN_CHECK="isolate")
def test_isolated_memory_that_grows(api: Api) -> None:
    grows_where_it_is(api)


@apart(ACLNN_CHECK="lenient")
def test_lenient_memory_that_grows(api: Api) -> None:
    grows_where_it_is(api)


def test_memory_is_mapped_twice_and_again(device: Api) -> None:
    base = reserve(device, 4 * PIECE)
    handle = mapped(device, base)
    device.ok.aclrtMapMem(base + 2 * PIECE, PIECE, 0, handle, 0)
    write(device, base + 100, b"here")
    assert read(device, base + 2 * PIECE + 100, 4) == b"here"
    device.ok.aclrtUnmapMem(base)
    device.ok.aclrtUnmapMem(base + 2 * PIECE)
    device.ok.aclrtMapMem(base + PIECE, PIECE, 0, handle, 0)
    assert read(device, base + PIECE + 100, 4) == b"here"
    device.ok.aclrtUnmapMem(base + PIECE)
    device.ok.aclrtFreePhysical(handle)
    device.ok.aclrtReleaseMemAddress(base)


def test_memory_stays_until_it_is_unmapped(device: Api) -> None:
    before, base = free_memory(device), reserve(device, PIECE)
    handle = mapped(device, base)
    device.ok.aclrtFreePhysical(handle)
    assert device.aclrtFreePhysical(handle) == INVALID_HANDLE
    write(device, base, b"mine")
    assert read(device, base, 4) == b"mine"
    assert before - free_memory(device) == PIECE
    assert device.aclrtReleaseMemAddress(base) == PARAM_INVALID
    device.ok.aclrtUnmapMem(base)
    assert free_memory(device) == before
    device.ok.aclrtReleaseMemAddress(base)


def test_a_handle_once_more(device: Api) -> None:
    before, base = free_memory(device), reserve(device, PIECE)
    first, second, found = mapped(device, base), ctypes.c_void_p(), prop()
    device.ok.aclrtMemRetainAllocationHandle(base, ctypes.byref(second))
    device.ok.aclrtFreePhysical(first)
    device.ok.aclrtUnmapMem(base)
    device.ok.aclrtMapMem(base, PIECE, 0, second, 0)
    device.ok.aclrtMemGetAllocationPropertiesFromHandle(second, ctypes.byref(found))
    assert (found.attr, found.location, found.id) == (HBM_HUGE, DEVICE, 0)
    device.ok.aclrtFreePhysical(second)
    assert device.aclrtMemRetainAllocationHandle(base, ctypes.byref(second)) == PARAM_INVALID
    device.ok.aclrtUnmapMem(base)
    assert free_memory(device) == before
    device.ok.aclrtReleaseMemAddress(base)


def test_addresses_without_memory(device: Api) -> None:
    base, stream = reserve(device, 2 * PIECE), new_stream(device)
    handle = mapped(device, base + PIECE)
    pinned = malloc_host(device, 64)
    assert device.aclrtMemcpy(base, 4, b"data", 4, HOST_TO_DEVICE) == PARAM_INVALID
    assert "a reserved address, for which no memory is mapped" in device.message()
    assert device.aclrtMemsetAsync(base + PIECE - 4, 8, 0, 8, stream) == PARAM_INVALID
    refused = (pinned, 4, base, 4, DEVICE_TO_HOST, stream)
    assert device.aclrtMemcpyAsync(*refused) == PARAM_INVALID
    assert device.aclrtFree(base) == device.aclrtFree(base + PIECE) == PARAM_INVALID
    assert "that are mapped on device 0" in device.message()
    devptr = ctypes.c_void_p()
    assert device.aclrtHostRegister(base, 4096, 0, ctypes.byref(devptr)) == PARAM_INVALID
    device.ok.aclrtUnmapMem(base + PIECE)
    assert device.aclrtMemcpy(base + PIECE, 4, b"data", 4, HOST_TO_DEVICE) == PARAM_INVALID
    device.ok.aclrtFreePhysical(handle)
    device.ok.aclrtReleaseMemAddress(base)


@in_queued_modes
def test_work_finds_its_memory_unmapped(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, base = new_stream(api), reserve(api, 4 * PIECE)
    handle, other = mapped(api, base), mapped(api, base + 2 * PIECE)
    with Gate(api, stream):
        api.ok.aclrtMemsetAsync(base, 4, 1, 4, stream)
        api.ok.aclrtUnmapMem(base)
        api.ok.aclrtMapMem(base, PIECE, 0, handle, 0)
    assert api.aclrtSynchronizeStream(stream) == SYS_DMA
    assert "aclrtUnmapMem" in api.message()
    with Gate(api, stream):
        # What is mapped or unmapped elsewhere, and what is added, is nothing to it.
        api.ok.aclrtMemsetAsync(base, 4, 2, 4, stream)
        api.ok.aclrtUnmapMem(base + 2 * PIECE)
        api.ok.aclrtMapMem(base + PIECE, PIECE, 0, other, 0)
    api.ok.aclrtSynchronizeStream(stream)
    assert read(api, base, 4) == b"\x02" * 4


def is_unmapped_while_work_runs(api: Api) -> None:
    """Whatever becomes of the work: the process goes on, and so do the addresses."""
    size = 128 * PIECE
    api.ok.aclrtSetDevice(0)
    stream, base = new_stream(api), reserve(api, size)
    for again in range(3):
        handle = mapped(api, base, size)
        api.ok.aclrtMemsetAsync(base, size, 1, size, stream)
        time.sleep(0.01)
        api.ok.aclrtUnmapMem(base)
        api.ok.aclrtFreePhysical(handle)
        if again == 2:
            api.ok.aclrtReleaseMemAddress(base)
        api.aclrtSynchronizeStream(stream)
    base = reserve(api, PIECE, 16 * TIB)
    api.ok.aclrtReleaseMemAddress(base)
    assert reserve(api, 2 * PIECE, 16 * TIB) == base
    api.ok.aclrtReleaseMemAddress(base)


@pytest.mark.slow
@apart()
def test_memory_is_unmapped_while_work_runs(api: Api) -> None:
    is_unmapped_while_work_runs(api)


@pytest.mark.slow
@apart(ACLNN_CHECK="isolate")
def test_isolated_memory_is_unmapped_while_work_runs(api: Api) -> None:
    is_unmapped_while_work_runs(api)


def test_large_ranges_are_reserved_again_and_again(device: Api) -> None:
    """An address space has 128 TiB: what is released comes back before it is full."""
    for size in (2 * TIB, 40 * TIB):
        for _ in range(100):
            device.ok.aclrtReleaseMemAddress(reserve(device, size))


# --- memory at two addresses ---------------------------------------------------------------------


def twice(api: Api, pieces: int = 1) -> tuple[int, int]:
    """Two addresses of the same memory; the second has its pieces the other way round."""
    one, two = reserve(api, pieces * PIECE), reserve(api, pieces * PIECE)
    for i in range(pieces):
        handle = mapped(api, one + i * PIECE)
        api.ok.aclrtMapMem(two + (pieces - 1 - i) * PIECE, PIECE, 0, handle, 0)
    return one, two


COUNT = 65535


def add_one(api: Api, session: Session, x: int, out: int) -> None:
    one = api.aclCreateScalar(ctypes.byref(ctypes.c_float(1)), 0)
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    api.ok.aclnnAddsGetWorkspaceSize(x, one, one, out, ctypes.byref(size), ctypes.byref(executor))
    workspace = session.malloc(size.value) if size.value else None
    api.ok.aclnnAdds(workspace, size.value, executor, session.stream)
    assert session.synchronize() == 0


def is_read_as_it_was(api: Api) -> None:
    """An output that is its input, some elements further on, at another address."""
    with Session(api) as session:
        one, two = twice(api, 2)
        numbers = np.arange(COUNT, dtype=np.float32)
        for shift in (-7, -1, 0, 1, 1000):
            source, target = 4 * 2000, 4 * (2000 + shift)
            write(api, one + source, numbers.tobytes())
            x = session.describe([COUNT], "float32", one + source)
            out = session.describe([COUNT], "float32", two + PIECE + target)
            add_one(api, session, x, out)
            result = session.download(one + target, (COUNT,), "float32")
            np.testing.assert_array_equal(result, numbers + 1)


@apart()
def test_an_input_is_read_as_it_was_at_two_addresses(api: Api) -> None:
    is_read_as_it_was(api)


@apart(ACLNN_CHECK="isolate")
def test_isolated_input_is_read_as_it_was_at_two_addresses(api: Api) -> None:
    is_read_as_it_was(api)


@apart()
def test_a_view_over_several_pieces_is_read_as_it_was(api: Api) -> None:
    """Columns that lie in both pieces, whose order is another one at the second address."""
    with Session(api) as session:
        one, two = twice(api, 2)
        rows = 2 * PIECE // 4096
        numbers = np.arange(rows, dtype=np.float32)
        x = session.describe([rows], "float32", one, strides=[1024], storage=[rows * 1024])
        out = session.describe([rows], "float32", two, strides=[1024], storage=[rows * 1024])
        for i, number in enumerate(numbers):
            write(api, one + 4096 * i, number.tobytes())
        add_one(api, session, x, out)
        found = [read(api, two + 4096 * i, 4) for i in range(rows)]
        np.testing.assert_array_equal(np.frombuffer(b"".join(found), np.float32), numbers + 1)


def moves_right(api: Api, copy: Callable[[int, int, int], None]) -> None:
    """A copy to the same memory at another address, some bytes before and behind."""
    one, two = twice(api, 2)
    rng = np.random.default_rng(29)
    numbers = rng.integers(0, 256, PIECE // 2, dtype=np.uint8)
    for shift in (-4097, -1, 1, 64, 5000):
        write(api, one + 10_000, numbers.tobytes())
        copy(two + PIECE + 10_000 + shift, one + 10_000, numbers.size)
        found = np.frombuffer(read(api, one + 10_000 + shift, numbers.size), np.uint8)
        np.testing.assert_array_equal(found, numbers)


@apart()
def test_copies_between_two_addresses_of_the_same_memory(api: Api) -> None:
    api.ok.aclInit(None)
    api.ok.aclrtSetDevice(0)

    def at_once(to: int, source: int, size: int) -> None:
        api.ok.aclrtMemcpy(to, size, source, size, DEVICE_TO_DEVICE)

    moves_right(api, at_once)


@apart(ACLNN_CHECK="isolate")
def test_queued_copies_between_two_addresses_of_the_same_memory(api: Api) -> None:
    api.ok.aclInit(None)
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)

    def queued(to: int, source: int, size: int) -> None:
        api.ok.aclrtMemcpyAsync(to, size, source, size, DEVICE_TO_DEVICE, stream)
        api.ok.aclrtSynchronizeStream(stream)

    moves_right(api, queued)


@apart()
def test_rows_are_copied_between_two_addresses_of_the_same_memory(api: Api) -> None:
    """Rows of 1,000 bytes, each of which is written where the next one is read."""
    api.ok.aclInit(None)
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    one, two = twice(api)
    numbers = np.random.default_rng(29).integers(0, 256, (100, 1024), dtype=np.uint8)
    write(api, one, numbers.tobytes())
    api.ok.aclrtMemcpy2dAsync(two + 1024, 1024, one, 1024, 1000, 100, DEVICE_TO_DEVICE, stream)
    api.ok.aclrtSynchronizeStream(stream)
    found = np.frombuffer(read(api, one + 1024, numbers.size), np.uint8).reshape(100, 1024)
    np.testing.assert_array_equal(found[:, :1000], numbers[:, :1000])


@apart()
def test_a_view_over_memory_that_it_has_twice(api: Api) -> None:
    """In place: each of both halves is read as it was, and the later one is what stays."""
    with Session(api) as session:
        base = reserve(api, 2 * PIECE)
        handle = mapped(api, base)
        api.ok.aclrtMapMem(base + PIECE, PIECE, 0, handle, 0)
        count = PIECE // 4
        numbers = np.arange(count, dtype=np.float32)
        write(api, base, numbers.tobytes())
        x = session.describe([2 * count], "float32", base)
        add_one(api, session, x, session.describe([2 * count], "float32", base))
        result = session.download(base, (count,), "float32")
        np.testing.assert_array_equal(result, numbers + 1)


@apart()
def test_a_workspace_at_another_address_is_no_place_for_an_output(api: Api) -> None:
    with Session(api) as session:
        one, two = twice(api, 32)
        x = session.tensor(np.ones((256, 256), np.float32))
        out = session.describe([256, 256], "float32", two + 31 * PIECE)
        indices = session.tensor(np.zeros((256, 256), np.int64))
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        found = ctypes.byref(size), ctypes.byref(executor)
        api.ok.aclnnSortGetWorkspaceSize(x, True, 1, False, out, indices, *found)
        assert 0 < size.value <= 32 * PIECE
        assert api.aclnnSort(one, size.value, executor, session.stream) == 161002
        assert "shares memory with" in api.message()


RACES = """
import ctypes, os
lib = ctypes.CDLL(os.environ["LIBRARY"])
void, number = ctypes.c_void_p, ctypes.c_size_t
PIECE = 1 << 21
lib.aclInit(None)
lib.aclrtSetDevice(0)
prop = ctypes.create_string_buffer(PROP, len(PROP))
def check(status):
    assert status == 0, status
def reserve(size):
    place = void()
    check(lib.aclrtReserveMemAddress(ctypes.byref(place), number(size), number(0), None,
                                     ctypes.c_uint64(0)))
    return place.value
handle, stream = void(), void()
check(lib.aclrtMallocPhysical(ctypes.byref(handle), number(PIECE), prop, ctypes.c_uint64(0)))
one, two = reserve(PIECE), reserve(PIECE)
for place in (one, two):
    check(lib.aclrtMapMem(void(place), number(PIECE), number(0), handle, ctypes.c_uint64(0)))
check(lib.aclrtCreateStream(ctypes.byref(stream)))
def queue(place, size=64):
    check(lib.aclrtMemsetAsync(void(place), number(size), 1, number(size), stream))
def set_now(place, size=64):
    check(lib.aclrtMemset(void(place), number(size), 2, number(size)))
def wait():
    check(lib.aclrtSynchronizeStream(stream))
def unmap(place):
    check(lib.aclrtUnmapMem(void(place)))
ACTION
lib.aclrtSynchronizeStream(stream)  # work of memory that is gone fails
check(lib.aclrtDestroyStream(stream))
lib.aclFinalize()
"""

RACING = {
    "queue(one); set_now(two)": True,
    "queue(two + 64); set_now(one + 100)": True,
    "queue(one); set_now(one)": True,
    "queue(one); set_now(two + 64)": False,
    "queue(one); wait(); set_now(two)": False,
    "queue(one); unmap(one)": True,
    "queue(one); unmap(two)": False,
    "queue(one); unmap(two); set_now(one)": True,
    "queue(one); wait(); unmap(one); queue(two); wait(); set_now(two)": False,
}


@pytest.mark.parametrize("action", list(RACING))
def test_races_are_told_at_two_addresses(tmp_path: Path, action: str) -> None:
    findings = tmp_path / "findings.jsonl"
    code = RACES.replace("PROP, len(PROP)", f"{bytes(prop())!r}, {ctypes.sizeof(Prop)}")
    done = run_python(
        code.replace("ACTION", action),
        {
            "ACLNN_FINDINGS": str(findings),
            "ACLNN_STREAM": "lazy",
            "LIBRARY": str(native.library_paths()[0]),
        },
    )
    assert done.returncode == 0, done.stderr
    items = [json.loads(line) for line in findings.read_text("utf-8").splitlines()]
    assert items[-1]["kind"] == "end"
    races = [item["text"] for item in items if item["kind"] == "race"]
    assert len(races) == RACING[action], races
    if races and "two" in action and "one" in action and "unmap" not in action:
        assert "the same physical memory" in races[0]


def test_who_may_access(device: Api) -> None:
    base, handle = reserve(device, PIECE), physical(device)
    device.ok.aclrtMemMapNoAccess(base, PIECE, 0, handle, 0)
    flag, place = ctypes.c_uint64(7), Access(id=0, location=DEVICE)
    location = ctypes.byref(place, Access.id.offset)
    device.ok.aclrtMemGetAccess(base, location, ctypes.byref(flag))
    assert flag.value == NONE
    assert device.aclrtMemset(base, 4, 0, 4) == PARAM_INVALID
    for refused, status in [
        (Access(flags=1, location=DEVICE), PARAM_INVALID),
        (Access(flags=READWRITE, location=UNREGISTERED), PARAM_INVALID),
        (Access(flags=READWRITE, location=DEVICE, id=99), INVALID_DEVICEID),
    ]:
        assert device.aclrtMemSetAccess(base, PIECE, ctypes.byref(refused), 1) == status
    place.flags = READWRITE
    desc = ctypes.byref(place)
    assert device.aclrtMemSetAccess(base, PIECE - 1, desc, 1) == PARAM_INVALID
    assert device.aclrtMemSetAccess(base + 1, PIECE, desc, 1) == PARAM_INVALID
    assert device.aclrtMemSetAccess(None, PIECE, desc, 1) == PARAM_INVALID
    assert device.aclrtMemSetAccess(base, PIECE, None, 1) == PARAM_INVALID
    device.ok.aclrtMemSetAccess(base, PIECE, desc, 1)
    device.ok.aclrtMemGetAccess(base, location, ctypes.byref(flag))
    assert flag.value == READWRITE
    device.ok.aclrtMemset(base, 4, 0, 4)
    place.location = HOST
    device.ok.aclrtMemGetAccess(base, location, ctypes.byref(flag))
    assert flag.value == NONE
    device.ok.aclrtUnmapMem(base)
    device.ok.aclrtFreePhysical(handle)
    device.ok.aclrtReleaseMemAddress(base)


@apart(ACLNN_SOC="Ascend910B2:memory=67108864")
def test_memory_runs_out_and_comes_back(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    base, handle = reserve(api, GIB), ctypes.c_void_p(5)
    allocated = malloc(api, 30 * MIB)
    held = physical(api, 32 * MIB)
    refused = (ctypes.byref(handle), PIECE, ctypes.byref(prop()), 0)
    assert api.aclrtMallocPhysical(*refused) == MEMORY_ALLOCATION
    address = ctypes.c_void_p()
    assert api.aclrtMalloc(ctypes.byref(address), 4 * MIB, 0) == MEMORY_ALLOCATION
    assert handle.value == 5
    api.ok.aclrtFree(allocated)
    mapped(api, base)
    api.ok.aclrtFreePhysical(held)
    assert malloc(api, 60 * MIB)


def test_a_reset_takes_the_memory(device: Api) -> None:
    before, base = free_memory(device), reserve(device, PIECE)
    handle = mapped(device, base)
    device.ok.aclrtResetDevice(0)
    device.ok.aclrtSetDevice(0)
    assert free_memory(device) == before
    assert device.aclrtMemset(base, 4, 0, 4) == PARAM_INVALID
    assert device.aclrtFreePhysical(handle) == INVALID_HANDLE
    device.ok.aclrtReleaseMemAddress(base)


@apart(ACLNN_DEVICES="2")
def test_a_range_takes_memory_of_one_device(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    base = reserve(api, 2 * PIECE)
    mine, other = mapped(api, base), physical(api, device=1)
    assert api.aclrtMapMem(base + PIECE, PIECE, 0, other, 0) == PARAM_INVALID
    api.ok.aclrtUnmapMem(base)
    api.ok.aclrtMapMem(base + PIECE, PIECE, 0, other, 0)
    assert api.aclrtMapMem(base, PIECE, 0, mine, 0) == PARAM_INVALID
    api.ok.aclrtSetDevice(1)
    write(api, base + PIECE, b"data")
    assert read(api, base + PIECE, 4) == b"data"


# --- arguments -----------------------------------------------------------------------------------


def test_arguments_of_reserving(api: Api) -> None:
    address = ctypes.c_void_p(7)
    place = ctypes.byref(address)
    for arguments, status in [
        ((None, PIECE, 0, None, 0), INVALID_PARAM),
        ((place, 0, 0, None, 0), INVALID_PARAM),
        ((place, PIECE, 0, None, 2), INVALID_PARAM),
        ((place, PIECE, PIECE, None, 0), PARAM_INVALID),
        ((place, 2**64 - 1, 0, None, 0), PARAM_INVALID),
        ((place, 2**62, 0, None, 0), MEMORY_ALLOCATION),
        ((place, PIECE, 0, 16 * TIB + 1, 0), PARAM_INVALID),
        ((place, PIECE, 0, 16 * TIB - PIECE, 0), PARAM_INVALID),
        ((place, 2 * PIECE, 0, 24 * TIB - PIECE, 0), PARAM_INVALID),
        ((place, GIB, 0, 16 * TIB + PIECE, 0), PARAM_INVALID),
    ]:
        assert api.aclrtReserveMemAddress(*arguments) == status
    assert address.value == 7
    api.ok.aclrtReserveMemAddress(place, 512, 0, None, 1)
    assert address.value % PIECE == 0
    assert api.aclrtReleaseMemAddress(None) == INVALID_PARAM
    assert api.aclrtReleaseMemAddress(address.value + 4096) == PARAM_INVALID
    api.ok.aclrtReleaseMemAddress(address)
    assert api.aclrtReleaseMemAddress(address) == PARAM_INVALID
    chosen = reserve(api, PIECE, 17 * TIB)
    assert chosen == 17 * TIB
    assert api.aclrtReserveMemAddress(place, PIECE, 0, chosen, 0) == PARAM_INVALID
    assert "taken" in api.message()
    api.ok.aclrtReleaseMemAddress(chosen)


def test_arguments_of_physical_memory(api: Api) -> None:
    handle, size = ctypes.c_void_p(7), ctypes.c_size_t(7)
    good = prop()
    wrong_type, wrong_kind = prop(), prop()
    wrong_type.handle_type = 2
    wrong_kind.allocation_type = 1
    for properties, status in [
        (wrong_type, INVALID_PARAM),
        (wrong_kind, INVALID_PARAM),
        (prop(location=UNREGISTERED), INVALID_PARAM),
        (prop(DDR_HUGE), INVALID_PARAM),
        (prop(0), INVALID_PARAM),
        (prop(11), INVALID_PARAM),
        (prop(location=HOST), FEATURE_NOT_SUPPORT),
        (prop(device=99), INVALID_DEVICEID),
    ]:
        arguments = (ctypes.byref(handle), PIECE, ctypes.byref(properties), 0)
        assert api.aclrtMallocPhysical(*arguments) == status
    place, given = ctypes.byref(handle), ctypes.byref(good)
    assert api.aclrtMallocPhysical(None, PIECE, given, 0) == INVALID_PARAM
    assert api.aclrtMallocPhysical(place, PIECE, None, 0) == INVALID_PARAM
    assert api.aclrtMallocPhysical(place, 0, given, 0) == INVALID_PARAM
    assert api.aclrtMallocPhysical(place, PIECE, given, 1) == INVALID_PARAM
    assert api.aclrtMallocPhysical(place, 2**64 - 1, given, 0) == MEMORY_ALLOCATION
    assert handle.value == 7
    assert api.aclrtFreePhysical(None) == INVALID_PARAM
    assert api.aclrtFreePhysical(7) == INVALID_HANDLE
    result = ctypes.byref(size)
    assert api.aclrtMemGetAllocationGranularity(None, 0, result) == INVALID_PARAM
    assert api.aclrtMemGetAllocationGranularity(given, 0, None) == INVALID_PARAM
    assert api.aclrtMemGetAllocationGranularity(given, 2, result) == PARAM_INVALID
    for attr, expected in [(HBM_HUGE, PIECE), (5, PIECE), (13, PIECE), (HBM_HUGE1G, GIB)]:
        for option in (0, 1):
            properties = prop(attr)
            api.ok.aclrtMemGetAllocationGranularity(ctypes.byref(properties), option, result)
            assert size.value == expected


def test_arguments_of_mapping(device: Api) -> None:
    base, handle, odd = reserve(device, 2 * PIECE), physical(device), physical(device, 5)
    for arguments, status in [
        ((None, PIECE, 0, handle, 0), INVALID_PARAM),
        ((base, PIECE, 0, None, 0), INVALID_PARAM),
        ((base, 0, 0, handle, 0), INVALID_PARAM),
        ((base, PIECE, 0, handle, 1), INVALID_PARAM),
        ((base, PIECE, 0, 7, 0), INVALID_HANDLE),
        ((base, PIECE, PIECE, handle, 0), PARAM_INVALID),
        ((base, 2 * PIECE, 0, handle, 0), PARAM_INVALID),
        ((base, 5, 0, odd, 0), PARAM_INVALID),
        ((base + 4096, PIECE, 0, handle, 0), PARAM_INVALID),
        ((16 * TIB, PIECE, 0, handle, 0), PARAM_INVALID),
        ((malloc(device, 64), PIECE, 0, handle, 0), PARAM_INVALID),
    ]:
        assert device.aclrtMapMem(*arguments) == status
    device.ok.aclrtMapMem(base, PIECE, 0, handle, 0)
    assert device.aclrtMapMem(base, PIECE, 0, handle, 0) == PARAM_INVALID
    assert device.aclrtUnmapMem(None) == INVALID_PARAM
    assert device.aclrtUnmapMem(base + 4096) == PARAM_INVALID
    assert device.aclrtUnmapMem(base + PIECE) == PARAM_INVALID
    assert device.aclrtMemGetAddressRange(base, None, None) == PARAM_INVALID
    size = ctypes.byref(ctypes.c_size_t())
    assert device.aclrtMemGetAddressRange(None, None, size) == INVALID_PARAM
    assert device.aclrtMemGetAddressRange(base + PIECE, None, size) == PARAM_INVALID
    assert device.aclrtMemGetAddressRange(1, None, size) == PARAM_INVALID
    device.ok.aclrtUnmapMem(base)
    for each in (handle, odd):
        device.ok.aclrtFreePhysical(each)
    device.ok.aclrtReleaseMemAddress(base)


@pytest.mark.parametrize(
    ("soc", "chosen", "large"), [("Ascend910A", 0, 207000), ("Ascend950", 107000, 0)]
)
def test_what_products_lack(soc: str, chosen: int, large: int) -> None:
    code = """
place, handle, number = void(), void(), ctypes.c_uint64
prop = (ctypes.c_uint32 * 8)(0, 0, 10, 0, 1)
chosen = lib.aclrtReserveMemAddress(byref(place), number(1 << 21), size(), void(17 << 40), number())
large = lib.aclrtMallocPhysical(byref(handle), size(1 << 30), prop, number())
print(json.dumps([chosen, large]))
"""
    assert light_script(code, ACLNN_SOC=soc)[0] == [chosen, large]
