# SPDX-License-Identifier: Apache-2.0
"""Executors: what phase two takes, and what becomes of an executor."""

from __future__ import annotations

import ctypes
import itertools
import json
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from executor.call import EXPECTED, GRAD, INDICES, UNTOUCHED, WEIGHTS, Call
from runtime.tools import Gate, malloc_host
from support import NO_PADDING, Session, run_python

NULLPTR = 161001
INVALID = 161002
RUNTIME = 361001
INNER = 561000
AICORE_EXCEPTION = 507015
INNER_NULLPTR = 561103


def a_tensor(call: Call) -> int:
    return call.tensors[0]


def a_scalar(call: Call) -> int:
    return int(call.api.aclCreateScalar(ctypes.byref(ctypes.c_float(1)), 0))


def an_array(call: Call) -> int:
    return int(call.api.aclCreateIntArray(None, 0))


def a_list(call: Call) -> int:
    return int(call.api.aclCreateTensorList(None, 0))


def a_stream(call: Call) -> int:
    assert call.session.stream.value
    return call.session.stream.value


def host_memory(call: Call) -> int:
    memory = ctypes.create_string_buffer(4096)
    call.keep.append(memory)
    return ctypes.addressof(memory)


def device_memory(call: Call) -> int:
    return call.session.malloc(4096)


def spent(call: Call) -> int:
    executor = call.phase_one()
    call.runs()
    call.session.synchronize()
    return executor


def destroyed(call: Call) -> int:
    executor = call.phase_one()
    call.api.ok.aclDestroyAclOpExecutor(executor)
    return executor


def destroyed_repeatable(call: Call) -> int:
    executor = call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(executor)
    call.runs()
    call.session.synchronize()
    call.api.ok.aclDestroyAclOpExecutor(executor)
    return executor


NOT_EXECUTORS: dict[str, Callable[[Call], int]] = {
    "a tensor": a_tensor,
    "a scalar": a_scalar,
    "an array": an_array,
    "a list": a_list,
    "a stream": a_stream,
    "host memory": host_memory,
    "device memory": device_memory,
    "1": lambda _: 1,
    "all ones": lambda _: 2**64 - 1,
    "spent": spent,
    "destroyed": destroyed,
    "destroyed repeatable": destroyed_repeatable,
}


# --- The life of an executor ---------------------------------------------------------------------


def test_it_runs(call: Call) -> None:
    call.phase_one()
    call.runs()
    assert call.result() == EXPECTED


def test_it_runs_once(call: Call) -> None:
    call.phase_one()
    call.runs()
    call.fails(INNER, "executor")
    assert call.result() == EXPECTED


def test_null(call: Call) -> None:
    call.phase_one()
    call.fails(NULLPTR, "executor", "NULL", executor=None)
    call.runs()


@pytest.mark.parametrize("what", list(NOT_EXECUTORS))
def test_handles_of_something_else(call: Call, what: str) -> None:
    wrong = NOT_EXECUTORS[what](call)
    call.phase_one()
    call.fails(INNER, "executor", executor=wrong)
    call.runs()
    assert call.result() == EXPECTED


def test_a_new_executor_is_not_an_old_one(call: Call) -> None:
    """A handle that ended stays dead when its place is used again."""
    old = [destroyed(call) for _ in range(50)]
    new = [call.phase_one() for _ in range(50)]
    assert not set(old) & set(new)
    for executor in old:
        call.fails(INNER, executor=executor)
    for executor in new:
        call.runs(executor=executor)
    assert call.result() == EXPECTED


def test_one_thread_of_many_spends_it(call: Call) -> None:
    for _ in range(20):
        call.phase_one()
        statuses: list[int] = []

        def work(call: Call = call, statuses: list[int] = statuses) -> None:
            call.api.aclrtSetDevice(0)
            statuses.append(
                call.api.aclnnEmbeddingDenseBackward(
                    call.workspace, call.size, call.executor, call.session.stream
                )
            )
            call.api.aclrtResetDevice(0)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [0, INNER, INNER, INNER]
    assert call.result() == EXPECTED


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_tensors_may_be_destroyed_in_any_order(call: Call, order: tuple[int, ...]) -> None:
    call.phase_one()
    for number in order:
        call.api.ok.aclDestroyTensor(call.tensors[number])
    call.runs()
    assert call.result() == EXPECTED


