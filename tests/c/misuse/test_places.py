# SPDX-License-Identifier: Apache-2.0
"""Findings say where: the functions and lines of places.cpp, in which a line that a finding has to
name ends with a comment."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from c.misuse.cases import DIRECTORY
from c.misuse.programs import SECONDS
from support import program_environment

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # a process of the command for each case

SOURCE = DIRECTORY / "places.cpp"

LINES = {
    match[1]: number
    for number, line in enumerate(SOURCE.read_text("utf-8").splitlines(), 1)
    if (match := re.search(r"; +// (\w+)$", line))
}
"""The numbers of the lines, by their comments."""


def build(output: Path, *options: str) -> Path:
    lib64 = _tree.prefix() / "lib64"
    includes = [f"-I{directory}" for directory in _tree.include_directories()]
    command = ["g++", "-g", *options, str(SOURCE), "-o", str(output), *includes, f"-L{lib64}"]
    subprocess.run([*command, "-lascendcl", "-lpthread", "-ldl"], check=True)
    return output


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("places") / "places")


@pytest.fixture(scope="module")
def optimized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same without frame pointers."""
    return build(tmp_path_factory.mktemp("optimized") / "places", "-O2", "-fomit-frame-pointer")


def strict(
    program: Path, *arguments: str, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    options = ["--strict", "--stream", "lazy", "--check", "isolate"]
    return subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", *options, str(program), *arguments],
        cwd=DIRECTORY,
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def frames(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines of the report about functions, and those that say whose they are."""
    lines = [line.removeprefix("aclnn: ") for line in done.stderr.splitlines()]
    return [line for line in lines if line.startswith("  ") and not line.startswith(HELP)]


HELP = "  help: "


def cures(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What the report says to do, a line for each finding."""
    lines = [line.removeprefix("aclnn: ") for line in done.stderr.splitlines()]
    return [line.removeprefix(HELP) for line in lines if line.startswith(HELP)]


def at(function: str, line: str) -> str:
    return f"    at {function} (places.cpp:{LINES[line]})"


def by(function: str, line: str) -> str:
    return f"    by {function} (places.cpp:{LINES[line]})"


MAIN = re.compile(r"    by main \(places\.cpp:\d+\)")


def check(found: list[str], *expected: str) -> None:
    """The frames of the program, where main's are left out but must be there."""
    assert sum(MAIN.fullmatch(line) is not None for line in found) >= 1
    assert [line for line in found if not MAIN.fullmatch(line)] == list(expected)


def test_a_leak(places: Path) -> None:
    found = frames(strict(places, "leak"))
    assert found == [
        at("shop::Shelf<double>::take(int)", "take"),
        by("shop::leak()", "leak"),
        by("main", "main"),
    ]


def test_each_finding_ends_with_its_cure(places: Path) -> None:
    assert cures(strict(places, "leak")) == ["call aclrtFree when no queued work uses it any more"]
    done = strict(places, "race")
    (cure,) = cures(done)
    assert "aclrtSynchronizeStream" in cure
    assert cure not in done.stderr.split(HELP)[0]  # once, at the end
    assert all("aclrtSynchronize" in cure or "stream" in cure for cure in cures(done))
    assert any("aclrtMemcpy" in cure for cure in cures(strict(places, "touch")))


def test_a_call_that_was_inlined(places: Path) -> None:
    check(
        frames(strict(places, "leak_inline")),
        at("shop::get(unsigned long)", "get"),
        by("shop::leak_inline()", "leak_inline"),
    )


def test_a_thread(places: Path) -> None:
    """What started it is no call of the program."""
    found = frames(strict(places, "thread"))
    assert found[1] == by("shop::leak()", "leak")
    assert f"(places.cpp:{LINES['thread']})" in found[2]
    assert not any("clone" in line or "start_thread" in line for line in found)


def test_a_race(places: Path) -> None:
    """The call that found it, and the one before."""
    check(
        frames(strict(places, "race")),
        at("shop::race(void*)", "race"),
        "  aclrtMemsetAsync is the other",
        at("shop::race(void*)", "queued"),
    )


def test_a_race_in_a_loop(places: Path) -> None:
    """One finding, with the number of times."""
    done = strict(places, "race_often")
    assert re.search(r"^aclnn: aclrtMemcpy: src, .* \(50 times\)$", done.stderr, re.MULTILINE)
    assert "aclnn: 1 finding(s)" in done.stderr
    check(
        frames(done),
        at("shop::race_often(void*)", "race_often"),
        "  aclrtMemsetAsync is the other",
        at("shop::race_often(void*)", "queued_often"),
    )


def test_memory_that_was_freed_too_early(places: Path) -> None:
    check(
        frames(strict(places, "early")),
        at("shop::free_early(void*)", "freed"),
        "  aclrtMemsetAsync is the other",
        at("shop::free_early(void*)", "early"),
        at("shop::free_early(void*)", "unfetched"),
        "  aclrtFree freed it",
        at("shop::free_early(void*)", "freed"),
        "  aclrtMalloc made it",
        at("shop::get(unsigned long)", "get"),
        f"    by shop::free_early(void*) (places.cpp:{LINES['early'] - 1})",
        "  aclrtMemsetAsync queued it",
        at("shop::free_early(void*)", "early"),
    )


def test_a_touch_of_device_memory(places: Path) -> None:
    done = strict(places, "touch")
    assert done.returncode == 128 + 11
    found = frames(done)
    freed = found.index("  aclrtFree freed it")
    assert found[0] == at("shop::use_after_free()", "touch")
    assert found[freed + 1] == at("shop::use_after_free()", "gone")


# ---- Calls that differ in little -----------------------------------------------------------------


def leaks(program: Path, *arguments: str) -> dict[int, list[str]]:
    """The comments of the lines that led to each allocation that was left, by its size."""
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--strict", "--json", str(program), *arguments],
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    comments = {number: comment for comment, number in LINES.items()}
    found = {}
    for item in map(json.loads, done.stderr.splitlines()):
        if size := re.match(r"an allocation of (\d+) bytes", item.get("text", "")):
            lines = [each["line"] for each in item["stack"] if each["file"] == str(SOURCE)]
            found[int(size[1])] = [comments[line] for line in lines]
    return found


SIDES = ("even", "odd", "even", "odd")

CALLS = {
    "calls": {
        **{100 + i: [side, "two_lines"] for i, side in enumerate(SIDES)},
        **{200 + i: ["helper", f"{side}_caller", "two_callers"] for i, side in enumerate(SIDES)},
        500: ["helper", "handle", "raised", "signals"],
    },
    "depths": {
        **{
            300 + i: ["helper", "bottom", *["down"] * depth, "descents", "all_descents"][:12]
            for i, depth in enumerate((0, 2, 70, 1, 2))
        },
        **{400 + i: ["helper", "with_room", "rooms", "all_rooms"] for i in range(5)},
    },
}


@pytest.mark.parametrize("program", ["places", "optimized"])
@pytest.mark.parametrize("name", CALLS)
def test_calls_from_one_depth(name: str, program: str, request: pytest.FixtureRequest) -> None:
    """Two lines, two callers, a signal's handler; recursion, frames of changing size."""
    assert leaks(request.getfixturevalue(program), name) == CALLS[name]


VISITOR = """void visit(void (*helper)(unsigned long), unsigned long size)
{
    volatile char room[ROOM];
    room[0] = room[ROOM - 1] = 1;
    helper(size);
    room[0] = 2;
}
"""


def test_an_object_in_the_place_of_another(places: Path, tmp_path: Path) -> None:
    """What is known of the frames of an object that was closed is forgotten."""
    source = tmp_path / "visitor.c"
    source.write_text(VISITOR)
    objects = [tmp_path / f"{room}.so" for room in (1024, 2048, 1536)]
    for each in objects:
        command = ["gcc", "-O2", "-fomit-frame-pointer", "-shared", "-fPIC", f"-DROOM={each.stem}"]
        subprocess.run([*command, str(source), "-o", str(each)], check=True)
    visits = [str(each) for each in [*objects, *objects]]
    for order in (visits, visits[::-1]):
        found = leaks(places, "visits", *order)
        assert found == {602 + i: ["helper", "visited", "visits"] for i in range(6)}
    done = subprocess.run(
        [places, "visits", *visits], env=program_environment(), stdout=subprocess.PIPE, check=True
    )
    assert len(set(done.stdout.split())) == 1, "the objects were not in one place"


def test_json_has_the_lines(places: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--strict", "--json", str(places), "leak"],
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    leak, _ = map(json.loads, done.stderr.splitlines())
    first = leak["stack"][0]
    assert first["function"] == "shop::Shelf<double>::take(int)"
    assert (first["file"], first["line"]) == (str(SOURCE), LINES["take"])
    assert first["object"] == str(places)


@pytest.mark.parametrize("name", ["found.jsonl", "found.txt"])
def test_a_file_of_the_users_gets_the_lines(places: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    done = strict(places, "leak", variables={"ACLNN_FINDINGS": str(file)})
    assert done.returncode == 3
    written = file.read_text("utf-8")
    if name.endswith(".jsonl"):
        leak = next(item for item in map(json.loads, written.splitlines()) if "stack" in item)
        assert leak["stack"][0]["line"] == LINES["take"]
    else:
        assert written == done.stderr


def test_without_what_reads_lines(places: Path, tmp_path: Path) -> None:
    """What the linker knows is left: places."""
    for name in ("g++", "env"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    done = strict(places, "leak", variables={"PATH": str(tmp_path)})
    assert done.returncode == 3
    assert len(frames(done)) == 3
    assert all(re.fullmatch(r"    (at|by) \S+ \(in places\)", line) for line in frames(done))


# ---- From a source ------------------------------------------------------------------------------


def test_the_program_is_kept_with_findings(tmp_path: Path) -> None:
    done = strict(SOURCE, "leak", variables={"TMPDIR": str(tmp_path)})
    assert done.returncode == 3
    assert at("shop::Shelf<double>::take(int)", "take") in frames(done)
    kept = Path(done.stderr.splitlines()[-1].removeprefix("aclnn: the program is kept: "))
    assert kept.is_relative_to(tmp_path)
    assert subprocess.run([kept], env=program_environment(), check=False).returncode == 0


def test_the_program_is_kept_with_a_signal(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--check", "isolate", str(SOURCE), "touch"],
        env=program_environment({"TMPDIR": str(tmp_path)}),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 128 + 11
    assert done.stderr.splitlines()[-1].startswith(f"aclnn: the program is kept: {tmp_path}/")
    # Its functions are exported, so that what it says while it dies can name them.
    assert re.search(r"at _ZN4shop14use_after_freeEv\+0x\w+ \(", done.stderr)
    # What comes behind has their lines, also without --strict.
    assert re.search(rf"at shop::use_after_free\(\) \(.*:{LINES['touch']}\)", done.stderr)
    assert "finding(s)" not in done.stderr


def test_a_program_that_ends_well_is_not_kept(tmp_path: Path) -> None:
    done = strict(SOURCE, "none", variables={"TMPDIR": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == ["compiling", "aclnn: 0 finding(s)"]
    assert list(tmp_path.iterdir()) == []


# ---- Python -------------------------------------------------------------------------------------

SCRIPT = """\
import ctypes
import aclnn_py as acl

class Model:
    def load(self):
        memory = ctypes.c_void_p()
        acl.lib.aclrtMalloc(ctypes.byref(memory), 100, 0)  # load

def main(device):
    Model().load()  # main
    kept.append(device.stream())  # stream

kept = []
main(acl.Device(0).__enter__())  # module
"""


def test_lines_of_python(tmp_path: Path) -> None:
    """Those of the program, and none of the package."""
    script = tmp_path / "model.py"
    script.write_text(SCRIPT)
    done = strict(script)
    assert done.returncode == 3, done.stderr
    lines = {
        line.partition("  # ")[2]: number for number, line in enumerate(SCRIPT.splitlines(), 1)
    }
    assert frames(done) == [
        f"    at Model.load ({script}:{lines['load']})",
        f"    by main ({script}:{lines['main']})",
        f"    by <module> ({script}:{lines['module']})",
        f"    at main ({script}:{lines['stream']})",
        f"    by <module> ({script}:{lines['module']})",
    ]


LOOP = """\
import ctypes
import aclnn_py as acl

def allocate(size):
    acl.lib.aclrtMalloc(ctypes.byref(ctypes.c_void_p()), size, 0)  # allocate

def descend(depth, size):
    descend(depth - 1, size) if depth else allocate(size)  # descend

def main():
    for i in range(4):
        if i % 2 == 0:
            allocate(200 + i)  # even
        else:
            allocate(200 + i)  # odd
    for i in range(4):
        descend(i % 2, 300 + i)  # descents

with acl.Device(0):
    main()  # module
"""


def test_lines_of_python_of_the_same_depth(tmp_path: Path) -> None:
    script = tmp_path / "loop.py"
    script.write_text(LOOP)
    done = strict(script)
    assert done.returncode == 3, done.stderr
    comments = [line.partition("  # ")[2] for line in ["", *LOOP.splitlines()]]
    found: dict[int, list[str]] = {}
    for line in done.stderr.splitlines():
        if size := re.search(r"an allocation of (\d+) bytes", line):
            found[int(size[1])] = lines = []
        elif place := re.fullmatch(r"aclnn:     (?:at|by) .*:(\d+)\)", line):
            lines.append(comments[int(place[1])])
    expected = {
        200 + i: ["allocate", ("even", "odd", "even", "odd")[i], "module"] for i in range(4)
    }
    for i in range(4):
        expected[300 + i] = ["allocate", *["descend"] * (1 + i % 2), "descents", "module"]
    assert found == expected


@pytest.mark.parametrize("suffix", ["jsonl", "txt"])
def test_what_an_interpreter_says(tmp_path: Path, suffix: str) -> None:
    """aclnnExtSetCaller by itself: for the calls of one thread, until it says something else."""
    code = """
import ctypes, sys
lib = ctypes.CDLL(sys.argv[1])
lib.aclInit(None)
lib.aclnnExtSetCaller(b"f\\tone.lua\\t7\\ng\\ttwo.lua\\t8\\n")
lib.aclrtFree(None)
lib.aclnnExtSetCaller(b"no tabs\\n\\n")
lib.aclrtFree(None)
lib.aclnnExtSetCaller(None)
lib.aclrtFree(None)
"""
    file = tmp_path / f"found.{suffix}"
    subprocess.run(
        [sys.executable, "-c", code, str(_tree.library())],
        env=program_environment({"ACLNN_FINDINGS": str(file)}),
        check=True,
        timeout=SECONDS,
    )
    written = file.read_text("utf-8").splitlines()
    if suffix == "txt":
        assert written[1:3] == ["    at f (one.lua:7)", "    by g (two.lua:8)"]
        return
    first, second, third = (item["stack"] for item in map(json.loads, written[1:-1]))
    assert first == [
        {"function": "f", "file": "one.lua", "line": 7},
        {"function": "g", "file": "two.lua", "line": 8},
    ]
    assert second[0] == {"function": "no tabs", "file": "", "line": 0}
    assert third == [{"function": "<module>", "file": "<string>", "line": 10}]
