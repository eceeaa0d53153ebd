# SPDX-License-Identifier: Apache-2.0
"""File names, files and arguments that mean harm, or are only unusual: no shell reads them, and
what cannot be used is told in a line and with the exit code 2, never by a traceback."""

from __future__ import annotations

import ast
import csv
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import aclnn_py
from aclnn_py.cli import main

pytestmark = pytest.mark.slow  # a process for most cases

Capture = pytest.CaptureFixture[str]
Run = Callable[..., tuple[int, str, str]]

OPERATOR = "EmbeddingDenseBackward"
SMALL = ("--grad", "8,4:float32", "--indices", "8:int64", "--num-weights", "10")
HEADER = "product,grad_dtype,index_dtype,indices_shape,embedding_dim,num_weights"
ROW = "Ascend910A,f32,i16,8,8,10"

PROGRAM = "int main(int count, char **all) { return count == 2 && all[1][0] == 'x' ? 4 : 5; }\n"

NAMES = [
    "two words",
    "it's",
    'a "quoted" name',
    "a;touch hacked",
    "$(touch hacked)",
    "`touch hacked`",
    "a|touch hacked",
    "a&&touch hacked",
    "a>hacked",
    "*",
    "~",
    "%s%n",
    "back\\slash",
    "line\nend",
    "tab\tname",
    "\x1b[31mred",
    "-o hacked",
    "--soc=Ascend950",
    "@hacked",
    "\u00fc\u4e2d\U0001f600",
    os.fsdecode(b"not \xff utf-8"),
]


@pytest.fixture
def run(capsys: Capture) -> Run:
    """The command line in this process; a traceback would come out of it as an exception."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main([str(each) for each in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory to work in, in which nothing may have been made or removed at the end."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not (tmp_path / "hacked").exists()


def refused(result: tuple[int, str, str], *texts: str) -> None:
    """One line on standard error, exit code 2, nothing on standard output."""
    code, out, err = result
    assert (code, out) == (2, ""), err
    assert err.startswith("aclnn: ")
    assert "Traceback" not in err
    for text in texts:
        assert text in err


# --- No shell ------------------------------------------------------------------------------------


def test_no_shell_anywhere() -> None:
    """No call of the package asks for one."""
    root = Path(aclnn_py.__file__).parent
    forbidden = {"system", "popen", "getoutput", "getstatusoutput", "create_subprocess_shell"}
    looked_at = 0
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            looked_at += 1
            where = f"{path}:{node.lineno}"
            name = ast.unparse(node.func)
            assert name not in {"eval", "exec"}, where
            assert name == "platform.system" or name.rpartition(".")[2] not in forbidden, where
            for keyword in node.keywords:
                assert keyword.arg != "shell", where
    assert looked_at > 1000


# --- aclnn run -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_of_sources(inside: Path, clean_environment: dict[str, str], name: str) -> None:
    """Each is compiled and run; arguments reach the program as they are."""
    path = inside / f"{name}.c"
    path.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--", path.name, "x$(touch hacked);"],
        cwd=inside,
        env=clean_environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 4, done.stderr
    assert b"Traceback" not in done.stderr
    assert [each.name for each in inside.iterdir()] == [path.name]


# the capture of standard error, unlike standard error itself, cannot hold the last one
@pytest.mark.parametrize("name", NAMES[:-1], ids=ascii)
def test_names_of_files_that_are_not_there(run: Run, inside: Path, name: str) -> None:
    refused(run("run", "--", f"{name}.cpp"), "no such file")
    refused(run("run", "--", f"./{name}"), "no such file")
    refused(run("build", "--", f"{name}.cpp"), "no such file")
    refused(run("workspace", "--sweep", f"./{name}.csv"), "No such file")


@pytest.mark.slow
def test_a_name_that_is_no_text(inside: Path, clean_environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", f"{NAMES[-1]}.cpp"],
        cwd=inside,
        env=clean_environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(b".cpp: no such file\n")


def test_files_that_are_none(run: Run, inside: Path) -> None:
    (inside / "directory.cpp").mkdir()
    (inside / "directory").mkdir()
    os.mkfifo(inside / "pipe.cpp")
    (inside / "loop.cpp").symlink_to("loop.cpp")
    (inside / "nowhere.cpp").symlink_to("missing")
    (inside / "no program").write_bytes(b"")
    (inside / "no program").chmod(0o755)
    (inside / "bytes").write_bytes(b"\x7fELF\0\0")
    (inside / "bytes").chmod(0o755)
    refused(run("run", "directory.cpp"), "not a file")
    refused(run("run", "pipe.cpp"), "not a file")
    refused(run("run", "./directory"), "is a directory")
    refused(run("run", "loop.cpp"), "Too many levels of symbolic links")
    refused(run("run", "nowhere.cpp"), "no such file")
    refused(run("run", "./bytes"), "cannot be run")
    refused(run("run", "./no program"), "cannot be run")
    refused(run("run", ""), "is a directory")
    refused(run("run", "x" * 300 + ".cpp"), "File name too long")
    refused(run("run", "x" * 300), "File name too long")
    refused(run("run", "x" * 300 + ".py"), "File name too long")
    (inside / "program.cpp").write_text(PROGRAM)
    refused(run("build", "program.cpp", "-o", "x" * 300), "File name too long")


@pytest.mark.slow
def test_an_empty_source(inside: Path, capfd: Capture) -> None:
    """It compiles and does not link: the compiler's own words and exit code 1."""
    (inside / "empty.cpp").write_text("")
    assert main(["run", "empty.cpp"]) == 1
    assert "main" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("variable", "value", "text"),
    [
        ("CXX", "no-such-compiler", "no such compiler"),
        ("CXX", "true; touch hacked", "no such compiler"),
        ("CXX", "$(touch hacked)", "no such compiler"),
        ("CXX", "'", "No closing quotation"),
        ("CXXFLAGS", '"', "No closing quotation"),
        ("PATH", "", "no C++ compiler found"),
        ("ACLNN_SOC", "$(touch hacked)", "no product is called"),
    ],
)
def test_hostile_variables(
    run: Run, inside: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, text: str
) -> None:
    (inside / "program.cpp").write_text(PROGRAM)
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv(variable, value)
    refused(run("run", "program.cpp"), text)


