# SPDX-License-Identifier: Apache-2.0
"""A workspace is the launch's alone while it runs: what else happens to it is told."""

from __future__ import annotations

import ctypes
import json
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from executor.call import EXPECTED, Call
from executor.workspaces import AICORE_EXCEPTION, GUARD, POOLED, WITHIN, LongLaunch, fails
from runtime.tools import in_every_mode, new_event, new_stream
from support import Api, Session, run_python

pytestmark = pytest.mark.slow  # launches that take long enough to be disturbed

NEVER_USED = 0xA5


@pytest.fixture(scope="module")
def long_launch(api: Api) -> Iterator[LongLaunch]:
    with Session(api) as session:
        yield LongLaunch(session)


@pytest.fixture
def launch(long_launch: LongLaunch) -> Iterator[LongLaunch]:
    """One that nothing disturbs runs before and after each test."""
    assert long_launch.status() == 0
    yield long_launch
    long_launch.queue()
    assert long_launch.status() == 0, long_launch.text
    assert long_launch.is_right()


# --- Something else writes to it -----------------------------------------------------------------


def by_memset(launch: LongLaunch, address: int) -> None:
    launch.api.ok.aclrtMemset(address, 1, ~launch.end_of_workspace()[-1] & 0xFF, 1)


def by_memset_on_another_stream(launch: LongLaunch, address: int) -> None:
    stream = new_stream(launch.api)
    value = ~launch.end_of_workspace()[-1] & 0xFF
    launch.api.ok.aclrtMemsetAsync(address, 1, value, 1, stream)
    launch.api.ok.aclrtSynchronizeStream(stream)
    launch.api.ok.aclrtDestroyStream(stream)


def by_copy(launch: LongLaunch, address: int) -> None:
    byte = bytes([~launch.end_of_workspace()[-1] & 0xFF])
    launch.api.ok.aclrtMemcpy(address, 1, byte, 1, 1)


def by_the_host(launch: LongLaunch, address: int) -> None:
    place = ctypes.c_uint8.from_address(address)
    place.value = ~place.value & 0xFF


@pytest.mark.parametrize("write", [by_memset, by_memset_on_another_stream, by_copy, by_the_host])
def test_one_byte_is_overwritten(
    launch: LongLaunch, write: Callable[[LongLaunch, int], None]
) -> None:
    last = launch.size - 1
    text = fails(launch, lambda: write(launch, launch.workspace + last))
    assert "overwritten" in text
    assert f"byte {last} " in text


@pytest.mark.parametrize("value", [0, 1, 0x7F, 0x80, 0xFF])
@pytest.mark.parametrize("sizes", [POOLED, WITHIN])
def test_all_of_it_is_overwritten(
    session: Session, sizes: tuple[int, int, int], value: int
) -> None:
    """Whatever that does to scratch; nothing but out is written meanwhile."""
    launch = LongLaunch(session, sizes)
    beside = session.upload(np.full(4096, NEVER_USED, np.uint8))
    size = launch.size
    text = fails(launch, lambda: session.api.ok.aclrtMemset(launch.workspace, size, value, size))
    assert "overwritten" in text
    found = re.search(r"byte (\d+) ", text)
    assert found is not None, text
    # The guard is other bytes each time: the first ones may be what was written.
    assert size - GUARD <= int(found[1]) < size - GUARD + 4
    assert (session.download(beside, [4096], np.uint8) == NEVER_USED).all()
    launch.queue()
    assert launch.status() == 0, launch.text
    assert launch.is_right()


def test_an_earlier_guard_is_put_back(launch: LongLaunch) -> None:
    """No launch has the guard of another one."""
    launch.queue()
    assert launch.status() == 0
    end = launch.workspace + launch.size - GUARD
    earlier = launch.end_of_workspace()
    text = fails(launch, lambda: launch.api.ok.aclrtMemcpy(end, GUARD, earlier, GUARD, 1))
    assert "overwritten" in text


def test_the_failure_is_told_once(launch: LongLaunch) -> None:
    end = launch.workspace + launch.size - GUARD
    fails(launch, lambda: launch.api.ok.aclrtMemset(end, GUARD, 0, GUARD))
    assert launch.status() == 0


def test_before_and_after_it_is_the_callers(call: Call) -> None:
    call.phase_one()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    for value in (0, 0x77, 0xFF):
        call.api.ok.aclrtMemsetAsync(
            call.workspace, call.size, value, call.size, call.session.stream
        )
        call.runs()
        call.api.ok.aclrtMemsetAsync(
            call.workspace, call.size, value, call.size, call.session.stream
        )
        assert call.result() == EXPECTED
    call.api.ok.aclDestroyAclOpExecutor(call.executor)


# --- Two launches share it -----------------------------------------------------------------------


