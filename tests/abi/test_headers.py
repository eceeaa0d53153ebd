# SPDX-License-Identifier: Apache-2.0
"""The public headers compile wherever programs include them, and say what the interface says.

Expected values are in values.csv, transcribed from the interface facts and not from csrc/base.
"""

from __future__ import annotations

import csv
import ctypes
import importlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import cffi
import pytest
from pycparser import CParser, c_ast
from support import run_python

pytestmark = pytest.mark.slow  # compiles the headers by every standard

if TYPE_CHECKING:
    from types import ModuleType

CHECKOUT = Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
STANDARDS = ["c99", "c11", "c17", "c++11", "c++14", "c++17", "c++20"]

HEADERS = [
    "acl/acl.h",
    "acl/acl_base.h",
    "acl/acl_base_mdl.h",
    "acl/acl_base_rt.h",
    "acl/acl_mdl.h",
    "acl/acl_op.h",
    "acl/acl_op_compiler.h",
    "acl/acl_platform.h",
    "acl/acl_prof.h",
    "acl/acl_rt.h",
    "acl/acl_rt_allocator.h",
    "acl/acl_rt_memory_soma.h",
    "acl/error_codes/ge_error_codes.h",
    "acl/error_codes/rt_error_codes.h",
    "aclnn/acl_meta.h",
    "aclnn/aclnn_base.h",
    "aclnn/opdev/float4_e2m1.h",
    "aclnn/opdev/fp16_t.h",
    "aclnn/opdev/op_errno.h",
    "aclnnop/aclnn_embedding_dense_backward.h",
    "aclnnop/aclnn_grouped_matmul_v3.h",
    "aclnnop/aclnn_recurrent_gated_delta_rule.h",
    "aclnnop/aclnn_util.h",
    "aclnnop/level2/aclnn_embedding_dense_backward.h",
    "hccl/hccl.h",
    "hccl/hccl_comm.h",
    "hccl/hccl_types.h",
    "opdev/op_errno.h",
]
#: What this library has beside the vendor's interface.
OWN_HEADERS = [
    "aclnn_ext/aclnn_outputs.h",
    "aclnn_ext/aclnn_workspace.h",
    "aclnn_ext/binary_embedding.h",
    "aclnn_ext/blas.h",
    "aclnn_ext/finding.h",
    "aclnn_ext/library.h",
    "aclnn_ext/scale.h",
    "aclnn_ext/tile.h",
    "aclnn_ext/tile_type.h",
]
BARE_HEADERS = [
    "acl_meta.h",
    "aclnn_base.h",
    "aclnn_embedding_dense_backward.h",
    "aclnn_util.h",
    "level2/aclnn_embedding_dense_backward.h",
]

# Size, then the offset of each member, on a 64-bit machine.
STRUCTS: dict[str, tuple[int, dict[str, int]]] = {
    "aclrtMemLocation": (8, {"id": 0, "type": 4}),
    "aclrtPtrAttributes": (28, {"location": 0, "pageSize": 8, "rsv": 12}),
    "aclrtMallocAttrValue": (8, {"moduleId": 0, "deviceId": 0, "vaFlag": 0, "rsv": 0}),
    "aclrtMallocAttribute": (12, {"attr": 0, "value": 4}),
    "aclrtMallocConfig": (16, {"attrs": 0, "numAttrs": 8}),
    "aclrtStreamConfigHandle": (32, {"workptr": 0, "workSize": 8, "flag": 16, "priority": 24}),
    "aclrtMemUsageInfo": (
        112,
        {"name": 0, "curMemSize": 32, "memPeakSize": 40, "reserved": 48},
    ),
    "aclrtPhysicalMemProp": (
        32,
        {"handleType": 0, "allocationType": 4, "memAttr": 8, "location": 12, "reserve": 24},
    ),
    "aclCANNPackageVersion": (
        512,
        {
            "version": 0,
            "majorVersion": 128,
            "minorVersion": 192,
            "releaseVersion": 256,
            "patchVersion": 320,
            "reserved": 384,
        },
    ),
    "aclError": (4, {}),
    "aclnnStatus": (4, {}),
    "aclFloat16": (2, {}),
    "aclDataType": (4, {}),
    "aclFormat": (4, {}),
    "aclrtStream": (8, {}),
    "aclrtEvent": (8, {}),
    "aclrtContext": (8, {}),
}


@pytest.fixture
def include_dir(pytestconfig: pytest.Config) -> Path:
    """Return the include directory: --aclnn-include where that exists, or the checkout's."""
    return Path(pytestconfig.getoption("aclnn_include", None) or CHECKOUT / "build" / "include")


