# SPDX-License-Identifier: Apache-2.0
"""Complex numbers of their parts."""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import instruction


@instruction("float32", "T T -> complex64")
def complex_of_singles(real, imag):  # type: ignore[no-untyped-def]
    return np.complex64(complex(real, imag))


@instruction("float64", "T T -> complex128")
def complex_of_doubles(real, imag):  # type: ignore[no-untyped-def]
    return complex(real, imag)
