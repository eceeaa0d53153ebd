# SPDX-License-Identifier: Apache-2.0
"""Calls whose results show the floating-point mode they were computed in.

    python -c "from runtime.float_mode_calls import main; main('flush')"

makes them in one mode of the calling thread, from the first call on, and prints what was wrong.
"""

from __future__ import annotations

import ctypes
import json
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

import aclnn_py as acl
from aclnn_py import bitorch, infiniop, native, ttnn
from aclnn_py._plan import plan

Array = NDArray[Any]

ON_X86 = platform.machine() == "x86_64"
TINY = 2.0**-149  # the smallest float32
ULP = 2.0**-23  # of float32 numbers from 1 on

# --- Modes ---------------------------------------------------------------------------------------

_libm = ctypes.CDLL("libm.so.6")
_CONTROL_AT = 28 if ON_X86 else 0  # MXCSR or FPCR in a fenv_t
_FLUSH = 0x8040 if ON_X86 else 1 << 24
_UPWARD = 0x800 if ON_X86 else 0x400000
_TRAPS = 0x1 | 0x4 | 0x8 if ON_X86 else 0x1 | 0x2 | 0x4  # invalid, division by 0, overflow
_FLAGS = 0x3F if ON_X86 else 0  # what has occurred is no mode


def _environment() -> Any:
    environment = ctypes.create_string_buffer(64)
    _libm.fegetenv(environment)
    return environment


def control() -> int:
    """The mode of the calling thread, as the processor has it."""
    return ctypes.c_uint32.from_buffer(_environment(), _CONTROL_AT).value & ~_FLAGS


def _flush() -> None:
    environment = _environment()
    ctypes.c_uint32.from_buffer(environment, _CONTROL_AT).value |= _FLUSH
    _libm.fesetenv(environment)


ENTER: dict[str, Callable[[], object]] = {
    "default": lambda: None,
    "flush": _flush,
    "upward": lambda: _libm.fesetround(_UPWARD),
    "trap": lambda: _libm.feenableexcept(_TRAPS),
}
MODES = list(ENTER)


@contextmanager
def entered(mode: str) -> Iterator[None]:
    """The calling thread in a mode; it has to have it still at the end."""
    before = _environment()
    ENTER[mode]()
    wanted = control()
    try:
        yield
        assert control() == wanted, f"the caller's mode became {control():#x}, was {wanted:#x}"
    finally:
        _libm.fesetenv(before)


# --- Calls: pairs of what came out and what is right ----------------------------------------------

Found = list[tuple[object, object]]

#: Two float32 numbers and their sum, rounded to nearest: each differs in one of the modes.
PAIRS = np.array([[3 * TINY, 5 * TINY], [1, 2.0**-25], [3e38, 3e38], [np.inf, -np.inf]], np.float32)
SUMS = np.array([8 * TINY, 1, np.inf, np.nan], np.float32)

TABLE = 1024  # rows that are summed, for more than one block
COLUMNS = 512


