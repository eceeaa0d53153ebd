# SPDX-License-Identifier: Apache-2.0
"""List what is implemented, from the library's own description.

named     declared in a header and exported
checked   its first phase checks the arguments as CANN does
computed  its second phase computes
sized     its workspace is CANN's, byte for byte; CANN has none of the operators aclnnExt...
"""

from __future__ import annotations

import argparse
import json

from .. import native

HELP = "list what is implemented"

LEVELS = ("named", "checked", "computed", "sized")

_OWN = "aclnnExt"


def levels(operator: str) -> dict[str, bool]:
    """How far an operator of the library has come.

    Every operator that is in the library is checked and computed: none is exported before that.
    One of CANN's is sized too: a first phase has its size from the list of CANN's operators that it
    stands for, and from nothing else. docs/workspace.md says what such a size may assume.
    """
    functions = native.description().functions
    named = operator in functions and f"{operator}GetWorkspaceSize" in functions
    return {**dict.fromkeys(LEVELS, named), "sized": named and not operator.startswith(_OWN)}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="print the same as JSON")


def run(options: argparse.Namespace) -> int:
    """Carry out `aclnn ops`."""
    description = native.description()
    table = {operator: levels(operator) for operator in sorted(description.operators)}
    phases = {name + end for name in description.operators for end in ("", "GetWorkspaceSize")}
    unsupported = sorted(description.unsupported)
    functions = sorted(set(description.functions) - phases - set(unsupported))
    if options.json:
        report = {
            "version": description.version,
            "cann_version": description.cann_version,
            "operators": table,
            "functions": functions,
            "unsupported": unsupported,
        }
        print(json.dumps(report, indent=2))
        return 0
    width = max(map(len, table), default=0)
    print(f"{'operator':{width}}  {'  '.join(LEVELS)}")
    for operator, reached in table.items():
        marks = ("yes" if reached[level] else "-" for level in LEVELS)
        cells = (f"{mark:{len(level)}}" for mark, level in zip(marks, LEVELS, strict=True))
        print(f"{operator:{width}}  {'  '.join(cells)}".rstrip())
    print()
    print(f"{len(functions)} acl functions are carried out.")
    print(f"{len(unsupported)} more are exported so that programs load, and fail with 207000.")
    return 0
