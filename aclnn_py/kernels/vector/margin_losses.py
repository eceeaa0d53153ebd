# SPDX-License-Identifier: Apache-2.0
"""Losses of predictions by their distance from a margin or a target; computed in float64 and
rounded once, but for smooth_l1."""

from __future__ import annotations

from ..dialect.instructions import HALVES, instruction, number


@instruction("float32")
def hinge_loss(x, target):  # type: ignore[no-untyped-def]
    """What is no number stays none."""
    loss = 1.0 - number(1.0, target) * number(1.0, x)
    return number(x, 0.0) if loss < 0.0 else number(x, loss)


@instruction("float32")
def hinge_loss_grad(x, target, grad):  # type: ignore[no-untyped-def]
    is_inside = number(1.0, target) * number(1.0, x) < 1.0
    return -target * grad if is_inside else number(x, 0.0)


@instruction("float32")
def huber_loss(x, target, delta):  # type: ignore[no-untyped-def]
    error = abs(number(1.0, x) - number(1.0, target))
    bound = number(1.0, delta)
    line = bound * (error - 0.5 * bound)
    return number(x, 0.5 * error * error if error <= bound else line)


@instruction(f"float32 {HALVES}", row="beta")
def smooth_l1(x, target, beta):  # type: ignore[no-untyped-def]
    error = abs(x - target)
    half = number(x, 0.5)
    return half * error * (error / beta) if error < beta else error - half * beta
