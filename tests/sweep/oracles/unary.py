# SPDX-License-Identifier: Apache-2.0
"""Of one operand."""

from __future__ import annotations

import numpy as np
from sweep.oracles.oracle import Oracle

ORACLES: dict[str, Oracle] = {
    "aclnnExp": Oracle(lambda o: np.exp(o.self)),
    "aclnnNeg": Oracle(lambda o: -o.self),
}
