# SPDX-License-Identifier: Apache-2.0
"""Arguments and statuses, on a communicator of one rank, which needs no other process."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hccl.programs import Item, batch
from hccl.ranks import ROOT_INFO_BYTES, SUM, TYPES, counts, settings
from support import Api, Session

E_PARA, E_PTR, E_NOT_SUPPORT, E_NOT_FOUND, E_OPEN, E_TCP_CONNECT = 1, 2, 5, 6, 10, 11
FP32 = 4
FAR = 1 << 62  # elements that no address space has


@pytest.fixture
def comm(session: Session) -> Iterator[ctypes.c_void_p]:
    handle = ctypes.c_void_p()
    session.api.ok.HcclCommInitAll(1, (ctypes.c_int32 * 1)(0), ctypes.byref(handle))
    yield handle
    session.api.HcclCommDestroy(handle)
    session.api.message()


@pytest.fixture
def calls(session: Session, comm: ctypes.c_void_p) -> Calls:
    return Calls(session, comm)


class Calls:
    """Every function that queues work, with 4 elements of float32 and changes by name."""

    def __init__(self, session: Session, comm: ctypes.c_void_p) -> None:
        self.session, self.api = session, session.api
        self.data = np.array([1, 2, 3, 4], np.float32)
        self.defaults: dict[str, Any] = {
            "send": session.upload(self.data),
            "receive": session.upload(np.zeros(4, np.float32)),
            "count": 4,
            "type": FP32,
            "op": SUM,
            "root": 0,
            "comm": comm,
            "stream": session.stream,
        }

    def call(self, name: str, **changes: Any) -> int:
        a = {**self.defaults, **changes}
        send, receive, count, type_ = a["send"], a["receive"], a["count"], a["type"]
        op, root, last = a["op"], a["root"], (a["comm"], a["stream"])
        sizes, places = counts([count]), counts([0])
        forms: dict[str, Callable[[], int]] = {
            "HcclBarrier": lambda: self.api.HcclBarrier(*last),
            "HcclAllReduce": lambda: self.api.HcclAllReduce(send, receive, count, type_, op, *last),
            "HcclReduce": lambda: self.api.HcclReduce(send, receive, count, type_, op, root, *last),
            "HcclReduceScatter": lambda: self.api.HcclReduceScatter(
                send, receive, count, type_, op, *last
            ),
            "HcclReduceScatterV": lambda: self.api.HcclReduceScatterV(
                send, sizes, places, receive, count, type_, op, *last
            ),
            "HcclAllGather": lambda: self.api.HcclAllGather(send, receive, count, type_, *last),
            "HcclAllGatherV": lambda: self.api.HcclAllGatherV(
                send, count, receive, sizes, places, type_, *last
            ),
            "HcclBroadcast": lambda: self.api.HcclBroadcast(send, count, type_, root, *last),
            "HcclScatter": lambda: self.api.HcclScatter(send, receive, count, type_, root, *last),
            "HcclAlltoAll": lambda: self.api.HcclAlltoAll(
                send, count, type_, receive, count, type_, *last
            ),
            "HcclAlltoAllV": lambda: self.api.HcclAlltoAllV(
                send, sizes, places, type_, receive, sizes, places, type_, *last
            ),
            "HcclAlltoAllVC": lambda: self.api.HcclAlltoAllVC(
                send, sizes, type_, receive, type_, *last
            ),
            "HcclBatchSendRecv": lambda: self.api.HcclBatchSendRecv(
                batch((0, send, count, type_, root), (1, receive, count, type_, root)),
                2,
                *last,
            ),
        }
        return int(forms[name]())

    def message(self) -> str:
        return self.api.message()


REDUCING = ["HcclAllReduce", "HcclReduce", "HcclReduceScatter", "HcclReduceScatterV"]
GATHERING = ["HcclAllGather", "HcclAllGatherV", "HcclScatter"]
EXCHANGING = ["HcclAlltoAll", "HcclAlltoAllV", "HcclAlltoAllVC", "HcclBatchSendRecv"]
COPYING = [*REDUCING, *GATHERING, *EXCHANGING]
MOVING = [*GATHERING, *EXCHANGING, "HcclBroadcast"]
ALL = [*COPYING, "HcclBroadcast", "HcclBarrier"]


@pytest.mark.parametrize("name", COPYING)
def test_one_rank_gets_what_it_has(calls: Calls, name: str) -> None:
    assert calls.call(name) == 0, calls.message()
    assert calls.session.synchronize() == 0
    found = calls.session.download(calls.defaults["receive"], [4], np.float32)
    assert found.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["HcclBroadcast", "HcclBarrier"])
def test_one_rank_waits_for_nobody(calls: Calls, name: str) -> None:
    assert calls.call(name) == 0
    assert calls.session.synchronize() == 0


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("argument", "value", "status", "text"),
    [
        ("comm", None, E_PTR, "comm is NULL"),
        ("comm", 77, E_PARA, "comm is 0x4d"),
        ("stream", None, E_PTR, "stream is NULL"),
        ("stream", 77, E_PARA, "stream is 0x4d"),
    ],
)
def test_handles(
    calls: Calls, name: str, argument: str, value: int | None, status: int, text: str
) -> None:
    assert calls.call(name, **{argument: value}) == status
    assert text in calls.message()


@pytest.mark.parametrize("name", [*COPYING, "HcclBroadcast"])
def test_buffers(calls: Calls, name: str) -> None:
    """NULL, the host's, too small; and counts that no memory has."""
    host = np.zeros(4, np.float32)
    assert calls.call(name, send=None) == E_PTR
    assert "is NULL; device memory of 16 bytes is required" in calls.message()
    assert calls.call(name, send=host.ctypes.data) == E_PARA
    assert "live device memory is required" in calls.message()
    assert calls.call(name, count=5) == E_PARA
    assert "this call uses 20 bytes" in calls.message()
    assert calls.call(name, count=FAR) == E_PARA
    assert "exceed the address space" in calls.message()


