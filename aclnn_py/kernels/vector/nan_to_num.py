# SPDX-License-Identifier: Apache-2.0
"""Numbers in place of what is none."""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import FLOATS, HALVES, instruction, number


@instruction(f"{FLOATS} {HALVES}", exact=True)
def nan_to_num(x, nan, positive, negative):  # type: ignore[no-untyped-def]
    """Other numbers for NaN, infinity and minus infinity."""
    result = positive if x == number(x, np.inf) else x
    result = negative if x == number(x, -np.inf) else result
    return nan if x != x else result  # noqa: PLR0124
