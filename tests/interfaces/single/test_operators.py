# SPDX-License-Identifier: Apache-2.0
"""Every row of csrc/single/operators.toml computes what its oracle says."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from interfaces.single.mindspore_oracles import DEPTH, SPACE, instances
from interfaces.single.oracles import cases
from interfaces.single.plugin_oracles import resized
from interfaces.single.single import Array, Floats, Host, Operator, run
from ops.random import philox
from support import Session

from build_support import single as rows

CSRC = Path(__file__).resolve().parents[3] / "csrc"
CASES = cases()
FORMAT_NHWC, FORMAT_NDHWC = 1, 27
INVALID_PARAM = 100000
GE_FAILURE = 500002
ATTR_NOT_MATCH = 100023
FEATURE_NOT_SUPPORT = 207000


def test_each_row_has_an_oracle() -> None:
    names = {row.name for row in rows.read(CSRC)}
    assert len(names) >= 60
    assert set(CASES) == names


@pytest.mark.parametrize("name", sorted(CASES))
def test_computes(session: Session, name: str) -> None:
    case = CASES[name]
    before = case.before or [np.full_like(each, 1) for each in case.outputs]
    found = run(session, name, case.inputs, before, case.attrs)
    for result, expected in zip(found, case.outputs, strict=True):
        assert result.shape == expected.shape
        if expected.dtype == np.float32:
            scale = max(1.0, float(np.abs(expected[np.isfinite(expected)]).max(initial=0)))
            np.testing.assert_allclose(result, expected, rtol=0, atol=case.tolerance * scale)
        else:
            np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("momentum", [0.9, 0.0])
def test_a_step_of_sgd_changes_what_it_keeps(session: Session, momentum: float) -> None:
    """CANN's prototype: accum and stat are written where momentum is not 0."""
    values = [np.full((2, 3), each, np.float32) for each in (4, 2, 8, 1)]
    parameters, gradient, accum, stat = values
    rate, factor = np.array([0.5], np.float32), np.array([momentum], np.float32)
    inputs = [parameters, gradient, rate, accum, factor, stat]
    step = Operator(session, inputs, [parameters], {"nesterov": True})
    assert step.call("SGD") == 0, session.api.message()
    assert session.synchronize() == 0, session.api.message()
    moved = momentum * 8 + 2
    np.testing.assert_allclose(step.read(0, (2, 3)), 4 - 0.5 * (2 + momentum * moved), rtol=1e-6)
    kept = (moved, 0) if momentum else (8, 1)
    for place, expected in zip((3, 5), kept, strict=True):
        address = session.api.lib.aclGetDataBufferAddr(ctypes.c_void_p(step.inputs[place][1]))
        found = session.download(address, (2, 3), np.dtype(np.float32))
        np.testing.assert_allclose(found, expected, rtol=1e-6)
    step.close()


@pytest.mark.parametrize(("weight", "update"), [(0, 4), (3, 0), (0, 0)])
def test_a_norm_of_zero_leaves_the_rate_of_lamb_alone(
    session: Session, weight: float, update: float
) -> None:
    """CANN's page: the ratio is 1 unless both norms are above 0."""
    norms = [np.array([each], np.float32) for each in (weight, update)]
    rate, step, var = (np.full((2, 3), each, np.float32) for each in (0.5, 4, 9))
    (found,) = run(session, "LambApplyWeightAssign", [*norms, rate[0, :1], step, var], [var], {})
    np.testing.assert_array_equal(found, np.full((2, 3), 7, np.float32))


def kept_after(session: Session, name: str, places: Sequence[int]) -> list[Array]:
    """What lies in inputs of an oracle's case when the operator has run."""
    case = CASES[name]
    step = Operator(session, case.inputs, case.outputs, case.attrs)
    assert step.call(name) == 0, session.api.message()
    assert session.synchronize() == 0, session.api.message()
    found = []
    for place in places:
        address = session.api.lib.aclGetDataBufferAddr(ctypes.c_void_p(step.inputs[place][1]))
        like = np.asarray(case.inputs[place])
        found.append(session.download(address, like.shape, like.dtype))
    step.close()
    return found