@pytest.mark.parametrize("name", [*COPYING, "HcclBroadcast"])
def test_no_elements_need_no_buffer(calls: Calls, name: str) -> None:
    assert calls.call(name, send=None, receive=None, count=0) == 0, calls.message()
    assert calls.session.synchronize() == 0


@pytest.mark.parametrize("name", REDUCING)
def test_what_cannot_be_reduced(calls: Calls, name: str) -> None:
    """uint8 and fp64 on Ascend910B2; PROD of int16; an operation that is none; an odd address."""
    for type_ in (7, 10, 12, 99):
        assert calls.call(name, type=type_) == E_NOT_SUPPORT
        assert "dataType is" in calls.message()
    assert calls.call(name, type=1, op=1) == E_NOT_SUPPORT
    assert "int16 with PROD" in calls.message()
    assert calls.call(name, op=4) == E_NOT_SUPPORT
    assert "op is 4" in calls.message()
    assert calls.call(name, send=calls.defaults["send"] + 2, count=1) == E_PARA
    assert "a multiple of 4 is required" in calls.message()


@pytest.mark.parametrize("name", MOVING)
def test_what_can_be_moved(calls: Calls, name: str) -> None:
    for number in TYPES.values():
        assert calls.call(name, type=number, count=1) == 0, calls.message()
    for number in (12, 13, 14, 15, 99):  # float8 is Ascend950's
        assert calls.call(name, type=number, count=1) == E_NOT_SUPPORT
    assert calls.session.synchronize() == 0


@pytest.mark.parametrize(
    "name", ["HcclReduce", "HcclBroadcast", "HcclScatter", "HcclBatchSendRecv"]
)
def test_ranks_that_there_are_not(calls: Calls, name: str) -> None:
    assert calls.call(name, root=1) == E_PARA
    text = calls.message()
    assert "is 1; communicator" in text
    assert "has the ranks 0 to 0" in text


@pytest.mark.parametrize(
    "name",
    ["HcclReduceScatterV", "HcclAllGatherV", "HcclAlltoAll", "HcclAlltoAllV", "HcclAlltoAllVC"],
)
def test_buffers_that_have_to_differ(calls: Calls, name: str) -> None:
    assert calls.call(name, receive=calls.defaults["send"]) == E_PARA
    assert "they must be different buffers" in calls.message()


