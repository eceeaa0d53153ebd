# SPDX-License-Identifier: Apache-2.0
"""The environment variables: what they do, and what a wrong one does."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from runtime.codes import INTERNAL_ERROR, MEMORY_ALLOCATION
from runtime.tools import light_script
from support import run_python

#: What a process sees of its environment.
PROBE = """
status = lib.aclInit(None)
problem = text()
count, value = ctypes.c_uint32(), ctypes.c_int64()
soc = lib.aclrtGetSocName()
def figure(attribute):
    value.value = -1
    lib.aclrtGetDeviceInfo(0, attribute, byref(value))
    return value.value
lib.aclrtGetDeviceCount(byref(count))
print(json.dumps({
    "init": status, "text": problem, "soc": soc and soc.decode(), "count": count.value,
    "vector": figure(201), "ub": figure(204), "memory": figure(301),
    "set": [lib.aclrtSetDevice(device) for device in range(17)].count(0),
}))
"""


def probe(**variables: str) -> tuple[dict[str, Any], str]:
    value, errors = light_script(PROBE, **variables)
    return value, errors


# --- Right values --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, {"soc": "Ascend910B2", "count": 1, "set": 1, "vector": 48, "ub": 196352}),
        ({"ACLNN_SOC": ""}, {"soc": "Ascend910B2", "vector": 48}),
        ({"ACLNN_SOC": "Ascend950"}, {"soc": "Ascend950", "vector": 64, "ub": 253952}),
        ({"ACLNN_SOC": "ASCEND950"}, {"soc": "Ascend950", "vector": 64, "ub": 253952}),
        ({"ACLNN_SOC": "ascend910b2:cores=7"}, {"soc": "Ascend910B2", "vector": 7}),
        ({"ACLNN_SOC": "Ascend910_9391"}, {"soc": "Ascend910_9391", "vector": 48}),
        (
            {"ACLNN_SOC": "Ascend950:cores=72,ub=253952"},
            {"soc": "Ascend950", "vector": 72, "ub": 253952},
        ),
        (
            {"ACLNN_SOC": "Ascend910A:ub=1024,memory=2097152"},
            {"soc": "Ascend910A", "vector": 32, "ub": 1024, "memory": 2097152},
        ),
        ({"ACLNN_DEVICES": "1"}, {"count": 1, "set": 1}),
        ({"ACLNN_DEVICES": "16"}, {"count": 16, "set": 16}),
        ({"ASCEND_RT_VISIBLE_DEVICES": "0"}, {"count": 1, "set": 1}),
        ({"ACLNN_DEVICES": "4", "ASCEND_RT_VISIBLE_DEVICES": "1,3"}, {"count": 2, "set": 2}),
        ({"ACLNN_DEVICES": "4", "ASCEND_RT_VISIBLE_DEVICES": "2"}, {"count": 1, "set": 1}),
        ({"ACLNN_DEVICES": "2", "ASCEND_RT_VISIBLE_DEVICES": ""}, {"count": 0, "set": 0}),
        ({"ACLNN_DEVICES": "4", "ASCEND_RT_VISIBLE_DEVICES": "0,9,1"}, {"count": 1}),
        ({"LOCAL_WORLD_SIZE": "4"}, {"count": 4, "set": 4}),
        ({"LOCAL_WORLD_SIZE": "1"}, {"count": 1, "set": 1}),
        ({"LOCAL_WORLD_SIZE": "64"}, {"count": 16}),
        ({"LOCAL_WORLD_SIZE": "all"}, {"count": 1}),
        ({"LOCAL_WORLD_SIZE": "4", "ACLNN_DEVICES": "2"}, {"count": 2, "set": 2}),
        ({"ACLNN_CORES": "1"}, {}),
        ({"ACLNN_CORES": "64"}, {}),
        ({"ACLNN_STREAM": "async"}, {}),
        ({"ACLNN_STREAM": "lazy"}, {}),
        ({"ACLNN_STREAM": "sync"}, {}),
        ({"ACLNN_CHECK": "on"}, {}),
        ({"ACLNN_CHECK": "off"}, {}),
        ({"ACLNN_CHECK": "lenient"}, {}),
        ({"ACLNN_ISA": "best"}, {}),
        ({"ACLNN_LOG": "off"}, {}),
        ({"ACLNN_LOG": ""}, {}),
        ({"ACLNN_FAULT": "aclrtMalloc@3,aclrtCreateStream@1"}, {}),
        ({"ACLNN_EXPECT": ""}, {}),
        ({"ACLNN_EXPECT": "aclrtMalloc=207001,aclInit=ACL_ERROR_REPEAT_INITIALIZE"}, {}),
        ({"ACLNN_EXPECT": "aclCreateTensor=NULL,*=207000,aclrtFree=*"}, {}),
        ({"ACLNN_FINDINGS": ""}, {}),
        ({"ACLNN_FINDINGS": "/dev/null"}, {}),
        ({"ACLNN_BLAS": ""}, {}),
    ],
    ids=str,
)
def test_right_values(variables: dict[str, str], expected: dict[str, Any]) -> None:
    value, errors = probe(**variables)
    assert value["init"] == 0, value["text"]
    assert errors == ""
    assert {key: value[key] for key in expected} == expected


# --- Wrong values --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ACLNN_SOC", "Ascend910B9"),
        ("ACLNN_SOC", "ascend910"),
        ("ACLNN_SOC", "Ascend910B2:cores=0"),
        ("ACLNN_SOC", "Ascend910B2:cores=x"),
        ("ACLNN_SOC", "Ascend910B2:speed=9"),
        ("ACLNN_SOC", "Ascend910B2:cores"),
        ("ACLNN_DEVICES", "0"),
        ("ACLNN_DEVICES", "17"),
        ("ACLNN_DEVICES", "-1"),
        ("ACLNN_DEVICES", "2 devices"),
        ("ACLNN_ISA", "v5"),
        ("ACLNN_CORES", "0"),
        ("ACLNN_CORES", "many"),
        ("ACLNN_STREAM", "Async"),
        ("ACLNN_TRANSPORT", "udp"),
        ("ACLNN_CHECK", "maybe"),
        ("ACLNN_CHECK", "isolated"),
        ("ACLNN_LOG", "all"),
        ("ACLNN_FAULT", "aclrtMalloc"),
        ("ACLNN_FAULT", "aclrtMalloc@0"),
        ("ACLNN_FAULT", "aclrtMalloc@x"),
        ("ACLNN_FAULT", "aclrtMalloc~1"),
        ("ACLNN_FAULT", "aclrtMalloc~0/5"),
        ("ACLNN_FAULT", "aclrtMalloc~6/5"),
        ("ACLNN_FAULT", "aclrtMalloc~1/5:x"),
        ("ACLNN_FAULT", "aclrtNoSuch~1/5"),
        ("ACLNN_EXPECT", "aclrtMalloc"),
        ("ACLNN_EXPECT", "aclrtMalloc="),
        ("ACLNN_EXPECT", "aclrtMalloc=0"),
        ("ACLNN_EXPECT", "aclrtMalloc=ACL_SUCCESS"),
        ("ACLNN_EXPECT", "aclrtMalloc=NO_SUCH"),
        ("ACLNN_EXPECT", "aclrtNoSuch=207001"),
        ("ACLNN_EXPECT", "=207001"),
        ("ACLNN_EXPECT", "207001"),
        ("ACLNN_FINDINGS", "/proc/no-such-file"),
        ("ACLNN_FINDINGS", "/"),
        ("ACLNN_BLAS", "/no/such/file"),
        ("ACLNN_FINDINGS", "/dev/full"),
    ],
)
def test_wrong_values(name: str, value: str) -> None:
    """One line on stderr, and nothing works as if nothing were wrong."""
    result, errors = probe(**{name: value})
    assert result["init"] == INTERNAL_ERROR
    assert result["soc"] is None
    assert f"{name}={value}" in result["text"]
    assert result["set"] == 0
    assert len(errors.splitlines()) == 1
    assert f"{name}={value}" in errors


def test_several_wrong_values_are_one_line() -> None:
    result, errors = probe(ACLNN_SOC="NoSuch", ACLNN_CORES="0")
    assert result["init"] == INTERNAL_ERROR
    assert len(errors.splitlines()) == 1


# --- Names that nobody reads ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ACLNN_CHEK", "ACLNN_CHECK"),
        ("ACLNN_STREAMS", "ACLNN_STREAM"),
        ("ACLNN_FINDING", "ACLNN_FINDINGS"),
        ("ACLNN_DEVICE", "ACLNN_DEVICES"),
        ("ACLNN_log", "ACLNN_LOG"),
        ("ACLNN_" + "X" * 100, "ACLNN_"),
        ("ACLNN_", "ACLNN_"),
    ],
)
def test_unknown_names_are_told_once_and_change_nothing(name: str, nearest: str) -> None:
    value, errors = probe(**{name: "isolate"})
    assert (value["init"], value["set"]) == (0, 1)
    (line,) = errors.splitlines()
    assert line.startswith(f"aclnn_py: {name[:60]}")
    assert "no such variable is read" in line
    assert line.partition("the nearest is ")[2].startswith(nearest)
    if len(name) < 30 and name != "ACLNN_":
        assert line.endswith(f"the nearest is {nearest}")


def test_each_unknown_name_is_a_line() -> None:
    _, errors = probe(ACLNN_CHEK="on", ACLNN_SOK="Ascend910A")
    assert len(errors.splitlines()) == 2


def test_names_of_others_are_none_of_ours() -> None:
    """CANN's own variable for its cache, the Python package's, and what begins otherwise."""
    assert probe(ACLNN_CACHE_LIMIT="0", ACLNN="1", ACL_SOC="x", aclnn_soc="x")[1] == ""


# --- The file of findings ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["findings", "sub/../findings"])
def test_findings_stay_in_their_file_when_the_directory_changes(tmp_path: Path, name: str) -> None:
    code = f"""
