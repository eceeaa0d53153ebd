# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api that no row of the facts shows: what phase one answers, each with the rule
that it follows from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.c_calls import l0_list, phase_one, selected

FLOAT, FLOAT16, UINT8, BOOL, BFLOAT16 = 0, 1, 4, 12, 27
NULL = ["n"]


def tensor(dtype: int, *shape: int, strides: list[int] | None = None) -> list[Any]:
    """A tensor as the facts write it; its storage is as long as its strides need."""
    storage = list(shape)
    if strides is not None:
        storage = [1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))]
    return ["T", list(shape), dtype, 2, strides, 0, storage]


def ints(*values: int) -> list[Any]:
    """An aclIntArray."""
    return ["Int", list(values)]


def answer(api: Api, soc: str, call: str, *arguments: list[Any]) -> tuple[int, int, str]:
    """Status, workspace size and L0 list of a call on a product."""
    with selected(api, soc):
        found = phase_one(api, call, arguments, with_plan=True)
    return found.status, found.size, "" if found.plan is None else l0_list(found.plan)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("call", "row"), [("aclnnAll", "ReduceAll"), ("aclnnAny", "ReduceAny")])
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_truth_of_floats_is_found_in_floats(api: Api, soc: str, call: str, row: str) -> None:
    """The kernel writes float32, of float16 float16; one Cast leads to out: one block of 512."""
    for own, wide in ((FLOAT, "float"), (BFLOAT16, "float"), (FLOAT16, "float16")):
        for out, name in ((BOOL, "bool"), (UINT8, "uint8")):
            operands = tensor(own, 2, 3), ints(0), ["b", 0], tensor(out, 3)
            assert answer(api, soc, call, *operands) == (0, 512, f"{row}:{wide}>Cast:{name}")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_a_mean_of_nothing_copies_the_view(api: Api, soc: str) -> None:
    """ViewCopy reads the strides itself; into a dense tensor the AI cores have it on 950 alone."""
    operands = [tensor(FLOAT, 2, 3, strides=[1, 2]), ints(), ["b", 0], ["b", 1]]
    wanted = (512, "ViewCopy:float|32") if soc == "Ascend950" else (0, "ViewCopy(aicpu):float")
    found = answer(api, soc, "aclnnMeanV2", *operands, tensor(FLOAT, 2, 3))
    assert found == (0, *wanted)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_std_of_all_dims_has_the_shape_of_its_copy(api: Api, soc: str) -> None:
    """CANN compares shapes where dims are named; else the copy fails, and an empty one has none."""
    wrong = tensor(FLOAT, 5)
    options = ["i", 1], ["b", 0]
    for call, outs in (("aclnnStd", [wrong]), ("aclnnStdMeanCorrection", [wrong, wrong])):
        for dims in (NULL, ints()):
            some = tensor(FLOAT, 2, 3), dims, *options, *outs
            none = tensor(FLOAT, 2, 0), dims, *options, *outs
            assert answer(api, soc, call, *some)[0] == 561103
            assert answer(api, soc, call, *none)[0] == 0
        named = tensor(FLOAT, 2, 3), ints(0, 1), *options, *outs
        assert answer(api, soc, call, *named)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_the_mean_beside_a_filled_deviation_is_copied_last(api: Api) -> None:
    """Both are there before either is copied: two blocks."""
    column = tensor(FLOAT, 2, 1, strides=[2, 1])
    operands = tensor(FLOAT, 2, 1), ints(1), ["i", 1], ["b", 1], column, column
    found = answer(api, "Ascend910B", "aclnnStdMeanCorrection", *operands)
    assert found == (0, 1024, "ReduceMean:float>Fill:float>ViewCopy:float>ViewCopy:float")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("call", "dim"), [("aclnnAminmax", ints), ("aclnnAminmaxDim", None)])
def test_a_dim_counted_from_the_last_may_be_empty(api: Api, call: str, dim: Any) -> None:
    """CANN asks the shape for the dim as it is given, and the last one is not there."""
    outs = [tensor(FLOAT, 2, 1)] * 2
    for value, status in ((1, 161002), (-1, 0)):
        given = ints(value) if dim is ints else ["i", value]
        operands = tensor(FLOAT, 2, 0), given, ["b", 1], *outs
        assert answer(api, "Ascend910B", call, *operands)[0] == status


@pytest.mark.usefixtures("own_library")
def test_a_bool_counts_as_eight_bytes_where_it_is_copied(api: Api) -> None:
    """The AI cores copy [n][m][2] with strides [., 1, m] if 2 m elements are whole blocks of 32
    bytes, or rows lie a block apart: bool is taken for 8 bytes, so 4 of them are a block."""
    out = tensor(BOOL, 3, 2, 2, strides=[5, 1, 2])
    wide = tensor(UINT8, 3, 2, 2, strides=[5, 1, 2])
    for result, wanted in ((out, "ViewCopy:bool"), (wide, "ViewCopy(aicpu):uint8")):
        operands = tensor(result[2], 3, 2, 2), ints(0, 1, 2), result
        assert answer(api, "Ascend910B", "aclnnPermute", *operands)[2].endswith(wanted)
