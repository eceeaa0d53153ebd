# SPDX-License-Identifier: Apache-2.0
"""The data types that the library says results have, beside those that CANN's documentation says.

Their shapes are compared by the sweeps of values: an oracle's result has one of its own.
"""

from __future__ import annotations

from itertools import islice

import pytest
from sweep.runs import promoted_of, results_of
from sweep.samples import declared_calls, samples, types_of

from aclnn_py._ledger import Declared


def computed(declared: Declared) -> list[str]:
    """The results that have the type that is computed in."""
    return [each.name for each in declared.parameters if each.data_type == "promoted"]


CALLS = {name: each for name, each in declared_calls().items() if computed(each)}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", list(CALLS))
def test_results_have_the_type_computed_in(name: str) -> None:
    declared = CALLS[name]
    for type_name in types_of(declared, "2201"):
        for sample in islice(samples(declared, "2201", [type_name]), 3):
            found = results_of(name, sample)
            for each in computed(declared):
                assert [one.type for one in found[each]] == [promoted_of(declared, sample)]


def test_there_are_such_calls() -> None:
    assert len(CALLS) > 50
