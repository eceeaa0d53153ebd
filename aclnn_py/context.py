# SPDX-License-Identifier: Apache-2.0
"""What the library knows of the process and of the calling thread: its devices, its context."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from . import native
from .errors import check, null, take_message

_REPEAT_INITIALIZE = 100002
_FOREVER = -1


@cache
def initialize() -> None:
    """Call aclInit, once in this process; that somebody else has called it is fine."""
    status = native.load().aclInit(None)
    if status == _REPEAT_INITIALIZE:
        take_message()
    else:
        check("aclInit", status)


def device_count() -> int:
    """How many devices this process has (ACLNN_DEVICES, ASCEND_RT_VISIBLE_DEVICES)."""
    count = ctypes.c_uint32()
    check("aclrtGetDeviceCount", native.load().aclrtGetDeviceCount(ctypes.byref(count)))
    return count.value


def soc_name() -> str:
    """The product that is emulated (ACLNN_SOC), for example "Ascend910B2"."""
    name: bytes | None = native.load().aclrtGetSocName()
    if name is None:
        raise null("aclrtGetSocName")
    return name.decode()


def current_context() -> int | None:
    """The context that is current on this thread. Where there is none, no text is left behind."""
    context = ctypes.c_void_p()
    if native.load().aclrtGetCurrentContext(ctypes.byref(context)) != 0:
        take_message()
    return context.value


def to_milliseconds(timeout: float | None) -> int:
    """A timeout in seconds as the library takes it; None waits for ever."""
    if timeout is None:
        return _FOREVER
    if not timeout > 0:
        raise ValueError(f"timeout: a positive number of seconds is required, not {timeout}")
    return max(1, round(min(timeout * 1000, 2**31 - 1)))


@contextmanager
def in_context(context: int) -> Iterator[native.Library]:
    """Make a context current on this thread, and afterwards the one that was."""
    lib = native.load()
    before = current_context()
    if before != context:
        check("aclrtSetCurrentContext", lib.aclrtSetCurrentContext(context))
    try:
        yield lib
    finally:
        if before is not None and before != context:
            lib.aclrtSetCurrentContext(before)


def reset_device(context: int, device: int) -> int:
    """Call aclrtResetDevice, and return its status. Another context that is current stays so.

    Where the program has reset the device since, the context has ended: nothing is left to give
    back, and whoever set the device again keeps it.
    """
    lib = native.load()
    before = current_context()
    if before != context and lib.aclrtSetCurrentContext(context) != 0:
        take_message()
        return 0
    status: int = lib.aclrtResetDevice(device)
    if before is not None and before != context:
        lib.aclrtSetCurrentContext(before)
    return status
