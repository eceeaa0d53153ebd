# SPDX-License-Identifier: Apache-2.0
"""What may build on what: docs/explanation/design.md, "Directories"."""

from __future__ import annotations

import ast
import platform
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from build_support import steps, symbols

ROOT = steps.ROOT
CSRC = ROOT / "csrc"

# A file uses its own layer and those before it: by what it includes, and by its symbols. Headers
# tell of types and macros too, symbols of what is declared without a header. A folder that is not
# named belongs to the one that it lies in.
LAYERS = [
    {"base"},
    {"runtime/cores", "runtime/watch", "tensor"},
    {"runtime/share"},
    {"runtime/stream"},
    {"runtime/memory"},
    {"runtime/graph"},
    {"runtime/device"},
    {"profile"},
    {"hccl", "vector", "workspace"},
    {"products"},
    {"executor"},
    {"ops"},
    {"infiniop", "single"},
    {"atb", "libraries"},
    {"record"},  # a library of its own
]

FOLDERS = sorted({file.parent.relative_to(ROOT).as_posix() for file in CSRC.rglob("*.c")})


def layer_of(folder: str | Path) -> str:
    """The layer of a folder of csrc: of "csrc/ops/norm" and of "ops/norm" it is "ops"."""
    path = Path(folder)
    inside = path.relative_to("csrc") if path.parts[0] == "csrc" else path
    names = {name for layer in LAYERS for name in layer}
    return next(
        above.as_posix() for above in (inside, *inside.parents) if above.as_posix() in names
    )


