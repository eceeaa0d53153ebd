# SPDX-License-Identifier: Apache-2.0
"""`aclnn record` and `aclnn replay`, each in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from support import BFLOAT16

import aclnn_py
from aclnn_py import _tree
from aclnn_py._differences import sample_of, units
from aclnn_py._recording import HEADER, RecordingError, read

HERE = Path(__file__).parent

PYTHON = """
import numpy as np
import aclnn_py as acl

x = np.arange(24, dtype=np.float32).reshape(4, 6)
acl.add(x, x[::-1], alpha=10)
acl.nonzero(x)
acl.cos(x.astype(np.float16))
acl.embedding_dense_backward(x, np.array([1, 0, 1, 3]), num_weights=4)
"""

# With both flags off BatchNormReduceBackward leaves its last two outputs as they were.
UNWRITTEN = """
import numpy as np
import aclnn_py as acl

with acl.Device(0) as device, device.stream() as stream:
    x = device.tensor(np.ones((2, 3, 4, 4), np.float32))
    row = device.tensor(np.ones(3, np.float32))
    outs = [device.tensor(np.full(3, 7, np.float32)) for _ in range(4)]
    names = ["sum_dy", "sum_dy_xmu", "grad_weight", "grad_bias"]
    plan = acl.plan(
        "BatchNormReduceBackward", grad_out=x, input=x, mean=row, invstd=row, weight=row,
        input_g=True, weight_g=False, bias_g=False, **dict(zip(names, outs)),
    )
    plan.run(stream)
    stream.synchronize()
    print(outs[0].numpy(), outs[3].numpy())
"""

# Rows of one block with its address: the second begins behind the end of the first.
ROWS = """
import ctypes
import numpy as np
from support import Api, Session

api = Api()
with Session(api) as session:
    x = session.upload(np.arange(512, dtype=np.float32))
    def row(offset):
        return session.describe([256], "float32", x, offset=offset, storage=[512])
    first, second = row(0), row(256)
    out = session.tensor(np.zeros(256, np.float32))
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    found = ctypes.byref(size), ctypes.byref(executor)
    api.ok.aclnnMulGetWorkspaceSize(first, second, out, *found)
    workspace = session.malloc(size.value) if size.value else None
    api.ok.aclnnMul(workspace, size.value, executor, session.stream)
    session.synchronize()
"""


def aclnn(
    *arguments: str | Path, cwd: Path | None = None, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Runs `aclnn`; keywords are environment variables."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ACLNN_", "ASCEND_")) and name != "LD_PRELOAD"
    }
    return subprocess.run(
        [sys.executable, "-m", "aclnn_py", *map(str, arguments)],
        cwd=cwd,
        env={**kept, "PYTHONPATH": str(Path(aclnn_py.__file__).parents[1]), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def compile_c(name: str, output: Path, *flags: str) -> Path:
    lib64 = _tree.prefix() / "lib64"
    command: list[str | Path] = ["cc", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Werror", *flags]
    command += ["-I", _tree.prefix() / "include", HERE / name, "-o", output]
    link = [f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-lascendcl"] if "-shared" not in flags else []
    subprocess.run([*command, *link, "-lpthread", "-ldl", "-lm"], check=True)
    return output


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs are."""
    folder = tmp_path_factory.mktemp("programs")
    compile_c("calls.c", folder / "calls")
    compile_c("streams.c", folder / "streams")
    compile_c("opened.c", folder / "opened")
    compile_c("forks.c", folder / "forks")
    compile_c("other.c", folder / "other.so", "-shared", "-fPIC")
    return folder


