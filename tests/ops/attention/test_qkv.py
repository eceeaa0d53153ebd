# SPDX-License-Identifier: Apache-2.0
"""Heads of queries, keys and values that lie beside each other: statuses, sizes and slots."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from ops.attention.qkv_oracle import ORACLES
from ops.quant.mx_oracle import E4M3
from support import Api
from sweep.c_calls import selected
from sweep.oracle import Operands
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    MEBI,
    NULL,
    answer,
    room,
    tensor,
)

import aclnn_py as acl

CACHE = "aclnnQkvRmsNormRopeCache"
SCALED = CACHE + "WithKScale"
RNG = np.random.default_rng(17)


def _caching(**others: Any) -> list[Any]:
    """Operands of 2 batches of 3 rows, of 4 heads of queries and 2 of keys."""
    given: dict[str, Any] = {
        "qkv": tensor(FLOAT16, 6, 1024),
        "qGamma": tensor(FLOAT16, 128), "kGamma": tensor(FLOAT16, 128),
        "cos": tensor(FLOAT16, 6, 128), "sin": tensor(FLOAT16, 6, 128), "index": tensor(INT64, 6),
        "qOut": tensor(FLOAT16, 6, 512),
        "kCache": tensor(FLOAT16, 2, 16, 32, 16), "vCache": tensor(FLOAT16, 2, 16, 32, 16),
        "kScale": NULL, "vScale": NULL, "kOffset": NULL, "vOffset": NULL,
        "qkvSize": ["Int", [2, 3, 8, 128]], "headNums": ["Int", [4, 2, 2]],
        "epsilon": ["d", 1e-6], "cacheMode": ["s", "PA_NZ"],
        "qBefore": NULL, "kBefore": NULL, "vBefore": NULL,
    }  # fmt: skip
    assert others.keys() <= given.keys()
    return list((given | others).values())


BEFORE = {
    "qBefore": tensor(FLOAT16, 6, 512),
    "kBefore": tensor(FLOAT16, 6, 256),
    "vBefore": tensor(FLOAT16, 6, 256),
}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_what_op_api_does_not_ask_phase_two_answers(api: Api, soc: str) -> None:
    """Only what is NULL, and the copies of rows before quantisation, are phase one's
    (aclnn_qkv_rms_norm_rope_cache.cpp); the page has 161002 for data types."""

    def status(**others: Any) -> tuple[int, bool]:
        found = answer(api, soc, CACHE, *_caching(**others))
        return found[0], found[2] != ""

    taken, late = (0, True), (0, False)
    quantised = {"kCache": tensor(INT8, 2, 8, 32, 32), "kScale": tensor(FLOAT, 2, 128)}
    assert status() == status(cacheMode=NULL) == status(**BEFORE) == taken
    assert status(**quantised) == status(**quantised, kOffset=tensor(FLOAT, 2, 128)) == taken
    assert status(kBefore=BEFORE["kBefore"]) == taken
    for name in (
        *("qkv", "qGamma", "kGamma", "cos", "sin", "index"),
        *("qOut", "kCache", "vCache", "qkvSize", "headNums"),
    ):
        assert status(**{name: NULL})[0] == 161001, name
    for name in ("qGamma", "kGamma", "cos", "sin", "qOut", "kCache", "vCache"):
        assert status(**{name: tensor(BFLOAT16, 6, 128)})[0] == 161002, name
    assert status(qkv=tensor(FLOAT, 6, 1024))[0] == 161002
    assert status(index=tensor(INT32, 6))[0] == 161002
    assert status(kScale=tensor(FLOAT16, 2, 128))[0] == 161002
    for name in BEFORE:
        wide = tensor(FLOAT, 6, 512 if name == "qBefore" else 256)
        for other in (tensor(FLOAT16, 6, 128), wide, *([] if name == "qBefore" else [NULL])):
            assert status(**{**BEFORE, name: other})[0] == 561103, (name, other)
    for others in (
        {"qkvSize": ["Int", [2, 3, 8]]},
        {"qkvSize": ["Int", [2, 3, 16, 64]]},
        {"qkvSize": ["Int", [0, 3, 8, 128]]},
        {"qkvSize": ["Int", [2**62, 2**62, 8, 128]]},
        {"headNums": ["Int", [4, 2]]},
        {"headNums": ["Int", [4, 3, 1]]},
        {"headNums": ["Int", [3, 2, 2]]},
        {"headNums": ["Int", [6, 1, 1]], "qkvSize": ["Int", [2, 3, 9, 128]]},
        {"headNums": ["Int", [-4, 6, 6]]},
        {"cacheMode": ["s", "PA_BNSD"]},
        {"qkv": tensor(FLOAT16, 2, 3, 1024)},
        {"qGamma": tensor(FLOAT16, 64)},
        {"cos": tensor(FLOAT16, 2, 128)},
        {"sin": tensor(FLOAT16, 6, 1, 128)},
        {"index": tensor(INT64, 2, 3)},
        {"qOut": tensor(FLOAT16, 6, 1024)},
        {"kCache": tensor(FLOAT16, 2, 16, 16, 16)},
        {"kCache": tensor(FLOAT16, 2, 8, 32, 32)},
        {"vCache": tensor(FLOAT16, 3, 16, 32, 16)},
        {"kCache": tensor(FLOAT16, 1, 16, 32, 16), "vCache": tensor(FLOAT16, 1, 16, 32, 16)},
        {"kCache": tensor(INT8, 2, 8, 32, 32)},
        {"kScale": tensor(FLOAT, 2, 128)},
        {"vOffset": tensor(FLOAT, 2, 128)},
        {**quantised, "kScale": tensor(FLOAT, 128)},
        {**quantised, "kOffset": tensor(FLOAT, 1, 128)},
    ):
        assert status(**others) == late, others


@pytest.mark.usefixtures("own_library")
def test_sizes_of_caching(api: Api) -> None:
    """16 MiB of the kernel, and rows before quantisation; nothing is copied back to caches."""
    own = room(16 * MEBI)
    assert answer(api, "Ascend910B", CACHE, *_caching())[1] == own + 3 * room(2)
    assert answer(api, "Ascend910B", CACHE, *_caching(**BEFORE))[1] == own
    apart = tensor(FLOAT16, 6, 512, strides=[1024, 1])
    found = answer(api, "Ascend910B", CACHE, *_caching(**BEFORE, qOut=apart))
    assert found[1] > own
    assert found[2].count(">") == 1


def _arguments(**others: Any) -> dict[str, Any]:
    def drawn(*shape: int) -> Any:
        return RNG.standard_normal(shape).astype(np.float16)

    return {
        "qkv": drawn(6, 1024), "qGamma": drawn(128), "kGamma": drawn(128), "cos": drawn(6, 128),
        "sin": drawn(6, 128), "index": np.array([4, 0, 63, 9, -1, 33]),
        "kCache": drawn(2, 16, 32, 16), "vCache": drawn(2, 16, 32, 16), "qkvSize": [2, 3, 8, 128],
        "headNums": [4, 2, 2], "epsilon": 1e-6, "cacheModeOptional": "PA_NZ",
        **{f"{name}Optional": None for name in ("kScale", "vScale", "kOffset", "vOffset")},
        **others,
    }  # fmt: skip


def _run(given: dict[str, Any]) -> list[Any]:
    caches = [given["kCache"].copy(), given["vCache"].copy()]
    names = ("qkv", "qGamma", "kGamma", "cos", "sin", "index")
    found = acl.qkv_rms_norm_rope_cache(
        *(given[name] for name in names), *caches, qkv_size=given["qkvSize"],
        head_nums=given["headNums"], epsilon=given["epsilon"], k_scale=given["kScaleOptional"],
        k_offset=given["kOffsetOptional"],
    )  # fmt: skip
    return list(found)


def test_int8_is_what_float64_says() -> None:
    """To the bit, but for numbers that are as near to a tie as float32 can tell."""
    scale, offset = (RNG.uniform(0.01, 0.05, (2, 128)).astype(np.float32) for _ in range(2))
    cache = RNG.integers(-9, 9, (2, 8, 32, 32)).astype(np.int8)
    given = _arguments(kCache=cache, kScaleOptional=scale, kOffsetOptional=offset * 100)
    found, wanted = _run(given), ORACLES[CACHE].value(Operands(**given))
    assert (found[1] == wanted[1]).all()
    assert (found[2] == wanted[2].astype(np.float16)).all()


def test_a_slot_outside_of_the_caches_ends_the_launch() -> None:
    """Of several ones the first is named, whichever core finds it."""
    with pytest.raises(acl.AclError, match=r"index\[1\] is outside of the caches") as error:
        _run(_arguments(index=np.array([4, 64, 63, 9, -1, 70])))
    assert error.value.code == 507015


def test_what_the_tiling_refuses_is_561103_of_phase_two() -> None:
    with pytest.raises(acl.AclError, match="a number for each row of qkv") as error:
        _run(_arguments(index=np.zeros(5, np.int64)))
    assert error.value.code == 561103


# --- With a factor for each key ------------------------------------------------------------------


def _scaling(**others: Any) -> list[Any]:
    """Operands of 5 tokens of 2 batches, of 4 heads of queries and 2 of keys."""
    cache = tensor(E4M3, 3, 2, 16, 128)
    given: dict[str, Any] = {
        "qkv": tensor(BFLOAT16, 5, 8, 128), "qGamma": tensor(FLOAT, 128),
        "kGamma": tensor(FLOAT, 128), "cosSin": tensor(FLOAT, 64, 128),
        "slots": tensor(INT32, 5), "kCache": cache, "vCache": cache,
        "kScale": tensor(FLOAT, 3, 2, 16, 1), "starts": tensor(INT32, 3),
        "lengths": tensor(INT32, 2), "rotation": tensor(BFLOAT16, 128, 128),
        "vScale": tensor(FLOAT, 2), "headNums": ["Int", [4, 2, 2]], "layoutQkv": ["s", "TND"],
        "layoutQOut": ["s", "TND"], "epsilon": ["f", 1e-6],
        "qOut": tensor(E4M3, 5, 4, 128), "qScale": tensor(FLOAT, 5, 4),
    }  # fmt: skip
    assert others.keys() <= given.keys()
    return list((given | others).values())


def _heads(queries: int, keys: int) -> dict[str, Any]:
    cache = tensor(E4M3, 3, keys, 16, 128)
    return {
        "qkv": tensor(BFLOAT16, 5, queries + 2 * keys, 128), "kCache": cache, "vCache": cache,
        "kScale": tensor(FLOAT, 3, keys, 16, 1), "vScale": tensor(FLOAT, keys),
        "headNums": ["Int", [queries, keys, keys]], "qOut": tensor(E4M3, 5, queries, 128),
        "qScale": tensor(FLOAT, 5, queries),
    }  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_op_api_looks_at_all_but_strides_and_numbers_of_heads(api: Api) -> None:
    """In the sequence of its checker: NULL, no elements, types, shapes; the tiling's are 561103."""

    def status(soc: Any = "Ascend950", **others: Any) -> int:
        return answer(api, soc, SCALED, *_scaling(**others))[0]

    by_head = {"qOut": tensor(E4M3, 4, 5, 128), "qScale": tensor(FLOAT, 4, 5)}
    assert answer(api, "Ascend950", SCALED, *_scaling())[1] == room(32 * MEBI)
    assert status(layoutQkv=["s", ""]) == status(layoutQkv=NULL) == 0
    for other in (NULL, ["s", ""], ["s", "NTD"]):
        assert status(layoutQOut=other) == 161002
        assert status(layoutQOut=other, **by_head) == 0
    every = {"layoutQkv": ["s", "NTD"], "qkv": tensor(BFLOAT16, 8, 5, 128)}
    assert status(**every) == 161002
    assert status(**every, **by_head, layoutQOut=NULL) == 0
    texts = ("headNums", "layoutQkv", "layoutQOut", "epsilon")
    names = [name for name in _names() if name not in texts]
    for name in (*names, "headNums"):
        assert status(**{name: NULL}) == 161001, name
    for name in names:
        assert status(**{name: tensor(INT8, 0)}) == 161002, name
        assert status(**{name: tensor(INT8, 5)}) == 161002, name
    for others in (
        {"headNums": ["Int", [4, 2]]},
        {"headNums": ["Int", [5, 2, 1]]},
        {"headNums": ["Int", [8, 0, 0]]},
        {"layoutQkv": ["s", "tnd"]},
        {"layoutQOut": ["s", "BSND"]},
        {"qkv": tensor(BFLOAT16, 5, 8, 64)},
        {"qGamma": tensor(FLOAT, 64)},
        {"cosSin": tensor(FLOAT, 64, 64)},
        {"slots": tensor(INT32, 4)},
        {"starts": tensor(INT32, 1), "lengths": tensor(INT32, 1)},
        {"lengths": tensor(INT32, 3)},
        {"rotation": tensor(BFLOAT16, 128, 64)},
        {"vScale": tensor(FLOAT, 1)},
        {"kCache": tensor(E4M3, 3, 1, 16, 128)},
        {"vCache": tensor(E4M3, 3, 2, 8, 128)},
        {"kScale": tensor(FLOAT, 2, 2, 16, 1)},
        {"qScale": tensor(FLOAT, 4, 5)},
    ):
        assert status(**others) == 161002, others
        assert status("Ascend910B", **others) == 161002, others
    assert status("Ascend910B") == status("Ascend910_93") == 561103
    wide = tensor(E4M3, 3, 2, 16, 128, strides=[8192, 4096, 256, 1])
    assert status(kCache=wide, vCache=wide) == 0
    assert status(kCache=wide) == 561103
    for strides in ([8192, 4096, 256, 2], [4096, 2048, 0, 1], [4096, 16, 128, 1]):
        other = tensor(E4M3, 3, 2, 16, 128, strides=strides)
        assert status(kCache=other, vCache=other) == 561103, strides
    assert status(**_heads(126, 2)) == status(**_heads(96, 32)) == 0
    assert status(**_heads(127, 2)) == status(**_heads(95, 33)) == 561103


