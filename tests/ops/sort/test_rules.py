# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for order: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    BLOCK,
    BOOL,
    FLOAT,
    FLOAT16,
    INT16,
    INT32,
    INT64,
    KERNEL,
    NULL,
    UINT8,
    answer,
    on_950,
    tensor,
)


def sort(dtype: int, shape: list[int], dim: int) -> list[list[Any]]:
    """The operands of a sort, without indicesOut for the caller to add."""
    return [tensor(dtype, *shape), ["b", 0], ["i", dim], ["b", 0], tensor(dtype, *shape)]


@pytest.mark.usefixtures("own_library")
def test_sort_orders_the_last_dimension(api: Api) -> None:
    """Others are transposed, and both results back. Ascend910 sorts float32 as float16. At most
    three small tensors live at once: what is sorted, elements and places."""
    operands = *sort(FLOAT, [2, 3], 0), tensor(INT64, 2, 3)
    back = "Transpose:int32>Cast:{}int64"
    for soc, wanted in (
        ("Ascend910B", "Transpose:float>Sort:float+int32>Transpose:float>" + back.format("")),
        (
            "Ascend910",
            "Transpose:float>Cast:float16>Sort:float16+int32>Transpose:float16>"
            + back.format("float>Cast:"),
        ),
    ):
        assert answer(api, soc, "aclnnSort", *operands) == (0, 3 * BLOCK, wanted)


@pytest.mark.usefixtures("own_library")
def test_ascend950_sorts_short_dimensions_where_they_are(api: Api) -> None:
    """From 2 to 2048 elements, but where 1024 lines and more are each shorter than 32 bytes; the
    places are int64 at once."""
    turned = "Transpose:float16", "Sort:float16+int64", "Transpose:float16", "Transpose:int64"
    for shape, lists in (
        ([2, 3], ("Sort:float16+int64",)),
        ([1, 2049, 3], turned),
        ([1023, 2, 1], ("Sort:float16+int64",)),
        ([1024, 2, 1], turned),
        ([1024, 2, 16], ("Sort:float16+int64",)),
    ):
        operands = *sort(FLOAT16, shape, len(shape) - 2), tensor(INT64, *shape)
        assert answer(api, "Ascend950", "aclnnSort", *operands)[2] == on_950(*lists)


@pytest.mark.usefixtures("own_library")
def test_sort_casts_what_it_does_not_order(api: Api) -> None:
    """bfloat16 but on Ascend950, and bool; integers are for the CPU."""
    for soc, dtype, wanted in (
        ("Ascend910B", BFLOAT16, "Cast:float>Sort:float+int32>Cast:bfloat16>Cast:int64"),
        ("Ascend950", BFLOAT16, on_950("Sort:bfloat16+int64")),
        ("Ascend910B", BOOL, "Cast:uint8>Sort(aicpu):uint8+int32>Cast(aicpu):bool>Cast:int64"),
        ("Ascend950", BOOL, on_950("Cast:uint8", "Sort:uint8+int64", "Cast:bool")),
        ("Ascend910", INT32, "Sort(aicpu):int32+int32>Cast:int64"),
    ):
        operands = *sort(dtype, [2, 3], 1), tensor(INT64, 2, 3)
        assert answer(api, soc, "aclnnSort", *operands)[2] == wanted


@pytest.mark.usefixtures("own_library")
def test_one_element_is_not_sorted(api: Api) -> None:
    """It is copied, and its place filled in; without dimensions the place is made like it."""
    for shape, wanted in (
        ([2, 1], (0, 0, "Fill:int64")),
        ([], (0, BLOCK, "ZerosLike:float>Cast:int64")),
    ):
        operands = *sort(FLOAT, shape, -1), tensor(INT64, *shape)
        assert answer(api, "Ascend910B", "aclnnSort", *operands) == wanted


@pytest.mark.usefixtures("own_library")
def test_argsort_casts_nothing_before(api: Api) -> None:
    """So Ascend910 leaves float32 to the CPU, as others a dimension of one. The places are int32,
    and Ascend950 transposes too."""
    for soc, shape, dim, wanted in (
        ("Ascend910", [2, 3], 1, "Sort(aicpu):float+int32>Cast:int64"),
        ("Ascend910B", [2, 1], 1, "Sort(aicpu):float+int32>Cast:int64"),
        ("Ascend910B", [2, 3], 0, "Transpose:float>Sort:float+int32>Transpose:int32>Cast:int64"),
        (
            "Ascend950",
            [2, 3],
            0,
            on_950("Transpose:float", "Sort:float+int32", "Transpose:int32", "Cast:int64"),
        ),
    ):
        operands = tensor(FLOAT, *shape), ["i", dim], ["b", 0], tensor(INT64, *shape)
        assert answer(api, soc, "aclnnArgsort", *operands)[2] == wanted