@pytest.fixture(scope="module")
def recorded(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The calls of calls.c, with data."""
    path = tmp_path_factory.mktemp("recorded") / "calls.aclnn"
    done = aclnn("record", "-o", path, "--data", programs / "calls")
    # What the program says is what it says without a recorder: it is told of its failure once.
    assert done.stdout == "refused 161001\nfailed 507015\nthen 0\n", done.stderr
    assert (done.returncode, "12 calls (phase one), 11 runs (phase two)" in done.stderr) == (
        0,
        True,
    )
    return path


def differences(path: Path, *options: str, soc: str = "Ascend910B2") -> list[str]:
    """The lines of a replay between the first and the last."""
    done = aclnn("replay", path, *options, ACLNN_SOC=soc)
    lines = done.stdout.splitlines()[1:-1]
    assert done.returncode == (1 if lines else 0), done.stdout + done.stderr
    return lines


@pytest.mark.slow
def test_nothing_differs_with_data(recorded: Path) -> None:
    done = aclnn("replay", recorded)
    # The run that fails has no numbers.
    last = (
        "12 calls and 11 runs made again; compared statuses and workspace sizes, and the numbers "
        "of 10 runs: no difference"
    )
    assert done.stdout.splitlines()[1:] == [last], done.stdout
    assert done.returncode == 0


@pytest.mark.slow
def test_nothing_differs_without_data(programs: Path, tmp_path: Path) -> None:
    path = tmp_path / "calls.aclnn"
    assert aclnn("record", "-o", path, programs / "calls").returncode == 0
    assert all(record.data_size == 0 for record in read(path).records)
    done = aclnn("replay", path)
    last = "12 calls and 11 runs made again; compared statuses and workspace sizes: no difference"
    assert done.stdout.splitlines()[1:] == [last], done.stdout
    assert done.returncode == 0


@pytest.mark.slow
def test_exactly_what_another_build_does_differently_is_reported(
    programs: Path, tmp_path: Path
) -> None:
    path = tmp_path / "calls.aclnn"
    done = aclnn(
        "record", "-o", path, "--data", programs / "calls", LD_PRELOAD=str(programs / "other.so")
    )
    assert done.returncode == 3  # it gives up at the Cos that is refused
    # 12 + 10 * 12 in float32; the next larger number is 2**-16 more.
    next_larger = "132.00002 recorded, 132.0 here (1 ulp)"
    assert differences(path) == [
        f"call 1 aclnnAdd: out: 1 of 12 elements differs, most at [2, 3]: {next_larger}",
        "call 7 aclnnNonzero: workspace size 576 recorded, 512 here",
        "call 9 aclnnCos: status of phase one 161002 (ACLNN_ERR_PARAM_INVALID) recorded, 0 here",
    ]
    assert differences(path, "--ulp", "1")[0].startswith("call 7")
    kept = tmp_path / "kept.aclnn"
    said = differences(path, "--keep", str(kept))
    assert [row.content["kind"] for row in read(kept).records] == [
        *("process", "call", "run", "call", "run", "call"),
    ]
    assert differences(kept) == said


@pytest.mark.slow
def test_sizes_of_another_product_are_reported(recorded: Path) -> None:
    """The scratch of LayerNorm's kernel is known on the recorded product, and not on the other."""
    expected = [
        "call 3 aclnnLayerNorm: workspace size 2560 recorded, 2048 here",
        "call 7 aclnnNonzero: workspace size 512 recorded, 0 here",
    ]
    assert differences(recorded, "--soc", "ascend910a") == expected
    assert differences(recorded, soc="Ascend910A") == expected


@pytest.mark.slow
def test_threads_streams_and_events(programs: Path, tmp_path: Path) -> None:
    path = tmp_path / "streams.aclnn"
    done = aclnn("record", "-o", path, "--data", programs / "streams")
    assert done.stdout == f"{(999 + 1000) * 2**20}\n"
    assert differences(path) == []
    runs = [record.content for record in read(path).records if record.content["kind"] == "run"]
    assert len(runs) == 41
    assert len({run["stream"] for run in runs}) == 3
    assert len({run["thread"] for run in runs}) == 3
    # Each thread's runs are in their order: what the first has left is what the second finds.
    record = read(path).records[-1]
    first = np.frombuffer(read(path).data(record, 0, 4000), np.float32)
    assert (first == np.arange(1000, dtype=np.float32) * 2**20).all()


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--data", "--limit=64"])
def test_python(tmp_path: Path, option: str) -> None:
    (tmp_path / "train.py").write_text(PYTHON, "utf-8")
    path = tmp_path / "train.aclnn"
    done = aclnn("record", "-o", path, option, "train.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    names = [row.content["name"] for row in read(path).records if row.content["kind"] == "call"]
    assert names == ["aclnnAdd", "aclnnNonzero", "aclnnCos", "aclnnEmbeddingDenseBackward"]
    assert differences(path) == []


@pytest.mark.slow
def test_what_a_call_leaves_in_an_output_is_no_difference(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(UNWRITTEN, "utf-8")
    path = tmp_path / "sums.aclnn"
    done = aclnn("record", "-o", path, "--data", "sums.py", cwd=tmp_path)
    assert done.stdout == "[32. 32. 32.] [7. 7. 7.]\n", done.stderr  # 2 * 4 * 4 ones a channel
    assert differences(path) == []


@pytest.mark.slow
def test_views_that_lie_behind_each_other(tmp_path: Path) -> None:
    """The address of each is that of the block: it has to lie in the memory of the view."""
    (tmp_path / "rows.py").write_text(ROWS, "utf-8")
    path = tmp_path / "rows.aclnn"
    roots = f"{HERE.parents[1]}:{HERE.parent}"
    done = aclnn("record", "-o", path, "--data", "rows.py", cwd=tmp_path, PYTHONPATH=roots)
    assert done.returncode == 0, done.stderr
    replayed = aclnn("replay", path)
    last = (
        "1 call and 1 run made again; compared statuses and workspace sizes, and the numbers of 1 "
        "run: no difference"
    )
    assert replayed.stdout.splitlines()[1:] == [last], replayed.stdout


@pytest.mark.slow
def test_what_a_program_looks_up_is_recorded(programs: Path, tmp_path: Path) -> None:
    path = tmp_path / "opened.aclnn"
    library = _tree.prefix() / "lib64" / "libopapi.so"
    done = aclnn("record", "-o", path, programs / "opened", library)
    assert done.stdout == "all is well\n", done.stderr
    assert [record.content["kind"] for record in read(path).records] == ["process", "call"]


@pytest.mark.slow
def test_a_sample_of_large_results_is_compared(tmp_path: Path) -> None:
    program = tmp_path / "large.py"
    program.write_text("import aclnn_py as acl\nacl.eye(100, 100)\nacl.eye(300, 7)\n")
    path = tmp_path / "large.aclnn"
    done = aclnn("record", "-o", path, "--data", "--limit", "1K", program)
    assert done.returncode == 0, done.stderr
    assert differences(path) == []
    rows = [row.content for row in read(path).records if row.content["kind"] == "run"]
    # 10,000 and 2,100 floats; at most 256 of each.
    assert [row["tensors"][-1]["after"]["step"] for row in rows] == [40, 9]
    assert [row["tensors"][-1]["after"]["size"] for row in rows] == [1000, 4 * 234]


@pytest.mark.slow
@pytest.mark.parametrize(
    "example",
    ["ttnn_embedding_bw.py", pytest.param("binary_embedding.py", marks=pytest.mark.torch)],
)
def test_what_calls_of_our_own_write_is_compared(example: str, tmp_path: Path) -> None:
    """Their prototypes say `const aclTensor *out`, as does that of the embedding's gradient."""
    path = tmp_path / "example.aclnn"
    done = aclnn("record", "-o", path, "--data", HERE.parents[1] / "examples" / example)
    assert done.returncode == 0, done.stderr
    runs = sum(record.content["kind"] == "run" for record in read(path).records)
    done = aclnn("replay", path)
    assert runs > 0
    assert f"and the numbers of {runs} runs: no difference" in done.stdout
    assert done.returncode == 0


@pytest.mark.slow
def test_that_no_numbers_were_compared_is_told(tmp_path: Path) -> None:
    program = tmp_path / "add.py"
    program.write_text("import aclnn_py as acl\nacl.add([1.0, 2.0], [3.0, 4.0])\n")
    path = tmp_path / "add.aclnn"
    aclnn("record", "-o", path, "--data", "--limit", "1", program)
    done = aclnn("replay", path)
    last = "no numbers were compared, although this was recorded with --data"
    assert done.stdout.splitlines()[-1] == last
    assert done.returncode == 4


@pytest.mark.slow
def test_that_nothing_was_compared_is_told(tmp_path: Path) -> None:
    path = tmp_path / "none.aclnn"
    aclnn("record", "-o", path, "--data", sys.executable, "-c", "")
    done = aclnn("replay", path)
    assert done.stdout.splitlines()[-1] == "nothing was compared: the recording has no call"
    assert done.returncode == 4


@pytest.mark.slow
def test_inputs_that_are_too_large_are_told(recorded: Path, programs: Path, tmp_path: Path) -> None:
    path = tmp_path / "calls.aclnn"
    aclnn("record", "-o", path, "--data", "--limit", "40", programs / "calls")
    done = aclnn("replay", path)
    assert done.returncode == 4  # there is no call with smaller inputs
    line = "call 1 aclnnAdd: numbers not compared; self: it has 48 bytes, more than --limit"
    assert line in done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "code", "calls"), [("abort", 134, 12), ("exec", 0, 24)])
def test_programs_that_end_otherwise(
    programs: Path, tmp_path: Path, ending: str, code: int, calls: int
) -> None:
    path = tmp_path / "calls.aclnn"
    done = aclnn("record", "-o", path, "--data", programs / "calls", ending)
    assert done.returncode == code
    assert f"{calls} calls" in done.stderr
    assert differences(path) == []


@pytest.mark.slow
def test_children_that_are_forked_during_a_call_go_on(programs: Path, tmp_path: Path) -> None:
    path = tmp_path / "calls.aclnn"
    done = aclnn("record", "-o", path, "--data", programs / "forks")
    assert (done.stdout, done.returncode) == ("0 hanging\n", 0), done.stderr
    assert read(path).damage == ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["program", "script", "link", "hard link", "pipe"])
