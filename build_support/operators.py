# SPDX-License-Identifier: Apache-2.0
"""Writes docs/operators.md: which operators the library carries out, of the public headers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from .declarations import DeclarationError, Declarations

CANN_OPERATORS = Path("base", "cann_operators.txt")
"""Below csrc: the operators of CANN's headers, one a line, carried out or not."""

_OWN = "aclnnExt"
_INFINIOP = re.compile(r"infiniopCreate(\w+)Descriptor")

_INTRODUCTION = """\
# Operators that are carried out

The build makes this page from the headers in [csrc/include](../csrc/include), which are the manual
of each operator. `aclnn ops` prints the same with how far each has come.

"""

_NOT_THERE = """\
The others are not there: a program that calls one does not compile, and `aclnn run` and `aclnn
build` say why. [csrc/base/cann_operators.txt](../csrc/base/cann_operators.txt) names them all.

## This library's own

CANN has none of these; they follow its protocol.

"""


def carried_out(declarations: Declarations) -> list[str]:
    """The operators with two phases, CANN's and this library's own, as "aclnnScale"."""
    return [
        name
        for name in declarations.functions
        if name.startswith("aclnn") and f"{name}GetWorkspaceSize" in declarations.functions
    ]


def cann_operators(csrc: Path) -> list[str]:
    """The operators of CANN's public headers."""
    lines = (csrc / CANN_OPERATORS).read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def _summary(csrc: Path, header: str) -> str:
    """What the first line of a header's manual says behind its path."""
    text = (csrc / "include" / header).read_text("utf-8")
    found = re.search(rf"^ \* {re.escape(header)}: (.*?)\.$", text, re.MULTILINE)
    if found is None:
        raise DeclarationError(f"{header}: its manual does not begin with `{header}: summary.`")
    return found[1]


def _table(declarations: Declarations, csrc: Path, rows: Iterable[tuple[str, str]]) -> str:
    """A row for each (operator, a function of its header)."""
    lines = ["| operator | of the header | |", "|---|---|---|"]
    for operator, function in rows:
        header = declarations.functions[function].header
        link = f"[{header}](../csrc/include/{header})"
        lines.append(f"| `{operator}` | {link} | {_summary(csrc, header)} |")
    return "\n".join(lines) + "\n\n"


def page(declarations: Declarations, csrc: Path) -> str:
    """docs/operators.md."""
    ours = carried_out(declarations)
    of_cann = sorted(name for name in ours if not name.startswith(_OWN))
    own = sorted(name for name in ours if name.startswith(_OWN))
    infini = sorted(
        (f"infiniop{found[1]}", name)
        for name, function in declarations.functions.items()
        if function.header.startswith("infiniop/ops/") and (found := _INFINIOP.fullmatch(name))
    )
    count = len(cann_operators(csrc))
    return (
        f"{_INTRODUCTION}## Of CANN: {len(of_cann)} of {count:,}\n\n"
        + _table(declarations, csrc, ((name, name) for name in of_cann))
        + _NOT_THERE
        + _table(declarations, csrc, ((name, name) for name in own))
        + "## Of InfiniCore\n\n"
        + _table(declarations, csrc, infini)
    ).rstrip("\n") + "\n"


def generate(root: Path, declarations: Declarations, check: bool = False) -> bool:
    """Rewrite docs/operators.md; whether it was stale. With `check` nothing is written.

    A source tree without docs/ is left so.
    """
    path = root / "docs" / "operators.md"
    fresh = page(declarations, root / "csrc")
    if not path.parent.is_dir() or (path.exists() and path.read_text("utf-8") == fresh):
        return False
    if not check:
        path.write_text(fresh, "utf-8")
    return True
