# SPDX-License-Identifier: Apache-2.0
"""Integers near a floating-point number, by an instruction of the processor at every level."""

from __future__ import annotations

from typing import Any

from numba import types

from .functions import intrinsic


def _make(name: str, text: str, llvm: str) -> Any:
    def function(typing_context, value):  # type: ignore[no-untyped-def]
        if not isinstance(value, types.Float):
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            operation = builder.module.declare_intrinsic(f"llvm.{llvm}", [values[0].type])
            return builder.call(operation, values)

        return value(value), generate

    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return intrinsic(function)


ceil_of = _make("ceil_of", "The least integer that is not less than a float.", "ceil")
floor_of = _make("floor_of", "The largest integer that is not more than a float.", "floor")
trunc_of = _make("trunc_of", "A float without its fraction.", "trunc")
nearest_of = _make("nearest_of", "The nearest integer, between two the even one.", "roundeven")
