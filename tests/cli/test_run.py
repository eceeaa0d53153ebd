# SPDX-License-Identifier: Apache-2.0
"""`aclnn run` and `aclnn build`, each in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # most tests compile a program

Aclnn = Callable[..., subprocess.CompletedProcess[str]]

# Written as the vendor's samples are.
OPERATOR = r"""
#include <cstdio>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

#define CHECK(call) do { int status = (call); if (status != 0) { \
    std::printf("%s: %d %s\n", #call, status, aclGetRecentErrMsg()); return 3; } } while (0)

int main()
{
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream;
    CHECK(aclrtCreateStream(&stream));
    std::vector<float> grad = {1, 2, 3, 4, 5, 6}, out(6);
    std::vector<int64_t> indices = {2, 0, 2};
    void *g, *i, *o, *workspace = nullptr;
    CHECK(aclrtMalloc(&g, 24, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&i, 24, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&o, 24, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(g, 24, grad.data(), 24, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtMemcpy(i, 24, indices.data(), 24, ACL_MEMCPY_HOST_TO_DEVICE));
    int64_t matrix[] = {3, 2}, list[] = {3};
    aclTensor *tg = aclCreateTensor(matrix, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, matrix, 2, g);
    aclTensor *ti = aclCreateTensor(list, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, list, 1, i);
    aclTensor *to = aclCreateTensor(matrix, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, matrix, 2, o);
    uint64_t size = 0;
    aclOpExecutor *executor;
    CHECK(aclnnEmbeddingDenseBackwardGetWorkspaceSize(tg, ti, 3, -1, false, to, &size, &executor));
    if (size > 0) CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclnnEmbeddingDenseBackward(workspace, size, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(out.data(), 24, o, 24, ACL_MEMCPY_DEVICE_TO_HOST));
    for (float value : out) std::printf("%g ", value);
    std::printf("on %s\n", aclrtGetSocName());
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
"""

ARGUMENTS = r"""
#include <stdio.h>
#include <stdlib.h>
#include "acl/acl.h"
int main(int count, char **arguments)
{
    uint32_t devices = 0;
    aclrtGetDeviceCount(&devices);
    for (int i = 1; i < count; i++) printf("[%s]", arguments[i]);
    printf(" %u\n", devices);
    return count > 1 ? atoi(arguments[1]) : 0;
}
"""


def test_a_program_for_aclnn(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "test_aclnn_op.cpp").write_text(OPERATOR)
    done = aclnn("run", "test_aclnn_op.cpp")
    assert (done.returncode, done.stdout) == (0, "3 4 0 0 6 8 on Ascend910B2\n"), done.stderr
    assert done.stderr == "compiling\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["test_aclnn_op.cpp"]


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_options(aclnn: Aclnn, tmp_path: Path, mode: str) -> None:
    (tmp_path / "op.cc").write_text(OPERATOR)
    done = aclnn(
        "run",
        "--soc",
        "Ascend910A",
        "--stream",
        mode,
        "--cores",
        "2",
        "-O2",
        "--std",
        "c++11",
        "-v",
        "op.cc",
        ACLNN_SOC="nonsense",
    )
    assert (done.returncode, done.stdout) == (0, "3 4 0 0 6 8 on Ascend910A\n"), done.stderr
    assert " -std=c++11 -gdwarf-4 -rdynamic -O2 " in done.stderr


def test_arguments_and_exit_code_are_passed_on(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(ARGUMENTS)
    done = aclnn(
        "run", "program.c", "7", "--soc", "a b", "--", "$HOME", "-h", "*", ACLNN_DEVICES="3"
    )
    assert done.stdout == "[7][--soc][a b][--][$HOME][-h][*] 3\n"
    assert done.returncode == 7
    assert done.stderr == "compiling\n"


@pytest.mark.parametrize("option", ["-v", "--verbose"])
def test_the_compile_line(aclnn: Aclnn, tmp_path: Path, option: str) -> None:
    (tmp_path / "program.c").write_text(ARGUMENTS)
    done = aclnn("run", option, "program.c", "7", "-v")
    assert (done.returncode, done.stdout) == (7, "[7][-v] 1\n")
    assert done.stderr.startswith("compiling with gcc ")
    assert " program.c -o " in done.stderr
    assert done.stderr.count("\n") == 1
    (tmp_path / "program.c").write_text("none\n")
    assert aclnn("build", option, "program.c").stderr.count(" program.c -o a.out ") == 1


def test_two_dashes_end_our_options(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "-program.c").write_text(ARGUMENTS)
    done = aclnn("run", "--", "-program.c", "0", "--", "x")
    assert (done.returncode, done.stdout) == (0, "[0][--][x] 1\n"), done.stderr


def test_the_compilers_errors_are_untouched(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "bad.cpp").write_text("int main() { return nothing; }\n")
    done = aclnn("run", "bad.cpp")
    assert done.returncode == 1
    first, *text, last = done.stderr.splitlines()
    assert first == "compiling"
    command = last.removeprefix("aclnn: compiled with ").split()
    own = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert text == own.stderr.splitlines()


def test_keep(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(ARGUMENTS)
    done = aclnn("run", "--keep", "program.c")
    kept = Path(done.stderr.splitlines()[-1].removeprefix("aclnn: the program is "))
    own = subprocess.run([kept], capture_output=True, text=True, check=True)
    assert own.stdout == " 1\n"
    kept.unlink()
    kept.parent.rmdir()


def test_a_signal(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "crash.c").write_text("#include <stdlib.h>\nint main(void) { abort(); }\n")
    done = aclnn("run", "crash.c", TMPDIR=str(tmp_path))
    assert done.returncode == 128 + signal.SIGABRT
    ended, kept = done.stderr.splitlines()[-2:]
    assert ended.endswith("crash was ended by SIGABRT")
    assert Path(kept.removeprefix("aclnn: the program is kept: ")).is_relative_to(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_reach_the_program(
    tmp_path: Path, clean_environment: dict[str, str], number: int
) -> None:
    script = tmp_path / "wait.py"
    script.write_text(
        "import signal, sys, time\n"
        f"signal.signal({int(number)}, lambda *_: sys.exit(5))\n"
        "print('ready', flush=True)\n"
        "time.sleep(20)\n"
    )
    command = [sys.executable, "-m", "aclnn_py", "run", sys.executable, str(script)]
    with subprocess.Popen(
        command,
        env=clean_environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        if number == signal.SIGINT:  # a terminal sends it to all
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        assert process.wait(10) == 5


def test_the_environment_of_other_programs(aclnn: Aclnn) -> None:
    code = """
import ctypes, os
library = ctypes.CDLL("libopapi.so")
count = ctypes.c_uint32()
library.aclrtGetDeviceCount(ctypes.byref(count))
print(count.value, os.environ["ASCEND_HOME_PATH"], os.environ["LD_LIBRARY_PATH"])
"""
    prefix = _tree.prefix()
    done = aclnn("run", sys.executable, "-c", code, LD_LIBRARY_PATH="/somewhere")
    assert done.stdout == f"1 {prefix} {prefix}/lib64:/somewhere\n", done.stderr
    assert done.stderr == ""


def test_a_script_and_a_program_by_name(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("import os; print(os.environ['ASCEND_OPP_PATH'])\n")
    assert aclnn("run", "script.py").stdout == f"{_tree.prefix()}/opp\n"
    assert aclnn("run", "env").stdout.count("ASCEND_TOOLKIT_HOME=") == 1


@pytest.mark.parametrize(
    ("arguments", "environ", "text"),
    [
        (["missing.cpp"], {}, "missing.cpp: no such file"),
        (["missing"], {}, "missing: no such file, and not in PATH"),
        (["./missing"], {}, "./missing: no such file"),
        (["."], {}, ".: is a directory"),
        (["notes.f90"], {}, "notes.f90: unknown extension .f90"),
        (["notes"], {}, "notes: not executable"),
        (["empty.cpp"], {"PATH": "/nowhere"}, "no C++ compiler found"),
        (["empty.cpp"], {"CXX": "no-such-g++"}, "CXX=no-such-g++: no such compiler"),
        (["empty.c"], {"CC": "'"}, "CC=': No closing quotation"),
        (["--soc", "ascend910b22", "empty.cpp"], {}, "did you mean Ascend910B2"),
        (["empty.cpp"], {"ACLNN_SOC": "Ascend123"}, "ACLNN_SOC=Ascend123: no product is called"),
        ([sys.executable], {"ACLNN_SOC": "Zzz"}, "known are Ascend910A"),
        (["--soc", "Ascend910B2:cores=x", "true"], {}, "--soc=Ascend910B2:cores=x: expected"),
        (["--cores", "65", "true"], {}, "--cores=65: expected a number from 1 to 64"),
        (["true"], {"ACLNN_DEVICES": "17"}, "ACLNN_DEVICES=17: expected a number from 1 to 16"),
        (["true"], {"ACLNN_LOG": "\udcff"}, "ACLNN_LOG="),
        (["--std", "c++17", "empty.c"], {}, "--std c++17: none of the sources"),
        ([], {}, "run: a file is missing"),
    ],
)
def test_mistakes_are_one_line(
    aclnn: Aclnn, tmp_path: Path, arguments: list[str], environ: dict[str, str], text: str
) -> None:
    for name in ("notes.f90", "notes", "empty.cpp", "empty.c"):
        (tmp_path / name).write_text("\n")
    done = aclnn("run", *arguments, **environ)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("aclnn: ")
    assert text in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("options", [["--cores", "0"], ["--cores", "x"], ["--stream", "fast"]])
def test_wrong_options(aclnn: Aclnn, options: list[str]) -> None:
    done = aclnn("run", *options, "x.cpp")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"aclnn run: error: argument {options[0]}")


def test_a_file_name_is_never_read_by_a_shell(aclnn: Aclnn, tmp_path: Path) -> None:
    name = "a;touch hacked $(touch hacked) 'b.cpp"
    (tmp_path / name).write_text("int main() { return 4; }\n")
    assert aclnn("run", name).returncode == 4
    assert not (tmp_path / "hacked").exists()


def test_compiler_variables(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "program.cpp").write_text("int main() { return VALUE; }\n")
    done = aclnn(
        "run", "-v", "program.cpp", CXX="g++ -w", CXXFLAGS="-DVALUE=6 -Wextra", LDFLAGS="-s"
    )
    assert done.returncode == 6, done.stderr
    assert done.stderr.startswith("compiling with g++ -w -gdwarf-4 -rdynamic -DVALUE=6 -Wextra ")


def test_build_mixes_languages(
    aclnn: Aclnn, tmp_path: Path, clean_environment: dict[str, str]
) -> None:
    (tmp_path / "part.c").write_text(
        '#include "aclnn/acl_meta.h"\n'
        "#if defined __cplusplus\n#error not C\n#endif\n"
        "int part(void) { return aclDestroyTensor(0); }\n"
    )
    (tmp_path / "main.cpp").write_text(
        '#include "acl/acl.h"\nextern "C" int part(void);\n'
        'static_assert(__cplusplus == 201703L, "--std");\n'
        "int main() { auto name = aclrtGetSocName(); return name != nullptr ? part() : 1; }\n"
    )
    done = aclnn("build", "-v", "part.c", "main.cpp", "-o", "out", "--std", "c++17")
    assert done.returncode == 0, done.stderr
    assert [line.split()[2] for line in done.stderr.splitlines()] == ["gcc", "g++", "g++"]
    assert subprocess.run([tmp_path / "out"], env=clean_environment, check=False).returncode == 0


def test_build_takes_objects(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text("int one(void) { return 1; }\n")
    (tmp_path / "main.c").write_text("int one(void);\nint main(void) { return one(); }\n")
    subprocess.run(["gcc", "-c", "one.c"], cwd=tmp_path, check=True)
    assert aclnn("build", "main.c", "one.o").returncode == 0
    assert subprocess.run([tmp_path / "a.out"], check=False).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["x.cpp", "-o", "no/where/out"], "no/where/out: cannot be written"),
        (["x.cpp", "-o", "."], ".: is a directory; name a file to write"),
        (["x.cpp", "missing.c", "-o", "out"], "missing.c: no such file"),
        (["x.txt", "-o", "out"], "x.txt: unknown extension .txt"),
    ],
)
def test_mistakes_of_build(aclnn: Aclnn, tmp_path: Path, arguments: list[str], text: str) -> None:
    for name in ("x.cpp", "x.txt"):
        (tmp_path / name).write_text("int main() {}\n")
    done = aclnn("build", *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"aclnn: {text}")


def test_the_start_is_quick(aclnn: Aclnn, tmp_path: Path) -> None:
    begin = time.monotonic()
    aclnn("run", "true")
    assert time.monotonic() - begin < 2


# --- Flags of compilers and linkers ---------------------------------------------------------------

FLAGS = """
#include <math.h>
#include <stdio.h>
#include "given.h"

int helper(void);

int main(int argc, char **argv)
{
    (void)argv;
    printf("%d %d %g\\n", NUMBER, helper(), sqrt(GIVEN * argc));
    return 0;
}
"""


def test_flags_of_the_compiler_and_the_linker(aclnn: Aclnn, tmp_path: Path) -> None:
    """And libm is linked without a word."""
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "given.h").write_text("#define GIVEN 16\n")
    (tmp_path / "flags.c").write_text(FLAGS)
    (tmp_path / "helper.c").write_text("int helper(void) { return 5; }\n")
    library = tmp_path / "libhelper.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "helper.c", "-o", library], cwd=tmp_path, check=True)
    given = ["-I", "include", "-DNUMBER=7", f"-L{tmp_path}", "-lhelper", f"-Wl,-rpath,{tmp_path}"]
    done = aclnn("run", *given, "flags.c")
    assert (done.returncode, done.stdout) == (0, "7 5 4\n"), done.stderr
    done = aclnn("build", *given, "flags.c", "-o", "flags")
    assert done.returncode == 0, done.stderr
    assert subprocess.check_output([tmp_path / "flags"], text=True) == "7 5 4\n"
