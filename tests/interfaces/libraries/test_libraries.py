# SPDX-License-Identifier: Apache-2.0
"""CANN's other libraries: what they carry out, and that the rest says what it does not."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from runtime.codes import FEATURE_NOT_SUPPORT
from support import Api, program_environment

import aclnn_py
from aclnn_py import _tree

HERE = Path(__file__).parent
TABLE = HERE.parents[2] / "csrc" / "libraries" / "symbols.def"
LIB64 = _tree.prefix() / "lib64"
COMPILER = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror"]
GE_FAILED = 0xFFFFFFFF

ROWS = re.findall(r"^ACL_([A-Z_]+)\((\w+)(?:, (\w+))?\)", TABLE.read_text("utf-8"), re.MULTILINE)
KINDS = ["FAILS", "STATUS", "NOTHING", "SELF", "OBJECT", "MADE", "NAME", "MAKES", "MAKES_BY"]
REFUSED = [row for row in ROWS if row[0] in KINDS]


def spelled(symbol: str) -> str:
    """The name of a function without its parameters, as C++ writes it."""
    text = subprocess.run(["c++filt", symbol], check=True, capture_output=True, text=True).stdout
    return text.strip().split("(")[0]


def test_all_sonames_are_there() -> None:
    wanted = "ge_runner graph ge_common_base fmk_parser ascend_protobuf error_manager ascend_dump"
    wanted += " platform register ascendalog unified_dlog c_sec mmpa ascend_hal profapi msprofiler"
    names = {name for kind, name, _ in ROWS if kind in ("LIBRARY", "LIKE")}
    assert set(wanted.split()) <= names
    assert all((LIB64 / f"lib{name}.so").exists() for name in names)


class Large(ctypes.Structure):
    """An object that C too returns in memory of the caller."""

    _fields_ = (("bytes", ctypes.c_ubyte * 64),)


@pytest.mark.parametrize(("kind", "symbol", "argument"), REFUSED, ids=lambda value: value)
def test_it_refuses_by_its_name(api: Api, kind: str, symbol: str, argument: str) -> None:
    """Results that are objects are empty ones, within their bytes."""
    api.message()
    memory = (ctypes.c_ubyte * 64)(*[0xAA] * 64)
    function = api.lib[symbol]
    if kind in ("OBJECT", "MADE") and platform.machine() != "x86_64":  # its address is no argument
        function.restype = Large
        function()
        assert f": {spelled(symbol)}" in api.message()
        return
    function.restype = ctypes.c_void_p
    result = function(ctypes.byref(memory), None, None, None)
    address = ctypes.addressof(memory)
    if kind == "FAILS":
        assert result & GE_FAILED == GE_FAILED
    elif kind == "STATUS":
        assert argument == "ACL_ERROR_RT_FEATURE_NOT_SUPPORT"
        assert result == FEATURE_NOT_SUPPORT
    elif kind == "NOTHING":
        assert result is None
    elif kind in ("SELF", "OBJECT", "MADE"):
        assert result == address
    elif kind == "NAME":
        assert ctypes.c_char_p.from_address(result).value == b""
    if kind in ("OBJECT", "MAKES"):
        assert bytes(memory) == bytes(int(argument)) + b"\xaa" * (64 - int(argument))
    text = api.message()
    assert f": {spelled(symbol)}" in text
    assert "not implemented by this library" in text


def test_what_no_caller_sees_is_said_once(tmp_path: Path) -> None:
    symbols = [row[1] for row in ROWS if row[0] == "NOTHING"][:3]
    calls = "".join(f"lib['{symbol}']()\n" * 2 for symbol in symbols)
    program = f"import ctypes\nlib = ctypes.CDLL({str(_tree.library())!r})\n{calls}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=program_environment({}),
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    lines = done.stderr.splitlines()
    assert len(lines) == len(symbols)
    for line, symbol in zip(lines, symbols, strict=True):
        assert line.startswith(f"aclnn_py: {spelled(symbol)}")
        assert line.endswith(": not implemented by this library; it does nothing")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "library", "options"),
    [
        ("platform", "platform", ()),
        ("platform", "platform", ("-D_GLIBCXX_USE_CXX11_ABI=0",)),
        ("graph", "graph", ()),
        ("graph", "ge_runner", ("-D_GLIBCXX_USE_CXX11_ABI=0",)),
        ("rt", "runtime", (f"-I{_tree.prefix()}/include/experiment",)),
        ("securec", "c_sec", (f"-I{_tree.prefix()}/include",)),
    ],
)
def test_program_finds_what_it_expects(
    name: str, library: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    """The programs check everything themselves."""
    program = tmp_path / name
    links = [f"-L{LIB64}", f"-l{library}", f"-Wl,-rpath,{LIB64}", "-o", str(program)]
    subprocess.run([*COMPILER, *options, str(HERE / f"{name}.cpp"), *links], check=True)
    done = subprocess.run(
        [program], env=program_environment({}), capture_output=True, text=True, check=False
    )
    assert done.stdout == "0 failures\n", done.stdout + done.stderr
    assert done.returncode == 0


# ---- libc_sec ------------------------------------------------------------------------------------

EINVAL, ERANGE, RESET, OVERLAP = 22, 34, 128, 54


def test_memory_is_copied_within_its_bounds(api: Api) -> None:
    """The statuses of libc_sec: EINVAL, ERANGE, and ..._AND_RESET where the target is emptied."""
    target = ctypes.create_string_buffer(b"12345678", 8)
    copy = api.lib["memcpy_s"]
    size = ctypes.c_size_t
    assert copy(target, size(8), b"abc", size(3)) == 0
    assert target.raw == b"abc45678"
    assert copy(target, size(8), b"abc", size(9)) == ERANGE | RESET
    assert target.raw == bytes(8)
    assert copy(None, size(8), b"abc", size(3)) == EINVAL
    assert copy(target, size(0), b"abc", size(3)) == ERANGE
    assert copy(target, size(1 << 31), b"abc", size(3)) == ERANGE
    assert copy(target, size(8), None, size(3)) == EINVAL | RESET
    target.raw = b"12345678"
    inside = ctypes.addressof(target) + 2
    assert copy(ctypes.c_void_p(inside), size(6), target, size(4)) == OVERLAP | RESET
    assert target.raw == b"12" + bytes(6)
    target.raw = b"12345678"
    assert api.lib["memmove_s"](ctypes.c_void_p(inside), size(6), target, size(4)) == 0
    assert target.raw == b"12123478"
    assert api.lib["memset_s"](target, size(8), ord("x"), size(2)) == 0
    assert target.raw == b"xx123478"
    assert api.lib["memset_s"](target, size(4), ord("y"), size(5)) == ERANGE | RESET
    assert target.raw == b"yyyy3478"


def test_texts_are_copied_with_their_end(api: Api) -> None:
    target = ctypes.create_string_buffer(8)
    size = ctypes.c_size_t
    assert api.lib["strcpy_s"](target, size(8), b"1234567") == 0
    assert target.value == b"1234567"
    assert api.lib["strcpy_s"](target, size(8), b"12345678") == ERANGE | RESET
    assert target.value == b""
    assert api.lib["strncpy_s"](target, size(8), b"12345678", size(3)) == 0
    assert target.value == b"123"
    assert api.lib["strcat_s"](target, size(8), b"4567") == 0
    assert target.value == b"1234567"
    assert api.lib["strcat_s"](target, size(8), b"8") == ERANGE | RESET
    assert api.lib["strncat_s"](target, size(8), b"abcdefghi", size(2)) == 0
    assert target.value == b"ab"
    assert api.lib["strcpy_s"](target, size(8), None) == EINVAL | RESET
    assert api.lib["strcpy_s"](None, size(8), b"a") == EINVAL
    target.raw = b"x" * 8
    assert api.lib["strcat_s"](target, size(8), b"a") == EINVAL | RESET


def test_formats_are_written_within_their_bounds(api: Api) -> None:
    target = ctypes.create_string_buffer(b"?" * 7, 8)
    size = ctypes.c_size_t
    write = api.lib["snprintf_s"]
    assert write(target, size(8), size(7), b"%d-%s", 12, b"ab") == 5
    assert target.value == b"12-ab"
    assert write(target, size(8), size(3), b"%s", b"abcdef") == -1
    assert target.value == b"abc"
    assert write(target, size(8), size(-1), b"%s", b"abcdefghijk") == -1
    assert target.value == b"abcdefg"
    assert write(target, size(8), size(8), b"%s", b"abcdefghijk") == -1
    assert target.value == b""
    assert write(None, size(8), size(7), b"a") == -1
    assert api.lib["sprintf_s"](target, size(8), b"%d", 1234567) == 7
    assert api.lib["sprintf_s"](target, size(8), b"%d", 12345678) == -1
    assert target.value == b""


# ---- The layer below acl, the operating system, the log ------------------------------------------


def test_the_layer_below_acl_is_acl(api: Api) -> None:
    name = ctypes.create_string_buffer(64)
    assert api.lib["rtGetSocVersion"](name, 64) == 0
    assert name.value == api.aclrtGetSocName()
    assert api.lib["rtGetSocVersion"](name, 3) == 107000
    memory, device, cores = ctypes.c_void_p(), ctypes.c_int32(-1), ctypes.c_uint32()
    assert api.lib["rtSetDevice"](0) == 0
    assert api.lib["rtGetDevice"](ctypes.byref(device)) == 0
    assert device.value == 0
    assert api.lib["rtMalloc"](ctypes.byref(memory), ctypes.c_uint64(16), 2, 0) == 0
    host = ctypes.create_string_buffer(b"fifteen letters", 16)
    back = ctypes.create_string_buffer(16)
    count = ctypes.c_uint64(16)
    assert api.lib["rtMemcpy"](memory, count, host, count, 1) == 0
    assert api.lib["rtMemcpy"](back, count, memory, count, 2) == 0
    assert back.raw == host.raw
    assert api.lib["rtFree"](memory) == 0
    assert api.lib["rtGetAiCoreCount"](ctypes.byref(cores)) == 0
    assert cores.value == 24  # Ascend910B2
    assert api.lib["rtGetAiCoreCount"](None) == 100000
    assert api.lib["rtDeviceReset"](0) == 0


COMPILERS = ["bisheng", "bishengir-compile"]


def compiler(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What `name` answers where the environment is that of `aclnn env`."""
    path = _tree.variables(os.environ)["PATH"]
    program = shutil.which(name, path=path)
    assert program is not None
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", COMPILERS)
def test_the_compiler_answers_what_it_is_asked(name: str) -> None:
    """triton-ascend looks for the word hiipu64 among the targets."""
    targets = compiler(name, "-print-targets")
    assert targets.returncode == 0
    assert "hiipu64" in targets.stdout.split()
    for question in ("--version", "--help"):
        answer = compiler(name, question)
        assert answer.returncode == 0
        assert f"aclnn_py {aclnn_py.__version__}" in answer.stdout
    assert name in answer.stdout


