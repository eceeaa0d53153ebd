# SPDX-License-Identifier: Apache-2.0
"""Products of quantised matrices: exact sums, then float32, one operation after the other, as the
pages write the formulas, compared bit by bit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import saturated, single, unpacked
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
E8M0 = ml_dtypes.float8_e8m0fnu
_RNG = np.random.default_rng(29)
Shape = tuple[int, ...]


def words_of(scale: Any, offset: Any = 0) -> Array:
    """Words as aclnnTransQuantParamV2 makes them."""
    bits = single(scale).view(np.uint32) & np.uint32(0xFFFFE000)
    added = (np.asarray(offset, np.int64) & 0x1FF).astype(np.uint64) << np.uint64(37)
    return np.asarray(bits.astype(np.uint64) | np.uint64(1 << 46) | added)


def _parts(words: Array) -> tuple[Array, Array]:
    scale = (words & np.uint64(0xFFFFE000)).astype(np.uint32).view(np.float32)
    offset = (words >> np.uint64(37) & np.uint64(511)).astype(np.int64)
    return scale, single(np.where(offset < 256, offset, offset - 512))


def packed(values: Array) -> Array:
    """Eight int4 in each int32."""
    nibbles = (values.astype(np.int64) & 15).reshape(*values.shape[:-1], -1, 8)
    return np.asarray((nibbles << np.arange(0, 32, 4)).sum(-1).astype(np.uint32).view(np.int32))


def multiplied(x1: Array, x2: Array, flip1: bool, flip2: bool) -> Array:
    """The sums: int32, modulo 2^32, of whole numbers, float32 of others, which are chosen so that
    none is rounded."""
    is_whole = x1.dtype.kind == "i"
    left, right = (unpacked(each).astype(np.int64 if is_whole else np.float64) for each in (x1, x2))
    left = left.swapaxes(-1, -2) if flip1 else left
    right = right.swapaxes(-1, -2) if flip2 else right
    return np.asarray((left @ right).astype(np.int32 if is_whole else np.float32))


def restored(sums: Array, scale: Array, tokens: Any, bias: Any, offset: Any = None) -> Array:
    """What becomes of the sums; int8 with an offset, or with `True` for that of the words."""
    is_word = scale.dtype.kind in "iu"
    own = single(0)
    numbers = single(scale)
    if is_word:
        numbers, own = _parts(scale.astype(np.uint64))
    if bias is not None and (bias.dtype == np.int32 or is_word):
        sums = sums + bias.astype(sums.dtype)
        bias = None
    found = single(sums) * numbers
    if offset is not None:
        return saturated(np.rint(found + (own if offset is True else single(offset))))
    if tokens is not None:
        found = found * single(tokens)[:, None]
    return found if bias is None else found + single(bias)


def _product(o: Operands) -> Array:
    scale = o.scale if hasattr(o, "scale") else o.x2Scale
    offset = o.offset if hasattr(o, "offset") else o.x2Offset
    tokens = getattr(o, "pertokenScaleOptional", getattr(o, "x1Scale", None))
    sums = multiplied(o.x1, o.x2, o.transposeX1, o.transposeX2)
    return restored(sums, scale, tokens, o.bias, offset)


def _numbers(shape: Shape, kind: str) -> Array:
    if kind == "int8":
        return _RNG.integers(-128, 128, shape).astype(np.int8)
    if kind == "small":
        return _RNG.integers(-4, 5, shape).astype(np.int8)
    if kind == "int32":
        return packed(_RNG.integers(-8, 8, shape))
    small = _RNG.integers(-4, 5, shape).astype(np.float32)
    return np.asarray(small.astype(getattr(ml_dtypes, kind)))


def _rows(shape: Shape, dtype: Any = np.float32) -> Array:
    return np.asarray((_RNG.normal(size=shape) / 64).astype(dtype))


def _case(x1: Shape, x2: Shape, kind: str = "int8", **more: Any) -> dict[str, Any]:
    own: dict[str, Any] = {"x1": _numbers(x1, kind), "x2": _numbers(x2, kind)}
    own |= {"scale": words_of(_rows((1,))), "tokens": None, "bias": None, "offset": None}
    return {**own, "transposeX1": False, "transposeX2": False, **more}


def _whole_bias(shape: Shape) -> Array:
    return _RNG.integers(-9000, 9000, shape).astype(np.int32)


def _cases_without_rows() -> Iterator[dict[str, Any]]:
    half: Any = ml_dtypes.bfloat16
    flip1: dict[str, Any] = {"transposeX1": True}
    flip2: dict[str, Any] = {"transposeX2": True}
    yield _case((33, 70), (70, 65), scale=words_of(_rows((65,))), bias=_whole_bias((65,)))
    yield _case((1, 7), (7, 3))
    yield _case((7, 5), (7, 3), scale=_rows((3,), half), **flip1)
    yield _case((5, 7), (3, 7), scale=_rows((1,)), bias=_rows((3,)), **flip2)
    yield _case((7, 5), (3, 7), scale=_rows((3,)), bias=_rows((3,), half), **flip1, **flip2)
    yield _case((2, 3, 4), (4, 5), scale=_rows((5,), half), bias=_whole_bias((5,)))
    yield _case((2, 3, 4), (2, 4, 5), scale=_rows((5,)), bias=_rows((2, 1, 5)))
    yield _case((3, 1, 3, 4), (2, 4, 5), scale=words_of(_rows((5,))))
    yield _case((4, 300), (300, 6), offset=_rows((6,)) * 500)
    yield _case(
        (4, 30), (30, 6), scale=words_of(_rows((6,))), offset=_rows((1,)), bias=_whole_bias((6,))
    )
    yield _case((4, 40), (40, 16), "int32", scale=words_of(_rows((16,))), bias=_whole_bias((16,)))
    yield _case((4, 40), (7, 40), "int32", scale=words_of(_rows((7,))), **flip2)
    for kind in ("float8_e4m3fn", "float8_e5m2"):
        yield _case((4, 9), (9, 6), kind, scale=words_of(_rows((6,))))


def _cases_with_rows() -> Iterator[dict[str, Any]]:
    half: Any = ml_dtypes.bfloat16
    yield from _cases_without_rows()
    rows: dict[str, Any] = {"tokens": _rows((4,))}
    yield _case((4, 40), (40, 6), scale=_rows((6,)), **rows)
    yield _case((4, 40), (40, 6), scale=_rows((6,), half), bias=_whole_bias((6,)), **rows)
    yield _case((4, 40), (40, 6), scale=_rows((1,)), bias=_rows((6,), np.float16), **rows)
    yield _case((2, 4, 40), (40, 6), scale=_rows((6,)), bias=_rows((6,), half), **rows)
    yield _case((4, 40), (40, 16), "int32", scale=_rows((16,)), bias=_rows((16,)), **rows)
    yield _case((4, 40), (40, 6), "float8_e4m3fn", scale=_rows((6,)), bias=_rows((6,)), **rows)
    yield _case((4, 40), (40, 6), "float8_e5m2", scale=_rows((6,)), tokens=_rows((1,)))


def _named(case: dict[str, Any]) -> dict[str, Any]:
    """By the names of version 5."""
    names = {"scale": "x2Scale", "tokens": "x1Scale", "offset": "x2Offset"}
    unused = dict.fromkeys(("yScale", "x1Offset", "yOffset"))
    return {**{names.get(name, name): value for name, value in case.items()}, **unused}


def _third() -> Iterator[dict[str, Any]]:
    for case in _cases_without_rows():
        yield {name: value for name, value in case.items() if name != "tokens"}


def _fourth() -> Iterator[dict[str, Any]]:
    for case in _cases_with_rows():
        yield {
            "pertokenScaleOptional" if name == "tokens" else name: value
            for name, value in case.items()
        }


def _fifth() -> Iterator[dict[str, Any]]:
    return map(_named, _cases_with_rows())


# ---- Scales for groups ---------------------------------------------------------------------------


def _each(scales: Array, rows: int, columns: int, like: Array) -> Array:
    """The scale of its block for each number."""
    wide = np.repeat(np.repeat(scales.astype(np.float64), rows, -2), columns, -1)
    return np.asarray(wide[..., : like.shape[-2], : like.shape[-1]])


def _of_pairs(scales: Array, is_down: bool) -> Array:
    """Powers of two in pairs, behind each other along the depth."""
    wide = scales.astype(np.float64)
    if not is_down:
        return np.asarray(wide.reshape(*wide.shape[:-2], -1))
    turned = np.moveaxis(wide, -1, -2)
    return np.asarray(turned.reshape(*turned.shape[:-3], -1, turned.shape[-1]))


def _times_powers(numbers: Array, scales: Array, is_down: bool) -> Array:
    block = (32, 1) if is_down else (1, 32)
    return np.asarray(
        numbers.astype(np.float64) * _each(_of_pairs(scales, is_down), *block, numbers)
    )


def _times_blocks(numbers: Array, scales: Array, rows: int, columns: int) -> Array:
    return np.asarray(numbers.astype(np.float64) * _each(scales, rows, columns, numbers))


def _scaled_factors(o: Operands) -> tuple[Array, Array]:
    """Both matrices times the scales of their groups, before they are transposed."""
    x1, x2 = unpacked(o.x1).astype(np.float64), unpacked(o.x2).astype(np.float64)
    if o.x2Scale.dtype == E8M0:
        return (
            _times_powers(x1, o.x1Scale, o.transposeX1),
            _times_powers(x2, o.x2Scale, not o.transposeX2),
        )
    if o.x2Offset is not None:
        each = (np.repeat(a.astype(np.float64), 256, 0).T for a in (o.x2Offset, o.x2Scale))
        return x1, (x2 - next(each)) * next(each)
    if o.yOffset is not None:
        numbers = _parts(o.x2Scale.astype(np.uint64))[0].astype(np.float64)
        each_row = numbers if numbers.ndim == 1 else np.repeat(numbers, 256, 0)
        return x1 - 8, x2 * each_row
    return x1, _times_blocks(x2, o.x2Scale, 1, 32)


def _of_blocks(o: Operands) -> Array:
    """The sums of each block of 128 along the depth, which are exact, times both of its scales,
    added in their order."""
    left, right, scales, squares = (
        each.swapaxes(-1, -2) if is_turned else each
        for each, is_turned in (
            (o.x1.astype(np.float64), o.transposeX1),
            (o.x2.astype(np.float64), o.transposeX2),
            (o.x1Scale, o.transposeX1),
            (o.x2Scale, o.transposeX2),
        )
    )
    m, k, n = left.shape[-2], left.shape[-1], right.shape[-1]
    rows = scales if scales.shape[-2] == m else np.repeat(scales, 128, -2)[..., :m, :]
    columns = np.repeat(squares, 128, -1)[..., :n]
    found = single(np.zeros((left[..., :1] @ right[..., :1, :]).shape))
    for j, at in enumerate(range(0, k, 128)):
        sums = left[..., at : at + 128] @ right[..., at : at + 128, :]
        assert (sums == single(sums)).all()
        found += single(sums) * (rows[..., j : j + 1] * columns[..., j : j + 1, :])
    return found if o.bias is None else found + single(o.bias)


def _scaled(o: Operands) -> Array:
    """Numbers and scales of few bits, so that no sum is rounded."""
    left, right = _scaled_factors(o)
    left = left.swapaxes(-1, -2) if o.transposeX1 else left
    right = right.swapaxes(-1, -2) if o.transposeX2 else right
    sums = left @ right
    assert (sums == sums.astype(np.float32)).all()
    sums = sums if o.yOffset is None else sums + o.yOffset.astype(np.float64)
    sums = sums if o.yScale is None else sums * _parts(o.yScale.astype(np.uint64))[0]
    is_rows = o.x2Offset is not None or o.yOffset is not None
    sums = sums * o.x1Scale.astype(np.float64).reshape(-1, 1) if is_rows else sums
    return sums if o.bias is None else single(sums) + single(o.bias)


def fifth_product(o: Operands) -> Array:
    is_plain = o.yOffset is None and o.yScale is None and o.x2Scale.ndim == 1
    has_blocks = o.x2Scale.dtype == np.float32 and o.x2Scale.ndim > 1 and o.x2Offset is None
    return _product(o) if is_plain else _of_blocks(o) if has_blocks else _scaled(o)


def _powers(shape: Shape) -> Array:
    return np.asarray((2.0 ** _RNG.integers(-2, 3, shape)).astype(E8M0))


def _few_bits(shape: Shape, dtype: Any = np.float32) -> Array:
    return np.asarray(
        (_RNG.integers(1, 8, shape) * 2.0 ** _RNG.integers(-4, -1, shape)).astype(dtype)
    )


MX, SQUARES, LINES = (
    1 << 32 | 1 << 16 | 32,
    128 << 32 | 128 << 16 | 128,
    1 << 32 | 128 << 16 | 128,
)


def _grouped_case(x1: Array, x2: Array, **more: Any) -> dict[str, Any]:
    names = ("x1Scale", "x2Scale", "yScale", "x1Offset", "x2Offset", "yOffset", "bias")
    own = {"x1": x1, "x2": x2, "transposeX1": False, "transposeX2": False, "groupSize": 0}
    return {**own, **dict.fromkeys(names), **more}


def _power_cases() -> Iterator[dict[str, Any]]:
    e4, e5, f4 = "float8_e4m3fn", "float8_e5m2", "float4_e2m1fn"
    for kinds, batch1, batch2, (m, k, n), flip1, flip2, bias in (
        ((e4, e4), (), (), (3, 70, 5), False, False, (5,)),
        ((e4, e5), (), (), (33, 128, 6), True, True, None),
        ((e5, e4), (2, 1), (3,), (4, 192, 8), False, True, None),
        ((f4, f4), (), (), (4, 64, 6), False, True, (6,)),
        ((f4, f4), (2,), (2,), (4, 96, 6), True, False, (2, 1, 6)),
    ):
        pairs = -(-k // 64)
        x1 = _numbers((*batch1, *((k, m) if flip1 else (m, k))), kinds[0])
        x2 = _numbers((*batch2, *((n, k) if flip2 else (k, n))), kinds[1])
        yield _grouped_case(
            x1,
            x2,
            x1Scale=_powers((*batch1, *((pairs, m) if flip1 else (m, pairs)), 2)),
            x2Scale=_powers((*batch2, *((n, pairs) if flip2 else (pairs, n)), 2)),
            bias=None if bias is None else _rows(bias),
            transposeX1=flip1,
            transposeX2=flip2,
            groupSize=MX if k % 64 else 0,
        )


def _block_cases() -> Iterator[dict[str, Any]]:
    for kind, batch1, batch2, (m, k, n), flip1, flip2, size, has_bias in (
        ("float8_e4m3fn", (), (), (3, 256, 130), False, True, LINES, False),
        ("float8_e4m3fn", (2,), (2,), (5, 128, 128), True, False, 0, False),
        ("float8_e4m3fn", (3, 1), (2,), (130, 300, 260), True, False, SQUARES, False),
        ("float8_e5m2", (), (), (140, 200, 64), False, False, SQUARES, False),
        ("float8_e5m2", (), (), (256, 128, 128), True, True, 0, False),
        ("int8", (), (), (4, 512, 256), False, True, LINES, True),
        ("int8", (), (), (131, 1024, 512), False, True, LINES, False),
    ):
        rows = -(-m // 128) if size == SQUARES or m == 256 else m
        deep, wide = -(-k // 128), -(-n // 128)
        yield _grouped_case(
            _numbers((*batch1, *((k, m) if flip1 else (m, k))), kind),
            _numbers((*batch2, *((n, k) if flip2 else (k, n))), kind),
            x1Scale=_rows((*batch1, *((deep, rows) if flip1 else (rows, deep)))),
            x2Scale=_rows((*batch2, *((wide, deep) if flip2 else (deep, wide)))),
            bias=_rows((n,)) if has_bias else None,
            transposeX1=flip1,
            transposeX2=flip2,
            groupSize=size,
        )


def _int4_cases() -> Iterator[dict[str, Any]]:
    """int4 with offsets for groups."""
    x1, x2 = (packed(_RNG.integers(-8, 8, shape)) for shape in ((3, 1024), (256, 1024)))
    scales = {"x1Scale": _few_bits((3, 1)), "x2Scale": _few_bits((4, 256))}
    offset = _RNG.integers(-4, 5, (4, 256)).astype(np.float16)
    more: dict[str, Any] = {"x2Offset": offset, "transposeX2": True, "groupSize": 256}
    yield _grouped_case(x1, x2, **scales, **more)


def mixed_cases(architecture: str) -> Iterator[dict[str, Any]]:
    """Of numbers of 8 bits by some of 4, which one product refuses with 361001: int8 by int4, or
    float8 by float4."""
    for groups in (0, 2) if architecture == "2201" else ():
        yield _grouped_case(
            _numbers((5, 512), "small"),
            packed(_RNG.integers(-8, 8, (512, 16))),
            x1Scale=_few_bits((5, 1) if groups else (5,)),
            x2Scale=words_of(_few_bits((groups, 16) if groups else (16,))),
            yOffset=_few_bits((16,)),
            groupSize=256 if groups else 0,
        )
    if architecture == "2201":
        return
    x1, x2 = _numbers((5, 136), "float8_e4m3fn"), _numbers((8, 136), "float4_e2m1fn")
    own: dict[str, Any] = {"transposeX2": True, "groupSize": 32}
    powers = {"x1Scale": _powers((5, 3, 2)), "x2Scale": _powers((8, 3, 2))}
    yield _grouped_case(x1, x2, **powers, **own)
    halves: dict[str, Any] = {"x2Scale": _few_bits((8, 2), np.float16)}
    words: dict[str, Any] = {"yScale": words_of(_few_bits((1, 8)))}
    yield _grouped_case(x1[:, :64].copy(), x2[:, :64].copy(), **halves, **words, **own)


def fractal_cases() -> Iterator[tuple[dict[str, Any], list[int]]]:
    """Operands of aclnnQuantMatmulWeightNz on Ascend950, with the blocks of x2."""
    e4, f4 = "float8_e4m3fn", "float4_e2m1fn"
    powers = {"x1Scale": _powers((5, 2, 2)), "x2Scale": _powers((2, 64, 2))}
    yield _grouped_case(_numbers((5, 128), e4), _numbers((128, 64), e4), **powers), [2, 8, 16, 32]
    turned: dict[str, Any] = {"transposeX2": True, "groupSize": MX}
    powers = {"x1Scale": _powers((5, 2, 2)), "x2Scale": _powers((64, 2, 2))}
    x2 = _numbers((64, 128), f4)
    yield _grouped_case(_numbers((5, 128), f4), x2, **powers, **turned), [2, 4, 16, 64]
    blocks = {"x1Scale": _rows((5, 2)), "x2Scale": _rows((2, 1))}
    x1, x2 = _numbers((5, 256), e4), _numbers((256, 64), e4)
    yield _grouped_case(x1, x2, **blocks, groupSize=LINES), [2, 16, 16, 32]


def _fifth_cases() -> Iterator[dict[str, Any]]:
    for case in _fifth():
        yield {"groupSize": 0, **case}
    for cases in (_power_cases, _block_cases, _int4_cases):
        yield from cases()


def _fractals() -> Iterator[dict[str, Any]]:
    """Before Ascend950 as many elements as blocks of 16 rows of 32 bytes have make fractals."""
    own = {"groupSize": 0}
    yield {**_named(_case((5, 32), (32, 64), scale=_rows((64,)), tokens=_rows((5,)))), **own}
    words: dict[str, Any] = {"scale": words_of(_rows((64,))), "bias": _whole_bias((64,))}
    yield {**_named(_case((5, 32), (64, 32), transposeX2=True, **words)), **own}
    yield {**_named(_case((32, 5), (2, 32, 32), transposeX1=True, scale=_rows((1,)))), **own}
    yield {**_named(_case((4, 64), (64, 64), offset=_rows((1,)), **words)), **own}
    whole: dict[str, Any] = {"scale": words_of(_rows((128,))), "bias": _whole_bias((128,))}
    yield {**_named(_case((4, 64), (64, 128), "int32", **whole)), **own}


def _first_product(o: Operands) -> Array:
    flips = getattr(o, "adjX1", False), getattr(o, "adjX2", False)
    sums = multiplied(o.x1, o.x2, *flips)
    scale = o.deqScale
    is_one = not isinstance(scale, np.ndarray)
    words = words_of(scale) if is_one else scale[: sums.shape[-1]]
    return restored(sums, words, None, o.bias)


def _first_cases(more: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"x1": (33, 70), "x2": (70, 65), "bias": (65,), **more}
    yield {"x1": (1, 3), "x2": (3, 1), "bias": None, **more}
    yield {"x1": (3, 4), "x2": (2, 4, 5), "bias": (5,), **more}
    yield {"x1": (2, 3, 4), "x2": (2, 4, 5), "bias": None, **more}
    yield {"x1": (2, 3, 0), "x2": (2, 0, 5), "bias": None, **more}
    yield {"x1": (0, 3), "x2": (3, 5), "bias": None, **more}


def _one_scale() -> Iterator[dict[str, Any]]:
    for scale in (1.0, 0.0123, -3.7):
        yield from _first_cases({"deqScale": scale})


def _scales() -> Iterator[dict[str, Any]]:
    for case in _first_cases({"adjX1": False, "adjX2": False}):
        yield {**case, "deqScale": words_of(_rows((-(-case["x2"][-1] // 16) * 16,)))}
    words: dict[str, Any] = {"deqScale": words_of(_rows((16,))), "bias": (5,)}
    yield {"x1": (4, 3), "x2": (5, 4), "adjX1": True, "adjX2": True, **words}
    yield {"x1": (2, 4, 3), "x2": (2, 4, 5), "adjX1": True, "adjX2": False, **words}


def _coded_product(o: Operands) -> Array:
    """Products of small whole numbers, whose sums float32 holds."""
    left, right = (each.astype(np.float64) for each in (o.x1, o.x2))
    left = left.swapaxes(-1, -2) if o.transposeX1 else left
    right = right.swapaxes(-1, -2) if o.transposeX2 else right
    sums = (left @ right).astype(np.float32)
    words = o.quantParam if len(o.quantParam) == 1 else o.quantParam[: sums.shape[-1]]
    return restored(sums, words, None, o.bias, True)


def _coded_cases() -> Iterator[dict[str, Any]]:
    for x1, x2, flips, count in (
        ((33, 70), (70, 65), (False, False), 80),
        ((2, 3, 5), (2, 7, 3), (True, True), 1),
        ((2, 1, 4, 3), (1, 3, 4, 16), (True, False), 16),
        ((1, 300), (4, 300), (False, True), 16),
    ):
        bias = _RNG.integers(-40, 40, x2[-2 if flips[1] else -1]).astype(np.float16)
        yield {
            "x1": _RNG.integers(-9, 10, x1).astype(np.float16),
            "x2": _RNG.integers(-9, 10, x2).astype(np.float16),
            "quantParam": words_of(_rows((count,)) * 8, _RNG.integers(-99, 99, count)),
            "bias": None if count == 1 else bias,
            "transposeX1": flips[0],
            "transposeX2": flips[1],
        }


def _gelu(x: Array, name: str) -> Array:
    wide = x.astype(np.float64)
    if name == "gelu_erf":
        return np.asarray(0.5 * wide * (1 + np.vectorize(math.erf)(wide / math.sqrt(2))))
    inner = math.sqrt(2 / math.pi) * (wide + 0.044715 * wide**3)
    return np.asarray(0.5 * wide * (1 + np.tanh(inner)))


def _sums_of_activated(o: Operands) -> Array:
    return restored(multiplied(o.x1, o.x2, False, False), o.x2Scale, o.x1Scale, o.biasOptional)


def _activated_product(o: Operands) -> Array:
    return _gelu(_sums_of_activated(o), o.fusedOpType)


def _activated_size(o: Operands) -> Array:
    """Where the tail is near 0 errors are relative to the number that it is of."""
    return np.abs(_sums_of_activated(o).astype(np.float64))


def _activated(cases: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    unused = dict.fromkeys(
        ("yScaleOptional", "x1OffsetOptional", "x2OffsetOptional", "yOffsetOptional", "x3Optional")
    )
    for case in cases:
        for name in ("gelu_erf", "gelu_tanh"):
            own = {"x1": case["x1"], "x2": case["x2"], "fusedOpType": name}
            scales = {"x2Scale": case["scale"], "x1Scale": case["tokens"]}
            bias = {"biasOptional": case["bias"], "groupSizeOptional": 0}
            yield {**own, **scales, **unused, **bias}


def _activated_cases() -> Iterator[dict[str, Any]]:
    half = np.float16
    return _activated(
        (
            _case((33, 70), (70, 65), scale=_rows((65,)), tokens=_rows((33,)) * 4),
            _case((4, 40), (40, 6), scale=_rows((1,)), tokens=_rows((4,)), bias=_rows((6,), half)),
            _case((2, 4, 9), (9, 6), scale=_rows((6,)), tokens=_rows((4,)), bias=_whole_bias((6,))),
            _case((4, 40), (40, 16), "int32", scale=_rows((16,)), tokens=_rows((4,))),
        )
    )


def _activated_fractals() -> Iterator[dict[str, Any]]:
    return _activated(
        (
            _case((5, 32), (32, 64), scale=_rows((64,)), tokens=_rows((5,))),
            _case((4, 48), (2, 48, 32), scale=_rows((1,)), tokens=_rows((4,)), bias=_rows((32,))),
        )
    )


def _refused(o: Operands) -> bool:
    """Ascend910B has no products of floats."""
    return bool(o.architecture == "2201" and o.x1.dtype.kind not in "iu")


ORACLES = {
    "aclnnQuantMatmulV3": Oracle(_product, given=True, shapes=_third, refused=_refused),
    "aclnnQuantMatmulV4": Oracle(_product, given=True, shapes=_fourth, refused=_refused),
    "aclnnQuantMatmulV5": Oracle(fifth_product, given=True, shapes=_fifth_cases, refused=_refused),
    # Tensors of Python have no blocks, which Ascend950 asks for: test_products.py has those.
    "aclnnQuantMatmulWeightNz": Oracle(
        _product,
        given=True,
        shapes=_fractals,
        refused=lambda o: o.architecture == "3510",
        layouts=("dense", "transposed"),
    ),
    "aclnnQuantMatmul": Oracle(_first_product, given=True, shapes=_one_scale),
    "aclnnQuantMatmulV2": Oracle(_first_product, given=True, shapes=_scales),
    "aclnnBatchMatmulQuant": Oracle(_coded_product, given=True, shapes=_coded_cases),
    "aclnnFusedQuantMatmul": Oracle(
        _activated_product, _activated_size, given=True, shapes=_activated_cases
    ),
    "aclnnFusedQuantMatmulWeightNz": Oracle(
        _activated_product,
        _activated_size,
        given=True,
        shapes=_activated_fractals,
        layouts=("dense", "transposed"),
    ),
}