# --- aclnn workspace: one call -------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["", "aclnn", "x" * 10000, "../../etc/passwd", "$(touch hacked)", "__class__", "\n", "*"],
    ids=ascii,
)
def test_names_of_operators(run: Run, inside: Path, name: str) -> None:
    refused(run("workspace", "--", name, *SMALL), "workspace")


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--num-weights", "9" * 5000),
        ("--num-weights", str(2**63)),
        ("--num-weights", str(2**64)),
        ("--num-weights", "1e400"),
        ("--num-weights", "nan"),
        ("--num-weights", "inf"),
        ("--num-weights", "0x10"),
        ("--num-weights", "1;touch hacked"),
        ("--num-weights", ""),
        ("--grad", "9" * 5000 + ":float32"),
        ("--grad", f"{2**63}:float32"),
        ("--grad", "8,4:__class__"),
        ("--grad", "8,4:" + "f" * 10000),
        ("--grad", "8,,4:float32"),
        ("--grad", "8;4:float32"),
        ("--grad", ":"),
        ("--grad-strides", "1,2,3"),
        ("--grad-strides", "a"),
        ("--grad-offset", "9" * 5000),
        ("--grad-offset", str(2**63)),
        ("--grad-storage", "1.5"),
        ("--soc", "Ascend910B2:cores=" + "9" * 100),
        ("--soc", "Ascend910B2:cores=-1"),
        ("--soc", "Ascend910B2:" + "x" * 100000),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_hostile_arguments(run: Run, inside: Path, option: str, text: str) -> None:
    refused(run("workspace", OPERATOR, *SMALL, f"{option}={text}"), "aclnn: ")


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--grad", f"8,{2**63 - 1}:float32"),
        ("--grad", f"{2**62},{2**62}:float32"),
        ("--grad", "-8,4:float32"),
        ("--grad", "8,1,1,1,1,1,1,1,4:float32"),
        ("--grad-strides", f"{2**63 - 1},{-(2**63)}"),
    ],
)
def test_what_the_operator_refuses(run: Run, inside: Path, option: str, text: str) -> None:
    """Numbers of 64 bits are the library's to judge: a code with its name, and exit code 1."""
    code, out, err = run("workspace", OPERATOR, *SMALL, f"{option}={text}")
    assert (code, out) == (1, "")
    assert "(161002)" in err
    assert err.count("\n") == 1


# --- aclnn workspace: files ----------------------------------------------------------------------


def sweep(run: Run, path: Path, content: bytes) -> tuple[int, str, str]:
    path.write_bytes(content)
    return run("workspace", "--sweep", path)