@pytest.mark.parametrize("place", ["beginning", "interior", "end"])
def test_two_launches_at_the_same_time(launch: LongLaunch, place: str) -> None:
    """Both fail, and each names the other with its stream."""
    api, session = launch.api, launch.session
    stream = new_stream(api)
    call = Call(session)
    texts: list[str] = []

    def run_another() -> None:
        call.phase_one_without_memory()
        rest = launch.size - call.size
        at = launch.workspace + {"beginning": 0, "interior": 4096, "end": rest}[place]
        call.workspace = at
        call.runs(stream=stream)
        api.message()
        if api.aclrtSynchronizeStream(stream) == AICORE_EXCEPTION:
            texts.append(api.message())

    text = fails(launch, run_another)
    assert "is shared: aclnnEmbeddingDenseBackward, task" in text
    assert f"{call.workspace:#x}, {call.size} bytes" in text
    assert "is shared: aclnnEmbeddingDenseBackward, task" in texts[-1]
    assert f"workspace at {call.workspace:#x}, {call.size} bytes" in texts[-1]
    assert f"{launch.workspace:#x}, {launch.size} bytes" in texts[-1]
    api.ok.aclrtDestroyStream(stream)


def test_side_by_side(launch: LongLaunch) -> None:
    """Two parts of one allocation are two workspaces."""
    api, session = launch.api, launch.session
    stream = new_stream(api)
    calls = [Call(session), Call(session)]
    for call in calls:
        call.phase_one_without_memory()
    pool = session.malloc(launch.size + 2 * calls[0].size)
    places = (pool, pool + calls[0].size + launch.size)
    workspace, launch.workspace = launch.workspace, pool + calls[0].size
    launch.queue()
    for call, at in zip(calls, places, strict=True):
        call.runs(workspace=at, stream=stream)
    assert api.aclrtSynchronizeStream(stream) == 0, api.message()
    assert launch.status() == 0, launch.text
    assert [call.result() for call in calls] == [EXPECTED] * 2
    launch.workspace = workspace
    api.ok.aclrtDestroyStream(stream)


def test_one_after_the_other(launch: LongLaunch) -> None:
    """By an event, and on one stream."""
    api, session = launch.api, launch.session
    stream, event = new_stream(api), new_event(api)
    call = Call(session)
    call.phase_one_without_memory()
    call.api.ok.aclSetAclOpExecutorRepeatable(call.executor)
    launch.queue()
    call.runs(workspace=launch.workspace)
    api.ok.aclrtRecordEvent(event, session.stream)
    api.ok.aclrtStreamWaitEvent(stream, event)
    call.runs(workspace=launch.workspace, stream=stream)
    assert api.aclrtSynchronizeStream(stream) == 0, api.message()
    assert call.result() == EXPECTED
    api.ok.aclDestroyAclOpExecutor(call.executor)
    api.ok.aclrtDestroyEvent(event)
    api.ok.aclrtDestroyStream(stream)


# --- Its memory is freed -------------------------------------------------------------------------


@pytest.mark.parametrize("again", [False, True])
def test_freed_before_it_runs(call: Call, again: bool) -> None:
    """Also when the next allocation takes the same place; nothing is computed then."""
    call.phase_one()
    with call.gate():
        call.runs()
        call.api.ok.aclrtFree(call.workspace)
        call.session.memory.remove(call.workspace)
        if again:
            assert call.session.malloc(call.size) == call.workspace
        call.api.message()
    # The gate has synchronized with the stream: the text is there.
    text = call.api.message()
    assert "aclnnEmbeddingDenseBackward" in text
    assert f"workspace at {call.workspace:#x}, {call.size} bytes, was freed before it ran" in text
    assert call.is_untouched()


def test_freed_while_it_runs(launch: LongLaunch) -> None:
    def free() -> None:
        launch.api.ok.aclrtFree(launch.workspace)
        launch.session.memory.remove(launch.workspace)

    for _ in range(20):
        status = launch.disturb(free)
        where, launch.workspace = launch.workspace, launch.session.malloc(launch.size)
        if status != 0:
            assert status == AICORE_EXCEPTION
            assert f"workspace at {where:#x}, {launch.size} bytes, was freed" in launch.text
            return
    raise AssertionError("nothing was noticed")


# --- Where the guard is --------------------------------------------------------------------------


@in_every_mode
def test_only_what_phase_one_asked_for_is_written(api: Api) -> None:
    for surplus in (0, 1, 40, 5000):
        with Session(api) as session:
            call = Call(session)
            call.phase_one_without_memory()
            around = np.full(call.size + surplus + 1024, NEVER_USED, np.uint8)
            pool = session.upload(around)
            call.runs(workspace=pool + 512, size=call.size + surplus)
            assert call.result() == EXPECTED
            around[512 : 512 + call.size] = 0
            now = session.download(pool, around.shape, np.uint8)
            now[512 : 512 + call.size] = 0
            assert (now == around).all()


