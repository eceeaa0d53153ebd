# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api that families share, or that are tested on calls of several."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.c_calls import phase_one, selected
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    NCHW,
    ND,
    NULL,
    ONE,
    answer,
    ints,
    tensor,
)

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


HUGE = [0, 0]  # strides of views of one element


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "name", "operands"),
    [
        ("aclnnScatterReduce", "index",
         [tensor(FLOAT, 3, 4), ["i", 0], tensor(INT64, 2**32, 2**32, strides=HUGE),
          tensor(FLOAT, 3, 4), ["i", 1], ["b", 1], tensor(FLOAT, 3, 4)]),
        ("aclnnMoeTokenUnpermute", "permutedTokens",
         [tensor(FLOAT, 2**62, 64, strides=HUGE), tensor(INT32, 1), tensor(FLOAT, 1, 1), ["b", 0],
          NULL, tensor(FLOAT, 1, 64)]),
        ("aclnnRmsNormQuantV3", "rstd",
         [tensor(FLOAT16, 8, 64), tensor(FLOAT16, 64), tensor(FLOAT, 1), NULL, NULL, ["d", 1e-5],
          ["b", 1], ["b", 0], tensor(INT8, 8, 64), tensor(FLOAT, 2**32, 2**32, strides=HUGE)]),
    ],
)  # fmt: skip
def test_more_elements_than_63_bits_count(api: Api, call: str, name: str, operands: Any) -> None:
    """No check of these reads the dimension, and the tensor is not taken for an empty one."""
    with selected(api, "Ascend950" if call.endswith("V3") else "Ascend910B"):
        found = phase_one(api, call, operands)
    assert found.status == 161002
    assert f"the shape of {name} is" in found.text
    assert "the number of elements does not fit into 63 bits" in found.text
