# SPDX-License-Identifier: Apache-2.0
"""The public C functions by ctypes, with the little that tests need around them."""

from __future__ import annotations

import csv
import ctypes
import importlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import numpy.typing as npt

from aclnn_py import _tree, native
from aclnn_py.cli import doctor

if TYPE_CHECKING:
    from typing_extensions import Self  # typing has it from 3.11 on

NONE = ctypes.c_void_p(None)

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

#: aclDataType of NumPy's types, from CANN's documentation, not from the library.
DATA_TYPES: dict[np.dtype[Any], int] = {
    np.dtype(np.float32): 0,
    np.dtype(np.float16): 1,
    np.dtype(np.int8): 2,
    np.dtype(np.int32): 3,
    np.dtype(np.uint8): 4,
    np.dtype(np.int16): 6,
    np.dtype(np.uint16): 7,
    np.dtype(np.uint32): 8,
    np.dtype(np.int64): 9,
    np.dtype(np.uint64): 10,
    np.dtype(np.float64): 11,
    np.dtype(np.bool_): 12,
    np.dtype(np.complex64): 16,
    BFLOAT16: 27,
}

FORMAT_ND = 2
NO_PADDING = 2**64 - 1


class Api:
    """`api.aclrtMalloc(...)` calls; `api.ok.aclrtMalloc(...)` also asserts status 0."""

    def __init__(self) -> None:
        self.lib = native.load()
        self.ok = Checked(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.lib, name)

    def message(self) -> str:
        """The text of the last failures on this thread, which the call forgets; "" for none."""
        text = self.lib.aclGetRecentErrMsg()
        return text.decode() if text else ""


class Checked:
    """Calls that have to return 0, of whoever has a library and tells its last text."""

    def __init__(self, api: Any) -> None:
        self._api = api

    def __getattr__(self, name: str) -> Any:
        function = getattr(self._api.lib, name)

        def call(*arguments: Any) -> None:
            status = function(*arguments)
            assert status == 0, f"{name} -> {status}\n{self._api.message()}"

        return call


def int64s(values: Sequence[int]) -> Any:
    """A C array of int64_t; None for no values, as a NULL pointer."""
    return (ctypes.c_int64 * len(values))(*values) if len(values) else None


class Session:
    """Device 0 on this thread and one stream, with tensors over device memory."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.stream = ctypes.c_void_p()
        self.memory: list[int] = []
        self.tensors: list[int] = []

    def __enter__(self) -> Self:
        self.api.aclInit(None)
        self.api.message()
        self.api.ok.aclrtSetDevice(0)
        self.api.ok.aclrtCreateStream(ctypes.byref(self.stream))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for tensor in self.tensors:
            self.api.aclDestroyTensor(tensor)
        for address in self.memory:
            self.api.aclrtFree(address)
        self.api.aclrtDestroyStream(self.stream)
        self.api.aclrtResetDevice(0)
        self.api.message()

    def malloc(self, size: int) -> int:
        """Device memory; size 0 gives NULL."""
        if size == 0:
            return 0
        address = ctypes.c_void_p()
        self.api.ok.aclrtMalloc(ctypes.byref(address), size, 0)
        assert address.value is not None
        self.memory.append(address.value)
        return address.value

    def upload(self, array: npt.NDArray[Any]) -> int:
        """Device memory with the bytes of a C-contiguous array."""
        data = np.ascontiguousarray(array)
        address = self.malloc(data.nbytes)
        if data.nbytes:
            self.api.ok.aclrtMemcpy(address, data.nbytes, data.ctypes.data, data.nbytes, 1)
        return address

    def download(
        self, address: int, shape: Sequence[int], dtype: npt.DTypeLike
    ) -> npt.NDArray[Any]:
        """The array that lies at an address."""
        result = np.empty(shape, dtype)
        if result.nbytes:
            self.api.ok.aclrtMemcpy(result.ctypes.data, result.nbytes, address, result.nbytes, 2)
        return result

    def describe(
        self,
        shape: Sequence[int],
        dtype: npt.DTypeLike | int,
        address: int | None,
        *,
        strides: Sequence[int] | None = None,
        offset: int = 0,
        storage: Sequence[int] | None = None,
        format_: int = FORMAT_ND,
    ) -> int:
        """An aclTensor over an address; strides and offset in elements."""
        number = dtype if isinstance(dtype, int) else DATA_TYPES[np.dtype(dtype)]
        storage = shape if storage is None else storage
        handle = self.api.aclCreateTensor(
            int64s(shape),
            len(shape),
            number,
            None if strides is None else int64s(strides),
            offset,
            format_,
            int64s(storage),
            len(storage),
            address,
        )
        assert handle
        self.tensors.append(handle)
        return int(handle)

    def tensor(self, array: npt.NDArray[Any]) -> int:
        """An aclTensor over a copy of the array in device memory, dense."""
        return self.describe(array.shape, array.dtype, self.upload(array))

    def synchronize(self) -> int:
        return int(self.api.aclrtSynchronizeStream(self.stream))


def workspace_cases() -> list[dict[str, str]]:
    """The rows of workspace_cases.csv. Its short names of data types all count bits; the two that
    NumPy reads otherwise are spelt out."""
    path = Path(__file__).parent / "workspace" / "workspace_cases.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    spelt_out = {"i8": "int8", "u8": "uint8"}
    for row in rows:
        row["index_dtype"] = spelt_out.get(row["index_dtype"], row["index_dtype"])
    return rows


def has_torch() -> bool:
    """Whether torch is installed; that it can be imported is for the tests to see."""
    return importlib.util.find_spec("torch") is not None


def import_torch() -> Any:
    """torch, for modules whose tests are all marked with it; None where it is not installed."""
    return importlib.import_module("torch") if has_torch() else None


def program_environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment for a program that uses the tree, without ACLNN_* of the test run but for
    the library under test, and without what OpenBLAS would read."""
    kept = native.LIBRARY_VARIABLE
    environment = {
        name: value
        for name, value in os.environ.items()
        if name == kept or not name.startswith(("ACLNN_", "OPENBLAS_"))
    }
    environment["LD_LIBRARY_PATH"] = str(_tree.prefix() / "lib64")
    environment.update(variables or {})
    return environment


def run_program(program: Path, *arguments: object, **variables: str) -> str:
    """What a program that has to end with 0 prints, in the environment of `program_environment`."""
    done = subprocess.run(
        [str(program), *map(str, arguments)],
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def python_environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of `program_environment` for Python that can import `support`."""
    environment = program_environment(variables)
    environment["PYTHONPATH"] = os.pathsep.join(
        [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    )
    return environment


def run_python(
    code: str, variables: Mapping[str, str] | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """Python code in a process of its own, where ACLNN_* variables can be chosen. `support` can
    be imported there."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env=python_environment(variables),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def cpu_levels() -> Sequence[str]:
    """The levels of the library that this machine runs, weakest first."""
    found = native.description().kernel_levels
    return [level for level in doctor._cpu_levels() if level in found] or found


def run_at_levels(code: str) -> list[subprocess.CompletedProcess[str]]:
    """The code once for each level that this machine runs, with as many AI cores as there were
    levels before, and one."""
    return [
        run_python(code, {"ACLNN_ISA": level, "ACLNN_CORES": str(cores)})
        for cores, level in enumerate(cpu_levels(), 1)
    ]
