# SPDX-License-Identifier: Apache-2.0
"""Exponential numbers: of the documented sequence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.random import philox
from sweep.oracle import Operands, Oracle


def _exponential(o: Operands) -> Any:
    shape = o.given["selfRef"].shape
    count = int(np.prod(shape))
    unit: Any = philox.units(count, int(o.given["seed"]), int(o.given["offset"]), wide=False)
    factor = np.float64(np.float32(-1 / o.given["lambda"]))
    return (np.log1p(-unit.astype(np.float64)) * factor).reshape(shape)


def _shapes() -> Iterator[dict[str, Any]]:
    for shape in ((), (1,), (7,), (3, 4), (0, 3), (33, 65)):
        yield {"selfRef": shape, "count": int(np.prod(shape))}


ORACLES = {
    "aclnnSimThreadExponential": Oracle(
        _exponential,
        shapes=_shapes,
        arguments={"lambda": [1.0, 0.3, 7.5], "seed": [0, 7, 2**40 + 3], "offset": [0, 12, 2**35]},
    )
}