def _names() -> list[str]:
    return [
        "qkv",
        "qGamma",
        "kGamma",
        "cosSin",
        "slots",
        "kCache",
        "vCache",
        "kScale",
        "starts",
        "lengths",
        "rotation",
        "vScale",
        "headNums",
        "layoutQkv",
        "layoutQOut",
        "epsilon",
        "qOut",
        "qScale",
    ]


def _scaled_arguments(**others: Any) -> dict[str, Any]:
    def drawn(*shape: int) -> Any:
        return RNG.standard_normal(shape).astype(np.float32)

    kinds = {"qkv": (5, 8, 128), "rotationOptional": (128, 128)}
    floats = {
        "qGamma": (128,), "kGamma": (128,), "cosSin": (64, 128), "vScaleOptional": (2,),
        "kScaleCacheRef": (3, 2, 16, 1),
    }  # fmt: skip
    return {
        **{name: drawn(*shape).astype(ml_dtypes.bfloat16) for name, shape in kinds.items()},
        **{name: drawn(*shape) for name, shape in floats.items()},
        **{
            name: drawn(3, 2, 16, 128).astype(ml_dtypes.float8_e4m3fn)
            for name in ("kCacheRef", "vCacheRef")
        },
        "slotMapping": np.array([4, 0, 47, 16, 33], np.int32),
        "queryStartLoc": np.array([0, 3, 5], np.int32), "seqLens": np.array([64, 2], np.int32),
        "headNums": [4, 2, 2], "layoutQkv": "TND", "layoutQOut": "TND", "epsilon": 1e-6, **others,
    }  # fmt: skip


