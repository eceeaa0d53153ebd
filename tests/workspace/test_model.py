# SPDX-License-Identifier: Apache-2.0
"""Calls that are in no table: the library against model.py, which was written from the facts."""

from __future__ import annotations

import random

import pytest
from workspace import random_calls
from workspace.calls import Call, Explainer, cases, operators_text, plan_text
from workspace.model import RefusedError, embedding_dense_backward, product_of

pytestmark = pytest.mark.slow  # thousands of calls

REFUSED = 561103

SOCS = [
    "Ascend910A",
    "Ascend910ProB",
    "Ascend910B1",
    "Ascend910B4",
    "Ascend910_9372",
    "Ascend910_9391",
    "Ascend950",
    "Ascend910B2:cores=20,ub=100000",
    "Ascend950:cores=72",
    "Ascend950:cores=3,ub=245760",
    "Ascend950:ub=90000",
    "Ascend950:ub=600000",
]

Answer = tuple[object, ...]


def modelled(call: Call) -> Answer:
    try:
        listing = embedding_dense_backward(product_of(call.soc), call)
    except RefusedError:
        return (REFUSED,)
    return (
        0,
        listing.size(),
        listing.assumed_text(),
        listing.operators_text(),
        listing.plan_text(),
        [node.figures for node in listing.nodes],
    )


def observed(explainer: Explainer, call: Call) -> Answer:
    sized = explainer.explain(call)
    if sized.status != 0:
        return (sized.status,)
    plan = sized.plan
    return (
        sized.status,
        sized.size,
        "+".join(plan["assumed"]),
        operators_text(plan),
        plan_text(plan),
        [operator["tiling"] for operator in plan["operators"]],
    )


def agree(left: Answer, right: Answer) -> bool:
    """The model has fewer figures than the library."""
    if left[:5] != right[:5]:
        return False
    if len(left) == 1:
        return True
    pairs = zip(left[5], right[5], strict=True)  # type: ignore[call-overload]
    return all(model.items() <= library.items() for model, library in pairs)


def compare(explainer: Explainer, soc: str, seed: int, count: int) -> None:
    """Half of the calls are dense; the message shows the first that differ."""
    draw = random.Random(f"{soc} {seed}")
    wrong = []
    for number in range(count):
        call = random_calls.call(draw, soc, 0.4 * (number % 2))
        model, library = modelled(call), observed(explainer, call)
        if not agree(model, library):
            wrong.append(f"{call}\n  model   {model}\n  library {library}")
    assert not wrong, "\n".join([f"{len(wrong)} of {count}", *wrong[:5]])


def test_the_model_has_the_table() -> None:
    """The two that are compared below are both held to the same figures."""
    for case in cases():
        expected = (case.status, case.size, case.assumed, case.operators, case.plan)
        assert modelled(case.call)[:5] == expected, case


@pytest.mark.parametrize("soc", SOCS)
def test_random_calls(explainer: Explainer, soc: str) -> None:
    compare(explainer, soc, 20261121, 150)


@pytest.mark.slow
@pytest.mark.parametrize("soc", SOCS)
def test_many_random_calls(explainer: Explainer, soc: str) -> None:
    compare(explainer, soc, 7, 6000)


