# SPDX-License-Identifier: Apache-2.0
"""The floating-point mode of a thread, for arithmetic of this package that the library does not do.

A program may let its threads round upward, take subnormal numbers for 0, or end at an overflow
(fesetround, torch.set_flush_denormal, feenableexcept). The library computes in the default mode all
the same; what NumPy or ctypes computes for it goes into `default_float_mode`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_ROOM = 64  # no smaller than a fenv_t
_DEFAULT = ctypes.c_void_p(-1)  # FE_DFL_ENV of glibc


@cache
def _libm() -> Any:
    return ctypes.CDLL("libm.so.6")


@contextmanager
def default_float_mode() -> Iterator[None]:
    """Round to nearest, keep subnormal numbers and go on after exceptions, in the block."""
    libm = _libm()
    mode = ctypes.create_string_buffer(_ROOM)
    libm.fegetenv(mode)
    libm.fesetenv(_DEFAULT)
    try:
        yield
    finally:
        libm.fesetenv(mode)
