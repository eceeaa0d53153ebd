# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for reductions: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    BOOL,
    FLOAT,
    FLOAT16,
    INT32,
    MEBI,
    NULL,
    UINT8,
    UINT16,
    answer,
    ints,
    tensor,
)

import aclnn_py as acl


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
def test_nansum_of_an_integer_without_dimensions_is_a_sum(api: Api) -> None:
    """ReduceSum folds such a tensor, ReduceNansum gives it back; what Cast wrote is one block."""
    for dtype, l0 in ((INT32, "Cast:float>ReduceSum:float"), (FLOAT16, "Cast:float")):
        operands = tensor(dtype), ints(), ["b", 0], ["i", FLOAT], tensor(FLOAT)
        found = answer(api, "Ascend910B", "aclnnReduceNansum", *operands)
        assert found == (0, 512 if dtype == INT32 else 0, l0)


@pytest.mark.usefixtures("own_library")
def test_arg_max_has_uint16_on_ascend950_alone(api: Api) -> None:
    """The CPU has its kernel."""
    operands = tensor(UINT16, 2, 3), ["i", 1], ["b", 0], tensor(INT32, 2)
    found = {soc: answer(api, soc, "aclnnArgMax", *operands) for soc in ("Ascend910B", "Ascend950")}
    assert found["Ascend910B"][0] == 161002
    assert found["Ascend950"][2] == "ArgMaxV2(aicpu):int32"


@pytest.mark.usefixtures("own_library")
def test_logarithms_of_sums_are_split_among_the_cores_of_950(api: Api) -> None:
    """As means: 14784 elements are 59136 bytes, a quarter of the buffer in whole registers."""
    for elements, more in ((14784, 0), (14785, 16384)):
        x = tensor(FLOAT, elements)
        for call in ("aclnnReduceLogSum", "aclnnMeanV2"):
            given = x, ints(0), ["b", 0], ["b", 0], tensor(FLOAT)
            found = answer(api, "Ascend950", call, *given)
            assert found[2].endswith(f":float|{16 * MEBI + more}")


def test_nansum_of_a_number_is_the_number() -> None:
    """ReduceNansum of CANN gives a tensor without dimensions back (reduce_nansum.cpp)."""
    assert np.isnan(acl.reduce_nansum(np.float32(np.nan)))
    assert acl.reduce_nansum(np.full(1, np.nan, np.float32)) == 0


@pytest.mark.usefixtures("own_library")
def test_950_sums_exponentials_of_long_rows_in_two_stages(api: Api) -> None:
    """Where all cores share a row, partial results lie behind the kernel's memory, as those of a
    maximum do."""
    short = tensor(FLOAT, 4, 16), ints(1), ["b", 0], tensor(FLOAT, 4)
    found = answer(api, "Ascend950", "aclnnLogSumExp", *short)[2]
    assert f"ReduceLogSumExp:float|{16 * MEBI}>" in found
    long = tensor(FLOAT, 1, 1 << 20), ints(1), ["b", 0], tensor(FLOAT, 1)
    found = answer(api, "Ascend950", "aclnnLogSumExp", *long)[2]
    assert f"ReduceMax:float|{16 * MEBI + 16384}>" in found
    assert f"ReduceLogSumExp:float|{16 * MEBI + 16384}>" in found
