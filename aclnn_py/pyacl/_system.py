# SPDX-License-Identifier: Apache-2.0
"""Functions of `acl` itself: initialization, error texts, the log, and what there is of CANN."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from .. import native
from ._calls import call, take_refusals

_VERSION = {
    "version": "version",
    "major_version": "majorVersion",
    "minor_version": "minorVersion",
    "release_version": "releaseVersion",
    "patch_version": "patchVersion",
    "reserved": "reserved",
}
"""The keys of a version in Python, and the members of aclCANNPackageVersion."""


def init(config_path: str | None = None, /) -> int:
    """`ret = acl.init(config_path)`: the path of a JSON file, or nothing."""
    ret: int = call("aclInit", config_path)
    return ret


def get_recent_err_msg() -> str | None:
    """The text of this thread's failures since the last look, newest first; None if none.

    What pyACL refused without the library comes before what the library said.
    """
    own, said = take_refusals(), call("aclGetRecentErrMsg")
    return own + (said or "") or None


def app_log(log_level: int, message: str, /) -> None:
    """Write a line to the log, from the place that calls this.

    log_level   0 debug, 1 info, 2 warning, 3 error
    """
    frame = sys._getframe(1)
    code = frame.f_code
    place = (code.co_name, code.co_filename, frame.f_lineno)
    call("aclAppLog", log_level, *place, "%s", message.encode())


def get_cann_attribute_list() -> tuple[list[int], int, int]:
    """`attributes, count, ret = acl.get_cann_attribute_list()`."""
    first, count = ctypes.POINTER(ctypes.c_int)(), ctypes.c_size_t()
    ret = call("aclGetCannAttributeList", ctypes.byref(first), ctypes.byref(count))
    return [first[number] for number in range(count.value)], count.value, ret


def get_cann_version(package: int, /) -> tuple[dict[str, str], int]:
    """`version, ret = acl.get_cann_version(package)`: its parts by name."""
    version: Any = native.structure("aclCANNPackageVersion")()
    ret = call("aclsysGetCANNVersion", package, ctypes.byref(version))
    return {key: getattr(version, member).decode() for key, member in _VERSION.items()}, ret


def get_version_str(package: str, /) -> tuple[str, int]:
    """`version, ret = acl.get_version_str(package)`."""
    text = ctypes.create_string_buffer(native.constants()["ACL_PKG_VERSION_MAX_SIZE"])
    ret = call("aclsysGetVersionStr", package, text)
    return text.value.decode(), ret
