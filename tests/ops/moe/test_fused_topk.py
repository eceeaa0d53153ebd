# SPDX-License-Identifier: Apache-2.0
"""The best experts of the best groups: statuses of op_api, the size, and copies that are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api, run_python
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, INT64, NULL, answer, tensor

import aclnn_py as acl
from aclnn_py import ops


def chosen(api: Api, soc: str = "Ascend910B", **more: Any) -> tuple[int, int, str]:
    experts, best = more.get("experts", 64), more.get("best", 8)
    out = tensor(INT32, 5, best)
    return answer(
        api, soc, "aclnnMoeFusedTopk", more.get("x", tensor(BFLOAT16, 5, experts)),
        more.get("added", tensor(BFLOAT16, experts)), more.get("counts", NULL),
        more.get("table", NULL), ["i", more.get("groups", 8)], ["i", more.get("group_best", 4)],
        ["i", more.get("summed", 2)], ["i", best], ["i", 0], ["b", True], ["f", 1.0],
        ["b", more.get("maps", False)], more.get("y", tensor(FLOAT, 5, best)),
        more.get("indices", out),
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_statuses_and_the_size(api: Api) -> None:
    found = chosen(api)
    assert found[0] == 0
    assert found[2].endswith(f"|{(16 << 20) + 5 * 64 * 4}"), found
    counts, table = tensor(INT32, 64), tensor(INT32, 64, 128)
    assert chosen(api, maps=True, counts=counts, table=table)[0] == 0
    assert chosen(api, maps=True, counts=counts)[0] == 161001
    assert chosen(api, maps=True, counts=tensor(INT64, 64), table=table)[0] == 161002
    assert chosen(api, maps=True, counts=counts, table=tensor(INT32, 64, 129))[0] == 161002
    assert chosen(api, counts=tensor(INT64, 3))[0] == 0
    assert chosen(api, indices=NULL)[0] == 161001
    assert chosen(api, added=tensor(FLOAT16, 64))[0] == 161002
    assert chosen(api, y=tensor(BFLOAT16, 5, 8))[0] == 161002
    assert chosen(api, groups=7)[0] == 161002
    assert chosen(api, groups=0)[0] == 161002
    assert chosen(api, group_best=9)[0] == 161002
    assert chosen(api, summed=9)[0] == 161002
    assert chosen(api, best=65)[0] == 161002
    assert chosen(api, experts=2048)[0] == 161002
    assert chosen(api, x=tensor(BFLOAT16, 0, 64))[:2] == (0, 0)


@pytest.mark.parametrize("copies", [3, -1])
def test_a_copy_that_is_none_fails(copies: int) -> None:
    x = np.zeros((4, 2), np.float32)
    with pytest.raises(acl.AclError, match="mappingNum"):
        ops.moe_fused_topk(
            x, x[0], mapping_num=np.full(2, copies, np.int32),
            mapping_table=np.zeros((2, 2), np.int32), group_num=1, group_topk=1, top_n=1, top_k=1,
            enable_expert_mapping=True,
        )  # fmt: skip


BITS = """
import hashlib
import numpy as np
from aclnn_py import AclError, ops

rng = np.random.default_rng(41)
x = rng.standard_normal((300, 64)).astype(np.float32)
counts, table = np.full(64, 2, np.int32), np.arange(128, dtype=np.int32).reshape(64, 2)
more = {"group_num": 8, "group_topk": 4, "top_n": 2, "top_k": 8}
found = ops.moe_fused_topk(x, x[0], mapping_num=counts, mapping_table=table, **more,
                           enable_expert_mapping=True)
print(*(hashlib.sha256(each.tobytes()).hexdigest() for each in found))
counts[5] = 100
try:
    ops.moe_fused_topk(x, x[0], mapping_num=counts, mapping_table=table, **more,
                       enable_expert_mapping=True)
except AclError as error:
    print(str(error).partition("mappingNum")[2])
"""


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
def test_cores_share_the_tokens() -> None:
    runs = [run_python(BITS, {"ACLNN_CORES": cores}) for cores in ("1", "3", "10")]
    assert [run.returncode for run in runs] == [0, 0, 0], runs[0].stderr
    assert "100 copies of the expert 5" in runs[0].stdout
    assert len({run.stdout for run in runs}) == 1