def kth(call: str, *arguments: list[Any]) -> list[list[Any]]:
    """What stands between self and the outputs: of Kthvalue k too."""
    return [*([["i", 2]] if call == "aclnnKthvalue" else []), *arguments]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", ["aclnnKthvalue", "aclnnMedianDim"])
def test_ascend950_has_an_operator_for_one_in_order(api: Api, call: str) -> None:
    """With transposes under the same conditions as a sort; its places are int64."""
    for shape, dim, turns in (([2, 3], 1, False), ([2, 3], 0, False), ([1024, 2, 1], 1, True)):
        kept = [1 if i == dim else n for i, n in enumerate(shape)]
        names = ["KthValue:float16+int64"]
        if turns:
            names = ["Transpose:float16", *names, "Transpose:float16", "Transpose:int64"]
        operands = (
            tensor(FLOAT16, *shape),
            *kth(call, ["i", dim], ["b", 1]),
            tensor(FLOAT16, *kept),
            tensor(INT64, *kept),
        )
        assert answer(api, "Ascend950", call, *operands)[2] == on_950(*names)


@pytest.mark.usefixtures("own_library")
def test_others_gather_one_of_all_in_order(api: Api) -> None:
    """After both results of the sort are transposed back. Three small tensors live at once
    at most: what is sorted, elements and places."""
    outs = tensor(FLOAT, 3), tensor(INT64, 3)
    operands = tensor(FLOAT, 2, 3), ["i", 2], ["i", 0], ["b", 0], *outs
    wanted = (
        "Transpose:float>Sort:float+int32>Transpose:float>Transpose:int32"
        ">GatherV2:float>GatherV2:int32>Cast:int64"
    )
    assert answer(api, "Ascend910B", "aclnnKthvalue", *operands) == (0, 3 * BLOCK, wanted)
    found = answer(api, "Ascend910", "aclnnKthvalue", *operands)[2]
    assert found == wanted.replace("Sort", "Sort(aicpu)")


@pytest.mark.usefixtures("own_library")
def test_a_median_looks_for_nan_in_floats(api: Api) -> None:
    """The last in order tells; along a dimension the first of their places is found as well."""
    nan = "GatherV2:{0}>NotEqual:bool>"
    along = (
        "Sort:{0}+int32>GatherV2:{0}>GatherV2:int32>Equal:bool>MaskedFill:int32>ReduceMin:int32>"
        + nan
        + "Fill:{0}>SelectV2:{0}>SelectV2:int32>Cast:int64"
    )
    whole = "Sort:{0}+int32>GatherV2:{0}>" + nan + "SelectV2:{0}"
    integers = "Sort(aicpu):int32+int32>GatherV2:int32"
    for dtype, name in ((FLOAT, "float"), (FLOAT16, "float16"), (BFLOAT16, "bfloat16")):
        self, out = tensor(dtype, 2, 3), tensor(dtype, 2)
        operands = self, ["i", 1], ["b", 0], out, tensor(INT64, 2)
        found = answer(api, "Ascend910B", "aclnnMedianDim", *operands)[2]
        assert found == along.format(name)
        found = answer(api, "Ascend910B", "aclnnMedian", self, tensor(dtype, 1))[2]
        assert found == whole.format(name)
    self = tensor(INT32, 2, 3)
    operands = self, ["i", 1], ["b", 0], tensor(INT32, 2), tensor(INT64, 2)
    found = answer(api, "Ascend910B", "aclnnMedianDim", *operands)[2]
    assert found == integers + ">GatherV2:int32>Cast:int64"
    assert answer(api, "Ascend910B", "aclnnMedian", self, tensor(INT32, 1)) == (
        0,
        2 * BLOCK,
        integers,
    )
    found = answer(api, "Ascend950", "aclnnMedian", self, tensor(INT32, 1))[2]
    assert found == on_950("Sort:int32+int32", "GatherV2:int32")


@pytest.mark.usefixtures("own_library")
def test_a_median_of_one_element_sorts_nothing(api: Api) -> None:
    """It is gathered all the same, and is its own last."""
    wanted = "GatherV2:float>GatherV2:float>NotEqual:bool>SelectV2:float"
    operands = tensor(FLOAT), tensor(FLOAT, 1)
    for soc in ("Ascend910", "Ascend910B"):
        assert answer(api, soc, "aclnnMedian", *operands)[2] == wanted
    assert answer(api, "Ascend950", "aclnnMedian", *operands)[2] == on_950(*wanted.split(">"))


