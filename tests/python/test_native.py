# SPDX-License-Identifier: Apache-2.0
"""The typed ctypes library and the tables it is made from."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import aclnn_py as acl
from aclnn_py import _tree, native

FUNCTIONS = sorted(native.description().functions)


def python(code: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def is_typed(name: str) -> bool:
    declared = native.description().functions[name]
    function = getattr(acl.lib, name)
    if function.argtypes is None or None in function.argtypes:
        return False
    if len(function.argtypes) != len(declared.arguments):
        return False
    if "*" in declared.returns:  # a handle must not be cut to an int
        return function.restype in (ctypes.c_void_p, ctypes.c_char_p)
    return (function.restype is None) == (declared.returns == "void")


def test_every_function_is_typed() -> None:
    """In one test: a test for each of the 3,000 takes longer to tell of than to run."""
    assert [name for name in FUNCTIONS if not is_typed(name)] == []


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("const int64_t *", ctypes.POINTER(ctypes.c_int64)),
        ("int64_t **", ctypes.POINTER(ctypes.POINTER(ctypes.c_int64))),
        ("uint64_t", ctypes.c_uint64),
        ("const size_t", ctypes.c_size_t),
        ("bool", ctypes.c_bool),
        ("float", ctypes.c_float),
        ("void", None),
        ("void *", ctypes.c_void_p),
        ("void **", ctypes.POINTER(ctypes.c_void_p)),
        ("const char *", ctypes.c_char_p),
        ("aclError", ctypes.c_int),
        ("aclnnStatus", ctypes.c_int32),
        ("aclFloat16", ctypes.c_uint16),
        ("aclDataType", ctypes.c_int),
        ("aclDataType *", ctypes.POINTER(ctypes.c_int)),
        ("aclrtStream", ctypes.c_void_p),
        ("aclrtStream *", ctypes.POINTER(ctypes.c_void_p)),
        ("const aclTensor *", ctypes.c_void_p),
        ("const aclTensor * const *", ctypes.POINTER(ctypes.c_void_p)),
        ("aclrtStreamConfigHandle *", ctypes.c_void_p),
        ("aclOpExecutor **", ctypes.POINTER(ctypes.c_void_p)),
        ("aclrtCallback", ctypes.c_void_p),
        ("int (*)(void *)", ctypes.c_void_p),
    ],
)
def test_c_types(spelling: str, expected: object) -> None:
    assert native.ctype(spelling, native.description().typedefs) is expected


def test_members_lie_as_in_c() -> None:
    """Sizes and offsets by the rules of C on a machine of 64 bits."""
    version = native.structure("aclCANNPackageVersion")
    assert ctypes.sizeof(version) == 2 * 128 + 4 * 64
    attributes: Any = native.structure("aclrtPtrAttributes")
    assert (ctypes.sizeof(attributes), attributes.rsv.offset) == (28, 12)
    attribute: Any = native.structure("aclrtMallocAttribute")
    assert (ctypes.sizeof(attribute), attribute.value.offset) == (12, 4)
    parameters: Any = native.structure("aclmdlRITaskParams")  # a union without a name is its last
    offset = parameters.kernelTaskParams.offset
    assert (ctypes.sizeof(parameters), offset) == (200, parameters.rsv2.offset) == (200, 72)


def test_a_union() -> None:
    made: Any = native.ctype("union number { uint64_t whole; float real; uint8_t bytes[4]; }", {})()
    made.real = 1.5
    assert bytes(made.bytes) == b"\0\0\xc0\x3f"
    assert ctypes.sizeof(made) == 8


def test_a_structure_by_value_is_refused() -> None:
    with pytest.raises(TypeError, match="struct thing"):
        native.ctype("struct thing", {})


def test_undeclared_names_have_no_attribute() -> None:
    undeclared = set(native.description().unsupported) - set(FUNCTIONS)
    for name in undeclared:
        with pytest.raises(AttributeError, match=name):
            getattr(acl.lib, name)
        assert acl.lib[name]  # exported all the same
    with pytest.raises(AttributeError, match="aclrtNothing"):
        acl.lib.aclrtNothing  # noqa: B018
    assert not hasattr(acl.lib, "__array_interface__")


def test_dir_lists_the_functions() -> None:
    assert set(FUNCTIONS) <= set(dir(acl.lib))


def test_the_library_is_loaded_once() -> None:
    assert acl.lib is native.load()
    with pytest.raises(AttributeError, match="nothing"):
        acl.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ACL_MEMCPY_HOST_TO_DEVICE", 1),
        ("ACL_MEMCPY_DEVICE_TO_HOST", 2),
        ("ACL_MEM_MALLOC_HUGE_FIRST", 0),
        ("ACL_BF16", 27),
        ("ACL_FORMAT_ND", 2),
        ("ACL_FORMAT_UNDEFINED", -1),
        ("ACLNN_ERR_PARAM_INVALID", 161002),
        ("ACL_ERROR_RT_AICORE_EXCEPTION", 507015),
        ("ACL_SUCCESS", 0),
    ],
)
def test_constants(name: str, value: int) -> None:
    assert native.constants()[name] == value


def test_ctypes_by_hand() -> None:
    """What a ctypes user writes, with no helper of ours."""
    lib, constants = acl.lib, native.constants()
    assert lib.aclrtSetDevice(0) == 0
    stream, memory = ctypes.c_void_p(), ctypes.c_void_p()
    assert lib.aclrtCreateStream(ctypes.byref(stream)) == 0
    assert lib.aclrtMalloc(ctypes.byref(memory), 16, constants["ACL_MEM_MALLOC_HUGE_FIRST"]) == 0
    source, target = (
        ctypes.create_string_buffer(b"0123456789abcde"),
        ctypes.create_string_buffer(16),
    )
    to, back = constants["ACL_MEMCPY_HOST_TO_DEVICE"], constants["ACL_MEMCPY_DEVICE_TO_HOST"]
    assert lib.aclrtMemcpy(memory, 16, source, 16, to) == 0
    assert lib.aclrtMemcpy(target, 16, memory, 16, back) == 0
    assert target.value == b"0123456789abcde"
    assert lib.aclrtFree(memory) == 0
    assert lib.aclrtDestroyStream(stream) == 0
    assert lib.aclrtResetDevice(0) == 0


def test_a_callback_from_python() -> None:
    seen: list[int | None] = []
    callback = native.HostCallback(seen.append)
    with acl.Device(0) as device, device.stream() as stream, device.current() as lib:
        assert lib.aclrtLaunchHostFunc(stream.handle, callback, 42) == 0
        stream.synchronize()
    assert seen == [42]


def test_importing_loads_nothing_heavy_and_starts_no_thread() -> None:
    code = """
