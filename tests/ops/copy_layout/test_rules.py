# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for copies and layouts: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import BOOL, FLOAT, FLOAT16, INT16, NCHW, UINT8, UINT16, answer, ints, tensor

SHAPE = (2, 3, 4, 5)


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
def test_the_cpu_copies_no_wide_unsigned_numbers(api: Api) -> None:
    """Rows with gaps that do not grow evenly are copied on the CPU before Ascend950."""
    out = tensor(UINT16, 2, 3, strides=[7, 2])
    operands = tensor(UINT16, 2, 3), ints(0, 1), out
    for soc, status in (("Ascend910", 561103), ("Ascend910B", 561103), ("Ascend950", 0)):
        assert answer(api, soc, "aclnnPermute", *operands)[0] == status
    even = tensor(UINT16, 2, 3), ints(0, 1), tensor(UINT16, 2, 3, strides=[6, 2])
    assert answer(api, "Ascend910B", "aclnnPermute", *even)[0] == 0


@pytest.mark.usefixtures("own_library")
def test_a_copy_that_is_broadcast_has_no_format(api: Api) -> None:
    """BroadcastTo gives ND."""
    to = tensor(FLOAT, *SHAPE)
    same = to, tensor(FLOAT, *SHAPE, layout=NCHW)
    wider = to, tensor(FLOAT, 1, *SHAPE[1:], layout=NCHW)
    assert answer(api, "Ascend910B", "aclnnInplaceCopy", *same)[0] == 561103
    assert answer(api, "Ascend910B", "aclnnInplaceCopy", *wider)[0] == 0
