# SPDX-License-Identifier: Apache-2.0
"""Scales and offsets of quantisation in words of 64 bits."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from support import Api

import aclnn_py as acl

libc = ctypes.CDLL(None)
libc.free.argtypes = [ctypes.c_void_p]


def packed(scales: Sequence[float], offsets: Sequence[float] = ()) -> list[int]:
    words, count = ctypes.POINTER(ctypes.c_uint64)(), ctypes.c_uint64()
    status = acl.lib.aclnnTransQuantParam(
        (ctypes.c_float * len(scales))(*scales),
        len(scales),
        (ctypes.c_float * len(offsets))(*offsets) if offsets else None,
        len(offsets),
        ctypes.byref(words),
        ctypes.byref(count),
    )
    assert status == 0
    answer = [words[i] for i in range(count.value)]
    libc.free(words)
    return answer


def test_scales_and_offsets_in_words() -> None:
    one = 0x3F800000 | 1 << 46
    assert packed([1]) == [one]
    assert packed([1, 1]) == [one, one] + [0] * 14
    assert packed([1], [-3]) == [one | 509 << 37]
    assert packed([1], [2.5]) == [one | 3 << 37]
    assert packed([1], [1000]) == [one | 255 << 37]
    assert packed([1], [-1000]) == [one | 256 << 37]
    assert packed([1], [0, 1]) == [one, 1 << 37] + [0] * 14


def test_no_scales(api: Api) -> None:
    scale = (ctypes.c_float * 1)(1)
    words, count = ctypes.POINTER(ctypes.c_uint64)(), ctypes.c_uint64(7)
    out = ctypes.byref(words), ctypes.byref(count)
    assert api.aclnnTransQuantParam(None, 1, None, 0, *out) == 161002
    assert api.aclnnTransQuantParam(scale, 0, None, 0, *out) == 161002
    assert api.aclnnTransQuantParam(scale, 1, scale, 0, *out) == 161002
    assert api.aclnnTransQuantParam(scale, 1, None, 1, *out) == 161002
    assert api.aclnnTransQuantParam(scale, 1, None, 0, None, out[1]) == 161001
    assert count.value == 7
