# SPDX-License-Identifier: Apache-2.0
"""One process, one case: how much more memory than its tensors a first call takes at its peak.

Device memory counts as memory of the process from the first time that it is touched. Here all of
it is touched before the call, but for the workspace. The peak of resident memory is then set back
to what is resident (/proc/self/clear_refs), the operator runs, and the peak that is found after it
is larger by the pages of the workspace, which are counted apart (mincore), and by what the library
takes beyond.
"""

from __future__ import annotations

import ctypes
import mmap
from pathlib import Path

import numpy as np

import aclnn_py as acl
from aclnn_py.data_types import numpy_dtype

from .cases import Case, make_indices
from .ours import Call, Operands
from .results import MemoryResult

_SELF = Path("/proc/self")
_RESET_PEAK = "5"

MALLOC_THRESHOLDS = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""Variables for this process. Otherwise the C library keeps what was freed before the call, and
serves the library from it unseen."""


def _status() -> dict[str, int]:
    """The sizes of /proc/self/status in bytes, by their names."""
    lines = (line.split() for line in (_SELF / "status").read_text("utf-8").splitlines())
    return {line[0].rstrip(":"): int(line[1]) * 1024 for line in lines if line[-1] == "kB"}


def _resident(address: int, size: int) -> int:
    """How many bytes of a range are in pages that the process has."""
    first = address // mmap.PAGESIZE * mmap.PAGESIZE
    count = -(-(address + size - first) // mmap.PAGESIZE)
    pages = (ctypes.c_ubyte * count)()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mincore(ctypes.c_void_p(first), ctypes.c_size_t(count * mmap.PAGESIZE), pages) != 0:
        raise OSError(ctypes.get_errno(), "mincore")
    return min(sum(page & 1 for page in pages) * mmap.PAGESIZE, size)


def run(case: Case) -> MemoryResult:
    """Measure a case in this process, in which it has not run yet."""
    with acl.Device(0) as device, device.stream() as stream:
        shape = case.shape
        indices = {case.index_type: make_indices(shape).astype(case.index_type)}
        kind = numpy_dtype(case.type)
        grad = np.ones((shape.rows, shape.dim), np.float32).astype(kind)
        operands = Operands(device, shape, grad, indices, case.type)
        del grad, indices
        operands.poison()
        call = Call(operands, case, stream)
        (_SELF / "clear_refs").write_text(_RESET_PEAK, "utf-8")
        before = _status()
        touched = -_resident(call.workspace_address, call.workspace_size)
        call()
        after = _status()
        touched += _resident(call.workspace_address, call.workspace_size)
        size = call.workspace_size
        call.close()
        operands.close()
    beyond = after["VmHWM"] - before["VmRSS"] - touched
    return MemoryResult(case, max(beyond, 0), touched, size)
