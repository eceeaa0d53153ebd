# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for pads: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, answer, ints, tensor


@pytest.mark.usefixtures("own_library")
def test_kernels_of_pad_gradients_ask_for_lines_on_910b(api: Api) -> None:
    """A core has 64 lines of a plane, 2 short lines of rows that are padded alone, or none of a
    plane that fits; 48 cores share planes, or rows. All ask for 16 MiB beside that."""
    mebi, three = 16 << 20, "Pad3dBackward"

    def found(call: str, padding: list[int], *shape: int, dtype: int = FLOAT) -> str:
        pads = [sum(padding[2 * i : 2 * i + 2]) for i in range(len(padding) // 2)][::-1]
        padded = [*shape[: -len(pads)]]
        padded += [size + more for size, more in zip(shape[-len(pads) :], pads, strict=True)]
        like = tensor(dtype, *shape)
        return answer(
            api, "Ascend910B", f"aclnn{call}", tensor(dtype, *padded), like, ints(*padding), like
        )[2]

    def asks(name: str, more: int) -> str:
        return f"{name}:float|{mebi + more}"

    # planes of up to 128 x 112 fit; 130 x 200 of the gradient are 208 columns in blocks of 16
    assert found("ReflectionPad2dBackward", [1, 1, 1, 1], 2, 3, 8, 8) == asks("PadV4Grad", 0)
    large = found("ReflectionPad2dBackward", [1, 1, 1, 1], 2, 3, 128, 198)
    assert large == asks("PadV4Grad", 208 * 64 * 4 * 6)
    # rows alone: 64 places each way, or those of both entries, of 6 * 130 rows by 48 cores
    rows = found("ReflectionPad2dBackward", [1, 2, 0, 0], 2, 3, 130, 197)
    assert rows == asks("PadV4Grad", 2 * 64 * 4 * 48)
    # 2 * 20 + 1 places in blocks of 8; 3 rows of the channels
    line = found("ReflectionPad1dBackward", [20, 0], 1, 3, 197)
    assert line == asks("PadV4Grad", 2 * 48 * 4 * 3)
    assert found("ReplicationPad2dBackward", [0, 0, 1, 1], 2, 3, 8, 8) == asks(
        "PadV3GradReplicate", 0
    )
    # 1 + 1 places in blocks of 32; 6 * 8 rows
    line = found("ReplicationPad2dBackward", [1, 1, 0, 0], 2, 3, 8, 8)
    assert line == asks("PadV3GradReplicate", 2 * 32 * 4 * 48)
    # 10 x 10 in blocks of 16
    plane = found("ReplicationPad2dBackward", [1, 1, 1, 1], 2, 3, 8, 8)
    assert plane == asks("PadV3GradReplicate", 16 * 64 * 4 * 6)
    # 2 volumes of 6 x 6 x 6: 32 lines of 16 columns, or planes of halves
    assert found(f"Reflection{three}", [1] * 6, 1, 2, 4, 4, 4) == asks(
        "ReflectionPad3dGrad", 16 * 32 * 4 * 2
    )
    halves = found(f"Reflection{three}", [1] * 6, 1, 2, 4, 4, 4, dtype=FLOAT16)
    assert halves == f"ReflectionPad3dGrad:float16|{mebi + 16 * 16 * 4 * 2}"
    # 12 layers: rows of 6, columns of 6 - 2 - 2, twice, and two layers of 4 x 4 of each volume
    edges = (12 * (6 + 2) * 2 + 2 * 16 * 2) * 4
    assert found(f"Replication{three}", [1] * 6, 1, 2, 4, 4, 4) == asks(
        "PadV3GradReplication", edges
    )
    # 6 planes of 10 rows: 10 columns in blocks of 8, and 8 on both sides
    assert found("CircularPad2dBackward", [1, 1, 1, 1], 2, 3, 8, 8) == asks(
        "CircularPadGrad", 6 * 10 * (16 + 16) * 4
    )


@pytest.mark.usefixtures("own_library")
def test_gradients_of_circular_pads_add_up_halves_on_910b(api: Api) -> None:
    """At most half of the places of gradOutput at one end, or two thirds at both: of 5 + 5, and of
    3 + 3 + 3. Rows of channels are what the kernel for rows is asked about on 910."""
    for padding, status in (((4, 0, 0, 0), 0), ((4, 4, 0, 0), 0), ((0, 0, 4, 5), 0)):
        self = tensor(FLOAT, 2, 3, 5, 5)
        grad = tensor(FLOAT, 2, 3, 5 + sum(padding[2:]), 5 + sum(padding[:2]))
        found = answer(
            api, "Ascend910B", "aclnnCircularPad2dBackward", grad, self, ints(*padding), self
        )
        assert found[0] == status
    for padding in ((5, 6, 0, 0), (0, 0, 6, 0)):
        self = tensor(FLOAT, 2, 3, 5, 5)
        grad = tensor(FLOAT, 2, 3, 5 + sum(padding[2:]), 5 + sum(padding[:2]))
        found = answer(
            api, "Ascend910B", "aclnnCircularPad2dBackward", grad, self, ints(*padding), self
        )
        assert found[0] == 561103
    for channels, engine in ((800, ""), (801, "(aicpu)")):
        self, grad = tensor(FLOAT, 1, channels, 8), tensor(FLOAT, 1, channels, 10)
        found = answer(
            api, "Ascend910", "aclnnReflectionPad1dBackward", grad, self, ints(1, 1), self
        )
        assert found[2] == f"PadV3Grad{engine}:float"
