# SPDX-License-Identifier: Apache-2.0
"""Products whose right matrix each row chooses, and of several layers with Gelu between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(53)


def _wide(array: Any) -> Array:
    return np.asarray(array).astype(np.float64)


# ---- AddLora -------------------------------------------------------------------------------------


def _added(o: Operands, *, is_size: bool = False) -> Array:
    part = np.abs if is_size else np.asarray
    found = part(_wide(o.y))
    count = o.weightB.shape[2] if o.ySliceSize == -1 else o.ySliceSize
    for row, index in enumerate(o.indices):
        if not 0 <= index < len(o.weightB):
            continue
        x = part(_wide(o.x[row]))
        if o.weightAOptional is not None:
            x = part(_wide(o.weightAOptional[index, o.layerIdx])) @ x
            x = x if is_size else x.astype(np.float32).astype(np.float16).astype(np.float64)
        product = part(_wide(o.weightB[index, o.layerIdx])) @ x
        found[row, o.yOffset : o.yOffset + count] += product[:count] * o.scale
    return np.asarray(found)


def _half(*shape: int) -> Array:
    return np.asarray(_RNG.normal(size=shape).astype(np.float16) / np.float16(4))


def _lora_cases() -> Iterator[dict[str, Any]]:
    for rows, inner, out, columns, first, slice_size, has_first in (
        (5, 32, 48, 80, 16, -1, True),
        (3, 16, 32, 32, 0, -1, False),
        (20, 64, 16, 48, 3, 7, True),
    ):
        rank = 16
        found: dict[str, Any] = {"y": _half(rows, columns), "x": _half(rows, inner)}
        found |= {"weightB": _half(3, 2, out, rank), "layerIdx": 1, "scale": 0.5}
        found |= {"indices": _RNG.integers(-1, 4, rows).astype(np.int32), "yOffset": first}
        found["weightAOptional"] = _half(3, 2, rank, inner) if has_first else None
        yield found | {"ySliceSize": slice_size}


# ---- FusedPatchMlp -------------------------------------------------------------------------------


def _layers(o: Operands, *, is_size: bool = False) -> Array:
    weights, biases = _wide(o.weights).ravel(), _wide(o.biases).ravel()
    hidden = biases.size // o.numLayers
    rows = _wide(o.x).reshape(-1, o.x.shape[-1])
    first = 0
    for layer in range(o.numLayers):
        depth = rows.shape[1]
        matrix = weights[first : first + depth * hidden].reshape(depth, hidden)
        bias = biases[layer * hidden : (layer + 1) * hidden]
        first += depth * hidden
        if layer + 1 == o.numLayers:
            part = np.abs if is_size else np.asarray
            rows = part(rows) @ part(matrix) + part(bias)
            break
        z = rows @ matrix + bias
        z = z / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3)))
        rows = z.astype(np.float32).astype(o.x.dtype).astype(np.float64)
    return np.asarray(rows.reshape(*o.x.shape[:-1], hidden))


def _patch_cases() -> Iterator[dict[str, Any]]:
    for x, hidden, layers in (((3, 20), 40, 1), ((2, 2, 16), 32, 2), ((30, 17), 33, 3)):
        count = x[-1] * hidden + (layers - 1) * hidden * hidden
        yield {"x": x, "weights": (count,), "biases": (layers * hidden,), "numLayers": layers}


def _moderate(arguments: dict[str, Any], _: int) -> None:
    for name in ("x", "weights", "biases"):
        given = arguments[name]
        made = _RNG.normal(size=given.shape).astype(np.float32) / (1 + 3 * (name == "weights"))
        arguments[name] = made.astype(given.dtype)


# ---- MatmulSwiglu --------------------------------------------------------------------------------


def _gated(o: Operands, *, is_size: bool = False) -> Array:
    part = np.abs if is_size else np.asarray
    matrix = _wide(o.weight).T if o.transposeWeight else _wide(o.weight)
    sums = part(_wide(o.x)) @ part(matrix) + part(_wide(o.bias))
    gate, other = np.split(sums, 2, -1)
    return np.asarray(gate * other if is_size else gate / (1 + np.exp(-gate)) * other)


def _gated_cases() -> Iterator[dict[str, Any]]:
    for x, columns, is_turned in (((3, 20), 12, False), ((2, 3, 16), 32, True), ((30, 1), 2, True)):
        weight = (columns, x[-1]) if is_turned else (x[-1], columns)
        yield {"x": x, "weight": weight, "bias": (columns,), "transposeWeight": is_turned}


def _moderate_gates(arguments: dict[str, Any], _: int) -> None:
    for name in ("x", "weight", "bias"):
        given = arguments[name]
        made = _RNG.normal(size=given.shape).astype(np.float32) / (1 + 3 * (name == "weight"))
        arguments[name] = made.astype(given.dtype)


# ---- SwigluGatedMlp ------------------------------------------------------------------------------


def _gated_mlp(o: Operands, *, is_size: bool = False) -> Array:
    """What is between the products is rounded to the type of x."""
    part = np.abs if is_size else np.asarray

    def rounded(array: Array) -> Array:
        return array if is_size else _wide(array.astype(np.float32).astype(o.x.dtype))

    sums = rounded(part(_wide(o.x)) @ part(_wide(o.gateUpWeight)))
    gate, other = np.split(sums, 2, -1)
    hidden = rounded((gate if is_size else gate / (1 + np.exp(-gate))) * other)
    return np.asarray(hidden @ part(_wide(o.downWeight)))


def _gated_mlp_cases() -> Iterator[dict[str, Any]]:
    for x, inner, columns in (((3, 20), 6, 9), ((2, 3, 16), 32, 16), ((30, 1), 1, 1)):
        yield {
            "x": x,
            "gateUpWeight": (x[-1], 2 * inner),
            "downWeight": (inner, columns),
            "cubeMathType": inner % 2,
        }


def _moderate_layers(arguments: dict[str, Any], _: int) -> None:
    for name in ("x", "gateUpWeight", "downWeight"):
        given = arguments[name]
        made = _RNG.normal(size=given.shape).astype(np.float32) / (1 + 3 * (name != "x"))
        arguments[name] = made.astype(given.dtype)


ORACLES = {
    "aclnnSwigluGatedMlp": Oracle(
        _gated_mlp,
        magnitude=lambda o: _gated_mlp(o, is_size=True),
        given=True,
        shapes=_gated_mlp_cases,
        adapt=_moderate_layers,
    ),
    "aclnnMatmulSwiglu": Oracle(
        _gated,
        magnitude=lambda o: _gated(o, is_size=True),
        given=True,
        shapes=_gated_cases,
        types={"bias": lambda _: "float32"},
        adapt=_moderate_gates,
    ),
    "aclnnAddLora": Oracle(
        _added,
        magnitude=lambda o: _added(o, is_size=True),
        roundings=2,
        given=True,
        shapes=_lora_cases,
    ),
    "aclnnFusedPatchMlp": Oracle(
        _layers,
        magnitude=lambda o: _layers(o, is_size=True),
        given=True,
        shapes=_patch_cases,
        types={"biases": lambda kind: "float16" if kind == "float16" else "float32"},
        adapt=_moderate,
    ),
}
