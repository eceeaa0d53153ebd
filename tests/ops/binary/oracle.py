# SPDX-License-Identifier: Apache-2.0
"""Of two operands."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from sweep import promotion
from sweep.oracle import GIVEN, Operands, Oracle

from aclnn_py.data_types import numpy_dtype as numpy_type


def _less(a: Any, b: Any, alpha: Any) -> Any:
    """a - alpha b; of bool whether they differ, since -1 is not 0 either."""
    return a != (alpha & b) if np.asarray(a).dtype == np.bool_ else a - alpha * b


def _sum(o: Operands) -> Any:
    return o.self + o.alpha * o.other


def _terms(o: Operands) -> Any:
    return np.abs(o.self) + np.abs(o.alpha * o.other)


def _reversed_terms(o: Operands) -> Any:
    return np.abs(o.other) + np.abs(o.alpha * o.self)


# --- Quotients -----------------------------------------------------------------------------------

EXACT, TRUNCATED, FLOORED = 0, 1, 2
MODES = {"mode": (EXACT, TRUNCATED, FLOORED)}


def _is_whole(values: Any) -> bool:
    return bool(np.asarray(values).dtype.kind in "iub")


def _by_zero(a: Any, b: Any, function: Callable[[Any, Any], Any]) -> Any:
    """A function of integers, whose result for a divisor of 0 has all bits set."""
    left, right = np.broadcast_arrays(a, b)
    found = function(left, np.where(right == 0, 1, right).astype(left.dtype))
    return np.where(right == 0, np.array(-1).astype(left.dtype), found)


def _quotient(o: Operands, mode: int) -> Any:
    """In units of what is computed in: a half is rounded before its fraction is dropped, but on
    Ascend950, and where it is rounded down."""
    a, b = o.self, o.other
    if _is_whole(a) and mode != EXACT:
        if mode == FLOORED:
            return _by_zero(a, b, np.floor_divide)
        return _by_zero(a, b, lambda x, y: (x - np.fmod(x, y)) // y)
    if np.asarray(a / b).dtype.kind == "c":
        return a / b
    if o.computed.name == "float64":  # of which NumPy's quotients are rounded once
        a, b = a.astype(np.float64), b.astype(np.float64)
    is_half = o.computed.name in ("float16", "bfloat16")
    in_float = is_half and mode != EXACT and (mode == FLOORED or o.architecture == "3510")
    between = np.dtype(np.float32) if in_float else o.computed
    rounded = np.asarray(a / b).astype(between).astype(np.longdouble)
    if mode == EXACT:
        return rounded
    return np.floor(rounded) if mode == FLOORED else np.trunc(rounded)


def _is_second(o: Operands) -> bool:
    """Whether channels are the second dimension, and not the last one."""
    return o.dataFormatOptional in ("NCHW", "NCDHW") and o.x.ndim > 1


def _divided(o: Operands) -> Any:
    """The quotient of halves, too, is rounded as asked before it is rounded to its type."""
    if _is_whole(o.self):
        return _quotient(o, o.mode or TRUNCATED)
    quotient = np.asarray(o.self / o.other)
    if o.mode == EXACT:
        return quotient
    near = quotient.astype(np.float32).astype(np.float64)
    return np.trunc(near) if o.mode == TRUNCATED else np.floor(near)


def _rest(o: Operands, function: Callable[[Any, Any], Any]) -> Any:
    return _by_zero(o.self, o.other, function) if _is_whole(o.self) else function(o.self, o.other)


def _kind(value: Any) -> str:
    """The data type of an argument: a number of Python's is as C gets it."""
    names = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
    return names.get(type(value)) or np.asarray(value).dtype.name


def _in_float(name: str) -> str:
    return "float32" if np.dtype(numpy_type(name)).kind in "iub" else name


def _division(architecture: str, o: Operands) -> str:
    """What two tensors are divided in: exact quotients of integers in float32; others, too, before
    Ascend950, and float64, but for a pair of int32 on Ascend910B."""
    a, b = SimpleNamespace(type=_kind(o.self)), SimpleNamespace(type=_kind(o.other))
    common = promotion.promote(a, b)
    mode = getattr(o, "mode", None)
    if mode in (None, EXACT) and not (architecture != "3510" and mode == EXACT):
        return _in_float(common)
    if common == "bool" or (mode == TRUNCATED and architecture != "3510"):
        is_pair = architecture == "2201" and a.type == b.type == "int32" and mode == TRUNCATED
        return common if is_pair else "float32" if common == "float64" else _in_float(common)
    if mode == EXACT:
        return "float32" if common == "float64" else _in_float(common)
    return common


