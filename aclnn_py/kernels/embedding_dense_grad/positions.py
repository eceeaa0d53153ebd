# SPDX-License-Identifier: Apache-2.0
"""Row numbers and offsets in scratch: 32 bits, 64 where those are too few."""

from __future__ import annotations

import numpy as np

from ..dialect import device, load_once, pointer_int32, pointer_int64


@device
def load_position(address, place, wide):  # type: ignore[no-untyped-def]
    """A row number or an offset."""
    if wide == 0:
        return np.int64(load_once(pointer_int32(address), place))
    return load_once(pointer_int64(address), place)


@device
def store_position(address, place, wide, value):  # type: ignore[no-untyped-def]
    if wide == 0:
        pointer_int32(address)[place] = value
    else:
        pointer_int64(address)[place] = value
