# SPDX-License-Identifier: Apache-2.0
"""On lists of tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import mpmath
import numpy as np
from sweep.oracle import Operands, Oracle

Function = Callable[..., Any]

KERNEL_TYPES = {"bfloat16": "float32", "int16": "int32", "int8": "int32", "uint8": "int32"}


def _beside(name: str) -> str:
    """The data type of a number in a tensor beside tensors of a type."""
    return KERNEL_TYPES.get(name, name)


LISTS = ([(3,)], [(2, 3), (), (0,), (65,)], [(4,)] * 20)


def _shapes(*lists: str, numbers: str = "", element: str = "", each: str = "") -> Any:
    """Lists of the same shapes, with numbers, a tensor of one element, or of one a member."""

    def shapes() -> Iterator[dict[str, Any]]:
        for members in LISTS:
            found: dict[str, Any] = dict.fromkeys(lists, members)
            if numbers:
                found[numbers] = [2 + i for i in range(len(members))]
            if element:
                found[element] = (1,) if len(members) > 1 else ()
            if each:
                found[each] = (len(members),)
            yield found

    return shapes


def _of_mp(name: str) -> Function:
    """A function of mpmath, for each element: the precision is beyond float64's."""
    function = getattr(mpmath, name)

    def exact(values: Any) -> Any:
        return np.array([float(function(float(x))) for x in values.ravel()]).reshape(values.shape)

    return exact


def _sign(values: Any) -> Any:
    return (
        np.where(np.isnan(values), 0, np.sign(values))
        if values.dtype.kind == "f"
        else np.sign(values)
    )


def _power(base: Any, exponent: Any) -> Any:
    """Integers wrap around; of negative exponents what is left when the quotient is cut."""
    base, exponent = np.broadcast_arrays(base, exponent)
    if base.dtype.kind == "f":
        return base**exponent
    found = np.zeros(base.shape, np.int32)
    for at in np.ndindex(base.shape):
        x, y = int(base[at]), int(exponent[at])
        if y >= 0:
            found[at] = (pow(x, y, 2**32) + 2**31) % 2**32 - 2**31
        elif abs(x) == 1:
            found[at] = x ** (y & 1)
    return found


def _rounded(values: Any, mode: int) -> Any:
    if values.dtype.kind == "i":
        return values
    low = np.floor(values)
    away = np.trunc(values + np.copysign(0.5, values))
    by_mode = {
        1: np.rint(values),
        2: low,
        3: np.ceil(values),
        4: np.where(np.abs(values) < 2.0**52, away, values),
        5: np.trunc(values),
        6: np.where((low % 2 == 0) & (low != values), low + 1, low),
        7: np.where(np.isinf(values), np.nan, values - np.trunc(values)),
    }
    return by_mode.get(mode, values)


def _lerp(a: Any, b: Any, weight: Any) -> Any:
    return np.where(np.abs(weight) < 0.5, a + weight * (b - a), b - (b - a) * (1 - weight))


def _lerp_size(a: Any, b: Any, weight: Any) -> Any:
    return np.abs(a) + np.abs(b) + np.abs(weight) * (np.abs(a) + np.abs(b))


def each(function: Function, *names: str) -> Function:
    """The results of all members: a number, or what has one element, goes with each of them."""

    def value(o: Operands) -> list[Any]:
        operands = [getattr(o, name) for name in names]
        count = next(len(found) for found in operands if isinstance(found, list))

        def of_member(found: Any, member: int) -> Any:
            if isinstance(found, (list, tuple)):
                return found[member]
            if isinstance(found, np.ndarray) and found.ndim == 1 and found.size == count != 1:
                return found[member]
            return found.ravel()[0] if isinstance(found, np.ndarray) else found

        return [function(*(of_member(found, i) for found in operands)) for i in range(count)]

    return value


def _whole(function: Function) -> Function:
    """Of integers: computed in float32, of 8 bits in float16, and rounded to the nearest one."""

    def value(x: Any) -> Any:
        if x.dtype.kind not in "iu":
            return function(x)
        between = np.float16 if x.dtype.itemsize == 1 else np.float32
        limits = np.iinfo(x.dtype)
        with np.errstate(over="ignore"):
            near = np.rint(function(x.astype(np.float64)).astype(between))
        return np.clip(near.astype(np.float64), limits.min, limits.max).astype(x.dtype)

    return value


def _unary(function: Function) -> Oracle:
    return Oracle(each(function, "x"))


