# SPDX-License-Identifier: Apache-2.0
"""Products of experts' rows between exchanges of two communicators, for one rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.group import GROUP
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
ARGUMENTS: dict[str, Sequence[Any]] = {
    "groupEp": [GROUP],
    "groupTp": [GROUP],
    "epWorldSize": [1],
    "tpWorldSize": [1],
}

#: actType of the page, by its numbers.
ACTIVATIONS = {
    0: lambda x: x,
    1: lambda x: x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
    2: lambda x: x / (1 + np.exp(-x)),
    3: lambda x: np.maximum(x, 0),
    4: lambda x: x / (1 + np.exp(-1.702 * x)),
}


def _shapes(shared: str, results: bool) -> Any:
    def each() -> Iterator[dict[str, Any]]:
        for at, (experts, rows, depth, columns) in enumerate(
            ((2, 3, 5, 4), (3, 1, 1, 1), (4, 17, 33, 9), (2, 2, 70, 16), (2, 4, 3, 5))
        ):
            bias = ((experts, columns), None, (experts, 1, columns))[at % 3]
            own: dict[str, Any] = {"x": (experts, rows, depth), "weight": (experts, depth, columns)}
            own |= {"biasOptional": bias, shared: at % 2}
            if results:
                own |= {"actType": at}
            yield own

    return each


def _bias_type(x: str) -> str:
    return "float32" if x == "bfloat16" else x


def _product(o: Operands, size: Any = np.asarray) -> Array:
    found = size(o.x.astype(np.float64)) @ size(o.weight.astype(np.float64))
    if o.biasOptional is not None:
        bias = o.biasOptional.astype(np.float64)
        found = found + size(bias.reshape(bias.shape[0], 1, -1))
    return np.asarray(found)


def _gathered(o: Operands) -> list[Any]:
    product = _product(o).astype(o.x.dtype).astype(np.float64)
    plain = [product] if o.actType else []
    return [ACTIVATIONS[o.actType](product), o.x.astype(np.float64), *plain]


def _gathered_sizes(o: Operands) -> list[Any]:
    product = _product(o, np.abs)
    return [product, np.abs(o.x.astype(np.float64)), *([product] if o.actType else [])]


def _moderate(arguments: dict[str, Any], at: int) -> None:
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            wide = np.nan_to_num(value.astype(np.float64), posinf=4, neginf=-4)
            arguments[name] = np.clip(wide, -4, 4).astype(value.dtype)


ORACLES = {
    "aclnnAlltoAllAllGatherBatchMatMul": Oracle(
        _gathered,
        _gathered_sizes,
        given=True,
        shapes=_shapes("xShardType", True),
        types={"biasOptional": _bias_type},
        arguments=ARGUMENTS,
        adapt=_moderate,
    ),
    "aclnnBatchMatMulReduceScatterAlltoAll": Oracle(
        _product,
        lambda o: _product(o, np.abs),
        given=True,
        shapes=_shapes("yShardType", False),
        types={"biasOptional": _bias_type},
        arguments=ARGUMENTS,
        adapt=_moderate,
    ),
}
