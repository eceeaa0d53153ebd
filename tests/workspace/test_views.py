# SPDX-License-Identifier: Apache-2.0
"""The copies that strided operands bring into the plan, by the forms in which CANN knows views."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from workspace.calls import Call, Explainer, View, dense_strides, operators_text
from workspace.model import embedding_dense_backward, product_of

SOCS = ["Ascend910A", "Ascend910B2", "Ascend950"]

#: What comes after the copies of grad, whose indices are dense and of 32 bits.
AFTER = {"Sort", "ZerosLike", "EmbeddingDenseGrad", "EmbeddingDenseGradV2"}


def view(
    shape: tuple[int, ...], strides: tuple[int, ...], *, offset: int = 0, storage: int = 0
) -> View:
    """Without a storage, as much as the view needs."""
    ends = sum(max(0, (n - 1) * stride) for n, stride in zip(shape, strides, strict=True))
    return View("f32", shape, strides, offset, (storage or offset + ends + 1,))


def call(soc: str, grad: View) -> Call:
    rows = grad.shape[:-1]
    return Call(soc, rows, grad.shape[-1], 10, index_type="i32", grad_layout=grad)


# Shape and strides, what makes them dense.
FORMS = {
    "dense": (view((20, 30, 8), (240, 8, 1)), ""),
    "axes of one element have any stride": (view((20, 1, 30, 1), (30, 7, 1, 99)), ""),
    "part of a larger storage": (view((20, 8), (8, 1), offset=5, storage=1000), ""),
    "one element": (view((1, 1), (5, 7)), ""),
    "last two axes swapped": (view((20, 30, 8), (240, 1, 30)), "Transpose"),
    "all axes turned round": (view((20, 30, 8), (1, 20, 600)), "Transpose"),
    "swapped, with an axis of one": (view((20, 1, 8), (1, 0, 20)), "Transpose>BroadcastTo"),
    "rows repeated": (view((20, 8), (0, 1)), "BroadcastTo"),
    "columns repeated": (view((20, 8), (1, 0)), "BroadcastTo"),
    "one element repeated": (view((20, 8), (0, 0)), "BroadcastTo"),
    "in the middle": (view((20, 30, 8), (8, 0, 1)), "BroadcastTo"),
    "swapped and repeated": (view((20, 30, 8), (1, 0, 20)), "Transpose>BroadcastTo"),
    "first columns": (view((20, 8), (16, 1), storage=320), "Slice"),
    "last columns": (view((20, 8), (16, 1), offset=8, storage=320), "Slice"),
    "some rows of each": (view((20, 30, 8), (400, 8, 1), offset=80, storage=8000), "Slice"),
    "cut and swapped": (view((20, 30, 8), (400, 1, 40), storage=8000), "Slice>Transpose"),
    "cut and repeated": (view((20, 30, 8), (16, 0, 1), storage=320), "Slice>BroadcastTo"),
    "every other column": (view((20, 8), (16, 2), storage=320), "StridedSlice"),
    "every third row of all": (view((20, 8), (24, 1), storage=480), "Slice"),
    "every other, swapped": (view((8, 20), (2, 16), storage=320), "StridedSlice>Transpose"),
    "one axis with a step": (view((20, 1), (3, 1), storage=60), "Slice"),
    "cut beyond a row": (view((20, 8), (16, 1), offset=12, storage=400), "AsStrided"),
    "overlapping rows": (view((20, 8), (4, 1)), "AsStrided"),
    "rows of 64 cut and swapped": (view((20, 30, 64), (64, 2000, 1), storage=60000), "AsStrided"),
    "rows of 63 cut and swapped": (
        view((20, 30, 63), (63, 63 * 25, 1), storage=63 * 25 * 30),
        "Slice>Transpose",
    ),
    "every other, of odd rows": (view((20, 8), (17, 2), storage=340), "StridedSlice"),
    "every other, the last row cut off": (view((20, 8), (17, 2)), "AsStrided"),
    "strides with no common row": (view((5, 20, 8), (701, 17, 2), storage=5000), "AsStrided"),
    "rows of 96 cut and swapped": (
        view((20, 30, 96), (96, 96 * 25, 1), storage=96 * 25 * 30),
        "Slice>Transpose",
    ),
    "one shape left to AsStrided": (
        view(
            (4, 288, 2, 2, 240, 240),
            (67046400, 230400, 480, 1, 960, 2),
            storage=4 * 67046400,
        ),
        "AsStrided",
    ),
    "nearly that shape": (
        view(
            (4, 288, 2, 2, 240, 239),
            (67046400, 230400, 480, 1, 960, 2),
            storage=4 * 67046400,
        ),
        "Slice>Transpose",
    ),
    "another shape left to AsStrided": (
        view((4, 512, 2, 2, 120, 120), (33177600, 57600, 240, 1, 480, 2), storage=4 * 33177600),
        "AsStrided",
    ),
    "nearly that other shape": (
        view((4, 512, 2, 2, 120, 119), (33177600, 57600, 240, 1, 480, 2), storage=4 * 33177600),
        "Slice>Transpose",
    ),
    "a third shape left to AsStrided": (
        view((4, 10, 32, 128), (122880, 128, 3840, 1), storage=4 * 122880),
        "AsStrided",
    ),
}


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("form", FORMS)
def test_forms_of_views(explainer: Explainer, soc: str, form: str) -> None:
    grad, copies = FORMS[form]
    plan = explainer.explain(call(soc, grad)).plan
    names = operators_text(plan).split(">")
    assert ">".join(itertools.takewhile(lambda name: name not in AFTER, names)) == copies
    modelled = embedding_dense_backward(product_of(soc), call(soc, grad))
    assert operators_text(plan) == modelled.operators_text()
    assert plan["workspace_size"] == modelled.size()


def test_each_copy_is_a_dense_tensor(explainer: Explainer) -> None:
    """What an operator before the last one holds is what is distinct; the last one repeats it."""
    grad = view((20, 30, 8), (1, 0, 20))
    plan = explainer.explain(call("Ascend910B2", grad)).plan
    first, second = plan["operators"][:2]
    counts = [plan["tensors"][item["outputs"][0]]["elements"] for item in (first, second)]
    assert counts == [160, 4800]


@pytest.mark.parametrize(
    ("grad", "name"),
    [
        # Columns of a narrow row, in blocks of 8, off the 64-byte lines.
        (view((40000, 32), (64, 1), offset=8, storage=40000 * 64), "SliceV2"),
        (view((40000, 32), (64, 1), offset=16, storage=40000 * 64), "Slice"),
        (view((40000, 32), (64, 1), offset=8, storage=40001 * 64), "Slice"),
        (view((40000, 28), (64, 1), offset=8, storage=40000 * 64), "Slice"),
        (view((32768, 32), (64, 1), offset=8, storage=32768 * 64), "Slice"),
        (view((32769, 32), (64, 1), offset=8, storage=32769 * 64), "SliceV2"),
        (view((40000, 96), (192, 1), offset=8, storage=40000 * 192), "SliceV2"),
        (view((40000, 96), (200, 1), offset=8, storage=40000 * 200), "Slice"),
        # Rows of a few large planes.
        (view((4, 4096, 640), (3200000, 640, 1), storage=4 * 3200000), "SliceV2"),
        (view((12, 4096, 640), (3200000, 640, 1), storage=12 * 3200000), "SliceV2"),
        (view((13, 4096, 640), (3200000, 640, 1), storage=13 * 3200000), "Slice"),
        (view((4, 4096, 636), (3180000, 636, 1), storage=4 * 3180000), "Slice"),
        (view((4, 3685, 640), (3200000, 640, 1), storage=4 * 3200000), "Slice"),
        (view((4, 3687, 640), (3200000, 640, 1), storage=4 * 3200000), "SliceV2"),
        (view((3, 4096, 640), (3200000, 640, 1), storage=4 * 3200000), "Slice"),
    ],
)
def test_the_better_slice_of_910b(explainer: Explainer, grad: View, name: str) -> None:
    plan = explainer.explain(call("Ascend910B2", grad)).plan
    assert plan["operators"][0]["name"] == name
    assert ("slice" in plan["assumed"]) == (name == "SliceV2")
    for soc in ("Ascend910A", "Ascend950"):
        assert explainer.explain(call(soc, grad)).plan["operators"][0]["name"] == "Slice"


def test_integers_have_no_better_slice(explainer: Explainer) -> None:
    indices = View("i32", (40000, 32), (64, 1), 8, (40000 * 64,))
    sized = Call("Ascend910B2", (40000, 32), 1, 10, index_type="i32", index_layout=indices)
    assert operators_text(explainer.explain(sized).plan).startswith("Slice>")


@pytest.mark.parametrize("soc", SOCS)
def test_doubles_and_shorts_are_copied_by_the_cpu(explainer: Explainer, soc: str) -> None:
    """The kernels lack these types; on Ascend950 such a copy asks for no workspace."""
    expected = {
        ("f64", "t"): "Transpose(AICPU)",
        ("f64", "row2"): "Slice(AICPU)",
        ("f64", "col2"): "StridedSlice(AICPU)",
        ("f64", "bcast"): "BroadcastTo(AICPU)",
        ("i16", "bcast"): "BroadcastTo(AICPU)",
        ("i16", "t"): "Transpose",
        ("bool", "bcast"): "Cast>BroadcastTo>Cast",
    }
    for (kind, layout), names in expected.items():
        sized = Call(soc, (8, 128), 16, 10, index_type=kind, index_layout=layout)
        plan = explainer.explain(sized).plan
        assert operators_text(plan).startswith(f"{names}>"), (kind, layout)
        if names.endswith("(AICPU)"):
            assert plan["operators"][0]["workspaces"] == []
            assert not [name for name in plan["assumed"] if "=16MiB" in name or name == "transpose"]


def test_doubles_that_only_as_strided_could_copy(explainer: Explainer) -> None:
    indices = View("f64", (8, 128), (100, 1), 0, (828,))
    for soc in SOCS:
        sized = Call(soc, (8, 128), 16, 10, index_type="f64", index_layout=indices)
        assert operators_text(explainer.explain(sized).plan).startswith("ViewCopy(AICPU)>")


# --- The output ----------------------------------------------------------------------------------


def out_call(soc: str, strides: tuple[int, int], storage: int, offset: int = 0) -> Call:
    out = View("f32", (10, 64), strides, offset, (storage,))
    return Call(soc, (20,), 64, 10, index_type="i32", out_layout=out)


@pytest.mark.parametrize(
    ("strides", "name"),
    [
        ((64, 1), ""),
        ((1, 10), ">Transpose"),
        ((128, 1), ">ViewCopy"),
        ((128, 2), ">ViewCopy"),
        ((0, 1), ">ViewCopy(AICPU)"),
        ((1, 1), ">ViewCopy(AICPU)"),
        ((1, 11), ">ViewCopy(AICPU)"),
        ((64, -1), ">ViewCopy(AICPU)"),
        ((63, 1), ">ViewCopy(AICPU)"),
        ((130, 2), ">ViewCopy(AICPU)"),
        ((129, 2), ">ViewCopy(AICPU)"),
    ],
)
def test_strided_outputs(explainer: Explainer, strides: tuple[int, int], name: str) -> None:
    """Ascend950 writes all of them on its AI cores."""
    for soc in SOCS:
        sized = explainer.explain(out_call(soc, strides, 5000, 100 * (strides[1] < 0)))
        kernel = f"EmbeddingDenseGrad{'V2' if soc == 'Ascend910B2' else ''}"
        ending = name.removesuffix("(AICPU)") if soc == "Ascend950" else name
        text = operators_text(sized.plan)
        assert text.endswith(kernel + ending), (soc, text)


def test_ascend910_copies_into_the_head_of_a_storage(explainer: Explainer) -> None:
    """There, bytes behind a dense out make the result a tensor of the workspace."""
    for storage, offset, copies in (
        (640, 0, False),
        (650, 10, False),
        (650, 0, True),
        (651, 10, True),
    ):
        sized = explainer.explain(out_call("Ascend910A", (64, 1), storage, offset))
        engines = [operator["engine"] for operator in sized.plan["operators"]]
        assert ("COPY" in engines) == copies
        assert sized.size == (3072 if copies else 0)
        for soc in ("Ascend910B2", "Ascend950"):
            same = explainer.explain(out_call(soc, (64, 1), storage, offset))
            dense = explainer.explain(out_call(soc, (64, 1), 640))
            assert same.size == dense.size


# --- What lies outside the storage ---------------------------------------------------------------


def test_views_beyond_their_storage_are_an_assumption(explainer: Explainer) -> None:
    """CANN refuses them in phase one; here phase two looks at the memory."""
    inside = view((20, 8), (16, 1), storage=312)
    outside = view((20, 8), (16, 1), storage=311)
    before = replace(inside, strides=(16, -1), offset=6)
    for soc in ("Ascend910A", "Ascend910B2"):
        assert "storage" not in explainer.explain(call(soc, inside)).plan["assumed"]
        assert "storage" in explainer.explain(call(soc, outside)).plan["assumed"]
        assert "storage" in explainer.explain(call(soc, before)).plan["assumed"]


def test_dense_views_and_outputs_beyond_their_storage_are_none(explainer: Explainer) -> None:
    """CANN does not look at those."""
    grad = View("f32", (20, 8), (8, 1), 0, (4,))
    assert explainer.explain(call("Ascend910B2", grad)).plan["assumed"] == []
    assert "storage" not in explainer.explain(out_call("Ascend910B2", (128, 1), 3)).plan["assumed"]


def test_an_empty_call_copies_its_output(explainer: Explainer) -> None:
    """The strided out is read for its shape, so its view counts as that of an input."""
    out = View("f32", (10, 64), (1, 10), 0, (639,))
    sized = explainer.explain(Call("Ascend910B2", (0,), 64, 10, out_layout=out))
    assert operators_text(sized.plan) == "Transpose>ZerosLike>Transpose"
    assert sized.plan["assumed"] == ["transpose", "storage"]
    assert sized.size == 2 * (math.prod(out.shape) * 4 + 512)


def test_strides_of_a_dense_view() -> None:
    assert dense_strides((2, 3, 4)) == (12, 4, 1)
