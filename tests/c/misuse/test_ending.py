# SPDX-License-Identifier: Apache-2.0
"""Findings reach their file however a program ends, or `aclnn run --strict` says that they did not.

All programs are one (ending.c): it leaves an allocation, and makes it hard to say so.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from c.misuse.cases import DIRECTORY
from c.misuse.programs import SECONDS, compile_program
from support import program_environment

from aclnn_py import native

pytestmark = pytest.mark.slow  # a process of the command for most cases

FOUND, INCOMPLETE = 3, 4

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may do it")


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_program(DIRECTORY / "ending.c", tmp_path_factory.mktemp("ending") / "ending")


def strict(
    program: Path, way: str, *options: str, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "aclnn_py", "run", "--strict", *options, str(program), way]
    return subprocess.run(
        command,
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    "way",
    [
        "exit",
        "close",
        "replace",
        "use-up",
        pytest.param("root", marks=needs_root),
        pytest.param("privileges", marks=needs_root),
        pytest.param("privileges-before", marks=needs_root),
        "remove",
        "child",
    ],
)
def test_the_leak_is_found(ending: Path, way: str) -> None:
    done = strict(ending, way)
    assert done.returncode == FOUND, done
    leak, where, *_, count = done.stderr.splitlines()
    assert "1000 bytes" in leak
    assert where.startswith("aclnn:     at device_malloc (")
    assert count == "aclnn: 1 finding(s)"


def run_strict(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--strict", *map(str, command)],
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_children_without_descriptors_report(ending: Path) -> None:
    """As subprocess of Python starts them: all that they inherit is closed."""
    code = "import subprocess, sys; subprocess.run([sys.argv[1], 'exit'], close_fds=True)"
    done = run_strict(sys.executable, "-c", code, ending)
    assert (done.returncode, "1000 bytes" in done.stderr) == (FOUND, True), done


# ---- Who else may write ------------------------------------------------------------------------

#: What a program does to the file that it finds in its environment, behind what the library wrote.
CHANGE = """
import atexit, ctypes, os, sys
atexit.register(ctypes.CDLL(None).fflush, None)
lib = ctypes.CDLL(os.environ["LIBRARY"])
lib.aclInit(None)
lib.aclrtSetDevice(0)
lib.aclrtFree(ctypes.c_void_p(5))  # a failure that is a finding
with open(os.environ["ACLNN_FINDINGS"], "r+b") as file:
"""


def changed(change: str) -> subprocess.CompletedProcess[str]:
    code = CHANGE + "".join(f"    {line}\n" for line in change.splitlines())
    return run_strict(sys.executable, "-c", code, LIBRARY=str(native.library_paths()[0]))


def test_nobody_else_can_open_the_file() -> None:
    code = """
import os, pathlib, stat
path = pathlib.Path(os.environ["ACLNN_FINDINGS"])
print([oct(stat.S_IMODE(each.stat().st_mode)) for each in (path.parent, path)])
"""
    assert run_strict(sys.executable, "-c", code).stdout == "['0o700', '0o600']\n"


@pytest.mark.parametrize(
    "change", ["file.truncate(0)", "file.truncate(60)", "file.write(b' ' * 60)"]
)
def test_what_is_erased_is_missed(change: str) -> None:
    done = changed(change)
    assert done.returncode in (FOUND, INCOMPLETE), done
    assert "aclnn: incomplete: " in done.stderr
    assert "at least" in done.stderr.splitlines()[-1]


RACE = {"kind": "race", "process": 1, "call": "", "text": "", "related": []}

FORGED = [
    "nothing",
    "[]",
    "{}",
    "[" * 100000,
    '{"kind": "leak", "process": 1}',
    '{"kind": 1, "process": 1}',
    '{"kind": "end", "process": 1}',
    '{"kind": "end", "process": 1, "findings": 1.5, "lost": true}',
    '{"kind": "total", "process": [], "number": 1, "times": 1, "expected": 0}',
    '{"kind": "incomplete", "process": 1, "text": 5}',
    '{"kind": "failure", "process": 1, "call": "a", "text": "b", "stack": [], "related": []}',
    '{"kind": "race", "process": 1, "call": "a", "text": "b", "stack": [5], "related": []}',
    '{"kind": "race", "process": 1, "call": "a", "text": "b", "stack": [], "related": [{}]}',
    '{"kind": "race", "process": 1, "call": "", "text": "", "related": [], "stack": [5]}',
    json.dumps({**RACE, "stack": [{"object": "a", "address": "-h", "function": ""}]}),
]


@pytest.mark.parametrize("line", FORGED)
def test_a_forged_line_is_told(line: str) -> None:
    done = changed(f"file.seek(0, 2); file.write({line.encode()!r} + b'\\n')")
    assert done.returncode == FOUND, done
    assert "Traceback" not in done.stderr
    assert "aclnn: incomplete: " in done.stderr
    assert "aclrtFree: " in done.stderr  # what was there before
    assert done.stderr.endswith(" finding(s) at least\n")


CONTROLS = "\x1b]0;title\x07 \x9b31m \x7f\r\n\u202e end"


@pytest.mark.parametrize("where", ["call", "text", "object", "function", "file"])
def test_no_control_character_reaches_the_terminal(where: str) -> None:
    item: dict[str, Any] = {"kind": "race", "process": 1, "call": "", "text": "", "related": []}
    frame = {"object": "", "address": "0x1", "function": "f"}
    told: dict[str, Any] = {"function": "f", "file": "a.py", "line": 1}
    item["stack"] = [told if where == "file" else frame]
    (item if where in item else item["stack"][0])[where] = CONTROLS
    done = changed(f"file.seek(0, 2); file.write({json.dumps(item).encode()!r} + b'\\n')")
    assert done.returncode == FOUND, done
    assert [each for each in done.stderr if not (each.isprintable() or each == "\n")] == []
    assert "end" in done.stderr


@pytest.mark.parametrize("log", ["api,finding", "finding"])
def test_the_log_has_no_control_characters(log: str) -> None:
    code = """