def test_tensors_may_be_destroyed_while_the_work_waits(call: Call) -> None:
    call.phase_one()
    with call.gate():
        call.runs()
        for tensor in call.tensors:
            call.api.ok.aclDestroyTensor(tensor)
        assert (call.session.download(call.addresses[2], [3], np.float32) == UNTOUCHED).all()
    assert call.result() == EXPECTED


def test_what_a_tensor_becomes_after_phase_one_does_not_matter(call: Call) -> None:
    """Shape, type and offset are those of phase one."""
    call.phase_one()
    shape = (ctypes.c_int64 * 1)(1)
    for tensor in call.tensors:
        call.api.ok.aclInitTensor(tensor, shape, 1, 9, None, 7, 29, shape, 1, None)
    call.runs()
    assert call.result() == EXPECTED


# --- Repeatable executors ------------------------------------------------------------------------


def test_repeatable(call: Call) -> None:
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    for _ in range(5):
        call.runs()
    assert call.result() == EXPECTED
    call.api.ok.aclDestroyAclOpExecutor(call.executor)
    assert call.is_spent()


def test_destroying_leaves_what_is_queued(call: Call) -> None:
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    with call.gate():
        call.runs()
        call.api.ok.aclDestroyAclOpExecutor(call.executor)
        for tensor in call.tensors:
            call.api.ok.aclDestroyTensor(tensor)
    assert call.result() == EXPECTED


#: The setters of one tensor, with the index of grad, indices and out for each.
SETTERS: list[tuple[str, tuple[str, int], tuple[str, int], tuple[str, int]]] = [
    (
        prefix,
        (f"{prefix}SetInputTensorAddr", 0),
        (f"{prefix}SetInputTensorAddr", 1),
        (f"{prefix}SetOutputTensorAddr", 0),
    )
    for prefix in ("acl", "Acl")
] + [
    (
        f"{prefix} by position",
        (f"{prefix}SetTensorAddr", 0),
        (f"{prefix}SetTensorAddr", 1),
        (f"{prefix}SetTensorAddr", 2),
    )
    for prefix in ("acl", "Acl")
]


@pytest.mark.parametrize("setters", SETTERS, ids=[row[0] for row in SETTERS])
@pytest.mark.parametrize("synchronize", [False, True])
def test_addresses_that_are_bound_later(
    session: Session, setters: tuple[Any, ...], synchronize: bool
) -> None:
    """Tensors without an address, as InfiniCore makes them; each run has its own memory."""
    call = Call(session, bind=False)
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    runs = []
    for number in range(6):
        grad = GRAD * (number + 1)
        addresses = [session.upload(grad), session.upload(INDICES), call.fresh_out()]
        for (name, index), tensor, address in zip(
            setters[1:], call.tensors, addresses, strict=True
        ):
            getattr(call.api.ok, name)(call.executor, index, tensor, address)
        call.runs()
        if synchronize:
            assert session.synchronize() == 0
        runs.append((number + 1, addresses[2]))
    for factor, address in runs:
        assert call.result(address) == (np.array(EXPECTED) * factor).tolist()
    assert call.is_untouched()
    call.api.ok.aclDestroyAclOpExecutor(call.executor)


@pytest.mark.parametrize("prefix", ["acl", "Acl"])
@pytest.mark.parametrize("by_position", [False, True])
def test_addresses_of_elements_of_a_list(session: Session, prefix: str, by_position: bool) -> None:
    call = Call(session, bind=False)
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    handles = (ctypes.c_void_p * 3)(*call.tensors)
    tensors = call.api.aclCreateTensorList(handles, 3)
    for number in range(3):
        addresses = [session.upload(GRAD * (number + 1)), call.addresses[1], call.fresh_out()]
        for place, address in enumerate(addresses):
            kind = "" if by_position else "Output" if place == 2 else "Input"
            name = f"{prefix}SetDynamic{kind}TensorAddr"
            getattr(call.api.ok, name)(call.executor, 0, place, tensors, address)
        call.runs()
        assert call.result(addresses[2]) == (np.array(EXPECTED) * (number + 1)).tolist()
    call.api.ok.aclDestroyAclOpExecutor(call.executor)
    call.api.ok.aclDestroyTensorList(tensors)


def test_the_address_may_be_set_on_the_tensor(call: Call) -> None:
    """aclSetRawTensorAddr and an executor that was never run."""
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    other = call.fresh_out()
    call.api.ok.aclSetRawTensorAddr(call.tensors[2], other)
    call.runs()
    assert call.result(other) == EXPECTED
    assert call.is_untouched()
    call.api.ok.aclDestroyAclOpExecutor(call.executor)


