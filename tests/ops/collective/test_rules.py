# SPDX-License-Identifier: Apache-2.0
"""What CANN's op_api refuses of calls of several ranks."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT8, NULL, answer, ints, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("soc", "mode", "fits"),
    [
        ("Ascend910B", ["s", "ai_cpu"], True),
        ("Ascend910B", NULL, True),
        ("Ascend910B", ["s", "ccu"], False),
        ("Ascend950", ["s", "ccu"], True),
        ("Ascend950", ["s", "ai_cpu"], True),
        ("Ascend950", NULL, False),
        ("Ascend950", ["s", "aiv"], False),
    ],
)
def test_sums_of_ranks_have_a_mode_of_the_exchange(
    api: Api, soc: str, mode: Any, fits: bool
) -> None:
    """IsCommModeValid of matmul_all_reduce_util.cpp, which is looked at before the group."""
    x1, x2, out = tensor(FLOAT16, 4, 8), tensor(FLOAT16, 8, 6), tensor(FLOAT16, 4, 6)
    found = answer(
        api, soc, "aclnnMatmulAllReduceV3", x1, x2, NULL, NULL, ["s", "no group"], ["s", "sum"],
        mode, ["i", 0], ["i", 1], out,
    )  # fmt: skip
    assert (found[0] != 161002) == fits, found


FLOAT8, E8M0 = 36, 37
GROUP: list[Any] = ["s", "no group"]
MODES: dict[str, list[Any]] = {
    "Ascend910B": ["s", "aiv"],
    "Ascend910_93": ["s", "ai_cpu"],
    "Ascend950": ["s", "ccu"],
}

#: Operands that op_api takes, of the vendor's test_aclnn_allto_all_matmul.csv and its neighbours.
SENT: dict[str, dict[str, Any]] = {
    "aclnnAlltoAllMatmul": {
        "x1": tensor(BFLOAT16, 256, 64),
        "x2": tensor(BFLOAT16, 64, 256),
        "bias": tensor(FLOAT, 256),
        "axes": ints(-2, -1),
        "group": GROUP,
        "transposeX1": ["b", 0],
        "transposeX2": ["b", 0],
        "output": tensor(BFLOAT16, 256, 256),
        "kept": tensor(BFLOAT16, 256, 64),
    },
    "aclnnMatmulAlltoAll": {
        "x1": tensor(BFLOAT16, 256, 64),
        "x2": tensor(BFLOAT16, 64, 256),
        "bias": tensor(FLOAT, 256),
        "axes": ints(-1, -2),
        "group": GROUP,
        "transposeX1": ["b", 0],
        "transposeX2": ["b", 0],
        "output": tensor(BFLOAT16, 256, 256),
    },
    "aclnnAlltoAllQuantMatmul": {
        "x1": tensor(BFLOAT16, 256, 64),
        "x2": tensor(INT8, 128, 256),
        "bias": tensor(FLOAT, 256),
        "x1Scale": NULL,
        "x2Scale": tensor(FLOAT, 256),
        **dict.fromkeys(("commScale", "x1Offset", "x2Offset"), NULL),
        "group": GROUP,
        "axes": ints(-2, -1),
        "x1QuantMode": ["i", 7],
        "x2QuantMode": ["i", 2],
        "commQuantMode": ["i", 0],
        "commQuantDtype": ["i", -1],
        "x1QuantDtype": ["i", 2],
        "groupSize": ["i", 0],
        "transposeX1": ["b", 0],
        "transposeX2": ["b", 0],
        "output": tensor(BFLOAT16, 128, 256),
        "kept": tensor(BFLOAT16, 128, 128),
    },
    "aclnnQuantMatmulAlltoAll": {
        "x1": tensor(INT8, 256, 64),
        "x2": tensor(INT8, 64, 256),
        "bias": tensor(BFLOAT16, 256),
        "x1Scale": tensor(FLOAT, 256),
        "x2Scale": tensor(FLOAT, 256),
        **dict.fromkeys(("commScale", "x1Offset", "x2Offset"), NULL),
        "axes": NULL,
        "group": GROUP,
        "x1QuantMode": ["i", 3],
        "x2QuantMode": ["i", 2],
        "commQuantMode": ["i", 0],
        "commQuantDtype": ["i", -1],
        "groupSize": ["i", 0],
        "transposeX1": ["b", 0],
        "transposeX2": ["b", 0],
        "output": tensor(BFLOAT16, 256, 256),
    },
    "aclnnAllGatherMatmulV2": {
        "x1": tensor(FLOAT16, 16, 256),
        "x2": tensor(FLOAT16, 256, 16),
        **dict.fromkeys(("bias", "x1Scale", "x2Scale", "quantScale"), NULL),
        "blockSize": ["i", 0],
        "group": GROUP,
        "gatherIndex": ["i", 0],
        "commTurn": ["i", 0],
        "streamMode": ["i", 1],
        "groupSize": ["i", 0],
        "commMode": ["s", "aiv"],
        "output": tensor(FLOAT16, 16, 16),
        "gatherOut": tensor(FLOAT16, 16, 256),
        "amaxOut": NULL,
    },
    "aclnnMatmulReduceScatterV2": {
        "x1": tensor(FLOAT16, 16, 256),
        "x2": tensor(FLOAT16, 256, 16),
        **dict.fromkeys(("bias", "x1Scale", "x2Scale", "quantScale"), NULL),
        "blockSize": ["i", 0],
        "group": GROUP,
        "reduceOp": ["s", "sum"],
        "commTurn": ["i", 0],
        "streamMode": ["i", 1],
        "groupSize": ["i", 0],
        "commMode": ["s", "aiv"],
        "output": tensor(FLOAT16, 16, 16),
        "amaxOut": NULL,
    },
    "aclnnQuantAllReduce": {
        "x": tensor(INT8, 4, 1024),
        "scales": tensor(FLOAT, 4, 8),
        "group": GROUP,
        "reduceOp": ["s", "sum"],
        "output": tensor(FLOAT16, 4, 1024),
    },
}

OPERANDS: tuple[str, ...] = ("x1", "x2", "x", "scales", "output")

#: A call, a product, what is other than above, and what op_api answers.
REFUSED: list[tuple[str, str, dict[str, Any], int]] = [
    *((call, "Ascend910B", {}, 0) for call in SENT if call != "aclnnQuantAllReduce"),
    *(
        (call, "Ascend910B", {name: NULL}, 161001)
        for call, operands in SENT.items()
        for name in OPERANDS
        if name in operands
    ),
    *(
        (call, "Ascend910B", changed, 161002)
        for call in SENT
        if "AlltoAll" in call
        for changed in (
            {"axes": ints(0, 1)},
            {"axes": ints(-2)},
            {"transposeX1": ["b", 1]},
            {"group": NULL},
            {"group": ["s", ""]},
            {"group": ["s", "g" * 128]},
            {"output": tensor(BFLOAT16, 256)},
            {"x1": tensor(FLOAT, 256, 64)},
            {"bias": tensor(FLOAT, 255)},
        )
    ),
    ("aclnnAlltoAllMatmul", "Ascend910B", {"x1": tensor(BFLOAT16, 256, 0)}, 161002),
    ("aclnnAlltoAllMatmul", "Ascend950", {"x1": tensor(BFLOAT16, 0, 64)}, 0),
    (
        "aclnnAlltoAllMatmul",
        "Ascend910B",
        {"x2": tensor(BFLOAT16, 64, 256, strides=[1, 64])},
        161002,
    ),
    ("aclnnAlltoAllMatmul", "Ascend950", {"x2": tensor(BFLOAT16, 64, 256, strides=[1, 64])}, 0),
    (
        "aclnnAlltoAllMatmul",
        "Ascend950",
        {"x2": tensor(BFLOAT16, 64, 256, strides=[1, 64]), "transposeX2": ["b", 1]},
        161002,
    ),
    ("aclnnMatmulAlltoAll", "Ascend910B", {"x1": tensor(BFLOAT16, 0, 64)}, 161002),
    ("aclnnMatmulAlltoAll", "Ascend950", {"x1": tensor(BFLOAT16, 0, 64)}, 0),
    ("aclnnMatmulAlltoAll", "Ascend910B", {"bias": tensor(BFLOAT16, 256)}, 161002),
    ("aclnnMatmulAlltoAll", "Ascend950", {"bias": tensor(BFLOAT16, 256)}, 0),
    ("aclnnMatmulAlltoAll", "Ascend910B", {"x1": tensor(BFLOAT16, 256, 63)}, 161002),
    ("aclnnAlltoAllQuantMatmul", "Ascend910B", {"x2Scale": NULL}, 161001),
    ("aclnnAlltoAllQuantMatmul", "Ascend950", {}, 161002),
    (
        "aclnnAlltoAllQuantMatmul",
        "Ascend910B",
        {"x1QuantMode": ["i", 3], "x1Scale": tensor(FLOAT16, 256)},
        161002,
    ),
    ("aclnnQuantMatmulAlltoAll", "Ascend910B", {"bias": NULL}, 161001),
    ("aclnnQuantMatmulAlltoAll", "Ascend910B", {"x1Scale": NULL}, 161001),
    ("aclnnQuantMatmulAlltoAll", "Ascend910B", {"x1QuantMode": ["i", 6]}, 161002),
    ("aclnnQuantMatmulAlltoAll", "Ascend910B", {"x1Scale": tensor(FLOAT, 255)}, 161002),
    ("aclnnQuantMatmulAlltoAll", "Ascend910B", {"output": tensor(FLOAT16, 256, 256)}, 161002),
    ("aclnnAllGatherMatmulV2", "Ascend910B", {"commMode": NULL}, 561103),
    ("aclnnAllGatherMatmulV2", "Ascend950", {"commMode": NULL}, 561103),
    ("aclnnAllGatherMatmulV2", "Ascend910B", {"commMode": ["s", "ai_cpu"]}, 161002),
    ("aclnnAllGatherMatmulV2", "Ascend950", {}, 161002),
    ("aclnnAllGatherMatmulV2", "Ascend950", {"commMode": ["s", "ccu"]}, 0),
    ("aclnnAllGatherMatmulV2", "Ascend910B", {"streamMode": ["i", 0]}, 161002),
    ("aclnnAllGatherMatmulV2", "Ascend910B", {"gatherOut": NULL}, 0),
    (
        "aclnnAllGatherMatmulV2",
        "Ascend950",
        {"commMode": ["s", "ccu"], "amaxOut": tensor(FLOAT, 1)},
        161002,
    ),
    (
        "aclnnAllGatherMatmulV2",
        "Ascend950",
        {"commMode": ["s", "ccu"], "x1": tensor(FLOAT8, 16, 256), "x2": tensor(FLOAT8, 256, 16)},
        161002,
    ),
    ("aclnnMatmulReduceScatterV2", "Ascend950", {"commMode": NULL}, 161001),
    ("aclnnMatmulReduceScatterV2", "Ascend950", {}, 161002),
    ("aclnnMatmulReduceScatterV2", "Ascend950", {"commMode": ["s", "ai_cpu"]}, 0),
    ("aclnnMatmulReduceScatterV2", "Ascend910B", {"x1": tensor(FLOAT16, 16, 255)}, 161002),
    ("aclnnQuantAllReduce", "Ascend950", {}, 0),
    ("aclnnQuantAllReduce", "Ascend910B", {}, 561103),
    ("aclnnQuantAllReduce", "Ascend950", {"group": NULL}, 161002),
    ("aclnnQuantAllReduce", "Ascend950", {"group": ["s", "g" * 128]}, 161002),
    ("aclnnQuantAllReduce", "Ascend950", {"scales": tensor(E8M0, 4, 16, 2)}, 161002),
    ("aclnnQuantAllReduce", "Ascend950", {"output": tensor(INT8, 4, 1024)}, 161002),
]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("call", "soc", "changed", "status"), REFUSED)
def test_what_op_api_refuses(
    api: Api, call: str, soc: str, changed: dict[str, Any], status: int
) -> None:
    found = answer(api, soc, call, *(SENT[call] | changed).values())
    assert found[0] == status, found


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", MODES)
@pytest.mark.parametrize("call", ["aclnnAlltoAllMatmul", "aclnnMatmulAlltoAll"])
def test_modes_of_parts(api: Api, call: str, soc: str) -> None:
    """CheckAndHandleCommMode of matmul_allto_all_util.cpp."""
    operands = SENT[call]
    for mode, status in (*((each, 161002) for each in MODES.values()), (NULL, 161001)):
        given: dict[str, Any] = {}
        for name, value in operands.items():
            given[name] = value
            if name == "group":
                given["commMode"] = mode
        is_right = mode == MODES[soc] or (mode == ["s", "ai_cpu"] and soc == "Ascend950")
        assert answer(api, soc, f"{call}V2", *given.values())[0] == (0 if is_right else status)
