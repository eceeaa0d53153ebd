# SPDX-License-Identifier: Apache-2.0
"""The workspace of every operator that the headers declare, whether CANN has it or not."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from sweep.runs import is_refused
from sweep.samples import declared_calls, each_call, samples, types_of

import aclnn_py as acl
from aclnn_py import native
from aclnn_py._ledger import ledger
from aclnn_py._prototype import snake_case

_PHASE_ONE = "GetWorkspaceSize"

# Calls that each operator takes: arguments by name, tensors as (shape, data type) or None.
CALLS: dict[str, list[dict[str, Any]]] = {
    "aclnnEmbeddingDenseBackward": [
        {"grad": ((8, 16), "float32"), "indices": ((8,), "int64"), "num_weights": 5},
        {"grad": ((0, 16), "float32"), "indices": ((0,), "int64"), "num_weights": 5},
    ],
    "aclnnExtBinaryPack": [{"x": ((3, 16), "float32"), "out": ((3, 2), "uint8")}],
    "aclnnExtBinaryUnpack": [
        {"packed": ((3, 2), "uint8"), "scale": scale, "out": ((3, 16), "float32")}
        for scale in (None, ((3, 1), "float32"))
    ],
    "aclnnExtBinaryEmbedding": [
        {
            "indices": ((4,), "int64"),
            "qweight": ((3, 2), "uint8"),
            "embed_scale": scale,
            "out": ((4, 16), "float32"),
        }
        for scale in (None, ((3, 1), "float32"))
    ],
    "aclnnExtBinaryEmbeddingBackward": [
        {
            "output_gradient": ((4, 16), "float32"),
            "indices": ((4,), "int64"),
            "scale": scale,
            "out": ((3, 2), "uint8"),
        }
        for scale in (None, ((4, 1), "float32"))
    ],
    "aclnnExtScale": [
        {"self": ((4,), "float32"), "alpha": 2.0, "out": ((4,), "float32")},
        {"self": ((0,), "float32"), "alpha": 2.0, "out": ((0,), "float32")},
    ],
    "aclnnExtTilize": [{"self": ((32, 32), "float32"), "type": 1, "out": ((4096,), "uint8")}],
    "aclnnExtUntilize": [{"self": ((4096,), "uint8"), "type": 1, "out": ((32, 32), "float32")}],
    "aclnnExtSumToShape": [{"self": ((3, 4), "float32"), "out": ((4,), "float32")}],
}


# All is done by phase one, which makes no executor that could be described.
WITHOUT_EXECUTOR = {"aclnnConvertWeightToINT4PackGetWorkspaceSize"}


def operators() -> list[str]:
    """The operators of the library, by the names of their second phases."""
    described = native.description()
    functions = set(described.functions) - set(described.unsupported) - WITHOUT_EXECUTOR
    found = (name.removesuffix(_PHASE_ONE) for name in functions if name.endswith(_PHASE_ONE))
    return sorted(name for name in found if ledger()[name].level != "refuses")


def calls_of(operator: str) -> list[dict[str, Any]]:
    """Those of the table; of a declared call some that its description makes."""
    if operator in CALLS:
        return CALLS[operator]
    declared = declared_calls()[operator]
    names = {each.name: snake_case(each.name) for each in declared.parameters}
    types = types_of(declared, "2201")[:1]
    return [
        {names[name]: value for name, value in sample.arguments.items() if name in names}
        for sample in samples(declared, "2201", types)
        if not is_refused(operator, sample)
    ][:3]


def tensors_in(arguments: dict[str, Any]) -> set[str]:
    """The names that the plan has for the tensors of the caller."""
    return {
        name
        for name, value in arguments.items()
        if isinstance(value, tuple | np.ndarray)
        or (isinstance(value, list) and value and isinstance(value[0], np.ndarray))
    }


def outputs_of(operator: str) -> set[str]:
    """The names that results may have where they are left out."""
    declared = declared_calls().get(operator)
    parameters = declared.parameters if declared is not None else ()
    return {snake_case(each.name) for each in parameters if each.role == "out"} | {"out"}


def test_operators_are_found() -> None:
    assert "aclnnEmbeddingDenseBackward" in operators()
    assert set(CALLS) <= set(operators())


@pytest.mark.parametrize(
    "operator", [*(each for each in operators() if each not in declared_calls()), *each_call()]
)
@pytest.mark.usefixtures("own_library")
def test_its_workspace_is_described(operator: str) -> None:
    if operator.startswith("aclnnExt"):
        assert operator in CALLS, f"add a call of {operator} to CALLS"
    for arguments in calls_of(operator):
        plan = acl.workspace(operator, **arguments)
        given = tensors_in(arguments)
        assert plan.operator == operator
        named = {snake_case(each.name) for each in plan.tensors if each.kind == "user"}
        assert named <= given | outputs_of(operator)
        # What CANN does not have is one operator that reads and writes its arguments.
        assert named == given or not operator.startswith("aclnnExt")
        assert plan.size == max((slot.offset + slot.bytes for slot in plan.slots), default=0)
        assert operator in plan.table()
        assert plan.drawing()
        assert json.loads(json.dumps(plan.as_dict()))["workspace_size"] == plan.size
        ET.fromstring(plan.svg())


@pytest.mark.usefixtures("own_library")
def test_an_operator_without_workspace() -> None:
    plan = acl.workspace("ExtScale", **CALLS["aclnnExtScale"][0])
    assert [step.name for step in plan.operators] == ["ExtScale"]
    assert (plan.size, plan.slots, plan.placements) == (0, (), ())
