# SPDX-License-Identifier: Apache-2.0
"""Norms in the forms that sweeps do not have: results that are left out, formats of volumes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from support import Api, run_at_levels
from sweep.c_calls import phase_one

import aclnn_py as acl


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


def add_rms_norm(device: acl.Device, gamma: Any, *, with_sum: bool) -> tuple[Any, Any]:
    x1, x2 = np.arange(12, dtype=np.float16).reshape(3, 4), np.ones((3, 4), np.float16)
    y, total = device.empty((3, 4), np.float16), device.empty((3, 4), np.float16)
    given = [device.tensor(each) for each in (x1, x2, gamma)]
    acl.plan("aclnnAddRmsNorm", *given, 1e-6, y, None, total if with_sum else None).run()
    device.synchronize()
    return y.numpy(), total.numpy() if with_sum else None


@pytest.mark.parametrize("shape", [(4,), (1, 4)])
def test_add_rms_norm_without_statistics(device: acl.Device, shape: tuple[int, ...]) -> None:
    gamma = np.array([1, 2, 0.5, -1], np.float16)
    sums = np.arange(12.0).reshape(3, 4) + 1
    expected = sums / np.sqrt((sums**2).mean(axis=1, keepdims=True)) * gamma
    for with_sum in (False, True):
        y, total = add_rms_norm(device, gamma.reshape(shape), with_sum=with_sum)
        np.testing.assert_allclose(y.astype(float), expected, rtol=2**-10)
        if with_sum:
            np.testing.assert_array_equal(total.astype(float), sums)


def test_add_rms_norm_of_float32_wants_all_results(device: acl.Device) -> None:
    x, y = (device.tensor(np.ones((2, 3), np.float32)) for _ in range(2))
    gamma, rstd = device.tensor(np.ones(3, np.float32)), device.tensor(np.ones((2, 1), np.float32))
    with pytest.raises(acl.AclError, match="float16 or bfloat16") as caught:
        acl.plan("aclnnAddRmsNorm", x, x, gamma, 1e-6, y, None, None)
    assert caught.value.code == 161002
    with pytest.raises(acl.AclError, match="xOut is NULL") as caught:
        acl.plan("aclnnAddRmsNorm", x, x, gamma, 1e-6, y, rstd, None)
    assert caught.value.code == 161001


@pytest.mark.usefixtures("own_library")
def test_batch_norm_of_volumes_wants_their_format(api: Api) -> None:
    """Five dimensions are ACL_FORMAT_NCDHW (30), on Ascend950 also ACL_FORMAT_NDHWC (27), whose
    channels are last."""
    shape, each = [2, 3, 4, 5, 6], [["T", [3], 0, 2, None, 0, [3]]] * 4
    last = [["T", [6], 0, 2, None, 0, [6]]] * 4
    for soc, format_, channels, status in (
        (b"Ascend910B2", 30, each, 0),
        (b"Ascend910B2", 2, each, 161002),
        (b"Ascend910B2", 27, each, 161002),
        (b"Ascend950", 30, each, 0),
        (b"Ascend950", 27, last, 0),
        (b"Ascend950", 27, each, 161002),
    ):
        x = ["T", shape, 0, format_, None, 0, shape]
        api.ok.aclnnExtSelectSoc(soc)
        try:
            answer = phase_one(
                api,
                "aclnnBatchNorm",
                [x, *channels, ["b", 1], ["d", 0.1], ["d", 1e-5], x, *channels[:2]],
            )
        finally:
            api.aclnnExtSelectSoc(None)
        assert answer.status == status, (soc, format_)


def test_masked_gradients_may_be_missing(device: acl.Device) -> None:
    x, rows = device.tensor(np.ones((2, 3), np.float32)), device.tensor(np.ones((2, 1), np.float32))
    bias = device.empty((3,), np.float32)
    mask = [False, False, True]
    acl.plan(
        "aclnnLayerNormBackward", x, x, [3], rows, rows, None, None, mask, None, None, bias
    ).run()
    device.synchronize()
    assert bias.numpy().tolist() == [2, 2, 2]
    with pytest.raises(acl.AclError, match="gradWeightOut is NULL") as caught:
        acl.plan(
            "aclnnLayerNormBackward", x, x, [3], rows, rows, None, None, [False, True, False],
            None, None, bias,
        )  # fmt: skip
    assert caught.value.code == 161001


def layer_norm_gradients(
    device: acl.Device, operands: list[Any], *, with_gaps: bool, in_place: bool = False
) -> list[Any]:
    """The three gradients as arrays. With gaps the numbers lie in rows that are longer."""
    dy, x, mean, rstd, weight = operands
    rows, columns = x.shape
    results = [device.empty((columns,), np.float32) for _ in range(2)]
    if with_gaps:
        wide = [np.zeros((rows, columns + 3), each.dtype) for each in (dy, x, x)]
        wide[0][:, :columns], wide[1][:, :columns] = dy, x
        whole = [device.tensor(each) for each in wide]
        views = [each.view((rows, columns), (columns + 3, 1)) for each in whole]
    else:
        views = [device.tensor(each) for each in (dy, x, np.zeros_like(x))]
    given, numbers, dx = views[0], views[1], views[0] if in_place else views[2]
    rest = [device.tensor(each) for each in (mean, rstd)]
    factors = None if weight is None else device.tensor(weight)
    acl.plan(
        "aclnnLayerNormBackward",
        *(given, numbers, [columns], *rest, factors, None, [True] * 3, dx, *results),
    ).run()
    device.synchronize()
    return [dx.numpy(), *(each.numpy() for each in results)]


# More rows than are joined in float32, and results that are written past the caches.
LARGER = ((4100, 130), (1100, 1024))
SHAPES = (
    *((70, 129), (3, 5000), (2, 9000), (45, 20), (70, 32), (4099, 64)),
    *(pytest.param(shape, marks=pytest.mark.slow) for shape in LARGER),
)


@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("shape", SHAPES)
def test_layer_norm_gradients_are_the_same_of_rows_with_gaps(
    device: acl.Device, kind: str, shape: tuple[int, int]
) -> None:
    """Rows that lie behind each other are walked through once, others by programs."""
    random = np.random.default_rng(shape[1])
    data_type = np.dtype(getattr(ml_dtypes, kind, kind))
    dy, x = (random.standard_normal(shape, np.float32).astype(data_type) for _ in range(2))
    wide_dy, wide = dy.astype(np.float64), x.astype(np.float64)
    mean = wide.mean(axis=1, keepdims=True)
    rstd = 1 / np.sqrt(wide.var(axis=1, keepdims=True) + 1e-5)
    statistics = [mean.astype(np.float32), rstd.astype(np.float32)]
    for weight in (None, random.standard_normal(shape[1]).astype(data_type)):
        operands = [dy, x, *statistics, weight]
        dense = layer_norm_gradients(device, operands, with_gaps=False)
        for again in (
            layer_norm_gradients(device, operands, with_gaps=True),
            layer_norm_gradients(device, operands, with_gaps=False, in_place=True),
        ):
            for one, other in zip(dense, again, strict=True):
                assert one.tobytes() == other.tobytes()
        h = (wide - mean) * rstd
        d = wide_dy * (1 if weight is None else weight.astype(np.float64))
        expected = rstd * (
            d - d.mean(axis=1, keepdims=True) - h * (d * h).mean(axis=1, keepdims=True)
        )
        close = 1e-5 if kind == "float32" else 2.0**-7
        np.testing.assert_allclose(dense[0].astype(float), expected, rtol=close, atol=close)
        np.testing.assert_allclose(dense[1], (wide_dy * h).sum(axis=0), rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(dense[2], wide_dy.sum(axis=0), rtol=1e-5, atol=1e-5)


def layer_norm_of_rows(
    device: acl.Device, x: Any, factors: Any, *, gap: int = 0, in_place: bool = False
) -> list[Any]:
    """Quotients, means and reciprocal roots as arrays. With a gap the rows are longer."""
    rows, columns = x.shape
    wide = np.zeros((rows, columns + gap), x.dtype)
    wide[:, :columns] = x
    numbers = device.tensor(wide).view((rows, columns), (columns + gap, 1))
    y = numbers if in_place else device.empty(x.shape, x.dtype)
    statistics = [device.empty((rows, 1), factors[0].dtype) for _ in range(2)]
    given = [device.tensor(each) for each in factors]
    acl.plan("aclnnLayerNorm", numbers, [columns], *given, 1e-5, y, *statistics).run()
    device.synchronize()
    return [each.numpy() for each in (y, *statistics)]


@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("shape", [(70, 129), (3, 5000), (2, 9000), (1100, 1024)])
def test_layer_norms_are_the_same_of_rows_with_gaps(
    device: acl.Device, kind: str, shape: tuple[int, int]
) -> None:
    """Rows that lie behind each other have a kernel of their own, others a program."""
    random = np.random.default_rng(shape[1])
    data_type = np.dtype(getattr(ml_dtypes, kind, kind))
    x = (random.standard_normal(shape, np.float32) + 3).astype(data_type)
    x[1, [5, -1]] = np.nan, np.inf
    for factor_type in (data_type, np.dtype(np.float32)):
        factors = [random.standard_normal(shape[1]).astype(factor_type) for _ in range(2)]
        dense = layer_norm_of_rows(device, x, factors)
        for again in (
            layer_norm_of_rows(device, x, factors, gap=3),
            layer_norm_of_rows(device, x, factors, in_place=True),
        ):
            for one, other in zip(dense, again, strict=True):
                assert one.tobytes() == other.tobytes()
        wide, weight, bias = (each.astype(np.float64) for each in (x, *factors))
        wide = np.delete(wide, 1, axis=0)
        middle = wide - wide.mean(axis=1, keepdims=True)
        expected = middle / np.sqrt(wide.var(axis=1, keepdims=True) + 1e-5) * weight + bias
        close = 1e-5 if kind == "float32" else 2.0**-7
        found = np.delete(dense[0].astype(float), 1, axis=0)
        np.testing.assert_allclose(found, expected, rtol=close, atol=close)
        assert np.isnan(dense[0][1].astype(float)).all()


def rms_norm_of_rows(
    device: acl.Device, x: Any, gamma: Any, *, gap: int = 0, in_place: bool = False
) -> list[Any]:
    """Quotients and reciprocal roots as arrays. With a gap the rows are longer."""
    rows, columns = x.shape
    wide = np.zeros((rows, columns + gap), x.dtype)
    wide[:, :columns] = x
    numbers = device.tensor(wide).view((rows, columns), (columns + gap, 1))
    y = numbers if in_place else device.empty(x.shape, x.dtype)
    roots = device.empty((rows, 1), np.float32)
    acl.plan("aclnnRmsNorm", numbers, device.tensor(gamma), 1e-5, y, roots).run()
    device.synchronize()
    return [y.numpy(), roots.numpy()]


@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("shape", [(70, 129), (3, 5000), (2, 9000), (1100, 1024)])
def test_rms_norms_are_the_same_of_rows_with_gaps(
    device: acl.Device, kind: str, shape: tuple[int, int]
) -> None:
    random = np.random.default_rng(shape[1])
    data_type = np.dtype(getattr(ml_dtypes, kind, kind))
    x = (random.standard_normal(shape, np.float32) + 3).astype(data_type)
    x[0, :3] = 0, -0.0, 1
    x[1, 5] = np.nan
    for factor_type in (data_type, np.dtype(np.float32)):
        gamma = random.standard_normal(shape[1]).astype(factor_type)
        dense = rms_norm_of_rows(device, x, gamma)
        for again in (
            rms_norm_of_rows(device, x, gamma, gap=3),
            rms_norm_of_rows(device, x, gamma, in_place=True),
        ):
            for one, other in zip(dense, again, strict=True):
                assert one.tobytes() == other.tobytes()
        wide = np.delete(x.astype(np.float64), 1, axis=0)
        roots = 1 / np.sqrt((wide**2).mean(axis=1, keepdims=True) + 1e-5)
        close = 1e-5 if kind == "float32" else 2.0**-7
        found = np.delete(dense[0].astype(float), 1, axis=0)
        expected = wide * roots * gamma.astype(np.float64)
        np.testing.assert_allclose(found, expected, rtol=close, atol=close)
        np.testing.assert_array_equal(np.signbit(found[0, :2]), np.signbit(expected[0, :2]))
        np.testing.assert_allclose(np.delete(dense[1], 1, axis=0), roots, rtol=1e-5)
        assert np.isnan(dense[0][1].astype(float)).all()


def rms_norm_gradients(
    device: acl.Device, operands: list[Any], *, gap: int = 0, in_place: bool = False
) -> list[Any]:
    """Both gradients as arrays. With a gap the rows are longer."""
    dy, x, roots, gamma = operands
    rows, columns = x.shape
    views = []
    for each in (dy, x, np.zeros_like(x)):
        wide = np.zeros((rows, columns + gap), x.dtype)
        wide[:, :columns] = each
        views.append(device.tensor(wide).view((rows, columns), (columns + gap, 1)))
    dx = views[0] if in_place else views[2]
    dgamma = device.empty((columns,), np.float32)
    rest = [device.tensor(each) for each in (roots, gamma)]
    acl.plan("aclnnRmsNormGrad", *views[:2], *rest, dx, dgamma).run()
    device.synchronize()
    return [dx.numpy(), dgamma.numpy()]


@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("shape", SHAPES)
def test_rms_norm_gradients_are_the_same_of_rows_with_gaps(
    device: acl.Device, kind: str, shape: tuple[int, int]
) -> None:
    random = np.random.default_rng(shape[1])
    data_type = np.dtype(getattr(ml_dtypes, kind, kind))
    dy, x = (random.standard_normal(shape, np.float32).astype(data_type) for _ in range(2))
    gamma = random.standard_normal(shape[1]).astype(data_type)
    wide_dy, wide = dy.astype(np.float64), x.astype(np.float64)
    roots = 1 / np.sqrt((wide**2).mean(axis=1, keepdims=True) + 1e-5)
    operands = [dy, x, roots.astype(np.float32), gamma]
    dense = rms_norm_gradients(device, operands)
    for again in (
        rms_norm_gradients(device, operands, gap=3),
        rms_norm_gradients(device, operands, in_place=True),
    ):
        for one, other in zip(dense, again, strict=True):
            assert one.tobytes() == other.tobytes()
    h, d = wide * roots, wide_dy * gamma.astype(np.float64)
    expected = roots * (d - h * (d * h).mean(axis=1, keepdims=True))
    close = 1e-5 if kind == "float32" else 2.0**-7
    np.testing.assert_allclose(dense[0].astype(float), expected, rtol=close, atol=close)
    np.testing.assert_allclose(dense[1], (wide_dy * h).sum(axis=0), rtol=1e-4, atol=1e-4)


ROWS_OF_A_LEVEL = """
import hashlib, sys
sys.path[:0] = [{folder!r}]
import aclnn_py as acl
import numpy as np
from test_norms import layer_norm_gradients, layer_norm_of_rows
from test_norms import rms_norm_gradients, rms_norm_of_rows

