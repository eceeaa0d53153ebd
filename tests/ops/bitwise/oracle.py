# SPDX-License-Identifier: Apache-2.0
"""The bits of integers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

SIGNS = 8


def _left(value: Any, distance: Any) -> Any:
    """Distances that the type has not leave nothing."""
    bits = value.dtype.itemsize * 8
    valid = (distance >= 0) & (distance <= np.asarray(bits - 1, value.dtype))
    shifted = np.left_shift(value, np.where(valid, distance, 0).astype(value.dtype))
    return np.where(valid, shifted, 0).astype(value.dtype)


def _right(value: Any, distance: Any) -> Any:
    """Distances are clipped to those that the type has."""
    most = np.asarray(value.dtype.itemsize * 8 - 1, value.dtype)
    return np.right_shift(value, np.clip(distance, 0, most).astype(value.dtype))


def _short(arguments: dict[str, Any], at: int) -> None:
    """Most distances are those that a type has, some are not."""
    distances = arguments["shiftBits"]
    if isinstance(distances, np.ndarray):
        few = np.resize(np.arange(distances.dtype.itemsize * 8 + 2), distances.size)
        if at % 2 and distances.dtype.kind == "i":
            few = few - 1
        distances[...] = few.reshape(distances.shape).astype(distances.dtype)


def _packed(shape: tuple[int, ...], rows: int) -> dict[str, Any]:
    return {"self": shape, "size": rows}


def _pack_shapes() -> Iterator[dict[str, Any]]:
    for count, rows in ((14, 2), (1, 1), (8, 1), (0, 1), (64, 4), (70, 3), (5000, 5)):
        yield _packed((count,), rows)


def _unpack_shapes() -> Iterator[dict[str, Any]]:
    for count, rows in ((3, 2), (1, 1), (1, 8), (0, 1), (700, 7)):
        yield _packed((count,), rows)


def _no_nan(arguments: dict[str, Any], _: int) -> None:
    values = arguments["self"]
    values[values != values] = 1  # noqa: PLR0124


def _pack(o: Operands) -> Any:
    """Bytes of what is at least 0, the first in the lowest bit; Ascend950's have what is less than
    0, the first in the highest. Where nothing is left is -1."""
    padded = np.append(o.self, np.full(-o.self.size % SIGNS, -1))
    if o.architecture == "3510":
        signs = np.packbits(padded < 0, bitorder="big")
    else:
        signs = np.packbits(padded >= 0, bitorder="little")
    return signs.reshape(o.size, -1 if o.size else 0)


def _unpack(o: Operands) -> Any:
    bits = np.unpackbits(o.self.astype(np.uint8), bitorder="little").astype(np.float64)
    return (2 * bits - 1).reshape(o.size, -1)


ORACLES: dict[str, Oracle] = {
    **{
        f"aclnnBitwise{name}{form}": Oracle(
            lambda o, function=function: function(o.self, o.other)  # type: ignore[misc]
        )
        for name, function in (
            ("And", np.bitwise_and),
            ("Or", np.bitwise_or),
            ("Xor", np.bitwise_xor),
        )
        for form in ("Tensor", "Scalar")
    },
    "aclnnBitwiseAndTensorOut": Oracle(lambda o: np.bitwise_and(o.self, o.other)),
    "aclnnBitwiseNot": Oracle(lambda o: np.invert(o.self)),
    "aclnnLeftShift": Oracle(lambda o: _left(o.self, o.shiftBits), adapt=_short),
    "aclnnLeftShifts": Oracle(lambda o: _left(o.self, o.shiftBits)),
    "aclnnRightShift": Oracle(lambda o: _right(o.input, o.shiftBits), adapt=_short),
    "aclnnSignBitsPack": Oracle(_pack, shapes=_pack_shapes, adapt=_no_nan),
    "aclnnSignBitsUnpack": Oracle(
        _unpack, shapes=_unpack_shapes, arguments={"dtype": ("float32", "float16")}
    ),
}