@in_every_mode
def test_no_workspace_no_guard(api: Api) -> None:
    with Session(api) as session:
        call = Call(session)
        call.tensors[0] = session.describe((0, 3), np.float32, None)
        call.tensors[1] = session.describe((0,), np.int64, None)
        pool = session.upload(np.full(1024, NEVER_USED, np.uint8))
        call.phase_one()
        assert call.size == 0
        call.runs(workspace=pool, size=1024)
        assert session.synchronize() == 0
        assert (session.download(pool, [1024], np.uint8) == NEVER_USED).all()


def test_without_checks() -> None:
    """No guard is written, and nothing that happens is noticed."""
    code = """
import json
import numpy as np
from executor.call import EXPECTED, Call
from support import Api, Session
with Session(Api()) as session:
    call = Call(session)
    call.phase_one()
    session.api.ok.aclrtMemset(call.workspace, call.size, 0xA5, call.size)
    with call.gate():
        call.runs()
        session.api.ok.aclrtFree(call.workspace)
        session.memory.remove(call.workspace)
        again = session.malloc(call.size)
    end = session.download(again + call.size - 32, [32], np.uint8)
    print(json.dumps([again == call.workspace, bool((end == 0).all() or (end == 0xA5).all()),
                      call.result() == EXPECTED]))
"""
    result = run_python(code, {"ACLNN_CHECK": "off"})
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    assert json.loads(result.stdout) == [True, True, True]


def test_scratch_in_it_holds_no_addresses() -> None:
    """The sum of a product and of what out held before, while others write to the workspace: the
    result is anything, the process lives and the launches behind are right."""
    code = """
import ctypes
import numpy as np
from support import Api, Session
N, TIMES = 512, 10
with Session(Api()) as session:
    ok = session.api.ok
    ones = np.ones([N, N], np.float32)
    out = session.upload(ones)
    left, right = session.tensor(ones), session.tensor(ones)
    sums = session.describe((N, N), np.float32, out)
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    ok.aclnnGemmGetWorkspaceSize(left, right, sums, 1.0, 1.0, 0, 0, sums, 0, ctypes.byref(size),
                                 ctypes.byref(executor))
    ok.aclSetAclOpExecutorRepeatable(executor.value)
    workspace = session.malloc(size.value)
    for _ in range(TIMES):
        for _ in range(TIMES):
            ok.aclnnGemm(workspace, size.value, executor.value, session.stream)
        for _ in range(TIMES * TIMES):
            ok.aclrtMemset(workspace, size.value, 1, size.value)
        session.api.aclrtSynchronizeStream(session.stream)
    session.api.message()
    ok.aclrtMemcpy(out, ones.nbytes, ones.ctypes.data, ones.nbytes, 1)
    ok.aclnnGemm(workspace, size.value, executor.value, session.stream)
    assert session.synchronize() == 0
    assert (session.download(out, (N, N), np.float32) == N + 1).all()
    ok.aclDestroyAclOpExecutor(executor.value)
"""
    result = run_python(code, {"ACLNN_STREAM": "async"})
    assert result.returncode == 0, result.stderr


def test_scratch_in_it_steers_nothing() -> None:
    """The taps of an image that grows, while others write to the workspace: as above."""
    code = """
import ctypes
import numpy as np
from support import Api, Session
N, TIMES = 256, 10
with Session(Api()) as session:
    ok = session.api.ok
    image = session.tensor(np.ones([4, 3, N, N], np.float32))
    larger = (4, 3, 2 * N, 2 * N)
    out = session.malloc(4 * int(np.prod(larger)))
    sizes = session.api.aclCreateIntArray((ctypes.c_int64 * 2)(2 * N, 2 * N), 2)
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    ok.aclnnUpsampleBicubic2dGetWorkspaceSize(
        image, sizes, False, 0.0, 0.0, session.describe(larger, np.float32, out),
        ctypes.byref(size), ctypes.byref(executor))
    ok.aclSetAclOpExecutorRepeatable(executor.value)
    workspace = session.malloc(size.value)
    for _ in range(TIMES):
        for _ in range(5):
            ok.aclnnUpsampleBicubic2d(workspace, size.value, executor.value, session.stream)
        for _ in range(20):
            ok.aclrtMemset(workspace, size.value, 1, size.value)
        session.api.aclrtSynchronizeStream(session.stream)
    session.api.message()
    ok.aclnnUpsampleBicubic2d(workspace, size.value, executor.value, session.stream)
    assert session.synchronize() == 0
    assert np.allclose(session.download(out, larger, np.float32), 1, rtol=0, atol=1e-6)
    ok.aclDestroyAclOpExecutor(executor.value)
    ok.aclDestroyIntArray(sizes)
"""
    result = run_python(code, {"ACLNN_STREAM": "async"})
    assert result.returncode == 0, result.stderr
