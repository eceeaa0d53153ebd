# SPDX-License-Identifier: Apache-2.0
"""What `aclnn run` and `aclnn build` say behind a compiler that misses names of CANN's."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from aclnn_py import native
from aclnn_py.cli._missing import cann_operators, explain

Aclnn = Callable[..., subprocess.CompletedProcess[str]]

END = "`aclnn ops` lists what is implemented; `aclnn ops NAME` finds operators by a part of a name"

NAME = "aclrtKernelArgsInit"
PART = "code of your own on the device"


# --- Words of compilers and linkers --------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        f"p.cpp:4:38: error: '{NAME}' was not declared in this scope",
        f"p.cpp:4:5: error: '{NAME}' has not been declared",
        f"p.c:2:43: error: implicit declaration of function '{NAME}'",
        f"p.c:2:43: error: '{NAME}' undeclared (first use in this function)",
        f"p.cpp:4:5: error: use of undeclared identifier '{NAME}'",
        f"p.c:4:5: error: call to undeclared function '{NAME}'; ISO C99 and later do not support",
        f"p.cpp:4:5: error: no member named '{NAME}' in the global namespace",
        f"p.cpp:(.text+0x1e): undefined reference to `{NAME}'",
        f"/usr/bin/ld: p.cpp:(.text+0x1e): undefined reference to `{NAME}(void*, unsigned long)'",
        f"ld.lld: error: undefined symbol: {NAME}",
        f"mold: error: undefined symbol: {NAME}(aclTensor const*)",
    ],
)
def test_a_name(line: str) -> None:
    assert explain(line) == [f"not implemented: {NAME} ({PART})", END]


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("acl/acl_tdt_queue.h", "acl/acl_tdt_queue.h (queues of tensors between host and device)"),
        ("acl/ops/acl_dvpp.h", "acl/ops/acl_dvpp.h (decoding and scaling of images)"),
        ("hccl/hccl_rank_graph.h", "hccl/hccl_rank_graph.h (collective communication)"),
        ("kernel_operator.h", "kernel_operator.h (code of your own on the device)"),
        (
            "register/op_def_registry.h",
            "register/op_def_registry.h (code of your own on the device)",
        ),
        ("ge/ge_api.h", "ge/ge_api.h (graphs)"),
        (
            "aclnnop/aclnn_ops_nn.h",
            "aclnnop/aclnn_ops_nn.h (headers of many operators: include those of yours)",
        ),
    ],
)
def test_a_header(header: str, text: str) -> None:
    expected = [f"not implemented: {text}", END]
    assert explain(f"p.cpp:2:10: fatal error: {header}: No such file or directory") == expected
    assert explain(f"p.cpp:2:10: fatal error: '{header}' file not found") == expected


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("HcclChannelAcquire", "collective communication"),
        ("aclopCreateHandle", "single operators, the interface before aclnn"),
        ("aclTransTensorDescFormat", "tensor descriptions, for the interface before aclnn"),
        ("aclmdlSetInputAIPP", "offline models"),
        ("aclmdlInitDump", "dumps of tensors"),
        ("aclprofSetStampPayload", "profiling"),
        ("aclrtBinaryLoadFromFile", "code of your own on the device"),
    ],
)
def test_other_parts(name: str, part: str) -> None:
    expected = [f"not implemented: {name} ({part})", END]
    assert explain(f"p.cpp:4:5: error: '{name}' was not declared in this scope") == expected


def test_many_names_are_few_lines() -> None:
    names = (NAME, "HcclChannelAcquire", "aclrtKernelArgsFinalize", "HcclThreadAcquire", NAME)
    said = "".join(f"p.cpp:1: undefined reference to `{name}'\n" for name in names)
    assert explain(said) == [
        f"not implemented: {NAME}, aclrtKernelArgsFinalize ({PART})",
        "not implemented: HcclChannelAcquire, HcclThreadAcquire (collective communication)",
        END,
    ]


@pytest.mark.slow
def test_names_that_are_here() -> None:
    error = "p.cpp:4:5: error: '{}' was not declared in this scope".format
    for name, header in (
        ("aclnnEmbeddingDenseBackward", "aclnnop/aclnn_embedding_dense_backward.h"),
        ("aclnnSilentCheck", "aclnnop/aclnn_silent_check.h"),  # answers 207000
        ("aclrtMalloc", "acl/acl_rt.h"),
        ("aclrtCallback", "acl/acl_rt.h"),
        ("aclTensor", "aclnn/acl_meta.h"),
        ("ACL_FLOAT", "acl/acl_base_rt.h"),
        ("HcclComm", "hccl/hccl_types.h"),
    ):
        assert explain(error(name)) == [f'{name}: add #include "{header}", which declares it', END]
    # Declared by the program itself as something else: nothing that we could tell.
    assert explain("p.cpp:(.text+0x1e): undefined reference to `aclrtMalloc(int)'") == []
    said = "p.cpp:2:10: fatal error: acl_rt.h: No such file or directory"
    assert explain(said) == ['acl_rt.h: write #include "acl/acl_rt.h"', END]


def test_names_that_nobody_knows() -> None:
    said = (
        "p.cpp:1:5: error: 'aclrtMaloc' was not declared in this scope; did you mean 'aclrtMalloc'?"
    )
    near = "no header declares aclrtMaloc; did you mean aclrtMalloc or aclrtMallocHost?"
    assert explain(said) == [near, END]
    said = "p.cpp:1:5: error: 'aclXyzzy' was not declared in this scope"
    assert explain(said) == ["no header declares aclXyzzy", END]
    said = "p.cpp:2:10: fatal error: acl/plugh.h: No such file or directory"
    assert explain(said) == ["CANN and this library have no header acl/plugh.h", END]


def test_the_programs_own_mistakes_are_its_own() -> None:
    said = """p.cpp: In function 'aclError aclnnHelper(aclTensor*)':
