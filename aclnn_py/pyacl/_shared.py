# SPDX-License-Identifier: Apache-2.0
"""Functions of `acl.rt` for what processes share, whose keys are str and whose processes a list."""

from __future__ import annotations

import ctypes

from ..errors import type_name
from ._calls import call


def _array(values: object, name: str, kind: type[ctypes.c_int32 | ctypes.c_void_p]) -> object:
    """An array of the members of a list. Raises TypeError for anything else."""
    if not isinstance(values, list):
        raise TypeError(f"{name} is a {type_name(values)}; it has to be a list")
    return (kind * len(values))(*values)


def _with_key(name: str, length: int, before: tuple[int, ...], flags: int) -> tuple[str, int]:
    """The key that a C function writes, "" where it fails."""
    key = ctypes.create_string_buffer(max(length, 1))
    ret = call(name, *before, key, length, flags)
    return key.value.decode(), ret


def ipc_mem_get_export_key(dev_ptr: int, size: int, length: int, flag: int, /) -> tuple[str, int]:
    """`key, ret = acl.rt.ipc_mem_get_export_key(dev_ptr, size, length, flag)`."""
    return _with_key("aclrtIpcMemGetExportKey", length, (dev_ptr, size), flag)


def ipc_mem_set_import_pid(key: str, pids: list[int], /) -> int:
    """`ret = acl.rt.ipc_mem_set_import_pid(key, pids)`."""
    array = _array(pids, "pids", ctypes.c_int32)
    return int(call("aclrtIpcMemSetImportPid", key, array, len(pids)))


def mem_set_pid_to_shareable_handle(shareable_handle: int, pids: list[int], /) -> int:
    """`ret = acl.rt.mem_set_pid_to_shareable_handle(shareable_handle, pids)`."""
    array = _array(pids, "pids", ctypes.c_int32)
    return int(call("aclrtMemSetPidToShareableHandle", shareable_handle, array, len(pids)))


def notify_batch_reset(notifies: list[int], /) -> int:
    """`ret = acl.rt.notify_batch_reset(notifies)`."""
    array = _array(notifies, "notifies", ctypes.c_void_p)
    return int(call("aclrtNotifyBatchReset", array, len(notifies)))


def notify_get_export_key(notify: int, length: int, flags: int, /) -> tuple[str, int]:
    """`key, ret = acl.rt.notify_get_export_key(notify, length, flags)`."""
    return _with_key("aclrtNotifyGetExportKey", length, (notify,), flags)


def notify_set_import_pid(notify: int, pids: list[int], /) -> int:
    """`ret = acl.rt.notify_set_import_pid(notify, pids)`."""
    array = _array(pids, "pids", ctypes.c_int32)
    return int(call("aclrtNotifySetImportPid", notify, array, len(pids)))
