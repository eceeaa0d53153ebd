# SPDX-License-Identifier: Apache-2.0
"""What phase one refuses because CANN's tiling does, and what it sizes all the same."""

from __future__ import annotations

import pytest
from support import Api, run_python
from workspace.calls import Call, Explainer, Sizer, View, on, operators_text
from workspace.model import embedding_dense_backward, product_of

INVALID = 161002
REFUSED = 561103

ASCEND910 = ["Ascend910A", "Ascend910ProB"]
A2 = [
    "Ascend910B1",
    "Ascend910B2",
    "Ascend910B3",
    "Ascend910B4",
    "Ascend910_9362",
    "Ascend910_9372",
    "Ascend910_9381",
    "Ascend910_9382",
    "Ascend910_9391",
    "Ascend910_9392",
]
PRODUCTS = [*ASCEND910, *A2, "Ascend950"]


def words(text: str, *expected: str) -> None:
    missing = [word for word in expected if word not in text]
    assert not missing, f"{missing} not in {text!r}"


# --- numWeights 0 with scaleGradByFreq -----------------------------------------------------------


@pytest.mark.parametrize("soc", A2)
@pytest.mark.parametrize("deterministic", [0, 1])
@pytest.mark.parametrize(
    ("rows", "columns", "grad"), [(1024, 128, "f32"), (1, 8, "f16"), (20, 600, "bf16")]
)
def test_no_core_has_work(
    explainer: Explainer, soc: str, deterministic: int, rows: int, columns: int, grad: str
) -> None:
    call = Call(
        soc,
        (rows,),
        columns,
        0,
        grad_type=grad,
        out_type=grad,
        scale=True,
        deterministic=deterministic,
    )
    sized = explainer.explain(call)
    assert (sized.status, sized.size) == (REFUSED, 0)
    words(sized.text, soc, "numWeights 0", "scaleGradByFreq", "EmbeddingDenseGradV2")


@pytest.mark.parametrize("soc", [*ASCEND910, "Ascend950"])
def test_other_products_take_no_weights(explainer: Explainer, soc: str) -> None:
    for rows, columns in ((1024, 128), (1, 8), (20, 600)):
        call = Call(soc, (rows,), columns, 0, scale=True)
        assert explainer.size(call) == (0, embedding_dense_backward(product_of(soc), call).size())


def test_without_scaling_there_is_work(explainer: Explainer) -> None:
    assert explainer.size(Call("Ascend910B2", (1024,), 128, 0)) == (0, 16782336)


def test_the_refusal_without_aclnn_ext(api: Api) -> None:
    """By the product of the process."""
    if api.aclrtGetSocName() not in {name.encode() for name in A2}:
        pytest.skip("on 910B and 910_93")
    api.message()
    status, size = Sizer(api).size(Call("", (1024,), 128, 0, scale=True))
    assert (status, size) == (REFUSED, 0)
    words(api.message(), "aclnnEmbeddingDenseBackwardGetWorkspaceSize", "numWeights 0")


def test_parameters_are_checked_first(explainer: Explainer) -> None:
    """161002 goes before a tiling's 561103."""
    out = View("f32", (1, 128), (128, 1), 0, (128,))
    sized = explainer.explain(Call("Ascend910B2", (1024,), 128, 0, scale=True, out_layout=out))
    assert sized.status == INVALID


# --- The unified buffer --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("soc", "rows", "columns", "operator"),
    [
        ("Ascend910B2:ub=20600", 7, 64, "EmbeddingDenseGradV2"),
        ("Ascend910B2:ub=20767", 5000, 600, "EmbeddingDenseGradV2"),
        ("Ascend950:ub=1", 7, 64, "EmbeddingDenseGrad"),
        ("Ascend950:ub=900", 2000, 8192, "EmbeddingDenseGrad"),
        ("Ascend950:ub=32768", 5000, 60, "Sort"),
        ("Ascend950:ub=40000", 500000, 60, "Sort"),
    ],
)
def test_a_unified_buffer_too_small(
    explainer: Explainer, soc: str, rows: int, columns: int, operator: str
) -> None:
    name, _, buffer = soc.partition(":ub=")
    sized = explainer.explain(Call(soc, (rows,), columns, 10))
    assert (sized.status, sized.size) == (REFUSED, 0)
    words(sized.text, f"{operator} cannot be tiled", f"{buffer} bytes of unified buffer")
    assert explainer.explain(Call(name, (rows,), columns, 10)).status == 0


def test_the_smallest_unified_buffers(explainer: Explainer) -> None:
    """One former dimension of 16 columns fits; the loads of Ascend950's sort begin to."""
    for soc, columns in (("Ascend910B2:ub=20768", 600), ("Ascend950:ub=50000", 60)):
        call = Call(soc, (5000,), columns, 10)
        assert explainer.size(call) == (0, embedding_dense_backward(product_of(soc), call).size())


@pytest.mark.parametrize("buffer", [1, 1000, 20480, 20575])
def test_a_unified_buffer_below_what_is_reserved(explainer: Explainer, buffer: int) -> None:
    call = Call(f"Ascend910B2:ub={buffer}", (5000,), 600, 10)
    assert explainer.explain(call).status == REFUSED


def test_a_sort_in_more_tiles_than_32_bits_address(explainer: Explainer) -> None:
    """256 counters a tile, each as wide as an index, in bytes that are counted in 32 bits."""
    call = Call("Ascend950:ub=70000", (2**31 - 1,), 8, 100)
    assert explainer.explain(call).status == REFUSED


def test_ascend910_does_not_tile_in_phase_one(explainer: Explainer) -> None:
    """Its kernel's tiling runs in phase two."""
    assert explainer.size(Call("Ascend910A:ub=1,cores=1", (1000,), 5120, 1000)) == (0, 0)
    wide = Call("Ascend910A", (1000,), 5120, 1000, scale=True)
    assert explainer.size(wide) == (0, 0)


