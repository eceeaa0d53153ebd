# SPDX-License-Identifier: Apache-2.0
"""Where a call is: every part of it with file and line.

    python -m build_support.where aclnnMaxPool2dWithMask
    make where NAME=MaxPool2dWithMask

prints the declaration, the checks in their order, the list functions, the L0 operators with their
kernels, the tilings that the list may use, the shape rules, the Python function, the oracle of the
tests, the tests that name the call, and its page. Lines are PATH:LINE, as editors open them.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import operators as declarations
from .operators import ledger
from .operators.declaration import Call, L0Row, Operators, parse, symbol
from .operators.functions import Function, Functions
from .tables import load

ROOT = Path(__file__).resolve().parent.parent
CSRC = ROOT / "csrc"
TESTS = ROOT / "tests"
PACKAGE = ROOT / "aclnn_py"
DOCS = ROOT / "docs"

#: A part of a call: what it is, its name, and where.
Part = tuple[str, str, str]

NOWHERE = "-"


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def _line(path: Path, pattern: str) -> str:
    """Where the first line of a file that matches is."""
    if path.exists():
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            if re.search(pattern, text):
                return _place(path, number)
    return NOWHERE


def _first(paths: Sequence[Path], pattern: str) -> str:
    """Where the first file that has such a line has it."""
    places = (_line(path, pattern) for path in paths)
    return next((place for place in places if place != NOWHERE), NOWHERE)


def _of(function: Function | None) -> str:
    return NOWHERE if function is None else _place(function.path, function.line)


def parts(name: str, operators: Operators, functions: Functions) -> Iterator[Part]:
    """All parts of a declared call."""
    call = operators.calls[name]
    declared = CSRC / "ops" / call.family / f"{call.family}.toml"
    yield "declaration", name, _line(declared, rf"^\[{name}\]")
    if call.in_place_of:
        base = operators.calls[call.in_place_of]
        file = CSRC / "ops" / base.family / f"{base.family}.toml"
        yield "in place of", base.name, _line(file, rf"^\[{base.name}\]")
    for check in call.checks:
        function = check.rule.function
        yield "check", f"{function}({', '.join(check.arguments)})", _of(functions.by_name[function])
    if call.admit:
        function = symbol(call.family, "check", f"admit_{call.admit}")
        yield "check of phase two", function, _of(functions.by_name[function])
    lists = [functions.of_list(call.family, each, name) for each in call.list.functions()]
    for each in dict.fromkeys(lists):
        yield "list", each.name, _of(each)
    yield from _rows(call, operators, functions)
    for each in functions.reached(lists):
        if "_tiling_" in each.name and not each.is_static:
            yield "tiling of its list", each.name, _of(each)
    rules = [rule for out in call.outs.values() for rule in (out.shape, out.type) if "(" in rule]
    for rule in dict.fromkeys(parse(rule).name for rule in rules):
        found = functions.of_shape(call.family, rule)
        if found is not None:
            yield "shape function", found.name, _of(found)
    yield "Python", call.python_name, _line(PACKAGE / "ops.py", rf"^def {call.python_name}\(")
    yield from _tests(call)
    page = sorted(DOCS.rglob(f"operators/{call.family.replace('_', '[-_]')}.md"))
    yield "page", name, _first(page, rf"^## `?{name}\b")


def _rows(call: Call, operators: Operators, functions: Functions) -> Iterator[Part]:
    for each in ledger.L0Names(functions, operators).of(call):
        row = operators.rows[each]
        file = CSRC / "ops" / row.family / f"{row.family}.toml"
        yield "L0 operator", each, _line(file, rf"^\[l0\.{each}\]")
        if row.tiling:
            tiling = functions.of_tiling(row.family, row.tiling, row.name)
            yield "  its tiling", tiling, _of(functions.by_name[tiling])
        kernel, place = _work(row, functions)
        if kernel:
            yield "  its work", kernel, place


def _work(row: L0Row, functions: Functions) -> tuple[str, str]:
    """The kernel, instruction or formula of a row, and where it is."""
    if row.work in ("run", "copy"):
        table = functions.of_kernel(row.family, row.operation, row.name)
        if table in functions.by_name:
            return table, _of(functions.by_name[table])
        prefix = next(name for name in functions.pasted if table.startswith(name))
        return table, _place(*functions.pasted[prefix])
    if row.work in ("vector", "fold"):
        bodies = sorted((PACKAGE / "kernels" / "vector").glob("*.py"))
        place = _first(bodies, rf"^def {row.operation}\(|^@{row.operation}\.register")
        return f"{row.work} {row.operation}", place
    return (f"rows {row.operation}", "the formula of the row") if row.work == "rows" else ("", "")


def _tests(call: Call) -> Iterator[Part]:
    """The oracle, and the tests that name the call or the one that it is in place of."""
    name = call.in_place_of or call.name
    line = rf'^    "{name}":'
    sources = sorted(TESTS.rglob("*.py"))
    yield "oracle", name, _first(sources, line)
    word = re.compile(rf"\b{call.name}\b")
    for path in sources:
        texts = path.read_text("utf-8").splitlines()
        found = [number for number, text in enumerate(texts, 1) if word.search(text)]
        if found and not re.search(line, texts[found[0] - 1]):
            yield "test", path.stem, _place(path, found[0])
    yield "sweeps", "values, statuses, sizes, misuse", f"pytest tests -k {call.name}"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description="Where a call is: every part of it with file and line."
    )
    parser.add_argument("call", help="aclnnMaxPool2dWithMask, or MaxPool2dWithMask")
    name: str = parser.parse_args(arguments).call
    operators = declarations.read(CSRC, load(CSRC))
    known = {each.removeprefix("aclnn").lower(): each for each in operators.calls}
    wanted = name.removeprefix("aclnn").lower()
    if wanted not in known:
        near = difflib.get_close_matches(wanted, known, 3)
        hint = f"; near are {', '.join(known[each] for each in near)}" if near else ""
        print(f"csrc/ops declares no call {name}{hint}", file=sys.stderr)
        return 2
    rows = list(parts(known[wanted], operators, Functions(CSRC)))
    first = max(len(kind) for kind, _, _ in rows)
    second = min(60, max(len(text) for _, text, _ in rows))
    lines = [f"{kind:<{first}}  {text:<{second}}  {place}" for kind, text, place in rows]
    try:
        print(*lines, sep="\n", flush=True)
    except BrokenPipeError:  # `make where NAME=Add | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
