# SPDX-License-Identifier: Apache-2.0
"""Statuses as exceptions. A status other than 0 raises AclError or one of its subclasses."""

from __future__ import annotations

import re
from functools import cache

from . import native


class AclError(RuntimeError):
    """A call into the library returned a status other than 0.

    code     the status, for example 161002
    name     its name in the headers, for example "ACLNN_ERR_PARAM_INVALID"; "" if it has none
    api      the function that returned it
    message  what aclGetRecentErrMsg said of it, without process, date and class; the meaning of the
             status when it said nothing
    """

    def __init__(self, api: str, code: int, message: str) -> None:
        super().__init__(api, code, message)
        self.api = api
        self.code = code
        self.message = message
        status = _statuses().get(code)
        self.name = status.name if status else ""

    def __str__(self) -> str:
        name = f"{self.name} ({self.code})" if self.name else f"status {self.code}"
        return f"{self.api}: {name}: {self.message}"


class AclParameterError(AclError, ValueError):
    """An argument is null, or not what the call takes."""


class AclOutOfMemoryError(AclError, MemoryError):
    """The device, or the host, has not as much memory left."""


class AclKernelError(AclError):
    """An operator failed while it ran on a stream, for example by an index out of range.

    It is raised by the synchronize that comes after it, not by the call that queued it.
    """


class AclTimeoutError(AclError, TimeoutError):
    """A wait ended before the work did. The work goes on."""


class ClosedError(RuntimeError):
    """A device, stream, event, tensor or plan was used after it, or its device, was closed."""


_KINDS: dict[str, type[AclError]] = {
    "ACL_ERROR_INVALID_PARAM": AclParameterError,
    "ACL_ERROR_RT_PARAM_INVALID": AclParameterError,
    "ACL_ERROR_RT_INVALID_DEVICEID": AclParameterError,
    "ACLNN_ERR_PARAM_NULLPTR": AclParameterError,
    "ACLNN_ERR_PARAM_INVALID": AclParameterError,
    "ACL_ERROR_BAD_ALLOC": AclOutOfMemoryError,
    "ACL_ERROR_RT_MEMORY_ALLOCATION": AclOutOfMemoryError,
    "ACL_ERROR_RT_AICORE_EXCEPTION": AclKernelError,
    "ACL_ERROR_RT_VECTOR_CORE_EXCEPTION": AclKernelError,
    "ACL_ERROR_RT_STREAM_SYNC_TIMEOUT": AclTimeoutError,
    "ACL_ERROR_RT_EVENT_SYNC_TIMEOUT": AclTimeoutError,
}


@cache
def _statuses() -> dict[int, native.Status]:
    return {status.value: status for status in native.description().statuses}


def take_message() -> str:
    """The text of this thread's failures since the last look, newest first; "" if none.

    Reading clears it, as in C. Who reads it takes note of the last failure: it is no finding.
    """
    lib = native.load()
    text: bytes | None = lib.aclGetRecentErrMsg()
    was_expected = getattr(lib, "aclnnExtFailureWasExpected", None)  # CANN has no such function
    if was_expected is not None:
        was_expected()
    return text.decode("utf-8", "replace").strip() if text else ""


_HEAD = re.compile(r"(?:\w+: Internal error!\n\w+)?\[PID: \d+\] \S+ [^:]*\): +")


def failure_text(api: str) -> str:
    """What take_message says of the failure of `api`; all of it where nothing is told of `api`.

    Of other failures that nobody has looked at yet nothing is kept.
    """
    text = _HEAD.sub("", take_message(), count=1)
    for line in text.splitlines():
        name, _, words = line.strip().partition(": ")
        if name == api:
            return words
    return text


def type_name(value: object) -> str:
    """What errors call the type of a value."""
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def error(api: str, status: int) -> AclError:
    """The exception for a status that `api` has just returned on this thread."""
    known = _statuses().get(status)
    message = failure_text(api) or (known.meaning if known else "no status has this number")
    kind = _KINDS.get(known.name, AclError) if known else AclError
    return kind(api, status, message)


def check(api: str, status: int) -> None:
    """Raise the exception for a status that `api` has just returned, unless it is 0."""
    if status != 0:
        raise error(api, status)


def null(api: str) -> AclError:
    """The exception for NULL from a call that returns a pointer and no status."""
    return error(api, native.constants()["ACL_ERROR_FAILURE"])
