# SPDX-License-Identifier: Apache-2.0
"""One call of the embedding_dense_grad kernels: buffers under guard, launches, expected values."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from aclnn_py.kernels import launcher
from aclnn_py.kernels.embedding_dense_grad.family import (
    BLOCK_BYTES,
    COUNTERS_APART,
    family,
)

Array = np.ndarray[Any, Any]
Launch = Callable[[str, int, Array, Sequence[Any]], None]

DTYPES = {
    "float16": np.dtype(np.float16),
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
    **{name: np.dtype(name) for name in ("float32", "float64", "bool")},
    **{name: np.dtype(name) for name in ("int8", "int16", "int32", "int64")},
    **{name: np.dtype(name) for name in ("uint8", "uint16", "uint32", "uint64")},
}
#: What the sums of a type are; of all others they are of the type itself.
SUMS: dict[str, np.dtype[Any]] = {name: np.dtype(np.float32) for name in ("float16", "bfloat16")}
#: A float64 keeps the NaN that it is, which is the one below when NaN is added to a number.
NAN_BITS = {
    "float64": 0x7FF8000000000000,
    "float32": 0x7FC00000,
    "float16": 0x7E00,
    "bfloat16": 0x7FC0,
}
NUMBERS = {
    name: family.constants[f"{name.removeprefix('u').upper()}_NUMBER"]
    for name in (
        "float32", "float16", "bfloat16",
        "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    )
}  # fmt: skip
CANARY = 0xA5
MARGIN = 64

_libc = ctypes.CDLL(None, use_errno=True)


def bits(array: Array) -> Array:
    """The elements as unsigned integers, so that -0 differs from +0 and NaN equals itself."""
    unsigned = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[array.dtype.itemsize]
    return np.ascontiguousarray(array).view(unsigned)


def wrapped(value: float, dtype: np.dtype[Any]) -> Any:
    """A number as the type has it: rounded, or modulo 2^n."""
    if dtype.kind == "f":
        return dtype.type(value)
    return np.array([int(value)], np.int64).astype(dtype)[0]


def elements(array: Array) -> list[int]:
    """Strides in elements."""
    return [stride // array.itemsize for stride in array.strides]


def sum_kernel(grad: str, out: str) -> str:
    """The kernel that adds these types."""
    if "int" in grad:
        return "sum_any_integer"
    return f"sum_{grad}" if grad == out else "sum_any_float"


def sorting(indices: Array) -> str:
    """What kernels that read these indices are called by."""
    return indices.dtype.name if indices.dtype.name in ("int32", "int64") else "any"


class Guarded:
    """Buffers between canaries, or against a page that nobody may touch."""

    def __init__(self, page: str | None = None) -> None:
        self.page = page  # None, "before" or "after": on which side the forbidden page is
        self.buffers: list[tuple[Array, int, int]] = []
        self.keep: list[mmap.mmap] = []

    def empty(self, count: int, dtype: Any) -> Array:
        size = count * np.dtype(dtype).itemsize
        if self.page is None:
            raw = np.full(size + 2 * MARGIN, CANARY, np.uint8)
            start = MARGIN
        else:
            pages = -(-size // mmap.PAGESIZE) + 1
            memory = mmap.mmap(-1, (pages + 1) * mmap.PAGESIZE)
            self.keep.append(memory)
            raw = np.frombuffer(memory, np.uint8)
            raw[:] = CANARY
            forbidden = 0 if self.page == "before" else pages * mmap.PAGESIZE
            result = _libc.mprotect(
                ctypes.c_void_p(raw.ctypes.data + forbidden),
                ctypes.c_size_t(mmap.PAGESIZE),
                ctypes.c_int(0),
            )
            assert result == 0
            raw = raw[mmap.PAGESIZE :] if self.page == "before" else raw[:forbidden]
            start = 0 if self.page == "before" else raw.size - size
        self.buffers.append((raw, start, size))
        return raw[start : start + size].view(dtype)

    def copy(self, source: Array) -> Array:
        """The same view (strides and all) of a guarded copy of the memory behind it."""
        base = source
        while isinstance(base.base, np.ndarray):
            base = base.base
        assert base.flags.c_contiguous
        target = self.empty(base.size, base.dtype)
        target[:] = base.reshape(-1)
        offset = source.ctypes.data - base.ctypes.data
        return np.ndarray(
            source.shape,
            source.dtype,
            target.view(np.uint8).data,
            offset,
            source.strides,
        )

    def check(self) -> None:
        for raw, start, size in self.buffers:
            assert (raw[:start] == CANARY).all(), "written before a buffer"
            assert (raw[start + size :] == CANARY).all(), "written behind a buffer"


class Case:
    """grad, indices and out are views with any strides; out's memory is overwritten."""

    def __init__(
        self,
        grad: Array,
        indices: Array,
        weights: int,
        out: Array,
        *,
        padding: int = -1,
        scale: bool = False,
        count_blocks: int = 3,
        bucket_shift: int = 2,
        sort_blocks: int = 2,
        sum_blocks: int = 4,
        column_blocks: int = 1,
        wide: bool = False,
        stream: bool = False,
        alpha: float = 1,
        accumulate: bool = False,
        initial: Array | None = None,
        one_pass: bool = False,
        page: str | None = None,
        launch: Launch = launcher.launch,
    ) -> None:
        self.guarded = Guarded(page)
        self.grad = self.guarded.copy(grad)
        self.indices = self.guarded.copy(indices)
        self.out = self.guarded.copy(out)
        self.initial = None if initial is None else self.guarded.copy(initial)
        self.before = (self.out if initial is None else initial).copy()
        self.alpha, self.accumulate = alpha, accumulate
        self.weights, self.padding, self.scale = weights, padding, scale
        self.count_blocks, self.sort_blocks = count_blocks, sort_blocks
        self.sum_blocks, self.one_pass = sum_blocks, one_pass
        self.wide, self.bucket_shift = wide, bucket_shift
        self.buckets = (weights >> bucket_shift) + 1
        self.launch_kernel = launch
        rows = indices.size
        self.rows = rows
        empty = self.guarded.empty
        position = np.int64 if wide else np.int32
        self.places = empty(count_blocks * self.buckets, np.int64)
        self.bucket_starts = empty(self.buckets + 1, np.int64)
        self.pairs = empty(rows * (2 if wide else 1), np.int64)
        self.order = empty(rows, position)
        self.offsets = empty(weights + 1, position)
        # No more than is used: a block without a bucket has no counters, nor have absent weights.
        sorting = min(sort_blocks, self.buckets)
        apart = max(1 << bucket_shift, COUNTERS_APART)
        counters = (sorting - 1) * apart + min(weights, 1 << bucket_shift)
        self.counters = empty(counters, position)
        self.errors = empty(count_blocks, np.int64)
        self.largest = empty(sort_blocks, np.int64)
        self.accumulators = empty(sum_blocks * BLOCK_BYTES, np.uint8)
        self.row_weights = empty(rows, np.int32)
        self.sums = empty(weights * grad.shape[-1], np.float32)
        self.sum_rows = empty(sum_blocks * weights, np.int32)
        self.other_tiling: Array | None = None
        self.other_arguments: Array | None = None
        self.tiling = np.array(
            family.pack(
                rows=rows,
                columns=grad.shape[-1],
                weights=weights,
                padding_index=padding,
                scale=int(scale),
                index_rank=indices.ndim,
                index_dims=list(indices.shape),
                index_strides=elements(indices),
                grad_row_rank=grad.ndim - 1,
                grad_row_dims=list(grad.shape[:-1]),
                grad_row_strides=elements(grad)[:-1],
                grad_column_stride=elements(grad)[-1],
                out_row_stride=elements(out)[0],
                out_column_stride=elements(out)[1],
                count_blocks=count_blocks,
                buckets=self.buckets,
                bucket_shift=bucket_shift,
                column_blocks=column_blocks,
                wide=int(wide),
                stream=int(stream),
                alpha=self.alpha_field(),
                accumulate=int(accumulate),
                initial_row_stride=0 if initial is None else elements(initial)[0],
                grad_type=NUMBERS.get(grad.dtype.name, -1),
                out_type=NUMBERS.get(out.dtype.name, -1),
                index_type=family.constants[f"INDEX_{indices.dtype.name}"],
            ),
            np.int64,
        )

    def sum_type(self) -> np.dtype[Any]:
        dtype: np.dtype[Any] = self.grad.dtype
        return SUMS.get(dtype.name, dtype)

    def alpha_field(self) -> int:
        """Integers are taken modulo 2^n by the kernel, not here."""
        is_float = self.sum_type().kind == "f"
        return int(np.float64(self.alpha).view(np.int64)) if is_float else int(self.alpha)

    def addresses(self, without_rows: bool = False) -> list[int]:
        arguments = {name: getattr(self, name) for name in family.arguments}
        if without_rows:
            used = ("grad", "indices", "out", "accumulators")
            arguments = {name: arguments[name] if name in used else None for name in arguments}
        return [0 if value is None else value.ctypes.data for value in arguments.values()]

    def launch(self, kernel: str, blocks: int, without_rows: bool = False) -> None:
        addresses = self.addresses(without_rows)
        self.launch_kernel(f"embedding_dense_grad_{kernel}", blocks, self.tiling, addresses)

    def count(self) -> None:
        self.launch(f"count_{sorting(self.indices)}", self.count_blocks)

    def counts(self) -> Array:
        """The places as an array [count_blocks, buckets], which it shares its memory with."""
        return self.places.reshape(self.count_blocks, self.buckets)

    def scan(self) -> None:
        """What the host does between the two passes."""
        ascending = self.counts().T.reshape(-1)
        sums = np.concatenate([np.zeros(1, np.int64), np.cumsum(ascending)])
        self.bucket_starts[:] = sums[:: self.count_blocks]
        self.counts()[:] = sums[:-1].reshape(self.buckets, self.count_blocks).T

    def scatter(self) -> None:
        self.launch(f"scatter_{sorting(self.indices)}", self.count_blocks)

    def pair_list(self) -> list[tuple[int, int]]:
        """Weights and rows in the order of their buckets, without padding and errors."""
        used = int(self.bucket_starts[-1])
        if self.wide:
            weights, rows = self.pairs.reshape(-1, 2)[:used].T
        else:
            weights, rows = self.pairs[:used] >> 32, self.pairs[:used] & 0xFFFFFFFF
        return list(zip(weights.tolist(), rows.tolist(), strict=True))

    def sort(self) -> None:
        self.launch("sort", self.sort_blocks)

    def sum(self) -> None:
        self.launch(sum_kernel(self.grad.dtype.name, self.out.dtype.name), self.sum_blocks)

    def prepare(self) -> None:
        """All but the sums."""
        self.count()
        self.scan()
        self.scatter()
        self.sort()

    def list_rows(self) -> None:
        self.launch(f"list_{sorting(self.indices)}", self.count_blocks)

    def add_in_one_pass(self) -> None:
        self.launch(f"one_pass_{self.grad.dtype.name}", self.sum_blocks)

    def run(self) -> Array:
        if self.one_pass:
            self.list_rows()
            self.add_in_one_pass()
        else:
            self.prepare()
            self.sum()
        self.guarded.check()
        return self.out

    def written(self, out: Array) -> Array:
        """The memory behind `out` now, `out` being the view that the case was made with."""
        raw, start, size = self.guarded.buffers[2]
        return raw[start : start + size].view(out.dtype)

    def expected_memory(self, out: Array, expected: Array | None = None) -> Array:
        """The memory behind `out` as it has to be: what is no element of the view is unchanged.

        `expected` is what `expected_bits` gave, here or for a case of the same numbers.
        """
        base = out
        while isinstance(base.base, np.ndarray):
            base = base.base
        memory = base.reshape(-1).copy()
        offset = out.ctypes.data - base.ctypes.data
        view = np.ndarray(out.shape, out.dtype, memory.view(np.uint8).data, offset, out.strides)
        rows = self.expected_bits() if expected is None else expected
        for row, numbers in enumerate(rows):  # in order, in case they overlap
            view[row] = numbers.astype(bits(view).dtype).view(out.dtype)
        return memory

    # --- Expected values, by NumPy -----------------------------------------------------------

    def values(self) -> list[int | None]:
        """The indices in row order as Python integers; None for what is no integer."""
        if self.indices.dtype.name == "bool":
            raw = np.ascontiguousarray(self.indices).view(np.uint8).reshape(-1)
            return [int(value != 0) for value in raw]
        if self.indices.dtype.kind == "f":
            wide = self.indices.astype(np.float64).reshape(-1)
            return [int(v) if np.isfinite(v) else None for v in wide.tolist()]
        return [int(v) for v in self.indices.reshape(-1).tolist()]

    def expected_rows(self) -> tuple[list[int], list[int]]:
        """row_index, and the numbers of the rows that are out of range."""
        values = self.values()
        errors = [
            row
            for row, value in enumerate(values)
            if value is None or not 0 <= value < self.weights
        ]
        bad = set(errors)
        row_index = [
            -1 if value is None or row in bad or value == self.padding else value
            for row, value in enumerate(values)
        ]
        return row_index, errors

    def counts_of_weights(self) -> Array:
        used = [weight for weight in self.expected_rows()[0] if weight >= 0]
        return np.bincount(np.array(used, np.int64), minlength=self.weights)

    def expected(self, dtype: Any = None) -> Array:
        """Sums in row order, each operation rounded to `dtype`, and only in the end to out's type.

        Without a type it is the one that the kernel adds in.
        """
        kind = np.dtype(dtype or self.sum_type())
        columns = self.grad.shape[-1]
        grad = self.grad.astype(kind).reshape(-1, columns)
        alpha = wrapped(self.alpha, kind)
        sums = np.zeros((self.weights, columns), kind)
        if self.accumulate:
            sums[:] = self.before.astype(kind)
        with np.errstate(over="ignore", invalid="ignore"):
            for row, weight in enumerate(self.expected_rows()[0]):
                if weight >= 0:
                    # A product and a sum, each an array of this type: nothing is fused.
                    product = alpha * grad[row]
                    sums[weight] = sums[weight] + product
            if self.scale:
                sums /= np.maximum(self.counts_of_weights(), 1).astype(kind)[:, None]
            assert sums.dtype == kind
            return sums.astype(self.out.dtype)

    def expected_bits(self) -> Array:
        result = self.expected()
        found = bits(result)
        if result.dtype.kind not in "iu":
            found = np.where(np.isnan(result), NAN_BITS[self.out.dtype.name], found)
        if self.accumulate:
            # What nothing is added to is not looked at: neither rounded nor any other NaN.
            found = np.where((self.counts_of_weights() > 0)[:, None], found, bits(self.before))
        return found
