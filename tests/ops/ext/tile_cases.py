# SPDX-License-Identifier: Apache-2.0
"""Hashes of what the operators of aclnn_ext/tile.h give for a list of calls.

A process prints them as JSON: `python -c "from ops.ext.tile_cases import main; main()"`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
from ops.ext import tiles as oracle
from ops.ext.tile_call import sum_to, tilize, untilize
from support import BFLOAT16, Api, Session

#: Large enough for several blocks, with padding in both directions.
SHAPE = (3, 700, 500)

SUMS: list[tuple[int, ...]] = [(500,), (700, 1), (3, 1, 500), (1, 1, 1), (), (1, 700, 500)]


def random_floats(seed: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(SHAPE) * 2.0 ** rng.integers(-20, 20, SHAPE)
    return values.astype(np.float32)


def hashes(session: Session) -> dict[str, str]:
    """By the name of the call."""
    found: dict[str, bytes] = {}
    for dtype in (np.dtype(np.float32), BFLOAT16):
        array = random_floats(7).astype(dtype)
        for kind in (oracle.BFLOAT16, oracle.FLOAT32, oracle.BFLOAT8_B, oracle.BFLOAT4_B):
            name = f"{dtype.name} {oracle.NAMES[kind]}"
            data = tilize(session, array, kind)
            found[f"tilize {name}"] = data
            found[f"untilize {name}"] = untilize(
                session, data, kind, np.empty(SHAPE, dtype)
            ).tobytes()
        for shape in SUMS:
            for out in (np.dtype(np.float32), BFLOAT16):
                result = sum_to(session, array, np.empty(shape, out))
                found[f"sum {dtype.name} {shape} {out.name}"] = result.tobytes()
    return {name: hashlib.sha256(data).hexdigest() for name, data in found.items()}


def main() -> None:
    """Print them."""
    with Session(Api()) as session:
        print(json.dumps(hashes(session)))
