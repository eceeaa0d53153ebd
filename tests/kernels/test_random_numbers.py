# SPDX-License-Identifier: Apache-2.0
"""The kernels of random numbers: Philox beside its published answers, any cut, guarded memory."""

from __future__ import annotations

import numpy as np
import pytest
from embedding_dense_grad_case import Guarded
from ops.random import philox

from aclnn_py.kernels import launcher, random_numbers

# Counter, key and words of philox4x32 with 10 rounds, as Random123 has them in its kat_vectors.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def signed(low: int, high: int) -> int:
    """Two words as an int64."""
    return int(np.array([low | high << 32], np.uint64).view(np.int64)[0])


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_known_answers_of_the_oracle(
    counter: tuple[int, ...], key: tuple[int, int], expected: tuple[int, ...]
) -> None:
    words = philox.rounds([np.array([word], np.uint64) for word in counter], key)
    assert tuple(int(word[0]) for word in words) == expected


@pytest.mark.slow  # Numba compiles the kernel
def test_known_answers_of_the_kernel() -> None:
    """Of every counter whose block can be given: a block number is at most 2^62."""
    for counter, key, expected in KNOWN:
        block = counter[0] | counter[1] << 32
        tiling = random_numbers.family.pack(
            first=signed(*divmod(4 * block % 2**64, 2**32)[::-1]),
            count=4,
            seed=signed(*key),
            offset=signed(*counter[2:]),
        )
        out = np.zeros(4, np.uint32)
        launcher.launch("random_words", 1, np.array(tiling, np.int64), [out, None])
        if block < 2**61:
            assert tuple(out.tolist()) == expected


@pytest.mark.slow  # Numba compiles the kernels
@pytest.mark.parametrize(
    ("name", "kind"), [("uniform_float32", "float32"), ("normal_float64", "float64")]
)
def test_blocks_and_bounds(name: str, kind: str) -> None:
    """Every number of blocks and every cut gives the bytes, and nothing else is written."""
    numbers = np.array([1.0, 0.0, 1.0])
    for count in (1, 7, 8, 100, 5001):
        expected = b""
        for page in (None, "before", "after"):
            for blocks in (1, 2, 7):
                guarded = Guarded(page)
                out = guarded.empty(count, np.dtype(kind))
                pack = random_numbers.family.pack
                tiling = np.array(pack(count=count, seed=5, offset=10), np.int64)
                launcher.launch(f"random_{name}", blocks, tiling, [out, numbers])
                expected = expected or out.tobytes()
                assert out.tobytes() == expected
                guarded.check()
        cut = count // 2 & ~7
        tiling = np.array(pack(first=cut, count=count - cut, seed=5, offset=10), np.int64)
        rest = np.zeros(count - cut, kind)
        launcher.launch(f"random_{name}", 1, tiling, [rest, numbers])
        assert rest.tobytes() == expected[cut * rest.itemsize :]
