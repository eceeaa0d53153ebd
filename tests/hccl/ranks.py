# SPDX-License-Identifier: Apache-2.0
"""Ranks for tests: processes, or threads of one process, that run the same function of programs.py.

Run as a script by `start`: one process, with all ranks or with one of them.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
from support import Api, python_environment

ROOT_INFO_BYTES = 4108
NOT_SET = 0xFFFFFFFF  # HCCL_COMM_CONFIG_NOT_SET
GUARD = 60  # seconds after which ranks count as hanging

SUM, PROD, MAX, MIN = range(4)

#: HcclDataType of NumPy's types: CANN's documentation.
TYPES: dict[np.dtype[Any], int] = {
    np.dtype(np.int8): 0,
    np.dtype(np.int16): 1,
    np.dtype(np.int32): 2,
    np.dtype(np.float16): 3,
    np.dtype(np.float32): 4,
    np.dtype(np.int64): 5,
    np.dtype(np.uint64): 6,
    np.dtype(np.uint8): 7,
    np.dtype(np.uint16): 8,
    np.dtype(np.uint32): 9,
    np.dtype(np.float64): 10,
    np.dtype(ml_dtypes.bfloat16): 11,
}

Array = npt.NDArray[Any]


class Rank:
    """A rank with its device, a stream and a communicator of all ranks."""

    def __init__(self, api: Api, rank: int, size: int, meet: Callable[[], Any]) -> None:
        self.api, self.rank, self.size, self.meet = api, rank, size, meet
        self.ok = api.ok
        self.comm = ctypes.c_void_p()
        self.stream = ctypes.c_void_p()

    def begin(self) -> None:
        count = ctypes.c_uint32()
        self.ok.aclrtGetDeviceCount(ctypes.byref(count))
        self.ok.aclrtSetDevice(self.rank % count.value)
        self.stream = self.new_stream()

    def join(self) -> None:
        """Make the communicator."""
        self.ok.HcclCommInitRootInfo(self.size, self.meet(), self.rank, ctypes.byref(self.comm))

    def new_stream(self) -> ctypes.c_void_p:
        stream = ctypes.c_void_p()
        self.ok.aclrtCreateStream(ctypes.byref(stream))
        return stream

    def memory(self, size: int) -> int:
        address = ctypes.c_void_p()
        self.ok.aclrtMalloc(ctypes.byref(address), max(size, 1), 0)
        assert address.value is not None
        return address.value

    def up(self, array: Array) -> int:
        data = np.ascontiguousarray(array)
        address = self.memory(data.nbytes)
        if data.nbytes:
            self.ok.aclrtMemcpy(address, data.nbytes, data.ctypes.data, data.nbytes, 1)
        return address

    def down(self, address: int, like: Array) -> Array:
        result = np.empty_like(like)
        if result.nbytes:
            self.ok.aclrtMemcpy(result.ctypes.data, result.nbytes, address, result.nbytes, 2)
        return result

    def free(self, *addresses: int) -> None:
        for address in addresses:
            self.ok.aclrtFree(address)

    def wait(self) -> int:
        """Synchronize with the stream."""
        return int(self.api.aclrtSynchronizeStream(self.stream))

    def async_error(self) -> int:
        code = ctypes.c_int32(-1)
        self.ok.HcclGetCommAsyncError(self.comm, ctypes.byref(code))
        return code.value


def counts(values: Any) -> Any:
    """A C array of uint64_t."""
    values = list(values)
    return (ctypes.c_uint64 * len(values))(*values)


def settings(*, name: bytes = b"", megabytes: int = NOT_SET, seconds: int = -1) -> Any:
    """An HcclCommConfig as HcclCommConfigInit makes it, with some members set."""
    config = bytearray(2240)
    struct.pack_into("<QIIQII128s", config, 0, 2240, 0xF0F0F0F0, 10, 0, megabytes, NOT_SET, name)
    struct.pack_into("<3I", config, 288, 0, NOT_SET, NOT_SET)
    struct.pack_into("<i", config, 316, seconds)
    struct.pack_into("<I", config, 2228, NOT_SET)
    return ctypes.create_string_buffer(bytes(config), len(config))


# --- One process ---------------------------------------------------------------------------------


def _meet_by_file(api: Api, rank: int, path: Path) -> Any:
    """The root info, which rank 0 writes to a file for all."""
    info = ctypes.create_string_buffer(ROOT_INFO_BYTES)
    if rank == 0:
        api.ok.HcclGetRootInfo(info)
        path.with_suffix(".new").write_bytes(info.raw)
        path.with_suffix(".new").rename(path)
        return info
    end = time.monotonic() + GUARD
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.002)
    return ctypes.create_string_buffer(path.read_bytes(), ROOT_INFO_BYTES)


def run_rank(api: Api, order: Mapping[str, Any], rank: int) -> dict[str, Any]:
    """What one rank answers."""
    module, _, name = f"programs.{order['program']}".rpartition(".")
    module = module.rpartition(".")[2]
    program = getattr(importlib.import_module(f"hccl.{module}"), name)
    directory, meetings = Path(order["directory"]), iter(range(1000))

    def meet() -> Any:
        return _meet_by_file(api, rank, directory / f"root{next(meetings)}")

    me = Rank(api, rank, order["size"], meet)
    try:
        me.begin()
        if not getattr(program, "joins_itself", False):
            me.join()
        return {"rank": rank, "answer": program(me, **order["arguments"])}
    except BaseException:
        return {"rank": rank, "error": traceback.format_exc()}


def main() -> None:
    order = json.loads(sys.argv[1])
    api = Api()
    api.ok.aclInit(None)
    answers: list[dict[str, Any]] = []

    def run(rank: int) -> None:
        answers.append(run_rank(api, order, rank))

    threads = [threading.Thread(target=run, args=(rank,)) for rank in order["ranks"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        print(json.dumps(answer))


# --- Starting them -------------------------------------------------------------------------------


@dataclass
class Ranks:
    """Ranks that were started."""

    processes: list[subprocess.Popen[str]]
    directory: tempfile.TemporaryDirectory[str]

    def finish(self, *, lost: tuple[int, ...] = ()) -> dict[int, Any]:
        """The answers by rank, but for those of processes that end in another way."""
        answers: dict[int, Any] = {}
        problems: list[str] = []
        end = time.monotonic() + GUARD
        for number, process in enumerate(self.processes):
            try:
                out, err = process.communicate(timeout=max(1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                problems.append(f"process {number} hung\n{err}")
            if number not in lost and process.returncode != 0:
                problems.append(f"process {number} ended with {process.returncode}\n{err}")
            for line in out.splitlines():
                row = json.loads(line)
                if "error" in row:
                    problems.append(f"rank {row['rank']}: {row['error']}")
                answers[row["rank"]] = row.get("answer")
        self.directory.cleanup()
        assert not problems, "\n".join(problems)
        return dict(sorted(answers.items()))


def start(
    program: str,
    size: int,
    *,
    threads: bool = False,
    inside: Sequence[Sequence[str]] = (),
    **arguments: Any,
) -> Ranks:
    """Start ranks, each inside another command if there are such. Arguments in capitals are
    variables of the environment, others go to the program."""
    variables = {name: value for name, value in arguments.items() if name.isupper()}
    arguments = {name: value for name, value in arguments.items() if not name.isupper()}
    variables = {"HCCL_SOCKET_IFNAME": "lo", "ACLNN_CORES": "1", **variables}
    if threads:
        variables["ACLNN_DEVICES"] = str(size)
    directory = tempfile.TemporaryDirectory(prefix="aclnn-hccl-")
    order = {
        "program": program,
        "size": size,
        "directory": directory.name,
        "arguments": arguments,
    }
    of_processes = [list(range(size))] if threads else [[rank] for rank in range(size)]
    processes = [
        subprocess.Popen(
            [
                *(inside[ranks[0]] if inside else ()),
                sys.executable,
                str(Path(__file__)),
                json.dumps({**order, "ranks": ranks}),
            ],
            env=python_environment(variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for ranks in of_processes
    ]
    return Ranks(processes, directory)


def run(program: str, size: int, **arguments: Any) -> dict[int, Any]:
    """The answers of ranks that all have to end well."""
    return start(program, size, **arguments).finish()


if __name__ == "__main__":
    os.environ.setdefault("PYTHONFAULTHANDLER", "1")
    main()
