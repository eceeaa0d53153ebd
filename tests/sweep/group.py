# SPDX-License-Identifier: Apache-2.0
"""The communicator of calls that other ranks take part in: one rank, in every process that makes
such a call."""

from __future__ import annotations

import ctypes
from functools import cache

from hccl.ranks import ROOT_INFO_BYTES, settings

import aclnn_py as acl
from aclnn_py._ledger import Declared

GROUP = "sweep"
"""What `group` is in samples."""


@cache
def make_group() -> ctypes.c_void_p:
    """Make it on the device of this thread, until `end_group` or the end of the process."""
    comm = ctypes.c_void_p()
    info = ctypes.create_string_buffer(ROOT_INFO_BYTES)
    acl.lib.HcclGetRootInfo(info)
    status = acl.lib.HcclCommInitRootInfoConfig(
        1, info, 0, settings(name=GROUP.encode()), ctypes.byref(comm)
    )
    assert status == 0, acl.lib.aclGetRecentErrMsg()
    return comm


def end_group() -> None:
    """End it, if it was made, while its device is there."""
    if make_group.cache_info().currsize:
        acl.lib.HcclCommDestroy(make_group())
        make_group.cache_clear()


def has_group(declared: Declared) -> bool:
    """Whether a parameter of the call names a communicator."""
    return any(
        each.kind == "text" and each.name.startswith("group") for each in declared.parameters
    )
