# SPDX-License-Identifier: Apache-2.0
"""Findings name lines of Python: each call into the library says where it comes from.

A call by ctypes has the interpreter on its stack, not the functions that it runs. Where findings
are wanted (ACLNN_FINDINGS, ACLNN_LOG=finding) the functions of a library tell it before each call.
"""

from __future__ import annotations

import ctypes
import os
import sys
from types import FrameType
from typing import Any

_PACKAGE = __file__.removesuffix("_callers.py")
_MOST = 12


def are_wanted() -> bool:
    """Whether the environment asks for findings."""
    log, checks = (os.environ.get(name, "").split(",") for name in ("ACLNN_LOG", "ACLNN_CHECK"))
    return bool(os.environ.get("ACLNN_FINDINGS")) or "finding" in log or "nan" in checks


def _calls(frame: FrameType | None) -> bytes | None:
    """The functions from a frame outwards, without this package's (aclnn_ext/finding.h)."""
    lines: list[str] = []
    while frame is not None and len(lines) < _MOST:
        code = frame.f_code
        if not code.co_filename.startswith((_PACKAGE, "<frozen ")):
            name = getattr(code, "co_qualname", code.co_name)  # there from Python 3.11 on
            lines.append(f"{name}\t{code.co_filename}\t{frame.f_lineno}\n")
        frame = frame.f_back
    return "".join(lines).encode("utf-8", "replace") or None


def say_callers(library: ctypes.CDLL) -> None:
    """Let the functions of a library that were not used yet say where they are called."""
    plain: Any = library._FuncPtr
    try:
        set_caller = plain(("aclnnExtSetCaller", library))
    except AttributeError:  # CANN's own
        return
    set_caller.argtypes, set_caller.restype = [ctypes.c_char_p], None

    class Saying(plain):  # type: ignore[misc]
        _flags_, _restype_ = plain._flags_, plain._restype_

        def __call__(self, *arguments: Any) -> Any:
            set_caller(_calls(sys._getframe(1)))
            try:
                return super().__call__(*arguments)
            finally:
                set_caller(None)

    library._FuncPtr = Saying
