# SPDX-License-Identifier: Apache-2.0
"""What products become: CANN's operators, what their kernels ask for, and the bytes of the tensors
between them, from its rules: fractals of 16 rows by 16 columns on 910, elements where the depth is
1, one matrix on the right of Ascend950."""

from __future__ import annotations

from struct import pack
from typing import Any

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT64, MEBI, NULL, answer, ints, tensor, written

pytestmark = pytest.mark.usefixtures("own_library")
KEEP, LOWER, GROUPS = (["i", mode] for mode in (0, 1, 4))
ONE, TWO, ZERO = (["S", FLOAT, pack("<f", each).hex()] for each in (1.0, 2.0, 0.0))


def batches(
    dtype: int, left: tuple[int, ...], right: tuple[int, ...], out: tuple[int, ...],
    result: int | None = None, mode: list[Any] = KEEP,
) -> list[list[Any]]:  # fmt: skip
    """The arguments of aclnnBatchMatMul and aclnnMatmul."""
    result = dtype if result is None else result
    return [tensor(dtype, *left), tensor(dtype, *right), tensor(result, *out), mode]


def turned(dtype: int, *shape: int) -> list[Any]:
    """Matrices whose last two dimensions are swapped in memory."""
    strides = [1] * len(shape)
    strides[-1] = shape[-2]
    step = shape[-1] * shape[-2]
    for i in range(len(shape) - 3, -1, -1):
        strides[i] = step
        step *= shape[i]
    return tensor(dtype, *shape, strides=strides)


def test_batches_of_910_lie_in_fractals(api: Api) -> None:
    """17, 33 and 5 are 32, 48 and 16 then, of 2 bytes; not where all are whole, in float16."""
    shapes = (2, 17, 33), (2, 33, 5), (2, 17, 5)
    left, right, product = 2 * 32 * 48, 2 * 48 * 16, 2 * 32 * 16
    found = written(api, "Ascend910", "aclnnBatchMatMul", batches(FLOAT16, *shapes))
    names = "TransData", "TransData", "BatchMatMulV2", "TransData"
    sizes = 2 * left, 2 * right, 2 * product, 2 * 2 * 17 * 5
    assert found == list(zip(names, sizes, strict=True))
    arguments = batches(FLOAT, *shapes, mode=LOWER)
    found = written(api, "Ascend910", "aclnnBatchMatMul", arguments)
    sizes = 2 * left, 2 * right, 4 * product, 4 * 2 * 17 * 5
    casts = [("Cast", 2 * 2 * 17 * 33), ("Cast", 2 * 2 * 33 * 5)]
    assert found == casts + list(zip(names, sizes, strict=True))
    whole = batches(FLOAT16, (2, 16, 32), (2, 32, 48), (2, 16, 48))
    assert answer(api, "Ascend910", "aclnnBatchMatMul", *whole)[2] == "BatchMatMulV2:float16"


def test_910_reads_columns_by_the_dimensions_of_the_left_operand(api: Api) -> None:
    """Of [2, 3, 32, 48] as of three dimensions 3 and 32, of [3, 32, 48] as of four 48."""
    kernel = "BatchMatMulV2:float16"
    fractals = f"TransData:float16>TransData:float16>{kernel}>TransData:float16"
    for left, right, out, expected in (
        ((3, 16, 32), (2, 3, 32, 48), (2, 3, 16, 48), fractals),
        ((2, 3, 16, 32), (3, 32, 48), (2, 3, 16, 48), kernel),
        ((16, 32), (3, 32, 48), (3, 16, 48), kernel),
        ((16, 32), (3, 32, 47), (3, 16, 47), fractals),
    ):
        arguments = batches(FLOAT16, left, right, out)
        assert answer(api, "Ascend910", "aclnnMatmul", *arguments)[2] == expected