def _rows(columns: int) -> tuple[Array, Array, Array]:
    """Rows of a gradient, their indices, and the table of the sums: every pair in each."""
    grad = np.empty((2 * TABLE, columns), np.float32)
    for place in range(len(PAIRS)):
        grad[:TABLE, place::4] = PAIRS[place, 0]
        grad[TABLE:, place::4] = PAIRS[place, 1]
    indices = np.tile(np.arange(TABLE), 2)
    return grad, indices, np.tile(SUMS, (TABLE, columns // 4))


def embedding_dense_backward() -> Found:
    grad, indices, right = _rows(COLUMNS)
    found: Found = []
    with acl.Device(0) as device, device.stream() as stream:
        for _ in range(4):
            out = device.empty(right.shape, "float32")
            step = plan(
                "aclnnEmbeddingDenseBackward",
                device.tensor(grad),
                device.tensor(indices),
                TABLE,
                -1,
                False,
                out,
            )
            step.run(stream)
            stream.synchronize()
            found.append((out.numpy(), right))
    return found


def scale() -> Found:
    """A parameter that is a float of C, given as a float of Python."""
    found: Found = []
    with acl.Device(0) as device, device.stream() as stream:
        for alpha, right in ((0.1, 13421773 * 2.0**-27), (2 * TINY, 2 * TINY)):
            out = device.empty((4,), "float32")
            plan("aclnnExtScale", device.tensor(np.ones(4, np.float32)), alpha, out).run(stream)
            stream.synchronize()
            found.append((out.numpy(), np.full(4, right)))
    return found


def add_and_adds() -> Found:
    """A few elements, and numbers that phase one converts."""
    left, right = np.ascontiguousarray(PAIRS.T)
    found: Found = [(acl.add(left, right), SUMS)]
    for scalar in (right[0], 5 * TINY):
        found.append((acl.adds(left[:1], scalar), SUMS[:1]))
    return found


def after_a_host_function() -> Found:
    """A thread on which a function of the program has changed the mode, the library's or this."""
    before = _environment()
    grad, indices, right = _rows(COLUMNS)
    change = native.HostCallback(lambda _: [enter() for enter in ENTER.values()] and None)
    with acl.Device(0) as device, device.stream() as stream:
        grad_tensor, index_tensor = device.tensor(grad), device.tensor(indices)
        out = device.empty(right.shape, "float32")
        with device.current() as lib:
            assert lib.aclrtLaunchHostFunc(stream.handle, change, None) == 0
        step = plan("aclnnEmbeddingDenseBackward", grad_tensor, index_tensor, TABLE, -1, False, out)
        step.run(stream)
        while not stream.query():  # not synchronize: this thread must not take the work over
            pass
        stream.synchronize()
        _libm.fesetenv(before)
        return [(out.numpy(), right)]


def infiniop_embedding_backward() -> Found:
    grad, indices, right = _rows(COLUMNS)
    found: Found = []
    for device in ("cpu", "ascend"):
        found.append((infiniop.embedding_backward(grad, indices, TABLE, device=device), right))
        ones = np.full((1, 8), 2.0**20, np.float32)
        for alpha in (4 * TINY, 0.1):
            sums = infiniop.embedding_backward(ones, np.array([0]), 1, alpha, device=device)
            exact = {4 * TINY: 2.0**-127, 0.1: 13421773 * 2.0**-7}[alpha]
            found.append((sums, np.full((1, 8), exact)))
    return found


def ttnn_add_bw() -> Found:
    columns = 1 << 17
    grad = np.tile(PAIRS.T, (1, columns // 4))
    found: Found = []
    device = ttnn.open_device(0)
    for layout in (ttnn.ROW_MAJOR_LAYOUT, ttnn.TILE_LAYOUT):
        tensors = [
            ttnn.from_numpy(each, dtype=ttnn.float32, layout=layout, device=device)
            for each in (grad, np.zeros_like(grad), np.zeros((1, columns), np.float32))
        ]
        result = ttnn.add_bw(tensors[0], tensors[1], tensors[2])[1]
        found.append((ttnn.to_numpy(result), np.tile(SUMS, (1, columns // 4))))
    ttnn.close_device(device)
    return found


def ttnn_conversions() -> Found:
    """What the host makes of float64."""
    given = np.array([3 * TINY, 1 + 2.0**-25, 1e300, 1 + ULP + 2.0**-30])
    right = np.array([3 * TINY, 1, np.inf, 1 + ULP])
    tensor = ttnn.from_numpy(given, dtype=ttnn.float32)
    whole = ttnn.from_numpy(np.array([1e300, np.nan, -np.inf, 2.5]), dtype=ttnn.int32)
    limits = np.iinfo(np.int32)
    return [
        (ttnn.to_numpy(tensor), right),
        (ttnn.to_numpy(whole), np.array([limits.max, 0, limits.min, 2], np.int32)),
    ]


def _signs(gradient: Array, scale: Array) -> Array:
    """The packed gradient of a table of one row."""
    rows, columns = gradient.shape
    ctx = bitorch.Context()
    table = np.zeros((rows, columns // 8), np.uint8)
    forward: Any = bitorch.BinaryEmbeddingForward
    forward.forward(ctx, np.arange(rows)[None] * 0, table[:1], scale, columns, True)
    packed: Array = forward.backward(ctx, gradient[None])[1]
    return packed


#: Two elements of a gradient and the scale of their row. The scaled sum, rounded to nearest, is
#: negative or NaN: in the second case (1 + 2 * ULP) - (1 + 3 * ULP), and upward it would be 0.
SIGNS = np.array(
    [
        [-3 * TINY, TINY, 1],
        [1 + ULP, -(1 + 2 * ULP), 1 + ULP],
        [np.inf, -np.inf, 1],
    ],
    np.float32,
)


def bitorch_signs() -> Found:
    columns = 4096
    zeros = np.zeros((1, columns // 8), np.uint8)
    found: Found = []
    for first, second, scale in SIGNS:
        rows = np.tile(np.array([[first], [second]]), (1, columns))
        found.append((_signs(rows, np.array([[scale]])), zeros))
    bag: Any = bitorch.BinaryEmbeddingBagForward
    ctx = bitorch.Context()
    bag.forward(ctx, np.array([[0]]), np.zeros((1, 8), np.bool_), True)
    gradient = np.tile(SIGNS[:1, :1], (1, 8))
    found.append((bag.backward(ctx, gradient)[1], np.zeros((1, 8), np.bool_)))
    return found


def host_conversions() -> Found:
    """aclFloatToFloat16 and aclFloat16ToFloat."""
    lib = acl.lib
    halves = {0x0001: 2.0**-24, 0x03FF: 1023 * 2.0**-24, 0x3C00: 1.0, 0x7BFF: 65504.0}
    rounded = {1 + 2.0**-11: 0x3C00, 2.0**-25: 0, 3 * 2.0**-26: 1, 3e38: 0x7BFF, 65519.0: 0x7BFF}
    found: Found = [(lib.aclFloat16ToFloat(half), value) for half, value in halves.items()]
    found += [(lib.aclFloatToFloat16(value), half) for half, value in halves.items()]
    found += [(lib.aclFloatToFloat16(value), half) for value, half in rounded.items()]
    return found


CALLS = [
    embedding_dense_backward,
    scale,
    add_and_adds,
    after_a_host_function,
    infiniop_embedding_backward,
    ttnn_add_bw,
    ttnn_conversions,
    bitorch_signs,
    host_conversions,
]


def main(mode: str) -> None:
    """Print, for each call that did not give what it has to, what it gave."""
    results = {}
    with entered(mode):
        for call in CALLS:
            results[call.__name__] = call()
    wrong = {}
    for name, pairs in results.items():
        for found, right in pairs:
            if not np.array_equal(found, right, equal_nan=np.asarray(right).dtype.kind == "f"):  # type: ignore[arg-type]
                wrong[name] = f"{np.unique(np.asarray(found))[:8]}"
    print(json.dumps({"calls": list(results), "wrong": wrong}))
