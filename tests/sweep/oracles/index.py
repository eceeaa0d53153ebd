# SPDX-License-Identifier: Apache-2.0
"""Rows and elements by index."""

from __future__ import annotations

import numpy as np
from sweep.oracles.oracle import Oracle

ORACLES: dict[str, Oracle] = {
    "aclnnIndexSelect": Oracle(lambda o: np.take(o.self, o.index.astype(np.int64), axis=o.dim)),
}
