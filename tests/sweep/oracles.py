# SPDX-License-Identifier: Apache-2.0
"""What declared calls compute, by their documented formulas in NumPy: a line a call in ORACLES of
tests/ops/<family>/oracle.py, or of a file beside it whose name ends so.

Operands come in a type that is wider than the one computed in (float64 for float32 and halves,
extended precision for float64, complex likewise); integers and bool in the type computed in, where
NumPy wraps around and + and * of bool are or and and, as CANN's.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from sweep.oracle import GIVEN, Operands, Oracle

__all__ = ["GIVEN", "ORACLES", "Operands", "Oracle"]


TESTS = Path(__file__).resolve().parents[1]


def _families() -> dict[str, Oracle]:
    """The lines of all families."""
    found: dict[str, Oracle] = {}
    for file in sorted(TESTS.glob("ops/*/*oracle.py")):
        module = ".".join(file.relative_to(TESTS).with_suffix("").parts)
        for name, oracle in importlib.import_module(module).ORACLES.items():
            assert name not in found, f"{name} has two oracles"
            found[name] = oracle
    return found


ORACLES = _families()
