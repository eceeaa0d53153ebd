# SPDX-License-Identifier: Apache-2.0
"""Single operators by ctypes: descriptions, buffers and attributes made of NumPy arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from support import DATA_TYPES, FORMAT_ND, Session, int64s

Array = npt.NDArray[Any]

UNDEFINED, FORMAT_UNDEFINED = -1, -1
DEVICE, HOST = 0, 1


class Host:
    """An input whose elements lie in host memory when the operator is called."""

    def __init__(self, values: Any, dtype: Any = np.int64) -> None:
        self.array: Array = np.ascontiguousarray(values, dtype)


class Floats(list[float]):
    """An attribute that is a list of floats."""


def attributes(session: Session, values: Mapping[str, Any]) -> ctypes.c_void_p:
    """An aclopAttr with values by their types in Python."""
    lib = session.api.lib
    made = ctypes.c_void_p(lib.aclopCreateAttr())
    for name, value in values.items():
        key = name.encode()
        if isinstance(value, bool):
            status = lib.aclopSetAttrBool(made, key, value)
        elif isinstance(value, int):
            status = lib.aclopSetAttrInt(made, key, ctypes.c_int64(value))
        elif isinstance(value, float):
            status = lib.aclopSetAttrFloat(made, key, ctypes.c_float(value))
        elif isinstance(value, str):
            status = lib.aclopSetAttrString(made, key, value.encode())
        elif isinstance(value, Floats):
            floats = (ctypes.c_float * len(value))(*value)
            status = lib.aclopSetAttrListFloat(made, key, len(value), floats)
        else:
            status = lib.aclopSetAttrListInt(made, key, len(value), int64s(value))
        assert status == 0
    return made


class Operator:
    """The operands of one call; `close` ends the objects that were made for it."""

    def __init__(
        self,
        session: Session,
        inputs: Sequence[Array | Host | None],
        outputs: Sequence[Array],
        attrs: Mapping[str, Any],
    ) -> None:
        self.session = session
        self.lib = session.api.lib
        self.hosts = [each for each in inputs if isinstance(each, Host)]  # kept alive
        self.inputs = [self.operand(each) for each in inputs]
        self.outputs = [self.operand(each) for each in outputs]
        self.results = list(outputs)
        self.attr = attributes(session, attrs)

    def operand(self, value: Array | Host | None) -> tuple[int, int]:
        """A description and a data buffer."""
        if value is None:
            desc = self.lib.aclCreateTensorDesc(UNDEFINED, 0, None, FORMAT_UNDEFINED)
            return desc, self.lib.aclCreateDataBuffer(None, 0)
        array = value.array if isinstance(value, Host) else value
        desc = self.lib.aclCreateTensorDesc(
            DATA_TYPES[array.dtype], array.ndim, int64s(array.shape), FORMAT_ND
        )
        address = self.session.upload(array)
        if isinstance(value, Host):
            assert self.lib.aclSetTensorPlaceMent(ctypes.c_void_p(desc), HOST) == 0
            address = array.ctypes.data
        buffer = self.lib.aclCreateDataBuffer(ctypes.c_void_p(address), array.nbytes)
        return desc, buffer

    @staticmethod
    def handles(values: Sequence[int]) -> Any:
        return (ctypes.c_void_p * max(len(values), 1))(*values)

    def call(self, kind: str, function: str = "aclopExecuteV2") -> int:
        """The status of a call."""
        descs, buffers = zip(*self.inputs, strict=True) if self.inputs else ((), ())
        out_descs, out_buffers = zip(*self.outputs, strict=True) if self.outputs else ((), ())
        extra = (0, 0, None) if "Compile" in function else ()
        status: int = self.lib[function](
            kind.encode(),
            len(descs),
            self.handles(descs),
            self.handles(buffers),
            len(out_descs),
            self.handles(out_descs),
            self.handles(out_buffers),
            self.attr,
            *extra,
            self.session.stream,
        )
        return status

    def dims(self, output: int) -> tuple[int, ...]:
        """What the description of an output says."""
        desc = ctypes.c_void_p(self.outputs[output][0])
        count = self.lib.aclGetTensorDescNumDims(desc)
        size = ctypes.c_int64()
        found = []
        for index in range(count):
            self.session.api.ok.aclGetTensorDescDimV2(desc, index, ctypes.byref(size))
            found.append(size.value)
        return tuple(found)

    def address(self, output: int) -> int:
        """Where an output lies."""
        found: int = self.lib.aclGetDataBufferAddr(ctypes.c_void_p(self.outputs[output][1]))
        return found

    def read(self, output: int, shape: tuple[int, ...]) -> Array:
        """The elements of an output."""
        return self.session.download(self.address(output), shape, self.results[output].dtype)

    def close(self) -> None:
        for desc, buffer in (*self.inputs, *self.outputs):
            self.lib.aclDestroyTensorDesc(ctypes.c_void_p(desc))
            self.lib.aclDestroyDataBuffer(ctypes.c_void_p(buffer))
        self.lib.aclopDestroyAttr(self.attr)


def run(
    session: Session,
    kind: str,
    inputs: Sequence[Array | Host | None],
    outputs: Sequence[Array],
    attrs: Mapping[str, Any],
) -> list[Array]:
    """What an operator computes; the outputs say shapes and types, and are what lies there before.

    Its objects end before the stream has run it.
    """
    operator = Operator(session, inputs, outputs, attrs)
    status = operator.call(kind)
    assert status == 0, f"{kind} -> {status}\n{session.api.message()}"
    shapes = [operator.dims(number) for number in range(len(outputs))]
    buffers = [
        session.api.lib.aclGetDataBufferAddr(ctypes.c_void_p(b)) for _, b in operator.outputs
    ]
    operator.close()
    assert session.synchronize() == 0, session.api.message()
    return [
        session.download(address, shape, each.dtype)
        for address, shape, each in zip(buffers, shapes, outputs, strict=True)
    ]
