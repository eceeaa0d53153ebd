# SPDX-License-Identifier: Apache-2.0
"""On lists of tensors."""

from __future__ import annotations

from sweep.oracles.oracle import Oracle

ORACLES: dict[str, Oracle] = {
    "aclnnForeachAddScalarV2": Oracle(lambda o: [x + o.scalar for x in o.x]),
}
