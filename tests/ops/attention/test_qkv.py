# SPDX-License-Identifier: Apache-2.0
"""Heads of queries, keys and values that lie beside each other: statuses, sizes and slots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ops.attention.qkv_oracle import ORACLES
from support import Api
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
        **{f"{name}Optional": None for name in ("kScale", "vScale", "kOffset", "vOffset")}, **others,
    }  # fmt: skip


def _run(given: dict[str, Any]) -> list[Any]:
    caches = [given["kCache"].copy(), given["vCache"].copy()]
    names = ("qkv", "qGamma", "kGamma", "cos", "sin", "index")
    found = acl.qkv_rms_norm_rope_cache(
        *(given[name] for name in names), *caches, qkv_size=given["qkvSize"],
        head_nums=given["headNums"], epsilon=given["epsilon"], k_scale=given["kScaleOptional"],
        k_offset=given["kOffsetOptional"],
    )  # fmt: skip
    return [found[0], *caches, *found[1:]]


def test_int8_is_what_float64_says() -> None:
    """To the bit, but for numbers that are as near to a tie as float32 can tell."""
    scale, offset = (RNG.uniform(0.01, 0.05, (2, 128)).astype(np.float32) for _ in range(2))
    cache = RNG.integers(-9, 9, (2, 8, 32, 32)).astype(np.int8)
    given = _arguments(kCache=cache, kScaleOptional=scale, kOffsetOptional=offset * 100)
    found, wanted = _run(given), ORACLES[CACHE].value(Operands(**given))
    assert (found[1] == wanted[1]).all()
    assert (found[2] == wanted[2].astype(np.float16)).all()


def test_a_slot_outside_of_the_caches_ends_the_launch() -> None:
    with pytest.raises(acl.AclError, match=r"index\[1\] is outside of the caches") as error:
        _run(_arguments(index=np.array([4, 64, 63, 9, -1, 33])))
    assert error.value.code == 507015


def test_what_the_tiling_refuses_is_561103_of_phase_two() -> None:
    with pytest.raises(acl.AclError, match="a number for each row of qkv") as error:
        _run(_arguments(index=np.zeros(5, np.int64)))
    assert error.value.code == 561103