@pytest.fixture
def headers(include_dir: Path) -> list[str]:
    """Return the public headers; of another include directory only the vendor's."""
    is_ours = include_dir == CHECKOUT / "build" / "include"
    return [*HEADERS, *OWN_HEADERS] if is_ours else HEADERS


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return build_support.tables of the checkout."""
    monkeypatch.syspath_prepend(str(CHECKOUT))
    return importlib.import_module("build_support.tables")


@pytest.fixture
def values() -> dict[str, int]:
    """Return name and value of every constant of the interface."""
    with (Path(__file__).parent / "values.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: int(row["value"]) for row in csv.DictReader(file)}


def complaints(source: str, standard: str, *flags: str) -> str:
    """Return what the compiler says to a source; nothing if it takes it."""
    cpp = standard.startswith("c++")
    strict = WARNINGS if cpp else [*WARNINGS, "-Wstrict-prototypes"]
    command = ["g++" if cpp else "gcc", "-x", "c++" if cpp else "c", f"-std={standard}", *strict]
    result = subprocess.run(
        [*command, "-fsyntax-only", *flags, "-"],
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stderr if result.returncode else ""


def includes(headers: list[str]) -> str:
    """Return a source; with a declaration, since ISO C wants one and some headers have none."""
    return "".join(f'#include "{header}"\n' for header in headers) + "extern int declaration;\n"


def test_the_list_of_headers_is_complete(include_dir: Path, headers: list[str]) -> None:
    present = {
        str(path.relative_to(include_dir))
        for folder in ("acl", "aclnn", "aclnn_ext", "aclnnop", "hccl", "opdev")
        for path in (include_dir / folder).rglob("*.h")
    }
    assert set(headers) <= present
    if include_dir == CHECKOUT / "build" / "include":
        operators = {name for name in present if name.startswith("aclnnop/")}
        assert present - operators == {name for name in headers if "aclnnop/" not in name}


@pytest.mark.parametrize("standard", STANDARDS)
def test_headers_compile_alone_and_together(
    include_dir: Path, headers: list[str], standard: str
) -> None:
    roots = ["-I", str(include_dir)]
    bare = [*roots, "-I", str(include_dir / "aclnn"), "-I", str(include_dir / "aclnnop")]
    failures = {}
    for name in headers:
        failures[name] = complaints(includes([name]), standard, *roots)
    for name in BARE_HEADERS:
        failures[f"bare {name}"] = complaints(includes([name]), standard, *bare)
    failures["together"] = complaints(includes(headers), standard, *roots)
    failures["together, backwards"] = complaints(includes(headers[::-1]), standard, *roots)
    failures["exporting"] = complaints(includes(headers), standard, *roots, "-DFUNC_VISIBILITY")
    assert not "\n".join(f"{what}:\n{text}" for what, text in failures.items() if text)


IDIOMS = """
#include <cstdint>
#include <memory>
#include "acl/acl.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

std::unique_ptr<void, aclError (*)(void *)> memory(nullptr, aclrtFree);
std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor *)> tensor(nullptr, aclDestroyTensor);
std::unique_ptr<aclScalar, aclnnStatus (*)(const aclScalar *)> scalar(nullptr, aclDestroyScalar);
std::unique_ptr<aclIntArray, aclnnStatus (*)(const aclIntArray *)> ints(nullptr,
                                                                        aclDestroyIntArray);
std::unique_ptr<aclBoolArray, aclnnStatus (*)(const aclBoolArray *)> bools(nullptr,
                                                                           aclDestroyBoolArray);
std::unique_ptr<void, decltype(&aclrtDestroyStream)> stream(nullptr, &aclrtDestroyStream);
std::unique_ptr<void, decltype(&aclrtDestroyContext)> context(nullptr, &aclrtDestroyContext);

