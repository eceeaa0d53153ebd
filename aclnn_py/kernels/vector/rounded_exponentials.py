# SPDX-License-Identifier: Apache-2.0
"""Exponentials of integers as integers: the nearest one that the type has."""

from __future__ import annotations

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from ..dialect.roundings import nearest_of
from .exponential import exp_64


@device
def _power_64(x):  # type: ignore[no-untyped-def]
    """The exp x of an integer of 16 bits at most, where it is not beyond them."""
    wide = number(1.0, x)
    return exp_64(12.0 if wide > 12.0 else wide)


@instruction("int16")
def rounded_exp(x):  # type: ignore[no-untyped-def]
    power = nearest_of(_power_64(x))
    return number(x, 32767.0 if power > 32767.0 else power)


@rounded_exp.register("int8")
def _(x):  # type: ignore[no-untyped-def]
    power = nearest_of(_power_64(x))
    return number(x, 127.0 if power > 127.0 else power)


@rounded_exp.register("uint8")
def _(x):  # type: ignore[no-untyped-def]
    power = nearest_of(_power_64(x))
    return number(x, 255.0 if power > 255.0 else power)


@instruction("int16")
def rounded_expm1(x):  # type: ignore[no-untyped-def]
    power = nearest_of(_power_64(x) - 1.0)
    return number(x, 32767.0 if power > 32767.0 else power)


@rounded_expm1.register("int8")
def _(x):  # type: ignore[no-untyped-def]
    power = nearest_of(_power_64(x) - 1.0)
    return number(x, 127.0 if power > 127.0 else power)


@rounded_expm1.register("uint8")
def _(x):  # type: ignore[no-untyped-def]
    power = nearest_of(_power_64(x) - 1.0)
    return number(x, 255.0 if power > 255.0 else power)
