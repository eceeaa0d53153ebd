# SPDX-License-Identifier: Apache-2.0
"""A program loads an object whose .eh_frame says of its frames what cannot be."""

from __future__ import annotations

import json
import platform
import subprocess
from pathlib import Path

import pytest
from support import program_environment

from aclnn_py import _tree

pytestmark = [
    pytest.mark.slow,  # compiles programs
    pytest.mark.skipif(platform.machine() != "x86_64", reason="assembler of x86-64"),
]

# Calls what it is given; what it says of its frame stands in between.
OBJECT = r"""
__asm__(".text\n.globl through\n.type through, @function\nthrough:\n.cfi_startproc\n"
        "subq $8, %rsp\n.cfi_adjust_cfa_offset 8\n" WRONG "\n"
        "call *%rdi\naddq $8, %rsp\nret\n.cfi_endproc\n.size through, .-through\n");
"""

PROGRAM = r"""
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "acl/acl.h"

static void *memory;

static void leak(void)
{
    aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
    __asm__ volatile("" ::: "memory");
}

static void touch(void)
{
    leak();
    *(volatile char *)memory = 1;
}

int main(int count, char **arguments)
{
    void *object = dlopen(arguments[1], RTLD_NOW);
    void (*through)(void (*)(void)) = (void (*)(void (*)(void)))dlsym(object, "through");
    aclInit(NULL);
    aclrtSetDevice(0);
    through(count > 2 ? touch : leak);
    puts("went through");
    return 0;
}
"""

WRONG = {
    "above the stack": ".cfi_def_cfa_offset 0x7ffffff8",
    "a frame of 8 MB": ".cfi_def_cfa_offset 8388600",
    "by another register": ".cfi_def_cfa rbp, 0x10000000",
    "rbp elsewhere": ".cfi_offset rbp, -0x100000",
    "an odd address": ".cfi_def_cfa_offset 20",
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory, lib64 = tmp_path_factory.mktemp("wrong"), _tree.prefix() / "lib64"
    (directory / "program.c").write_text(PROGRAM, "utf-8")
    includes = [f"-I{path}" for path in _tree.include_directories()]
    command = ["cc", "-g", "-O1", "-fno-optimize-sibling-calls", "program.c", "-o", "program"]
    command += [*includes, f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-lascendcl", "-ldl"]
    subprocess.run(command, cwd=directory, check=True)
    return directory / "program"


def load(program: Path, wrong: str) -> Path:
    source = program.with_name("object.c")
    source.write_text(OBJECT, "utf-8")
    path = program.with_name("object.so")
    command = ["cc", "-shared", "-fPIC", f'-DWRONG="{wrong}"', str(source), "-o", str(path)]
    subprocess.run(command, check=True)
    return path


@pytest.mark.parametrize("wrong", list(WRONG))
@pytest.mark.parametrize("check", ["on", "isolate"])
def test_the_program_goes_on(program: Path, tmp_path: Path, wrong: str, check: str) -> None:
    """The finding has the calls up to the object's."""
    path = tmp_path / "findings.jsonl"
    done = subprocess.run(
        [program, load(program, WRONG[wrong])],
        env=program_environment({"ACLNN_FINDINGS": str(path), "ACLNN_CHECK": check}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "went through\n")
    items = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    leak = next(item for item in items if item["kind"] == "leak" and item["stack"])
    assert [Path(frame["object"]).name for frame in leak["stack"]] == ["program", "object.so"]


@pytest.mark.parametrize("wrong", list(WRONG))
def test_a_fault_is_told(program: Path, tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "findings.jsonl"
    done = subprocess.run(
        [program, load(program, WRONG[wrong]), "touch"],
        env=program_environment({"ACLNN_FINDINGS": str(path), "ACLNN_CHECK": "isolate"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -11
    assert "the host has written device memory" in done.stderr
    items = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    fault = next(item for item in items if item["kind"] == "access")
    assert [Path(frame["object"]).name for frame in fault["stack"]] == ["program", "object.so"]
