# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for embeddings: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, INT64, answer, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_the_rows_of_an_embedding_are_compared_by_its_copy(api: Api, soc: str) -> None:
    """The sizes of indices are checked before; without elements nothing is copied."""
    for table, out, status in (
        ([10, 3], [4, 3], 0),
        ([10, 3], [5, 3], 161002),
        ([10, 3], [4], 161002),
        ([10, 3], [4, 2], 561103),
        ([10, 3, 2], [4, 3], 561103),
        ([10], [4, 1], 561103),
        ([0, 3], [4, 2], 0),
    ):
        operands = tensor(FLOAT, *table), tensor(INT64, 4), tensor(FLOAT, *out)
        assert answer(api, soc, "aclnnEmbedding", *operands)[0] == status
