# SPDX-License-Identifier: Apache-2.0
"""`aclnn workspace`: one call, several products, and sweeps.

Sizes are those of tests/workspace/workspace_cases.csv, or follow from the planner's rules.
"""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from support import run_python, workspace_cases

from aclnn_py import _prototype, native
from aclnn_py.cli import _sweep, _sweep_rows, main
from aclnn_py.cli._cells import find_product, lay_out, parse_flag, parse_sizes
from aclnn_py.data_types import data_type

ROOT = Path(__file__).resolve().parents[2]

OPERATOR = "EmbeddingDenseBackward"
PHASE = "aclnnEmbeddingDenseBackwardGetWorkspaceSize"
CALL = ("--grad", "8,128,768:float16", "--indices", "8,128:int64", "--num-weights", "30522")
SIZE = 113697280  # on Ascend910B2; tests/python/test_workspace.py adds it up
SMALL = ("--grad", "1024,128:f32", "--indices", "1024:i64", "--num-weights", "1000")

Capture = pytest.CaptureFixture[str]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `aclnn workspace` in this process: its exit code, output and errors."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = main(["workspace", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The calls of workspace_cases.csv with what is expected of them."""
    path = tmp_path_factory.mktemp("table") / "cases.csv"
    own = {"l0_ops": "#l0_ops", "plan": "#plan"}
    rows = [{own.get(name, name): cell for name, cell in row.items()} for row in workspace_cases()]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture(autouse=True)
def explains() -> None:
    """Skip what another library than ours cannot do."""
    if not hasattr(native.load(), "aclnnExtDescribeWorkspace"):
        pytest.skip("this library does not have aclnn_ext")


# --- One call ------------------------------------------------------------------------------------


def test_the_call_of_the_issue(run: Run) -> None:
    code, out, err = run(OPERATOR, "--soc", "Ascend910B2", *CALL)
    assert (code, err) == (0, "")
    assert f"{SIZE} bytes (108.43 MiB)" in out
    for text in (
        "48 vector cores",
        "196352 bytes",
        "own workspace is taken",
        "EmbeddingDenseGradV2",
        "┌",
        "time",
    ):
        assert text in out


@pytest.mark.parametrize("name", [OPERATOR, f"aclnn{OPERATOR}"])
@pytest.mark.parametrize(
    "grad", ["8,128,768:float16", "8x128x768:f16", "(8, 128, 768):ACL_FLOAT16"]
)
def test_spellings(run: Run, name: str, grad: str) -> None:
    call = ("--grad", grad, "--indices", "8x128:i64", "--num-weights=30522", "--padding-idx", "-1")
    code, out, _ = run(name, *call, "--json", "--soc", "Ascend910B2")
    assert code == 0
    assert json.loads(out)["workspace_size"] == SIZE


def size(run: Run, *arguments: str) -> int:
    code, out, err = run(OPERATOR, "--json", *arguments)
    assert code == 0, err
    found: int = json.loads(out)["workspace_size"]
    return found


def test_options_of_the_operator(run: Run) -> None:
    small = ("--soc", "Ascend910B2", *SMALL)
    # a cast of 1024 indices to int32, and the kernel's 16 MiB
    assert size(run, *small) == 4608 + 16777728
    # with the counts of scaleGradByFreq, 4000 bytes
    assert size(run, *small, "--scale") == 4608 + 16781312
    assert size(run, *small, "--scale-grad-by-freq") == 4608 + 16781312
    # on the path with Sort the cast lies where the kernel's workspace will
    assert size(run, *small, "--deterministic") == 16777728 + 2 * 4608
    assert size(run, *small, "--padding-idx", "7") == 4608 + 16777728
    # rows of the table: out in another type on Ascend910A, and swapped
    on_910 = ("--soc", "Ascend910A", *SMALL)
    assert size(run, *on_910, "--out-dtype", "float16") == 512512
    assert size(run, *on_910, "--out", "1000,128:f16") == 512512
    assert size(run, *on_910, "--out-strides", "1,1000") == 512512
    assert size(run, *on_910, "--out-storage", "128016") == 512512
    assert size(run, *on_910, "--out-offset", "16") == 0
    assert size(run, *on_910, "--grad-strides", "256x1", "--grad-storage", "1024x256") == 524800
    assert size(run, *on_910, "--grad-dtype", "f16") == 524800 + 512512


def test_one_json_object(run: Run) -> None:
    _, out, _ = run(OPERATOR, *CALL, "--soc", "Ascend950:cores=72", "--json")
    plan = json.loads(out)
    assert (plan["soc"], plan["cores"]) == ("Ascend950", 72)
    assert plan["operators"][-1]["tiling"]


