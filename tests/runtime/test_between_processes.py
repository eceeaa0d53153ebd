# SPDX-License-Identifier: Apache-2.0
"""Memory, events and notifies that processes share: what is seen, refused, and left."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from runtime.codes import (
    INVALID_PARAM,
    IPC_ERROR,
    PARAM_INVALID,
    SYS_DMA,
)
from runtime.partner import (
    KEY,
    Partner,
    descriptors,
    event_handle,
    event_name,
    export_key,
    notify_key,
)
from runtime.tools import (
    Gate,
    Order,
    Prop,
    apart,
    malloc,
    new_ex_event,
    new_stream,
    read,
    until,
    write,
)
from support import Api

MIB = 1 << 20
IPC = 0x40
FOR_ALL, LISTED = 1, 0


@pytest.fixture(scope="module")
def partner() -> Iterator[Partner]:
    with Partner() as process:
        yield process


def pattern(size: int) -> bytes:
    return bytes(np.arange(size, dtype=np.uint32).astype(np.uint8))


# --- Memory of aclrtMalloc -----------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 1000, 4096, 3 * MIB + 5])
def test_both_see_the_same_bytes(device: Api, partner: Partner, size: int) -> None:
    """Beside an allocation whose bytes stay as they are."""
    before, address, behind = (malloc(device, size) for _ in range(3))
    for place in (before, address, behind):
        write(device, place, pattern(size))
    key = export_key(device, address, size, FOR_ALL)
    status, there, text = partner.try_import(key)
    assert status == 0, text
    assert partner.read(there, min(size, 4096)) == list(pattern(size)[:4096])
    partner.write(there, [7] * min(size, 9))
    assert read(device, address, size) == (b"\7" * 9)[:size] + pattern(size)[9:]
    write(device, address + size - 1, b"\5")
    assert partner.read(there + size - 1, 1) == [5]
    assert partner.close(key) == 0
    device.ok.aclrtIpcMemClose(key.encode())
    for place in (before, behind):
        assert read(device, place, size) == pattern(size)
        device.ok.aclrtFree(place)
    device.ok.aclrtFree(address)


def test_a_part_can_be_exported(device: Api, partner: Partner) -> None:
    address = malloc(device, 10000)
    write(device, address, pattern(10000))
    key = export_key(device, address + 5000, 100, FOR_ALL)
    _, there, _ = partner.try_import(key)
    assert partner.read(there, 100) == list(pattern(10000)[5000:5100])
    assert "byte 0 of the 100 bytes" in partner.describe(there)
    assert partner.close(key) == 0


def test_the_same_bytes_have_one_key(device: Api) -> None:
    address = malloc(device, 100)
    assert export_key(device, address, 100, 0) == export_key(device, address, 100, 0)
    assert export_key(device, address, 99, 0) != export_key(device, address, 100, 0)


def test_an_import_twice_is_one_address(device: Api, partner: Partner) -> None:
    address = malloc(device, 100)
    key = export_key(device, address, 100, FOR_ALL)
    first, second = partner.try_import(key), partner.try_import(key)
    assert first == second
    assert partner.close(key) == 0
    assert len(partner.read(first[1], 4)) == 4
    assert partner.close(key) == 0
    assert partner.close(key) == PARAM_INVALID


def test_the_exporter_has_it_at_its_own_address(device: Api) -> None:
    address = malloc(device, 100)
    key = export_key(device, address, 100, LISTED).encode()
    found = ctypes.c_void_p()
    device.ok.aclrtIpcMemImportByKey(ctypes.byref(found), key, 0)
    assert found.value == address
    device.ok.aclrtIpcMemClose(key)
    device.ok.aclrtIpcMemClose(key)
    assert device.aclrtIpcMemClose(key) == PARAM_INVALID


def test_allocations_on_one_page_are_exported_after_each_other(
    device: Api, partner: Partner
) -> None:
    """And the page becomes private again only when the last of them is gone."""
    addresses = [malloc(device, 512) for _ in range(4)]
    for number, address in enumerate(addresses):
        write(device, address, bytes([number]) * 512)
    keys = [export_key(device, address, 512, FOR_ALL) for address in addresses]
    there = [partner.try_import(key)[1] for key in keys]
    for number, address in enumerate(there):
        assert partner.read(address, 512) == [number] * 512
    device.ok.aclrtFree(addresses[1])
    partner.write(there[2], [9] * 512)
    assert read(device, addresses[2], 512) == b"\x09" * 512
    for key in keys:
        assert partner.close(key) == 0


def test_a_freed_export_leaves_nothing(device: Api) -> None:
    """Neither descriptors nor files that are mapped, after as many exports as one likes."""

    def left() -> tuple[int, int]:
        return descriptors(), Path("/proc/self/maps").read_text("utf-8").count("aclnn-shared")

    export_key(device, malloc(device, 512), 512, 0)
    before = left()
    for size in (1, 512, 4096, 5000, MIB) * 20:
        address = malloc(device, size)
        write(device, address, pattern(size))
        export_key(device, address, size, 0)
        device.ok.aclrtFree(address)
    assert left() == before


def test_the_importer_keeps_what_the_exporter_frees(device: Api, partner: Partner) -> None:
    address = malloc(device, 4 * MIB)
    write(device, address, pattern(4096))
    key = export_key(device, address, 4 * MIB, FOR_ALL)
    _, there, _ = partner.try_import(key)
    device.ok.aclrtFree(address)
    again = malloc(device, 4 * MIB)
    write(device, again, b"\1" * 4096)
    assert partner.read(there, 4096) == list(pattern(4096))
    assert partner.close(key) == 0
    status, _, text = partner.try_import(key)
    assert status == IPC_ERROR
    assert "was closed, freed or destroyed there" in text


def test_nothing_is_left_of_a_process_that_dies(device: Api) -> None:
    """What it has exported stays with who has it; a key of it is refused, with the reason."""
    before = descriptors()
    with Partner() as process:
        key = process.export(list(pattern(5000)))
        address = ctypes.c_void_p()
        device.ok.aclrtIpcMemImportByKey(ctypes.byref(address), key.encode(), 0)
        other = process.export([1, 2, 3])
        pid = process.pid()
        process.kill()
    assert address.value
    assert read(device, address.value, 5000) == pattern(5000)
    device.ok.aclrtIpcMemClose(key.encode())
    assert descriptors() == before
    assert device.aclrtIpcMemImportByKey(ctypes.byref(address), other.encode(), 0) == IPC_ERROR
    assert f"process {pid}, which is gone" in device.message()


def test_only_processes_of_the_list_may_import(device: Api, partner: Partner) -> None:
    address = malloc(device, 64)
    key = export_key(device, address, 64, LISTED)
    status, _, text = partner.try_import(key)
    assert status == IPC_ERROR
    assert f"does not allow process {partner.pid()}" in text
    others = (ctypes.c_int32 * 2)(1, partner.pid())
    device.ok.aclrtIpcMemSetImportPid(key.encode(), others, 2)
    status, there, text = partner.try_import(key)
    assert status == 0, text
    assert len(partner.read(there, 64)) == 64
    assert partner.close(key) == 0


def test_servers_name_processes_too(device: Api, partner: Partner) -> None:
    class ServerPid(ctypes.Structure):
        _fields_ = [("sdid", ctypes.c_uint32), ("pid", ctypes.c_void_p), ("num", ctypes.c_size_t)]

    key = export_key(device, malloc(device, 64), 64, LISTED)
    pids = (ctypes.c_int32 * 1)(partner.pid())
    servers = (ServerPid * 1)(ServerPid(0, ctypes.addressof(pids), 1))
    device.ok.aclrtIpcMemImportPidInterServer(key.encode(), servers, 1)
    assert partner.try_import(key)[0] == 0
    assert partner.close(key) == 0


@pytest.mark.parametrize("forge", ["", "aclnn", "x" * 64, "aclnn-memory-1-2", "aclnn-event-%d-0-1"])
def test_text_that_is_no_key(device: Api, forge: str) -> None:
    address = ctypes.c_void_p()
    key = (forge % os.getpid() if "%" in forge else forge).encode()
    assert device.aclrtIpcMemImportByKey(ctypes.byref(address), key, 0) == PARAM_INVALID
    assert "aclrtIpcMemGetExportKey wrote is required" in device.message()
    assert device.aclrtIpcMemClose(key) == PARAM_INVALID


def test_a_forged_key(device: Api, partner: Partner) -> None:
    """A real one with another secret, another page, or another process."""
    process, page, secret = export_key(device, malloc(device, 64), 64, FOR_ALL).split("-")[2:]
    for forged in (
        f"aclnn-memory-{process}-{page}-{int(secret, 16) ^ 1:016x}",
        f"aclnn-memory-{process}-16383-{secret}",
        f"aclnn-memory-{os.getppid()}-{page}-{secret}",
    ):
        status, _, text = partner.try_import(forged)
        assert status == IPC_ERROR, text


def test_wrong_arguments(device: Api) -> None:
    address = malloc(device, 64)
    key = ctypes.create_string_buffer(KEY)
    out = ctypes.byref(ctypes.c_void_p())
    host = ctypes.create_string_buffer(64)
    for call, arguments, status in [
        ("GetExportKey", (None, 64, key, KEY, 0), INVALID_PARAM),
        ("GetExportKey", (address, 64, None, KEY, 0), INVALID_PARAM),
        ("GetExportKey", (address, 64, key, 64, 0), PARAM_INVALID),
        ("GetExportKey", (address, 64, key, KEY, 2), PARAM_INVALID),
        ("GetExportKey", (address, 0, key, KEY, 0), PARAM_INVALID),
        ("GetExportKey", (address, 65, key, KEY, 0), PARAM_INVALID),
        ("GetExportKey", (host, 64, key, KEY, 0), PARAM_INVALID),
        ("ImportByKey", (None, b"", 0), INVALID_PARAM),
        ("ImportByKey", (out, None, 0), INVALID_PARAM),
        ("SetImportPid", (None, None, 0), INVALID_PARAM),
        ("Close", (None,), INVALID_PARAM),
    ]:
        assert getattr(device, f"aclrtIpcMem{call}")(*arguments) == status, (call, arguments)
        assert device.message()
    valid = export_key(device, address, 64, 0).encode()
    pids = (ctypes.c_int32 * 513)(*[1] * 513)
    assert device.aclrtIpcMemImportByKey(out, valid, 2) == PARAM_INVALID
    assert device.aclrtIpcMemSetImportPid(valid, None, 1) == INVALID_PARAM
    assert device.aclrtIpcMemSetImportPid(valid, pids, 0) == PARAM_INVALID
    assert device.aclrtIpcMemSetImportPid(valid, pids, 513) == PARAM_INVALID
    assert device.aclrtIpcMemSetImportPid(valid, (ctypes.c_int32 * 1)(-1), 1) == PARAM_INVALID
    assert device.aclrtIpcMemSetAttr(valid, 1, 0) == PARAM_INVALID
    assert device.aclrtIpcMemSetAttr(valid, 0, 2) == PARAM_INVALID
    device.ok.aclrtIpcMemSetAttr(valid, 0, 1)
    assert device.aclrtDeviceGetBareTgid(None) == INVALID_PARAM


def test_the_number_of_the_process(device: Api) -> None:
    pid = ctypes.c_int32()
    device.ok.aclrtDeviceGetBareTgid(ctypes.byref(pid))
    assert pid.value == os.getpid()


def test_queued_work_on_memory_that_was_closed(device: Api) -> None:
    with Partner() as process:
        key = process.export([1] * 64)
        address = ctypes.c_void_p()
        device.ok.aclrtIpcMemImportByKey(ctypes.byref(address), key.encode(), 0)
        stream = new_stream(device)
        with Gate(device, stream):
            device.ok.aclrtMemsetAsync(address, 64, 1, 64, stream)
            device.ok.aclrtIpcMemClose(key.encode())
        assert device.aclrtSynchronizeStream(stream) == SYS_DMA
        assert "aclrtIpcMemClose" in device.message()


def test_who_writes_while_memory_becomes_shared_loses_nothing(device: Api) -> None:
    """Streams count in memory whose pages move to a file meanwhile: each write arrives."""
    size, rounds = 8 * MIB, 60
    address = malloc(device, size)
    device.ok.aclrtMemset(address, size, 0, size)
    streams = [new_stream(device) for _ in range(2)]
    for value in range(1, rounds + 1):
        for part, stream in enumerate(streams):
            start = address + part * size // 2
            device.ok.aclrtMemsetAsync(start, size // 2, value, size // 2, stream)
        if value == rounds // 2:
            export_key(device, address, size, 0)
    for stream in streams:
        device.ok.aclrtSynchronizeStream(stream)
    assert read(device, address, size) == bytes([rounds]) * size


@apart(ACLNN_CHECK="isolate")
def test_isolated_memory_is_shared_too(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    address = malloc(api, 5000)
    write(api, address, pattern(5000))
    with Partner(ACLNN_CHECK="isolate") as process:
        key = export_key(api, address, 5000, FOR_ALL)
        status, there, text = process.try_import(key)
        assert status == 0, text
        assert process.read(there, 5000) == list(pattern(5000))
        process.write(there, [3] * 5000)
        assert read(api, address, 5000) == b"\3" * 5000
        api.ok.aclrtFree(address)
        assert process.read(there, 1) == [3]
        assert process.close(key) == 0
    again = malloc(api, 5000)
    write(api, again, pattern(5000))
    assert read(api, again, 5000) == pattern(5000)
    api.ok.aclrtResetDevice(0)


def test_a_reset_ends_exports_and_imports(api: Api) -> None:
    with Partner() as process:
        key = process.export([1] * 64)
        api.ok.aclrtSetDevice(0)
        address = ctypes.c_void_p()
        api.ok.aclrtIpcMemImportByKey(ctypes.byref(address), key.encode(), 0)
        own = export_key(api, malloc(api, 64), 64, FOR_ALL)
        api.ok.aclrtResetDevice(0)
        assert api.aclrtIpcMemClose(key.encode()) == PARAM_INVALID
        assert process.try_import(own)[0] == IPC_ERROR
        assert process.read(process.try_import(process.export([2]))[1], 1) == [2]


# --- Physical memory -----------------------------------------------------------------------------


PIECE = 2 * MIB


def new_physical(api: Api) -> Any:
    handle = ctypes.c_void_p()
    prop = Prop(0, 0, 4, 0, 1, 0)
    api.ok.aclrtMallocPhysical(ctypes.byref(handle), PIECE, ctypes.byref(prop), 0)
    return handle


def map_at(api: Api, handle: Any) -> int:
    address = ctypes.c_void_p()
    api.ok.aclrtReserveMemAddress(ctypes.byref(address), PIECE, 0, None, 0)
    api.ok.aclrtMapMem(address, PIECE, 0, handle, 0)
    assert address.value
    return address.value


def shareable(api: Api, handle: Any, flags: int) -> int:
    number = ctypes.c_uint64()
    api.ok.aclrtMemExportToShareableHandle(handle, 0, flags, ctypes.byref(number))
    return number.value


@pytest.mark.parametrize("mapped", [0, 1, 2])
def test_physical_memory_is_shared(device: Api, partner: Partner, mapped: int) -> None:
    """Mapped here nowhere, once or twice when it is exported."""
    handle = new_physical(device)
    places = [map_at(device, handle) for _ in range(mapped)]
    for place in places[:1]:
        write(device, place, pattern(PIECE))
    number = shareable(device, handle, FOR_ALL)
    status, imported, text = partner.import_physical(number)
    assert status == 0, text
    there = partner.map(imported, PIECE)
    if mapped:
        assert partner.read(there + 1000, 1000) == list(pattern(2000)[1000:])
    partner.write(there, [8] * 100)
    places.append(map_at(device, handle))
    for place in places:
        assert read(device, place, 100) == b"\x08" * 100
    partner.unmap(there, imported)
    for place in places:
        device.ok.aclrtUnmapMem(place)
        device.ok.aclrtReleaseMemAddress(place)
    device.ok.aclrtFreePhysical(handle)
    assert partner.import_physical(number)[0] == IPC_ERROR


def test_physical_memory_for_listed_processes(device: Api, partner: Partner) -> None:
    handle = new_physical(device)
    number = shareable(device, handle, LISTED)
    assert partner.import_physical(number)[0] == IPC_ERROR
    pids = (ctypes.c_int32 * 1)(partner.pid())
    device.ok.aclrtMemSetPidToShareableHandle(ctypes.c_uint64(number), pids, 1)
    status, imported, text = partner.import_physical(number)
    assert status == 0, text
    assert partner.import_physical(number)[0] == PARAM_INVALID
    there = partner.map(imported, PIECE)
    partner.unmap(there, imported)


def test_handles_of_the_second_version(device: Api) -> None:
    """A number or 128 bytes, of one export."""
    for kind, size in ((1, 8), (2, 128)):
        handle = new_physical(device)
        out = ctypes.create_string_buffer(b"\xff" * size, size)
        device.ok.aclrtMemExportToShareableHandleV2(handle, 1, kind, out)
        found = ctypes.byref(ctypes.c_void_p())
        status = device.aclrtMemImportFromShareableHandleV2(out, kind, ctypes.c_uint64(0), found)
        assert status == PARAM_INVALID
        assert "of this process" in device.message()
        pids = (ctypes.c_int32 * 1)(1)
        device.ok.aclrtMemSetPidToShareableHandleV2(out, kind, pids, 1)
        again = device.aclrtMemExportToShareableHandleV2(handle, 1, kind, out)
        assert again == PARAM_INVALID
        device.ok.aclrtFreePhysical(handle)
    assert (
        device.aclrtMemExportToShareableHandleV2(new_physical(device), 0, 3, out) == PARAM_INVALID
    )


# --- Events --------------------------------------------------------------------------------------


def test_a_stream_waits_for_an_event_of_another_process(device: Api, partner: Partner) -> None:
    stream = new_stream(device)
    event = new_ex_event(device, IPC)
    status, there, text = partner.open_event(event_name(device, event))
    assert status == 0, text
    assert partner.is_recorded(there)
    with Gate(device, stream) as gate:
        device.ok.aclrtRecordEvent(event, stream)
        assert not partner.is_recorded(there)
        partner.wait(there)
        partner.send("synchronize")
        gate.open()
    assert partner.answer() == [0, ""]
    assert partner.is_recorded(there)
    device.ok.aclrtDestroyEvent(event)


def test_the_other_way_round(device: Api, partner: Partner) -> None:
    """The process that has opened an event records it; the one that has made it waits."""
    memory = malloc(device, MIB)
    device.ok.aclrtMemset(memory, MIB, 0, MIB)
    key = export_key(device, memory, MIB, FOR_ALL)
    stream = new_stream(device)
    event = new_ex_event(device, IPC)
    there = partner.open_event(event_name(device, event))[1]
    address = partner.try_import(key)[1]
    partner.set(address, 6, MIB)
    partner.record(there)
    out = malloc(device, MIB)
    device.ok.aclrtStreamWaitEvent(stream, event)
    device.ok.aclrtMemcpyAsync(out, MIB, memory, MIB, 3, stream)
    device.ok.aclrtSynchronizeStream(stream)
    assert read(device, out, MIB) == b"\x06" * MIB
    device.ok.aclrtSynchronizeEvent(event)
    assert partner.close(key) == 0


def test_a_process_that_dies_before_its_event(device: Api) -> None:
    """The stream that waits fails, with the reason, instead of waiting for ever."""
    with Partner(ACLNN_STREAM="async") as process:
        name, there = process.make_event()
        notify = ctypes.c_void_p()
        device.ok.aclrtCreateNotify(ctypes.byref(notify), 0)
        imported = process.import_notify(notify_key(device, notify, 2))[1]
        process.wait_notify(imported)
        process.record(there)
        event = ctypes.c_void_p()
        handle = event_handle(name)
        device.ok.aclrtIpcOpenEventHandle(handle, ctypes.byref(event))
        stream = new_stream(device)
        device.ok.aclrtStreamWaitEvent(stream, event)
        process.kill()
        assert device.aclrtSynchronizeStream(stream) == IPC_ERROR
        assert "has ended before it reached the event" in device.message()
        assert device.aclrtSynchronizeEvent(event) == IPC_ERROR
        device.ok.aclrtDestroyEvent(event)


def test_events_that_others_cannot_see(device: Api) -> None:
    handle = event_handle()
    event = ctypes.c_void_p()
    device.ok.aclrtCreateEventWithFlag(ctypes.byref(event), IPC)
    for which in (event, new_ex_event(device, 1)):
        assert device.aclrtIpcGetEventHandle(which, ctypes.byref(handle)) == PARAM_INVALID
    assert device.aclrtIpcGetEventHandle(new_ex_event(device, IPC), None) == INVALID_PARAM
    out = ctypes.byref(event)
    assert device.aclrtIpcOpenEventHandle(event_handle("nothing"), out) == PARAM_INVALID
    assert device.aclrtIpcOpenEventHandle(event_handle("nothing"), None) == INVALID_PARAM


# --- Notifies ------------------------------------------------------------------------------------


def test_a_notify_between_processes(device: Api, partner: Partner) -> None:
    """Each record lets one wait through."""
    stream = new_stream(device)
    notify = ctypes.c_void_p()
    device.ok.aclrtCreateNotify(ctypes.byref(notify), 0)
    key = notify_key(device, notify, LISTED)
    assert partner.import_notify(key)[0] == IPC_ERROR
    pids = (ctypes.c_int32 * 1)(partner.pid())
    device.ok.aclrtNotifySetImportPid(notify, pids, 1)
    status, there, text = partner.import_notify(key)
    assert status == 0, text
    order = Order(device)
    for number in range(3):
        device.ok.aclrtWaitAndResetNotify(notify, stream, 0)
        order.launch(stream, number)

    def has_come_to(number: int) -> bool:
        device.aclrtStreamQuery(stream, ctypes.byref(ctypes.c_int()))
        return len(order.seen) > number

    for number in range(3):
        assert not has_come_to(number)
        partner.record_notify(there)
        assert partner.synchronize() == [0, ""]
        until(partial(has_come_to, number))
    device.ok.aclrtSynchronizeStream(stream)
    partner.wait_notify(there)
    partner.send("synchronize")
    device.ok.aclrtRecordNotify(notify, stream)
    assert partner.answer() == [0, ""]
    device.ok.aclrtDestroyNotify(notify)


def test_keys_of_notifies(device: Api) -> None:
    notify, other = ctypes.c_void_p(), ctypes.c_void_p()
    device.ok.aclrtCreateNotify(ctypes.byref(notify), 0)
    key = ctypes.create_string_buffer(KEY)
    pids = (ctypes.c_int32 * 1)(1)
    assert device.aclrtNotifySetImportPid(notify, pids, 1) == PARAM_INVALID
    assert device.aclrtNotifyGetExportKey(notify, None, KEY, 0) == INVALID_PARAM
    assert device.aclrtNotifyGetExportKey(notify, key, 64, 0) == PARAM_INVALID
    assert device.aclrtNotifyGetExportKey(notify, key, KEY, 1) == PARAM_INVALID
    text = notify_key(device, notify, 2).encode()
    out = ctypes.byref(other)
    assert device.aclrtNotifyImportByKey(None, text, 0) == INVALID_PARAM
    assert device.aclrtNotifyImportByKey(out, None, 0) == INVALID_PARAM
    assert device.aclrtNotifyImportByKey(out, text, 1) == PARAM_INVALID
    assert device.aclrtNotifyImportByKey(out, b"nothing", 0) == PARAM_INVALID
    # In the process itself: another handle of the same notify.
    device.ok.aclrtNotifyImportByKey(out, text, 0)
    stream = new_stream(device)
    device.ok.aclrtRecordNotify(other, stream)
    device.ok.aclrtWaitAndResetNotify(notify, stream, 0)
    device.ok.aclrtSynchronizeStream(stream)
    assert device.aclrtNotifyGetExportKey(other, key, KEY, 0) == PARAM_INVALID
    device.ok.aclrtDestroyNotify(other)
    device.ok.aclrtDestroyNotify(notify)
