# SPDX-License-Identifier: Apache-2.0
"""Where L0 operators run, and what their kernels ask for: our tables against every operator in the
table of sizes, also of calls that are not declared yet.

The table names the types that an operator writes. Most read what they write; others, and casts,
read one of the types that are there. Where only one is left, by what other rows prove, the engine
is known for it.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from aclnn_py.kernels import MODULES
from aclnn_py.kernels.dialect.instructions import SAME, operations
from build_support.facts import Node, nodes, size_rows, type_names
from build_support.operators import load as load_operators
from build_support.operators.declaration import L0Row
from build_support.sanitize import Runner
from build_support.tables import load as load_tables

ROOT = Path(__file__).resolve().parents[2]

#: Marks that say that CANN may refuse the call: nothing is known of the operator then.
DOUBTED = ("nokernel?:", "tiling-failed:")
#: The AI cores of some products leave views of some layouts to the device's CPU.
BY_LAYOUT = {"ViewCopy"}
#: Tensors of complex numbers are also read as twice as many real ones, without an operator.
PARTS = {"complex64": "float", "complex128": "double"}
BY_TILING = "by its tiling"


@dataclass(frozen=True)
class Use:
    """An operator that reads a type on an architecture; `to` is what a cast makes of it."""

    name: str
    architecture: int
    type: str
    to: str = ""


@dataclass(frozen=True)
class Answer:
    """Where it runs, the bytes of the kernel's workspace (empty: none), and whether that is
    assumed."""

    on_cpu: bool
    workspace: str
    assumed: bool


# --- Ours -----------------------------------------------------------------------------------------


@cache
def rows() -> dict[str, L0Row]:
    """The rows of csrc/ops, one for each of CANN's operators: others of it differ in the work."""
    csrc = ROOT / "csrc"
    found = load_operators(csrc / "ops", load_tables(csrc)).rows
    return {name: row for name, row in found.items() if row.of == name}


@cache
def stock() -> dict[Use, Answer]:
    """Casts, copies and zeros, by tests/c/unit/l0.c."""
    runner = Runner("plain")
    runner.build()
    program = runner.compile(ROOT / "tests" / "c" / "unit" / "l0.c")
    result = subprocess.run([program], capture_output=True, text=True, check=True)
    found: dict[Use, Answer] = {}
    for line in result.stdout.splitlines():
        name, architecture, read, written, engine, size, assumed = line.split()
        to = type_names()[int(written)] if name == "Cast" else ""
        use = Use(name, int(architecture), type_names()[int(read)], to)
        workspace = "" if size == "none" else size
        answer = Answer(engine == "cpu", workspace, engine == "core" and assumed != "0")
        assert found.setdefault(use, answer) == answer, line
    return found


def ours(use: Use) -> Answer | None:
    """What our tables say; None if we never make that operator."""
    if use.name not in rows():
        return stock().get(use)
    row = rows()[use.name]
    types = row.ai_core.types.get(use.architecture, ())
    if use.type not in {type_names()[each.value] for each in types}:
        return Answer(on_cpu=True, workspace="", assumed=False)
    size = row.workspace.get(use.architecture, "")
    return Answer(
        on_cpu=False,
        workspace=BY_TILING if isinstance(size, str) and size else str(size),
        assumed=use.architecture in row.assumed,
    )


# --- The facts ------------------------------------------------------------------------------------


@cache
def facts() -> list[Node]:
    """The operators of the table of sizes that we have."""
    known = {use.name for use in stock()} | set(rows())
    return [
        node
        for each in size_rows().values()
        for row in each
        for node in nodes(row)
        if node.name in known and not any(mark.startswith(DOUBTED) for mark in node.marks)
    ]


@cache
def writes_what_it_reads(name: str) -> bool:
    """Whether the types that an operator writes are those that it reads."""
    if name == "Cast":
        return False
    if name in rows() and rows()[name].work == "vector":
        for module in MODULES:
            import_module(module)
        if operations[rows()[name].operation].outputs[0] != SAME:
            return False
    engines = defaultdict(set)
    for node in facts():
        if node.name == name:
            engines[node.architecture, node.types].add(node.on_cpu)
    return name in BY_LAYOUT or all(len(each) == 1 for each in engines.values())


def uses(node: Node) -> frozenset[Use]:
    """What an operator of the facts may be: one of these."""
    if writes_what_it_reads(node.name):
        return frozenset({Use(node.name, node.architecture, node.types[0])})
    types = set(node.read) | {PARTS[each] for each in node.read if each in PARTS}
    to = node.types[0] if node.name == "Cast" else ""
    return frozenset(Use(node.name, node.architecture, each, to) for each in types - {to})


def proven(seen: Iterable[tuple[frozenset[Use], bool]]) -> dict[Use, bool]:
    """Which uses run on the device's CPU, where only one use is left that an operator can be."""
    found: dict[Use, bool] = {}
    before = -1
    while len(found) > before:
        before = len(found)
        for candidates, on_cpu in seen:
            left = [use for use in candidates if found.get(use, on_cpu) == on_cpu]
            assert left, f"the facts contradict each other: {candidates}"
            if len(left) == 1:
                found[left[0]] = on_cpu
    return found


@cache
def engines() -> dict[Use, bool]:
    """The proven engines: whether each is the device's CPU."""
    seen = {(uses(node), node.on_cpu) for node in facts()}
    by_types = {
        (candidates, False)
        for candidates, on_cpu in seen
        if not on_cpu and next(iter(candidates)).name in BY_LAYOUT
    }
    return proven({each for each in seen if (each[0], False) not in by_types} | by_types)


# --- Tests ----------------------------------------------------------------------------------------

pytestmark = pytest.mark.slow  # compiles a C program


def test_the_facts_say_enough() -> None:
    assert len(facts()) > 15_000
    counts: dict[str, int] = defaultdict(int)
    for use in engines():
        counts[use.name] += 1
    assert counts["Cast"] > 240
    assert counts["StridedSlice"] > 25
    assert counts["Mul"] > 25
    assert Use("StridedSlice", 2201, "complex64") in engines()
    assert engines()[Use("Cast", 1001, "complex64", "bool")]


def test_engines() -> None:
    wrong = []
    for use, on_cpu in engines().items():
        answer = ours(use)
        if answer is None or answer.on_cpu != on_cpu:
            wrong.append(f"{use}: {'AI CPU' if on_cpu else 'AI cores'} expected, {answer}")
    for node in (each for each in facts() if each.name not in BY_LAYOUT):
        answers = [answer for answer in map(ours, uses(node)) if answer is not None]
        if answers and all(answer.on_cpu != node.on_cpu for answer in answers):
            wrong.append(f"{node}: none of the types that it may read has this engine")
    assert not wrong, "\n".join(sorted(set(wrong)))


def test_kernel_workspaces() -> None:
    wrong = set()
    compared = set()
    for node in facts():
        for use in uses(node):
            answer = ours(use)
            if answer is None or engines().get(use) != node.on_cpu or answer.on_cpu != node.on_cpu:
                continue
            by_tiling = answer.workspace == BY_TILING and node.workspace
            expected = Answer(
                node.on_cpu,
                BY_TILING if by_tiling else node.workspace,
                assumed=not node.on_cpu and any(mark.startswith("kernel?:") for mark in node.marks),
            )
            compared.add(use)
            if answer != expected:
                wrong.add(f"{use}: {expected} expected, {answer}")
    assert len(compared) > 500
    assert not wrong, "\n".join(sorted(wrong))
