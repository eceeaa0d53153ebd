# SPDX-License-Identifier: Apache-2.0
"""Findings name lines of Python where the calls come from ctypes, an extension module or a fault.

In the programs a comment marks each line that a finding has to name. None of them imports
aclnn_py, which says its lines by itself.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path
from typing import Any

import pytest
from support import program_environment

from aclnn_py import _tree

SECONDS = 120

Finding = dict[str, Any]

pytestmark = pytest.mark.slow  # a process for each case


def interpreters() -> list[str]:
    """This one, and whatever else is installed of CPython 3.10 to 3.14."""
    found = {sys.version_info[:2]: sys.executable}
    for minor in range(10, 15):
        installed = sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3.{minor}"))
        path = str(installed[-1]) if installed else shutil.which(f"python3.{minor}")
        if path is not None:
            found.setdefault((3, minor), path)
    return list(found.values())


def findings(
    script: Path, *, python: str = sys.executable, check: str = "on", status: int = 0
) -> list[Finding]:
    """What a program is told: objects of the library's own file."""
    file = script.with_suffix(".jsonl")
    done = subprocess.run(
        [python, str(script), str(_tree.library())],
        env=program_environment({"ACLNN_FINDINGS": str(file), "ACLNN_CHECK": check}),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    items = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [item for item in items if item["kind"] not in ("begin", "end", "total")]


def marked(script: Path, stack: list[Finding]) -> list[str]:
    """The comments of the lines of a stack; what is not the script's own is left out."""
    lines = script.read_text("utf-8").splitlines()
    return [
        lines[frame["line"] - 1].partition("# ")[2]
        for frame in stack
        if frame.get("file") == str(script)
    ]


def write(folder: Path, text: str) -> Path:
    script = folder / "program.py"
    script.write_text(textwrap.dedent(text), encoding="utf-8")
    return script


CTYPES = """\
    import ctypes, sys, threading

    lib = ctypes.CDLL(sys.argv[1])

    class Keeper:
        def make(self, size):
            address = ctypes.byref(ctypes.c_void_p())
            lib.aclrtMalloc(  # a call of two lines
                address, ctypes.c_size_t(size), 0)

    def générer(count):
        for i in range(count):
            yield Keeper().make(100 + i)  # generator

    def main():
        lib.aclInit(None)
        lib.aclrtSetDevice(0)
        list(générer(1))  # list
        thread = threading.Thread(target=lambda: lib.aclrtSetDevice(77))  # thread
        thread.start()
        thread.join()
        sorted([1], key=lambda one: lib.aclrtFree(None))  # sorted

    main()  # module
"""


@pytest.mark.parametrize("python", interpreters())
def test_calls_by_ctypes(python: str, tmp_path: Path) -> None:
    script = write(tmp_path, CTYPES)
    other, null, leak = findings(script, python=python)
    assert marked(script, other["stack"]) == ["thread"]
    assert marked(script, null["stack"]) == ["sorted", "sorted", "module"]
    assert marked(script, leak["stack"]) == ["a call of two lines", "generator", "list", "module"]
    for item in (other, null, leak):
        assert all("object" not in frame for frame in item["stack"])
    functions = [frame["function"].rpartition(".")[2] for frame in leak["stack"]]
    assert functions == ["make", "générer", "main", "<module>"]


EXTENSION = """\
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "acl/acl.h"

static PyObject *held(PyObject *self, PyObject *arguments)
{
    (void)self, (void)arguments;
    aclrtFree(NULL); /* held */
    Py_RETURN_NONE;
}

static PyObject *released(PyObject *self, PyObject *arguments)
{
    (void)self, (void)arguments;
    Py_BEGIN_ALLOW_THREADS
    aclrtFree(NULL); /* released */
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyObject *back(PyObject *self, PyObject *function)
{
    (void)self;
    return PyObject_CallNoArgs(function);
}

static PyMethodDef methods[] = {
    {"held", held, METH_NOARGS, NULL},
    {"released", released, METH_NOARGS, NULL},
    {"back", back, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "extension", .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit_extension(void)
{
    return PyModule_Create(&module);
}
"""


def build_extension(folder: Path) -> None:
    source = folder / "extension.c"
    source.write_text(EXTENSION)
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").is_file():
        pytest.skip(f"{include} has no Python.h, which an extension module is compiled with")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    includes = [f"-I{directory}" for directory in (*_tree.include_directories(), include)]
    lib64 = _tree.prefix() / "lib64"
    subprocess.run(
        [
            *("gcc", "-g", "-shared", "-fPIC", *includes, str(source)),
            *("-o", str(folder / f"extension{suffix}"), f"-L{lib64}", "-lascendcl"),
        ],
        check=True,
    )


def test_calls_of_an_extension_module(tmp_path: Path) -> None:
    """With the interpreter's lock and without; through C and Python in turn."""
    build_extension(tmp_path)
    script = write(
        tmp_path,
        """\
        import extension

        def inner():
            extension.released()  # inner

        def main():
            extension.held()  # held
            extension.back(inner)  # back

        main()  # module
        """,
    )
    first, second = (item for item in findings(script) if item["kind"] == "failure")
    for item, expected in (
        (first, ["held", "module"]),
        (second, ["inner", "back", "module"]),
    ):
        assert marked(script, item["stack"]) == expected
        in_c = [frame for frame in item["stack"] if "object" in frame]
        assert [Path(frame["object"]).name.partition(".")[0] for frame in in_c] == ["extension"]
        assert item["stack"][0] == in_c[0]


def test_the_command_names_lines_of_both(tmp_path: Path) -> None:
    build_extension(tmp_path)
    script = write(tmp_path, "import extension\nextension.back(extension.held)\n")
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--strict", sys.executable, str(script)],
        cwd=tmp_path,
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    line = EXTENSION[: EXTENSION.index("/* held")].count("\n") + 1
    places = [text[7:] for text in done.stderr.splitlines() if re.match("aclnn:     (at|by)", text)]
    # aclInit is missing as well, which is the finding before.
    assert places[-2:] == [f"    at held (extension.c:{line})", "    by <module> (program.py:2)"]


def test_a_fault_names_its_line(tmp_path: Path) -> None:
    script = write(
        tmp_path,
        """\
        import ctypes, sys

        lib = ctypes.CDLL(sys.argv[1])
        lib.aclInit(None)
        lib.aclrtSetDevice(0)
        address = ctypes.c_void_p()
        lib.aclrtMalloc(ctypes.byref(address), ctypes.c_size_t(64), 0)

        def touch():
            ctypes.memset(address, 0, 8)  # touch

        touch()  # module
        """,
    )
    (item,) = findings(script, check="isolate", status=-11)
    assert item["kind"] == "access"
    assert marked(script, item["stack"]) == ["touch", "module"]


def test_code_that_comes_and_goes(tmp_path: Path) -> None:
    """Code objects of one size, each at the place of the one before, are told apart."""
    script = write(
        tmp_path,
        """\
        import ctypes, sys

        lib = ctypes.CDLL(sys.argv[1])
        for i in range(10):
            code = compile("\\n" * i + "lib.aclrtFree(None)", f"<cell {i}>", "exec")
            exec(code)
            del code
        """,
    )
    found = [item for item in findings(script) if item["kind"] == "failure"]
    places = [(item["stack"][0]["file"], item["stack"][0]["line"]) for item in found]
    assert places == [(f"<cell {i}>", i + 1) for i in range(10)]


def test_names_that_are_no_ascii(tmp_path: Path) -> None:
    script = write(
        tmp_path,
        """\
        import ctypes, sys

        lib = ctypes.CDLL(sys.argv[1])
        for name in ("\\u03b1\\u4e2d\\U0001f600", "a\\tb\\nc", "\\udc80"):
            exec(compile("lib.aclrtFree(None)", name, "exec"))
        """,
    )
    found = [item for item in findings(script) if item["kind"] == "failure"]
    assert [item["stack"][0]["file"] for item in found] == ["α中\U0001f600", "a?b?c", "?"]


@pytest.mark.parametrize("python", interpreters())
def test_threads_wait_for_nobody(python: str, tmp_path: Path) -> None:
    """Some call with the interpreter's lock, some without, while frames are looked at and traced,
    and daemons go on while the interpreter ends: nothing hangs, and every line is right."""
    script = write(
        tmp_path,
        """\
        import ctypes, gc, sys, threading, time

        free = ctypes.CDLL(sys.argv[1]).aclrtFree
        held = ctypes.PyDLL(sys.argv[1]).aclrtFree
        end = time.monotonic() + 2

        def without():
            while time.monotonic() < end:
                free(None)  # without

        def locked():
            while time.monotonic() < end:
                held(None)  # locked

        def traced():
            sys.settrace(lambda *arguments: None)
            while time.monotonic() < end:
                free(None)  # traced

        def looking():
            while time.monotonic() < end:
                [frame.f_lineno for frame in sys._current_frames().values()]
                gc.collect(0)

        def daemon():
            while True:
                free(None)  # daemon

        for _ in range(2):
            threading.Thread(target=daemon, daemon=True).start()
        threads = [threading.Thread(target=each)
                   for each in (without, without, locked, locked, traced, looking)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        """,
    )
    found = [item for item in findings(script, python=python) if item["kind"] == "failure"]
    places = [marked(script, item["stack"]) for item in found]
    # One more comes from a daemon when there is no interpreter any longer.
    assert sorted(places)[-4:] == [["daemon"], ["locked"], ["traced"], ["without"]]
    assert [place for place in places if not place] in ([], [[]])


def test_an_interpreter_that_is_not_running(tmp_path: Path) -> None:
    """A program of C with CPython in it, before and after it runs Python."""
    include = sysconfig.get_path("include")
    library = sysconfig.get_config_var("LDLIBRARY")
    folder = sysconfig.get_config_var("LIBDIR")
    if not Path(include, "Python.h").is_file() or not Path(str(folder), str(library)).is_file():
        pytest.skip("this interpreter has no library or no headers to be compiled into a program")
    source = tmp_path / "program.c"
    source.write_text("""\
#include <Python.h>
#include "acl/acl.h"

int main(void)
{
    aclrtFree(NULL);
    Py_InitializeEx(0);
    aclrtFree(NULL);
    PyRun_SimpleString("import ctypes, sys\\nctypes.CDLL(None).aclrtFree(None)\\n");
    Py_FinalizeEx();
    return aclrtFree(NULL) == 0;
}
""")
    includes = [f"-I{directory}" for directory in (*_tree.include_directories(), include)]
    lib64 = _tree.prefix() / "lib64"
    short = str(library).removeprefix("lib").partition(".so")[0].removesuffix(".a")
    subprocess.run(
        [
            *("gcc", "-g", *includes, str(source), "-o", str(tmp_path / "program"), f"-L{folder}"),
            *(f"-L{lib64}", f"-Wl,-rpath,{folder}", "-Wl,--no-as-needed"),
            *("-lascendcl", f"-l{short}"),
        ],
        check=True,
    )
    file = tmp_path / "found.jsonl"
    environment = program_environment({"ACLNN_FINDINGS": str(file)})
    environment["PYTHONHOME"] = sys.base_prefix
    environment["LD_LIBRARY_PATH"] = os.pathsep.join(
        filter(None, [str(lib64), environment.get("LD_LIBRARY_PATH", "")])
    )
    subprocess.run([tmp_path / "program"], env=environment, check=True, timeout=SECONDS)
    items = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    stacks = [item["stack"] for item in items if item["kind"] == "failure"]
    lines = [[frame["line"] for frame in stack if "line" in frame] for stack in stacks]
    assert lines == [[], [], [2], []]
    assert all(Path(stack[0]["object"]).name == "program" for stack in stacks if stack != stacks[2])
