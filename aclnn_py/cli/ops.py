# SPDX-License-Identifier: Apache-2.0
"""List what is implemented, from the library's own description.

named     declared in a header and exported
checked   its first phase checks the arguments as CANN does
computed  its second phase computes
sized     its workspace is CANN's, byte for byte; CANN has none of the operators aclnnExt...

Functions are counted by the headers that declare them; --json names them.
"""

from __future__ import annotations

import argparse
import json

from .. import native
from ._missing import cann_operators

HELP = "list what is implemented"

LEVELS = ("named", "checked", "computed", "sized")

_OWN = "aclnnExt"

# The interfaces, by how the paths of their headers begin.
_INTERFACES = {
    "acl": ("acl/",),
    "aclnn": ("aclnn/", "aclnnop/"),
    "aclnn_ext": ("aclnn_ext/",),
    "infiniop": ("infiniop", "infinicore"),
    "infinirt": ("infinirt",),
}


def levels(operator: str) -> dict[str, bool]:
    """How far an operator of the library has come.

    Every operator that is in the library is checked and computed: none is exported before that.
    One of CANN's is sized too: a first phase has its size from the list of CANN's operators that it
    stands for, and from nothing else. docs/workspace.md says what such a size may assume.
    """
    functions = native.description().functions
    named = operator in functions and f"{operator}GetWorkspaceSize" in functions
    return {**dict.fromkeys(LEVELS, named), "sized": named and not operator.startswith(_OWN)}


def functions() -> dict[str, list[str]]:
    """The functions that are carried out, by interface; without the two phases of operators."""
    description = native.description()
    phases = {name + end for name in description.operators for end in ("", "GetWorkspaceSize")}
    others = description.functions.keys() - phases - set(description.unsupported)
    return {
        interface: sorted(n for n in others if description.functions[n].header.startswith(begin))
        for interface, begin in _INTERFACES.items()
    }


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="print the same as JSON, with names")


def run(options: argparse.Namespace) -> int:
    """Carry out `aclnn ops`."""
    description = native.description()
    table = {operator: levels(operator) for operator in sorted(description.operators)}
    carried_out = functions()
    if options.json:
        report = {
            "version": description.version,
            "cann_version": description.cann_version,
            "acl_version": description.acl_version,
            "operators": table,
            "functions": carried_out,
            "unsupported": sorted(description.unsupported),
        }
        print(json.dumps(report, indent=2))
        return 0
    width = max(map(len, table), default=0)
    print(f"{'operator':{width}}  {'  '.join(LEVELS)}")
    for operator, reached in table.items():
        marks = ("yes" if reached[level] else "-" for level in LEVELS)
        cells = (f"{mark:{len(level)}}" for mark, level in zip(marks, LEVELS, strict=True))
        print(f"{operator:{width}}  {'  '.join(cells)}".rstrip())
    of_cann = cann_operators()
    counts = [f"{len(names)} of {interface}" for interface, names in carried_out.items()]
    print()
    print(f"Operators of CANN: {len(of_cann & table.keys())} of {len(of_cann)} are carried out.")
    print(f"Other functions that are carried out: {', '.join(counts)}.")
    print(
        f"{len(description.unsupported)} functions more are exported so that programs load, and "
        "fail: 207000, or INFINI_STATUS_NOT_IMPLEMENTED."
    )
    return 0