@pytest.mark.parametrize("index", [0, 1, 2, 3, 1000, 2**64 - 1])
def test_the_index_is_not_looked_at(call: Call, index: int) -> None:
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    other = call.fresh_out()
    call.api.ok.aclSetInputTensorAddr(call.executor, index, call.tensors[2], other)
    call.runs()
    assert call.result(other) == EXPECTED
    call.api.ok.aclDestroyAclOpExecutor(call.executor)


def test_another_tensor_has_no_effect(call: Call) -> None:
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    other = call.session.describe((WEIGHTS, 3), np.float32, None)
    elsewhere = call.fresh_out()
    call.api.ok.aclSetOutputTensorAddr(call.executor, 0, other, elsewhere)
    call.runs()
    assert call.result() == EXPECTED
    address = ctypes.c_void_p()
    call.api.ok.aclGetRawTensorAddr(other, ctypes.byref(address))
    assert address.value == elsewhere
    call.api.ok.aclDestroyAclOpExecutor(call.executor)


def test_a_repeatable_executor_outlives_errors(call: Call) -> None:
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    host = np.zeros(4096, np.uint8)
    call.fails(INVALID, "workspaceSize", size=call.size - 1)
    call.fails(INVALID, "workspace", workspace=host.ctypes.data)
    call.fails(RUNTIME, "stream", stream=call.tensors[0])
    call.api.ok.aclSetTensorAddr(call.executor, 0, call.tensors[0], None)
    call.fails(INVALID, "grad", "NULL")
    call.api.ok.aclSetTensorAddr(call.executor, 0, call.tensors[0], call.addresses[0])
    assert call.is_untouched()
    call.runs()
    assert call.result() == EXPECTED
    call.api.ok.aclDestroyAclOpExecutor(call.executor)


def test_a_missing_workspace_ends_even_a_repeatable_one(call: Call) -> None:
    """CANN destroys it; the caller must not."""
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    call.fails(NULLPTR, "workspace", "NULL", workspace=None)
    assert call.is_spent()
    assert call.api.aclDestroyAclOpExecutor(call.executor) == INNER


@pytest.mark.parametrize("function", ["aclSetAclOpExecutorRepeatable", "aclDestroyAclOpExecutor"])
def test_utilities_refuse_null(call: Call, function: str) -> None:
    assert getattr(call.api, function)(None) == INNER_NULLPTR
    text = call.api.message()
    assert function in text
    assert "NULL" in text


@pytest.mark.parametrize("function", ["aclSetAclOpExecutorRepeatable", "aclDestroyAclOpExecutor"])
@pytest.mark.parametrize("what", list(NOT_EXECUTORS))
def test_utilities_refuse_what_is_no_executor(call: Call, function: str, what: str) -> None:
    wrong = NOT_EXECUTORS[what](call)
    assert getattr(call.api, function)(wrong) == INNER
    text = call.api.message()
    assert function in text
    assert "executor" in text


def test_an_executor_that_never_ran_is_destroyed_once(call: Call) -> None:
    call.phase_one()
    assert call.api.aclDestroyAclOpExecutor(call.executor) == 0
    assert call.api.aclDestroyAclOpExecutor(call.executor) == INNER
    call.fails(INNER)
    assert call.is_untouched()


# --- What the setters refuse ---------------------------------------------------------------------

ONE = [f"{p}Set{k}TensorAddr" for p in ("acl", "Acl") for k in ("Input", "Output", "")]
LISTED = [f"{p}SetDynamic{k}TensorAddr" for p in ("acl", "Acl") for k in ("Input", "Output", "")]


def address_of(call: Call, tensor: int) -> int | None:
    address = ctypes.c_void_p()
    call.api.ok.aclGetRawTensorAddr(tensor, ctypes.byref(address))
    return address.value


@pytest.mark.parametrize("name", ONE)
def test_setters_without_a_tensor(call: Call, name: str) -> None:
    call.phase_one()
    set_address = getattr(call.api, name)
    assert set_address(call.executor, 0, None, call.addresses[0]) == INNER_NULLPTR
    text = call.api.message()
    assert name in text
    assert "tensor" in text
    assert set_address(None, 0, None, None) == INNER_NULLPTR
    for wrong in (1, call.executor, 2**64 - 1, call.addresses[0]):
        assert set_address(call.executor, 0, wrong, None) == INVALID
        assert "tensor" in call.api.message()
    call.api.ok.aclDestroyTensor(call.tensors[1])
    assert set_address(call.executor, 1, call.tensors[1], None) == INVALID
    assert set_address(None, 1, call.tensors[1], None) == INVALID
    call.runs()


