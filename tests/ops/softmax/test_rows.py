# SPDX-License-Identifier: Apache-2.0
"""Rows that lie behind each other have a kernel of their own, others a program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from support import run_at_levels

import aclnn_py as acl

Array = NDArray[Any]
CALLS = ("aclnnSoftmax", "aclnnLogSoftmax")


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


def softmax_of_rows(
    device: acl.Device, name: str, x: Array, *, gap: int = 0, in_place: bool = False
) -> Array:
    """The result as an array. With a gap the rows are longer."""
    rows, columns = x.shape
    wide = np.zeros((rows, columns + gap), x.dtype)
    wide[:, :columns] = x
    numbers = device.tensor(wide).view((rows, columns), (columns + gap, 1))
    y = numbers if in_place else device.empty(x.shape, x.dtype)
    acl.plan(name, numbers, -1, y).run()
    device.synchronize()
    return y.numpy()


@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize(
    "shape", [(70, 129), (300, 17), (131, 32), (41, 500), (5, 5000), (3, 9000), (2100, 1024)]
)
@pytest.mark.parametrize("name", CALLS)
def test_softmax_is_the_same_of_rows_with_gaps(
    device: acl.Device, name: str, kind: str, shape: tuple[int, int]
) -> None:
    random = np.random.default_rng(shape[1])
    x = (random.standard_normal(shape, np.float32) * 3).astype(
        np.dtype(getattr(ml_dtypes, kind, kind))
    )
    x[0, 1:], x[1, 5], x[2, -1] = -np.inf, np.inf, np.nan
    dense = softmax_of_rows(device, name, x)
    for again in (
        softmax_of_rows(device, name, x, gap=3),
        softmax_of_rows(device, name, x, in_place=True),
    ):
        assert dense.tobytes() == again.tobytes()
    with np.errstate(invalid="ignore", divide="ignore"):
        wide = x.astype(np.float64)
        wide -= wide.max(1, keepdims=True)
        sums = np.exp(wide).sum(1, keepdims=True)
        expected = np.exp(wide) / sums if name == "aclnnSoftmax" else wide - np.log(sums)
    close = {"float32": 2e-6, "float16": 2.0**-10, "bfloat16": 2.0**-8}[kind]
    np.testing.assert_allclose(dense.astype(float), expected, rtol=close, atol=close)


ROWS_OF_A_LEVEL = """
import hashlib, sys
sys.path[:0] = [{folder!r}]
import aclnn_py as acl
import numpy as np
from test_rows import CALLS, softmax_of_rows

found = hashlib.sha256()
random = np.random.default_rng(0)
with acl.Device(0) as device:
    for shape in ((70, 129), (3, 5000)):
        for kind in (np.float32, np.float16):
            x = random.standard_normal(shape).astype(kind)
            for name in CALLS:
                found.update(softmax_of_rows(device, name, x).tobytes())
print(found.hexdigest())
"""


@pytest.mark.slow
def test_rows_have_the_same_bits_at_every_level() -> None:
    runs = run_at_levels(ROWS_OF_A_LEVEL.format(folder=str(Path(__file__).parent)))
    assert len({run.stdout for run in runs}) == 1, [run.stderr for run in runs]
    assert len(runs[0].stdout) == 65
