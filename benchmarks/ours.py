# SPDX-License-Identifier: Apache-2.0
"""The operator through its C interface, as a program calls it: operands and workspace are in
device memory, and a call is phase one, phase two and a synchronize."""

from __future__ import annotations

import ctypes
from typing import Any

import aclnn_py as acl
from aclnn_py import native

from .cases import NO_PADDING, Case, Shape

POISON = 0xFF  # a NaN in every float type


class CallError(RuntimeError):
    """A call failed; the text is the library's."""


class RefusedError(CallError):
    """Phase one refuses a case, for example a type that the SoC does not have."""


def _check(lib: native.Library, status: int) -> None:
    if status != 0:
        text = lib.aclGetRecentErrMsg()
        raise CallError(f"{status}: {text.decode() if text else ''}")


class Operands:
    """grad, indices of several types, and out, in device memory."""

    def __init__(
        self, device: acl.Device, shape: Shape, grad: Any, indices: dict[str, Any], type: str
    ) -> None:
        self.device = device
        self.shape = shape
        self.type = type
        self.grad = device.tensor(grad)
        self.indices = {name: device.tensor(each) for name, each in indices.items()}
        self.out = device.empty((shape.weights, shape.dim), type)

    def poison(self) -> None:
        """Make out NaN, so that what a call leaves unwritten is seen."""
        with self.device.current() as lib:
            size = self.out.size * self.out.dtype.itemsize
            _check(lib, lib.aclrtMemset(self.out.address, size, POISON, size))

    def read(self, address: int, offset: int, size: int) -> None:
        """Copy bytes of out to host memory."""
        kind = native.constants()["ACL_MEMCPY_DEVICE_TO_HOST"]
        with self.device.current() as lib:
            _check(lib, lib.aclrtMemcpy(address, size, self.out.address + offset, size, kind))

    def close(self) -> None:
        """Give the device memory back."""
        for tensor in (self.grad, self.out, *self.indices.values()):
            tensor.close()


class Call:
    """A case ready to be called, any number of times.

    The device has to be current on the calling thread (a with block of it). Raises RefusedError.

    Arguments get their C types here and are passed to functions without prototypes, so that a call
    converts nothing.
    """

    def __init__(self, operands: Operands, case: Case, stream: acl.Stream) -> None:
        lib = native.load()
        self._lib = lib
        self._size = ctypes.c_uint64()
        self._executor = ctypes.c_void_p()
        self._first = lib["aclnnEmbeddingDenseBackwardGetWorkspaceSize"]
        self._second = lib["aclnnEmbeddingDenseBackward"]
        self._synchronize = lib["aclrtSynchronizeStream"]
        self._stream = ctypes.c_void_p(stream.handle)
        self._arguments = (
            ctypes.c_void_p(operands.grad.handle),
            ctypes.c_void_p(operands.indices[case.index_type].handle),
            ctypes.c_uint64(case.shape.weights),
            ctypes.c_uint64(NO_PADDING),
            ctypes.c_bool(case.scale),
            ctypes.c_void_p(operands.out.handle),
            ctypes.byref(self._size),
            ctypes.byref(self._executor),
        )
        try:
            _check(lib, self._first(*self._arguments))
        except CallError as error:
            raise RefusedError(str(error)) from None
        _check(lib, lib.aclDestroyAclOpExecutor(self._executor))
        size = self._size.value
        self._workspace = operands.device.empty(size, "uint8") if size else None
        self._address = ctypes.c_void_p(
            self._workspace.address if self._workspace is not None else None
        )

    def __call__(self) -> None:
        """Phase one, phase two, synchronize."""
        _check(
            self._lib,
            self._first(*self._arguments)
            or self._second(self._address, self._size, self._executor, self._stream)
            or self._synchronize(self._stream),
        )

    @property
    def workspace_address(self) -> int:
        """Where the workspace is; 0 without one."""
        return self._address.value or 0

    @property
    def workspace_size(self) -> int:
        """Bytes that phase one asked for."""
        return self._size.value

    def close(self) -> None:
        """Give the workspace back."""
        if self._workspace is not None:
            self._workspace.close()
