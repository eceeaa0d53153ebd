# SPDX-License-Identifier: Apache-2.0
"""Plans of attention's work: zeros, whatever the lengths are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Cases = Callable[[], Iterator[dict[str, Any]]]

ALL = 2**63 - 1
ENDS, OTHER_ENDS, COUNTS = (np.array(each, np.int32) for each in ([0, 3, 9], [0, 20, 33], [5, 2]))
NO_NUMBER = np.zeros(0, np.int32)


def _zeros(numbers: int) -> Callable[[Operands], Array]:
    return lambda _: np.zeros(numbers, np.int32)


def _with_compressed() -> Iterator[dict[str, Any]]:
    """Batches of rooms, of ends and of pages; windows and ratios that all products take."""
    none = dict.fromkeys(
        ("cuSeqlensQOptional", "cuSeqlensOriKvOptional", "cuSeqlensCmpKvOptional",
         "sequsedQOptional", "sequsedOriKvOptional", "sequsedCmpKvOptional",
         "cmpResidualKvOptional", "oriTopkLengthOptional", "cmpTopkLengthOptional")
    )  # fmt: skip
    own = {"numHeadsQ": 8, "oriMaskMode": 4, "cmpMaskMode": 3, "oriWinLeft": 127, "oriWinRight": 0}
    alone = {"hasCmpKv": False, "cmpRatio": 1}
    yield none | own | alone | {"batchSize": 3, "maxSeqlenQ": 4, "maxSeqlenOriKv": 9}
    yield none | own | {
        "layoutQOptional": "TND", "layoutKvOptional": "TND", "cuSeqlensQOptional": ENDS,
        "cuSeqlensOriKvOptional": OTHER_ENDS, "cuSeqlensCmpKvOptional": ENDS, "cmpRatio": 4,
        "cmpTopk": 512, "cmpResidualKvOptional": COUNTS, "sequsedQOptional": COUNTS,
        "oriTopkLengthOptional": NO_NUMBER,
    }  # fmt: skip


def _in_pages() -> Iterator[dict[str, Any]]:
    *_, ends = _with_compressed()
    yield from _with_compressed()
    yield ends | {
        "layoutKvOptional": "PA_BBND", "cuSeqlensOriKvOptional": None, "cmpTopk": 0,
        "cuSeqlensCmpKvOptional": None, "sequsedOriKvOptional": COUNTS, "cmpRatio": 128,
        "sequsedCmpKvOptional": COUNTS,
    }  # fmt: skip


def _indexed(paged: bool = True, alike: bool = True) -> Iterator[dict[str, Any]]:
    none = dict.fromkeys(
        ("cuSeqlensQOptional", "cuSeqlensKOptional", "sequsedQOptional", "sequsedKOptional",
         "cmpResidualKOptional")
    )  # fmt: skip
    own = {"numHeadsQ": 64, "topk": 512, "cmpRatio": 1, "maskMode": 3}
    ends = none | own | {"layoutQOptional": "TND", "cuSeqlensQOptional": ENDS}
    if alike:
        yield none | own | {"batchSize": 2, "maxSeqlenQ": 4, "maxSeqlenK": 9}
        yield ends | {
            "layoutKOptional": "TND", "cuSeqlensKOptional": OTHER_ENDS, "cmpRatio": 4,
            "cmpResidualKOptional": COUNTS, "sequsedKOptional": COUNTS,
        }  # fmt: skip
    if paged:
        yield ends | {"layoutKOptional": "PA_BBND", "sequsedKOptional": COUNTS}


def _quantised() -> Iterator[dict[str, Any]]:
    queries, keys = "actualSeqLengthsQueryOptional", "actualSeqLengthsKeyOptional"
    own = {"numHeadsQ": 64, "preTokens": ALL, "nextTokens": ALL, "cmpRatio": 4}
    yield own | {queries: None, keys: None, "batchSize": 3}
    for layout in ("TND", "PA_BSND"):
        layouts = {"layoutQueryOptional": "TND", "layoutKeyOptional": layout}
        yield own | layouts | {queries: COUNTS, keys: COUNTS}


def _shared() -> Iterator[dict[str, Any]]:
    none = dict.fromkeys(
        ("cuSeqLensQOptional", "cuSeqLensOriKvOptional", "cuSeqLensCmpKvOptional",
         "sequsedQOptional", "sequsedKvOptional")
    )  # fmt: skip
    own = {"numHeadsQ": 64, "numHeadsKv": 1, "headDim": 512, "cmpTopK": 512}
    yield none | own | {"batchSize": 2, "cmpRatio": 128}
    yield none | own | {
        "layoutQOptional": "TND", "layoutKvOptional": "TND", "cuSeqLensQOptional": ENDS,
        "cuSeqLensOriKvOptional": OTHER_ENDS, "cuSeqLensCmpKvOptional": ENDS,
    }  # fmt: skip
    yield none | own | {
        "layoutKvOptional": "PA_ND", "sequsedKvOptional": COUNTS, "sequsedQOptional": COUNTS,
        "hasCmpKv": False,
    }  # fmt: skip


def _dense() -> Iterator[dict[str, Any]]:
    none = dict.fromkeys(
        ("cuSeqlensQOptional", "cuSeqlensKvOptional", "sequsedQOptional", "sequsedKvOptional")
    )
    own = {"numHeadsQ": 8, "numHeadsKv": 2, "headDim": 128, "maskMode": 3}
    yield none | own | {"batchSize": 2, "maxSeqlenQ": 1, "maxSeqlenKv": 8192}
    yield none | own | {
        "layoutQ": "TND", "layoutKv": "PA_NZ", "layoutOut": "TND", "cuSeqlensQOptional": ENDS,
        "sequsedKvOptional": COUNTS, "batchSize": 2,
    }  # fmt: skip


def _in_blocks() -> Iterator[dict[str, Any]]:
    for shape, ends in (((2, 3, 4), None), ((2, 12), ENDS)):
        yield {
            "sparseSeqLen": shape, "cuSeqlensQOptional": ends, "cuSeqlensKvOptional": ends,
            "sequsedQOptional": None, "sequsedKvOptional": None, "numHeadsQ": 6, "numHeadsKv": 3,
            "headDim": 128, "batchSize": 2, "layoutQOptional": "TND", "layoutKvOptional": "TND",
        }  # fmt: skip


def _stem() -> Iterator[dict[str, Any]]:
    yield {
        "qSeqLens": (2,), "kvSeqLens": (2,), "qHeads": 8, "kvHeads": 2, "causal": True,
        "dimQkflat": 512,
    }  # fmt: skip


def _sals() -> Iterator[dict[str, Any]]:
    for lengths in (None, COUNTS):
        yield {
            "actualSeqLengthsKvOptional": lengths, "batchSize": 2, "keySeqSize": 10240,
            "keyHeadNum": 8, "sparseRatio": 0.25, "fixedTailCount": 16,
        }  # fmt: skip


def _antiquantised() -> Iterator[dict[str, Any]]:
    none = dict.fromkeys(("actualSeqLengthsQueryOptional", "sparseSeqLengthsKvOptional"))
    for lengths in (None, COUNTS):
        yield none | {
            "actualSeqLengthsKvOptional": lengths, "batchSize": 2, "querySeqSize": 1,
            "queryHeadNum": 64, "kvSeqSize": 1024, "kvHeadNum": 1, "headDim": 512,
            "topkSize": 128, "sparseBlockSize": 16,
        }  # fmt: skip


def _plan(cases: Cases, numbers: int = 1024, **more: Any) -> Oracle:
    return Oracle(_zeros(numbers), given=True, shapes=cases, **more)


ORACLES = {
    "aclnnFlashAttnMetadata": _plan(_dense),
    "aclnnKvQuantSparseAttnSharedkvMetadata": _plan(_shared),
    "aclnnKvQuantSparseFlashAttentionMetadata": _plan(_antiquantised),
    "aclnnLightningIndexerV2Metadata": _plan(_indexed),
    "aclnnMixedQuantSparseFlashMlaMetadata": _plan(_in_pages),
    "aclnnQuantBlockSparseAttnMetadata": _plan(_in_blocks, 2048),
    "aclnnQuantLightningIndexerMetadata": _plan(_quantised),
    "aclnnQuantLightningIndexerV2Metadata": _plan(lambda: _indexed(alike=False)),
    "aclnnQuantSalsIndexerMetadata": _plan(_sals),
    "aclnnSparseAttnSharedkvMetadata": _plan(_shared),
    "aclnnSparseFlashMlaGradMetadata": _plan(_with_compressed),
    "aclnnSparseFlashMlaMetadata": _plan(_in_pages),
    "aclnnSparseLightningIndexerKLLossGradMetadata": _plan(lambda: _indexed(paged=False), 64),
    "aclnnStemIndexerMetadata": _plan(_stem, 2048),
}
