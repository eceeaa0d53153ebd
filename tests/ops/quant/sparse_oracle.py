# SPDX-License-Identifier: Apache-2.0
"""Products with weights of which each four numbers keep two. With 64 numbers along k, and rows in
whole blocks, the blocks lie as the view does; others are in test_sparse.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import GIVEN, Operands, Oracle


def _dense(o: Operands) -> NDArray[np.int64]:
    rows = o.sparseWeight.astype(np.int64).reshape(-1, 16, 2)
    index = o.index.reshape(-1, 8, 1).astype(np.int64)
    halves = (index >> np.array([0, 4])).reshape(-1, 16) & 15
    found = np.zeros((*halves.shape, 5), np.int64)
    for which, place in enumerate((halves & 3, (halves >> 2) + 1)):
        found += np.eye(5, dtype=np.int64)[place] * rows[..., which, None]
    return found[..., :4].astype(np.int8).astype(np.int64).reshape(len(rows), 64)


def _product(o: Operands) -> Any:
    sums = (o.x.astype(np.int64) @ _dense(o).T).astype(np.float32)
    found = sums * o.sparseWeightScale * o.xScale[:, None]
    return found if o.biasOptional is None else found + o.biasOptional.astype(np.float32)


def _cases() -> Iterator[dict[str, Any]]:
    for m, n in ((3, 16), (1, 48), (20, 32)):
        yield {
            "x": (m, 64),
            "sparseWeight": (n, 32),
            "index": (1, n // 16, 16, 8),
            "xScale": (m,),
            "sparseWeightScale": (n,),
            "biasOptional": (n,),
        }


ORACLES = {
    "aclnnSparse4to2QuantMatmulWeightNz": Oracle(
        _product,
        given=True,
        shapes=_cases,
        arguments={"biasOptional": [GIVEN, None]},
        layouts=("dense",),
    ),
}