p.cpp:3:10: fatal error: gtest/gtest.h: No such file or directory
p.cpp:4:5: error: 'nothing' was not declared in this scope; did you mean 'aclnnAdd'?
p.cpp:5:9: error: too few arguments to function 'aclError aclrtMalloc(void**, size_t, int)'
p.cpp:6:3: warning: unused variable 'aclnnMul' [-Wunused-variable]
    7 | aclnnAdd(undeclared);
p.cpp:(.text+0x1e): undefined reference to `helper(aclTensor*)'
collect2: error: ld returned 1 exit status
"""
    assert explain(said) == []


def test_the_list_of_operators() -> None:
    operators = cann_operators()
    assert len(operators) > 1000
    assert {
        "aclnnAdd",
        "aclnnInplaceAdd",
        "aclnnMatmul",
        "aclnnEmbeddingDenseBackward",
    } <= operators
    assert all(name.isidentifier() and name.startswith("acl") for name in operators)
    carried_out = {name for name in native.description().operators if "Ext" not in name}
    assert carried_out <= operators


# --- Compilers -----------------------------------------------------------------------------------

COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("language", ["C", "xx_XX.UTF-8", "de_DE.UTF-8"])
def test_run_explains_behind_the_compilers_text(
    aclnn: Aclnn, tmp_path: Path, compiler: str, language: str
) -> None:
    (tmp_path / "p.cpp").write_text(
        '#include "acl/acl.h"\n#include "hccl/hccl.h"\n'
        "int main() { return HcclChannelAcquire(nullptr)"
        f" + {NAME}(nullptr, 0, nullptr, nullptr); }}\n"
    )
    done = aclnn("run", "p.cpp", CXX=compiler, LC_ALL=language)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[0] == "compiling"
    assert "HcclChannelAcquire" in lines[1] + lines[2]
    assert [line.partition("p.cpp -o")[0].split()[:4] for line in lines[-4:-3]] == [
        ["aclnn:", "compiled", "with", compiler]
    ]
    assert lines[-3:] == [
        "aclnn: not implemented: HcclChannelAcquire (collective communication)",
        f"aclnn: not implemented: {NAME} ({PART})",
        f"aclnn: {END}",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("header", ["acl/acl_op_compiler.h", "acl/acl_prof.h", "hccl/hccl.h"])
def test_headers_that_programs_only_include(aclnn: Aclnn, tmp_path: Path, header: str) -> None:
    (tmp_path / "p.c").write_text(
        f'#include "{header}"\nint main(void) {{ return ACL_SUCCESS; }}\n'
    )
    done = aclnn("run", "p.c")
    assert (done.returncode, done.stderr) == (0, "compiling\n")


@pytest.mark.slow
def test_build_explains_what_the_linker_misses(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text(
        "int HcclChannelAcquire(void *);\nint one(void) { return HcclChannelAcquire(0); }\n"
    )
    (tmp_path / "two.cpp").write_text('extern "C" int one(void);\nint main() { return one(); }\n')
    done = aclnn("build", "one.c", "two.cpp")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-2:] == [
        "aclnn: not implemented: HcclChannelAcquire (collective communication)",
        f"aclnn: {END}",
    ]