os.chdir({str(tmp_path)!r})
os.mkdir("sub")
lib.aclInit(None)
os.chdir("sub")
lib.aclrtSetDevice(0)
memory = void()
lib.aclrtMalloc(byref(memory), size(10), 0)
print(json.dumps(text()))
"""
    assert light_script(code, ACLNN_FINDINGS=name)[0] == ""
    assert "aclrtMalloc" in (tmp_path / "findings").read_text()
    assert list((tmp_path / "sub").iterdir()) == []


def test_names_of_files_for_findings_have_a_limit() -> None:
    name = "/".join(["x" * 100] * 11)
    assert "at most 1023 bytes" in probe(ACLNN_FINDINGS=name)[0]["text"]


# --- CPUs ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("cores", ["", "3"])
def test_no_more_cores_than_cpus_that_may_be_used(cores: str) -> None:
    """A thread of the process is one core, so a process that is kept on one CPU has no others."""
    code = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import numpy as np
import aclnn_py as acl
acl.embedding_dense_backward(np.ones((4096, 256), np.float32), np.zeros(4096, np.int64), 4096)
names = [open(f"/proc/self/task/{task}/comm").read() for task in os.listdir("/proc/self/task")]
print(names.count("aclnn-core\\n"))
"""
    process = run_python(code, {"ACLNN_CORES": cores})
    assert process.stdout.split() == [str(int(cores or 1) - 1)], process.stderr


