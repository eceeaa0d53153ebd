# SPDX-License-Identifier: Apache-2.0
"""What declared calls compute, by their documented formulas in NumPy: a line a call, in the file of
its family.

Operands come in a type that is wider than the one computed in (float64 for float32 and halves,
extended precision for float64, complex likewise); integers and bool in the type computed in, where
NumPy wraps around and + and * of bool are or and and, as CANN's.
"""

from __future__ import annotations

import importlib
import pkgutil

from sweep.oracles.oracle import GIVEN, Operands, Oracle

__all__ = ["GIVEN", "ORACLES", "Operands", "Oracle"]


def _families() -> dict[str, Oracle]:
    """The lines of every file that has some."""
    found: dict[str, Oracle] = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        for name, oracle in getattr(importlib.import_module(module.name), "ORACLES", {}).items():
            assert name not in found, f"{name} has two oracles"
            found[name] = oracle
    return found


ORACLES = _families()
