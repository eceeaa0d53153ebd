# SPDX-License-Identifier: Apache-2.0
"""Images in other sizes: places in float32, as they are documented, one dimension at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

FACTORS = {1: ("scaleL", "scales"), 2: ("scalesH", "scalesW"), 3: ("scalesD", "scalesH", "scalesW")}


def _factors(o: Operands, count: int) -> list[float]:
    """Those that the product takes; 0 where there is none."""
    given = [float(getattr(o, name)) for name in FACTORS[count] if hasattr(o, name)]
    return given if len(given) == count else [0.0] * count


def _nearest(count: int, *, exact: bool) -> Callable[[Operands], Any]:
    def value(o: Operands) -> Any:
        result = o.self
        factors = _factors(o, count)
        if not exact and (o.architecture == "1001" or o.self.dtype.name in ("float64", "uint8")):
            factors = [0.0] * count if count < 3 else factors
        for at, (size, factor) in enumerate(zip(o.outputSize, factors, strict=True)):
            dim = result.ndim - count + at
            places = result.shape[dim]
            step = np.float32(1 / factor) if factor > 0 else np.float32(places) / np.float32(size)
            middle = np.float32(0.5 if exact else 0)
            taken = np.floor((np.arange(size, dtype=np.float32) + middle) * step)
            result = np.take(result, np.minimum(taken, places - 1).astype(np.int64), dim)
        return result

    return value


def _gradient(count: int, *, exact: bool, size: bool = False) -> Callable[[Operands], Any]:
    def value(o: Operands) -> Any:
        total = o.gradOut if hasattr(o, "gradOut") else o.gradOutput
        total = np.abs(total) if size else total
        factors = _factors(o, count)
        for at, factor in enumerate(factors):
            dim = total.ndim - count + at
            places, before = total.shape[dim], o.inputSize[dim]
            step = np.float32(factor) if factor > 0 else np.float32(places) / np.float32(before)
            edges = np.arange(before + 1, dtype=np.float32) * step - np.float32(0.5 * exact)
            ends = np.clip(np.ceil(edges), 0, places).astype(np.int64)
            moved = np.moveaxis(total, dim, 0)
            sums = [moved[a:b].sum(axis=0) for a, b in pairwise(ends)]
            total = np.moveaxis(
                np.array(sums, moved.dtype).reshape(before, *moved.shape[1:]), 0, dim
            )
        return total

    return value


def _taps(places: int, size: int, factor: float, corners: bool, cubic: bool) -> Iterator[Any]:
    """Places of the smaller image for each of the larger one, and how much is taken of each."""
    step = 1 / factor if factor > 0 and places != size else places / size
    at = (np.arange(size) + 0.5) * step - 0.5
    if corners:
        at = np.arange(size) * ((places - 1) / (size - 1) if size > 1 else 0)
    if not cubic:
        at = np.clip(at, 0, places - 1)
    whole = np.floor(at)
    for tap in range(-1, 3) if cubic else range(2):
        x = np.abs(at - whole - tap)
        near = 1.25 * x**3 - 2.25 * x**2 + 1
        far = -0.75 * x**3 + 3.75 * x**2 - 6 * x + 3
        weights = np.where(x <= 1, near, far) if cubic else 1 - x
        yield np.clip(whole + tap, 0, places - 1).astype(np.int64), weights


def _shares(places: int, size: int, factor: float, corners: bool, cubic: bool) -> Any:
    """How much of each place of the smaller image places of the larger one are, [size, places]."""
    step = 1 / factor if factor > 0 else places / size
    if corners:
        step = (places - 1) / (size - 1) if size > 1 else 0
    middle = (np.arange(size)[:, None] + 0.5) * step
    x = np.abs((np.arange(places) + 0.5 - middle) / max(step, 1))
    near, far = 1.5 * x**3 - 2.5 * x**2 + 1, -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2
    weights = np.select([x <= 1, x < 2], [near, far], 0) if cubic else np.maximum(1 - x, 0)
    return weights / weights.sum(axis=1, keepdims=True)


def _averaged(name: str, *, cubic: bool, gradient: bool, size: bool = False) -> Callable[..., Any]:
    def value(o: Operands) -> Any:
        total = np.abs(getattr(o, name)) if size else getattr(o, name)
        for at, factor in enumerate(_given(o, 2)):
            moved = np.moveaxis(total, 2 + at, -1)
            small = o.inputSize[2 + at] if gradient else moved.shape[-1]
            shares = _shares(small, o.outputSize[at], factor, o.alignCorners, cubic)
            shares = np.abs(shares) if size else shares
            taken = shares.T if gradient else shares
            total = np.moveaxis(moved @ taken.T, -1, 2 + at)
        return total

    return value


def _interpolated(count: int, *, cubic: bool = False, size: bool = False) -> Callable[..., Any]:
    def value(o: Operands) -> Any:
        result = np.abs(o.self) if size else o.self
        for at, (large, factor) in enumerate(zip(o.outputSize, _given(o, count), strict=True)):
            dim = result.ndim - count + at
            moved = np.moveaxis(result, dim, -1)
            total = np.zeros((*moved.shape[:-1], large), moved.dtype)
            for places, weights in _taps(moved.shape[-1], large, factor, o.alignCorners, cubic):
                part = np.abs(weights) if size else weights
                total += np.where((part == 0) & (not cubic), 0, moved[..., places] * part)
            result = np.moveaxis(total, -1, dim)
        return result

    return value


def _interpolated_gradient(
    count: int, *, cubic: bool = False, size: bool = False
) -> Callable[..., Any]:
    def value(o: Operands) -> Any:
        total = np.abs(o.gradOut) if size else o.gradOut
        for at, factor in enumerate(_given(o, count)):
            dim = total.ndim - count + at
            moved = np.moveaxis(total, dim, 0)
            small, large = o.inputSize[dim], moved.shape[0]
            sums = np.zeros((small, *moved.shape[1:]), moved.dtype)
            for places, weights in _taps(small, large, factor, o.alignCorners, cubic):
                part = (np.abs(weights) if size else weights).reshape(-1, *[1] * (moved.ndim - 1))
                np.add.at(sums, places, np.where((part == 0) & (not cubic), 0, moved * part))
            total = np.moveaxis(sums, 0, dim)
        return total

    return value


def _given(o: Operands, count: int) -> list[float]:
    names = FACTORS[count] if count > 1 else ("scale",) if hasattr(o, "scale") else ("scales",)
    return [float(getattr(o, name)) for name in names]


def _sizes(count: int) -> Iterator[tuple[tuple[int, ...], list[int], list[float]]]:
    """Shapes, new sizes, and factors that lead to these."""
    places, wider = (4, 6, 8)[:count], (3, 5, 7)[:count]
    yield (2, 3, *places), [2 * size for size in places], [2.0] * count
    yield (2, 3, *places), [size // 2 for size in places], [0.5] * count
    yield (2, 3, *places), [size * 3 // 2 for size in places], [1.5] * count
    yield (1, 2, *wider), [7 * size // 3 for size in wider], [0.0] * count
    yield (3, 1, *wider), list(wider), [0.0] * count
    if count == 3:
        return
    yield (2, 17, *wider[:-1], 70), [*wider[:-1], 131], [0.0] * count
    yield (0, 2, *places), [size + 1 for size in places], [0.0] * count


def _shapes(
    names: tuple[str, ...], count: int, *, empty: bool = True
) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape, sizes, factors in _sizes(count):
            if 0 in shape and not empty:
                continue
            given = [factor or -1.0 for factor in factors] if names == ("scale",) else factors
            yield {"self": shape, "outputSize": sizes, **dict(zip(names, given, strict=False))}

    return shapes


def _gradient_shapes(
    name: str, names: tuple[str, ...], count: int, *, empty: bool = True
) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape, sizes, factors in _sizes(count):
            if 0 in shape and not empty:
                continue
            yield {
                name: (*shape[:2], *sizes),
                "outputSize": sizes,
                "inputSize": list(shape),
                **dict(zip(names, factors, strict=False)),
            }

    return shapes


def _averaged_sizes() -> Iterator[tuple[tuple[int, ...], list[int], list[float]]]:
    """Also of a much smaller size, and of factors that do not lead to the size."""
    yield from (each for each in _sizes(2) if 0 not in each[0])
    yield (2, 2, 23, 40), [3, 5], [0.0, 0.0]
    yield (1, 2, 6, 9), [4, 7], [0.7, 0.75]


def _averaged_shapes(name: str) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape, sizes, factors in _averaged_sizes():
            given = dict(zip(FACTORS[2], factors, strict=True))
            yield {name: shape, "outputSize": sizes, **given}

    return shapes


def _averaged_gradient_shapes() -> Iterator[dict[str, Any]]:
    for shape, sizes, factors in _averaged_sizes():
        yield {
            "gradOutput": (*shape[:2], *sizes),
            "outputSize": sizes,
            "inputSize": list(shape),
            **dict(zip(FACTORS[2], factors, strict=True)),
        }


def _finite(arguments: dict[str, Any], _: int) -> None:
    """Whether a weight is 0 or next to it is no difference then."""
    for name in ("input", "x", "gradOutput"):
        if name in arguments:
            wide = np.nan_to_num(arguments[name].astype(np.float64))
            arguments[name] = np.clip(wide, -1e4, 1e4).astype(arguments[name].dtype)


def _names(call: str, count: int) -> tuple[str, ...]:
    if count > 1:
        return FACTORS[count]
    return ("scaleL",) if call.endswith("V2") else ("scales",)


def _is_double(o: Operands) -> bool:
    return bool(o.self.dtype == np.float64)


INTERPOLATED = (
    ("Linear1d", 1, False),
    ("Bilinear2d", 2, False),
    ("Bicubic2d", 2, True),
    ("Trilinear3d", 3, False),
)

ORACLES = {
    **{
        f"aclnnUpsampleNearest{call}": Oracle(
            _nearest(count, exact=call.startswith("Exact")),
            shapes=_shapes(
                () if call in ("1d", "2d") else _names(call, count),
                count,
                empty=call != "Exact1d",
            ),
        )
        for count in (1, 2, 3)
        for call in (f"{count}d", f"{count}dV2", f"Exact{count}d")
        if call != "3dV2"
    },
    **{
        f"aclnnUpsampleNearest{call}{count}dBackward": Oracle(
            _gradient(count, exact=call == "Exact"),
            magnitude=_gradient(count, exact=call == "Exact", size=True),
            shapes=_gradient_shapes(
                "gradOutput" if call and count < 3 else "gradOut",
                _names(call, count),
                count,
                empty=not call or count > 1,
            ),
        )
        for count in (1, 2, 3)
        for call in ("", "Exact")
    },
    **{
        f"aclnnUpsample{call}": Oracle(
            _interpolated(count, cubic=cubic),
            magnitude=_interpolated(count, cubic=cubic, size=True),
            shapes=_shapes(FACTORS[count] if count > 1 else ("scale",), count),
            arguments={"alignCorners": (False, True)},
            refused=_is_double if call == "Bilinear2d" else lambda o: False,
        )
        for call, count, cubic in INTERPOLATED
    },
    **{
        f"aclnnUpsample{call}Backward{version}": Oracle(
            _interpolated_gradient(count, cubic=cubic),
            magnitude=_interpolated_gradient(count, cubic=cubic, size=True),
            shapes=_gradient_shapes("gradOut", _names(call, count), count),
            arguments={"alignCorners": (False, True)},
        )
        for call, count, cubic in INTERPOLATED
        for version in (("", "V2") if call == "Bilinear2d" else ("",))
    },
    **{
        call: Oracle(
            _averaged(name, cubic="Bicubic" in call, gradient=False),
            magnitude=_averaged(name, cubic="Bicubic" in call, gradient=False, size=True),
            shapes=_averaged_shapes(name),
            arguments={"alignCorners": (False, True)},
            adapt=_finite,
        )
        for call, name in (
            ("aclnnUpsampleBilinear2dAA", "input"),
            ("aclnnUpsampleBicubic2dAA", "x"),
        )
    },
    **{
        call: Oracle(
            _averaged("gradOutput", cubic="Bicubic" in call, gradient=True),
            magnitude=_averaged("gradOutput", cubic="Bicubic" in call, gradient=True, size=True),
            shapes=_averaged_gradient_shapes,
            arguments={"alignCorners": (False, True)},
            adapt=_finite,
        )
        for call in ("aclnnUpsampleBilinear2dAABackward", "aclnnUpsampleBicubic2dAAGrad")
    },
}