import os, sys
threads = len(os.listdir("/proc/self/task"))  # QEMU has another from the start
import aclnn_py
heavy = {"torch", "numba", "llvmlite", "cffi", "ml_dtypes", "argparse"} & set(sys.modules)
assert not heavy, heavy
assert "libascendcl" not in open("/proc/self/maps").read()
aclnn_py.lib
assert "libascendcl" in open("/proc/self/maps").read()
assert len(os.listdir("/proc/self/task")) == threads
"""
    done = python(code, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_importing_is_fast() -> None:
    """Our own share; NumPy's is NumPy's."""
    code = """
import ctypes, json, time
import numpy
begin = time.perf_counter()
import aclnn_py
print(time.perf_counter() - begin)
"""
    assert min(float(python(code).stdout) for _ in range(3)) < 0.15


def test_another_library_by_variable() -> None:
    code = "import aclnn_py; print(aclnn_py.lib._name)"
    path = str(_tree.library())
    assert python(code, ACLNN_PY_LIB=path).stdout.strip() == path


def test_a_missing_library_names_the_paths(tmp_path: Path) -> None:
    missing = tmp_path / "libother.so"
    done = python("import aclnn_py; aclnn_py.lib", ACLNN_PY_LIB=str(missing))
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert "LibraryNotFoundError" in last
    assert f"{missing} (no such file)" in last
    assert "ACLNN_PY_LIB" in last


def test_a_file_that_is_no_library(tmp_path: Path) -> None:
    broken = tmp_path / "libascendcl.so"
    broken.write_text("nothing")
    done = python("import aclnn_py; aclnn_py.lib", ACLNN_PY_LIB=str(broken))
    assert f"{broken} (" in done.stderr.splitlines()[-1]


def test_another_library_is_named() -> None:
    done = python("import aclnn_py; aclnn_py.lib", ACLNN_PY_LIB="libm.so.6")
    last = done.stderr.splitlines()[-1]
    assert last.startswith("aclnn_py.native.LibraryNotFoundError: ")
    assert "libm.so.6 (another library: it does not export aclrtSetDevice)" in last
    assert "ACLNN_PY_LIB" in last


def test_a_checkout_without_build_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_tree, "prefix", lambda: tmp_path)
    native.description.cache_clear()
    try:
        with pytest.raises(acl.LibraryNotFoundError, match=r"python build\.py"):
            native.description()
        (tmp_path / "share").mkdir()
        (tmp_path / "share" / "aclnn_py.json").write_text("{}")
        with pytest.raises(acl.LibraryNotFoundError, match="cannot be read"):
            native.description()
    finally:
        monkeypatch.undo()
        native.description.cache_clear()