def test_a_batch_without_items(calls: Calls) -> None:
    last = (calls.defaults["comm"], calls.defaults["stream"])
    assert calls.api.HcclBatchSendRecv(None, 1, *last) == E_PTR
    assert calls.api.HcclBatchSendRecv((Item * 1)(), 0, *last) == E_PARA
    items = batch((0, calls.defaults["send"], 4, FP32, 0))
    assert calls.api.HcclBatchSendRecv(items, 1, *last) == E_PARA
    assert "sends to itself 1 times and receives from itself 0 times" in calls.message()
    items[0].kind = 2
    assert calls.api.HcclBatchSendRecv(items, 1, *last) == E_PARA
    assert "sendRecvType is 2" in calls.message()
    send = (calls.defaults["send"], 4, FP32, 0)
    assert calls.api.HcclSend(*send, *last) == E_PARA
    assert "the own rank" in calls.message()


# --- Communicators -------------------------------------------------------------------------------


def test_what_a_communicator_is(session: Session, comm: ctypes.c_void_p) -> None:
    api, number = session.api, ctypes.c_uint32(9)
    api.ok.HcclGetRankSize(comm, ctypes.byref(number))
    assert number.value == 1
    api.ok.HcclGetRankId(comm, ctypes.byref(number))
    assert number.value == 0
    name, found = ctypes.create_string_buffer(128), ctypes.c_void_p()
    api.ok.HcclGetCommName(comm, name)
    api.ok.HcclCommGetHandleWithName(name, ctypes.byref(found))
    assert found.value == comm.value
    assert api.HcclCommGetHandleWithName(b"nobody", ctypes.byref(found)) == E_NOT_FOUND
    assert "nobody" in api.message()
    error = ctypes.c_int32(9)
    api.ok.HcclGetCommAsyncError(comm, ctypes.byref(error))
    assert error.value == 0


def test_its_end(session: Session) -> None:
    api, handle = session.api, ctypes.c_void_p()
    api.ok.HcclCommInitAll(1, (ctypes.c_int32 * 1)(0), ctypes.byref(handle))
    api.ok.HcclCommDestroy(handle)
    assert api.HcclCommDestroy(handle) == E_PARA
    assert "a live communicator is required" in api.message()
    assert api.HcclCommDestroy(None) == E_PTR


def test_settings(session: Session) -> None:
    """The name, and the size of the buffer; what is no HcclCommConfig is told."""
    api, handle = session.api, ctypes.c_void_p()
    info = ctypes.create_string_buffer(ROOT_INFO_BYTES)
    api.ok.HcclGetRootInfo(info)
    config = settings(name=b"mine", megabytes=3)
    api.ok.HcclCommInitRootInfoConfig(1, info, 0, config, ctypes.byref(handle))
    name = ctypes.create_string_buffer(128)
    api.ok.HcclGetCommName(handle, name)
    assert name.value == b"mine"
    buffer, size = ctypes.c_void_p(), ctypes.c_uint64()
    api.ok.HcclGetHcclBuffer(handle, ctypes.byref(buffer), ctypes.byref(size))
    assert size.value == 3 << 20
    api.ok.aclrtMemset(buffer, size.value, 1, size.value)
    api.ok.HcclCommDestroy(handle)
    bad = ctypes.create_string_buffer(2240)
    assert api.HcclCommInitRootInfoConfig(1, info, 0, bad, ctypes.byref(handle)) == E_PARA
    assert "call HcclCommConfigInit on it first" in api.message()


def test_root_infos_that_are_none(session: Session) -> None:
    api, handle = session.api, ctypes.c_void_p()
    info = ctypes.create_string_buffer(ROOT_INFO_BYTES)
    assert api.HcclCommInitRootInfo(1, info, 0, ctypes.byref(handle)) == E_PARA
    assert "is not what HcclGetRootInfo gave" in api.message()
    api.ok.HcclGetRootInfo(info)
    assert api.HcclCommInitRootInfo(1, info, 1, ctypes.byref(handle)) == E_PARA
    assert "rank is 1; 0 to nRanks - 1, 0, is required" in api.message()
    assert api.HcclCommInitRootInfo(0, info, 0, ctypes.byref(handle)) == E_PARA
    assert "nRanks is 0" in api.message()
    assert api.HcclCommInitRootInfo(1, None, 0, ctypes.byref(handle)) == E_PTR
    info[8] = bytes([info[8][0] ^ 1])  # its secret
    assert api.HcclCommInitRootInfo(1, info, 0, ctypes.byref(handle)) == E_TCP_CONNECT
    assert "closed the connection" in api.message()