def test_only_a_recording_is_overwritten(programs: Path, tmp_path: Path, kind: str) -> None:
    """As where the name of the recording was left out: the next word is the program's."""
    path = tmp_path / "given"
    script = tmp_path / "script.py"
    script.write_text("print('ran')\n", "utf-8")
    match kind:
        case "program":
            shutil.copy(programs / "calls", path)
        case "script":
            path = script
        case "link":
            path.symlink_to(script)
        case "hard link":
            path.hardlink_to(script)
        case _:
            os.mkfifo(path)
    before = path.read_bytes() if path.is_file() else b""
    done = aclnn("record", "-o", path, sys.executable, script)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert f"{path}: it is no r" in done.stderr
    assert "not overwritten" in done.stderr
    assert not path.is_file() or path.read_bytes() == before


@pytest.mark.slow
def test_a_recording_is_overwritten(recorded: Path, tmp_path: Path) -> None:
    path, link = tmp_path / "calls.aclnn", tmp_path / "link"
    path.write_bytes(recorded.read_bytes())
    link.symlink_to(path)
    done = aclnn("record", "-o", link, sys.executable, "-c", "")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == HEADER
    assert link.is_symlink()


@pytest.mark.slow
def test_a_replay_overwrites_recordings_only(recorded: Path, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text("print()\n", "utf-8")
    done = aclnn("replay", recorded, "--keep", path)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "not overwritten" in done.stderr
    assert path.read_text("utf-8") == "print()\n"


@pytest.mark.slow
def test_the_environment_of_another_installation_stays(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import os; print(os.environ.get('ASCEND_OPP_PATH'))"]
    path = tmp_path / "none.aclnn"
    done = aclnn("record", "-o", path, *command, ASCEND_HOME_PATH="/usr/local/Ascend")
    assert done.stdout == "None\n"
    assert "no call was recorded" in done.stderr
    assert read(path).records == []
    assert aclnn("record", "-o", path, *command).stdout == f"{_tree.prefix() / 'opp'}\n"


# --- Files that are not what they should be ------------------------------------------------------


@pytest.mark.slow
def test_a_cut_file_is_readable_up_to_the_cut(recorded: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.aclnn"
    path.write_bytes(recorded.read_bytes()[:-30])
    done = aclnn("replay", path)
    assert done.returncode == 4
    assert re.search(r"record 24 is cut off, at byte \d+; what follows is not read", done.stdout)
    assert "12 calls and 10 runs" in done.stdout


def records_of(path: Path) -> list[int]:
    return [record.number for record in read(path).records]


@pytest.mark.slow
def test_every_cut_and_every_damaged_byte_is_told(recorded: Path, tmp_path: Path) -> None:
    whole = recorded.read_bytes()
    path = tmp_path / "damaged.aclnn"
    count = len(read(recorded).records)
    for at in range(len(HEADER), len(whole) - 1, 61):
        path.write_bytes(whole[:at])
        found = read(path)
        assert len(found.records) < count
        assert bool(found.damage) == (at not in ends_of(whole)), at
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        found = read(path)
        # The line ends between the parts of a record say nothing, and no sum covers them.
        assert found.damage or whole[at] == 10, at


def ends_of(whole: bytes) -> set[int]:
    """Where the records of a file end."""
    ends, at = {len(HEADER)}, len(HEADER)
    while at < len(whole):
        line, _, _ = whole[at:].partition(b"\n")
        sizes = [int(each) for each in line[1:].split()[:2]]
        at += len(line) + 1 + sum(sizes) + 2
        ends.add(at)
    return ends


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no recording"),
        (b"\x7fELF" * 100, "no recording"),
        (b"aclnn recording 7\n", "version '7', and this reads version 1"),
    ],
)
def test_what_is_no_recording_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match=words):
        read(path)