aclnnStatus run(const aclrtStream queue)
{
    float alpha = 1.2f;
    aclScalar *number = aclCreateScalar(&alpha, aclDataType::ACL_FLOAT);
    aclOpExecutor *executor;
    uint64_t size = 0;
    auto status = aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        nullptr, nullptr, 4, static_cast<uint64_t>(-1), false, nullptr, &size, &executor);
    if (status != ACL_SUCCESS || status != ACLNN_SUCCESS || status == ACLNN_ERR_PARAM_NULLPTR) {
        ACL_APP_LOG(ACL_ERROR, "plain");
        ACL_APP_LOG(ACL_ERROR, "with arguments: %d", status);
        return status;
    }
    aclDestroyScalar(number);
    return aclnnEmbeddingDenseBackward(nullptr, 0, executor, queue) == OK ? OK : ACL_ERROR_FAILURE;
}
"""


@pytest.mark.parametrize("standard", [name for name in STANDARDS if name.startswith("c++")])
def test_idioms_of_programs_compile(include_dir: Path, standard: str) -> None:
    assert not complaints(IDIOMS, standard, "-I", str(include_dir))


@pytest.mark.parametrize(
    "source",
    [
        '#define OK 1\n#include "aclnn/acl_meta.h"\nint x = OK;',
        '#include "aclnn/acl_meta.h"\n#define OK 1\nint x = OK;',
        '#include "aclnn/acl_meta.h"\nint x = OK;',
    ],
    ids=["before", "after", "ours"],
)
@pytest.mark.parametrize("standard", ["c99", "c17", "c++11", "c++20"])
def test_ok_leaves_room_for_the_programs_own(include_dir: Path, standard: str, source: str) -> None:
    assert not complaints(source, standard, "-I", str(include_dir))


@pytest.mark.parametrize("standard", ["c11", "c++11"])
def test_constants_have_their_values(
    include_dir: Path, headers: list[str], values: dict[str, int], standard: str
) -> None:
    names = set(values)
    word = "static_assert"
    if standard == "c11":
        # A static const int is no constant expression in C; C++ looks at those.
        word = "_Static_assert"
        text = "".join((include_dir / header).read_text("utf-8") for header in headers)
        names -= set(re.findall(r"static const \w+ (\w+) =", text))
    assert len(names) > 100
    source = includes(headers) + "".join(
        f'{word}({name} == {values[name]}, "{name}");\n' for name in sorted(names)
    )
    flags = ["-Wno-deprecated-declarations", "-Wno-sign-compare"]
    assert not complaints(source, standard, "-I", str(include_dir), *flags)


@pytest.mark.parametrize("standard", ["c11", "c++11"])
def test_structs_have_their_layout(include_dir: Path, headers: list[str], standard: str) -> None:
    word = "_Static_assert" if standard == "c11" else "static_assert"
    lines = ["#include <stddef.h>"]
    for name, (size, members) in STRUCTS.items():
        lines.append(f'{word}(sizeof({name}) == {size}, "{name}");')
        for member, offset in members.items():
            lines.append(f'{word}(offsetof({name}, {member}) == {offset}, "{name}.{member}");')
    source = includes(headers) + "\n".join(lines)
    assert not complaints(source, standard, "-I", str(include_dir))


def test_the_declarations_are_plain_c(
    include_dir: Path, headers: list[str], tmp_path: Path
) -> None:
    """The build reads them: no attributes, no bodies, every parameter with a name."""
    for name in ("stdbool.h", "stddef.h", "stdint.h", "stdlib.h"):
        (tmp_path / name).touch()
    declarations = subprocess.run(
        [
            *("gcc", "-E", "-P", "-DACLNN_CDEF", "-nostdinc", "-x", "c"),
            *("-I", str(tmp_path), "-I", str(include_dir), "-"),
        ],
        input=includes(headers),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    ffi = cffi.FFI()
    ffi.cdef(declarations)
    assert ffi.sizeof("aclrtPtrAttributes") == STRUCTS["aclrtPtrAttributes"][0]

    known = "typedef _Bool bool; typedef unsigned long size_t;" + "".join(
        f"typedef int {sign}int{bits}_t;" for sign in ("", "u") for bits in (8, 16, 32, 64)
    )
    functions = [
        node
        for node in CParser().parse(known + declarations).ext
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)
    ]
    assert len(functions) > 150
    for function in functions:
        assert function.type.args, f"{function.name} has no prototype"
        parameters = function.type.args.params
        nothing = isinstance(parameters[0], c_ast.Typename) and len(parameters) == 1
        named = all(isinstance(one, (c_ast.Decl, c_ast.EllipsisParam)) for one in parameters)
        assert named or nothing, f"a parameter of {function.name} has no name"


def test_the_compiler_finds_the_declarations_that_the_build_reads(
    values: dict[str, int], tmp_path: Path
) -> None:
    """Functions are declared again beside the headers; types and numbers are cffi's to compare."""
    declarations = importlib.import_module("build_support.declarations")
    include = CHECKOUT / "build" / "include"
    public = declarations.read(["gcc"], include)
    text = includes(declarations.public_headers(include))
    again = {name: f"{each.declaration(name)};\n" for name, each in public.functions.items()}
    result = subprocess.run(
        ["gcc", "-std=c11", "-fsyntax-only", "-Werror", "-DACLNN_CDEF", f"-I{include}", "-xc", "-"],
        input=text + "".join(again.values()),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr

    library = CHECKOUT / "aclnn_py" / "ascend" / "lib64"
    exported = ctypes.CDLL(str(library / "libascendcl.so"))
    assert [name for name in public.functions if not hasattr(exported, name)] == []
    ffi = cffi.FFI()
    ffi.cdef(public.cdef + again["aclInit"] + again["aclFinalize"])
    ffi.set_source(
        "_ascendcl",
        text,
        include_dirs=[str(include)],
        define_macros=[("ACLNN_CDEF", "1")],
        libraries=["ascendcl"],
        library_dirs=[str(library)],
        extra_compile_args=["-g0", "-O0", "-Werror"],
        extra_link_args=[f"-Wl,-rpath,{library}"],
    )
    ffi.compile(tmpdir=str(tmp_path), verbose=False)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from _ascendcl import ffi, lib\n"
        f"wrong = [n for n, v in {values!r}.items() if getattr(lib, n, v) != v]\n"
        "assert wrong == [], wrong\n"
        "assert lib.aclInit(ffi.NULL) == lib.aclFinalize() == 0\n"
    )
    run = run_python(code)
    assert run.returncode == 0, run.stderr


