# SPDX-License-Identifier: Apache-2.0
"""Products whose parts ranks send each other, and sums of quantised numbers, for one rank: what is
sent comes back, and the sum is the own part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.product_oracle import multiplied, restored, words_of
from sweep.group import GROUP
from sweep.oracle import Operands, Oracle, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]
BFLOAT16: Any = ml_dtypes.bfloat16
FLOAT8: Any = ml_dtypes.float8_e4m3fn
E8M0: Any = ml_dtypes.float8_e8m0fnu
_RNG = np.random.default_rng(37)
#: Ascend910B has another mode of the exchange than Ascend950.
NAMED: dict[str, Sequence[Any]] = {
    "group": [GROUP],
    "commMode": ["aiv", "ai_cpu"],
    "alltoAllAxesOptional": [None],
}
DENSE = ("offset",)


def _refuses_mode(o: Operands) -> bool:
    mode = getattr(o, "commMode", None)
    return mode is not None and (mode == "aiv") == (o.architecture == "3510")


def _given(o: Operands, *names: str) -> Any:
    return next((getattr(o, name) for name in names if hasattr(o, name)), None)


# --- Halves --------------------------------------------------------------------------------------


def _product(o: Operands, of_sizes: bool = False) -> Array:
    size = np.abs if of_sizes else np.asarray
    left, right = (size(each.astype(np.float64)) for each in (o.x1, o.x2))
    bias = _given(o, "bias", "biasOptional")
    found = left @ (right.T if getattr(o, "transposeX2", False) else right)
    return np.asarray(found if bias is None else found + size(bias.astype(np.float64)))


def _with_rows(o: Operands, of_sizes: bool = False) -> list[Array]:
    rows = o.x1.astype(np.float64)
    return [_product(o, of_sizes), np.abs(rows) if of_sizes else rows]


def _sides() -> Shapes:
    for rows, depth, columns in ((5, 40, 16), (1, 1, 2), (33, 65, 17)):
        for at, bias in enumerate(((columns,), None)):
            right = (columns, depth) if at else (depth, columns)
            yield {
                "x1": (rows, depth),
                "x2": right,
                "biasOptional": bias,
                "transposeX1": False,
                "transposeX2": at == 1,
            }


def _bias_type(x1: str) -> str:
    return "float32" if x1 == "bfloat16" else x1


def _moderate(arguments: dict[str, Any], at: int) -> None:
    for name, value in arguments.items():
        if isinstance(value, np.ndarray) and value.dtype.kind not in "iub":
            wide = np.nan_to_num(value.astype(np.float64), posinf=9, neginf=-9)
            arguments[name] = np.clip(wide, -9, 9).astype(value.dtype)


def _plain(value: Any) -> Oracle:
    return with_magnitude(
        value,
        given=True,
        shapes=_sides,
        types={"biasOptional": _bias_type},
        arguments=NAMED,
        adapt=_moderate,
        layouts=DENSE,
        refused=_refuses_mode,
    )


# --- Quantised -----------------------------------------------------------------------------------


def _codes(*shape: int) -> Array:
    return _RNG.integers(-128, 128, shape).astype(np.int8)


def _small(*shape: int) -> Array:
    return np.asarray(_RNG.integers(-4, 5, shape).astype(np.float32).astype(FLOAT8))


def _reals(shape: tuple[int, ...], dtype: Any = np.float32, size: float = 1) -> Array:
    return np.asarray((_RNG.normal(size=shape) * size).astype(dtype))


def _powers(*shape: int) -> Array:
    return np.asarray(np.exp2(_RNG.integers(-3, 4, shape)).astype(np.float32).astype(E8M0))


def _spread(powers: Array, columns: int) -> Array:
    """A power of two for each number of a row."""
    return np.repeat(powers.astype(np.float64).reshape(len(powers), -1), 32, axis=1)[:, :columns]


def quantised(x: Array, smooth: Array | None, dtype: Any) -> tuple[Array, Array]:
    """Codes of rows, and their scales."""
    largest = np.float32(127 if dtype == np.int8 else 448)
    value = x.astype(np.float32)
    if smooth is not None:
        value = value * smooth.astype(np.float32)
    scales = np.max(np.abs(value), axis=1) / largest
    numbers = value / scales[:, None]
    codes = np.rint(numbers) if dtype == np.int8 else np.clip(numbers, -largest, largest)
    return codes.astype(dtype), scales


def coded_product(o: Operands, *, early: bool) -> Array:
    """The product of a rank, in float32 or float64 before it is rounded."""
    scale, tokens = o.x2Scale, _given(o, "x1Scale", "x1ScaleOptional")
    bias = _given(o, "bias", "biasOptional")
    flip = getattr(o, "transposeX2", False)
    if scale.dtype == E8M0:
        left = o.x1.astype(np.float64) * _spread(tokens, o.x1.shape[1])
        right = o.x2.astype(np.float64) * _spread(scale, o.x2.shape[1])
        found = left @ right.T
        return np.asarray(found if bias is None else found + bias)
    codes = o.x1
    if getattr(o, "x1QuantMode", 0) == 7:
        codes, tokens = quantised(o.x1, tokens, o.x2.dtype)
    sums = multiplied(codes, o.x2, False, flip)
    if bias is not None and early:
        sums = sums + bias.astype(sums.dtype)
    found = restored(sums, scale.reshape(-1), None if tokens is None else tokens.reshape(-1), None)
    return np.asarray(found if bias is None or early else found + bias.astype(np.float32))


def _is_new(o: Operands) -> bool:
    """Whether the operands are those of Ascend950."""
    return bool(o.x2.dtype == FLOAT8)


def _coded(o: Operands, of_sizes: bool = False) -> Array:
    found = coded_product(o, early=_is_new(o))
    if of_sizes and _is_new(o):  # sums of float32
        wide = np.abs(o.x1.astype(np.float64)) @ np.abs(
            (o.x2.T if getattr(o, "transposeX2", False) else o.x2).astype(np.float64)
        )
        wide = wide * float(np.max(np.abs(o.x2Scale.astype(np.float64))))
        return np.asarray(np.maximum(np.abs(found), wide))
    return np.abs(found.astype(np.float64)) if of_sizes else found


def _coded_with_rows(o: Operands, of_sizes: bool = False) -> list[Array]:
    rows = o.x1.astype(np.float64)
    return [_coded(o, of_sizes), np.abs(rows) if of_sizes else rows]


_MODES = {"transposeX1": False, "commQuantMode": 0, "commQuantDtype": -1, "groupSize": 0}
_NOTHING = dict.fromkeys(("commScaleOptional", "x1OffsetOptional", "x2OffsetOptional"))


def _rows_first() -> Shapes:
    own = {**_MODES, **_NOTHING, "x1QuantDtype": 36}
    for at, (rows, depth, columns) in enumerate(((5, 48, 16), (1, 16, 2), (7, 80, 17))):
        half: Any = (np.float16, BFLOAT16)[at % 2]
        scale = np.abs(_reals((columns,), size=1 / 64))
        own |= {"x1QuantMode": 7, "x2QuantMode": 2, "transposeX2": False}
        for bias in (_reals((columns,)), None, _reals((columns,), half)):
            yield own | {
                "x1": _reals((rows, depth), half),
                "x2": _codes(depth, columns),
                "biasOptional": bias,
                "x1ScaleOptional": np.abs(_reals((depth,), half)) if bias is None else None,
                "x2Scale": scale,
            }
        yield own | {
            "x1": _reals((rows, depth), half),
            "x2": _small(columns, depth),
            "transposeX2": True,
            "biasOptional": _reals((columns,)),
            "x1ScaleOptional": None,
            "x2Scale": scale,
        }
        yield own | {
            "x1": _small(rows, 128),
            "x2": _small(columns, 128),
            "transposeX2": True,
            "x1QuantMode": 6,
            "x2QuantMode": 6,
            "biasOptional": _reals((columns,)) if at else None,
            "x1ScaleOptional": _powers(rows, 2, 2),
            "x2Scale": _powers(columns, 2, 2),
        }


def _columns_last() -> Shapes:
    own = {**_MODES, **_NOTHING}
    for at, (rows, depth, columns) in enumerate(((5, 48, 16), (1, 16, 2), (7, 80, 17))):
        own |= {"x1QuantMode": 3, "x2QuantMode": 2, "transposeX2": at % 2 == 1}
        shape = (columns, depth) if at % 2 else (depth, columns)
        tokens, scale = np.abs(_reals((rows,))), np.abs(_reals((columns,), size=1 / 64))
        more = {"x1Scale": tokens, "x2Scale": scale}
        yield (
            own
            | more
            | {
                "x1": _codes(rows, depth),
                "x2": _codes(*shape),
                "biasOptional": _reals((columns,), np.float16),
            }
        )
        yield (
            own
            | more
            | {
                "x1": _small(rows, depth),
                "x2": _small(*shape),
                "biasOptional": _RNG.integers(-9, 9, columns).astype(np.float32) if at else None,
            }
        )
        pairs = -(-depth // 64)
        yield own | {
            "x1": _small(rows, depth),
            "x2": _small(columns, depth),
            "transposeX2": True,
            "x1QuantMode": 6,
            "x2QuantMode": 6,
            "biasOptional": None if at else _reals((columns,)),
            "x1Scale": _powers(rows, pairs, 2),
            "x2Scale": _powers(columns, pairs, 2),
        }


def _refuses(o: Operands) -> bool:
    return _refuses_mode(o) or _is_new(o) != (o.architecture == "3510")


def _quantised(value: Any, shapes: Any) -> Oracle:
    return with_magnitude(
        value, given=True, shapes=shapes, arguments=NAMED, layouts=DENSE, refused=_refuses
    )


# --- Gathered and scattered ----------------------------------------------------------------------


def _deep(gathers: bool) -> Any:
    def each() -> Shapes:
        nothing = {"quantScale": None, "blockSize": 0, "groupSize": 0}
        for rows, depth, columns in ((16, 256, 16), (1, 256, 2), (7, 300, 33)):
            plain = nothing | {"x1Scale": None, "x2Scale": None, "bias": None}
            for half in (np.float16, BFLOAT16):
                own = plain | {
                    "x1": _reals((rows, depth), half),
                    "x2": _reals((depth, columns), half),
                }
                yield own
                yield own | {"bias": _reals((columns,), half)}
            whole = nothing | {"x1": _codes(rows, depth), "x2": _codes(depth, columns)}
            scale = _reals((1, columns), size=1 / 512)
            yield whole | {"x1Scale": _reals((rows, 1)), "x2Scale": scale, "bias": None}
            words = words_of(scale[0]).view(np.int64)
            yield whole | {"x1Scale": None, "x2Scale": words, "bias": None}
            if not gathers:
                bias = _reals((columns,))
                yield whole | {"x1Scale": _reals((rows,)), "x2Scale": scale[0], "bias": bias}
            one = {"x1Scale": _reals((1,)), "x2Scale": _reals((1,), size=1 / 64)}
            yield (
                nothing
                | one
                | {
                    "x1": _small(rows, depth),
                    "x2": _small(depth, columns),
                    "bias": _RNG.integers(-9, 9, columns).astype(np.float32),
                }
            )

    return each


def _any_product(o: Operands, of_sizes: bool = False) -> Array:
    if o.x1.dtype in (np.float16, BFLOAT16):
        return _product(o, of_sizes)
    found = coded_product(o, early=hasattr(o, "gatherIndex"))
    return np.abs(found.astype(np.float64)) if of_sizes else found


def _any_with_rows(o: Operands, of_sizes: bool = False) -> list[Array]:
    rows = o.x1.astype(np.float64)
    return [_any_product(o, of_sizes), np.abs(rows) if of_sizes else rows]


def _refuses_side(o: Operands) -> bool:
    is_new = o.architecture == "3510"
    bad = o.x1.dtype == FLOAT8 if not is_new else o.x1.dtype == np.int8
    gathers_bias = not is_new and hasattr(o, "gatherIndex") and o.bias is not None
    return bool(_refuses_mode(o) or bad or gathers_bias)


def _exchanged(value: Any, gathers: bool) -> Oracle:
    return with_magnitude(
        value,
        given=True,
        shapes=_deep(gathers),
        arguments=NAMED,
        layouts=("strided", "offset", "reversed", "repeated"),
        refused=_refuses_side,
    )


# --- Sums ----------------------------------------------------------------------------------------


def restored_sums(x: Array, scales: Array) -> Array:
    """Numbers in float32, by scales of 128 numbers or powers of two of 32."""
    count = 32 if scales.dtype == E8M0 else 128
    each = scales.astype(np.float32).reshape(*x.shape[:-1], -1)
    return np.asarray(x.astype(np.float32) * np.repeat(each, count, axis=-1))


def sums_cases() -> Shapes:
    for shape in ((4, 1024), (2, 3, 1152)):
        groups = (*shape[:-1], shape[-1] // 128)
        for kind in (np.int8, FLOAT8, ml_dtypes.float8_e5m2):
            x = _codes(*shape) if kind == np.int8 else _small(*shape).astype(kind)
            yield {"x": x, "scales": _reals(groups)}
        pairs = (*shape[:-1], shape[-1] // 64, 2)
        yield {"x": _small(*shape), "scales": _powers(*pairs)}


def _summed(flat: bool) -> Oracle:
    def value(o: Operands) -> Array:
        found = restored_sums(o.x, o.scales)
        return found.reshape(-1, found.shape[-1]) if flat else found

    return Oracle(value, given=True, shapes=sums_cases, arguments={"group": [GROUP]})


ORACLES = {
    "aclnnAlltoAllMatmul": _plain(_with_rows),
    "aclnnAlltoAllMatmulV2": _plain(_with_rows),
    "aclnnMatmulAlltoAll": _plain(_product),
    "aclnnMatmulAlltoAllV2": _plain(_product),
    "aclnnAlltoAllQuantMatmul": _quantised(_coded_with_rows, _rows_first),
    "aclnnAlltoAllQuantMatmulV2": _quantised(_coded_with_rows, _rows_first),
    "aclnnQuantMatmulAlltoAll": _quantised(_coded, _columns_last),
    "aclnnQuantMatmulAlltoAllV2": _quantised(_coded, _columns_last),
    "aclnnAllGatherMatmulV2": _exchanged(_any_with_rows, True),
    "aclnnMatmulReduceScatterV2": _exchanged(_any_product, False),
    "aclnnQuantAllReduce": _summed(False),
    "aclnnQuantReduceScatter": _summed(True),
}
