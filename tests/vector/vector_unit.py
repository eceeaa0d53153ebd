# SPDX-License-Identifier: Apache-2.0
"""The vector unit from Python: programs over NumPy arrays, and single instructions."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from build_support.library import ARCHIVE, PREPROCESSOR_FLAGS, Settings, new_file

ROOT = Path(__file__).resolve().parents[2]

TYPES: dict[str, int] = {
    "float32": 0,
    "float16": 1,
    "int8": 2,
    "int32": 3,
    "uint8": 4,
    "int16": 6,
    "uint16": 7,
    "uint32": 8,
    "int64": 9,
    "uint64": 10,
    "float64": 11,
    "bool": 12,
    "complex64": 16,
    "complex128": 17,
    "bfloat16": 27,
}

CODES: dict[str, int] = {
    "int4": 29,
    "hifloat8": 34,
    "float8_e5m2": 35,
    "float8_e4m3fn": 36,
    "float8_e8m0": 37,
    "float4_e2m1": 40,
    "float4_e1m2": 41,
}
"""Types of at most 8 bits: arrays of them are of uint8, a code an element."""

NUMBERS = TYPES | CODES


def dtype(name: str) -> np.dtype[Any]:
    if name in CODES:
        return np.dtype(np.uint8)
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


class View(ctypes.Structure):
    _fields_ = [
        ("address", ctypes.c_void_p),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("is_upper", ctypes.c_bool),
    ]


class Instance(ctypes.Structure):
    _fields_ = [
        ("rank", ctypes.c_int),
        ("kept", ctypes.c_int),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("views", ctypes.POINTER(View)),
    ]


class Box(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_int64) for name in ("rows", "columns", "row_step", "column_step")),
        ("goes_on", ctypes.c_bool),
    ]


@cache
def library() -> ctypes.CDLL:
    """The vector unit with its functions in sight, linked when the build is newer."""
    settings = Settings(ROOT)
    source = Path(__file__).with_name("api.c")
    archive = settings.directory / ARCHIVE
    output = settings.directory / "programs" / "libvectortest.so"
    newest = max(source.stat().st_mtime, archive.stat().st_mtime)
    if not output.exists() or output.stat().st_mtime < newest:
        command = [*settings.compiler, *settings.flags, *PREPROCESSOR_FLAGS, "-shared", str(source)]
        command += [str(archive), "-lm", "-lpthread", "-o"]
        with new_file(output) as temporary:  # other workers may do the same
            command.append(str(temporary))
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found = ctypes.CDLL(str(output))
    pointers = ("new", "instruction", "fold_instruction", "row_instruction", "cast_instruction")
    for name in pointers:
        getattr(found, f"test_{name}").restype = ctypes.c_void_p
    for name in ("operation_name", "level_name"):
        getattr(found, f"test_{name}").restype = ctypes.c_char_p
    for name in ("finish", "run"):
        getattr(found, f"test_{name}").restype = ctypes.c_bool
    return found


def _names(function: Any) -> list[str]:
    names: list[str] = []
    while (name := function(len(names))) is not None:
        names.append(name.decode())
    return names


@cache
def operations() -> list[str]:
    return _names(library().test_operation_name)


@cache
def levels() -> list[str]:
    return _names(library().test_level_name)


def operation(name: str) -> int:
    return operations().index(name)


Strip = Any


def call(function: int, operands: Sequence[Strip], count: int) -> None:
    """An instruction on arrays."""
    pointers = (ctypes.c_void_p * len(operands))(*(each.ctypes.data for each in operands))
    ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p)(function)(count, pointers)


class Program:
    """A program that is built by calls."""

    def __init__(self) -> None:
        self._library = library()
        self._program = ctypes.c_void_p(self._library.test_new())
        self._keep: list[Any] = []

    def operand(self, name: str) -> int:
        return int(self._library.test_operand(self._program, NUMBERS[name]))

    def load(self, operand: int) -> int:
        return int(self._library.test_load(self._program, operand))

    def load_kept(self, operand: int) -> int:
        return int(self._library.test_load_kept(self._program, operand))

    def position(self, name: str) -> int:
        return int(self._library.test_position(self._program, NUMBERS[name]))

    def input(self, name: str) -> int:
        return self.load(self.operand(name))

    def constant(self, name: str, value: Any) -> int:
        element = np.array(value, dtype(name))
        address = ctypes.c_void_p(element.ctypes.data)
        return int(self._library.test_constant(self._program, NUMBERS[name], address))

    def apply(self, name: str, *inputs: int) -> int:
        array = (ctypes.c_int * len(inputs))(*inputs)
        number = operation(name)
        return int(self._library.test_apply(self._program, number, array, len(inputs)))

    def cast(self, slot: int, name: str) -> int:
        return int(self._library.test_cast(self._program, slot, NUMBERS[name]))

    def fold(self, slot: int, name: str, result: str) -> int:
        number = operation(name)
        return int(self._library.test_fold(self._program, slot, number, NUMBERS[result]))

    def store(self, slot: int, operand: int) -> None:
        self._library.test_store(self._program, slot, operand)

    def output(self, slot: int, name: str) -> None:
        self.store(slot, self.operand(name))

    def finish(self) -> bool:
        return bool(self._library.test_finish(self._program))

    def instance(
        self, arrays: Sequence[Any], dims: Sequence[int] | None = None, kept: int = 0
    ) -> Instance:
        """Arrays in the order of operands; each is broadcast to dims, default the last one's."""
        shape = tuple(arrays[-1].shape if dims is None else dims)
        views = (View * len(arrays))()
        for view, given in zip(views, arrays, strict=True):
            array = given
            if array.shape != shape:
                steps = _broadcast_strides(array, shape, kept)
                array = np.lib.stride_tricks.as_strided(array, shape, steps)
            strides = [step // array.itemsize for step in array.strides]
            view.address = array.ctypes.data
            view.strides = (ctypes.c_int64 * max(len(strides), 1))(*strides)
            self._keep.append(view.strides)
        self._keep.append((views, arrays))
        c_dims = (ctypes.c_int64 * max(len(shape), 1))(*shape)
        return Instance(len(shape), kept, c_dims, views)

    def run(self, *arrays: Any, dims: Sequence[int] | None = None, kept: int = 0) -> None:
        instance = self.instance(arrays, dims, kept)
        assert self._library.test_run(self._program, ctypes.byref(instance), ctypes.c_int64(1))

    def run_list(self, instances: Sequence[Instance]) -> None:
        array = (Instance * len(instances))(*instances)
        count = ctypes.c_int64(len(instances))
        assert self._library.test_run(self._program, array, count)


def _broadcast_strides(array: Any, shape: tuple[int, ...], kept: int) -> tuple[int, ...]:
    """Steps of an array in a larger shape: of the kept dims alone, or broadcast from the right."""
    if kept and array.ndim == kept and array.shape == shape[:kept]:
        return (*array.strides, *(0 for _ in shape[kept:]))
    missing = len(shape) - array.ndim
    steps = [0] * missing
    for dim, step, wanted in zip(array.shape, array.strides, shape[missing:], strict=True):
        steps.append(step if dim == wanted else 0)
    return tuple(steps)


def bits(array: Any) -> Any:
    """The array as bytes, element by element."""
    flat = np.ascontiguousarray(array)
    return flat.view(np.uint8).reshape(-1, flat.itemsize)


def same_bits(a: Any, b: Any) -> bool:
    return bool(np.array_equal(bits(a), bits(b)))