import ctypes, os
lib = ctypes.CDLL(os.environ["LIBRARY"])
lib.aclInit(None)
lib.aclnnExtSetCaller(os.environ["CALLS"].encode())
lib.aclrtFree(ctypes.c_void_p(5))
lib.aclInit("\x1b[31m.json".encode())
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=program_environment(
            {
                "LIBRARY": str(native.library_paths()[0]),
                "ACLNN_LOG": log,
                "CALLS": "\x1b[31mred\u009b31m\tfile\x07.py\t3",
            }
        ),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "red" in done.stderr
    assert [each for each in done.stderr if not (each.isprintable() or each == "\n")] == []


@pytest.mark.parametrize(
    ("way", "is_written"),
    [
        ("limit", False),
        pytest.param("close-and-root", False, marks=needs_root),
        ("exec-true", None),
        ("_exit", None),
    ],
)
def test_what_cannot_be_written_is_an_exit_code(
    ending: Path, way: str, is_written: bool | None
) -> None:
    """What was found and not written is on standard error at least."""
    done = strict(ending, way)
    assert done.returncode == INCOMPLETE, done
    *told, gap, count = done.stderr.splitlines()
    assert gap.startswith("aclnn: incomplete: what process ")
    assert count == "aclnn: 0 finding(s) at least"
    if is_written is False:
        assert all(line.startswith("[aclnn:finding ") for line in told)
        assert "1000 bytes" in told[0]
    else:
        assert told == []


@pytest.mark.parametrize("way", ["exec", "killed-child"])
def test_some_of_it_is_written(ending: Path, way: str) -> None:
    done = strict(ending, way)
    assert done.returncode == FOUND, done
    assert "aclnn: incomplete: what process " in done.stderr
    assert done.stderr.endswith("aclnn: 1 finding(s) at least\n")


def test_a_file_that_cannot_be_written_from_the_start(ending: Path) -> None:
    done = strict(ending, "limit-before")
    assert done.returncode == 1
    assert "findings.jsonl: the file cannot be written" in done.stderr


def test_a_file_that_cannot_be_written_and_statuses_that_nobody_looks_at(ending: Path) -> None:
    done = strict(ending, "limit-before-ignored")
    assert done.returncode == INCOMPLETE, done
    told, *_, gap, count = done.stderr.splitlines()
    assert "findings.jsonl: the file cannot be written" in told
    assert gap.startswith("aclnn: incomplete: no process has called the library")
    assert count == "aclnn: 0 finding(s) at least"


def test_a_program_that_never_calls_the_library(ending: Path) -> None:
    """Nothing was looked at: that is not the same as nothing found."""
    done = strict(ending, "never-called")
    assert done.returncode == INCOMPLETE, done
    gap, count = done.stderr.splitlines()
    assert gap.startswith("aclnn: incomplete: no process has called the library")
    assert count == "aclnn: 0 finding(s) at least"


