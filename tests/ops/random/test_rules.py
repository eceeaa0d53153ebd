# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for random numbers: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, INT64, answer, tensor


@pytest.mark.usefixtures("own_library")
def test_few_weights_are_sampled_with_a_seed_of_int64(api: Api) -> None:
    """From 5001 on also with one of uint64, but on Ascend910."""
    options = ["i", 1], ["b", 1]
    for soc, weights, status in (
        ("Ascend910", 5001, 161002),
        ("Ascend910B", 5000, 161002),
        ("Ascend910B", 5001, 0),
        ("Ascend950", 5000, 161002),
        ("Ascend950", 5001, 0),
    ):
        for seeds, wanted in ((INT64, 0), (10, status)):
            operands = *options, tensor(seeds, 1), tensor(seeds, 1), ["i", 0], tensor(INT64, 1)
            found = answer(api, soc, "aclnnMultinomialTensor", tensor(FLOAT, weights), *operands)
            assert found[0] == wanted
