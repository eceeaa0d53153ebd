# SPDX-License-Identifier: Apache-2.0
"""Whether tensors are the same, as a code."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _code(o: Operands) -> Any:
    same = (o.golden == o.realdata) | (np.isnan(o.golden) & np.isnan(o.realdata))
    return np.uint32(0 if same.all() else 503).reshape(())


def _adapt(arguments: dict[str, Any], at: int) -> None:
    """Two of three pairs are the same."""
    if at % 3:
        arguments["realdata"] = arguments["golden"].copy()


ORACLES = {
    "aclnnPrecisionCompare": Oracle(
        _code,
        shapes=lambda: (
            {"golden": shape, "realdata": shape} for shape in ((3, 4), (), (70,), (2, 3, 300), (1,))
        ),
        adapt=_adapt,
    )
}
