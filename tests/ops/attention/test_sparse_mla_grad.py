# SPDX-License-Identifier: Apache-2.0
"""The gradients of SparseFlashMla: what CANN's public tilings ask for and refuse, lengths that are
read on the device, and the oracle of the sweeps against differences of the forward one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ops.attention import sparse_mla_oracle
from support import Api, run_python
from sweep.c_calls import selected
from sweep.oracle import Operands
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, MEBI, NULL, answer, tensor

import aclnn_py as acl

PRODUCTS = ("Ascend910B", "Ascend950")
NO_OTHERS: dict[str, Any] = {
    **dict.fromkeys(("others", "indices", "dothers", "norms", "rests"), NULL), "ratio": ["i", 1],
}  # fmt: skip
ALL_OTHERS: dict[str, Any] = {"indices": NULL, "norms": NULL, "ratio": ["i", 128]}
ENDS: dict[str, Any] = {
    "row_form": ["s", "TND"], "form": ["s", "TND"], "own": tensor(BFLOAT16, 9, 1, 512),
    "down": tensor(BFLOAT16, 9, 1, 512), "others": tensor(BFLOAT16, 2, 1, 512),
    "dothers": tensor(BFLOAT16, 2, 1, 512), "indices": tensor(INT32, 3, 1, 2),
    "norms": tensor(FLOAT, 3, 1, 2), "sums": tensor(FLOAT, 1, 3, 8),
    **dict.fromkeys(("query", "dout", "out", "dquery"), tensor(BFLOAT16, 3, 8, 512)),
    **dict.fromkeys(("row_ends", "own_ends", "ends"), tensor(INT32, 3)),
}  # fmt: skip


def _back(api: Api, soc: str, **more: Any) -> tuple[int, int, str]:
    """Of bfloat16 with selected compressed keys; what is given replaces arguments."""
    sizes = (("heads", 8), ("rows", 3), ("keys", 40), ("count", 10), ("chosen", 5))
    heads, rows, keys, count, chosen = (more.pop(name, size) for name, size in sizes)
    query = tensor(BFLOAT16, 2, rows, heads, 512)
    own, others = (tensor(BFLOAT16, 2, each, 1, 512) for each in (keys, count))
    given: dict[str, Any] = {
        "query": query,
        "dout": query,
        "out": query,
        "sums": tensor(FLOAT, 2, 1, rows, heads),
        "own": own,
        "others": others,
        "own_indices": NULL,
        "indices": tensor(INT32, 2, rows, 1, chosen),
        "row_ends": NULL,
        "own_ends": NULL,
        "ends": NULL,
        "rows_used": NULL,
        "own_used": NULL,
        "used": NULL,
        "rests": tensor(INT32, 2),
        "own_counts": NULL,
        "counts": NULL,
        "sinks": tensor(FLOAT, heads),
        "metadata": tensor(INT32, 1024),
        "scale": ["d", 0.1],
        "ratio": ["i", 4],
        "own_mask": ["i", 4],
        "mask": ["i", 3],
        "left": ["i", 127],
        "right": ["i", 0],
        "row_form": ["s", "BSND"],
        "form": ["s", "BSND"],
        "dquery": query,
        "down": own,
        "dothers": others,
        "dsinks": tensor(FLOAT, heads),
        "own_norms": NULL,
        "norms": tensor(FLOAT, 2, rows, 1, chosen),
    }
    assert more.keys() <= given.keys()
    return answer(api, soc, "aclnnSparseFlashMlaGrad", *(given | more).values())


@pytest.mark.usefixtures("own_library")
def test_sums_and_pieces_are_asked_for(api: Api) -> None:
    """32 MiB and sums in float32 of queries and keys. 910B: sums of keys again, of selected ones
    those of the window alone; 8 products of 128 rows of heads, or those of one row where keys are
    selected, by 128 keys, or 512 where as many are selected, on each core that has rows; with
    selected keys 4 times these, and what they get twice of 24 cores. Ascend950: 3 times 128 keys,
    4 times what 4096 keys get, and a number for each head, of each core."""
    kind = "+".join(["bfloat16"] * 3)
    for heads, rows, chosen in ((8, 3, 5), (128, 40, 504), (3, 2, 505), (100, 1, 2048), (64, 7, 1)):
        sums = 2 * 512 * 4 * np.array([rows * heads, 40, 10])
        for selects in (True, False):
            more = {} if selects else ALL_OTHERS
            tile = 512 if selects and chosen > 504 else 128
            cores = min(24, 2 * rows if selects else -(-2 * rows // (128 // heads)))
            bytes_ = 32 * MEBI + sums.sum() + (sums[1] if selects else sums[1:].sum())
            bytes_ += cores * 8 * -(-(heads if selects else 128) * tile * 4 // 512) * 512
            if selects:
                bytes_ += cores * 4 * tile * 512 * 2 + 24 * 2 * chosen * 1024 * 4
            found = _back(api, "Ascend910B", heads=heads, rows=rows, chosen=chosen, **more)
            assert f"SparseFlashMlaGrad:{kind}" in found[2], found
            assert int(found[2].split("|")[-1].split(">")[0]) == bytes_, (heads, rows, selects)
            found = _back(api, "Ascend950", heads=heads, rows=rows, chosen=chosen, **more)
            each = 3 * 128 * 512 * 2 + 4 * 4096 * 512 * 4 + 4 * heads
            bytes_ = 32 * MEBI + 32 * each + sums.sum()
            assert int(found[2].split("|")[-1].split(">")[0]) == bytes_, (heads, rows, selects)
    alone = _back(api, "Ascend910B", **NO_OTHERS)
    bytes_ = 32 * MEBI + 8 * 128 * 128 * 4 + 2 * 512 * 4 * (24 + 2 * 40)
    assert int(alone[2].split("|")[-1].split(">")[0]) == bytes_


@pytest.mark.usefixtures("own_library")
def test_what_the_tilings_refuse(api: Api) -> None:
    empty = {"others": tensor(BFLOAT16, 2, 0, 1, 512), "indices": tensor(INT32, 2, 3, 1, 0)}
    for soc in PRODUCTS:
        for given in (
            {}, NO_OTHERS, ALL_OTHERS, ENDS, ENDS | NO_OTHERS, empty | {"norms": NULL},
            {"ratio": ["i", 7]}, {"heads": 3}, {"heads": 128}, {"row_ends": tensor(INT32, 0)},
            {"metadata": tensor(INT32, 9)}, {"query": tensor(BFLOAT16, 2, 0, 8, 512)},
        ):  # fmt: skip
            assert _back(api, soc, **given)[0] == 0, (soc, given)
    wrong: tuple[dict[str, Any], ...] = (
        {"own": NULL}, {"others": NULL}, {"down": NULL}, {"dothers": NULL}, {"dsinks": NULL},
        {"norms": NULL}, {"rests": NULL}, {"sinks": tensor(FLOAT, 7)}, {"dsinks": tensor(FLOAT, 7)},
        {"form": ["s", "TND"]}, {"row_form": ["s", "BNSD"]},
        {"row_form": ["s", "PA_BSND"], "form": ["s", "PA_BSND"]},
        {"query": tensor(BFLOAT16, 2, 3, 8, 256)}, {"query": tensor(BFLOAT16, 6, 8, 512)},
        {"own": tensor(BFLOAT16, 2, 40, 2, 512)}, {"own": tensor(BFLOAT16, 3, 40, 1, 512)},
        {"own": tensor(FLOAT16, 2, 40, 1, 512)}, {"own": tensor(BFLOAT16)},
        {"others": tensor(BFLOAT16, 1, 10, 1, 512)}, {"others": tensor(FLOAT16, 2, 10, 1, 512)},
        {"down": tensor(BFLOAT16, 2, 41, 1, 512)}, {"dothers": tensor(BFLOAT16, 2, 10, 512)},
        {"dout": tensor(BFLOAT16, 2, 3, 8, 511)}, {"out": tensor(FLOAT16, 2, 3, 8, 512)},
        {"dquery": tensor(BFLOAT16, 2, 3, 9, 512)}, {"sums": tensor(FLOAT, 2, 3, 8)},
        {"sums": tensor(FLOAT, 1, 2, 3, 8)}, {"indices": tensor(INT32, 2, 3, 5)},
        {"norms": tensor(FLOAT, 2, 3, 1, 4)}, {"rests": tensor(INT32, 3)}, {"heads": 129},
        {"ratio": ["i", 0]}, {"ratio": ["i", 129]}, {"own_mask": ["i", 1]}, {"mask": ["i", 4]},
        {"left": ["i", -2]}, {"right": ["i", 2**31]},
        ENDS | {"row_ends": NULL}, ENDS | {"own_ends": NULL}, ENDS | {"ends": NULL},
        ENDS | {"row_ends": tensor(INT32, 1)}, ENDS | {"own_ends": tensor(INT32, 4)},
    )  # fmt: skip
    for soc in PRODUCTS:
        for changed in wrong:
            assert _back(api, soc, **changed)[0] == 561002, (soc, changed)
    for absent in ("query", "dout", "out", "sums", "dquery"):
        given = {absent: NULL}
        assert _back(api, "Ascend950", **given)[0] == 161001, absent
    assert _back(api, "Ascend910B", query=tensor(FLOAT, 2, 3, 8, 512))[0] == 161002
    assert _back(api, "Ascend910B", sums=tensor(BFLOAT16, 2, 1, 3, 8))[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_what_one_product_takes_alone(api: Api) -> None:
    chosen, norms = tensor(INT32, 2, 3, 1, 7), tensor(FLOAT, 2, 3, 1, 7)
    new: tuple[dict[str, Any], ...] = (
        {"own_mask": ["i", 3]}, {"own_mask": ["i", 0]}, {"left": ["i", 3]}, {"right": ["i", 1]},
        {"left": ["i", -1]}, {"sinks": NULL, "dsinks": NULL}, {"rows_used": tensor(INT32, 2)},
        {"own_used": tensor(INT32, 2)}, {"used": tensor(INT32, 2)},
        {"counts": tensor(INT32, 2, 3, 1)}, {"own_counts": tensor(INT32, 9)},
        {"mask": ["i", 0], "counts": tensor(INT32, 2, 3, 1)},
        {"own_indices": chosen, "own_norms": norms}, {"ratio": ["i", 1], "rests": NULL},
        {"mask": ["i", 0], "rests": NULL, "counts": tensor(INT32, 2, 3, 1)},
    )  # fmt: skip
    for changed in new:
        assert _back(api, "Ascend910B", **changed)[0] == 561002, changed
        assert _back(api, "Ascend950", **changed)[0] == 0, changed
    old: tuple[dict[str, Any], ...] = (
        {"metadata": NULL}, NO_OTHERS | {"ratio": ["i", 4]}, NO_OTHERS | {"mask": ["i", 5]},
    )  # fmt: skip
    for changed in old:
        assert _back(api, "Ascend910B", **changed)[0] == 0, changed
        assert _back(api, "Ascend950", **changed)[0] == 561002, changed
    for changed in (
        {"mask": ["i", 0]}, {"counts": tensor(INT32, 2, 3)}, {"rows_used": tensor(INT32, 3)},
        {"own_indices": chosen, "own_norms": norms, "own_mask": ["i", 0]},
        {"own_indices": chosen}, {"own_indices": chosen, "own_norms": tensor(FLOAT, 2, 3, 7)},
    ):  # fmt: skip
        assert _back(api, "Ascend950", **changed)[0] == 561002, changed
    api.ok.aclrtSetSysParamOpt(0, 1)
    try:
        assert [_back(api, soc)[0] for soc in PRODUCTS] == [561002, 0]
    finally:
        api.ok.aclrtSetSysParamOpt(0, 0)


def _arguments(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "cu_seqlens_q": [0, 4, 7], "cu_seqlens_ori_kv": [0, 11, 13],
        "cu_seqlens_cmp_kv": [0, 3, 5], "seqused_q": [4, 3], "seqused_ori_kv": [11, 2],
        "seqused_cmp_kv": [2, 2], "cmp_residual_kv": [0, 0], "cmp_sparse_indices": [0, 1, 2],
        "cmp_topk_length": [3, 3, 3, 3, 3, 3, 3], **changed,
    }  # fmt: skip
    operands = {name: np.array(each, np.int32) for name, each in given.items()}
    operands["cmp_sparse_indices"] = np.tile(operands["cmp_sparse_indices"], (7, 1, 1))
    operands["cmp_topk_length"] = operands["cmp_topk_length"].reshape(7, 1)
    return {
        "metadata": np.zeros(1024, np.int32), "layout_q": "TND", "layout_kv": "TND",
        "ori_mask_mode": 0, "cmp_mask_mode": 3, "cmp_ratio": 4, **operands,
    }  # fmt: skip


ONES = np.ones((7, 2, 512), np.float16)
KEYS = np.ones((13, 1, 512), np.float16)


def _ones(**more: Any) -> tuple[Any, ...]:
    lse = np.full((1, 7, 2), 512, np.float32)
    found = acl.sparse_flash_mla_grad(ONES, ONES, ONES, lse, KEYS, KEYS[:5], **more)
    assert isinstance(found, tuple)
    return found


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({}, False),
        ({"cmp_residual_kv": [2**31 - 1, -(2**31)]}, False),
        ({"cmp_sparse_indices": [2**31 - 1, -(2**31), 3]}, False),
        ({"cmp_topk_length": [2**31 - 1, -(2**31), -1, 4, 0, 1, 2]}, False),
        ({"seqused_ori_kv": [-1, 2]}, True),
        ({"seqused_ori_kv": [11, 3]}, True),
        ({"seqused_cmp_kv": [4, 2]}, True),
        ({"cu_seqlens_q": [0, 8, 7]}, True),
        ({"cu_seqlens_q": [1, 4, 7]}, True),
        ({"cu_seqlens_ori_kv": [0, 11, 14]}, True),
        ({"cu_seqlens_cmp_kv": [0, 5, 4]}, True),
        ({"seqused_q": [4, 4]}, True),
    ],
)
def test_no_key_is_read_that_is_not_there(api: Api, changed: dict[str, Any], refused: bool) -> None:
    arguments = _arguments(**changed)
    with acl.Device(0) as device, device.stream(), selected(api, "Ascend950"):
        if not refused:
            assert all(np.isfinite(each).all() for each in _ones(**arguments) if each is not None)
            return
        with pytest.raises(acl.AclError) as error:
            _ones(**arguments)
    assert error.value.code == 507015


@pytest.mark.usefixtures("own_library")
def test_sinks_of_rows_that_see_nothing_get_nothing(api: Api) -> None:
    """Their logarithms are 0, so that a large sink has no finite part of them."""
    arguments = _arguments(seqused_ori_kv=[0, 0]) | {"ori_mask_mode": 3}
    sinks = np.full(2, 200, np.float32)
    lse = np.zeros((1, 7, 2), np.float32)
    with acl.Device(0) as device, device.stream(), selected(api, "Ascend950"):
        found = acl.sparse_flash_mla_grad(
            ONES, ONES, ONES, lse, KEYS, KEYS[:5], sinks=sinks, **arguments
        )
    assert all((each == 0).all() for each in found if each is not None)


@pytest.mark.usefixtures("own_library")
def test_indices_of_own_keys_are_not_read(api: Api) -> None:
    arguments = _arguments()
    indices = np.full((7, 1, 3), 99, np.int32)
    norms = np.full((7, 1, 3), 7, np.float32)
    lengths = np.full((7, 1), 99, np.int32)
    with acl.Device(0) as device, device.stream(), selected(api, "Ascend950"):
        wanted = _ones(**arguments)
        found = _ones(
            ori_sparse_indices=indices, ori_topk_length=lengths, ori_softmax_l1_norm=norms,
            **arguments,
        )  # fmt: skip
    assert (norms == 0).all()
    for one, other in zip(wanted[:3], found[:3], strict=True):
        np.testing.assert_array_equal(one, other)


BITS = """
import hashlib
import numpy as np
import aclnn_py as acl