INPUTS = (
    "qkv", "qGamma", "kGamma", "cosSin", "slotMapping", "kCacheRef", "vCacheRef", "kScaleCacheRef",
    "queryStartLoc", "seqLens", "rotationOptional", "vScaleOptional",
)  # fmt: skip


def _run_scaled(given: dict[str, Any]) -> list[Any]:
    caches = {name: given[name].copy() for name in INPUTS[5:8]}
    call: Any = acl.qkv_rms_norm_rope_cache_with_k_scale
    found = call(
        *((given | caches)[name] for name in INPUTS[:10]), rotation=given["rotationOptional"],
        v_scale=given["vScaleOptional"], head_nums=given["headNums"],
        layout_qkv=given["layoutQkv"], layout_q_out=given["layoutQOut"], epsilon=given["epsilon"],
    )  # fmt: skip
    return list(found)


@pytest.fixture
def ascend950(api: Api) -> Any:
    with selected(api, "Ascend950"):
        yield


@pytest.mark.usefixtures("ascend950")
def test_float8_is_the_nearest() -> None:
    """Rows of zeros stay such; numbers that are too large become the largest."""
    given = _scaled_arguments()
    given["qkv"][3, 1] = given["qkv"][2, 5] = 0
    given["qkv"][1, 6] = 3e38
    with np.errstate(invalid="ignore", over="ignore"):
        found, wanted = _run_scaled(given), ORACLES[SCALED].value(Operands(**given))
    for at in (0, 1, 3):
        assert (found[at] == wanted[at].astype(ml_dtypes.float8_e4m3fn)).all(), at
    for at in (2, 4):
        assert np.allclose(found[at], wanted[at], rtol=2**-23), at
    assert found[4][3, 1] == 0
    assert np.abs(found[1].astype(np.float32)).max() == 448