@pytest.mark.parametrize("name", ONE)
def test_setters_without_an_executor_set_the_address(call: Call, name: str) -> None:
    set_address = getattr(call.api, name)
    assert set_address(None, 0, call.tensors[0], call.addresses[1]) == INNER_NULLPTR
    text = call.api.message()
    assert name in text
    assert "executor" in text
    assert address_of(call, call.tensors[0]) == call.addresses[1]
    for number, wrong in enumerate((1, call.tensors[1], spent(Call(call.session)))):
        assert set_address(wrong, 0, call.tensors[0], call.addresses[2] + number) == INNER
        assert "executor" in call.api.message()
        assert address_of(call, call.tensors[0]) == call.addresses[2] + number


@pytest.mark.parametrize("name", LISTED)
def test_setters_of_lists(call: Call, name: str) -> None:
    call.phase_one()
    set_address = getattr(call.api, name)
    handles = (ctypes.c_void_p * 3)(call.tensors[0], None, call.tensors[2])
    tensors = call.api.aclCreateTensorList(handles, 3)
    where = call.addresses[1]
    assert set_address(call.executor, 0, 0, None, where) == INNER_NULLPTR
    assert "tensors" in call.api.message()
    for wrong in (1, call.tensors[0], call.executor, 2**64 - 1):
        assert set_address(call.executor, 0, 0, wrong, where) == INVALID
        assert "tensors" in call.api.message()
    for index in (3, 4, 2**64 - 1):
        assert set_address(call.executor, 0, index, tensors, where) == INVALID
        text = call.api.message()
        assert "relativeIndex" in text
        assert str(index) in text
        assert "3" in text.partition("): ")[2].replace(str(index), "", 1)
    assert set_address(call.executor, 0, 1, tensors, where) == INNER_NULLPTR  # the element is NULL
    assert set_address(None, 0, 1, tensors, where) == INNER_NULLPTR
    assert set_address(None, 0, 3, tensors, where) == INVALID
    assert address_of(call, call.tensors[0]) == call.addresses[0]
    assert set_address(None, 0, 0, tensors, where) == INNER_NULLPTR
    assert address_of(call, call.tensors[0]) == where
    assert set_address(1, 0, 2, tensors, where + 64) == INNER
    assert address_of(call, call.tensors[2]) == where + 64
    assert set_address(call.executor, 77, 0, tensors, call.addresses[0]) == 0
    call.api.ok.aclDestroyTensor(call.tensors[0])
    assert set_address(call.executor, 0, 0, tensors, where) == INVALID
    call.api.ok.aclDestroyTensorList(tensors)
    assert set_address(call.executor, 0, 0, tensors, where) == INVALID
    call.api.ok.aclDestroyAclOpExecutor(call.executor)


# --- Workspace -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, "right", 2**64 - 1])
def test_no_workspace_though_one_is_needed(call: Call, size: int | str) -> None:
    call.phase_one()
    assert call.size > 0
    given = call.size if size == "right" else size
    call.fails(NULLPTR, "workspace", "NULL", str(given), str(call.size), workspace=None, size=given)
    assert call.is_spent()
    assert call.is_untouched()


def test_a_size_without_a_workspace(session: Session) -> None:
    """161001 although none is needed."""
    call = empty_call(session)
    call.fails(NULLPTR, "workspace", "NULL", "64", workspace=None, size=64)
    assert call.is_spent()


def empty_call(session: Session) -> Call:
    """A call that needs no workspace."""
    call = Call(session)
    call.tensors[0] = session.describe((0, 3), np.float32, None)
    call.tensors[1] = session.describe((0,), np.int64, None)
    call.phase_one()
    assert call.size == 0
    return call


def test_a_workspace_though_none_is_needed(session: Session) -> None:
    for workspace, size in ((session.malloc(64), 64), (session.malloc(64), 0), (None, 0)):
        call = empty_call(session)
        call.runs(workspace=workspace, size=size)
        assert call.result() == [[0] * 3] * WEIGHTS


@pytest.mark.parametrize("missing", [1, 512, "all"])
def test_a_size_that_is_too_small(call: Call, missing: int | str) -> None:
    call.phase_one()
    size = 0 if missing == "all" else call.size - int(missing)
    call.fails(INVALID, "workspaceSize", str(size), str(call.size), size=size)
    assert call.is_spent()
    assert call.is_untouched()


