# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for indices: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    BLOCK,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    KERNEL,
    UINT8,
    answer,
    on_950,
    tensor,
)


def expanded(*shape: int) -> list[Any]:
    """An index of one place for each row, as expand makes it; its storage has no repeats."""
    rows = shape[-2]
    strides = [rows, 1, 0][-len(shape) :]
    index = tensor(INT64, *shape, strides=strides)
    index[-1] = [rows if len(shape) == 2 else shape[0] * rows]
    return index


@pytest.mark.usefixtures("own_library")
def test_910b_sorts_an_expanded_index(api: Api) -> None:
    """Of rows that are added or put: LinearIndex, Sort and ScatterAddWithSorted take the place of
    ScatterElementsV2. Integers are added without a sort, uint8 as int32."""
    linear = f"LinearIndex:int32|{KERNEL}>"
    scatter = f"ScatterAddWithSorted:{{}}|{KERNEL}"
    for dtype, rows, wanted in (
        (FLOAT, 6, linear + "Sort:float+int32>" + scatter.format("float")),
        (FLOAT, 1, linear + scatter.format("float")),
        (INT32, 6, linear + scatter.format("int32")),
        (UINT8, 6, "Cast:int32>Cast:int32>" + linear + scatter.format("int32") + ">Cast:uint8"),
    ):
        operands = ["i", 0], expanded(rows, 4), tensor(dtype, rows, 4), tensor(dtype, 8, 4)
        found = answer(api, "Ascend910B", "aclnnScatterAdd", tensor(dtype, 8, 4), *operands)[2]
        assert found == wanted
    operands = ["i", 1], expanded(2, 6, 4), tensor(FLOAT, 2, 6, 4), tensor(FLOAT, 2, 8, 4)
    found = answer(api, "Ascend910B", "aclnnScatterAdd", tensor(FLOAT, 2, 8, 4), *operands)[2]
    assert found == "Slice:int64>" + linear + "Sort:float+int32>" + scatter.format("float")


@pytest.mark.usefixtures("own_library")
def test_ascend950_has_operators_for_an_expanded_index(api: Api) -> None:
    """ScatterAdd for sums of whole rows, ScatterUpdate for rows that are put."""
    self, rows, out = tensor(FLOAT, 8, 4), tensor(FLOAT, 6, 4), tensor(FLOAT, 8, 4)
    operands = self, ["i", 0], expanded(6, 4), rows
    found = answer(api, "Ascend950", "aclnnScatterAdd", *operands, out)
    assert found[2] == on_950("ScatterAdd:float")
    found = answer(api, "Ascend950", "aclnnScatter", *operands, ["i", 0], out)
    assert found[2] == on_950("ScatterUpdate:float")


@pytest.mark.usefixtures("own_library")
def test_ascend950_adds_elements_of_float32_on_its_cores(api: Api) -> None:
    """The public tiling of ScatterElementsV2 asks for 16 MiB. It changes self, which is copied
    where out lies elsewhere; here both have no address. The device's CPU adds integers."""
    for dtype, shape, wanted, size in (
        (FLOAT, [], on_950("ScatterElementsV2:float"), KERNEL + BLOCK),
        (FLOAT, [6, 4], on_950("ScatterElementsV2:float"), KERNEL + BLOCK),
        (INT32, [6, 4], "ScatterElements(aicpu):int32", 0),
    ):
        given = tensor(dtype, *shape)
        operands = given, ["i", 0], tensor(INT64, *shape), given, given
        assert answer(api, "Ascend950", "aclnnScatterAdd", *operands) == (0, size, wanted)


@pytest.mark.usefixtures("own_library")
def test_extremes_are_scattered_by_the_cpu(api: Api) -> None:
    """Ascend910's cores put, add and multiply."""
    operands = ["i", 1], tensor(INT64, 6, 4), tensor(FLOAT, 6, 4)
    for reduce, engine in ((0, ""), (1, ""), (2, ""), (3, "(aicpu)"), (4, "(aicpu)")):
        options = ["i", reduce], ["b", 1], tensor(FLOAT, 8, 4)
        found = answer(
            api, "Ascend910", "aclnnScatterReduce", tensor(FLOAT, 8, 4), *operands, *options
        )
        assert found[2] == f"ScatterElements{engine}:float"


def put(dtype: int, shape: list[int], places: int, adds: int = 1) -> list[list[Any]]:
    """The operands of an IndexPutImpl of rows."""
    indices = ["TensorList", [tensor(INT64, places)]]
    return [
        tensor(dtype, *shape),
        indices,
        tensor(dtype, places, *shape[1:]),
        ["b", adds],
        ["b", 0],
    ]