def test_devices(session: Session) -> None:
    api, handles = session.api, (ctypes.c_void_p * 2)()
    assert api.HcclCommInitAll(2, (ctypes.c_int32 * 2)(0, 0), handles) == E_PARA
    assert "devices[0] and devices[1] are both 0" in api.message()
    assert api.HcclCommInitAll(1, (ctypes.c_int32 * 1)(99), handles) == E_PARA
    api.message()
    assert api.HcclCommInitAll(1, None, handles) == E_PTR


def test_rank_tables_that_are_none(session: Session, tmp_path: Any) -> None:
    api, handle = session.api, ctypes.c_void_p()
    table = tmp_path / "table.json"

    def init() -> int:
        path = str(table).encode()
        return int(api.HcclCommInitClusterInfo(path, 0, ctypes.byref(handle)))

    assert init() == E_OPEN
    assert str(table) in api.message()
    for content, text in (
        ("[", "it is not valid JSON"),
        ('{"status": "setup"}', 'its "status" is not "completed"'),
        ('{"status": "completed"}', 'it has no list "server_list"'),
        ('{"status": "completed", "server_list": [{"device": []}]}', 'no list "device"'),
        (
            '{"status": "completed", "server_list": [{"device": [{"rank_id": "1"}]}]}',
            "the rank_ids have gaps",
        ),
    ):
        table.write_text(content, "utf-8")
        assert init() == E_PARA
        assert text in api.message()


# --- The process ---------------------------------------------------------------------------------


def test_groups(session: Session, comm: ctypes.c_void_p) -> None:
    """Kinds of calls are not mixed; a group has to have begun."""
    api = session.api
    assert api.HcclGroupEnd() == E_PARA
    assert "this thread has no group" in api.message()
    api.ok.HcclGroupStart()
    api.ok.HcclBarrier(comm, session.stream)
    assert api.HcclSend(None, 0, FP32, 0, comm, session.stream) == E_PARA
    assert "consists of collectives" in api.message()
    api.ok.HcclGroupEnd()
    assert session.synchronize() == 0


def test_one_thread_makes_several_ranks_in_a_group(session: Session) -> None:
    api, handle = session.api, ctypes.c_void_p()
    info = ctypes.create_string_buffer(ROOT_INFO_BYTES)
    api.ok.HcclGetRootInfo(info)
    api.ok.HcclGroupStart()
    api.ok.HcclCommInitRootInfo(1, info, 0, ctypes.byref(handle))
    assert handle.value is None
    api.ok.HcclGroupEnd()
    api.ok.HcclCommDestroy(handle)


def test_settings_of_the_process(api: Api) -> None:
    value = ctypes.c_int32(9)
    assert api.HcclSetConfig(0, 2) == 0
    assert api.HcclGetConfig(0, ctypes.byref(value)) == 0
    assert value.value == 2
    assert api.HcclSetConfig(0, 3) == E_PARA
    assert api.HcclSetConfig(1, 0) == E_NOT_SUPPORT
    assert api.HcclGetConfig(0, None) == E_PTR
    assert api.HcclSetConfig(0, 0) == 0
    assert api.HcclGetCommConfigCapability() == 12
    api.message()


@pytest.mark.parametrize(
    ("name", "value"),
    [("HCCL_EXEC_TIMEOUT", "soon"), ("HCCL_CONNECT_TIMEOUT", "0"), ("HCCL_BUFFSIZE", "-1")],
)
def test_variables_that_are_no_numbers(
    session: Session, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    handle = ctypes.c_void_p()
    monkeypatch.setenv(name, value)
    assert session.api.HcclCommInitAll(1, (ctypes.c_int32 * 1)(0), ctypes.byref(handle)) == E_PARA
    assert f'{name} is "{value}"' in session.api.message()


@pytest.mark.parametrize("name", ["HcclCommSuspend", "HcclCommResume"])
def test_what_only_a_network_card_has(session: Session, comm: ctypes.c_void_p, name: str) -> None:
    assert getattr(session.api, name)(comm) == E_NOT_SUPPORT
    assert f"{name}: works on memory and links of a network card" in session.api.message()