@pytest.mark.parametrize("name", COMPILERS)
@pytest.mark.parametrize("arguments", [(), ("kernel.cce", "-o", "kernel.o", "-O2")])
def test_the_compiler_compiles_nothing_and_says_so(
    name: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    done = compiler(name, *(argument.replace("kernel", f"{tmp_path}/k") for argument in arguments))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"{name}: error: nothing is compiled: ")
    assert "TRITON_INTERPRET=1" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_operating_system_has_other_names(api: Api, tmp_path: Path) -> None:
    path = ctypes.create_string_buffer(4096)
    folder = tmp_path / "folder"
    assert api.lib["mmMkdir"](str(folder).encode(), 0o700) == 0
    assert folder.is_dir()
    assert api.lib["mmMkdir"](str(folder).encode(), 0o700) == -1
    assert api.lib["mmRealPath"](f"{folder}/../folder".encode(), path, 4096) == 0
    assert Path(path.value.decode()) == folder.resolve()
    assert api.lib["mmRealPath"](str(folder).encode(), path, 100) == -2
    assert api.lib["mmGetEnv"](b"NO_SUCH_VARIABLE", path, 4096) == -1
    assert api.lib["mmGetEnv"](b"PATH", path, 1) == -2
    assert api.lib["mmGetPid"]() > 0
    assert api.lib["mmAccess2"](b"/no/such/file", 0) == -1


def test_lines_go_where_the_librarys_own_go(tmp_path: Path) -> None:
    program = f"""import ctypes
lib = ctypes.CDLL({str(_tree.library())!r})
print(lib.CheckLogLevel(3, 3), flush=True)
lib.DlogRecord(3, 3, b"%d lines", 2)
lib._Z9DlogInneriiPKcz(3, 1, b"one more")
"""
    for log, wanted, lines in (("", "0", []), ("api", "1", ["error: 2 lines", "info: one more"])):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=program_environment({"ACLNN_LOG": log} if log else {}),
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        )
        assert done.stdout == f"{wanted}\n"
        assert [line.split("] module 3 ")[1] for line in done.stderr.splitlines()] == lines