def included(file: Path) -> list[Path]:
    """The headers of the library's own that a file includes, relative to csrc."""
    names = re.findall(r'^#include "([a-z_/]+/\w+\.h)"', file.read_text("utf-8"), re.MULTILINE)
    return [Path(name) for name in names if (CSRC / name).is_file()]


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """One circle of a graph; empty when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_layers_include_those_below() -> None:
    depth = {name: number for number, names in enumerate(LAYERS) for name in names}
    files = [file for file in CSRC.rglob("*.[ch]") if CSRC / "include" not in file.parents]
    upward = [
        f"{file.relative_to(CSRC)} includes {header}"
        for file in files
        for header in included(file)
        if (here := layer_of(file.parent.relative_to(CSRC))) != (there := layer_of(header.parent))
        and depth[there] >= depth[here]
    ]
    assert len(files) > 300
    assert upward == []


@cache
def uses() -> symbols.Uses:
    return symbols.uses(symbols.read())


def lines(graph: symbols.Uses) -> list[str]:
    return [line for circle in symbols.circles(graph) for line in symbols.describe(graph, circle)]


@pytest.mark.slow
def test_every_c_file_of_the_library_is_read() -> None:
    files = {file.relative_to(ROOT).as_posix() for file in CSRC.rglob("*.c")}
    recorder = {file for file in files if file.startswith("csrc/record/")}  # a library of its own
    foreign = set() if platform.machine() == "aarch64" else {"csrc/products/wide_neon.c"}
    assert files - set(uses()) == recorder | foreign


@pytest.mark.parametrize("folder", FOLDERS)
def test_files_of_a_folder_use_each_other_in_no_circle(folder: str) -> None:
    found = lines(symbols.within(uses(), folder))
    assert not found, "\n".join(found)


def test_folders_use_each_other_in_no_circle() -> None:
    graph = symbols.folders(uses())
    found = lines(graph)
    assert len(graph) > 40
    assert not found, "\n".join(found)


def test_folders_use_those_of_layers_below() -> None:
    depth = {name: number for number, names in enumerate(LAYERS) for name in names}
    upward = [
        f"{folder} uses {other}: {', '.join(sorted(names))}"
        for folder, of in symbols.folders(uses()).items()
        for other, names in of.items()
        if (here := layer_of(folder)) != (there := layer_of(other)) and depth[there] >= depth[here]
    ]
    assert not upward, "\n".join(upward)


# What the files of a family are for, by the ends of their names.
ROLES = ("check", "list", "tiling", "kernel", "shape")

OPS = "csrc/ops"
COMMON = "common"  # what several families share


def names_in_the_wrong_place(objects: Mapping[str, symbols.Object]) -> list[str]:
    """External names of csrc/ops that do not say where they are defined.

    pool_check_averaged is defined in a *_check.c of csrc/ops/pool, check_given in one of
    csrc/ops/common, pool_set_windows in a file of csrc/ops/pool that has no role. The functions
    that entry points call are named after them, aclnnNameImpl.
    """
    families = {Path(file).parent.name for file in objects} - {COMMON}
    wrong = []
    for file, found in sorted(objects.items()):
        family = Path(file).parent.name
        role = next((role for role in ROLES if file.endswith(f"_{role}.c")), "")
        for name in sorted(found.defined):
            if name.endswith("Impl") or name.startswith("__odr_asan"):
                continue
            own = name.removeprefix(f"{family}_")
            claimed = next((each for each in ROLES if own.startswith(f"{each}_")), "")
            if family == COMMON:
                is_right = not any(name.startswith(f"{each}_") for each in families)
            else:
                is_right = own != name
            if not is_right or claimed != role:
                wrong.append(f"{file} defines {name}")
    return wrong


def test_the_symbol_is_the_path() -> None:
    objects = {file: found for file, found in symbols.read().items() if file.startswith(f"{OPS}/")}
    assert len(objects) > 250
    assert all(Path(file).parent.parent.as_posix() == OPS for file in objects)
    wrong = names_in_the_wrong_place(objects)
    assert not wrong, "\n".join(wrong)


def test_a_name_in_the_wrong_place_is_found() -> None:
    objects = {
        f"{OPS}/pool/pool_check.c": symbols.Object({"pool_check_window", "pool_list_window"}),
        f"{OPS}/pool/pool.c": symbols.Object({"pool_sides", "sides", "pool_check_sides"}),
        f"{OPS}/norm/norm_list.c": symbols.Object({"list_norm", "aclnnNormImpl"}),
        f"{OPS}/common/given_check.c": symbols.Object({"check_given", "pool_check_given"}),
    }
    assert names_in_the_wrong_place(objects) == [
        f"{OPS}/common/given_check.c defines pool_check_given",
        f"{OPS}/norm/norm_list.c defines list_norm",
        f"{OPS}/pool/pool.c defines pool_check_sides",
        f"{OPS}/pool/pool.c defines sides",
        f"{OPS}/pool/pool_check.c defines pool_list_window",
    ]


def arenas_beside_their_list(objects: Mapping[str, symbols.Object]) -> list[str]:
    """Files that build lists and take memory where the list does not learn that it is short.

    l0_take says so in the list's status: a call whose list function gave up without one would
    succeed and do nothing.
    """
    builders = (f"{OPS}/", "csrc/infiniop/row_lists.c", "csrc/workspace/planner.c")
    return [
        f"{file} uses {name}"
        for file, found in sorted(objects.items())
        if file.startswith(builders)
        for name in sorted(found.needed & {"arena_take_more", "arena_grow"})
    ]


@pytest.mark.slow
def test_lists_know_when_memory_is_short() -> None:
    objects = symbols.read()
    assert sum("l0_take" in found.needed for found in objects.values()) > 50
    wrong = arenas_beside_their_list(objects)
    assert not wrong, "\n".join(wrong)


def test_an_arena_beside_its_list_is_found() -> None:
    objects = {
        f"{OPS}/pool/pool_list.c": symbols.Object(needed={"arena_take_more", "l0_take"}),
        "csrc/executor/launch.c": symbols.Object(needed={"arena_take_more"}),
    }
    assert arenas_beside_their_list(objects) == [f"{OPS}/pool/pool_list.c uses arena_take_more"]


def test_an_archive_is_read_and_its_circles_are_found(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or pytest.skip("there is no C compiler")
    sources = {
        "csrc/a/one.c": "int two(void); int one(void); int one(void) { return two(); }",
        "csrc/a/two.c": "int three(void); int two(void); int two(void) { return three(); }",
        "csrc/a/three.c": "int one(void); int three(void); int three(void) { return one(); }",
        "csrc/a/user.c": "int one(void); int user(void); int user(void) { return one(); }",
        "csrc/b/one.c": "int user(void); int other(void); int other(void) { return user(); }",
    }
    objects = []
    for number, (name, text) in enumerate(sources.items()):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        objects.append(f"{file.stem}-{number}.o")
        command = [compiler, "-g", "-c", name, "-o", objects[-1]]
        subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run(["ar", "rcsD", "all.a", *objects], cwd=tmp_path, check=True)

    graph = symbols.uses(symbols.read(tmp_path / "all.a"))
    assert set(graph) == set(sources)
    assert lines(symbols.within(graph, "csrc/a")) == [
        "csrc/a/one.c uses csrc/a/two.c: two",
        "csrc/a/three.c uses csrc/a/one.c: one",
        "csrc/a/two.c uses csrc/a/three.c: three",
    ]
    assert lines(symbols.within(graph, "csrc/b")) == []
    assert symbols.folders(graph) == {"csrc/a": {}, "csrc/b": {"csrc/a": {"user"}}}
    assert lines(symbols.folders(graph)) == []


def test_circles_that_meet_are_one() -> None:
    def of(*names: str) -> dict[str, frozenset[str]]:
        return {name: frozenset({"x"}) for name in names}

    graph = {"a": of("b"), "b": of("a", "c"), "c": of("b"), "d": of("a"), "e": of("e"), "f": of()}
    assert symbols.circles(graph) == [["a", "b", "c"], ["e"]]


def _modules() -> dict[str, Path]:
    """The modules of the package by name."""
    found = {}
    for file in (steps.ROOT / "aclnn_py").rglob("*.py"):
        parts = file.relative_to(steps.ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def _imported(module: str, file: Path) -> set[str]:
    """What a module imports, wherever in it and if only for types."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = ".".join([*(base if node.level else []), *filter(None, [node.module])])
            found.add(start)
            found.update(f"{start}.{alias.name}" for alias in node.names)
    return found - {module}


@pytest.mark.slow
def test_modules_import_each_other_in_no_circle() -> None:
    modules = _modules()
    # A package is imported with each of its modules; what matters is what else is asked for.
    packages = {name for name, file in modules.items() if file.name == "__init__.py"}
    graph = {
        name: {each for each in _imported(name, file) if each in modules and each not in packages}
        for name, file in modules.items()
    }
    assert "aclnn_py.errors" in graph["aclnn_py.runtime"]
    assert circle(graph) == []
