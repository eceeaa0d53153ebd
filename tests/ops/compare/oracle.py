# SPDX-License-Identifier: Apache-2.0
"""Comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _meet(arguments: dict[str, Any], _: int) -> None:
    """Some elements of the second tensor are those of the first."""
    first, second = (each for each in arguments.values() if isinstance(each, np.ndarray))
    if first.shape == second.shape and first.dtype == second.dtype:
        second.ravel()[::3] = first.ravel()[::3]


def _same(arguments: dict[str, Any], at: int) -> None:
    """Two tensors are the same in every second sample; NaN would be equal to nothing."""
    if at % 2:
        first = np.asarray(arguments["self"])
        first[first != first] = 1  # noqa: PLR0124
        arguments["other"] = first.copy()


def _equal_shapes() -> Iterator[dict[str, Any]]:
    for shape in ((), (1,), (7,), (33, 65), (2, 1, 2, 1, 2, 1, 2, 2), (0, 3), (2500,)):
        yield from [{"self": shape, "other": shape}] * 2
    yield {"self": (2, 3), "other": (3, 2)}
    yield {"self": (), "other": (1,)}
    yield {"self": (0, 3), "other": (3, 0)}
    yield {"self": (3, 4), "other": (0,)}


def _number_in_place(arguments: dict[str, Any], at: int) -> None:
    """The number is one of the tensor's elements, or is not."""
    for name in ("testElements", "element"):
        tensor = arguments.get(name)
        if isinstance(tensor, np.ndarray) and tensor.size and at % 2:
            number = 3 if tensor.dtype.kind in "iu" else 1.5
            tensor.ravel()[:: max(tensor.size // 3, 1)] = number


def _is_close(o: Operands) -> Any:
    """|self - other| <= atol + rtol * |other| of finite numbers, == of others."""
    kind = o.self.dtype.kind
    a, b = (x.astype(np.float64) if kind in "biu" else x for x in (o.self, o.other))
    rtol, atol = np.float32(o.rtol), np.float32(o.atol)
    close = np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= atol + rtol * np.abs(b))
    return close | (a == b) | (bool(o.equalNan) & np.isnan(a) & np.isnan(b))


def _is_in(o: Operands, where: Any, number: Any) -> Any:
    found = np.equal(where, number)
    return ~found if o.invert else found


COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "Eq": np.equal,
    "Ne": np.not_equal,
    "Gt": np.greater,
    "Ge": np.greater_equal,
    "Lt": np.less,
    "Le": np.less_equal,
}

ORACLES: dict[str, Oracle] = {
    **{
        f"aclnn{name}Tensor": Oracle(
            lambda o, compare=compare: compare(o.self, o.other),  # type: ignore[misc]
            adapt=_meet,
        )
        for name, compare in COMPARISONS.items()
    },
    **{
        f"aclnn{name}Scalar": Oracle(
            lambda o, compare=compare: compare(o.self, o.other)  # type: ignore[misc]
        )
        for name, compare in COMPARISONS.items()
    },
    "aclnnEqual": Oracle(
        lambda o: np.array([np.array_equal(o.self, o.other)]), shapes=_equal_shapes, adapt=_same
    ),
    "aclnnIsClose": Oracle(
        _is_close,
        arguments={
            "rtol": (1e-5, 0.5, 0.0, 0.25),
            "atol": (1e-8, 0.0, 1.0),
            "equalNan": (False, True),
        },
        adapt=_meet,
    ),
    "aclnnIsInScalarTensor": Oracle(
        lambda o: np.asarray(np.any(o.testElements == o.element) != o.invert),
        shapes=lambda: (
            {"testElements": shape}
            for shape in ((), (1,), (7,), (2, 3, 4), (0, 3), (33, 65), (2500,))
            for _ in range(2)
        ),
        arguments={"invert": (False, False, True)},
        adapt=_number_in_place,
    ),
    "aclnnIsInTensorScalar": Oracle(
        lambda o: _is_in(o, o.element, o.testElement),
        arguments={"invert": (False, True)},
        adapt=_number_in_place,
    ),
    "aclnnApproximateEqual": Oracle(
        lambda o: np.abs(o.x1 - o.x2) < np.float32(o.tolerance),
        arguments={"tolerance": [1e-5, 0.5, 0.0]},
    ),
}