@pytest.mark.slow
@pytest.mark.parametrize(
    "soc", ["Ascend910A", "Ascend910B2", "Ascend950", "Ascend950:cores=72,ub=600000"]
)
def test_sizes_next_to_limits(explainer: Explainer, soc: str) -> None:
    """Each limit that a rule names, one below and one above, where the others do not decide."""
    limits = [
        ((512, 1024), (8, 512, 513), (1000,)),
        ((511, 512, 513, 1023, 1024, 1025), (256, 1500), (70000,)),
        ((600, 2048), (2047, 2048, 2049), (10240, 10245, 10246, 1025, 1024)),
        ((700,), (512, 513), (16777215, 16777216, 16777217)),
        ((3000,), (10976, 10977, 14640, 14641), (3000, 1800)),
        ((2, 8, 9, 11, 12, 5000, 5300, 7000, 11000), (1,), (5,)),
        ((2139095039, 2139095040, 2147483647, 2147483648), (1,), (5,)),
        ((4096,), (1,), (2147483647, 2147483648)),
        ((0x3FFFFFFF, 0x40000000), (1, 3), (7,)),
        ((4000,), (6550, 6553, 6554), (4000,)),
        ((2, 8, 9, 11, 12), (2049,), (20000,)),
        (tuple(range(700, 1024, 12)), (16, 32, 48), (500,)),
    ]
    for rows, columns, weights in limits:
        for row, column, weight in ((r, c, w) for r in rows for c in columns for w in weights):
            for scale, deterministic, kind in ((0, 0, "i64"), (1, 0, "i32"), (0, 1, "i64")):
                for grad in ("f32", "f16"):
                    call = Call(
                        soc,
                        (row,),
                        column,
                        weight,
                        grad_type=grad,
                        index_type=kind,
                        out_type=grad,
                        scale=bool(scale),
                        deterministic=deterministic,
                    )
                    assert agree(modelled(call), observed(explainer, call)), call


def test_small_unified_buffers_of_ascend950(explainer: Explainer) -> None:
    """From none of the steps to all of them, as the buffer grows."""
    answers = set()
    for buffer in (*range(1000, 3000, 16), 32768, 32769, *range(32800, 70000, 500)):
        soc = f"Ascend950:ub={buffer},cores=2"
        for call in (
            Call(soc, (7,), 64, 10),
            Call(soc, (7,), 8, 10, "f16", "i32", "f16"),
            Call(soc, (700,), 9000, 10, "bf16", "i64", "bf16", scale=True),
            Call(soc, (600,), 64, 10),
        ):
            model, library = modelled(call), observed(explainer, call)
            assert agree(model, library), call
            answers.add(model[0])
    assert answers == {0, REFUSED}


def test_wide_shares_of_ascend950(explainer: Explainer) -> None:
    """Five rows of a core's columns are the limit beyond which columns are split."""
    for columns in range(4000, 7000, 130):
        for grad, kind in (("f32", "i64"), ("f16", "i32")):
            call = Call("Ascend950:cores=1", (1800,), columns, 1000, grad, kind, grad)
            assert agree(modelled(call), observed(explainer, call)), call


def test_half_precision_stays_as_it_is_beyond_100_mib(explainer: Explainer) -> None:
    """Elements of both tensors, two bytes each; rows of grad; scaling: each alone brings the Cast
    back."""
    columns = 1024
    total = 100 * 2**20 // 2 // columns  # rows of both together: not less than 100 MiB
    beyond = Call("Ascend910B2", (1024,), columns, total - 1024, "f16", "i32", "f16")
    assert not operators_text(explainer.explain(beyond).plan).startswith("Cast")
    for change in (
        Call("Ascend910B2", (1023,), columns, total - 1024, "f16", "i32", "f16"),
        Call("Ascend910B2", (511,), columns, total, "f16", "i32", "f16"),
        Call("Ascend910B2", (1024,), columns, total - 1024, "f16", "i32", "f16", scale=True),
    ):
        assert operators_text(explainer.explain(change).plan).startswith("Cast"), change


@pytest.mark.parametrize("grad", ["f16", "bf16"])
def test_half_precision_with_determinism_stages_its_rows(explainer: Explainer, grad: str) -> None:
    """The kernel's workspace holds the staged rows whether or not determinism is on, since the
    small-row tiling is left in either case."""
    call = Call("Ascend910B2", (60000,), 256, 180000, grad, "i32", grad, deterministic=1)
    (kernel,) = (
        operator
        for operator in explainer.explain(call).plan["operators"]
        if operator["name"] == "EmbeddingDenseGradV2"
    )
    staged = 32 * -(-2 * 48 * 256 // 8) + 8 * 48
    assert kernel["tiling"]["kernel_workspace_bytes"] == (16 << 20) + staged
    assert kernel["tiling"]["tiling_key"] == 0
