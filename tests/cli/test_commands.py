# SPDX-License-Identifier: Apache-2.0
"""`aclnn config`, `env`, `ops`, `doctor`, and the command line itself."""

from __future__ import annotations

import json
import lzma
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import aclnn_py as acl
from aclnn_py import _tree, native
from aclnn_py._ledger import ledger
from aclnn_py.cli import COMMANDS, main

pytestmark = pytest.mark.slow  # each test is a process of its own

Aclnn = Callable[..., subprocess.CompletedProcess[str]]


# --- The command line ----------------------------------------------------------------------------


def test_help_lists_every_command(aclnn: Aclnn) -> None:
    done = aclnn("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert f"    {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(aclnn: Aclnn, command: str) -> None:
    done = aclnn(command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: aclnn {command}")


def test_the_function(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--prefix"]) == 0
    assert capsys.readouterr().out == f"{_tree.prefix()}\n"
    assert main(["run"]) == 2


def test_version(aclnn: Aclnn) -> None:
    assert aclnn("--version").stdout == f"aclnn_py {acl.__version__}\n"


def test_unknown_commands_and_none(aclnn: Aclnn) -> None:
    assert aclnn("fly").returncode == 2
    assert aclnn().returncode == 2


def test_output_into_a_closed_pipe(clean_environment: dict[str, str]) -> None:
    command = shlex.join([sys.executable, "-m", "aclnn_py", "ops", "--json"])
    done = subprocess.run(
        ["sh", "-c", f"{command} | true"],
        env=clean_environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    "command",
    ["config", "env", "ops", "doctor", "doctor --explain 507015", "workspace --sweep calls.csv"],
)
def test_output_that_is_full_or_closed(
    tmp_path: Path, clean_environment: dict[str, str], command: str
) -> None:
    (tmp_path / "calls.csv").write_text("indices_shape,embedding_dim,num_weights\n8,8,10\n")

    def shell(redirection: str) -> tuple[int, str, str]:
        done = subprocess.run(
            ["sh", "-c", f"{shlex.quote(sys.executable)} -m aclnn_py {command} {redirection}"],
            cwd=tmp_path,
            env={**clean_environment, "PYTHONUNBUFFERED": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    full, closed = "No space left on device", "Bad file descriptor"
    for redirection, text in ((">/dev/full", full), (">&-", closed)):
        code, out, err = shell(redirection)
        assert (code, out) == (2, "")
        assert err.splitlines()[:1] == [f"aclnn: standard output: {text}"]
    assert shell(">&- 2>&-") == (2, "", "")
    code, out, _ = shell("2>/dev/null")
    assert shell("2>&-") == (code, out, "")


def test_a_sweep_is_written_in_utf_8(aclnn: Aclnn, tmp_path: Path) -> None:
    """To standard output too, whatever characters the terminal has."""
    text = "#note,indices_shape,embedding_dim,num_weights\n\u00fc\u4e2d,8,8,10\n"
    (tmp_path / "calls.csv").write_text(text, "utf-8")
    done = aclnn("workspace", "--sweep", "calls.csv", PYTHONIOENCODING="ascii:surrogateescape")
    assert (done.returncode, done.stderr) == (0, "1 rows, 1 sized\n")
    assert done.stdout.splitlines()[1].startswith("\u00fc\u4e2d,8,8,10,0,")


def test_without_a_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_tree, "prefix", lambda: tmp_path)
    native.description.cache_clear()
    try:
        for command in (["config", "--prefix"], ["env"], ["run", "true"], ["ops"]):
            assert main(command) == 2
            error = capsys.readouterr().err
            assert error.count("\n") == 1
            assert "python build.py" in error
        assert main(["doctor"]) == 1
        assert "python build.py" in capsys.readouterr().out
    finally:
        monkeypatch.undo()
        native.description.cache_clear()


# --- config and env ------------------------------------------------------------------------------


def test_config(aclnn: Aclnn) -> None:
    prefix = _tree.prefix()
    assert aclnn("config", "--prefix").stdout == f"{prefix}\n"
    assert aclnn("config", "--version").stdout == f"{acl.__version__}\n"
    cflags = shlex.split(aclnn("config", "--cflags").stdout)
    assert cflags == [f"-I{prefix}/include{end}" for end in ("", "/aclnnop", "/aclnn")]
    libs = shlex.split(aclnn("config", "--libs").stdout)
    assert libs == [f"-L{prefix}/lib64", f"-Wl,-rpath,{prefix}/lib64", "-lascendcl"]
    assert shlex.split(aclnn("config", "--cflags", "--libs").stdout) == cflags + libs
    cmake = Path(aclnn("config", "--cmakedir").stdout.rstrip("\n"))
    assert (cmake / "aclnn-config.cmake").is_file()
    pkg_config = Path(aclnn("config", "--pkgconfigdir").stdout.rstrip("\n"))
    assert (pkg_config / "aclnn.pc").is_file()
    documents = Path(aclnn("config", "--docdir").stdout.rstrip("\n"))
    assert (documents / "index.md").is_file()
    lines = aclnn("config").stdout.splitlines()
    words = ["prefix", "cflags", "libs", "cmakedir", "pkgconfigdir", "docdir", "version"]
    assert [line.split(":")[0] for line in lines] == words


def test_a_directory_is_printed_without_quotes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = shutil.copytree(_tree.prefix(), tmp_path / "my tree's")
    monkeypatch.setattr(_tree, "prefix", lambda: tree)
    assert main(["config", "--prefix"]) == 0
    assert capsys.readouterr().out == f"{tree}\n"
    assert main(["config", "--prefix", "--cmakedir"]) == 0
    assert shlex.split(capsys.readouterr().out) == [str(tree), f"{tree}/share/cmake/aclnn"]


def test_a_program_built_by_config(
    aclnn: Aclnn, tmp_path: Path, clean_environment: dict[str, str]
) -> None:
    (tmp_path / "p.cpp").write_text(
        '#include "aclnn_embedding_dense_backward.h"\n#include "acl/acl.h"\n'
        "int main() { return aclnnEmbeddingDenseBackward(nullptr, 0, nullptr, nullptr) == 161001"
        " ? 0 : 1; }\n"
    )
    flags = shlex.split(aclnn("config", "--cflags").stdout)
    libs = shlex.split(aclnn("config", "--libs").stdout)
    subprocess.run(["g++", *flags, "p.cpp", "-o", "p", *libs], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "p"], env=clean_environment, check=False).returncode == 0


def test_env_for_files_of_variables(aclnn: Aclnn) -> None:
    """What a shell gets from the other form, without the quotes of a shell."""
    plain = dict(line.split("=", 1) for line in aclnn("env", "--plain").stdout.splitlines())
    quoted = [line.removeprefix("export ") for line in aclnn("env").stdout.splitlines()]
    assert plain == dict(shlex.split(line)[0].split("=", 1) for line in quoted)
    assert plain["ASCEND_HOME_PATH"].startswith("/")


def test_env_is_for_eval_and_idempotent(
    aclnn: Aclnn, tmp_path: Path, clean_environment: dict[str, str]
) -> None:
    prefix = _tree.prefix()
    names = (
        *("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH"),
        *("LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH", "TASK_QUEUE_ENABLE"),
        "PYTHONPATH",
    )
    evaluate = f'eval "$({shlex.quote(sys.executable)} -m aclnn_py env)"'
    script = f"set -eu; {evaluate}; {evaluate}; " + "; ".join(f'echo "${name}"' for name in names)
    done = subprocess.run(
        ["sh", "-c", script],
        env={**clean_environment, "LD_LIBRARY_PATH": "/a b:/c'd", "PKG_CONFIG_PATH": "/e"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        str(prefix),
        str(prefix),
        f"{prefix}/opp",
        f"{prefix}/lib64:/a b:/c'd",
        f"{prefix}/share/pkgconfig:/e",
        str(prefix),
        "0",
        f"{prefix}/python/site-packages:{clean_environment['PYTHONPATH']}",
    ]
    assert _tree.variables({"TASK_QUEUE_ENABLE": "2"})["TASK_QUEUE_ENABLE"] == "2"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, "{lib}"),
        ({"LD_LIBRARY_PATH": ""}, "{lib}"),
        ({"LD_LIBRARY_PATH": "/x"}, "{lib}:/x"),
        ({"LD_LIBRARY_PATH": "/x:{lib}:/y:{lib}"}, "{lib}:/x:/y"),
        ({"LD_LIBRARY_PATH": "{lib}"}, "{lib}"),
    ],
)
def test_the_library_path(before: dict[str, str], after: str) -> None:
    lib = f"{_tree.prefix()}/lib64"
    environ = {name: value.format(lib=lib) for name, value in before.items()}
    once = _tree.variables(environ)
    assert once["LD_LIBRARY_PATH"] == after.format(lib=lib)
    assert _tree.variables(once) == once


@pytest.mark.parametrize(
    ("name", "own"), [("PKG_CONFIG_PATH", "/share/pkgconfig"), ("CMAKE_PREFIX_PATH", "")]
)
def test_the_search_paths_of_build_systems(name: str, own: str) -> None:
    own = f"{_tree.prefix()}{own}"
    assert _tree.variables({})[name] == own
    assert _tree.variables({name: f"/x:{own}"})[name] == f"{own}:/x"


# --- ops -----------------------------------------------------------------------------------------


def test_ops(aclnn: Aclnn) -> None:
    lines = aclnn("ops").stdout.splitlines()
    assert lines[0].split() == ["operator", "level", "family"]
    rows = {
        name: (level, family)
        for name, level, family in (re.split(r"  +", line) for line in lines[1:-4])
    }
    open_part = "sized, as far as CANN is open"
    assert rows["aclnnEmbeddingDenseBackward"] == (open_part, "embedding")
    assert rows["aclnnAdd"] == ("sized", "binary")
    assert rows["aclnnExtBinaryPack"] == ("computes", "own")  # CANN has no such operator
    assert rows["aclnnSilentCheck"] == ("refuses", "other")
    report = json.loads(aclnn("ops", "--json").stdout)
    operators = report["operators"]
    assert operators["aclnnEmbeddingDenseBackward"]["level"] == open_part
    assert set(operators) == set(rows)
    functions = report["functions"]
    assert "aclrtMalloc" in functions["acl"]
    assert "aclCreateTensor" in functions["aclnn"]
    assert "aclnnExtDescribeWorkspace" in functions["aclnn_ext"]
    assert "infiniopEmbedding" in functions["infiniop"]
    assert "infinirtMalloc" in functions["infinirt"]
    assert "infinirtGraphLuanch" in functions["infinirt"]
    assert "aclmdlLoadFromFile" in report["unsupported"]
    every = [name for names in functions.values() for name in names]
    assert len(every) == len(set(every))
    assert set(every).isdisjoint(report["unsupported"])
    assert not any(name.startswith("aclnnEmbeddingDenseBackward") for name in every)
    everything = {*every, *report["unsupported"]}
    everything |= {n + end for n in report["operators"] for end in ("", "GetWorkspaceSize")}
    assert everything >= native.description().functions.keys()
    assert lines[-3].startswith("Of 1228 calls of CANN: ")
    for interface, names in functions.items():
        assert f" {len(names)} of {interface}" in lines[-2]
    assert lines[-1].startswith(f"{len(report['unsupported'])} functions more are exported")


def test_ops_of_one_call(aclnn: Aclnn) -> None:
    lines = aclnn("ops", "Add").stdout.splitlines()
    assert lines[0] == "aclnnAdd: sized (binary, composite)"
    assert "    out = self + alpha * other" in lines
    assert json.loads(aclnn("ops", "aclnnAdd", "--json").stdout)["header"] == "aclnnop/aclnn_add.h"
    done = aclnn("ops", "Addd")
    assert done.returncode == 2
    assert done.stderr.startswith("aclnn: ops: CANN has no operator Addd; did you mean aclnnAdd")


@pytest.mark.parametrize("name", ["matmul", "MATMUL", "MatMul", "mat_mul", "aclnnMatmul"])
def test_ops_finds_a_call_in_any_case(aclnn: Aclnn, name: str) -> None:
    lines = aclnn("ops", name).stdout.splitlines()
    assert lines[0].startswith("aclnnMatmul: ")
    assert "Python: aclnn_py.matmul(self, mat2, cube_math_type=1, out=None)" in lines
    assert "    const aclTensor *mat2," in lines
    others = lines[lines.index("see also") + 1 :]
    assert any(line.startswith("aclnnBatchMatMul ") for line in others)


def test_ops_finds_calls_by_a_part_and_by_a_header(aclnn: Aclnn) -> None:
    rows = [re.split("  +", line) for line in aclnn("ops", "layer_nor").stdout.splitlines()]
    found = {row[0]: row[1:] for row in rows}
    assert found["aclnnLayerNorm"][1].startswith("layer_norm(input, normalized_shape")
    assert all("layernor" in name.lower() for name in found)
    for header in ("aclnn_add.h", "aclnnop/aclnn_add.h"):
        rows = [re.split("  +", line) for line in aclnn("ops", header).stdout.splitlines()]
        names = [row[0] for row in rows]
        assert sorted(names) == ["aclnnAdd", "aclnnAdds", "aclnnInplaceAdd", "aclnnInplaceAdds"]
    report = json.loads(aclnn("ops", "aclnn_add.h", "--json").stdout)
    assert set(report) == set(names)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("softmaxx", "did you mean aclnnSoftmax"),
        ("aclrtMalloc", "a function of acl/acl_rt.h, and implemented"),
        ("aclTensor", "a type"),
        ("ACL_FLOAT", "a constant, 0"),
        ("BNInfer", "inside of CANN"),
        ("aclmdlLoadFromFile", "acl/acl_mdl.h, and not implemented"),
        ("aclmdlSetInputAIPPx", "offline models"),
        ("xyzzy", "`aclnn ops` lists them"),
    ],
)
def test_ops_says_what_a_name_is(aclnn: Aclnn, name: str, words: str) -> None:
    done = aclnn("ops", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_ops_of_what_is_not_implemented(aclnn: Aclnn) -> None:
    lines = aclnn("ops", "SilentCheck").stdout.splitlines()
    assert lines[:2] == [
        "aclnnSilentCheck: refuses (other, composite)",
        "header: aclnnop/aclnn_silent_check.h",
    ]
    assert lines[2].startswith("answers 207000, since no public page says")
    assert "    aclTensor *inputGradRef," in lines
    assert "answers 561000, as in CANN, since" in aclnn("ops", "MlaPrologV2").stdout
    assert "since Ascend310P alone has it" in aclnn("ops", "InstanceNorm").stdout


def test_ops_of_sources(aclnn: Aclnn, tmp_path: Path) -> None:
    """Comments call nothing, and what is not implemented is an exit code."""
    refuses = "aclnnSilentCheck"
    source = tmp_path / "model.cpp"
    source.write_text(
        "// aclnnMul(a, b)\n/* aclnnExp(\n) */\nint main() { aclrtMalloc(0, 0, 0);\n"
        "aclnnAddGetWorkspaceSize(0, 0); aclnnAdd(0, 0, 0, 0); helper(aclnnSub); }\n"
    )
    done = aclnn("ops", "--used-by", str(source))
    (line,) = done.stdout.splitlines()
    assert (done.returncode, line.split()[0]) == (0, "aclnnAdd")
    other = tmp_path / "other.py"
    other.write_text("import aclnn_py as acl\nacl.exp(x)\nacl.Device(0)\n")
    source.write_text(f"int main() {{ {refuses}(0, 0, 0, 0); aclmdlLoadFromFile(0); }}\n")
    done = aclnn("ops", "--used-by", str(source), str(other))
    assert done.returncode == 1
    assert [line.split()[0] for line in done.stdout.splitlines()[:2]] == sorted(
        [refuses, "aclnnExp"]
    )
    assert "aclmdlLoadFromFile is no operator" in done.stdout
    report = json.loads(aclnn("ops", "--json", "--used-by", str(source), str(other)).stdout)
    assert report["operators"]["aclnnExp"]["files"] == [str(other)]
    assert list(report["not implemented"]) == ["aclmdlLoadFromFile"]
    done = aclnn("ops", "--used-by", str(tmp_path / "none.cpp"))
    assert (done.returncode, done.stdout) == (2, "")


def test_every_call_is_exported() -> None:
    for name in ledger():
        assert all(is_exported(name + end) for end in ("", "GetWorkspaceSize")), name


def is_exported(name: str) -> bool:
    try:
        acl.lib[name]
    except AttributeError:
        return False
    return True


def test_functions_that_ops_lists_are_there() -> None:
    description = native.description()
    for name in description.unsupported:
        assert acl.lib[name]
    for name in description.functions:
        assert getattr(acl.lib, name)


# --- doctor --------------------------------------------------------------------------------------


def test_doctor_is_content(aclnn: Aclnn) -> None:
    done = aclnn("doctor")
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("no problems found\n")
    for text in ("Ascend910B2", "64 GiB", str(_tree.prefix()), acl.__version__, "g++", "async"):
        assert text in done.stdout
    assert re.search(
        r"^  CANN that is emulated +9\.1\.0\n  acl of this CANN +1\.17\.0$",
        done.stdout,
        re.MULTILINE,
    )


def test_doctor_as_json(aclnn: Aclnn) -> None:
    done = aclnn("doctor", "--json", ACLNN_SOC="Ascend910A", ACLNN_DEVICES="2")
    report = json.loads(done.stdout)
    assert report["library"]["product"] == "Ascend910A"
    assert report["library"]["devices"] == 2
    assert report["library"]["device_memory_bytes"] == 32 << 30
    assert report["library"]["loads"] is True
    # The release of CANN that has acl 1.17, and that number.
    assert report["package"]["cann_version"].startswith("9.")
    assert report["package"]["acl_version"] == "1.17.0"
    assert report["environment"]["ACLNN_DEVICES"] == "2"
    assert Path(report["library"]["blas"]["path"]).name == "libscipy_openblas.so"
    assert report["library"]["blas"]["core"] in ("Nehalem", "Haswell", "SkylakeX", "ARMV8")
    assert report["problems"] == []
    assert report["notes"] == []
    lists = ("environment", "problems", "notes")
    sections = [rows for name, rows in report.items() if name not in lists]
    keys = {key for rows in (report, *sections, report["compilers"]["cxx"]) for key in rows}
    assert {"kernel_levels", "core_threads", "stream_mode", "cpus", "path"} <= keys
    assert [key for key in keys if not re.fullmatch("[a-z][a-z0-9_]*", key)] == []


@pytest.mark.parametrize(
    ("environ", "text"),
    [
        ({"ACLNN_SOC": "Ascend910B22"}, "no product is called 'Ascend910B22'"),
        ({"ACLNN_SOC": "Ascend910B2:cores=none"}, "ACLNN_SOC=Ascend910B2:cores=none"),
        ({"ACLNN_STREAM": "slow"}, "ACLNN_STREAM=slow"),
        ({"ACLNN_STREAMS": "lazy"}, "ACLNN_STREAMS is set, and no such variable is read"),
        ({"ACLNN_PY_LIB": "/nowhere/lib.so"}, "/nowhere/lib.so (no such file)"),
        ({"CXX": "no-such"}, "CXX=no-such: no such compiler"),
        ({"ASCEND_HOME_PATH": "/usr/local/Ascend"}, "leads to another installation"),
        ({"ACLNN_LOG": "\udcff"}, "the environment is wrong: ACLNN_LOG="),
        ({"ACLNN_FAULT": "aclrtGetDeviceCount@1"}, "aclrtGetDeviceCount: "),
        ({"ACLNN_FAULT": "aclrtGetMemInfo@1"}, "aclrtGetMemInfo: "),
        ({"ASCEND_RT_VISIBLE_DEVICES": ""}, "this process has 0 device(s)"),
        ({"ACLNN_FINDINGS": "/nowhere/findings"}, "/nowhere/findings: cannot be written"),
        ({"ACLNN_FINDINGS": "/"}, "ACLNN_FINDINGS=/: cannot be written"),
        ({"ACLNN_BLAS": "/bin/true"}, "products of matrices need OpenBLAS: /"),
    ],
)
def test_doctor_finds_problems(aclnn: Aclnn, environ: dict[str, str], text: str) -> None:
    done = aclnn("doctor", **environ)
    assert done.returncode == 1
    assert done.stderr == ""
    problems = [line for line in done.stdout.splitlines() if line.startswith("problem: ")]
    assert any(text in line for line in problems), done.stdout
    assert done.stdout.count("    fix: ") == len(problems)


def test_doctor_notes_that_there_is_no_compiler(aclnn: Aclnn) -> None:
    """Programs and Python run without one; only `aclnn run` and `build` need it."""
    done = aclnn("doctor", PATH="/nowhere")
    assert (done.returncode, done.stderr) == (0, "")
    notes = [line for line in done.stdout.splitlines() if line.startswith("note: ")]
    assert [line.partition(" compiler")[0] for line in notes] == ["note: no C", "note: no C++"]
    assert done.stdout.count("    fix: `aclnn run` needs it: install one") == 2
    report = json.loads(aclnn("doctor", "--json", PATH="/nowhere").stdout)
    assert (report["compilers"], report["problems"]) == ({"c": None, "cxx": None}, [])
    assert len(report["notes"]) == 2


def test_doctor_meets_compilers_that_are_none(aclnn: Aclnn, tmp_path: Path) -> None:
    nothing, latin = tmp_path / "nothing", tmp_path / "latin"
    nothing.write_bytes(b"\x7fELF\0\0")
    latin.write_bytes(b"#!/bin/sh\nprintf 'c\\374 1.0\\n'\n")
    for path in (nothing, latin):
        path.chmod(0o755)
    done = aclnn("doctor", CC=str(nothing))
    assert (done.returncode, done.stderr) == (1, "")
    assert f"problem: {nothing} does not start: Exec format error\n" in done.stdout
    done = aclnn("doctor", CC=str(latin))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{latin} (c\ufffd 1.0)" in done.stdout


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", "\0", '{"functions": []}'], ids=ascii)
def test_a_damaged_tree(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: str,
) -> None:
    (tmp_path / "share").mkdir()
    (tmp_path / "share" / "aclnn_py.json").write_text(content)
    (tmp_path / "share" / "errors.json.xz").write_bytes(lzma.compress(content.encode()))
    monkeypatch.setattr(_tree, "prefix", lambda: tmp_path)
    monkeypatch.setenv("ACLNN_SOC", "Ascend910B2")
    native.description.cache_clear()
    try:
        assert main(["doctor"]) == 1
        printed = capsys.readouterr()
        assert "problem: the native library is not built, or damaged\n" in printed.out
        assert f"{tmp_path}/share/aclnn_py.json cannot be read" in printed.out
        assert printed.err == ""
        assert main(["doctor", "--explain", "507015"]) == 2
        printed = capsys.readouterr()
        assert printed.err.startswith("aclnn: the descriptions of errors at ")
        assert (printed.out, printed.err.count("\n")) == ("", 1)
    finally:
        monkeypatch.undo()
        native.description.cache_clear()


@pytest.mark.parametrize("cpus", [1, 5, 64, 200])
def test_doctor_counts_the_cpus_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], cpus: int
) -> None:
    """The README: as many cores as CPUs that the process may use, 64 at most."""
    monkeypatch.delenv("ACLNN_CORES", raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(cpus)))
    main(["doctor", "--json"])
    machine = json.loads(capsys.readouterr().out)["machine"]
    assert (machine["cpus"], machine["core_threads"]) == (cpus, min(cpus, 64))


def test_doctor_finds_another_library(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "libascendcl.so").write_text("")
    lib64 = _tree.prefix() / "lib64"
    assert aclnn("doctor", LD_LIBRARY_PATH=f"{lib64}:{tmp_path}").returncode == 0
    done = aclnn("doctor", LD_LIBRARY_PATH=f"{tmp_path}:{lib64}")
    assert f"{tmp_path} holds another libascendcl.so" in done.stdout
    assert done.returncode == 1


def test_doctor_knows_a_link_to_the_tree(aclnn: Aclnn, tmp_path: Path) -> None:
    """The Containerfile sets the variables by a link."""
    link = tmp_path / "aclnn"
    link.symlink_to(_tree.prefix())
    done = aclnn("doctor", LD_LIBRARY_PATH=f"{link}/lib64", ASCEND_HOME_PATH=str(link))
    assert done.returncode == 0, done.stdout
