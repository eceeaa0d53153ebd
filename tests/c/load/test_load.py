# SPDX-License-Identifier: Apache-2.0
"""The programs of this directory in every stream mode and with few and many cores; the capacity
of a device, which is the product's on any machine."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from support import run_program, run_python

from build_support.sanitize import Runner

pytestmark = pytest.mark.slow  # each test keeps the machine busy for seconds

HERE = Path(__file__).parent
SECONDS = 2


@pytest.fixture(scope="module")
def programs() -> Mapping[str, Path]:
    runner = Runner("plain")
    runner.build()
    return {name: runner.compile(HERE / f"{name}.c") for name in ("load", "flat")}


def launches(text: str) -> int:
    found = re.match(r"(\d+) launches", text)
    assert found is not None, text
    return int(found[1])


# --- Load ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
@pytest.mark.parametrize(("threads", "streams"), [(8, 16), (3, 1), (16, 64)])
def test_threads_streams_and_events(
    programs: Mapping[str, Path], mode: str, threads: int, streams: int
) -> None:
    text = run_program(programs["load"], SECONDS, 7, threads, streams, ACLNN_STREAM=mode)
    # thousands a second; an order of magnitude less than an idle machine makes
    assert launches(text) > 1000 * SECONDS


@pytest.mark.parametrize("cores", [1, 2, 3, 7, 16, 64])
def test_cores(programs: Mapping[str, Path], cores: int) -> None:
    assert launches(run_program(programs["load"], 1, cores, ACLNN_CORES=str(cores))) > 0


def test_checks_of_isolate_mode(programs: Mapping[str, Path]) -> None:
    """Without large workspaces, which that mode fills before and after each launch."""
    text = run_program(programs["load"], 1, 5, ACLNN_CHECK="isolate", ACLNN_SOC="Ascend910A")
    assert launches(text) > 0


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_memory_is_flat(programs: Mapping[str, Path], mode: str) -> None:
    text = run_program(programs["flat"], 1_000_000, ACLNN_STREAM=mode)
    assert launches(text) == 1_000_000


SUMS = """
import hashlib
import numpy as np
import aclnn_py as acl
rng = np.random.default_rng(1)
state = hashlib.sha256()
for rows, columns, weights in ((20000, 65, 37), (3000, 8, 100000), (64, 1, 1)):
    grad = rng.standard_normal((rows, columns), np.float32)
    indices = rng.integers(0, weights, rows)
    for scale in (False, True):
        out = acl.embedding_dense_backward(grad, indices, weights, 3, scale)
        state.update(out.tobytes())
print(state.hexdigest())
"""


def test_cores_make_no_difference() -> None:
    """Up to 64 of them, on however many CPUs there are: equal bits."""
    digests = {}
    for cores in (1, 2, 3, 7, 16, 64):
        done = run_python(SUMS, {"ACLNN_CORES": str(cores)})
        assert done.returncode == 0, done.stderr
        digests[cores] = done.stdout
    assert len(set(digests.values())) == 1, digests


# --- Capacity ------------------------------------------------------------------------------------

CAPACITY = """
import ctypes, json
from support import Api
api = Api()
def resident():
    fields = dict(line.split(":") for line in open("/proc/self/status") if line.startswith("Vm"))
    return int(fields["VmRSS"].split()[0])
def info():
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    api.ok.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value
api.ok.aclrtSetDevice(0)
found = {"total": info()[1], "machine": __import__("os").sysconf("SC_PHYS_PAGES") * 4096}
address, other = ctypes.c_void_p(), ctypes.c_void_p()
api.ok.aclrtMalloc(ctypes.byref(address), 1, 0)
api.ok.aclrtFree(address)
room = found["free"] = info()[0]
before = resident()
found["one more"] = api.aclrtMallocAlign32(ctypes.byref(other), room + 1, 0)
found["text"] = api.message()
api.ok.aclrtMallocAlign32(ctypes.byref(address), room, 0)
found["nothing left"] = info()[0]
found["not touched"] = resident() - before
for place in (0, room // 2, room - 4096):
    api.ok.aclrtMemset(address.value + place, 4096, 7, 4096)
    byte = ctypes.c_ubyte()
    api.ok.aclrtMemcpy(ctypes.byref(byte), 1, address.value + place + 4095, 1, 2)
    assert byte.value == 7
found["touched"] = resident() - before
found["full"] = api.aclrtMalloc(ctypes.byref(other), 1, 0)
found["full text"] = api.message()
api.ok.aclrtFree(address)
found["back"] = info()[0]
api.ok.aclrtResetDevice(0)
print(json.dumps(found))
"""

GIB = 2**30
OUT_OF_MEMORY = 207001


@pytest.mark.parametrize(
    ("soc", "capacity"), [("Ascend910A", 32), ("Ascend910B2", 64), ("Ascend950", 128)]
)
def test_capacity(soc: str, capacity: int) -> None:
    """All of a product's memory, on a machine that may have a tenth of it; pages when touched."""
    done = run_python(CAPACITY, {"ACLNN_SOC": soc})
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["total"] == capacity * GIB
    assert found["free"] == found["back"] == capacity * GIB, "the address range was not granted"
    assert found["one more"] == found["full"] == OUT_OF_MEMORY
    assert f"size is {capacity * GIB + 1}; device 0 has 0 of its {capacity * GIB}" in found["text"]
    assert f"has {capacity * GIB} of its {capacity * GIB} bytes in use" in found["full text"]
    assert found["nothing left"] == 0
    assert found["not touched"] < 1024, "KiB, of bookkeeping"
    # three pieces of 4 KiB, each in a page of 2 MiB where the kernel has those, seen twice
    assert found["touched"] < 3 * 2 * 2048 + 1024