def test_one_matrix_on_the_right_of_950(api: Api) -> None:
    """The batches of the left are rows then, unless they are transposed. One tile of 256 by 256
    leaves cores that share a depth of 65536, 256 KiB each; 64 tiles leave none."""
    call, more = "aclnnBatchMatMul", 32 * 256 * 256 * 4
    shapes = (4, 8, 16), (1, 16, 32), (4, 8, 32)
    for out, name in ((FLOAT16, "float16"), (FLOAT, "float")):
        found = answer(api, "Ascend950", call, *batches(FLOAT16, *shapes, out))[2]
        assert found == f"MatMulV3:{name}|{20 * MEBI}"
    rest = batches(FLOAT16, *shapes)[1:]
    found = answer(api, "Ascend950", call, turned(FLOAT16, 4, 8, 16), *rest)[2]
    assert found == f"BatchMatMulV3:float16|{20 * MEBI}"
    one = tensor(FLOAT16, 1, 8, 32)
    found = answer(api, "Ascend950", call, turned(FLOAT16, 1, 8, 16), rest[0], one, KEEP)[2]
    assert found == f"MatMulV3:float16|{20 * MEBI}"
    deep = batches(FLOAT16, (2, 8, 65536), (1, 65536, 32), (2, 8, 32))
    found = answer(api, "Ascend950", call, *deep)[2]
    assert found == f"MatMulV3:float16|{20 * MEBI + more}"
    tiles = batches(FLOAT16, (64, 256, 8192), (1, 8192, 256), (64, 256, 256))
    assert answer(api, "Ascend950", call, *tiles)[2] == f"MatMulV3:float16|{20 * MEBI}"
    row = batches(FLOAT, (1, 1, 65536), (1, 65536, 32), (1, 1, 32), mode=GROUPS)
    found = answer(api, "Ascend950", call, *row)[2]
    assert found == f"MatMulV3:float|{20 * MEBI + more}"


def test_batches_of_depth_one_are_multiplied_by_elements(api: Api) -> None:
    """On 910B, bfloat16 up to 4000 columns; not where halves give float32; never on 910. On 950
    not where a core loads whole batches, more than there are of 32 cores, or 128 and more have
    rows of 16 halves and fewer."""

    def found(soc: str, dtype: int, count: int, columns: int, right: int, out: int) -> str:
        shapes = (count, 8, 1), (right, 1, columns), (count, 8, columns)
        return answer(api, soc, "aclnnBatchMatMul", *batches(dtype, *shapes, out))[2]

    mul, kernel = f"Mul:float16|{16 * MEBI}", f"BatchMatMulV3:float16|{20 * MEBI}"
    assert found("Ascend910B", FLOAT16, 4, 32, 4, FLOAT16) == "Mul:float16"
    assert found("Ascend910B", FLOAT16, 4, 32, 4, FLOAT) == f"BatchMatMulV3:float|{20 * MEBI}"
    assert found("Ascend910B", BFLOAT16, 4, 4000, 4, BFLOAT16) == "Mul:bfloat16"
    assert found("Ascend910B", BFLOAT16, 4, 4001, 4, BFLOAT16) == "BatchMatMulV2:bfloat16"
    assert "Mul:" not in found("Ascend910", FLOAT16, 4, 32, 4, FLOAT16)
    for count, columns, right, expected in (
        (32, 32, 32, mul),
        (33, 32, 33, kernel),
        (33, 32, 1, mul),
        (128, 40, 1, mul),
        (128, 8, 1, f"MatMulV3:float16|{20 * MEBI}"),
        (127, 8, 1, mul),
    ):
        assert found("Ascend950", FLOAT16, count, columns, right, FLOAT16) == expected


def test_rows_and_vectors_of_depth_one_are_multiplied_by_elements(api: Api) -> None:
    """Batches on the left of a matrix are its rows: 32 by 32 are too few of bfloat16."""
    for dtype, left, right, out, expected in (
        (FLOAT16, (4, 8, 1), (1, 32), (4, 8, 32), "Mul:float16"),
        (BFLOAT16, (4, 8, 1), (1, 32), (4, 8, 32), "MatMulV2:bfloat16"),
        (BFLOAT16, (40, 8, 1), (1, 32), (40, 8, 32), "Mul:bfloat16"),
        (FLOAT16, (8, 1), (1,), (8,), "Mul:float16"),
        (FLOAT16, (1,), (4, 1, 8), (4, 8), "Mul:float16"),
    ):
        arguments = batches(dtype, left, right, out)
        assert answer(api, "Ascend910B", "aclnnMatmul", *arguments)[2] == expected


def test_a_turned_matrix_beside_batches_is_copied(api: Api) -> None:
    """It is given two dimensions more, of a dense one."""
    rest = tensor(FLOAT16, 3, 16, 32), tensor(FLOAT16, 3, 8, 32), KEEP
    found = written(api, "Ascend910B", "aclnnMatmul", [turned(FLOAT16, 8, 16), *rest])
    assert found == [("Transpose", 2 * 8 * 16), ("BatchMatMulV2", 2 * 3 * 8 * 32)]


