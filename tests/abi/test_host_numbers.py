# SPDX-License-Identifier: Apache-2.0
"""Numbers of the host for C++ programs, and what headers of operators bring for them."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from support import run_program

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # compiles C++

PROGRAM = r"""
#include <cstdio>
#include <cstring>

#include "acl/acl.h"
#include "aclnn/opdev/float4_e2m1.h"
#include "aclnn/opdev/fp16_t.h"
#include "aclnn_pad2d_backward.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_rotary_position_embedding.h"
#include "level2/aclnn_scatter.h"

// A program may say once more what a header has said.
extern "C" aclnnStatus aclnnRotaryPositionEmbeddingGetWorkspaceSize(
    const aclTensor *x, const aclTensor *cos, const aclTensor *sin, int64_t mode, aclTensor *out,
    uint64_t *workspaceSize, aclOpExecutor **executor);
extern "C" aclnnStatus aclnnRotaryPositionEmbedding(void *workspace, uint64_t workspaceSize,
                                                    aclOpExecutor *executor, aclrtStream stream);

int main()
{
    std::array<bool, 3> mask = {true, false, true};
    const void *calls[] = {(const void *)aclnnReplicationPad2dBackward,
                           (const void *)aclnnReflectionPad2dBackward,
                           (const void *)aclnnFastLayerNorm, (const void *)aclnnScatterValue,
                           (const void *)aclnnRotaryPositionEmbedding};
    for (const void *call : calls)
        if (call == nullptr || !mask[0])
            return 1;
    for (int i = -70; i <= 70; i++) {
        const float number = i * 0.125f;
        const op::Float4E2M1 small(number);
        const op::fp16_t half(number / 3);
        std::printf("%d %g %d %.9g\n", small.value, (double)(float)small, half.val,
                    (double)(half + 0.0f));
    }
    op::fp16_t large = 70000.0;
    op::fp16_t whole = 3;
    std::printf("%d %d %d\n", (int)op::fp16_t().val, (int)large.val, (int)whole.val);
    op::Float4E2M1 bits(0x1d, op::Float4E2M1::FromBits());
    std::printf("%g\n", (double)bits);
    return 0;
}
"""


@pytest.mark.parametrize("standard", ["c++11", "c++20"])
def test_numbers_are_the_nearest(tmp_path: Path, standard: str) -> None:
    source, program = tmp_path / "numbers.cpp", tmp_path / "numbers"
    source.write_text(PROGRAM, "utf-8")
    tree = _tree.prefix()
    include = [f"-I{tree}/include{part}" for part in ("", "/aclnnop", "/aclnn")]
    libraries = [f"-L{tree}/lib64", "-lopapi_nn", "-lopapi_math", "-lascendcl", "-lnnopbase"]
    command = ["g++", f"-std={standard}", "-Wall", *include, str(source), "-o", str(program)]
    subprocess.run([*command, *libraries], check=True)
    lines = run_program(program).splitlines()
    numbers = np.arange(-70, 71, dtype="float32") * np.float32(0.125)
    small = numbers.astype(ml_dtypes.float4_e2m1fn)
    half = (numbers / np.float32(3)).astype("float16")
    sign = np.where(np.signbit(numbers), 8, 0)
    for line, bits, value, a, b in itertools.zip_longest(
        lines[:141], (small.view("uint8") & 7) | sign, small, half.view("uint16"), half
    ):
        got = line.split()
        assert [int(got[0]), int(got[2])] == [bits, a]
        assert [float(got[1]), np.float32(got[3])] == [float(value), np.float32(b)]
    assert lines[141:] == [f"0 {0x7BFF} {0x4200}", "-3"]
