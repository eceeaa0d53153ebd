# SPDX-License-Identifier: Apache-2.0
"""infinirt and infiniop as their own tests call them, and the definition of the gradient."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray
from support import Checked

from aclnn_py import infiniop, native

if TYPE_CHECKING:
    from typing_extensions import Self  # typing has it from 3.11 on

Array = NDArray[Any]

CPU, ASCEND = 0, 3
H2H, H2D, D2H, D2D = range(4)

SUCCESS = 0
INTERNAL_ERROR = 1
NOT_IMPLEMENTED = 2
BAD_PARAM = 3
NULL_POINTER = 4
DEVICE_TYPE_NOT_SUPPORTED = 5
DEVICE_NOT_FOUND = 6
DEVICE_NOT_INITIALIZED = 7
BAD_TENSOR_DTYPE = 10
BAD_TENSOR_SHAPE = 11
BAD_TENSOR_STRIDES = 12

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

#: infiniDtype_t of NumPy's types, from the facts, not from the library.
INTEGERS: dict[np.dtype[Any], int] = {
    np.dtype(np.int8): 3,
    np.dtype(np.int16): 4,
    np.dtype(np.int32): 5,
    np.dtype(np.int64): 6,
    np.dtype(np.uint8): 7,
    np.dtype(np.uint16): 8,
    np.dtype(np.uint32): 9,
    np.dtype(np.uint64): 10,
}
FLOATS: dict[np.dtype[Any], int] = {
    np.dtype(np.float16): 12,
    np.dtype(np.float32): 13,
    np.dtype(np.float64): 14,
    BFLOAT16: 19,
}
COMPLEX: dict[np.dtype[Any], int] = {np.dtype(np.complex64): 17, np.dtype(np.complex128): 18}
NUMBERS = {**FLOATS, **INTEGERS, **COMPLEX}
BYTE, BOOL, F8, C16, C32 = 1, 2, 11, 15, 16


def name_of(value: Any) -> str:
    """For the names of tests."""
    return value.name if isinstance(value, np.dtype) else str(value)


# --- Calls ---------------------------------------------------------------------------------------


class Infini:
    """`infini.infinirtMalloc(...)` calls; `infini.ok.infinirtMalloc(...)` also asserts 0."""

    def __init__(self) -> None:
        self.lib = infiniop.lib
        self.ok = Checked(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.lib, name)

    def message(self) -> str:
        """The text of the last failures on this thread, which the call forgets; "" for none."""
        text = native.load().aclGetRecentErrMsg()
        return text.decode() if text else ""

    def fails(self, status: int, name: str, *arguments: Any) -> str:
        """Asserts that a call returns a status and names itself in a text; the text."""
        self.message()
        found = getattr(self.lib, name)(*arguments)
        text = self.message()
        assert found == status, f"{name} -> {found}, not {status}: {text}"
        assert name in text
        return text


# --- Tensors -------------------------------------------------------------------------------------


@dataclass
class Strided:
    """A tensor with strides in elements over a storage of its own; the rest of it is canaries."""

    storage: Array
    view: Array
    strides: tuple[int, ...] | None
    offset: int
    number: int

    @property
    def shape(self) -> tuple[int, ...]:
        return self.view.shape

    @property
    def canaries(self) -> Array:
        """The elements of the storage that the view does not have, as bytes."""
        mask = np.ones(self.storage.shape, bool)
        used = np.arange(self.storage.size)[self.offset :]
        if self.view.size:
            size = self.storage.itemsize
            steps = [8 * stride // size for stride in self.view.strides]
            mask[as_strided(used, self.view.shape, steps)] = False
        return self.storage.view(np.uint8).reshape(self.storage.size, -1)[mask]


def strided(values: Array, strides: Sequence[int] | None = None, margin: int = 5) -> Strided:
    """A tensor with these values and strides; `margin` elements lie before and behind it."""
    values = np.asarray(values)
    steps: Sequence[int]
    if strides is None:
        steps = [s // values.itemsize for s in np.empty(values.shape, values.dtype).strides]
    else:
        steps = strides
    reach = [(n - 1) * s for n, s in zip(values.shape, steps, strict=True) if n > 0]
    before = margin - sum(r for r in reach if r < 0)
    behind = margin + 1 + sum(r for r in reach if r > 0)
    storage = np.empty(before + behind, values.dtype)
    storage.view(np.uint8)[...] = 0xA5
    view = as_strided(storage[before:], values.shape, [s * values.itemsize for s in steps])
    view[...] = values
    return Strided(
        storage, view, None if strides is None else tuple(strides), before, NUMBERS[values.dtype]
    )


# --- A device ------------------------------------------------------------------------------------


@dataclass
class Place:
    """A device that is current on this thread, with a handle and a stream."""

    infini: Infini
    device: int
    handle: Any = field(default_factory=infiniop.infiniopHandle_t)
    stream: ctypes.c_void_p = field(default_factory=ctypes.c_void_p)
    memory: list[int] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.infini.ok.infinirtSetDevice(self.device, 0)
        self.infini.ok.infiniopCreateHandle(ctypes.byref(self.handle))
        self.infini.ok.infinirtStreamCreate(ctypes.byref(self.stream))
        self.infini.message()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.infini.infinirtSetDevice(self.device, 0)
        self.infini.infinirtStreamDestroy(self.stream)
        for address in self.memory:
            self.infini.infinirtFree(address)
        self.infini.infiniopDestroyHandle(self.handle)
        self.infini.infinirtSetDevice(CPU, 0)
        self.infini.message()

    def malloc(self, size: int) -> int:
        address = ctypes.c_void_p()
        self.infini.ok.infinirtMalloc(ctypes.byref(address), size)
        if address.value is None:
            return 0
        self.memory.append(address.value)
        return address.value

    def upload(self, array: Array) -> int:
        """Memory with the bytes of a contiguous array."""
        address = self.malloc(array.nbytes)
        self.infini.ok.infinirtMemcpy(address, array.ctypes.data, array.nbytes, H2D)
        return address

    def download(self, array: Array, address: int) -> None:
        """The bytes of the memory, into a contiguous array."""
        self.infini.ok.infinirtMemcpy(array.ctypes.data, address, array.nbytes, D2H)

    def put(self, tensor: Strided) -> int:
        """A copy of the storage; the address of the element with all indices 0."""
        return self.upload(tensor.storage) + tensor.offset * tensor.storage.itemsize

    def take(self, tensor: Strided, address: int) -> None:
        """The storage as it is now."""
        self.download(tensor.storage, address - tensor.offset * tensor.storage.itemsize)

    def describe(self, shape: Sequence[int], strides: Sequence[int] | None, number: int) -> Any:
        """A tensor descriptor."""
        descriptor = infiniop.infiniopTensorDescriptor_t()
        rank = len(shape)
        self.infini.ok.infiniopCreateTensorDescriptor(
            ctypes.byref(descriptor),
            rank,
            (ctypes.c_size_t * rank)(*shape) if rank else None,
            None if strides is None else (ctypes.c_ssize_t * rank)(*strides),
            number,
        )
        return descriptor

    def operator(
        self, name: str, tensors: Sequence[Strided | None], scalars: Sequence[float] = ()
    ) -> Any:
        """An operator descriptor; the tensor descriptors are destroyed again."""
        descriptor = infiniop.infiniopOperatorDescriptor_t()
        with ExitStack() as stack:
            given: list[Any] = []
            for tensor in tensors:
                if tensor is None:
                    given.append(None)
                    continue
                given.append(self.describe(tensor.shape, tensor.strides, tensor.number))
                stack.callback(self.infini.ok.infiniopDestroyTensorDescriptor, given[-1])
            create = getattr(self.infini.ok, f"infiniopCreate{name}Descriptor")
            create(self.handle, ctypes.byref(descriptor), *given, *scalars)
        return descriptor

    def finish(self, status: int) -> int:
        """The status of a call, or that of the synchronize after it."""
        return status or int(self.infini.infinirtStreamSynchronize(self.stream))

    def run(
        self,
        name: str,
        outputs: Sequence[Strided | None],
        inputs: Sequence[Strided | None],
        scalars: Sequence[float] = (),
    ) -> int:
        """Create, call, wait, and take the outputs; the first status that is not 0."""
        tensors = [*outputs, *inputs]
        descriptor = self.operator(name, tensors, scalars)
        addresses = [None if tensor is None else self.put(tensor) for tensor in tensors]
        self.infini.message()
        call = getattr(self.infini, f"infiniop{name}")
        status = self.finish(call(descriptor, *addresses, self.stream))
        for tensor, address in zip(outputs, addresses, strict=False):
            if tensor is not None and address is not None:
                self.take(tensor, address)
        getattr(self.infini.ok, f"infiniopDestroy{name}Descriptor")(descriptor)
        return status

    def backward(
        self,
        table1: Strided,
        dy: Strided,
        i1: Strided,
        alpha1: float = 1.0,
        acc1: int = 0,
        *,
        table2: Strided | None = None,
        i2: Strided | None = None,
        alpha2: float = 0.0,
        acc2: int = 0,
    ) -> int:
        """infiniopEmbeddingBackward; the tables hold the result."""
        return self.run(
            "EmbeddingBackward", [table1, table2], [dy, i1, i2], [alpha1, alpha2, acc1, acc2]
        )

    @property
    def bad_index(self) -> int:
        """What reports an index that is out of range."""
        return BAD_PARAM if self.device == CPU else INTERNAL_ERROR


# --- The definition ------------------------------------------------------------------------------


def gradient(
    table: Array, dy: Array, indices: Array, alpha: float = 1.0, accumulate: bool = False
) -> Array:
    """table[i[k]] += alpha * dy[k] for every k in order, in the type that sums are made in, rounded
    once at the end. Indices that are out of range add nothing."""
    if table.dtype.kind == "c":
        part = np.float32 if table.dtype == np.complex64 else np.float64
        columns = 2 * table.shape[1]
        parts = gradient(
            np.ascontiguousarray(table).view(part).reshape(len(table), columns),
            np.ascontiguousarray(dy).view(part).reshape(len(dy), columns),
            indices,
            alpha,
            accumulate,
        )
        return np.ascontiguousarray(parts).view(table.dtype).reshape(table.shape)
    factor: Any
    if table.dtype.kind in "iu":
        kind = np.dtype(f"u{table.dtype.itemsize}")
        wrapped = int(np.float32(alpha)) % 2 ** (8 * kind.itemsize)
        factor = np.array([wrapped], np.uint64).astype(kind)
        sums = np.array(table).view(kind) if accumulate else np.zeros(table.shape, kind)
        rows = np.array(dy).view(kind)
    else:
        kind = np.dtype(np.float64 if table.dtype == np.float64 else np.float32)
        factor = kind.type(np.float32(alpha))
        sums = table.astype(kind) if accumulate else np.zeros(table.shape, kind)
        rows = dy.astype(kind)
    with np.errstate(all="ignore"):
        for k, index in enumerate(indices.tolist()):
            if 0 <= index < len(sums):
                sums[index] = sums[index] + factor * rows[k]
        if table.dtype.kind in "iu":
            return sums.view(table.dtype)
        return sums.astype(table.dtype)


def assert_same(found: Array, expected: Array) -> None:
    """Equal bit for bit, but any NaN is a NaN."""
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    found, expected = np.ascontiguousarray(found), np.ascontiguousarray(expected)
    if found.dtype.kind == "c":
        part = np.float32 if found.dtype == np.complex64 else np.float64
        found, expected = found.view(part), expected.view(part)
    if found.dtype.kind not in "iu":
        nans = np.isnan(expected.astype(np.float64))
        np.testing.assert_array_equal(np.isnan(found.astype(np.float64)), nans)
        bits = np.dtype(f"u{found.itemsize}")
        different = (found.view(bits) != expected.view(bits)) & ~nans
        assert not different.any(), (found[different][:5], expected[different][:5])
    else:
        np.testing.assert_array_equal(found, expected)


def random_values(rng: np.random.Generator, shape: Sequence[int], dtype: Any) -> Array:
    """Numbers of a type: all integers there are, floats that are not exact when added."""
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    if dtype.kind == "c":
        return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)
