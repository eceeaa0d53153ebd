# SPDX-License-Identifier: Apache-2.0
"""Norms of channels and of groups of them, whose planes a kernel of their own walks over where they
lie dense: the bits are those of planes that do not, and of every level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from support import run_at_levels

import aclnn_py as acl

GROUPS = 16
EPSILON = 1e-5
#: Images of one run of float32 sums, of more, and of planes of whole lanes.
SHAPES = ((3, 32, 49), (5, 16, 1000), (2, 32, 64))

Arrays = Mapping[str, Any]


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


def arrays_of(kind: str, shape: tuple[int, int, int], bad: bool = False) -> dict[str, Any]:
    random = np.random.default_rng(shape[2])
    data_type = np.dtype(getattr(ml_dtypes, kind, kind))
    images, channels, _ = shape

    def normal(*dims: int) -> Any:
        return random.standard_normal(dims, np.float32).astype(data_type)

    x = normal(*shape)
    if bad:
        x[0, 0, 0], x[0, 1, 0], x[-1, -1, -1] = np.nan, np.inf, -np.nan
    return {
        "x": x,
        "dy": normal(*shape),
        "weight": normal(channels),
        "bias": normal(channels),
        "means": normal(images, GROUPS),
        "roots": abs(normal(images, GROUPS)) + data_type.type(1),
        "mean": np.zeros(channels, np.float32),
        "variance": np.ones(channels, np.float32),
        "batch_mean": random.standard_normal(channels, np.float32),
        "batch_variance": np.ones(channels, np.float32) * np.float32(0.5),
    }


def run(device: acl.Device, name: str, a: Arrays, gap: int, in_place: bool) -> list[Any]:
    """The results as arrays. With a gap the planes are longer."""
    x = a["x"]
    images, channels, size = x.shape
    kind = x.dtype

    def planes(of: Any) -> Any:
        wide = np.zeros((images, channels, size + gap), kind)
        wide[..., :size] = of
        step = size + gap
        return device.tensor(wide).view(x.shape, (channels * step, step, 1))

    def own(array: Any) -> Any:
        return device.tensor(np.array(array))

    sizes = (images, channels, size, GROUPS)
    given = planes(x)
    y = given if in_place else planes(np.zeros_like(x))
    of_groups = [device.empty((images, GROUPS), kind) for _ in range(2)]
    of_channels = [device.empty((channels,), np.float32) for _ in range(2)]
    own_channels = [device.empty((channels,), kind) for _ in range(2)]
    factors = [own(a["weight"]), own(a["bias"])]
    running = [own(a["mean"]), own(a["variance"])]
    saved = [own(a["batch_mean"]), own(a["batch_variance"])]
    statistics = [own(a["means"]), own(a["roots"])]
    calls: dict[str, Callable[[], tuple[tuple[Any, ...], list[Any]]]] = {
        "aclnnGroupNorm": lambda: (
            (given, *factors, *sizes, EPSILON, y, *of_groups),
            [y, *of_groups],
        ),
        "aclnnGroupNormBackward": lambda: (
            (planes(a["dy"]), given, *statistics, factors[0], *sizes, [True] * 3, y, *own_channels),
            [y, *own_channels],
        ),
        "aclnnBatchNorm": lambda: (
            (given, *factors, *running, True, 0.1, EPSILON, y, *of_channels),
            [y, *running, *of_channels],
        ),
        "aclnnBatchNormBackward": lambda: (
            (
                *(planes(a["dy"]), given, factors[0], *running, *saved, True, EPSILON),
                *([True] * 3, y, *of_channels),
            ),
            [y, *of_channels],
        ),
    }
    arguments, results = calls[name]()
    acl.plan(name, *arguments).run()
    device.synchronize()
    return [each.numpy() for each in results]


def expected_of(name: str, a: Arrays) -> Any:
    """The first result, in float64."""
    x, dy, weight, bias = (np.asarray(a[k], np.float64) for k in ("x", "dy", "weight", "bias"))
    images, channels, size = x.shape
    weight, bias = weight[:, None], bias[:, None]
    is_group = "Group" in name
    dims = (images, GROUPS, -1) if is_group else (images, channels, size)
    folded: Any = 2 if is_group else (0, 2)
    numbers = x.reshape(dims)
    if name.endswith("Norm"):
        distance = numbers - numbers.mean(folded, keepdims=True)
        h = distance / np.sqrt((distance**2).mean(folded, keepdims=True) + EPSILON)
        return h.reshape(x.shape) * weight + bias
    if is_group:
        mean, root = (np.asarray(a[k], np.float64)[..., None] for k in ("means", "roots"))
    else:
        mean = np.asarray(a["batch_mean"], np.float64)[:, None]
        root = 1 / np.sqrt(np.asarray(a["batch_variance"], np.float64)[:, None] + EPSILON)
    h, d = (numbers - mean) * root, (dy * weight).reshape(dims)
    gradient = root * (d - d.mean(folded, keepdims=True) - h * (d * h).mean(folded, keepdims=True))
    return gradient.reshape(x.shape)


NAMES = (
    *("aclnnGroupNorm", "aclnnGroupNormBackward"),
    *("aclnnBatchNorm", "aclnnBatchNormBackward"),
)


@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", NAMES)
def test_norms_are_the_same_of_planes_with_gaps(
    device: acl.Device, name: str, shape: tuple[int, int, int], kind: str
) -> None:
    for bad in (False, True):
        arrays = arrays_of(kind, shape, bad)
        dense = run(device, name, arrays, 0, in_place=False)
        for gap, in_place in ((3, False), (0, True)):
            again = run(device, name, arrays, gap, in_place)
            for one, other in zip(dense, again, strict=True):
                assert one.tobytes() == other.tobytes()
        if not bad:
            close = 2e-5 if kind == "float32" else 2.0**-6
            np.testing.assert_allclose(
                dense[0].astype(float), expected_of(name, arrays), rtol=close, atol=close
            )


PLANES_OF_A_LEVEL = """
import hashlib, sys
sys.path[:0] = [{folder!r}]
import aclnn_py as acl
from test_planes import NAMES, SHAPES, arrays_of, run
found = hashlib.sha256()
with acl.Device(0) as device:
    for kind in ("float32", "float16", "bfloat16"):
        for shape in SHAPES:
            for name in NAMES:
                for each in run(device, name, arrays_of(kind, shape), 0, False):
                    found.update(each.tobytes())
print(found.hexdigest())
"""


@pytest.mark.slow
def test_planes_have_the_same_bits_at_every_level() -> None:
    runs = run_at_levels(PLANES_OF_A_LEVEL.format(folder=str(Path(__file__).parent)))
    assert len({each.stdout for each in runs}) == 1, [each.stderr for each in runs]
    assert len(runs[0].stdout) == 65