def freed_memory(call: Call) -> int:
    address = call.session.malloc(call.size)
    call.session.memory.remove(address)
    call.api.ok.aclrtFree(address)
    return address


def host_array(call: Call) -> int:
    memory = np.zeros(call.size, np.uint8)
    call.keep.append(memory)
    return memory.ctypes.data


def pinned_memory(call: Call) -> int:
    address = ctypes.c_void_p()
    call.api.ok.aclrtMallocHost(ctypes.byref(address), call.size)
    assert address.value
    pinned = address.value
    call.closers.append(lambda: call.api.aclrtFreeHost(pinned))
    return pinned


NOT_DEVICE: dict[str, Callable[[Call], int]] = {
    "freed": freed_memory,
    "host": host_array,
    "pinned host": pinned_memory,
    "1": lambda _: 1,
    "a handle": lambda call: call.tensors[0],
    "all ones": lambda _: 2**64 - 1,
    "far behind": lambda call: call.workspace + 2**40,
}


@pytest.mark.parametrize("what", list(NOT_DEVICE))
def test_a_workspace_that_is_no_device_memory(call: Call, what: str) -> None:
    call.phase_one()
    call.fails(INVALID, "workspace", workspace=NOT_DEVICE[what](call))
    assert call.is_spent()
    assert call.is_untouched()


def test_an_allocation_shorter_than_it_says(call: Call) -> None:
    """Also where it is long enough for what is needed."""
    call.phase_one()
    call.fails(INVALID, "workspace", str(call.size), str(call.size + 1), size=call.size + 1)
    assert call.is_spent()
    call.phase_one()
    call.fails(INVALID, "workspace", workspace=call.workspace + 1)
    call.phase_one()
    call.fails(INVALID, "workspace", workspace=call.session.malloc(call.size - 1))
    call.phase_one()
    call.fails(INVALID, "workspace", size=2**64 - 1)
    assert call.is_untouched()


def test_a_larger_workspace(call: Call) -> None:
    call.phase_one()
    call.runs(workspace=call.session.malloc(call.size + 5000), size=call.size + 5000)
    assert call.result() == EXPECTED


@pytest.mark.parametrize("offset", [512, 4096, 64, 8])
def test_the_interior_of_a_large_allocation(call: Call, offset: int) -> None:
    call.phase_one()
    pool = call.session.upload(np.full(call.size + 2 * offset, 0xA5, np.uint8))
    call.runs(workspace=pool + offset)
    assert call.result() == EXPECTED
    around = call.session.download(pool, [call.size + 2 * offset], np.uint8)
    assert (around[:offset] == 0xA5).all()
    assert (around[-offset:] == 0xA5).all()


# --- Tensors' memory -----------------------------------------------------------------------------

NAMES = ("grad", "indices", "out")


def describe(call: Call, number: int, address: int | None, **how: Any) -> None:
    array = call.arrays[number]
    call.tensors[number] = call.session.describe(array.shape, array.dtype, address, **how)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("what", ["NULL", *NOT_DEVICE])
def test_tensors_that_are_no_device_memory(call: Call, number: int, what: str) -> None:
    call.phase_one()
    address = None if what == "NULL" else NOT_DEVICE[what](call)
    describe(call, number, address)
    call.phase_one_without_memory()  # which would lie where memory was freed
    call.fails(INVALID, NAMES[number], *(["NULL"] if what == "NULL" else []))
    assert call.is_spent()
    assert call.is_untouched()


