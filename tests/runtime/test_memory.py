# SPDX-License-Identifier: Apache-2.0
"""Device and host memory: the order of tests, sizes, capacity, release, and what a pointer is."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from runtime.codes import (
    CONTEXT_NULL,
    HOST_MEMORY_ALREADY_REGISTERED,
    HOST_MEMORY_NOT_REGISTERED,
    INVALID_MEMORY_TYPE,
    INVALID_PARAM,
    MEMORY_ALLOCATION,
    PARAM_INVALID,
)
from runtime.tools import (
    DEVICE_TO_DEVICE,
    Order,
    apart,
    in_every_mode,
    in_thread,
    launch,
    light_script,
    malloc,
    malloc_host,
    new_stream,
    read,
    write,
)
from support import Api

HBM, DDR = 1, 0
HUGE1G_ONLY, HUGE1G_ONLY_P2P = 6, 7
MALLOCS: dict[str, Callable[..., tuple[Any, ...]]] = {
    "aclrtMalloc": lambda pointer, size: (pointer, size, 0),
    "aclrtMallocAlign32": lambda pointer, size: (pointer, size, 0),
    "aclrtMallocCached": lambda pointer, size: (pointer, size, 0),
    "aclrtMallocWithCfg": lambda pointer, size: (pointer, size, 0, None),
    "aclrtMallocForTaskScheduler": lambda pointer, size: (pointer, size, 0, None),
}
HOST_MALLOCS: dict[str, Callable[..., tuple[Any, ...]]] = {
    "aclrtMallocHost": lambda pointer, size: (pointer, size),
    "aclrtMallocHostWithCfg": lambda pointer, size: (pointer, size, None),
}
ALL_MALLOCS = {**MALLOCS, **HOST_MALLOCS}


class PtrAttributes(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_uint32),
        ("type", ctypes.c_int),
        ("page_size", ctypes.c_uint32),
        ("rsv", ctypes.c_uint32 * 4),
    ]


HOST, DEVICE, UNREGISTERED = range(3)


def attributes(api: Api, address: Any) -> PtrAttributes:
    result = PtrAttributes()
    api.ok.aclrtPointerGetAttributes(address, ctypes.byref(result))
    return result


def mem_info(api: Api, attribute: int = HBM) -> tuple[int, int]:
    free, total = ctypes.c_size_t(77), ctypes.c_size_t(77)
    api.ok.aclrtGetMemInfo(attribute, ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value


def cost(api: Api, allocate: Callable[[ctypes.c_void_p], int]) -> int:
    """What an allocation takes from the free memory; it is given back."""
    before = mem_info(api)[0]
    address = ctypes.c_void_p()
    assert allocate(address) == 0
    taken = before - mem_info(api)[0]
    api.ok.aclrtFree(address)
    assert mem_info(api)[0] == before
    return taken


# --- The order of tests --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL_MALLOCS)
def test_order_of_tests(api: Api, name: str) -> None:
    function, arguments = getattr(api, name), ALL_MALLOCS[name]
    address = ctypes.c_void_p(0x5A)
    assert function(*arguments(None, 0)) == INVALID_PARAM
    text = api.message()
    assert name in text
    assert "NULL" in text
    assert function(*arguments(None, 16)) == INVALID_PARAM, "NULL before the context"
    api.message()
    assert function(*arguments(ctypes.byref(address), 0)) == INVALID_PARAM, "size, then context"
    assert "size is 0" in api.message()
    assert function(*arguments(ctypes.byref(address), 16)) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    assert function(*arguments(None, 16)) == INVALID_PARAM
    assert function(*arguments(ctypes.byref(address), 0)) == INVALID_PARAM
    assert function(*arguments(ctypes.byref(address), 2**60)) == MEMORY_ALLOCATION
    assert address.value == 0x5A, "a failed call leaves the pointer alone"
    assert function(*arguments(ctypes.byref(address), 16)) == 0
    assert address.value not in (None, 0x5A)
    release = api.aclrtFreeHost if name in HOST_MALLOCS else api.aclrtFree
    assert release(address) == 0


@pytest.mark.parametrize("size", [2**64 - 1, 2**64 - 31])
def test_sizes_that_cannot_be_rounded(api: Api, size: int) -> None:
    address = ctypes.c_void_p(0x5A)
    for name, arguments in MALLOCS.items():
        status = getattr(api, name)(*arguments(ctypes.byref(address), size))
        assert status == INVALID_PARAM, f"{name}, tested before the context"
        assert f"size is {size}" in api.message()
    assert address.value == 0x5A


# --- Addresses and sizes -------------------------------------------------------------------------


@pytest.mark.parametrize("name", MALLOCS)
def test_addresses_are_aligned_and_apart(device: Api, name: str) -> None:
    blocks = []
    for size in (1, 31, 32, 33, 480, 481, 511, 512, 513, 4096, 100_000):
        address = ctypes.c_void_p()
        arguments = MALLOCS[name](ctypes.byref(address), size)
        assert getattr(device, name)(*arguments) == 0
        assert address.value is not None
        assert address.value % 512 == 0
        blocks.append((address.value, size))
    for number, (address_, size) in enumerate(blocks):
        write(device, address_, bytes([number]) * size)
    for number, (address_, size) in enumerate(blocks):
        assert read(device, address_, size) == bytes([number]) * size
        device.ok.aclrtFree(address_)


#: size -> what aclrtMalloc takes, with the pad of 32 bytes and without.
SIZES = {1: (64, 32), 32: (64, 32), 33: (96, 64), 512: (544, 512), 1000: (1056, 1024)}


def check_sizes(api: Api, *, pad: bool) -> None:
    """The memory counts at least the rounded size, and at most a block of 512 bytes more."""
    api.ok.aclrtSetDevice(0)
    for size, (padded, rounded) in SIZES.items():
        for name, arguments in MALLOCS.items():
            has_pad = pad and name in ("aclrtMalloc", "aclrtMallocCached")
            expected = padded if has_pad else rounded

            def allocate(
                address: ctypes.c_void_p,
                name: str = name,
                arguments: Callable[..., tuple[Any, ...]] = arguments,
                size: int = size,
            ) -> int:
                return int(getattr(api, name)(*arguments(ctypes.byref(address), size)))

            taken = cost(api, allocate)
            assert expected <= taken < expected + 512, (name, size, taken)


def test_sizes_with_padding(api: Api) -> None:
    check_sizes(api, pad=True)


@apart(ACLNN_SOC="Ascend950")
def test_sizes_without_padding(api: Api) -> None:
    check_sizes(api, pad=False)
    taken = cost(api, lambda address: api.aclrtMalloc(ctypes.byref(address), 512, 0))
    assert taken == 512


def test_the_pad_depends_on_the_policy(device: Api) -> None:
    def taken(policy: int) -> int:
        return cost(device, lambda address: device.aclrtMalloc(ctypes.byref(address), 512, policy))

    assert taken(HUGE1G_ONLY) == taken(HUGE1G_ONLY_P2P) == 512
    for policy in (0, 1, 2, 3, 4, 5):
        assert taken(policy) >= 544
    for unknown in (8, 99, 0x1000, 0x100000):
        assert taken(unknown) == taken(0), "as the default"


def test_the_pad_does_not_belong_to_the_caller(device: Api) -> None:
    address = malloc(device, 100)
    assert device.aclrtMemset(address, 132, 0, 100) == 0
    assert device.aclrtMemset(address, 132, 0, 101) == PARAM_INVALID
    assert "100-byte" in device.message()


# --- Capacity ------------------------------------------------------------------------------------

GIB = 2**30
CAPACITY = {
    "Ascend910A": 32 * GIB,
    "Ascend910ProB": 32 * GIB,
    "Ascend910B1": 64 * GIB,
    "Ascend910B2": 64 * GIB,
    "Ascend910B4": 64 * GIB,
    "Ascend910_9362": 64 * GIB,
    "Ascend910_9391": 64 * GIB,
    "Ascend950": 128 * GIB,
    "Ascend910B2:memory=1048576": 1048576,
    "Ascend910A:cores=8,memory=3000000": 3000000,
}


@pytest.mark.parametrize("soc", CAPACITY)
def test_capacity_of_a_product(soc: str) -> None:
    value, _ = light_script(
        "free, total = size(), size()\n"
        "status = lib.aclrtSetDevice(0), lib.aclrtGetMemInfo(1, byref(free), byref(total))\n"
        "print(json.dumps([status, free.value, total.value]))",
        ACLNN_SOC=soc,
    )
    assert value == [[0, 0], CAPACITY[soc], CAPACITY[soc]]


MIB = 2**20


@apart(ACLNN_SOC="Ascend910B2:memory=1048576")
def test_memory_runs_out_and_comes_back(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    address = ctypes.c_void_p(0x5A)
    assert api.aclrtMalloc(ctypes.byref(address), MIB, 0) == MEMORY_ALLOCATION, (
        "no room for the pad"
    )
    text = api.message()
    assert "(EE1013)" in text
    assert "size is 1048576" in text
    assert address.value == 0x5A
    assert api.aclrtMallocAlign32(ctypes.byref(address), MIB + 1, 0) == MEMORY_ALLOCATION
    for _ in range(3):
        assert api.aclrtMallocAlign32(ctypes.byref(address), MIB, 0) == 0, "to the last byte"
        assert mem_info(api) == (0, MIB)
        other = ctypes.c_void_p()
        assert api.aclrtMallocAlign32(ctypes.byref(other), 1, 0) == MEMORY_ALLOCATION
        write(api, address.value or 0, b"\xab" * MIB)
        assert read(api, address.value or 0, MIB) == b"\xab" * MIB
        assert api.aclrtFree(address) == 0
        assert mem_info(api) == (MIB, MIB)


@apart(ACLNN_SOC="Ascend910B2:memory=1048576")
def test_freed_pieces_join(api: Api) -> None:
    """Holes beside each other serve one large request again, in whatever order they came up."""
    api.ok.aclrtSetDevice(0)
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2), (2, 0, 3, 1)):
        pieces = []
        for _ in range(4):
            address = ctypes.c_void_p()
            api.ok.aclrtMallocAlign32(ctypes.byref(address), MIB // 4, 0)
            pieces.append(address.value)
        assert len(set(pieces)) == 4
        for number in order:
            api.ok.aclrtFree(pieces[number])
        whole = ctypes.c_void_p()
        assert api.aclrtMallocAlign32(ctypes.byref(whole), MIB, 0) == 0, order
        api.ok.aclrtFree(whole)


@apart(ACLNN_SOC="Ascend910B2:memory=1048576", ACLNN_DEVICES="2")
def test_every_device_has_its_own_memory(api: Api) -> None:
    addresses = []
    for device in range(2):
        api.ok.aclrtSetDevice(device)
        assert mem_info(api) == (MIB, MIB)
        addresses.append(malloc(api, MIB // 2))
        assert mem_info(api)[0] <= MIB // 2
        assert attributes(api, addresses[device]).id == device
    write(api, addresses[0], b"from 0 to 1")
    api.ok.aclrtMemcpy(addresses[1], 11, addresses[0], 11, DEVICE_TO_DEVICE)
    assert read(api, addresses[1], 11) == b"from 0 to 1"
    assert api.aclrtFree(addresses[0]) == 0, "from another device's context"
    api.ok.aclrtSetDevice(0)
    assert mem_info(api) == (MIB, MIB)


def test_a_reset_gives_the_memory_back(device: Api) -> None:
    before = mem_info(device)
    for size in (1, 5000, 3 * MIB):
        malloc(device, size)
    assert mem_info(device)[0] < before[0] - 3 * MIB
    device.ok.aclrtResetDevice(0)
    device.ok.aclrtSetDevice(0)
    assert mem_info(device) == before


def test_mem_info_arguments(api: Api) -> None:
    free, total = ctypes.c_size_t(77), ctypes.c_size_t(77)
    both = ctypes.byref(free), ctypes.byref(total)
    for attribute in (HBM, 99):
        assert api.aclrtGetMemInfo(attribute, None, both[1]) == INVALID_PARAM
        assert api.aclrtGetMemInfo(attribute, both[0], None) == INVALID_PARAM
    for attribute in (-1, 18, 99):
        assert api.aclrtGetMemInfo(attribute, *both) == INVALID_MEMORY_TYPE, "before the context"
        assert f"attr is {attribute}" in api.message()
    assert api.aclrtGetMemInfo(HBM, *both) == CONTEXT_NULL
    assert (free.value, total.value) == (77, 77)


def test_kinds_of_memory(device: Api) -> None:
    for attribute in (DDR, 2, 3, 6, 7):
        assert mem_info(device, attribute) == (0, 0), "the products have no DDR memory"
    malloc(device, 1000)
    hbm = mem_info(device)
    assert hbm[0] < hbm[1]
    for attribute in (4, 5):  # ACL_HBM_MEM_HUGE, ACL_HBM_MEM_NORMAL
        assert mem_info(device, attribute) == hbm


# --- Release -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aclrtFree", "aclrtFreeWithDevSync"])
def test_free_errors(device: Api, name: str) -> None:
    free = getattr(device, name)
    assert free(None) == INVALID_PARAM
    assert "devPtr" in device.message()
    address, host = malloc(device, 100), malloc_host(device, 100)
    buffer = ctypes.create_string_buffer(8)
    for what in (address + 1, address + 32, address + 100, host, ctypes.addressof(buffer), 0x10):
        assert free(what) == PARAM_INVALID, hex(what)
        text = device.message()
        assert name in text
        assert f"{what:x}" in text
    write(device, address, b"still there")
    assert free(address) == 0
    assert free(address) == PARAM_INVALID
    assert "freed" in device.message()
    device.ok.aclrtFreeHost(host)


def test_free_needs_no_context(device: Api) -> None:
    address, host = malloc(device, 100), malloc_host(device, 100)
    assert in_thread(lambda: device.aclrtFree(address)) == 0
    assert in_thread(lambda: device.aclrtFreeHost(host)) == 0
    assert in_thread(lambda: device.aclrtFree(None)) == INVALID_PARAM
    assert in_thread(lambda: device.aclrtFree(address)) == PARAM_INVALID


@in_every_mode
def test_free_with_sync_waits(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    order, stream = Order(api), new_stream(api)
    address, host = malloc(api, 100), malloc_host(api, 100)
    order.launch(stream, "first")
    assert api.aclrtFreeWithDevSync(address) == 0
    assert order.seen == ["first"]
    order.launch(stream, "second")
    assert api.aclrtFreeHostWithDevSync(host) == 0
    assert order.seen == ["first", "second"]


def test_an_address_is_handed_out_again(device: Api) -> None:
    """Freed memory must be usable again, and old pointers into it then mean the new block."""
    address = malloc(device, 1000)
    device.ok.aclrtFree(address)
    assert device.aclrtMemset(address, 10, 0, 10) == PARAM_INVALID
    free = mem_info(device)[0]
    blocks = [malloc(device, 1000) for _ in range(50)]
    for block in blocks:
        device.ok.aclrtFree(block)
    assert mem_info(device)[0] == free


# --- Host memory ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOST_MALLOCS)
@pytest.mark.parametrize("size", [1, 64, 4096, 100_000])
def test_host_memory(device: Api, name: str, size: int) -> None:
    address = ctypes.c_void_p()
    arguments = HOST_MALLOCS[name](ctypes.byref(address), size)
    assert getattr(device, name)(*arguments) == 0
    assert address.value is not None
    assert address.value % 4096 == 0
    ctypes.memset(address.value, 0x5C, size)
    assert ctypes.string_at(address.value, size) == b"\x5c" * size
    assert device.aclrtFreeHost(address) == 0
    assert device.aclrtFreeHost(address) == PARAM_INVALID


@pytest.mark.parametrize("kind", ["", "Host"])
def test_waiting_inside_a_callback_is_refused_before_the_memory_is_freed(
    api: Api, kind: str
) -> None:
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    found: list[Any] = []
    memory = malloc_host(api, 64) if kind else malloc(api, 64)

    def free() -> None:
        found.append(getattr(api, f"aclrtFree{kind}WithDevSync")(memory))
        found.append(api.message())

    launch(api, stream, free)
    api.ok.aclrtSynchronizeStream(stream)
    assert found[0] == PARAM_INVALID
    assert "called from a callback" in found[1]
    getattr(api.ok, f"aclrtFree{kind}")(memory)


@pytest.mark.parametrize("name", ["aclrtFreeHost", "aclrtFreeHostWithDevSync"])
def test_free_host_errors(device: Api, name: str) -> None:
    free = getattr(device, name)
    assert free(None) == INVALID_PARAM
    address, host = malloc(device, 64), malloc_host(device, 64)
    buffer = ctypes.create_string_buffer(64)
    for what in (host + 1, host + 64, address, ctypes.addressof(buffer), 0x10):
        assert free(what) == PARAM_INVALID, hex(what)
        assert name in device.message()
    assert free(host) == 0
    assert free(host) == PARAM_INVALID


def test_free_host_with_sync_needs_a_context(api: Api) -> None:
    assert api.aclrtFreeHostWithDevSync(None) == INVALID_PARAM
    assert api.aclrtFreeHostWithDevSync(0x1000) == CONTEXT_NULL


def test_host_memory_outlives_the_device(device: Api) -> None:
    host = malloc_host(device, 64)
    device.ok.aclrtResetDevice(0)
    ctypes.memset(host, 1, 64)
    assert device.aclrtFreeHost(host) == 0


# --- What a pointer is ---------------------------------------------------------------------------


def test_pointer_attributes(device: Api) -> None:
    buffer = ctypes.create_string_buffer(64)
    address, host = malloc(device, 1000), malloc_host(device, 1000)
    for offset in (0, 1, 999):
        assert attributes(device, address + offset).type == DEVICE
        assert attributes(device, address + offset).id == 0
        assert attributes(device, host + offset).type == HOST
    assert attributes(device, buffer).type == UNREGISTERED
    assert attributes(device, address).page_size % 4096 == 0
    assert attributes(device, address).page_size > 0
    device.ok.aclrtFree(address)
    device.ok.aclrtFreeHost(host)
    assert attributes(device, address).type == UNREGISTERED
    assert attributes(device, host).type == UNREGISTERED


def test_pointer_attributes_arguments(api: Api) -> None:
    result = PtrAttributes()
    assert api.aclrtPointerGetAttributes(None, ctypes.byref(result)) == INVALID_PARAM
    assert api.aclrtPointerGetAttributes(0x1000, None) == INVALID_PARAM
    assert api.aclrtPointerGetAttributes(0x1000, ctypes.byref(result)) == CONTEXT_NULL


# --- Registered host memory ----------------------------------------------------------------------


def test_registered_memory(device: Api) -> None:
    buffer = ctypes.create_string_buffer(4096)
    host = ctypes.addressof(buffer)
    seen = ctypes.c_void_p()
    for kind in (0, 4, 8):
        assert device.aclrtHostRegister(host, 4096, kind, ctypes.byref(seen)) == 0
        assert seen.value == host
        assert attributes(device, host + 4095).type == HOST
        again = ctypes.c_void_p()
        assert device.aclrtHostGetDevicePointer(host, ctypes.byref(again), 0) == 0
        assert again.value == host
        assert device.aclrtHostUnregister(host) == 0
        assert attributes(device, host).type == UNREGISTERED
        assert device.aclrtHostUnregister(host) == HOST_MEMORY_NOT_REGISTERED


@pytest.fixture
def pages() -> Iterator[int]:
    """Four pages of which the second can only be read, the third not even that; the last is
    unmapped."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    nothing, readable, both, private_anonymous = 0, 1, 3, 0x22
    size = ctypes.c_size_t(mmap.PAGESIZE)

    def page(number: int) -> ctypes.c_void_p:
        return ctypes.c_void_p(start + number * mmap.PAGESIZE)

    whole = ctypes.c_size_t(4 * mmap.PAGESIZE)
    start = libc.mmap(None, whole, both, private_anonymous, -1, ctypes.c_long(0))
    assert libc.mprotect(page(1), size, readable) == 0
    assert libc.mprotect(page(2), size, nothing) == 0
    assert libc.munmap(page(3), size) == 0
    yield start
    libc.munmap(page(0), ctypes.c_size_t(3 * mmap.PAGESIZE))