def _division_by_number(architecture: str, o: Operands) -> str:
    """The same of a tensor and a number: before Ascend950 the number has the tensor's data type,
    but rounded down the common one."""
    mine, its = _kind(o.self), _kind(o.other)
    mode = getattr(o, "mode", None)
    if mine.startswith("complex") or its.startswith("complex"):
        return promotion.promote(SimpleNamespace(type=mine), SimpleNamespace(type=its))
    common = promotion.promote(SimpleNamespace(type=mine), SimpleNamespace(type=its))
    is_half = mine in ("float16", "bfloat16")
    if architecture == "3510":
        if is_half:
            return "float32"
        return mine if mode in (TRUNCATED, FLOORED) and mine != "bool" else _in_float(mine)
    if mode == FLOORED:
        is_mixed = architecture == "2201" and is_half and its in ("float32", "float16", "bfloat16")
        return "float32" if common == "bool" or is_mixed else common
    return "float32" if mode is not None and mine == "float64" else _in_float(mine)


def _is_refused(o: Operands) -> bool:
    """Complex numbers have exact quotients only; Ascend950 writes those of integers to no integers,
    so not in their place."""
    is_exact = getattr(o, "mode", EXACT) == EXACT
    values = [np.asarray(each) for name, each in vars(o).items() if name != "architecture"]
    is_complex = any(each.dtype.kind == "c" for each in values)
    is_empty = any(each.size == 0 for each in values)
    if hasattr(o, "selfRef") and o.architecture == "3510" and is_exact:
        return all(_is_whole(each) for each in (o.selfRef, o.other))
    return not is_exact and not is_empty and is_complex


def _is_int16(o: Operands) -> bool:
    """The common type of int8 and uint8, which Mod does not have."""
    names = {each.dtype.name for each in vars(o).values() if isinstance(each, np.ndarray)}
    return names == {"int8", "uint8"}


def _in_single(architecture: str, o: Operands) -> str:
    """float32 for all but halves."""
    mine, its = (Operands(type=_kind(each)) for each in (o.self, o.other))
    return promotion.promote_to_single(mine, its)


def _x_log_y(x: Any, y: Any) -> Any:
    """0 for an x of 0, but where y is NaN."""
    return np.where((x == 0) & ~np.isnan(y), 0, x * np.log(y))


def _power(x: Any, y: Any) -> Any:
    """Of integers to a negative exponent 1 has the power 1, -1 has 1 or -1, and all others 0."""
    x, y = np.broadcast_arrays(x, y)
    if not _is_whole(x):
        return np.power(x, y)
    signs = np.where(y % 2 == 0, 1, x)
    below = np.where(np.abs(x.astype(np.int64)) == 1, signs, 0).astype(x.dtype)
    return np.where(y < 0, below, np.power(x, np.maximum(y, 0)))


def _are_bool(x: Any, y: Any) -> bool:
    return _kind(x) == _kind(y) == "bool"


def _complex(real: Any, imag: Any) -> Any:
    """Of parts as they are: a product with j is NaN where one is infinite."""
    real, imag = np.broadcast_arrays(real, imag)
    found = np.empty(real.shape, np.result_type(real.dtype, np.complex64))
    found.real, found.imag = real, imag
    return found


def _named(o: Operands, dividend: Any, divisor: Any, **others: Any) -> Operands:
    return Operands(**{**vars(o), "self": dividend, "other": divisor, **others})