def lines(*texts: str) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def test_files_that_are_no_csv(run: Run, inside: Path) -> None:
    path = inside / "calls.csv"
    refused(sweep(run, path, b""), "column names")
    refused(sweep(run, path, b"\n\n\n"), "column names")
    refused(sweep(run, path, b"\0" * 100), "calls.csv")
    refused(sweep(run, path, bytes(range(256)) * 10), "calls.csv")
    refused(sweep(run, path, lines(HEADER, ROW).decode().encode("utf-16")), "UTF-8")
    refused(sweep(run, path, lines(HEADER, ROW).decode().encode("utf-32")), "UTF-8")
    refused(sweep(run, path, lines(HEADER) + b"\xff\xfe\n"), "UTF-8")
    refused(sweep(run, path, b"\x7fELF" + b"\0" * 5000), "calls.csv")
    refused(run("workspace", "--sweep", inside), "directory")
    refused(run("workspace", "--sweep", path / "below"), "Not a directory")
    (inside / "closed.csv").symlink_to("closed.csv")
    refused(run("workspace", "--sweep", inside / "closed.csv"))


def test_hostile_cells_are_wrong_rows(run: Run, inside: Path) -> None:
    """A row that cannot be read is named with its line; the others are done."""
    cells = [
        "\0",
        "9" * 5000,
        "1e400",
        "nan",
        "\u0661\u0662x",
        "=HYPERLINK(1)",
        "'; DROP TABLE x",
        "$(touch hacked)",
        "../../x",
        "-" * 1000,
    ]
    rows = [f"Ascend910A,f32,i16,8,8,{cell}" for cell in cells]
    code, out, err = sweep(run, inside / "calls.csv", lines(HEADER, ROW, *rows, ROW))
    assert code == 1
    found = list(csv.DictReader(out.splitlines()))
    assert [row["status"] for row in found] == ["0", *[""] * len(rows), "0"]
    for number in range(len(rows)):
        assert f"calls.csv:{number + 3}: " in err
    assert "Traceback" not in err


def test_cells_are_never_formulas(run: Run, inside: Path) -> None:
    """What stands in a cell comes out as it went in, whatever a spreadsheet makes of it."""
    notes = ["=1+1", "+1", "-1", "@x", '=cmd|"/c calc"!A1', "a,b", 'a"b', "\u00fc"]
    rows = [f'"{note.replace(chr(34), chr(34) * 2)}",{ROW}' for note in notes]
    code, out, _ = sweep(run, inside / "calls.csv", lines(f"#note,{HEADER}", *rows))
    assert code == 0
    assert [row["#note"] for row in csv.DictReader(out.splitlines())] == notes


def test_rows_without_end(run: Run, inside: Path) -> None:
    path = inside / "calls.csv"
    code, _, err = sweep(run, path, lines(HEADER, ROW + ",x" * 100_000, ROW))
    assert code == 1
    assert "calls.csv:2: " in err
    assert max(map(len, err.splitlines())) < 1000
    refused(sweep(run, path, lines("x" * 1_000_000)), "calls.csv")
    code, _, err = sweep(run, path, lines(HEADER, "x" * 1_000_000, ROW))
    assert code in (1, 2)
    assert max(map(len, err.splitlines())) < 2000
    # a quote that nobody closes
    code, _, err = sweep(run, path, lines(HEADER, '"' + ROW, *[ROW] * 5000))
    assert code in (1, 2)
    assert "Traceback" not in err


def test_many_columns(run: Run, inside: Path) -> None:
    path = inside / "calls.csv"
    header = HEADER + "".join(f",c{number}" for number in range(5000))
    _, _, err = sweep(run, path, lines(header, ROW + "," * 5000))
    assert "c0, c1, c2, c3, c4 and 4995 more; " in err
    _, _, err = sweep(run, path, lines(f"{HEADER},{'x' * 100_000}"))
    assert len(err) < 300
    header = HEADER + "".join(f",#c{number}" for number in range(5000))
    code, out, _ = sweep(run, path, lines(header, ROW + "," * 5000))
    assert code == 0
    assert len(next(csv.reader(out.splitlines()))) >= 5006


def test_a_pipe(run: Run, inside: Path) -> None:
    """It can be read once, and that is enough."""
    pipe = inside / "calls"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(lines(HEADER, ROW, ROW),))
    writer.start()
    code, out, _ = run("workspace", "--sweep", pipe)
    writer.join()
    assert code == 0
    assert len(out.splitlines()) == 3


@pytest.mark.parametrize("name", ["-", "", "no/where.csv", "x" * 300])
def test_where_the_result_goes(run: Run, inside: Path, name: str) -> None:
    (inside / "calls.csv").write_bytes(lines(HEADER, ROW))
    code, out, err = run("workspace", "--sweep", "calls.csv", f"--out={name}")
    assert "Traceback" not in err
    assert (code == 2 and out == "") or (name == "-" and code == 0)
