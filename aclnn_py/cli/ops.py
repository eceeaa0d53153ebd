# SPDX-License-Identifier: Apache-2.0
"""List how far each call has come, from the library's own description.

absent    not exported: a program that calls it does not link
refuses   exported; phase one answers 207000 and says what is missing
computes  implemented; CANN has none of the operators aclnnExt...
sized, as far as CANN is open
          implemented; on some product its workspace rests on an assumption
sized     implemented, and the workspace of dense operands is CANN's on every product

Functions are counted by the headers that declare them; --json names them.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections import Counter

from .. import native
from .._ledger import LEVELS, OWN_FAMILY, Entry, ledger
from ._common import CommandError, require_tree

HELP = "list what is implemented"

_PRODUCTS = {"1001": "Ascend910", "2201": "Ascend910B, Ascend910_93", "3510": "Ascend950"}


# The interfaces, by how the paths of their headers begin.
_INTERFACES = {
    "acl": ("acl/",),
    "aclnn": ("aclnn/", "aclnnop/"),
    "aclnn_ext": ("aclnn_ext/",),
    "infiniop": ("infiniop", "infinicore"),
    "infinirt": ("infinirt",),
    "hccl": ("hccl/",),
}


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
    parser.add_argument("operator", nargs="?", help="show what is known of one call")
    parser.add_argument("--all", action="store_true", help="list the absent calls too")
    parser.add_argument("--json", action="store_true", help="print the same as JSON")


def run(options: argparse.Namespace) -> int:
    """Carry out `aclnn ops`."""
    require_tree()
    if options.operator is not None:
        entry = _find(options.operator)
        print(json.dumps(_as_json(entry), indent=2) if options.json else "\n".join(_about(entry)))
        return 0
    description = native.description()
    entries = ledger()
    carried_out = functions()
    if options.json:
        report = {
            "version": description.version,
            "cann_version": description.cann_version,
            "acl_version": description.acl_version,
            "operators": {name: _as_json(entry) for name, entry in entries.items()},
            "functions": carried_out,
            "unsupported": sorted(description.unsupported),
        }
        print(json.dumps(report, indent=2))
        return 0
    shown = [entry for entry in entries.values() if options.all or entry.level != "absent"]
    width = max((len(entry.name) for entry in shown), default=0)
    print(f"{'operator':{width}}  level     family")
    for entry in shown:
        print(f"{entry.name:{width}}  {entry.level:8}  {entry.family}")
    print()
    counts = Counter(entry.level for entry in entries.values() if entry.family != OWN_FAMILY)
    parts = [f"{counts[level]} {level}" for level in LEVELS]
    print(f"Of {counts.total()} calls of CANN: {', '.join(parts)}.")
    numbers = [f"{len(names)} of {interface}" for interface, names in carried_out.items()]
    print(f"Other functions that are carried out: {', '.join(numbers)}.")
    print(
        f"{len(description.unsupported)} functions more are exported so that programs load, and "
        "fail: 207000, HCCL_E_NOT_SUPPORT or INFINI_STATUS_NOT_IMPLEMENTED."
    )
    return 0


def _find(name: str) -> Entry:
    entries = ledger()
    for candidate in (name, f"aclnn{name}"):
        if candidate in entries:
            return entries[candidate]
    raise CommandError(
        f"ops: CANN's public headers have no call {name}; `aclnn ops --all` lists them"
    )


def _as_json(entry: Entry) -> dict[str, object]:
    row = dataclasses.asdict(entry)
    del row["name"]
    return row


def _about(entry: Entry) -> list[str]:
    lines = [f"{entry.name}: {entry.level} ({entry.family}, {entry.executor})"]
    if entry.header:
        lines.append(f"header: {entry.header}")
    declared = entry.declared
    if declared is None:
        return lines
    lines += [declared.about, f"Python: aclnn_py.{declared.python}", ""]
    lines += [f"    {line}" for line in declared.formula.splitlines()]
    width = max(len(each.name) for each in declared.parameters)
    lines.append("")
    for each in declared.parameters:
        written = {"out": "written: ", "in_out": "changed: "}.get(each.role, "")
        lines.append(f"{each.name:{width}}  {written}{each.about}")
        groups: dict[tuple[str, ...], list[str]] = {}
        for architecture, names in (each.types or {}).items():
            groups.setdefault(tuple(names), []).append(_PRODUCTS[architecture])
        for names, products in groups.items():
            where = "" if len(groups) == 1 else f"{', '.join(products)}: "
            lines.append(f"{'':{width}}  {where}{' '.join(names) or 'none'}")
    if entry.l0:
        lines += ["", f"L0 operators: {', '.join(entry.l0)}"]
    for architecture, names in entry.assumed.items():
        lines.append(f"its size assumes on {_PRODUCTS[architecture]}: {', '.join(names)}")
    return lines
