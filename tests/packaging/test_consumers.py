# SPDX-License-Identifier: Apache-2.0
"""Programs outside of the checkout, built with what the tree gives to build systems."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # builds programs with other build systems

CONSUMER = Path(__file__).with_name("consumer.cpp")
ROOT = Path(__file__).resolve().parents[2]
VARIABLES = (
    *("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH"),
    *("LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH", "TASK_QUEUE_ENABLE", "PYTHONPATH"),
)
WELL = "all is well\n"


def output(
    *command: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> str:
    result = subprocess.run(command, capture_output=True, text=True, env=env, cwd=cwd, check=False)
    assert result.returncode == 0, f"{result.stdout}{result.stderr}"
    return result.stdout


def plain_environment() -> dict[str, str]:
    """The environment without what another CANN, or this one, has put into it."""
    return {name: value for name, value in os.environ.items() if name not in VARIABLES}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree: what the build systems read must not depend on where it was built."""
    return shutil.copytree(_tree.prefix(), tmp_path / "moved tree")


def needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


def test_pkg_config(tree: Path, tmp_path: Path) -> None:
    needs("pkg-config")
    environment = plain_environment() | {"PKG_CONFIG_PATH": str(tree / "share" / "pkgconfig")}
    flags = output("pkg-config", "--cflags", "--libs", "aclnn", env=environment)
    program = tmp_path / "program"
    output("c++", "-std=c++11", CONSUMER, *shlex.split(flags), "-o", program)
    assert output(program, env=plain_environment()) == WELL


def build_with_cmake(source: Path, build: Path, *options: str, **variables: str) -> Path:
    """The directory with what CMake built of a project."""
    needs("cmake")
    environment = plain_environment() | variables
    output("cmake", "-S", source, "-B", build, *options, env=environment)
    output("cmake", "--build", build, env=environment)
    return build


def consumer_project(directory: Path, find: str, target: str) -> Path:
    """A project whose program is the consumer, with this call of find_package."""
    project = directory / "project"
    project.mkdir()
    shutil.copy(CONSUMER, project / "main.cpp")
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.14)\n"
        "project(consumer LANGUAGES CXX)\n"
        f"{find}\n"
        "add_executable(consumer main.cpp)\n"
        "target_compile_features(consumer PRIVATE cxx_std_11)\n"
        f"target_link_libraries(consumer PRIVATE {target})\n"
    )
    return project


@pytest.mark.parametrize("target", ["ascendcl", "opapi_nn"])
def test_cmake_package_by_its_prefix(tree: Path, tmp_path: Path, target: str) -> None:
    find = "find_package(aclnn 0.1 CONFIG REQUIRED)"
    project = consumer_project(tmp_path, find, f"aclnn::{target}")
    build = build_with_cmake(project, tmp_path / "build", f"-DCMAKE_PREFIX_PATH={tree}")
    assert output(build / "consumer", env=plain_environment()) == WELL


@pytest.mark.parametrize(
    ("find", "target"),
    [
        ("find_package(aclnn REQUIRED)", "aclnn::ascendcl"),
        (
            "find_package(PkgConfig)\npkg_check_modules(aclnn REQUIRED IMPORTED_TARGET aclnn)",
            "PkgConfig::aclnn",
        ),
    ],
    ids=["find_package", "pkg_check_modules"],
)
def test_cmake_after_set_env(tree: Path, tmp_path: Path, find: str, target: str) -> None:
    needs("cmake")
    consumer_project(tmp_path, find, target)
    read = f". {shlex.quote(str(tree / 'set_env.sh'))}"
    script = f"{read} && cmake -S project -B build && cmake --build build"
    output("sh", "-euc", script, env=plain_environment(), cwd=tmp_path)
    assert output(tmp_path / "build" / "consumer", env=plain_environment()) == WELL


def test_cmake_package_by_the_directory_of_aclnn_config(tmp_path: Path) -> None:
    project = consumer_project(tmp_path, "find_package(aclnn REQUIRED)", "aclnn::ascendcl")
    config = (sys.executable, "-m", "aclnn_py", "config", "--cmakedir")
    directory = output(*config, cwd=ROOT).rstrip("\n")
    build = build_with_cmake(project, tmp_path / "build", f"-Daclnn_DIR={directory}")
    assert output(build / "consumer", env=plain_environment()) == WELL