@pytest.mark.slow
def test_ranks_of_a_machine_share_its_cpus() -> None:
    """With as many ranks as CPUs each has one core: the thread that calls."""
    code = """
import os
import numpy as np
import aclnn_py as acl
acl.embedding_dense_backward(np.ones((4096, 256), np.float32), np.zeros(4096, np.int64), 4096)
names = [open(f"/proc/self/task/{task}/comm").read() for task in os.listdir("/proc/self/task")]
print(names.count("aclnn-core\\n"))
"""
    ranks = len(os.sched_getaffinity(0))
    assert run_python(code, {"LOCAL_WORLD_SIZE": str(ranks)}).stdout == "0\n"
    assert run_python(code, {"LOCAL_WORLD_SIZE": "1"}).stdout == f"{min(ranks, 64) - 1}\n"


# --- Checks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "status"), [("on", 107000), ("isolate", 107000), ("off", 0), ("lenient", 0)]
)
def test_checks(mode: str, status: int) -> None:
    """Without checks a copy may reach into the pad; nothing looks at what the pointers are. In
    lenient mode it may reach to the end of a page."""
    value, _ = light_script(
        """
address, buffer = void(), ctypes.create_string_buffer(128)
lib.aclrtSetDevice(0)
lib.aclrtMalloc(byref(address), size(100), 0)
print(json.dumps(lib.aclrtMemcpy(address, size(101), buffer, size(101), 1)))
""",
        ACLNN_CHECK=mode,
    )
    assert value == status


