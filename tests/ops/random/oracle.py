# SPDX-License-Identifier: Apache-2.0
"""Random numbers: the documented sequence, by philox.py."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
from ops.random import philox
from sweep.oracle import Operands, Oracle

SHAPES: list[tuple[int, ...]] = [(), (1,), (7,), (3, 4), (2, 3, 4), (0, 3), (33, 65), (5000,)]
STATES: dict[str, Any] = {"seed": (0, 7, -1, 2**40 + 3), "offset": (0, 10, 2**35, 5, -3)}


def _shapes() -> Iterator[dict[str, Any]]:
    for shape in SHAPES:
        yield {"selfRef": shape}


def _with_tensors(kind: str = "int64") -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, shape in enumerate(SHAPES):
            seed = np.array([(at * 2**33 + 5) % 2**62]).astype(kind)
            yield {"selfRef": shape, "seedTensor": seed, "offsetTensor": np.array([at], kind)}

    return shapes


def _state(o: Operands) -> tuple[int, int]:
    given = o.given
    if "seedTensor" in given:
        return int(given["seedTensor"][0]), int(given["offsetTensor"][0]) + int(given["offset"])
    return int(given["seed"]), int(given["offset"])


def _tensor(o: Operands) -> Any:
    return o.given["selfRef" if "selfRef" in o.given else "self"]


def _is_wide(o: Operands) -> bool:
    return bool(_tensor(o).dtype == np.float64)


def is_half(dtype: np.dtype[Any]) -> bool:
    return dtype in (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))


def _bounds(o: Operands) -> tuple[Any, Any]:
    """The bounds as the type that is drawn has them."""
    kind = _tensor(o).dtype
    drawn = np.dtype(np.float64) if _is_wide(o) else kind if is_half(kind) else np.dtype(np.float32)
    return drawn.type(o.given["from"]), drawn.type(o.given["to"])


def _uniform(o: Operands) -> Any:
    shape = _tensor(o).shape
    low, high = _bounds(o)
    unit: Any = philox.units(int(np.prod(shape)), *_state(o), wide=_is_wide(o))
    wide: Any = np.longdouble if _is_wide(o) else np.float32
    first, length = wide(low), wide(high) - wide(low)
    # One product, one sum, as documented: where they are rounded decides what integers are cut to.
    value = unit.astype(wide) * length + first
    most = np.nextafter(high, type(high)(-np.inf))
    value = np.minimum(value, max(wide(most), first))
    return value.astype(np.longdouble).reshape(shape)


def _uniform_size(o: Operands) -> Any:
    low, high = _bounds(o)
    return np.full(_tensor(o).shape, max(abs(float(low)), abs(float(high))))


def _normal(o: Operands) -> Any:
    shape = _tensor(o).shape
    z = philox.normals(int(np.prod(shape)), *_state(o), wide=_is_wide(o))
    return (np.longdouble(np.float32(o.mean)) + np.longdouble(np.float32(o.std)) * z).reshape(shape)


def _normal_size(o: Operands) -> Any:
    return np.abs(_normal(o)) + 2 * abs(float(o.mean))


DIGITS = {"float32": 24, "float16": 11, "bfloat16": 8, "float64": 53, "complex64": 24}


def _integers(o: Operands, low: int, past: int) -> Any:
    array = _tensor(o)
    found = philox.integers(array.size, *_state(o), low, past).reshape(array.shape)
    if array.dtype.kind in "iub":
        return found.astype(array.dtype)
    return found.astype(np.clongdouble if array.dtype.kind == "c" else np.longdouble)


def _nearest(number: int, kind: str) -> tuple[int, int] | None:
    """The number of a floating-point type that is nearest to an integer, and the distance there."""
    if kind not in DIGITS or kind.startswith("complex"):
        return None
    step = int(2 ** max(abs(number).bit_length() - DIGITS[kind], 0))
    found = round(Fraction(number, step)) * step
    return None if kind == "float16" and abs(found) > 65504 else (found, step)


def _random(o: Operands) -> Any:
    low, past = int(o.given["from"]), int(o.given["to"])
    kind = _tensor(o).dtype.name
    last, first = (_nearest(number, kind) for number in (past - 1, low + 1))
    # Where the last number of the range would become its end, the range ends before that number.
    if last is not None and last[0] >= past:
        past = last[0] - last[1]
    if first is not None and first[0] < low:
        low = first[0] + first[1]
    return _integers(o, low, past)


def _all(o: Operands) -> Any:
    kind = _tensor(o).dtype
    if kind.kind in "iu":
        return _integers(o, 0, int(np.iinfo(kind).max) + 1)
    return _integers(o, 0, 2 if kind.kind == "b" else 2 ** DIGITS.get(kind.name, 24) + 1)


def _pairs(of: Any, *ranges: tuple[Any, Any]) -> dict[str, Any]:
    first, second = of
    return {first: [low for low, _ in ranges], second: [high for _, high in ranges]}


INTERVALS = _pairs(("from", "to"), (0.0, 1.0), (-3.0, 100.0), (2.5, 2.5), (-0.1, 0.1), (-7.0, -5.0))
RANGES = _pairs(("from", "to"), (0, 10), (-100, 28), (3, 4), (0, 70000), (-(2**40), 2**33))
DEVIATIONS: dict[str, Any] = {"mean": (0.0, 2.5, -100.0), "std": (1.0, 0.0, 3.5, 0.01)}
MORE: dict[str, Any] = {"offset": (0, 100)}


# --- Normal numbers with tensors -----------------------------------------------------------------


def _moment(value: Any, wide: bool) -> Any:
    """As float64 or float32 has it, which is computed in."""
    return np.asarray(value).astype(np.float64 if wide else np.float32).astype(np.longdouble)


def _general(o: Operands) -> tuple[Any, Any, Any]:
    """Mean, deviation and normal numbers."""
    mean, std = o.given["mean"], o.given["std"]
    arrays = [each for each in (mean, std) if isinstance(each, np.ndarray)]
    wide = (np.result_type(*arrays) if arrays else o.computed) == np.float64
    shape = np.broadcast_shapes(*(each.shape for each in arrays)) if arrays else (1,)
    z = philox.normals(int(np.prod(shape)), o.seed, o.offset, wide=wide).reshape(shape)
    return _moment(mean, wide), _moment(std, wide), z


def _general_normal(o: Operands) -> Any:
    mean, std, z = _general(o)
    return mean + std * z


def _general_size(o: Operands) -> Any:
    mean, std, z = _general(o)
    return np.abs(mean) + np.abs(std * z)


def _one_shape(name: str) -> Any:
    return lambda: iter({name: shape} for shape in SHAPES if 0 not in shape)


def _two_shapes() -> Iterator[dict[str, Any]]:
    for mean, std in (
        ((), ()),
        ((7,), (7,)),
        ((2, 1, 4), (3, 1)),
        ((33, 65), (65,)),
        ((0, 3), (3,)),
    ):
        yield {"mean": mean, "std": std}


# --- By chance -----------------------------------------------------------------------------------

PROBABILITIES = (0.5, 0.0, 1.0, 0.1, 0.999)


def _bernoulli(o: Operands) -> Any:
    array = _tensor(o)
    if isinstance(o.given["prob"], np.ndarray):
        prob = o.given["prob"]
        wide = prob.dtype == np.float64
        unit = philox.units(array.size, *_state(o), wide=wide).reshape(array.shape)
        return (unit < prob.astype(np.float64)).astype(array.dtype)
    chosen = philox.bits(array.size, *_state(o), float(o.given["prob"]))
    return chosen.reshape(array.shape).astype(array.dtype)


def _chances() -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(5)
    for at, shape in enumerate(SHAPES):
        kind = (np.float32, np.float64, np.float16)[at % 3]
        inner = shape if at % 2 else shape[-1:]
        yield {"self": shape, "prob": np.asarray(rng.random(inner)).astype(kind)}


def _gen_mask(o: Operands) -> Any:
    count = int(np.prod(o.given["shape"]))
    return philox.mask(count, *_state(o), float(o.given["prob"]))


def _mask_shapes(of_tensors: bool) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, shape in enumerate(([7], [128], [3, 4, 50], [], [70000], [0, 3])):
            tensors = {"seedTensor": np.array([at + 7]), "offsetTensor": np.array([at])}
            yield {"shape": shape} | (tensors if of_tensors else {})

    return shapes


def _kept(mask: Any, shape: tuple[int, ...]) -> Any:
    count = int(np.prod(shape))
    return np.unpackbits(mask.ravel(), bitorder="little")[:count].reshape(shape) != 0


def _do_mask(o: Operands) -> Any:
    x = o.given["self"].astype(np.float64)
    if o.prob == 0:
        return x
    keep = np.float64(np.float32(1 - o.prob))
    return np.zeros(x.shape) if o.prob == 1 else np.where(_kept(o.mask, x.shape), x / keep, 0.0)


def _grad(name: str) -> Any:
    def value(o: Operands) -> Any:
        x = o.given[name].astype(np.float64)
        if name == "gradOutput" and o.scale in (0, 1):
            return x * o.scale if o.scale else np.zeros(x.shape)
        return np.where(_kept(o.mask, x.shape), x * np.float64(np.float32(o.scale)), 0.0)

    return value


def _with_mask(name: str) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        rng = np.random.default_rng(7)
        for shape in SHAPES:
            count = (int(np.prod(shape)) + 127) // 128 * 16
            yield {name: shape, "mask": rng.integers(0, 256, count).astype(np.uint8)}

    return shapes


def _dropout(o: Operands) -> Any:
    x = o.given["input"]
    wide = x.astype(np.float64)
    mask = philox.mask(x.size, o.seed, o.offset, o.p)
    if "optionalNoiseShape" not in o.given and (not o.train or o.p in (0, 1)):
        mask = np.ones_like(mask)  # what it held
    if o.p == 0 or not o.given.get("train", True):
        return [wide, mask]
    keep = np.float64(np.float32(1 - o.p))
    kept = _kept(philox.mask(x.size, o.seed, o.offset, o.p), x.shape)
    return [np.zeros(x.shape) if o.p == 1 else np.where(kept, wide / keep, 0.0), mask]


# --- Permutations and samples --------------------------------------------------------------------


def _permutations() -> Iterator[dict[str, Any]]:
    for n in (5, 1, 0, 100, 127):
        yield {"n": n}


def _samples(o: Operands) -> Any:
    weights = o.given["self"].astype(np.float64)
    found = philox.samples(np.atleast_2d(weights), o.numsamples, *_state(o), replaces=o.replacement)
    return found.reshape((*weights.shape[:-1], o.numsamples))


def _weights(of_tensors: bool) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, (shape, count) in enumerate(
            [((7,), 3), ((1,), 1), ((3, 4), 4), ((20, 33), 5), ((5000,), 100)]
        ):
            tensors = {"seedTensor": np.array([at + 7]), "offsetTensor": np.array([at])}
            yield {"self": shape, "numsamples": count} | (tensors if of_tensors else {})

    return shapes


def _make_weights(arguments: dict[str, Any], at: int) -> None:
    weights = arguments["self"]
    with np.errstate(all="ignore"):
        made = np.abs(np.nan_to_num(weights.astype(np.float64), posinf=1, neginf=1)) % 8 + 0.125
    arguments["self"] = made.astype(weights.dtype)


ORACLES: dict[str, Oracle] = {
    "aclnnInplaceUniform": Oracle(
        _uniform,
        _uniform_size,
        shapes=_shapes,
        given=True,
        arguments=INTERVALS | {"seed": (0, 7, 2**63 + 5), "offset": (0, 10, 2**35)},
    ),
    "aclnnInplaceUniformTensor": Oracle(
        _uniform,
        _uniform_size,
        shapes=_with_tensors("uint64"),
        given=True,
        arguments=INTERVALS | MORE,
    ),
    "aclnnInplaceNormal": Oracle(
        _normal, _normal_size, shapes=_shapes, given=True, arguments=DEVIATIONS | STATES
    ),
    "aclnnInplaceNormalTensor": Oracle(
        _normal, _normal_size, shapes=_with_tensors(), given=True, arguments=DEVIATIONS | MORE
    ),
    "aclnnInplaceRandom": Oracle(_random, shapes=_shapes, given=True, arguments=RANGES | STATES),
    "aclnnInplaceRandomTensor": Oracle(
        _random, shapes=_with_tensors(), given=True, arguments=RANGES | MORE
    ),
    "aclnnInplaceRandomWithoutFromTo": Oracle(_all, shapes=_shapes, given=True, arguments=STATES),
    "aclnnInplaceRandomWithoutFromToTensor": Oracle(
        _all, shapes=_with_tensors(), given=True, arguments=MORE
    ),
    "aclnnNormalFloatFloat": Oracle(
        _general_normal,
        _general_size,
        shapes=lambda: iter([{}]),
        arguments=DEVIATIONS | STATES,
    ),
    "aclnnNormalFloatTensor": Oracle(
        _general_normal,
        _general_size,
        shapes=_one_shape("std"),
        given=True,
        arguments={"mean": (0.0, 2.5)} | STATES,
    ),
    "aclnnNormalTensorFloat": Oracle(
        _general_normal,
        _general_size,
        shapes=_one_shape("mean"),
        given=True,
        arguments={"std": (1.0, 3.5)} | STATES,
    ),
    "aclnnNormalTensorTensor": Oracle(
        _general_normal, _general_size, shapes=_two_shapes, given=True, arguments=STATES
    ),
    "aclnnBernoulli": Oracle(
        _bernoulli,
        shapes=lambda: iter({"self": shape} for shape in SHAPES),
        given=True,
        arguments={"prob": PROBABILITIES} | STATES,
    ),
    "aclnnInplaceBernoulli": Oracle(
        _bernoulli, shapes=_shapes, given=True, arguments={"prob": PROBABILITIES} | STATES
    ),
    "aclnnBernoulliTensor": Oracle(_bernoulli, shapes=_chances, given=True, arguments=STATES),
    "aclnnInplaceBernoulliTensor": Oracle(
        _bernoulli,
        given=True,
        arguments=STATES,
        shapes=lambda: iter({"selfRef": each["self"], "prob": each["prob"]} for each in _chances()),
    ),
    "aclnnDropoutGenMask": Oracle(
        _gen_mask,
        shapes=_mask_shapes(of_tensors=False),
        given=True,
        arguments={"prob": PROBABILITIES} | STATES,
    ),
    "aclnnDropoutGenMaskV2": Oracle(
        _gen_mask,
        shapes=_mask_shapes(of_tensors=False),
        given=True,
        arguments={"prob": PROBABILITIES, "probDataType": ("float32", "float16")} | STATES,
    ),
    "aclnnDropoutGenMaskV2Tensor": Oracle(
        _gen_mask,
        shapes=_mask_shapes(of_tensors=True),
        given=True,
        arguments={"prob": PROBABILITIES, "probDataType": ("float32",)} | MORE,
    ),
    "aclnnDropoutDoMask": Oracle(
        _do_mask, shapes=_with_mask("self"), given=True, arguments={"prob": PROBABILITIES}
    ),
    "aclnnDropout": Oracle(
        _dropout,
        shapes=lambda: iter({"input": shape} for shape in SHAPES),
        given=True,
        arguments={"p": PROBABILITIES, "train": (True, True, False)} | STATES,
    ),
    "aclnnDropoutV3": Oracle(
        _dropout,
        given=True,
        arguments={"p": PROBABILITIES} | STATES,
        shapes=lambda: iter({"input": shape, "optionalNoiseShape": None} for shape in SHAPES),
    ),
    "aclnnDropoutBackward": Oracle(
        _grad("gradOutput"),
        shapes=_with_mask("gradOutput"),
        given=True,
        arguments={"scale": (2.0, 1.0, 0.0, 1.1)},
    ),
    "aclnnDropoutV3Grad": Oracle(
        _grad("gradY"),
        shapes=_with_mask("gradY"),
        given=True,
        arguments={"scale": (2.0, 1.0, 0.0, -1.1)},
    ),
    "aclnnRandperm": Oracle(
        lambda o: philox.permutation(o.n, o.seed, o.offset),
        shapes=_permutations,
        given=True,
        arguments=STATES,
    ),
    "aclnnMultinomial": Oracle(
        _samples,
        shapes=_weights(of_tensors=False),
        given=True,
        adapt=_make_weights,
        arguments={"replacement": (False, True)} | STATES,
    ),
    "aclnnMultinomialTensor": Oracle(
        _samples,
        shapes=_weights(of_tensors=True),
        given=True,
        adapt=_make_weights,
        arguments={"replacement": (True, False)} | MORE,
    ),
}