def top(dtype: int, shape: list[int], k: int, dim: int = -1, ordered: int = 1) -> list[list[Any]]:
    """The operands of a Topk."""
    kept = list(shape)
    kept[dim] = k
    flags = ["i", k], ["i", dim], ["b", 1], ["b", ordered]
    return [tensor(dtype, *shape), *flags, tensor(dtype, *kept), tensor(INT64, *kept)]


@pytest.mark.usefixtures("own_library")
def test_fewer_than_eight_are_chosen_of_the_first_32(api: Api) -> None:
    """But on Ascend950. Ascend910's cores choose float16, and of more than 32768 elements the CPU
    alone chooses fewer than eight."""
    narrow = "TopKV2:float16+int32>"
    places = ">GatherElements:int32>Cast:"
    for soc, dtype, rows, wanted in (
        ("Ascend910", FLOAT, 4, "Cast:float16>" + 2 * narrow + places[1:] + "float>Cast:int64"),
        ("Ascend910", FLOAT, 400, 2 * "TopK(aicpu):float+int32>" + places[1:] + "int64"),
        ("Ascend910", FLOAT16, 4, 2 * narrow + places[1:] + "int64"),
        ("Ascend950", FLOAT, 4, on_950("TopKV2:float+int64")),
    ):
        assert answer(api, soc, "aclnnTopk", *top(dtype, [rows, 100], 5))[2] == wanted
    wanted = 2 * "TopKV2:float+int32>" + f"GatherElementsV2:int32|{KERNEL}>Cast:int64"
    assert answer(api, "Ascend910B", "aclnnTopk", *top(FLOAT, [4, 100], 5))[2] == wanted
    once = "TopKV2:float+int32>Cast:int64"
    assert answer(api, "Ascend910B", "aclnnTopk", *top(FLOAT, [4, 100], 8))[2] == once


@pytest.mark.usefixtures("own_library")
def test_topk_orders_the_last_dimension(api: Api) -> None:
    """Ascend950 along any, under the conditions of its sort."""
    operands = top(FLOAT16, [40, 100], 10, dim=0)
    turned = "Transpose:float16>TopKV2:float16+int32>Transpose:float16>Transpose:int32>Cast:int64"
    for soc in ("Ascend910", "Ascend910B"):
        assert answer(api, soc, "aclnnTopk", *operands)[2] == turned
    assert answer(api, "Ascend950", "aclnnTopk", *operands)[2] == on_950("TopKV2:float16+int64")


@pytest.mark.usefixtures("own_library")
def test_ascend950_sorts_for_a_topk(api: Api) -> None:
    """Where all of a row is wanted in order, of short rows of integers, and where at least half and
    more than 2000 are: then it is cut. Of more than 2000 others TopKV2 has int32 places."""
    sort = "Sort:{0}+int64", "SplitV:{0}+{0}", "SplitV:int64+int64"
    for dtype, name, length, k, wanted in (
        (INT32, "int32", 300, 5, sort),
        (INT32, "int32", 1025, 5, ("TopKV2:{0}+int64",)),
        (INT16, "int16", 192, 5, sort),
        (UINT8, "uint8", 129, 5, ("TopKV2:{0}+int64",)),
        (FLOAT, "float", 100, 100, ("Sort:{0}+int64",)),
        (FLOAT, "float", 5000, 2500, sort),
        (FLOAT, "float", 30000, 10000, sort),
        (FLOAT, "float", 300000, 3000, ("TopKV2:{0}+int32", "Cast:int64")),
        (FLOAT16, "float16", 9000, 2700, sort),
        (FLOAT16, "float16", 8900, 2670, ("TopKV2:{0}+int32", "Cast:int64")),
    ):
        found = answer(api, "Ascend950", "aclnnTopk", *top(dtype, [4, length], k))
        assert found[2] == on_950(*(one.format(name) for one in wanted)), (name, length, k)


@pytest.mark.usefixtures("own_library")
def test_ascend950_copies_whole_rows_that_need_no_order(api: Api) -> None:
    """Their places are made: what is left of a number for each element, or a number repeated."""
    for dim, places in (
        (-1, ("Cast:int32", "Cast:int32", "Mod:int32", "Cast:int64")),
        (0, ("BroadcastTo:int64",)),
    ):
        found = answer(api, "Ascend950", "aclnnTopk", *top(FLOAT, [5, 5], 5, dim, ordered=0))
        wanted = f"TensorMove:float|32>{on_950('Range:int64', *places)}>TensorMove:int64|32"
        assert found[2] == wanted
    single = answer(api, "Ascend950", "aclnnTopk", *top(FLOAT, [5, 1], 1))
    assert single[2] == on_950("Fill:int64")