# --- The log -------------------------------------------------------------------------------------

LOGGED = """
address, stream, count = void(), void(), ctypes.c_uint32()
lib.aclInit(None)
lib.aclrtSetDevice(0)
lib.aclrtMalloc(byref(address), size(100), 0)
lib.aclrtMalloc(None, size(100), 1)
lib.aclrtGetDeviceCount(byref(count))
lib.aclrtMemset(address, size(100), 1, size(100))
lib.aclrtSynchronizeStream(None)
lib.aclrtFree(address)
lib.aclrtGetSocName()
lib.aclmdlLoadFromFile(b"m.om", None)
real = ctypes.c_double
of = (None, None, True, real(0.5), real(-2), None, None, None)
lib.aclnnUpsampleBilinear2dGetWorkspaceSize(*of)
dims = (ctypes.c_int64 * 2)(2, 3)
lib.aclCreateTensor.restype = ctypes.c_void_p
whole = ctypes.c_int64
made = lib.aclCreateTensor(dims, size(2), 0, None, whole(0), 2, dims, size(2), None)
lib.aclDestroyTensor(void(made))
lib.aclrtResetDevice(0)
print(json.dumps([address.value, made]))
"""


def test_a_log_of_calls() -> None:
    """One line a call: name(decoded arguments) -> status and its name."""
    (address, made), errors = light_script(LOGGED, ACLNN_LOG="api")
    lines = []
    for line in errors.splitlines():
        match = re.fullmatch(r"\[aclnn:api \d+\] (.*)", line)
        assert match, line
        lines.append(match[1])
    at, first, only = f"0x{address:x}", "ACL_MEM_MALLOC_HUGE_FIRST", "ACL_MEM_MALLOC_HUGE_ONLY"
    expected = [
        r"aclInit\(configPath=NULL\) -> 0 ACL_SUCCESS",
        r"aclrtSetDevice\(deviceId=0\) -> 0 ACL_SUCCESS",
        rf"aclrtMalloc\(devPtr=0x[0-9a-f]+->{at}, size=100, policy={first}\) -> 0 ACL_SUCCESS",
        rf"aclrtMalloc\(devPtr=NULL, size=100, policy={only}\) -> 100000 ACL_ERROR_INVALID_PARAM",
        r"aclrtGetDeviceCount\(count=0x[0-9a-f]+->1\) -> 0 ACL_SUCCESS",
        rf"aclrtMemset\(devPtr={at}, maxCount=100, value=1, count=100\) -> 0 ACL_SUCCESS",
        r"aclrtSynchronizeStream\(stream=NULL\) -> 0 ACL_SUCCESS",
        rf"aclrtFree\(devPtr={at}\) -> 0 ACL_SUCCESS",
        r"aclrtGetSocName\(\) -> .*",
        r'aclmdlLoadFromFile\(modelPath="m.om", modelId=NULL\) -> 207000 \w+',
        r"aclnnUpsampleBilinear2dGetWorkspaceSize\(self=NULL, outputSize=NULL, alignCorners=true.*",
        r"aclCreateTensor\(viewDims=0x[0-9a-f]+, viewDimsNum=2, dataType=ACL_FLOAT, .*",
        rf"aclDestroyTensor\(tensor=0x{made:x}.*\) -> 0 .*",
        r"aclrtResetDevice\(deviceId=0\) -> 0 ACL_SUCCESS",
    ]
    assert len(lines) == len(expected)
    for line, pattern in zip(lines, expected, strict=True):
        assert re.fullmatch(pattern, line), (line, pattern)
    sized, created = lines[10:12]
    assert "scalesH=0.5, scalesW=-2, out=NULL, workspaceSize=NULL, executor=NULL) -> 161" in sized
    assert created.endswith(f"storageDimsNum=2, tensorData=NULL) -> 0x{made:x}")
    assert "stride=NULL, offset=0, format=ACL_FORMAT_ND, storageDims=0x" in created


