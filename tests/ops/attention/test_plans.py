# SPDX-License-Identifier: Apache-2.0
"""Plans of attention's work (calls of the name ...Metadata): what op_api refuses, and programs that
hand a plan to the call which takes it, as CANN's example of SparseFlashMla does."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ops.attention import lightning_oracle, plan_oracle, sparse_mla_oracle
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import INT32, INT64, NULL, answer, tensor

from aclnn_py._ledger import Declared, ledger

Array = NDArray[Any]
Values = dict[str, Any]

TWO, THREE, FOUR = (tensor(INT32, each) for each in (2, 3, 4))
OLD, NEW = "Ascend910B", "Ascend950"
NUMBERS = {
    "aclnnQuantBlockSparseAttnMetadata": 2048,
    "aclnnSparseLightningIndexerKLLossGradMetadata": 64,
    "aclnnStemIndexerMetadata": 2048,
}


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def declared(name: str) -> Declared:
    found = ledger()[name].declared
    assert found is not None
    return found


def case_of(name: str, at: int) -> Values:
    """The arguments of a case of the oracle."""
    cases = plan_oracle.ORACLES[name].shapes
    assert cases is not None
    return list(cases())[at]


def fact(value: Any) -> list[Any]:
    if value is None:
        return NULL
    if isinstance(value, list):
        return value
    if isinstance(value, np.ndarray):
        return tensor(INT32, *value.shape)
    if isinstance(value, tuple):
        return tensor(INT32, *value)
    kinds: dict[type, str] = {bool: "b", int: "i", float: "d", str: "s"}
    return [kinds[type(value)], value]


def plan(api: Api, soc: str, name: str, at: int, **changed: Any) -> tuple[int, int, str]:
    """A case of the oracle; what is given replaces arguments."""
    given = case_of(name, at) | changed
    *inputs, out = declared(name).parameters
    assert changed.keys() <= {each.name for each in (*inputs, out)}
    given.setdefault(out.name, tensor(INT32, NUMBERS.get(name, 1024)))
    values = [given.get(each.name, each.default) for each in inputs]
    return answer(api, soc, name, *map(fact, [*values, given[out.name]]))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", plan_oracle.ORACLES)
def test_a_plan_is_made_by_the_cpu_of_the_device_and_asks_for_nothing(api: Api, name: str) -> None:
    cases = plan_oracle.ORACLES[name].shapes
    assert cases is not None
    for soc in (OLD, NEW):
        for at in range(len(list(cases()))):
            found = plan(api, soc, name, at)
            assert (found[0], found[1]) == (0, 0), (soc, at)
            assert found[2].startswith(name.removeprefix("aclnn")), found[2]


MLA = "aclnnSparseFlashMlaMetadata"
OTHER_MLA = ("aclnnSparseFlashMlaGradMetadata", "aclnnMixedQuantSparseFlashMlaMetadata")
INDEXERS = ("aclnnLightningIndexerV2Metadata", "aclnnQuantLightningIndexerV2Metadata")
LOSS = "aclnnSparseLightningIndexerKLLossGradMetadata"
QUANT = "aclnnQuantLightningIndexerMetadata"
SHARED = ("aclnnSparseAttnSharedkvMetadata", "aclnnKvQuantSparseAttnSharedkvMetadata")
FLASH = "aclnnFlashAttnMetadata"
BLOCKS = "aclnnQuantBlockSparseAttnMetadata"
STEM = "aclnnStemIndexerMetadata"
SALS = "aclnnQuantSalsIndexerMetadata"
ANTIQUANT = "aclnnKvQuantSparseFlashAttentionMetadata"

#: By call: the case, and what is wrong on both products.
WRONG: dict[str, list[tuple[int, Values]]] = {
    **{
        name: [
            *((0, {each: -1}) for each in ("batchSize", "maxSeqlenQ", "maxSeqlenOriKv")),
            (0, {"maxSeqlenCmpKv": -1}), (0, {"numHeadsQ": 0}), (0, {"numHeadsQ": 129}),
            (0, {"numHeadsKv": 2}), (0, {"headDim": 511}), (0, {"oriTopk": -1}),
            (0, {"oriMaskMode": 1}), (0, {"oriWinLeft": -2}), (0, {"oriWinRight": -2}),
            (1, {"cmpTopk": -1}), (1, {"cmpMaskMode": 4}), (1, {"cmpRatio": 0}),
            (1, {"cmpRatio": 129}), (0, {"layoutQOptional": "BNSD"}),
            (0, {"layoutQOptional": None}),
            (0, {"layoutKvOptional": "PA_BSND"}), (0, {"layoutKvOptional": None}),
            (1, {"cuSeqlensQOptional": None}), (1, {"cuSeqlensOriKvOptional": None}),
            (1, {"cuSeqlensCmpKvOptional": tensor(INT32, 0)}),
            (1, {"cmpResidualKvOptional": None}), (1, {"cmpResidualKvOptional": THREE}),
            (1, {"cuSeqlensOriKvOptional": FOUR}), (1, {"cuSeqlensCmpKvOptional": FOUR}),
            (1, {"cuSeqlensQOptional": tensor(INT32, 3, 1)}), (0, {"metaData": NULL}),
            (0, {"metaData": tensor(INT32, 1023)}), (0, {"metaData": tensor(INT32, 2, 512)}),
            (0, {"metaData": tensor(INT64, 1024)}), (0, {"sequsedQOptional": tensor(INT64, 3)}),
            (0, {"sequsedOriKvOptional": TWO}),
        ]
        for name in (MLA, *OTHER_MLA)
    },
    **{
        name: [
            (0, {"numHeadsQ": 0}), (0, {"numHeadsQ": 65}), (0, {"numHeadsK": 2}),
            (0, {"headDim": 64}), (0, {"topk": 0}), (0, {"topk": 8193}), (0, {"batchSize": -1}),
            (0, {"maxSeqlenQ": -2}), (0, {"maxSeqlenK": -2}), (0, {"maskMode": 1}),
            (0, {"cmpRatio": 0}), (0, {"cmpRatio": 129}), (0, {"layoutQOptional": "BSH"}),
            (0, {"layoutQOptional": None}), (0, {"layoutKOptional": "PA_BSND"}),
            (0, {"layoutKOptional": None}), (-1, {"cuSeqlensQOptional": None}),
            (-1, {"sequsedKOptional": None}), (-1, {"cmpRatio": 2}),
            (-1, {"sequsedKOptional": THREE}),
            (-1, {"sequsedQOptional": THREE}), (-1, {"cmpResidualKOptional": THREE}),
            (-1, {"cuSeqlensQOptional": tensor(INT32, 3, 1)}), (0, {"metadata": NULL}),
            (0, {"metadata": tensor(INT32, 64)}), (0, {"metadata": tensor(INT64, 1024)}),
        ]
        for name in INDEXERS
    },
    QUANT: [
        *((0, {each: -1}) for each in ("batchSize", "maxSeqlenQ", "maxSeqlenK", "preTokens")),
        (0, {"nextTokens": 5}), (0, {"numHeadsQ": 32}), (0, {"numHeadsK": 2}),
        (0, {"cmpRatio": 0}), (0, {"cmpRatio": 129}), (0, {"sparseMode": 1}),
        (0, {"layoutQueryOptional": "BSH"}), (0, {"layoutKeyOptional": "PA_BBND"}),
        (0, {"layoutKeyOptional": "TND"}), (1, {"layoutKeyOptional": "BSND"}),
        (1, {"actualSeqLengthsQueryOptional": None}), (1, {"actualSeqLengthsKeyOptional": None}),
        (2, {"actualSeqLengthsKeyOptional": None}), (1, {"actualSeqLengthsKeyOptional": THREE}),
        (2, {"actualSeqLengthsKeyOptional": FOUR}), (0, {"metadata": NULL}),
        (1, {"actualSeqLengthsKeyOptional": tensor(INT32, 2, 1)}),
        (0, {"metadata": tensor(INT32, 64)}), (0, {"actualSeqLengthsQueryOptional": TWO}),
    ],
    **{
        name: [
            (0, {"batchSize": -1}), (0, {"maxSeqlenQ": -1}), (0, {"numHeadsKv": 2}),
            (0, {"oriMaskMode": 1}), (0, {"oriWinLeft": 126}), (0, {"cmpRatio": 1}),
            (0, {"cmpTopK": 100}), (0, {"layoutQOptional": "BSH"}), (0, {"layoutQOptional": None}),
            (0, {"layoutKvOptional": "PA_BBND"}), (1, {"cuSeqLensQOptional": None}),
            (2, {"sequsedKvOptional": None}), (2, {"sequsedKvOptional": THREE}),
            (1, {"cuSeqLensOriKvOptional": FOUR}), (1, {"sequsedQOptional": THREE}),
            (1, {"cuSeqLensCmpKvOptional": tensor(INT32, 3, 1)}), (0, {"metadata": NULL}),
            (0, {"metadata": tensor(INT32, 64)}),
        ]
        for name in SHARED
    },
    BLOCKS: [
        *((0, {each: -1}) for each in ("batchSize", "numHeadsQ", "numHeadsKv", "headDim")),
        (0, {"maxSeqlenQ": -1}), (0, {"maxSeqlenKv": -1}), (0, {"maskMode": 4}),
        (0, {"sparseBlockSizeQ": 64}), (0, {"sparseBlockSizeK": 64}), (0, {"quantMode": 3}),
        (0, {"layoutSparseIndicesOptional": "B_N"}), (0, {"layoutSparseIndicesOptional": None}),
        (0, {"sparseSeqLen": NULL}), (0, {"sparseSeqLen": tensor(INT32, 2)}),
        (0, {"metadata": NULL}), (0, {"metadata": tensor(INT32, 1024)}), (0, {"numHeadsQ": 7}),
    ],
    STEM: [
        (0, {"qSeqLens": NULL}), (0, {"kvSeqLens": tensor(INT32, 0)}), (0, {"kvSeqLens": THREE}),
        (0, {"qHeads": 0}), (0, {"kvHeads": 0}), (0, {"stemBlockSize": 64}), (0, {"dimQkflat": 0}),
        (0, {"windowSize": -1}),
    ],
    SALS: [
        (0, {"headDim": 64}), (0, {"sparseBlockSize": 32}), (0, {"batchSize": -1}),
        (0, {"keySeqSize": -1}), (0, {"keyHeadNum": -1}), (0, {"fixedTailCount": -1}),
    ],
    ANTIQUANT: [
        *((0, {each: -1}) for each in ("batchSize", "querySeqSize", "queryHeadNum", "kvSeqSize")),
        *((0, {each: -1}) for each in ("kvHeadNum", "headDim", "sparseBlockSize")),
        (0, {"sparseShardSize": -1}),
    ],
}  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", WRONG)
def test_op_api_refuses(api: Api, name: str) -> None:
    wrong = WRONG[name]
    if name == INDEXERS[0]:  # takes keys without pages before Ascend950 too
        wrong = [
            *wrong, (0, {"maxSeqlenQ": -1}), (0, {"maxSeqlenK": -1}),
            (0, {"layoutKOptional": "TND"}),
            (1, {"cuSeqlensKOptional": None}), (1, {"cuSeqlensKOptional": FOUR}),
            (1, {"cmpResidualKOptional": None}),
        ]  # fmt: skip
    for soc in (OLD, NEW):
        for at, changed in wrong:
            assert plan(api, soc, name, at, **changed)[0] == 161002, (soc, at, changed)


@pytest.mark.usefixtures("own_library")
def test_plans_of_flash_attention_refuse_with_a_status_of_the_runtime(api: Api) -> None:
    wrong: tuple[tuple[int, Values], ...] = (
        (0, {"batchSize": 0}), (0, {"batchSize": -2}), (0, {"maxSeqlenQ": 0}),
        (0, {"maxSeqlenKv": 0}), (0, {"numHeadsQ": 0}), (0, {"numHeadsKv": 0}),
        (0, {"headDim": 96}), (0, {"layoutQ": "BSH"}), (0, {"layoutKv": "PA_ND"}),
        (0, {"layoutOut": None}), (0, {"maskMode": 1}), (0, {"winLeft": -2}), (0, {"winRight": -2}),
        (0, {"metaData": NULL}), (1, {"cuSeqlensQOptional": None}),
        (0, {"cuSeqlensQOptional": THREE}),
        (0, {"maxSeqlenQ": -1}), (0, {"layoutKv": "TND"}), (0, {"cuSeqlensKvOptional": THREE}),
        (0, {"maxSeqlenKv": -1}), (1, {"cuSeqlensQOptional": FOUR}),
        (1, {"sequsedKvOptional": THREE}),
        (0, {"sequsedQOptional": tensor(INT32, 2, 1)}), (0, {"numHeadsQ": 7}),
    )  # fmt: skip
    for soc in (OLD, NEW):
        for at, changed in wrong:
            assert plan(api, soc, FLASH, at, **changed)[0] == 361001, (soc, at, changed)
    assert plan(api, OLD, FLASH, 0, maxSeqlenQ=-1, sequsedQOptional=TWO)[0] == 0
    assert plan(api, OLD, FLASH, 0, batchSize=-1, numHeadsQ=7)[0] == 0


@pytest.mark.usefixtures("own_library")
def test_what_only_one_product_refuses(api: Api) -> None:
    """Status before Ascend950 and there."""
    v2 = INDEXERS[1]
    for name, at, changed, before, since in (
        (MLA, 0, {"numHeadsQ": 3}, 161002, 0),
        (MLA, 0, {"oriTopk": 8}, 161002, 0),
        (MLA, 0, {"oriTopk": 8, "oriMaskMode": 0}, 161002, 161002),
        (MLA, 0, {"oriMaskMode": 3}, 161002, 0),
        (MLA, 0, {"oriWinLeft": 126}, 161002, 0),
        (MLA, 0, {"oriWinRight": 1}, 161002, 0),
        (MLA, 0, {"cmpRatio": 4}, 161002, 0),
        (MLA, 1, {"cmpTopk": 100}, 161002, 0),
        (MLA, 1, {"cmpMaskMode": 0, "cmpTopk": 0}, 161002, 0),
        (MLA, 1, {"cmpMaskMode": 0}, 161002, 161002),
        (MLA, 1, {"cmpRatio": 128}, 161002, 0),
        (MLA, 0, {"oriTopkLengthOptional": TWO}, 161002, 0),
        (MLA, 0, {"layoutQOptional": "TND", "cuSeqlensQOptional": FOUR}, 161002, 161002),
        (MLA, 1, {"sequsedQOptional": THREE}, 161002, 161002),
        (MLA, 2, {"sequsedOriKvOptional": None}, 161002, 161002),
        (MLA, 2, {"sequsedCmpKvOptional": None}, 161002, 161002),
        (MLA, 0, {"hasOriKv": False, "oriMaskMode": 9, "oriWinLeft": -9}, 0, 0),
        (OTHER_MLA[1], 0, {"quantMode": 3}, 161002, 161002),
        (OTHER_MLA[1], 0, {"ropeHeadDim": 32}, 161002, 161002),
        (OTHER_MLA[1], 1, {"sequsedQOptional": tensor(INT32, 0)}, 0, 0),
        (OTHER_MLA[0], 1, {"layoutKvOptional": "PA_BBND"}, 161002, 161002),
        (OTHER_MLA[0], 1, {"oriTopkLengthOptional": tensor(INT32, 9, 1)}, 0, 0),
        (OTHER_MLA[0], 1, {"oriTopkLengthOptional": tensor(INT32, 9, 1, 1)}, 161002, 161002),
        (v2, 0, {"numHeadsQ": 32}, 161002, 0),
        (v2, 0, {"topk": 2049}, 161002, 0),
        (v2, 0, {"quantMode": 1}, 161002, 0),
        (v2, 0, {"quantMode": 3}, 161002, 161002),
        (v2, 0, {"cmpRatio": 3, "cmpResidualKOptional": TWO}, 161002, 0),
        (v2, 0, {"layoutKOptional": "TND", "cuSeqlensKOptional": THREE}, 161002, 0),
        (QUANT, 0, {"cmpRatio": 2}, 0, 161002),
        (QUANT, 0, {"cmpRatio": 3}, 161002, 161002),
        (QUANT, 2, {"actualSeqLengthsKeyOptional": THREE}, 0, 0),
        (SHARED[0], 0, {"numHeadsQ": 32}, 0, 0),
        (SHARED[1], 0, {"numHeadsQ": 32}, 161002, 161002),
        (SHARED[0], 1, {"cuSeqLensCmpKvOptional": None}, 161002, 161002),
        (SHARED[1], 1, {"cuSeqLensCmpKvOptional": None}, 0, 0),
        (BLOCKS, 0, {"numHeadsKv": 0}, 0, 0),
        (STEM, 0, {"metadata": NULL}, 561103, 561103),
        (SALS, 0, {"metaData": NULL}, 561103, 561103),
        (ANTIQUANT, 0, {"metaData": NULL}, 561103, 561103),
        (LOSS, 0, {"metadata": NULL}, 161001, 161002),
        (LOSS, 0, {"metadata": tensor(INT32, 1024)}, 0, 161002),
        (LOSS, 0, {"numHeadsQ": 129}, 0, 161002),
        (LOSS, 0, {"headDim": 64}, 0, 161002),
        (LOSS, 0, {"topk": 2049}, 0, 161002),
        (LOSS, 0, {"maxSeqlenQ": -1}, 0, 161002),
        (LOSS, 0, {"layoutKOptional": "PA_BBND"}, 0, 161002),
        (LOSS, 1, {"cmpResidualKOptional": None}, 0, 161002),
        (LOSS, 1, {"cuSeqlensKOptional": None}, 0, 161002),
        (LOSS, 1, {"sequsedKOptional": THREE}, 0, 161002),
    ):
        assert plan(api, OLD, name, at, **changed)[0] == before, (name, changed)
        assert plan(api, NEW, name, at, **changed)[0] == since, (name, changed)


# --- Programs ------------------------------------------------------------------------------------


def run(session: Session, soc: str, name: str, values: Values) -> int:
    """Both phases, as CANN's examples have them: arrays go to the device, results have addresses
    there. Returns the size of the workspace."""
    api = session.api
    arguments: list[Any] = []
    for each in declared(name).parameters:
        value = values.get(each.name, each.default)
        if isinstance(value, np.ndarray):
            value = session.tensor(value)
        arguments.append(value.encode() if isinstance(value, str) else value)
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, soc):
        getattr(api.ok, f"{name}GetWorkspaceSize")(
            *arguments, ctypes.byref(size), ctypes.byref(executor)
        )
    workspace = session.malloc(size.value)
    getattr(api.ok, name)(workspace, size.value, executor, session.stream)
    return size.value


def planned(session: Session, soc: str, name: str, values: Values) -> tuple[int, int]:
    """The plan of a call, an aclTensor, and its memory, which held other numbers before; nobody
    waits for it."""
    garbage = np.full(1024, 0x7F7F7F7F, np.int32)
    address = session.upload(garbage)
    tensor_ = session.describe(garbage.shape, np.int32, address)
    out = declared(name).parameters[-1].name
    assert run(session, soc, name, values | {out: tensor_}) == 0
    return tensor_, address


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", [OLD, NEW])
def test_a_program_plans_sparse_flash_mla_and_runs_it(session: Session, soc: str) -> None:
    """Two batches of rows in one dimension, keys in pages, and selected compressed keys."""
    rng = np.random.default_rng(7)
    heads, rows, kept = 8, 5, 512

    def halves(*shape: int) -> Array:
        return rng.uniform(-1, 1, shape).astype(np.float16)

    def numbers(*values: int) -> Array:
        return np.array(values, np.int32)

    chosen = np.full((rows, 1, kept), -1, np.int32)
    chosen[:, 0, :3] = [0, 2, 1]
    shared: Values = {
        "cuSeqlensQOptional": numbers(0, 2, 5), "sequsedOriKvOptional": numbers(40, 33),
        "sequsedCmpKvOptional": numbers(10, 8), "cmpResidualKvOptional": numbers(0, 1),
        "cmpRatio": 4, "oriMaskMode": 4, "cmpMaskMode": 3, "oriWinLeft": 127, "oriWinRight": 0,
        "layoutQOptional": "TND", "layoutKvOptional": "PA_BBND",
    }  # fmt: skip
    of_plan = shared | {
        "numHeadsQ": heads, "numHeadsKv": 1, "headDim": 512, "cmpTopk": kept,
        "hasOriKv": True, "hasCmpKv": True,
    }  # fmt: skip
    metadata, address = planned(session, soc, MLA, of_plan)
    values = shared | {
        "q": halves(rows, heads, 512), "oriKvOptional": halves(6, 16, 1, 512),
        "cmpKvOptional": halves(2, 16, 1, 512), "oriSparseIndicesOptional": None,
        "cmpSparseIndicesOptional": chosen, "oriTopkLengthOptional": None,
        "oriBlockTableOptional": numbers(5, 0, 3, 1, 4, 2).reshape(2, 3),
        "cmpBlockTableOptional": numbers(1, 0).reshape(2, 1), "cmpTopkLengthOptional": None,
        "cuSeqlensOriKvOptional": None, "cuSeqlensCmpKvOptional": None, "sequsedQOptional": None,
        "sinksOptional": rng.uniform(-1, 1, heads).astype(np.float32), "softmaxScale": 0.04,
        "topkValueMode": 1, "returnSoftmaxLse": False, "softmaxLseOutOptional": None,
    }  # fmt: skip
    out = session.upload(np.zeros((rows, heads, 512), np.float16))
    result = session.describe((rows, heads, 512), np.float16, out)
    run(
        session, soc, "aclnnSparseFlashMla",
        values | {"metadataOptional": metadata, "attnOutOut": result},
    )  # fmt: skip
    assert session.synchronize() == 0
    architecture = {OLD: "2201", NEW: "3510"}[soc]
    operands = SimpleNamespace(**values, architecture=architecture)
    wanted = sparse_mla_oracle.ORACLES["aclnnSparseFlashMla"].value(operands)[0]
    found = session.download(out, (rows, heads, 512), np.float16)
    assert np.abs(wanted).max() > 0.1
    np.testing.assert_allclose(found, wanted, rtol=2**-10, atol=2**-10)
    assert not session.download(address, (1024,), np.int32).any()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", [OLD, NEW])
def test_a_program_plans_an_indexer_and_runs_it(session: Session, soc: str) -> None:
    rng = np.random.default_rng(3)
    topk = 16
    shared: Values = {
        "cuSeqlensQOptional": np.array([0, 4, 9], np.int32), "sequsedQOptional": None,
        "cuSeqlensKOptional": np.array([0, 30, 80], np.int32), "sequsedKOptional": None,
        "cmpResidualKOptional": None, "topk": topk, "maxSeqlenQ": -1, "maskMode": 3, "cmpRatio": 1,
    }  # fmt: skip
    of_plan = shared | {
        "numHeadsQ": 8, "numHeadsK": 1, "headDim": 128, "batchSize": 2, "maxSeqlenK": -1,
        "layoutQOptional": "TND", "layoutKOptional": "TND",
    }  # fmt: skip
    metadata, _ = planned(session, soc, INDEXERS[0], of_plan)
    values = shared | {
        "q": rng.integers(-2, 3, (9, 8, 128)).astype(np.float16),
        "k": rng.integers(-2, 3, (80, 1, 128)).astype(np.float16),
        "w": rng.integers(-1, 3, (9, 8)).astype(np.float32), "blockTableOptional": None,
        "outputIdxOffsetOptional": None, "layoutQ": "TND", "layoutK": "TND", "returnValue": 1,
    }  # fmt: skip
    shape = (9, 1, topk)
    outputs = [session.upload(np.zeros(shape, kind)) for kind in (np.int32, np.float32)]
    results = {
        name: session.describe(shape, kind, address)
        for name, kind, address in zip(
            ("sparseIndices", "sparseValues"), (np.int32, np.float32), outputs, strict=True
        )
    }
    run(
        session, soc, "aclnnLightningIndexerV2", values | results | {"metadataOptional": metadata}
    )  # fmt: skip
    assert session.synchronize() == 0
    operands = SimpleNamespace(**values, architecture={OLD: "2201", NEW: "3510"}[soc])
    wanted = lightning_oracle.ORACLES["aclnnLightningIndexerV2"].value(operands)
    for kind, address, each in zip((np.int32, np.float32), outputs, wanted, strict=True):
        assert np.array_equal(session.download(address, shape, kind), each)
