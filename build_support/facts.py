# SPDX-License-Identifier: Apache-2.0
"""What is known of CANN's calls: the tables of facts that the tests compare with.

    python -m build_support.facts aclnnSub

prints for a call what a declaration needs: the parameters, the statuses that the vendor's tests
expect, sizes and lists of L0 operators by product, and the types and engine of each operator.

    tests/abi/prototypes.csv.gz               parameters of the first phases
    tests/sweep/facts/status_cases.jsonl.gz   statuses
    tests/sweep/facts/size_cases.csv.gz       sizes and lists, of CANN's own phase one
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .tables import load

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"

#: The architectures of the lines of products.
ARCHITECTURES = {"Ascend910": 1001, "Ascend910B": 2201, "Ascend910_93": 2201, "Ascend950": 3510}

_NODE = re.compile(r"(?P<name>\w+)(?P<cpu>\(aicpu\))?:(?P<types>[\w+]*)(?:\|(?P<bytes>[\d+]+))?")
_NAMES = {"DT_BF16": "bfloat16"}


@dataclass(frozen=True)
class Node:
    """An L0 operator of a row. `read` are the types that are there for it to read: those of the
    caller's inputs and of what operators before it wrote."""

    name: str
    architecture: int
    on_cpu: bool
    types: tuple[str, ...]
    workspace: str  # bytes, joined with "+"; empty: none
    read: frozenset[str]
    marks: tuple[str, ...]  # that name this operator

    @property
    def engine(self) -> str:
        """Where it runs."""
        return "AI CPU" if self.on_cpu else "AI cores"


def type_name(display_name: str) -> str:
    """How the table of sizes writes a data type: DT_BF16 is bfloat16."""
    return _NAMES.get(display_name, display_name.removeprefix("DT_").lower())


@cache
def type_names() -> dict[int, str]:
    """The names of the data types by their numbers."""
    tables = load(ROOT / "csrc")
    return {row.value: type_name(row.display_name) for row in tables.data_types}


@cache
def prototypes() -> dict[str, list[tuple[str, str]]]:
    """Parameters (name, type) of the first phases of CANN's calls, without the last two."""
    path = TESTS / "abi" / "prototypes.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        return {
            row["call"]: [split(text) for text in re.split(r",\s*", row["parameters"])]
            for row in csv.DictReader(file)
        }


def split(text: str) -> tuple[str, str]:
    """A parameter's name and type, with one spelling of pointers."""
    found = re.fullmatch(r"(.*?)([A-Za-z_]\w*)", text)
    if found is None:
        raise ValueError(f"not a parameter: {text}")
    return found[2], spelling(found[1])


def spelling(text: str) -> str:
    """A type with one space before each pointer."""
    return re.sub(r"\s*\*\s*", " *", text).strip()


@cache
def status_cases() -> dict[str, list[dict[str, Any]]]:
    """The vendor's cases of statuses by call."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    path = TESTS / "sweep" / "facts" / "status_cases.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            case = json.loads(line)
            found[case["call"]].append(case)
    return dict(found)


@cache
def size_rows() -> dict[str, list[dict[str, str]]]:
    """The rows of the table of sizes by call."""
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    path = TESTS / "sweep" / "facts" / "size_cases.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[row["call"]].append(row)
    return dict(found)


def _types_of(argument: Sequence[Any]) -> Iterator[str]:
    kind = argument[0]
    if kind == "T":
        yield type_names()[argument[2]]
    elif kind == "S":
        yield type_names()[argument[1]]
    elif kind in ("TensorList", "ScalarList"):
        for member in argument[1]:
            yield from _types_of(member)


def _is_read(name: str, c_type: str) -> bool:
    """Whether a parameter is an input; lists of outputs are const too."""
    return name.endswith("Ref") or (c_type.startswith("const") and not name.startswith("out"))


def nodes(row: Mapping[str, str]) -> list[Node]:
    """The L0 operators of a row of the table of sizes."""
    read: set[str] = set()
    arguments = json.loads(row["args"])
    for (name, c_type), argument in zip(prototypes()[row["call"]], arguments, strict=True):
        if _is_read(name, c_type):
            read.update(_types_of(argument))
    found = []
    for text in filter(None, row["l0"].split(">")):
        match = _NODE.fullmatch(text)
        if match is None:
            raise ValueError(f"not an L0 operator: {text}")
        types = tuple(filter(None, match["types"].split("+")))
        marks = tuple(
            mark for mark in row["marks"].split(";") if mark.endswith(f":{match['name']}")
        )
        found.append(
            Node(
                match["name"],
                ARCHITECTURES[row["soc"]],
                match["cpu"] is not None,
                types,
                match["bytes"] or "",
                frozenset(read),
                marks,
            )
        )
        read.update(types)
    return found


# --- The command ----------------------------------------------------------------------------------


def _statuses(call: str) -> Iterator[str]:
    cases = status_cases().get(call, [])
    yield f"Status cases: {len(cases)}"
    expected = Counter(
        (case["soc"], ", ".join(f"{how} {status}" for how, status in case["expected"]))
        for case in cases
    )
    for (soc, text), count in sorted(expected.items()):
        yield f"  {soc:<13}{text:<12}{count:5}"


def _sizes(call: str) -> Iterator[str]:
    rows = size_rows().get(call, [])
    yield f"Size rows: {len(rows)}; by architecture, status, list of L0 operators and marks:"
    distinct = Counter(
        (ARCHITECTURES[row["soc"]], row["status"], row["l0"], row["marks"]) for row in rows
    )
    for (architecture, status, l0, marks), count in sorted(distinct.items()):
        yield f"  {architecture}{count:5}  {' '.join(filter(None, (status, l0, marks)))}"


def _operators(call: str) -> Iterator[str]:
    types: dict[tuple[str, int, str, str, str], set[str]] = defaultdict(set)
    for row in size_rows().get(call, []):
        for node in nodes(row):
            where = (node.name, node.architecture, node.engine)
            types[(*where, node.workspace, " ".join(node.marks))].add("+".join(node.types))
    yield "L0 operators, with the types that they write:"
    for (name, architecture, engine, workspace, marks), names in sorted(types.items()):
        size = f"|{workspace}" if workspace else ""
        words = " ".join(filter(None, (f"{name}{size}", ", ".join(sorted(names)), marks)))
        yield f"  {architecture}  {engine:<9} {words}"


def report(call: str) -> str:
    """What is known of a call. Raises KeyError if CANN has no call of this name."""
    parameters = ", ".join(
        f"{c_type}{'' if c_type.endswith('*') else ' '}{name}"
        for name, c_type in prototypes()[call]
    )
    return "\n".join([f"{call}({parameters})", *_statuses(call), *_sizes(call), *_operators(call)])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 unless a call is not known."""
    parser = argparse.ArgumentParser(prog="python -m build_support.facts")
    parser.add_argument("call", help="such as aclnnSub")
    options = parser.parse_args(arguments)
    if options.call not in prototypes():
        print(f"CANN has no call {options.call}", file=sys.stderr)
        return 1
    print(report(options.call))
    return 0


if __name__ == "__main__":
    sys.exit(main())
