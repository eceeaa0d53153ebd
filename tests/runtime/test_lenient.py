# SPDX-License-Identifier: Apache-2.0
"""ACLNN_CHECK=lenient: what a device's whole pages let pass is a finding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import run_python

#: Memory for 4 floats, of which programs use more; pages of a device hold 4096 bytes of it.
PROGRAM = """
import json
import numpy as np
from support import Api, Session
api = Api()
with Session(api) as session:
    short = session.malloc(16)
    given = np.arange(8, dtype="float32") - 4
    seen = {}
    def note(name, status):
        seen[name] = [status, api.message()]
    note("copy", api.aclrtMemcpy(short, 32, given.ctypes.data, 32, 1))
    note("set", api.aclrtMemset(short + 32, 4064, 0, 4064))
    note("too much", api.aclrtMemset(short, 4097, 0, 4097))
    import ctypes
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    out = session.malloc(32)
    api.ok.aclnnAbsGetWorkspaceSize(
        session.describe([8], "float32", short), session.describe([8], "float32", out),
        ctypes.byref(size), ctypes.byref(executor))
    workspace = session.malloc(size.value)
    note("launch", api.aclnnAbs(workspace, size.value, executor, session.stream))
    note("synchronize", session.synchronize())
    result = session.download(out, [8], "float32").tolist()
    note("free", api.aclrtFree(short))
    session.memory.remove(short)
print(json.dumps([seen, result]))
"""


def told(path: Path, mode: str) -> tuple[dict[str, Any], list[float], list[dict[str, Any]]]:
    """Statuses with their texts, the result, and the findings about short memory."""
    file = path / "findings.jsonl"
    done = run_python(PROGRAM, {"ACLNN_CHECK": mode, "ACLNN_FINDINGS": str(file)})
    assert done.returncode == 0, done.stderr
    seen, result = json.loads(done.stdout)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return seen, result, [line for line in lines if line["kind"] in ("beyond", "overwrite")]


def test_pages_are_used_and_told(tmp_path: Path) -> None:
    seen, result, found = told(tmp_path, "lenient")
    statuses = {name: status for name, (status, _) in seen.items()}
    assert statuses.pop("too much") == 107000
    assert set(statuses.values()) == {0}
    assert result == [4, 3, 2, 1, 0, 1, 2, 3]
    assert [line["call"] for line in found] == ["aclrtMemcpy", "aclrtMemset", "aclnnAbs"]
    assert "dst is used up to byte 32" in found[0]["text"]
    assert "devPtr is used up to byte 4096" in found[1]["text"]
    assert "self is used up to byte 32" in found[2]["text"]
    assert all("of which 16 were asked for" in line["text"] for line in found)
    assert "lenient" not in seen["too much"][1]


@pytest.mark.parametrize("mode", ["on", "isolate"])
def test_the_refusal_names_the_variable_where_it_helps(tmp_path: Path, mode: str) -> None:
    seen, _, found = told(tmp_path, mode)
    for name, status in (("copy", 107000), ("set", 107000), ("launch", 161002)):
        assert seen[name][0] == status
        assert "ACLNN_CHECK=lenient" in seen[name][1]
    assert seen["too much"][0] == 107000
    assert "lenient" not in seen["too much"][1]
    assert not found


def test_large_pages_hold_what_is_above_a_mebibyte() -> None:
    """2 MiB a page; the whole memory in use is counted by pages."""
    code = """
import ctypes
from support import Api, Session
api = Api()
with Session(api) as session:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    def used():
        api.ok.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(total))
        return total.value - free.value
    session.malloc(1)
    one = used()
    large = session.malloc((1 << 20) + 1)
    print(one, used() - one, api.aclrtMemset(large, 1 << 21, 0, 1 << 21))
    print(api.aclrtMemset(large, (1 << 21) + 1, 0, (1 << 21) + 1))
"""
    done = run_python(code, {"ACLNN_CHECK": "lenient"})
    assert done.stdout.split() == ["4096", str(2 << 20), "0", "107000"], done.stderr


#: A sort whose values lie in its workspace, which it needs; then one of what lies in the workspace.
IN_WORKSPACE = """
import ctypes, json
import numpy as np
from support import Api, Session
api = Api()
with Session(api) as session:
    given = (np.arange(8192, dtype="float32") * 5 % 8191).reshape(2, 4096)
    x, block, indices = session.upload(given), session.malloc(1 << 25), session.malloc(1 << 16)
    def sort(self, values):
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        api.ok.aclnnSortGetWorkspaceSize(
            session.describe([2, 4096], "float32", self), False, -1, False,
            session.describe([2, 4096], "float32", values),
            session.describe([2, 4096], "int64", indices),
            ctypes.byref(size), ctypes.byref(executor))
        assert 0 < size.value <= 1 << 25
        return api.aclnnSort(block, size.value, executor, session.stream), api.message()
    results = [sort(x, block), session.synchronize()]
    sorted = session.download(block, [2, 4096], "float32")
    results.append(bool((sorted == np.sort(given)).all()))
    results.append(sort(block, x))
print(json.dumps(results))
"""


@pytest.mark.parametrize("mode", ["on", "lenient"])
def test_an_output_in_the_workspace(tmp_path: Path, mode: str) -> None:
    """A device may get away with it; with an input there it would not."""
    file = tmp_path / "findings.jsonl"
    done = run_python(IN_WORKSPACE, {"ACLNN_CHECK": mode, "ACLNN_FINDINGS": str(file)})
    assert done.returncode == 0, done.stderr
    (status, text), waited, right, (refused, words) = json.loads(done.stdout)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    found = [line for line in lines if line["kind"] == "workspace"]
    assert (refused, waited) == (161002, 0)
    assert "workspace" in words
    assert "lenient" not in words
    if mode == "lenient":
        assert (status, right, [line["call"] for line in found]) == (0, True, ["aclnnSort"])
        assert "values" in found[0]["text"]
    else:
        assert (status, found) == (161002, [])
        assert "ACLNN_CHECK=lenient lets an output lie in the workspace" in text
