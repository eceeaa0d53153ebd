# SPDX-License-Identifier: Apache-2.0
"""Statuses as exceptions."""

from __future__ import annotations

import os
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


def test_what_went_wrong_is_said_once() -> None:
    """Without process and date, which aclGetRecentErrMsg has, and without failures before it."""
    lib = acl.lib
    assert lib.aclrtFree(5) != 0
    status = lib.aclrtMalloc(None, 3, 0)
    with pytest.raises(acl.AclParameterError) as caught:
        errors.check("aclrtMalloc", status)
    words = "devPtr is NULL; a valid pointer is required"
    assert caught.value.message == words
    assert str(caught.value) == f"aclrtMalloc: ACL_ERROR_INVALID_PARAM (100000): {words}"
    assert errors.take_message() == ""
    lib.aclrtMalloc(None, 3, 0)
    raw = errors.take_message()
    assert raw.startswith(f"[PID: {os.getpid()}] 20")
    assert raw.endswith(f"aclrtMalloc: {words}")


@pytest.mark.parametrize(
    ("report", "text"),
    [
        ("[PID: 7] 2024-01-01-00:00:00.000.000 Invalid_Argument(EH0001): aclX: a: b", "a: b"),
        (
            "EZ9999: Internal error!\nEZ9999[PID: 7] 2024-01-01-00:00:00 E(EZ9999):  aclX: a",
            "a",
        ),
        ("[PID: 7] 2024-01-01-00:00:00 E(EH0001): aclY: b\nTraceBack:\n        aclX: a", "a"),
        ("E10001: Value for [--x] is invalid.\n        Solution: y", None),
    ],
)
def test_forms_of_the_librarys_text(
    monkeypatch: pytest.MonkeyPatch, report: str, text: str | None
) -> None:
    """What cannot be read, of another library, is kept as it is."""
    monkeypatch.setattr(errors, "take_message", lambda: report)
    assert errors.error("aclX", 100000).message == (text or report)


def test_success_raises_nothing() -> None:
    errors.check("aclX", 0)


def test_the_text_is_the_librarys_and_is_read_once() -> None:
    status = acl.lib.aclrtGetDeviceCount(None)
    with pytest.raises(acl.AclParameterError, match="count") as caught:
        errors.check("aclrtGetDeviceCount", status)
    assert caught.value.code == 100000
    assert errors.take_message() == ""