def mapped_host_memory(call: Call, how: str, size: int) -> tuple[int, Callable[[], None]]:
    """Host memory with an address for the device, and what ends it."""
    mapped = ctypes.c_void_p()
    if how == "aclrtMallocHost":
        address = malloc_host(call.api, size)
        call.api.ok.aclrtHostGetDevicePointer(address, ctypes.byref(mapped), 0)
        return address, lambda: call.api.ok.aclrtFreeHost(address)
    buffer = (ctypes.c_int64 * (size // 8 + 1))()
    call.keep.append(buffer)
    call.api.ok.aclrtHostRegister(buffer, size, 0, ctypes.byref(mapped))
    assert mapped.value == ctypes.addressof(buffer)
    return mapped.value, lambda: call.api.ok.aclrtHostUnregister(buffer)


MAPPED = pytest.mark.parametrize("how", ["aclrtMallocHost", "aclrtHostRegister"])


@MAPPED
def test_tensors_in_mapped_host_memory(call: Call, how: str) -> None:
    for number, array in enumerate(call.arrays):
        address, end = mapped_host_memory(call, how, array.nbytes)
        call.closers.append(end)
        ctypes.memmove(address, array.ctypes.data, array.nbytes)
        describe(call, number, address)
    call.phase_one()
    call.runs()
    assert call.session.synchronize() == 0
    found = np.frombuffer(ctypes.string_at(address, array.nbytes), array.dtype)
    assert found.reshape(array.shape).tolist() == EXPECTED


@MAPPED
def test_mapped_host_memory_that_is_too_short(call: Call, how: str) -> None:
    address, end = mapped_host_memory(call, how, 59)
    describe(call, 2, address)
    call.phase_one()
    call.fails(INVALID, "out", "60", "59")
    end()
    call.phase_one()
    call.fails(INVALID, "out", "host memory")


@MAPPED
def test_mapped_host_memory_that_ends_while_the_work_waits(call: Call, how: str) -> None:
    address, end = mapped_host_memory(call, how, 60)
    describe(call, 2, address)
    call.phase_one()
    with Gate(call.api, call.session.stream):
        call.runs()
        end()
    assert call.session.synchronize() == AICORE_EXCEPTION
    assert "the memory of out, host memory, was freed or unregistered" in call.api.message()
    assert call.session.synchronize() == 0


@pytest.mark.parametrize("number", range(3))
def test_tensors_whose_memory_is_too_short(call: Call, number: int) -> None:
    needed = [48, 32, 60][number]
    for size in (1, needed - 1):
        describe(call, number, call.session.malloc(size))
        call.phase_one()
        call.fails(INVALID, NAMES[number], str(needed), str(size))
        assert call.is_spent()
    describe(call, number, call.session.malloc(needed + 100) + 104)
    call.phase_one()
    call.fails(INVALID, NAMES[number])
    assert call.is_untouched()


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    ("how", "extra", "fits"),
    [
        ({"offset": 1}, 0, False),
        ({"offset": 1}, 1, True),
        ({"offset": -1}, 100, False),
        ({"steps": 2}, 0, False),
        ({"steps": 2}, 100, True),
        ({"steps": -1}, 100, False),
        ({"steps": -1, "offset": "reach"}, 0, True),
        ({"steps": -1, "offset": "reach"}, -1, False),
        ({"steps": 0}, 0, True),
        ({"steps": 2**40}, 100, False),
        ({"offset": 2**50}, 100, False),
        ({"offset": -(2**50)}, 100, False),
    ],
)
def test_what_a_view_can_reach(
    call: Call, number: int, how: dict[str, Any], extra: int, fits: bool
) -> None:
    """Strides and offset count, not the shape alone; `extra` elements behind the dense ones."""
    shape = (4, 3) if number == 0 else (4,) if number == 1 else (WEIGHTS, 3)
    item = 8 if number == 1 else 4
    count = int(np.prod(shape))
    dense = [int(np.prod(shape[i + 1 :])) for i in range(len(shape))]
    strides = [step * how.get("steps", 1) for step in dense]
    offset = count - 1 if how.get("offset") == "reach" else how.get("offset", 0)
    address = call.session.upload(np.zeros((count + extra) * item, np.uint8))
    describe(call, number, address, strides=strides, offset=offset)
    call.phase_one()
    if fits:
        call.runs()
        assert call.session.synchronize() == 0
    else:
        call.fails(INVALID, NAMES[number])
        assert call.is_untouched()


def test_the_interior_of_an_allocation(call: Call) -> None:
    pool = call.session.upload(np.zeros(4096, np.uint8))
    for number, place in enumerate((128, 1000, 2000)):
        describe(call, number, pool + place)
    call.api.ok.aclrtMemcpy(pool + 128, 48, GRAD.ctypes.data, 48, 1)
    call.api.ok.aclrtMemcpy(pool + 1000, 32, INDICES.ctypes.data, 32, 1)
    call.phase_one()
    call.runs()
    assert call.result(pool + 2000) == EXPECTED


# --- Stream and context --------------------------------------------------------------------------


def test_the_default_stream(call: Call) -> None:
    call.phase_one()
    call.runs(stream=None)
    assert call.api.aclrtSynchronizeStream(None) == 0
    assert call.result() == EXPECTED


def test_no_context(call: Call) -> None:
    call.phase_one()

    def work() -> None:
        call.fails(RUNTIME)
        assert "EZ9903" in call.text or "context" in call.text
        assert call.is_spent()

    in_a_thread(work)
    assert call.is_untouched()


def in_a_thread(work: Callable[[], None]) -> None:
    problems: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            problems.append(error)

    thread = threading.Thread(target=guarded)
    thread.start()
    thread.join()
    if problems:
        raise problems[0]


def test_phase_one_in_one_thread_and_phase_two_in_another(call: Call) -> None:
    in_a_thread(call.phase_one_without_memory)
    call.workspace = call.session.malloc(call.size)
    call.runs()
    assert call.result() == EXPECTED


@pytest.mark.parametrize("what", ["destroyed", "a tensor", "1", "host", "all ones"])
def test_streams_that_are_none(call: Call, what: str) -> None:
    stream = ctypes.c_void_p()
    call.api.ok.aclrtCreateStream(ctypes.byref(stream))
    call.api.ok.aclrtDestroyStream(stream)
    memory = ctypes.create_string_buffer(64)
    wrong = {
        "destroyed": stream.value,
        "a tensor": call.tensors[0],
        "1": 1,
        "host": ctypes.addressof(memory),
        "all ones": 2**64 - 1,
    }[what]
    call.phase_one()
    call.fails(RUNTIME, "stream", stream=wrong)
    assert call.is_spent()
    assert call.is_untouched()


def test_a_stream_of_another_context(call: Call) -> None:
    primary, context, stream = (ctypes.c_void_p() for _ in range(3))
    call.api.ok.aclrtGetCurrentContext(ctypes.byref(primary))
    call.api.ok.aclrtCreateContext(ctypes.byref(context), 0)
    call.api.ok.aclrtSetCurrentContext(context)
    call.api.ok.aclrtCreateStream(ctypes.byref(stream))
    call.api.ok.aclrtSetCurrentContext(primary)
    call.phase_one()
    call.fails(RUNTIME, "stream", stream=stream)
    assert call.is_spent()
    assert call.is_untouched()
    call.phase_one()
    call.api.ok.aclrtSetCurrentContext(context)
    call.runs(stream=stream)
    call.api.ok.aclrtSynchronizeStream(stream)
    call.api.ok.aclrtDestroyStream(stream)
    call.api.ok.aclrtSetCurrentContext(primary)
    call.api.ok.aclrtDestroyContext(context)
    assert call.result() == EXPECTED


# --- The order of the checks of phase two --------------------------------------------------------


def break_workspace_null(call: Call) -> dict[str, Any]:
    return {"workspace": None}


def break_size(call: Call) -> dict[str, Any]:
    return {"size": call.size - 1}


def break_workspace(call: Call) -> dict[str, Any]:
    return {"workspace": 4096}


def break_grad(call: Call) -> dict[str, Any]:
    call.api.ok.aclSetRawTensorAddr(call.tensors[0], None)
    return {}


def break_indices(call: Call) -> dict[str, Any]:
    call.api.ok.aclSetRawTensorAddr(call.tensors[1], call.session.malloc(1))
    return {}


def break_out(call: Call) -> dict[str, Any]:
    call.api.ok.aclSetRawTensorAddr(call.tensors[2], 4096)
    return {}


def break_stream(call: Call) -> dict[str, Any]:
    return {"stream": 1}


#: In the order of the manual.
CHECKS: list[tuple[Callable[[Call], dict[str, Any]], int, str]] = [
    (break_workspace_null, NULLPTR, "workspace is NULL"),
    (break_size, INVALID, "workspaceSize is"),
    (break_stream, RUNTIME, "stream"),
    (break_workspace, INVALID, "workspace is at"),
    (break_grad, INVALID, "grad"),
    (break_indices, INVALID, "indices"),
    (break_out, INVALID, "out"),
]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(a, b, id=f"{a[0].__name__[6:]}, {b[0].__name__[6:]}")
        for a, b in itertools.combinations(CHECKS, 2)
        if (a[0], b[0]) != (break_workspace_null, break_workspace)
    ],
)
def test_the_earlier_check_wins(call: Call, first: Any, second: Any) -> None:
    call.phase_one()
    changes = {**second[0](call), **first[0](call)}
    call.fails(first[1], first[2], **changes)
    assert call.is_spent()
    assert call.is_untouched()


