# SPDX-License-Identifier: Apache-2.0
"""Products."""

from __future__ import annotations

import numpy as np
from sweep.oracles.oracle import Oracle

ORACLES: dict[str, Oracle] = {
    "aclnnMm": Oracle(
        lambda o: o.self @ o.mat2,
        lambda o: np.abs(o.self) @ np.abs(o.mat2),
        computed=lambda architecture, name: "float16" if architecture == "1001" else name,
    ),
}
