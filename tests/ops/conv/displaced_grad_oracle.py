# SPDX-License-Identifier: Apache-2.0
"""Gradients of convolutions of displaced places: derivatives of their formula."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.conv.displaced_oracle import _CASES, _clipped, _shapes, _usual
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _corners(y: float, x: float, height: int, width: int) -> Any:
    """The four places around: where, their share, and what a step down and along adds to it."""
    if not (-1 < y < height and -1 < x < width):
        return
    top, left = int(np.floor(y)), int(np.floor(x))
    for below in (0, 1):
        for behind in (0, 1):
            row, column = top + below, left + behind
            if 0 <= row < height and 0 <= column < width:
                down = y - top if below else 1 - (y - top)
                along = x - left if behind else 1 - (x - left)
                yield row, column, down * along, (2 * below - 1) * along, (2 * behind - 1) * down


def _columns_grad(o: Operands, size: Any) -> Array:
    """[n, channels, window rows, window columns, rows, columns]"""
    grad, weight = size(o.gradOutput.astype(np.float64)), size(o.weight.astype(np.float64))
    n, channels = grad.shape[0], o.input.shape[1]
    parts = grad.reshape(n, o.groups, -1, *grad.shape[2:])
    factors = weight.reshape(o.groups, -1, *weight.shape[1:])
    found: Array = np.einsum("ngoyx,gochw->ngchwyx", parts, factors)
    return found.reshape(n, channels, *found.shape[3:])


def _gradients(o: Operands, size: Any = np.asarray) -> list[Array]:
    image = size(o.input.astype(np.float64))
    grad = size(o.gradOutput.astype(np.float64))
    batch, channels, height, width = image.shape
    tall, wide = o.kernelSize
    rows, columns = o.gradOutput.shape[2:]
    moves = o.offset.astype(np.float64).reshape(
        batch, 3, o.deformableGroups, tall, wide, rows, columns
    )
    windows = size(o.offsetOut.astype(np.float64)).reshape(
        batch, o.groups, channels // o.groups, rows, tall, columns, wide
    )
    parts = grad.reshape(batch, o.groups, -1, rows, columns)
    of_weight = np.einsum("ngorx,ngcrkxw->gockw", parts, windows).reshape(o.weight.shape)
    of_columns = _columns_grad(o, size)
    of_image, of_moves = np.zeros_like(image), np.zeros_like(moves)
    share = channels // o.deformableGroups
    for n, group, i, j, row, column in np.ndindex(
        batch, o.deformableGroups, tall, wide, rows, columns
    ):
        at = (n, slice(None), group, i, j, row, column)
        along, down, mask = moves[at]
        y = row * o.stride[2] - o.padding[0] + i * o.dilation[2] + down
        x = column * o.stride[3] - o.padding[2] + j * o.dilation[3] + along
        own = slice(group * share, (group + 1) * share)
        g = of_columns[n, own, i, j, row, column]
        for r, c, part, step_down, step_along in _corners(y, x, height, width):
            of_image[n, own, r, c] += g * size(mask) * part
            value = (g * image[n, own, r, c]).sum()
            of_moves[n, 0, group, i, j, row, column] += value * size(mask) * size(step_along)
            of_moves[n, 1, group, i, j, row, column] += value * size(mask) * size(step_down)
            of_moves[n, 2, group, i, j, row, column] += value * part
    return [of_image, of_weight, of_moves.reshape(o.offset.shape), grad.sum((0, 2, 3))]


def _grad_shapes() -> Any:
    for shapes, (image, channels, window, *_rest) in zip(_shapes(), _CASES, strict=True):
        sides = shapes["offset"][2:]
        named = {name: shapes[name] for name in ("weight", "offset", "kernelSize", "stride")}
        yield {
            "input": image,
            "gradOutput": (image[0], channels, *sides),
            "offsetOut": (*image[:2], sides[0] * window[0], sides[1] * window[1]),
            **named,
            **{name: shapes[name] for name in ("padding", "dilation", "groups")},
            "deformableGroups": shapes["deformableGroups"],
        }


def _tame(arguments: dict[str, Any], at: int) -> None:
    """As for DeformableConv2d, of whose operands these are named otherwise."""
    renamed = {"x": arguments["input"], "weight": arguments["weight"], "biasOptional": None}
    renamed["offset"] = arguments["offset"]
    _usual(renamed, at)
    arguments.update(input=renamed["x"], weight=renamed["weight"], offset=renamed["offset"])
    for name in ("gradOutput", "offsetOut"):
        arguments[name] = _clipped(arguments[name])


ORACLES = {
    "aclnnDeformableConv2dBackward": Oracle(
        _gradients,
        lambda o: _gradients(o, np.abs),
        shapes=_grad_shapes,
        arguments={"modulated": [True]},
        adapt=_tame,
    )
}