# --- Other environments --------------------------------------------------------------------------


def test_sizing_without_device_and_memory() -> None:
    """Phase one needs no aclInit, no device and no context."""
    code = f"""
import ctypes
from support import Api, int64s
api = Api()
def tensor(shape, dtype):
    return api.aclCreateTensor(int64s(shape), len(shape), dtype, None, 0, 2, int64s(shape),
                               len(shape), None)
size, executor = ctypes.c_uint64(99), ctypes.c_void_p()
for rows in (4, 10**9):
    api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        tensor([rows, 3], 0), tensor([rows], 9), 5, {NO_PADDING}, False, tensor([5, 3], 0),
        ctypes.byref(size), ctypes.byref(executor))
    print(size.value)
api.ok.aclDestroyAclOpExecutor(executor)
print(api.aclrtSynchronizeDevice())
"""
    process = run_python(code)
    assert process.returncode == 0, process.stderr
    small, large, status = map(int, process.stdout.split())
    assert small < large
    assert status == 107002  # there is no context


@pytest.mark.slow
def test_memory_of_another_device() -> None:
    code = """
import ctypes, json
from executor.call import Call
from support import Api, Session
api = Api()
api.aclInit(None)
answers = []
with Session(api) as session:
    call = Call(session)
    call.phase_one()
    api.ok.aclrtSetDevice(1)
    there = ctypes.c_void_p()
    api.ok.aclrtMalloc(ctypes.byref(there), 1 << 20, 0)
    api.ok.aclrtSetDevice(0)
    answers.append([call.phase_two(workspace=there), call.text])
    answers.append([call.phase_two(), call.text])
    for number in range(3):
        call = Call(session)
        api.ok.aclSetRawTensorAddr(call.tensors[number], there)
        call.phase_one()
        answers.append([call.phase_two(), call.text])
    api.ok.aclrtFree(there)
    api.ok.aclrtResetDevice(1)
    api.ok.aclrtResetDevice(0)
print(json.dumps(answers))
"""
    process = run_python(code, {"ACLNN_DEVICES": "2"})
    assert process.returncode == 0, process.stderr
    workspace, again, *tensors = json.loads(process.stdout)
    assert workspace[0] == INVALID
    assert again[0] == INNER
    for (status, text), name in zip([workspace, *tensors], ["workspace", *NAMES], strict=True):
        assert status == INVALID, text
        for word in (name, "device 1", "device 0"):
            assert word in text


