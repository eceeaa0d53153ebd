# SPDX-License-Identifier: Apache-2.0
"""An Ascend NPU made of CPU cores: the acl/aclnn interface of a native library, from Python.

embedding_dense_backward    NumPy in, NumPy out
Device, Stream, Event, Tensor, plan, Plan
                            the two phases of an operator by hand
workspace, TensorSpec, Workspace
                            the workspace that CANN would ask for, and its plan
lib                         the library by ctypes, every function typed
native                      its constants and tables
AclError, ClosedError       what goes wrong

Importing this loads numpy only. The library is loaded at the first use.
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
from .functional import embedding_dense_backward
from .native import LibraryNotFoundError
from .plan import Plan, plan
from .runtime import DefaultStream, Device, Event, Stream, device_count, soc_name
from .tensor import Tensor

if TYPE_CHECKING:
    from ._workspace import Workspace, workspace
    from .tensor_spec import TensorSpec

lib: native.Library

# Imported at their first use: most programs do not ask for sizes.
_LATER = {"TensorSpec": "tensor_spec", "Workspace": "_workspace", "workspace": "_workspace"}

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
    "embedding_dense_backward",
    "lib",
    "native",
    "plan",
    "soc_name",
    "workspace",
]


def __getattr__(name: str) -> object:
    if name == "lib":
        return native.load()
    if name in _LATER:
        value = getattr(import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
