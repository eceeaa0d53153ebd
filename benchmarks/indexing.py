# SPDX-License-Identifier: Apache-2.0
"""Rows and elements by index, embeddings, order, scans and random numbers, beside torch:
python -m benchmarks --parts indexing.

torch writes into memory that is there where it has a form with `out=`. Random numbers are not
compared: each library has its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
import torch

from . import beside_torch
from .beside_torch import Line
from .cases import SEED
from .compute import _empty, _integers, _normal, _one
from .results import OperatorResult
from .timing import Effort

KIND = "float32"
MANY = 1 << 24
SQUARE = (4096, 4096)
ROWS, COLUMNS = 4096, 1024


# --- Rows by index -------------------------------------------------------------------------------


def _rows() -> Iterator[Line]:
    wide = {"32000x768": ((32000, 768), 16384), "32000x256": ((32000, 256), 65536)}
    for name, (table, count) in wide.items():
        out = (count, table[1])
        yield _one(
            "index_select",
            KIND,
            f"{count} of {name}",
            "aclnnIndexSelect",
            ("a", 0, "index", "out"),
            lambda table=table, count=count, out=out: (  # type: ignore[misc]
                _normal(KIND, a=table) | _integers(table[0], index=(count,)) | _empty(KIND, out=out)
            ),
            lambda t: torch.index_select(t["a"], 0, t["index"], out=t["out"]),
        )
    yield _one(
        "embedding",
        KIND,
        "16384 of 32000x768",
        "aclnnEmbedding",
        ("a", "index", "out"),
        lambda: (
            _normal(KIND, a=(32000, 768))
            | _integers(32000, index=(16384,))
            | _empty(KIND, out=(16384, 768))
        ),
        lambda t: torch.index_select(t["a"], 0, t["index"], out=t["out"]),
    )
    table, count = (100000, 64), 1 << 20
    added = (count, table[1])
    yield _one(
        "index_add",
        KIND,
        "1048576x64 to 100000",
        "aclnnIndexAdd",
        ("a", 0, "index", "b", 1, "out"),
        lambda: (
            _normal(KIND, a=table, b=added)
            | _integers(table[0], index=(count,))
            | _empty(KIND, out=table)
        ),
        lambda t: torch.index_add(t["a"], 0, t["index"], t["b"], out=t["out"]),
    )
    yield _one(
        "index_put, accumulate",
        KIND,
        "1048576x64 to 100000",
        "aclnnIndexPutImpl",
        ("a", ("index",), "b", True, False),
        lambda: _normal(KIND, a=table, b=added) | _integers(table[0], index=(count,)),
        lambda t: t["a"].index_put_((t["index"],), t["b"], True),
        ("a",),
    )
    bags, each, bagged = 16384, 32, (100000, 128)

    def arrays() -> Mapping[str, Any]:
        return (
            _normal(KIND, a=bagged)
            | _integers(bagged[0], index=(bags * each,))
            | {"offsets": np.arange(bags) * each}
            | _empty(KIND, out=(bags, bagged[1]))
            | _empty("int64", of=(bags * each,), sizes=(bags,), maxima=(bags,))
        )

    function = torch.nn.functional.embedding_bag
    for mode, name in enumerate(("sum", "mean")):
        yield _one(
            f"embedding_bag, {name}",
            KIND,
            "16384 of 32, 100000x128",
            "aclnnEmbeddingBag",
            (
                *("a", "index", "offsets", False, mode, False, None, False, -1),
                *("out", "of", "sizes", "maxima"),
            ),
            arrays,
            lambda t, name=name: function(  # type: ignore[misc]
                t["index"], t["a"], t["offsets"], mode=name
            ),
        )


# --- Elements by index ---------------------------------------------------------------------------


def _masked() -> dict[str, Any]:
    random = np.random.default_rng(SEED)
    values = _normal(KIND, a=SQUARE)
    values["mask"] = random.random(SQUARE, np.float32) < 0.5
    return values


def _elements() -> Iterator[Line]:
    shape = (ROWS, COLUMNS)
    yield _one(
        "gather",
        KIND,
        "4096x1024",
        "aclnnGather",
        ("a", 1, "index", "out"),
        lambda: _normal(KIND, a=shape) | _integers(COLUMNS, index=shape) | _empty(KIND, out=shape),
        lambda t: torch.gather(t["a"], 1, t["index"], out=t["out"]),
    )
    yield _one(
        "scatter_add",
        KIND,
        "4096x1024",
        "aclnnScatterAdd",
        ("a", 1, "index", "b", "out"),
        lambda: (
            _normal(KIND, a=shape, b=shape)
            | _integers(COLUMNS, index=shape)
            | _empty(KIND, out=shape)
        ),
        lambda t: torch.scatter_add(t["a"], 1, t["index"], t["b"], out=t["out"]),
    )
    yield _one(
        "index_put by a mask, one value",
        KIND,
        "4096x4096",
        "aclnnIndexPutImpl",
        ("a", ("mask",), "one", False, False),
        lambda: _masked() | {"one": np.ones(1, np.float32)},
        lambda t: t["a"].index_put_((t["mask"],), t["one"]),
        ("a",),
    )

    def valued() -> Mapping[str, Any]:
        found = _masked()
        return found | _normal(KIND, values=(int(np.count_nonzero(found["mask"])),))

    yield _one(
        "index_put by a mask, values",
        KIND,
        "4096x4096",
        "aclnnIndexPutImpl",
        ("a", ("mask",), "values", False, False),
        valued,
        lambda t: t["a"].index_put_((t["mask"],), t["values"]),
        ("a",),
    )
    yield _one(
        "masked_select",
        KIND,
        "4096x4096",
        "aclnnMaskedSelect",
        ("a", "mask", "out"),
        lambda: _masked() | _empty(KIND, out=(MANY,)),
        lambda t: (torch.masked_select(t["a"], t["mask"]), ())[1],
        (),
        finds_shape=True,
    )


# --- Order ---------------------------------------------------------------------------------------


def _order() -> Iterator[Line]:
    for name, size in {"4096x4096": SQUARE, "16 Mi": (MANY,), "4096x1024": (ROWS, COLUMNS)}.items():
        yield _one(
            "sort",
            KIND,
            name,
            "aclnnSort",
            ("a", True, -1, False, "out", "indices"),
            lambda size=size: (  # type: ignore[misc]
                _normal(KIND, a=size) | _empty(KIND, out=size) | _empty("int64", indices=size)
            ),
            lambda t: torch.sort(
                t["a"], dim=-1, stable=True, descending=False, out=(t["out"], t["indices"])
            ),
            ("out", "indices"),
        )
    yield _one(
        "topk 50",
        KIND,
        "512x32000",
        "aclnnTopk",
        ("a", 50, 1, True, True, "out", "indices"),
        lambda: (
            _normal(KIND, a=(512, 32000))
            | _empty(KIND, out=(512, 50))
            | _empty("int64", indices=(512, 50))
        ),
        lambda t: torch.topk(t["a"], 50, out=(t["out"], t["indices"]))[:1],
    )
    count = 1 << 22

    def arrays() -> Mapping[str, Any]:
        return _integers(count, a=(count,)) | _empty(
            "int64", out=(count,), inverse=(count,), counts=(count,)
        )

    yield _one(
        "unique",
        KIND,
        "4 Mi int64",
        "aclnnUnique2",
        ("a", True, False, False, "out", "inverse", "counts"),
        arrays,
        lambda t: (torch.unique(t["a"]), ())[1],
        (),
        finds_shape=True,
    )
    yield _one(
        "unique with places",
        KIND,
        "4 Mi int64",
        "aclnnUnique2",
        ("a", True, True, False, "out", "inverse", "counts"),
        arrays,
        lambda t: torch.unique(t["a"], return_inverse=True)[1],
        ("inverse",),
        finds_shape=True,
    )


# --- Scans and random numbers --------------------------------------------------------------------


def _many() -> Iterator[Line]:
    yield _one(
        "cumsum",
        KIND,
        "16 Mi",
        "aclnnCumsum",
        ("a", 0, KIND, "out"),
        lambda: (
            {"a": np.random.default_rng(SEED).random(MANY, np.float32)} | _empty(KIND, out=(MANY,))
        ),
        lambda t: torch.cumsum(t["a"], 0, out=t["out"]),
    )
    yield _one(
        "randn",
        KIND,
        "16 Mi",
        "aclnnInplaceNormal",
        ("a", 0.0, 1.0, 1, 0),
        lambda: _empty(KIND, a=(MANY,)),
        lambda t: (t["a"].normal_(), ())[1],
        (),
    )
    yield _one(
        "dropout",
        KIND,
        "16 Mi",
        "aclnnDropout",
        ("a", 0.5, True, 1, 0, "out", "mask"),
        lambda: (
            _normal(KIND, a=(MANY,))
            | _empty(KIND, out=(MANY,))
            | _empty("uint8", mask=(MANY // 8,))
        ),
        lambda t: (torch.nn.functional.dropout(t["a"], 0.5), ())[1],
        (),
    )


def _lines() -> Iterator[Line]:
    yield from _rows()
    yield from _elements()
    yield from _order()
    yield from _many()


def run(threads: int, effort: Effort, only: Collection[str] = ()) -> list[OperatorResult]:
    """Every line, or those of some labels, printed as soon as it is there."""
    about = "rows and elements by index, order, scans, random numbers"
    return beside_torch.run(_lines(), threads, effort, about, only)
