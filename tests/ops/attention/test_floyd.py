# SPDX-License-Identifier: Apache-2.0
"""FusedFloydAttention and its gradient: sizes after the vendor's unit tests and public tilings,
what the tilings refuse, several tiles in each direction, and numbers of cores."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ops.attention.floyd_oracle import attention, gradients, shapes_of
from support import Api, run_python
from sweep.rules import BFLOAT16, BOOL, FLOAT, FLOAT16, INT8, NULL, UINT8, answer, room, tensor

import aclnn_py as acl

Array = NDArray[Any]

MEBI = 1 << 20
B, H, N, M, K, D = 1, 1, 16, 128, 256, 64


def operands(kind: Any, **more: Any) -> dict[str, Any]:
    b, h, n, m, k, d = (
        more.get(name, like) for name, like in zip("bhnmkd", (B, H, N, M, K, D), strict=True)
    )
    lines, of_rows, of_columns = (b, h, n, m, d), (b, h, n, k, d), (b, h, k, m, d)
    statistic = tensor(FLOAT, b, h, n, m, 8)
    usual = {
        "query": tensor(kind, *lines),
        "key1": tensor(kind, *of_rows),
        "value1": tensor(kind, *of_rows),
        "key2": tensor(kind, *of_columns),
        "value2": tensor(kind, *of_columns),
        "mask": tensor(BOOL, b, 1, n, 1, k),
        "most": statistic,
        "sum": statistic,
        "result": tensor(kind, *lines),
    }
    return {name: more.get(name, like) for name, like in usual.items()}


def forward(api: Api, kind: Any = FLOAT16, **more: Any) -> tuple[int, int, str]:
    o = operands(kind, **more)
    return answer(
        api, more.get("soc", "Ascend910B"), "aclnnFusedFloydAttention", o["query"], o["key1"],
        o["value1"], o["key2"], o["value2"], o["mask"], ["d", 1.0], o["most"], o["sum"],
        o["result"],
    )  # fmt: skip


def backward(api: Api, kind: Any = FLOAT16, **more: Any) -> tuple[int, int, str]:
    o = operands(kind, **more)
    return answer(
        api, more.get("soc", "Ascend910B"), "aclnnFusedFloydAttentionGrad", o["query"], o["key1"],
        o["value1"], o["key2"], o["value2"], more.get("dy", o["query"]), o["mask"], o["most"],
        o["sum"], o["result"], ["d", 1.0], more.get("dq", o["query"]), o["key1"], o["value1"],
        o["key2"], o["value2"],
    )  # fmt: skip


# ---- Sizes ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", [FLOAT16, BFLOAT16])
def test_workspaces_are_those_of_the_vendors_unit_tests(api: Api, kind: Any) -> None:
    assert forward(api, kind)[:2] == (0, room(268435456))
    assert backward(api, kind)[:2] == (0, room(1651003392))
    assert backward(api, kind, mask=NULL)[:2] == (0, room(1651003392))


@pytest.mark.usefixtures("own_library")
def test_the_forward_kernel_takes_blocks_by_keys_and_cores(api: Api) -> None:
    def size(blocks: int, columns: int, depth: int, more: int = 0, times: int = 2) -> int:
        scores = blocks * 32 * columns * 32 * 4
        results = (2 if depth <= 64 else 4) * 32 * columns * depth * 4
        return room((scores * times + results + more) * 48 + 16 * MEBI)

    assert forward(api, d=128)[:2] == (0, size(8, 64, 128))
    assert forward(api, h=2)[:2] == (0, size(8, 32, 64))  # more blocks than cores
    assert forward(api, k=2048)[:2] == (0, size(64, 64, 64))
    assert forward(api, FLOAT, k=2048)[:2] == (0, size(64, 64, 64, times=4))
    many = 32 * 32 * (2 * 32 + 4 * 64)
    assert forward(api, k=2176)[:2] == (0, size(17, 32, 64, many))
    assert forward(api, FLOAT, k=2176)[:2] == (0, size(17, 32, 64, times=4))


# ---- What is refused -----------------------------------------------------------------------------


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", [forward, backward])
def test_the_tiling_refuses_sizes_and_shapes(call: Any, api: Api) -> None:
    for sizes in ({"n": 8}, {"n": 24}, {"m": 64}, {"m": 192}, {"k": 64}, {"d": 16}, {"d": 48}):
        assert call(api, **sizes)[0] == 561002, sizes
    for empty in "bhnmkd":
        assert call(api, **{empty: 0})[0] == 561002, empty
    wrong = {
        "query": tensor(FLOAT16, H, N, M, D),
        "key1": tensor(FLOAT16, B, 2, N, K, D),
        "value1": tensor(FLOAT16, B, H, N, 2 * K, D),
        "key2": tensor(FLOAT16, B, H, K, 2 * M, D),
        "value2": tensor(FLOAT16, B, H, M, K, D),
        "mask": tensor(BOOL, B, H, N, 1, K + 128),
        "most": tensor(FLOAT, B, H, N, M, 1),
        "sum": tensor(FLOAT, B, H, N, M),
        "result": tensor(FLOAT16, B, H, N, M, 2 * D),
    }
    for name, given in wrong.items():
        assert call(api, **{name: given})[0] == 561002, name


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", [forward, backward])
def test_types_and_products(call: Any, api: Api) -> None:
    assert call(api, INT8)[0] == 161002
    assert call(api, mask=tensor(INT8, B, 1, N, 1, K))[0] == 161002
    assert call(api, mask=tensor(UINT8, B, 1, N, 1, K))[0] == 0
    assert call(api, key2=tensor(BFLOAT16, B, H, K, M, D))[0] == 161002
    assert call(api, most=tensor(FLOAT16, B, H, N, M, 8))[0] == 161002
    assert call(api, value1=NULL)[0] == 161001
    assert call(api, soc="Ascend950")[0] == 561103


# ---- Values --------------------------------------------------------------------------------------


def made(shapes: dict[str, Any], kind: type) -> SimpleNamespace:
    rng = np.random.default_rng(11)
    given = {
        name: rng.uniform(-1, 1, value).astype(kind) if isinstance(value, tuple) else value
        for name, value in shapes.items()
    }
    o = SimpleNamespace(**given)
    largest, sums, result = attention(o)
    o.softmaxMax, o.softmaxSum = largest.astype(np.float32), sums.astype(np.float32)
    o.attentionIn = result.astype(kind)
    return o


def run(o: SimpleNamespace) -> tuple[Any, Any]:
    keys = o.query, o.key1, o.value1, o.key2, o.value2
    results = acl.fused_floyd_attention(
        *keys, atten_mask=o.attenMaskOptional, scale_value=o.scaleValue
    )
    gradients = acl.fused_floyd_attention_grad(
        *keys, o.dy, atten_mask=o.attenMaskOptional, softmax_max=o.softmaxMax,
        softmax_sum=o.softmaxSum, attention_in=o.attentionIn, scale_value=o.scaleValue,
    )  # fmt: skip
    return results, gradients


@pytest.mark.parametrize(("kind", "depth"), [(np.float32, 32), (np.float16, 128)])
def test_several_tiles_in_each_direction(kind: type, depth: int) -> None:
    shapes = shapes_of(1, 1, 32, 256, 256, depth, 0.05)
    mask = np.random.default_rng(2).integers(0, 3, (1, 1, 32, 1, 256)) == 2
    o = made({**shapes, "attenMaskOptional": mask.astype(np.uint8)}, kind)
    error = 2e-6 if kind is np.float32 else 2.0**-11
    for found, wanted in zip(run(o), (attention(o), gradients(o)), strict=True):
        for each, exact in zip(found, wanted, strict=True):
            assert np.abs(each - exact).max() <= error * max(1, np.abs(exact).max())


def test_ones() -> None:
    """Each query sees K keys alike, and gets one of each value."""
    shapes = shapes_of(1, 2, 16, 128, 128, 32, 1.0)
    ones = {name: np.ones(shapes[name], np.float16) for name in ("query", "key1", "key2")}
    largest, sums, result = acl.fused_floyd_attention(
        ones["query"], ones["key1"], ones["key1"], ones["key2"], ones["key2"]
    )
    assert (largest == 64).all()
    assert (sums == 128).all()
    assert (result == 2).all()


def test_a_key_that_does_not_count_changes_nothing() -> None:
    o = made(shapes_of(1, 1, 16, 128, 256, 32, 0.1), np.float32)
    mask = np.zeros((1, 1, 16, 1, 256), np.bool_)
    mask[..., 128:] = True
    keys = o.query, o.key1, o.value1, o.key2, o.value2
    hidden = acl.fused_floyd_attention(*keys, atten_mask=mask, scale_value=0.1)
    key1, value1 = (np.ascontiguousarray(each[:, :, :, :128]) for each in (o.key1, o.value1))
    key2, value2 = (np.ascontiguousarray(each[:, :, :128]) for each in (o.key2, o.value2))
    fewer = acl.fused_floyd_attention(o.query, key1, value1, key2, value2, scale_value=0.1)
    for one, other in zip(hidden, fewer, strict=True):
        assert (one == other).all()


def test_a_mask_of_each_pair() -> None:
    """CANN's example of the forward call has one."""
    shapes = shapes_of(1, 2, 16, 128, 128, 32, 0.1)
    mask = np.random.default_rng(5).integers(0, 2, (1, 2, 16, 128, 128)).astype(np.uint8)
    o = made({**shapes, "attenMaskOptional": mask}, np.float32)
    keys = o.query, o.key1, o.value1, o.key2, o.value2
    found = acl.fused_floyd_attention(*keys, atten_mask=mask, scale_value=0.1)
    for each, exact in zip(found, attention(o), strict=True):
        assert np.abs(each - exact).max() <= 2e-6 * np.abs(exact).max()


BITS = """
import hashlib
from ops.attention.floyd_oracle import shapes_of
from ops.attention.test_floyd import made, run
import numpy as np
digest = hashlib.sha256()
for results in run(made(shapes_of(2, 1, 32, 128, 256, 32, 0.1), np.float32)):
    for each in results:
        digest.update(each.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_no_number_of_cores_changes_a_bit() -> None:
    runs = [run_python(BITS, {"ACLNN_CORES": cores}) for cores in ("1", "3", "10")]
    assert len({each.stdout for each in runs}) == 1, [each.stderr for each in runs]
    assert len(runs[0].stdout) == 65
