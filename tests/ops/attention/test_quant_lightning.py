# SPDX-License-Identifier: Apache-2.0
"""LightningIndexer of quantised queries and keys: what codes stand for, keys as they lie, its
workspace, and what its tiling refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from ops.quant.test_small_types import NUMBERS, Small, run
from small_floats import values_of
from support import Api, Session
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT8, INT32, INT64, MEBI, NULL, answer, tensor

ALL = ["i", 2**63 - 1]
E4M3, HIFLOAT8 = NUMBERS["float8_e4m3fn"], NUMBERS["hifloat8"]


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("kind", "one"), [("float8_e4m3fn", 0x38), ("hifloat8", 0x08)])
def test_every_code_stands_for_its_number(session: Session, kind: str, one: int) -> None:
    """A key has one code beside zeros, and is as good as that number: first with 1, then with -1,
    which has the sign above that of 1."""
    values = values_of(kind).astype(np.float64)
    finite = np.flatnonzero(np.isfinite(values))
    finite = finite[np.random.default_rng(3).permutation(len(finite))]
    key = np.zeros((1, len(finite), 1, 128), np.uint8)
    key[0, :, 0, 0] = finite
    query = np.zeros((1, 2, 8, 128), np.uint8)
    query[0, :, 3, 0] = one, one | 0x80
    weights = np.zeros((1, 2, 8), ml_dtypes.bfloat16)
    weights[..., 3] = 1
    found = np.zeros((1, 2, 1, 2048), np.int32)
    given = [
        Small(kind, query.shape, query), Small(kind, key.shape, key), weights,
        np.full((1, 2, 8), 2, np.float32), np.full((1, len(finite), 1), 0.5, np.float32), None,
        None, None, 0, 0, b"BSND", b"BSND", 2048, 0, ALL[1], ALL[1], found,
    ]  # fmt: skip
    chosen = run(session, "aclnnQuantLightningIndexer", given)[-1][0, :, 0]
    for row, sign in zip(chosen, (1, -1), strict=True):
        scores = np.maximum(sign * values[finite], 0)
        assert np.array_equal(row[: len(finite)], np.argsort(-scores, kind="stable"))
        assert (row[len(finite) :] == -1).all()


def choose(api: Api, soc: str, kind: int = INT8, /, **changed: Any) -> tuple[int, int, str]:
    """Two batches of three rows, keys in pages with `pages`."""
    pages = changed.pop("pages", False)
    keys = (9, 16) if pages else (2, 40)
    weights, scales = (FLOAT16, FLOAT16) if kind == INT8 else (BFLOAT16, FLOAT)
    given: dict[str, Any] = {
        "query": tensor(kind, 2, 3, 8, 128), "key": tensor(kind, *keys, 1, 128),
        "weights": tensor(weights, 2, 3, 8), "row_scales": tensor(scales, 2, 3, 8),
        "key_scales": tensor(scales, *keys, 1), "rows": NULL,
        "keys": tensor(INT32, 2) if pages else NULL,
        "table": tensor(INT32, 2, 9) if pages else NULL, "row_mode": ["i", 0],
        "key_mode": ["i", 0], "layout": ["s", "BSND"],
        "key_layout": ["s", "PA_BSND" if pages else "BSND"], "count": ["i", 2048],
        "mode": ["i", 3], "before": ALL, "after": ALL, "out": tensor(INT32, 2, 3, 1, 2048),
    }  # fmt: skip
    assert changed.keys() <= given.keys()
    return answer(api, soc, "aclnnQuantLightningIndexer", *(given | changed).values())


@pytest.mark.usefixtures("own_library")
def test_the_workspace_is_that_of_the_public_tiling(api: Api) -> None:
    """910B: twice 512 x 512 scores, and of 16 rows 2048 keys with their scores and 16 words of 8
    bytes, on 24 cores. Ascend950: 2 bytes, of int8 4, for each of the keys of 4 rows, in parts of
    128, on 32 cores; of pages those that the table has."""
    a_core = 2 * 512 * 512 * 4 + 16 * 2 * 2048 * 4 + 16 * 16 * 8
    row = "QuantLightningIndexer:int32"
    assert choose(api, "Ascend910B")[2] == f"{row}|{16 * MEBI + 24 * a_core}"
    for kind, width in ((INT8, 4), (E4M3, 2), (HIFLOAT8, 2)):
        found = choose(api, "Ascend950", kind)
        assert found[2] == f"{row}|{16 * MEBI + 4 * 128 * width * 32}"
        found = choose(api, "Ascend950", kind, pages=True)
        assert found[2] == f"{row}|{16 * MEBI + 4 * 256 * width * 32}"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_refusals(api: Api, soc: str) -> None:
    assert choose(api, soc)[0] == 0
    assert choose(api, soc, count=["i", 7], out=tensor(INT32, 2, 3, 1, 7))[0] == 0
    wrong: tuple[dict[str, Any], ...] = (
        {"count": ["i", 0]}, {"count": ["i", 2049]}, {"mode": ["i", 1]}, {"before": ["i", 1]},
        {"after": ["i", 1]}, {"row_mode": ["i", 1]}, {"key_mode": ["i", 1]},
        {"layout": ["s", "TND"]}, {"key_layout": ["s", "BNSD"]}, {"key_layout": ["s", "PA_BBND"]},
        {"key_layout": ["s", "PA_BSND"]}, {"table": tensor(INT32, 2, 9)},
        {"key": tensor(INT8, 2, 40, 2, 128)}, {"key": tensor(INT8, 3, 40, 1, 128)},
        {"query": tensor(INT8, 2, 3, 72, 128)}, {"query": tensor(INT8, 2, 3, 8, 64)},
        {"weights": tensor(FLOAT16, 2, 3, 9)}, {"row_scales": tensor(FLOAT16, 2, 3, 9)},
        {"key_scales": tensor(FLOAT16, 2, 40)}, {"out": tensor(INT32, 2, 3, 1, 7)},
        {"rows": tensor(INT32, 3)}, {"keys": tensor(INT32, 3)},
        {"pages": True, "keys": NULL}, {"pages": True, "table": NULL},
        {"pages": True, "key": tensor(INT8, 9, 24, 1, 128)},
    )  # fmt: skip
    for changed in wrong:
        assert choose(api, soc, **changed)[0] == 561002, changed
    for name in ("query", "key", "weights", "row_scales", "key_scales", "out"):
        assert choose(api, soc, **{name: NULL})[0] == 161001, name
    for name, kind in (("query", FLOAT16), ("weights", FLOAT), ("out", INT64), ("rows", INT64)):
        assert choose(api, soc, **{name: tensor(kind, 2, 3, 8, 128)})[0] == 161002, name


@pytest.mark.usefixtures("own_library")
def test_what_only_one_product_has(api: Api) -> None:
    halves: dict[str, Any] = {
        "weights": tensor(FLOAT16, 2, 3, 8), "row_scales": tensor(FLOAT16, 2, 3, 8),
        "key_scales": tensor(FLOAT16, 2, 40, 1),
    }  # fmt: skip
    wide: dict[str, Any] = {
        "weights": tensor(BFLOAT16, 2, 3, 8), "row_scales": tensor(FLOAT, 2, 3, 8),
        "key_scales": tensor(FLOAT, 2, 40, 1),
    }  # fmt: skip
    heads: dict[str, Any] = {
        "query": tensor(INT8, 2, 3, 40, 128), "weights": tensor(FLOAT16, 2, 3, 40),
        "row_scales": tensor(FLOAT16, 2, 3, 40),
    }  # fmt: skip
    few: dict[str, Any] = {"count": ["i", 7], "out": tensor(INT32, 2, 3, 1, 7)}
    apart = tensor(INT8, 9, 16, 1, 128, strides=[4096, 128, 128, 1])
    rows = tensor(INT8, 9, 16, 1, 128, strides=[4096, 256, 128, 1])
    scales = tensor(FLOAT16, 9, 16, 1, strides=[32, 2, 1])
    for before, since, kind, changed in (
        (0, 561002, INT8, heads),
        (0, 0, INT8, {"pages": True, "key": apart}),
        (0, 561002, INT8, {"pages": True, "key": rows}),
        (0, 561002, INT8, {"pages": True, "key_scales": scales}),
        (161002, 561002, INT8, wide),
        (161002, 561002, INT8, {"weights": wide["weights"]}),
        (161002, 561002, INT8, {"key_scales": wide["key_scales"]}),
        (161002, 0, E4M3, {}),
        (161002, 0, E4M3, halves),
        (161002, 0, E4M3, few),
        (161002, 0, HIFLOAT8, {}),
        (161002, 561002, HIFLOAT8, halves),
        (161002, 561002, HIFLOAT8, few),
        (161002, 561002, E4M3, {"key": tensor(HIFLOAT8, 2, 40, 1, 128)}),
    ):
        assert choose(api, "Ascend910B", kind, **changed)[0] == before, changed
        assert choose(api, "Ascend950", kind, **changed)[0] == since, changed
    assert choose(api, "Ascend910B", pages=True, key=apart)[2].count(">") == 1
    assert choose(api, "Ascend950", pages=True, key=apart)[2].count(">") == 0
