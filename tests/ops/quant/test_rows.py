# SPDX-License-Identifier: Apache-2.0
"""Rows that lie behind each other are quantised by a kernel of their own, others by a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.norm_oracle import roots
from ops.quant.scales_oracle import INT8, saturated, single
from support import run_at_levels

import aclnn_py as acl

Array = NDArray[Any]
# Rows of no whole registers, of more than one run, and results that are written past the caches.
CASES = [
    ("float16", (70, 129)),
    ("bfloat16", (70, 129)),
    ("float16", (3, 5000)),
    ("bfloat16", (1100, 4096)),
]
EPSILON = 1e-6


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


def _rows(device: acl.Device, x: Array, gap: int) -> acl.Tensor:
    """A tensor of the array; with a gap its rows are longer."""
    rows, columns = x.shape
    wide = np.zeros((rows, columns + gap), x.dtype)
    wide[:, :columns] = x
    return device.tensor(wide).view((rows, columns), (columns + gap, 1))


def _given(device: acl.Device, factors: Sequence[Array | None]) -> list[acl.Tensor | None]:
    return [None if each is None else device.tensor(each) for each in factors]


def dynamic_quant(device: acl.Device, x: Array, smooth: Array | None, *, gap: int) -> list[Array]:
    """Quantised numbers and scales."""
    y, scales = device.empty(x.shape, "int8"), device.empty(x.shape[:1], "float32")
    given = _given(device, [smooth])
    acl.plan("aclnnDynamicQuant", _rows(device, x, gap), *given, y, scales).run()
    device.synchronize()
    return [y.numpy(), scales.numpy()]


def add_rms_norm_dynamic_quant(
    device: acl.Device,
    x: Array,
    factors: Sequence[Array | None],
    *,
    gap: int,
    in_place: bool = False,
) -> list[Array]:
    """Quantised numbers, scales and sums of x and x turned around, by gamma, beta and smooth."""
    one, other = _rows(device, x, gap), _rows(device, x[:, ::-1], gap)
    total = one if in_place else device.empty(x.shape, x.dtype)
    y, scales = device.empty(x.shape, "int8"), device.empty(x.shape[:1], "float32")
    nothing = device.empty((1,), "int8"), device.empty((1,), "float32")
    gamma, beta, smooth = _given(device, factors)
    acl.plan(
        "aclnnAddRmsNormDynamicQuantV2",
        *(one, other, gamma, smooth, None, beta, EPSILON, None),
        *(y, nothing[0], total, scales, nothing[1]),
    ).run()
    device.synchronize()
    return [y.numpy(), scales.numpy(), total.numpy()]


def rms_norm_dynamic_quant(
    device: acl.Device, x: Array, factors: Sequence[Array | None], *, gap: int
) -> list[Array]:
    """Quantised numbers and scales."""
    y, scales = device.empty(x.shape, "int8"), device.empty(x.shape[:1], "float32")
    gamma, beta, smooth = _given(device, factors)
    numbers = _rows(device, x, gap)
    given = (numbers, gamma, smooth, beta, EPSILON, INT8, y, scales)
    acl.plan("aclnnRmsNormDynamicQuant", *given).run()
    device.synchronize()
    return [y.numpy(), scales.numpy()]


def add_rms_norm_quant(
    device: acl.Device, x: Array, factors: Sequence[Array | None], *, gap: int, divides: bool
) -> list[Array]:
    """Quantised numbers and sums of x and x turned around, by gamma, scales and zero points."""
    one, other = _rows(device, x, gap), _rows(device, x[:, ::-1], gap)
    y, nothing = device.empty(x.shape, "int8"), device.empty((1,), "int8")
    total = device.empty(x.shape, x.dtype)
    gamma, scales, points = _given(device, factors)
    acl.plan(
        "aclnnAddRmsNormQuant",
        *(one, other, gamma, scales, None, points, None, -1, EPSILON, divides, y, nothing, total),
    ).run()
    device.synchronize()
    return [y.numpy(), total.numpy()]


def layer_norm_quant(
    device: acl.Device, x: Array, factors: Sequence[Array | None], *, gap: int
) -> list[Array]:
    """Quantised numbers, by gamma, beta, one scale and one zero point."""
    y, nothing = device.empty(x.shape, "int8"), device.empty((1,), "float32")
    given = _given(device, factors)
    acl.plan("aclnnLayerNormQuant", _rows(device, x, gap), *given, 0, EPSILON, y, nothing).run()
    device.synchronize()
    return [y.numpy()]


def _quantised(numbers: Array) -> list[Array]:
    with np.errstate(invalid="ignore", divide="ignore"):
        scales = np.abs(numbers).max(1) / np.float32(127)
        return [saturated(np.rint(numbers / scales[:, None])), scales]


def _normed(x: Array, factors: Sequence[Array | None]) -> Array:
    gamma, beta, smooth = (None if each is None else single(each) for each in factors)
    with np.errstate(invalid="ignore"):
        norm = x * roots(x, 1, EPSILON) * gamma
        norm = norm if beta is None else norm + beta
        return norm if smooth is None else norm * smooth


def _numbers(kind: str, shape: tuple[int, ...]) -> Array:
    """With a row of zeros, and rows with an infinity and with a NaN."""
    random = np.random.default_rng(shape[-1])
    x = random.standard_normal(shape, np.float32).astype(np.dtype(getattr(ml_dtypes, kind, kind)))
    if len(shape) == 2:
        x[0] = 0
        x[1, 5], x[2, -1] = np.inf, -np.nan
    return x


def _check(call: Callable[..., list[Array]], expected: list[Array]) -> None:
    dense, apart = call(gap=0), call(gap=3)
    for one, other, wanted in zip(dense, apart, expected, strict=True):
        assert one.tobytes() == other.tobytes()
        np.testing.assert_array_equal(one.astype(float), wanted.astype(float))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "shape"), CASES)
def test_rows_are_quantised(device: acl.Device, kind: str, shape: tuple[int, int]) -> None:
    x = _numbers(kind, shape)
    for smooth in (None, _numbers(kind, shape[1:])):
        wide = single(x) if smooth is None else single(x) * single(smooth)
        _check(lambda gap, s=smooth: dynamic_quant(device, x, s, gap=gap), _quantised(wide))


def test_between_two_integers_the_even_one_is_taken(device: acl.Device) -> None:
    """Quotients that lie there, and next to it."""
    x = np.zeros((4, 301), np.float16)
    x[:, :300] = (np.arange(300) % 252 - 126 + 0.5) * 0.25
    x[:, 300] = -127 * 0.25
    x[1:3] = np.nextafter(x[1:3], np.array([[1000], [-1000]], np.float16))
    x[1:3, 300] = x[0, 300]
    smooth = np.full(301, 2, np.float16)
    expected = _quantised(single(x) * 2)
    assert expected[1][0] == 0.5
    _check(lambda gap: dynamic_quant(device, x, smooth, gap=gap), expected)


@pytest.mark.parametrize(("kind", "shape"), CASES)
def test_norms_of_rows_are_quantised_by_one_scale(
    device: acl.Device, kind: str, shape: tuple[int, int]
) -> None:
    x, gamma, beta = (_numbers(kind, each) for each in (shape, shape[1:], shape[1:]))
    scale, point = np.array([0.05], x.dtype), np.array([90], np.int8)
    with np.errstate(invalid="ignore"):
        scaled = _normed(single(x), [gamma, beta, None]) / single(scale)
        expected = [saturated(np.rint(scaled + np.float32(90)))]

    def call(gap: int) -> list[Array]:
        y = device.empty(shape, "int8")
        given = _given(device, [gamma, beta, scale, point])
        acl.plan("aclnnRmsNormQuant", _rows(device, x, gap), *given, EPSILON, y).run()
        device.synchronize()
        return [y.numpy()]

    _check(call, expected)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "shape"), CASES)
def test_norms_of_rows_are_quantised(device: acl.Device, kind: str, shape: tuple[int, int]) -> None:
    x = _numbers(kind, shape)
    gamma, beta, smooth = (_numbers(kind, shape[1:]) * (1 + i) for i in range(3))
    total = (single(x) + single(x[:, ::-1])).astype(x.dtype)
    for factors in ([gamma, None, None], [gamma, beta, smooth]):
        expected = [*_quantised(_normed(single(total), factors)), total]
        _check(lambda gap, f=factors: add_rms_norm_dynamic_quant(device, x, f, gap=gap), expected)
        again = add_rms_norm_dynamic_quant(device, x, factors, gap=0, in_place=True)
        for one, wanted in zip(again, expected, strict=True):
            np.testing.assert_array_equal(one.astype(float), wanted.astype(float))
        _check(
            lambda gap, f=factors: rms_norm_dynamic_quant(device, x, f, gap=gap),
            _quantised(_normed(single(x), factors)),
        )


@pytest.mark.slow
@pytest.mark.parametrize("divides", [True, False])
@pytest.mark.parametrize(("kind", "shape"), CASES)
def test_norms_of_rows_are_quantised_by_given_scales(
    device: acl.Device, kind: str, shape: tuple[int, int], divides: bool
) -> None:
    x, random = _numbers(kind, shape), np.random.default_rng(1)
    gamma = _numbers(kind, shape[1:])
    scales = random.uniform(0.01, 0.1, shape[1:]).astype(x.dtype)
    scales = scales if divides else (1 / single(scales)).astype(x.dtype)
    scales[3], scales[4] = 0, -scales[4]
    points = random.integers(-300, 300, shape[1:]).astype(np.int32)
    total = (single(x) + single(x[:, ::-1])).astype(x.dtype)
    norm = _normed(single(total), [gamma, None, None])
    for given in (None, points):
        offset = np.float32(0) if given is None else given.astype(np.float32)
        with np.errstate(invalid="ignore", divide="ignore"):
            scaled = norm / single(scales) if divides else norm * single(scales)
            expected = [saturated(np.rint(scaled + offset)), total]
        _check(
            lambda gap, p=given: add_rms_norm_quant(
                device, x, [gamma, scales, p], gap=gap, divides=divides
            ),
            expected,
        )


@pytest.mark.parametrize("scale", [0.04, 0.0, -300.0])
@pytest.mark.parametrize(("kind", "shape"), CASES)
def test_layer_norms_of_rows_are_quantised(
    device: acl.Device, kind: str, shape: tuple[int, int], scale: float
) -> None:
    x, gamma, beta = _numbers(kind, shape), _numbers(kind, shape[1:]), _numbers(kind, shape[1:])
    scales, points = np.array([scale], x.dtype), np.array([-7], np.int8)
    with np.errstate(invalid="ignore", divide="ignore"):
        distances = single(x) - single(x.astype(np.float64).mean(1, keepdims=True))
        norm = distances * roots(distances, 1, EPSILON) * single(gamma) + single(beta)
        expected = saturated(np.rint(norm / single(scales) + np.float32(-7)))
    _check(
        lambda gap: layer_norm_quant(device, x, [gamma, beta, scales, points], gap=gap), [expected]
    )


ROWS_OF_A_LEVEL = """
import hashlib, sys
sys.path[:0] = {folders!r}
import numpy as np
import aclnn_py as acl
from ops.quant.test_rows import _numbers, add_rms_norm_dynamic_quant, add_rms_norm_quant
from ops.quant.test_rows import dynamic_quant, layer_norm_quant

found = hashlib.sha256()
with acl.Device(0) as device:
    for shape in ((70, 129), (3, 5000)):
        x, gamma = _numbers("float16", shape), _numbers("float16", shape[1:])
        results = dynamic_quant(device, x, None, gap=0)
        results += add_rms_norm_dynamic_quant(device, x, [gamma] * 3, gap=0)
        results += add_rms_norm_quant(device, x, [gamma, gamma, None], gap=0, divides=True)
        one, point = np.array([0.04], np.float16), np.array([3], np.int8)
        results += layer_norm_quant(device, x, [gamma, gamma, one, point], gap=0)
        for each in results:
            found.update(each.tobytes())
print(found.hexdigest())
"""


@pytest.mark.slow
def test_rows_have_the_same_bits_at_every_level() -> None:
    runs = run_at_levels(ROWS_OF_A_LEVEL.format(folders=[str(Path(__file__).parents[2])]))
    assert len({run.stdout for run in runs}) == 1, [run.stderr for run in runs]
    assert len(runs[0].stdout) == 65
