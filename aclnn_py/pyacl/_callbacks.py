# SPDX-License-Identifier: Apache-2.0
"""Functions of Python that the library calls."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import count
from typing import Any

from .. import native
from ..errors import type_name
from ._calls import call

_launched: dict[int, tuple[Callable[..., object], object]] = {}
_numbers = count(1)
_exception: list[Callable[..., object]] = []


def _launch(number: int) -> None:
    function, user_data = _launched.pop(number)
    function(user_data)


def _tell_exception(info: int) -> None:
    for function in tuple(_exception):
        function(info)


_LAUNCH = native.HostCallback(_launch)
_TELL_EXCEPTION = native.HostCallback(_tell_exception)


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _check(function: object) -> None:
    if not callable(function):
        raise TypeError(f"function is a {type_name(function)}; it has to be callable")


def launch_callback(
    function: Callable[..., object], user_data: object, block_type: int, stream: int, /
) -> int:
    """`ret = acl.rt.launch_callback(function, user_data, block_type, stream)`.

    The thread that is subscribed to the stream calls function(user_data). What the function raises
    goes to sys.unraisablehook.
    """
    _check(function)
    number = next(_numbers)
    _launched[number] = (function, user_data)
    ret: int = call("aclrtLaunchCallback", _address(_LAUNCH), number, block_type, stream)
    if ret:
        del _launched[number]
    return ret


def set_exception_info_callback(function: Callable[..., object] | None = None, /) -> int:
    """`ret = acl.rt.set_exception_info_callback(function)`: None is none.

    When work on a stream fails function(info) is called; get_error_code_from_exception_info and its
    like take `info`, until it returns.
    """
    if function is not None:
        _check(function)
    address = _address(_TELL_EXCEPTION) if function else 0
    ret: int = call("aclrtSetExceptionInfoCallback", address)
    if ret == 0:
        _exception[:] = [function] if function else []
    return ret