@pytest.mark.parametrize(
    ("value", "categories"),
    [("mem", {"mem"}), ("api,mem", {"api", "mem"}), ("stream", {"stream"}), ("off", set())],
)
def test_categories_of_the_log(value: str, categories: set[str]) -> None:
    _, errors = light_script(LOGGED, ACLNN_LOG=value)
    assert {line.removeprefix("[aclnn:").split()[0] for line in errors.splitlines()} == categories


def test_the_programs_own_lines() -> None:
    """aclAppLog writes into the log where there is one."""
    code = (
        'lib.aclAppLog(2, b"main", b"prog.c", 12, b"%d of %s", 3, b"four")\nprint(json.dumps([]))'
    )
    _, errors = light_script(code, ACLNN_LOG="api")
    assert "3 of four" in errors
    assert "prog.c" in errors
    assert "12" in errors
    _, errors = light_script(code)
    assert errors == ""


# --- Faults --------------------------------------------------------------------------------------


def test_the_third_call_fails() -> None:
    value, _ = light_script(
        """
lib.aclrtSetDevice(0)
results = []
for _ in range(5):
    address = void(0x5A)
    status = lib.aclrtMalloc(byref(address), size(64), 0)
    results.append([status, address.value != 0x5A, text()])
print(json.dumps(results))
""",
        ACLNN_FAULT="aclrtMalloc@3",
    )
    assert [row[0] for row in value] == [0, 0, MEMORY_ALLOCATION, 0, 0]
    assert [row[1] for row in value] == [True, True, False, True, True]
    assert "ACLNN_FAULT" in value[2][2]
    assert "aclrtMalloc" in value[2][2]
    assert [row[2] for row in value if row[0] == 0] == [""] * 4


def test_documented_codes_of_faults() -> None:
    """Each fails with a code of its layer; other calls do not notice."""
    value, _ = light_script(
        """
stream, event = void(), void()
print(json.dumps([
    lib.aclrtSetDevice(0),
    lib.aclrtCreateStream(byref(stream)), lib.aclrtCreateEvent(byref(event)),
    lib.aclrtSynchronizeDevice(), lib.aclrtSynchronizeDevice(),
    lib.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        None, None, ctypes.c_uint64(1), ctypes.c_uint64(0), False, None, None, None),
    lib.aclnnEmbeddingDenseBackward(None, ctypes.c_uint64(0), None, None),
]))
""",
        ACLNN_FAULT=(
            "aclrtCreateStream@1,aclrtCreateEvent@1,aclrtSynchronizeDevice@2,"
            "aclnnEmbeddingDenseBackwardGetWorkspaceSize@1,aclnnEmbeddingDenseBackward@1"
        ),
    )
    assert value == [0, 207008, 207007, 0, 507899, 561101, 361001]


# --- Cores ---------------------------------------------------------------------------------------

KERNEL_THREADS = """
import threading
lib.aclrtSetDevice(0)
print(json.dumps(sorted(open(f"/proc/self/task/{t}/comm").read().strip()
                        for t in os.listdir("/proc/self/task"))))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_setting_a_device_starts_no_thread_per_core() -> None:
    """A process that only asks and allocates stays small, however many cores there are."""
    names, _ = light_script(KERNEL_THREADS, ACLNN_CORES="64")
    assert len(names) < 10