def framed(text: str, data: bytes = b"") -> bytes:
    """A record with a right sum."""
    json = text.encode()
    crc = zlib.crc32(data, zlib.crc32(json))
    return b"@%d %d %08x\n%s\n%s\n" % (len(json), len(data), crc, json, data)


TENSOR = (
    '{"type":0,"format":2,"offset":0,"address":"0x1000","shape":[2],"strides":[1],"storage":[2]}'
)
ARGUMENTS = (
    '[{"name":"input","kind":"tensor","role":"in","value":%s},'
    '{"name":"out","kind":"tensor","role":"out","value":%s}]'
)
CALL = (
    '{"kind":"call","process":1,"call":1,"name":"aclnnCos","status":0,"workspace":0,"arguments":%s}'
)
RUN = (
    '{"kind":"run","process":1,"call":1,"name":"aclnnCos","status":0,"synchronize":0,'
    '"workspace":"0","workspace_size":0,"tensors":%s}'
)
GOOD_RUN = '[{"address":"0x1000"},{"address":"0x2000","shape":[2]}]'
FULL_RUN = GOOD_RUN.replace("},{", ',"before":{"at":0,"size":8,"step":1,"raw":false}},{')
BIG = "9223372036854775807"


def cos(input_: str = TENSOR, out: str = TENSOR) -> str:
    return CALL % (ARGUMENTS % (input_, out))


