# SPDX-License-Identifier: Apache-2.0
"""Products of groups with scales: exact sums of int8, then float32, one operation after the other
as the page writes them, compared bit by bit; and weights of int8 and int4 that stand for floats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.product_oracle import multiplied, packed, restored, words_of
from support import Api
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    KERNEL,
    NULL,
    answer,
    room,
    tensor,
)

import aclnn_py as acl

Array = NDArray[Any]
BF16: Any = ml_dtypes.bfloat16
RNG = np.random.default_rng(11)
ENDS = [3, 3, 140]
ROWS, DEPTH, COLUMNS = 150, 1100, 40
MEBI = 1 << 20
UINT64, INT4 = 10, 29


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as found:
        yield found


def _list(device: acl.Device, given: Any) -> list[acl.Tensor] | None:
    """A list for an operand, which may be one already."""
    if given is None:
        return None
    each = given if isinstance(given, list) else [given]
    return [one if isinstance(one, acl.Tensor) else device.tensor(one) for one in each]


def _run(
    device: acl.Device,
    x: Array,
    weight: Any,
    out: Array,
    act: int = 0,
    are_counts: int = 0,
    **more: Any,
) -> Array:
    """The result of aclnnGroupedMatmulV4; `more` has the operands beside x and weight."""
    names = ("bias", "scale", "offset", "weight_scale", "weight_offset", "tokens")
    lists = [_list(device, more.get(each)) for each in names]
    weights = _list(device, weight)
    numbers = np.diff(ENDS, prepend=0) if are_counts else np.array(ENDS)
    groups = device.tensor(numbers.astype(np.int64))
    result = device.tensor(out)
    plan = acl.plan(
        "aclnnGroupedMatmulV4",
        *([device.tensor(x)], weights, *lists, groups, None, None, None),
        *(3, 0, are_counts, act, [result], None, None),
    )
    with plan, device.stream() as stream:
        plan.run(stream)
        stream.synchronize()
    return result.numpy()


def _parts() -> Iterator[tuple[int, slice]]:
    first = 0
    for group, end in enumerate(ENDS):
        yield group, slice(first, end)
        first = end


def _whole(shape: tuple[int, ...]) -> Array:
    return RNG.integers(-128, 128, shape).astype(np.int8)


def _small(shape: tuple[int, ...], dtype: Any = np.float32) -> Array:
    return np.asarray((RNG.normal(size=shape) / 4096).astype(dtype))


@pytest.mark.parametrize(
    ("scale", "out", "with_tokens", "bias"),
    [
        (np.float32, np.float16, True, np.int32),
        (np.float32, np.float16, False, None),
        (BF16, BF16, True, BF16),
        (BF16, BF16, False, np.int32),
        (np.float32, BF16, True, None),
    ],
)
def test_sums_are_scaled(
    device: acl.Device, scale: Any, out: Any, with_tokens: bool, bias: Any
) -> None:
    x, weight = _whole((ROWS, DEPTH)), _whole((3, DEPTH, COLUMNS))
    x[:4] = -128  # sums that float32 does not hold
    weight[0] = -128
    scales, tokens = _small((3, COLUMNS), scale), _small((ROWS,))
    given = None if bias is None else (RNG.normal(size=(3, COLUMNS)) * 9000).astype(bias)
    expected = np.zeros((ROWS, COLUMNS), out)
    for group, rows in _parts():
        sums = multiplied(x[rows], weight[group], False, False)
        own = None if given is None else given[group]
        factors = tokens[rows] if with_tokens else None
        expected[rows] = restored(sums, scales[group], factors, own).astype(out)
    found = _run(
        device,
        *(x, weight, np.full((ROWS, COLUMNS), 7).astype(out)),
        scale=scales,
        tokens=tokens if with_tokens else None,
        bias=given,
    )
    assert (found.view(np.uint16) == expected.view(np.uint16)).all()


def test_codes_of_words(device: acl.Device) -> None:
    """Scales of 64 bits have an offset, and give int8."""
    x, weight = _whole((ROWS, 40)), _whole((3, 40, COLUMNS))
    words = words_of(_small((3, COLUMNS)) * 16, RNG.integers(-200, 200, (3, COLUMNS)))
    expected = np.zeros((ROWS, COLUMNS), np.int8)
    for group, rows in _parts():
        sums = multiplied(x[rows], weight[group], False, False)
        expected[rows] = restored(sums, words[group], None, None, True)
    found = _run(device, x, weight, np.ones((ROWS, COLUMNS), np.int8), scale=words)
    assert (found == expected).all()


@pytest.mark.parametrize("act", [1, 2, 4, 5])
def test_activations(device: acl.Device, act: int) -> None:
    x, weight = _whole((ROWS, 40)), _whole((3, 40, COLUMNS))
    scales, tokens = _small((3, COLUMNS)) * 16, _small((ROWS,)) * 1024
    wide = np.zeros((ROWS, COLUMNS))
    for group, rows in _parts():
        sums = multiplied(x[rows], weight[group], False, False)
        wide[rows] = restored(sums, scales[group], tokens[rows], None)
    inner = np.sqrt(2 / np.pi) * (wide + 0.044715 * wide**3)
    size = np.abs(wide)
    expected = {
        1: np.maximum(wide, 0),
        2: 0.5 * wide * (1 + np.tanh(inner)),
        4: wide / (1 + np.exp(-1.702 * size)) * np.exp(0.851 * (wide - size)),
        5: wide / (1 + np.exp(-wide)),
    }[act]
    found = _run(
        device, x, weight, np.ones((ROWS, COLUMNS), np.float16), act, scale=scales, tokens=tokens
    )
    assert (np.abs(found.astype(float) - expected) <= 2.0**-10 * size + 2.0**-20).all()


@pytest.mark.parametrize("dtype", [np.float16, BF16])
@pytest.mark.parametrize(("kind", "parts"), [("int8", 1), ("int4", 1), ("int4", 5)])
def test_weights_that_are_restored(device: acl.Device, dtype: Any, kind: str, parts: int) -> None:
    depth = 300
    x = RNG.normal(size=(ROWS, depth)).astype(dtype)
    low = 128 if kind == "int8" else 8
    weight = RNG.integers(-low, low, (3, depth, COLUMNS))
    shape = (3, parts, COLUMNS) if parts > 1 else (3, COLUMNS)
    scales = _small(shape, dtype)
    offsets = RNG.integers(-5, 6, shape).astype(dtype)
    bias = RNG.normal(size=(3, COLUMNS)).astype(np.float16 if dtype == np.float16 else np.float32)
    expected, size = np.zeros((2, ROWS, COLUMNS))
    for group, rows in _parts():
        factors, added = (
            np.repeat(each[group].reshape(parts, COLUMNS).astype(float), depth // parts, 0)
            for each in (scales, offsets)
        )
        wide = (weight[group] + added) * factors
        expected[rows] = x[rows].astype(float) @ wide + bias[group].astype(float)
        size[rows] = np.abs(x[rows].astype(float)) @ np.abs(wide) + np.abs(bias[group])
    given = weight.astype(np.int8) if kind == "int8" else packed(weight)
    found = _run(
        device,
        *(x, given, np.ones((ROWS, COLUMNS)).astype(dtype)),
        bias=bias,
        weight_scale=scales,
        weight_offset=offsets,
    )
    unit = float(ml_dtypes.finfo(dtype).eps)
    assert (np.abs(found.astype(float) - expected) <= unit * size).all()


def _powers(shape: tuple[int, ...], low: int, high: int) -> Array:
    return np.asarray((2.0 ** RNG.integers(low, high, shape)).astype(np.float32))


@pytest.mark.parametrize(
    ("parts", "has_bias", "has_offset", "out"),
    [
        (4, True, False, np.float16),
        (1, True, False, BF16),
        (2, False, False, BF16),
        (1, True, True, np.float16),
    ],
)
def test_int8_by_int4(
    device: acl.Device, parts: int, has_bias: bool, has_offset: bool, out: Any
) -> None:
    """The sums are those of x - 8 where there is a bias; all are exact in float32."""
    depth = 320
    x = _whole((ROWS, depth))
    weight = RNG.integers(-8, 8, (3, depth, COLUMNS))
    scales = _powers((3, parts, COLUMNS), -7, -4)
    bias = (RNG.integers(-9999, 9999, (3, COLUMNS)) / 128).astype(np.float32)
    offset = (RNG.integers(-15, 16, (3, 1, COLUMNS)) / 128).astype(np.float32)
    tokens = _powers((ROWS,), -8, -3)
    expected = np.zeros((ROWS, COLUMNS))
    for group, rows in _parts():
        left = x[rows].astype(float)
        factors = np.repeat(scales[group].astype(float), depth // parts, 0)
        sums = (left - 8 if has_bias else left) @ (weight[group] * factors)
        sums = sums + bias[group] if has_bias else sums
        if has_offset:
            sums = sums + left.sum(-1, keepdims=True) * offset[group]
        expected[rows] = sums * tokens[rows, None]
    found = _run(
        device,
        *(x, packed(weight), np.full((ROWS, COLUMNS), 7).astype(out), 0, 1),
        bias=bias if has_bias else None,
        scale=words_of(scales),
        offset=offset if has_offset else None,
        tokens=tokens[:, None] if has_offset else tokens,
    )
    assert (found.view(np.uint16) == expected.astype(out).view(np.uint16)).all()


@pytest.mark.parametrize("parts", [1, 4])
@pytest.mark.parametrize("has_bias", [True, False])
def test_int8_by_a_list_of_int4(device: acl.Device, parts: int, has_bias: bool) -> None:
    """A matrix a group, with scales and biases of its own; sums are exact in float32."""
    depth = 320
    x, weight = _whole((ROWS, depth)), RNG.integers(-8, 8, (3, depth, COLUMNS))
    scales = _powers((3, parts, COLUMNS), -7, -4)
    bias = (RNG.integers(-9999, 9999, (3, COLUMNS)) / 128).astype(np.float32)
    tokens = _powers((ROWS,), -8, -3)
    expected = np.zeros((ROWS, COLUMNS))
    for group, rows in _parts():
        left = x[rows].astype(float)
        factors = np.repeat(scales[group].astype(float), depth // parts, 0)
        sums = (left - 8 if has_bias else left) @ (weight[group] * factors)
        expected[rows] = (sums + bias[group] * has_bias) * tokens[rows, None]
    found = _run(
        device,
        *(x, [packed(each) for each in weight], np.full((ROWS, COLUMNS), 7).astype(BF16), 0, 1),
        bias=list(bias) if has_bias else None,
        scale=list(words_of(scales)),
        tokens=tokens,
    )
    assert (found.view(np.uint16) == expected.astype(BF16).view(np.uint16)).all()


@pytest.mark.parametrize("out", [np.float16, BF16])
@pytest.mark.parametrize(("parts", "has_tokens"), [(1, True), (5, True), (4, False)])
@pytest.mark.parametrize("is_word", [True, False])
def test_int4_by_int4(
    device: acl.Device, out: Any, parts: int, has_tokens: bool, is_word: bool
) -> None:
    """Eight int4 in an int32, or as they are; sums of parts, by powers of two, are exact."""
    depth = 320
    x, weight = RNG.integers(-8, 8, (ROWS, depth)), RNG.integers(-8, 8, (3, depth, COLUMNS))
    scales = _powers((3, parts, COLUMNS) if parts > 1 else (3, COLUMNS), -6, -2)
    tokens = _powers((ROWS,), -8, -3)
    expected = np.zeros((ROWS, COLUMNS))
    for group, rows in _parts():
        factors = np.repeat(scales[group].astype(float).reshape(parts, -1), depth // parts, 0)
        expected[rows] = x[rows] @ (weight[group] * factors)
        if has_tokens:
            expected[rows] *= tokens[rows, None]
    small = packed if is_word else lambda values: values.astype(ml_dtypes.int4)
    found = _run(
        device,
        *(small(x), small(weight), np.full((ROWS, COLUMNS), 7).astype(out)),
        scale=words_of(scales),
        tokens=tokens if has_tokens else None,
    )
    assert (found.view(np.uint16) == expected.astype(np.float32).astype(out).view(np.uint16)).all()


@pytest.mark.usefixtures("own_library")
def test_what_goes_with_int8_by_int4(api: Api) -> None:
    """op_api checks operands of weight that has offsets, the tiling those of other weight."""
    x, weight = tensor(INT8, 8, 256), tensor(INT4, 2, 256, 64)
    given = {
        "scale": tensor(UINT64, 2, 1, 64),
        "bias": tensor(FLOAT, 2, 64),
        "tokens": tensor(FLOAT, 8),
        "kind": 1,
    }
    offset = {"offset": tensor(FLOAT, 2, 1, 64), "tokens": tensor(FLOAT, 8, 1)}
    for soc, out, more, wanted in (
        ("Ascend910B", FLOAT16, {}, 0),
        ("Ascend910B", BFLOAT16, {"scale": tensor(UINT64, 2, 4, 64)}, 0),
        ("Ascend910B", BFLOAT16, {"bias": NULL}, 0),
        ("Ascend910B", BFLOAT16, {"kind": 0, "act": 1}, 0),
        ("Ascend910B", FLOAT, {}, 561002),
        ("Ascend910B", FLOAT16, {"scale": tensor(UINT64, 2, 64)}, 561002),
        ("Ascend910B", FLOAT16, {"scale": tensor(FLOAT, 2, 1, 64)}, 561002),
        ("Ascend910B", FLOAT16, {"scale": tensor(UINT64, 2, 3, 64)}, 561002),
        ("Ascend910B", FLOAT16, {"scale": NULL}, 561002),
        ("Ascend910B", FLOAT16, {"tokens": NULL}, 561002),
        ("Ascend910B", FLOAT16, {"bias": tensor(FLOAT, 2, 63)}, 161002),
        ("Ascend910B", FLOAT16, offset, 0),
        ("Ascend910B", FLOAT16, {**offset, "offset": tensor(FLOAT16, 2, 1, 64)}, 161002),
        ("Ascend910B", BFLOAT16, offset, 161002),
        ("Ascend910B", FLOAT16, {**offset, "bias": NULL}, 161002),
        ("Ascend910B", FLOAT16, {**offset, "tokens": tensor(FLOAT, 8)}, 161002),
        ("Ascend910B", FLOAT16, {**offset, "scale": tensor(UINT64, 2, 2, 64)}, 161002),
        ("Ascend950", FLOAT16, {}, 161002),
    ):
        operands = {key: value for key, value in {**given, **more}.items() if value is not NULL}
        found = _answer(api, soc, x, weight, tensor(out, 8, 64), **operands)
        assert found[0] == wanted, (soc, out, more)
    words, one = tensor(UINT64, 2, 1, 64), tensor(FLOAT, 2, 1, 64)
    rest = (["TensorList", [words]], ["TensorList", [one, one]], NULL, NULL)
    twice = answer(
        api, "Ascend910B", "aclnnGroupedMatmulV5", ["TensorList", [x]], ["TensorList", [weight]],
        ["TensorList", [tensor(FLOAT, 2, 64)]], *rest, ["TensorList", [tensor(FLOAT, 8, 1)]],
        tensor(INT64, 2), NULL, NULL, NULL, ["i", 3], ["i", 0], ["i", 1], ["i", 0], NULL,
        ["TensorList", [tensor(FLOAT16, 8, 64)]], NULL, NULL,
    )  # fmt: skip
    assert twice[0] == 161002
    short = _answer(
        api, "Ascend910B", tensor(INT8, 8, 32), tensor(INT4, 2, 32, 64), tensor(FLOAT16, 8, 64),
        **given,
    )  # fmt: skip
    assert short[0] == 561002


@pytest.mark.usefixtures("own_library")
def test_what_goes_with_int4_by_int4(api: Api) -> None:
    """Sizes are those of four tiles of each of 24 cores in float16: 512 columns wide, and as high
    as 40 rows rounded up to a multiple of 16, or 64; 256 by 128 where more than 64 rows of a group
    are announced."""
    words, parts = tensor(UINT64, 2, 64), tensor(UINT64, 2, 4, 64)
    for rows, columns, out, more, wanted in (
        (40, 64, FLOAT16, {"scale": words}, 4 * 48 * 512 * 24 * 2),
        (200, 64, BFLOAT16, {"scale": parts, "tokens": tensor(FLOAT, 200)}, 4 * 64 * 512 * 24 * 2),
        (40, 64, FLOAT, {"scale": words}, None),
        (40, 64, FLOAT16, {}, None),
        (40, 64, FLOAT16, {"scale": tensor(FLOAT, 2, 64)}, None),
        (40, 64, FLOAT16, {"scale": tensor(UINT64, 2, 32)}, None),
        (40, 64, FLOAT16, {"scale": tensor(UINT64, 2, 3, 64)}, None),
        (40, 64, FLOAT16, {"scale": tensor(UINT64, 2, 128, 64)}, None),
        (40, 60, FLOAT16, {"scale": tensor(UINT64, 2, 60)}, None),
        (40, 64, FLOAT16, {"scale": words, "bias": tensor(INT32, 2, 64)}, None),
        (40, 64, FLOAT16, {"scale": words, "offset": tensor(FLOAT, 2, 64)}, None),
        (40, 64, FLOAT16, {"scale": words, "tokens": tensor(FLOAT16, 40)}, None),
        (40, 64, FLOAT16, {"scale": words, "tokens": tensor(FLOAT, 41)}, None),
    ):
        x, weight = tensor(INT4, rows, 128), tensor(INT4, 2, 128, columns)
        found = _answer(api, "Ascend910B", x, weight, tensor(out, rows, columns), **more)
        expected = (161002, 0) if wanted is None else (0, room(KERNEL + wanted))
        assert found[:2] == expected, (out, more)
    x, weight, result = tensor(INT4, 200, 128), tensor(INT4, 2, 128, 64), tensor(FLOAT16, 200, 64)
    assert _answer(api, "Ascend950", x, weight, result, scale=words)[0] == 161002
    size = answer(
        api, "Ascend910B", "aclnnGroupedMatmulWeightNz",
        ["TensorList", [x]], ["TensorList", [weight]], NULL, ["TensorList", [words]],
        *4 * [NULL], tensor(INT64, 2), NULL, NULL, NULL, ["i", 3], ["i", 0], ["i", 0], ["i", 0],
        ["Int", [65]], ["i", 0], ["TensorList", [result]], NULL, NULL,
    )  # fmt: skip
    assert size[:2] == (0, room(KERNEL + 4 * 128 * 256 * 24 * 2))


def _answer(api: Api, soc: str, x: Any, weight: Any, out: Any, **more: Any) -> Any:
    names = ("bias", "scale", "offset", "weight_scale", "weight_offset", "tokens")
    lists = [NULL if each not in more else ["TensorList", [more[each]]] for each in names]
    groups = more.get("groups", tensor(INT64, 2))
    numbers = [["i", more.get(each, 0)] for each in ("type", "kind", "act")]
    return answer(
        *(api, soc, "aclnnGroupedMatmulV4", ["TensorList", [x]], ["TensorList", [weight]]),
        *(*lists, groups, NULL, NULL, NULL, ["i", 3], *numbers),
        *(["TensorList", [out]], NULL, NULL),
    )


@pytest.mark.usefixtures("own_library")
def test_what_goes_together(api: Api) -> None:
    x, weight = tensor(INT8, 8, 64), tensor(INT8, 2, 64, 32)
    floats, bfloats = tensor(FLOAT, 2, 32), tensor(BFLOAT16, 2, 32)
    rows, words = tensor(FLOAT, 8), tensor(UINT64, 2, 32)
    halves = tensor(FLOAT16, 2, 32)
    for out, more, wanted in (
        (FLOAT16, {"scale": floats}, 0),
        (FLOAT16, {}, 161002),
        (INT32, {}, 0),
        (INT32, {"bias": bfloats}, 161002),
        (INT32, {"act": 1}, 161002),
        (FLOAT16, {"scale": bfloats}, 161002),
        (FLOAT16, {"scale": halves}, 161002),
        (BFLOAT16, {"scale": bfloats, "tokens": rows}, 0),
        (BFLOAT16, {"scale": bfloats, "tokens": tensor(FLOAT, 9)}, 161002),
        (BFLOAT16, {"scale": tensor(BFLOAT16, 3, 32)}, 161002),
        (BFLOAT16, {"scale": bfloats, "offset": floats}, 161002),
        (BFLOAT16, {"scale": bfloats, "weight_scale": bfloats}, 161002),
        (BFLOAT16, {"scale": bfloats, "bias": floats}, 161002),
        (INT8, {"scale": words}, 0),
        (INT8, {"scale": words, "tokens": rows}, 161002),
        (FLOAT, {"scale": floats}, 161002),
        (FLOAT16, {"scale": floats, "act": 5}, 0),
    ):
        found = _answer(api, "Ascend910B", x, weight, tensor(out, 8, 32), **more)
        assert found[0] == wanted, (out, more)
    x, y = tensor(FLOAT16, 8, 64), tensor(FLOAT16, 8, 32)
    both = {"weight_scale": halves, "weight_offset": halves}
    for kind, soc, more, wanted in (
        (INT8, "Ascend910B", both, 0),
        (INT8, "Ascend910B", {"weight_scale": halves}, 161002),
        (INT8, "Ascend950", {"weight_scale": halves}, 0),
        (INT8, "Ascend910B", {**both, "scale": floats}, 161002),
        (INT8, "Ascend910B", {**both, "bias": floats}, 161002),
        (INT8, "Ascend910B", {**both, "act": 1}, 161002),
        (INT4, "Ascend910B", dict.fromkeys(both, tensor(FLOAT16, 2, 4, 32)), 0),
        (INT4, "Ascend910B", dict.fromkeys(both, tensor(FLOAT16, 2, 5, 32)), 161002),
        (INT8, "Ascend910B", dict.fromkeys(both, tensor(FLOAT16, 2, 4, 32)), 161002),
        (INT8, "Ascend910B", dict.fromkeys(both, bfloats), 161002),
    ):
        found = _answer(api, soc, x, tensor(kind, 2, 64, 32), y, **more)
        assert found[0] == wanted, (kind, soc, more)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("soc", "wanted"), [("Ascend910B", 161002), ("Ascend950", 0)])
def test_blocks_of_int8_may_be_filled_in_part_on_950(api: Api, soc: str, wanted: int) -> None:
    """TransWeightToNzCheckAlign leaves them to the storage there, as CANN's own example has it."""
    weight = [*tensor(INT8, 2, 256, 4, layout=29)[:6], [2, 1, 16, 16, 32]]
    found = answer(
        api, soc, "aclnnGroupedMatmulWeightNz", ["TensorList", [tensor(INT8, 8, 256)]],
        ["TensorList", [weight]], NULL, ["TensorList", [tensor(BFLOAT16, 2, 4)]], NULL, NULL, NULL,
        ["TensorList", [tensor(FLOAT, 8)]], tensor(INT64, 2), NULL, NULL, NULL, ["i", 3], ["i", 0],
        ["i", 1], ["i", 0], NULL, ["i", 0], ["TensorList", [tensor(BFLOAT16, 8, 4)]], NULL, NULL,
    )  # fmt: skip
    assert found[0] == wanted, found