# --- Negative strides ----------------------------------------------------------------------------

BACKWARDS = View("f32", (20, 8), (8, -1), 7, (160,))


@pytest.mark.parametrize("soc", PRODUCTS)
def test_negative_strides_of_grad(explainer: Explainer, soc: str) -> None:
    sized = explainer.explain(Call(soc, (20,), 8, 10, grad_layout=BACKWARDS))
    if soc == "Ascend950":
        assert (sized.status, sized.size) == (REFUSED, 0)
        words(sized.text, "stride 1 of grad is -1", "AsStrided", "Ascend950")
    else:
        assert sized.status == 0
        assert operators_text(sized.plan).startswith("AsStrided>")


@pytest.mark.parametrize("kind", ["i32", "i64", "bool", "f16"])
def test_negative_strides_of_indices(explainer: Explainer, kind: str) -> None:
    indices = View(kind, (20,), (-3,), 57, (58,))
    call = Call("Ascend950", (20,), 8, 10, index_type=kind, index_layout=indices)
    sized = explainer.explain(call)
    assert sized.status == REFUSED
    words(sized.text, "stride 0 of indices is -3")
    for soc in ("Ascend910A", "Ascend910B3"):
        assert explainer.explain(on(soc, call)).status == 0


def test_negative_strides_that_no_kernel_sees(explainer: Explainer) -> None:
    """Doubles are copied by the CPU, outputs by ViewCopy, axes of one element by nobody."""
    indices = View("f64", (20,), (-3,), 57, (58,))
    doubles = Call("Ascend950", (20,), 8, 10, index_type="f64", index_layout=indices)
    assert operators_text(explainer.explain(doubles).plan).startswith("ViewCopy(AICPU)>")
    out = View("f32", (10, 8), (8, -1), 7, (80,))
    written = explainer.explain(Call("Ascend950", (20,), 8, 10, out_layout=out))
    assert operators_text(written.plan).endswith(">ViewCopy")
    one = View("f32", (1, 8), (-8, 1), 0, (8,))
    assert explainer.explain(Call("Ascend950", (1,), 8, 10, grad_layout=one)).status == 0


def test_a_negative_stride_beside_a_repeated_axis(explainer: Explainer) -> None:
    grad = View("f32", (5, 4, 8), (0, -8, 1), 24, (32,))
    call = Call("Ascend950", (5, 4), 8, 10, grad_layout=grad)
    assert explainer.explain(call).status == REFUSED
    assert operators_text(explainer.explain(on("Ascend910B2", call)).plan).startswith("AsStrided>")


# --- Types follow the product --------------------------------------------------------------------


@pytest.mark.parametrize("soc", PRODUCTS)
def test_bfloat16(explainer: Explainer, soc: str) -> None:
    for types in (("bf16", "f32"), ("f32", "bf16"), ("bf16", "bf16")):
        call = Call(soc, (20,), 8, 10, grad_type=types[0], out_type=types[1])
        sized = explainer.explain(call)
        if soc in ASCEND910:
            assert sized.status == INVALID
            words(sized.text, "DT_BF16", soc)
        else:
            assert sized.status == 0


# --- Sizes that are large ------------------------------------------------------------------------


@pytest.mark.parametrize("soc", [*PRODUCTS, "Ascend950:cores=72"])
@pytest.mark.parametrize(
    ("rows", "columns", "weights"),
    [
        ((2**31 - 1,), 128, 50257),
        ((2**31,), 128, 50257),
        ((2**16, 2**15), 64, 2**24 + 1),
        ((2**32 - 1,), 8, 100),
        ((2**32 + 5,), 8, 100),
        ((1000,), 2**31, 1000),
        ((1000,), 64, 2**31 - 1),
        ((1000,), 64, 2**31),
        ((2**31,), 2**20, 2**31),
    ],
)
def test_large_tensors_are_sized(
    explainer: Explainer, soc: str, rows: tuple[int, ...], columns: int, weights: int
) -> None:
    """As fast as small ones: nothing is allocated, and no step is repeated for each row."""
    for grad, kind, scale in (("f32", "i64", False), ("f16", "i32", True), ("f16", "i16", False)):
        call = Call(soc, rows, columns, weights, grad, kind, grad, scale=scale)
        expected = embedding_dense_backward(product_of(soc), call)
        sized = explainer.explain(call)
        assert (sized.status, sized.size) == (0, expected.size()), call
        assert operators_text(sized.plan) == expected.operators_text()


ROWS_OF_2_TO_32 = """
from support import Api
from workspace.calls import Call, Explainer
print(*Explainer(Api()).size(Call("Ascend950", (2**16, 2**16), 8, 100)))
"""


@pytest.mark.usefixtures("own_library")
def test_as_many_rows_as_32_bits_cannot_count() -> None:
    """The vendor's tiling counts them in 32 bits and sees none: all indices are loaded at once."""
    result = run_python(ROWS_OF_2_TO_32)
    assert (result.returncode, result.stdout) == (0, "0 16777728\n")


def test_tensors_of_the_caller_have_63_bits_of_bytes(explainer: Explainer) -> None:
    """They take no workspace, and the check before has passed them."""
    assert explainer.size(Call("Ascend910A", (2**42,), 2**18, 39, index_type="i32")) == (0, 0)


def test_a_workspace_beyond_63_bits(explainer: Explainer) -> None:
    call = Call("Ascend910A", (2**41,), 2**20, 10, "f16", "i32", "f16")
    sized = explainer.explain(call)
    assert (sized.status, sized.size) == (INVALID, 0)
    words(sized.text, "workspace", "63 bits", "2199023255552")