def test_memory_that_is_not_there_cannot_be_registered(device: Api, pages: int) -> None:
    seen = ctypes.c_void_p(0x5A)
    mapped, read_only = 0, 8
    page = mmap.PAGESIZE
    for kind, start, size, bad in (
        (mapped, pages + page - 16, 17, pages + page),
        (mapped, pages + page + 8, 1, pages + page + 8),
        (read_only, pages, 2 * page + 1, pages + 2 * page),
        (read_only, pages + 3 * page, 1, pages + 3 * page),
        (read_only, 4096, 8, 4096),
    ):
        assert device.aclrtHostRegister(start, size, kind, ctypes.byref(seen)) == PARAM_INVALID
        assert f"no memory at {bad:#x} that it may" in device.message()
        assert device.aclrtHostRegisterV2(start, size, 0x2 | kind) == PARAM_INVALID
        assert f"no memory at {bad:#x} that it may" in device.message()
    assert seen.value == 0x5A
    for kind, size in ((mapped, page), (read_only, 2 * page)):
        assert device.aclrtHostRegister(pages, size, kind, ctypes.byref(seen)) == 0
        assert device.aclrtHostUnregister(pages) == 0
        assert device.aclrtHostRegisterV2(pages, size, 0x2 | kind) == 0
        assert device.aclrtHostUnregister(pages) == 0