ORACLES: dict[str, Oracle] = {
    "aclnnAdd": Oracle(
        lambda o: o.self + o.alpha * o.other,
        _terms,
        roundings=1,
    ),
    "aclnnAdds": Oracle(
        lambda o: o.self + o.alpha * o.other,
        _terms,
        roundings=1,
    ),
    "aclnnAddV3": Oracle(
        lambda o: o.self + o.alpha * o.other,
        _terms,
        roundings=1,
    ),
    "aclnnSub": Oracle(lambda o: _less(o.self, o.other, o.alpha), _terms, roundings=1),
    "aclnnSubs": Oracle(lambda o: _less(o.self, o.other, o.alpha), _terms, roundings=1),
    "aclnnRsub": Oracle(lambda o: o.other - o.alpha * o.self, _reversed_terms, roundings=1),
    "aclnnRsubs": Oracle(lambda o: o.other - o.alpha * o.self, _reversed_terms, roundings=1),
    "aclnnMuls": Oracle(lambda o: o.self * o.other),
    "aclnnAssignSub": Oracle(lambda o: o.var - o.value),
    "aclnnBiasAdd": Oracle(
        lambda o: o.x + (o.bias.reshape(-1, *(1,) * (o.x.ndim - 2)) if _is_second(o) else o.bias),
        shapes=lambda: (
            {"x": x, "bias": bias, "dataFormatOptional": order}
            for x, bias, order in (
                ((2, 3, 4, 5), (3,), "NCHW"),
                ((2, 3, 4, 5), (5,), "NHWC"),
                ((2, 3, 4, 5), (5,), None),
                ((2, 3, 2, 4, 5), (3,), "NCDHW"),
                ((2, 3, 2, 4, 5), (5,), "NDHWC"),
                ((33, 130), (130,), "NHWC"),
                ((7,), (7,), "NCHW"),
            )
        ),
    ),
    "aclnnDivV3": Oracle(_divided, arguments=MODES),
    "aclnnMulNoNan": Oracle(lambda o: np.where(o.y == 0, 0, o.x * np.where(o.y == 0, 1, o.y))),
    "aclnnTruncateMod": Oracle(
        lambda o: _by_zero(o.x1, o.x2, np.fmod) if _is_whole(o.x1) else np.fmod(o.x1, o.x2)
    ),
    "aclnnMul": Oracle(lambda o: o.self * o.other),
    "aclnnAddRelu": Oracle(lambda o: np.where(_sum(o) < 0, 0, _sum(o)), _terms, roundings=1),
    "aclnnDiv": Oracle(lambda o: _quotient(o, EXACT), computed_by=_division, refused=_is_refused),
    "aclnnRealDiv": Oracle(lambda o: _quotient(o, EXACT)),
    "aclnnFloorDiv": Oracle(lambda o: _quotient(_named(o, o.self_x, o.self_y), FLOORED)),
    # One kernel of its own on every product, which rounds a quotient of halves to float32.
    "aclnnTruncateDiv": Oracle(
        lambda o: _quotient(_named(o, o.x1, o.x2, architecture="3510"), TRUNCATED)
    ),
    "aclnnDivs": Oracle(
        lambda o: _quotient(o, EXACT),
        roundings=1,  # of the reciprocal on Ascend950
        computed_by=_division_by_number,
        refused=_is_refused,
    ),
    "aclnnDivMod": Oracle(
        lambda o: _quotient(o, o.mode),
        computed_by=_division,
        refused=_is_refused,
        arguments=MODES,
    ),
    "aclnnDivMods": Oracle(
        lambda o: _quotient(o, o.mode),
        computed_by=_division_by_number,
        refused=_is_refused,
        arguments=MODES,
    ),
    "aclnnFloorDivide": Oracle(lambda o: _quotient(o, FLOORED)),
    "aclnnFloorDivides": Oracle(
        lambda o: _quotient(o, FLOORED),
        computed_by=lambda architecture, o: _division_by_number(
            architecture, Operands(self=o.self, other=o.other, mode=FLOORED)
        ),
    ),
    "aclnnFmodTensor": Oracle(lambda o: _rest(o, np.fmod), refused=_is_int16),
    "aclnnFmodScalar": Oracle(lambda o: _rest(o, np.fmod)),
    "aclnnRemainderTensorTensor": Oracle(lambda o: _rest(o, np.remainder)),
    "aclnnRemainderTensorScalar": Oracle(lambda o: _rest(o, np.remainder)),
    "aclnnRemainderScalarTensor": Oracle(lambda o: _rest(o, np.remainder)),
    "aclnnGcd": Oracle(lambda o: np.gcd(o.self, o.other)),
    "aclnnMaximum": Oracle(lambda o: np.maximum(o.self, o.other)),
    "aclnnMinimum": Oracle(lambda o: np.minimum(o.self, o.other)),
    "aclnnHeaviside": Oracle(
        lambda o: np.where(o.input == 0, o.values, np.where(o.input > 0, 1.0, 0.0))
    ),
    "aclnnAtan2": Oracle(lambda o: np.arctan2(o.self, o.other)),
    "aclnnLogAddExp": Oracle(lambda o: np.logaddexp(o.self, o.other), computed_by=_in_single),
    "aclnnLogAddExp2": Oracle(lambda o: np.logaddexp2(o.self, o.other), computed_by=_in_single),
    "aclnnXlog1py": Oracle(lambda o: np.where((o.x == 0) & ~np.isnan(o.y), 0, o.x * np.log1p(o.y))),
    "aclnnComplex": Oracle(lambda o: _complex(o.real, o.imag)),
    "aclnnPolar": Oracle(lambda o: _complex(o.input * np.cos(o.angle), o.input * np.sin(o.angle))),
    "aclnnXLogYTensor": Oracle(lambda o: _x_log_y(o.self, o.other)),
    "aclnnXLogYScalarOther": Oracle(
        lambda o: _x_log_y(o.self, o.other),
        refused=lambda o: hasattr(o, "selfRef") and _is_whole(o.selfRef),
    ),
    "aclnnXLogYScalarSelf": Oracle(lambda o: _x_log_y(o.self, o.other)),
    "aclnnPowTensorTensor": Oracle(
        lambda o: _power(o.self, o.exponent),
        refused=lambda o: _are_bool(o.self, o.exponent),
    ),
    "aclnnPowTensorScalar": Oracle(
        lambda o: _power(o.self, o.exponent),
        refused=lambda o: _are_bool(o.self, o.exponent),
        arguments={"exponent": (GIVEN, 2, 1, 3)},
    ),
    "aclnnInplacePowTensorScalar": Oracle(
        lambda o: _power(o.self, o.exponent),
        refused=lambda o: _kind(o.self) == "bool",  # whose powers are bool or int64
        arguments={"exponent": (GIVEN, 2, 1, 3)},
    ),
    "aclnnPowScalarTensor": Oracle(
        lambda o: _power(o.self, o.exponent),
        refused=lambda o: _are_bool(o.self, o.exponent),
        arguments={"self": (GIVEN, 1, 2)},
    ),
}
