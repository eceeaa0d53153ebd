# SPDX-License-Identifier: Apache-2.0
"""Sums and negatives."""

from __future__ import annotations

from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX}", fold="zero", row="b")
def add(a, b):  # type: ignore[no-untyped-def]
    return a + b


@add.register("bool")
def _(a, b):  # type: ignore[no-untyped-def]
    return a or b


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX}", exact=True)
def neg(a):  # type: ignore[no-untyped-def]
    return -a
