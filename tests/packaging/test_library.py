# SPDX-License-Identifier: Apache-2.0
"""The library as a file: its names, what it needs, and what it must not hold."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from aclnn_py import _tree
from build_support import atb

pytestmark = pytest.mark.slow  # looks through the whole library

ROOT = Path(__file__).resolve().parents[2]
LIB64 = _tree.prefix() / "lib64"
OTHER_NAMES = [
    "acl_rt",
    "nnopbase",
    "opapi",
    "opapi_nn",
    "opapi_math",
    "opapi_cv",
    "opapi_transformer",
    "cust_opapi",
    "acl_op_compiler",
    "ge_runner",
    "graph",
    "hccl",
    "hcomm",
    "acl_tdt_channel",
    "runtime",
    "atb",
    "infiniop",
    "infinirt",
    "graph_base",
    "ge_common",
    "ge_common_base",
    "fmk_parser",
    "ascend_protobuf",
    "error_manager",
    "ascend_dump",
    "platform",
    "register",
    "ascendalog",
    "unified_dlog",
    "alog",
    "c_sec",
    "mmpa",
    "ascend_hal",
    "profapi",
    "msprofiler",
]
LIBRARIES = [LIB64 / f"lib{name}.so" for name in ("ascendcl", *OTHER_NAMES)]


def output(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def dynamic(library: Path, tag: str) -> list[str]:
    """The values of a tag of the dynamic section."""
    text = output("readelf", "--wide", "--dynamic", library)
    return re.findall(rf"\({tag}\).*\[(.*)\]", text)


def public_names() -> set[str]:
    """The functions that the headers declare and the rows of unsupported.def, read plainly."""
    names = set()
    for header in (ROOT / "build" / "include").rglob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", header.read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(r"^\s*#(.*\\\n)*.*$", "", text, flags=re.MULTILINE)
        marks = r"ACL_FUNC_VISIBILITY|ACLNN_API|infiniStatus_t(?=\s+infini)"
        for statement in re.findall(rf"(?:{marks})\b([^;]*);", text):
            found = re.search(r"\b(\w+)\s*\(", statement)
            assert found is not None, statement
            names.add(found[1])
    table = (ROOT / "csrc" / "base" / "unsupported.def").read_text("utf-8")
    table = re.sub(r"/\*.*?\*/", "", table, flags=re.DOTALL)
    return names | set(re.findall(r"^ACL_UNSUPPORTED\w*\((\w+)", table, re.MULTILINE))


ATB = set(atb.exports(atb.read(ROOT / "csrc")))  # tests/interfaces/atb asks a compiler


def beside() -> dict[str, set[str]]:
    """The functions of symbols.def by the sonames that have them, read plainly."""
    text = (ROOT / "csrc" / "libraries" / "symbols.def").read_text("utf-8")
    found: dict[str, set[str]] = {}
    current: set[str] = set()
    for macro, name in re.findall(r"^ACL_(\w+)\((\w+)", text, re.MULTILINE):
        if macro in ("LIBRARY", "LIKE"):
            current = set() if macro == "LIBRARY" else current
            found[name] = current
        else:
            current.add(name)
    return found


BESIDE = beside()


def exported_names(library: Path) -> list[str]:
    text = output("nm", "--dynamic", "--defined-only", library)
    return sorted(line.split()[-1] for line in text.splitlines())


def test_exports_are_the_public_names() -> None:
    assert exported_names(LIBRARIES[0]) == sorted(
        public_names() | ATB | set().union(*BESIDE.values())
    )  # "name@VERSION" would differ


def begin(*beginnings: str) -> set[str]:
    return {name for name in public_names() if name.startswith(beginnings)}


@pytest.mark.parametrize("library", LIBRARIES[1:], ids=lambda path: path.name)
def test_other_names_have_the_names_that_programs_link(library: Path) -> None:
    """As in CANN, where operators are in libopapi*.so and collectives in libhccl.so."""
    name = library.name.removeprefix("lib").removesuffix(".so")
    if name in ("infiniop", "infinirt"):
        expected = begin("infini")
    elif name == "atb":
        expected = ATB
    elif name in ("hccl", "hcomm"):
        expected = begin("Hccl")
    elif name in BESIDE and name != "runtime":
        expected = set()
    elif name in ("opapi_math", "opapi_cv", "opapi_transformer"):
        expected = begin("aclnn", "aclRfft", "aclStft")
    elif name == "acl_op_compiler":
        expected = begin("aclop", "aclGenGraph", "aclGetCompileopt", "aclSetCompileopt")
    elif name == "acl_tdt_channel":
        expected = begin("acltdt")
    elif "opapi" in name:
        expected = public_names() - begin("infini", "Hccl")
    else:
        expected = public_names() - begin("infini", "Hccl", "aclnn")
    assert exported_names(library) == sorted(expected | BESIDE.get(name, set()))


def test_needs_the_c_library_only() -> None:
    allowed = re.compile(r"(libc|libm|libpthread|libdl)\.so\.\d")
    assert all(allowed.fullmatch(name) for name in dynamic(LIBRARIES[0], "NEEDED"))
    text = output("nm", "--dynamic", "--undefined-only", LIBRARIES[0])
    assert "Py" not in text
    assert "cffi" not in output("nm", "--dynamic", LIBRARIES[0])


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda path: path.name)
def test_is_called_what_it_is(library: Path) -> None:
    assert dynamic(library, "SONAME") == [library.name]


def test_has_no_run_path() -> None:
    assert dynamic(LIBRARIES[0], "RUNPATH") == dynamic(LIBRARIES[0], "RPATH") == []
    assert "NODELETE" in output("readelf", "--wide", "--dynamic", LIBRARIES[0])


@pytest.mark.parametrize("library", LIBRARIES[1:], ids=lambda path: path.name)
def test_other_names_lead_to_the_library_beside_them(library: Path) -> None:
    assert dynamic(library, "NEEDED") == ["libascendcl.so"]
    assert dynamic(library, "RUNPATH") == ["$ORIGIN"]
    assert dynamic(library, "RPATH") == dynamic(library, "FILTER") == []


@pytest.mark.parametrize("library", LIBRARIES[1:], ids=lambda path: path.name)
def test_other_names_define_nothing_for_the_dynamic_linker(library: Path) -> None:
    text = output("nm", "--dynamic", "--defined-only", library)
    assert {line.split()[0] for line in text.splitlines()} <= {"0" * 16}


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda path: path.name)
def test_ldd_lists_what_a_library_needs(library: Path) -> None:
    found = dict(re.findall(r"(\S+) => (\S+)", output("ldd", library)))
    assert any(name.startswith("libc.so") for name in found)
    if library != LIBRARIES[0]:
        assert Path(found["libascendcl.so"]) == LIBRARIES[0]


@pytest.fixture(scope="module")
def user_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that loads the library by all of its names."""
    program = tmp_path_factory.mktemp("names") / "consumer"
    output(
        *("c++", "-std=c++11", Path(__file__).with_name("consumer.cpp"), "-o", program),
        *("-I", _tree.prefix() / "include", f"-L{LIB64}", "-Wl,--no-as-needed"),
        *(f"-l{name}" for name in OTHER_NAMES),
        f"-Wl,-rpath,{LIB64}",
    )
    return program