@pytest.mark.slow
def test_records_that_say_what_cannot_be_are_told(tmp_path: Path) -> None:
    replaced = TENSOR.replace
    repeated = replaced("[2]", f"[{2**40}]").replace("[1]", "[0]")
    cases = [
        (CALL % "7", "arguments is no list"),
        (CALL % "[7]", "kind is missing"),
        (CALL % "[]", "its parameters are others here"),
        (CALL.replace("aclnnCos", "aclnnNoSuchCall") % "[]", "this library does not have it"),
        (CALL.replace('"call":1', '"call":null') % "[]", "call is no int"),
        (cos("7"), "type is missing"),
        (cos(replaced("[1]", "[1,1]")), "input has 2 strides"),
        (cos(replaced("[1]", f"[{BIG}0]")), "strides has what is no integer of 64 bits"),
        (cos(replaced('"type":0', f'"type":{BIG}')), "type is no integer of 32 bits"),
        (cos(replaced("0x1000", "nowhere")), "address is no address"),
        (cos(replaced("[2]", f"[{BIG},{BIG}]").replace("[1]", "[1,1]")), "its tensors need"),
        (cos(replaced("[1]", f"[{BIG}]")), "its tensors need"),
        (cos(repeated, repeated), f"input has {2**40} elements"),
        (cos('"unknown"'), "no handle that the recorder had seen"),
        (cos(replaced('"type":0', '"type":99')), "status of phase one 0 recorded, 161002"),
        (cos("null"), "status of phase one 0 recorded, 161001"),
        (cos(TENSOR.replace("[2]", "[3]", 1)), "status of phase one 0 recorded, 161002"),
    ]
    runs = [
        (RUN % "null", "tensors is no list"),
        (RUN % "[]", "tensors are 0, and 2 in phase one"),
        (RUN % '[{"address":"0x1000"},7]', "address is missing"),
        (
            RUN % FULL_RUN.replace('"size":8', '"size":80'),
            "it names data that it does not have",
        ),
        (RUN % FULL_RUN.replace('"size":8', '"size":4'), "input has 1 elements of 2"),
        (RUN % FULL_RUN.replace('"raw":false', '"raw":true'), "stored in another way"),
        (RUN.replace("Cos", "NoSuchCall") % GOOD_RUN, "this library does not have it"),
        (RUN.replace('"call":1', '"call":5') % GOOD_RUN, "no call that was recorded"),
        (
            RUN % FULL_RUN.replace('"shape":[2]', '"shape":[5]'),
            "out: shape [5] recorded, [2] here",
        ),
    ]
    lines = [(framed(call) + framed(RUN % GOOD_RUN), words) for call, words in cases]
    lines += [(framed(cos()) + framed(run, bytes(8)), words) for run, words in runs]
    # Each case is a program of its own in one file, so that one process replays them all.
    file = HEADER
    for content, _ in lines:
        file += framed('{"kind":"process","process":1,"product":"Ascend910B2"}') + content
    path = tmp_path / "hostile.aclnn"
    path.write_bytes(file)
    done = aclnn("replay", path)
    said = re.split(r"^program (\d+), ", done.stdout, flags=re.MULTILINE)
    found = {int(said[i]): "" for i in range(1, len(said), 2)}
    for i in range(1, len(said), 2):
        found[int(said[i])] += said[i + 1]
    for number, (_, words) in enumerate(lines):
        assert words in found.get(1 + 3 * number, ""), (number, words, done.stdout, done.stderr)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (framed("[" * 100000), "record 1 is no JSON"),
        (framed("{}"), "record 1 is of no known kind"),
        (b"@999999999999999999 1 00000000\n", "record 1 is cut off"),
        (framed('{"kind":"process","process":1,"product":"Ascend\\u001b[31m"}'), "not emulated"),
    ],
)
def test_damage_is_told_in_words(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "damaged.aclnn"
    path.write_bytes(HEADER + content)
    done = aclnn("replay", path)
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert done.returncode == (4 if "cut" in words else 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["record", "true"], "-o/--output"),
        (["record", "-o", "f"], "a program is missing"),
        (["record", "-o", "/nowhere/f", "true"], "cannot be written"),
        (["record", "-o", "f", "--limit", "1T", "true"], "is no size"),
        (["record", "-o", "f", "./nothing"], "no such file"),
        (["replay", "nothing"], "nothing: No such file or directory"),
        (["replay", "f", "--keep", "f"], "f: is the recording that is read"),
        (["replay", "nothing", "--ulp", "-1"], "--ulp"),
    ],
)
def test_mistakes_of_the_user(tmp_path: Path, arguments: list[str], words: str) -> None:
    (tmp_path / "f").write_bytes(HEADER)
    done = aclnn(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


# --- Comparing -----------------------------------------------------------------------------------


def test_units_in_the_last_place() -> None:
    one = np.float32(1)
    pairs: list[tuple[npt.NDArray[Any], npt.NDArray[Any]]] = [
        (np.array([1, -1, 0, np.nan, np.inf], np.float32), np.array([1, -1, -0.0, np.nan, np.inf])),
        (np.array([one, one], np.float32), np.array([np.nextafter(one, 2), np.nextafter(one, 0)])),
        (np.array([2**-149], np.float32), np.array([-(2.0**-149)])),
        (np.array([1.0], np.float16), np.array([1 + 3 * 2.0**-10])),
        (np.array([1.0], BFLOAT16), np.array([1 + 2.0**-7])),
        (np.array([1 + 1j], np.complex64), np.array([1 + (1 + 2**-22) * 1j])),
        (np.array([-(2**63), 5], np.int64), np.array([2**63 - 1, 3])),
        (np.array([1.0], np.float64), np.array([np.nan])),
    ]
    expected = [[0] * 5, [1, 1], [2], [3], [1], [2], [2**64 - 1, 2], [2**64 - 1]]
    for (a, b), distances in zip(pairs, expected, strict=True):
        assert units(a, b.astype(a.dtype)).tolist() == distances, a.dtype


def test_samples_are_one_of_each_step() -> None:
    for total, step in ((10, 1), (100, 7), (12, 5), (1, 1), (0, 1)):
        numbers = sample_of(total, step)
        assert len(numbers) == -(-total // step)
        assert all(k * step <= n < min((k + 1) * step, total) for k, n in enumerate(numbers))