def forbid_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_the_command_may_write_no_files(ending: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--strict", str(ending), "exit"],
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        preexec_fn=forbid_files,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("aclnn: --strict: findings cannot be written: ")


@pytest.mark.parametrize("log", ["api", "finding"])
def test_a_log_that_cannot_be_written_ends_nothing(ending: Path, tmp_path: Path, log: str) -> None:
    """Neither a file at the limit of its size nor a pipe without a reader is a deadly signal."""
    variables = {"ACLNN_LOG": log, "ACLNN_FINDINGS": ""}
    with (tmp_path / "log").open("wb") as file:
        done = subprocess.run(
            [str(ending), "exit"],
            env=program_environment(variables),
            stderr=file,
            timeout=SECONDS,
            preexec_fn=forbid_files,
            check=False,
        )
    assert done.returncode == 0
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            [str(ending), "exit"],
            env=program_environment(variables),
            stderr=pipe,
            timeout=SECONDS,
            check=False,
        )
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["pipe", "pipe.jsonl"])
@pytest.mark.parametrize("is_read", [True, False])
def test_a_pipe(ending: Path, tmp_path: Path, name: str, is_read: bool) -> None:
    """It has a reader, or what it should have got is on standard error: nobody waits for one."""
    path = tmp_path / name
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK) if is_read else -1
    done = subprocess.run(
        [str(ending), "exit"],
        env=program_environment({"ACLNN_FINDINGS": str(path)}),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done
    told = done.stderr
    if is_read:
        told = os.read(reader, 1 << 20).decode()
        assert done.stderr == ""
        os.close(reader)
    assert "1000 bytes" in told


# ---- JSON ---------------------------------------------------------------------------------------


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_library_writes_json(ending: Path, tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    for _ in range(2):  # it is appended to
        subprocess.run(
            [str(ending), "exit"],
            env=program_environment({"ACLNN_FINDINGS": str(file)}),
            check=True,
            timeout=SECONDS,
        )
    lines = lines_of(file.read_text("utf-8"))
    assert [line["kind"] for line in lines] == ["begin", "leak", "end"] * 2
    begin, leak, end = lines[3:]
    assert begin["process"] == leak["process"] == end["process"] == leak["thread"]
    assert leak["call"] == "at exit"
    assert "1000 bytes" in leak["text"]
    assert (end["findings"], end["lost"]) == (1, 0)


def test_json_for_scripts(ending: Path) -> None:
    done = strict(ending, "exit", "--json")
    assert done.returncode == FOUND
    leak, summary = lines_of(done.stderr)
    assert leak["kind"] == "leak"
    assert summary == {"kind": "summary", "findings": 1, "incomplete": []}
    done = strict(ending, "_exit", "--json")
    assert done.returncode == INCOMPLETE
    (summary,) = lines_of(done.stderr)
    assert summary["findings"] == 0
    assert "is not known" in summary["incomplete"][0]


def test_json_is_about_findings(ending: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--json", str(ending), "exit"],
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--json" in done.stderr


PLUG_IN = """
#include "acl/acl.h"
void keep(void)
{
    uint32_t devices;
    void *memory;
    aclrtGetDeviceCount(&devices);
    aclInit(NULL);
    aclrtSetDevice(0);
    aclrtMalloc(&memory, 1000, ACL_MEM_MALLOC_HUGE_FIRST);
}
"""

PROGRAM = """
#include "acl/acl.h"
void keep(void);
int main(int argc, char **argv)
{
    void *memory;
    keep();
    if (argc > 1 && argv[1][0] == 'l')
        aclrtMalloc(&memory, 2000, ACL_MEM_MALLOC_HUGE_FIRST);
}
"""


def test_what_pytorchs_plug_in_keeps_is_no_finding(tmp_path: Path) -> None:
    """It is told apart by the name of its library."""
    source = tmp_path / "sources" / "keep.c"
    source.parent.mkdir()
    source.write_text(PLUG_IN)
    compile_program(source, tmp_path / "libtorch_npu.so", "-shared", "-fPIC")
    source.write_text(PROGRAM)
    program = compile_program(
        source, tmp_path / "program", f"-L{tmp_path}", "-ltorch_npu", f"-Wl,-rpath,{tmp_path}"
    )
    done = strict(program, "alone")
    assert done.returncode == 0, done
    order, memory, count = done.stderr.splitlines()
    assert order.startswith(
        "aclnn: torch_npu's own, no finding: aclrtGetDeviceCount: called before"
    )
    assert memory.startswith("aclnn: torch_npu's own, no finding: at exit: an allocation of 1000 ")
    assert count == "aclnn: 0 finding(s)"
    done = strict(program, "leak", "--json")
    assert done.returncode == FOUND, done
    leak, summary = lines_of(done.stderr)
    assert "2000 bytes" in leak["text"]
    assert (summary["findings"], len(summary["of torch_npu"])) == (1, 2)


# ---- A program that has failed -------------------------------------------------------------------

LEAVES = """
#include "acl/acl.h"

int main(int argc, char **argv)
{
    void *memory[4];
    aclInit(NULL);
    aclrtSetDevice(0);
    for (int i = 0; i < 4; i++)
        aclrtMalloc(&memory[i], 64, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&memory[0], 0, ACL_MEM_MALLOC_HUGE_FIRST);
    return argc > 1 && argv[1][0] == 'f';
}
"""


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("leaves") / "leaves.c"
    source.write_text(LEAVES)
    return compile_program(source, source.with_suffix(""))


def test_what_a_failed_program_has_left_is_one_line(leaves: Path) -> None:
    """It follows from the failure, which comes first."""
    done = strict(leaves, "fail")
    assert done.returncode == 1
    first, *_, left, count = done.stderr.splitlines()
    assert "aclrtMalloc: returned 100000" in first
    assert left.startswith("aclnn: 4 findings are about what was not given back")
    assert done.stderr.count("was never freed") == 0
    assert count == "aclnn: 5 finding(s)"


def test_what_a_program_that_succeeded_has_left_is_told_one_by_one(leaves: Path) -> None:
    done = strict(leaves, "succeed")
    assert done.returncode == FOUND
    assert done.stderr.count("was never freed") == 4
    assert done.stderr.count("help: call aclrtFree when") == 4
    lines = done.stderr.splitlines()
    assert lines[2].startswith("aclnn:   help: Allocate only when the size is above 0")