def _forms(name: str, function: Function, **more: Any) -> dict[str, Oracle]:
    """The three forms of an operator with a number."""
    return {
        f"aclnnForeach{name}ScalarV2": Oracle(each(function, "x", "scalar"), **more),
        f"aclnnForeach{name}Scalar": Oracle(
            each(function, "x", "scalar"),
            shapes=_shapes("x", element="scalar"),
            types={"scalar": _beside},
            **more,
        ),
        f"aclnnForeach{name}ScalarList": Oracle(
            each(function, "x", "scalars"), shapes=_shapes("x", numbers="scalars"), **more
        ),
    }


def _two(function: Function) -> Oracle:
    return Oracle(each(function, "x1", "x2"), shapes=_shapes("x1", "x2"))


def _scaled(join: Function) -> dict[str, Any]:
    return {
        "value": each(lambda a, b, factor: join(a, factor * b), "x1", "x2", "alpha"),
        "magnitude": each(lambda a, b, factor: np.abs(a) + np.abs(factor * b), "x1", "x2", "alpha"),
        "roundings": 1,
    }


def _add_of_two(function: Function, name: str) -> dict[str, Any]:
    lists = ("x1", "x2", "x3")

    def magnitude(a: Any, b: Any, c: Any, factor: Any) -> Any:
        return np.abs(a) + np.abs(factor * function(b, c))

    def value(a: Any, b: Any, c: Any, factor: Any) -> Any:
        return a + factor * function(b, c)

    return {
        "value": each(value, *lists, name),
        "magnitude": each(magnitude, *lists, name),
        "roundings": 2,
    }


def _three(name: str, function: Function) -> dict[str, Oracle]:
    lists = ("x1", "x2", "x3")
    numbers = _add_of_two(function, "scalar")
    return {
        f"aclnnForeach{name}ScalarV2": Oracle(**numbers, shapes=_shapes(*lists)),
        f"aclnnForeach{name}Scalar": Oracle(
            **numbers, shapes=_shapes(*lists, element="scalar"), types={"scalar": _beside}
        ),
        f"aclnnForeach{name}ScalarList": Oracle(
            **_add_of_two(function, "scalars"), shapes=_shapes(*lists, each="scalars")
        ),
    }


MODES: Sequence[Any] = (1, 2, 3, 4, 5, 6, 7, 0)


def _order(o: Operands) -> float:
    order = float(o.given["scalar"])
    if o.architecture != "3510" or order == np.inf:
        return order
    return 1 if int(order) == 1 else 2


def _norm(order: float, values: Any) -> Any:
    magnitudes = np.abs(values)
    if not values.size:
        return np.zeros(())
    if order == np.inf:
        return magnitudes.max()
    return (magnitudes**order).sum() ** (1 / order)


def _size(order: float, values: Any) -> Any:
    """Infinite where powers are beyond float32, whatever the norm is."""
    powers = np.abs(values) ** (1 if order == np.inf else order)
    return np.inf if powers.sum() > np.finfo(np.float32).max else np.abs(_norm(order, values))


def _unscaled(o: Operands) -> list[Any]:
    is_finite = all(np.isfinite(each).all() for each in o.scaledGrads)
    found = o.foundInf if is_finite else np.ones_like(o.foundInf)
    scale = o.invScale.reshape(())
    return [*(each * scale for each in o.scaledGrads), found]