def test_headers_are_made_from_the_tables(tables: ModuleType) -> None:
    filled = tables.fill_headers(CHECKOUT / "csrc", tables.load(CHECKOUT / "csrc"))
    built = CHECKOUT / "build" / "include"
    filled.pop("infiniop.h")  # it includes the headers that declarations make, too
    assert {name: (built / name).read_text("utf-8") for name in filled} == filled, (
        "run python build.py"
    )


def test_tables_and_interface_name_the_same_constants(
    tables: ModuleType, values: dict[str, int]
) -> None:
    loaded = tables.load(CHECKOUT / "csrc")
    rows = {row.name: row.value for row in (*loaded.statuses, *loaded.data_types, *loaded.formats)}
    newer = {"HCCL_E_IN_STATUS"}  # than the headers that the values are from
    known = {name: value for name, value in rows.items() if name not in newer}
    assert known == {name: values[name] for name in rows if name in values}
    outside = {"ACL_ERROR_NONE", "ACLNN_SUCCESS", "ACLNN_ERR_INNER_KEY_CONFILICT"}
    statuses = {name for name in values if name.startswith(("ACL_ERROR_", "ACLNN_"))}
    # Those of HCCL are compared by tests/hccl/test_headers.py.
    of_acl = {row.name for row in loaded.statuses if row.layer != "HCCL"}
    assert statuses - outside == of_acl


def test_blocks_of_headers_are_empty_and_filled_from_the_tables(
    tables: ModuleType, tmp_path: Path
) -> None:
    csrc = tmp_path / "csrc"
    shutil.copytree(CHECKOUT / "csrc" / "base", csrc / "base")
    shutil.copytree(CHECKOUT / "csrc" / "include", csrc / "include")
    name = "acl/acl_base_rt.h"
    header = csrc / "include" / name
    assert "ACL_FLOAT = 0," not in header.read_text("utf-8")
    assert "ACL_FLOAT = 0," in tables.fill_headers(csrc, tables.load(csrc))[name]
    block = "    /* table: data_type.def */\n"
    header.write_text(
        header.read_text("utf-8").replace(block, f"{block}    ACL_FLOAT = 0,\n"), "utf-8"
    )
    with pytest.raises(tables.TableError, match="has no end, or is not empty"):
        tables.fill_headers(csrc, tables.load(csrc))


@pytest.mark.parametrize(
    ("file", "row", "complaint"),
    [
        ("format.def", "not a row", "format.def:1: not a macro call"),
        ("format.def", 'ACL_FORMAT(ACL_FORMAT_X, one, 0, "X")', "format.def:1: invalid literal"),
        ("format.def", 'ACL_FORMAT(ACL_FORMAT_X, 1, 2, "X")', "format.def:1: a flag is 0 or 1"),
        ("format.def", 'ACL_SOC(ACL_FORMAT_X, 1, 0, "X")', "ACL_SOC does not belong here"),
        ("status.def", 'ACL_STATUS(XX, A, 1, EZ1001, "x")', "no layer is called XX"),
        ("status.def", 'ACL_STATUS(ACL, A, 1, EZ0000, "x")', "EZ0000 is not in message.def"),
        ("unsupported.def", "ACL_UNSUPPORTED(f)\nACL_UNSUPPORTED_VOID(f)", "f stands there twice"),
    ],
)
def test_a_malformed_table_is_refused(
    tables: ModuleType, tmp_path: Path, file: str, row: str, complaint: str
) -> None:
    shutil.copytree(CHECKOUT / "csrc" / "base", tmp_path / "base")
    (tmp_path / "base" / file).write_text(row + "\n", "utf-8")
    with pytest.raises(tables.TableError, match=re.escape(complaint)):
        tables.load(tmp_path)
