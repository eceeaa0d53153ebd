# SPDX-License-Identifier: Apache-2.0
"""aclnnExtScale: a tensor times a number."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support import BFLOAT16, run_python

import aclnn_py as acl

FLOAT32 = np.dtype(np.float32)
TYPES = [FLOAT32, BFLOAT16]
COUNTS = [0, 1, 15, 16, 17, 1000, 65536 * 3 + 5]

types = pytest.mark.parametrize(
    ("source", "target"), [*itertools.product(TYPES, TYPES)], ids=lambda dtype: dtype.name
)


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


def scale(device: acl.Device, array: Any, alpha: float, dtype: Any) -> Any:
    source, out = device.tensor(array), device.empty(array.shape, dtype)
    out.write(np.full(array.shape, 7, dtype))
    acl.plan("aclnnExtScale", source, alpha, out).run()
    device.synchronize()
    assert source.numpy().tobytes() == array.tobytes()
    return out.numpy()


@types
@pytest.mark.parametrize("alpha", [0.0, -5.0, 3.5, 0.1])
def test_values(device: acl.Device, source: Any, target: Any, alpha: float) -> None:
    """float32 products are NumPy's; those of bfloat16 are rounded once more, by ml_dtypes."""
    rng = np.random.default_rng(1)
    for count in COUNTS:
        array = rng.standard_normal(count).astype(source)
        expected = (array.astype(np.float32) * np.float32(alpha)).astype(target)
        found = scale(device, array, alpha, target)
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


@types
def test_special_numbers(device: acl.Device, source: Any, target: Any) -> None:
    array = np.array([np.inf, -np.inf, np.nan, -np.nan, 0.0, -0.0, 1e38] * 5).astype(source)
    found = scale(device, array, -1e3, target)
    expected = [-np.inf, np.inf, np.nan, np.nan, -0.0, 0.0, -np.inf] * 5
    np.testing.assert_array_equal(found.astype(np.float32), expected)
    nan = found[np.isnan(found.astype(np.float32))].view(f"u{target.itemsize}")
    assert set(nan.tolist()) == {0x7FC00000 if target == FLOAT32 else 0x7FC0}
    assert np.isnan(scale(device, array, 0.0, target)[:4].astype(np.float32)).all()


def test_in_place(device: acl.Device) -> None:
    tensor = device.tensor(np.arange(100, dtype=np.float32).reshape(2, 1, 50))
    acl.plan("aclnnExtScale", tensor, 2.0, tensor).run()
    device.synchronize()
    np.testing.assert_array_equal(tensor.numpy().ravel(), np.arange(100) * 2)


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (
            lambda d: (d.empty(4, "float16"), d.empty(4)),
            "the data type of self is DT_FLOAT16; .*BF",
        ),
        (lambda d: (d.empty(4), d.empty(4, "int32")), "the data type of out is DT_INT32"),
        (lambda d: (d.empty((2, 2)), d.empty(4)), r"shape of out is \[4\]; .*\[2, 2\]"),
        (lambda d: (d.empty((2, 3)), d.empty((2, 4))), "shape of out"),
        (
            lambda d: (d.empty((3, 2)).view((2, 3), (1, 2)), d.empty((2, 3))),
            "self is not contiguous; it has to be",
        ),
        (
            lambda d: (d.empty((2, 3)), d.empty(12).view((2, 3), (6, 2))),
            "out is not contiguous; it has to be",
        ),
        (lambda d: (d.empty(4).view((-4,)), d.empty(4)), "a dimension is negative"),
    ],
)
def test_refused(device: acl.Device, make: Any, match: str) -> None:
    source, out = make(device)
    with pytest.raises(acl.AclParameterError, match=match) as caught:
        acl.plan("aclnnExtScale", source, 1.0, out)
    assert caught.value.code == 161002


def test_null(device: acl.Device) -> None:
    tensor = device.empty(4)
    for pair in ((None, tensor), (tensor, None)):
        with pytest.raises(acl.AclParameterError) as caught:
            acl.plan("aclnnExtScale", pair[0], 1.0, pair[1])
        assert caught.value.code == 161001


@pytest.mark.slow
def test_the_same_bits_on_any_machine() -> None:
    code = """
import hashlib, numpy as np, ml_dtypes, aclnn_py as acl
x = np.random.default_rng(5).standard_normal(300007).astype(np.float32)
with acl.Device(0) as device:
    for dtype in ("float32", "bfloat16"):
        a, b = device.tensor(x), device.empty(x.shape, dtype)
        acl.plan("aclnnExtScale", a, 0.3, b).run()
        device.synchronize()
        print(hashlib.sha256(b.numpy().tobytes()).hexdigest())
"""
    texts = {
        run_python(code, {"ACLNN_CORES": cores, "ACLNN_STREAM": mode}).stdout
        for cores, mode in itertools.product(("1", "3"), ("async", "lazy", "sync"))
    }
    assert len(texts) == 1
    assert len(texts.pop().split()) == 2
