# SPDX-License-Identifier: Apache-2.0
"""How fast this machine copies memory, which the speed of the operator is held against.

It is no upper limit: half of a copy's bytes are reads, while a case with a large table mostly
writes. A copy of n bytes counts as 2 n: n read and n written. Buffers are far larger than caches.
What is fastest differs between machines (the C library writes large copies past the caches, torch
does not), so several ways are measured and the best median counts.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import torch

import aclnn_py as acl

from .results import Bandwidth
from .timing import Effort, in_turn

BUFFER_BYTES = 256 << 20
PAGE_BYTES = 4096
EFFORT = Effort(10, 10, 0.0)


def _copier(pool: ThreadPoolExecutor, threads: int, to: int, source: int) -> Callable[[], object]:
    """Copies the buffer by memcpy, a share for each thread: ctypes lets go of the interpreter."""
    memcpy = ctypes.CDLL(None).memcpy
    memcpy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    memcpy.restype = ctypes.c_void_p
    share = -(-BUFFER_BYTES // threads // PAGE_BYTES) * PAGE_BYTES
    offsets = range(0, BUFFER_BYTES, share)

    def copy(offset: int) -> None:
        memcpy(to + offset, source + offset, min(share, BUFFER_BYTES - offset))

    return lambda: list(pool.map(copy, offsets))


@contextmanager
def copies(threads: int, device: acl.Device) -> Iterator[dict[str, Callable[[], object]]]:
    """Ways to copy the buffer with so many threads; torch has to be set to as many."""
    with ThreadPoolExecutor(threads) as pool:
        source = torch.ones(BUFFER_BYTES, dtype=torch.uint8)
        target = torch.zeros(BUFFER_BYTES, dtype=torch.uint8)
        device_source = device.tensor(source)
        device_target = device.tensor(target)
        try:
            yield {
                "torch copy_": lambda: target.copy_(source),
                "memcpy": _copier(pool, threads, target.data_ptr(), source.data_ptr()),
                "memcpy in device memory": _copier(
                    pool, threads, device_target.address, device_source.address
                ),
            }
        finally:
            device_source.close()
            device_target.close()


def measure(threads: int, device: acl.Device) -> Bandwidth:
    """Copy in all ways, as carefully in every run: everything else is compared with it."""
    with copies(threads, device) as ways:
        return Bandwidth(BUFFER_BYTES, in_turn(ways, EFFORT))
