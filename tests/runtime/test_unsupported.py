# SPDX-License-Identifier: Apache-2.0
"""Functions that are exported and not implemented: they say so, and never return success."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from runtime.codes import API_NOT_SUPPORT, FEATURE_NOT_SUPPORT
from support import Api, program_environment

from aclnn_py import _tree
from aclnn_py._ledger import ledger

TABLE = Path(__file__).parents[2] / "csrc" / "base" / "unsupported.def"

#: INFINI_STATUS_NOT_IMPLEMENTED of infinicore.h.
NOT_IMPLEMENTED = 2

#: hccl_types.h.
HCCL_E_NOT_SUPPORT = 5

#: What stands for "unknown" in functions that return a value (acl_base_mdl.h: -1 is undefined).
VALUES = {
    "acltdtGetDataSizeFromItem": (ctypes.c_size_t, 0),
    "acltdtGetDataTypeFromItem": (ctypes.c_int, -1),
    "acltdtGetDatasetSize": (ctypes.c_size_t, 0),
    "acltdtGetDimNumFromItem": (ctypes.c_size_t, 0),
    "acltdtGetTensorTypeFromItem": (ctypes.c_int, -1),
    "acltdtGetQueueRouteNum": (ctypes.c_size_t, 0),
    "aclmdlGetDatasetNumBuffers": (ctypes.c_size_t, 0),
    "aclmdlGetInputDataType": (ctypes.c_int, -1),
    "aclmdlGetInputFormat": (ctypes.c_int, -1),
    "aclmdlGetInputSizeByIndex": (ctypes.c_size_t, 0),
    "aclmdlGetNumInputs": (ctypes.c_size_t, 0),
    "aclmdlGetNumOutputs": (ctypes.c_size_t, 0),
    "aclmdlGetOutputSizeByIndex": (ctypes.c_size_t, 0),
    "aclmdlGetOutputDataType": (ctypes.c_int, -1),
    "aclmdlGetOutputFormat": (ctypes.c_int, -1),
}


def rows() -> list[tuple[str, str]]:
    """Kind and name of every row of the table."""
    pattern = r"^ACL_UNSUPPORTED(|_STATUS|_SAID|_POINTER|_VALUE|_VOID)\((\w+)"
    return re.findall(pattern, TABLE.read_text("utf-8"), re.MULTILINE)


def test_the_table_is_read() -> None:
    names = [name for _, name in rows()]
    assert len(names) == len(set(names)) > 40
    values = {name for kind, name in rows() if kind == "_VALUE"}
    assert {name for name in values if not name.startswith("Hccl")} == set(VALUES)


@pytest.mark.parametrize(("kind", "name"), rows(), ids=lambda value: value)
def test_it_says_that_it_is_not_carried_out(api: Api, kind: str, name: str) -> None:
    """Whatever the arguments: none of them is looked at."""
    function = api.lib[name]
    junk = [ctypes.c_void_p(8 * number + 1) for number in range(6)]
    for arguments in ([ctypes.c_void_p(None)] * 6, junk):
        result: Any
        if kind == "_VALUE":
            hccl = (ctypes.c_int, HCCL_E_NOT_SUPPORT)
            function.restype, result = hccl if name.startswith("Hccl") else VALUES[name]
            assert function(*arguments) == result
        elif kind == "_POINTER":
            function.restype = ctypes.c_void_p
            assert function(*arguments) is None
        elif kind == "_VOID":
            function.restype = None
            function(*arguments)
        else:
            function.restype = ctypes.c_int
            status = API_NOT_SUPPORT if kind in ("_STATUS", "_SAID") else FEATURE_NOT_SUPPORT
            infini = name.startswith("infini")
            assert function(*arguments) == (NOT_IMPLEMENTED if infini else status)
        text = api.message()
        assert f": {name}: " in text
        assert "(EE1005)" in text
        assert "not implemented by this library, since " in text


def test_calls_of_cann_that_are_not_implemented_say_why(api: Api) -> None:
    """Both phases, whatever the arguments. Of MlaPrologV2 and V3 the statuses of CANN's public
    op_api sources: both return ACLNN_ERR_INNER."""
    reasons = {name: entry.reason for name, entry in ledger().items() if entry.reason}
    assert len(reasons) >= 7
    for name, reason in reasons.items():
        if "Ascend310P alone" in reason:  # tests/ops/other has their statuses
            continue
        expected = 561000 if name.startswith("aclnnMlaProlog") else FEATURE_NOT_SUPPORT
        for phase in (name, f"{name}GetWorkspaceSize"):
            function = api.lib[phase]
            function.restype = ctypes.c_int
            assert function(*[ctypes.c_void_p(None)] * 6) == expected
            text = api.message()
            assert f" {phase}: " in text
            assert reason.partition(", since ")[2] in text


@pytest.mark.parametrize("name", ["aclrtGetDeviceUtilizationRate", "aclrtGetMemUceInfo"])
def test_the_plug_in_raises(name: str) -> None:
    """PyTorch's takes 207000 (ACL_ERROR_RT_FEATURE_NOT_SUPPORT) for a warning and goes on, as
    NPUException.h of its source says; of other statuses it raises."""
    assert ("_STATUS", name) in rows()


def test_it_can_be_asked_for_as_the_last_error(api: Api) -> None:
    assert api.aclmdlUnload(0) == FEATURE_NOT_SUPPORT
    assert api.aclrtGetLastError(0) == FEATURE_NOT_SUPPORT


def test_what_callers_do_not_look_at_is_said(tmp_path: Path) -> None:
    """torch_npu.npu.init_dump and its like look at no status. Each is said once."""
    names = [name for kind, name in rows() if kind == "_SAID"]
    assert "aclmdlInitDump" in names
    calls = "".join(f"lib.{name}()\n" * 2 for name in names)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import ctypes\nlib = ctypes.CDLL({str(_tree.library())!r})\n{calls}",
        ],
        env=program_environment({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=tmp_path,
    )
    text = "aclnn_py: {}: not implemented by this library; it does nothing".format
    assert done.stderr.splitlines() == [text(name) for name in names]
