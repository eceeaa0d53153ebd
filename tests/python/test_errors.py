# SPDX-License-Identifier: Apache-2.0
"""Statuses as exceptions."""

from __future__ import annotations

import pickle

import pytest

import aclnn_py as acl
from aclnn_py import errors, native


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        (100000, (acl.AclParameterError, ValueError)),
        (107000, (acl.AclParameterError, ValueError)),
        (161001, (acl.AclParameterError, ValueError)),
        (161002, (acl.AclParameterError, ValueError)),
        (207001, (acl.AclOutOfMemoryError, MemoryError)),
        (507015, (acl.AclKernelError, RuntimeError)),
        (507046, (acl.AclTimeoutError, TimeoutError)),
        (107002, (acl.AclError, RuntimeError)),
    ],
)
def test_classes(code: int, kinds: tuple[type[Exception], ...]) -> None:
    errors.take_message()
    error = errors.error("aclrtSomething", code)
    row = next(row for row in native.description().statuses if row.value == code)
    assert isinstance(error, (acl.AclError, *kinds))
    assert all(isinstance(error, kind) for kind in kinds)
    assert (error.api, error.code, error.name) == ("aclrtSomething", code, row.name)
    assert error.message == row.meaning
    assert str(error) == f"aclrtSomething: {row.name} ({code}): {row.meaning}"


@pytest.mark.parametrize("code", sorted(row.value for row in native.description().statuses))
def test_every_status_has_an_exception_that_can_be_pickled(code: int) -> None:
    error = errors.error("aclX", code)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (copy.api, copy.code, copy.name, copy.message) == (
        "aclX",
        code,
        error.name,
        error.message,
    )


def test_an_unknown_status() -> None:
    errors.take_message()
    error = errors.error("aclX", 987654)
    assert type(error) is acl.AclError
    assert (error.code, error.name) == (987654, "")
    assert "987654" in str(error)


def test_success_raises_nothing() -> None:
    errors.check("aclX", 0)


def test_the_text_is_the_librarys_and_is_read_once() -> None:
    status = acl.lib.aclrtGetDeviceCount(None)
    with pytest.raises(acl.AclParameterError, match="count") as caught:
        errors.check("aclrtGetDeviceCount", status)
    assert caught.value.code == 100000
    assert errors.take_message() == ""