def test_centered_rmsprop_changes_what_it_keeps(session: Session) -> None:
    """TensorFlow's ApplyCenteredRMSProp: mg and ms move by 1 - rho, and mom is what var loses."""
    inputs = [np.asarray(each, np.float64) for each in CASES["ApplyCenteredRMSProp"].inputs[:4]]
    grad = np.asarray(CASES["ApplyCenteredRMSProp"].inputs[8], np.float64)
    mean, squares, momentum = kept_after(session, "ApplyCenteredRMSProp", [1, 2, 3])
    np.testing.assert_allclose(mean, 0.9 * inputs[1] + 0.1 * grad, atol=1e-6)
    np.testing.assert_allclose(squares, 0.9 * inputs[2] + 0.1 * grad**2, atol=1e-6)
    lost = inputs[0] - CASES["ApplyCenteredRMSProp"].outputs[0]
    np.testing.assert_allclose(momentum, lost, atol=1e-5)


def test_lars_of_mindspores_page(session: Session) -> None:
    """The example of mindspore.ops.LARSUpdate, whose decay is 0; without clipping."""
    weight = np.array([[0.5, 0.8, 0.2], [0.6, 0.4, 0.2]], np.float32)
    gradient = np.array([[0.4, 0.4, 0.5], [0.2, 0.4, 0.3]], np.float32)
    numbers = [np.float32((weight**2).sum()), np.float32((gradient**2).sum()), 0, 1]
    inputs = [weight, gradient, *(np.array([each], np.float32) for each in numbers)]
    (found,) = run(session, "LarsV2Update", inputs, [gradient], {})
    page = [[0.0005265, 0.0005265, 0.00065813], [0.00026325, 0.0005265, 0.00039488]]
    np.testing.assert_allclose(found, page, atol=5e-9)


@pytest.mark.parametrize("form", [(2, 4, 5, 3), (2, 3, 2, 4, 3)])
def test_the_format_of_images_says_where_their_channels_are(
    session: Session, form: tuple[int, ...]
) -> None:
    """CANN's page of InstanceNorm: NHWC and NDHWC have the channels last."""
    random = np.random.default_rng(3)
    images, gamma, beta = (random.standard_normal(each).astype(np.float32) for each in (form, 3, 3))
    moved = np.moveaxis(images, -1, 1)
    expected = [np.moveaxis(each, 1, -1) for each in instances(moved, gamma, beta, 1e-6)]
    room = [np.zeros(each.shape, np.float32) for each in expected]
    operator = Operator(session, [images, gamma, beta], room, {})
    layout = FORMAT_NHWC if len(form) == 4 else FORMAT_NDHWC
    desc = ctypes.c_void_p(operator.inputs[0][0])
    assert session.api.lib.aclSetTensorOriginFormat(desc, layout) == 0
    assert operator.call("InstanceNorm") == 0, session.api.message()
    assert session.synchronize() == 0, session.api.message()
    for place, each in enumerate(expected):
        np.testing.assert_allclose(operator.read(place, each.shape), each, atol=2e-6)
    operator.close()


@pytest.mark.parametrize("axes", [[], [1]])
def test_deviations_of_all_elements_and_of_populations(session: Session, axes: list[int]) -> None:
    """CANN's page of ReduceStd: no dim means all; unbiased = False divides by how many they are."""
    x = np.random.default_rng(4).standard_normal((3, 5)).astype(np.float32)
    over = tuple(axes) or None
    expected = [x.astype(float).std(over, keepdims=True), x.astype(float).mean(over, keepdims=True)]
    room = [np.zeros(each.shape, np.float32) for each in expected]
    found = run(session, "ReduceStd", [x], room, {"dim": axes, "unbiased": False, "keepdim": True})
    for result, each in zip(found, expected, strict=True):
        np.testing.assert_allclose(result, each, atol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64, np.uint8])
@pytest.mark.parametrize("count", [1, 5000])
def test_unique_keeps_the_sequence(session: Session, dtype: Any, count: int) -> None:
    """TensorFlow's Unique: elements as they first occur, and the number of each; idx of int64."""
    x = np.random.default_rng(5).integers(0, 200, count).astype(dtype)
    _, first, inverse = np.unique(x, return_index=True, return_inverse=True)
    sequence = np.argsort(first)
    room = [np.zeros(count, dtype), np.zeros(count, np.int64)]
    values, numbers = run(session, "Unique", [x], room, {"out_idx": 9})
    np.testing.assert_array_equal(values, x[np.sort(first)])
    np.testing.assert_array_equal(numbers, np.argsort(sequence)[inverse])