def test_sums_with_products(api: Api) -> None:
    """A depth of 1 keeps halves; groups of halves give halves, as their kernel does."""
    three = tensor(FLOAT16, 4, 8, 32)
    thin = tensor(FLOAT16, 4, 8, 1), tensor(FLOAT16, 4, 1, 32), TWO, ONE, three, KEEP
    found = answer(api, "Ascend910B", "aclnnBaddbmm", three, *thin)[2]
    assert found == "Muls:float16>Mul:float16>Add:float16"
    factors = tensor(FLOAT16, 4, 8, 16), tensor(FLOAT16, 4, 16, 32)
    for beta in (TWO, ZERO):
        arguments = (three, *factors, beta, ONE, three, GROUPS)
        assert answer(api, "Ascend910B", "aclnnBaddbmm", *arguments)[2] == "GemmV3:float16"
    arguments = (three, *factors, TWO, ONE, three, GROUPS)
    found = answer(api, "Ascend950", "aclnnBaddbmm", *arguments)[2]
    assert "BatchMatMulV3:float16|" in found
    two = tensor(FLOAT16, 16, 16)
    arguments = (two, two, two, TWO, ONE, two, GROUPS)
    assert answer(api, "Ascend910B", "aclnnAddmm", *arguments)[2] == "GemmV3:float16"


def test_910_adds_no_row_to_a_deep_product_in_its_kernel(api: Api) -> None:
    """Of a depth of 8 times its rows and columns, 16 here."""
    row, out = tensor(FLOAT16, 16), tensor(FLOAT16, 16, 16)
    for depth, is_added in ((112, False), (128, True)):
        matrices = tensor(FLOAT16, 16, depth), tensor(FLOAT16, depth, 16)
        found = answer(api, "Ascend910", "aclnnAddmm", row, *matrices, ONE, ONE, out, KEEP)[2]
        assert ("Add:" in found) == is_added


def test_sums_of_910_have_no_groups(api: Api) -> None:
    """Mode 4; a product alone is taken with it."""
    two, three = tensor(FLOAT16, 16, 16), tensor(FLOAT16, 2, 16, 16)
    for call, each in (("aclnnAddmm", two), ("aclnnBaddbmm", three)):
        for mode, status in ((KEEP, 0), (GROUPS, 161002)):
            arguments = (each, each, each, ONE, ONE, each, mode)
            assert answer(api, "Ascend910", call, *arguments)[0] == status
            in_place = (each, each, each, ONE, ONE, mode)
            inplace = call.replace("aclnn", "aclnnInplace")
            assert answer(api, "Ascend910", inplace, *in_place)[0] == status
        assert answer(api, "Ascend910B", call, *arguments)[0] == 0
    assert answer(api, "Ascend910", "aclnnMm", two, two, two, GROUPS)[0] == 0


@pytest.mark.usefixtures("own_library")
def test_turned_products_take_the_room_of_their_tiling(api: Api) -> None:
    """910B: 24 MiB where the tiling is that of einsum, the rows of x1 first and either x2 turned,
    or float32, or rows of more than 65535; 20 MiB elsewhere, and on Ascend950."""
    order, plain, turned = ints(1, 0, 2), ints(0, 1, 2), ints(0, 2, 1)
    mebi = 1 << 20

    def found(soc: str, dtype: int, depth: int, right: list[Any], mode: int = 0) -> str:
        x1 = tensor(dtype, 3, 2, depth)
        x2 = tensor(dtype, 2, depth, 5) if right == plain else tensor(dtype, 2, 5, depth)
        out = tensor(dtype, 3, 2, 5)
        status, _, operators = answer(
            api,
            soc,
            "aclnnTransposeBatchMatMul",
            *(x1, x2, NULL, NULL, order, right, order, ["i", mode], ["i", 1], out),
        )
        assert status == 0
        return operators

    head = "TransposeBatchMatMul:float16|"
    assert found("Ascend910B", FLOAT16, 4, plain) == f"{head}{20 * mebi}"
    assert found("Ascend910B", FLOAT16, 4, turned) == f"{head}{24 * mebi}"
    assert found("Ascend910B", FLOAT16, 32768, plain) == f"{head}{24 * mebi}"
    head32 = "TransposeBatchMatMul:float|"
    assert found("Ascend910B", FLOAT, 4, plain) == f"{head32}{24 * mebi}"
    assert found("Ascend910B", FLOAT, 4, plain, 3) == f"{head32}{20 * mebi}"  # HFLOAT32
    assert found("Ascend950", FLOAT16, 4, turned) == f"{head}{20 * mebi}"


