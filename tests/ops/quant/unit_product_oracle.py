# SPDX-License-Identifier: Apache-2.0
"""Grouped products that are activated and quantised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import unpacked
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

_RNG = np.random.default_rng(12)


def _factors(scale: Array, group: int, depth: int) -> Array:
    """A row for each row of the matrix."""
    own = scale[group]
    if scale.dtype == np.uint64:
        own = (own & np.uint64(0xFFFFE000)).astype(np.uint32).view(np.float32)
    own = own.astype(np.float64).reshape(-1, own.shape[-1])
    return np.asarray(np.repeat(own, depth // len(own), axis=0))


def _products(o: Operands) -> Array:
    is_small = o.weight.dtype == np.int32
    weight = unpacked(o.weight).astype(np.float64)
    depth, columns = weight.shape[1:]
    found = np.zeros((len(o.x), columns))
    first = 0
    for group, end in enumerate(np.asarray(o.groupList).tolist()):
        left = o.x[first:end].astype(np.float64) - (8 if is_small else 0)
        found[first:end] = left @ (weight[group] * _factors(o.weightScale, group, depth))
        if is_small:
            found[first:end] += o.bias[group].astype(np.float64)
        first = end
    return np.asarray(found * o.xScale.astype(np.float64)[:, None])


def _joined(members: Any) -> Array:
    """The tensors of groups as one, which they are already where there is one."""
    arrays = [np.asarray(each) for each in members]
    return arrays[0] if len(arrays) == 1 else np.stack(arrays)


def _from_lists(o: Operands) -> list[Array]:
    ends = np.asarray(o.groupList)
    return _quantised(
        Operands(
            x=o.x,
            weight=_joined(o.weight),
            bias=None if o.weightAssistMatrix is None else _joined(o.weightAssistMatrix),
            weightScale=_joined(o.weightScale),
            xScale=o.xScale,
            groupList=np.cumsum(ends) if o.groupListType == 1 else ends,
        )
    )


def _quantised(o: Operands) -> list[Array]:
    found = _products(o)
    a, b = np.split(found, 2, axis=1)
    units = a / (1 + np.exp(-a)) * b
    scales = np.abs(units).max(axis=1) / 127
    return [np.rint(units / scales[:, None]), scales]


def _cases() -> Shapes:
    for at, (m, ends) in enumerate(((5, [2, 2, 5]), (7, [1, 7]), (130, [1, 3, 130]))):
        for is_small in (False, True):
            k, n = (64, 128) if is_small else (48, 64)
            words = _RNG.integers(-(2**31), 2**31, (3, k, n // 8)).astype(np.int32)
            whole = _RNG.integers(-128, 128, (3, k, n)).astype(np.int8)
            parts = (3, 2, n) if at == 1 else (3, n)
            scale = _RNG.uniform(1e-3, 2e-3, parts if is_small else (3, n)).astype(np.float32)
            if is_small:
                scale = scale.view(np.uint32).astype(np.uint64)
            elif at == 1:
                scale = scale.astype(ml_dtypes.bfloat16)
            yield {
                "x": _RNG.integers(-128, 128, (m, k)).astype(np.int8),
                "weight": words if is_small else whole,
                "bias": _RNG.uniform(-1, 1, (3, n)).astype(np.float32) if is_small else None,
                "offset": None,
                "weightScale": scale,
                "xScale": _RNG.uniform(0.1, 0.3, m).astype(np.float32),
                "groupList": np.array(ends, np.int64),
                "outputOffset": None,
            }


def _list_cases() -> Shapes:
    """Both as one tensor for all groups and as one each, of ends and of counts."""
    for at, case in enumerate(_cases()):
        lists = {"weight": "weight", "weightScale": "weightScale", "bias": "weightAssistMatrix"}
        is_one, is_counted = at % 4 < 2, at % 3 == 1
        found: dict[str, Any] = {
            to: case[name] if case[name] is None else [case[name]] if is_one else list(case[name])
            for name, to in lists.items()
        }
        ends = case["groupList"]
        yield found | {
            "x": case["x"],
            "bias": None,
            "xScale": case["xScale"],
            "smoothScale": None,
            "groupList": np.diff(ends, prepend=0) if is_counted else ends,
            "dequantMode": int(case["weightScale"].ndim == 3),
            "dequantDtype": 0,
            "quantMode": 0,
            "groupListType": int(is_counted),
            "tuningConfigOptional": None,
        }


ORACLES = {
    call: Oracle(_quantised, given=True, shapes=_cases, layouts=("dense",))
    for call in (
        "aclnnGroupedMatmulSwigluQuant",
        "aclnnGroupedMatmulSwigluQuantWeightNZ",
    )
} | {
    call: Oracle(
        _from_lists,
        given=True,
        shapes=_list_cases,
        layouts=("dense",),
        # Ascend950 has neither int4 nor lists of int8; what else it has: test_unit_floats.py
        refused=lambda o: (
            o.architecture == "3510" and (o.weightAssistMatrix is not None or len(o.weight) > 1)
        ),
    )
    for call in (
        "aclnnGroupedMatmulSwigluQuantV2",
        "aclnnGroupedMatmulSwigluQuantWeightNzV2",
    )
}