def test_a_forked_child_is_told() -> None:
    """361001 and a text from both phases, and no waiting for ever."""
    code = """
import os, json, ctypes, warnings
from executor.call import Call, EXPECTED
from support import Api, NO_PADDING, Session
warnings.simplefilter("ignore")
api = Api()
with Session(api) as session:
    call = Call(session)
    call.phase_one()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        two = [call.phase_two(), call.text]
        size, executor = ctypes.c_uint64(3), ctypes.c_void_p(5)
        one = api.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            *call.tensors[:2], 5, NO_PADDING, False, call.tensors[2], ctypes.byref(size),
            ctypes.byref(executor))
        null = api.aclnnEmbeddingDenseBackward(None, 0, None, None)
        os.write(write, json.dumps([two, [one, api.message()], null, size.value]).encode())
        os._exit(0)
    os.close(write)
    answer = b"".join(iter(lambda: os.read(read, 65536), b""))
    os.waitpid(child, 0)
    call.runs()
    assert call.result() == EXPECTED
print(answer.decode())
"""
    process = run_python(code, timeout=60)
    assert process.returncode == 0, process.stderr
    two, one, null, size = json.loads(process.stdout)
    assert two[0] == one[0] == null == RUNTIME
    assert size == 3
    for text in (two[1], one[1]):
        assert "fork" in text


@pytest.mark.parametrize("mode", ["lazy", "sync"])
def test_the_kind_of_stream(mode: str) -> None:
    code = """
import numpy as np
from executor.call import EXPECTED, UNTOUCHED, Call
from support import Api, Session
with Session(Api()) as session:
    call = Call(session)
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    call.runs()
    now = session.download(call.addresses[2], (5, 3), np.float32)
    print(bool((now == UNTOUCHED).all()), now.tolist() == EXPECTED)
    call.api.ok.aclDestroyAclOpExecutor(call.executor)
    print(call.result() == EXPECTED)
"""
    process = run_python(code, {"ACLNN_STREAM": mode})
    assert process.returncode == 0, process.stderr
    expected = "True False" if mode == "lazy" else "False True"
    assert process.stdout.splitlines() == [expected, "True"]