@pytest.mark.usefixtures("own_library")
def test_fused_products_are_taken_apart_where_that_gains(api: Api) -> None:
    """Ascend950: the sum of few rows or columns, of a depth of 1 and of one x3 for all batches is a
    product and a sum; Gelu of few columns takes the product's float32 beside 20 MiB."""
    mebi = 1 << 20

    def found(kind: str, m: int, k: int, n: int, third: bool = False, mode: int = 0) -> str:
        x3 = tensor(FLOAT16, m, n) if third else NULL
        matrices = tensor(FLOAT16, m, k), tensor(FLOAT16, k, n)
        out = tensor(FLOAT16, m, n)
        status, _, operators = answer(
            api,
            "Ascend950",
            "aclnnFusedMatmul",
            *(*matrices, NULL, x3, ["s", kind], ["i", mode], out),
        )
        assert status == 0
        return operators

    whole = f"FusedMatMul:float16|{20 * mebi}"
    apart = [f"MatMulV3:float16|{20 * mebi}", f"Add:float16|{16 * mebi}"]
    assert found("relu", 20, 7, 18) == whole
    assert found("add", 20, 7, 18, True) == whole
    for m, k, n in ((15, 7, 18), (20, 7, 15)):
        assert found("add", m, k, n, True).split(">") == apart
        assert found("add", m, k, n, True, 4) == whole
    assert found("gelu_erf", 20, 7, 8) == f"FusedMatMul:float16|{20 * mebi + 20 * 8 * 4}"
    assert found("gelu_tanh", 20, 7, 16) == whole


@pytest.mark.usefixtures("own_library")
def test_one_kernel_multiplies_all_groups(api: Api) -> None:
    """It asks for 16 MiB; Ascend910 has none."""
    x, weight, y = tensor(FLOAT16, 7, 4), tensor(FLOAT16, 3, 4, 5), tensor(FLOAT16, 7, 5)
    lists: list[Any] = [["TensorList", [x]], ["TensorList", [weight]], *[NULL] * 5]
    groups: list[Any] = [tensor(INT64, 3), ["i", 3], ["i", 0], ["TensorList", [y]]]
    found = answer(api, "Ascend910B", "aclnnGroupedMatmulV3", *lists, *groups)
    assert found[0] == 0
    assert found[2] == f"GroupedMatmul:float16|{16 * MEBI}"
    assert answer(api, "Ascend910", "aclnnGroupedMatmulV3", *lists, *groups)[0] == 561103


def test_products_added_ask_for_tiles_of_sums(api: Api) -> None:
    """Two tiles of each of 24 cores, of 128 rows, or all of them up to the next 16, by 256 columns
    of float32, beside 16 MiB; on Ascend950 32 bytes. What the tiling refuses ends op_api."""
    more: list[Any] = [["b", 1], ["b", 0], ["i", 2]]

    def found(soc: str, m: int, *sums: int, x: int = FLOAT16) -> tuple[int, int, str]:
        matrices = [tensor(x, 6, m), tensor(FLOAT16, 6, 5), tensor(INT64, 2)]
        return answer(api, soc, "aclnnGroupedMatmulAdd", *matrices, tensor(FLOAT, *sums), *more)

    for m, rows in ((20, 32), (300, 128)):
        bytes_ = 16 * MEBI + rows * 256 * 4 * 24 * 2
        for sums in ((2, m, 5), (2 * m, 5)):
            assert found("Ascend910B", m, *sums)[2] == f"GroupedMatmulAdd:float|{bytes_}"
    assert found("Ascend950", 20, 2, 20, 5)[2] == "GroupedMatmulAdd:float|32"
    assert found("Ascend950", 20, 40, 5)[0] == 161002
    assert found("Ascend910B", 20, 2, 20, 6)[0] == 561103
    assert found("Ascend910B", 20, 2, 20, 5, x=BFLOAT16)[0] == 161002
    assert found("Ascend910", 20, 2, 20, 5)[0] == 561103
    null = [NULL, tensor(FLOAT16, 6, 5), tensor(INT64, 2), tensor(FLOAT, 2, 4, 5)]
    assert answer(api, "Ascend910B", "aclnnGroupedMatmulAdd", *null, *more)[0] == 161002
