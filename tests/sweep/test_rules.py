# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api that no row of the facts shows: what phase one answers, each with the rule
that it follows from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.c_calls import l0_list, phase_one, selected

FLOAT, FLOAT16, INT8, INT32, UINT8, INT16, UINT16, INT64 = 0, 1, 2, 3, 4, 6, 7, 9
DOUBLE, BOOL, COMPLEX64, BFLOAT16 = 11, 12, 16, 27
NCHW, ND = 0, 2
NULL = ["n"]


def tensor(
    dtype: int, *shape: int, strides: list[int] | None = None, layout: int = ND
) -> list[Any]:
    """A tensor as the facts write it; its storage is as long as its strides need."""
    storage = list(shape)
    if strides is not None:
        storage = [1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))]
    return ["T", list(shape), dtype, layout, strides, 0, storage]


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


@pytest.mark.usefixtures("own_library")
def test_ascend950_casts_float16_to_int16_on_its_ai_cores(api: Api) -> None:
    """Its kernel of Cast has the pair; the older ones have it on 910B and 910_93."""
    operands = tensor(FLOAT16, 4), ["i", INT16], tensor(INT16, 4)
    for soc, wanted in (
        ("Ascend910", "Cast(aicpu):int16"),
        ("Ascend910B", "Cast:int16"),
        ("Ascend950", "Cast:int16|16777216"),
    ):
        assert answer(api, soc, "aclnnCast", *operands)[2] == wanted


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_repeated_bools_are_cast_before_they_are_repeated(api: Api, soc: str) -> None:
    """What is cast to int32 are the elements there are, and after it all of them."""
    operands = tensor(BOOL, 1000, 1000, strides=[1, 0]), tensor(BOOL, 1000, 1000)
    with selected(api, soc):
        plan = phase_one(api, "aclnnLogicalNot", operands, with_plan=True).plan
    assert plan is not None
    wrote = [plan["tensors"][each["outputs"][0]]["bytes"] for each in plan["operators"]]
    assert wrote == [4 * 1000, 4 * 1000**2, 1000**2, 1000**2]


@pytest.mark.usefixtures("own_library")
def test_the_cpu_copies_no_wide_unsigned_numbers(api: Api) -> None:
    """Rows with gaps that do not grow evenly are copied on the CPU before Ascend950."""
    out = tensor(UINT16, 2, 3, strides=[7, 2])
    operands = tensor(UINT16, 2, 3), ints(0, 1), out
    for soc, status in (("Ascend910", 561103), ("Ascend910B", 561103), ("Ascend950", 0)):
        assert answer(api, soc, "aclnnPermute", *operands)[0] == status
    even = tensor(UINT16, 2, 3), ints(0, 1), tensor(UINT16, 2, 3, strides=[6, 2])
    assert answer(api, "Ascend910B", "aclnnPermute", *even)[0] == 0


SHAPE = (2, 3, 4, 5)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "attributes"),
    [
        ("aclnnRelu", []),
        ("aclnnHardswish", []),
        ("aclnnRound", []),
        ("aclnnCast", [["i", FLOAT]]),
        ("aclnnRoll", [ints(1), ints(0)]),
        ("aclnnPermute", [ints(0, 1, 2, 3)]),
        ("aclnnSlice", [["i", 0], ["i", 0], ["i", 2], ["i", 1]]),
    ],
)
def test_a_result_keeps_the_format_of_its_input(api: Api, call: str, attributes: Any) -> None:
    """The operator allocates it so, and ViewCopy takes ND and the format of out."""
    for given, out, status in ((NCHW, ND, 561103), (ND, NCHW, 0), (NCHW, NCHW, 0)):
        operands = tensor(FLOAT, *SHAPE, layout=given), *attributes
        found = answer(api, "Ascend910B", call, *operands, tensor(FLOAT, *SHAPE, layout=out))
        assert found[0] == status


@pytest.mark.usefixtures("own_library")
def test_a_copy_that_is_broadcast_has_no_format(api: Api) -> None:
    """BroadcastTo gives ND."""
    to = tensor(FLOAT, *SHAPE)
    same = to, tensor(FLOAT, *SHAPE, layout=NCHW)
    wider = to, tensor(FLOAT, 1, *SHAPE[1:], layout=NCHW)
    assert answer(api, "Ascend910B", "aclnnInplaceCopy", *same)[0] == 561103
    assert answer(api, "Ascend910B", "aclnnInplaceCopy", *wider)[0] == 0


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


KERNEL = 1 << 24  # bytes that most kernels of Ascend950 ask for
BLOCK = 512  # what a small tensor takes; also what lies behind a kernel's memory


