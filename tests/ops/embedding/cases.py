# SPDX-License-Identifier: Apache-2.0
"""Calls whose results must be the same bits everywhere; run as a program it prints their hashes."""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np
from ops.embedding.call import FLOATS, normals, run, strided, unwritten
from support import BFLOAT16, Api, Session

#: Rows, weights, columns: a thread or many, one block or several, rows split by weight or column.
SIZES = [
    (1, 1, 1),
    (40, 7, 5),
    (5000, 100, 33),
    (20000, 3, 64),
    (70000, 900, 20),
    (9000, 140000, 2),
    (300, 40, 4097),
    (17, 2, 20000),
]

#: More than a float32 sum can hold exactly, so that the order of additions shows.
SPREAD = np.array([1e-4, 1, 1e2, 3e3])


#: A case that Ascend950 refuses: strides of grad and indices below 0.
BACKWARD = "views backward"


def hashes(session: Session, *, backward: bool = True) -> dict[str, str]:
    """A hash for each case. The inputs follow from a fixed seed."""
    rng = np.random.default_rng(7)
    found: dict[str, str] = {}

    def case(name: str, *arguments: Any, **how: Any) -> None:
        result = run(session, *arguments, **how)
        found[name] = hashlib.sha256(np.ascontiguousarray(result).tobytes()).hexdigest()[:16]

    for rows, weights, columns in SIZES:
        indices = np.minimum(rng.zipf(1.3, rows), weights) - 1
        grad = normals(rng, (rows, columns), np.float64) * rng.choice(SPREAD, (rows, 1))
        for number, grad_type in enumerate(FLOATS):
            out_type = FLOATS[(number + rows) % 3]
            case(
                f"{rows} {weights} {columns} {grad_type.name} {out_type.name}",
                grad.astype(grad_type),
                indices,
                weights,
                out=out_type,
                scale=number == 1,
                padding=number,
            )
    special = rng.integers(0, 2**16, (400, 70), np.uint16)
    for dtype in (np.dtype(np.float16), BFLOAT16):
        where = rng.integers(0, 60, 400)
        for out_type in FLOATS:
            name = f"all patterns {dtype.name} {out_type.name}"
            case(name, special.view(dtype), where, 60, out=out_type, scale=True)
    patterns = rng.integers(0, 2**32, (3000, 17), np.uint32).view(np.float32)
    where = rng.permutation(3000)
    case("all patterns float32", patterns, where // 2, 1500)
    for out_type in FLOATS:
        case(f"one by one {out_type.name}", patterns, where, 3000, out=out_type)
    storage = normals(rng, [200 * 90], np.float32)
    where = rng.integers(0, 60, (50, 30)).T
    out = strided(unwritten([9000], np.float16), (60, 11), (-1, 130), 4000)
    view = strided(storage, (30, 50, 11), (3, 301, 2), 40)
    case("views", view, where, 60, out=out, scale=True)
    view = strided(storage, (30, 50, 11), (3, -301, 2), 17000)
    if backward:
        case(BACKWARD, view, where, 60, out=out, scale=True)
    shared = strided(unwritten([400], np.float32), (900, 40), (0, 3), 7)
    wide = normals(rng, (9000, 40), np.float32)
    case("elements of out share memory", wide, rng.integers(0, 900, 9000), 900, out=shared)
    for dtype in ("float16", "float64", "int8", "bool", "int16"):
        where = rng.integers(0, 2, 5000).astype(dtype)
        case(f"indices {dtype}", normals(rng, (5000, 40), np.float16), where, 2, out=BFLOAT16)
    return found


def main(options: list[str]) -> None:
    """Prints the hashes as JSON; "deterministic" asks for that first, "twice" for two runs,
    "forward" leaves BACKWARD out."""
    api = Api()
    with Session(api) as session:
        if "deterministic" in options:
            api.ok.aclrtSetSysParamOpt(0, 1)
        found = hashes(session, backward="forward" not in options)
        if "twice" in options:
            api.ok.aclrtSetSysParamOpt(0, 0)
            assert hashes(session) == found
        print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
