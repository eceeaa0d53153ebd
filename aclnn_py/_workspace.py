# SPDX-License-Identifier: Apache-2.0
"""The workspace that CANN would ask for, with the plan that explains it.

    spec = acl.TensorSpec((8, 128, 768), "float16")
    plan = acl.workspace("EmbeddingDenseBackward", soc="Ascend910B2", num_weights=30522,
                         grad=spec, indices=acl.TensorSpec((8, 128), "int64"))
    plan.size                  # bytes
    print(plan.table())

Nothing runs and nothing is allocated: a call takes the first phase of the operator with tensors
that have no memory. docs/explanation/workspace.md says how CANN arrives at a size.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from . import _workspace_svg, _workspace_text, native
from ._ledger import ledger
from ._prototype import prototype, snake_case
from ._values import Objects, TensorList
from ._workspace_plan import L0Operator, Placement, PlannedTensor, Slot, WorkspacePlan
from .context import soc_name
from .data_types import data_type
from .errors import AclError, check, type_name
from .layout import fractal_format, fractal_storage, image_format
from .tensor_spec import TensorSpec

# --- What comes out ------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Workspace(WorkspacePlan):
    """The workspace of a call and the plan that it follows from.

    The fields are those of WorkspacePlan, which describes them: size, in bytes, is CANN's answer.
    """

    def __repr__(self) -> str:
        return (
            f"<aclnn_py.Workspace {self.operator} on {self.soc}: {self.size} bytes, "
            f"{len(self.operators)} L0 operators>"
        )

    def _repr_html_(self) -> str:
        """What notebooks show."""
        drawing = self.svg() if self.placements else ""
        return f"<pre>{escape(self.table())}</pre>\n{drawing}"

    def table(self) -> str:
        """What `aclnn workspace` prints above the drawing."""
        return _workspace_text.table(self)

    def drawing(self, width: int = 100, ascii_only: bool = False) -> str:
        """The layout over time as text, at most so many columns wide where that is possible."""
        return _workspace_text.drawing(self, width, ascii_only)

    def svg(self) -> str:
        """The layout over time as an SVG document: time across, address up."""
        return _workspace_svg.svg(self)


def _plan_of(text: str) -> Workspace:
    """The objects of a description (aclnnExtDescribeWorkspace)."""
    data = json.loads(text)
    return Workspace(
        operator=data["operator"],
        soc=data["soc"],
        family=data["family"],
        architecture=data["architecture"],
        cores=data["cores"],
        unified_buffer=data["unified_buffer"],
        deterministic=bool(data["deterministic"]),
        size=data["workspace_size"],
        assumed=tuple(data["assumed"]),
        tensors=tuple(PlannedTensor(**row) for row in data["tensors"]),
        operators=tuple(
            L0Operator(
                row["name"],
                row["engine"],
                tuple(row["inputs"]),
                tuple(row["outputs"]),
                tuple(row["workspaces"]),
                row["tiling"],
                tuple((name, words) for name, words in row["meanings"]),
            )
            for row in data["operators"]
        ),
        placements=tuple(Placement(**row) for row in data["placements"]),
        slots=tuple(Slot(**row) for row in data["slots"]),
    )


# --- The call ------------------------------------------------------------------------------------


@contextmanager
def selected(
    lib: native.Library, soc: str | None, deterministic: bool | None
) -> Iterator[native.Library]:
    """Select a product and the determinism of this thread's first phases, for a while.

    None leaves what is selected. Afterwards the thread has those of the process, whatever it had
    before: the C interface does not tell. Raises AclParameterError for a product that cannot be
    read.
    """
    try:
        if soc is not None:
            text = soc.encode("utf-8", "replace")
            check("aclnnExtSelectSoc", lib.aclnnExtSelectSoc(text))
        if deterministic is not None:
            level = int(deterministic)
            check("aclnnExtSelectDeterministic", lib.aclnnExtSelectDeterministic(level))
        yield lib
    finally:
        if soc is not None:
            lib.aclnnExtSelectSoc(None)
        if deterministic is not None:
            lib.aclnnExtSelectDeterministic(-1)


def _describe(lib: native.Library, executor: ctypes.c_void_p) -> str:
    length = ctypes.c_uint64()
    size = 16384  # holds nearly all of them, so that most are described once
    while True:
        buffer = ctypes.create_string_buffer(size)
        status = lib.aclnnExtDescribeWorkspace(executor, buffer, size, ctypes.byref(length))
        check("aclnnExtDescribeWorkspace", status)
        if length.value < size:
            return buffer.value.decode("ascii")
        size = length.value + 1


def _images(operator: str) -> frozenset[str]:
    """The parameters whose format says what their dimensions are."""
    entry = ledger().get(operator)
    declared = entry.declared if entry is not None else None
    parameters = declared.parameters if declared is not None else ()
    return frozenset(snake_case(each.name) for each in parameters if each.is_image)


def _fractals(operator: str) -> frozenset[str]:
    """The parameters whose format is FRACTAL_NZ."""
    entry = ledger().get(operator)
    declared = entry.declared if entry is not None else None
    parameters = declared.parameters if declared is not None else ()
    return frozenset(snake_case(each.name) for each in parameters if each.is_fractal)


def _in_fractals(value: Any, is_image: bool) -> Any:
    """Matrices and weights of convolutions of which nothing else is said: in blocks; of lists
    each."""
    if isinstance(value, TensorList):
        return TensorList([_in_fractals(each, is_image) for each in value.members])
    if not isinstance(value, TensorSpec) or value.format is not None:
        return value
    words = fractal_format(len(value.shape), is_image)
    storage = value.storage_shape
    if storage is None or tuple(storage) == tuple(value.shape):
        storage = fractal_storage(words, tuple(value.shape), data_type(value.dtype).bits)
    return dataclasses.replace(value, format=words, storage_shape=storage)


def _with_format(value: Any) -> Any:
    """Images of which nothing else is said: NCL, NCHW or NCDHW by their rank; of lists each."""
    if isinstance(value, TensorList):
        return TensorList([_with_format(each) for each in value.members])
    if isinstance(value, TensorSpec) and value.format is None:
        return dataclasses.replace(value, format=image_format(len(value.shape)))
    return value


def _make(objects: Objects, operator: str, parameter: str, value: Any) -> Any:
    try:
        return objects.tensor(value) if isinstance(value, TensorSpec) else objects.convert(value)
    except AclError:
        raise
    except (TypeError, ValueError) as cause:
        raise type(cause)(f"{operator}: {parameter}: {cause}") from None


def workspace(
    operator: str,
    /,
    *,
    soc: str | None = None,
    deterministic: bool | None = None,
    **arguments: object,
) -> Workspace:
    """The workspace that CANN would ask for, and its plan. Needs no device and runs nothing.

    operator       "EmbeddingDenseBackward", with or without aclnn
    soc            product, as in ACLNN_SOC: "Ascend950", "Ascend950:cores=72"; None is that of
                   the process
    deterministic  whether ACL_OPT_DETERMINISTIC is set; None is as aclrtSetSysParamOpt has it.
                   Where the operator has an argument of this name, that argument
    arguments      those of the first phase in C, in snake_case (numWeights is num_weights).
                   Tensors are TensorSpecs, (shape, dtype) pairs, or arrays and torch tensors, of
                   which shape, type and strides count. None is NULL

    A call with soc, or with deterministic, ends what the calling thread has selected itself by
    aclnnExtSelectSoc, or aclnnExtSelectDeterministic: afterwards it has that of the process. The C
    interface does not tell what was selected.

    Scalars are numbers, arrays sequences, data types names; lists of tensors are sequences.
    What has a default in the operator's Python function may be left out, and outputs, which are
    dense then and have the shape and data type of the function's result. For
    EmbeddingDenseBackward padding_idx is -1, scale_grad_by_freq is False and out is dense,
    (num_weights, D) with the data type of grad, when they are left out.

    Raises TypeError and ValueError naming the parameter for what C could not be given, and
    AclError with CANN's code and a text for what the operator refuses, for example 561103, or,
    without soc, where an ACLNN variable is wrong: the process has no product then.
    """
    call = prototype(operator)
    if not isinstance(soc, str | None):
        raise TypeError(f"{call.name}: soc: a str is required, not {type_name(soc)} ({soc!r})")
    if not isinstance(deterministic, bool | np.bool_ | None):
        raise TypeError(
            f"{call.name}: deterministic: a bool is required, not {type_name(deterministic)} "
            f"({deterministic!r})"
        )
    if soc is None:
        soc_name()
    if "deterministic" in call.parameters and deterministic is not None:
        arguments["deterministic"], deterministic = bool(deterministic), None
    values = call.complete(arguments)
    size = ctypes.c_uint64()
    executor = ctypes.c_void_p()
    with selected(native.load(), soc, deterministic) as lib:
        objects = Objects(lib)
        try:
            images, fractals = _images(call.name), _fractals(call.name)
            for position, (name, value) in enumerate(zip(call.parameters, values, strict=True)):
                given = _in_fractals(value, name in images) if name in fractals else value
                given = _with_format(given) if name in images else given
                values[position] = _make(objects, call.name, name, given)
            first_phase = getattr(lib, call.phase)
            check(call.phase, first_phase(*values, ctypes.byref(size), ctypes.byref(executor)))
            return _plan_of(_describe(lib, executor))
        finally:
            if executor:
                lib.aclDestroyAclOpExecutor(executor)
            objects.close()