random = np.random.default_rng(5)
query, dy, out = (random.uniform(-1, 1, (2, 33, 9, 512)).astype(np.float16) for _ in range(3))
keys = random.uniform(-1, 1, (2, 700, 1, 512)).astype(np.float16)
others = random.uniform(-1, 1, (2, 175, 1, 512)).astype(np.float16)
indices = random.integers(0, 180, (2, 33, 1, 90)).astype(np.int32)
found = acl.sparse_flash_mla_grad(
    query, dy, out, random.uniform(6, 9, (2, 1, 33, 9)).astype(np.float32), keys, others,
    cmp_sparse_indices=indices, cmp_residual_kv=np.zeros(2, np.int32), scale_value=0.04,
    sinks=random.uniform(-1, 1, 9).astype(np.float32), cmp_ratio=4, ori_mask_mode=4,
    cmp_mask_mode=3, ori_win_left=127, ori_win_right=0,
)
digest = hashlib.sha256()
for each in found:
    digest.update(b"" if each is None else each.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_cores_change_no_bit() -> None:
    runs = [run_python(BITS, {"ACLNN_CORES": cores}) for cores in ("1", "3", "10")]
    assert len({run.stdout for run in runs}) == 1, [run.stderr for run in runs]
    assert len(runs[0].stdout) == 65


def _forward(given: dict[str, Any]) -> tuple[Any, Any, Any]:
    forward = sparse_mla_oracle._forward(Operands(**given | {"q": given["query"]}))
    return sparse_mla_oracle._attended(forward)


def test_the_oracle_is_the_slope_of_the_forward_one() -> None:
    """The page's formulas by which tests hold the call, along a direction of each operand."""
    operands = ("query", "oriKvOptional", "cmpKvOptional", "sinksOptional")
    for at, case in enumerate(sparse_mla_oracle._gradient_cases()):
        random = np.random.default_rng(at)
        given = {
            name: random.uniform(-2, 2, each) if isinstance(each, tuple) else each
            for name, each in case.items()
        }
        out, sums, _ = _forward(given)
        given |= {"q": given["query"], "out": out, "lse": sums.reshape(given["lse"].shape)}
        found = iter(sparse_mla_oracle._gradients(Operands(**given)))
        for name in operands:
            if given[name] is None:
                continue
            step = 1e-5 * random.standard_normal(given[name].shape)
            ends = [_forward(given | {name: given[name] + s * step})[0] for s in (0.5, -0.5)]
            slope = ((ends[0] - ends[1]) * given["dOut"]).sum()
            assert slope == pytest.approx((next(found) * step).sum(), rel=1e-4, abs=1e-9), name