def on_950(*operators: str) -> str:
    """Operators that ask for the usual memory."""
    return ">".join(f"{operator}|{KERNEL}" for operator in operators)


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


def number(dtype: int, value: bytes) -> list[Any]:
    """An aclScalar of its bytes, little-endian."""
    return ["S", dtype, value.hex()]


ONE = number(FLOAT, b"\0\0\x80\x3f")
DOUBLE_ONE = number(DOUBLE, b"\0\0\0\0\0\0\xf0\x3f")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_a_number_that_becomes_a_tensor_first_is_missed_there(api: Api, soc: str) -> None:
    """ConvertToTensor comes before the checks, and a number that it does not get is 561103."""
    x, out = tensor(FLOAT, 4), tensor(FLOAT, 4)
    early = 161001 if soc == "Ascend950" else 561103  # Ascend950 has a branch of its own
    for call, operands, status in (
        ("aclnnFmodScalar", (x, NULL, out), 561103),
        ("aclnnFmodScalar", (NULL, ONE, out), 161001),
        ("aclnnLtScalar", (x, NULL, out), early),
        ("aclnnLtScalar", (NULL, ONE, out), early),
        ("aclnnLtScalar", (x, ONE, NULL), 161001),
        ("aclnnInplaceLtScalar", (x, NULL), early),
    ):
        assert answer(api, soc, call, *operands)[0] == status


