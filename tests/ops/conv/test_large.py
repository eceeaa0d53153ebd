# SPDX-License-Identifier: Apache-2.0
"""Convolutions that are larger than a band, a block of channels or a panel, beside float64."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from support import run_python

import aclnn_py

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

#: count, channels, input, outputs, kernel, stride, padding, dilation, groups
CASES: tuple[tuple[Any, ...], ...] = (
    (2, 64, (30, 37), 70, (3, 3), (1, 1), (1, 1), (1, 1), 1),
    (1, 131, (19, 23), 13, (3, 3), (1, 1), (2, 0), (1, 2), 1),
    (2, 7, (40, 50), 9, (5, 4), (2, 3), (2, 1), (1, 1), 1),
    (2, 9, (33, 29), 12, (3, 2), (3, 2), (0, 1), (2, 3), 3),
    (1, 3, (64, 64), 40, (16, 16), (16, 16), (0, 0), (1, 1), 1),
    (1, 20, (21, 1300), 8, (3, 3), (1, 1), (1, 1), (1, 1), 1),
    (3, 200, (28, 28), 600, (1, 1), (1, 1), (0, 0), (1, 1), 1),
    (2, 66, (20, 20), 32, (1, 1), (2, 2), (0, 0), (1, 1), 2),
    (1, 5, (9, 20, 21), 6, (3, 3, 3), (1, 2, 1), (1, 1, 1), (2, 1, 1), 1),
    (5, 66, (7, 7), 250, (3, 3), (1, 1), (1, 1), (1, 1), 1),
    (3, 150, (13, 6), 64, (3, 2), (1, 1), (1, 0), (1, 1), 2),
    (2, 41, (15, 31), 96, (5, 3), (2, 2), (2, 1), (1, 1), 1),
    (1, 33, (4, 8, 9), 30, (3, 3, 3), (1, 1, 2), (1, 1, 0), (1, 2, 1), 1),
)
NAMES = (
    "count",
    "channels",
    "input",
    "outputs",
    "kernel",
    "stride",
    "padding",
    "dilation",
    "groups",
)


def exact(x: Any, w: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    """The sums in float64, one place of the window after another."""
    spatial = len(stride)
    x = np.pad(x.astype(np.float64), [(0, 0), (0, 0), *((p, p) for p in padding)])
    w = w.astype(np.float64)
    dims = [
        (x.shape[2 + i] - dilation[i] * (w.shape[2 + i] - 1) - 1) // stride[i] + 1
        for i in range(spatial)
    ]
    out = np.zeros((x.shape[0], w.shape[0], *dims))
    inputs, outputs = w.shape[1], w.shape[0] // groups
    for place in np.ndindex(*w.shape[2:]):
        slices = tuple(
            slice(place[i] * dilation[i], place[i] * dilation[i] + (dims[i] - 1) * stride[i] + 1,
                  stride[i])
            for i in range(spatial)
        )  # fmt: skip
        for g in range(groups):
            out[:, g * outputs : (g + 1) * outputs] += np.einsum(
                "nc...,mc->nm...",
                x[(slice(None), slice(g * inputs, (g + 1) * inputs), *slices)],
                w[(slice(g * outputs, (g + 1) * outputs), slice(None), *place)],
            )
    return out


def check(found: Any, expected: Any, magnitude: Any, depth: int) -> None:
    """Half a unit of a half type, and a rounding of float32 for each addition."""
    rounding = np.abs(expected) / 256 if found.dtype == BFLOAT16 else 0
    allowed = rounding + magnitude * (depth + 2) * 2.0**-23
    assert (np.abs(found.astype(np.float64) - expected) <= allowed).all()


@pytest.mark.parametrize("type_", [np.dtype(np.float32), BFLOAT16], ids=str)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "x".join(map(str, case[:4])))
def test_forward(case: tuple[Any, ...], type_: Any) -> None:
    c = dict(zip(NAMES, case, strict=True))
    random = np.random.default_rng(11)
    x = random.standard_normal((c["count"], c["channels"], *c["input"])).astype(type_)
    shape = (c["outputs"], c["channels"] // c["groups"], *c["kernel"])
    w = random.standard_normal(shape).astype(type_)
    bias = random.standard_normal(c["outputs"]).astype(type_)
    attributes = c["stride"], c["padding"], c["dilation"], c["groups"]
    found = aclnn_py.convolution(
        x, w, bias=bias, stride=c["stride"], padding=c["padding"], dilation=c["dilation"],
        groups=c["groups"],
    )  # fmt: skip
    added = bias.astype(np.float64).reshape(-1, *[1] * len(c["kernel"]))
    magnitude = exact(np.abs(x), np.abs(w), *attributes) + np.abs(added)
    check(found, exact(x, w, *attributes) + added, magnitude, int(np.prod(shape[1:])))


def placed(x: Any, c: dict[str, Any], place: tuple[int, ...], dims: tuple[int, ...]) -> Any:
    """What the positions read at one place of the window: a view of a padded input."""
    starts = [place[i] * c["dilation"][i] for i in range(len(dims))]
    slices = [
        slice(starts[i], starts[i] + (dims[i] - 1) * c["stride"][i] + 1, c["stride"][i])
        for i in range(len(dims))
    ]
    return x[(slice(None), slice(None), *slices)]


def exact_gradients(grad: Any, x: Any, w: Any, c: dict[str, Any]) -> tuple[Any, Any]:
    """Of the input and of the weight, in float64, one place of the window after another."""
    grad, x, w = (each.astype(np.float64) for each in (grad, x, w))
    dims, groups = grad.shape[2:], c["groups"]
    of_input = np.zeros(
        [*x.shape[:2], *(n + 2 * p for n, p in zip(x.shape[2:], c["padding"], strict=True))]
    )
    of_weight = np.zeros(w.shape)
    padded = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in c["padding"])])
    inputs, outputs = w.shape[1], w.shape[0] // groups
    for place in np.ndindex(*w.shape[2:]):
        read = placed(padded, c, place, dims)
        added = placed(of_input, c, place, dims)
        for g in range(groups):
            own, result = slice(g * inputs, (g + 1) * inputs), slice(g * outputs, (g + 1) * outputs)
            of_weight[(result, slice(None), *place)] = np.einsum(
                "nmp,ncp->mc",
                grad[:, result].reshape(len(grad), outputs, -1),
                read[:, own].reshape(len(grad), inputs, -1),
            )
            added[:, own] += np.einsum(
                "nm...,mc->nc...", grad[:, result], w[(result, slice(None), *place)]
            )
    inner = [slice(p, p + n) for n, p in zip(x.shape[2:], c["padding"], strict=True)]
    return of_input[(slice(None), slice(None), *inner)], of_weight


@pytest.mark.parametrize("type_", [np.dtype(np.float32), BFLOAT16], ids=str)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "x".join(map(str, case[:4])))
def test_gradients(case: tuple[Any, ...], type_: Any) -> None:
    c = dict(zip(NAMES, case, strict=True))
    random = np.random.default_rng(14)
    x = random.standard_normal((c["count"], c["channels"], *c["input"])).astype(type_)
    shape = (c["outputs"], c["channels"] // c["groups"], *c["kernel"])
    w = random.standard_normal(shape).astype(type_)
    dims = [
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, p, d, k, s in zip(
            c["input"], c["padding"], c["dilation"], c["kernel"], c["stride"], strict=True
        )
    ]
    grad = random.standard_normal((c["count"], c["outputs"], *dims)).astype(type_)
    found = aclnn_py.convolution_backward(
        grad, x, w, stride=c["stride"], padding=c["padding"], dilation=c["dilation"],
        output_padding=[0] * len(dims), groups=c["groups"], output_mask=(True, True, False),
    )  # fmt: skip
    expected = exact_gradients(grad, x, w, c)
    magnitudes = exact_gradients(np.abs(grad), np.abs(x), np.abs(w), c)
    depths = int(np.prod(shape[2:])) * c["outputs"], c["count"] * int(np.prod(dims))
    for i in range(2):
        check(found[i], expected[i], magnitudes[i], depths[i])


@pytest.mark.parametrize("type_", [np.dtype(np.float32), BFLOAT16], ids=str)
@pytest.mark.parametrize("channels", [(33, 70), (64, 31)])
def test_transposed(channels: tuple[int, int], type_: Any) -> None:
    """With a stride of 1 it is a convolution by the turned weight."""
    inputs, outputs = channels
    random = np.random.default_rng(12)
    x = random.standard_normal((2, inputs, 20, 24)).astype(type_)
    w = random.standard_normal((inputs, outputs, 3, 4)).astype(type_)
    found = aclnn_py.convolution(
        x, w, stride=[1, 1], padding=[1, 2], dilation=[1, 1], transposed=True, output_padding=[0, 0]
    )
    turned = w[:, :, ::-1, ::-1].transpose(1, 0, 2, 3)
    attributes = (1, 1), (1, 1), (1, 1), 1
    expected = exact(x, turned, *attributes)
    magnitude = exact(np.abs(x), np.abs(turned), *attributes)
    check(found, expected, magnitude, inputs * 12)


DIGEST = """
import hashlib
import ml_dtypes
import numpy as np
import aclnn_py

random = np.random.default_rng(13)
digest = hashlib.sha256()
for type_ in (np.float32, ml_dtypes.bfloat16):
    for dims, kernel, stride in (
        ((3, 65, 40, 40), (70, 65, 3, 3), 1),
        ((1, 32, 9, 9), (600, 32, 2, 2), 2),
    ):
        x = random.standard_normal(dims).astype(type_)
        w = random.standard_normal(kernel).astype(type_)
        out = aclnn_py.convolution(x, w, stride=[stride] * 2, padding=[1, 1], dilation=[1, 1])
        digest.update(out.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_the_same_bits() -> None:
    def digest(**variables: str) -> str:
        done = run_python(DIGEST, variables)
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    usual = digest(ACLNN_CORES="1")
    for cores in ("2", "3", "7"):
        assert digest(ACLNN_CORES=cores) == usual