def test_the_dynamic_linker_tells_of_every_name(user_of_all: Path) -> None:
    done = subprocess.run(
        [user_of_all],
        env={**os.environ, "LD_DEBUG": "libs"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "all is well\n"
    loaded = re.findall(r"calling init: (\S+)", done.stderr)
    assert {str(path) for path in LIBRARIES} <= set(loaded)


def test_gdb_knows_every_name(user_of_all: Path) -> None:
    if shutil.which("gdb") is None:
        pytest.skip("gdb is not installed")
    commands = ["break aclrtMalloc", "run", "info sharedlibrary", "info breakpoints", "continue"]
    options = [part for command in commands for part in ("-ex", command)]
    text = output("gdb", "-batch", "-nx", *options, user_of_all)
    for library in LIBRARIES:
        assert re.search(rf"^0x\S+ +0x\S+ +Yes.* {library}$", text, re.MULTILINE), library
    assert len(re.findall(r"^1(\.\d+)? .* 0x[0-9a-f]+ .*in aclrtMalloc", text, re.MULTILINE)) == 1
    assert "MULTIPLE" not in text


def test_valgrind_runs_with_every_name(user_of_all: Path) -> None:
    if shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed")
    assert output("valgrind", "-q", "--error-exitcode=9", user_of_all) == "all is well\n"


@pytest.mark.parametrize(
    "path", [*LIBRARIES, LIB64 / "libascendcl.so.debug"], ids=lambda path: path.name
)
def test_names_no_directory_of_the_builder(path: Path) -> None:
    if not path.exists():
        pytest.skip("there is no file of debug information")
    content = path.read_bytes()
    assert str(ROOT).encode() not in content
    assert str(Path.home()).encode() + b"/" not in content


def test_stack_is_not_executable() -> None:
    for library in LIBRARIES:
        text = output("readelf", "--wide", "--program-headers", library)
        flags = re.findall(r"GNU_STACK.*?(R[W ][E ])", text)
        assert flags == ["RW "], library.name


@pytest.mark.parametrize(
    "names",
    [("opapi_nn", "acl_rt"), ("acl_rt", "opapi_nn"), ("ascendcl", "opapi"), ("hccl", "nnopbase")],
    ids="-".join,
)
def test_two_names_share_their_state(names: tuple[str, str], tmp_path: Path) -> None:
    program = tmp_path / "two_names"
    output("cc", Path(__file__).with_name("two_names.c"), "-ldl", "-o", program)
    paths = [LIB64 / f"lib{name}.so" for name in names]
    assert output(program, *paths) == "one state\n"


def test_links_by_other_names_alone(tmp_path: Path) -> None:
    program = tmp_path / "consumer"
    output(
        *("c++", "-std=c++11", Path(__file__).with_name("consumer.cpp"), "-o", program),
        *("-I", _tree.prefix() / "include", f"-L{LIB64}", "-lacl_rt", "-lopapi_nn", "-lnnopbase"),
        f"-Wl,-rpath,{LIB64}",
    )
    assert "libascendcl.so" not in dynamic(program, "NEEDED")
    assert output(program) == "all is well\n"