@pytest.mark.usefixtures("own_library")
def test_ascend910_takes_bfloat16_that_is_compared_in_float32(api: Api) -> None:
    """Only the common type is looked at there; the device's CPU converts: one block of 512."""
    half, out = tensor(BFLOAT16, 4), tensor(BOOL, 4)
    cast = "Cast(aicpu):float"
    for call, operands, row in (
        ("aclnnGeScalar", (half, ONE, out), "GreaterEqual:bool"),
        ("aclnnGeTensor", (half, tensor(FLOAT, 4), out), "GreaterEqual:bool"),
        ("aclnnEqual", (half, tensor(FLOAT, 4), tensor(BOOL, 1)), "TensorEqual:bool"),
        ("aclnnGeluBackward", (half, tensor(FLOAT, 4), tensor(FLOAT, 4)), "GeluGrad:float"),
    ):
        assert answer(api, "Ascend910", call, *operands) == (0, 512, f"{cast}>{row}")
        if call != "aclnnGeScalar":
            alone = half, half, operands[2]
            assert answer(api, "Ascend910", call, *alone)[0] == 161002
    assert answer(api, "Ascend910", "aclnnGeScalar", half, DOUBLE_ONE, out)[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_numbers_become_the_type_of_floats_before_they_are_looked_at(api: Api, soc: str) -> None:
    """LtScalar converts them to self's type; LeScalar compares all but floats with doubles in
    float32, uint16 too, which has no common type with it."""
    out = tensor(BOOL, 4)
    complex_one = number(COMPLEX64, b"\0\0\x80\x3f" + bytes(4))
    assert answer(api, soc, "aclnnLtScalar", tensor(FLOAT, 4), complex_one, out)[0] == 0
    assert answer(api, soc, "aclnnLtScalar", tensor(INT32, 4), complex_one, out)[0] == 161002
    assert answer(api, soc, "aclnnLtScalar", tensor(UINT16, 4), DOUBLE_ONE, out)[0] == 161002
    found = answer(api, soc, "aclnnLeScalar", tensor(UINT16, 4), DOUBLE_ONE, out)
    assert found == (0, 512, "Cast(aicpu):float>LessEqual:bool")
    assert answer(api, soc, "aclnnLeScalar", tensor(UINT16, 4), ONE, out)[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_what_the_checks_leave_is_found_by_the_copy(api: Api, soc: str) -> None:
    """ViewCopy has no other type and no other shape, and an empty call has no ViewCopy."""
    x, row = tensor(FLOAT, 2, 3), tensor(FLOAT, 10)
    for call, operands, status in (
        ("aclnnSign", (tensor(BFLOAT16, 4), tensor(FLOAT, 4)), 561103),
        ("aclnnSign", (tensor(BFLOAT16, 0), tensor(FLOAT, 0)), 0),
        ("aclnnSign", (tensor(FLOAT, 4), tensor(BFLOAT16, 4)), 161002),
        ("aclnnHeaviside", (x, x, tensor(FLOAT16, 2, 3)), 561103),
        ("aclnnHeaviside", (x, x, tensor(FLOAT, 6)), 561103),
        ("aclnnHeaviside", (x, x, tensor(FLOAT, 5)), 161002),
        ("aclnnHeaviside", (row, tensor(FLOAT, 1, 1), row), 0),
        ("aclnnHeaviside", (row, tensor(FLOAT, 1, 1), tensor(FLOAT, 1, 10)), 561103),
        ("aclnnSum", (["TensorList", [x, x]], x), 0),
        ("aclnnSum", (["TensorList", [x, x]], tensor(FLOAT16, 2, 3)), 561103),
        ("aclnnSum", (["TensorList", [x, tensor(INT32, 2, 3)]], x), 561103),
        ("aclnnSum", (["TensorList", [x, tensor(INT16, 2, 3)]], x), 161002),
    ):
        assert answer(api, soc, call, *operands)[0] == status, (call, operands)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_equal_distances_lie_in_one_dimension(api: Api, soc: str) -> None:
    """LinSpace makes a row of steps elements, which is copied to one of its shape alone; Linspace
    counts the elements of out before, LogSpace does not."""
    ends = ONE, ONE
    for steps, out, linear, powers in (
        (10, tensor(FLOAT, 10), 0, 0),
        (10, tensor(FLOAT, 2, 5), 561103, 561103),
        (10, tensor(FLOAT, 9), 161002, 561103),
        (0, tensor(FLOAT, 9), 161002, 0),
        (-1, tensor(FLOAT, 9), 161002, 161002),
        (1, tensor(FLOAT), 0, 0),
    ):
        count = ["i", steps]
        assert answer(api, soc, "aclnnLinspace", *ends, count, out)[0] == linear
        assert answer(api, soc, "aclnnLogSpace", *ends, count, ["d", 10.0], out)[0] == powers


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_gradients_of_modulation_may_be_left_out(api: Api, soc: str) -> None:
    """grad_scale and grad_shift are copied where they are given, in the type of grad_input."""
    whole, rows = tensor(FLOAT, 2, 3, 4), tensor(FLOAT, 2, 4)
    inputs = whole, whole, rows, rows
    for outputs, status in (
        ((whole, rows, rows), 0),
        ((whole, NULL, NULL), 0),
        ((whole, tensor(FLOAT16, 2, 4), NULL), 561103),
        ((tensor(FLOAT, 2, 3, 5), rows, rows), 561103),
        ((NULL, rows, rows), 161001),
    ):
        assert answer(api, soc, "aclnnModulateBackward", *inputs, *outputs)[0] == status


@pytest.mark.usefixtures("own_library")
def test_formats_that_calls_ask_for(api: Api) -> None:
    """Shrink takes every format that both have; signs are packed and unpacked in ND alone."""
    options = ONE, ONE
    for given, out, status in ((NCHW, NCHW, 0), (NCHW, ND, 161002), (ND, NCHW, 161002)):
        operands = tensor(FLOAT, 4, layout=given), *options, tensor(FLOAT, 4, layout=out)
        assert answer(api, "Ascend910B", "aclnnShrink", *operands)[0] == status
    for given, out in ((NCHW, ND), (ND, NCHW)):
        packed = tensor(FLOAT, 16, layout=given), ["i", 1], tensor(UINT8, 1, 2, layout=out)
        assert answer(api, "Ascend910B", "aclnnSignBitsPack", *packed)[0] == 161002
        unpacked = tensor(UINT8, 2, layout=given), ["i", 1], ["i", FLOAT]
        to = tensor(FLOAT, 1, 16, layout=out)
        assert answer(api, "Ascend910B", "aclnnSignBitsUnpack", *unpacked, to)[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "attributes", "kept", "made"),
    [
        ("aclnnFloor", [], INT32, FLOAT),
        ("aclnnNanToNum", [["f", 0.0], ["f", 1.0], ["f", -1.0]], INT32, FLOAT),
        ("aclnnFrac", [], INT32, FLOAT),
        ("aclnnReal", [], FLOAT, None),
        ("aclnnClampMin", [ONE], FLOAT, INT8),
        ("aclnnHardtanh", [ONE, ONE], FLOAT, INT8),
        ("aclnnSliceV2", [ints(0), ints(2), ints(0), ints(1)], FLOAT, None),
    ],
)
def test_a_result_keeps_the_format_of_some_types(
    api: Api, call: str, attributes: Any, kept: int, made: int | None
) -> None:
    """Copies, zeros and numbers that the AI cores clip keep it; other results are ND."""
    for dtype, status in ((kept, 561103), (made, 0)):
        for given, out, found in ((NCHW, ND, status), (ND, NCHW, 0), (NCHW, NCHW, 0)):
            if dtype is None:
                continue
            operands = tensor(dtype, *SHAPE, layout=given), *attributes
            to = tensor(dtype, *SHAPE, layout=out)
            assert answer(api, "Ascend910B", call, *operands, to)[0] == found