def test_svg(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.svg"
    code, out, _ = run(OPERATOR, *CALL, "--soc", "Ascend910B2", "--svg", path)
    assert code == 0
    assert str(SIZE) in out
    assert str(SIZE) in "".join(ET.parse(path).getroot().itertext())
    code, _, err = run(OPERATOR, *CALL, "--svg", tmp_path / "none" / "plan.svg")
    assert (code, err.count("\n")) == (2, 1)


def test_a_refusal(run: Run) -> None:
    code, out, err = run(OPERATOR, *CALL[:4], "--num-weights", "0", "--scale")
    assert (code, out) == (1, "")
    assert err.startswith(f"aclnn: {PHASE}: ACLNN_ERR_INNER_NULLPTR (561103): ")
    assert "numWeights" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "an operator is missing"),
        (("EmbedingDenseBackward",), f"did you mean aclnn{OPERATOR}"),
        ((OPERATOR,), "grad, indices, num_weights missing"),
        ((OPERATOR, *CALL[:4]), "num_weights missing"),
        ((OPERATOR, *CALL[:4], "--out-dtype", "f32"), "num_weights missing"),
        ((OPERATOR, "--grad", "8,128"), "--grad 8,128: has no data type (8,128:float32)"),
        ((OPERATOR, "--grad", "8,y:f16"), "--grad: '8,y' is no list of whole numbers"),
        ((OPERATOR, *CALL, "--grad-dtype", "flot16"), "did you mean float16?"),
        ((OPERATOR, *CALL, "--num-weights", "many"), "--num-weights: 'many' is no number"),
        ((OPERATOR, *CALL, "--num-weights", "1.5"), "an int is required, not float"),
        ((OPERATOR, *CALL, "--grad-strides", "1"), "strides: 1 given for 3 dimensions"),
        ((OPERATOR, *CALL, "--grad-offset", "x"), "--grad-offset: 'x' is no whole number"),
        ((OPERATOR, *CALL, "--grad-offset", "1.5"), "--grad-offset: '1.5' is no whole number"),
        (("--sweep", "x.csv", OPERATOR, "--grad", "1,2:f16"), "--grad is for one call; --sweep"),
        (("--sweep", "x.csv", OPERATOR, "--scale"), "--scale-grad-by-freq is for one call"),
        (("--sweep", "x.csv", OPERATOR, "--out-dtype", "f16"), "--out-dtype is for one call"),
        ((OPERATOR, *CALL, "--soc", "Ascend950:\udcff"), "--soc: soc is "),
        ((OPERATOR, *CALL, "--grd", "1"), "unrecognized arguments: --grd 1"),
        ((OPERATOR, *CALL, "--soc", "Ascend951"), "did you mean Ascend950"),
        ((OPERATOR, *CALL, "--soc", "Ascend950:cores=0"), "Ascend950:cores=0"),
        ((OPERATOR, *CALL, "--soc", "all", "--svg", "x.svg"), "--svg draws one product"),
        ((OPERATOR, "--sweep", "x.csv", "--json"), "--sweep writes CSV"),
        (("--sweep", "x.csv", "--soc", "all"), "--sweep takes one --soc"),
        (("--sweep", "/nowhere/x.csv"), "/nowhere/x.csv: No such file"),
        (("--out", "x", OPERATOR, *CALL), "belongs to --sweep"),
    ],
)
def test_mistakes_are_told_in_one_line(run: Run, arguments: Sequence[str], text: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("aclnn: ")
    assert text in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("variable", "value", "text"),
    [
        ("ACLNN_SOC", "Ascend950B", "ACLNN_SOC=Ascend950B: no product is called 'Ascend950B'"),
        ("ACLNN_SOC", "Ascend950:cores=x", "ACLNN_SOC=Ascend950:cores=x: "),
        ("ACLNN_STREAM", "slow", "ACLNN_STREAM=slow: expected async, lazy or sync"),
    ],
)
def test_a_wrong_environment_sizes_nothing(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    value: str,
    text: str,
) -> None:
    monkeypatch.setenv(variable, value)
    path = write(tmp_path / "calls.csv", HEADER, "Ascend910B2,f32,i64,1024,128,1000")
    for arguments in ((OPERATOR, *SMALL), ("--sweep", path)):
        code, out, err = run(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"aclnn: {text}")