found = hashlib.sha256()
random = np.random.default_rng(0)
with acl.Device(0) as device:
    for shape in ((70, 129), (3, 5000)):
        dy, x = (random.standard_normal(shape, np.float32) for _ in range(2))
        factors = [random.standard_normal(shape[1]).astype(np.float32) for _ in range(2)]
        results = layer_norm_of_rows(device, x, factors)
        given = [dy, x, *results[1:], factors[0]]
        results += layer_norm_gradients(device, given, with_gaps=False)
        roots = rms_norm_of_rows(device, x, factors[0])
        results += roots + rms_norm_gradients(device, [dy, x, roots[1], factors[0]])
        for each in results:
            found.update(each.tobytes())
print(found.hexdigest())
"""


@pytest.mark.slow
def test_rows_have_the_same_bits_at_every_level() -> None:
    runs = run_at_levels(ROWS_OF_A_LEVEL.format(folder=str(Path(__file__).parent)))
    assert len({run.stdout for run in runs}) == 1, [run.stderr for run in runs]
    assert len(runs[0].stdout) == 65


@pytest.mark.parametrize("shape", [(2,), (2, 1), (2, 1, 1)])
def test_gradients_of_rows_take_statistics_without_dims_of_1(
    device: acl.Device, shape: tuple[int, ...]
) -> None:
    x = np.arange(1, 9, dtype=np.float32).reshape(2, 1, 4)
    dy, gamma = np.cos(x), np.array([1, 2, 0.5, -1], np.float32)
    rstd = 1 / np.sqrt((x.astype(float) ** 2).mean(axis=-1, keepdims=True))
    given = [device.tensor(e) for e in (dy, x, rstd.astype(np.float32).reshape(shape), gamma)]
    outs = device.empty(x.shape, np.float32), device.empty((4,), np.float32)
    acl.plan("aclnnRmsNormGrad", *given, *outs).run()
    device.synchronize()
    h, d = x * rstd, dy * gamma
    dx = rstd * (d - h * (d * h).mean(axis=-1, keepdims=True))
    np.testing.assert_allclose(outs[0].numpy(), dx, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(outs[1].numpy(), (dy * h).sum(axis=(0, 1)), rtol=1e-5)


@pytest.mark.parametrize(("dims", "shape"), [((2, 3, 4), (2,)), ((2, 1, 4), (3,))])
def test_gradients_of_rows_refuse_other_statistics(
    device: acl.Device, dims: tuple[int, ...], shape: tuple[int, ...]
) -> None:
    x, gamma = (device.tensor(np.ones(each, np.float32)) for each in (dims, (4,)))
    rstd = device.tensor(np.ones(shape, np.float32))
    with pytest.raises(acl.AclError, match="the shape of rstd") as caught:
        acl.plan("aclnnRmsNormGrad", x, x, rstd, gamma, x, gamma)
    assert caught.value.code == 561002


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 1)])
def test_roots_of_rows_go_to_dims_with_and_without_1(
    device: acl.Device, shape: tuple[int, ...]
) -> None:
    x = np.arange(1, 25, dtype=np.float32).reshape(2, 3, 4)
    y, rstd = device.empty(x.shape, np.float32), device.empty(shape, np.float32)
    gamma = device.tensor(np.ones(4, np.float32))
    acl.plan("aclnnRmsNorm", device.tensor(x), gamma, 0.0, y, rstd).run()
    device.synchronize()
    roots = 1 / np.sqrt((x.astype(float) ** 2).mean(axis=-1, keepdims=True))
    np.testing.assert_allclose(rstd.numpy(), roots.reshape(shape), rtol=1e-6)
    np.testing.assert_allclose(y.numpy(), x * roots, rtol=1e-6)