@pytest.mark.usefixtures("own_library")
def test_sizes_of_the_public_tiling(api: Api) -> None:
    """With 24 cube cores: four rounds of 128 by 256 sums of int32 a core; the weights of all groups
    in float16, or of two where there are tiles for two fifths of the cores; for few rows of int8
    weights x in two parts, with products of int32. Of int8 by int4 eight times four tiles of
    int32 a core, and without a bias the weights in int8."""
    weight, cells = tensor(INT8, 3, 1024, 2048), 1024 * 2048
    groups = {"groups": tensor(INT64, 3)}
    scale = {"scale": tensor(FLOAT, 3, 2048)}
    both = dict.fromkeys(("weight_scale", "weight_offset"), tensor(FLOAT16, 3, 2048))
    for kind, rows, out, more, wanted in (
        (INT8, 500, FLOAT16, scale, 4 * 128 * 256 * 24 * 4),
        (INT8, 40, FLOAT16, scale, 4 * 48 * 256 * 24 * 4),
        (INT8, 500, INT32, {}, 0),
        (FLOAT16, 500, FLOAT16, both, 2 * 2 * cells),
        (FLOAT16, 200, FLOAT16, both, 3 * 2 * cells),
        (FLOAT16, 99, FLOAT16, both, 99 * (24 * 4 + 32 + 2 * (1024 + 2048 * 4))),
    ):
        x, y = tensor(kind, rows, 1024), tensor(out, rows, 2048)
        found = _answer(api, "Ascend910B", x, weight, y, **more, **groups)
        assert found[0] == 0
        assert found[2].split("|") == [found[2].split("|")[0], str(16 * MEBI + wanted)], rows
    beside: dict[str, Any] = {
        "bias": tensor(FLOAT, 3, 2048),
        "tokens": tensor(FLOAT, 40),
        "kind": 1,
    }
    for more, wanted in (
        ({**beside, "scale": tensor(UINT64, 3, 4, 2048)}, 8 * 4 * 128 * 256 * 24 * 4),
        (
            {"tokens": beside["tokens"], "scale": tensor(UINT64, 3, 4, 2048), "kind": 1},
            3 * cells + 8 * 4 * 128 * 256 * 24 * 4,
        ),
    ):
        found = _answer(
            api, "Ascend910B", tensor(INT8, 40, 1024), tensor(INT4, 3, 1024, 2048),
            tensor(FLOAT16, 40, 2048), **more, **groups,
        )  # fmt: skip
        assert found[0] == 0
        assert found[2].split("|")[1] == str(16 * MEBI + wanted), more