ORACLES: dict[str, Oracle] = {
    "aclnnForeachAbs": _unary(np.abs),
    "aclnnForeachAcos": _unary(np.arccos),
    "aclnnForeachAsin": _unary(np.arcsin),
    "aclnnForeachAtan": _unary(np.arctan),
    "aclnnForeachCos": _unary(np.cos),
    "aclnnForeachCosh": _unary(np.cosh),
    "aclnnForeachErf": _unary(_of_mp("erf")),
    "aclnnForeachErfc": _unary(_of_mp("erfc")),
    "aclnnForeachExp": _unary(_whole(np.exp)),
    "aclnnForeachExpm1": _unary(_whole(np.expm1)),
    "aclnnForeachLog": _unary(np.log),
    "aclnnForeachLog10": _unary(np.log10),
    "aclnnForeachLog1p": _unary(np.log1p),
    "aclnnForeachLog2": _unary(np.log2),
    "aclnnForeachNeg": _unary(np.negative),
    "aclnnForeachReciprocal": _unary(lambda x: 1 / x),
    "aclnnForeachSigmoid": _unary(lambda x: 1 / (1 + np.exp(-x))),
    "aclnnForeachSign": _unary(_sign),
    "aclnnForeachSin": _unary(np.sin),
    "aclnnForeachSinh": _unary(np.sinh),
    "aclnnForeachSqrt": _unary(np.sqrt),
    "aclnnForeachTan": _unary(np.tan),
    "aclnnForeachTanh": _unary(np.tanh),
    "aclnnForeachCopy": _unary(lambda x: x),
    "aclnnForeachACosInplace": Oracle(each(np.arccos, "x"), shapes=_shapes("x")),
    "aclnnForeachLogInplace": Oracle(each(np.log, "x"), shapes=_shapes("x")),
    "aclnnForeachMulListInplace": _two(np.multiply),
    "aclnnForeachDivListInplace": _two(np.divide),
    "aclnnForeachAddListInplace": Oracle(
        **_scaled(np.add), shapes=_shapes("x1", "x2", element="alpha"), types={"alpha": _beside}
    ),
    "aclnnForeachSubListInplace": Oracle(
        **_scaled(np.subtract),
        shapes=_shapes("x1", "x2", element="alpha"),
        types={"alpha": _beside},
    ),
    "aclnnForeachMulScalarInplace": Oracle(
        each(np.multiply, "x", "scalar"),
        shapes=_shapes("x", element="scalar"),
        types={"scalar": _beside},
    ),
    "aclnnForeachSubScalarInplace": Oracle(
        each(np.subtract, "x", "scalar"),
        shapes=_shapes("x", element="scalar"),
        types={"scalar": _beside},
    ),
    "aclnnForeachAddcmulList": Oracle(
        **_add_of_two(lambda a, b: a * b, "scalars"),
        shapes=_shapes("x1", "x2", "x3", each="scalars"),
    ),
    "aclnnForeachAddcdivList": Oracle(
        **_add_of_two(lambda a, b: a / b, "scalars"),
        shapes=_shapes("x1", "x2", "x3", each="scalars"),
    ),
    "aclnnForeachZeroInplace": Oracle(each(np.zeros_like, "x"), shapes=_shapes("x")),
    **_forms("Add", lambda x, number: x + number),
    **_forms("Sub", lambda x, number: x - number),
    **_forms("Mul", lambda x, number: x * number),
    **_forms("Div", lambda x, number: x / number),
    **_forms("Maximum", np.maximum),
    **_forms("Minimum", np.minimum),
    **_forms("Pow", _power),
    "aclnnForeachPowScalarAndTensor": Oracle(each(_power, "scalar", "x"), shapes=_shapes("x")),
    "aclnnForeachMulList": _two(np.multiply),
    "aclnnForeachDivList": _two(np.divide),
    "aclnnForeachMaximumList": _two(np.maximum),
    "aclnnForeachMinimumList": _two(np.minimum),
    "aclnnForeachPowList": _two(_power),
    "aclnnForeachAddListV2": Oracle(**_scaled(np.add), shapes=_shapes("x1", "x2")),
    "aclnnForeachSubListV2": Oracle(**_scaled(np.subtract), shapes=_shapes("x1", "x2")),
    "aclnnForeachAddList": Oracle(
        **_scaled(np.add), shapes=_shapes("x1", "x2", element="alpha"), types={"alpha": _beside}
    ),
    "aclnnForeachSubList": Oracle(
        **_scaled(np.subtract),
        shapes=_shapes("x1", "x2", element="alpha"),
        types={"alpha": _beside},
    ),
    **_three("Addcmul", lambda a, b: a * b),
    **_three("Addcdiv", lambda a, b: a / b),
    "aclnnForeachLerpScalar": Oracle(
        each(_lerp, "x1", "x2", "weight"),
        each(_lerp_size, "x1", "x2", "weight"),
        roundings=4,
        arguments={"weight": (0.25, 0.75, 1.5)},
        shapes=_shapes("x1", "x2"),
    ),
    "aclnnForeachLerpList": Oracle(
        each(_lerp, "x1", "x2", "weight"),
        each(_lerp_size, "x1", "x2", "weight"),
        roundings=4,
        shapes=_shapes("x1", "x2", "weight"),
    ),
    "aclnnForeachRoundOffNumberV2": Oracle(
        each(_rounded, "x", "roundMode"), arguments={"roundMode": MODES}
    ),
    "aclnnForeachRoundOffNumber": Oracle(
        each(_rounded, "x", "roundMode"),
        arguments={"roundMode": [np.array([mode], np.int8) for mode in MODES]},
        shapes=_shapes("x", element="roundMode"),
    ),
    "aclnnForeachNorm": Oracle(
        lambda o: [_norm(_order(o), each) for each in o.x],
        lambda o: [_size(_order(o), each) for each in o.x],
        arguments={"scalar": (2.0, 1.0, np.inf, 3.0, 2, 1)},
        shapes=_shapes("x"),
    ),
    "aclnnForeachNonFiniteCheckAndUnscale": Oracle(
        _unscaled,
        types={"foundInf": lambda _: "float32", "invScale": lambda _: "float32"},
        shapes=lambda: (
            {"scaledGrads": members, "foundInf": one, "invScale": one}
            for members, one in zip(LISTS, [(1,), (), (1, 1)], strict=True)
        ),
    ),
}
