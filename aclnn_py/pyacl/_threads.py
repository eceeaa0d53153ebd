# SPDX-License-Identifier: Apache-2.0
"""Threads of `acl.util`, whose ids acl.rt.subscribe_report takes."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable

from ..errors import type_name

_running: dict[int, threading.Thread] = {}


def start_thread(function: Callable[..., object], arguments: object, /) -> tuple[int, int]:
    """`thread_id, ret = acl.util.start_thread(function, arguments)`: it runs function(arguments).

    No context is current on the thread (acl.rt.set_context). The program does not wait for it when
    it ends (stop_thread).
    """
    if not callable(function):
        raise TypeError(f"function is a {type_name(function)}; it has to be callable")
    thread = threading.Thread(target=function, args=(arguments,), daemon=True)
    try:
        thread.start()
    except RuntimeError:  # the system has no room for a thread
        return 0, errno.EAGAIN
    thread_id = thread.ident or 0
    _running[thread_id] = thread
    return thread_id, 0


def stop_thread(thread_id: int, /) -> int:
    """`ret = acl.util.stop_thread(thread_id)`: waits until the thread ends.

    0, or an errno: ESRCH where start_thread gave no such id or it was stopped before, EDEADLK on
    the thread itself.
    """
    thread = _running.get(thread_id)
    if thread is None:
        return errno.ESRCH
    if thread is threading.current_thread():
        return errno.EDEADLK
    thread.join()
    _running.pop(thread_id, None)
    return 0