def _lists(api: Api, scale: list[Any], bias: list[Any], offset: list[Any]) -> int:
    weight = [tensor(INT4, 256, 64), tensor(INT4, 256, 64)]
    given = [["TensorList", each] if each else NULL for each in (bias, scale, offset, [], [])]
    return int(
        answer(
            api, "Ascend910B", "aclnnGroupedMatmulV5", ["TensorList", [tensor(INT8, 8, 256)]],
            ["TensorList", weight], *given, ["TensorList", [tensor(FLOAT, 8)]], tensor(INT64, 2),
            NULL, NULL, NULL, ["i", 3], ["i", 0], ["i", 1], ["i", 0], NULL,
            ["TensorList", [tensor(FLOAT16, 8, 64)]], NULL, NULL,
        )[0]
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_what_goes_with_a_list_of_int4(api: Api) -> None:
    """The tiling reads parts and columns of the first scale."""
    scale, bias = tensor(UINT64, 1, 64), tensor(FLOAT, 64)
    for scales, biases, offsets, wanted in (
        ([scale, scale], [bias, bias], [], 0),
        ([tensor(UINT64, 4, 64)] * 2, [], [], 0),
        ([scale], [], [], 561002),
        ([scale, tensor(UINT64, 2, 64)], [], [], 561002),
        ([tensor(UINT64, 64)] * 2, [], [], 561002),
        ([tensor(UINT64, 3, 64)] * 2, [], [], 561002),
        ([scale, scale], [bias], [], 161002),
        ([scale, scale], [tensor(INT32, 64)] * 2, [], 561002),
        ([scale, scale], [bias, bias], [tensor(FLOAT, 1, 64)] * 2, 207000),
    ):
        assert _lists(api, scales, biases, offsets) == wanted, (scales, biases)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("tuning", "more"),
    [([0, 0, 0], 0), ([0, 0, -1], 104 * 1024), ([0, 0, 1], 0), ([0, 0, 1 << 40], 104 * 1024)],
)
def test_memory_that_is_allowed_holds_x_in_fractals(api: Api, tuning: list[int], more: int) -> None:
    """A8W4Tiling: rows in eights by the depth, where tuningConfigOptional[2] allows all of it."""
    found = answer(
        api, "Ascend910B", "aclnnGroupedMatmulV5", ["TensorList", [tensor(INT8, 99, 1024)]],
        ["TensorList", [tensor(INT4, 3, 1024, 2048)]], ["TensorList", [tensor(FLOAT, 3, 2048)]],
        ["TensorList", [tensor(UINT64, 3, 4, 2048)]], NULL, NULL, NULL,
        ["TensorList", [tensor(FLOAT, 99)]], tensor(INT64, 3), NULL, NULL, NULL, ["i", 3], ["i", 0],
        ["i", 1], ["i", 0], ["Int", tuning], ["TensorList", [tensor(FLOAT16, 99, 2048)]], NULL,
        NULL,
    )  # fmt: skip
    wanted = KERNEL + 8 * 4 * 128 * 256 * 24 * 4 + more
    assert (found[0], found[2]) == (0, f"GroupedMatmul:float16|{wanted}")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("tuning", "wanted"),
    [
        ([200], 4 * 256 * 128 * 24 * 4),
        ([200, 0, -1], 900 * 7168 * 4),
        ([200, 0, 900 * 7168 * 4], 900 * 7168 * 4),
        ([200, 0, 900 * 7168 * 4 - 1], 4 * 256 * 128 * 24 * 4),
        ([100, 0, -1], 4 * 128 * 256 * 24 * 4),
    ],
)
def test_memory_that_is_allowed_holds_all_sums(api: Api, tuning: list[int], wanted: int) -> None:
    """IsFixedAxisMoveCondition: int8 in fractals of 2048 by 7168, four groups, 128 to 512 rows."""
    found = answer(
        api, "Ascend910B", "aclnnGroupedMatmulWeightNz",
        ["TensorList", [tensor(INT8, 900, 2048)]],
        ["TensorList", [tensor(INT8, 4, 2048, 7168)]], NULL,
        ["TensorList", [tensor(FLOAT, 4, 7168)]], NULL, NULL, NULL,
        ["TensorList", [tensor(FLOAT, 900)]], tensor(INT64, 4), NULL, NULL, NULL, ["i", 3],
        ["i", 0], ["i", 0], ["i", 0], ["Int", tuning], ["i", 0],
        ["TensorList", [tensor(FLOAT16, 900, 7168)]], NULL, NULL,
    )  # fmt: skip
    assert (found[0], found[2]) == (0, f"GroupedMatmul:float16|{KERNEL + wanted}")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("expected", "wanted"), [(16, 2 * 128 * 256), (15, 4 * 64 * 512)])
def test_int4_in_fractals_with_rows_expected_has_two_rounds(
    api: Api, expected: int, wanted: int
) -> None:
    """IsA4W4OptimizeCondition: groups of 256, sizes from 1024 by 128 on, results of bfloat16."""
    found = answer(
        api, "Ascend910B", "aclnnGroupedMatmulWeightNz",
        ["TensorList", [tensor(INT4, 900, 1024)]], ["TensorList", [tensor(INT4, 4, 1024, 128)]],
        NULL, ["TensorList", [tensor(UINT64, 4, 4, 128)]], NULL, NULL, NULL,
        ["TensorList", [tensor(FLOAT, 900)]], tensor(INT64, 4), NULL, NULL, NULL, ["i", 3],
        ["i", 0], ["i", 0], ["i", 0], ["Int", [expected]], ["i", 0],
        ["TensorList", [tensor(BFLOAT16, 900, 128)]], NULL, NULL,
    )  # fmt: skip
    assert (found[0], found[2]) == (0, f"GroupedMatmul:bfloat16|{KERNEL + wanted * 24 * 2}")
