# SPDX-License-Identifier: Apache-2.0
"""An Ascend NPU made of CPU cores: the acl/aclnn interface of a native library, from Python.

add, exp, ...               operators as functions of arrays: those of aclnn_py.ops
Device, Stream, Event, Tensor, plan, Plan
                            the two phases of an operator by hand
workspace, TensorSpec, Workspace
                            the workspace that CANN would ask for, and its plan
pack_int4, unpack_int4      int4 as the memory of a tensor holds it
lib                         the library by ctypes, every function typed
native                      its constants and tables
AclError, ClosedError       what goes wrong

Importing this loads nothing heavy: numpy comes with the first name that needs it, the library with
the first call.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from . import native
from ._version import __version__
from .errors import (
    AclError,
    AclKernelError,
    AclOutOfMemoryError,
    AclParameterError,
    AclTimeoutError,
    ClosedError,
)
from .native import LibraryNotFoundError

if TYPE_CHECKING:
    from ._plan import Plan, plan
    from ._workspace import Workspace, workspace
    from .context import device_count, soc_name
    from .ops import *  # noqa: F403
    from .packing import pack_int4, unpack_int4
    from .runtime import DefaultStream, Device, Event, Stream, Tensor
    from .tensor_spec import TensorSpec

lib: native.Library

# Where the names are that are imported at their first use, and numpy with them.
_LATER = {
    "DefaultStream": "runtime",
    "Device": "runtime",
    "Event": "runtime",
    "Plan": "_plan",
    "Stream": "runtime",
    "Tensor": "runtime",
    "TensorSpec": "tensor_spec",
    "Workspace": "_workspace",
    "device_count": "context",
    "pack_int4": "packing",
    "plan": "_plan",
    "soc_name": "context",
    "unpack_int4": "packing",
    "workspace": "_workspace",
}

__all__ = [
    "AclError",
    "AclKernelError",
    "AclOutOfMemoryError",
    "AclParameterError",
    "AclTimeoutError",
    "ClosedError",
    "DefaultStream",
    "Device",
    "Event",
    "LibraryNotFoundError",
    "Plan",
    "Stream",
    "Tensor",
    "TensorSpec",
    "Workspace",
    "__version__",
    "device_count",
    "lib",
    "native",
    "pack_int4",
    "plan",
    "soc_name",
    "unpack_int4",
    "workspace",
]


def __getattr__(name: str) -> object:
    if name == "lib":
        return native.load()
    if name in _LATER:
        value = getattr(import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value
    if not name.startswith("_"):
        ops = native.generated(__name__, "ops")
        if name in ops.__all__:
            value = globals()[name] = getattr(ops, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_hint(name)}")


def _hint(name: str) -> str:
    """What the caller may have meant by a name that is not here; or that only CANN has it."""
    if name.startswith("_"):
        return ""
    find = import_module("._find_operator", __name__)
    try:
        words = find.why_no_function(name)
    except (OSError, ValueError, KeyError):  # the tree is damaged: its own errors say so
        return ""
    return f"; {words}" if words else ""


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *native.generated(__name__, "ops").__all__})