@pytest.mark.usefixtures("own_library")
def test_910b_chooses_halves_of_long_rows_by_their_digits(api: Api) -> None:
    """From 12 million elements on, more than 1000 and fewer than a hundredth; a sort puts them in
    order. RadixTopK asks for nothing up to 1.44 billion, and behind that for 20 bytes for each
    10496 elements and 24 for each of 48 cores."""
    wanted = "RadixTopK:float16+int32|{}>Sort:float16+int32>GatherElementsV2:int32|{}>Cast:int64"
    for length, bytes_ in ((12_000_000, 0), (1_440_000_001, 24 * 48 + 20 * 137_196)):
        found = answer(api, "Ascend910B", "aclnnTopk", *top(FLOAT16, [1, length], 2000))[2]
        assert found == wanted.format(bytes_, KERNEL)
    for dtype, name, length, k in (
        (FLOAT16, "float16", 11_999_999, 2000),
        (FLOAT16, "float16", 12_000_000, 1000),
        (FLOAT16, "float16", 12_000_000, 120_000),
        (FLOAT, "float", 12_000_000, 2000),
    ):
        found = answer(api, "Ascend910B", "aclnnTopk", *top(dtype, [1, length], k))[2]
        assert found == f"TopKV2:{name}+int32>Cast:int64"


@pytest.mark.usefixtures("own_library")
def test_a_median_of_numbers_counts_them_first(api: Api) -> None:
    """The place is half of their number less one; along a dimension it is found before the sort,
    and one without places is refused."""
    place = "Equal:bool>Cast:int32>ReduceSum:int32>Sub:int32>Div:int32"
    self, one = tensor(FLOAT, 2, 3), tensor(FLOAT, 1)
    found = answer(api, "Ascend910B", "aclnnNanMedian", self, one)[2]
    assert found == f"Sort:float+int32>{place}>GatherV2:float"
    found = answer(api, "Ascend950", "aclnnNanMedian", self, one)[2]
    assert found == on_950("Sort:float+int32", *place.split(">"), "GatherV2:float")
    operands = self, ["i", 1], ["b", 0], tensor(FLOAT, 2), tensor(INT64, 2)
    found = answer(api, "Ascend910B", "aclnnNanMedianDim", *operands)[2]
    gathered = f"GatherElementsV2:float|{KERNEL}>GatherElementsV2:int32|{KERNEL}"
    assert found == f"{place}>Sort:float+int32>{gathered}>Cast:int64"
    none = ["i", 0], ["b", 0], tensor(FLOAT, 3), tensor(INT64, 3)
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        assert answer(api, soc, "aclnnNanMedianDim", tensor(FLOAT, 0, 3), *none)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_nothing_is_found_by_zeros_like_the_result(api: Api) -> None:
    """SearchSorted of no sequence, Histc of no elements."""
    searched = ["b", 0], ["b", 0], NULL, tensor(INT64, 3)
    operands = tensor(FLOAT, 0), tensor(FLOAT, 3), *searched
    assert answer(api, "Ascend910B", "aclnnSearchSorted", *operands)[2] == "ZerosLike:int64"
    limits = ["S", 0, "00000000"], ["S", 0, "0000803f"]
    counted = tensor(FLOAT, 0), ["i", 3], *limits, tensor(FLOAT, 3)
    assert answer(api, "Ascend910B", "aclnnHistc", *counted)[2] == "ZerosLike:float"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_sizes_of_what_is_chosen_from_nothing_are_not_looked_at(api: Api, soc: str) -> None:
    """Of medians its dimensions are counted; MedianDim stops at an empty result as well."""
    for call, shape, out, status in (
        ("aclnnMedianDim", [2, 0], [5], 0),
        ("aclnnMedianDim", [2, 3], [0], 0),
        ("aclnnMedianDim", [2, 3], [5], 161002),
        ("aclnnMedianDim", [2, 0], [5, 1], 161002),
        ("aclnnNanMedianDim", [2, 0], [5], 161002),
        ("aclnnNanMedianDim", [0, 3], [5], 0),
        ("aclnnNanMedianDim", [2, 3], [0], 161002),
        ("aclnnKthvalue", [0, 3], [5, 1], 0),
        ("aclnnKthvalue", [2, 3], [5], 161002),
    ):
        outs = tensor(FLOAT, *out), tensor(INT64, *out)
        operands = tensor(FLOAT, *shape), *kth(call, ["i", 1], ["b", 0]), *outs
        assert answer(api, soc, call, *operands)[0] == status, (call, shape, out)
