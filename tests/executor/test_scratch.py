# SPDX-License-Identifier: Apache-2.0
"""Scratch lies in the workspace where it fits, and in the library's own memory where not."""

from __future__ import annotations

import json
import threading
from typing import Any

import numpy as np
import pytest
from executor.call import EXPECTED, Call
from executor.workspaces import POOLED
from runtime.tools import apart
from support import Api, Session, run_python

pytestmark = pytest.mark.slow  # large memory

#: Rows, weights and columns, as float32 and int64, and whether scratch fits the workspace of
#: Ascend910B2, which asks for 16 MiB and little more.
SIZES = {
    "small": (4, 5, 3, True),
    "many rows": (400_000, 1000, 16, True),
    "too many rows": (*POOLED, False),
    "too many weights": (3000, 6_000_000, 1, False),
}

RUN = """
import json, sys
import numpy as np
from ops.embedding.call import check, integers, run
from support import Api, Session
rows, weights, columns = {sizes}
rng = np.random.default_rng(5)
grad = integers(rng, [rows, columns], np.float32)
indices = rng.integers(0, weights, rows)
with Session(Api()) as session:
    for _ in range(3):
        check(run(session, grad, indices, weights), grad, indices)
"""


def run_apart(sizes: tuple[int, int, int], **variables: str) -> list[str]:
    """The lines of the log that speak of scratch; the results were right."""
    result = run_python(RUN.format(sizes=sizes), {"ACLNN_LOG": "mem", **variables})
    assert result.returncode == 0, result.stderr
    return [line for line in result.stderr.splitlines() if "scratch" in line]


@pytest.mark.slow  # each case is a process of its own
@pytest.mark.parametrize("name", list(SIZES))
def test_where_scratch_lies(name: str) -> None:
    """The log says when the workspace has no room."""
    *sizes, fits = SIZES[name]
    lines = run_apart((sizes[0], sizes[1], sizes[2]))
    assert len(lines) == (0 if fits else 3)
    assert all("aclnnEmbeddingDenseBackward" in line for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
@pytest.mark.parametrize("name", ["small", "too many rows"])
def test_a_product_that_asks_for_no_workspace(name: str, mode: str) -> None:
    *sizes, _ = SIZES[name]
    lines = run_apart((sizes[0], sizes[1], sizes[2]), ACLNN_SOC="Ascend910A", ACLNN_STREAM=mode)
    assert len(lines) == 3


def run_on_threads(api: Api) -> None:
    """Blocks of many sizes change hands between streams."""
    from ops.embedding.call import integers, run

    failures: list[Any] = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        try:
            with Session(api) as session:
                for rows in rng.integers(1, 30_000, 20):
                    weights = int(rng.integers(1, 2000))
                    grad = integers(rng, [rows, 2], np.float32)
                    indices = rng.integers(0, weights, rows)
                    expected = np.zeros([weights, 2])
                    np.add.at(expected, indices, grad)
                    result = run(session, grad, indices, weights)
                    assert (result == expected).all()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=[seed]) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


@apart(ACLNN_SOC="Ascend910A", ACLNN_CORES="3")
def test_many_streams_at_once(api: Api) -> None:
    run_on_threads(api)


@pytest.mark.slow
def test_no_host_memory_is_left() -> None:
    """207001 on the stream, once; then there is memory again, and the results are right."""
    code = """
import ctypes, json, resource
import numpy as np
from support import Api, NO_PADDING, Session
ROWS = 16_000_000
api = Api()
with Session(api) as session:
    grad = session.describe([ROWS, 1], "float32", session.malloc(4 * ROWS))
    indices = session.describe([ROWS], "int64", session.malloc(8 * ROWS))
    out = session.malloc(8)
    tensor = session.describe([2, 1], "float32", out)
    def run():
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            grad, indices, 2, NO_PADDING, False, tensor, ctypes.byref(size),
            ctypes.byref(executor))
        assert size.value == 0
        api.ok.aclnnEmbeddingDenseBackward(None, 0, executor, session.stream)
        status = session.synchronize()
        return [status, api.message()]
    answers = []
    api.ok.aclrtMemset(out, 8, 0x55, 8)
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + (100 << 20), limits[1]))
    answers.append(run())
    answers.append([session.synchronize(), api.message()])
    untouched = session.download(out, [8], "uint8").tolist()
    resource.setrlimit(resource.RLIMIT_AS, limits)
    answers.append(run())
    print(json.dumps([answers, untouched, session.download(out, [2], "float32").tolist()]))
"""
    result = run_python(code, {"ACLNN_SOC": "Ascend910A", "ACLNN_STREAM": "lazy"})
    assert result.returncode == 0, result.stderr
    answers, untouched, sums = json.loads(result.stdout)
    assert [status for status, _ in answers] == [207001, 0, 0]
    assert "aclnnEmbeddingDenseBackward" in answers[0][1]
    assert "bytes of scratch" in answers[0][1]
    assert untouched == [0x55] * 8
    assert sums == [0, 0]


@pytest.mark.parametrize("offset", [1, 2, 4, 8, 16, 63, 64, 512])
def test_a_workspace_at_any_address(session: Session, offset: int) -> None:
    call = Call(session)
    call.phase_one_without_memory()
    around = np.full(call.size + 1024, 0xA5, np.uint8)
    pool = session.upload(around)
    call.runs(workspace=pool + offset)
    assert call.result() == EXPECTED
    now = session.download(pool, around.shape, np.uint8)
    assert (now[:offset] == 0xA5).all()
    assert (now[offset + call.size :] == 0xA5).all()