def test_help_of_an_operator(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["workspace", OPERATOR, "--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    for option in ("--grad SHAPE:TYPE", "--out-strides", "--scale", "--padding-idx N", "--soc"):
        assert option in text


@pytest.mark.slow
def test_libraries_that_cannot_size(
    aclnn: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """One of another interface, and one that has this interface without its extensions."""
    source, bare = tmp_path / "bare.c", tmp_path / "bare.so"
    source.write_text("int aclrtSetDevice(int device) { return device; }\n")
    subprocess.run(["gcc", "-shared", "-fPIC", source, "-o", bare], check=True)
    for library, text in (
        ("libm.so.6", "libm.so.6 (another library: it does not export aclrtSetDevice)"),
        (str(bare), f"workspace: {bare} does not export aclnnExtDescribeWorkspace; unset ACLNN"),
    ):
        done = aclnn("workspace", OPERATOR, *SMALL, ACLNN_PY_LIB=library)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("aclnn: ")
        assert text in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_terminals_without_box_drawing_characters(aclnn: Callable[..., object]) -> None:
    done = aclnn("workspace", OPERATOR, *CALL, PYTHONIOENCODING="ascii", COLUMNS="80")
    out: str = done.stdout  # type: ignore[attr-defined]
    assert "+---" in out
    drawing = out.partition("address (heights are not to scale)\n")[2].splitlines()
    assert max(map(len, drawing)) <= 80


# --- Several products ----------------------------------------------------------------------------


def test_all_products(run: Run) -> None:
    code, out, _ = run(OPERATOR, *CALL, "--soc", "all")
    assert code == 0
    rows = [line.split() for line in out.splitlines()[3:16]]
    assert [row[0] for row in rows] == [soc.name for soc in native.description().socs]
    sizes = {row[0]: int(row[3]) for row in rows}
    assert sizes["Ascend910B2"] == SIZE
    assert [row[1] for row in rows[:4]] == ["32", "30", "48", "48"]
    assert "assumed sort: " in out


def test_names_of_products_may_be_in_any_case(run: Run, tmp_path: Path) -> None:
    products = "ASCEND910B2,ascend950:cores=72,Ascend910B2"
    code, out, _ = run(OPERATOR, *CALL, "--soc", products)
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[3:5]] == [
        "Ascend910B2",
        "Ascend950:cores=72",
    ]
    assert not out.splitlines()[5]
    path = write(tmp_path / "calls.csv", HEADER, "ascend910b2,f32,i64,1024,128,1000")
    assert read(run("--sweep", path)[1])[0]["workspace_size"] == "16782336"


def test_some_products_and_a_refusal(run: Run) -> None:
    call = (OPERATOR, "--grad", "1024,128:bf16", *SMALL[2:])
    several = ("--soc", "Ascend910A,Ascend950:cores=72,ub=245760", "--soc", "Ascend910B2")
    code, out, _ = run(*call, *several)
    assert code == 0
    lines = [line.split() for line in out.splitlines()[3:6]]
    assert lines[0][:2] == ["Ascend910A", "refused:"]
    assert "(161002): the data type of grad is DT_BF16" in " ".join(lines[0])
    assert lines[1][:3] == ["Ascend950:cores=72,ub=245760", "72", "245760"]
    assert lines[2][0] == "Ascend910B2"
    code, out, _ = run(*call, *several, "--json")
    first, second, third = json.loads(out)
    assert (first["soc"], first["status"]) == ("Ascend910A", 161002)
    assert (second["cores"], third["soc"]) == (72, "Ascend910B2")
    assert run(*call, "--soc", "Ascend910A,Ascend910ProB")[0] == 1


# --- Sweeps: cells -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "strides", "offset", "storage"),
    [
        ("c", None, 0, (2, 3, 4)),
        ("off", (12, 4, 1), 16, (40,)),
        ("head", (12, 4, 1), 0, (40,)),
        ("t", (12, 1, 3), 0, (2, 4, 3)),
        ("row2", (24, 8, 1), 0, (2, 3, 8)),
        ("col2", (24, 8, 2), 0, (2, 3, 8)),
        ("bcast", (0, 0, 1), 0, (4,)),
    ],
)
def test_layouts(
    layout: str, strides: tuple[int, ...] | None, offset: int, storage: tuple[int, ...]
) -> None:
    assert lay_out((2, 3, 4), layout) == (strides, offset, storage)


@pytest.mark.parametrize(("shape", "layout"), [((), "row2"), ((3,), "t"), ((3,), "flat")])
def test_layouts_that_do_not_fit(shape: tuple[int, ...], layout: str) -> None:
    with pytest.raises(ValueError, match=layout):
        lay_out(shape, layout)


def test_numbers() -> None:
    assert parse_sizes("8x128") == parse_sizes("8,128") == parse_sizes("[8, 128]") == (8, 128)
    assert parse_sizes("") == ()
    assert parse_sizes("-1") == (-1,)
    for text in ("8,,1", "1.5", str(2**63)):
        with pytest.raises(ValueError, match=text):
            parse_sizes(text)
    assert [parse_flag(text) for text in ("0", "1", "True", "no")] == [False, True, True, False]
    with pytest.raises(ValueError, match="maybe"):
        parse_flag("maybe")


def test_families_need_cores() -> None:
    assert find_product("Ascend910_9392", has_cores=False) == "Ascend910_9392"
    assert find_product("Ascend950", has_cores=False) == "Ascend950"
    assert find_product("Ascend910B", has_cores=True).startswith("Ascend910B")
    assert find_product("ascend910b", has_cores=True).startswith("Ascend910B")
    with pytest.raises(ValueError, match="Ascend910B1, Ascend910B2"):
        find_product("Ascend910B", has_cores=False)
    with pytest.raises(ValueError, match="did you mean Ascend910B2"):
        find_product("Ascend910B22", has_cores=True)


# --- Sweeps: files -------------------------------------------------------------------------------

HEADER = "product,grad_dtype,index_dtype,indices_shape,embedding_dim,num_weights"


PLAIN = "indices_shape,embedding_dim,num_weights"


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_table(run: Run, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    code, printed, err = run("--sweep", table, "--out", out)
    assert (code, printed, err) == (0, "", "2400 rows, 2400 match\n")
    before, after = read(table.read_text("utf-8")), read(out.read_text("utf-8"))
    assert len(after) == 2400
    for old, new in zip(before, after, strict=True):
        for name in ("status", "workspace_size", "assumed"):
            assert new[f"expected_{name}"] == new[name] == old.pop(name)
        assert new.items() >= old.items()
        assert (new["match"], new["message"]) == ("yes", "")
    # the result is a table of expectations too
    assert run("--sweep", out)[0] == 0


def test_columns_have_defaults_and_others_are_kept(run: Run, tmp_path: Path) -> None:
    path = write(
        tmp_path / "calls.csv",
        "#note,indices_shape,embedding_dim,num_weights,scale,soc",
        '"a ""b"", c",1024,128,1000,,Ascend910B2',
        "two\u00fc,1024,128,1000,true,Ascend910B3",
        ",1024,128,1000,0,Ascend910A",
    )
    code, out, err = run("--sweep", path)
    assert (code, err) == (0, "3 rows, 3 sized\n")
    header = "#note,indices_shape,embedding_dim,num_weights,scale,soc"
    assert out.splitlines()[0] == f"{header},status,workspace_size,assumed,message"
    rows = read(out)
    assert [row["#note"] for row in rows] == ['a "b", c', "two\u00fc", ""]
    # float32 and int64: a cast of the indices and the kernel; with counts; nothing on 910A
    assert [row["workspace_size"] for row in rows] == ["16782336", "16785920", "0"]


def test_columns_of_an_earlier_result(run: Run, tmp_path: Path) -> None:
    """What becomes of them is what docs/reference/command-line.md says."""
    document = (ROOT / "docs" / "reference" / "command-line.md").read_text("utf-8")
    assert (
        "Of the columns that a sweep writes itself, `message` and `match` are written anew, and "
        "`status`,\n`workspace_size` and `assumed` are kept as `expected_status` and so on."
    ) in document
    written = ("status", "workspace_size", "assumed", "message", "match")
    path = write(
        tmp_path / "calls.csv",
        ",".join(["#note", *written, "indices_shape,embedding_dim,num_weights,soc"]),
        "n,0,16782336,sort,m,no,1024,128,1000,Ascend910B2",
    )
    code, out, _ = run("--sweep", path)
    row = read(out)[0]
    assert (code, row["#note"]) == (0, "n")
    assert [row[f"expected_{name}"] for name in written[:3]] == ["0", "16782336", "sort"]
    assert [row[name] for name in written] == ["0", "16782336", "", "", "yes"]


def test_the_process_and_the_options_say_what_rows_do_not(run: Run, tmp_path: Path) -> None:
    path = write(
        tmp_path / "calls.csv",
        "op,product,deterministic,indices_shape,embedding_dim,num_weights",
        "EmbeddingDenseBackward,,,1024,128,1000",
        "aclnnEmbeddingDenseBackward,Ascend910B2,0,1024,128,1000",
        ",Ascend910B2,1,1024,128,1000",
    )
    _, out, _ = run("--sweep", path, "--soc", "Ascend950", "--deterministic")
    sizes = [row["workspace_size"] for row in read(out)]
    assert sizes == ["16840192", "16782336", str(16777728 + 2 * 4608)]
    # the thread's selection is over
    assert "not asked for" in run(OPERATOR, *SMALL)[1]


def test_overrides(run: Run, tmp_path: Path) -> None:
    path = write(
        tmp_path / "calls.csv",
        "soc,core_num,ub_size,grad_dtype,out_dtype,indices_shape,embedding_dim,num_weights",
        "Ascend910B,40,196352,f16,f32,100000,1024,50000",
        "Ascend910B2,40,,f16,f32,100000,1024,50000",
        "Ascend910B3,,,f16,f32,100000,1024,50000",
        "Ascend910B,,,f16,f32,100000,1024,50000",
        "Ascend910B2,none,,f16,f32,100000,1024,50000",
        ",40,,f16,f32,100000,1024,50000",
    )
    code, out, _ = run("--sweep", path)
    assert code == 1
    rows = read(out)
    # the sum in float16, where the int32 indices were before; two results of Sort; and the
    # kernel, which wants two rows and two numbers of each of 40 cores besides its 16 MiB
    kernel = 16777216 + 32 * (2 * 40 * 1024 // 8) + 8 * 40
    size = sum(
        (each + 32 + 511) // 512 * 512 for each in (2 * 50000 * 1024, 400000, 400000, kernel)
    )
    assert [row["workspace_size"] for row in rows[:3]] == [str(size)] * 3
    assert [row["status"] for row in rows[3:]] == ["", "", ""]
    assert "is a family" in rows[3]["message"]
    assert "cores=none" in rows[4]["message"]
    if not os.environ.get("ACLNN_SOC"):
        assert "need a product" in rows[5]["message"]


def test_wrong_rows_are_named_and_the_others_done(run: Run, tmp_path: Path) -> None:
    path = write(
        tmp_path / "calls.csv",
        HEADER,
        "Ascend910B2,f32,i64,1024,128,1000",
        "Ascend910B2,f32,i65,1024,128,1000",
        "Ascend910B2,f32,i64,10y,128,1000",
        '"Ascend910B2\n',
        'more",f32,i64,1024,128,1000',
        "",
        "Ascend910A,bf16,i64,1024,128,1000",
        "Ascend910B2,f32,i64,1024,128",
        "Ascend910B2,f32,i64,1024,128,",
        "Ascend910B2,f32,i64,1024,128,1000",
    )
    code, out, err = run("--sweep", path)
    assert code == 1
    rows = read(out)
    assert [row["status"] for row in rows] == ["0", "", "", "", "161002", "", "", "0"]
    assert [row["workspace_size"] for row in rows] == ["16782336", *[""] * 6, "16782336"]
    notes = err.splitlines()
    assert notes.pop() == "8 rows, 2 sized, 1 refused, 5 wrong"
    assert len(notes) == 6
    for note, (line, text) in zip(
        notes,
        [
            (3, "'i65'"),
            (4, "indices_shape: '10y'"),
            (5, "no product is called"),
            (9, "ACLNN_ERR_PARAM_INVALID (161002): the data type of grad is DT_BF16"),
            (10, "5 cells; the header has 6"),
            (11, "num_weights is empty"),
        ],
        strict=True,
    ):
        assert note.startswith(f"{path}:{line}: ")
        assert text in note
    # what is written depends on the call alone, not on the process or the time
    assert "PID" not in out


def test_expectations(run: Run, tmp_path: Path) -> None:
    path = write(
        tmp_path / "calls.csv",
        f"{HEADER},scale,status,workspace_size",
        "Ascend910B2,f32,i64,1024,128,1000,0,0,16782336",
        "Ascend910B2,f32,i64,1024,128,1000,0,0,16782337",
        "Ascend910B2,f32,i64,1024,128,1000,0,,",
        "Ascend910B2,f32,i64,1024,128,0,1,561103,",
        "Ascend910B2,f32,i64,1024,128,0,1,0,16777728",
    )
    code, out, err = run("--sweep", path)
    assert code == 1
    rows = read(out)
    assert [row["match"] for row in rows] == ["yes", "no", "", "yes", "no"]
    assert [row["expected_status"] for row in rows] == ["0", "0", "", "561103", "0"]
    assert rows[1]["message"] == "workspace_size 16782336, expected 16782337"
    notes = err.splitlines()
    assert [note.split(":")[1] for note in notes[:-1]] == ["3", "6"]
    assert notes[-1] == "5 rows, 2 match, 2 do not, 1 without an expected size, 2 refused"
    good = write(tmp_path / "good.csv", *path.read_text("utf-8").splitlines()[:2])
    assert run("--sweep", good) == (0, run("--sweep", good)[1], "1 rows, 1 match\n")


def test_layouts_in_a_file(run: Run, tmp_path: Path) -> None:
    path = write(
        tmp_path / "calls.csv",
        f"{HEADER},grad_layout,index_layout,out_layout,workspace_size",
        "Ascend910A,f32,i64,1024,128,1000,t,c,,524800",
        "Ascend910A,f16,i64,8x128,128,1000,t,t,t,1299968",
        "Ascend910A,f16,i64,1024,128,1000,,,head,1037312",
        "Ascend910A,f32,i64,1024,128,1000,zigzag,,,",
    )
    code, _, err = run("--sweep", path)
    assert code == 1
    assert "grad: no layout is called 'zigzag'" in err.splitlines()[0]
    assert err.splitlines()[1] == "4 rows, 3 match, 1 without an expected size, 1 wrong"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ((), "has no line of column names"),
        (("indices_shape,num_weights", "1,1"), "lacks the columns embedding_dim"),
        (
            ("index_shape,embedding_dim,num_weights,Product,note",),
            "unknown columns: index_shape (did you mean indices_shape?), Product (did you mean pro",
        ),
        (
            (f"{PLAIN},note",),
            "columns: note; those of the file's own begin with #, or are named by --ignore-columns",
        ),
        ((f"{PLAIN},grad_dype",), "unknown columns: grad_dype (did you mean grad_dtype?); "),
        ((f"{PLAIN},alpha",), "unknown columns: alpha; "),
        ((f"op,{PLAIN},grad_dype",), "unknown columns: grad_dype (did you mean grad_dtype?); "),
        ((f"{PLAIN},scale,scale",), "has the column scale more than once"),
    ],
)
def test_files_that_are_no_sweeps(
    run: Run, tmp_path: Path, lines: Sequence[str], text: str
) -> None:
    path = write(tmp_path / "calls.csv", *lines)
    code, out, err = run("--sweep", path)
    assert (code, out) == (2, "")
    assert text in err


def test_columns_of_the_files_own(run: Run, tmp_path: Path) -> None:
    header = f"note,{PLAIN},soc,#author,"
    path = write(tmp_path / "calls.csv", header, "a,1024,128,1000,Ascend910B2,b,c")
    assert run("--sweep", path)[0] == 2
    code, out, _ = run("--sweep", path, "--ignore-columns", "note")
    assert code == 0
    assert out.splitlines()[0] == f"{header},status,workspace_size,assumed,message"
    row = read(out)[0]
    assert (row["note"], row["#author"], row[""]) == ("a", "b", "c")
    assert row["workspace_size"] == "16782336"
    # what is ignored is not read: without a product that of the process
    known = run(OPERATOR, "--sweep", path, "--ignore-columns", "note, soc", "--soc", "Ascend910A")
    assert read(known[1])[0]["workspace_size"] == "0"
    for arguments, text in (
        (("--ignore-columns", "nots"), "--ignore-columns nots: "),
        (("--ignore-columns", "note,status"), "status: a sweep writes this column itself"),
        (("--ignore-columns", "match"), "match: a sweep writes this column itself"),
    ):
        code, out, err = run("--sweep", path, *arguments)
        assert (code, out) == (2, "")
        assert text in err


def test_columns_of_another_operator_are_not_lost(run: Run, tmp_path: Path) -> None:
    """self and alpha are of aclnnExtScale, whose rows have no rows of a table."""
    path = write(
        tmp_path / "calls.csv",
        f"op,soc,{PLAIN},self_shape,self_dtype,alpha,out_shape,out_dtype",
        "EmbeddingDenseBackward,Ascend910B2,1024,128,1000,,,,,",
        "EmbeddingDenseBackward,Ascend910B2,1024,128,1000,,,2,,",
        "ExtScale,Ascend910B2,,,,4,f32,2,4,f32",
        "ExtScale,Ascend910B2,7,,,4,f32,2,4,f32",
    )
    code, out, err = run("--sweep", path)
    assert code == 1
    assert [row["workspace_size"] for row in read(out)] == ["16782336", "", "0", ""]
    assert f"{path}:3: alpha is no column of aclnnEmbeddingDenseBackward; leave it empty" in err
    assert f"{path}:5: indices_shape is no column of aclnnExtScale; leave it empty" in err


def test_a_result_appears_whole_or_not_at_all(run: Run, tmp_path: Path) -> None:
    row = "Ascend910B2,f32,i64,1024,128,1000"
    good, bad = write(tmp_path / "good.csv", HEADER, row), tmp_path / "bad.csv"
    bad.write_bytes(good.read_bytes() + b"\xfc\n")
    out, link = tmp_path / "out.csv", tmp_path / "link.csv"
    assert run("--sweep", bad, "--out", out)[0] == 2
    assert not out.exists()
    write(out, "earlier")
    out.chmod(0o604)
    link.symlink_to(out.name)
    assert run("--sweep", bad, "--out", link)[0] == 2
    assert out.read_text("utf-8") == "earlier\n"
    assert run("--sweep", good, "--out", link)[0] == 0
    assert link.is_symlink()
    assert out.read_text("utf-8") == run("--sweep", good)[1]
    assert out.stat().st_mode & 0o777 == 0o604
    assert len(list(tmp_path.iterdir())) == 4


def test_what_is_no_regular_file_is_written_as_it_comes(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "calls.csv", HEADER, "Ascend910B2,f32,i64,1024,128,1000")
    assert run("--sweep", path, "--out", "/dev/null") == (0, "", "1 rows, 1 sized\n")
    assert Path("/dev/null").is_char_device()
    assert run("--sweep", path, "--out", "-")[1] == run("--sweep", path)[1] != ""


def test_ctrl_c_says_how_far_it_came(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two parts are done when it comes."""
    part, calls = _sweep_rows.Rows.part, iter(range(3))

    def interrupted(self: _sweep_rows.Rows, text: str, line: int) -> _sweep_rows.Part:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return part(self, text, line)

    monkeypatch.setattr(_sweep_rows.Rows, "part", interrupted)
    rows = ["Ascend910B2,f32,i64,1024,128,1000"] * (2 * _sweep.PART_ROWS + 1)
    path, out = write(tmp_path / "calls.csv", HEADER, *rows), tmp_path / "out.csv"
    code, _, err = run("--sweep", path, "--out", out)
    assert (code, err) == (130, f"interrupted: 4000 rows, 4000 sized; {out} is not written\n")
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_cannot_be_used(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "calls.csv", HEADER)
    assert "is the file that is read" in run("--sweep", path, "--out", path)[2]
    assert run("--sweep", path, "--out", tmp_path / "none" / "x.csv")[0] == 2
    assert run("--sweep", tmp_path)[0] == 2
    (tmp_path / "latin.csv").write_bytes(b"indices_shape,embedding_dim,num_weights,\xfc\n")
    assert "UTF-8" in run("--sweep", tmp_path / "latin.csv")[2]
    code, out, err = run("--sweep", path)  # no rows are no mistake
    assert (code, err) == (0, "0 rows, 0 sized\n")
    assert len(out.splitlines()) == 1


def test_a_mark_at_the_start_and_other_line_ends(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "calls.csv"
    path.write_bytes(
        b"\xef\xbb\xbfindices_shape, embedding_dim ,num_weights,soc\r\n"
        b"1024, 128,1000,Ascend910B2\r\n"
    )
    code, out, _ = run("--sweep", path)
    assert code == 0
    assert read(out)[0]["workspace_size"] == "16782336"


def test_an_operator_without_a_rule(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns and options are called as the parameters, and nothing may be left out."""
    monkeypatch.setattr(_prototype, "RULES", {})
    monkeypatch.setattr(_prototype, "ledger", dict)  # no declaration says what may be left out
    _prototype._prototype_of.cache_clear()
    try:
        names = [
            f"{name}_{part}" for name in ("grad", "indices", "out") for part in ("shape", "dtype")
        ]
        header = ",".join([*names, "num_weights", "padding_idx", "scale_grad_by_freq", "product"])
        path = write(
            tmp_path / "calls.csv",
            header,
            "1024x128,f32,1024,i64,1000x128,f32,1000,-1,0,Ascend910B2",
            "1024x128,f32,1024,i64,1000x128,f32,1000,,0,Ascend910B2",
        )
        code, out, err = run("--sweep", path)
        assert code == 1
        assert [row["workspace_size"] for row in read(out)] == ["16782336", ""]
        assert "3: padding_idx is empty" in err
        assert run(OPERATOR, *SMALL)[2].startswith("aclnn: workspace: aclnnEmb")
        full = ("--padding-idx", "-1", "--out", "1000,128:f32", "--soc", "Ascend910B2")
        assert size(run, *SMALL, *full) == 16782336
    finally:
        _prototype._prototype_of.cache_clear()


def test_many_different_tensors(run: Run, tmp_path: Path) -> None:
    """More of them than are kept. float32 on 910A: nothing but the cast of 16-bit indices."""
    lines = [f"Ascend910A,f32,i16,{rows},8,10" for rows in range(1, 2500)]
    code, out, _ = run("--sweep", write(tmp_path / "calls.csv", HEADER, *lines))
    assert code == 0
    sizes = [int(row["workspace_size"]) for row in read(out)]
    assert sizes == [(4 * rows + 32 + 511) // 512 * 512 for rows in range(1, 2500)]


def test_storages_beyond_64_bits_are_wrong_rows(run: Run, tmp_path: Path) -> None:
    row = f"Ascend910A,f32,i16,8,{2**62},10,row2"
    path = write(tmp_path / "calls.csv", f"{HEADER},grad_layout", row)
    code, out, err = run("--sweep", path)
    assert (code, read(out)[0]["status"]) == (1, "")
    assert f":2: grad: strides: {2**63} does not fit into 64 bits\n" in err


def test_notes_are_not_endless(run: Run, tmp_path: Path) -> None:
    lines = ["Ascend910A,f32,i16,0y,8,10"] * 300
    _, _, err = run("--sweep", write(tmp_path / "calls.csv", HEADER, *lines))
    assert len(err.splitlines()) == 102
    assert err.splitlines()[-2:] == ["... and 200 more", "300 rows, 0 sized, 300 wrong"]


@pytest.mark.slow
def test_processes_keep_the_order(tmp_path: Path, capsys: Capture) -> None:
    """In this process and in others, rows with line ends inside at the edge of a part too."""
    lines = []
    for number in range(9000):
        note = '"two\nlines"' if number % 1000 in (998, 999) else str(number)
        rows = "1y" if number == 5000 else str(1 + number % 700)
        lines.append(f"{note},Ascend910A,f32,i16,{rows},8,10")
    path = write(tmp_path / "calls.csv", f"#note,{HEADER}", *lines)
    results = []
    for processes in (1, 2):
        out = tmp_path / f"{processes}.csv"
        assert _sweep.run(path, out, OPERATOR, processes=processes) == 1
        results.append((out.read_text("utf-8"), capsys.readouterr().err))
    text, notes = results[0]
    assert results[1] == results[0]
    found = read(text)
    assert len(found) == 9000
    assert [row["#note"] for row in found[::1000]] == [str(number * 1000) for number in range(9)]
    assert f"{path}:5012: indices_shape" in notes


@pytest.mark.slow
def test_large_files_from_the_command_line(
    aclnn: Callable[..., object], table: Path, tmp_path: Path
) -> None:
    header, *rows = table.read_text("utf-8").splitlines()
    write(tmp_path / "large.csv", header, *rows * 5)
    done = aclnn("workspace", "--sweep", "large.csv", "--out", "out.csv")
    assert done.returncode == 0  # type: ignore[attr-defined]
    assert done.stderr == "12000 rows, 12000 match\n"  # type: ignore[attr-defined]
    assert len(read((tmp_path / "out.csv").read_text("utf-8"))) == 12000


@pytest.mark.slow
def test_standard_input(aclnn: Callable[..., object], tmp_path: Path) -> None:
    """Few rows and many, from a pipe."""
    good = "Ascend910B2,f32,i64,1024,128,1000"
    path = write(tmp_path / "calls.csv", HEADER, *[good] * 11_000, "Ascend910B2,f32,i64,0y,8,10")
    for lines, text in ((3, "2 rows, 2 sized\n"), (None, "standard input:11002: indices_shape: ")):
        given = "".join(path.read_text("utf-8").splitlines(keepends=True)[:lines])
        done: Any = aclnn("workspace", "--sweep", "-", input=given)
        assert done.returncode == (0 if lines else 1)
        assert done.stderr.startswith(text)
        assert {row["workspace_size"] for row in read(done.stdout)[:11_000]} == {"16782336"}
        assert len(done.stdout.splitlines()) == len(given.splitlines())


@pytest.mark.slow
def test_ctrl_c_ends_all_processes(tmp_path: Path, clean_environment: dict[str, str]) -> None:
    """As a terminal sends it, to all of them at once; the input does not end."""
    source, out = tmp_path / "calls.csv", tmp_path / "out.csv"
    os.mkfifo(source)
    command = [sys.executable, "-m", "aclnn_py", "workspace", "--sweep", str(source)]
    process = subprocess.Popen(
        [*command, "--out", str(out)],
        env=clean_environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background of a shell ignores it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    with source.open("w", encoding="utf-8") as file:
        rows = 10 * (os.cpu_count() or 1) * _sweep.PART_ROWS
        file.write(f"{HEADER}\n" + "Ascend910B2,f32,i64,1024,128,1000\n" * rows)
        file.flush()
        end = time.monotonic() + 60
        while not any(each.stat().st_size for each in tmp_path.glob(".*.part")):
            assert time.monotonic() < end
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)  # until all of them have closed it
    assert process.returncode == 130
    assert re.fullmatch(rf"interrupted: (\d+) rows, \1 sized; {out} is not written\n", err), err
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.slow
def test_a_terminal_shows_progress(table: Path, clean_environment: dict[str, str]) -> None:
    terminal, other_end = pty.openpty()
    termios.tcsetwinsize(other_end, (24, 80))
    command = [sys.executable, "-m", "aclnn_py", "workspace", "--sweep", str(table)]
    done = subprocess.run(
        command, env=clean_environment, stdout=subprocess.DEVNULL, stderr=other_end, check=False
    )
    os.close(other_end)
    shown = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    assert done.returncode == 0
    assert "0/2400" in shown
    assert "row/s" in shown
    assert shown.splitlines()[-1].endswith("2400 rows, 2400 match")


def test_a_sweep_needs_no_tqdm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is an extra: aclnn-py[progress]."""
    monkeypatch.setitem(sys.modules, "tqdm", None)
    file = tmp_path / "calls.csv"
    file.write_text("op,self_shape,self_dtype\nAbs,4x8,float16\nAbs,4x8,no_type\n")
    main(["workspace", "--sweep", str(file)])
    printed = capsys.readouterr()
    assert len(list(csv.DictReader(io.StringIO(printed.out)))) == 2
    assert printed.err.splitlines()[0].startswith(f"{file}:3: ")


# --- What a single call infers, a sweep infers ----------------------------------------------------


def test_rows_infer_results_as_a_single_call_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "calls.csv"
    file.write_text(
        "op,product,self_shape,self_dtype,other_shape,other_dtype,dims,keep_dims\n"
        "Add,Ascend950,4x8,float16,8,float32,,\n"
        "ReduceSum,Ascend950,4x8,float16,,,0,\n"
    )
    assert main(["workspace", "--sweep", str(file)]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    first = ["--self", "4,8:float16", "--other", "8:float32", "--soc", "Ascend950", "--json"]
    assert main(["workspace", "Add", *first]) == 0
    size = json.loads(capsys.readouterr().out)["workspace_size"]
    assert (rows[0]["status"], rows[0]["workspace_size"]) == ("0", str(size))
    assert (
        main(
            [
                "workspace",
                "ReduceSum",
                "--self",
                "4,8:float16",
                "--dims",
                "0",
                "--soc",
                "Ascend950",
                "--json",
            ]
        )
        == 0
    )
    size = json.loads(capsys.readouterr().out)["workspace_size"]
    assert (rows[1]["status"], rows[1]["workspace_size"]) == ("0", str(size))


@pytest.mark.parametrize("option", ["--num-weights", "--numWeights", "--num_weights"])
def test_options_may_be_spelled_as_in_c(capsys: pytest.CaptureFixture[str], option: str) -> None:
    call = ["--grad", "8,128:fp16", "--indices", "8:int64", f"{option}=100"]
    assert main(["workspace", "EmbeddingDenseBackward", *call]) == 0
    assert "Ascend910B2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "product"),
    [("Ascend910C", "Ascend910_9391"), ("ascend910b", "Ascend910B2"), ("Ascend910", "Ascend910A")],
)
def test_nicknames_of_products_suggest_one(
    capsys: pytest.CaptureFixture[str], name: str, product: str
) -> None:
    assert main(["workspace", "Exp", "--self", "2:float32", "--soc", name]) == 2
    assert f"did you mean {product}?" in capsys.readouterr().err
    done = run_python("import aclnn_py as acl; acl.soc_name()", {"ACLNN_SOC": name})
    assert done.returncode == 1
    assert f"did you mean {product}?" in done.stderr


def test_short_names_of_floats() -> None:
    for bits in (16, 32, 64):
        assert data_type(f"fp{bits}") == data_type(f"float{bits}")