@pytest.mark.parametrize("depthwise", [False, True])
def test_pads_that_differ(session: Session, depthwise: bool) -> None:
    """A convolution with pads on one side, and what it gives back: images and weights get what the
    windows over them got, times the other."""
    random = np.random.default_rng(6)
    outputs, groups = (3, 3) if depthwise else (2, 1)
    weights = random.standard_normal((outputs, 3 // groups, 3, 3)).astype(np.float32)
    images, above = (
        random.standard_normal(each).astype(np.float32)
        for each in ((1, 3, 6, 6), (1, outputs, 3, 3))
    )
    full = np.zeros((outputs, 3, 3, 3))
    full[:] = weights if not depthwise else np.eye(3)[:, :, None, None] * weights
    padded = np.pad(images.astype(float), [(0, 0), (0, 0), (0, 1), (1, 0)])
    out, back, slopes = np.zeros(above.shape), np.zeros(padded.shape), np.zeros(full.shape)
    for i, j in np.ndindex(3, 3):
        part = (..., slice(2 * i, 2 * i + 3), slice(2 * j, 2 * j + 3))
        out[:, :, i, j] = np.einsum("nchw,kchw->nk", padded[part], full)
        back[part] += np.einsum("nk,kchw->nchw", above[:, :, i, j], full)
        slopes += np.einsum("nk,nchw->kchw", above[:, :, i, j], padded[part])
    if depthwise:
        slopes = slopes[range(3), range(3)][None]
        weights = weights.transpose(1, 0, 2, 3).copy()
    attrs = {"strides": [1, 1, 2, 2], "pads": [0, 1, 1, 0], "data_format": "NCHW"}
    name = "DepthwiseConv2D" if depthwise else "Conv2D"
    sizes = [np.array(each.shape, np.int32) for each in (images, weights)]
    for kind, inputs, expected in (
        (name, [images, weights], out),
        (f"{name}BackpropInput", [sizes[0], weights, above], back[:, :, :6, 1:]),
        (f"{name}BackpropFilter", [images, sizes[1], above], slopes),
    ):
        (found,) = run(session, kind, inputs, [np.zeros(expected.shape, np.float32)], attrs)
        np.testing.assert_allclose(found, expected, atol=1e-5)


def test_volumes_are_averaged_by_five_sizes(session: Session) -> None:
    """CANN's page of AvgPool3D: ksize and strides have 1, 3 or 5 numbers."""
    x = np.random.default_rng(7).standard_normal((1, 2, 4, 4, 4)).astype(np.float32)
    expected = x.astype(float).reshape(1, 2, 2, 2, 2, 2, 2, 2).mean((3, 5, 7))
    window = [1, 1, 2, 2, 2]
    attrs = {"ksize": window, "strides": window, "pads": [0] * 6, "data_format": "NCDHW"}
    (found,) = run(session, "AvgPool3D", [x], [np.zeros(expected.shape, np.float32)], attrs)
    np.testing.assert_allclose(found, expected, atol=1e-6)
    above = [np.array(x.shape, np.int32), expected.astype(np.float32)]
    (back,) = run(session, "AvgPool3DGrad", above, [np.zeros_like(x)], attrs)
    shares = above[1].repeat(2, 2).repeat(2, 3).repeat(2, 4) / 8
    np.testing.assert_allclose(back, shares, atol=1e-6)


def test_a_batch_that_is_normalised_as_images(session: Session) -> None:
    """MindSpore describes [N, C] as [N, C, 1, 1] where it goes in, as [N, C] where it comes out."""
    x = np.random.default_rng(8).standard_normal((6, 4, 1, 1)).astype(np.float32)
    wide = x.astype(float)
    ones, zeros = np.ones(4, np.float32), np.zeros(4, np.float32)
    sums = [each.sum((0, 2, 3)).astype(np.float32) for each in (wide, wide**2)]
    room = [np.zeros((6, 4), np.float32), *(zeros.copy() for _ in range(4))]
    attrs = {"factor": 0.1, "epsilon": 1e-5}
    found = run(session, "BNTrainingUpdate", [x, *sums, ones, zeros, zeros, ones], room, attrs)
    expected = (wide - wide.mean(0)) / np.sqrt(wide.var(0) + 1e-5)
    np.testing.assert_allclose(found[0], expected[..., 0, 0], atol=1e-5)


def test_blocks_of_images_with_channels_first(session: Session) -> None:
    """TensorFlow's pages: NCHW has the same elements, and the depth as the second dim. Of several
    channels the places of a block are the outer ones."""
    attrs = {"block_size": 2, "data_format": "NCHW"}
    both = np.concatenate([SPACE, 100 + SPACE], -1)
    places = DEPTH[..., None] + np.array([0, 100], np.float32)
    space = np.ascontiguousarray(both.transpose(0, 3, 1, 2))
    depth = np.ascontiguousarray(places.reshape(1, 2, 2, 8).transpose(0, 3, 1, 2))
    (found,) = run(session, "SpaceToDepth", [space], [np.zeros_like(depth)], attrs)
    np.testing.assert_array_equal(found, depth)
    (found,) = run(session, "DepthToSpace", [depth], [np.zeros_like(space)], attrs)
    np.testing.assert_array_equal(found, space)


@pytest.mark.parametrize(
    ("mode", "scale"), [("half_pixel", 0.0), ("half_pixel", 2.4), ("align_corners", 7 / 3)]
)
def test_rows_are_resized_and_back(session: Session, mode: str, scale: float) -> None:
    """ResizeD and its gradient take rows as images of one row, and sizes of rows. The gradient is
    the transposed of what the rows of a unit matrix become."""
    attrs = {"coordinate_transformation_mode": mode, "mode": "linear", "scales": Floats([scale])}
    unit = np.eye(3, dtype=np.float32).reshape(3, 1, 1, 3)
    shares = np.zeros((3, 1, 1, 7), np.float32)
    (shares,) = run(session, "ResizeD", [unit], [shares], {"sizes": [7], **attrs})
    expected = resized(unit[:, :, 0], (7,), mode == "align_corners")
    if scale == 2.4:
        places = np.clip((np.arange(7) + 0.5) / 2.4 - 0.5, 0, 2)
        expected = np.maximum(1 - np.abs(np.arange(3)[:, None] - places), 0)[:, None]
    np.testing.assert_allclose(shares[:, :, 0], expected, atol=1e-6)
    above = np.eye(7, dtype=np.float32).reshape(7, 1, 1, 7)
    back = np.zeros((7, 1, 3), np.float32)
    found = run(session, "ResizeGradD", [above], [back], {"original_size": [7, 1, 3], **attrs})
    np.testing.assert_allclose(found[0][:, 0], expected[:, 0].T, atol=1e-6)


def test_images_are_resized_back_in_their_own_sequence(session: Session) -> None:
    """Without HWNC the gradient's images are N, C, H, W."""
    case = CASES["ResizeGradD"]
    attrs = {**case.attrs, "data_format": "NCHW"}
    grads = np.ascontiguousarray(np.asarray(case.inputs[0]).transpose(2, 3, 0, 1))
    n, c, h, w = case.outputs[0].shape
    expected = case.outputs[0].reshape(h, w, n, c).transpose(2, 3, 0, 1)
    (found,) = run(session, "ResizeGradD", [grads], [np.zeros_like(case.outputs[0])], attrs)
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize(
    ("name", "inputs", "output", "attrs"),
    [
        ("Renorm", [np.ones((2, 3), np.float32)], (2, 3), {"p": 2.0, "dim": 1, "maxnorm": 1.0}),
        ("ResizeD", [np.ones((1, 1, 2, 2), np.float32)], (1, 1, 3, 3), {"sizes": [3, 3]}),
        (
            "ResizeD",
            [np.ones((1, 1, 2, 2), np.float32)],
            (1, 1, 3, 3),
            {"sizes": [3, 3], "mode": "cubic", "cubic_coeff_a": -0.5},
        ),
        (
            "ResizeGradD",
            [np.ones((1, 1, 2, 2), np.float32)],
            (1, 1, 3),
            {"original_size": [1, 1, 3], "mode": "linear"},
        ),
        (
            "MaxPool3DGrad",
            [np.ones((1, 1, 2, 2, 2), np.float32)] * 3,
            (1, 1, 2, 2, 2),
            {"ksize": [1] * 5, "strides": [1] * 5, "pads": [0] * 6, "data_format": "NCDHW"},
        ),
    ],
)
def test_what_a_row_does_not_compute(
    session: Session, name: str, inputs: list[Array], output: tuple[int, ...], attrs: Any
) -> None:
    operator = Operator(session, inputs, [np.zeros(output, np.float32)], attrs)
    assert operator.call(name) == FEATURE_NOT_SUPPORT, session.api.message()
    operator.close()


@pytest.mark.parametrize(
    ("name", "inputs", "output", "attrs", "text"),
    [
        (
            "ArgMaxGrad",
            [np.zeros((2, 3), np.float32), np.zeros(2, np.int32), np.zeros(2, np.float32)],
            np.zeros((2, 3), np.float32),
            {"dimension": 2},
            "an axis of ArgMaxGrad is 2; its result has 2 dimension(s)",
        ),
        (
            "BoundingBoxEncode",
            [np.ones((2, 4), np.float32)] * 2,
            np.zeros((2, 4), np.float32),
            {"means": Floats([0, 0])},
            "a list of BoundingBoxEncode has 2 number(s); it needs more",
        ),
    ],
)
def test_attributes_that_do_not_fit(
    session: Session, name: str, inputs: list[Array], output: Array, attrs: Any, text: str
) -> None:
    operator = Operator(session, inputs, [output], attrs)
    assert operator.call(name) == ATTR_NOT_MATCH, session.api.message()
    assert text in session.api.message()
    operator.close()


@pytest.mark.parametrize(
    ("name", "place", "wrong", "status", "text"),
    [
        ("ApplyCenteredRMSProp", 1, np.zeros((3, 5), np.float32), GE_FAILURE, "aclnnSub"),
        ("ApplyProximalAdagradD", 5, np.zeros((2, 3, 4), np.float32), GE_FAILURE, "Addcmul"),
        ("ApplyAdamWithAmsgradV2", 5, np.zeros(2, np.float32), INVALID_PARAM, "has 2 elements"),
        ("LarsV2Update", 2, np.zeros(3, np.float32), INVALID_PARAM, "has 3 elements"),
        ("LarsV2Update", 1, np.zeros((3, 5), np.float32), GE_FAILURE, "aclnnInplaceAdd"),
        ("InstanceNorm", 0, np.zeros((2, 3), np.float32), FEATURE_NOT_SUPPORT, "rank(x) > 2"),
        ("InstanceNorm", 1, np.zeros(4, np.float32), INVALID_PARAM, "has 4 elements"),
        ("CustAdaptiveAvgPool2D", 0, np.zeros((5, 7), np.float32), GE_FAILURE, "aclnnAdaptive"),
        ("CustAdaptiveAvgPool2DGrad", 0, np.zeros((2, 3), np.float32), GE_FAILURE, "aclnn"),
        ("ReduceStd", 0, np.zeros((2, 3, 4, 5), np.int32), GE_FAILURE, "aclnnStdMeanCorrection"),
        ("Unique", 0, np.zeros((2, 4), np.int32), FEATURE_NOT_SUPPORT, "rank(x) == 1"),
        ("ApplyAdagradV2D", 3, np.zeros((3, 5), np.float32), GE_FAILURE, "aclnnInplaceAddcmul"),
        ("ApplyAdamWithAmsgradD", 6, np.zeros(2, np.float32), INVALID_PARAM, "has 2 elements"),
        ("ApplyProximalGradientDescent", 1, np.zeros(3, np.float32), INVALID_PARAM, "has 3"),
        ("ApplyAddSignD", 1, np.zeros((3, 5), np.float32), GE_FAILURE, "aclnn"),
        ("ApplyPowerSignD", 6, np.zeros((3, 5), np.float32), GE_FAILURE, "aclnn"),
        ("SqrtGrad", 1, np.zeros((2, 3), np.float32), GE_FAILURE, "aclnnSqrtBackward"),
        ("RsqrtGrad", 0, np.zeros((2, 3, 4), np.int32), FEATURE_NOT_SUPPORT, "ACL_INT32"),
        ("AtanGrad", 0, np.zeros((2, 3, 4), np.int32), GE_FAILURE, "aclnnAtanGrad"),
        ("DivNoNan", 1, np.zeros((2, 5), np.float32), GE_FAILURE, "aclnnDiv"),
        ("Digamma", 0, np.zeros((2, 3, 4), np.int32), GE_FAILURE, "aclnnDigamma"),
        ("ScatterAdd", 1, np.array([0, 1], np.int32), INVALID_PARAM, "elements"),
        ("ScatterMax", 1, np.zeros((2, 2), np.float32), GE_FAILURE, "aclnn"),
        ("UnsortedSegmentSum", 1, np.array([0, 1], np.int32), INVALID_PARAM, "elements"),
        ("ScatterNd", 0, np.zeros((3, 9), np.int64), GE_FAILURE, "aclnnIndexPutImpl"),
        ("ScatterNd", 0, np.zeros((3, 0), np.int64), FEATURE_NOT_SUPPORT, "last dim"),
        ("ScatterNdSub", 1, np.zeros((3, 99), np.int64), FEATURE_NOT_SUPPORT, "last dim"),
        ("TensorScatterSub", 1, np.array(0, np.int64), GE_FAILURE, "aclnnIndexPutImpl"),
        ("SpaceToDepth", 0, np.zeros((1, 3, 4, 1), np.float32), INVALID_PARAM, "elements"),
        ("BNTrainingUpdate", 0, np.zeros((2, 0, 3, 4), np.float32), INVALID_PARAM, "elements"),
        ("DepthToSpace", 0, np.zeros((2, 2, 4), np.float32), FEATURE_NOT_SUPPORT, "rank(x) == 4"),
    ],
)
def test_operands_that_do_not_fit(
    session: Session, name: str, place: int, wrong: Array, status: int, text: str
) -> None:
    case = CASES[name]
    inputs = list(case.inputs)
    inputs[place] = wrong
    operator = Operator(session, inputs, case.before or case.outputs, case.attrs)
    assert operator.call(name) == status, session.api.message()
    assert text in session.api.message()
    operator.close()


# --- Random numbers ------------------------------------------------------------------------------


def test_calls_without_a_seed_differ(session: Session) -> None:
    """docs/reference/single-operators.md: the seeds of a process are -1, -2 and so on."""
    shape, room = Host([4, 6]), [np.zeros((4, 6), np.float32)]
    first, second = (run(session, "RandomUniform", [shape], room, {})[0] for _ in range(2))

    def drawn(call: int) -> Array:
        return philox.units(24, -call, 0, wide=False).reshape(4, 6).astype(np.float32)

    call = next(call for call in range(1, 10000) if np.array_equal(drawn(call), first))
    np.testing.assert_array_equal(second, drawn(call + 1))


@pytest.mark.parametrize("name", ["CustDropout2D", "CustDropout3D"])
def test_whole_channels_are_dropped(session: Session, name: str) -> None:
    images = np.ones((16, 64, 2, 3) if name == "CustDropout2D" else (16, 64, 2, 3, 2), np.float32)
    room = [np.zeros_like(images), np.zeros(images.shape, bool)]
    output, mask = run(session, name, [images], room, {"keep_prob": 0.75})
    channels = mask.reshape(16, 64, -1)
    assert np.array_equal(channels.all(-1), channels.any(-1))
    np.testing.assert_array_equal(output, (mask / np.float32(0.75)).astype(np.float32))
    # Five deviations of a mean of 1,024.
    assert abs(channels.all(-1).mean() - 0.75) < 5 * (0.75 * 0.25 / 1024) ** 0.5


def test_a_probability_may_lie_in_device_memory(session: Session) -> None:
    """MindSpore gives nn.Dropout's so."""
    shape, kept = Host([4, 6]), np.array([0.75], np.float32)
    room = [np.zeros(16, np.uint8)]
    (mask,) = run(session, "DropOutGenMask", [shape, kept], room, {"seed": 5, "seed2": 24})
    np.testing.assert_array_equal(mask, philox.mask(24, 5, 24, 0.25))
    values = np.ones((4, 6), np.float32)
    (output,) = run(session, "DropOutDoMask", [values, mask, kept], [values], {})
    bits = np.unpackbits(mask, bitorder="little")[:24].reshape(4, 6)
    np.testing.assert_allclose(output, bits / 0.75, rtol=1e-6)