@pytest.mark.usefixtures("ascend950")
def test_values_are_float32_before_they_are_float8() -> None:
    """CANN's kernel multiplies in float32. The exact product lies above the middle of 1 and 1.125,
    and becomes the middle in float32, from which it goes to the even one."""
    given = _scaled_arguments()
    factor, scale = float.fromhex("0x1.02p0"), float.fromhex("0x1.0de438p0")
    assert factor * scale > 1.0625 == np.float32(factor) * np.float32(scale)
    given["qkv"][:, 6:], given["vScaleOptional"][:] = factor, scale
    found = _run_scaled(given)[1].astype(np.float32)
    assert (found[given["slotMapping"] // 16, :, given["slotMapping"] % 16] == 1).all()


@pytest.mark.usefixtures("ascend950")
@pytest.mark.parametrize(
    ("other", "text"),
    [
        (
            {"slotMapping": np.array([4, 48, 47, 16, 33], np.int32)},
            r"slotMapping\[1\] is outside of the caches",
        ),
        (
            {"slotMapping": np.array([4, 0, -1, 16, 33], np.int32)},
            r"slotMapping\[2\] is outside of the caches",
        ),
        ({"seqLens": np.array([65, 2], np.int32)}, "the position of token 2 is outside of cosSin"),
    ],
)
def test_tokens_without_a_place_end_the_launch(other: dict[str, Any], text: str) -> None:
    with pytest.raises(acl.AclError, match=text) as error:
        _run_scaled(_scaled_arguments(**other))
    assert error.value.code == 507015
