# SPDX-License-Identifier: Apache-2.0
"""Statuses of infinirt and infiniop as exceptions."""

from __future__ import annotations

from ..errors import failure_text
from ._library import Status


class InfiniError(RuntimeError):
    """A call of infinirt or infiniop returned a status other than 0.

    status   the status, for example Status.BAD_TENSOR_SHAPE; an int if no status has the number
    name     its name in the header, "INFINI_STATUS_BAD_TENSOR_SHAPE"; "" if it has none
    api      the function that returned it
    message  what aclGetRecentErrMsg said of it, without process, date and class; "" when it said
             nothing
    """

    def __init__(self, api: str, status: int, message: str) -> None:
        super().__init__(api, status, message)
        self.api = api
        self.message = message
        self.status = Status(status) if status in set(Status) else status
        self.name = f"INFINI_STATUS_{self.status.name}" if isinstance(self.status, Status) else ""

    def __str__(self) -> str:
        name = f"{self.name} ({int(self.status)})" if self.name else f"status {self.status}"
        return f"{self.api}: {name}: {self.message}" if self.message else f"{self.api}: {name}"


class InfiniParameterError(InfiniError, ValueError):
    """An argument is null, or not what the call takes. On the CPU also an index out of range."""


_PARAMETER = frozenset(
    {
        Status.BAD_PARAM,
        Status.NULL_POINTER,
        Status.DEVICE_TYPE_NOT_SUPPORTED,
        Status.DEVICE_NOT_FOUND,
        Status.BAD_TENSOR_DTYPE,
        Status.BAD_TENSOR_SHAPE,
        Status.BAD_TENSOR_STRIDES,
    }
)


def error(api: str, status: int) -> InfiniError:
    """The exception for a status that `api` has just returned on this thread."""
    kind = InfiniParameterError if status in _PARAMETER else InfiniError
    return kind(api, status, failure_text(api))


def check(api: str, status: int) -> None:
    """Raise the exception for a status that `api` has just returned, unless it is 0."""
    if status != Status.SUCCESS:
        raise error(api, status)
