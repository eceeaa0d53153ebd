# SPDX-License-Identifier: Apache-2.0
"""First phases with arguments as the facts write them.

    ["T", view shape, data type, format, strides or null, offset, storage shape]    aclTensor
    ["S", data type, little-endian bytes in hex]                                    aclScalar
    ["Int" | "Float" | "Bool", values]                                              arrays
    ["TensorList" | "ScalarList", members]
    ["s", text], ["i" | "b" | "f" | "d", value], ["n"]                              the rest, NULL

Data types and formats are numbers. Addresses of tensors are NULL.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from support import Api, int64s

from build_support.facts import type_name

#: The products behind the lines of the facts: their cores are those that the sizes are for.
PRODUCTS = {
    "Ascend910": "Ascend910A",
    "Ascend910B": "Ascend910B1",
    "Ascend910_93": "Ascend910_9391",
    "Ascend950": "Ascend950:cores=64,ub=253952",
}

_ARRAYS: dict[str, tuple[Any, str]] = {
    "Int": (ctypes.c_int64, "IntArray"),
    "Float": (ctypes.c_float, "FloatArray"),
    "Bool": (ctypes.c_bool, "BoolArray"),
}


def describe(arguments: Sequence[Any]) -> str:
    """Arguments as a case has them, for messages."""
    return json.dumps(arguments, separators=(",", ":"))


@contextmanager
def selected(api: Api, soc: str) -> Iterator[None]:
    """Phase one of this thread is that of a line of products."""
    api.ok.aclnnExtSelectSoc(PRODUCTS[soc].encode())
    try:
        yield
    finally:
        api.aclnnExtSelectSoc(None)


@dataclass
class Objects:
    """Objects of C that are made for arguments, until close()."""

    api: Api
    made: list[tuple[str, int]] = field(default_factory=list)

    def make(self, argument: Sequence[Any]) -> Any:
        """What C takes for an argument."""
        kind, *rest = argument
        if kind == "n":
            return None
        if kind == "T":
            return self._keep("Tensor", self._tensor(rest))
        if kind == "S":
            value = bytes.fromhex(rest[1]).ljust(16, b"\0")
            return self._keep("Scalar", self.api.aclCreateScalar(value, rest[0]))
        if kind in _ARRAYS:
            item, name = _ARRAYS[kind]
            values = (item * len(rest[0]))(*rest[0])
            create = getattr(self.api, f"aclCreate{name}")
            return self._keep(name, create(values, len(rest[0])))
        if kind in ("TensorList", "ScalarList"):
            members = [self.make(member) for member in rest[0]]
            handles = (ctypes.c_void_p * len(members))(*members)
            return self._keep(kind, getattr(self.api, f"aclCreate{kind}")(handles, len(members)))
        if kind == "s":
            return rest[0].encode()
        return bool(rest[0]) if kind == "b" else rest[0]

    def _tensor(self, parts: Sequence[Any]) -> int:
        shape, dtype, layout, strides, offset, storage = parts
        handle: int = self.api.aclCreateTensor(
            int64s(shape),
            len(shape),
            dtype,
            None if strides is None else int64s(strides),
            offset,
            layout,
            int64s(storage),
            len(storage),
            None,
        )
        return handle

    def _keep(self, kind: str, handle: int | None) -> int:
        assert handle is not None, self.api.message()
        self.made.append((kind, handle))
        return handle

    def close(self) -> None:
        """Destroy them; members that a list took over are gone before."""
        for kind, handle in reversed(self.made):
            getattr(self.api, f"aclDestroy{kind}")(handle)
        self.made.clear()


@dataclass
class Answer:
    """What phase one said; `plan` is aclnnExtDescribeWorkspace's where it was asked for."""

    status: int
    size: int
    text: str
    plan: dict[str, Any] | None = None


def phase_one(
    api: Api,
    call: str,
    arguments: Sequence[Any],
    with_plan: bool = False,
    no_size: bool = False,
    end: str = "GetWorkspaceSize",
) -> Answer:
    """Call aclnnXGetWorkspaceSize, on the product that is selected."""
    objects = Objects(api)
    size = ctypes.c_uint64()
    executor = ctypes.c_void_p()
    try:
        values = [objects.make(argument) for argument in arguments]
        status = getattr(api, f"{call}{end}")(
            *values, None if no_size else ctypes.byref(size), ctypes.byref(executor)
        )
        if status != 0:
            assert executor.value is None
            return Answer(status, 0, api.message())
        plan = json.loads(_description(api, executor)) if with_plan else None
        return Answer(0, size.value, "", plan)
    finally:
        if executor.value is not None:
            api.ok.aclDestroyAclOpExecutor(executor)
        objects.close()
        api.message()


def _description(api: Api, executor: ctypes.c_void_p) -> bytes:
    length = ctypes.c_uint64()
    api.ok.aclnnExtDescribeWorkspace(executor, None, 0, ctypes.byref(length))
    buffer = ctypes.create_string_buffer(length.value + 1)
    api.ok.aclnnExtDescribeWorkspace(executor, buffer, len(buffer), ctypes.byref(length))
    return buffer.value


def l0_list(plan: dict[str, Any]) -> str:
    """The L0 list of a plan as the facts write it: Cast:float>Add:float|16777216."""
    nodes = []
    for operator in plan["operators"]:
        tensors = plan["tensors"]
        types = [type_name(tensors[at]["type"]) for at in operator["outputs"]]
        engine = "(aicpu)" if operator["engine"] == "AI_CPU" else ""
        sizes = [str(tensors[at]["bytes"]) for at in operator["workspaces"]]
        workspace = f"|{'+'.join(sizes)}" if sizes else ""
        nodes.append(f"{operator['name']}{engine}:{'+'.join(types)}{workspace}")
    return ">".join(nodes)