def test_memory_is_found_without_proc() -> None:
    """In a program that has no descriptor left."""
    value, _ = light_script(
        """
import resource
lib.aclrtSetDevice(0)
buffer, seen = ctypes.create_string_buffer(8192), void()
resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
register = lib.aclrtHostRegister
print(json.dumps([register(buffer, size(8192), 0, byref(seen)),
                  register(void(4096), size(8), 0, byref(seen))]))
"""
    )
    assert value == [0, PARAM_INVALID]


def test_registered_twice(device: Api) -> None:
    buffer = ctypes.create_string_buffer(4096)
    host, seen = ctypes.addressof(buffer), ctypes.c_void_p()
    assert device.aclrtHostRegisterV2(host, 1024, 0x2) == 0
    for start, size in ((host, 1024), (host + 1023, 10), (host, 1)):
        for status in (
            device.aclrtHostRegister(start, size, 0, ctypes.byref(seen)),
            device.aclrtHostRegisterV2(start, size, 0x10000000),
        ):
            assert status == HOST_MEMORY_ALREADY_REGISTERED
    assert device.aclrtHostRegisterV2(host + 1024, 10, 0x2) == 0, "beside it is free"
    assert device.aclrtHostUnregister(host + 1) == HOST_MEMORY_NOT_REGISTERED
    assert device.aclrtHostUnregister(host) == 0
    assert device.aclrtHostUnregister(host + 1024) == 0


