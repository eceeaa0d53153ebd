# SPDX-License-Identifier: Apache-2.0
"""The second version of LightningIndexer: keys as they lie, lengths that are none, its workspace,
and what its tiling refuses."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, INT64, MEBI, NULL, answer, tensor

TWO, THREE = tensor(INT32, 2), tensor(INT32, 3)
PLAN = tensor(INT32, 1024)


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def choose(api: Api, soc: str, form: str = "BSND", /, **changed: Any) -> tuple[int, int, str]:
    """Two batches of three rows, keys of another layout with "TND PA_BBND"."""
    layout, key_layout = (changed.pop("form", form).split() * 2)[:2]
    rows = (6,) if layout == "TND" else (2, 3)
    keys = {"BSND": (2, 40), "TND": (80,), "PA_BBND": (9, 16)}[key_layout]
    given: dict[str, Any] = {
        "q": tensor(FLOAT16, *rows, 4, 128), "k": tensor(FLOAT16, *keys, 1, 128),
        "w": tensor(FLOAT, *rows, 4), "row_ends": THREE if layout == "TND" else NULL,
        "key_ends": THREE if key_layout == "TND" else NULL, "rows_used": NULL,
        "keys_used": TWO if key_layout == "PA_BBND" else NULL, "rests": NULL,
        "table": tensor(INT32, 2, 3) if key_layout == "PA_BBND" else NULL, "offsets": NULL,
        "plan": PLAN, "count": ["i", 16], "longest": ["i", -1], "layout": ["s", layout],
        "key_layout": ["s", key_layout], "mode": ["i", 3], "ratio": ["i", 1], "valued": ["i", 1],
        "chosen": tensor(INT32, *rows, 1, 16), "scores": tensor(FLOAT, *rows, 1, 16),
    }  # fmt: skip
    assert changed.keys() <= given.keys()
    return answer(api, soc, "aclnnLightningIndexerV2", *(given | changed).values())


@pytest.mark.usefixtures("own_library")
def test_the_workspace_is_that_of_the_public_tiling(api: Api) -> None:
    """910B: twice 512 x 512 scores, and of 16 rows 8192 keys with their scores and 16 words of 8
    bytes, on 24 cores. Ascend950: 4 bytes for each of the keys of 4 rows, in parts of 128, on 32
    cores; of pages those that the table has."""
    a_core = 2 * 512 * 512 * 4 + 16 * 2 * 8192 * 4 + 16 * 16 * 8
    row = "LightningIndexerV2:int32+float"
    assert choose(api, "Ascend910B")[2] == f"{row}|{16 * MEBI + 24 * a_core}"
    for form, keys in (("BSND", 128), ("TND", 128), ("BSND PA_BBND", 128)):
        assert choose(api, "Ascend950", form)[2] == f"{row}|{16 * MEBI + 4 * keys * 4 * 32}", form
    wide = {"table": tensor(INT32, 2, 9)}
    assert choose(api, "Ascend950", "TND PA_BBND", **wide)[2].endswith(
        f"|{16 * MEBI + 4 * 256 * 4 * 32}"
    )
    far = {"table": tensor(INT32, 2, 1 << 52)}
    assert choose(api, "Ascend950", "TND PA_BBND", **far)[1] > 1 << 61


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_refusals(api: Api, soc: str) -> None:
    for form in ("BSND", "TND", "BSND PA_BBND", "TND PA_BBND"):
        assert choose(api, soc, form)[0] == 0, form
    wrong: tuple[dict[str, Any], ...] = (
        {"count": ["i", 0]}, {"count": ["i", 8193]}, {"mode": ["i", 1]}, {"ratio": ["i", 0]},
        {"ratio": ["i", 129]}, {"layout": ["s", "TND"]}, {"key_layout": ["s", "PA_BSND"]},
        {"layout": ["s", "SBH"], "key_layout": ["s", "SBH"]},
        {"k": tensor(BFLOAT16, 2, 40, 1, 128)}, {"k": tensor(FLOAT16, 2, 40, 2, 128)},
        {"k": tensor(FLOAT16, 3, 40, 1, 128)}, {"k": tensor(FLOAT16, 2, 40, 1, 64)},
        {"q": tensor(FLOAT16, 2, 3, 65, 128), "w": tensor(FLOAT, 2, 3, 65)},
        {"q": tensor(FLOAT16, 2, 3, 4, 64)}, {"q": tensor(FLOAT16, 6, 4, 128)},
        {"w": tensor(FLOAT, 2, 3, 5)}, {"chosen": tensor(INT32, 2, 3, 1, 15)},
        {"chosen": tensor(INT32, 2, 3, 16)}, {"scores": tensor(FLOAT, 2, 3, 1, 15)},
        {"table": tensor(INT32, 2, 3)}, {"key_ends": THREE}, {"keys_used": THREE},
        {"plan": tensor(INT32, 1023)}, {"q": tensor(FLOAT16, 2, 0, 4, 128)},
        {"form": "TND", "row_ends": NULL}, {"form": "TND", "key_ends": NULL},
        {"form": "TND", "row_ends": tensor(INT32, 1), "key_ends": tensor(INT32, 1)},
        {"form": "TND", "row_ends": tensor(INT32, 4)}, {"form": "TND PA_BBND", "keys_used": NULL},
        {"form": "TND PA_BBND", "table": NULL},
        {"form": "TND PA_BBND", "table": tensor(INT32, 3, 3)},
        {"form": "BSND PA_BBND", "k": tensor(FLOAT16, 9, 24, 1, 128)},
        {"form": "BSND PA_BBND", "k": tensor(FLOAT16, 9, 1040, 1, 128)},
    )  # fmt: skip
    for changed in wrong:
        assert choose(api, soc, **changed)[0] == 561002, changed
    for name in ("q", "k", "w", "chosen", "scores"):
        assert choose(api, soc, **{name: NULL})[0] == 161001, name
    for name, kind in (("q", FLOAT), ("w", FLOAT16), ("rests", INT64), ("chosen", INT64)):
        assert choose(api, soc, **{name: tensor(kind, 2, 3, 4, 128)})[0] == 161002, name
    assert choose(api, soc, valued=["i", 0], scores=tensor(FLOAT, 0))[0] == 0


@pytest.mark.usefixtures("own_library")
def test_what_only_one_product_looks_at(api: Api) -> None:
    ratio: dict[str, Any] = {"ratio": ["i", 4]}
    rooms = tensor(FLOAT16, 2, 40, 1, 128, strides=[10240, 128, 128, 1])
    pages = tensor(FLOAT16, 9, 16, 1, 128, strides=[4096, 128, 128, 1])
    rows = tensor(FLOAT16, 9, 16, 1, 128, strides=[4096, 256, 128, 1])
    for before, since, changed in (
        (0, 561002, {"plan": NULL}),
        (0, 561002, {"longest": ["i", -2]}),
        (0, 561002, {"valued": ["i", 2]}),
        (0, 561002, ratio),
        (0, 0, ratio | {"rests": TWO}),
        (0, 0, ratio | {"mode": ["i", 0]}),
        (0, 561002, ratio | {"mode": ["i", 0], "rests": TWO}),
        (561002, 561002, ratio | {"rests": THREE}),
        (0, 561002, {"row_ends": THREE}),
        (0, 561002, {"form": "BSND PA_BBND", "key_ends": THREE}),
        (0, 561002, {"rows_used": THREE}),
        (0, 0, {"rows_used": TWO}),
        (0, 0, {"offsets": tensor(INT32, 2, 3, 1)}),
        (0, 561002, {"offsets": tensor(INT32, 2)}),
        (0, 561002, {"k": rooms}),
        (0, 0, {"k": pages, "form": "BSND PA_BBND"}),
        (0, 561002, {"k": rows, "form": "BSND PA_BBND"}),
    ):
        assert choose(api, "Ascend910B", **changed)[0] == before, changed
        assert choose(api, "Ascend950", **changed)[0] == since, changed
    # 910B copies keys that do not lie side by side; the kernel of Ascend950 reads pages itself.
    apart: dict[str, Any] = {"k": pages, "form": "BSND PA_BBND"}
    assert choose(api, "Ascend910B", **apart)[2].count(">") == 1
    assert choose(api, "Ascend950", **apart)[2].count(">") == 0


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("rows", "keys", "row_ends", "key_ends", "table", "status"),
    [
        ([1, 3], [32, 0], [0, 2, 6], None, [[8, 0], [9, 9]], 0),
        ([3, 3], [32, 0], [0, 2, 6], None, [[8, 0], [9, 9]], 507015),
        ([1, -1], [32, 0], [0, 2, 6], None, [[8, 0], [9, 9]], 507015),
        ([1, 3], [33, 0], [0, 2, 6], None, [[8, 0], [9, 9]], 507015),
        ([1, 3], [32, 1], [0, 2, 6], None, [[8, 0], [9, 9]], 507015),
        ([1, 3], [32, 0], [0, 2, 7], None, [[8, 0], [9, 9]], 507015),
        ([1, 3], [32, 0], [1, 2, 6], None, [[8, 0], [9, 9]], 507015),
        ([1, 3], [30, 50], [0, 2, 6], [0, 30, 80], None, 0),
        ([1, 3], [31, 50], [0, 2, 6], [0, 30, 80], None, 507015),
        ([1, 3], [30, 50], [0, 2, 6], [0, 30, 29], None, 507015),
    ],
)
def test_lengths_that_are_none_end_the_launch(
    session: Session,
    rows: list[int],
    keys: list[int],
    row_ends: list[int],
    key_ends: list[int] | None,
    table: list[list[int]] | None,
    status: int,
) -> None:
    api = session.api

    def given(array: Any) -> int | None:
        return None if array is None else session.tensor(np.array(array, np.int32))

    k = np.ones((80, 1, 128) if table is None else (9, 16, 1, 128), np.float16)
    chosen, scores = np.zeros((6, 1, 5), np.int32), np.zeros((6, 1, 5), np.float32)
    outputs = [session.upload(each) for each in (chosen, scores)]
    arguments = [
        session.tensor(np.ones((6, 2, 128), np.float16)), session.tensor(k),
        session.tensor(np.ones((6, 2), np.float32)), given(row_ends), given(key_ends), given(rows),
        given(keys), None, given(table), None, given(np.zeros(1024)), 5, -1, b"TND",
        b"TND" if table is None else b"PA_BBND", 0, 1, 1,
        session.describe(chosen.shape, np.int32, outputs[0]),
        session.describe(scores.shape, np.float32, outputs[1]),
    ]  # fmt: skip
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend950"):
        api.ok.aclnnLightningIndexerV2GetWorkspaceSize(
            *arguments, ctypes.byref(size), ctypes.byref(executor)
        )
    memory = session.malloc(size.value)
    api.ok.aclnnLightningIndexerV2(memory, size.value, executor, session.stream)
    assert session.synchronize() == status
    if status == 0:
        found = session.download(outputs[0], chosen.shape, np.int32)[:, 0]
        wanted = [range(5), [-1] * 5, *([range(5) if keys[1] else [-1] * 5] * 3), [-1] * 5]
        assert found.tolist() == [list(each) for each in wanted]
