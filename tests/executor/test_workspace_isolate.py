# SPDX-License-Identifier: Apache-2.0
"""ACLNN_CHECK=isolate: nothing outlives a launch in its workspace, or gets in meanwhile."""

from __future__ import annotations

import numpy as np
import pytest
from executor.call import EXPECTED, Call
from executor.workspaces import GUARD, POOLED, WITHIN, LongLaunch, fails
from runtime.tools import apart
from support import BFLOAT16, Api, Session

pytestmark = pytest.mark.slow  # launches that take long enough to be disturbed

CALLERS = 0x11


def filled(session: Session, call: Call) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """What is in the workspace."""
    content = session.download(call.workspace, [call.size], np.uint8)
    return content.reshape(call.size)


def ends_filled(api: Api) -> None:
    with Session(api) as session:
        call = Call(session)
        call.phase_one()
        api.ok.aclSetAclOpExecutorRepeatable(call.executor)
        for _ in range(3):
            api.ok.aclrtMemset(call.workspace, call.size, CALLERS, call.size)
            call.runs()
            assert call.result() == EXPECTED
            content = filled(session, call)
            pattern = content[:2]
            assert (content.reshape(-1, 2) == pattern).all()
            for dtype in (np.dtype(np.float16), BFLOAT16, np.dtype("f4"), np.dtype("f8")):
                assert np.isnan(content.view(dtype).astype(np.float64)).all()
            for name in ("i2", "i4", "i8"):
                assert (content.view(name) > 2**14).all()  # no likely index
            api.ok.aclrtMemset(call.addresses[2], 60, 0, 60)
        api.ok.aclDestroyAclOpExecutor(call.executor)


@apart(ACLNN_CHECK="isolate", ACLNN_STREAM="async")
def test_after_a_launch_the_workspace_is_filled(api: Api) -> None:
    ends_filled(api)


@apart(ACLNN_CHECK="isolate", ACLNN_STREAM="lazy")
def test_after_a_lazy_launch_the_workspace_is_filled(api: Api) -> None:
    ends_filled(api)


@apart(ACLNN_CHECK="isolate", ACLNN_STREAM="sync")
def test_after_a_launch_in_the_call_the_workspace_is_filled(api: Api) -> None:
    ends_filled(api)


@apart(ACLNN_CHECK="isolate")
def test_after_a_launch_that_failed_too(api: Api) -> None:
    with Session(api) as session:
        call = Call(session)
        api.ok.aclrtMemset(call.addresses[1], 32, 0x33, 32)  # no indices of this table
        call.phase_one()
        call.runs()
        api.message()
        assert session.synchronize() == 507015
        assert "indices[0]" in api.message()
        content = filled(session, call)
        assert (content.reshape(-1, 2) == content[:2]).all()


@apart(ACLNN_CHECK="isolate")
def test_only_what_phase_one_asked_for_is_filled(api: Api) -> None:
    with Session(api) as session:
        call = Call(session)
        call.phase_one_without_memory()
        around = np.full(call.size + 3000, CALLERS, np.uint8)
        for before in (512, 8, 1):
            pool = session.upload(around)
            call.phase_one_without_memory()
            call.runs(workspace=pool + before, size=call.size + 1000)
            assert call.result() == EXPECTED
            now = session.download(pool, around.shape, np.uint8)
            assert (now[:before] == CALLERS).all()
            assert (now[before + call.size :] == CALLERS).all()
            assert not (now[before : before + call.size] == CALLERS).any()


@apart(ACLNN_CHECK="isolate")
def test_what_was_in_it_before_is_gone(api: Api) -> None:
    """The launch sees nothing of it; the part it does not use shows that while it runs."""
    with Session(api) as session:
        launch = LongLaunch(session)
        api.ok.aclrtMemset(launch.workspace, launch.size, CALLERS, launch.size)
        seen: list[bytes] = []

        def look() -> None:
            seen.append(session.download(launch.workspace, [64], np.uint8).tobytes())

        assert launch.disturb(look) == 0, launch.text
        assert seen[0] == seen[0][:2] * 32
        assert CALLERS not in seen[0]
        assert launch.is_right()


def writes_are_noticed(api: Api, sizes: tuple[int, int, int], *places: int) -> None:
    """At these places, from the start of the workspace or its end."""
    with Session(api) as session:
        launch = LongLaunch(session, sizes)

        def overwrite(offset: int, count: int) -> str:
            where = launch.workspace + offset
            return fails(launch, lambda: api.ok.aclrtMemset(where, count, 0x55, count))

        for place in places:
            offset = place % launch.size
            assert f"overwritten while it ran, from byte {offset} on" in overwrite(offset, 1)
        assert "overwritten while it ran, from byte 0 on" in overwrite(0, launch.size)
        launch.queue()
        assert launch.status() == 0, launch.text
        assert launch.is_right()


@apart(ACLNN_CHECK="isolate")
def test_writes_to_a_workspace_without_scratch(api: Api) -> None:
    writes_are_noticed(api, POOLED, 0, 1, 12345, 2**23, -GUARD - 1, -GUARD, -1)


@apart(ACLNN_CHECK="isolate")
def test_writes_beside_scratch(api: Api) -> None:
    writes_are_noticed(api, WITHIN, 0, 1, 12345, -GUARD - 1, -GUARD, -1)


@apart(ACLNN_CHECK="isolate")
def test_freed_before_it_runs(api: Api) -> None:
    """What took its place is not touched."""
    with Session(api) as session:
        call = Call(session)
        call.phase_one()
        with call.gate():
            call.runs()
            api.ok.aclrtFree(call.workspace)
            session.memory.remove(call.workspace)
            again = session.upload(np.full(call.size, CALLERS, np.uint8))
            assert again != call.workspace  # which rests
            api.message()
        assert "was freed before it ran by aclrtFree" in api.message()
        assert (session.download(again, [call.size], np.uint8) == CALLERS).all()
        assert call.is_untouched()


@apart(ACLNN_CHECK="isolate", ACLNN_SOC="Ascend910A")
def test_no_workspace(api: Api) -> None:
    with Session(api) as session:
        call = Call(session)
        call.phase_one()
        assert call.size == 0
        call.runs(workspace=None)
        assert call.result() == EXPECTED