def test_memory_of_malloc_host_can_be_registered_once(device: Api) -> None:
    """All of it or a part; nothing that lies beyond."""
    pinned, seen = malloc_host(device, 4096), ctypes.c_void_p()
    for start, size in ((pinned, 4096), (pinned + 64, 128)):
        assert device.aclrtHostRegister(start, size, 0, ctypes.byref(seen)) == 0
        assert seen.value == start
        status = device.aclrtHostRegisterV2(start, size, 0x2)
        assert status == HOST_MEMORY_ALREADY_REGISTERED
        assert device.aclrtHostUnregister(start) == 0
        assert device.aclrtHostUnregister(start) == HOST_MEMORY_NOT_REGISTERED
        assert attributes(device, pinned).type == HOST
    assert device.aclrtHostRegisterV2(pinned, 64, 0x2) == 0
    device.ok.aclrtFreeHost(pinned)


def test_register_arguments(api: Api) -> None:
    buffer = ctypes.create_string_buffer(64)
    host, seen = ctypes.addressof(buffer), ctypes.c_void_p(0x5A)
    out = ctypes.byref(seen)
    assert api.aclrtHostRegister(host, 64, 0, out) == CONTEXT_NULL
    assert api.aclrtHostRegisterV2(host, 64, 0x2) == CONTEXT_NULL
    assert api.aclrtHostUnregister(host) == CONTEXT_NULL
    assert api.aclrtHostGetDevicePointer(host, out, 0) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    assert api.aclrtHostRegister(None, 64, 0, out) == INVALID_PARAM
    assert api.aclrtHostRegister(host, 64, 0, None) == INVALID_PARAM
    assert api.aclrtHostRegister(host, 0, 0, out) == INVALID_PARAM
    for kind in (-1, 1, 2, 99):
        assert api.aclrtHostRegister(host, 64, kind, out) == INVALID_PARAM, kind
    assert api.aclrtHostRegisterV2(None, 64, 0x2) == INVALID_PARAM
    assert api.aclrtHostRegisterV2(host, 0, 0x2) == INVALID_PARAM
    for flag in (0, 0x1, 0x20, 0x10000003):
        assert api.aclrtHostRegisterV2(host, 64, flag) == PARAM_INVALID, flag
    address = malloc(api, 64)
    assert api.aclrtHostRegister(address, 64, 0, out) == PARAM_INVALID
    for start, size in (
        (address - 4096, 4097),
        (4096, 2**64 - 1 - 4096),  # to the end of all addresses
        (4096, address + 2**40),
        (host, 2**64 - 1),
    ):
        assert api.aclrtHostRegister(start, size, 0, out) == PARAM_INVALID, (start, size)
        assert api.aclrtHostRegisterV2(start, size, 0x2) == PARAM_INVALID, (start, size)
    assert api.aclrtHostUnregister(None) == INVALID_PARAM
    assert api.aclrtHostUnregister(address) == HOST_MEMORY_NOT_REGISTERED
    assert api.aclrtHostGetDevicePointer(None, out, 0) == INVALID_PARAM
    assert api.aclrtHostGetDevicePointer(host, None, 0) == INVALID_PARAM
    assert api.aclrtHostGetDevicePointer(host, out, 0) == PARAM_INVALID
    assert seen.value == 0x5A


def test_device_pointer_of_host_memory(device: Api) -> None:
    host, seen = malloc_host(device, 64), ctypes.c_void_p()
    assert device.aclrtHostGetDevicePointer(host, ctypes.byref(seen), 0) == 0
    assert seen.value == host
    device.ok.aclrtFreeHost(host)


@pytest.mark.parametrize("name", ["aclrtMemFlush", "aclrtMemInvalidate"])
def test_caches(api: Api, name: str) -> None:
    function = getattr(api, name)
    assert function(0x1000, 16) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    address = malloc(api, 64)
    assert function(address, 64) == 0
    assert function(address + 60, 4) == 0
    assert function(None, 16) == INVALID_PARAM
    assert function(address, 0) == INVALID_PARAM
    assert function(address, 65) == PARAM_INVALID
    buffer = ctypes.create_string_buffer(64)
    assert function(buffer, 64) == PARAM_INVALID