@pytest.mark.usefixtures("own_library")
def test_910b_sorts_many_indices_whose_rows_are_added(api: Api) -> None:
    """From 20000 on where rows have up to 128 elements, floats from 100000 on up to 1024; halves
    beside that in large numbers. Behind 16 MiB each of 48 cores has 32 bytes and two rows of
    float32."""
    wanted = f"IndexCheck:|{KERNEL}>LinearIndexV2:int32|{KERNEL}>Sort:float+int32>"
    for dtype, name, row, places in (
        (FLOAT, "float", 8, 20000),
        (FLOAT, "float", 1024, 100000),
        (FLOAT16, "float16", 2048, 100000),
        (BFLOAT16, "bfloat16", 30000, 100),
    ):
        found = answer(api, "Ascend910B", "aclnnIndexPutImpl", *put(dtype, [100, row], places))
        memory = KERNEL + 48 * (32 + 8 * row)
        assert found[2] == wanted + f"IndexPutWithSort:{name}|{memory}"
    for dtype, row, places, adds in (
        (FLOAT, 8, 19999, 1),
        (FLOAT, 8, 20000, 0),
        (FLOAT, 1025, 100000, 1),
        (BFLOAT16, 29999, 100, 1),
        (INT32, 8, 20000, 1),
    ):
        operands = put(dtype, [100, row], places, adds)
        assert "Sort" not in answer(api, "Ascend910B", "aclnnIndexPutImpl", *operands)[2]


@pytest.mark.usefixtures("own_library")
def test_ascend950_sorts_indices_of_few_places_or_long_rows(api: Api) -> None:
    """512 indices and more for a thirtieth of rows, where these have 256 bytes; 2048 elements a row
    and 32 Mi in all. Its kernel asks for the rows of its cores where they have more than 256
    bytes."""
    linear = on_950("LinearIndexV2:int64", "Sort:int64+int32")
    for shape, places, memory in (
        ([10, 64], 600, 0),
        ([10, 65], 600, 60 * 2 * (512 + 128)),
    ):
        operands = put(FLOAT, shape, places)
        found = answer(api, "Ascend950", "aclnnIndexPutImpl", *operands)[2]
        assert found == linear + f">IndexPutWithSortV2:float|{KERNEL + memory}"
    large = answer(api, "Ascend950", "aclnnIndexPutImpl", *put(FLOAT, [16383, 2048], 1, 0))
    assert large[2] == on_950("LinearIndexV2:int64", "Cast:int32", "IndexPutWithSortV2:float")
    for shape, places in (([10, 63], 600), ([10, 64], 299), ([16382, 2048], 1)):
        found = answer(api, "Ascend950", "aclnnIndexPutImpl", *put(FLOAT, shape, places, 0))[2]
        assert found == on_950("IndexPutV2:float")
    bytes_ = answer(api, "Ascend950", "aclnnIndexPutImpl", *put(2, [100, 256], 30))
    assert bytes_[2] == on_950("IndexPutV2:int8")


@pytest.mark.usefixtures("own_library")
def test_the_cpu_adds_rows_to_a_tensor_of_its_own(api: Api) -> None:
    """Which is what is copied to a strided result: one block."""
    out = tensor(11, 4, 3, strides=[1, 4])
    operands = tensor(11, 4, 3), ["i", 0], tensor(INT64, 2), tensor(11, 2, 3)
    alpha = ["S", 0, "0000803f"]
    found = answer(api, "Ascend910B", "aclnnIndexAdd", *operands, alpha, out)
    assert found == (0, BLOCK, "InplaceIndexAdd(aicpu):double>Transpose(aicpu):double")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_rows_of_a_single_number(api: Api, soc: str) -> None:
    """IndexAdd counts the dimension of none from the front alone; IndexCopy puts a number without
    dimensions into one dimension at most."""
    none, alpha = tensor(FLOAT), ["S", 0, "0000803f"]
    for dim, status in ((0, 0), (-1, 161002)):
        operands = none, ["i", dim], tensor(INT64, 1), tensor(FLOAT, 1), alpha, none
        assert answer(api, soc, "aclnnIndexAdd", *operands)[0] == status
    for shape, status in (([3], 0), ([3, 1], 161002)):
        self = tensor(FLOAT, *shape)
        copied = self, ["i", 0], tensor(INT64, 1), none, self
        assert answer(api, soc, "aclnnIndexCopy", *copied)[0] == status


@pytest.mark.usefixtures("own_library")
def test_910b_scatters_by_masks_of_the_same_shape(api: Api) -> None:
    """Or by a mask of rows, where source has rows of that length; the CPU by others."""
    cores = f"MaskedScatter:float|{KERNEL}"
    for mask, source, wanted in (
        ([2, 3], [6], cores),
        ([2, 1], [2, 3], cores),
        ([2, 1], [6], "MaskedScatter(aicpu):float"),
        ([3], [6], "MaskedScatter(aicpu):float"),
    ):
        operands = tensor(FLOAT, 2, 3), tensor(BOOL, *mask), tensor(FLOAT, *source)
        found = answer(api, "Ascend910B", "aclnnInplaceMaskedScatter", *operands)
        assert found[2] == wanted


@pytest.mark.usefixtures("own_library")
def test_950_gathers_doubles_on_its_cores(api: Api) -> None:
    operands = tensor(DOUBLE, 4, 3), tensor(INT32, 2, 1), ["b", 0], tensor(DOUBLE, 2, 3)
    found = answer(api, "Ascend950", "aclnnGatherNd", *operands)
    assert found == (0, KERNEL + BLOCK, f"GatherNd:double|{KERNEL}")
