# SPDX-License-Identifier: Apache-2.0
"""Of two operands."""

from __future__ import annotations

import numpy as np
from sweep.oracles.oracle import Oracle

ORACLES: dict[str, Oracle] = {
    "aclnnAdd": Oracle(
        lambda o: o.self + o.alpha * o.other,
        lambda o: np.abs(o.self) + np.abs(o.alpha * o.other),
        roundings=1,
    ),
    "aclnnAdds": Oracle(
        lambda o: o.self + o.alpha * o.other,
        lambda o: np.abs(o.self) + np.abs(o.alpha * o.other),
        roundings=1,
    ),
    "aclnnMul": Oracle(lambda o: o.self * o.other),
}
