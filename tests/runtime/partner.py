# SPDX-License-Identifier: Apache-2.0
"""A second process with device 0 set, which does what a test asks it to."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from runtime.tools import GUARD, malloc, new_stream, read, variables_for_child, write
from support import Api, python_environment

from aclnn_py import native

KEY = 65


def descriptors() -> int:
    """How many this process has."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def event_handle(name: str = "") -> Any:
    """An aclrtIpcEventHandle with this name."""
    made = native.structure("aclrtIpcEventHandle")()
    ctypes.memmove(ctypes.byref(made), name.encode(), len(name))
    return made


def export_key(api: Api, address: int, size: int, flags: int) -> str:
    key = ctypes.create_string_buffer(KEY)
    api.ok.aclrtIpcMemGetExportKey(address, size, key, KEY, flags)
    return key.value.decode()


def event_name(api: Api, event: Any) -> str:
    handle = event_handle()
    api.ok.aclrtIpcGetEventHandle(event, ctypes.byref(handle))
    return bytes(handle).rstrip(b"\0").decode()


def notify_key(api: Api, notify: Any, flags: int) -> str:
    key = ctypes.create_string_buffer(KEY)
    api.ok.aclrtNotifyGetExportKey(notify, key, KEY, flags)
    return key.value.decode()


class Commands:
    """What the second process can do. Each returns something that JSON has."""

    def __init__(self) -> None:
        self.api = Api()
        self.api.ok.aclrtSetDevice(0)
        self.stream = new_stream(self.api)
        self.handles: list[Any] = []

    def pid(self) -> int:
        return os.getpid()

    def try_import(self, key: str, flags: int = 0) -> list[Any]:
        """Status, address or None, and the text."""
        address = ctypes.c_void_p()
        status = self.api.aclrtIpcMemImportByKey(ctypes.byref(address), key.encode(), flags)
        return [status, address.value, self.api.message()]

    def close(self, key: str) -> int:
        return int(self.api.aclrtIpcMemClose(key.encode()))

    def read(self, address: int, size: int) -> list[int]:
        return list(read(self.api, address, size))

    def write(self, address: int, data: list[int]) -> None:
        write(self.api, address, bytes(data))

    def describe(self, address: int) -> str:
        self.api.aclrtFree(address)
        return self.api.message()

    def export(self, data: list[int], flags: int = 1) -> str:
        address = malloc(self.api, len(data))
        write(self.api, address, bytes(data))
        return export_key(self.api, address, len(data), flags)

    def open_event(self, name: str) -> list[Any]:
        handle = event_handle(name)
        event = ctypes.c_void_p()
        status = self.api.aclrtIpcOpenEventHandle(handle, ctypes.byref(event))
        self.handles.append(event)
        return [status, len(self.handles) - 1, self.api.message()]

    def make_event(self) -> list[Any]:
        event = ctypes.c_void_p()
        self.api.ok.aclrtCreateEventExWithFlag(ctypes.byref(event), 0x40)
        self.handles.append(event)
        return [event_name(self.api, event), len(self.handles) - 1]

    def record(self, handle: int) -> None:
        self.api.ok.aclrtRecordEvent(self.handles[handle], self.stream)

    def wait(self, handle: int) -> None:
        self.api.ok.aclrtStreamWaitEvent(self.stream, self.handles[handle])

    def is_recorded(self, handle: int) -> bool:
        status = ctypes.c_int()
        self.api.ok.aclrtQueryEventStatus(self.handles[handle], ctypes.byref(status))
        return status.value == 1

    def copy(self, target: int, source: int, size: int) -> None:
        self.api.ok.aclrtMemcpyAsync(target, size, source, size, 3, self.stream)

    def set(self, address: int, value: int, size: int) -> None:
        self.api.ok.aclrtMemsetAsync(address, size, value, size, self.stream)

    def import_notify(self, key: str) -> list[Any]:
        notify = ctypes.c_void_p()
        status = self.api.aclrtNotifyImportByKey(ctypes.byref(notify), key.encode(), 2)
        self.handles.append(notify)
        return [status, len(self.handles) - 1, self.api.message()]

    def record_notify(self, handle: int) -> None:
        self.api.ok.aclrtRecordNotify(self.handles[handle], self.stream)

    def wait_notify(self, handle: int) -> None:
        self.api.ok.aclrtWaitAndResetNotify(self.handles[handle], self.stream, 0)

    def synchronize(self) -> list[Any]:
        return [self.api.aclrtSynchronizeStream(self.stream), self.api.message()]

    def import_physical(self, number: int) -> list[Any]:
        handle = ctypes.c_void_p()
        status = self.api.aclrtMemImportFromShareableHandle(
            ctypes.c_uint64(number), 0, ctypes.byref(handle)
        )
        self.handles.append(handle)
        return [status, len(self.handles) - 1, self.api.message()]

    def map(self, handle: int, size: int) -> int:
        address = ctypes.c_void_p()
        self.api.ok.aclrtReserveMemAddress(ctypes.byref(address), size, 0, None, 0)
        self.api.ok.aclrtMapMem(address, size, 0, self.handles[handle], 0)
        assert address.value
        return address.value

    def unmap(self, address: int, handle: int) -> None:
        self.api.ok.aclrtUnmapMem(address)
        self.api.ok.aclrtReleaseMemAddress(address)
        self.api.ok.aclrtFreePhysical(self.handles[handle])

    def reset(self) -> int:
        return int(self.api.aclrtResetDevice(0))


def serve() -> None:
    """In the second process: answer each line, [command, arguments], with its result."""
    commands = Commands()
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(getattr(commands, name)(*arguments)), flush=True)


class Partner:
    """`partner.read(address, 8)` runs `Commands.read` in the second process."""

    def __init__(self, **variables: str) -> None:
        library = str(native.library_paths()[0])
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from runtime.partner import serve; serve()"],
            env=python_environment(
                variables_for_child(**{native.LIBRARY_VARIABLE: library, **variables})
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, name: str, *arguments: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([name, arguments]) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"the second process ended with {self.process.wait(GUARD)}"
        return json.loads(line)

    def __getattr__(self, name: str) -> Any:
        def ask(*arguments: Any) -> Any:
            self.send(name, *arguments)
            return self.answer()

        return ask

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(GUARD)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
