# SPDX-License-Identifier: Apache-2.0
"""Numbers quantised and restored at once, in float32, one operation after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import along, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _restored(o: Operands) -> list[Array]:
    x = single(o.self)
    if getattr(o, "fakeQuantEnabled", 1) < 1:
        return [x, np.ones(x.shape, bool)]
    axis = getattr(o, "axis", 0)
    is_plain = np.size(o.scale) == 1 or x.ndim == 0
    scale, point = (
        single(each).reshape(()) if is_plain else along(each, x.ndim, axis)
        for each in (o.scale, o.zeroPoint)
    )
    whole = np.rint(np.rint(x / scale) + point)
    least, most = np.float32(o.quantMin), np.float32(o.quantMax)
    held = np.minimum(np.maximum(whole, least), most)
    return [(held - point) * scale, (whole >= least) & (whole <= most)]


def _tensors() -> Iterator[dict[str, Any]]:
    for at, self in enumerate(((3, 40), (7,), (2, 3, 5), (), (0, 3), (1,))):
        yield {
            "self": self,
            "scale": ((1,), ())[at % 2],
            "zeroPoint": (1,),
            "fakeQuantEnabled": (1.0, 0.5, 2.0)[at % 3],
            "quantMin": -10,
            "quantMax": (10, -10)[at % 2],
        }


def _channels() -> Iterator[dict[str, Any]]:
    for self, axis, places in (
        ((3, 40), 1, 40),
        ((3, 40), 0, 3),
        ((2, 3, 5), -2, 3),
        ((2, 3, 5), 2, 5),
        ((7,), -1, 7),
        ((), 0, 1),
        ((0, 3), 1, 3),
    ):
        for kind in ("int32", "float16", "float32"):
            yield {
                "self": self,
                "scale": (places,),
                "zeroPoint": np.arange(-2, places - 2).astype(kind),
                "axis": axis,
                "quantMin": -8,
                "quantMax": 7,
            }


ORACLES = {
    "aclnnFakeQuantPerTensorAffineCachemask": Oracle(_restored, given=True, shapes=_tensors),
    "aclnnFakeQuantPerChannelAffineCachemask": Oracle(_restored, given=True, shapes=_channels),
}
