# SPDX-License-Identifier: Apache-2.0
"""One process, one case: how much more memory than its tensors a first call takes at its peak.

Device memory is a memory file, so its pages count as shared memory of the process from the first
time that the library touches them. Here they are all touched before the call, but for those of
the workspace. The peak of resident memory is then set back to what is resident
(/proc/self/clear_refs), the operator runs, and the peak that is found after it is larger by the
pages of the workspace, which are counted apart, and by what the library takes beyond.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import aclnn_py as acl
from aclnn_py.tensor import numpy_dtype

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
        call()
        after = _status()
        size = call.workspace_size
        call.close()
        operands.close()
    workspace = min(after["RssShmem"] - before["RssShmem"], size)
    beyond = after["VmHWM"] - before["VmRSS"] - workspace
    return MemoryResult(case, max(beyond, 0), max(workspace, 0), size)
