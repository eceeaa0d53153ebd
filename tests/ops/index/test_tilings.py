# SPDX-License-Identifier: Apache-2.0
"""What the public tilings of calls on indices refuse, where op_api does not look."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, INT32, answer, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", ["Mul", "Div", "Max", "Min"])
def test_updates_of_rows_have_the_shapes_of_indices_and_rows(api: Api, name: str) -> None:
    """561002: CANN generates these calls. Data types are looked at before: 161002."""
    call = f"aclnnScatter{name}"
    rows, indices = tensor(FLOAT, 5, 3), tensor(INT32, 2, 4)
    for shape, status in (
        ((2, 4, 3), 0),
        ((2, 4, 2), 561002),
        ((4, 2, 3), 561002),
        ((8, 3), 561002),
        ((2, 4, 3, 1), 561002),
    ):
        given = [rows, indices, tensor(FLOAT, *shape), ["b", 0]]
        assert answer(api, "Ascend950", call, *given)[0] == status, shape
        given[2] = tensor(FLOAT16, *shape)
        assert answer(api, "Ascend950", call, *given)[0] == 161002, shape
