# SPDX-License-Identifier: Apache-2.0
"""What may build on what: docs/design.md, "The house"."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import build

CSRC = build.ROOT / "csrc"

# A file includes headers of its own layer and of those before it.
LAYERS = [
    {"base"},
    {"runtime", "tensor"},
    {"products", "vector", "workspace"},
    {"executor"},
    {"ops"},
    {"infiniop"},
    {"record"},  # a library of its own
]


def included(file: Path) -> list[Path]:
    """The headers of the library's own that a file includes, relative to csrc."""
    names = re.findall(r'^#include "([a-z]+/\w+\.h)"', file.read_text("utf-8"), re.MULTILINE)
    return [Path(name) for name in names if (CSRC / name).is_file()]


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """One circle of a graph; empty when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_layers_build_on_those_below() -> None:
    depth = {name: number for number, names in enumerate(LAYERS) for name in names}
    files = [file for name in depth for file in (CSRC / name).glob("*") if file.suffix in ".c.h"]
    upward = [
        f"{file.relative_to(CSRC)} includes {header}"
        for file in files
        for header in included(file)
        if header.parts[0] != file.parent.name and depth[header.parts[0]] >= depth[file.parent.name]
    ]
    assert {file.parent.name for file in CSRC.glob("*/*.c")} <= set(depth)
    assert upward == []


@pytest.mark.parametrize("layer", ["tensor", "executor", "ops", "infiniop"])
def test_files_of_a_layer_build_on_each_other_in_no_circle(layer: str) -> None:
    graph: dict[str, set[str]] = {}
    for file in (CSRC / layer).glob("*.[ch]"):
        headers = {header.stem for header in included(file) if header.parts[0] == layer}
        graph.setdefault(file.stem, set()).update(headers - {file.stem})
    assert len(graph) > 3
    assert circle(graph) == []


def _modules() -> dict[str, Path]:
    """The modules of the package by name."""
    found = {}
    for file in (build.ROOT / "aclnn_py").rglob("*.py"):
        parts = file.relative_to(build.ROOT).with_suffix("").parts
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