def test_the_cmake_example_of_the_documents(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "use-it-in-ci.md").read_text("utf-8")
    (text,) = re.findall(r"(?ms)^```cmake\n(.*?)^```", page)
    assert len(text.splitlines()) <= 10
    project = tmp_path / "project"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(text)
    for name in ("embedding_dense_backward.cpp", "harbour.txt"):
        shutil.copy(ROOT / "examples" / name, project)
    variables = _tree.variables({"PATH": os.environ["PATH"]})
    build = build_with_cmake(project, tmp_path / "build", **variables)
    printed = output(build / "gradient", project / "harbour.txt", env=plain_environment())
    assert printed.startswith("aclnnEmbeddingDenseBackward on Ascend910B2")


def test_cmake_package_is_no_newer_than_it_is(tree: Path, tmp_path: Path) -> None:
    needs("cmake")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.14)\nproject(consumer LANGUAGES CXX)\n"
        "find_package(aclnn 999 CONFIG)\nif(aclnn_FOUND)\n  message(FATAL_ERROR found)\nendif()\n"
        'if(NOT aclnn_CONSIDERED_CONFIGS)\n  message(FATAL_ERROR "not seen")\nendif()\n'
    )
    option = f"-DCMAKE_PREFIX_PATH={tree}"
    output("cmake", "-S", tmp_path, "-B", tmp_path / "build", option, env=plain_environment())


def test_cmake_project_in_the_vendors_manner(tree: Path, tmp_path: Path) -> None:
    """Directories from ASCEND_HOME_PATH, libraries as files below lib64, C++11."""
    project = """
        cmake_minimum_required(VERSION 3.14)
        project(ACLNN_EXAMPLE)
        set(CMAKE_CXX_COMPILER c++)
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -std=c++11")
        set(CMAKE_SKIP_RPATH TRUE)
        set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
        if(DEFINED ENV{ASCEND_HOME_PATH})
          set(CANN "$ENV{ASCEND_HOME_PATH}")
        else()
          set(CANN "/usr/local/Ascend/cann")
        endif()
        include_directories("${CANN}/include" "${CANN}/include/aclnn")
        add_executable(test_consumer main.cpp)
        target_link_libraries(test_consumer PRIVATE
          "${CANN}/lib64/libascendcl.so" "${CANN}/lib64/libnnopbase.so"
          "${CANN}/lib64/libopapi_math.so" "${CANN}/lib64/libopapi_nn.so")
    """
    needs("cmake")
    (tmp_path / "CMakeLists.txt").write_text(project)
    shutil.copy(CONSUMER, tmp_path / "main.cpp")
    script = (
        f". {shlex.quote(str(tree / 'set_env.sh'))} && cmake -S . -B build && "
        "cmake --build build && echo RESULT && build/bin/test_consumer"
    )
    text = output("bash", "-euc", script, env=plain_environment(), cwd=tmp_path)
    assert text.partition("RESULT\n")[2] == WELL


SHELLS = [shell for shell in ("bash", "dash", "sh", "zsh", "ksh") if shutil.which(shell)]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("search", [None, "/usr/somewhere:/else"])
def test_set_env(tree: Path, shell: str, search: str | None, tmp_path: Path) -> None:
    environment = plain_environment() | ({"LD_LIBRARY_PATH": search} if search else {})
    read = f". {shlex.quote(str(tree / 'set_env.sh'))}\n"
    show = "".join(f'echo "${name}"\n' for name in VARIABLES)
    show += "command -v bisheng\n"
    text = output(shell, "-euc", read + read + show, env=environment, cwd=tmp_path)
    lib64 = f"{tree}/lib64"
    pkg_config = f"{tree}/share/pkgconfig"
    expected = [str(tree), str(tree), f"{tree}/opp", f"{lib64}:{search}" if search else lib64]
    python = f"{tree}/python/site-packages"
    compiler = f"{tree}/compiler/ccec_compiler/bin/bisheng"
    assert text.splitlines() == [*expected, pkg_config, str(tree), "0", python, compiler]


def test_set_env_by_a_relative_path(tree: Path, tmp_path: Path) -> None:
    command = 'source "moved tree/set_env.sh"; cd /; echo "$ASCEND_HOME_PATH"'
    assert output("bash", "-euc", command, env=plain_environment(), cwd=tmp_path) == f"{tree}\n"


def test_set_env_without_a_tree(tmp_path: Path) -> None:
    shutil.copy(_tree.prefix() / "set_env.sh", tmp_path)
    result = subprocess.run(
        ["bash", "-c", ". ./set_env.sh || echo refused"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "refused\n"
    assert result.stderr.count("\n") == 1


def test_directories_that_clients_test_for(tree: Path) -> None:
    for name in ("runtime", "compiler", "opp"):
        assert (tree / name).is_dir()
