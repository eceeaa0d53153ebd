# SPDX-License-Identifier: Apache-2.0
"""Room for weights in blocks."""

from __future__ import annotations

import ctypes

import aclnn_py as acl


def size(dims: list[int], *kind: int) -> tuple[int, int]:
    """The status and the answer, which is 7 before."""
    lib = acl.lib
    shape = lib.aclCreateIntArray((ctypes.c_int64 * len(dims))(*dims), len(dims))
    answer = ctypes.c_uint64(7)
    call = lib.aclnnCalculateMatmulWeightSizeV2 if kind else lib.aclnnCalculateMatmulWeightSize
    status = call(shape, *kind, ctypes.byref(answer))
    lib.aclDestroyIntArray(shape)
    return status, answer.value


def test_blocks_at_the_edges_are_whole() -> None:
    float32, float16, int8, bfloat16 = 0, 1, 2, 27
    assert size([16, 32]) == (0, 512)
    assert size([17, 33]) == (0, 32 * 48)
    assert size([3, 1, 1]) == (0, 3 * 256)
    assert size([17, 33], float16) == size([17, 33], bfloat16) == (0, 32 * 48)
    assert size([17, 33], int8) == size([17, 33], float32) == (0, 32 * 64)


def test_shapes_without_a_matrix_are_refused() -> None:
    float16 = 1
    for dims in ([16], [1] * 7, [2**62, 16], [-1, 16]):
        assert size(dims) == size(dims, float16) == (161002, 7)
    assert size([0, 16]) == (0, 0)
    assert size([0, 16], float16) == (161002, 7)
    answer = ctypes.c_uint64(7)
    assert acl.lib.aclnnCalculateMatmulWeightSize(None, ctypes.byref(answer)) == 161001
